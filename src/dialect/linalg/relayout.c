// Verifiers of the ops that change layouts: pack, unpack and the winograd transforms.

#include <inttypes.h>
#include <stdlib.h>

#include "dialect/linalg/hooks.h"
#include "dialect/linalg/linalg.h"

// Could both be shapes of one tensor at run time?
static bool are_compatible(const int64_t *dims, size_t count, const tern_type_t *type) {
  if (count != tern_type_rank(type)) return false;
  for (size_t i = 0; i < count; i++) {
    int64_t a = dims[i], b = tern_type_dim(type, i);
    if (a != b && a != TERN_DYNAMIC && b != TERN_DYNAMIC) return false;
  }
  return true;
}

// --- winograd ---

// Sizes of F(m x m, r x r) by the cases of the enum.
static const struct {
  int64_t m, r;
} winograd_sizes[] = {{2, 3}, {4, 3}, {2, 5}};

static bool verify_output_shape(const tern_op_t *op, const int64_t *expected, size_t count) {
  const tern_type_t *output = tern_op_operand(op, 1)->type;
  if (tern_type_element(tern_op_operand(op, 0)->type) != tern_type_element(output))
    return tern_op_error(op, "failed to verify that all of {operand, output} have same element type");
  if (output != op->results[0].type)
    return tern_op_error(op, "expected type of operand #1 ('%s') to match type of corresponding result ('%s')",
                         tern_type_text(output), tern_type_text(op->results[0].type));
  return are_compatible(expected, count, output) || tern_op_error(op, "the output shape is not expected");
}

bool tern_linalg_verify_winograd_filter(const tern_op_t *op) {
  const int64_t *filter = tern_type_dims(tern_op_operand(op, 0)->type);
  int64_t fmr = tern_enum_attr_value(tern_op_attr(op, "fmr"));
  int64_t m = winograd_sizes[fmr].m, r = winograd_sizes[fmr].r, height = filter[1], width = filter[2];
  if (height != r && height != 1) return tern_op_error(op, "expect filter height either equals to r or 1");
  if (width != r && width != 1) return tern_op_error(op, "expect filter width either equals to r or 1");
  if (height == 1 && width == 1) return tern_op_error(op, "expect either filter height or width equals to r");
  const int64_t expected[] = {height == r ? m + r - 1 : 1, width == r ? m + r - 1 : 1, filter[3], filter[0]};
  return verify_output_shape(op, expected, 4);
}

bool tern_linalg_verify_winograd_input(const tern_op_t *op) {
  const int64_t *input = tern_type_dims(tern_op_operand(op, 0)->type);
  const int64_t *output = tern_type_dims(tern_op_operand(op, 1)->type);
  int64_t fmr = tern_enum_attr_value(tern_op_attr(op, "fmr"));
  int64_t m = winograd_sizes[fmr].m, r = winograd_sizes[fmr].r,
          expected[6] = {1, 1, input[1], input[2], input[0], input[3]};
  for (size_t i = 0; i < 2; i++) {
    if (output[i] == 1) continue;
    expected[i] = m + r - 1;
    if (expected[2 + i] != TERN_DYNAMIC) expected[2 + i] = (expected[2 + i] - (r - 1)) / m;
  }
  return verify_output_shape(op, expected, 6);
}

bool tern_linalg_verify_winograd_output(const tern_op_t *op) {
  const int64_t *value = tern_type_dims(tern_op_operand(op, 0)->type);
  int64_t fmr = tern_enum_attr_value(tern_op_attr(op, "fmr"));
  int64_t m = winograd_sizes[fmr].m, r = winograd_sizes[fmr].r, expected[4] = {value[4], value[2], value[3], value[5]};
  for (size_t i = 0; i < 2; i++) {
    if (value[i] == 1) continue;
    if (value[i] != m + r - 1 && value[i] != TERN_DYNAMIC)
      return tern_op_error(op, "expect input %s equals to input tile size", i == 0 ? "height" : "width");
    if (expected[1 + i] != TERN_DYNAMIC) expected[1 + i] *= m;
  }
  return verify_output_shape(op, expected, 4);
}

// --- pack, unpack ---

// Distinct positions within the rank?
static bool are_positions(const tern_attr_t *list, size_t rank) {
  size_t count = tern_int_list_attr_count(list);
  if (count > rank) return false;
  for (size_t i = 0; i < count; i++) {
    int64_t position = tern_int_list_attr_at(list, i);
    if (position < 0 || position >= (int64_t)rank) return false;
    for (size_t j = 0; j < i; j++)
      if (tern_int_list_attr_at(list, j) == position) return false;
  }
  return true;
}

int64_t tern_linalg_outer_position(const tern_attr_t *permutation, size_t index) {
  return tern_int_list_attr_count(permutation) ? tern_int_list_attr_at(permutation, index) : (int64_t)index;
}

