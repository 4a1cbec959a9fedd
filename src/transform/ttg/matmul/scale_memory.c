// See scale_memory.h.
//
//   ttg.local_load                                     ttg.memdesc_reshape to (rows / 128) x (scales / 4) x 32 x 4 x 4
//   tt.reshape to (rows / 128) x (scales / 4) x 32 x 4 x 4     ttg.memdesc_trans
//   tt.trans {order = 0, 3, 2, 1, 4}               =>          ttg.memdesc_reshape to rows x scales
//   tt.reshape to rows x scales
//   ttng.tmem_alloc

#include "transform/ttg/matmul/scale_memory.h"

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"

enum { BLOCK_ROWS = 128, BLOCK_SCALES = 4, BLOCK_BITS = 32 * 128, BLOCK_BYTES = BLOCK_BITS / 8, RANK = 5 };
static const int32_t block_order[RANK] = {0, 3, 2, 1, 4};

// The op of this row that makes the value, conversions left aside; NULL: it is another one.
static tern_op_t *made_by(tern_value_t *value, const tern_op_row_t *row) {
  for (tern_op_t *op; (op = tern_value_defined_by(value, TERN_TTG(CONVERT_LAYOUT)));) value = tern_op_operand(op, 0);
  return tern_value_defined_by(value, row);
}

static bool has_shape(const tern_type_t *type, const int64_t *dims, size_t rank) {
  if (tern_type_rank(type) != rank) return false;
  for (size_t d = 0; d < rank; ++d) {
    if (tern_type_dim(type, d) != dims[d]) return false;
  }
  return true;
}

static bool has_block_order(const tern_op_t *trans) {
  const tern_attr_t *order = tern_op_attr(trans, "order");
  if (tern_int_list_attr_count(order) != RANK) return false;
  for (size_t d = 0; d < RANK; ++d) {
    if (tern_int_list_attr_at(order, d) != block_order[d]) return false;
  }
  return true;
}

// Does each block lie in one piece, as it is copied? Whoever does not load it by a descriptor has to have it as the last dimension.
static bool can_be_copied(const tern_type_t *type, bool is_by_descriptor) {
  tern_memdesc_t memory = tern_memdesc_read(type);
  tern_layout_t layout = tern_ttg_type_layout(type);
  if (layout.error) return false;
  const char *names[TERN_LAYOUT_MAX_DIMS];
  for (size_t d = 0; d < memory.rank; ++d) names[d] = tern_layout_dim_name(memory.rank - 1 - d);
  layout = tern_layout_transpose_outs(&layout, (tern_layout_names_t){names, memory.rank});
  if (!layout.error) layout = tern_layout_flatten_outs(&layout);
  if (layout.error || tern_layout_consecutive(&layout) < BLOCK_BYTES) return false;
  if (is_by_descriptor) return true;
  int64_t bits = memory.dims[memory.rank - 1] * (int64_t)tern_type_bit_width(memory.element);
  return memory.rank == 2 && bits % BLOCK_BITS == 0;
}

// The view of memory in another shape; NULL: it has no encoding.
static const tern_type_t *reshaped(const tern_type_t *type, const int64_t *dims, size_t rank) {
  tern_memdesc_t memory = tern_memdesc_read(type);
  const char *error = NULL;
  memory.encoding = tern_ttg_infer_memory_reshape(memory.encoding, memory.dims, dims, rank, &error);
  memory.rank = memory.alloc_rank = rank;
  memory.dims = memory.alloc_dims = dims;
  return error ? NULL : tern_memdesc_get(&memory);
}

static const tern_type_t *transposed(const tern_type_t *type, const tern_attr_t *order) {
  tern_memdesc_t memory = tern_memdesc_read(type);
  const char *error = NULL;
  int64_t dims[RANK];
  memory.encoding = tern_ttg_infer_trans(memory.encoding, memory.dims, order, &error);
  for (size_t d = 0; d < RANK; ++d) dims[d] = memory.dims[block_order[d]];
  memory.dims = memory.alloc_dims = dims;
  return error ? NULL : tern_memdesc_get(&memory);
}

