// Ops whose shapes, paddings and bounds are computed: their tensors of sizes are read element by element.

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Element `position` of the operand that is a list of sizes.
static tern_extent_t build_list_entry(tern_hlo_lowering_t *l, size_t operand, size_t position) {
  tern_value_t *size = tern_build_element_at(l->b, l->operands.values[operand], (int64_t)position);
  return tern_extent_of_value(tern_build_index_from(l->b, size, tern_hlo_written_element(l->op, operand)));
}

// The sizes of the result: what its type says, else what the list says.
static void build_result_sizes(tern_hlo_lowering_t *l, size_t list, tern_extent_t *out_sizes) {
  const tern_type_t *type = l->types[0];
  for (size_t i = 0; i < tern_type_rank(type); ++i) {
    int64_t size = tern_type_dim(type, i);
    out_sizes[i] = size == TERN_DYNAMIC ? build_list_entry(l, list, i) : tern_extent_of(size);
  }
}

static bool lower_get_dimension_size(tern_hlo_lowering_t *l) {
  size_t dim = (size_t)tern_hlo_int_entry(l->op, "dimension", 0);
  tern_extent_t size = tern_build_dim(l->b, l->operands.values[0], dim);
  if (!size.value) {
    const tern_type_t *element = tern_type_element(l->types[0]);
    const tern_attr_t *value = tern_integer_attr_get(element, size.constant);
    l->results[0] = tern_build_constant(l->b, tern_dense_elements_attr_get_splat(l->types[0], value));
    return true;
  }
  tern_value_t *number = tern_build_number_from_index(l->b, size.value, tern_type_element(l->types[0]));
  l->results[0] = tern_build_scalar_tensor(l->b, number);
  return true;
}

// The largest size that a dimension may get: its size, or its bound. Sizes are 32-bit numbers.
static tern_extent_t largest_size(const tern_type_t *type, size_t dim) {
  tern_hlo_dims_t bounds;
  int64_t size = tern_type_dim(type, dim);
  bool has_bounds = tern_hlo_attr_field(tern_tensor_type_encoding(type), "bounds", "bounds", &bounds);
  if (size == TERN_DYNAMIC && has_bounds && dim < bounds.count) size = bounds.values[dim];
  return tern_extent_of(size == TERN_DYNAMIC ? INT32_MAX : size);
}

// The part that is there is kept. A dimension that was cut before may grow again, up to its bound: what comes back has
// no defined contents, here zeros.
static bool lower_set_dimension_size(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *operand = l->operands.values[0];
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(operand->type), dim = (size_t)tern_hlo_int_entry(l->op, "dimension", 0);
  tern_extent_t none[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK], missing[MAX_RANK];
  int64_t dims[MAX_RANK];
  tern_build_dims(b, operand, sizes);
  for (size_t i = 0; i < rank; ++i) {
    none[i] = missing[i] = tern_extent_of(0);
    strides[i] = tern_extent_of(1);
    dims[i] = tern_type_dim(operand->type, i);
  }
  tern_extent_t size = tern_extent_of(tern_type_dim(type, dim));
  if (size.constant == TERN_DYNAMIC) {
    tern_value_t *number = tern_build_only_element(b, l->operands.values[1]);
    size = tern_extent_of_value(tern_build_clamped_index(b, number, tern_hlo_written_element(l->op, 1),
                                                         largest_size(tern_op_operand(l->op, 0)->type, dim)));
  }
  bool may_grow = sizes[dim].value != NULL;
  tern_extent_t kept = size;
  if (may_grow) {
    kept = tern_extent_of_value(tern_build_index_min(b, tern_build_extent(b, size), tern_build_extent(b, sizes[dim])));
  }
  missing[dim] = tern_extent_sub(b, size, kept);
  sizes[dim] = kept;
  dims[dim] = kept.value ? TERN_DYNAMIC : kept.constant;
  const tern_type_t *kept_type = tern_type_with_shape(operand->type, dims, rank);
  tern_value_t *value = tern_build_extract_slice(b, operand, kept_type, none, sizes, strides);
  if (may_grow) {
    tern_value_t *zero = tern_build_scalar_number(b, tern_type_element(type), 0);
    value = tern_build_pad(b, value, type, none, missing, zero);
  }
  l->results[0] = tern_build_tensor_cast(b, value, type);
  return true;
}

