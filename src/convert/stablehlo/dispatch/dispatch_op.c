// The table of the HLO ops that a lone dispatch may have, and the way from one of them to the lowering that programs have too.

#include "convert/stablehlo/dispatch/dispatch_op.h"

#include <stdlib.h>

#include "convert/decompose/tensor_decompose.h"
#include "convert/stablehlo/dispatch/read_in_place.h"
#include "convert/stablehlo/lowering.h"
#include "convert/stablehlo/scalar/scalar.h"
#include "dialect/arith/arith.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

// Operands have no more dimensions, and windows no more of those that they slide over.
enum { MAX_DOT_RANK = 16, MAX_RANK = 12, MAX_SPATIAL = 8, MAX_RESULTS = 4 };

#define WRONG_ELEMENT "has an element type that the CPU code generator does not handle"

static const tern_type_t *result_type(const tern_op_t *op) { return tern_op_result(op, 0)->type; }
static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }

// --- element-wise ---

static bool is_native(const tern_type_t *element) {
  if (tern_type_is_signless(element)) {
    uint32_t width = tern_integer_type_width(element);
    return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
  }
  return tern_type_is_float(element) &&
         (tern_type_bit_width(element) == 16 || element->kind == TERN_TYPE_F32 || element->kind == TERN_TYPE_F64);
}

static bool match_elementwise(const tern_op_t *op) {
  const char *reason;
  for (size_t i = 0; i < op->operand_count + 1; ++i) {
    const tern_type_t *type = i < op->operand_count ? operand_type(op, i) : result_type(op);
    if (!is_native(tern_type_element(type))) return tern_op_error(op, WRONG_ELEMENT);
  }
  return tern_hlo_scalar_is_defined(op, &reason) || tern_op_error(op, "%s", reason);
}

// --- broadcasts and movements ---

static bool match_static(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!tern_type_has_static_shape(operand_type(op, i))) return tern_op_error(op, "needs static shapes");
  }
  return tern_type_has_static_shape(result_type(op)) || tern_op_error(op, "needs static shapes");
}

// What a dimension of the result is a copy of tells its size. mhlo.broadcast puts new dimensions in front.
static bool match_broadcast(const tern_op_t *op) {
  const tern_type_t *from = operand_type(op, 0), *to = result_type(op);
  size_t added = tern_type_rank(to) - tern_type_rank(from);
  bool is_in_front = tern_hlo_is(op, TERN_HLO_BROADCAST);
  for (size_t i = 0; i < tern_type_rank(to); ++i) {
    bool is_known = tern_type_dim(to, i) != TERN_DYNAMIC;
    for (size_t d = 0; d < tern_type_rank(from) && !is_known; ++d) {
      int64_t target = is_in_front ? (int64_t)(added + d) : tern_hlo_list_entry(op, "broadcast_dimensions", d, -1);
      is_known = target == (int64_t)i && tern_type_dim(from, d) == TERN_DYNAMIC;
    }
    if (!is_known) return tern_op_error(op, "has result dimension %zu of unknown size", i);
  }
  return true;
}

static bool match_iota(const tern_op_t *op) {
  const tern_type_t *element = tern_type_element(result_type(op));
  return match_static(op) && (tern_type_is_signless(element) || tern_type_is_float(element) ||
                              tern_op_error(op, "is not defined for its element type"));
}

// --- products ---

static bool match_factor(const tern_op_t *op, const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  bool is_right = tern_type_is_signless(element) || (tern_type_is_float(element) && tern_type_bit_width(element) >= 16);
  return is_right || tern_op_error(op, WRONG_ELEMENT);
}

static bool match_dot(const tern_op_t *op) {
  tern_dot_dimension_numbers_t numbers;
  bool is_dot = tern_hlo_is(op, TERN_HLO_DOT);
  for (size_t i = 0; i < 2; ++i) {
    const tern_type_t *type = operand_type(op, i);
    if (tern_type_rank(type) > MAX_DOT_RANK || (is_dot && (tern_type_rank(type) == 0 || tern_type_rank(type) > 2))) {
      return tern_op_error(op, "has an operand of unsupported rank");
    }
    if (!match_factor(op, type)) return false;
  }
  return is_dot || tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &numbers) ||
         tern_op_error(op, "has dimension numbers that cannot be read");
}

static bool match_convolution(const tern_op_t *op) {
  tern_conv_dimension_numbers_t numbers;
  for (size_t i = 0; i < 2; ++i) {
    if (!tern_type_has_static_shape(operand_type(op, i))) return tern_op_error(op, "needs static shapes");
  }
  if (!match_factor(op, result_type(op))) return false;
  bool is_read = tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &numbers);
  return (is_read && numbers.input_spatial.count <= MAX_SPATIAL) ||
         tern_op_error(op, "has dimension numbers that cannot be read");
}

// --- reductions ---

// The body of a linalg op can hold what is said on scalars, of the types that there is code for.
static bool match_body(const tern_op_t *op) {
  const tern_region_t *region = &op->regions[0];
  if (region->first_block != region->last_block) return tern_op_error(op, "has a region of several blocks");
  tern_block_for_each_op(region->first_block, inner) {
    bool is_code = tern_hlo_id(inner) != TERN_HLO_NONE && tern_hlo_is_elementwise(inner);
    if (is_code ? match_elementwise(inner) : tern_hlo_op_is_scalar(inner)) continue;
    if (!is_code) tern_op_error(inner, "is not element-wise");
    tern_emit_note(op->loc, "the region of this op must hold element-wise ops on scalars");
    return false;
  }
  return true;
}

