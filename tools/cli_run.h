/* lambdav run: dispatches of compute programs. Part of lambdav.c. */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli_devices.h"
#include "cli_scene.h"

typedef struct runner {
    scene scene;
    device device;
    device_program programs[MAX_ENTRIES];
    size_t count;         /* entry points */
    double resolution[3]; /* invocations */
    uint64_t nanoseconds, least; /* of all dispatches; of the shortest */
} runner;

static int is_resource(const named *n) {
    (void)n;
    return 1;
}

/* How entry point i is run: the dispatch at its place in the list, or the last one. */
static void plan_program(runner *x, size_t i, const lambdav_entry_point *entry) {
    const arguments *a = x->scene.arguments;
    device_program *row = &x->programs[i];
    size_t k, last = i < a->dispatch_count ? i : a->dispatch_count - 1;
    for (k = 0; k < 3; k++) {
        if (a->dispatch_count > 0) row->groups[k] = a->dispatches[last][k];
        else row->invocations[k] = k < a->size_count ? a->size[k] : 1;
        if (i == 0)
            x->resolution[k] = a->dispatch_count > 0
                                   ? (double)row->groups[k] * entry->workgroup_size[k]
                                   : row->invocations[k];
    }
    row->words = x->scene.modules[0].words;
    row->word_count = x->scene.modules[0].word_count;
    row->entry = a->entries[i];
}

static int plan(runner *x) {
    const arguments *a = x->scene.arguments;
    const lambdav_entry_point *entry;
    const char *path = x->scene.modules[0].job.sources[0].path;
    size_t i;
    x->count = a->entry_count ? a->entry_count : 1;
    for (i = 0; i < x->count; i++) {
        entry = choose_entry(&x->scene, 0, LAMBDAV_STAGE_COMPUTE, a->entries[i]);
        if (entry == NULL && a->entry_count)
            return complain(BAD_INPUT, "%s: no compute entry point '%s'", path, a->entries[i]);
        if (entry == NULL) return complain(BAD_INPUT, "%s: no compute entry point", path);
        plan_program(x, i, entry);
    }
    return DONE;
}

/* What can be found wrong without a device. */
static int runner_check(runner *x) {
    scene *s = &x->scene;
    int code = scene_open(s);
    if (code == DONE) code = plan(x);
    if (code == DONE) code = check_given(s);
    if (code == DONE) code = swap_all(s, 0);
    if (code == DONE) code = write_results(s, is_resource, 0);
    if (code != DONE) return code;
    fill_all(s, 0, x->resolution[0], x->resolution[1], x->resolution[2]);
    note_unset(s);
    return DONE;
}

static int runner_open(runner *x) {
    scene *s = &x->scene;
    size_t i;
    int code = device_open(&x->device, s->arguments);
    if (code != DONE) return code;
    s->device = &x->device;
    for (i = 0; i < x->count && code == DONE; i++) {
        x->programs[i].given = given(s);
        progress_say("building the pipeline on %s", x->device.name);
        code = x->device.calls->program_open(&x->device, &x->programs[i]);
    }
    return code == DONE ? upload(s) : code;
}

static int runner_step(runner *x, uint32_t step) {
    scene *s = &x->scene;
    uint64_t nanoseconds = 0;
    device_given all;
    size_t i;
    int code;
    progress_say("dispatch %u of %u on %s", step + 1, s->arguments->repeat, x->device.name);
    fill_all(s, step, x->resolution[0], x->resolution[1], x->resolution[2]);
    code = refresh(s);
    all = bind_all(s);
    for (i = 0; i < x->count; i++) x->programs[i].given = all;
    if (code == DONE)
        code = x->device.calls->run(&x->device, x->programs, x->count, &nanoseconds);
    x->nanoseconds += nanoseconds;
    if (step == 0 || nanoseconds < x->least) x->least = nanoseconds;
    return code == DONE ? swap_all(s, 1) : code;
}

static void runner_close(runner *x) {
    size_t i;
    progress_end();
    for (i = 0; i < x->count && x->device.calls != NULL; i++)
        x->device.calls->program_close(&x->device, &x->programs[i]);
    scene_close(&x->scene);
    device_close(&x->device);
}

static int run_run(const arguments *a) {
    static runner x;
    scene *s = &x.scene;
    uint32_t step;
    int code;
    if (a->dispatch_count == 0 && a->size_count == 0)
        return complain(BAD_USAGE, "run: how many? --dispatch X,Y,Z workgroups, or --size W,H,D "
                                   "invocations");
    if (a->dispatch_count > 0 && a->size_count > 0)
        complain(DONE, "warning: --size is ignored beside --dispatch");
    s->arguments = a;
    s->module_count = 1;
    code = module_open(&s->modules[0], a, a->files[0], NULL);
    if (code == DONE) code = runner_check(&x);
    if (code == DONE) code = runner_open(&x);
    for (step = 0; step < a->repeat && code == DONE; step++) code = runner_step(&x, step);
    progress_end();
    if (code == DONE) code = write_results(s, is_resource, 1);
    if (code == DONE && (a->timed || isatty(STDERR_FILENO)))
        fprintf(stderr, "%s: %u dispatch%s on %s, %.3f ms each, %.3f ms at least\n", a->files[0],
                a->repeat, a->repeat == 1 ? "" : "es", x.device.name,
                (double)x.nanoseconds / 1e6 / a->repeat, (double)x.least / 1e6);
    if (code == DONE && x.device.findings > 0) code = BAD_INPUT;
    if (code == DONE && x.device.errors > 0) code = BAD_ENVIRONMENT;
    runner_close(&x);
    return code;
}

#endif
