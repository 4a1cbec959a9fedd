// --iree-dispatch-creation-split-reduction-ops: a long reduction becomes many short ones side by side, and one over their results.
//
//   %r = linalg.generic (d0 parallel, d1 reduction)          %x' = tensor.expand_shape %x : tensor<16x4x1024xf32>
//          ins(%x : tensor<16x4096xf32>)                       %p = linalg.generic (ratio parallel, d0 parallel, d1 reduction)
//          outs(%init : tensor<16xf32>)                 ->            ins(%x') outs(%zeros : tensor<4x16xf32>)
//                                                              %r = linalg.generic (ratio reduction, d0 parallel)
//                                                                     ins(%p) outs(%init : tensor<16xf32>)
//
// Source: IREE's pass of that name, and upstream's splitReduction. Devices run what is parallel at the same time, and an
// output with few elements leaves most of them idle. Split are ops with one reduction loop, one output and one op that
// combines, whose neutral element the partial results start from; the ratio must divide the loop's extent. Nothing is split
// unless ratios are given: one for contractions, as upstream has it, one for all other reductions, and a list of ratios for
// iree_linalg_ext.topk, which split_topk.c handles.
//
// With `long-reduction` sums of more elements than that are split by themselves, along the longest of their reduction loops,
// whatever its extent: what the number of parts does not divide is taken first, as a reduction of its own that the rest starts
// from. A GPU gives a reduction one workgroup, which is slow where there is one result, and devices may limit how often a loop
// of an invocation runs (Mesa's lavapipe: 65535 times).
//
// With `workgroups` so are sums of fewer results than keep so many workgroups busy, on devices whose workgroups take a
// row, or a few columns, each. They are split as far as gives four times as many.

#include <math.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/dispatch_creation/split_topk.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS };

// --- neutral elements ---

typedef enum extreme { NUMBER, LOWEST, HIGHEST, NOT_A_NUMBER } extreme_t;

static const struct {
  const tern_op_row_t *row;
  extreme_t extreme;
  double number;
} neutral_elements[] = {
    {TERN_ARITH(ADDF), NUMBER, 0},      {TERN_ARITH(ADDI), NUMBER, 0},          {TERN_ARITH(MULF), NUMBER, 1},
    {TERN_ARITH(MULI), NUMBER, 1},      {TERN_ARITH(ORI), NUMBER, 0},           {TERN_ARITH(XORI), NUMBER, 0},
    {TERN_ARITH(ANDI), NUMBER, -1},     {TERN_ARITH(MAXUI), NUMBER, 0},         {TERN_ARITH(MINUI), NUMBER, -1},
    {TERN_ARITH(MAXSI), LOWEST, 0},     {TERN_ARITH(MINSI), HIGHEST, 0},        {TERN_ARITH(MAXIMUMF), LOWEST, 0},
    {TERN_ARITH(MINIMUMF), HIGHEST, 0}, {TERN_ARITH(MAXNUMF), NOT_A_NUMBER, 0}, {TERN_ARITH(MINNUMF), NOT_A_NUMBER, 0},
};

static tern_value_t *build_extreme(tern_builder_t *b, const tern_type_t *type, extreme_t extreme) {
  if (tern_type_is_float(type)) return tern_build_number(b, type, extreme == LOWEST ? -INFINITY : INFINITY);
  uint32_t width = tern_type_is_index(type) ? 64 : tern_integer_type_width(type);
  int64_t highest = (int64_t)((UINT64_C(1) << (width - 1)) - 1);
  return tern_build_constant(b, tern_integer_attr_get(type, extreme == LOWEST ? -highest - 1 : highest));
}

// The value that changes nothing when `combiner` combines it; NULL if none is known.
static tern_value_t *build_neutral(tern_builder_t *b, const tern_op_t *combiner) {
  const tern_type_t *type = combiner->results[0].type;
  bool is_number = tern_type_is_float(type) || tern_type_is_index(type) ||
                   (tern_type_is_integer(type) && tern_integer_type_width(type) <= 64);
  for (size_t i = 0; is_number && i < sizeof neutral_elements / sizeof neutral_elements[0]; ++i) {
    if (!tern_op_is(combiner, neutral_elements[i].row)) continue;
    switch (neutral_elements[i].extreme) {
      case NUMBER: return tern_build_number(b, type, neutral_elements[i].number);
      case NOT_A_NUMBER: return tern_build_number(b, type, NAN);
      default: return build_extreme(b, type, neutral_elements[i].extreme);
    }
  }
  return NULL;
}

