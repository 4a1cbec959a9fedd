// See parts.h (upstream: expandLoops of SoftwarePipeliner.cpp, predicateOp of PipeliningUtility.cpp).

#include "dialect/amdg/amdg.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "dialect/ub/ub.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/tmem/tmem_tokens.h"

// --- masks ---
// What may be switched off is put into a ttg.mask first. How that is done best is clear when the predicate is simple.

tern_op_t *tern_pipeline_put_in_mask(tern_builder_t *b, tern_op_t *op, tern_value_t *predicate) {
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_vec_push(&types, op->results[i].type);
    tern_vec_push(&values, &op->results[i]);
  }
  tern_op_t *mask = tern_build(b, TERN_TTG(MASK), .operands = TERN_VALUES(predicate),
                               .types = {types.values, types.count}, .regions = 1);
  tern_builder_t inside = *b;
  tern_block_t *block = tern_builder_add_block(&inside, &mask->regions[0], (tern_types_t){0});
  tern_op_remove(op);
  tern_op_insert(op, block, NULL);
  tern_builder_set_end(&inside, block);
  tern_build(&inside, TERN_TTG(MASK_RETURN), .operands = {values.values, values.count});
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&values);
  return mask;
}

// The predicate for all elements of a tensor, or as it is, and what there is already.
static tern_value_t *build_mask(tern_builder_t *b, const tern_type_t *like, tern_value_t *old,
                                tern_value_t *predicate) {
  if (like->kind == TERN_TYPE_TENSOR) {
    const tern_type_t *type = tern_tensor_type_get(predicate->type, tern_type_dims(like), tern_type_rank(like),
                                                   tern_tensor_type_encoding(like));
    predicate = tern_build_value(b, TERN_TT(SPLAT), .operands = TERN_VALUES(predicate), .types = TERN_TYPES(type));
  }
  return old ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(predicate, old)) : predicate;
}

// An operand that says whether, or for which elements, the op does something.
typedef struct switch_row {
  const tern_op_row_t *row;
  const char *name;
  const char *like;  // the operand, or result, whose elements it is for; NULL: one for all
} switch_row_t;

static const switch_row_t *find_switch(const tern_op_t *op) {
  static const switch_row_t rows[] = {
      {TERN_SCF(IF), "condition", NULL},
      {TERN_TT(LOAD), "mask", "ptr"},
      {TERN_TT(STORE), "mask", "ptr"},
      {TERN_TT(ATOMIC_RMW), "mask", "ptr"},
      {TERN_TTG(ASYNC_COPY_GLOBAL_TO_LOCAL), "mask", "src"},
      {TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL), "pred", NULL},
      {TERN_TTNG(ASYNC_TMA_GATHER), "pred", NULL},
      {TERN_TTNG(BARRIER_EXPECT), "pred", NULL},
      {TERN_TTNG(WAIT_BARRIER), "pred", NULL},
      {TERN_TTNG(ARRIVE_BARRIER), "pred", NULL},
      {TERN_TTNG(TC_GEN5_MMA), "pred", NULL},
      {TERN_TTNG(TC_GEN5_MMA_SCALED), "pred", NULL},
      {TERN_TTNG(TC_GEN5_COMMIT), "pred", NULL},
      {TERN_TTNG(TMEM_STORE), "pred", NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) return &rows[i];
  }
  return NULL;
}

// Nobody hears of what these do but ops that are switched off themselves.
static bool may_run_anyway(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_LLVM(INTR_ASSUME),       TERN_TTNG(FENCE_ASYNC_SHARED),
      TERN_TTG(ASYNC_COMMIT_GROUP), TERN_TTG(ASYNC_WAIT),
      TERN_TTG(LOCAL_LOAD),         TERN_TTG(LOCAL_STORE),
      TERN_TTNG(WARP_GROUP_DOT),    TERN_TTNG(TMEM_ALLOC),
      TERN_TTNG(TMEM_LOAD),         TERN_AMDG(LOCAL_LOAD_PACKED_TRANSPOSED),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return tern_op_effects(op) == 0 || !op->def->row;
}

