/* Runs the words of a fragment shader for one pixel, without a device: the part of SPIR-V that
   lambdav writes (derivatives aside: they need neighbours). Numbers are binary32, each operation
   rounded once; functions that Vulkan gives some freedom are computed in double. Include lambdav.h
   with its implementation first. */
#ifndef SPIRV_RUN_H
#define SPIRV_RUN_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPIRV_IDS = 1 << 16, SPIRV_STEPS = 1000000, SPIRV_LOCATIONS = 8, SPIRV_PARTS = 16 };

/* What is known of an id. `at`: where its instruction begins. A constant uint has its value in
   `index`, a pointer the member that it points at. */
typedef struct spirv_id {
    uint32_t at, type, variable, index, builtin, location;
    float v[SPIRV_PARTS]; /* components in a row; bools are 0 and 1 */
} spirv_id;

typedef struct spirv_machine {
    const uint32_t *words, *first; /* the first label */
    size_t count;
    const unsigned char *push;
    float x, y;
    float out[SPIRV_LOCATIONS][4];
    int discarded;
    long steps;
    uint32_t previous; /* label of the block that was left last */
    spirv_id ids[SPIRV_IDS];
} spirv_machine;

static const uint32_t *spirv_of(const spirv_machine *m, uint32_t id) {
    return m->words + m->ids[id].at;
}

/* How many numbers a type has. */
static uint32_t spirv_parts(const spirv_machine *m, uint32_t type) {
    const uint32_t *w = spirv_of(m, type);
    uint32_t n = 0, i;
    switch (w[0] & 0xffff) {
    case LVI_SPV_OpTypeVector:
    case LVI_SPV_OpTypeMatrix: return w[3] * spirv_parts(m, w[2]);
    case LVI_SPV_OpTypeStruct:
        for (i = 2; i < w[0] >> 16; i++) n += spirv_parts(m, w[i]);
        return n;
    default: return 1;
    }
}

/* The type of part `index` of a type, and in *offset the numbers before it. */
static uint32_t spirv_member(const spirv_machine *m, uint32_t type, uint32_t index,
                             uint32_t *offset) {
    const uint32_t *w = spirv_of(m, type);
    uint32_t i;
    if ((w[0] & 0xffff) != LVI_SPV_OpTypeStruct) {
        *offset += index * spirv_parts(m, w[2]);
        return w[2];
    }
    for (i = 0; i < index; i++) *offset += spirv_parts(m, w[2 + i]);
    return w[2 + index];
}

/* Number of the decoration of a member. */
static uint32_t spirv_decoration(const spirv_machine *m, uint32_t type, uint32_t member,
                                 uint32_t kind) {
    size_t i;
    for (i = 5; i < m->count; i += m->words[i] >> 16) {
        const uint32_t *w = m->words + i;
        if ((w[0] & 0xffff) == LVI_SPV_OpMemberDecorate && w[1] == type && w[2] == member
            && w[3] == kind)
            return w[4];
    }
    return 0;
}

static void spirv_load(spirv_machine *m, const uint32_t *w) {
    spirv_id *r = &m->ids[w[2]];
    const spirv_id *p = &m->ids[w[3]], *variable = &m->ids[p->variable];
    const uint32_t *type = spirv_of(m, w[1]);
    uint32_t block, offset, stride, i, rows = spirv_parts(m, w[1]);
    if (variable->builtin == LVI_SPV_BuiltIn_FragCoord) {
        r->v[0] = m->x, r->v[1] = m->y, r->v[2] = 0, r->v[3] = 1;
        return;
    }
    if (variable->builtin == LVI_SPV_BuiltIn_FrontFacing) {
        r->v[0] = 1;
        return;
    }
    if (spirv_of(m, p->variable)[3] != LVI_SPV_StorageClass_PushConstant) {
        memcpy(r->v, variable->v, sizeof r->v);
        return;
    }
    block = spirv_of(m, variable->type)[3];
    offset = spirv_decoration(m, block, p->index, LVI_SPV_Decoration_Offset);
    stride = spirv_decoration(m, block, p->index, LVI_SPV_Decoration_MatrixStride);
    if ((type[0] & 0xffff) == LVI_SPV_OpTypeMatrix) rows = spirv_parts(m, type[2]);
    for (i = 0; i < spirv_parts(m, w[1]); i++)
        memcpy(&r->v[i], m->push + offset + i / rows * stride + i % rows * 4, 4);
}

