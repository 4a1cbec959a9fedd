// ttng: layouts of tensor memory; see layout.h.

#include "dialect/ttng/layout.h"

#define ROW TERN_LAYOUT_ROW
#define COLUMN TERN_LAYOUT_COLUMN

enum { MAX_BASES = 2 * TERN_LAYOUT_MAX_BITS };

static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t size_of(const tern_layout_t *layout, size_t dim) {
  return INT64_C(1) << tern_layout_bits(&layout->outs, tern_layout_dim_name(dim));
}

// row, col -> dim0, dim1 in this order, as products need it of what they share.
static tern_layout_t begin(void) {
  tern_layout_t layout = tern_layout_empty();
  tern_layout_append_dim(&layout.ins, ROW, 0);
  tern_layout_append_dim(&layout.ins, COLUMN, 0);
  tern_layout_append_dim(&layout.outs, "dim0", 0);
  tern_layout_append_dim(&layout.outs, "dim1", 0);
  return layout;
}

// --- sums and operands ---

// Sixteen rows for each warp: between those of two warps lie the next rows, or columns, or nothing.
static tern_layout_t half_tile(const tern_tensor_memory_t *memory, const int64_t *shape, int64_t columns) {
  tern_layout_t layout = begin();
  layout =
      TERN_LAYOUT_EXTEND(&layout, {COLUMN, memory->column_stride, NULL}, {ROW, 16, "dim0"}, {COLUMN, columns, "dim1"});
  if (layout.error) return layout;
  int64_t values[MAX_BASES], between[2] = {0, 0};
  tern_layout_dims_t ins = layout.ins, outs = layout.outs;
  size_t row = tern_layout_find(&ins, ROW), bits = tern_layout_in_bits(&layout);
  size_t first = tern_layout_bits_before(&ins, row), count = 0;
  if (shape[0] > memory->block_m) {
    between[0] = 64;
  } else if (shape[1] > columns) {
    between[1] = columns;
  }
  const int64_t added[3][2] = {{between[0], between[1]}, {16, 0}, {32, 0}};
  for (size_t i = 0; i <= bits; ++i) {
    for (size_t k = 0; k < 3 && i == first + 4; ++k, ++count) {
      values[2 * count] = added[k][0];
      values[2 * count + 1] = added[k][1];
    }
    if (i == bits) break;
    for (size_t d = 0; d < 2; ++d) values[2 * count + d] = (int64_t)tern_layout_get(&outs, d, layout.bases[i]);
    ++count;
  }
  ins.values[row].bits = 7;
  if (!tern_layout_infer_sizes(&outs, count, values)) return tern_layout_failed("tensor memory has too many columns");
  return tern_layout_create(&ins, &outs, values);
}

// Of one block.
static tern_layout_t block_layout(const tern_tensor_memory_t *memory, const int64_t *shape) {
  int64_t columns = smaller(memory->block_n, shape[1]);
  tern_layout_t layout = begin();
  layout = memory->block_m == 64 ? half_tile(memory, shape, columns)
                                 : TERN_LAYOUT_EXTEND(&layout, {COLUMN, memory->column_stride, NULL},
                                                      {ROW, memory->block_m, "dim0"}, {COLUMN, columns, "dim1"});
  if (layout.error) return layout;
  int64_t down = shape[0] / size_of(&layout, 0), across = shape[1] / size_of(&layout, 1);
  if (down < 1 || across < 1) return tern_layout_failed("tensor memory is smaller than a block of its encoding");
  return TERN_LAYOUT_EXTEND(&layout, {COLUMN, down, "dim0"}, {COLUMN, across, "dim1"});
}

// The last basis of the rows and the one of the columns change places.
static void swap_last(tern_layout_t *layout) {
  size_t row = tern_layout_find(&layout->ins, ROW), column = tern_layout_find(&layout->ins, COLUMN);
  if (layout->error || !layout->ins.values[row].bits || !layout->ins.values[column].bits) return;
  uint64_t *last_row = &layout->bases[tern_layout_bits_before(&layout->ins, row + 1) - 1];
  uint64_t *last_column = &layout->bases[tern_layout_bits_before(&layout->ins, column + 1) - 1];
  uint64_t basis = *last_row;
  *last_row = *last_column;
  *last_column = basis;
}