// An operand that the op may have and has not.
static void insert_operand(tern_op_t *op, const char *name, tern_value_t *value) {
  const tern_op_def_t *def = op->def;
  TERN_VEC(int32_t) sizes = {0};
  size_t place = 0;
  for (size_t i = 0; i < def->operand_count; ++i) {
    size_t start, count;
    tern_op_operand_group(op, i, &start, &count);
    bool is_it = strcmp(def->operands[i].name->data, name) == 0;
    if (is_it) place = start;
    tern_vec_push(&sizes, (int32_t)count + is_it);
  }
  tern_op_insert_operands(op, place, TERN_VALUES(value));
  if (def->operand_segments_slot >= 0) tern_op_set_segment_sizes(op, sizes.values, sizes.count);
  tern_vec_deinitialize(&sizes);
}

static void set_switch(tern_op_t *op, const switch_row_t *row, tern_value_t *predicate) {
  tern_builder_t b = tern_builder_before(op);
  size_t start, count;
  tern_op_operands_named(op, row->name, &start, &count);
  const tern_type_t *like = row->like ? tern_op_operand_named(op, row->like)->type : predicate->type;
  tern_value_t *mask = build_mask(&b, like, count ? tern_op_operand(op, start) : NULL, predicate);
  if (count) {
    tern_op_set_operand(op, start, mask);
  } else {
    insert_operand(op, row->name, mask);
  }
}

// Into an scf.if, whose results are anything where the predicate is false.
static void put_in_branch(tern_op_t *op, tern_value_t *predicate) {
  tern_builder_t b = tern_builder_before(op);
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&types, op->results[i].type);
  tern_op_t *branch = tern_build(&b, TERN_SCF(IF), .operands = TERN_VALUES(predicate),
                                 .types = {types.values, types.count}, .regions = 2);
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(&op->results[i], &branch->results[i]);
  tern_block_t *block = tern_builder_add_block(&b, &branch->regions[0], (tern_types_t){0});
  tern_op_remove(op);
  tern_op_insert(op, block, NULL);
  tern_builder_set_end(&b, block);
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&values, &op->results[i]);
  tern_build(&b, TERN_SCF(YIELD), .operands = {values.values, values.count});
  if (types.count > 0) {
    tern_builder_add_block(&b, &branch->regions[1], (tern_types_t){0});
    for (size_t i = 0; i < types.count; ++i)
      values.values[i] = tern_build_value(&b, TERN_UB(POISON), .types = TERN_TYPES(types.values[i]));
    tern_build(&b, TERN_SCF(YIELD), .operands = {values.values, values.count});
  }
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&values);
}

static void switch_off(tern_op_t *op, tern_value_t *predicate) {
  if (may_run_anyway(op)) return;
  const switch_row_t *row = find_switch(op);
  if (row) {
    set_switch(op, row, predicate);
  } else {
    put_in_branch(op, predicate);
  }
}

// What was in there may have been folded to something before it.
static void resolve_mask(tern_op_t *mask) {
  tern_block_t *body = tern_op_body(mask, 0);
  tern_op_t *end = body->last_op;
  for (size_t i = 0; i < mask->result_count; ++i)
    tern_value_replace_all_uses(&mask->results[i], tern_op_operand(end, i));
  tern_op_destroy(end);
  while (body->first_op) {
    tern_op_t *op = body->first_op;
    tern_op_move_before(op, mask);
    switch_off(op, tern_op_operand(mask, 0));
  }
  tern_op_destroy(mask);
}

// --- loops ---

// For tests of upstream's, and whoever wants to say later what a stage waits for.
static tern_value_t *keep_stage_predicate(tern_builder_t *b, const tern_op_t *loop, unsigned last_stage,
                                          unsigned stage) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *iv = tern_op_body(loop, 0)->args[0];
  return tern_build_value(b, TERN_TTG(PREDICATE_STAGE),
                          .operands = TERN_VALUES(iv, tern_scf_for_upper(loop), tern_scf_for_step(loop)),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"maxStage", tern_integer_attr_get(i32, last_stage)},
                                              {"stage", tern_integer_attr_get(i32, stage)}));
}

