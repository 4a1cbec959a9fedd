// einsum and unary_einsum: one generic op whose loops are the labels. Labels of the result are parallel, others summed; a
// label that comes twice in one operand walks its diagonal. `...` stands for leading dimensions that are lined up at the
// right, where sizes of 1 are repeated.

#include <ctype.h>

#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Labels above all characters are dimensions of an ellipsis, counted from the right.
enum { ELLIPSIS_LABEL = 256 };

typedef struct term {
  int labels[MAX_RANK];
  size_t count, ellipsis;  // labels in all; how many of them stand for `...`
} term_t;

typedef struct equation {
  term_t operands[2], result;
  size_t operand_count;
  int loops[MAX_RANK];  // label of each loop
  size_t loop_count;
} equation_t;

// Reads labels up to a `,`, an arrow or the end. `rank` gives the ellipsis its length.
static bool read_term(tern_str_t text, size_t *inout_at, size_t rank, term_t *out_term) {
  size_t letters = 0, at = *inout_at;
  for (size_t i = at; i < text.size && text.data[i] != ',' && text.data[i] != '-'; ++i)
    letters += isalpha((unsigned char)text.data[i]) != 0;
  bool has_ellipsis = false;
  *out_term = (term_t){0};
  for (; at < text.size && text.data[at] != ',' && text.data[at] != '-'; ++at) {
    char c = text.data[at];
    if (c == ' ') continue;
    if (c == '.' && !has_ellipsis && at + 2 < text.size && text.data[at + 1] == '.' && text.data[at + 2] == '.') {
      has_ellipsis = true;
      if (letters > rank) return false;
      out_term->ellipsis = rank - letters;
      for (size_t i = rank - letters; i-- > 0;) out_term->labels[out_term->count++] = ELLIPSIS_LABEL + (int)i;
      at += 2;
    } else if (isalpha((unsigned char)c) && out_term->count < MAX_RANK) {
      out_term->labels[out_term->count++] = c;
    } else {
      return false;
    }
  }
  *inout_at = at;
  return out_term->count == rank;
}

static void add_loops(equation_t *e, const term_t *term) {
  for (size_t i = 0; i < term->count; ++i) {
    bool is_known = false;
    for (size_t j = 0; j < e->loop_count; ++j) is_known |= e->loops[j] == term->labels[i];
    if (!is_known && e->loop_count < MAX_RANK) e->loops[e->loop_count++] = term->labels[i];
  }
}

static bool read_equation(const tern_op_t *op, equation_t *e) {
  tern_str_t text = tern_string_attr_value(tern_op_attr(op, "einsum_config"));
  size_t at = 0;
  e->operand_count = op->operand_count;
  bool is_right = true;
  for (size_t i = 0; i < e->operand_count && is_right; ++i) {
    if (i > 0) is_right = at < text.size && text.data[at++] == ',';
    is_right = is_right && read_term(text, &at, tern_type_rank(tern_op_operand(op, i)->type), &e->operands[i]);
  }
  is_right = is_right && at + 1 < text.size && text.data[at] == '-' && text.data[at + 1] == '>';
  at += 2;
  is_right =
      is_right && read_term(text, &at, tern_type_rank(tern_op_result(op, 0)->type), &e->result) && at == text.size;
  if (!is_right)
    return tern_op_error(op, "has an equation that does not fit its operands: '%.*s'", (int)text.size, text.data);
  add_loops(e, &e->result);
  for (size_t i = 0; i < e->operand_count; ++i) add_loops(e, &e->operands[i]);
  return true;
}

static size_t loop_of(const equation_t *e, int label) {
  size_t loop = 0;
  while (loop < e->loop_count && e->loops[loop] != label) ++loop;
  return loop;
}

static void fill_with_sum(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_hlo_product_t *product = user;
  tern_hlo_fill_with_sum(b, body, product->lhs);
}

static bool lower_einsum(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  equation_t e = {0};
  if (!read_equation(l->op, &e)) return false;
  // A label of size 1 in one place may be larger in another.
  tern_extent_t sizes[MAX_RANK];
  for (size_t i = 0; i < e.loop_count; ++i) sizes[i] = tern_extent_of(1);
  for (size_t i = 0; i < e.operand_count; ++i) {
    for (size_t d = 0; d < e.operands[i].count; ++d) {
      tern_extent_t *size = &sizes[loop_of(&e, e.operands[i].labels[d])];
      if (!size->value && size->constant == 1) *size = tern_build_dim(b, l->operands.values[i], d);
    }
  }
  for (size_t i = 0; i < e.result.count; ++i) {
    size_t loop = loop_of(&e, e.result.labels[i]);
    if (loop != i) return tern_op_error(l->op, "has a label twice in its result");
  }
  const tern_affine_map_t *maps[3];
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < e.operand_count; ++i) {
    for (size_t d = 0; d < e.operands[i].count; ++d) {
      size_t loop = loop_of(&e, e.operands[i].labels[d]);
      bool is_repeated =
          tern_type_dim(l->operands.values[i]->type, d) == 1 && (sizes[loop].value || sizes[loop].constant != 1);
      exprs[d] = is_repeated ? tern_affine_constant(b->context, 0) : tern_affine_dim(b->context, loop);
    }
    maps[i] = tern_affine_map_get(b->context, e.loop_count, 0, exprs, e.operands[i].count);
  }
  for (size_t i = 0; i < e.result.count; ++i) exprs[i] = tern_affine_dim(b->context, i);
  maps[e.operand_count] = tern_affine_map_get(b->context, e.loop_count, 0, exprs, e.result.count);
  const tern_type_t *element = tern_type_element(l->types[0]), *wide = tern_hlo_accumulator_of(l, element);
  int64_t dims[MAX_RANK];
  for (size_t i = 0; i < e.result.count; ++i) dims[i] = sizes[i].value ? TERN_DYNAMIC : sizes[i].constant;
  const tern_type_t *type = tern_tensor_type_get(wide, dims, e.result.count, NULL);
  tern_value_t *init = tern_build_filled(b, type, sizes, tern_build_scalar_number(b, wide, 0));
  tern_hlo_product_t product = {tern_hlo_written_element(l->op, 0),
                                tern_hlo_written_element(l->op, e.operand_count - 1)};
  tern_op_t *generic = tern_build_tensor_generic(
      b, (tern_values_t){l->operands.values, e.operand_count}, TERN_VALUES(init), maps, e.result.count,
      e.loop_count - e.result.count, e.operand_count == 2 ? tern_hlo_fill_with_product : fill_with_sum, &product);
  tern_value_t *result = tern_hlo_build_rounded(b, tern_op_result(generic, 0), tern_type_with_element(type, element));
  l->results[0] = tern_build_tensor_cast(b, result, l->types[0]);
  return true;
}

const tern_hlo_lowering_row_t tern_hlo_einsum_lowerings[] = {
    {TERN_HLO_EINSUM, lower_einsum},
    {TERN_HLO_UNARY_EINSUM, lower_einsum},
    {TERN_HLO_NONE, NULL},
};
