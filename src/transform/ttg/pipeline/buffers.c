// See parts.h: memory for what several iterations have under way.

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/blocked.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttng/tma_copies.h"

// --- builders ---

static void schedule_op(tern_listener_t *listener, tern_op_t *op) {
  tern_staged_builder_t *builder = (tern_staged_builder_t *)listener;
  if (builder->cluster) tern_ttg_schedule_set(builder->schedule, op, builder->stage, builder->cluster);
}

void tern_staged_builder_set_stage(tern_staged_builder_t *builder, const tern_ttg_scheduled_t *entry) {
  builder->stage = entry ? entry->stage : 0;
  builder->cluster = entry ? entry->cluster : NULL;
}

void tern_staged_builder_initialize(tern_staged_builder_t *builder, tern_ttg_schedule_t *schedule, tern_op_t *before,
                                    const tern_ttg_scheduled_t *entry) {
  *builder = (tern_staged_builder_t){
      .listener = {.op_inserted = schedule_op}, .b = tern_builder_before(before), .schedule = schedule};
  builder->b.listener = &builder->listener;
  tern_staged_builder_set_stage(builder, entry);
}

// --- memory ---

static const tern_type_t *memory_type(tern_context_t *context, const tern_type_t *element, const int64_t *dims,
                                      size_t rank, const tern_attr_t *encoding) {
  tern_memdesc_t memory = {.element = element,
                           .encoding = encoding,
                           .memory_space = tern_ttg_shared_memory_get(context),
                           .is_mutable = true,
                           .rank = rank,
                           .dims = dims,
                           .alloc_rank = rank,
                           .alloc_dims = dims};
  return tern_memdesc_get(&memory);
}

tern_value_t *tern_pipeline_view(tern_builder_t *b, tern_value_t *memory, tern_value_t *index) {
  tern_memdesc_t desc = tern_memdesc_read(memory->type);
  desc.rank = desc.alloc_rank = desc.rank - 1;
  desc.dims = desc.alloc_dims = desc.dims + 1;
  const tern_type_t *type = tern_memdesc_get(&desc);
  return tern_build_value(b, TERN_TTG(MEMDESC_INDEX), .operands = TERN_VALUES(memory, index),
                          .types = TERN_TYPES(type));
}

tern_value_t *tern_pipeline_allocate(tern_op_t *loop, const tern_type_t *tensor, const tern_attr_t *encoding,
                                     const tern_attr_t *loc, int64_t count) {
  int64_t dims[TERN_LAYOUT_MAX_DIMS + 1] = {count};
  size_t rank = tern_type_rank(tensor);
  for (size_t d = 0; d < rank; ++d) dims[d + 1] = tern_type_dim(tensor, d);
  tern_builder_t b = tern_builder_before(loop);
  b.loc = loc;
  const tern_type_t *type = memory_type(b.context, tern_type_element(tensor), dims, rank + 1, encoding);
  tern_value_t *memory = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .types = TERN_TYPES(type));
  b = tern_builder_after(loop);
  tern_build(&b, TERN_TTG(LOCAL_DEALLOC), .operands = TERN_VALUES(memory));
  return memory;
}

const tern_type_t *tern_pipeline_token_type(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_ttg_types[TERN_TTG_TYPE_ASYNC_TOKEN], NULL, 0);
}

tern_value_t *tern_pipeline_build_wait(tern_builder_t *b, tern_value_t *group) {
  const tern_attr_t *none = tern_integer_attr_get(tern_i_type_get(b->context, 32), 0);
  return tern_build_value(b, TERN_TTG(ASYNC_WAIT), .operands = {&group, group != NULL},
                          .types = TERN_TYPES(tern_pipeline_token_type(b->context)),
                          .attrs = TERN_ATTRS({"num", none}));
}

