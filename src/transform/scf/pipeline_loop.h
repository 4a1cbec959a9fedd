// Overlapping the iterations of an scf.for: while ops of one stage work on an iteration, ops of earlier stages work on the
// following ones (upstream: pipelineForLoop).
//
//   scf.for %i {                     %x0 = load(0)                            stage 0 of the first iteration
//     %x = load(%i)     stage 0      %n = scf.for %i iter_args(%x = %x0) {
//     use(%x)           stage 1  =>    use(%x)
//   }                                  %y = load(%i + 1)
//                                      yield %y
//                                    }
//                                    use(%n)                                  stage 1 of the last iteration
//
// Where the epilogue is not peeled, the loop runs as often as before, and what has no iteration any more is switched off by
// a predicate. So is what comes before a loop of which nobody knows whether it runs that often.

#ifndef TERN_TRANSFORM_SCF_PIPELINE_LOOP_H_
#define TERN_TRANSFORM_SCF_PIPELINE_LOOP_H_

#include "ir/op_def.h"
#include "rewrite/builder.h"

typedef struct tern_staged_op {
  tern_op_t *op;
  unsigned stage;
} tern_staged_op_t;

typedef enum tern_pipeline_part {
  TERN_PIPELINE_PROLOGUE,
  TERN_PIPELINE_KERNEL,
  TERN_PIPELINE_EPILOGUE
} tern_pipeline_part_t;

typedef struct tern_pipeline_options {
  const tern_staged_op_t *schedule;  // all ops of the body but the yield, in the order that the new body has them
  size_t count;
  bool peels_epilogue;
  // Bounds need not be constants, and iterations may be fewer than stages.
  bool takes_any_count;
  // Of loops whose epilogue is not peeled, or which may have too few iterations: can the op be switched off, and the op that
  // `predicate` switches off.
  bool (*can_predicate)(const tern_op_t *op);
  tern_op_t *(*predicate)(tern_builder_t *b, tern_op_t *op, tern_value_t *predicate);
  // Says whether an iteration is there for a stage of the new loop, given the last stage. NULL: that is computed.
  tern_value_t *(*stage_predicate)(tern_builder_t *b, const tern_op_t *loop, unsigned last_stage, unsigned stage);
  // Told of every copy of an op; iterations of the epilogue are counted. NULL: not wanted.
  void (*annotate)(tern_op_t *op, tern_pipeline_part_t part, unsigned iteration, void *user);
  void *user;
} tern_pipeline_options_t;

typedef enum tern_pipeline_result {
  TERN_PIPELINE_DONE,
  TERN_PIPELINE_REFUSED,       // bounds that are not constant, too few iterations, a use before its definition
  TERN_PIPELINE_NO_PREDICATE,  // an op cannot be switched off
} tern_pipeline_result_t;

// Replaces `loop`. Nothing is changed unless DONE is returned.
tern_pipeline_result_t tern_pipeline_loop(tern_op_t *loop, const tern_pipeline_options_t *options,
                                          tern_op_t **out_loop);

#endif  // TERN_TRANSFORM_SCF_PIPELINE_LOOP_H_