// The op that combines the old value of the output with a new contribution; NULL: the body has another form.
static tern_op_t *find_combiner(const tern_op_t *op) {
  tern_block_t *body = tern_linalg_body(op);
  const tern_value_t *old = body->args[body->arg_count - 1], *yielded = tern_op_operand(body->last_op, 0);
  tern_op_t *combiner = tern_value_defining_op(yielded);
  if (!combiner || combiner->operand_count != 2 || combiner->block != body || !tern_value_has_one_use(old)) return NULL;
  bool is_left = tern_op_operand(combiner, 0) == old, is_right = tern_op_operand(combiner, 1) == old;
  return is_left != is_right ? combiner : NULL;
}

// --- one op ---

typedef struct split {
  tern_op_t *op;
  tern_op_t *combiner;
  size_t reduction;  // the loop
  size_t loop_count;
  int64_t extent, ratio, total;  // of the loop; of all reduction loops
} split_t;

// Can the op be split along one of its reduction loops? The longest one is taken.
static bool find_split(tern_op_t *op, split_t *out) {
  int64_t ranges[MAX_RANK];
  size_t loops = tern_linalg_loop_count(op);
  *out = (split_t){.op = op};
  if (!tern_linalg_has_tensor_semantics(op) || op->result_count != 1 || tern_linalg_body_has_index(op) ||
      loops + 1 > MAX_RANK || !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  out->combiner = find_combiner(op);
  if (!out->combiner) return false;
  for (size_t l = 0; l < loops; ++l) {
    if (tern_linalg_iterator(op, l) != TERN_ITERATOR_REDUCTION) continue;
    if (ranges[l] == TERN_DYNAMIC) return false;
    ++out->loop_count;
    out->total = out->total ? out->total * ranges[l] : ranges[l];
    if (ranges[l] <= out->extent) continue;
    out->reduction = l;
    out->extent = ranges[l];
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type->kind != TERN_TYPE_TENSOR) continue;
    if (!tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), true)) return false;
  }
  return out->loop_count > 0;
}

// The loop in the op with one more loop in front.
static const tern_affine_expr_t *shifted_dim(tern_context_t *context, const tern_affine_expr_t *dim) {
  return dim->kind == TERN_AFFINE_DIM ? tern_affine_dim(context, (size_t)dim->value + 1) : dim;
}

// The input with the dim that is reduced over as two: parts, and elements of a part.
static tern_value_t *split_input(tern_builder_t *b, const split_t *s, size_t index, const tern_affine_map_t **out_map) {
  tern_value_t *value = tern_op_operand(s->op, index);
  const tern_affine_map_t *map = tern_linalg_indexing_map(s->op, index);
  const tern_affine_expr_t *results[MAX_RANK];
  const tern_attr_t *groups[MAX_RANK];
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *sizes[1 + MAX_RANK] = {value};
  int64_t dims[MAX_RANK];
  size_t count = 0, size_count = 1;
  bool is_split = false;
  for (size_t d = 0; d < map->result_count; ++d) {
    const tern_attr_t *members[2] = {tern_integer_attr_get(i64, (int64_t)count)};
    bool is_reduced = tern_affine_expr_is_dim(map->results[d], s->reduction);
    if (is_reduced) {
      dims[count] = s->ratio;
      results[count++] = tern_affine_dim(b->context, 0);
      members[1] = tern_integer_attr_get(i64, (int64_t)count);
    }
    dims[count] = is_reduced ? s->extent / s->ratio : tern_type_dims(value->type)[d];
    if (dims[count] == TERN_DYNAMIC) sizes[size_count++] = tern_tensor_build_dim(b, value, d);
    results[count++] = shifted_dim(b->context, map->results[d]);
    groups[d] = tern_array_attr_get(b->context, members, is_reduced ? 2 : 1);
    is_split |= is_reduced;
  }
  *out_map = tern_affine_map_get(b->context, map->dim_count + 1, 0, results, count);
  if (!is_split) return value;
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, count, NULL);
  return tern_build_value(
      b, TERN_TENSOR(EXPAND_SHAPE), .operands = {sizes, size_count}, .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"reassociation", tern_array_attr_get(b->context, groups, map->result_count)},
                          {"static_output_shape", tern_dense_i64_array_attr_get(b->context, dims, count)}));
}

