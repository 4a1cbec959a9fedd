// --stablehlo-refine-shapes: sizes that are known at a program's entry are carried through it, so that a program written
// with unknown sizes becomes static (upstream: StablehloRefineShapesPass).
//
//   func.func @main(%a: tensor<4xf32>) -> tensor<?x?xf32> {
//     %0 = stablehlo.dynamic_broadcast_in_dim %a, %shape, ... -> tensor<?x?xf32>     %shape is a constant by now
// becomes                                                      -> tensor<2x4xf32>
//
// The types of results are refined in place, round by round: from operands (the ops' own inference), from constant shapes,
// from regions and from called functions; what is constant then is folded, which gives further shapes. A function that is
// called must be called with one list of types: it has one body to refine.

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/func/func.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/stablehlo/patterns.h"

enum { MAX_RANK = 64, MAX_ROUNDS = 64 };

typedef struct refinement {
  tern_map_t calls;  // functions -> the first call that refined them
  bool is_changed, is_wrong;
} refinement_t;

// --- types ---

// `type` with the sizes that `known` knows; NULL if they contradict each other.
static const tern_type_t *meet(const tern_type_t *type, const tern_type_t *known) {
  if (type->kind == TERN_TYPE_UNRANKED_TENSOR && known->kind == TERN_TYPE_TENSOR) {
    return tern_type_with_element(known, tern_type_element(type));
  }
  if (type->kind != TERN_TYPE_TENSOR || known->kind != TERN_TYPE_TENSOR) return type;
  size_t rank = tern_type_rank(type);
  int64_t dims[MAX_RANK];
  if (rank != tern_type_rank(known) || rank > MAX_RANK) return NULL;
  for (size_t i = 0; i < rank; ++i) {
    int64_t own = tern_type_dim(type, i), other = tern_type_dim(known, i);
    if (own != TERN_DYNAMIC && other != TERN_DYNAMIC && own != other) return NULL;
    dims[i] = own == TERN_DYNAMIC ? other : own;
  }
  return tern_type_with_shape(type, dims, rank);
}

static void refine(refinement_t *r, const tern_op_t *op, tern_value_t *value, const tern_type_t *known) {
  const tern_type_t *type = known ? meet(value->type, known) : value->type;
  if (!type) {
    tern_op_error(op, "is refined to '%s', which contradicts '%s'", tern_type_text(known), tern_type_text(value->type));
    r->is_wrong = true;
    return;
  }
  if (type == value->type) return;
  value->type = type;
  r->is_changed = true;
}

static bool is_known(const tern_type_t *type) {
  return type->kind != TERN_TYPE_UNRANKED_TENSOR &&
         (type->kind != TERN_TYPE_TENSOR || tern_type_has_static_shape(type));
}

// --- one op ---

// A type whose sizes are the elements of a constant list; NULL if it is none.
static const tern_type_t *type_of_list(const tern_type_t *type, const tern_value_t *list) {
  const tern_attr_t *constant = tern_hlo_constant_of(list);
  int64_t dims[MAX_RANK];
  if (!constant || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) > MAX_RANK) return NULL;
  if (tern_dense_elements_attr_count(constant) != tern_type_rank(type)) return NULL;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    dims[i] = tern_integer_attr_value(tern_dense_elements_attr_at(constant, i));
    if (dims[i] < 0) return NULL;
  }
  return tern_type_with_shape(type, dims, tern_type_rank(type));
}

static bool read_entry(const tern_op_t *op, size_t operand, size_t index, int64_t *out_value) {
  const tern_attr_t *constant = tern_hlo_constant_of(tern_op_operand(op, operand));
  if (!constant || index >= tern_dense_elements_attr_count(constant)) return false;
  *out_value = tern_integer_attr_value(tern_dense_elements_attr_at(constant, index));
  return true;
}

static bool lists(tern_hlo_dims_t dims, int64_t dim) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] == dim) return true;
  }
  return false;
}

static int64_t list_at(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && index < tern_int_list_attr_count(attr) ? tern_int_list_attr_at(attr, index) : otherwise;
}

