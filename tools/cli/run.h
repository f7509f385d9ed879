/* lambdav run: dispatches of compute programs. Part of lambdav.c. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "devices.h"
#include "passes.h"
#include "scene.h"

typedef struct runner {
    scene scene;
    device device;
    device_program programs[MAX_PASSES]; /* of the passes; one for those of one entry point */
    uint32_t owners[MAX_PASSES];         /* the pass whose program it is */
    loops loops;
    int checked[MAX_PASSES]; /* whether a pass has been looked at already, */
    int noted[MAX_PASSES];   /* and that it runs more than was asked for has been said */
    uint64_t turns;          /* of all passes in a round */
    uint32_t largest[2];     /* invocations in x and y, of all turns */
    uint64_t dispatches, nanoseconds, least; /* of all dispatches; of the shortest */
} runner;

static int is_resource(const named *n) {
    (void)n;
    return 1;
}

/* ---- what a pass is: an entry point, and how many invocations of it */

/* Without an -e there is one pass, of the first entry point. */
static uint32_t first_pass(const runner *x) {
    return x->scene.arguments->pass_count > 0;
}

/* Whether row i of the list is an entry point. */
static int is_entry(const runner *x, uint32_t i) {
    return x->scene.arguments->passes[i].kind == PASS_ENTRY;
}

/* The --size or --dispatch of a pass: its own, else that of all. */
static const list_row *amount_of(const runner *x, uint32_t i) {
    const list_row *p = &x->scene.arguments->passes[i];
    return p->size != NULL || p->dispatch != NULL ? p : x->scene.arguments->passes;
}

/* How entry point i is run. resolution[] becomes the invocations that are asked for. */
static int plan_amount(runner *x, uint32_t i, const lambdav_entry_point *entry,
                        device_program *row, double resolution[3]) {
    const list_row *p = amount_of(x, i);
    uint32_t k, sizes[3] = {1, 1, 1};
    char *text = expand(&x->loops, p->size != NULL ? p->size : p->dispatch);
    if (text == NULL) return BAD_USAGE;
    k = parse_sizes(text, MAX_DISPATCH, 3, sizes);
    if (k == 0)
        complain(BAD_USAGE, "--%s does not take '%s'", p->size ? "size" : "dispatch", text);
    free(text);
    if (k == 0) return BAD_USAGE;
    for (k = 0; k < 3; k++) {
        row->groups[k] = p->size == NULL ? sizes[k] : 0;
        row->invocations[k] = p->size == NULL ? 0 : sizes[k];
        resolution[k] = p->size == NULL ? (double)sizes[k] * entry->workgroup_size[k] : sizes[k];
    }
    return DONE;
}

/* How many invocations run where so many are asked for: workgroups are whole. */
static double whole_invocations(const lambdav_entry_point *entry, const double asked[3]) {
    const uint32_t *group = entry->workgroup_size;
    double run = 1;
    uint32_t k;
    for (k = 0; k < 3; k++) run *= ceil(asked[k] / (group[k] ? group[k] : 1)) * group[k];
    return run;
}

/* Says that more is run than --size asks for, since workgroups are whole: once for an entry
   point. */
static void note_rounded(runner *x, uint32_t i, const lambdav_entry_point *entry,
                         const double asked[3]) {
    const uint32_t *group = entry->workgroup_size;
    double run = whole_invocations(entry, asked);
    char *name;
    if (amount_of(x, i)->size == NULL || x->noted[x->owners[i]]) return;
    if (run <= asked[0] * asked[1] * asked[2]) return;
    x->noted[x->owners[i]] = 1;
    name = plain_name(entry->name);
    complain(DONE, "note: '%s' runs %.0f invocations for --size %.0f,%.0f,%.0f: its workgroups are "
                   "%u,%u,%u", name, run, asked[0], asked[1], asked[2], group[0], group[1],
             group[2]);
    free(name);
}