// Where partial results go: the output once for each part, filled with the neutral element.
static tern_value_t *build_partial_output(tern_builder_t *b, const split_t *s, tern_value_t *neutral,
                                          const tern_affine_map_t **out_map) {
  size_t position = tern_linalg_output_position(s->op, 0), count = 1, size_count = 0;
  tern_value_t *output = tern_linalg_output(s->op, 0), *sizes[MAX_RANK];
  const tern_affine_map_t *map = tern_linalg_indexing_map(s->op, position);
  const tern_affine_expr_t *results[MAX_RANK] = {tern_affine_dim(b->context, 0)};
  int64_t dims[MAX_RANK] = {s->ratio};
  for (size_t d = 0; d < map->result_count; ++d) {
    dims[count] = tern_type_dims(output->type)[d];
    if (dims[count] == TERN_DYNAMIC) sizes[size_count++] = tern_tensor_build_dim(b, output, d);
    results[count++] = shifted_dim(b->context, map->results[d]);
  }
  *out_map = tern_affine_map_get(b->context, map->dim_count + 1, 0, results, count);
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(output->type), dims, count, NULL);
  tern_value_t *empty = tern_tensor_build_empty(b, type, (tern_values_t){sizes, size_count});
  tern_op_t *fill = tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(neutral),
                                            TERN_VALUES(empty), (tern_named_attrs_t){0});
  return tern_op_result(fill, 0);
}

// A tern_linalg_body_fn_t: the combiner of both arguments.
static void combine(tern_builder_t *b, tern_block_t *body, void *user) {
  const split_t *s = user;
  tern_op_t *combined = tern_builder_clone(b, s->combiner, NULL);
  tern_op_set_operand(combined, 0, body->args[0]);
  tern_op_set_operand(combined, 1, body->args[1]);
  tern_build(b, TERN_LINALG(YIELD), .operands = TERN_VALUES(tern_op_result(combined, 0)));
}

static tern_op_t *build_final(tern_builder_t *b, split_t *s, tern_value_t *partial) {
  size_t rank = tern_type_rank(partial->type);
  tern_value_t *output = tern_linalg_output(s->op, 0);
  const tern_affine_expr_t *results[MAX_RANK];
  tern_iterator_t iterators[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) {
    iterators[d] = d == 0 ? TERN_ITERATOR_REDUCTION : TERN_ITERATOR_PARALLEL;
    if (d > 0) results[d - 1] = tern_affine_dim(b->context, d);
  }
  const tern_affine_map_t *maps[] = {tern_affine_map_identity(b->context, rank),
                                     tern_affine_map_get(b->context, rank, 0, results, rank - 1)};
  return tern_linalg_build_generic(b, TERN_TYPES(output->type), TERN_VALUES(partial), TERN_VALUES(output), maps,
                                   iterators, rank, combine, s);
}

// Splits the op into `ratio` parts, which divides the loop's extent.
static bool split_op(const split_t *split) {
  split_t s = *split;
  tern_op_t *op = s.op;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *neutral = build_neutral(&b, s.combiner);
  if (!neutral) return false;
  TERN_VEC(tern_value_t *) inputs = {0};
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  tern_iterator_t iterators[MAX_RANK] = {TERN_ITERATOR_PARALLEL};
  size_t loops = tern_linalg_loop_count(op);
  for (size_t l = 0; l < loops; ++l) iterators[l + 1] = tern_linalg_iterator(op, l);
  const tern_affine_map_t *map;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    tern_vec_push(&inputs, split_input(&b, &s, i, &map));
    tern_vec_push(&maps, map);
  }
  tern_value_t *output = build_partial_output(&b, &s, neutral, &map);
  tern_vec_push(&maps, map);
  tern_op_t *partial =
      tern_linalg_build_generic(&b, TERN_TYPES(output->type), (tern_values_t){inputs.values, inputs.count},
                                TERN_VALUES(output), maps.values, iterators, loops + 1, tern_linalg_clone_body, op);
  partial->attrs = op->attrs;
  tern_op_set_attr(partial, TERN_PARTIAL_REDUCTION, tern_unit_attr_get(b.context));
  tern_op_t *final = build_final(&b, &s, tern_op_result(partial, 0));
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(final, 0));
  tern_op_destroy(op);
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&maps);
  return true;
}

// --- long reductions ---

