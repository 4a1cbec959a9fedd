// --triton-nvidia-mma-lowering: products whose sums are in tensor memory as the chip has them.
//
// 1. One that is to be done when the next op begins (without is_async) arrives at a barrier, which is waited for at once:
//
//      ttng.tc_gen5_mma %a, %b, %d, %use, %pred, %bar[%true] {is_async}
//      ttng.wait_barrier %bar, %c0, %pred
//
// 2. Scales in shared memory are copied to tensor memory before.
// 3. A ttng.tc_gen5_commit behind a product becomes a barrier of that, where nothing but computation is in between and the commit has
//    the product's predicate, or the product none; what its barrier is computed from moves before the product.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/ttng.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttng/barriers.h"

enum { MAX_GROUPS = 10, MAX_MOVES = 64 };

// --- barriers of a product ---

static tern_value_t *pred_of(const tern_op_t *op) { return tern_op_operand_named(op, "pred"); }

static void add_barrier(tern_op_t *op, tern_value_t *barrier, tern_value_t *pred) {
  size_t groups = op->def->operand_count, start, count;
  int32_t sizes[MAX_GROUPS];
  for (size_t i = 0; i < groups; ++i) {
    tern_op_operand_group(op, i, &start, &count);
    sizes[i] = (int32_t)count;
  }
  // The last two groups are the barriers and their predicates.
  tern_op_operand_group(op, groups - 2, &start, &count);
  tern_op_insert_operands(op, op->operand_count, TERN_VALUES(pred));
  tern_op_insert_operands(op, start + count, TERN_VALUES(barrier));
  ++sizes[groups - 2];
  ++sizes[groups - 1];
  tern_op_set_segment_sizes(op, sizes, groups);
}

// --- products that are waited for ---

static bool wait_at_once(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  if (tern_op_attr(op, "is_async")) return false;
  tern_builder_t *b = &rewriter->builder;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *barrier = tern_ttng_allocate_barrier(b);
  tern_build(b, TERN_TTNG(INIT_BARRIER), .operands = TERN_VALUES(barrier),
             .attrs = TERN_ATTRS({"count", tern_integer_attr_get(i32, 1)}));
  add_barrier(op, barrier, tern_arith_constant_bool(b, true));
  tern_op_set_attr(op, "is_async", tern_unit_attr_get(b->context));
  tern_builder_set_after(b, op);
  tern_value_t *phase = tern_arith_constant_int(b, i32, 0);
  tern_build(b, TERN_TTNG(WAIT_BARRIER), .operands = TERN_VALUES(barrier, phase, pred_of(op)),
             .segments = (int32_t[]){1, 1, 1, 0});
  tern_build(b, TERN_TTNG(INVAL_BARRIER), .operands = TERN_VALUES(barrier));
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- scales ---

static bool is_e2m1(const tern_op_t *op, const char *attr) {
  return tern_enum_attr_value(tern_op_attr(op, attr)) == TERN_TT_E2M1;
}

// Rows of the first matrix, columns of the second one: pairs along them count twice.
static int64_t line_count(const tern_op_t *op, bool is_first) {
  tern_memdesc_t memory = tern_memdesc_read(tern_op_operand(op, is_first ? 0 : 1)->type);
  bool is_box = tern_attr_is_ttg(memory.encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  bool is_turned = is_box && tern_ttg_number(memory.encoding, TERN_TTG_FIELD_TRANSPOSED);
  bool is_paired = is_first ? is_turned && is_e2m1(op, "a_type") : is_box && !is_turned && is_e2m1(op, "b_type");
  return memory.dims[memory.rank - (is_first ? 2 : 1)] * (is_paired ? 2 : 1);
}

static bool copy_scale(tern_op_t *op, tern_builder_t *b, const char *name, int64_t lines) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  tern_memdesc_t from = tern_memdesc_read(tern_op_operand(op, start)->type);
  if (!tern_attr_is_ttg(from.memory_space, TERN_TTG_ATTR_SHARED_MEMORY)) return false;
  tern_layout_t cga = tern_ttg_cga_layout(from.encoding);
  int64_t total = 1;
  for (size_t d = 0; d < from.rank; ++d) total *= from.dims[d];
  const uint64_t split[] = {UINT64_C(1) << tern_layout_bits(&cga.outs, "dim0"),
                            UINT64_C(1) << tern_layout_bits(&cga.outs, "dim1")};
  const int64_t dims[] = {lines, total / lines};
  tern_memdesc_t to = {
      .element = from.element,
      .encoding =
          tern_dialect_attr_get(b->context, &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING], split, 2),
      .memory_space = tern_dialect_attr_get(b->context, &tern_ttng_attrs[TERN_TTNG_ATTR_TENSOR_MEMORY], NULL, 0),
      .is_mutable = true,
      .rank = 2,
      .dims = dims,
      .alloc_rank = 2,
      .alloc_dims = dims};
  tern_value_t *memory = tern_build_value(b, TERN_TTNG(TMEM_ALLOC), .types = TERN_TYPES(tern_memdesc_get(&to)));
  tern_build(b, TERN_TTNG(TMEM_COPY), .operands = TERN_VALUES(tern_op_operand(op, start), memory));
  tern_op_set_operand(op, start, memory);
  return true;
}

