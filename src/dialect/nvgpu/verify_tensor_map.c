// nvgpu: what tensor maps and the matrices of a warp group have to be. Texts are upstream's.

#include <inttypes.h>

#include "dialect/nvgpu/hooks.h"
#include "ir/diagnostic.h"

enum { MAX_BOX_RANK = 5, MAX_BOX_SIZE = 256 };

// --- tensor maps ---

static bool is_in_shared_memory(const tern_type_t *memref) {
  return tern_nvgpu_is_shared_space(tern_memref_type_memory_space(memref));
}

static bool verify_map(const tern_op_t *op, const tern_type_t *map) {
  const tern_type_t *box = tern_nvgpu_type_inside(map), *element = tern_type_element(box);
  size_t rank = tern_type_rank(box);
  if (tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_INTERLEAVE) != TERN_NVGPU_INTERLEAVE_NONE) {
    return tern_emit_error(op->loc, "Interleave options are not supported yet.");
  }
  if (!is_in_shared_memory(box)) {
    return tern_emit_error(
        op->loc, "the tensor map descriptor has incorrect address space, it must be shared memory address space.");
  }
  if (!tern_type_has_static_shape(box)) {
    return tern_emit_error(op->loc, "the tensor map descriptor must be static shaped");
  }
  for (size_t i = 0; i < rank; ++i) {
    int64_t dim = tern_type_dim(box, i);
    if (dim > 0 && dim <= MAX_BOX_SIZE) continue;
    return tern_emit_error(op->loc,
                           "the tensor map descriptor must have dimensions between 1 and %d but it is %" PRId64,
                           MAX_BOX_SIZE, dim);
  }
  int64_t swizzle = tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_SWIZZLE);
  if (rank < 2 || swizzle == TERN_NVGPU_SWIZZLE_NONE) return true;
  // A row is as long as what is swizzled.
  int64_t wanted = INT64_C(16) << swizzle;
  int64_t bytes = (int64_t)tern_type_bit_width(element) * tern_type_dim(box, rank - 1) / 8;
  return bytes == wanted || tern_emit_error(op->loc,
                                            "the tensormap descriptor must have last dimension of %" PRId64
                                            " bytes but it is %" PRId64 " bytes",
                                            wanted, bytes);
}

// Is the memref what the map copies?
static bool verify_map_of(const tern_op_t *op, const tern_type_t *map, const tern_type_t *memref) {
  if (!verify_map(op, map)) return false;
  const tern_type_t *box = tern_nvgpu_type_inside(map);
  size_t rank = tern_type_rank(box);
  if (tern_type_element(box) != tern_type_element(memref)) {
    return tern_emit_error(op->loc, "the element type of tensor map descriptor and memref must be same");
  }
  if (!is_in_shared_memory(memref)) {
    return tern_emit_error(
        op->loc, "the destination memref has incorrect address space, it must be shared memory address space.");
  }
  if (!tern_type_has_static_shape(memref)) {
    return tern_emit_error(op->loc, "the destination memref must be static shaped");
  }
  if (rank != tern_type_rank(memref)) {
    return tern_emit_error(op->loc, "the shape of tensor map descriptor and memref must have same rank");
  }
  for (size_t i = 0; i < rank; ++i) {
    if (tern_type_dim(box, i) == tern_type_dim(memref, i)) continue;
    return tern_emit_error(op->loc, "memref and tensor map shapes mismatch '%s' != '%s'", tern_type_text(box),
                           tern_type_text(memref));
  }
  int64_t bytes = tern_type_dim(box, rank - 1) * tern_type_bit_width(tern_type_element(box)) / 8;
  return bytes % 16 == 0 ||
         tern_emit_error(op->loc, "the bytes in the last dimension of the tensor map must be a multiple of 16");
}

static bool verify_count(const tern_op_t *op, const char *name, size_t *out_count) {
  size_t start;
  tern_op_operands_named(op, name, &start, out_count);
  return *out_count <= MAX_BOX_RANK || tern_emit_error(op->loc, "Maximum %d coordinates are supported.", MAX_BOX_RANK);
}

