/* Modules of one shape each, of as many parts as are asked for, with which a tool's time must grow
   linearly. Each shape is a function that puts its parts into the module's first function, an entry
   point, or behind it. Define SHAPE_PARTS, the most parts, and SHAPE_WORDS, the most words of a
   module, and include a header that has the names of SPIR-V, before this one. */
#ifndef MODULE_SHAPES_H
#define MODULE_SHAPES_H

#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/* A module: annotations, declarations and functions are put side by side in the end. */
typedef struct section {
    uint32_t words[SHAPE_WORDS], count;
} section;

static section head, types, code;
static uint32_t bound, zero, one, variable, other, label;
static uint32_t ids[SHAPE_PARTS + 1], ways[SHAPE_PARTS + 1];
enum { VOID = 1, FN, UINT, BOOL, PRIVATE, MAIN, FIRST };

static void put(section *to, uint32_t opcode, uint32_t count, ...) {
    va_list list;
    va_start(list, count);
    to->words[to->count++] = (count + 1) << 16 | opcode;
    for (; count > 0; count--) to->words[to->count++] = va_arg(list, uint32_t);
    va_end(list);
}

/* An instruction of many words: begun, filled with `add`, and ended. */
static uint32_t begin(section *to, uint32_t opcode) {
    to->words[to->count] = opcode;
    return to->count++;
}

static void add(section *to, uint32_t word) {
    to->words[to->count++] = word;
}

static void end(section *to, uint32_t at) {
    to->words[at] |= (to->count - at) << 16;
}

static uint32_t global(void) {
    uint32_t id = bound++;
    put(&types, SPVM_OpVariable, 3, PRIVATE, id, SPVM_StorageClass_Private);
    return id;
}

static uint32_t constant(uint32_t value) {
    uint32_t id = bound++;
    put(&types, SPVM_OpConstant, 3, UINT, id, value);
    return id;
}

static uint32_t load(uint32_t from) {
    uint32_t id = bound++;
    put(&code, SPVM_OpLoad, 3, UINT, id, from);
    return id;
}

static uint32_t sum(uint32_t a, uint32_t b) {
    uint32_t id = bound++;
    put(&code, SPVM_OpIAdd, 4, UINT, id, a, b);
    return id;
}

static uint32_t condition(void) {
    uint32_t from = load(variable), id = bound++;
    put(&code, SPVM_OpULessThan, 4, BOOL, id, from, one);
    return id;
}

static void store(uint32_t to, uint32_t value) {
    put(&code, SPVM_OpStore, 2, to, value);
}

static void go_to(uint32_t to) {
    put(&code, SPVM_OpBranch, 1, to);
}

static void block(uint32_t id) {
    put(&code, SPVM_OpLabel, 1, id);
    label = id;
}

/* if (...) goes on in the block that it opens; returns the merge block. */
static uint32_t open_if(void) {
    uint32_t c = condition(), yes = bound, merge = yes + 1;
    bound += 2;
    put(&code, SPVM_OpSelectionMerge, 2, merge, 0);
    put(&code, SPVM_OpBranchConditional, 3, c, yes, merge);
    block(yes);
    return merge;
}

static void close_if(uint32_t merge) {
    go_to(merge);
    block(merge);
}

/* A loop: its continue target is `returned + 1`, its merge block `returned + 2`. */
static uint32_t open_loop(void) {
    uint32_t c, header = bound, body = header + 3;
    bound += 4;
    go_to(header);
    block(header);
    c = condition();
    put(&code, SPVM_OpLoopMerge, 3, header + 2, header + 1, 0);
    put(&code, SPVM_OpBranchConditional, 3, c, body, header + 2);
    block(body);
    return header;
}

static void close_loop(uint32_t header) {
    go_to(header + 1);
    block(header + 1);
    go_to(header);
    block(header + 2);
}

