// chlo.mulhi, chlo.ragged_dot and chlo.scan in StableHLO.

#include "convert/chlo/structure.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "convert/chlo/math.h"
#include "dialect/chlo/chlo.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static tern_value_t *operand(const tern_op_t *op, size_t index) { return tern_op_operand(op, index); }

static tern_value_t *build_splat(tern_builder_t *b, const tern_type_t *type, const tern_attr_t *value) {
  return tern_build_value(b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"value", tern_dense_elements_attr_get_splat(type, value)}));
}

static tern_value_t *build_number(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  return build_splat(b, type, tern_integer_attr_get(tern_type_element(type), value));
}

static const tern_attr_t *zero_of(const tern_type_t *element) {
  if (element->kind == TERN_TYPE_COMPLEX) {
    const tern_attr_t *parts[] = {zero_of(tern_type_element(element)), zero_of(tern_type_element(element))};
    return tern_array_attr_get(element->context, parts, 2);
  }
  return tern_type_is_float(element) ? tern_float_attr_get(element, 0.0) : tern_integer_attr_get(element, 0);
}

static tern_value_t *build_zeros(tern_builder_t *b, const tern_type_t *type) {
  return build_splat(b, type, zero_of(tern_type_element(type)));
}

static tern_value_t *build_reshaped(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(b, TERN_STABLEHLO(RESHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// --- mulhi ---

// The upper half of a product of 64 bits, from products of halves; for numbers with a sign, a negative factor has
// counted 2^64 times the other one too much.
static tern_value_t *build_mulhi_64(tern_chlo_math_t *m, tern_value_t *x, tern_value_t *y, bool is_unsigned) {
  const tern_type_t *element = tern_type_element(x->type);
#define SHR(value) tern_chlo_binary(m, TERN_STABLEHLO(SHIFT_RIGHT_LOGICAL), value, half)
  tern_value_t *half = tern_chlo_constant(m, element, tern_integer_attr_get(element, 32));
  tern_value_t *mask = tern_chlo_constant(m, element, tern_integer_attr_get(element, UINT32_MAX));
  tern_value_t *zero = tern_chlo_constant(m, element, tern_integer_attr_get(element, 0));
  tern_value_t *x_low = AND(x, mask), *x_high = SHR(x), *y_low = AND(y, mask), *y_high = SHR(y);
  tern_value_t *low = MUL(x_low, y_low), *left = MUL(x_high, y_low), *right = MUL(x_low, y_high);
  tern_value_t *middle = ADD(ADD(SHR(low), AND(left, mask)), AND(right, mask));
  tern_value_t *high = ADD(ADD(MUL(x_high, y_high), ADD(SHR(left), SHR(right))), SHR(middle));
#undef SHR
  if (is_unsigned) return high;
  high = SUB(high, SELECT(COMPARE(x, LT, zero), y, zero));
  return SUB(high, SELECT(COMPARE(y, LT, zero), x, zero));
}

tern_value_t *tern_chlo_build_mulhi(tern_builder_t *b, const tern_op_t *op) {
  tern_value_t *x = operand(op, 0), *y = operand(op, 1);
  const tern_type_t *element = tern_type_element(x->type);
  tern_chlo_math_t math = {.b = b, .like = x}, *m = &math;
  uint32_t width = tern_type_bit_width(element);
  bool is_unsigned = tern_integer_type_signedness(element) == TERN_UNSIGNED;
  if (width == 64) return build_mulhi_64(m, x, y, is_unsigned);
  uint32_t wide_width = 2 * width < 8 ? 8 : 2 * width;
  const tern_type_t *wide = tern_integer_type_get(b->context, wide_width, is_unsigned ? TERN_UNSIGNED : TERN_SIGNLESS);
  tern_value_t *product = MUL(tern_chlo_convert(m, x, wide), tern_chlo_convert(m, y, wide));
  tern_value_t *count = tern_chlo_constant(m, wide, tern_integer_attr_get(wide, width));
  const tern_op_row_t *shift =
      is_unsigned ? TERN_STABLEHLO(SHIFT_RIGHT_LOGICAL) : TERN_STABLEHLO(SHIFT_RIGHT_ARITHMETIC);
  return tern_chlo_convert(m, tern_chlo_binary(m, shift, product, count), element);
}

// --- ragged_dot ---

static tern_value_t *build_dot(tern_builder_t *b, tern_value_t *lhs, tern_value_t *rhs, const tern_hlo_dims_t lists[4],
                               const tern_type_t *type, const tern_attr_t *precision) {
  const tern_attr_row_t *row = tern_context_find_attr(b->context, TERN_STR("stablehlo.dot"));
  tern_named_attr_t attrs[2] = {{"dot_dimension_numbers", tern_hlo_fields_attr_get(b->context, row, lists)}};
  if (precision) attrs[1] = (tern_named_attr_t){"precision_config", precision};
  return tern_build_value(b, TERN_STABLEHLO(DOT_GENERAL), .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(type),
                          .attrs = {attrs, precision ? 2 : 1});
}

static tern_value_t *build_iota(tern_builder_t *b, const tern_type_t *type, size_t dim) {
  const tern_attr_t *number = tern_integer_attr_get(tern_i_type_get(b->context, 64), (int64_t)dim);
  return tern_build_value(b, TERN_STABLEHLO(IOTA), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"iota_dimension", number}));
}

static tern_value_t *build_broadcast(tern_builder_t *b, tern_value_t *value, const tern_type_t *shape,
                                     const int64_t *dims) {
  const tern_type_t *type = tern_type_with_element(shape, tern_type_element(value->type));
  const tern_attr_t *list = tern_dense_i64_array_attr_get(b->context, dims, tern_type_rank(value->type));
  return tern_build_value(b, TERN_STABLEHLO(BROADCAST_IN_DIM), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type), .attrs = TERN_ATTRS({"broadcast_dimensions", list}));
}