// The input at the places from `start` on, as many as `size`, of the dim that is reduced over.
static tern_value_t *slice_input(tern_builder_t *b, const split_t *s, size_t index, int64_t start, int64_t size) {
  tern_value_t *value = tern_op_operand(s->op, index);
  const tern_affine_map_t *map = tern_linalg_indexing_map(s->op, index);
  int64_t dims[MAX_RANK];
  tern_slice_t slice = {.count = map->result_count};
  bool is_cut = false;
  for (size_t d = 0; d < map->result_count; ++d) {
    bool is_reduced = tern_affine_expr_is_dim(map->results[d], s->reduction);
    is_cut |= is_reduced;
    dims[d] = is_reduced ? size : tern_type_dims(value->type)[d];
    slice.offsets[d] = tern_mixed_static(is_reduced ? start : 0);
    slice.strides[d] = tern_mixed_static(1);
    slice.sizes[d] =
        dims[d] == TERN_DYNAMIC ? tern_mixed_dynamic(tern_tensor_build_dim(b, value, d)) : tern_mixed_static(dims[d]);
  }
  if (!is_cut) return value;
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, map->result_count, NULL);
  return tern_op_result(tern_slice_build(b, TERN_TENSOR(EXTRACT_SLICE), type, TERN_VALUES(value), &slice), 0);
}

// The op on a part of its reduction loop, on top of `output`.
static tern_op_t *build_part(tern_builder_t *b, const split_t *s, int64_t start, int64_t size, tern_value_t *output) {
  TERN_VEC(tern_value_t *) inputs = {0};
  TERN_VEC(const tern_affine_map_t *) maps = {0};
  tern_iterator_t iterators[MAX_RANK];
  size_t loops = tern_linalg_loop_count(s->op);
  for (size_t l = 0; l < loops; ++l) iterators[l] = tern_linalg_iterator(s->op, l);
  for (size_t i = 0; i < tern_linalg_input_count(s->op); ++i) {
    tern_vec_push(&inputs, slice_input(b, s, i, start, size));
    tern_vec_push(&maps, tern_linalg_indexing_map(s->op, i));
  }
  tern_vec_push(&maps, tern_linalg_output_map(s->op, 0));
  tern_op_t *part =
      tern_linalg_build_generic(b, TERN_TYPES(output->type), (tern_values_t){inputs.values, inputs.count},
                                TERN_VALUES(output), maps.values, iterators, loops, tern_linalg_clone_body, s->op);
  part->attrs = s->op->attrs;
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&maps);
  return part;
}

// The greatest number up to `most` that divides `extent`.
static int64_t divisor_up_to(int64_t extent, int64_t most) {
  while (extent % most != 0) --most;
  return most;
}

// Splits the op into about `wanted` parts, whose lengths are multiples of `unit` if they are none by themselves.
static bool split_into(tern_op_t *op, int64_t wanted, int64_t unit) {
  split_t s;
  if (!find_split(op, &s)) return false;
  if (wanted > s.extent) wanted = s.extent;
  if (wanted <= 1) return false;
  s.ratio = divisor_up_to(s.extent, wanted);
  if (s.ratio > wanted / 2 && (s.extent / s.ratio % unit == 0 || s.extent % unit != 0)) return split_op(&s);
  int64_t rest = s.extent % (wanted * unit);
  if (rest == s.extent) rest = s.extent % wanted;
  if (rest == 0) {
    s.ratio = wanted;
    return split_op(&s);
  }
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *first = build_part(&b, &s, s.extent - rest, rest, tern_linalg_output(op, 0));
  tern_op_t *whole = build_part(&b, &s, 0, s.extent - rest, tern_op_result(first, 0));
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_result(whole, 0));
  tern_op_destroy(op);
  bool is_found = find_split(whole, &s);
  s.ratio = wanted;
  return is_found && split_op(&s);
}

static bool split_long_op(tern_op_t *op, int64_t longest) {
  // Parts for each result, and as many elements as a part should have at least.
  enum { MOST_PARTS = 1024, LEAST_PART = 16384 };
  split_t s;
  if (!find_split(op, &s) || s.total <= longest) return false;
  return split_into(op, s.total / LEAST_PART < MOST_PARTS ? s.total / LEAST_PART : MOST_PARTS, 1);
}

// --- few results ---

// Is the innermost dimension of what is mostly read reduced?
static bool reduces_rows(const tern_op_t *op) {
  const tern_affine_map_t *main = NULL;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (!main || map->result_count > main->result_count) main = map;
  }
  if (!main || main->result_count == 0) return false;
  const tern_affine_expr_t *last = main->results[main->result_count - 1];
  return last->kind == TERN_AFFINE_DIM && tern_linalg_iterator(op, (size_t)last->value) == TERN_ITERATOR_REDUCTION;
}

