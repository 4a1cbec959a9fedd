// Ids, guards, and what is known of index values and buffers.

#include "convert/gpu/kernel.h"

#include "analysis/divisor.h"
#include "analysis/split_sums.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/gpu/gpu.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "ir/affine.h"

// The largest alignment that anybody asks for, in elements.
#define MAX_DIVISOR 64
#define MAX_DEPTH 16
#define WORKGROUP_SPACE 3
#define SUBGROUP 32
#define SHUFFLE_XOR 0

// --- ids and guards ---

tern_value_t *tern_gpu_build_id(tern_builder_t *builder, const tern_op_row_t *row, size_t dim) {
  const tern_attr_t *attr = tern_enum_attr_get(builder->context, TERN_GPU_ENUM(DIM), (int64_t)dim);
  return tern_build_value(builder, row, .types = TERN_TYPES(tern_index_type_get(builder->context)),
                          .attrs = TERN_ATTRS({"dimension", attr}));
}

tern_value_t *tern_gpu_build_local_id(tern_builder_t *builder, const tern_gpu_kernel_t *kernel, size_t dim) {
  if (kernel->workgroup_size[dim] == 1) return tern_build_index(builder, 0);
  return tern_gpu_build_id(builder, TERN_GPU(THREAD_ID), dim);
}

tern_value_t *tern_gpu_build_linear_local_id(tern_builder_t *builder, const tern_gpu_kernel_t *kernel) {
  tern_value_t *linear = NULL;
  for (size_t dim = 3; dim-- > 0;) {
    if (kernel->workgroup_size[dim] == 1) continue;
    tern_value_t *id = tern_gpu_build_local_id(builder, kernel, dim);
    if (linear) {
      linear = tern_build_index_mul(builder, linear, tern_build_index(builder, kernel->workgroup_size[dim]));
      id = tern_build_index_add(builder, linear, id);
    }
    linear = id;
  }
  return linear ? linear : tern_build_index(builder, 0);
}

void tern_gpu_build_delinearized(tern_builder_t *builder, tern_value_t *linear, tern_value_t *const *extents,
                                 size_t count, tern_value_t **out_indices) {
  size_t first = count;  // the outermost one that is not of one element: it needs no remainder
  for (size_t i = count; i-- > 0;) {
    int64_t extent;
    if (!tern_index_constant(extents[i], &extent) || extent != 1) first = i;
  }
  for (size_t i = count; i-- > 0;) {
    int64_t extent;
    if (tern_index_constant(extents[i], &extent) && extent == 1) {
      out_indices[i] = tern_build_index(builder, 0);
    } else if (i == first) {
      out_indices[i] = linear;
    } else {
      tern_value_t *quotient =
          tern_build_value(builder, TERN_ARITH(DIVSI), .operands = TERN_VALUES(linear, extents[i]));
      out_indices[i] = tern_build_value(builder, TERN_ARITH(REMSI), .operands = TERN_VALUES(linear, extents[i]));
      linear = quotient;
    }
  }
}

tern_value_t *tern_gpu_build_less(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_arith_cmpi(builder, TERN_CMPI_SLT, lhs, rhs);
}

tern_value_t *tern_gpu_build_and(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs) {
  if (!lhs || !rhs) return lhs ? lhs : rhs;
  return tern_build_value(builder, TERN_ARITH(ANDI), .operands = TERN_VALUES(lhs, rhs));
}

tern_value_t *tern_gpu_build_shuffle(tern_builder_t *b, tern_value_t *value, int64_t distance) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i1 = tern_i_type_get(b->context, 1);
  tern_value_t *offset = tern_build_constant(b, tern_integer_attr_get(i32, distance));
  tern_value_t *width = tern_build_constant(b, tern_integer_attr_get(i32, SUBGROUP));
  return tern_build_value(
      b, TERN_GPU(SHUFFLE), .operands = TERN_VALUES(value, offset, width), .types = TERN_TYPES(value->type, i1),
      .attrs = TERN_ATTRS({"mode", tern_enum_attr_get(b->context, TERN_GPU_ENUM(SHUFFLE_MODE), SHUFFLE_XOR)}));
}

