// See scratch_size.h.

#include "analysis/triton/scratch_size.h"

#include <string.h>

#include "analysis/layout/along.h"
#include "analysis/layout/warp_moves.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "ir/diagnostic.h"
#include "ir/op_def.h"

enum { DESCRIPTOR_BYTES = 128, POINTER_BITS = 64 };

static bool read_layout(const tern_op_t *op, const tern_type_t *type, tern_layout_t *out_layout) {
  *out_layout = tern_ttg_type_layout(type);
  if (!out_layout->error) return true;
  tern_op_error(op, "needs the layout of '%s': %s", tern_type_text(type), out_layout->error);
  tern_emit_note(op->loc, "give the tensor an encoding that fits its shape");
  return false;
}

size_t tern_tt_memory_bits(const tern_type_t *element) {
  if (tern_type_is_tt(element, TERN_TT_TYPE_PTR)) return POINTER_BITS;
  size_t bits = tern_type_bit_width(element);
  return bits < 8 ? 8 : bits;
}

static int64_t count_elements(const int64_t *dims, size_t rank) {
  int64_t count = 1;
  for (size_t d = 0; d < rank; ++d) count *= dims[d];
  return count;
}

// Bytes of one element of each operand together.
static int64_t bytes_of_all(const tern_op_t *op) {
  int64_t bytes = 0;
  for (size_t i = 0; i < op->operand_count; ++i)
    bytes += ((int64_t)tern_type_bit_width(tern_type_element(tern_op_operand(op, i)->type)) + 7) / 8;
  return bytes;
}