const tern_type_t *tern_linalg_packed_type(const tern_op_t *op, const tern_type_t *unpacked) {
  const tern_attr_t *positions = tern_op_attr(op, "inner_dims_pos"), *tiles = tern_op_attr(op, "static_inner_tiles");
  const tern_attr_t *permutation = tern_op_attr(op, "outer_dims_perm");
  size_t rank = tern_type_rank(unpacked), tile_count = tern_int_list_attr_count(tiles);
  int64_t *dims = tern_realloc_array(NULL, 2 * rank + tile_count + 1, sizeof(*dims)), *outer = &dims[rank + tile_count];
  for (size_t i = 0; i < rank; i++) outer[i] = tern_type_dim(unpacked, i);
  for (size_t i = 0; i < tile_count; i++) {
    int64_t tile = tern_int_list_attr_at(tiles, i), *dim = &outer[tern_int_list_attr_at(positions, i)];
    *dim = tile == TERN_DYNAMIC || *dim == TERN_DYNAMIC ? TERN_DYNAMIC : (*dim + tile - 1) / tile;
    dims[rank + i] = tile;
  }
  for (size_t i = 0; i < rank; i++) dims[i] = outer[tern_linalg_outer_position(permutation, i)];
  const tern_type_t *type = tern_type_with_shape(unpacked, dims, rank + tile_count);
  free(dims);
  return type;
}

static bool verify_relayout(const tern_op_t *op, const tern_type_t *packed, const tern_type_t *unpacked) {
  const tern_attr_t *loc = op->loc, *positions = tern_op_attr(op, "inner_dims_pos");
  const tern_attr_t *tiles = tern_op_attr(op, "static_inner_tiles"), *permutation = tern_op_attr(op, "outer_dims_perm");
  size_t rank = tern_type_rank(unpacked), packed_rank = tern_type_rank(packed);
  size_t tile_count = tern_int_list_attr_count(tiles), perm_count = tern_int_list_attr_count(permutation);
  size_t dynamic_count = 0, start, operand_count;
  for (size_t i = 0; i < tile_count; i++) {
    int64_t tile = tern_int_list_attr_at(tiles, i);
    dynamic_count += tile == TERN_DYNAMIC;
    if (tile == 0) return tern_emit_error(loc, "invalid zero tile factor");
    if (tile < 0 && tile != TERN_DYNAMIC) return tern_emit_error(loc, "invalid negative tile factor");
  }
  tern_op_operands_named(op, "inner_tiles", &start, &operand_count);
  if (operand_count != dynamic_count)
    return tern_op_error(op, "expected %zu dynamic inner tiles, but got %zu", dynamic_count, operand_count);
  if (!are_positions(positions, rank)) return tern_emit_error(loc, "invalid inner_dims_pos vector");
  if (!are_positions(permutation, rank)) return tern_emit_error(loc, "invalid outer_dims_perm vector");
  if (perm_count != 0 && perm_count != rank)
    return tern_emit_error(loc, "outer_dims_perm must be a permutation or empty");
  if (tile_count > rank)
    return tern_emit_error(loc,
                           "tiling factors must be less than or equal to the input rank for pack or output rank "
                           "for unpack");
  if (tile_count != tern_int_list_attr_count(positions))
    return tern_emit_error(loc, "tiling factors must equal the number of dimensions to tile");
  if (rank + tile_count != packed_rank)
    return tern_emit_error(loc, "packed rank != (unpacked rank + num tiling factors), got %zu != %zu", packed_rank,
                           rank + tile_count);
  for (size_t i = 0; i < tile_count; i++) {
    int64_t tile = tern_int_list_attr_at(tiles, i), dim = tern_type_dim(packed, rank + i);
    if (tile != dim)
      return tern_emit_error(loc,
                             "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed "
                             "type");
  }
  const tern_type_t *expected = tern_linalg_packed_type(op, unpacked);
  return are_compatible(tern_type_dims(expected), tern_type_rank(expected), packed) ||
         tern_emit_error(loc, "expected '%s' for the packed domain value, got '%s'", tern_type_text(expected),
                         tern_type_text(packed));
}

bool tern_linalg_pack_needs_padding(const tern_op_t *op, const tern_type_t *source, const tern_type_t *dest) {
  const tern_attr_t *positions = tern_op_attr(op, "inner_dims_pos"), *tiles = tern_op_attr(op, "static_inner_tiles");
  const tern_attr_t *permutation = tern_op_attr(op, "outer_dims_perm");
  for (size_t i = 0; i < tern_int_list_attr_count(tiles); i++) {
    int64_t position = tern_int_list_attr_at(positions, i), tile = tern_int_list_attr_at(tiles, i);
    int64_t size = tern_type_dim(source, (size_t)position);
    if (size == TERN_DYNAMIC) continue;
    int64_t divisor = tile;
    for (size_t j = 0; j < tern_type_rank(source) && tile == TERN_DYNAMIC; j++)
      if (tern_linalg_outer_position(permutation, j) == position) divisor = tern_type_dim(dest, j);
    if (divisor > 0 && size % divisor != 0) return true;
  }
  return false;
}

bool tern_linalg_verify_pack(const tern_op_t *op) {
  const tern_type_t *source = tern_op_operand(op, 0)->type, *dest = tern_op_operand(op, 1)->type;
  const tern_value_t *padding = tern_op_operand_named(op, "padding_value");
  if (!verify_relayout(op, dest, source)) return false;
  if (padding && padding->type != tern_type_element(source))
    return tern_op_error(op, "expected padding_value has '%s' but got: '%s'", tern_type_text(tern_type_element(source)),
                         tern_type_text(padding->type));
  return padding || !tern_linalg_pack_needs_padding(op, source, dest) ||
         tern_op_error(op,
                       "invalid tile factor or output size provided. Only full tiles are supported when padding_value "
                       "is not set");
}

bool tern_linalg_verify_unpack(const tern_op_t *op) {
  return verify_relayout(op, tern_op_operand(op, 0)->type, tern_op_operand(op, 1)->type);
}
