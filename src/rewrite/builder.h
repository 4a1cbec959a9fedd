// Building ops at an insertion point.
//
//   tern_builder_t b = tern_builder_before(op);
//   tern_value_t *sum = tern_build_value(&b, TERN_ARITH(ADDI), .operands = TERN_VALUES(x, y));

#ifndef TERN_REWRITE_BUILDER_H_
#define TERN_REWRITE_BUILDER_H_

#include "ir/context.h"
#include "ir/op_def.h"

// Hears of ops that are made, changed or erased. All members may be NULL.
typedef struct tern_listener {
  void (*op_inserted)(struct tern_listener *listener, tern_op_t *op);
  void (*op_modified)(struct tern_listener *listener, tern_op_t *op);
  void (*op_replaced)(struct tern_listener *listener, tern_op_t *op, tern_values_t values);
  void (*op_erased)(struct tern_listener *listener, tern_op_t *op);  // before it is gone
  void (*block_created)(struct tern_listener *listener, tern_block_t *block);
  // Before the op_erased of `op` and of all ops inside of it: what is inside may no longer be visited.
  void (*erase_started)(struct tern_listener *listener, tern_op_t *op);
} tern_listener_t;

typedef struct tern_builder {
  tern_context_t *context;
  tern_block_t *block;  // where new ops go; NULL: nowhere, ops stay detached
  tern_op_t *before;    // before this op; NULL: at the end of the block
  const tern_attr_t *loc;
  tern_listener_t *listener;  // may be NULL
} tern_builder_t;

// Builders that take their location from the op they stand at.
tern_builder_t tern_builder_before(tern_op_t *op);
tern_builder_t tern_builder_after(tern_op_t *op);
tern_builder_t tern_builder_at_start(tern_block_t *block, const tern_attr_t *loc);
tern_builder_t tern_builder_at_end(tern_block_t *block, const tern_attr_t *loc);
void tern_builder_set_before(tern_builder_t *builder, tern_op_t *op);
void tern_builder_set_after(tern_builder_t *builder, tern_op_t *op);
void tern_builder_set_start(tern_builder_t *builder, tern_block_t *block);
void tern_builder_set_end(tern_builder_t *builder, tern_block_t *block);

// What an op is made of; absent members are empty. `types` left out: inferred by the row's rules or `infer` hook (a
// failure is a bug of the caller, asserted). `regions`: how many empty regions; left out: as many as the row fixes.
// `segments`: operand segment sizes for rows with several variadic groups.
typedef struct tern_build_args {
  tern_values_t operands;
  tern_types_t types;
  tern_named_attrs_t attrs;
  const tern_attr_t *dictionary;
  tern_block_t *const *successors;
  size_t successor_count;
  size_t regions;
  const int32_t *segments;  // one per operand group, or NULL
} tern_build_args_t;

tern_op_t *tern_build_op(tern_builder_t *builder, const tern_op_row_t *row, const tern_build_args_t *args);
tern_value_t *tern_build_op_value(tern_builder_t *builder, const tern_op_row_t *row, const tern_build_args_t *args);
// tern_build(builder, row, .operands = ..., .attrs = ...): the op. tern_build_value: its result 0.
#define tern_build(builder, row, ...) tern_build_op((builder), (row), &(tern_build_args_t){__VA_ARGS__})
#define tern_build_value(builder, row, ...) tern_build_op_value((builder), (row), &(tern_build_args_t){__VA_ARGS__})
// Puts a detached op at the insertion point.
void tern_builder_insert(tern_builder_t *builder, tern_op_t *op);
// Infers the results of a row from operands and attributes. False if it cannot (nothing is emitted for a row without
// rules).
bool tern_infer_result_types(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types);
// A new block at the end of `region` with these arguments; the builder moves into it.
tern_block_t *tern_builder_add_block(tern_builder_t *builder, tern_region_t *region, tern_types_t arg_types);
// Clones an op at the insertion point; see tern_op_clone.
tern_op_t *tern_builder_clone(tern_builder_t *builder, const tern_op_t *op, tern_map_t *mapping);
// Clones the ops of a block but for its terminator, with `args` for its arguments. What the terminator hands on goes to
// `out_values`, which may be `args`.
void tern_builder_clone_body(tern_builder_t *builder, const tern_block_t *block, tern_value_t *const *args,
                             tern_value_t **out_values);

#endif  // TERN_REWRITE_BUILDER_H_