tern_op_t *tern_gpu_build_if(tern_builder_t *builder, tern_value_t *condition, tern_types_t types) {
  tern_op_t *op = tern_build(builder, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = types, .regions = 2);
  tern_builder_add_block(builder, &op->regions[0], (tern_types_t){0});
  return op;
}

void tern_gpu_build_else(tern_builder_t *builder, tern_op_t *if_op, tern_values_t values) {
  tern_build(builder, TERN_SCF(YIELD), .operands = values);
  tern_builder_add_block(builder, &if_op->regions[1], (tern_types_t){0});
}

void tern_gpu_build_if_end(tern_builder_t *builder, tern_op_t *if_op, tern_values_t values) {
  tern_build(builder, TERN_SCF(YIELD), .operands = values);
  tern_builder_set_after(builder, if_op);
}

// --- extents ---

// The size that a subview was given for `dim`. False if it is no plain subview.
static bool read_subview_size(const tern_value_t *memref, size_t dim, tern_mixed_index_t *out_size) {
  const tern_op_t *op = tern_value_defining_op(memref);
  tern_slice_t slice;
  if (!op || !tern_op_is(op, TERN_MEMREF(SUBVIEW)) || !tern_slice_read(op, &slice)) return false;
  if (slice.count != tern_type_rank(memref->type)) return false;
  *out_size = slice.sizes[dim];
  return true;
}

// Additions in one chain, more or less, and bytes of carried floats that leave room for as many again.
enum { CHAIN = 64, MOST_CARRIED = 128 };

tern_op_t *tern_gpu_split_sums(tern_op_t *loop) {
  return tern_carried_float_bytes(loop) <= MOST_CARRIED ? tern_split_sums(loop, CHAIN) : loop;
}

tern_value_t *tern_gpu_build_dim(tern_builder_t *builder, tern_value_t *memref, size_t dim) {
  int64_t extent = tern_type_dim(memref->type, dim);
  if (extent != TERN_DYNAMIC) return tern_build_index(builder, extent);
  tern_mixed_index_t size;
  if (read_subview_size(memref, dim, &size)) return tern_mixed_build(builder, size);
  tern_value_t *operands[] = {memref, tern_build_index(builder, (int64_t)dim)};
  return tern_build_value(builder, TERN_MEMREF(DIM), .operands = {operands, 2});
}

tern_value_t *tern_gpu_build_extent(tern_builder_t *builder, const tern_op_t *op, size_t loop, int64_t range) {
  size_t position, dim;
  if (range != TERN_DYNAMIC) return tern_build_index(builder, range);
  if (!tern_linalg_loop_source(op, loop, &position, &dim)) return NULL;
  return tern_gpu_build_dim(builder, tern_op_operand(op, position), dim);
}

// select(a < b, a, b) and its like. False if `op` is not the smaller of two values.
static bool match_minimum(const tern_op_t *op, const tern_value_t **out_lhs, const tern_value_t **out_rhs) {
  if (tern_op_is(op, TERN_ARITH(MINSI)) || tern_op_is(op, TERN_ARITH(MINUI))) {
    *out_lhs = tern_op_operand(op, 0);
    *out_rhs = tern_op_operand(op, 1);
    return true;
  }
  if (!tern_op_is(op, TERN_ARITH(SELECT))) return false;
  const tern_op_t *compare = tern_value_defining_op(tern_op_operand(op, 0));
  if (!compare || !tern_op_is(compare, TERN_ARITH(CMPI))) return false;
  *out_lhs = tern_op_operand(op, 1);
  *out_rhs = tern_op_operand(op, 2);
  const tern_value_t *a = tern_op_operand(compare, 0), *b = tern_op_operand(compare, 1);
  switch (tern_enum_attr_value(tern_op_attr(compare, "predicate"))) {
    case TERN_CMPI_SLT:
    case TERN_CMPI_SLE: return a == *out_lhs && b == *out_rhs;
    case TERN_CMPI_SGT:
    case TERN_CMPI_SGE: return a == *out_rhs && b == *out_lhs;
    default: return false;
  }
}

