// Fibers: stacks that take turns on one thread of the host. A fiber runs until it switches back to whoever resumed it.

#ifndef TERN_RUNTIME_MGPU_CPU_FIBER_H_
#define TERN_RUNTIME_MGPU_CPU_FIBER_H_

#include "tern/status.h"

typedef struct tern_fiber_t tern_fiber_t;
typedef void (*tern_fiber_fn_t)(void *context);

// A fiber that will call `fn`, which never returns: at its end it suspends, and is not resumed. Below the stack is a
// page that cannot be touched, so that an overflow stops the process instead of going on in other memory. Errors:
// TERN_OUT_OF_MEMORY.
tern_status_t tern_fiber_create(tern_fiber_fn_t fn, void *context, tern_fiber_t **out_fiber);
// The fiber is suspended, anywhere. NULL is ignored.
void tern_fiber_destroy(tern_fiber_t *fiber);
// Goes on with the fiber until it suspends. By the thread that runs no fiber.
void tern_fiber_resume(tern_fiber_t *fiber);
// By the fiber itself: goes back.
void tern_fiber_suspend(tern_fiber_t *fiber);

#endif  // TERN_RUNTIME_MGPU_CPU_FIBER_H_