// Where in `shape` the position along `dim` lies in the group whose number is the position along `group_dim`: between
// the sums of the sizes before the group and with it.
static tern_value_t *build_membership(tern_builder_t *b, tern_value_t *sizes, const tern_type_t *shape, size_t dim,
                                      size_t group_dim) {
  bool is_long = tern_type_dim(shape, dim) > INT32_MAX;
  const tern_type_t *number = tern_i_type_get(b->context, is_long ? 64 : 32);
  const tern_type_t *list = tern_type_with_element(sizes->type, number);
  int64_t groups = tern_type_dim(sizes->type, 0), square[] = {groups, groups}, zero = 0, place = (int64_t)group_dim;
  tern_chlo_math_t math = {.b = b, .like = sizes}, *m = &math;
  const tern_type_t *table = tern_tensor_type_get(number, square, 2, NULL);
  tern_value_t *counts = tern_chlo_convert(m, sizes, number);
  tern_value_t *is_before = COMPARE(build_iota(b, table, 0), GE, build_iota(b, table, 1));
  const tern_hlo_dims_t one[] = {{NULL, 0}, {NULL, 0}, {(int64_t[]){1}, 1}, {&zero, 1}};
  tern_value_t *ends = build_dot(b, tern_chlo_convert(m, is_before, number), counts, one, list, NULL);
  tern_value_t *starts = SUB(ends, counts), *position = build_iota(b, tern_type_with_element(shape, number), dim);
  return AND(COMPARE(position, GE, build_broadcast(b, starts, shape, &place)),
             COMPARE(position, LT, build_broadcast(b, ends, shape, &place)));
}

static tern_value_t *build_sum_along(tern_builder_t *b, tern_value_t *x, size_t dim, const tern_type_t *type) {
  const tern_type_t *scalar = tern_type_with_shape(type, NULL, 0);
  int64_t entry = (int64_t)dim;
  tern_op_t *op = tern_build(b, TERN_STABLEHLO(REDUCE), .operands = TERN_VALUES(x, build_zeros(b, scalar)),
                             .types = TERN_TYPES(type), .regions = 1,
                             .attrs = TERN_ATTRS({"dimensions", tern_dense_i64_array_attr_get(b->context, &entry, 1)}));
  tern_builder_t inside = *b;
  tern_block_t *block = tern_builder_add_block(&inside, &op->regions[0], TERN_TYPES(scalar, scalar));
  tern_value_t *sum =
      tern_build_value(&inside, TERN_STABLEHLO(ADD), .operands = TERN_VALUES(block->args[0], block->args[1]),
                       .types = TERN_TYPES(scalar));
  tern_build(&inside, TERN_STABLEHLO(RETURN), .operands = TERN_VALUES(sum));
  return tern_op_result(op, 0);
}

static tern_hlo_dims_t as_dims(tern_ragged_dims_t dims) { return (tern_hlo_dims_t){dims.values, dims.count}; }

