// amdg: parts of tensors in registers, which no thread hands to another (upstream: Dialect.cpp).

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "dialect/amdg/hooks.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"
#include "rewrite/rewriter.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

static const tern_type_t *source_type(const tern_op_t *op) { return tern_op_operand(op, 0)->type; }
static const tern_type_t *result_type(const tern_op_t *op) { return op->results[0].type; }

// --- whose register has an element ---

static const char *place_text(const int64_t *place, size_t rank, char *out_text, size_t size) {
  size_t used = (size_t)snprintf(out_text, size, "[");
  for (size_t d = 0; d < rank && used + 24 < size; ++d)
    used += (size_t)snprintf(out_text + used, size - used, "%s%" PRId64, d ? ", " : "", place[d]);
  snprintf(out_text + used, size - used, "]");
  return out_text;
}

// Has lane 0 of warp 0 the element, of a layout whose inverse this is?
static bool is_in_register(const tern_layout_t *inverse, const int64_t *place) {
  uint64_t word = 0;
  for (size_t d = 0; d < inverse->ins.count; ++d) word = tern_layout_set(&inverse->ins, d, word, (uint64_t)place[d]);
  word = tern_layout_apply_flat(inverse, word);
  for (size_t i = 1; i < inverse->outs.count; ++i) {
    if (tern_layout_get(&inverse->outs, i, word) != 0) return false;
  }
  return true;
}

// Bases of lanes and of warps are the same in both: only registers tell parts apart.
static bool has_same_threads(const tern_layout_t *x, const tern_layout_t *y) {
  static const char *const names[] = {TERN_LAYOUT_LANE, TERN_LAYOUT_WARP};
  for (size_t i = 0; i < 2; ++i) {
    size_t in_x = tern_layout_find(&x->ins, names[i]), in_y = tern_layout_find(&y->ins, names[i]);
    if (x->ins.values[in_x].bits != y->ins.values[in_y].bits) return false;
    for (size_t bit = 0; bit < x->ins.values[in_x].bits; ++bit) {
      for (size_t d = 0; d < x->outs.count; ++d) {
        if (tern_layout_basis(x, in_x, bit, d) != tern_layout_basis(y, in_y, bit, d)) return false;
      }
    }
  }
  return true;
}

// The layouts of the smaller tensors, inverted, and of the larger one, and where elements of one are in the other.
typedef struct pair {
  tern_layout_t source, result, inverse;
} pair_t;

static bool make_pair(const tern_op_t *op, pair_t *pair) {
  const tern_attr_t *from = tern_tensor_type_encoding(source_type(op)),
                    *to = tern_tensor_type_encoding(result_type(op));
  if (!tern_ttg_is_distributed(from) || !tern_ttg_is_distributed(to))
    return tern_op_error(op, "requires tensors with an encoding that deals them to threads");
  pair->source = tern_ttg_type_layout(source_type(op));
  pair->result = tern_ttg_type_layout(result_type(op));
  pair->inverse = tern_layout_pseudo_invert(&pair->source);
  const char *error = pair->result.error ? pair->result.error : pair->inverse.error;
  return !error || tern_op_error(op, "has a tensor without a layout: %s", error);
}

static bool check_threads(const tern_op_t *op, const pair_t *pair) {
  return has_same_threads(&pair->source, &pair->result) ||
         tern_op_error_unnamed(op, "Lane and warp dim basis must match between source and destination layout.");
}

// Where an element of the result is in the source: behind the offsets of a slice, or within one of several tiles.
static void find_place(const int64_t *offsets, const int64_t *tile, size_t rank, int64_t *inout_place) {
  for (size_t d = 0; d < rank; ++d) inout_place[d] = offsets ? inout_place[d] + offsets[d] : inout_place[d] % tile[d];
}

static bool check_registers(const tern_op_t *op, const pair_t *pair, const int64_t *offsets) {
  size_t rank = pair->result.outs.count;
  size_t registers = (size_t)1 << tern_layout_bits(&pair->result.ins, TERN_LAYOUT_REGISTER);
  for (size_t i = 0; i < registers; ++i) {
    int64_t ins[MAX_RANK] = {(int64_t)i}, place[MAX_RANK];
    char text[256];
    tern_layout_apply(&pair->result, ins, place);
    find_place(offsets, tern_type_dims(source_type(op)), rank, place);
    if (is_in_register(&pair->inverse, place)) continue;
    return tern_op_error_unnamed(op, "No source register holds the element for destination index %s",
                                 place_text(place, rank, text, sizeof(text)));
  }
  return check_threads(op, pair);
}

// --- amdg.extract_slice ---

bool tern_amdg_verify_extract_slice(const tern_op_t *op) {
  const tern_type_t *source = source_type(op), *result = result_type(op);
  const tern_attr_t *list = tern_op_attr(op, "static_offsets");
  size_t rank = tern_type_rank(source);
  int64_t offsets[MAX_RANK] = {0};
  if (tern_type_element(source) != tern_type_element(result))
    return tern_op_error_unnamed(op, "result element type must match source element type");
  if (rank != tern_type_rank(result)) return tern_op_error_unnamed(op, "result rank must be equal to source rank");
  if (rank > MAX_RANK || tern_dense_array_attr_count(list) != rank)
    return tern_op_error(op, "requires one offset for each of at most %d dimensions", MAX_RANK);
  for (size_t d = 0; d < rank; ++d) {
    int64_t size = tern_type_dim(result, d), all = tern_type_dim(source, d);
    offsets[d] = tern_dense_array_attr_int(list, d);
    if (size > all) return tern_op_error_unnamed(op, "result shape cannot exceed source shape at dimension %zu", d);
    if (offsets[d] < 0 || offsets[d] > all - size)
      return tern_op_error_unnamed(op, "invalid offset at dimension %zu", d);
  }
  pair_t pair;
  return make_pair(op, &pair) && check_registers(op, &pair, offsets);
}