// dynamic_pad and real_dynamic_slice, dimension by dimension.
static const tern_type_t *type_of_bounds(const tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *type = op->results[0].type;
  bool is_pad = tern_hlo_is(op, TERN_HLO_DYNAMIC_PAD);
  int64_t dims[MAX_RANK];
  if (from->kind != TERN_TYPE_TENSOR || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) > MAX_RANK) return NULL;
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t size = tern_type_dim(from, i), a, b, c;
    size_t first = is_pad ? 2 : 1;
    dims[i] = TERN_DYNAMIC;
    if (!read_entry(op, first, i, &a) || !read_entry(op, first + 1, i, &b) || !read_entry(op, first + 2, i, &c))
      continue;
    if (!is_pad && c > 0 && b >= a) dims[i] = (b - a + c - 1) / c;
    if (is_pad && size != TERN_DYNAMIC) dims[i] = (size ? (size - 1) * (c + 1) + 1 : 0) + a + b;
  }
  return tern_type_with_shape(type, dims, tern_type_rank(type));
}

// Contractions: batch dimensions, then what is free on both sides.
static const tern_type_t *type_of_product(const tern_op_t *op) {
  tern_dot_dimension_numbers_t n;
  const tern_type_t *type = op->results[0].type;
  int64_t dims[2 * MAX_RANK];
  size_t count = 0;
  if (!tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &n)) return NULL;
  for (size_t side = 0; side < 2; ++side) {
    const tern_type_t *from = tern_op_operand(op, side)->type;
    tern_hlo_dims_t batch = side ? n.rhs_batching : n.lhs_batching;
    tern_hlo_dims_t contracting = side ? n.rhs_contracting : n.lhs_contracting;
    if (from->kind != TERN_TYPE_TENSOR || tern_type_rank(from) > MAX_RANK) return NULL;
    for (size_t i = 0; i < batch.count; ++i) {
      int64_t size = tern_type_dim(from, (size_t)batch.values[i]);
      if (side == 0) dims[count++] = size;
      if (side == 1 && dims[i] == TERN_DYNAMIC) dims[i] = size;
    }
    for (size_t d = 0; d < tern_type_rank(from); ++d) {
      if (!lists(batch, (int64_t)d) && !lists(contracting, (int64_t)d)) dims[count++] = tern_type_dim(from, d);
    }
  }
  return count <= MAX_RANK ? tern_type_with_shape(type, dims, count) : NULL;
}

// How many windows fit into a padded and dilated dimension.
static int64_t count_windows(const tern_op_t *op, const char *const names[3], size_t i, int64_t size, int64_t window) {
  int64_t stride = list_at(op, names[0], i, 1), base = list_at(op, names[1], i, 1),
          dilation = list_at(op, names[2], i, 1);
  if (size == TERN_DYNAMIC || window == TERN_DYNAMIC || stride < 1) return TERN_DYNAMIC;
  int64_t padded =
      (size ? (size - 1) * base + 1 : 0) + list_at(op, "padding", 2 * i, 0) + list_at(op, "padding", 2 * i + 1, 0);
  int64_t reach = window ? (window - 1) * dilation + 1 : 0;
  return padded < reach || window == 0 ? 0 : (padded - reach) / stride + 1;
}

static const tern_type_t *type_of_convolution(const tern_op_t *op) {
  static const char *const names[3] = {"window_strides", "lhs_dilation", "rhs_dilation"};
  tern_conv_dimension_numbers_t n;
  const tern_type_t *image = tern_op_operand(op, 0)->type, *kernel = tern_op_operand(op, 1)->type;
  int64_t dims[MAX_RANK];
  bool is_ranked =
      image->kind == TERN_TYPE_TENSOR && kernel->kind == TERN_TYPE_TENSOR && tern_type_rank(image) <= MAX_RANK;
  if (!is_ranked || !tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &n)) return NULL;
  int64_t batch = tern_type_dim(image, (size_t)n.input_batch);
  const tern_attr_t *groups = tern_op_attr(op, "batch_group_count");
  if (groups && batch != TERN_DYNAMIC && tern_integer_attr_value(groups) > 0) batch /= tern_integer_attr_value(groups);
  dims[n.output_batch] = batch;
  dims[n.output_feature] = tern_type_dim(kernel, (size_t)n.kernel_output_feature);
  for (size_t i = 0; i < n.input_spatial.count; ++i) {
    dims[n.output_spatial.values[i]] =
        count_windows(op, names, i, tern_type_dim(image, (size_t)n.input_spatial.values[i]),
                      tern_type_dim(kernel, (size_t)n.kernel_spatial.values[i]));
  }
  return tern_type_with_shape(op->results[0].type, dims, tern_type_rank(image));
}