// Each row times each group's matrix; of them the own group's is kept. (A sum over rows that are masked would make NaN
// of the infinities of other groups.)
static tern_value_t *build_free_ragged(tern_builder_t *b, const tern_op_t *op, const tern_ragged_dot_numbers_t *n,
                                       const tern_attr_t *precision) {
  tern_value_t *lhs = operand(op, 0), *rhs = operand(op, 1);
  size_t group = (size_t)n->rhs_group.values[0], ragged = (size_t)n->lhs_ragged.values[0];
  const tern_type_t *result = op->results[0].type;
  int64_t dims[MAX_RANK];
  // The product has the result's dimensions with one more, of groups, among those that are free of rhs.
  size_t rank = tern_type_rank(result), row_place = n->lhs_batching.count, group_place = n->lhs_batching.count;
  for (size_t i = 0; i < tern_type_rank(lhs->type); ++i) {
    bool is_free = !tern_ragged_dims_have(n->lhs_batching, i) && !tern_ragged_dims_have(n->lhs_contracting, i);
    group_place += is_free;
    row_place += is_free && i < ragged;
  }
  for (size_t i = 0; i < group; ++i) {
    group_place += !tern_ragged_dims_have(n->rhs_batching, i) && !tern_ragged_dims_have(n->rhs_contracting, i);
  }
  for (size_t i = 0, from = 0; i <= rank; ++i) {
    dims[i] = i == group_place ? tern_type_dim(rhs->type, group) : tern_type_dim(result, from++);
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(result), dims, rank + 1, NULL);
  const tern_hlo_dims_t lists[] = {as_dims(n->lhs_batching), as_dims(n->rhs_batching), as_dims(n->lhs_contracting),
                                   as_dims(n->rhs_contracting)};
  tern_value_t *product = build_dot(b, lhs, rhs, lists, type, precision);
  tern_value_t *is_own = build_membership(b, operand(op, 2), type, row_place, group_place);
  tern_chlo_math_t math = {.b = b, .like = product}, *m = &math;
  return build_sum_along(b, SELECT(is_own, product, build_zeros(b, type)), group_place, result);
}

// A copy of `value` for each group in front, which is zero outside of the group along `dim`.
static tern_value_t *build_grouped(tern_builder_t *b, tern_value_t *value, tern_value_t *sizes, size_t dim) {
  int64_t dims[MAX_RANK], places[MAX_RANK];
  size_t rank = tern_type_rank(value->type);
  dims[0] = tern_type_dim(sizes->type, 0);
  for (size_t i = 0; i < rank; ++i) {
    dims[i + 1] = tern_type_dim(value->type, i);
    places[i] = (int64_t)i + 1;
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, rank + 1, NULL);
  tern_value_t *copies = build_broadcast(b, value, type, places);
  tern_chlo_math_t math = {.b = b, .like = copies}, *m = &math;
  return SELECT(build_membership(b, sizes, type, dim + 1, 0), copies, build_zeros(b, type));
}

// A batch for each group.
static tern_value_t *build_contracting_ragged(tern_builder_t *b, const tern_op_t *op,
                                              const tern_ragged_dot_numbers_t *n, const tern_attr_t *precision) {
  size_t ragged = (size_t)n->lhs_ragged.values[0], partner = 0;
  for (size_t i = 0; i < n->lhs_contracting.count; ++i) {
    if (n->lhs_contracting.values[i] == (int64_t)ragged) partner = (size_t)n->rhs_contracting.values[i];
  }
  tern_value_t *lhs = build_grouped(b, operand(op, 0), operand(op, 2), ragged);
  tern_value_t *rhs = build_grouped(b, operand(op, 1), operand(op, 2), partner);
  int64_t values[4][MAX_RANK];
  const tern_ragged_dims_t from[] = {n->lhs_batching, n->rhs_batching, n->lhs_contracting, n->rhs_contracting};
  tern_hlo_dims_t lists[4];
  for (size_t l = 0; l < 4; ++l) {
    size_t count = 0;
    if (l < 2) values[l][count++] = 0;
    for (size_t i = 0; i < from[l].count; ++i) values[l][count++] = from[l].values[i] + 1;
    lists[l] = (tern_hlo_dims_t){values[l], count};
  }
  return build_dot(b, lhs, rhs, lists, op->results[0].type, precision);
}

// #chlo<precision HIGH> as #stablehlo<precision HIGH>.
static const tern_attr_t *convert_precision(const tern_attr_t *list) {
  if (!list) return NULL;
  const tern_attr_t *entries[2];
  const tern_enum_row_t *row = NULL;
  size_t count = tern_array_attr_count(list);
  for (size_t i = 0; i < tern_stablehlo_dialect.enum_count; ++i) {
    if (strcmp(tern_stablehlo_dialect.enums[i].name, "stablehlo.precision") == 0)
      row = &tern_stablehlo_dialect.enums[i];
  }
  if (count > 2 || !row) return NULL;
  tern_context_t *context = list->context;
  for (size_t i = 0; i < count; ++i) {
    entries[i] = tern_enum_attr_get(context, row, tern_enum_attr_value(tern_array_attr_at(list, i)));
  }
  return tern_array_attr_get(context, entries, count);
}