/* Finds the entry point of a pass, the only one that is chosen then. */
static const lambdav_entry_point *choose_pass(runner *x, uint32_t i) {
    x->scene.chosen_count = 0;
    return choose_entry(&x->scene, 0, LAMBDAV_STAGE_COMPUTE, x->scene.arguments->passes[i].entry);
}

static int plan_pass(runner *x, uint32_t i) {
    const arguments *a = x->scene.arguments;
    const list_row *p = &a->passes[i];
    const lambdav_entry_point *entry = choose_pass(x, i);
    device_program *row = &x->programs[i];
    uint32_t k;
    if (entry == NULL)
        return no_entry(&x->scene, 0, LAMBDAV_STAGE_COMPUTE, p->entry);
    if (amount_of(x, i)->size == NULL && amount_of(x, i)->dispatch == NULL)
        return complain(BAD_USAGE, "run: how many%s%s%s? --dispatch X,Y,Z workgroups, or --size "
                                   "W,H,D invocations%s", p->entry ? " of '" : "",
                        p->entry ? p->entry : "", p->entry ? "'" : "",
                        p->entry ? "; behind an --entry they belong to that one, before the first "
                                   "they are for all" : "");
    for (k = first_pass(x); k < i; k++)
        if (is_entry(x, k) && x->owners[k] == k && choose_pass(x, k) == entry) break;
    x->owners[i] = k;
    row->words = x->scene.modules[0].words;
    row->word_count = x->scene.modules[0].word_count;
    row->entry = p->entry;
    return DONE;
}

/* ---- a pass has its turn */

/* The --set of a pass. */
static int set_values(runner *x, uint32_t i, int act) {
    const arguments *a = x->scene.arguments;
    size_t k;
    char *value;
    int code = DONE;
    for (k = 0; k < a->named_count && i > 0 && code == DONE; k++) {
        if (a->named[k].letter != 'S' || a->named[k].pass != i) continue;
        the_origin = a->named[k].origin;
        value = expand(&x->loops, a->named[k].value);
        code = value == NULL ? BAD_USAGE : set_value(&x->scene, &a->named[k], value, act);
        free(value);
    }
    if (code == DONE) the_origin = command_line;
    return code;
}

/* What can be found wrong with a pass without a device, the first time that it has its turn. */
static int check_pass(runner *x, uint32_t i, const double resolution[3]) {
    scene *s = &x->scene;
    const char *name = s->arguments->passes[i].entry;
    kept_values kept;
    int code;
    the_origin = s->arguments->passes[i].origin;
    code = check_given(s, name);
    if (code == DONE && i > 0) code = swap_all(s, i, 0);
    if (code != DONE) return code;
    keep_values(s, &kept);
    set_values(x, i, 1);
    fill_all(s, 0, 0, resolution[0], resolution[1], resolution[2]);
    note_unset(s);
    restore_values(&kept);
    x->checked[i] = 1;
    return DONE;
}

/* Looks whether a turn can be had. */
static int check_turn(runner *x, uint32_t i, uint32_t round) {
    scene *s = &x->scene;
    const lambdav_entry_point *entry = choose_pass(x, i);
    double resolution[3];
    uint32_t k;
    int code;
    (void)round;
    exchange_owns(s, i);
    the_origin = s->arguments->passes[i].origin;
    code = plan_amount(x, i, entry, &x->programs[i], resolution);
    if (code == DONE) code = set_values(x, i, 0);
    if (code == DONE && !x->checked[i]) code = check_pass(x, i, resolution);
    if (code == DONE) note_rounded(x, i, entry, resolution);
    for (k = 0; k < 2 && code == DONE; k++)
        if (resolution[k] > x->largest[k]) x->largest[k] = (uint32_t)resolution[k];
    exchange_owns(s, i);
    if (code == DONE && ++x->turns * s->arguments->repeat > MAX_TURNS)
        code = complain(BAD_USAGE, "run: more than %d dispatches", MAX_TURNS);
    if (code == DONE) the_origin = command_line;
    return code;
}

