// The reference interpreter: what a function computes by the definitions of its ops, at every level above pointers that has
// semantics. Slow and plain on purpose: what other parts of the compiler do to a program is judged by it.
//
// What a program may not do is told apart from what it computes. Poison is tracked word by word through arithmetic and
// memory (also for memory that nobody wrote); to branch on it, to index or divide with it, to access memory out of bounds
// or after it was freed, ends the run as undefined.

#ifndef TERN_INTERPRETER_REFERENCE_REFERENCE_H_
#define TERN_INTERPRETER_REFERENCE_REFERENCE_H_

#include "base/arena.h"
#include "base/map.h"
#include "interpreter/reference/datum.h"

typedef enum tern_reference_outcome {
  TERN_REFERENCE_DONE,       // all results are there
  TERN_REFERENCE_UNDEFINED,  // the program did what has no meaning
  TERN_REFERENCE_ABORTED,    // cf.assert ended it
  TERN_REFERENCE_UNKNOWN,    // it holds an op, a type or a case that the reference does not know
  TERN_REFERENCE_LIMIT,      // it took more steps or memory than it may
} tern_reference_outcome_t;

typedef struct evaluator tern_reference_t;

// An evaluator of functions below `root`, a symbol table. The IR must live, and stay as it is, as long as the evaluator.
tern_reference_t *tern_reference_create(tern_op_t *root);
void tern_reference_destroy(tern_reference_t *reference);

// Steps that runs of this evaluator may take together; an op takes as many as its result has words. There is a default.
void tern_reference_set_limit(tern_reference_t *reference, uint64_t steps);
// Called behind each op that ran with what it gave (results; for a write: what is written).
typedef void (*tern_reference_observer_t)(const tern_op_t *op, datum_t *const *values, size_t count, void *user);
void tern_reference_observe(tern_reference_t *reference, tern_reference_observer_t observer, void *user);

// Runs `function` (func.func) on arguments, which are borrowed. On DONE `out_results` has as many values as the function
// has results, owned by the caller. Memory stays as the run left it, to be read through memrefs.
tern_reference_outcome_t tern_reference_call(tern_reference_t *reference, tern_op_t *function,
                                             datum_t *const *arguments, datum_t **out_results);
// Why the last run ended before its end, and where (may be NULL).
const char *tern_reference_message(const tern_reference_t *reference);
const tern_op_t *tern_reference_place(const tern_reference_t *reference);
// Did a run break a promise that changes nothing in what ops compute, but that others may rely on: the size of the outermost
// digit of affine.delinearize_index, `disjoint` of affine.linearize_index?
bool tern_reference_is_doubtful(const tern_reference_t *reference);
// What the program printed since the evaluator was made.
tern_str_t tern_reference_output(const tern_reference_t *reference);

// Memory for a memref of `sizes`, poison; strides are those of `type`, a ranked memref type (row-major where its layout
// leaves them open). NULL if its layout is not strided or it is too large.
datum_t *tern_reference_allocate(tern_reference_t *reference, const tern_type_t *type, const int64_t *sizes);
// Elements of a memref to or from an array of the same sizes. False if memory is missing or was freed.
bool tern_reference_load_all(tern_reference_t *reference, const datum_t *memref, datum_t *out_array);
bool tern_reference_store_all(tern_reference_t *reference, const datum_t *memref, const datum_t *array);

#endif  // TERN_INTERPRETER_REFERENCE_REFERENCE_H_