bool tern_pipeline_can_be_masked(const tern_op_t *op) {
  (void)op;
  return true;
}

// Products in tensor memory that are waited for in the last stage: switched off, they would still be waited for. Warps of partitions
// wait for each other, which the peeled iteration would not know.
static bool is_peeled(const tern_op_t *loop, const tern_ttg_scheduled_list_t *list, int64_t stage_count) {
  bool has_product = false, has_wait = false;
  for (size_t i = 0; i < list->count; ++i) {
    const tern_op_t *op = list->values[i].op;
    has_product = has_product || tern_tmem_is_mma(op);
    has_wait = has_wait || (tern_op_is(op, TERN_TTNG(WAIT_BARRIER)) && list->values[i].stage == stage_count - 1);
  }
  return has_product && has_wait && !tern_op_parent_of(loop, TERN_TTG(WARP_SPECIALIZE)) &&
         !tern_op_attr(loop, "unsignedCmp");
}

void tern_pipeline_expand_loop(tern_op_t *loop, tern_pipeline_options_t options) {
  tern_ttg_schedule_t schedule = {.loop = loop};
  if (tern_ttg_schedule_read(&schedule)) {
    tern_ttg_scheduled_list_t list = tern_ttg_schedule_in_order(&schedule);
    TERN_VEC(tern_staged_op_t) ops = {0};
    for (size_t i = 0; i < list.count; ++i)
      tern_vec_push(&ops, ((tern_staged_op_t){list.values[i].op, (unsigned)list.values[i].stage}));
    options.schedule = ops.values;
    options.count = ops.count;
    bool is_last_peeled =
        !options.peels_epilogue && !options.stage_predicate && is_peeled(loop, &list, schedule.stage_count);
    if (is_last_peeled) options.stage_predicate = keep_stage_predicate;
    const tern_attr_t *attrs = loop->attrs;
    tern_op_t *made;
    if (tern_pipeline_loop(loop, &options, &made) == TERN_PIPELINE_DONE) {
      made->attrs = attrs;
      if (is_last_peeled) tern_pipeline_peel_epilogue(made);
    }
    tern_vec_deinitialize(&ops);
    tern_vec_deinitialize(&list);
  }
  tern_ttg_schedule_deinitialize(&schedule);
}

static void expand(tern_op_t *loop) {
  bool keeps = tern_op_attr(loop, "__test_keep_predicate_stage") != NULL;
  tern_pipeline_expand_loop(loop, (tern_pipeline_options_t){.takes_any_count = true,
                                                            .can_predicate = tern_pipeline_can_be_masked,
                                                            .predicate = tern_pipeline_put_in_mask,
                                                            .stage_predicate = keeps ? keep_stage_predicate : NULL});
}

void tern_pipeline_resolve_masks(tern_op_t *module) {
  tern_pipeline_clean_arithmetic(module);
  tern_op_visit_row(module, TERN_PREORDER, TERN_TTG(MASK), resolve_mask);
}

void tern_pipeline_expand_loops(tern_op_t *module) {
  tern_op_visit_row(module, TERN_POSTORDER, TERN_SCF(FOR), expand);
  tern_pipeline_resolve_masks(module);
}

static tern_walk_result_t forget_schedule(tern_op_t *op, void *user) {
  static const char *const names[] = {"loop.stage", "loop.cluster", "tt.scheduled_max_stage"};
  (void)user;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_op_attr(op, names[i])) tern_op_set_attr(op, names[i], NULL);
  }
  return TERN_WALK_ADVANCE;
}

void tern_pipeline_forget_schedules(tern_op_t *module) { tern_op_walk_pre(module, forget_schedule, NULL); }
