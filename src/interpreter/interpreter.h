// Runs kernels at the gpu level, one op at a time, and watches what they do: a dispatch is right only if it computes the same
// in whatever order its invocations run, and that is what can be tried here and not on a device.
//
// All invocations of a workgroup are alive at once; an order says who runs next, and for how long. Accesses are watched: two
// of the same byte by different invocations, one of them a write, with no barrier between that orders them, are an error,
// and so are accesses out of bounds, reads of workgroup memory that nobody wrote, and barriers that some invocation does not
// reach. Errors are diagnostics at the ops.

#ifndef TERN_INTERPRETER_INTERPRETER_H_
#define TERN_INTERPRETER_INTERPRETER_H_

#include "ir/op.h"

typedef enum tern_interpreter_order_kind {
  TERN_INTERPRETER_FORWARD,      // each invocation up to its next barrier, in order of the ids
  TERN_INTERPRETER_REVERSE,      // the same from the last one on
  TERN_INTERPRETER_ROUND_ROBIN,  // one op each
  TERN_INTERPRETER_RANDOM,  // who runs changes before accesses of memory, by the seed; so does the order of workgroups
} tern_interpreter_order_kind_t;

typedef struct tern_interpreter_order {
  tern_interpreter_order_kind_t kind;
  uint64_t seed;
} tern_interpreter_order_t;

// Reads "forward", "reverse", "round-robin", "random" (seed 0) or "random:SEED". False if `text` is none of these.
bool tern_interpreter_order_parse(const char *text, tern_interpreter_order_t *out_order);

// A function in the form that is run. Immutable, but see tern_interpreter_run().
typedef struct tern_interpreter_program tern_interpreter_program_t;

// Translates `func`, a func.func without arguments. The IR must live as long as the program. NULL after an error: an op that
// the interpreter does not know, or a type it does not hold.
tern_interpreter_program_t *tern_interpreter_program_create(tern_op_t *func);
void tern_interpreter_program_destroy(tern_interpreter_program_t *program);

// What a run is given; all borrowed.
typedef struct tern_interpreter_dispatch {
  uint32_t workgroup_count[3];
  const uint32_t *push_constants;
  size_t push_constant_count;
  void *const *bindings;  // by tern_hal_binding_ordinal()
  const size_t *binding_sizes;
  size_t binding_count;
  tern_interpreter_order_t order;
} tern_interpreter_dispatch_t;

// Runs a kernel over its grid: the workgroup size is that of `spirv.entry_point_abi`, the subgroup size that of the same
// attribute or of the target environment. False after an error. Diagnostics go to the context of the IR: one run at a time.
bool tern_interpreter_run(const tern_interpreter_program_t *program, const tern_interpreter_dispatch_t *dispatch);
// Runs a function that only computes, such as that of a grid, and gives its `count` index or integer results.
bool tern_interpreter_evaluate(const tern_interpreter_program_t *program, const tern_interpreter_dispatch_t *dispatch,
                               int64_t *out_results, size_t count);

#endif  // TERN_INTERPRETER_INTERPRETER_H_