static bool verify_transfer(const tern_op_t *op, const char *memref) {
  const tern_type_t *map = tern_op_operand_named(op, "tensorMapDescriptor")->type;
  size_t count;
  if (!verify_map_of(op, map, tern_op_operand_named(op, memref)->type)) return false;
  if (!verify_count(op, "coordinates", &count)) return false;
  return count == tern_type_rank(tern_nvgpu_type_inside(map)) ||
         tern_emit_error(op->loc, "number of coordinates do not match with the rank of tensor descriptor map.");
}

bool tern_nvgpu_verify_tma_async_load(const tern_op_t *op) { return verify_transfer(op, "dst"); }

bool tern_nvgpu_verify_tma_async_store(const tern_op_t *op) { return verify_transfer(op, "src"); }

bool tern_nvgpu_verify_tma_create_descriptor(const tern_op_t *op) {
  size_t count;
  return verify_count(op, "boxDimensions", &count) && verify_map(op, op->results[0].type);
}

// --- matrices of a warp group ---

bool tern_nvgpu_verify_warpgroup_generate_descriptor(const tern_op_t *op) {
  const tern_type_t *map = tern_op_operand(op, 1)->type;
  if (!verify_map(op, map)) return false;
  return tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_SWIZZLE) == TERN_NVGPU_SWIZZLE_128B ||
         tern_emit_error(op->loc, "supports only swizzle_128b is supported for the time being");
}

static bool is_int(const tern_type_t *type, uint32_t width) {
  return tern_type_is_integer(type) && tern_integer_type_width(type) == width;
}

static bool is_f8(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F8E5M2 || type->kind == TERN_TYPE_F8E4M3FN;
}

// May products of A's and B's elements be summed in D's?
static bool has_product(const tern_type_t *d, const tern_type_t *a, const tern_type_t *b) {
  bool is_float = d->kind == TERN_TYPE_F32 || d->kind == TERN_TYPE_F16;
  if (a->kind == TERN_TYPE_F16 || a->kind == TERN_TYPE_BF16) return b->kind == a->kind && is_float;
  if (a->kind == TERN_TYPE_TF32) return b->kind == a->kind && d->kind == TERN_TYPE_F32;
  if (is_int(a, 16) || is_int(a, 1)) return is_int(b, tern_integer_type_width(a)) && is_int(d, 32);
  return is_f8(a) && is_f8(b) && is_float;
}

// Floats have all multiples of 8 up to 256, integers fewer.
static bool has_columns(int64_t columns, const tern_type_t *element) {
  if (columns < 8 || columns > 256 || columns % 8 != 0) return false;
  if (is_int(element, 8) || is_int(element, 1)) return columns == 8 || columns == 24 || columns % 16 == 0;
  return element->kind == TERN_TYPE_BF16 || element->kind == TERN_TYPE_F16 || element->kind == TERN_TYPE_F32 ||
         element->kind == TERN_TYPE_TF32 || is_f8(element);
}

static bool verify_shapes(const tern_op_t *op, const tern_type_t *a, const tern_type_t *b, const tern_type_t *c) {
  if (tern_type_rank(a) != 2 || tern_type_rank(b) != 2 || tern_type_rank(c) != 2) {
    return tern_op_error(op, "has matrices A, B, C and D, they must be 2 dimensional");
  }
  if (tern_type_dim(a, 1) != tern_type_dim(b, 0)) {
    return tern_op_error(op, "2nd dim matrix-A (%" PRId64 ")!= 1st dim matrix-B (%" PRId64 " )", tern_type_dim(a, 1),
                         tern_type_dim(b, 0));
  }
  if (tern_type_dim(a, 0) != tern_type_dim(c, 0)) {
    return tern_op_error(op, "1st dim matrix-A ( %" PRId64 " )!= 1st dim matrix-C ( %" PRId64 " )", tern_type_dim(a, 0),
                         tern_type_dim(c, 0));
  }
  return tern_type_dim(b, 1) == tern_type_dim(c, 1) ||
         tern_op_error(op, "2nd dim matrix-B ( %" PRId64 " ) != 2nd dim matrix-C ( %" PRId64 " )", tern_type_dim(b, 1),
                       tern_type_dim(c, 1));
}