/* A switch of n cases whose labels are ids[0..n-1]; ids[n] is its merge block. */
static void open_switch(uint32_t n) {
    uint32_t i, at, value = load(variable);
    for (i = 0; i <= n; i++) ids[i] = bound++;
    put(&code, SPVM_OpSelectionMerge, 2, ids[n], 0);
    at = begin(&code, SPVM_OpSwitch);
    add(&code, value);
    add(&code, ids[n]);
    for (i = 0; i < n; i++) {
        add(&code, i);
        add(&code, ids[i]);
    }
    end(&code, at);
}

static void open_function(uint32_t id) {
    put(&code, SPVM_OpFunction, 4, VOID, id, 0, FN);
    block(bound++);
}

static void close_function(void) {
    put(&code, SPVM_OpReturn, 0);
    put(&code, SPVM_OpFunctionEnd, 0);
}

static void call(uint32_t function) {
    put(&code, SPVM_OpFunctionCall, 3, VOID, bound++, function);
}

static void cases(uint32_t n, uint32_t together) {
    uint32_t i;
    open_switch(n);
    for (i = 0; i < n; i++) {
        block(ids[i]);
        store(variable, one);
        go_to((i + 1) % together ? ids[i + 1] : ids[n]);
    }
    block(ids[n]);
}

static void cases_apart(uint32_t n) { cases(n, 1); }
static void cases_fall(uint32_t n) { cases(n, 4 * n); }
static void cases_fall_apart(uint32_t n) {
    for (; n >= 10; n -= 10) cases(10, 2);
}

static void jumps(uint32_t n) { /* out of the cases: of the switch, of the loop around it */
    uint32_t i, header = open_loop();
    open_switch(n);
    for (i = 0; i < n; i++) {
        block(ids[i]);
        store(variable, one);
        go_to(i % 3 == 0 ? ids[n] : header + i % 3);
    }
    block(ids[n]);
    close_loop(header);
}

static void deep_ifs(uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++) ids[i] = open_if();
    for (i = n; i-- > 0;) close_if(ids[i]);
}

static void deep_loops(uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++) ids[i] = open_loop();
    for (i = n; i-- > 0;) close_loop(ids[i]);
}

static void deep_switches(uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++) {
        open_switch(1);
        block(ids[0]);
        ways[i] = ids[1];
    }
    for (i = n; i-- > 0;) close_if(ways[i]);
}

static void loops(uint32_t n) {
    while (n-- > 0) close_loop(open_loop());
}

static void exits(uint32_t n) { /* of a loop: a break, a continue, a return in turn */
    uint32_t i, merge, header = open_loop();
    for (i = 0; i < n; i++) {
        merge = open_if();
        store(variable, one);
        if (i % 3 == 2) put(&code, SPVM_OpReturn, 0);
        else go_to(header + 1 + i % 3);
        block(merge);
    }
    close_loop(header);
}

static void waits(uint32_t n) { /* loads that stores go around */
    uint32_t i, x = zero;
    for (i = 0; i < n; i++) ids[i] = load(variable);
    for (i = 0; i < n; i++) store(other, one);
    for (i = 0; i < n; i++) x = sum(x, ids[i]);
    store(variable, x);
}

static void phis(uint32_t n) { /* each of the one before */
    uint32_t x = zero, before, y, yes, merge;
    for (; n > 0; n--) {
        before = label;
        merge = open_if();
        y = sum(x, one);
        yes = label;
        close_if(merge);
        put(&code, SPVM_OpPhi, 6, UINT, bound, x, before, y, yes);
        x = bound++;
    }
    store(variable, x);
}

static void phi_ways(uint32_t n, int turn) { /* one of many ways */
    uint32_t i, at, from = label;
    open_switch(n);
    for (i = 0; i < n; i++) {
        block(ids[i]);
        go_to(ids[n]);
    }
    block(ids[n]);
    at = begin(&code, SPVM_OpPhi);
    add(&code, UINT);
    add(&code, bound);
    add(&code, zero);
    add(&code, from);
    for (i = 0; i < n; i++) {
        add(&code, one);
        add(&code, ids[turn ? n - 1 - i : i]);
    }
    end(&code, at);
    store(variable, bound++);
}

static void phi_ways_up(uint32_t n) { phi_ways(n, 0); }
static void phi_ways_down(uint32_t n) { phi_ways(n, 1); }