static bool lower_dynamic_reshape(tern_hlo_lowering_t *l) {
  tern_extent_t sizes[MAX_RANK];
  build_result_sizes(l, 1, sizes);
  l->results[0] = tern_build_reshape(l->b, l->operands.values[0], l->types[0], sizes);
  return true;
}

// --- dynamic_broadcast_in_dim ---

typedef struct broadcast {
  const tern_op_t *op;
  tern_value_t *operand;
  bool is_unknown[MAX_RANK];  // whether an operand dimension is repeated is known at run time only
  tern_extent_t sizes[MAX_RANK];
} broadcast_t;

static size_t target_of(const tern_op_t *op, size_t dim) {
  return (size_t)tern_hlo_list_entry(op, "broadcast_dimensions", dim, (int64_t)dim);
}

static bool lists(const tern_op_t *op, const char *name, size_t dim) {
  const tern_attr_t *list = tern_op_attr(op, name);
  for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) {
    if (tern_int_list_attr_at(list, i) == (int64_t)dim) return true;
  }
  return false;
}

// size == 1 ? 0 : index
static void fill_with_repeated(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const broadcast_t *broadcast = user;
  tern_value_t *indices[MAX_RANK];
  size_t rank = tern_type_rank(broadcast->operand->type);
  for (size_t i = 0; i < rank; ++i) {
    indices[i] = tern_linalg_build_index(b, target_of(broadcast->op, i));
    tern_extent_t size = broadcast->sizes[i];
    if (!size.value && size.constant == 1) indices[i] = tern_build_index(b, 0);
    if (!broadcast->is_unknown[i]) continue;
    const tern_attr_t *equal = tern_integer_attr_get(tern_i_type_get(b->context, 64), TERN_CMPI_EQ);
    tern_value_t *is_one = tern_build_value(
        b, TERN_ARITH(CMPI), .operands = TERN_VALUES(size.value, tern_build_index(b, 1)),
        .types = TERN_TYPES(tern_i_type_get(b->context, 1)), .attrs = TERN_ATTRS({"predicate", equal}));
    indices[i] =
        tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_one, tern_build_index(b, 0), indices[i]),
                         .types = TERN_TYPES(indices[i]->type));
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, broadcast->operand, (tern_values_t){indices, rank})));
}

static bool lower_dynamic_broadcast_in_dim(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  broadcast_t broadcast = {.op = l->op, .operand = l->operands.values[0]};
  const tern_type_t *from = broadcast.operand->type, *type = l->types[0];
  size_t from_rank = tern_type_rank(from), rank = tern_type_rank(type);
  tern_extent_t sizes[MAX_RANK];
  const tern_affine_expr_t *exprs[MAX_RANK];
  bool has_unknown = false;
  build_result_sizes(l, 1, sizes);
  tern_build_dims(b, broadcast.operand, broadcast.sizes);
  for (size_t i = 0; i < from_rank; ++i) {
    size_t target = target_of(l->op, i);
    int64_t size = tern_type_dim(from, i);
    bool is_repeated = size == 1 || lists(l->op, "known_expanding_dimensions", i);
    exprs[i] = is_repeated ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, target);
    broadcast.is_unknown[i] = size == TERN_DYNAMIC && tern_type_dim(type, target) != 1 && !is_repeated &&
                              !lists(l->op, "known_nonexpanding_dimensions", i);
    has_unknown |= broadcast.is_unknown[i];
  }
  tern_value_t *empty = tern_build_empty(b, type, sizes);
  if (!has_unknown) {
    const tern_affine_map_t *map = tern_affine_map_get(b->context, rank, 0, exprs, from_rank);
    l->results[0] = tern_build_moved(b, broadcast.operand, map, empty);
    return true;
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(empty), &identity, rank, 0,
                                                 fill_with_repeated, &broadcast);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

// --- real_dynamic_slice ---

