// Folds and canonical forms of pack and unpack (upstream: PackOp, UnPackOp and the patterns behind them in LinalgOps.cpp).

#include "dialect/common/dynamic_index_list.h"
#include "dialect/linalg/hooks.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

static bool read_tiles(const tern_op_t *op, tern_mixed_index_t *out_tiles) {
  return tern_index_list_read(op, "inner_tiles", "static_inner_tiles", out_tiles, TERN_INDEX_LIST_MAX);
}

static bool is_pack(const tern_op_t *op) { return tern_op_is(op, TERN_LINALG(PACK)); }

// --- constants ---

// A splat in another layout is the splat of that shape.
static const tern_attr_t *relayout_splat(const tern_attr_t *source, const tern_type_t *type) {
  bool is_splat = tern_attr_is_splat(source);
  if (!is_splat || !tern_type_has_static_shape(type)) return NULL;
  return tern_dense_elements_attr_get(type, tern_dense_elements_attr_data(source), true);
}

tern_fold_status_t tern_linalg_fold_pack(tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out_results) {
  size_t start, count;
  tern_op_operands_named(op, "padding_value", &start, &count);
  const tern_attr_t *splat = relayout_splat(operands[0], op->results[0].type);
  if (!splat || (count > 0 && operands[start] != tern_dense_elements_attr_at(splat, 0))) return TERN_FOLD_FAILED;
  out_results[0].attr = splat;
  return TERN_FOLD_REPLACED;
}

