// Functions as coroutines: what the lowerings of async to calls of its runtime share. Private to src/convert/async.
//
//   entry     creates the token and values that are returned, and the coroutine
//   ...       the body, cut in two at each await: the coroutine is suspended there, and resumed when what it waits for is
//             available
//   set_error the results have failed (only if something can fail)
//   cleanup   frees the coroutine's frame at its end; a second one when it is destroyed
//   suspend   returns the results to the caller

#ifndef TERN_CONVERT_ASYNC_COROUTINE_H_
#define TERN_CONVERT_ASYNC_COROUTINE_H_

#include "base/vec.h"
#include "rewrite/builder.h"

typedef struct tern_coroutine {
  tern_op_t *function;
  tern_value_t *token;  // NULL: the function returns none
  TERN_VEC(tern_value_t *) values;
  tern_value_t *handle;
  tern_block_t *entry, *set_error, *cleanup, *cleanup_for_destroy, *suspend;  // `set_error` NULL until it is needed
} tern_coroutine_t;

typedef TERN_VEC(tern_coroutine_t) tern_coroutine_list_t;
void tern_coroutine_list_deinitialize(tern_coroutine_list_t *list);
// The coroutine of the func.func around `op`, or NULL.
tern_coroutine_t *tern_coroutine_around(const tern_coroutine_list_t *list, const tern_op_t *op);

// Makes a coroutine of a func.func with a body, which returns a token, values or both. What the body ends with is the
// caller's to lower.
tern_coroutine_t tern_coroutine_make(tern_op_t *function);
// At the end of the entry: the rest of the body runs on a thread of the runtime.
void tern_coroutine_suspend_at_start(tern_coroutine_t *coroutine);

// Each lowers one op and erases it.
// The end of the body: results are stored and become available.
void tern_coroutine_lower_end(tern_coroutine_t *coroutine, tern_op_t *end);
// async.await and async.await_all in a coroutine, or (`coroutine` NULL) in a function that blocks.
void tern_coroutine_lower_await(tern_coroutine_t *coroutine, tern_op_t *await);
// cf.assert: if it fails, so do the results.
void tern_coroutine_lower_assert(tern_coroutine_t *coroutine, tern_op_t *assertion);

// Lowers what is left of async in coroutines (`lowers_others`: blocking awaits and groups in other functions too). False
// after an error: an op stands in a region that branches cannot leave.
bool tern_coroutines_lower_bodies(tern_op_t *root, tern_coroutine_list_t *list, bool lowers_others);

#endif  // TERN_CONVERT_ASYNC_COROUTINE_H_