/* ---- operations on single numbers */

static int spirv_unknown;

static double spirv_glsl(uint32_t op, double a, double b, double c) {
    double t;
    switch (op) {
    case LVI_GLSL_Round:
    case LVI_GLSL_RoundEven: return nearbyint(a);
    case LVI_GLSL_Trunc: return trunc(a);
    case LVI_GLSL_FAbs: return fabs(a);
    case LVI_GLSL_FSign: return a > 0 ? 1 : a < 0 ? -1 : a;
    case LVI_GLSL_Floor: return floor(a);
    case LVI_GLSL_Ceil: return ceil(a);
    case LVI_GLSL_Fract: return a - floor(a);
    case LVI_GLSL_Radians: return a * (3.14159265358979323846 / 180);
    case LVI_GLSL_Degrees: return a * (180 / 3.14159265358979323846);
    case LVI_GLSL_FMin: return b < a ? b : a;
    case LVI_GLSL_FMax: return a < b ? b : a;
    case LVI_GLSL_NMin: return fmin(a, b);
    case LVI_GLSL_NMax: return fmax(a, b);
    case LVI_GLSL_FClamp: t = a < b ? b : a; return c < t ? c : t;
    case LVI_GLSL_NClamp: return fmin(fmax(a, b), c);
    case LVI_GLSL_FMix: return a * (1 - c) + b * c;
    case LVI_GLSL_Step: return b < a ? 0 : 1;
    case LVI_GLSL_SmoothStep: t = fmin(fmax((c - a) / (b - a), 0), 1); return t * t * (3 - 2 * t);
    case LVI_GLSL_Fma: return a * b + c;
    case LVI_GLSL_Sin: return sin(a);
    case LVI_GLSL_Cos: return cos(a);
    case LVI_GLSL_Tan: return tan(a);
    case LVI_GLSL_Asin: return asin(a);
    case LVI_GLSL_Acos: return acos(a);
    case LVI_GLSL_Atan: return atan(a);
    case LVI_GLSL_Atan2: return atan2(a, b);
    case LVI_GLSL_Sinh: return sinh(a);
    case LVI_GLSL_Cosh: return cosh(a);
    case LVI_GLSL_Tanh: return tanh(a);
    case LVI_GLSL_Asinh: return asinh(a);
    case LVI_GLSL_Acosh: return acosh(a);
    case LVI_GLSL_Atanh: return atanh(a);
    case LVI_GLSL_Pow: return pow(a, b);
    case LVI_GLSL_Exp: return exp(a);
    case LVI_GLSL_Log: return log(a);
    case LVI_GLSL_Exp2: return exp2(a);
    case LVI_GLSL_Log2: return log2(a);
    case LVI_GLSL_Sqrt: return sqrt(a);
    case LVI_GLSL_InverseSqrt: return 1 / sqrt(a);
    default: spirv_unknown = 1; return NAN;
    }
}

/* Returns 0 if the opcode is none of these. */
static int spirv_scalar(uint32_t op, float a, float b, float *r) {
    switch (op) {
    case LVI_SPV_OpFAdd: *r = a + b; return 1;
    case LVI_SPV_OpFSub: *r = a - b; return 1;
    case LVI_SPV_OpFMul: *r = a * b; return 1;
    case LVI_SPV_OpFDiv: *r = a / b; return 1;
    case LVI_SPV_OpFMod:
        *r = (float)((double)a - (double)b * floor((double)a / (double)b));
        return 1;
    case LVI_SPV_OpFRem: *r = fmodf(a, b); return 1;
    case LVI_SPV_OpFNegate: *r = -a; return 1;
    case LVI_SPV_OpFOrdEqual: *r = (float)(a == b); return 1;
    case LVI_SPV_OpFUnordNotEqual: *r = (float)(a != b); return 1;
    case LVI_SPV_OpFOrdLessThan: *r = (float)(a < b); return 1;
    case LVI_SPV_OpFOrdLessThanEqual: *r = (float)(a <= b); return 1;
    case LVI_SPV_OpFOrdGreaterThan: *r = (float)(a > b); return 1;
    case LVI_SPV_OpFOrdGreaterThanEqual: *r = (float)(a >= b); return 1;
    case LVI_SPV_OpIEqual: *r = (float)(memcmp(&a, &b, sizeof a) == 0); return 1;
    case LVI_SPV_OpLogicalEqual: *r = (float)(a == b); return 1;
    case LVI_SPV_OpLogicalNotEqual: *r = (float)(a != b); return 1;
    case LVI_SPV_OpLogicalAnd: *r = (float)(a != 0 && b != 0); return 1;
    case LVI_SPV_OpLogicalOr: *r = (float)(a != 0 || b != 0); return 1;
    case LVI_SPV_OpLogicalNot: *r = (float)(a == 0); return 1;
    case LVI_SPV_OpIsNan: *r = (float)(isnan(a) != 0); return 1;
    case LVI_SPV_OpIsInf: *r = (float)(isinf(a) != 0); return 1;
    default: return 0;
    }
}

