// vector.print of vectors as loops that print elements, commas and parentheses (upstream: VectorToSCF's
// DecomposePrintOpConversion).

#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/lower/to_scf.h"

static tern_op_t *print(tern_builder_t *b, tern_value_t *value, const char *punctuation) {
  int64_t number;
  tern_enum_case_value(TERN_VECTOR_ENUM(PRINT_PUNCTUATION), tern_str_from_cstr(punctuation), &number);
  const tern_attr_t *attr = tern_enum_attr_get(b->context, TERN_VECTOR_ENUM(PRINT_PUNCTUATION), number);
  return tern_build(b, TERN_VECTOR(PRINT), .operands = {&value, value ? 1 : 0},
                    .attrs = TERN_ATTRS({"punctuation", attr}));
}

static tern_value_t *bitcast(tern_builder_t *b, const tern_type_t *type, tern_value_t *value) {
  return tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// Integers of odd widths are widened to 8, 16, 32... bits, which processors have.
static tern_value_t *widen_integers(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *type = value->type, *element = tern_type_element(type);
  if (!tern_type_is_integer(element)) return value;
  uint32_t width = tern_integer_type_width(element), legal = 8;
  tern_signedness_t signedness = tern_integer_type_signedness(element);
  while (legal < width) legal *= 2;
  // arith takes signless integers only.
  const tern_type_t *signless = tern_type_with_element(type, tern_i_type_get(b->context, width));
  const tern_type_t *wide = tern_type_with_element(type, tern_i_type_get(b->context, legal));
  value = bitcast(b, signless, value);
  if (legal != width) {
    bool is_unsigned = width == 1 || signedness == TERN_UNSIGNED;
    value = tern_build_value(b, is_unsigned ? TERN_ARITH(EXTUI) : TERN_ARITH(EXTSI), .operands = TERN_VALUES(value),
                             .types = TERN_TYPES(wide));
  }
  return bitcast(b, tern_type_with_element(type, tern_integer_type_get(b->context, legal, signedness)), value);
}

// `size`, times vscale if the dimension is scalable.
static tern_value_t *make_size(tern_builder_t *b, int64_t size, bool is_scalable) {
  tern_value_t *count = tern_vector_make_index(b, size);
  if (!is_scalable) return count;
  tern_value_t *scale = tern_build_value(b, TERN_VECTOR(VSCALE), .types = TERN_TYPES(tern_index_type_get(b->context)));
  return tern_vector_make_arith(b, TERN_ARITH(MULI), count, scale);
}

// A loop over one dimension between parentheses, with commas between elements; the builder moves to the start of its
// body. Gives the closing print.
static tern_op_t *make_loop(tern_builder_t *b, int64_t size, bool is_scalable, tern_value_t **out_iv) {
  tern_value_t *lower = tern_vector_make_index(b, 0), *upper = make_size(b, size, is_scalable);
  tern_value_t *step = tern_vector_make_index(b, 1);
  tern_value_t *last = tern_vector_make_arith(b, TERN_ARITH(SUBI), upper, step);
  print(b, NULL, "open");
  tern_op_t *loop = tern_build_scf_for(b, lower, upper, step, (tern_values_t){0});
  *out_iv = tern_scf_for_iv(loop);
  const tern_attr_t *ult = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), TERN_CMPI_ULT);
  tern_value_t *is_not_last = tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(*out_iv, last),
                                               .attrs = TERN_ATTRS({"predicate", ult}));
  tern_op_t *choice = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_not_last));
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &choice->regions[0], (tern_types_t){0});
  print(&inner, NULL, "comma");
  tern_build(&inner, TERN_SCF(YIELD));
  tern_build_scf_for_end(b, loop, (tern_values_t){0});
  tern_op_t *close = print(b, NULL, "close");
  tern_builder_set_start(b, tern_op_body(loop, 0));
  return close;
}

static bool print_elements(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = op->operand_count ? tern_op_operand(op, 0) : NULL, *ivs[TERN_VECTOR_MAX_RANK];
  if (!value || value->type->kind != TERN_TYPE_VECTOR) return false;
  size_t rank = tern_type_rank(value->type), count = rank ? rank : 1;
  if (rank > TERN_VECTOR_MAX_RANK || (rank > 1 && tern_vector_type_scalable_mask(value->type))) return false;
  value = widen_integers(b, value);
  const tern_type_t *type = value->type;
  int64_t dims[TERN_VECTOR_MAX_RANK] = {1}, total = 1;
  for (size_t i = 0; i < rank; ++i) dims[i] = tern_type_dim(type, i);
  for (size_t i = 0; i < rank; ++i) total *= dims[i];
  // One dimension is what can be indexed by a value.
  if (rank != 1) value = tern_vector_make_shape_cast(b, tern_vector_of(tern_type_element(type), &total, 1, 0), value);
  tern_op_t *first_close = NULL;
  for (size_t d = 0; d < count; ++d) {
    tern_op_t *close = make_loop(b, dims[d], rank > 0 && tern_vector_dim_is_scalable(type, d), &ivs[d]);
    if (!first_close) first_close = close;
  }
  tern_value_t *place = NULL;
  int64_t stride = 1;
  for (size_t d = count; d-- > 0;) {
    tern_value_t *part = tern_vector_make_arith(b, TERN_ARITH(MULI), tern_vector_make_index(b, stride), ivs[d]);
    place = place ? tern_vector_make_arith(b, TERN_ARITH(ADDI), place, part) : part;
    stride *= dims[d];
  }
  print(b, tern_vector_make_dynamic_extract(b, value, place), "no_punctuation");
  tern_builder_set_after(b, first_close);
  tern_build(b, TERN_VECTOR(PRINT), .attrs = TERN_ATTRS({"punctuation", tern_op_attr(op, "punctuation")}));
  tern_rewriter_erase(rewriter, op);
  return true;
}

const tern_pattern_t tern_vector_print_to_loops_patterns[] = {
    {"print-elements", TERN_VECTOR(PRINT), 1, print_elements},
    {0},
};