static int dispatch_pass(runner *x, uint32_t i, uint32_t round) {
    scene *s = &x->scene;
    device_program row = x->programs[x->owners[i]];
    uint64_t nanoseconds = 0;
    double resolution[3];
    kept_values kept;
    int code;
    code = plan_amount(x, i, choose_pass(x, i), &row, resolution);
    if (code != DONE) return code;
    keep_values(s, &kept);
    code = set_values(x, i, 1);
    fill_all(s, frame_time(s->arguments, round), round, resolution[0], resolution[1],
             resolution[2]);
    if (code == DONE) code = refresh(s);
    row.given = bind_all(s);
    if (code == DONE) code = x->device.calls->run(&x->device, &row, 1, &nanoseconds);
    s->checkings.of[0].invocations += whole_invocations(choose_pass(x, i), resolution);
    restore_values(&kept);
    x->nanoseconds += nanoseconds;
    if (x->dispatches++ == 0 || nanoseconds < x->least) x->least = nanoseconds;
    return code;
}

static int run_pass(runner *x, uint32_t i, uint32_t round) {
    scene *s = &x->scene;
    int code;
    exchange_owns(s, i);
    code = dispatch_pass(x, i, round);
    if (code == DONE && i > 0) code = swap_all(s, i, 1);
    exchange_owns(s, i);
    return code;
}

/* ---- all passes */

/* Has a turn of a pass, or looks whether it can be had. */
typedef int turn_of_pass(runner *x, uint32_t i, uint32_t round);

/* The turns of an -e: --times of them. */
static int walk_entry(runner *x, uint32_t i, uint32_t round, turn_of_pass *turn) {
    const list_row *p = &x->scene.arguments->passes[i];
    int64_t times = 1, k;
    int code = DONE;
    the_origin = p->origin;
    if (p->times != NULL && !expand_number(&x->loops, p->times, 1, &times)) return BAD_USAGE;
    the_origin = command_line;
    for (k = 0; k < times && code == DONE; k++) code = turn(x, i, round);
    return code;
}

/* The row behind the loop that begins at row i. */
static uint32_t behind_loop(const arguments *a, uint32_t i) {
    uint32_t depth = 0;
    do {
        if (a->passes[i].kind == PASS_FOR) depth++;
        if (a->passes[i].kind == PASS_END) depth--;
        i++;
    } while (depth > 0 && i <= a->pass_count);
    return i;
}

/* Goes through the list, loops and all. What has no --end ends with the list. */
static int walk(runner *x, uint32_t round, turn_of_pass *turn) {
    const arguments *a = x->scene.arguments;
    uint32_t i = first_pass(x), steps = 0;
    int code = DONE;
    x->loops.depth = 0;
    while (code == DONE && (i <= a->pass_count || x->loops.depth > 0)) {
        if (++steps > 4 * MAX_TURNS) return complain(BAD_USAGE, "--for: too many turns");
        if (i > a->pass_count || a->passes[i].kind == PASS_END) {
            if (loop_step(&x->loops)) i = x->loops.rows[x->loops.depth - 1].row + 1;
            else x->loops.depth--, i++;
        } else if (a->passes[i].kind == PASS_FOR) {
            the_origin = a->passes[i].origin;
            code = loop_begin(&x->loops, &a->passes[i], i);
            if (code == DONE) the_origin = command_line;
            if (code == DONE && !loop_goes_on(&x->loops.rows[x->loops.depth - 1]))
                x->loops.depth--, i = behind_loop(a, i);
            else i++;
        } else {
            code = walk_entry(x, i++, round, turn);
        }
    }
    return code;
}

