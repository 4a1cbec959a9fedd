// --tritongpu-optimize-thread-locality: encodings by which threads of reshapes and gathers need less of each other.
//
//   %r = tt.reshape %x allow_reorder       a reduction of %r goes along its registers: the last dimension that threads are dealt to
//   %g = tt.gather %x[%i]                  each warp has whole lines along the axis, so that its lanes have all that they ask for
//
// Sums that a loop computes are the work of reductions_in_loops.c. Source: upstream's pass of the same name.

#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/coalescing.h"
#include "transform/ttg/reductions_in_loops.h"

// Gives the result of `op` another type, and its users what they had.
static void convert_back(tern_op_t *op, tern_rewriter_t *rewriter, const tern_type_t *type) {
  const tern_type_t *old = op->results[0].type;
  tern_builder_set_after(&rewriter->builder, op);
  op->results[0].type = type;
  tern_op_set_attr(op, "efficient_layout", tern_unit_attr_get(type->context));
  tern_value_t *back = tern_ttg_build_convert(&rewriter->builder, &op->results[0], tern_tensor_type_encoding(old));
  for (tern_operand_t *use = op->results[0].first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (use->owner == back->owner) continue;
    tern_operand_set(use, back);
    tern_rewriter_modified(rewriter, use->owner);
  }
  tern_rewriter_modified(rewriter, op);
}

// --- reshapes ---

// The axis along which the users reduce; -1: none does, or they differ.
static int64_t reduced_axis(const tern_op_t *op) {
  int64_t axis = -1;
  tern_value_for_each_use(&op->results[0], use) {
    if (!tern_op_is(use->owner, TERN_TT(REDUCE))) continue;
    int64_t other = tern_integer_attr_value(tern_op_attr(use->owner, "axis"));
    if (axis >= 0 && axis != other) return -1;
    axis = other;
  }
  return axis;
}

// Has each thread all elements along the axis?
static bool is_local(const tern_attr_t *encoding, size_t axis) {
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED)) return false;
  if (tern_ttg_at(encoding, TERN_TTG_FIELD_THREADS_PER_WARP, axis) != 1 ||
      tern_ttg_at(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, axis) != 1)
    return false;
  tern_layout_t cga = tern_ttg_cga_layout(encoding);
  for (size_t bit = 0; bit < tern_layout_in_bits(&cga); ++bit) {
    if (tern_layout_basis(&cga, 0, bit, axis) != 0) return false;
  }
  return true;
}

// Threads are dealt to the axis last, when none are left.
static const tern_attr_t *encoding_for_axis(const tern_op_t *op, int64_t axis) {
  const tern_type_t *type = op->results[0].type;
  size_t rank = tern_type_rank(type), count = 0;
  tern_ttg_share_t share;
  int64_t sizes[TERN_TTG_MAX_RANK], order[TERN_TTG_MAX_RANK];
  if (!tern_ttg_share_of(tern_tensor_type_encoding(type), tern_type_dims(type), &share)) return NULL;
  for (size_t d = 0; d < rank; ++d) {
    sizes[d] = 1;
    if ((int64_t)share.order[d] != axis) order[count++] = (int64_t)share.order[d];
  }
  order[count] = axis;
  tern_ttg_machine_t machine = tern_ttg_machine_of(op);
  uint64_t cga = tern_ttg_deal_ctas(type->context, tern_type_dims(type), sizes, order, rank, machine.ctas);
  return tern_ttg_blocked_for(type->context, tern_type_dims(type), sizes, order, rank, machine, cga);
}

static bool localize_reshape(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *old = tern_ttg_type_encoding(type);
  int64_t axis = tern_op_attr(op, "allow_reorder") ? reduced_axis(op) : -1;
  if (axis < 0 || !old || is_local(old, (size_t)axis)) return false;
  const tern_attr_t *encoding = encoding_for_axis(op, axis);
  if (!encoding || encoding == old) return false;
  const tern_type_t *local = tern_ttg_with_encoding(type, encoding);
  if (!tern_ttg_is_cheap_view(tern_op_operand(op, 0)->type, local)) return false;
  convert_back(op, rewriter, local);
  return true;
}

