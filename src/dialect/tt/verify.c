// tt: what holds for all ops, casts, memory, functions (upstream: Traits.cpp, Ops.cpp).

#include <inttypes.h>

#include "base/string.h"
#include "dialect/func/func.h"
#include "dialect/tt/hooks.h"
#include "dialect/ttg/ttg.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_notes.h"

static const tern_type_t *value_type(const tern_op_t *op, size_t index) {
  return index < op->operand_count ? tern_op_operand(op, index)->type : op->results[index - op->operand_count].type;
}

static size_t value_count(const tern_op_t *op) { return op->operand_count + op->result_count; }

// --- of all ops ---

static void append_op(const tern_op_t *op, tern_string_builder_t *out) {
  const tern_op_notes_t *notes = tern_context_extension(tern_op_context(op), &tern_op_notes_key);
  if (notes && notes->print_op) {
    notes->print_op(op, out);
  } else {
    tern_string_builder_append_format(out, "'%s' op", op->def->name->data);
  }
}

static bool check_size(const tern_op_t *op, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR || !tern_type_has_static_shape(type)) return true;
  int64_t count = tern_type_element_count(type);
  bool is_too_large = count > TERN_TT_MAX_ELEMENTS;
  if (!is_too_large && (count & (count - 1)) == 0) return true;
  tern_string_builder_t text = {0};
  append_op(op, &text);
  if (is_too_large) {
    tern_emit_error(op->loc, "Maximum allowed number of elements is %d, but %.*s has more than that",
                    TERN_TT_MAX_ELEMENTS, (int)text.size, text.data);
  } else {
    tern_emit_error(op->loc,
                    "Number of elements must be power-of-two, but %.*s doesn't follow the rule (%" PRId64 ") elements",
                    (int)text.size, text.data, count);
  }
  tern_string_builder_deinitialize(&text);
  return false;
}

bool tern_tt_verify_tensors(const tern_op_t *op) {
  for (size_t i = 0; i < value_count(op); ++i) {
    if (!check_size(op, value_type(op, i))) return false;
  }
  return tern_ttg_verify_layouts(op);
}

// --- encodings ---

static const tern_attr_t *encoding_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR ? tern_tensor_type_encoding(type) : NULL;
}

// Values without an encoding go with any.
bool tern_tt_verify_same_encoding(const tern_op_t *op) {
  if (!op->operand_count) return true;
  const tern_attr_t *first = encoding_of(tern_op_operand(op, 0)->type);
  for (size_t i = 0; i < value_count(op) && first; ++i) {
    // Results are compared first.
    size_t index = (i + op->operand_count) % value_count(op);
    const tern_attr_t *other = encoding_of(value_type(op, index));
    if (!other || other == first) continue;
    return tern_op_error(op, index < op->operand_count ? "requires the same encoding for all operands"
                                                       : "requires the same encoding for all operands and results");
  }
  return true;
}

// --- casts ---

static const tern_type_t *element_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR ? tern_type_element(type) : type;
}

bool tern_tt_verify_bitcast(const tern_op_t *op) {
  if (!tern_tt_verify_same_encoding(op)) return false;
  const tern_type_t *from = element_of(tern_op_operand(op, 0)->type), *to = element_of(op->results[0].type);
  bool is_from_pointer = tern_type_is_tt(from, TERN_TT_TYPE_PTR), is_to_pointer = tern_type_is_tt(to, TERN_TT_TYPE_PTR);
  if (is_from_pointer && is_to_pointer) {
    return tern_tt_pointer_space(from) == tern_tt_pointer_space(to) ||
           tern_op_error_unnamed(op, "Cannot bitcast pointer between different address spaces");
  }
  if (is_from_pointer || is_to_pointer) return tern_op_error_unnamed(op, "Cannot bitcast pointer to non-pointer type");
  uint32_t from_width = tern_type_bit_width(from), to_width = tern_type_bit_width(to);
  return from_width == to_width ||
         tern_op_error_unnamed(op, "Cannot bitcast data-type of size %" PRIu32 " to data-type of size %" PRIu32,
                               from_width, to_width);
}

bool tern_tt_verify_fp_to_fp(const tern_op_t *op) {
  if (!tern_tt_verify_same_encoding(op)) return false;
  uint32_t from = tern_type_bit_width(element_of(tern_op_operand(op, 0)->type));
  uint32_t to = tern_type_bit_width(element_of(op->results[0].type));
  return to >= from || tern_op_attr(op, "rounding") ||
         tern_op_error_unnamed(op, "Rounding mode is required for FP downcast");
}

// --- memory ---

// A block pointer's encoding means nothing: only a tensor of pointers has one to compare.
bool tern_tt_verify_memory_access(const tern_op_t *op) {
  return tern_tt_is_block_pointer(tern_op_operand(op, 0)->type) || tern_tt_verify_same_encoding(op);
}

bool tern_tt_verify_atomic_cas(const tern_op_t *op) {
  const tern_type_t *pointer = element_of(tern_op_operand(op, 0)->type);
  for (size_t i = 1; i < 3; ++i) {
    if (element_of(tern_op_operand(op, i)->type) == tern_tt_type_inside(pointer)) continue;
    return tern_op_error(op, "failed to verify that ptr type matches %s type", i == 1 ? "cmp" : "value");
  }
  return tern_tt_verify_same_encoding(op);
}