// reduce and reduce_window: of each operand.
static void refine_reduction(refinement_t *r, tern_op_t *op) {
  static const char *const names[3] = {"window_strides", "base_dilations", "window_dilations"};
  const tern_attr_t *reduced = tern_op_attr(op, "dimensions");
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *from = tern_op_operand(op, i)->type;
    int64_t dims[MAX_RANK];
    size_t count = 0;
    if (from->kind != TERN_TYPE_TENSOR || tern_type_rank(from) > MAX_RANK) continue;
    for (size_t d = 0; d < tern_type_rank(from); ++d) {
      bool is_gone = false;
      for (size_t j = 0; j < tern_int_list_attr_count(reduced); ++j)
        is_gone |= tern_int_list_attr_at(reduced, j) == (int64_t)d;
      int64_t size = tern_type_dim(from, d);
      if (!reduced) size = count_windows(op, names, d, size, list_at(op, "window_dimensions", d, 1));
      if (!is_gone) dims[count++] = size;
    }
    refine(r, op, tern_op_result(op, i), tern_type_with_shape(op->results[i].type, dims, count));
  }
}

static const tern_type_t *infer_single(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  switch (tern_hlo_id(op)) {
    case TERN_HLO_DYNAMIC_BROADCAST_IN_DIM:
    case TERN_HLO_DYNAMIC_RESHAPE: return type_of_list(type, tern_op_operand(op, 1));
    case TERN_HLO_DYNAMIC_IOTA: return type_of_list(type, tern_op_operand(op, 0));
    case TERN_HLO_RNG: return type_of_list(type, tern_op_operand(op, 2));
    case TERN_HLO_DOT_GENERAL: return type_of_product(op);
    case TERN_HLO_CONVOLUTION: return type_of_convolution(op);
    case TERN_HLO_DYNAMIC_PAD:
    case TERN_HLO_REAL_DYNAMIC_SLICE: return type_of_bounds(op);
    case TERN_HLO_CONVERT:
    case TERN_HLO_BITCAST_CONVERT: {
      const tern_type_t *from = tern_op_operand(op, 0)->type;
      bool has_shape = from->kind == TERN_TYPE_TENSOR &&
                       (type->kind != TERN_TYPE_TENSOR || tern_type_rank(from) == tern_type_rank(type));
      return has_shape ? tern_type_with_element(from, tern_type_element(type)) : NULL;
    }
    default: return NULL;
  }
}

// By the inference of the op's row.
static void refine_by_row(refinement_t *r, tern_op_t *op) {
  if (!op->def->row || !op->def->row->infer || op->result_count == 0 || tern_hlo_is(op, TERN_HLO_EINSUM)) return;
  tern_value_t **operands = tern_malloc((op->operand_count + 1) * sizeof(*operands));
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  memset(types, 0, (op->result_count + 1) * sizeof(*types));
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = {operands, op->operand_count},
                           .dictionary = tern_op_attr_dictionary(op)};
  if (tern_infer_result_types(tern_op_context(op), &state, types)) {
    for (size_t i = 0; i < op->result_count; ++i) refine(r, op, tern_op_result(op, i), types[i]);
  }
  free(operands);
  free(types);
}

static void refine_results(refinement_t *r, tern_op_t *op, const tern_op_t *last) {
  for (size_t i = 0; last && i < op->result_count && i < last->operand_count; ++i) {
    refine(r, op, tern_op_result(op, i), tern_op_operand(last, i)->type);
  }
}

// What a loop carries keeps its type in every iteration.
static void refine_while(refinement_t *r, tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    for (size_t region = 0; region < 2; ++region) {
      tern_block_t *block = tern_op_body(op, region);
      if (block && i < block->arg_count) refine(r, op, block->args[i], type);
    }
    if (i < op->result_count) refine(r, op, tern_op_result(op, i), type);
  }
}