static size_t axis_of(const tern_op_t *op) { return (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")); }

// Threads of a block that a layout deals to.
static int64_t count_threads(const tern_layout_t *layout) {
  return INT64_C(1) << (tern_layout_bits(&layout->ins, TERN_LAYOUT_LANE) +
                        tern_layout_bits(&layout->ins, TERN_LAYOUT_WARP));
}

static int64_t count_registers(const tern_layout_t *layout) {
  return INT64_C(1) << tern_layout_bits(&layout->ins, TERN_LAYOUT_REGISTER);
}

// --- conversions ---

static bool size_of_conversion(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = tern_op_result(op, 0)->type;
  tern_layout_t source, result;
  if (!read_layout(op, from, &source) || !read_layout(op, to, &result)) return false;
  tern_layout_crossing_t crossing = tern_layout_crossing(&source, &result, NULL);
  if (crossing <= TERN_CROSSES_REGISTERS || tern_layout_shuffles(&source, &result)) return true;
  size_t bits = tern_tt_memory_bits(tern_type_element(from));
  // Other blocks read all registers of all threads.
  if (crossing == TERN_CROSSES_BLOCKS) {
    *out_bytes = count_registers(&source) * count_threads(&source) * (int64_t)bits / 8;
    return true;
  }
  tern_transit_t transit = tern_transit_choose(&source, &result, bits, tiles);
  if (transit.error) return tern_op_error(op, "has no memory to go through: %s", transit.error);
  *out_bytes = tern_transit_elements(&transit) * (int64_t)bits / 8;
  return true;
}

// --- reductions ---

int64_t tern_tt_reduce_warps(const tern_layout_t *layout, size_t axis) {
  int64_t warps[TERN_LAYOUT_MAX_DIMS];
  tern_layout_sizes_along(layout, TERN_LAYOUT_WARP, warps);
  return warps[axis];
}

uint64_t tern_tt_reduce_blocks(const tern_layout_t *layout, size_t axis) {
  size_t in = tern_layout_find(&layout->ins, TERN_LAYOUT_BLOCK);
  uint64_t mask = 0;
  for (size_t bit = 0; in < layout->ins.count && bit < layout->ins.values[in].bits; ++bit)
    mask |= (uint64_t)(tern_layout_basis(layout, in, bit, axis) != 0) << bit;
  return mask;
}

int64_t tern_tt_reduce_blocks_start(int64_t bytes) {
  enum { ALIGNMENT = 16 };
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool size_of_reduction(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  (void)tiles;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  tern_layout_t layout;
  if (!read_layout(op, type, &layout)) return false;
  size_t axis = axis_of(op);
  int64_t warps = tern_tt_reduce_warps(&layout, axis);
  int64_t elements = count_elements(tern_type_dims(type), tern_type_rank(type)) / tern_type_dim(type, axis);
  if (warps > 1) *out_bytes = elements * warps * bytes_of_all(op);
  if (!tern_tt_reduce_blocks(&layout, axis)) return true;
  const tern_type_t *result_type = tern_op_result(op, 0)->type;
  tern_layout_t result = tern_layout_empty();
  if (result_type->kind == TERN_TYPE_TENSOR && !read_layout(op, result_type, &result)) return false;
  *out_bytes =
      tern_tt_reduce_blocks_start(*out_bytes) + count_registers(&result) * count_threads(&layout) * bytes_of_all(op);
  return true;
}

// --- scans ---

tern_scan_shape_t tern_tt_scan_shape(const tern_layout_t *layout, const int64_t *shape, size_t axis) {
  tern_scan_shape_t scan = {.rank = layout->outs.count, .axis = axis};
  tern_layout_contiguous_registers(layout, scan.registers);
  tern_layout_sizes_along(layout, TERN_LAYOUT_LANE, scan.lanes);
  tern_layout_sizes_along(layout, TERN_LAYOUT_WARP, scan.warps);
  for (size_t d = 0; d < scan.rank; ++d) {
    int64_t tile = scan.registers[d] * scan.lanes[d] * scan.warps[d];
    scan.blocks[d] = (shape[d] + tile - 1) / tile;
  }
  return scan;
}

int64_t tern_tt_scan_bytes_of_warps(const tern_op_t *op, const tern_layout_t *layout) {
  tern_scan_shape_t scan = tern_tt_scan_shape(layout, tern_type_dims(tern_op_operand(op, 0)->type), axis_of(op));
  if (scan.warps[scan.axis] == 1) return 0;
  int64_t elements = 1;
  for (size_t d = 0; d < scan.rank; ++d) {
    elements *= scan.warps[d] * scan.blocks[d];
    if (d != scan.axis) elements *= scan.lanes[d] * scan.registers[d];
  }
  return elements * bytes_of_all(op);
}

static bool size_of_scan(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  (void)tiles;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  // Others are refused when their code is made.
  if (!tern_attr_is_ttg(tern_ttg_type_encoding(type), TERN_TTG_ATTR_BLOCKED)) return true;
  tern_layout_t layout;
  if (!read_layout(op, type, &layout)) return false;
  *out_bytes = tern_tt_scan_bytes_of_warps(op, &layout);
  if (!tern_tt_reduce_blocks(&layout, axis_of(op))) return true;
  int64_t lines = count_elements(tern_type_dims(type), tern_type_rank(type)) / tern_type_dim(type, axis_of(op));
  *out_bytes = tern_tt_reduce_blocks_start(*out_bytes) + lines * bytes_of_all(op);
  return true;
}

// --- gathers ---

// Do warps and blocks not go along the dimension?
static bool stays_within_warps(const tern_layout_t *layout, size_t axis) {
  static const char *const names[] = {TERN_LAYOUT_WARP, TERN_LAYOUT_BLOCK};
  for (size_t i = 0; i < 2; ++i) {
    size_t in = tern_layout_find(&layout->ins, names[i]);
    for (size_t bit = 0; in < layout->ins.count && bit < layout->ins.values[in].bits; ++bit) {
      if (tern_layout_basis(layout, in, bit, axis)) return false;
    }
  }
  return true;
}

// Do both go along the other dimensions in the same way?
static bool are_same_beside(const tern_layout_t *x, const tern_layout_t *y, const char *in, size_t axis) {
  size_t x_in = tern_layout_find(&x->ins, in), y_in = tern_layout_find(&y->ins, in);
  size_t bits = tern_layout_bits(&x->ins, in);
  if (bits != tern_layout_bits(&y->ins, in)) return false;
  for (size_t bit = 0; bit < bits; ++bit) {
    for (size_t d = 0; d < x->outs.count; ++d) {
      if (d != axis && tern_layout_basis(x, x_in, bit, d) != tern_layout_basis(y, y_in, bit, d)) return false;
    }
  }
  return true;
}

bool tern_tt_gather_is_local(const tern_layout_t *source, const tern_layout_t *indices, size_t axis) {
  return stays_within_warps(source, axis) && stays_within_warps(indices, axis) &&
         are_same_beside(source, indices, TERN_LAYOUT_BLOCK, axis) &&
         are_same_beside(source, indices, TERN_LAYOUT_WARP, axis) &&
         are_same_beside(source, indices, TERN_LAYOUT_LANE, axis);
}

static bool size_of_gather(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  (void)tiles;
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  tern_layout_t source, indices;
  if (!read_layout(op, type, &source) || !read_layout(op, tern_op_operand(op, 1)->type, &indices)) return false;
  if (tern_tt_gather_is_local(&source, &indices, axis_of(op))) return true;
  int64_t bytes = ((int64_t)tern_type_bit_width(tern_type_element(type)) + 7) / 8;
  *out_bytes = count_elements(tern_type_dims(type), tern_type_rank(type)) * bytes;
  return true;
}

// --- others ---

static bool size_of_histogram(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  (void)tiles;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t bins = count_elements(tern_type_dims(type), tern_type_rank(type));
  int64_t lanes = tern_ttg_lookup_threads_per_warp(op);
  *out_bytes = (bins > lanes ? bins : lanes) * (int64_t)tern_tt_memory_bits(tern_type_element(type)) / 8;
  return true;
}

// The result of an atomic is known to the thread that asked for it, and goes to the others that have it through memory.
static bool size_of_atomic(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  (void)tiles;
  const tern_value_t *result = tern_op_result(op, 0);
  int64_t elements = 1;
  if (!tern_value_has_uses(result)) return true;
  if (result->type->kind == TERN_TYPE_TENSOR) {
    uint64_t masks[TERN_LAYOUT_MAX_DIMS] = {0}, any = 0;
    tern_layout_t layout;
    if (!read_layout(op, result->type, &layout)) return false;
    tern_layout_free_masks(&layout, masks);
    for (size_t i = 0; i < layout.ins.count; ++i) any |= masks[i];
    if (any == 0) return true;
    elements = count_elements(tern_type_dims(result->type), tern_type_rank(result->type));
  }
  const tern_type_t *element = result->type->kind == TERN_TYPE_TENSOR ? tern_type_element(result->type) : result->type;
  *out_bytes = elements * (int64_t)tern_tt_memory_bits(element) / 8;
  return true;
}

static bool size_of_descriptor(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  (void)op;
  (void)tiles;
  *out_bytes = DESCRIPTOR_BYTES;
  return true;
}

// --- all ---

bool tern_tt_scratch_size(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes) {
  static const struct {
    const char *name;
    bool (*size)(const tern_op_t *op, const tern_transit_tiles_t *tiles, int64_t *out_bytes);
  } rows[] = {
      {"ttg.convert_layout", size_of_conversion},
      {"tt.reduce", size_of_reduction},
      {"tt.scan", size_of_scan},
      {"tt.gather", size_of_gather},
      {"tt.histogram", size_of_histogram},
      {"tt.atomic_rmw", size_of_atomic},
      {"tt.atomic_cas", size_of_atomic},
      {"ttng.tensormap_create", size_of_descriptor},
  };
  *out_bytes = 0;
  tern_str_t name = tern_op_name(op);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_str_equal_cstr(name, rows[i].name)) return rows[i].size(op, tiles, out_bytes);
  }
  return true;
}

int64_t tern_ttg_partition_warps(const tern_op_t *op) {
  const tern_attr_t *counts = tern_op_attr(op, "partitionNumWarps");
  int64_t warps = 0;
  for (size_t i = 0; counts && i < tern_dense_array_attr_count(counts); ++i)
    warps += tern_dense_array_attr_int(counts, i);
  return warps;
}

// Captures lie side by side: a pointer or descriptor has an address, memory also an offset for each dimension.
bool tern_ttg_capture_size(const tern_op_t *op, int64_t *out_bytes) {
  *out_bytes = 0;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    int64_t bits = tern_type_bit_width(type);
    if (tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) {
      tern_memdesc_t memdesc = tern_memdesc_read(type);
      bool is_shared = tern_attr_is_ttg(memdesc.memory_space, TERN_TTG_ATTR_SHARED_MEMORY);
      *out_bytes += 8 + (is_shared ? 4 * (int64_t)memdesc.rank : 0);
    } else if (type->kind == TERN_TYPE_DIALECT) {
      *out_bytes += 8;
    } else if (bits > 0) {
      *out_bytes += (bits + 7) / 8;
    } else {
      tern_op_error(op, "captures '%s', which has no size in shared memory", tern_type_text(type));
      tern_emit_note(op->loc, "compute tensors inside of the partition, or hand them over in shared memory");
      return false;
    }
  }
  return true;
}
