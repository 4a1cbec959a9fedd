// Sizes of element-wise TOSA ops, and repeating at run time what turns out to have the size 1 there (upstream: TosaToLinalg's
// broadcasting of dynamic dimensions).
//
//   %0 = tosa.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// has the size max(%a, %b). An operand that is not known to be as large goes through
//   scf.if %differs -> (tensor<?xf32>) { generic op that reads its only element } else { the operand }
// Where both sizes come from the same dimension of the same tensor nothing is asked.

#include <string.h>

#include "convert/tosa/lowering.h"
#include "dialect/builtin/builtin.h"
#include "dialect/scf/scf.h"

#define MAX_RANK TERN_TOSA_MAX_RANK

// --- where a size comes from ---

// Dimension `dim` of `value`; `value` alone if it is an index.
typedef struct origin {
  const tern_value_t *value;
  size_t dim;
} origin_t;

enum { NO_DIM = -1 };

// The value whose dimensions are those of the result of `op`, or NULL.
static const tern_value_t *same_sizes(const tern_op_t *op, const tern_value_t *value) {
  if (tern_op_is(op, TERN_TENSOR(CAST)) || tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST))) {
    return tern_type_is_ranked(tern_op_operand(op, 0)->type) ? tern_op_operand(op, 0) : NULL;
  }
  if (!tern_is_linalg(op) || op->operand_count < op->result_count || op->result_count == 0) return NULL;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_op_result(op, i) == value) return tern_op_operand(op, op->operand_count - op->result_count + i);
  }
  return NULL;
}

static origin_t find_origin(const tern_value_t *value, size_t dim) {
  for (;;) {
    const tern_op_t *op = tern_value_defining_op(value);
    if (!op) return (origin_t){value, dim};
    const tern_value_t *source = same_sizes(op, value);
    if (source) {
      value = source;
      continue;
    }
    if (!tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_type_dim(value->type, dim) != TERN_DYNAMIC) break;
    size_t operand = 0;
    for (size_t i = 0; i < dim; ++i) operand += tern_type_dim(value->type, i) == TERN_DYNAMIC;
    const tern_value_t *size = tern_op_operand(op, operand);
    const tern_op_t *dim_op = tern_value_defining_op(size);
    const tern_attr_t *index =
        dim_op && tern_op_is(dim_op, TERN_TENSOR(DIM)) ? tern_value_constant(tern_op_operand(dim_op, 1)) : NULL;
    if (!index) return (origin_t){size, (size_t)NO_DIM};
    value = tern_op_operand(dim_op, 0);
    dim = (size_t)tern_integer_attr_value(index);
  }
  return (origin_t){value, dim};
}

// --- the size of one dimension ---

typedef struct sizes {
  tern_tosa_lowering_t *l;
  size_t operands, rank;
  tern_extent_t *targets;
} sizes_t;

// The operand's own number of dimension `d` of the result, or false if it has none.
static bool own_dim(const sizes_t *s, size_t operand, size_t d, size_t *out_dim) {
  size_t own = tern_type_rank(s->l->operands[operand]->type);
  if (d + own < s->rank) return false;
  *out_dim = d + own - s->rank;
  return true;
}

// What is not 1 decides; of sizes that are not known the greatest one does.
static tern_extent_t build_target(const sizes_t *s, size_t d) {
  tern_builder_t *b = s->l->b;
  tern_extent_t target = tern_extent_of(1);
  origin_t found[4];
  size_t count = 0, dim;
  int64_t known = tern_type_dim(s->l->types[0], d);
  for (size_t i = 0; i < s->operands; ++i) {
    int64_t size = own_dim(s, i, d, &dim) ? tern_type_dim(s->l->operands[i]->type, dim) : 1;
    if (size != TERN_DYNAMIC && size != 1) known = size;
  }
  if (known != TERN_DYNAMIC) return tern_extent_of(known);
  for (size_t i = 0; i < s->operands; ++i) {
    if (!own_dim(s, i, d, &dim) || tern_type_dim(s->l->operands[i]->type, dim) != TERN_DYNAMIC) continue;
    origin_t origin = find_origin(s->l->operands[i], dim);
    bool is_new = true;
    for (size_t f = 0; f < count; ++f) is_new = is_new && memcmp(&found[f], &origin, sizeof origin) != 0;
    if (!is_new) continue;
    tern_extent_t size = tern_build_dim(b, s->l->operands[i], dim);
    target = count == 0 ? size
                        : (tern_extent_t){0, tern_build_binary(b, TERN_ARITH(MAXSI), tern_build_extent(b, target),
                                                               tern_build_extent(b, size))};
    found[count++] = origin;
  }
  return target;
}

