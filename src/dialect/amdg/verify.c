// amdg: buffers, copies by tensor data movers, barriers (upstream: Dialect.cpp).

#include <inttypes.h>

#include "dialect/amdg/hooks.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"

static const tern_type_t *type_of(const tern_op_t *op, const char *operand) {
  const tern_value_t *value = tern_op_operand_named(op, operand);
  return value ? value->type : NULL;
}

// --- buffers: rules that formats cannot break, but the generic form can ---

// What is moved: a tensor, or memory.
static const tern_type_t *moved_type(const tern_op_t *op) {
  if (tern_op_is(op, TERN_AMDG(BUFFER_STORE))) return type_of(op, "value");
  if (tern_op_is(op, TERN_AMDG(BUFFER_LOAD_TO_LOCAL))) return type_of(op, "dest");
  return op->results[0].type;
}

static bool check_addresses(const tern_op_t *op) {
  bool is_store = tern_op_is(op, TERN_AMDG(BUFFER_STORE)), is_local = tern_op_is(op, TERN_AMDG(BUFFER_LOAD_TO_LOCAL));
  const char *noun = is_store ? "value" : is_local ? "dest" : "result";
  const tern_type_t *moved = moved_type(op), *offsets = type_of(op, "offsets");
  const tern_type_t *element = is_local ? tern_memdesc_read(moved).element : tern_type_element(moved);
  if (type_of(op, "ptr") != tern_tt_pointer_get(element, TERN_TT_GLOBAL_SPACE)) {
    return tern_op_error(op, "failed to verify that %s element type matches %s type of ptr", noun,
                         is_local ? "pointee" : "the pointed");
  }
  bool is_same = is_local || tern_type_with_element(moved, tern_i_type_get(moved->context, 32)) == offsets;
  return is_same || tern_op_error(op, "failed to verify that %s and offsets have the same shape", noun);
}

// What is read where the mask is false has the shape of the offsets.
static bool check_other(const tern_op_t *op) {
  const tern_type_t *other = type_of(op, "other"), *offsets = type_of(op, "offsets");
  const tern_type_t *element = tern_tt_type_inside(type_of(op, "ptr"));
  return !other || other == tern_type_with_element(offsets, element) ||
         tern_op_error(op,
                       "failed to verify that other matches shape and layout of offsets and the element type matches "
                       "the pointee type of ptr");
}

bool tern_amdg_verify_buffer(const tern_op_t *op) {
  if (!check_addresses(op)) return false;
  return tern_op_is(op, TERN_AMDG(BUFFER_LOAD_TO_LOCAL)) ? check_other(op) : tern_tt_verify_same_encoding(op);
}

// --- amdg.local_load_packed_tranposed ---

static bool has_order(const tern_attr_t *encoding, const int64_t *order, size_t rank) {
  bool is_same = tern_ttg_count(encoding, TERN_TTG_FIELD_ORDER) == rank;
  for (size_t i = 0; i < rank && is_same; ++i) is_same = tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i) == order[i];
  return is_same;
}

// The first operand of a product lies column by column, the second one row by row.
static bool has_operand_order(const tern_attr_t *encoding, size_t rank, bool is_a) {
  static const int64_t orders[2][2][3] = {{{1, 0}, {2, 1, 0}}, {{0, 1}, {1, 2, 0}}};
  return has_order(encoding, orders[is_a][0], 2) || (rank == 3 && has_order(encoding, orders[is_a][1], 3));
}