static bool lower_real_dynamic_slice(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  size_t rank = tern_type_rank(l->types[0]);
  tern_extent_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    offsets[i] = build_list_entry(l, 1, i);
    strides[i] = build_list_entry(l, 3, i);
    sizes[i] = tern_extent_of(tern_type_dim(l->types[0], i));
    if (sizes[i].constant != TERN_DYNAMIC) continue;
    tern_extent_t length = tern_extent_sub(b, build_list_entry(l, 2, i), offsets[i]);
    tern_value_t *count = tern_build_index_ceildiv(b, tern_build_extent(b, length), tern_build_extent(b, strides[i]));
    sizes[i] = tern_extent_of_value(count);
  }
  l->results[0] = tern_build_extract_slice(b, l->operands.values[0], l->types[0], offsets, sizes, strides);
  return true;
}

// --- dynamic_pad ---

typedef struct padding {
  tern_value_t *operand, *value;
  tern_value_t *low_numbers[MAX_RANK];  // `low` as the integers that they are read as; NULL where that is known
  tern_extent_t low[MAX_RANK], step[MAX_RANK], sizes[MAX_RANK];
} padding_t;

static tern_value_t *compare(tern_builder_t *b, int64_t predicate, tern_value_t *x, tern_value_t *y) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(b->context, 64), predicate);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(x, y),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *both(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return x ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(x, y)) : y;
}

static tern_value_t *cast_index(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// The place in front of which `low` elements were put. A negative number must not become an index outside of the body:
// a kernel takes indices for sizes, which never are.
static tern_value_t *build_place(tern_builder_t *b, const padding_t *p, size_t dim) {
  tern_value_t *place = tern_linalg_build_index(b, dim), *number = p->low_numbers[dim];
  if (!number) return tern_build_index_sub(b, place, tern_build_extent(b, p->low[dim]));
  tern_value_t *difference =
      tern_build_value(b, TERN_ARITH(SUBI), .operands = TERN_VALUES(cast_index(b, place, number->type), number));
  return cast_index(b, difference, place->type);
}

// Element i of the result is element (i - low) / step of the operand, where that is one.
static void fill_with_padded(tern_builder_t *b, tern_block_t *body, void *user) {
  const padding_t *p = user;
  tern_value_t *indices[MAX_RANK], *is_inside = NULL, *zero = tern_build_index(b, 0);
  size_t rank = tern_type_rank(p->operand->type);
  for (size_t i = 0; i < rank; ++i) {
    tern_value_t *place = build_place(b, p, i);
    is_inside = both(b, is_inside, compare(b, TERN_CMPI_SGE, place, zero));
    if (p->step[i].value || p->step[i].constant != 1) {
      tern_value_t *step = tern_build_extent(b, p->step[i]);
      tern_value_t *rest = tern_build_value(b, TERN_ARITH(REMSI), .operands = TERN_VALUES(place, step));
      is_inside = both(b, is_inside, compare(b, TERN_CMPI_EQ, rest, zero));
      place = tern_build_value(b, TERN_ARITH(DIVSI), .operands = TERN_VALUES(place, step));
    }
    indices[i] = place;
    is_inside = both(b, is_inside, compare(b, TERN_CMPI_SLT, place, tern_build_extent(b, p->sizes[i])));
  }
  if (!is_inside) {
    tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, p->operand, (tern_values_t){0})));
    return;
  }
  tern_op_t *choice = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_inside),
                                 .types = TERN_TYPES(body->args[0]->type), .regions = 2);
  tern_builder_t inside = *b;
  tern_builder_add_block(&inside, &choice->regions[0], (tern_types_t){0});
  tern_value_t *element = tern_build_extract(&inside, p->operand, (tern_values_t){indices, rank});
  tern_build(&inside, TERN_SCF(YIELD), .operands = TERN_VALUES(element));
  tern_builder_add_block(&inside, &choice->regions[1], (tern_types_t){0});
  tern_build(&inside, TERN_SCF(YIELD), .operands = TERN_VALUES(p->value));
  tern_build_linalg_yield(b, TERN_VALUES(tern_op_result(choice, 0)));
}