static tern_value_t *build_number(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

// --- counters ---

tern_op_t *tern_pipeline_extend_loop(tern_op_t *loop, const tern_ttg_value_list_t *more) {
  tern_builder_t b = tern_builder_before(loop);
  tern_ttg_value_list_t inits = {0};
  for (size_t i = 3; i < loop->operand_count; ++i) tern_vec_push(&inits, tern_op_operand(loop, i));
  for (size_t i = 0; i < more->count; ++i) tern_vec_push(&inits, more->values[i]);
  tern_op_t *made = tern_build_scf_for(&b, tern_scf_for_lower(loop), tern_scf_for_upper(loop), tern_scf_for_step(loop),
                                       (tern_values_t){inits.values, inits.count});
  tern_block_t *empty = tern_op_body(made, 0);
  tern_block_remove(empty);
  tern_block_destroy(empty, b.context);
  tern_region_take_blocks(&made->regions[0], &loop->regions[0]);
  tern_block_t *body = tern_op_body(made, 0);
  for (size_t i = 0; i < more->count; ++i) {
    tern_value_t *arg = tern_block_add_arg(body, more->values[i]->type, loop->loc);
    tern_op_insert_operands(body->last_op, body->last_op->operand_count, TERN_VALUES(arg));
  }
  made->attrs = loop->attrs;
  tern_op_set_attr(made, "unsignedCmp", tern_op_attr(loop, "unsignedCmp"));
  for (size_t i = 0; i < loop->result_count; ++i) tern_value_replace_all_uses(&loop->results[i], &made->results[i]);
  tern_op_destroy(loop);
  tern_vec_deinitialize(&inits);
  return made;
}

tern_value_t *tern_pipeline_number_before(const tern_op_t *loop, int64_t number) {
  tern_builder_t before = tern_builder_before((tern_op_t *)loop);
  return build_number(&before, number);
}

tern_value_t *tern_pipeline_build_next(tern_builder_t *b, const tern_op_t *loop, tern_value_t *value,
                                       tern_value_t *count, tern_value_t **out_wraps) {
  tern_value_t *zero = tern_pipeline_number_before(loop, 0), *one = tern_pipeline_number_before(loop, 1);
  tern_value_t *next = tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(value, one));
  *out_wraps = tern_arith_cmpi(b, TERN_CMPI_SGE, next, count);
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(*out_wraps, zero, next),
                          .types = TERN_TYPES(value->type));
}

// --- barriers ---

tern_value_t *tern_pipeline_allocate_barriers(tern_op_t *loop, int64_t count) {
  static const int64_t first[] = {0};
  const int64_t dims[] = {count, 1};
  tern_builder_t b = tern_builder_before(loop);
  const tern_attr_t *encoding = tern_ttg_encoding_get(
      b.context, TERN_TTG_ATTR_SWIZZLED_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VEC, 1}, {TERN_TTG_FIELD_PER_PHASE, 1}, {TERN_TTG_FIELD_MAX_PHASE, 1},
                      {TERN_TTG_FIELD_ORDER, tern_ttg_list(b.context, first, 1)},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_list(b.context, NULL, 0)}));
  const tern_type_t *type = memory_type(b.context, tern_i_type_get(b.context, 64), dims, 2, encoding);
  tern_value_t *barriers = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .types = TERN_TYPES(type));
  const tern_attr_t *once = tern_integer_attr_get(tern_i_type_get(b.context, 32), 1);
  for (int64_t i = 0; i < count; ++i) {
    tern_value_t *barrier = tern_pipeline_view(&b, barriers, build_number(&b, i));
    tern_build(&b, TERN_TTNG(INIT_BARRIER), .operands = TERN_VALUES(barrier), .attrs = TERN_ATTRS({"count", once}));
  }
  b = tern_builder_after(loop);
  for (int64_t i = 0; i < count; ++i) {
    tern_value_t *barrier = tern_pipeline_view(&b, barriers, build_number(&b, i));
    tern_build(&b, TERN_TTNG(INVAL_BARRIER), .operands = TERN_VALUES(barrier));
  }
  tern_build(&b, TERN_TTG(LOCAL_DEALLOC), .operands = TERN_VALUES(barriers));
  return barriers;
}

// --- memory in the place of other memory ---

// Views are of the stage of those who use them, who may have moved.
static void forget_views(tern_ttg_schedule_t *schedule, const tern_value_t *memory) {
  tern_value_for_each_use(memory, use) {
    if (!tern_tma_is_view(use->owner)) continue;
    tern_ttg_schedule_remove(schedule, use->owner);
    forget_views(schedule, &use->owner->results[0]);
  }
}

void tern_pipeline_replace_memory(tern_ttg_schedule_t *schedule, tern_value_t *memory, tern_value_t *other) {
  forget_views(schedule, memory);
  if (!tern_memdesc_read(memory->type).is_mutable) tern_tma_make_views_mutable(memory);
  tern_value_replace_all_uses(memory, other);
}