static bool match_reduce(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_type_rank(operand_type(op, i)) > MAX_RANK) {
      return tern_op_error(op, "has an operand of unsupported rank");
    }
  }
  if (op->result_count > MAX_RESULTS) return tern_op_error(op, "has more than %d results", MAX_RESULTS);
  return match_body(op);
}

static bool match_reduce_window(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count / 2; ++i) {
    if (!tern_type_has_static_shape(operand_type(op, i))) return tern_op_error(op, "needs static shapes");
  }
  return match_reduce(op);
}

// --- the table ---

typedef struct dispatch_row {
  tern_hlo_t id;
  tern_hlo_dispatch_kind_t kind;
  bool (*match)(const tern_op_t *op);  // false after an error; NULL: all that the verifier lets through
} dispatch_row_t;

static const dispatch_row_t rows[] = {
    {TERN_HLO_BROADCAST, TERN_HLO_ON_TENSORS, match_broadcast},
    {TERN_HLO_BROADCAST_IN_DIM, TERN_HLO_ON_TENSORS, match_broadcast},
    {TERN_HLO_TRANSPOSE, TERN_HLO_ON_TENSORS, NULL},
    {TERN_HLO_REVERSE, TERN_HLO_ON_TENSORS, match_static},
    {TERN_HLO_SLICE, TERN_HLO_ON_TENSORS, match_static},
    {TERN_HLO_RESHAPE, TERN_HLO_ON_TENSORS, match_static},
    {TERN_HLO_PAD, TERN_HLO_ON_TENSORS, match_static},
    {TERN_HLO_CONCATENATE, TERN_HLO_ON_TENSORS, match_static},
    {TERN_HLO_IOTA, TERN_HLO_ON_TENSORS, match_iota},
    {TERN_HLO_CONSTANT, TERN_HLO_ON_TENSORS, NULL},
    {TERN_HLO_DOT, TERN_HLO_REDUCTION, match_dot},
    {TERN_HLO_DOT_GENERAL, TERN_HLO_REDUCTION, match_dot},
    {TERN_HLO_CONVOLUTION, TERN_HLO_REDUCTION, match_convolution},
    {TERN_HLO_REDUCE, TERN_HLO_REDUCTION, match_reduce},
    {TERN_HLO_REDUCE_WINDOW, TERN_HLO_REDUCTION, match_reduce_window},
};

static const dispatch_row_t *find_row(const tern_op_t *op) {
  static const dispatch_row_t elementwise = {TERN_HLO_NONE, TERN_HLO_ON_TENSORS, match_elementwise};
  tern_hlo_t id = tern_hlo_id(op);
  for (size_t i = 0; id != TERN_HLO_NONE && i < sizeof rows / sizeof rows[0]; ++i) {
    if (rows[i].id == id) return &rows[i];
  }
  return id != TERN_HLO_NONE && tern_hlo_is_elementwise(op) ? &elementwise : NULL;
}

tern_hlo_dispatch_kind_t tern_hlo_dispatch_kind(const tern_op_t *op) {
  const dispatch_row_t *row = find_row(op);
  return row ? row->kind : TERN_HLO_NOT_IN_DISPATCH;
}

bool tern_hlo_match_in_dispatch(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    const tern_type_t *type =
        i < op->operand_count ? operand_type(op, i) : tern_op_result(op, i - op->operand_count)->type;
    if (tern_type_rank(type) > TERN_HLO_MAX_LOOPS) {
      return tern_op_error(op, "has more than %d dimensions", TERN_HLO_MAX_LOOPS);
    }
  }
  const dispatch_row_t *row = find_row(op);
  return !row->match || row->match(op);
}

// --- lowering ---

// What was built between `before` (NULL: the start of the block) and `end`: padding becomes an insertion into the buffer of
// the result; what a reduction would read from a padded or reversed copy it reads where it is.
static void fit_to_dispatch(const tern_op_t *before, const tern_op_t *end, bool is_reduction) {
  for (tern_op_t *op = before ? before->next : end->block->first_op, *next; op != end; op = next) {
    next = op->next;
    if (is_reduction) {
      if (tern_is_linalg(op)) tern_hlo_read_in_place(op, before);
    } else if (tern_op_is(op, TERN_TENSOR(PAD))) {
      tern_decompose_tensor_pad(op);
    }
  }
}

bool tern_hlo_lower_in_dispatch(tern_op_t *op) {
  enum { MAX_OPERANDS = 64 };
  tern_value_t *operands[MAX_OPERANDS], *results[MAX_RESULTS] = {NULL};
  const tern_type_t *types[MAX_RESULTS];
  // Any number of tensors can be concatenated.
  tern_value_t **list = op->operand_count > MAX_OPERANDS ? tern_malloc(op->operand_count * sizeof(*list)) : operands;
  for (size_t i = 0; i < op->operand_count; ++i) list[i] = tern_op_operand(op, i);
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_op_result(op, i)->type;
  tern_builder_t b = tern_builder_before(op);
  const tern_op_t *before = op->prev;
  tern_hlo_lowering_t lowering = {.b = &b,
                                  .op = op,
                                  .operands = {list, op->operand_count},
                                  .types = types,
                                  .results = results,
                                  .sums_in_result = true};
  bool is_lowered = tern_hlo_lowering_to_linalg(op)(&lowering);
  if (list != operands) free(list);
  if (!is_lowered) return false;
  for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(tern_op_result(op, i), results[i]);
  fit_to_dispatch(before, op, tern_hlo_dispatch_kind(op) == TERN_HLO_REDUCTION);
  tern_op_destroy(op);
  return true;
}
