// See encoding_flow.h.

#include "analysis/triton/encoding_flow.h"

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static bool is_any(const tern_op_t *op, const tern_op_row_t *const *rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

bool tern_ttg_keeps_encoding(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(SPLAT),      TERN_TT(BROADCAST), TERN_TT(ATOMIC_RMW),
                                              TERN_TT(ATOMIC_CAS), TERN_TT(SCAN),      TERN_TT(MAP_ELEMENTWISE)};
  return tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) || is_any(op, rows, COUNT(rows));
}

bool tern_ttg_passes_encoding(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(REDUCE),         TERN_TT(EXPAND_DIMS), TERN_TT(RESHAPE),
                                              TERN_TT(TRANS),          TERN_TT(JOIN),        TERN_TT(SPLIT),
                                              TERN_TTG(CONVERT_LAYOUT)};
  return tern_ttg_keeps_encoding(op) || is_any(op, rows, COUNT(rows));
}

// --- through ops ---

static const int64_t *shape_of(const tern_value_t *value) { return tern_type_dims(value->type); }

static size_t axis_of(const tern_op_t *op) { return (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")); }

// The slice of `encoding` along the op's dimension.
static const tern_attr_t *slice_of(const tern_op_t *op, const tern_attr_t *encoding) {
  return tern_ttg_infer_reduce(encoding, axis_of(op));
}

// What `encoding` is a slice of, along the op's dimension.
static const tern_attr_t *parent_of(const tern_op_t *op, const tern_attr_t *encoding) {
  bool is_slice = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SLICE) &&
                  tern_ttg_number(encoding, TERN_TTG_FIELD_DIM) == (int64_t)axis_of(op);
  return is_slice ? tern_ttg_parent(encoding) : NULL;
}

static const tern_attr_t *joined(const tern_value_t *half, const tern_attr_t *encoding) {
  const char *error;
  return tern_ttg_infer_join(encoding, shape_of(half), &error);
}

static const tern_attr_t *halved(const tern_value_t *whole, const tern_attr_t *encoding) {
  const char *error;
  return tern_ttg_infer_split(encoding, shape_of(whole), &error);
}

// A reshape that may reorder says nothing: there is a pass that chooses for it.
static const tern_attr_t *reshaped(const tern_op_t *op, const tern_value_t *from, const tern_value_t *to,
                                   const tern_attr_t *encoding) {
  const char *error;
  if (tern_op_attr(op, "allow_reorder")) return NULL;
  return tern_ttg_infer_reshape(encoding, shape_of(from), shape_of(to), tern_type_rank(to->type), &error);
}

static const tern_attr_t *turned(const tern_op_t *op, const tern_attr_t *encoding) {
  const char *error;
  return tern_ttg_infer_trans(encoding, shape_of(tern_op_operand(op, 0)), tern_op_attr(op, "order"), &error);
}

static const tern_attr_t *turned_back(const tern_op_t *op, const tern_attr_t *encoding) {
  int32_t inverse[TERN_TTG_MAX_RANK];
  const char *error;
  const tern_attr_t *order = tern_op_attr(op, "order");
  size_t rank = tern_int_list_attr_count(order);
  if (rank > TERN_TTG_MAX_RANK) return NULL;
  for (size_t i = 0; i < rank; ++i) inverse[tern_int_list_attr_at(order, i)] = (int32_t)i;
  return tern_ttg_infer_trans(encoding, shape_of(tern_op_result(op, 0)),
                              tern_dense_i32_array_attr_get(encoding->context, inverse, rank), &error);
}

static bool is_scan_of_other(const tern_op_t *op, const tern_attr_t *encoding) {
  return tern_op_is(op, TERN_TT(SCAN)) && !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED);
}

// Loops and their like hand on what they get.
static bool hands_on(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_SCF(WHILE), TERN_SCF(YIELD), TERN_SCF(CONDITION), TERN_TT(LOAD),
                                              TERN_TT(STORE)};
  return is_any(op, rows, COUNT(rows)) || tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT_WAIT));
}