bool tern_nvgpu_verify_warpgroup_mma(const tern_op_t *op) {
  if (tern_op_attr(op, "transposeA") && !tern_op_attr(op, "transposeB")) {
    return tern_op_error(op, "supports non-transpose A (Row Major) and transpose B (Column Major) for the time being ");
  }
  const tern_type_t *a = tern_nvgpu_type_inside(tern_op_operand(op, 0)->type);
  const tern_type_t *b = tern_nvgpu_type_inside(tern_op_operand(op, 1)->type);
  const tern_type_t *c = tern_nvgpu_type_inside(tern_op_operand(op, 2)->type);
  if (c != tern_nvgpu_type_inside(op->results[0].type)) {
    return tern_op_error(op, "type of matrix C and matrix D must be the same");
  }
  if (!verify_shapes(op, a, b, c)) return false;
  const tern_type_t *a_element = tern_type_element(a), *b_element = tern_type_element(b);
  const tern_type_t *c_element = tern_type_element(c);
  if (!has_product(c_element, a_element, b_element)) {
    return tern_op_error(op, "'%s' += '%s' * '%s', it is not supported.", tern_type_text(c_element),
                         tern_type_text(a_element), tern_type_text(b_element));
  }
  if (!has_columns(tern_type_dim(b, 1), a_element)) {
    return tern_op_error(op, "has input type '%s' n is set to %" PRId64 ", it is not supported", tern_type_text(b),
                         tern_type_dim(b, 1));
  }
  return c_element->kind == TERN_TYPE_F32 || a_element->kind == TERN_TYPE_F16 || a_element->kind == TERN_TYPE_BF16 ||
         tern_op_error(op, "hit a limitation: '%s' += '%s' * '%s', it is not supported yet", tern_type_text(c_element),
                       tern_type_text(a_element), tern_type_text(b_element));
}

static bool check_rank(const tern_op_t *op, const tern_type_t *type) {
  return tern_type_rank(type) == 2 ||
         tern_op_error(op, "expects two dimensions in '%s', rows and columns of the matrix", tern_type_text(type));
}

bool tern_nvgpu_verify_warpgroup_mma_store(const tern_op_t *op) {
  const tern_type_t *matrix = tern_nvgpu_type_inside(tern_op_operand(op, 0)->type);
  const tern_type_t *memref = tern_op_operand(op, 1)->type;
  if (tern_type_element(matrix)->kind != TERN_TYPE_F32) {
    return tern_op_error(op, "hit a limitation: only f32 results for the time being");
  }
  if (!check_rank(op, matrix) || !check_rank(op, memref)) return false;
  return (tern_type_dim(matrix, 0) == tern_type_dim(memref, 0) &&
          tern_type_dim(matrix, 1) == tern_type_dim(memref, 1)) ||
         tern_op_error(op,
                       "results ['%s'][%" PRId64 "] values. However, destination memref[%" PRId64 "][%" PRId64
                       "]  does not have same size as results",
                       tern_type_text(matrix), tern_type_dim(matrix, 1), tern_type_dim(memref, 0),
                       tern_type_dim(memref, 1));
}

bool tern_nvgpu_verify_warpgroup_mma_init_accumulator(const tern_op_t *op) {
  const tern_type_t *matrix = tern_nvgpu_type_inside(op->results[0].type);
  if (!check_rank(op, matrix)) return false;
  return (tern_type_dim(matrix, 0) % TERN_NVGPU_WARPGROUP_ROWS == 0 &&
          has_columns(tern_type_dim(matrix, 1), tern_type_element(matrix))) ||
         tern_op_error(op,
                       "has type '%s'. It does not fit into warp-group level (wgmma) matrix multiplication instruction "
                       "(or not supported yet)",
                       tern_type_text(matrix));
}
