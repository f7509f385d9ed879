/* lambdav render --window: the picture in a window, drawn again all the time. What is changed in
   the text is seen at once; what is wrong with it stands over the last good picture. Part of
   lambdav.c. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include "font.h"
#include "render.h"
#include "sdl.h"

enum { LIVE_MILLISECONDS = 16, MAX_LIVE_TEXT = 1 << 14 };

typedef struct live {
    arguments arguments; /* as given, but for the size of the window */
    window window;
    device device;
    renderer *shown, *next; /* the last good one, if it is open, and the one to be tried */
    int is_open;
    bytes messages;         /* of the last try */
    bytes pixels;           /* as they are shown, */
    uint32_t width, height; /* so many */
    uint64_t begun, looked; /* when it began, and looked for changes, in nanoseconds */
    uint32_t frame;
} live;

/* The location that is shown: that of --location, else the first there is. */
static uint32_t shown_location(const renderer *x) {
    uint32_t i, wanted = x->scene.arguments->location;
    if (wanted < LAMBDAV_VK_MAX_ATTACHMENTS && x->pixels[wanted] != NULL) return wanted;
    for (i = 0; i < LAMBDAV_VK_MAX_ATTACHMENTS - 1 && x->pixels[i] == NULL; i++) {}
    return i;
}

/* Tries the files as they are now. If they are good they are shown from now on. */
static void live_load(live *l) {
    renderer *x = l->next;
    int code;
    watch_clear();
    l->messages.size = 0;
    the_echo = &l->messages;
    x->device = &l->device;
    x->scene.arguments = &l->arguments;
    code = render_check(x);
    if (code == DONE) code = render_open(x);
    progress_end();
    the_echo = NULL;
    if (code != DONE) {
        render_close(x);
        return;
    }
    l->messages.size = 0; /* notes are for the terminal */
    if (l->is_open) render_close(l->shown);
    l->next = l->shown;
    l->shown = x;
    l->is_open = 1;
    fprintf(stderr, "%s: shown, %ux%u on %s\n", subject(&l->arguments), x->width, x->height,
            l->device.name);
}

static int live_draw(live *l) {
    renderer *x = l->shown;
    scene *s = &x->scene;
    double seconds = (double)(os_nanoseconds() - l->begun) / 1e9;
    const device_attachment *output;
    uint64_t nanoseconds;
    int code;
    if (l->arguments.counted) seconds = l->frame / l->arguments.rate;
    memcpy(s->mouse, l->window.mouse, sizeof s->mouse);
    code = draw_passes(x, l->arguments.time + seconds, l->frame, &nanoseconds);
    if (code != DONE) return code;
    output = &x->pass.attachments[shown_location(x)];
    l->pixels.size = 0;
    add_rgba(&l->pixels, output->format, (const unsigned char *)output->pixels,
             (size_t)x->width * x->height);
    return DONE;
}

/* Draws the picture, or what was wrong with the last try over it, and shows it. */
static int live_show(live *l) {
    canvas c;
    int code = l->is_open ? live_draw(l) : DONE;
    if (code != DONE) return code;
    l->width = l->is_open ? l->shown->width : l->arguments.size[0];
    l->height = l->is_open ? l->shown->height : l->arguments.size[1];
    if (!l->is_open) l->pixels.size = 0;
    while (l->pixels.size < (size_t)4 * l->width * l->height)
        bytes_add(&l->pixels, "\0\0\0\xff", 4);
    c.rgba = (unsigned char *)l->pixels.data;
    c.width = l->width;
    c.height = l->height;
    c.scale = l->width >= 1200 ? 2 : 1;
    draw_text(&c, l->messages.data, l->messages.size < MAX_LIVE_TEXT ? l->messages.size
                                                                     : MAX_LIVE_TEXT);
    l->frame++;
    return window_show(&l->window, c.rgba, l->width, l->height);
}

/* Looks for other files and another size of the window, not more often than is needed. */
static void live_look(live *l) {
    uint64_t now = os_nanoseconds();
    int resized = l->window.width != l->arguments.size[0]
                  || l->window.height != l->arguments.size[1];
    if (!resized && now - l->looked < (uint64_t)WATCH_MILLISECONDS * 1000000) return;
    l->looked = now;
    if (resized) {
        l->arguments.size[0] = l->window.width < MAX_SIZE ? l->window.width : MAX_SIZE;
        l->arguments.size[1] = l->window.height < MAX_SIZE ? l->window.height : MAX_SIZE;
        l->window.width = l->arguments.size[0];
        l->window.height = l->arguments.size[1];
    }
    if (resized || watch_changed()) live_load(l);
}

static int live_turn(live *l) {
    const struct timespec pause = {0, LIVE_MILLISECONDS * 1000000};
    uint64_t start = os_nanoseconds();
    int code;
    window_poll(&l->window);
    live_look(l);
    code = live_show(l);
    if (code == DONE && os_nanoseconds() - start < (uint64_t)pause.tv_nsec)
        nanosleep(&pause, NULL);
    return code;
}

/* Shows the picture until the window is closed, or --frames N pictures have been shown; those have
   the times of a sequence. -o then takes what was shown last. It is an error if no try was good. */
static int render_window(const arguments *a) {
    static live l;
    static renderer first, second;
    const char *output = a->output;
    char *title = print_new("%s - lambdav", subject(a));
    int code;
    l.arguments = *a;
    l.arguments.output = NULL;
    if (a->size_count == 0) l.arguments.size[0] = l.arguments.size[1] = 512;
    l.arguments.size_count = 2;
    l.shown = &first;
    l.next = &second;
    the_watch.on = 1;
    code = window_open(&l.window, title, l.arguments.size[0], l.arguments.size[1]);
    signal(SIGINT, end_watching);
    signal(SIGTERM, end_watching);
    l.begun = os_nanoseconds();
    if (code == DONE) live_load(&l);
    while (code == DONE && !the_end && !l.window.closed
           && !(a->counted && l.frame == a->frames))
        code = live_turn(&l);
    if (code == DONE && output != NULL && l.frame > 0)
        code = write_png(output, LAMBDAV_VK_RGBA8, l.pixels.data, l.width, l.height);
    if (code == DONE && !l.is_open) code = BAD_INPUT;
    if (l.is_open) render_close(l.shown);
    device_close(&l.device);
    window_close(&l.window);
    watch_clear();
    free(l.messages.data);
    free(l.pixels.data);
    free(title);
    return code;
}

static int run_render(const arguments *a) {
    static device d;
    static renderer x;
    int code = check_render(a);
    if (code == DONE && a->window) return render_window(a);
    if (code != DONE) return code;
    x.device = &d;
    x.scene.arguments = a;
    code = a->watch ? render_watch(&x) : render_all(&x);
    render_close(&x);
    device_close(&d);
    return code;
}

#endif
