/* A window, by SDL2. The library is looked for when the program runs, and its headers are not
   needed: what is used of it is declared here, as its interface says. Part of lambdav.c. */
#ifndef CLI_SDL_H
#define CLI_SDL_H

#include "base.h"

/* What of SDL.h is used. An event is 56 bytes that begin with its kind; its other parts are found
   at the places that the structs of SDL_events.h give them. */
enum {
    SDL2_VIDEO = 0x20, SDL2_CENTRED = 0x2FFF0000, SDL2_RESIZABLE = 0x20, SDL2_SOFTWARE = 1,
    SDL2_STREAMING = 1, SDL2_RGBA32 = 0x16762004, /* where the low byte comes first */
    SDL2_QUIT = 0x100, SDL2_WINDOW_EVENT = 0x200, SDL2_KEY_DOWN = 0x300, SDL2_MOUSE_MOTION = 0x400,
    SDL2_MOUSE_DOWN = 0x401, SDL2_MOUSE_UP = 0x402, SDL2_SIZE_CHANGED = 6, SDL2_ESCAPE = 27
};

typedef union sdl_event {
    uint32_t kind;
    struct {
        uint32_t kind, timestamp, window;
        unsigned char event, padding[3];
        int32_t width, height;
    } window;
    struct {
        uint32_t kind, timestamp, window;
        unsigned char state, repeat, padding[2];
        int32_t scancode, symbol;
    } key;
    struct {
        uint32_t kind, timestamp, window, which, state;
        int32_t x, y;
    } motion;
    struct {
        uint32_t kind, timestamp, window, which;
        unsigned char button, state, clicks, padding;
        int32_t x, y;
    } button;
    unsigned char all[128];
} sdl_event;

#define SDL_FUNCTIONS(F) \
    F(int, Init, (uint32_t)) \
    F(void, Quit, (void)) \
    F(const char *, GetError, (void)) \
    F(void *, CreateWindow, (const char *, int, int, int, int, uint32_t)) \
    F(void, DestroyWindow, (void *)) \
    F(void *, CreateRenderer, (void *, int, uint32_t)) \
    F(void, DestroyRenderer, (void *)) \
    F(void *, CreateTexture, (void *, uint32_t, int, int, int)) \
    F(void, DestroyTexture, (void *)) \
    F(int, UpdateTexture, (void *, const void *, const void *, int)) \
    F(int, RenderCopy, (void *, void *, const void *, const void *)) \
    F(void, RenderPresent, (void *)) \
    F(int, PollEvent, (sdl_event *))

typedef struct sdl {
#define SDL_MEMBER(type, name, parameters) type(*name) parameters;
    SDL_FUNCTIONS(SDL_MEMBER)
#undef SDL_MEMBER
} sdl;

static void *sdl_library(void) {
    static const char *const names[] = {"libSDL2-2.0.so.0", "libSDL2.so", "libSDL2.dylib",
                                        "SDL2.dll"};
    void *library = NULL;
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names && library == NULL; i++)
        library = os_library(names[i]);
    return library;
}

/* Finds the library and begins; what is lent stays for the rest of the run. */
static int sdl_open(sdl *s) {
    void *library = sdl_library(), *symbol;
    if (library == NULL)
        return complain(BAD_ENVIRONMENT, "--window: SDL2 is not installed (Debian: libsdl2-2.0-0)");
#define SDL_LOAD(type, name, parameters) \
    symbol = os_symbol(library, "SDL_" #name); \
    memcpy(&s->name, &symbol, sizeof symbol); \
    if (symbol == NULL) return complain(BAD_ENVIRONMENT, "--window: SDL2 lacks SDL_%s", #name);
    SDL_FUNCTIONS(SDL_LOAD)
#undef SDL_LOAD
    if (s->Init(SDL2_VIDEO) == 0) return DONE;
    return complain(BAD_ENVIRONMENT, "--window: %s", s->GetError());
}

/* ---- a window that shows pixels */

typedef struct window {
    sdl sdl;
    void *window, *renderer, *texture;
    uint32_t width, height;        /* of the window */
    uint32_t texture_size[2];
    float mouse[4];                /* where it is, and where its button was pressed: below 0 once
                                      it is let go */
    int closed;
} window;

static int window_failed(const window *w) {
    return complain(BAD_ENVIRONMENT, "--window: %s", w->sdl.GetError());
}

static int window_open(window *w, const char *title, uint32_t width, uint32_t height) {
    int code = sdl_open(&w->sdl);
    if (code != DONE) return code;
    w->width = width;
    w->height = height;
    w->window = w->sdl.CreateWindow(title, SDL2_CENTRED, SDL2_CENTRED, (int)width, (int)height,
                                    SDL2_RESIZABLE);
    if (w->window != NULL) w->renderer = w->sdl.CreateRenderer(w->window, -1, SDL2_SOFTWARE);
    return w->renderer == NULL ? window_failed(w) : DONE;
}

static void window_close(window *w) {
    if (w->texture != NULL) w->sdl.DestroyTexture(w->texture);
    if (w->renderer != NULL) w->sdl.DestroyRenderer(w->renderer);
    if (w->window != NULL) w->sdl.DestroyWindow(w->window);
    if (w->sdl.Quit != NULL) w->sdl.Quit();
    memset(w, 0, sizeof *w);
}

/* Shows pixels of four bytes, scaled to the window. */
static int window_show(window *w, const unsigned char *rgba, uint32_t width, uint32_t height) {
    if (w->texture != NULL && (w->texture_size[0] != width || w->texture_size[1] != height)) {
        w->sdl.DestroyTexture(w->texture);
        w->texture = NULL;
    }
    if (w->texture == NULL)
        w->texture = w->sdl.CreateTexture(w->renderer, SDL2_RGBA32, SDL2_STREAMING, (int)width,
                                          (int)height);
    w->texture_size[0] = width;
    w->texture_size[1] = height;
    if (w->texture == NULL
        || w->sdl.UpdateTexture(w->texture, NULL, rgba, (int)(4 * width)) != 0
        || w->sdl.RenderCopy(w->renderer, w->texture, NULL, NULL) != 0)
        return window_failed(w);
    w->sdl.RenderPresent(w->renderer);
    return DONE;
}

static void window_take(window *w, const sdl_event *e) {
    switch (e->kind) {
    case SDL2_QUIT: w->closed = 1; break;
    case SDL2_KEY_DOWN: w->closed |= e->key.symbol == SDL2_ESCAPE || e->key.symbol == 'q'; break;
    case SDL2_MOUSE_MOTION:
        w->mouse[0] = (float)e->motion.x + 0.5f;
        w->mouse[1] = (float)e->motion.y + 0.5f;
        break;
    case SDL2_MOUSE_DOWN:
        w->mouse[0] = w->mouse[2] = (float)e->button.x + 0.5f;
        w->mouse[1] = w->mouse[3] = (float)e->button.y + 0.5f;
        break;
    case SDL2_MOUSE_UP:
        w->mouse[2] = -fabsf(w->mouse[2]);
        w->mouse[3] = -fabsf(w->mouse[3]);
        break;
    case SDL2_WINDOW_EVENT:
        if (e->window.event != SDL2_SIZE_CHANGED) break;
        if (e->window.width > 0) w->width = (uint32_t)e->window.width;
        if (e->window.height > 0) w->height = (uint32_t)e->window.height;
        break;
    default: break;
    }
}

static void window_poll(window *w) {
    sdl_event e;
    memset(&e, 0, sizeof e);
    while (w->sdl.PollEvent(&e)) window_take(w, &e);
}

#endif