// Whether dimension `dim` of the operand may be 1 where the result's `d` is not.
static bool may_be_repeated(const sizes_t *s, size_t operand, size_t dim, size_t d) {
  const tern_value_t *value = s->l->operands[operand];
  if (tern_type_dim(value->type, dim) != TERN_DYNAMIC) return false;
  if (!s->targets[d].value) return s->targets[d].constant != 1;
  origin_t origin = find_origin(value, dim);
  for (size_t i = 0; i < s->operands; ++i) {
    size_t other;
    if (!own_dim(s, i, d, &other) || tern_type_dim(s->l->operands[i]->type, other) != TERN_DYNAMIC) continue;
    origin_t from = find_origin(s->l->operands[i], other);
    if (memcmp(&from, &origin, sizeof from) != 0) return true;
  }
  return false;
}

// --- repeating ---

typedef struct repetition {
  tern_value_t *value;
  bool is_open[MAX_RANK];
} repetition_t;

static void fill_with_repeated(tern_builder_t *b, tern_block_t *body, void *user) {
  (void)body;
  const repetition_t *r = user;
  tern_value_t *place[MAX_RANK];
  size_t rank = tern_type_rank(r->value->type);
  for (size_t i = 0; i < rank; ++i) {
    place[i] = tern_linalg_build_index(b, i);
    if (!r->is_open[i]) continue;
    tern_value_t *one = tern_build_index(b, 1), *size = tern_build_extent(b, tern_build_dim(b, r->value, i));
    place[i] = tern_build_select(b, tern_build_compared(b, TERN_CMPI_EQ, size, one), tern_build_index(b, 0), place[i]);
  }
  tern_build_linalg_yield(b, TERN_VALUES(tern_build_extract(b, r->value, (tern_values_t){place, rank})));
}

// The value with the sizes of `targets` where it is open.
static tern_value_t *build_repeated(tern_builder_t *b, repetition_t *r, const tern_extent_t *targets) {
  size_t rank = tern_type_rank(r->value->type);
  tern_extent_t sizes[MAX_RANK];
  int64_t dims[MAX_RANK];
  tern_value_t *differs = NULL;
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = r->is_open[i] ? targets[i] : tern_build_dim(b, r->value, i);
    dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
    if (!r->is_open[i]) continue;
    tern_value_t *size = tern_build_extent(b, tern_build_dim(b, r->value, i));
    tern_value_t *is_other = tern_build_compared(b, TERN_CMPI_NE, size, tern_build_extent(b, targets[i]));
    differs = differs ? tern_build_binary(b, TERN_ARITH(ORI), differs, is_other) : is_other;
  }
  const tern_type_t *type = tern_type_with_shape(r->value->type, dims, rank);
  tern_op_t *choice =
      tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(differs), .types = TERN_TYPES(type), .regions = 2);
  tern_builder_t inside = *b;
  tern_builder_add_block(&inside, &choice->regions[0], (tern_types_t){0});
  const tern_affine_map_t *maps[] = {tern_affine_map_identity(b->context, rank)};
  tern_op_t *op =
      tern_build_tensor_generic(&inside, (tern_values_t){0}, TERN_VALUES(tern_build_empty(&inside, type, sizes)), maps,
                                rank, 0, fill_with_repeated, r);
  tern_build(&inside, TERN_SCF(YIELD), .operands = TERN_VALUES(tern_op_result(op, 0)));
  tern_builder_add_block(&inside, &choice->regions[1], (tern_types_t){0});
  tern_build(&inside, TERN_SCF(YIELD), .operands = TERN_VALUES(tern_build_tensor_cast(&inside, r->value, type)));
  return tern_op_result(choice, 0);
}

void tern_tosa_build_broadcast(tern_tosa_lowering_t *l, size_t operands, tern_extent_t *out_sizes) {
  sizes_t s = {.l = l, .operands = operands, .rank = tern_type_rank(l->types[0]), .targets = out_sizes};
  for (size_t d = 0; d < s.rank; ++d) out_sizes[d] = build_target(&s, d);
  tern_value_t *repeated[4];
  for (size_t i = 0; i < operands; ++i) {
    repetition_t r = {.value = l->operands[i]};
    size_t own = tern_type_rank(r.value->type);
    bool is_open = false;
    for (size_t dim = 0; dim < own; ++dim) {
      r.is_open[dim] = may_be_repeated(&s, i, dim, dim + s.rank - own);
      is_open |= r.is_open[dim];
    }
    repeated[i] = is_open ? build_repeated(l->b, &r, out_sizes + s.rank - own) : r.value;
  }
  for (size_t i = 0; i < operands; ++i) l->operands[i] = repeated[i];
}

tern_value_t *tern_tosa_build_repeated_bias(tern_builder_t *b, tern_value_t *bias, tern_extent_t channels) {
  int64_t size = tern_type_dim(bias->type, 0);
  bool is_single = !channels.value && channels.constant == 1;
  if (size != TERN_DYNAMIC || is_single) return bias;
  repetition_t r = {.value = bias, .is_open = {true}};
  return build_repeated(b, &r, &channels);
}