// A slice that is one of the tensors that were put side by side.
bool tern_amdg_canonicalize_extract_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_op_t *concat = tern_value_defined_by(tern_op_operand(op, 0), TERN_AMDG(CONCAT));
  if (!concat || source_type(concat) != result_type(op)) return false;
  const tern_type_t *tile = source_type(concat), *all = result_type(concat);
  const tern_attr_t *offsets = tern_op_attr(op, "static_offsets");
  size_t index = 0;
  for (size_t d = 0; d < tern_type_rank(tile); ++d) {
    int64_t size = tern_type_dim(tile, d), offset = tern_dense_array_attr_int(offsets, d);
    if (offset % size) return false;
    index = index * (size_t)(tern_type_dim(all, d) / size) + (size_t)(offset / size);
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(concat, index)));
  return true;
}

// --- amdg.concat ---

static bool check_tiles(const tern_op_t *op) {
  const tern_type_t *tile = source_type(op), *all = result_type(op);
  size_t rank = tern_type_rank(tile), count = 1;
  if (rank != tern_type_rank(all))
    return tern_op_error_unnamed(op, "Source and destination tensors must have the same rank.");
  for (size_t d = 0; d < rank; ++d) {
    if (tern_type_dim(all, d) % tern_type_dim(tile, d))
      return tern_op_error_unnamed(op, "Source and destination tensor shapes don't match.");
    count *= (size_t)(tern_type_dim(all, d) / tern_type_dim(tile, d));
  }
  return count == op->operand_count ||
         tern_op_error_unnamed(op, "Number of source tiles (%zu) doesn't match required count (%zu).",
                               (size_t)op->operand_count, count);
}

bool tern_amdg_verify_concat(const tern_op_t *op) {
  if (!op->operand_count) return tern_op_error(op, "requires a source");
  if (!check_tiles(op)) return false;
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type != source_type(op))
      return tern_op_error_unnamed(op, "All sources must have identical tensor types.");
  }
  if (tern_type_element(source_type(op)) != tern_type_element(result_type(op)))
    return tern_op_error_unnamed(op, "Element types of sources and destination must match.");
  pair_t pair;
  return make_pair(op, &pair) && check_registers(op, &pair, NULL);
}

bool tern_amdg_canonicalize_concat(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (op->operand_count != 1 || source_type(op) != result_type(op)) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(op, 0)));
  return true;
}

// --- amdg.in_thread_transpose ---

// The registers of a thread's block go along the other dimension first.
static tern_layout_t turned_layout(const tern_attr_t *encoding, const int64_t *shape) {
  tern_layout_t layout = tern_ttg_layout(encoding, shape), block = tern_layout_empty();
  for (size_t i = 2; i-- > 0;) {
    size_t dim = (size_t)tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
    tern_ttg_extend(&block, TERN_LAYOUT_REGISTER, dim, tern_ttg_at(encoding, TERN_TTG_FIELD_SIZE_PER_THREAD, dim));
  }
  if (layout.error || block.error) return layout.error ? layout : block;
  size_t count = tern_layout_bits(&layout.ins, TERN_LAYOUT_REGISTER);
  for (size_t i = 0; i < tern_layout_in_bits(&block) && i < count; ++i)
    layout.bases[i] = tern_layout_repack(&block.outs, &layout.outs, block.bases[i]);
  return layout;
}

bool tern_amdg_verify_in_thread_transpose(const tern_op_t *op) {
  const tern_type_t *source = source_type(op), *result = result_type(op);
  const tern_attr_t *encoding = tern_tensor_type_encoding(source);
  size_t rank = tern_type_rank(source);
  if (tern_type_element(source) != tern_type_element(result))
    return tern_op_error(op, "Expect input and output tensor to have same dtype");
  bool is_same = rank == tern_type_rank(result) &&
                 memcmp(tern_type_dims(source), tern_type_dims(result), rank * sizeof(int64_t)) == 0;
  if (!is_same) return tern_op_error(op, "Expect equal input and output shapes");
  if (rank != 2) return tern_op_error(op, "Expect 2d tensor");
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED))
    return tern_op_error(op, "Expect input tensor in Blocked encoding");
  tern_layout_t expected = turned_layout(encoding, tern_type_dims(source));
  bool is_dealt = tern_ttg_is_distributed(tern_tensor_type_encoding(result));
  tern_layout_t given = is_dealt ? tern_ttg_type_layout(result) : tern_layout_failed("no encoding");
  if (expected.error) return tern_op_error(op, "has a tensor without a layout: %s", expected.error);
  if (tern_layout_equal(&given, &expected)) return true;
  tern_string_builder_t text = {0};
  tern_layout_append_text(&text, &expected);
  tern_op_error(op, "Expect output layout to be transposed per thread: %.*s", (int)text.size, text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}