static bool split_for_workgroups(tern_op_t *op, int64_t least) {
  enum {
    COLUMNS = 8,            // that a workgroup takes side by side at least
    ENOUGH_WORK = 1 << 20,  // elements: less is over before a second dispatch begins
    LEAST_ROW = 4096,       // elements of a part
    LEAST_COLUMN = 64,
    MOST_PARTS = 1024,
    UNIT = 8,  // elements that parts of a row are multiples of, for wide accesses
  };
  split_t s;
  int64_t ranges[MAX_RANK], results = 1;
  if (!find_split(op, &s) || !tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    if (tern_linalg_iterator(op, l) != TERN_ITERATOR_PARALLEL) continue;
    if (ranges[l] == TERN_DYNAMIC || __builtin_mul_overflow(results, ranges[l], &results)) return false;
  }
  bool is_row = reduces_rows(op);
  int64_t workgroups = is_row ? results : (results + COLUMNS - 1) / COLUMNS;
  if (workgroups == 0 || workgroups >= least || s.total < ENOUGH_WORK / results) return false;
  int64_t wanted = 4 * least / workgroups, most = s.total / (is_row ? LEAST_ROW : LEAST_COLUMN);
  if (wanted > most) wanted = most;
  return split_into(op, wanted < MOST_PARTS ? wanted : MOST_PARTS, is_row ? UNIT : 1);
}

// --- the pass ---

static bool split_by_ratio(tern_op_t *op, int64_t ratio) {
  split_t s;
  if (ratio <= 1 || !find_split(op, &s) || s.loop_count != 1 || s.extent <= ratio || s.extent % ratio != 0)
    return false;
  s.ratio = ratio;
  return split_op(&s);
}

static bool is_wanted(const tern_op_t *op) { return tern_is_linalg(op) && !tern_is_in_dispatch(op); }

static bool run(tern_op_t *root, tern_pass_t *pass) {
  int64_t contractions = tern_pass_int(pass, "split-matmul-reduction"), others = tern_pass_int(pass, "split-reduction");
  const int64_t *topk_ratios;
  size_t topk_count = tern_pass_int_list(pass, "topk-split-reduction", &topk_ratios);
  tern_op_list_t ops = {0};
  int64_t longest = tern_pass_int(pass, "long-reduction"), least = tern_pass_int(pass, "workgroups");
  if (contractions > 1 || others > 1 || longest > 0 || least > 0) ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_contraction_t contraction;
    bool is_contraction = tern_linalg_match_contraction(ops.values[i], &contraction);
    // Products have tiles that go through long loops; dot products have none.
    bool is_sum = !is_contraction || tern_linalg_count_iterators(ops.values[i], TERN_ITERATOR_PARALLEL) == 0;
    bool is_split = split_by_ratio(ops.values[i], is_contraction ? contractions : others) ||
                    (longest > 0 && is_sum && split_long_op(ops.values[i], longest)) ||
                    (least > 0 && is_sum && split_for_workgroups(ops.values[i], least));
    tern_pass_count(pass, 0, is_split);
  }
  tern_vec_deinitialize(&ops);
  if (topk_count > 0) tern_pass_count(pass, 0, (int64_t)tern_split_topk(root, topk_ratios, topk_count));
  return true;
}

static const tern_option_def_t options[] = {
    {"split-matmul-reduction", TERN_OPTION_INT, "1", "Into how many parts the sums of contractions are split", NULL},
    {"split-reduction", TERN_OPTION_INT, "1", "Into how many parts other reductions are split", NULL},
    {"long-reduction", TERN_OPTION_INT, "0", "Split reductions of more elements for each result than this; 0: none",
     NULL},
    {"topk-split-reduction", TERN_OPTION_INT_LIST, NULL,
     "Into how many parts iree_linalg_ext.topk is split, and then what is made of it, and so on", NULL},
    {"workgroups", TERN_OPTION_INT, "0", "Split reductions that keep fewer workgroups busy than this; 0: none", NULL},
};

const tern_pass_def_t tern_split_reduction_pass = {
    .flag = "iree-dispatch-creation-split-reduction-ops",
    .alias = "iree-flow-split-reduction-ops",
    .name = "SplitReductionPass",
    .summary = "Split reductions to increase parallelism",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-split - ops that were split", NULL},
    .dialects = (const tern_dialect_t *const[]){&tern_linalg_dialect, &tern_tensor_dialect, &tern_arith_dialect, NULL},
    .run = run,
};