/* What can be found wrong without a device. */
static int runner_check(runner *x) {
    scene *s = &x->scene;
    const arguments *a = s->arguments;
    uint32_t i;
    int code = take_constants(s);
    if (code == DONE) code = scene_open(s);
    for (i = first_pass(x); i <= a->pass_count && code == DONE; i++) {
        the_origin = a->passes[i].origin;
        if (is_entry(x, i)) code = plan_pass(x, i);
        if (code == DONE) the_origin = command_line;
    }
    if (code == DONE) code = walk(x, 0, check_turn);
    for (i = first_pass(x); i <= a->pass_count && code == DONE; i++) {
        if (!is_entry(x, i) || x->checked[i]) continue;
        the_origin = a->passes[i].origin;
        complain(DONE, "note: no --for around it gives '%s' a turn", a->passes[i].entry);
        the_origin = command_line;
    }
    if (code == DONE) code = swap_all(s, 0, 0);
    return code == DONE ? write_results(s, is_resource, 0) : code;
}

static int runner_open(runner *x) {
    scene *s = &x->scene;
    uint32_t i;
    int code = device_open(&x->device, s->arguments);
    if (code != DONE) return code;
    s->device = &x->device;
    code = checkings_open(&s->checkings, s->arguments, s->modules, 1, &x->device, x->largest[0],
                          x->largest[1]);
    for (i = first_pass(x); i <= s->arguments->pass_count && code == DONE; i++) {
        if (!is_entry(x, i) || x->owners[i] != i) continue;
        x->programs[i].words = checked_words(&s->checkings, s->modules, 0,
                                             &x->programs[i].word_count);
        x->programs[i].given = given(s);
        progress_say("building the pipeline on %s", x->device.name);
        code = x->device.calls->program_open(&x->device, &x->programs[i]);
    }
    return code == DONE ? upload(s) : code;
}

static int runner_round(runner *x, uint32_t round) {
    int code;
    progress_say("round %u of %u on %s", round + 1, x->scene.arguments->repeat, x->device.name);
    code = walk(x, round, run_pass);
    return code == DONE ? swap_all(&x->scene, 0, 1) : code;
}

static void runner_close(runner *x) {
    uint32_t i;
    progress_end();
    for (i = first_pass(x); i <= x->scene.arguments->pass_count && x->device.calls != NULL; i++)
        if (is_entry(x, i) && x->owners[i] == i)
            x->device.calls->program_close(&x->device, &x->programs[i]);
    scene_close(&x->scene);
    device_close(&x->device);
}

/* What --check found, and its picture. */
static int report_run(runner *x) {
    scene *s = &x->scene;
    int code = checkings_report(&s->checkings, s->arguments, &x->device), failed = DONE;
    if (s->arguments->check_image != NULL)
        failed = write_check_image(&s->checkings, s->arguments->check_image, x->largest[0],
                                   x->largest[1]);
    return failed != DONE ? failed : code;
}

static int run_run(const arguments *a) {
    static runner x;
    scene *s = &x.scene;
    uint32_t round;
    int code;
    s->arguments = a;
    s->module_count = 1;
    code = check_partners(a);
    if (code == DONE) code = module_open(&s->modules[0], a, a->files[0], NULL, 0);
    if (code == DONE) code = runner_check(&x);
    if (code == DONE) code = runner_open(&x);
    for (round = 0; round < a->repeat && code == DONE; round++) code = runner_round(&x, round);
    progress_end();
    if (code == DONE) code = write_results(s, is_resource, 1);
    if (code == DONE) code = report_run(&x);
    if (code == DONE && (a->timed || isatty(STDERR_FILENO)))
        fprintf(stderr, "%s: %llu dispatch%s on %s, %.3f ms each, %.3f ms at least\n", a->files[0],
                (unsigned long long)x.dispatches, x.dispatches == 1 ? "" : "es", x.device.name,
                (double)x.nanoseconds / 1e6 / (double)x.dispatches, (double)x.least / 1e6);
    if (code == DONE && x.device.errors > 0) code = BAD_ENVIRONMENT;
    runner_close(&x);
    return code;
}

#endif