static bool find_upper_bound(const tern_value_t *value, size_t depth, int64_t *out_bound) {
  if (tern_index_constant(value, out_bound)) return true;
  const tern_op_t *op = tern_value_defining_op(value);
  const tern_value_t *sides[2];
  if (!op || depth == MAX_DEPTH || !match_minimum(op, &sides[0], &sides[1])) return false;
  int64_t bounds[2];
  bool is_known[2];
  for (size_t i = 0; i < 2; ++i) is_known[i] = find_upper_bound(sides[i], depth + 1, &bounds[i]);
  if (!is_known[0] && !is_known[1]) return false;
  *out_bound = !is_known[0] || (is_known[1] && bounds[1] < bounds[0]) ? bounds[1] : bounds[0];
  return true;
}

bool tern_gpu_upper_bound(const tern_value_t *value, int64_t *out_bound) {
  return find_upper_bound(value, 0, out_bound);
}

bool tern_gpu_extent_bound(const tern_op_t *op, size_t loop, int64_t range, int64_t *out_bound) {
  size_t position, dim;
  tern_mixed_index_t size;
  *out_bound = range;
  if (range != TERN_DYNAMIC) return true;
  if (!tern_linalg_loop_source(op, loop, &position, &dim)) return false;
  if (!read_subview_size(tern_op_operand(op, position), dim, &size)) return false;
  if (size.dynamic) return tern_gpu_upper_bound(size.dynamic, out_bound);
  *out_bound = size.value;
  return true;
}

// --- divisibility ---