tern_value_t *tern_chlo_build_ragged_dot(tern_builder_t *b, const tern_op_t *op) {
  tern_ragged_dot_numbers_t n;
  bool is_known = tern_type_has_static_shape(op->results[0].type) && tern_type_rank(op->results[0].type) < MAX_RANK;
  for (size_t i = 0; i < 3; ++i) {
    const tern_type_t *type = operand(op, i)->type;
    is_known = is_known && tern_type_has_static_shape(type) && tern_type_rank(type) < MAX_RANK;
  }
  if (!is_known || tern_type_rank(operand(op, 2)->type) != 1) return NULL;
  if (!tern_chlo_ragged_dot_numbers(tern_op_attr(op, "ragged_dot_dimension_numbers"), &n)) return NULL;
  const tern_attr_t *precision = convert_precision(tern_op_attr(op, "precision_config"));
  tern_ragged_mode_t mode = tern_chlo_ragged_mode(&n);
  if (mode == TERN_RAGGED_FREE) return build_free_ragged(b, op, &n, precision);
  if (mode == TERN_RAGGED_CONTRACTING) return build_contracting_ragged(b, op, &n, precision);
  const tern_hlo_dims_t lists[] = {as_dims(n.lhs_batching), as_dims(n.rhs_batching), as_dims(n.lhs_contracting),
                                   as_dims(n.rhs_contracting)};
  return build_dot(b, operand(op, 0), operand(op, 1), lists, op->results[0].type, precision);
}

// --- scan ---

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

typedef struct scan {
  tern_op_t *op;
  size_t inputs, inits, outputs, dim;
  int64_t size;
  bool is_reverse;
} scan_t;

static const tern_type_t *scalar_i64(tern_builder_t *b) {
  return tern_tensor_type_get(tern_i_type_get(b->context, 64), NULL, 0, NULL);
}

// Adds the slice's indices: the position in the scanned dimension, 0 in the others.
static void push_indices(tern_builder_t *b, const scan_t *s, size_t rank, tern_value_t *position, value_list_t *list) {
  tern_value_t *zero = build_number(b, scalar_i64(b), 0);
  for (size_t i = 0; i < rank; ++i) tern_vec_push(list, i == s->dim ? position : zero);
}

// The type of a slice that keeps the scanned dimension.
static const tern_type_t *flat_slice(const scan_t *s, const tern_type_t *type) {
  int64_t dims[MAX_RANK];
  size_t rank = tern_type_rank(type);
  for (size_t i = 0; i < rank; ++i) dims[i] = i == s->dim ? 1 : tern_type_dim(type, i);
  return tern_type_with_shape(type, dims, rank);
}

static tern_value_t *build_slice(tern_builder_t *b, const scan_t *s, tern_value_t *input, tern_value_t *position,
                                 const tern_type_t *type) {
  const tern_type_t *flat = flat_slice(s, input->type);
  int64_t sizes[MAX_RANK];
  size_t rank = tern_type_rank(flat);
  for (size_t i = 0; i < rank; ++i) sizes[i] = tern_type_dim(flat, i);
  value_list_t operands = {0};
  tern_vec_push(&operands, input);
  push_indices(b, s, rank, position, &operands);
  tern_value_t *slice = tern_build_value(
      b, TERN_STABLEHLO(DYNAMIC_SLICE), .operands = {operands.values, operands.count}, .types = TERN_TYPES(flat),
      .attrs = TERN_ATTRS({"slice_sizes", tern_dense_i64_array_attr_get(b->context, sizes, rank)}));
  tern_vec_deinitialize(&operands);
  return build_reshaped(b, slice, type);
}

static tern_value_t *build_update(tern_builder_t *b, const scan_t *s, tern_value_t *output, tern_value_t *slice,
                                  tern_value_t *position) {
  value_list_t operands = {0};
  tern_vec_push(&operands, output);
  tern_vec_push(&operands, build_reshaped(b, slice, flat_slice(s, output->type)));
  push_indices(b, s, tern_type_rank(output->type), position, &operands);
  tern_value_t *updated =
      tern_build_value(b, TERN_STABLEHLO(DYNAMIC_UPDATE_SLICE), .operands = {operands.values, operands.count},
                       .types = TERN_TYPES(output->type));
  tern_vec_deinitialize(&operands);
  return updated;
}