const tern_attr_t *tern_ttg_result_encoding(const tern_op_t *op, const tern_attr_t *encoding) {
  const char *error;
  if (is_scan_of_other(op, encoding)) return NULL;
  // Conversions make whatever they are asked for; where what is converted is followed, that is what it has.
  if (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)) || tern_ttg_keeps_encoding(op) || hands_on(op)) return encoding;
  if (tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_TT(GATHER))) return encoding;
  const tern_value_t *source = op->operand_count ? tern_op_operand(op, 0) : NULL;
  if (tern_op_is(op, TERN_TT(REDUCE))) return slice_of(op, encoding);
  if (tern_op_is(op, TERN_TT(EXPAND_DIMS))) return parent_of(op, encoding);
  if (tern_op_is(op, TERN_TT(JOIN))) return joined(source, encoding);
  if (tern_op_is(op, TERN_TT(SPLIT))) return halved(source, encoding);
  if (tern_op_is(op, TERN_TT(TRANS))) return turned(op, encoding);
  if (tern_op_is(op, TERN_TT(RESHAPE))) return reshaped(op, source, tern_op_result(op, 0), encoding);
  if (tern_op_is(op, TERN_TTG(FP4_TO_FP)))
    return tern_ttg_infer_fp4_result(encoding, shape_of(source), axis_of(op), &error);
  return NULL;
}

const tern_attr_t *tern_ttg_operand_encoding(const tern_op_t *op, const tern_attr_t *encoding) {
  const char *error;
  if (is_scan_of_other(op, encoding)) return NULL;
  if (tern_ttg_keeps_encoding(op) || hands_on(op) || tern_op_is(op, TERN_TT(GATHER))) return encoding;
  const tern_value_t *result = op->result_count ? tern_op_result(op, 0) : NULL;
  if (tern_op_is(op, TERN_TT(REDUCE))) return parent_of(op, encoding);
  if (tern_op_is(op, TERN_TT(EXPAND_DIMS))) return slice_of(op, encoding);
  if (tern_op_is(op, TERN_TT(JOIN))) return halved(result, encoding);
  if (tern_op_is(op, TERN_TT(SPLIT))) return joined(result, encoding);
  if (tern_op_is(op, TERN_TT(TRANS))) return turned_back(op, encoding);
  if (tern_op_is(op, TERN_TT(RESHAPE))) return reshaped(op, result, tern_op_operand(op, 0), encoding);
  if (tern_op_is(op, TERN_TTG(FP4_TO_FP)))
    return tern_ttg_infer_fp4_source(encoding, shape_of(result), axis_of(op), &error);
  return NULL;
}

// --- what ops cost ---

bool tern_ttg_is_expensive_access(const tern_op_t *op) {
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  if (tern_tt_is_block_pointer(type)) return true;
  if (type->kind != TERN_TYPE_TENSOR) return false;
  int64_t count = tern_type_element_count(type), threads = tern_ttg_lookup_threads_per_warp(op);
  // One element is the same for all threads, and fewer than there are threads come from the cache.
  return count != 1 && count >= tern_ttg_lookup_num_warps(op) * (threads ? threads : 32);
}

static bool is_descriptor_access(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(DESCRIPTOR_LOAD), TERN_TT(DESCRIPTOR_STORE),
                                              TERN_TT(DESCRIPTOR_REDUCE), TERN_TT(DESCRIPTOR_GATHER),
                                              TERN_TT(DESCRIPTOR_SCATTER)};
  return is_any(op, rows, COUNT(rows));
}

