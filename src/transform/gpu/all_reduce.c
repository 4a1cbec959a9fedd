// gpu.all_reduce by shuffles and workgroup memory (upstream: AllReduceLowering).
//
// Every subgroup reduces its values by a butterfly of shuffles; its first work item puts the result into a buffer in
// workgroup memory. The work items whose position is the number of a subgroup reduce what is in the buffer the same
// way, and all read the result from the buffer's first element. Only reductions that all work items reach take part.

#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "transform/gpu/rewrite_patterns.h"

enum { SUBGROUP_SIZE = 32 };

typedef struct lowering {
  tern_builder_t *b;
  tern_op_t *op;  // gpu.all_reduce
  const tern_type_t *i32;
} lowering_t;

static tern_value_t *build_binary(const lowering_t *lowering, const tern_op_row_t *row, tern_value_t *lhs,
                                  tern_value_t *rhs) {
  return tern_build_value(lowering->b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *build_cast(const lowering_t *lowering, const tern_type_t *type, tern_value_t *value) {
  return tern_build_value(lowering->b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

static tern_value_t *build_i32(const lowering_t *lowering, int64_t value) {
  return tern_arith_constant_int(lowering->b, lowering->i32, value);
}

static tern_value_t *build_query(const lowering_t *lowering, const tern_op_row_t *row, int dimension) {
  return build_cast(lowering, lowering->i32, tern_gpu_build_query(lowering->b, row, dimension));
}

// --- control flow ---

// Puts an empty block behind the builder's.
static tern_block_t *add_block(tern_builder_t *b, tern_block_t *behind) {
  tern_block_t *block = tern_block_create(b->context);
  tern_block_insert(block, behind->parent, behind->next);
  return block;
}

// What is at the builder and behind it becomes a block of its own.
static tern_block_t *split_block(tern_builder_t *b) {
  return b->before ? tern_block_split(b->before) : add_block(b, b->block);
}

static void build_branch(tern_builder_t *b, tern_block_t *block, tern_value_t *value) {
  tern_values_t values = value ? TERN_VALUES(value) : (tern_values_t){0};
  tern_build(b, TERN_CF(BR), .operands = values, .successors = &block, .successor_count = 1);
}

// An if that is under construction: the builder stands in one branch after the other, then behind both.
typedef struct branches {
  tern_block_t *then_block, *else_block, *end;
} branches_t;

static branches_t begin_then(tern_builder_t *b, tern_value_t *condition) {
  branches_t branches = {.end = split_block(b)};
  branches.then_block = add_block(b, b->block);
  branches.else_block = add_block(b, branches.then_block);
  tern_builder_set_end(b, b->block);
  tern_build(b, TERN_CF(COND_BR), .operands = TERN_VALUES(condition),
             .successors = (tern_block_t *const[]){branches.then_block, branches.else_block}, .successor_count = 2,
             .segments = (const int32_t[]){1, 0, 0});
  tern_builder_set_end(b, branches.then_block);
  return branches;
}

// Ends the first branch; `value` (or NULL) is what it gives.
static void begin_else(tern_builder_t *b, const branches_t *branches, tern_value_t *value) {
  build_branch(b, branches->end, value);
  tern_builder_set_end(b, branches->else_block);
}

// Ends the second branch; the value of the one that was taken, or NULL.
static tern_value_t *end_if(tern_builder_t *b, const branches_t *branches, tern_value_t *value) {
  build_branch(b, branches->end, value);
  tern_builder_set_start(b, branches->end);
  return value ? tern_block_add_arg(branches->end, value->type, tern_value_loc(value)) : NULL;
}

// --- accumulation ---

// A copy of the op's body between two parts of the block.
static tern_value_t *build_body(const lowering_t *lowering, tern_value_t *lhs, tern_value_t *rhs) {
  tern_builder_t *b = lowering->b;
  tern_region_t *body = &lowering->op->regions[0];
  tern_block_t *start = b->block, *end = split_block(b), *last = start->parent->last_block;
  tern_map_t mapping = {0};
  tern_region_clone_into(body, start->parent, &mapping);
  tern_map_deinitialize(&mapping);
  tern_block_t *entry = last->next;
  tern_value_replace_all_uses(entry->args[0], lhs);
  tern_value_replace_all_uses(entry->args[1], rhs);
  tern_block_erase_arg(entry, 1);
  tern_block_erase_arg(entry, 0);
  tern_value_t *result = tern_block_add_arg(end, lhs->type, tern_value_loc(lhs));
  for (tern_block_t *block = entry, *next; block; block = next) {
    next = block->next;
    tern_block_remove(block);
    tern_block_insert(block, start->parent, end);
    tern_op_t *yield = tern_block_terminator(block);
    if (!yield || !tern_op_is(yield, TERN_GPU(YIELD))) continue;
    tern_builder_set_before(b, yield);
    build_branch(b, end, tern_op_operand(yield, 0));
    tern_op_destroy(yield);
  }
  tern_builder_set_end(b, start);
  build_branch(b, entry, NULL);
  tern_builder_set_start(b, end);
  b->loc = lowering->op->loc;
  return result;
}

static tern_value_t *build_accumulation(const lowering_t *lowering, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *kind = tern_op_attr(lowering->op, "op");
  if (!tern_region_is_empty(&lowering->op->regions[0])) return build_body(lowering, lhs, rhs);
  return tern_gpu_build_reduction(lowering->b, (tern_gpu_reduction_t)tern_enum_attr_value(kind), lhs, rhs);
}

static tern_op_t *build_shuffle(const lowering_t *lowering, tern_value_t *value, int64_t distance,
                                tern_value_t *width) {
  tern_builder_t *b = lowering->b;
  tern_value_t *offset = build_i32(lowering, distance);
  return tern_build(b, TERN_GPU(SHUFFLE), .operands = TERN_VALUES(value, offset, width),
                    .types = TERN_TYPES(value->type, tern_i_type_get(b->context, 1)),
                    .attrs = TERN_ATTRS({"mode", tern_enum_attr_get(b->context, TERN_GPU_ENUM(SHUFFLE_MODE), 0)}));
}

// Reduces over the first `active` lanes of a subgroup, all of them if there are fewer. The first lane has the result.
static tern_value_t *build_subgroup_reduction(const lowering_t *lowering, tern_value_t *active, tern_value_t *operand) {
  tern_builder_t *b = lowering->b;
  tern_value_t *subgroup_size = build_i32(lowering, SUBGROUP_SIZE);
  branches_t partial = begin_then(b, tern_arith_cmpi(b, TERN_CMPI_SLT, active, subgroup_size));
  tern_value_t *value = operand;
  for (int64_t i = 1; i < SUBGROUP_SIZE; i *= 2) {
    tern_op_t *shuffle = build_shuffle(lowering, value, i, active);
    branches_t valid = begin_then(b, tern_op_result(shuffle, 1));
    begin_else(b, &valid, build_accumulation(lowering, value, tern_op_result(shuffle, 0)));
    value = end_if(b, &valid, value);
  }
  begin_else(b, &partial, value);
  value = operand;
  for (int64_t i = 1; i < SUBGROUP_SIZE; i *= 2) {
    tern_op_t *shuffle = build_shuffle(lowering, value, i, subgroup_size);
    value = build_accumulation(lowering, value, tern_op_result(shuffle, 0));
  }
  return end_if(b, &partial, value);
}

static tern_value_t *build_division(const lowering_t *lowering, tern_value_t *value) {
  tern_value_t *subgroup_size = build_i32(lowering, SUBGROUP_SIZE);
  return build_binary(lowering, TERN_ARITH(DIVSI), value, subgroup_size);
}

// --- the op ---

static void build_store(tern_builder_t *b, tern_value_t *value, tern_value_t *buffer, tern_value_t *index) {
  tern_build(b, TERN_MEMREF(STORE), .operands = TERN_VALUES(value, buffer, index));
}

static tern_value_t *build_load(tern_builder_t *b, tern_value_t *buffer, tern_value_t *index) {
  return tern_build_value(b, TERN_MEMREF(LOAD), .operands = TERN_VALUES(buffer, index),
                          .types = TERN_TYPES(tern_type_element(buffer->type)));
}

// Where the work item is in its workgroup, and how many there are.
static void build_position(const lowering_t *lowering, tern_value_t **out_position, tern_value_t **out_count) {
  tern_value_t *sizes[3], *ids[3];
  for (int i = 0; i < 3; ++i) sizes[i] = build_query(lowering, TERN_GPU(BLOCK_DIM), i);
  for (int i = 0; i < 3; ++i) ids[i] = build_query(lowering, TERN_GPU(THREAD_ID), i);
  tern_value_t *planes = build_binary(lowering, TERN_ARITH(MULI), ids[2], sizes[1]);
  tern_value_t *rows = build_binary(lowering, TERN_ARITH(ADDI), planes, ids[1]);
  tern_value_t *row_start = build_binary(lowering, TERN_ARITH(MULI), rows, sizes[0]);
  tern_value_t *plane_size = build_binary(lowering, TERN_ARITH(MULI), sizes[0], sizes[1]);
  *out_position = build_binary(lowering, TERN_ARITH(ADDI), row_start, ids[0]);
  *out_count = build_binary(lowering, TERN_ARITH(MULI), plane_size, sizes[2]);
}

static void lower(tern_op_t *func, tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_builder_t *b = &rewriter->builder;
  lowering_t lowering = {.b = b, .op = op, .i32 = tern_i_type_get(b->context, 32)};
  const tern_type_t *index = tern_index_type_get(b->context);
  tern_value_t *operand = tern_op_operand(op, 0), *position, *count;
  tern_builder_set_before(b, op);
  build_position(&lowering, &position, &count);
  tern_value_t *mask = build_i32(&lowering, SUBGROUP_SIZE - 1);
  tern_value_t *lane = build_binary(&lowering, TERN_ARITH(ANDI), position, mask);
  tern_value_t *is_first_lane = tern_arith_cmpi(b, TERN_CMPI_EQ, lane, build_i32(&lowering, 0));
  tern_value_t *before_subgroup = build_binary(&lowering, TERN_ARITH(SUBI), position, lane);
  tern_value_t *active = build_binary(&lowering, TERN_ARITH(SUBI), count, before_subgroup);
  tern_value_t *of_subgroup = build_subgroup_reduction(&lowering, active, operand);

  const tern_type_t *type = tern_gpu_workgroup_memref_type(operand->type, (const int64_t[]){SUBGROUP_SIZE}, 1);
  tern_value_t *buffer = tern_gpu_add_workgroup_buffer(func, type, tern_unknown_loc_get(b->context));
  branches_t first_lane = begin_then(b, is_first_lane);
  build_store(b, of_subgroup, buffer, build_cast(&lowering, index, build_division(&lowering, position)));
  begin_else(b, &first_lane, NULL);
  end_if(b, &first_lane, NULL);
  tern_build(b, TERN_GPU(BARRIER));

  tern_value_t *rounded = build_binary(&lowering, TERN_ARITH(ADDI), count, mask);
  tern_value_t *subgroup_count = build_division(&lowering, rounded);
  tern_value_t *has_subgroup = tern_arith_cmpi(b, TERN_CMPI_SLT, position, subgroup_count);
  tern_value_t *zero = tern_arith_constant_index(b, 0);
  branches_t subgroup = begin_then(b, has_subgroup);
  tern_value_t *partial = build_load(b, buffer, build_cast(&lowering, index, position));
  build_store(b, build_subgroup_reduction(&lowering, subgroup_count, partial), buffer, zero);
  begin_else(b, &subgroup, NULL);
  end_if(b, &subgroup, NULL);
  tern_build(b, TERN_GPU(BARRIER));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(build_load(b, buffer, zero)));
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_op_list_t *ops = user;
  if (!tern_op_is(op, TERN_GPU(ALL_REDUCE))) return TERN_WALK_ADVANCE;
  if (!tern_op_attr(op, "uniform")) return TERN_WALK_INTERRUPT;
  tern_vec_push(ops, op);
  return TERN_WALK_ADVANCE;
}

bool tern_gpu_rewrite_all_reduce(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_list_t ops = {0};
  bool is_uniform = tern_op_walk_post(op, collect, &ops) != TERN_WALK_INTERRUPT;
  bool is_match = is_uniform && ops.count > 0;
  for (size_t i = 0; is_match && i < ops.count; ++i) lower(op, ops.values[i], rewriter);
  tern_vec_deinitialize(&ops);
  return is_match;
}