static int64_t divisor_of_number(int64_t value) {
  int64_t low = value & -value;
  return low == 0 || low > MAX_DIVISOR ? MAX_DIVISOR : low;
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

int64_t tern_gpu_known_divisor(const tern_value_t *value) { return divisor_of_number(tern_value_divisor(value)); }

static int64_t divisor_of_entry(tern_mixed_index_t entry) {
  return entry.dynamic ? tern_gpu_known_divisor(entry.dynamic) : divisor_of_number(entry.value);
}

int64_t tern_gpu_base_alignment(const tern_value_t *memref) {
  const tern_op_t *op = tern_value_defining_op(memref);
  int64_t strides[TERN_LINALG_MAX_LOOPS], offset;
  const tern_type_t *type = memref->type;
  if (tern_type_rank(type) > TERN_LINALG_MAX_LOOPS || !tern_memref_type_strides(type, strides, &offset)) return 1;
  if (!op) return offset == TERN_DYNAMIC ? 1 : divisor_of_number(offset);
  if (tern_op_is(op, TERN_IREE(PLACEHOLDER))) {
    int64_t bytes = (tern_type_bit_width(tern_type_element(type)) + 7) / 8;
    const tern_value_t *byte_offset = tern_op_operand_named(op, "byte_offset");
    if (!byte_offset || bytes == 0) return offset == TERN_DYNAMIC ? 1 : divisor_of_number(offset);
    int64_t divisor = tern_gpu_known_divisor(byte_offset) / bytes;
    return divisor == 0 ? 1 : divisor;
  }
  tern_slice_t slice;
  if (tern_op_is(op, TERN_MEMREF(SUBVIEW)) && tern_slice_read(op, &slice)) {
    const tern_value_t *source = tern_op_operand(op, 0);
    int64_t alignment = tern_gpu_base_alignment(source);
    if (slice.count > TERN_LINALG_MAX_LOOPS || !tern_memref_type_strides(source->type, strides, &offset)) return 1;
    for (size_t d = 0; d < slice.count; ++d) {
      int64_t stride = strides[d] == TERN_DYNAMIC ? 1 : divisor_of_number(strides[d]);
      alignment = smaller(alignment, smaller(stride * divisor_of_entry(slice.offsets[d]), MAX_DIVISOR));
    }
    return alignment;
  }
  if (tern_op_is(op, TERN_MEMREF(ALLOC)) || tern_op_is(op, TERN_MEMREF(ALLOCA))) return MAX_DIVISOR;
  return offset == TERN_DYNAMIC ? 1 : divisor_of_number(offset);
}

// --- buffers ---

const tern_value_t *tern_gpu_view_base(const tern_value_t *memref) {
  for (;;) {
    const tern_op_t *op = tern_value_defining_op(memref);
    if (!op || op->operand_count == 0 || !tern_op_has_trait(op, TERN_TRAIT_VIEW_LIKE | TERN_TRAIT_CAST_LIKE)) {
      return memref;
    }
    memref = tern_op_operand(op, 0);
  }
}

bool tern_gpu_may_alias(const tern_value_t *lhs, const tern_value_t *rhs) {
  lhs = tern_gpu_view_base(lhs);
  rhs = tern_gpu_view_base(rhs);
  if (lhs == rhs) return true;
  if (tern_gpu_is_workgroup_memory(lhs->type) != tern_gpu_is_workgroup_memory(rhs->type)) return false;
  const tern_op_t *a = tern_value_defining_op(lhs), *b = tern_value_defining_op(rhs);
  if (!a || !b) return false;  // distinct arguments, or one and something made here
  if (tern_op_is(a, TERN_IREE(PLACEHOLDER)) && tern_op_is(b, TERN_IREE(PLACEHOLDER))) {
    const tern_attr_t *a_binding = tern_op_attr(a, "binding"), *b_binding = tern_op_attr(b, "binding");
    return a_binding == b_binding && a_binding;
  }
  return false;
}

bool tern_gpu_is_same_access(const tern_affine_map_t *a, const tern_affine_map_t *b) {
  return a == b && tern_affine_map_is_projected_permutation(a, true);
}

bool tern_gpu_is_same_view(const tern_value_t *lhs, const tern_value_t *rhs) {
  if (lhs == rhs) return true;
  const tern_op_t *a = tern_value_defining_op(lhs), *b = tern_value_defining_op(rhs);
  if (!a || !b || a->def != b->def || lhs->type != rhs->type || a->operand_count != b->operand_count) return false;
  if (!tern_op_is(a, TERN_MEMREF(SUBVIEW)) && !tern_op_is(a, TERN_IREE(PLACEHOLDER))) return false;
  if (tern_op_attr_dictionary(a) != tern_op_attr_dictionary(b)) return false;
  for (size_t i = 0; i < a->operand_count; ++i) {
    const tern_value_t *x = tern_op_operand(a, i), *y = tern_op_operand(b, i);
    const tern_attr_t *constant = tern_value_constant(x);
    if (x == y || (constant && constant == tern_value_constant(y))) continue;
    if (i != 0 || !tern_gpu_is_same_view(x, y)) return false;
  }
  return true;
}

bool tern_gpu_is_workgroup_memory(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_MEMREF) return false;
  const tern_attr_t *space = tern_memref_type_memory_space(type);
  if (tern_attr_is_integer(space)) return tern_integer_attr_value(space) == WORKGROUP_SPACE;
  return space && space->kind == TERN_ATTR_ENUM && space->row == TERN_GPU_ENUM(ADDRESS_SPACE) &&
         tern_enum_attr_value(space) == TERN_GPU_ADDRESS_SPACE_WORKGROUP;
}

// --- loops ---

size_t tern_gpu_parallel_order(const tern_op_t *op, size_t *out_loops) {
  size_t count = 0, found = 0;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) out_loops[count++] = loop;
  }
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  if (map->result_count != count || !tern_affine_map_is_projected_permutation(map, true)) return count;
  for (size_t r = 0; r < map->result_count; ++r) {
    found += tern_linalg_iterator(op, (size_t)map->results[r]->value) == TERN_ITERATOR_PARALLEL;
  }
  for (size_t r = 0; found == count && r < count; ++r) out_loops[r] = (size_t)map->results[r]->value;
  return count;
}

bool tern_gpu_output_uses_loop(const tern_op_t *op, size_t loop) {
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, i);
    for (size_t r = 0; r < map->result_count; ++r) {
      if (tern_affine_expr_uses_dim(map->results[r], loop)) return true;
    }
  }
  return false;
}