// One position. Carried by the loop: the number of the step, carries, outputs.
static void build_step(tern_builder_t *b, const scan_t *s, tern_block_t *loop) {
  tern_chlo_math_t math = {.b = b, .like = loop->args[0]}, *m = &math;
  tern_value_t *step = loop->args[0], *position = step;
  if (s->is_reverse) position = SUB(build_number(b, step->type, s->size - 1), step);
  tern_block_t *body = tern_op_body(s->op, 0);
  tern_map_t map = {0};
  for (size_t i = 0; i < s->inputs; ++i) {
    tern_map_set(&map, body->args[i], build_slice(b, s, operand(s->op, i), position, body->args[i]->type));
  }
  for (size_t i = 0; i < s->inits; ++i) tern_map_set(&map, body->args[s->inputs + i], loop->args[1 + i]);
  for (const tern_op_t *op = body->first_op; op != body->last_op; op = op->next) tern_builder_clone(b, op, &map);
  value_list_t next = {0};
  tern_vec_push(&next, ADD(step, build_number(b, step->type, 1)));
  for (size_t i = 0; i < s->inits + s->outputs; ++i) {
    size_t index = i < s->inits ? s->outputs + i : i - s->inits;
    tern_value_t *given = operand(body->last_op, index), *copy = tern_map_get(&map, given);
    if (!copy) copy = given;
    tern_vec_push(&next, i < s->inits ? copy : build_update(b, s, loop->args[1 + i], copy, position));
  }
  tern_build(b, TERN_STABLEHLO(RETURN), .operands = {next.values, next.count});
  tern_vec_deinitialize(&next);
  tern_map_deinitialize(&map);
}

static tern_op_t *build_loop(tern_builder_t *b, const scan_t *s) {
  value_list_t values = {0};
  type_list_t types = {0};
  tern_vec_push(&values, build_number(b, scalar_i64(b), 0));
  for (size_t i = 0; i < s->inits; ++i) tern_vec_push(&values, operand(s->op, s->inputs + i));
  for (size_t i = 0; i < s->outputs; ++i) tern_vec_push(&values, build_zeros(b, s->op->results[i].type));
  for (size_t i = 0; i < values.count; ++i) tern_vec_push(&types, values.values[i]->type);
  tern_types_t carried = {types.values, types.count};
  tern_op_t *loop =
      tern_build(b, TERN_STABLEHLO(WHILE), .operands = {values.values, values.count}, .types = carried, .regions = 2);
  tern_builder_t inside = *b;
  tern_block_t *condition = tern_builder_add_block(&inside, &loop->regions[0], carried);
  tern_chlo_math_t math = {.b = &inside, .like = condition->args[0]}, *m = &math;
  tern_value_t *end = build_number(&inside, condition->args[0]->type, s->size);
  tern_value_t *goes_on = COMPARE(condition->args[0], LT, end);
  tern_build(&inside, TERN_STABLEHLO(RETURN), .operands = TERN_VALUES(goes_on));
  tern_block_t *body = tern_builder_add_block(&inside, &loop->regions[1], carried);
  build_step(&inside, s, body);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  return loop;
}

bool tern_chlo_rewrite_scan(tern_op_t *op) {
  scan_t s = {.op = op, .size = TERN_DYNAMIC};
  size_t start;
  tern_op_operand_group(op, 0, &start, &s.inputs);
  tern_op_operand_group(op, 1, &start, &s.inits);
  tern_op_result_group(op, 0, &start, &s.outputs);
  s.dim = (size_t)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  s.is_reverse = tern_integer_attr_value(tern_op_attr(op, "is_reverse")) != 0;
  const tern_attr_t *given = tern_op_attr(op, "scan_dim_size");
  if (given) s.size = tern_integer_attr_value(given);
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    bool is_operand = i < op->operand_count;
    const tern_type_t *type = is_operand ? operand(op, i)->type : op->results[i - op->operand_count].type;
    if (!tern_type_has_static_shape(type) || tern_type_rank(type) > MAX_RANK) return false;
    bool is_scanned = is_operand ? i < s.inputs : i - op->operand_count < s.outputs;
    if (is_scanned) s.size = tern_type_dim(type, s.dim);
  }
  for (size_t i = 0; i < s.inits; ++i) {
    // What the loop carries has one type.
    if (operand(op, s.inputs + i)->type != op->results[s.outputs + i].type) return false;
  }
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *loop = build_loop(&b, &s);
  for (size_t i = 0; i < op->result_count; ++i) {
    size_t from = i < s.outputs ? 1 + s.inits + i : 1 + i - s.outputs;
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(loop, from));
  }
  tern_op_destroy(op);
  return true;
}