// Blocks of a cluster are dealt along the rows first. Two that compute together a product of 64 rows each have it as one of 128 turned
// around.
static tern_layout_t memory_layout(const tern_attr_t *encoding, const int64_t *shape) {
  tern_tensor_memory_t memory = tern_tensor_memory_read(encoding);
  int64_t down = memory.split_m;
  bool is_turned = down > 1 && memory.block_m == 64 && memory.is_two_ctas;
  if (is_turned) {
    memory.block_m *= 2;
    down /= 2;
  }
  int64_t part[2] = {shape[0] / down, shape[1] / memory.split_n};
  if (part[0] < 1 || part[1] < 1) return tern_layout_failed("tensor memory is smaller than the cluster's parts");
  tern_layout_t layout = block_layout(&memory, part);
  layout = TERN_LAYOUT_EXTEND(&layout, {COLUMN, down, "dim0"});
  if (is_turned) swap_last(&layout);
  return TERN_LAYOUT_EXTEND(&layout, {COLUMN, memory.split_n, "dim1"});
}

// --- scales ---

// What leads beyond the shape leads nowhere.
static tern_layout_t clip(const tern_layout_t *layout, const int64_t *shape) {
  tern_layout_t result = *layout;
  for (size_t d = 0; d < 2 && !result.error; ++d) {
    size_t position = tern_layout_find(&result.outs, tern_layout_dim_name(d));
    for (size_t i = 0; i < tern_layout_in_bits(&result); ++i) {
      bool is_beyond = (int64_t)tern_layout_get(&result.outs, position, result.bases[i]) >= shape[d];
      if (is_beyond) result.bases[i] = tern_layout_set(&result.outs, position, result.bases[i], 0);
    }
    if (size_of(&result, d) > shape[d]) result = tern_layout_resize_out(&result, tern_layout_dim_name(d), shape[d]);
  }
  return result;
}

// 64 by 4 numbers, which the lanes of all four warps see.
static tern_layout_t scales_layout(const tern_attr_t *encoding, const int64_t *shape) {
  tern_tensor_memory_t memory = tern_tensor_memory_read(encoding);
  const int64_t part[2] = {shape[0] / memory.split_m, shape[1] / memory.split_n};
  if (part[0] < 1 || part[1] < 1) return tern_layout_failed("tensor memory is smaller than the cluster's parts");
  tern_layout_t layout = begin();
  layout = TERN_LAYOUT_EXTEND(&layout, {ROW, 32, "dim0"}, {ROW, 4, NULL}, {COLUMN, 4, "dim1"}, {COLUMN, 2, "dim0"},
                              {COLUMN, part[0] > 64 ? part[0] / 64 : 1, "dim0"},
                              {COLUMN, part[1] > 4 ? part[1] / 4 : 1, "dim1"});
  layout = clip(&layout, part);
  return TERN_LAYOUT_EXTEND(&layout, {COLUMN, memory.split_m, "dim0"}, {COLUMN, memory.split_n, "dim1"});
}

tern_layout_t tern_ttng_layout(const tern_attr_t *encoding, const int64_t *shape) {
  for (size_t d = 0; d < 2; ++d) {
    if (shape[d] < 1 || shape[d] & (shape[d] - 1))
      return tern_layout_failed("the size of a dimension is not a power of two");
  }
  bool is_scales = tern_attr_is_ttng(encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
  return is_scales ? scales_layout(encoding, shape) : memory_layout(encoding, shape);
}

tern_layout_t tern_ttng_type_layout(const tern_type_t *type) {
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  return tern_ttng_layout(memdesc.encoding, memdesc.alloc_dims + memdesc.alloc_rank - 2);
}

tern_tensor_memory_size_t tern_ttng_size(const tern_type_t *type) {
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  tern_tensor_memory_t memory = tern_tensor_memory_read(memdesc.encoding);
  tern_layout_t layout = tern_ttng_layout(memdesc.encoding, memdesc.dims + memdesc.rank - 2);
  int64_t bits = tern_type_bit_width(memdesc.element);
  size_t row = tern_layout_find(&layout.ins, ROW);
  tern_tensor_memory_size_t size = {.rows = INT64_C(1) << tern_layout_bits(&layout.ins, ROW),
                                    .columns = (INT64_C(1) << tern_layout_bits(&layout.ins, COLUMN)) / (32 / bits) /
                                               (memory.split_m * memory.split_n)};
  // Where every other sixteen rows hold nothing, others may have them.
  if (!layout.error && layout.bases[tern_layout_bits_before(&layout.ins, row) + 4] == 0) size.rows /= 2;
  if (memdesc.rank == 3) size.columns *= memdesc.dims[0];
  return size;
}
