// Which groups of warps an op is for, as attributes say it while a loop is divided: sets of partitions, as bits.
//
//   scf.for ... {
//     %a = "op"() {ttg.partition = array<i32: 0, 2>}              // partitions 0 and 2 run it: 0b101
//   } {ttg.partition = array<i32: 0, 1, 2>,
//      ttg.partition.outputs = [array<i32: 0>],                   // of each result: who has it
//      ttg.partition.stages = [0, 1, 0],                          // of each partition: how many iterations it may be behind
//      ttg.warp_specialize.tag = 0 : i32}                         // tells loops apart, and what around them belongs to which

#ifndef TERN_TRANSFORM_TTG_WARP_SPECIALIZE_PARTITIONS_H_
#define TERN_TRANSFORM_TTG_WARP_SPECIALIZE_PARTITIONS_H_

#include "ir/op.h"

enum { TERN_MAX_PARTITIONS = 64 };
typedef uint64_t tern_partitions_t;

static inline bool tern_partitions_has(tern_partitions_t set, size_t id) { return set >> id & 1; }
static inline tern_partitions_t tern_partitions_one(size_t id) { return UINT64_C(1) << id; }
// The lowest member. `set` is not empty.
static inline size_t tern_partitions_first(tern_partitions_t set) { return (size_t)__builtin_ctzll(set); }
static inline size_t tern_partitions_count(tern_partitions_t set) { return (size_t)__builtin_popcountll(set); }
#define tern_partitions_for_each(set, id)                                                                         \
  for (tern_partitions_t id##_rest_ = (set), id = id##_rest_ ? tern_partitions_first(id##_rest_) : 0; id##_rest_; \
       id##_rest_ &= id##_rest_ - 1, id = id##_rest_ ? tern_partitions_first(id##_rest_) : 0)

// --- of an op ---

bool tern_partitions_known(const tern_op_t *op);
// Empty if nothing is said.
tern_partitions_t tern_partitions_of(const tern_op_t *op);
// Of a result: what is said of it, otherwise of the op.
tern_partitions_t tern_partitions_of_result(const tern_op_t *op, size_t index);
// Of a value: what is said of the result or of the carried value of a loop, 0 for other arguments.
tern_partitions_t tern_partitions_of_value(const tern_value_t *value);
// Of whoever uses the value there: a yield hands it to the results of the op around it, a loop to what it carries.
tern_partitions_t tern_partitions_of_use(const tern_operand_t *use);
// Sets `ttg.partition` of the op and of the ends of its regions; an empty set removes it.
void tern_partitions_set(tern_op_t *op, tern_partitions_t set);
// Sets `ttg.partition.outputs`, one set for each result.
void tern_partitions_set_outputs(tern_op_t *op, const tern_partitions_t *sets, size_t count);

// --- of a loop ---

bool tern_partitions_tag(const tern_op_t *op, int64_t *out_tag);
void tern_partitions_set_tag(tern_op_t *op, int64_t tag);
// Are the stages, an array, numbers from 0 on, and not too many? False after an error.
bool tern_partitions_check_stages(const tern_op_t *loop);
// How many partitions a loop is divided into. False after an error: the attributes are wrong, or ops of the body have none.
bool tern_partitions_read_loop(const tern_op_t *loop, size_t *out_count);
// Removes all attributes of partitions from the ops inside of `op`, and from `op`.
void tern_partitions_clear(tern_op_t *op);

#endif  // TERN_TRANSFORM_TTG_WARP_SPECIALIZE_PARTITIONS_H_