static bool lower_dynamic_pad(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  padding_t p = {.operand = l->operands.values[0], .value = tern_build_only_element(b, l->operands.values[1])};
  const tern_type_t *type = l->types[0];
  size_t rank = tern_type_rank(type);
  tern_extent_t sizes[MAX_RANK], one = tern_extent_of(1);
  tern_build_dims(b, p.operand, p.sizes);
  for (size_t i = 0; i < rank; ++i) {
    p.low[i] = build_list_entry(l, 2, i);
    const tern_op_t *low = p.low[i].value ? tern_value_defining_op(p.low[i].value) : NULL;
    p.low_numbers[i] = low && tern_op_is(low, TERN_ARITH(INDEX_CAST)) ? tern_op_operand(low, 0) : NULL;
    p.step[i] = tern_extent_add(b, build_list_entry(l, 4, i), one);
    sizes[i] = tern_extent_of(tern_type_dim(type, i));
    if (sizes[i].constant != TERN_DYNAMIC) continue;
    tern_extent_t length = tern_extent_mul(b, tern_extent_sub(b, p.sizes[i], one), p.step[i]);
    length = tern_extent_add(b, length, one);
    // Nothing has no holes.
    if (length.value) {
      length.value =
          tern_build_value(b, TERN_ARITH(MAXSI), .operands = TERN_VALUES(length.value, tern_build_index(b, 0)));
    } else if (length.constant < 0) {
      length.constant = 0;
    }
    sizes[i] = tern_extent_add(b, tern_extent_add(b, length, p.low[i]), build_list_entry(l, 3, i));
  }
  const tern_affine_map_t *identity = tern_affine_map_identity(b->context, rank);
  tern_op_t *generic = tern_build_tensor_generic(b, (tern_values_t){0}, TERN_VALUES(tern_build_empty(b, type, sizes)),
                                                 &identity, rank, 0, fill_with_padded, &p);
  l->results[0] = tern_op_result(generic, 0);
  return true;
}

// custom_call @shape_assertion(%condition, numbers...): what an exported program expects of the sizes of its arguments.
// The message has places for the numbers, which are left as they are.
static bool lower_shape_assertion(tern_hlo_lowering_t *l) {
  const tern_type_t *type = l->operands.count ? l->operands.values[0]->type : NULL;
  const tern_attr_t *message = tern_op_attr(l->op, "error_message");
  if (!type || type->kind != TERN_TYPE_TENSOR || !tern_type_is_i(tern_type_element(type), 1) ||
      l->op->result_count != 0) {
    return tern_op_error(l->op, "is a shape assertion, which takes a condition, tensor<i1>, first and gives nothing");
  }
  // A tensor of conditions is a comparison of data, not of sizes: IREE drops such an assertion.
  if (tern_type_rank(type) != 0) return true;
  if (!message || !tern_attr_is_string(message)) {
    return tern_op_error(l->op, "is a shape assertion without its 'error_message'");
  }
  tern_build(l->b, TERN_CF(ASSERT), .operands = TERN_VALUES(tern_build_only_element(l->b, l->operands.values[0])),
             .attrs = TERN_ATTRS({"msg", message}));
  return true;
}

bool tern_hlo_is_shape_assertion(const tern_op_t *op) {
  const tern_attr_t *target = tern_op_attr(op, "call_target_name");
  return target && tern_attr_is_string(target) &&
         tern_str_equal_cstr(tern_string_attr_value(target), "shape_assertion");
}

const tern_hlo_lowering_row_t tern_hlo_shape_assertion_lowerings[] = {
    {TERN_HLO_CUSTOM_CALL, lower_shape_assertion},
    {TERN_HLO_NONE, NULL},
};

const tern_hlo_lowering_row_t tern_hlo_dynamic_lowerings[] = {
    {TERN_HLO_DYNAMIC_BROADCAST_IN_DIM, lower_dynamic_broadcast_in_dim},
    {TERN_HLO_DYNAMIC_PAD, lower_dynamic_pad},
    {TERN_HLO_DYNAMIC_RESHAPE, lower_dynamic_reshape},
    {TERN_HLO_GET_DIMENSION_SIZE, lower_get_dimension_size},
    {TERN_HLO_REAL_DYNAMIC_SLICE, lower_real_dynamic_slice},
    {TERN_HLO_SET_DIMENSION_SIZE, lower_set_dimension_size},
    {TERN_HLO_NONE, NULL},
};