tern_fold_status_t tern_linalg_fold_unpack(tern_op_t *op, const tern_attr_t *const *operands,
                                           tern_fold_result_t *out_results) {
  out_results[0].attr = relayout_splat(operands[0], op->results[0].type);
  return out_results[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// --- a layout and back ---

// Do both cut the same dims into the same tiles, in the same order?
static bool have_same_tiling(const tern_op_t *a, const tern_op_t *b) {
  tern_mixed_index_t a_tiles[TERN_INDEX_LIST_MAX], b_tiles[TERN_INDEX_LIST_MAX];
  size_t tile_count = tern_index_list_count(a, "static_inner_tiles");
  if (tern_op_attr(a, "inner_dims_pos") != tern_op_attr(b, "inner_dims_pos") || !read_tiles(a, a_tiles) ||
      !read_tiles(b, b_tiles))
    return false;
  for (size_t i = 0; i < tile_count; i++) {
    int64_t x, y;
    bool are_constants = tern_mixed_constant(a_tiles[i], &x) && tern_mixed_constant(b_tiles[i], &y);
    if (!(are_constants ? x == y : tern_mixed_equal(a_tiles[i], b_tiles[i]))) return false;
  }
  const tern_attr_t *a_perm = tern_op_attr(a, "outer_dims_perm"), *b_perm = tern_op_attr(b, "outer_dims_perm");
  size_t count = tern_int_list_attr_count(tern_int_list_attr_count(a_perm) ? a_perm : b_perm);
  for (size_t i = 0; i < count; i++)
    if (tern_linalg_outer_position(a_perm, i) != tern_linalg_outer_position(b_perm, i)) return false;
  return true;
}

// pack(unpack(x)) and unpack(pack(x)) are x, if no padding comes in.
static bool cancel(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner =
      tern_value_defined_by(tern_op_operand(op, 0), is_pack(op) ? TERN_LINALG(UNPACK) : TERN_LINALG(PACK));
  if (!inner || tern_op_operand_named(is_pack(op) ? op : inner, "padding_value")) return false;
  tern_value_t *source = tern_op_operand(inner, 0);
  if (source->type != op->results[0].type || !have_same_tiling(op, inner)) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(source));
  return true;
}

// A padding value is not needed where it is known that all tiles are full.
static bool drop_padding(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_type_t *source = tern_op_operand(op, 0)->type;
  const tern_attr_t *positions = tern_op_attr(op, "inner_dims_pos"), *tiles = tern_op_attr(op, "static_inner_tiles");
  size_t start, padding_count, tile_start, tile_count;
  tern_op_operands_named(op, "padding_value", &start, &padding_count);
  tern_op_operands_named(op, "inner_tiles", &tile_start, &tile_count);
  if (padding_count == 0 || tern_linalg_pack_needs_padding(op, source, op->results[0].type)) return false;
  for (size_t i = 0; i < tern_int_list_attr_count(tiles); i++)
    if (tern_int_list_attr_at(tiles, i) == TERN_DYNAMIC ||
        tern_type_dim(source, (size_t)tern_int_list_attr_at(positions, i)) == TERN_DYNAMIC)
      return false;
  const int32_t segments[] = {1, 1, 0, (int32_t)tile_count};
  tern_op_erase_operands(op, start, 1);
  tern_op_set_segment_sizes(op, segments, 4);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- sizes ---

// Another op of the same layout; tiles that the packed side knows are static.
static tern_value_t *build_like(tern_builder_t *builder, const tern_op_t *op, tern_value_t *source,
                                tern_value_t *dest) {
  const tern_type_t *packed = is_pack(op) ? dest->type : source->type;
  size_t tile_count = tern_index_list_count(op, "static_inner_tiles");
  size_t outer_rank = tern_type_rank(packed) - tile_count, count = 2;
  tern_mixed_index_t tiles[TERN_INDEX_LIST_MAX];
  read_tiles(op, tiles);
  tern_value_t *operands[3 + TERN_INDEX_LIST_MAX] = {source, dest}, *padding = NULL;
  for (size_t i = 0; i < tile_count; i++) {
    int64_t size = tern_type_dim(packed, outer_rank + i);
    if (size != TERN_DYNAMIC) tiles[i] = tern_mixed_static(size);
  }
  if (is_pack(op)) padding = tern_op_operand_named(op, "padding_value");
  if (padding) operands[count++] = padding;
  int32_t segments[] = {1, 1, padding != NULL, 0};
  const tern_attr_t *statics =
      tern_index_list_split(builder->context, tiles, tile_count, operands, &count, &segments[3]);
  tern_op_t *made = tern_build(
      builder, op->def->row, .operands = {operands, count}, .types = TERN_TYPES(dest->type),
      .attrs = TERN_ATTRS({"inner_dims_pos", tern_op_attr(op, "inner_dims_pos")}, {"static_inner_tiles", statics}),
      .dictionary = op->attrs, .segments = is_pack(op) ? segments : NULL);
  tern_op_set_attr(made, "outer_dims_perm", tern_op_attr(op, "outer_dims_perm"));
  return tern_op_result(made, 0);
}

// The lists of the op are well formed.
static bool replace_like(tern_op_t *op, tern_rewriter_t *rewriter, tern_value_t *source, tern_value_t *dest) {
  tern_value_t *made =
      tern_tensor_build_cast(&rewriter->builder, build_like(&rewriter->builder, op, source, dest), op->results[0].type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(made));
  return true;
}

static bool take_cast_operands(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *source = tern_tensor_foldable_cast_source(tern_op_operand(op, 0));
  tern_value_t *dest = tern_tensor_foldable_cast_source(tern_op_operand(op, 1));
  if (!source && !dest) return false;
  tern_builder_set_before(&rewriter->builder, op);
  return replace_like(op, rewriter, source ? source : tern_op_operand(op, 0), dest ? dest : tern_op_operand(op, 1));
}

// Dimensions that are not cut have one size on both sides: where only one side knows it, the other is cast.
static bool share_sizes(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *permutation = tern_op_attr(op, "outer_dims_perm"), *positions = tern_op_attr(op, "inner_dims_pos");
  tern_value_t *source = tern_op_operand(op, 0), *dest = tern_op_operand(op, 1);
  const tern_type_t *packed = is_pack(op) ? dest->type : source->type, *plain = is_pack(op) ? source->type : dest->type;
  size_t rank = tern_type_rank(plain), packed_rank = tern_type_rank(packed);
  int64_t packed_dims[TERN_INDEX_LIST_MAX], plain_dims[TERN_INDEX_LIST_MAX];
  if (packed_rank > TERN_INDEX_LIST_MAX) return false;
  for (size_t i = 0; i < packed_rank; i++) packed_dims[i] = tern_type_dim(packed, i);
  for (size_t i = 0; i < rank; i++) plain_dims[i] = tern_type_dim(plain, i);
  for (size_t i = 0; i < rank; i++) {
    int64_t dim = tern_linalg_outer_position(permutation, i);
    bool is_cut = false;
    for (size_t j = 0; j < tern_int_list_attr_count(positions); j++)
      is_cut |= tern_int_list_attr_at(positions, j) == dim;
    if (is_cut) continue;
    if (plain_dims[dim] == TERN_DYNAMIC) plain_dims[dim] = packed_dims[i];
    if (packed_dims[i] == TERN_DYNAMIC) packed_dims[i] = plain_dims[dim];
  }
  const tern_type_t *packed_type = tern_type_with_shape(packed, packed_dims, packed_rank);
  const tern_type_t *plain_type = tern_type_with_shape(plain, plain_dims, rank);
  if (packed_type == packed && plain_type == plain) return false;
  tern_builder_set_before(&rewriter->builder, op);
  source = tern_tensor_build_cast(&rewriter->builder, source, is_pack(op) ? plain_type : packed_type);
  dest = tern_tensor_build_cast(&rewriter->builder, dest, is_pack(op) ? packed_type : plain_type);
  return replace_like(op, rewriter, source, dest);
}

bool tern_linalg_canonicalize_pack(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (cancel(op, rewriter) || drop_padding(op, rewriter) || take_cast_operands(op, rewriter)) return true;
  // A filled tensor in another layout is a filled tensor.
  const tern_op_t *fill = tern_value_defined_by(tern_op_operand(op, 0), TERN_LINALG(FILL));
  const tern_value_t *padding = tern_op_operand_named(op, "padding_value");
  bool is_filled =
      fill && tern_value_has_one_use(tern_op_operand(op, 1)) && (!padding || padding == tern_op_operand(fill, 0));
  return (is_filled && tern_linalg_replace_by_fill(op, rewriter)) || share_sizes(op, rewriter);
}

// All of an unpacked tensor is written: what was in it does not matter.
static bool skip_destination(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *dest = tern_tensor_destination_of(tern_op_operand(op, 1));
  if (!dest || dest->type != tern_op_operand(op, 1)->type) return false;
  tern_op_set_operand(op, 1, dest);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// The first elements of what is unpacked are unpacked alone, if no tile is left out altogether: what is unpacked may be
// smaller than the tiles.
static bool unpack_slice(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *result = tern_op_result(op, 0);
  tern_op_t *user = tern_value_has_one_use(result) ? result->first_use->owner : NULL;
  tern_slice_t slice;
  if (!user || !tern_op_is(user, TERN_TENSOR(EXTRACT_SLICE)) || !tern_slice_read(user, &slice)) return false;
  const tern_type_t *type = user->results[0].type, *packed = tern_op_operand(op, 0)->type;
  if (tern_type_rank(type) != slice.count) return false;
  for (size_t i = 0; i < slice.count; i++) {
    int64_t offset, stride;
    if (!tern_mixed_constant(slice.offsets[i], &offset) || offset != 0 ||
        !tern_mixed_constant(slice.strides[i], &stride) || stride != 1)
      return false;
  }
  const tern_attr_t *positions = tern_op_attr(op, "inner_dims_pos"), *tiles = tern_op_attr(op, "static_inner_tiles");
  const tern_type_t *expected = tern_linalg_packed_type(op, type);
  for (size_t i = 0; i < tern_int_list_attr_count(tiles); i++)
    if (tern_int_list_attr_at(tiles, i) == TERN_DYNAMIC ||
        tern_type_dim(type, (size_t)tern_int_list_attr_at(positions, i)) == TERN_DYNAMIC)
      return false;
  // Dimensions that are not cut are not sliced, if they are known or are the same value.
  for (size_t i = 0; i < tern_type_rank(packed); i++)
    if (tern_type_dim(packed, i) == TERN_DYNAMIC || tern_type_dim(packed, i) != tern_type_dim(expected, i))
      return false;
  tern_builder_set_before(&rewriter->builder, user);
  tern_value_t *dest = tern_op_result(tern_slice_build(&rewriter->builder, TERN_TENSOR(EXTRACT_SLICE), type,
                                                       TERN_VALUES(tern_op_operand(op, 1)), &slice),
                                      0);
  tern_value_t *made = build_like(&rewriter->builder, op, tern_op_operand(op, 0), dest);
  tern_rewriter_replace(rewriter, user, TERN_VALUES(made));
  return true;
}

bool tern_linalg_canonicalize_unpack(tern_op_t *op, tern_rewriter_t *rewriter) {
  return cancel(op, rewriter) || skip_destination(op, rewriter) || unpack_slice(op, rewriter) ||
         take_cast_operands(op, rewriter) || share_sizes(op, rewriter);
}