bool tern_amdg_verify_local_load_packed(const tern_op_t *op) {
  const tern_type_t *result = op->results[0].type;
  tern_memdesc_t source = tern_memdesc_read(tern_op_operand(op, 0)->type);
  const tern_attr_t *encoding = tern_tensor_type_encoding(result);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP))
    return tern_op_error(op, "only works with DotOperandEncodingAttr dst encoding");
  if (!tern_attr_is_ttg(source.encoding, TERN_TTG_ATTR_SWIZZLED_SHARED))
    return tern_op_error(op, "only works with SwizzledSharedEncodingAttr src encoding");
  bool is_a = tern_ttg_number(encoding, TERN_TTG_FIELD_OP_IDX) == 0;
  if (!has_operand_order(source.encoding, source.rank, is_a))
    return tern_op_error(op, "Order of dimensions don't match expected");
  size_t rank = tern_type_rank(result), first = source.rank == 3;
  bool is_right = rank == source.rank && rank >= first + 2;
  for (size_t d = 0; d < rank && is_right; ++d) {
    int64_t size = tern_type_dim(result, d);
    // Pairs were along the rows of A, or the columns of B, and are along the depth now.
    bool is_halved = d == first + !is_a, is_doubled = d == first + is_a;
    is_right = source.dims[d] == (is_halved ? size / 2 : is_doubled ? 2 * size : size);
  }
  return is_right || tern_op_error(op, "Input and output dimensions don't match after packing changes");
}

// --- tensor data movers ---

static bool check_block(const tern_op_t *op) {
  const tern_type_t *block = tern_tt_type_inside(type_of(op, "desc"));
  for (size_t d = 0; d < tern_type_rank(block); ++d) {
    if (tern_type_dim(block, d) <= UINT16_MAX) continue;
    return tern_op_error(op, "TDM block dimension %zu (%" PRId64 ") exceeds maximum size of %d", d,
                         tern_type_dim(block, d), UINT16_MAX);
  }
  return true;
}

static bool is_swizzled(const tern_attr_t *encoding) {
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SWIZZLED_SHARED) &&
         tern_ttg_number(encoding, TERN_TTG_FIELD_MAX_PHASE) != 1;
}

static bool check_padding(const tern_op_t *op, const tern_memdesc_t *memory) {
  int64_t bits = tern_type_bit_width(memory->element);
  for (size_t i = 0; i < tern_ttg_count(memory->encoding, TERN_TTG_FIELD_INTERVALS); ++i) {
    if (tern_ttg_at(memory->encoding, TERN_TTG_FIELD_INTERVALS, i) * bits / 32 < 2)
      return tern_op_error(op, "TDM padding interval must be at least 2 dwords");
    if (tern_ttg_at(memory->encoding, TERN_TTG_FIELD_PADDINGS, i) * bits / 32 < 1)
      return tern_op_error(op, "TDM padding amount must be at least 1 dword");
  }
  return true;
}

bool tern_amdg_verify_tdm_load(const tern_op_t *op) {
  tern_memdesc_t memory = tern_memdesc_read(type_of(op, "result"));
  if (!check_block(op)) return false;
  if (is_swizzled(memory.encoding)) return tern_op_error(op, "TDM does not support swizzling");
  if (tern_attr_is_ttg(memory.encoding, TERN_TTG_ATTR_PADDED_SHARED)) return check_padding(op, &memory);
  return tern_attr_is_ttg(memory.encoding, TERN_TTG_ATTR_SWIZZLED_SHARED) ||
         tern_op_error(op, "Invalid shared memory layout for TDM");
}

bool tern_amdg_verify_tdm_store(const tern_op_t *op) {
  const tern_attr_t *encoding = tern_memdesc_read(type_of(op, "src")).encoding;
  if (!check_block(op)) return false;
  if (is_swizzled(encoding)) return tern_op_error(op, "TDM does not support swizzling");
  if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_PADDED_SHARED))
    return tern_op_error(op, "TDM store does not support padding");
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SWIZZLED_SHARED) ||
         tern_op_error(op, "Invalid shared memory layout for TDM");
}

// --- barriers, which are the first operand ---

bool tern_amdg_verify_barrier(const tern_op_t *op) { return tern_ttg_check_barrier(op, tern_op_operand(op, 0)->type); }

bool tern_amdg_verify_counted_barrier(const tern_op_t *op) {
  return tern_amdg_verify_barrier(op) && (tern_integer_attr_value(tern_op_attr(op, "count")) >= 1 ||
                                          tern_op_error(op, "count must be greater than or equal to 1"));
}