// --- gathers ---

// Deals `left` of something to dimensions but `axis`, as far as each has room; returns what is left.
static int64_t deal(int64_t left, const size_t *order, size_t rank, size_t axis, const int64_t *room,
                    int64_t *out_dealt) {
  for (size_t i = 0; i < rank; ++i) {
    size_t dim = order[i];
    if (dim == axis) continue;
    out_dealt[dim] = room[dim] < left ? room[dim] : left;
    left /= out_dealt[dim];
  }
  return left;
}

// As many threads as possible along the axis, so that each asks for few; the others, and the warps, along the other dimensions. Those
// for which nothing is left have what others have, along the axis.
static const tern_attr_t *encoding_for_gather(const tern_op_t *op, size_t axis) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  tern_layout_t layout = tern_ttg_type_layout(source);
  if (layout.error) return NULL;
  tern_context_t *context = source->context;
  const tern_attr_t *linear = tern_ttg_linear_get(context, &layout);
  size_t rank = tern_type_rank(source), lanes[TERN_TTG_MAX_RANK], by_warps[TERN_TTG_MAX_RANK], count = 1;
  tern_ttg_order_of(linear, TERN_TTG_FIELD_LANE, lanes);
  tern_ttg_order_of(linear, TERN_TTG_FIELD_WARP, by_warps);
  tern_ttg_machine_t machine = tern_ttg_machine_of(op);
  int64_t threads[TERN_TTG_MAX_RANK], warps[TERN_TTG_MAX_RANK], sizes[TERN_TTG_MAX_RANK], order[TERN_TTG_MAX_RANK];
  int64_t room[TERN_TTG_MAX_RANK], line = tern_type_dim(source, axis);
  threads[axis] = line < machine.threads ? line : machine.threads;
  int64_t threads_left = deal(machine.threads / threads[axis], lanes, rank, axis, tern_type_dims(source), threads);
  for (size_t d = 0; d < rank; ++d) room[d] = tern_type_dim(source, d) / threads[d];
  int64_t warps_left = deal(machine.warps, by_warps, rank, axis, room, warps);
  for (size_t d = 0; d < rank; ++d) sizes[d] = d == axis ? line / threads[axis] : 1;
  order[0] = (int64_t)axis;
  for (size_t i = 0; i < rank; ++i) {
    if (lanes[i] != axis) order[count++] = (int64_t)lanes[i];
  }
  threads[axis] *= threads_left;
  warps[axis] = warps_left;
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_BLOCKED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_SIZE_PER_THREAD, tern_ttg_list(context, sizes, rank)},
                      {TERN_TTG_FIELD_THREADS_PER_WARP, tern_ttg_list(context, threads, rank)},
                      {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(context, warps, rank)},
                      {TERN_TTG_FIELD_ORDER, tern_ttg_list(context, order, rank)},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(tern_tensor_type_encoding(source))}));
}

static bool localize_gather(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_value_t *source = tern_op_operand(op, 0), *indices = tern_op_operand(op, 1);
  if (tern_op_attr(op, "efficient_layout") || !tern_ttg_type_encoding(source->type) ||
      tern_type_rank(source->type) == 1)
    return false;
  const tern_attr_t *encoding = encoding_for_gather(op, (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")));
  if (!encoding) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_op_set_operand(op, 0, tern_ttg_build_convert(b, source, encoding));
  tern_op_set_operand(op, 1, tern_ttg_build_convert(b, indices, encoding));
  convert_back(op, rewriter, tern_ttg_with_encoding(op->results[0].type, encoding));
  return true;
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"localize-reshape", TERN_TT(RESHAPE), 1, localize_reshape},
    {"localize-gather", TERN_TT(GATHER), 1, localize_gather},
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  tern_ttg_localize_reductions(module);
  return true;
}

const tern_pass_def_t tern_tritongpu_optimize_thread_locality_pass = {
    .flag = "tritongpu-optimize-thread-locality",
    .name = "TritonGPUOptimizeThreadLocality",
    .anchor = "builtin.module",
    .summary = "Choose encodings by which threads need less of each other",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, &tern_tt_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
