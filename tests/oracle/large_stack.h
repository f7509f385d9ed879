/* A stack of the caller's own, for what recurses deeply. That costs less than a thread, and an
   evaluator runs once for each pixel. With AddressSanitizer, which does not know such stacks, it is
   the caller's stack. */
#ifndef LARGE_STACK_H
#define LARGE_STACK_H

#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

/* `size` bytes, which are there as they are used; munmap gives them back. */
static void *large_stack(size_t size) {
    void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) abort();
    return stack;
}

#ifdef __SANITIZE_ADDRESS__

static void on_stack(void *stack, size_t size, void (*body)(void *), void *argument) {
    (void)stack;
    (void)size;
    body(argument);
}

#else

static __thread struct {
    ucontext_t from, to;
    void (*body)(void *);
    void *argument;
} on_stack_call;

static void on_stack_begin(void) {
    on_stack_call.body(on_stack_call.argument);
}

/* Calls body(argument) on a stack. One call at a time in each thread. */
static void on_stack(void *stack, size_t size, void (*body)(void *), void *argument) {
    on_stack_call.body = body;
    on_stack_call.argument = argument;
    getcontext(&on_stack_call.to);
    on_stack_call.to.uc_stack.ss_sp = stack;
    on_stack_call.to.uc_stack.ss_size = size;
    on_stack_call.to.uc_link = &on_stack_call.from;
    makecontext(&on_stack_call.to, on_stack_begin, 0);
    swapcontext(&on_stack_call.from, &on_stack_call.to);
}

#endif
#endif