bool tern_tt_verify_make_tensor_ptr(const tern_op_t *op) {
  const tern_type_t *block = op->results[0].type;
  const tern_type_t *base =
      tern_tt_pointer_get(tern_type_element(tern_tt_type_inside(block)), tern_tt_pointer_space(block));
  return tern_op_operand(op, 0)->type == base ||
         tern_op_error(op, "failed to verify that infer pointer type from the result type");
}

bool tern_tt_verify_inline_asm(const tern_op_t *op) {
  if (!tern_tt_verify_same_encoding(op)) return false;
  if (!op->operand_count) return true;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  int64_t count = type->kind == TERN_TYPE_TENSOR ? tern_type_element_count(type) : 0;
  int64_t packed = tern_integer_attr_value(tern_op_attr(op, "packed_element"));
  if (packed < 1) return tern_op_error_unnamed(op, "the op's packed_element attribute must be positive");
  return count % packed == 0 ||
         tern_op_error_unnamed(op,
                               "number of input elements %" PRId64
                               " must be a multiple of the op's packed_element attribute, %" PRId64,
                               count, packed);
}

// --- descriptors ---

// The tensor that is read from a descriptor, or written to it.
static const tern_type_t *moved_tensor(const tern_op_t *op) {
  if (op->result_count) return op->results[0].type;
  return tern_op_operand(op, tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER)) ? 3 : 1)->type;
}

// Leading dimensions of size one may be left out of the tensor.
bool tern_tt_verify_descriptor_block(const tern_op_t *op) {
  const tern_type_t *block = tern_tt_type_inside(tern_op_operand(op, 0)->type), *tensor = moved_tensor(op);
  size_t rank = tern_type_rank(tensor), all = tern_type_rank(block), left_out = all > rank ? all - rank : 0;
  for (size_t d = 0; d < left_out; ++d) {
    if (tern_type_dim(block, d) != 1)
      return tern_op_error(op, "ranked reduce load only allowed for unit dimension leading dim.");
  }
  bool is_right = tern_tt_signless(tern_type_element(block)) == tern_type_element(tensor) && all - left_out == rank;
  for (size_t d = 0; d < rank && is_right; ++d)
    is_right = tern_type_dim(block, left_out + d) == tern_type_dim(tensor, d);
  return is_right || tern_op_error(op, "tensor descriptor block and tensor types must match");
}

// What tensor maps ask of the tile that rows are gathered into: a tensor, or memory that holds it.
bool tern_tt_check_descriptor_rows(const tern_op_t *op, const tern_type_t *tile, const tern_type_t *offsets) {
  bool is_tensor = tile->kind == TERN_TYPE_TENSOR;
  tern_memdesc_t memory = is_tensor ? (tern_memdesc_t){0} : tern_memdesc_read(tile);
  const tern_type_t *element = is_tensor ? tern_type_element(tile) : memory.element;
  const int64_t *dims = is_tensor ? tern_type_dims(tile) : memory.dims;
  if (tern_type_rank(offsets) != 1)
    return tern_op_error(op, "x offsets must be a 1D tensor, but got '%s'", tern_type_text(offsets));
  if ((is_tensor ? tern_type_rank(tile) : memory.rank) != 2)
    return tern_op_error(op, "result must be a 2D tensor, but got '%s'", tern_type_text(tile));
  if (dims[0] < 8) return tern_op_error(op, "gather must have at least 8 rows, but got %" PRId64, dims[0]);
  uint32_t width = tern_type_bit_width(element);
  if (width > 32) return tern_op_error(op, "TMA dtype cannot be greater than 32 bits");
  int64_t least = width ? 32 / width * 8 : 8;
  if (dims[1] < least) {
    return tern_op_error(op, "gather of '%s' must have at least %" PRId64 " columns, but got %" PRId64,
                         tern_type_text(element), least, dims[1]);
  }
  return dims[0] == tern_type_dim(offsets, 0) ||
         tern_op_error(op, "result tensor must have as many rows as indices (%" PRId64 "), but got '%s'",
                       tern_type_dim(offsets, 0), tern_type_text(tile));
}

bool tern_tt_verify_descriptor_rows(const tern_op_t *op) {
  const tern_type_t *block = tern_tt_type_inside(tern_op_operand(op, 0)->type), *tensor = moved_tensor(op);
  if (tern_type_rank(block) != 2)
    return tern_op_error(op, "block must be a 2D tensor, but got '%s'", tern_type_text(block));
  if (tern_type_dim(block, 0) != 1)
    return tern_op_error(op, "block must have exactly 1 row, but got '%s'", tern_type_text(block));
  if (!tern_tt_check_descriptor_rows(op, tensor, tern_op_operand(op, 1)->type)) return false;
  if (tern_type_dim(tensor, 1) != tern_type_dim(block, 1)) {
    return tern_op_error(op, "result tensor number of columns must match block (%" PRId64 "), but got '%s'",
                         tern_type_dim(block, 1), tern_type_text(tensor));
  }
  return tern_type_element(tensor) == tern_tt_signless(tern_type_element(block)) ||
         tern_op_error(op, "result tensor element type must match block ('%s'), but got '%s'",
                       tern_type_text(tern_tt_signless(tern_type_element(block))), tern_type_text(tensor));
}

// --- functions ---

bool tern_tt_verify_call_uses(const tern_op_t *op) { return tern_func_verify_call(op, TERN_TT(FUNC)); }