static void phis_of_a_loop(uint32_t n) { /* which change places */
    uint32_t i, before = label, c = bound++, header = bound;
    bound += 4;
    for (i = 0; i < n; i++) ids[i] = bound++;
    go_to(header);
    block(header);
    for (i = 0; i < n; i++)
        put(&code, SPVM_OpPhi, 6, UINT, ids[i], i % 2 ? zero : one, before, ids[(i + 1) % n],
            header + 1);
    put(&code, SPVM_OpULessThan, 4, BOOL, c, ids[0], one);
    put(&code, SPVM_OpLoopMerge, 3, header + 2, header + 1, 0);
    put(&code, SPVM_OpBranchConditional, 3, c, header + 3, header + 2);
    block(header + 3);
    close_loop(header);
    store(variable, ids[n - 1]);
}

static void one_block(uint32_t n) {
    uint32_t i;
    ids[0] = load(variable);
    for (i = 1; i < n; i++) ids[i] = sum(ids[i - 1], ids[i / 2]);
    store(variable, ids[n - 1]);
}

static void constants(uint32_t n) {
    while (n-- > 0) store(variable, constant(n));
}

static void names(uint32_t n) { /* all the same */
    for (; n > 0; n--) {
        uint32_t id = global();
        put(&head, SPVM_OpName, 3, id, 0x656D6173u, 0u);
        store(id, one);
    }
}

static void members(uint32_t n) { /* structs in structs */
    uint32_t i, x;
    ids[0] = UINT;
    for (i = 1; i <= n; i++) put(&types, SPVM_OpTypeStruct, 2, ids[i] = bound++, ids[i - 1]);
    put(&types, SPVM_OpConstantNull, 2, ids[n], x = bound++);
    for (i = n; i-- > 0; x = bound++)
        put(&code, SPVM_OpCompositeExtract, 4, ids[i], bound, x, 0);
    store(variable, x);
}

static void functions(uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++) call(ids[i] = bound++);
    for (i = 0; i < n; i++) {
        close_function();
        open_function(ids[i]);
        store(variable, sum(load(variable), one));
    }
}

static void calls(uint32_t n) { /* each of the next */
    for (; n > 0; n--) {
        uint32_t id = bound++;
        call(id);
        close_function();
        open_function(id);
    }
    store(variable, one);
}

static void entries(uint32_t n) {
    for (; n > 0; n--) {
        uint32_t id = bound++;
        close_function();
        open_function(id);
        store(variable, one);
        put(&head, SPVM_OpEntryPoint, 4, SPVM_ExecutionModel_Fragment, id, 0x656D6173u, 0u);
    }
}

static void append(section *to, const section *from) {
    memcpy(to->words + to->count, from->words, from->count * sizeof(uint32_t));
    to->count += from->count;
}

/* The words of a shape of n parts. */
static void make_module(void (*shape)(uint32_t n), uint32_t n, section *to) {
    uint32_t i;
    head.count = types.count = code.count = 0;
    bound = FIRST;
    put(&types, SPVM_OpTypeVoid, 1, VOID);
    put(&types, SPVM_OpTypeFunction, 2, FN, VOID);
    put(&types, SPVM_OpTypeInt, 3, UINT, 32, 0);
    put(&types, SPVM_OpTypeBool, 1, BOOL);
    put(&types, SPVM_OpTypePointer, 3, PRIVATE, SPVM_StorageClass_Private, UINT);
    variable = global();
    other = global();
    zero = constant(0);
    one = constant(1);
    open_function(MAIN);
    shape(n);
    close_function();
    to->count = 0;
    for (i = 0; i < 5; i++) add(to, i == 0 ? 0x07230203u : i == 1 ? 0x10000u : i == 3 ? bound : 0);
    put(to, SPVM_OpCapability, 1, SPVM_Capability_Shader);
    put(to, SPVM_OpMemoryModel, 2, 0, 1);
    put(to, SPVM_OpEntryPoint, 4, SPVM_ExecutionModel_Fragment, MAIN, 0x6E69616Du, 0u);
    append(to, &head);
    append(to, &types);
    append(to, &code);
}

#endif