bool tern_ttg_is_anchor(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(DOT), TERN_TT(DOT_SCALED), TERN_TT(ATOMIC_RMW),
                                              TERN_TT(ATOMIC_CAS)};
  if (tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(STORE))) return tern_ttg_is_expensive_access(op);
  if (tern_op_is(op, TERN_TT(GATHER))) return tern_op_attr(op, "efficient_layout") != NULL;
  // The result of a reshape that may reorder can have any encoding, and what follows it should get some.
  if (tern_op_is(op, TERN_TT(RESHAPE))) return tern_op_attr(op, "allow_reorder") != NULL;
  return is_descriptor_access(op) || is_any(op, rows, COUNT(rows)) || tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) ||
         tern_op_is(op, TERN_TTNG(TMEM_LOAD));
}

static bool is_cheap_cat(const tern_op_t *op, const tern_attr_t *encoding) {
  const tern_type_t *type = op->results[0].type;
  tern_ttg_share_t has, gets;
  return tern_ttg_share_of(tern_tensor_type_encoding(type), tern_type_dims(type), &has) &&
         tern_ttg_share_of(encoding, tern_type_dims(type), &gets) && gets.elements >= has.elements;
}

// Has each thread as many registers before and after, and are copies where copies were?
static bool is_cheap_view(const tern_type_t *from, const tern_type_t *to) {
  uint64_t from_masks[TERN_LAYOUT_MAX_DIMS] = {0}, to_masks[TERN_LAYOUT_MAX_DIMS] = {0};
  tern_layout_t x = tern_ttg_type_layout(from), y = tern_ttg_type_layout(to);
  if (x.error || y.error) return false;
  tern_layout_free_masks(&x, from_masks);
  tern_layout_free_masks(&y, to_masks);
  for (size_t i = 0; i < x.ins.count; ++i) {
    if (from_masks[i] != to_masks[i]) return false;
  }
  return tern_layout_bits(&x.ins, TERN_LAYOUT_REGISTER) == tern_layout_bits(&y.ins, TERN_LAYOUT_REGISTER);
}

bool tern_ttg_folds_into_conversion(const tern_op_t *op, const tern_attr_t *encoding) {
  static const tern_op_row_t *const rows[] = {TERN_ARITH(CONSTANT), TERN_TT(MAKE_RANGE),   TERN_TT(SPLAT),
                                              TERN_TT(HISTOGRAM),   TERN_TTG(LOCAL_ALLOC), TERN_TTG(LOCAL_LOAD),
                                              TERN_TTG(LOCAL_STORE)};
  if (tern_op_is(op, TERN_TT(CAT))) return is_cheap_cat(op, encoding);
  if (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) {
    return !tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) ||
           tern_ttg_value_encoding(tern_op_operand(op, 0)) == encoding;
  }
  if (tern_op_is(op, TERN_TT(RESHAPE))) {
    return tern_op_attr(op, "allow_reorder") && !tern_op_attr(op, "efficient_layout") &&
           is_cheap_view(tern_op_operand(op, 0)->type, tern_ttg_with_encoding(op->results[0].type, encoding));
  }
  return is_any(op, rows, COUNT(rows));
}

bool tern_ttg_moves_registers_only(const tern_op_t *convert) {
  static const char *const names[] = {TERN_LAYOUT_BLOCK, TERN_LAYOUT_WARP, TERN_LAYOUT_LANE};
  if (!tern_op_is(convert, TERN_TTG(CONVERT_LAYOUT))) return false;
  const tern_type_t *from = tern_op_operand(convert, 0)->type, *to = convert->results[0].type;
  if (!tern_ttg_type_encoding(from) || !tern_ttg_type_encoding(to)) return false;
  tern_layout_t x = tern_ttg_type_layout(from), y = tern_ttg_type_layout(to);
  tern_layout_t layout = tern_layout_invert_and_compose(&y, &x);
  for (size_t i = 0; i < COUNT(names) && !layout.error; ++i)
    layout = tern_layout_quotient(&layout, (tern_layout_names_t){&names[i], 1});
  return !layout.error;
}