static void refine_call(refinement_t *r, tern_op_t *op) {
  tern_op_t *func = tern_symbol_lookup_nearest(op, tern_op_attr(op, "callee"));
  tern_block_t *body = func && func->region_count ? tern_op_body(func, 0) : NULL;
  if (!body) return;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_known(tern_op_operand(op, i)->type)) return;
  }
  tern_op_t *first = tern_map_get(&r->calls, func);
  if (!first) tern_map_set(&r->calls, func, op);
  for (size_t i = 0; i < op->operand_count && i < body->arg_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i), *arg = body->args[i];
    if (first && first != op && tern_op_operand(first, i)->type != operand->type) {
      tern_op_error(op, "calls a function that is refined for other types: argument #%zu is '%s', and '%s' elsewhere",
                    i, tern_type_text(operand->type), tern_type_text(tern_op_operand(first, i)->type));
      r->is_wrong = true;
      return;
    }
    refine(r, op, arg, operand->type);
    // Sizes are handed over as constants.
    const tern_attr_t *constant = tern_hlo_constant_of(operand);
    bool is_size =
        constant && tern_type_rank(operand->type) == 0 && tern_type_is_integer(tern_type_element(operand->type));
    if (!first && is_size && tern_value_has_uses(arg)) {
      tern_builder_t b = tern_builder_at_start(body, op->loc);
      tern_value_replace_all_uses(arg, tern_build_value(&b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(arg->type),
                                                        .attrs = TERN_ATTRS({"value", constant})));
      r->is_changed = true;
    }
  }
  refine_results(r, op, tern_block_terminator(body));
}

static tern_walk_result_t refine_op(tern_op_t *op, void *user) {
  refinement_t *r = user;
  tern_hlo_t id = tern_hlo_id(op);
  if (tern_op_is(op, TERN_FUNC(CALL))) {
    refine_call(r, op);
  } else if (id == TERN_HLO_WHILE) {
    refine_while(r, op);
  } else if (id == TERN_HLO_IF || id == TERN_HLO_CASE) {
    for (size_t i = 0; i < op->region_count; ++i) {
      tern_block_t *block = tern_op_body(op, i);
      if (block) refine_results(r, op, block->last_op);
    }
  } else if (id == TERN_HLO_REDUCE || id == TERN_HLO_REDUCE_WINDOW) {
    refine_reduction(r, op);
  } else if (id == TERN_HLO_OPTIMIZATION_BARRIER || id == TERN_HLO_SORT || id == TERN_HLO_SCATTER ||
             id == TERN_HLO_MAP || id == TERN_HLO_ALL_REDUCE) {
    for (size_t i = 0; i < op->result_count; ++i) refine(r, op, tern_op_result(op, i), tern_op_operand(op, i)->type);
  } else if (id != TERN_HLO_NONE) {
    refine_by_row(r, op);
    if (op->result_count == 1 && !r->is_wrong) refine(r, op, tern_op_result(op, 0), infer_single(op));
  }
  return r->is_wrong ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// --- functions ---

static tern_walk_result_t update_function(tern_op_t *op, void *user) {
  (void)user;
  tern_block_t *body = tern_op_is(op, TERN_FUNC(FUNC)) ? tern_op_body(op, 0) : NULL;
  if (!body || op->regions[0].first_block != op->regions[0].last_block) return TERN_WALK_ADVANCE;
  tern_op_t *last = body->last_op;
  size_t count = body->arg_count + last->operand_count;
  const tern_type_t **types = tern_malloc((count + 1) * sizeof(*types));
  for (size_t i = 0; i < body->arg_count; ++i) types[i] = body->args[i]->type;
  for (size_t i = 0; i < last->operand_count; ++i) types[body->arg_count + i] = tern_op_operand(last, i)->type;
  const tern_type_t *type = tern_function_type_get(tern_op_context(op), (tern_types_t){types, body->arg_count},
                                                   (tern_types_t){types + body->arg_count, last->operand_count});
  tern_op_set_attr(op, "function_type", tern_type_attr_get(type));
  free(types);
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  static const tern_pattern_t patterns[] = {{"fold-constants", NULL, 1, tern_hlo_fold_constants}};
  refinement_t r = {0};
  for (int round = 0; round < MAX_ROUNDS; ++round) {
    r.is_changed = false;
    tern_op_walk_pre(root, refine_op, &r);
    if (r.is_wrong) break;
    bool is_folded;
    tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
    // Dead code may hold the constants that calls are compared with.
    tern_map_clear(&r.calls);
    tern_apply_patterns_greedily(root, patterns, 1, NULL, &options, &is_folded);
    if (!r.is_changed && !is_folded) break;
  }
  tern_map_deinitialize(&r.calls);
  if (!r.is_wrong) tern_op_walk_pre(root, update_function, NULL);
  return !r.is_wrong;
}

const tern_pass_def_t tern_stablehlo_refine_shapes_pass = {
    .name = "StablehloRefineShapesPass",
    .flag = "stablehlo-refine-shapes",
    .summary = "Carry known sizes through a program",
    .anchor = "builtin.module",
    .run = run,
};