static bool copy_scales(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  bool is_first = copy_scale(op, &rewriter->builder, "a_scale", line_count(op, true));
  bool is_second = copy_scale(op, &rewriter->builder, "b_scale", line_count(op, false));
  if (is_first || is_second) tern_rewriter_modified(rewriter, op);
  return is_first || is_second;
}

// --- commits ---

static bool is_pure(const tern_op_t *op) { return tern_op_has_trait(op, TERN_TRAIT_PURE); }

static bool is_true(const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  return tern_attr_is_integer(constant) && tern_integer_attr_value(constant) != 0;
}

// The ops that the value is computed by behind `target`, those that others need first. False: one of them may not move.
static bool find_moves(const tern_value_t *value, const tern_op_t *target, tern_op_t **ops, size_t *inout_count) {
  tern_op_t *maker = tern_value_defining_op(value);
  if (!maker || maker->block != target->block || !tern_op_is_before(target, maker)) return true;
  for (size_t i = 0; i < *inout_count; ++i) {
    if (ops[i] == maker) return true;
  }
  if (!is_pure(maker)) return false;
  for (size_t i = 0; i < maker->operand_count; ++i) {
    if (!find_moves(tern_op_operand(maker, i), target, ops, inout_count)) return false;
  }
  if (*inout_count == MAX_MOVES) return false;
  ops[(*inout_count)++] = maker;
  return true;
}

static bool merge_commit(tern_op_t *op, tern_op_t *commit, tern_rewriter_t *rewriter) {
  tern_op_t *moves[MAX_MOVES];
  size_t count = 0;
  tern_value_t *barrier = tern_op_operand(commit, 0), *pred = pred_of(commit);
  if (!find_moves(barrier, op, moves, &count) || (pred && !find_moves(pred, op, moves, &count))) return false;
  for (size_t i = 0; i < count; ++i) tern_op_move_before(moves[i], op);
  tern_builder_set_before(&rewriter->builder, op);
  add_barrier(op, barrier, pred ? pred : tern_arith_constant_bool(&rewriter->builder, true));
  tern_rewriter_erase(rewriter, commit);
  return true;
}

static bool merge_commits(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  bool is_changed = false;
  // A product that does not say so is waited for first.
  if (!tern_op_attr(op, "is_async")) return false;
  for (tern_op_t *next = op->next, *after; next; next = after) {
    after = next->next;
    bool is_commit = tern_op_is(next, TERN_TTNG(TC_GEN5_COMMIT));
    if (!is_commit && !is_pure(next)) break;
    bool is_same = is_commit && (is_true(pred_of(op)) || pred_of(op) == pred_of(next));
    if (is_same) is_changed |= merge_commit(op, next, rewriter);
  }
  if (is_changed) tern_rewriter_modified(rewriter, op);
  return is_changed;
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"wait", TERN_TTNG(TC_GEN5_MMA), 1, wait_at_once},
    {"wait", TERN_TTNG(TC_GEN5_MMA_SCALED), 1, wait_at_once},
    {"scales", TERN_TTNG(TC_GEN5_MMA_SCALED), 1, copy_scales},
    {"commit", TERN_TTNG(TC_GEN5_MMA), 1, merge_commits},
    {"commit", TERN_TTNG(TC_GEN5_MMA_SCALED), 1, merge_commits},
};

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(root, patterns, sizeof patterns / sizeof patterns[0], pass, &options, NULL);
  return true;
}

const tern_pass_def_t tern_triton_nvidia_mma_lowering_pass = {
    .flag = "triton-nvidia-mma-lowering",
    .name = "TritonNvidiaGPUMMALoweringPass",
    .anchor = "builtin.module",
    .summary = "Give products in tensor memory the barriers and scales that the chip asks for",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_ttg_dialect, &tern_ttng_dialect, NULL},
    .run = run,
};