// The load of shared memory that the scales in tensor memory come from, if only their order changes on the way; else NULL.
static tern_op_t *find_load(const tern_op_t *alloc, const int64_t *blocks) {
  tern_memdesc_t memory = tern_memdesc_read(alloc->results[0].type);
  tern_op_t *flat = alloc->operand_count ? made_by(tern_op_operand(alloc, 0), TERN_TT(RESHAPE)) : NULL;
  if (!flat || !has_shape(flat->results[0].type, memory.dims, memory.rank)) return NULL;
  tern_op_t *trans = made_by(tern_op_operand(flat, 0), TERN_TT(TRANS));
  if (!trans || !has_block_order(trans)) return NULL;
  tern_op_t *reshape = made_by(tern_op_operand(trans, 0), TERN_TT(RESHAPE));
  if (!reshape || !has_shape(reshape->results[0].type, blocks, RANK)) return NULL;
  return made_by(tern_op_operand(reshape, 0), TERN_TTG(LOCAL_LOAD));
}

static bool is_loaded_by_descriptor(const tern_value_t *memory) {
  const tern_op_t *alloc = tern_value_defined_by(memory, TERN_TTG(LOCAL_ALLOC));
  return alloc && alloc->operand_count && made_by(tern_op_operand(alloc, 0), TERN_TT(DESCRIPTOR_LOAD));
}

static bool rewrite(tern_op_t *op, tern_rewriter_t *rewriter, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  tern_op_t *alloc = tern_value_defined_by(tern_op_operand(op, start), TERN_TTNG(TMEM_ALLOC));
  if (!alloc) return false;
  tern_memdesc_t scales = tern_memdesc_read(alloc->results[0].type);
  if (!tern_attr_is_ttng(scales.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING) || scales.rank != 2)
    return false;
  const int64_t blocks[RANK] = {scales.dims[0] / BLOCK_ROWS, scales.dims[1] / BLOCK_SCALES, 32, 4, 4};
  tern_op_t *load = find_load(alloc, blocks);
  tern_value_t *memory = load ? tern_op_operand(load, 0) : NULL;
  if (!memory || !can_be_copied(memory->type, is_loaded_by_descriptor(memory))) return false;
  tern_builder_t *b = &rewriter->builder;
  const tern_attr_t *order = tern_dense_i32_array_attr_get(b->context, block_order, RANK);
  const tern_type_t *in_blocks = reshaped(memory->type, blocks, RANK);
  const tern_type_t *turned = in_blocks ? transposed(in_blocks, order) : NULL;
  const tern_type_t *flat = turned ? reshaped(turned, scales.dims, 2) : NULL;
  if (!flat) return false;
  tern_builder_set_before(b, alloc);
  tern_value_t *view =
      tern_build_value(b, TERN_TTG(MEMDESC_RESHAPE), .operands = TERN_VALUES(memory), .types = TERN_TYPES(in_blocks));
  view = tern_build_value(b, TERN_TTG(MEMDESC_TRANS), .operands = TERN_VALUES(view), .types = TERN_TYPES(turned),
                          .attrs = TERN_ATTRS({"order", order}));
  view = tern_build_value(b, TERN_TTG(MEMDESC_RESHAPE), .operands = TERN_VALUES(view), .types = TERN_TYPES(flat));
  tern_op_set_operand(op, start, view);
  tern_rewriter_modified(rewriter, op);
  if (!tern_value_has_uses(&alloc->results[0])) tern_rewriter_erase(rewriter, alloc);
  return true;
}

bool tern_ttg_read_scales_from_memory(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  bool is_first = rewrite(op, rewriter, "a_scale"), is_second = rewrite(op, rewriter, "b_scale");
  return is_first || is_second;
}