/* ---- operations on vectors and matrices */

static float spirv_dot(uint32_t n, const float *a, uint32_t a_step, const float *b,
                       uint32_t b_step) {
    float sum = a[0] * b[0];
    uint32_t i;
    for (i = 1; i < n; i++) sum += a[i * a_step] * b[i * b_step];
    return sum;
}

static float spirv_determinant(uint32_t n, const float *m) {
    float sum = 0, minor[9];
    uint32_t row, column, i, at;
    if (n == 1) return m[0];
    for (row = 0; row < n; row++) {
        at = 0;
        for (column = 1; column < n; column++)
            for (i = 0; i < n; i++)
                if (i != row) minor[at++] = m[column * n + i];
        sum += (row % 2 ? -m[row] : m[row]) * spirv_determinant(n - 1, minor);
    }
    return sum;
}

/* Functions of whole vectors; returns 0 if the function is none of these. */
static int spirv_geometry(uint32_t op, uint32_t n, const float *a, const float *b, float *r) {
    uint32_t i;
    float t;
    switch (op) {
    case LVI_GLSL_Length: r[0] = sqrtf(spirv_dot(n, a, 1, a, 1)); return 1;
    case LVI_GLSL_Distance:
        t = 0;
        for (i = 0; i < n; i++) t += (a[i] - b[i]) * (a[i] - b[i]);
        r[0] = sqrtf(t);
        return 1;
    case LVI_GLSL_Normalize:
        t = sqrtf(spirv_dot(n, a, 1, a, 1));
        for (i = 0; i < n; i++) r[i] = a[i] / t;
        return 1;
    case LVI_GLSL_Cross:
        for (i = 0; i < 3; i++)
            r[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - b[(i + 1) % 3] * a[(i + 2) % 3];
        return 1;
    case LVI_GLSL_Reflect:
        t = 2 * spirv_dot(n, b, 1, a, 1);
        for (i = 0; i < n; i++) r[i] = a[i] - t * b[i];
        return 1;
    case LVI_GLSL_ModfStruct:
        for (i = 0; i < n; i++) {
            r[n + i] = truncf(a[i]);
            r[i] = a[i] - r[n + i];
        }
        return 1;
    default: return 0;
    }
}

/* Returns 0 for what is not known. */
static int spirv_ext_inst(spirv_machine *m, const uint32_t *w) {
    spirv_id *r = &m->ids[w[2]];
    const spirv_id *a = &m->ids[w[5]], *b = (w[0] >> 16) > 6 ? &m->ids[w[6]] : a,
                   *c = (w[0] >> 16) > 7 ? &m->ids[w[7]] : a;
    uint32_t i, parts = spirv_parts(m, w[1]);
    if (w[4] == LVI_GLSL_Determinant) {
        r->v[0] = spirv_determinant(spirv_of(m, a->type)[3], a->v);
        return 1;
    }
    if (spirv_geometry(w[4], spirv_parts(m, a->type), a->v, b->v, r->v)) return 1;
    if (w[4] == LVI_GLSL_FaceForward || w[4] == LVI_GLSL_Refract || w[4] == LVI_GLSL_MatrixInverse)
        return 0;
    for (i = 0; i < parts; i++)
        r->v[i] = (float)spirv_glsl(w[4], (double)a->v[i], (double)b->v[i], (double)c->v[i]);
    return !spirv_unknown;
}

static int spirv_linear(spirv_machine *m, const uint32_t *w) {
    float *r = m->ids[w[2]].v;
    const spirv_id *a = &m->ids[w[3]], *b = &m->ids[w[4]];
    uint32_t op = w[0] & 0xffff, parts = spirv_parts(m, w[1]), i, j, rows, n;
    switch (op) {
    case LVI_SPV_OpVectorTimesScalar:
    case LVI_SPV_OpMatrixTimesScalar:
        for (i = 0; i < parts; i++) r[i] = a->v[i] * b->v[0];
        return 1;
    case LVI_SPV_OpDot: r[0] = spirv_dot(spirv_parts(m, a->type), a->v, 1, b->v, 1); return 1;
    case LVI_SPV_OpVectorTimesMatrix:
        n = spirv_parts(m, a->type);
        for (j = 0; j < parts; j++) r[j] = spirv_dot(n, a->v, 1, b->v + j * n, 1);
        return 1;
    case LVI_SPV_OpMatrixTimesVector:
    case LVI_SPV_OpMatrixTimesMatrix:
        n = spirv_of(m, a->type)[3];
        rows = spirv_parts(m, a->type) / n;
        for (i = 0; i < parts; i++)
            r[i] = spirv_dot(n, a->v + i % rows, rows, b->v + i / rows * n, 1);
        return 1;
    case LVI_SPV_OpOuterProduct:
        rows = spirv_parts(m, a->type);
        for (i = 0; i < parts; i++) r[i] = a->v[i % rows] * b->v[i / rows];
        return 1;
    case LVI_SPV_OpTranspose:
        n = spirv_of(m, w[1])[3]; /* columns of the result */
        rows = parts / n;
        for (i = 0; i < parts; i++) r[i] = a->v[i % rows * n + i / rows];
        return 1;
    default: return 0;
    }
}

static void spirv_composite(spirv_machine *m, const uint32_t *w) {
    float *r = m->ids[w[2]].v;
    const spirv_id *a = &m->ids[w[3]], *b;
    uint32_t words = w[0] >> 16, i, j, n = 0, type, offset = 0;
    switch (w[0] & 0xffff) {
    case LVI_SPV_OpConstantComposite:
    case LVI_SPV_OpCompositeConstruct:
        for (i = 3; i < words; i++) {
            b = &m->ids[w[i]];
            for (j = 0; j < spirv_parts(m, b->type); j++) r[n++] = b->v[j];
        }
        return;
    case LVI_SPV_OpCompositeExtract:
        type = a->type;
        for (i = 4; i < words; i++) type = spirv_member(m, type, w[i], &offset);
        for (i = 0; i < spirv_parts(m, type); i++) r[i] = a->v[offset + i];
        return;
    case LVI_SPV_OpCompositeInsert:
        b = &m->ids[w[4]];
        type = b->type;
        memcpy(r, b->v, sizeof b->v);
        for (i = 5; i < words; i++) type = spirv_member(m, type, w[i], &offset);
        for (i = 0; i < spirv_parts(m, type); i++) r[offset + i] = a->v[i];
        return;
    case LVI_SPV_OpVectorShuffle:
        b = &m->ids[w[4]];
        n = spirv_parts(m, a->type);
        for (i = 5; i < words; i++) r[i - 5] = w[i] < n ? a->v[w[i]] : b->v[w[i] - n];
        return;
    default: /* OpSelect */
        n = spirv_parts(m, a->type);
        for (i = 0; i < spirv_parts(m, w[1]); i++)
            r[i] = m->ids[a->v[n > 1 ? i : 0] != 0 ? w[4] : w[5]].v[i];
    }
}

/* An instruction that gives a value and goes on to the next; 0 if it is not known. */
static int spirv_value(spirv_machine *m, const uint32_t *w) {
    uint32_t op = w[0] & 0xffff, i;
    spirv_id *r = &m->ids[w[2]];
    const spirv_id *a = (w[0] >> 16) > 3 ? &m->ids[w[3]] : r,
                   *b = (w[0] >> 16) > 4 ? &m->ids[w[4]] : a;
    switch (op) {
    case LVI_SPV_OpLoad: spirv_load(m, w); return 1;
    case LVI_SPV_OpAccessChain:
        r->variable = w[3];
        r->index = m->ids[w[4]].index;
        return 1;
    case LVI_SPV_OpUndef:
        for (i = 0; i < SPIRV_PARTS; i++) r->v[i] = 12345.678f; /* is seen where it is used */
        return 1;
    case LVI_SPV_OpExtInst: return spirv_ext_inst(m, w);
    case LVI_SPV_OpCompositeConstruct:
    case LVI_SPV_OpCompositeExtract:
    case LVI_SPV_OpCompositeInsert:
    case LVI_SPV_OpVectorShuffle:
    case LVI_SPV_OpSelect: spirv_composite(m, w); return 1;
    case LVI_SPV_OpAny:
    case LVI_SPV_OpAll:
        r->v[0] = (float)(op == LVI_SPV_OpAll);
        for (i = 0; i < spirv_parts(m, a->type); i++)
            if ((a->v[i] != 0) == (op == LVI_SPV_OpAny)) r->v[0] = (float)(op == LVI_SPV_OpAny);
        return 1;
    default: break;
    }
    if (spirv_linear(m, w)) return 1;
    for (i = 0; i < spirv_parts(m, w[1]); i++)
        if (!spirv_scalar(op, a->v[i], b->v[i], &r->v[i])) return 0;
    return 1;
}

/* ---- control flow */

/* All phis of a block at once; returns the instruction after them. */
static const uint32_t *spirv_phis(spirv_machine *m, const uint32_t *first) {
    static float values[4096][SPIRV_PARTS];
    const uint32_t *w;
    size_t n = 0;
    uint32_t i;
    for (w = first; (w[0] & 0xffff) == LVI_SPV_OpPhi; w += w[0] >> 16, n++) {
        if (n == 4096) abort();
        for (i = 3; i < w[0] >> 16; i += 2)
            if (w[i + 1] == m->previous) memcpy(values[n], m->ids[w[i]].v, sizeof values[n]);
    }
    n = 0;
    for (w = first; (w[0] & 0xffff) == LVI_SPV_OpPhi; w += w[0] >> 16)
        memcpy(m->ids[w[2]].v, values[n++], sizeof values[0]);
    return w;
}

static const uint32_t *spirv_enter(spirv_machine *m, uint32_t from, uint32_t label) {
    m->previous = from;
    return spirv_phis(m, spirv_of(m, label) + 2);
}

static int spirv_call(spirv_machine *m, const uint32_t *call);

static uint32_t spirv_case(const spirv_machine *m, const uint32_t *w) {
    uint32_t i, selector;
    memcpy(&selector, &m->ids[w[1]].v[0], 4);
    for (i = 3; i < w[0] >> 16; i += 2)
        if (w[i] == selector) return w[i + 1];
    return w[2];
}

/* The label that a block ends by going to; 0 if w is no end of a block. */
static uint32_t spirv_target(const spirv_machine *m, const uint32_t *w) {
    switch (w[0] & 0xffff) {
    case LVI_SPV_OpBranch: return w[1];
    case LVI_SPV_OpBranchConditional: return m->ids[w[1]].v[0] != 0 ? w[2] : w[3];
    case LVI_SPV_OpSwitch: return spirv_case(m, w);
    default: return 0;
    }
}

/* Returns 0 for an output that is not there. */
static int spirv_store(spirv_machine *m, const uint32_t *w) {
    spirv_id *variable = &m->ids[w[1]];
    if (spirv_of(m, w[1])[3] != LVI_SPV_StorageClass_Output) {
        memcpy(variable->v, m->ids[w[2]].v, sizeof variable->v);
        return 1;
    }
    if (variable->location >= SPIRV_LOCATIONS) return 0;
    memcpy(m->out[variable->location], m->ids[w[2]].v, sizeof m->out[0]);
    return 1;
}

/* Runs from the first label of a function on; its value goes to `result`. Returns 0 if something is
   not known or does not end. */
static int spirv_function(spirv_machine *m, const uint32_t *w, spirv_id *result) {
    uint32_t label = w[1], next;
    for (w += 2; m->steps < SPIRV_STEPS && !m->discarded; m->steps++) {
        next = spirv_target(m, w);
        if (next != 0) {
            w = spirv_enter(m, label, next);
            label = next;
            continue;
        }
        switch (w[0] & 0xffff) {
        case LVI_SPV_OpReturn: return 1;
        case LVI_SPV_OpReturnValue: memcpy(result->v, m->ids[w[1]].v, sizeof result->v); return 1;
        case LVI_SPV_OpKill:
        case LVI_SPV_OpTerminateInvocation:
        case LVI_SPV_OpDemoteToHelperInvocation: m->discarded = 1; break;
        case LVI_SPV_OpSelectionMerge:
        case LVI_SPV_OpLoopMerge:
        case LVI_SPV_OpVariable: break;
        case LVI_SPV_OpFunctionCall:
            if (!spirv_call(m, w)) return 0;
            break;
        case LVI_SPV_OpStore:
            if (!spirv_store(m, w)) return 0;
            break;
        default:
            if (!spirv_value(m, w)) return 0;
        }
        w += w[0] >> 16;
    }
    return m->discarded;
}

/* Functions do not recur in SPIR-V: their parameters and values can stay where they are. */
static int spirv_call(spirv_machine *m, const uint32_t *call) {
    const uint32_t *w = spirv_of(m, call[3]), *first = m->words + m->ids[call[3]].index;
    uint32_t i = 4;
    for (w += w[0] >> 16; (w[0] & 0xffff) == LVI_SPV_OpFunctionParameter; w += w[0] >> 16)
        memcpy(m->ids[w[2]].v, m->ids[call[i++]].v, sizeof m->ids[0].v);
    return spirv_function(m, first, &m->ids[call[2]]);
}

/* Does the instruction begin with a type and a result? */
static int spirv_has_result(uint32_t op) {
    if (op == LVI_SPV_OpUndef || op == LVI_SPV_OpExtInst || op == LVI_SPV_OpPhi) return 1;
    if (op == LVI_SPV_OpStore || op == LVI_SPV_OpDecorate || op == LVI_SPV_OpMemberDecorate
        || op == LVI_SPV_OpFunctionEnd)
        return 0;
    return op >= LVI_SPV_OpConstantTrue && op < LVI_SPV_OpPhi;
}

/* Notes where every id is made, and the values of constants. Returns the first label, NULL if the
   words are not for this machine. */
static const uint32_t *spirv_scan(spirv_machine *m) {
    uint32_t function = 0, entry = 0;
    size_t i;
    if (m->words[3] > SPIRV_IDS) return NULL;
    memset(m->ids, 0, m->words[3] * sizeof m->ids[0]);
    for (i = 5; i < m->count; i += m->words[i] >> 16) {
        const uint32_t *w = m->words + i;
        uint32_t op = w[0] & 0xffff, id = 0;
        if (op == LVI_SPV_OpEntryPoint) entry = w[2];
        if (op == LVI_SPV_OpFunction) function = w[2];
        if (op == LVI_SPV_OpDecorate && w[2] == LVI_SPV_Decoration_Location)
            m->ids[w[1]].location = w[3];
        if (op == LVI_SPV_OpDecorate && w[2] == LVI_SPV_Decoration_BuiltIn) {
            m->ids[w[1]].builtin = w[3];
            m->ids[w[1]].location = SPIRV_LOCATIONS;
        }
        if ((op >= LVI_SPV_OpTypeVoid && op <= LVI_SPV_OpTypeFunction) || op == LVI_SPV_OpLabel)
            id = w[1];
        else if (spirv_has_result(op))
            id = w[2];
        if (id == 0) continue;
        m->ids[id].at = (uint32_t)i;
        if (id != w[1]) m->ids[id].type = w[1];
        if (op == LVI_SPV_OpVariable) m->ids[id].variable = id;
        if (op == LVI_SPV_OpLabel && !m->ids[function].index) m->ids[function].index = (uint32_t)i;
        if (op == LVI_SPV_OpConstantTrue) m->ids[id].v[0] = 1;
        if (op == LVI_SPV_OpConstant) {
            m->ids[id].index = w[3];
            memcpy(&m->ids[id].v[0], &w[3], 4);
        }
        if (op == LVI_SPV_OpConstantComposite) spirv_composite(m, w);
        if (op == LVI_SPV_OpUndef) spirv_value(m, w);
    }
    return m->ids[entry].index ? m->words + m->ids[entry].index : NULL;
}

/* Makes ready to run the words. Returns 0 if they are not for this machine. */
static int spirv_open(spirv_machine *m, const uint32_t *words, size_t count,
                      const unsigned char *push) {
    m->words = words;
    m->count = count;
    m->push = push;
    m->first = spirv_scan(m);
    return m->first != NULL;
}

/* Runs the pixel with centre (x, y): fills m->out and m->discarded. Returns 0 if that cannot be
   done. */
static int spirv_run(spirv_machine *m, float x, float y) {
    m->x = x;
    m->y = y;
    m->discarded = 0;
    spirv_unknown = 0;
    m->steps = 0;
    return spirv_function(m, m->first, NULL);
}

#endif
