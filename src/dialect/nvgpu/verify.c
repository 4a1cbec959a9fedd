// nvgpu: what ops on matrices of a warp and copies to shared memory ask for. Texts are upstream's.

#include <inttypes.h>

#include "dialect/nvgpu/hooks.h"
#include "ir/diagnostic.h"

// --- ldmatrix ---

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }

static bool has_width(const tern_type_t *element) {
  return tern_type_is_integer(element) || tern_type_is_float(element);
}

bool tern_nvgpu_verify_ldmatrix(const tern_op_t *op) {
  const tern_type_t *memref = operand_type(op, 0), *result = op->results[0].type;
  const tern_type_t *element = tern_type_element(result);
  if (tern_type_element(memref) != element) {
    return tern_op_error(op, "failed to verify that srcMemref and res have same element type");
  }
  if (!has_width(element)) return tern_op_error(op, "loads integers and floats, not '%s'", tern_type_text(element));
  int64_t width = tern_type_bit_width(element), tiles = tern_integer_attr_value(tern_op_attr(op, "numTiles"));
  bool is_transposed = tern_integer_attr_value(tern_op_attr(op, "transpose")) != 0;
  if (!tern_nvgpu_is_shared_space(tern_memref_type_memory_space(memref))) {
    return tern_emit_error(op->loc,
                           "expected nvgpu.ldmatrix srcMemref must have a memory space attribute of IntegerAttr(3) or "
                           "gpu::AddressSpaceAttr(Workgroup)");
  }
  if (width > 32) return tern_emit_error(op->loc, "nvgpu.ldmatrix works for 32b or lower");
  if (is_transposed && width != 16) {
    return tern_emit_error(op->loc, "nvgpu.ldmatrix transpose works only at 16b granularity");
  }
  if (tern_type_rank(result) != 2) return tern_emit_error(op->loc, "results must be 2 dimensional vector");
  if (tern_type_dim(result, 1) != 32 / width) {
    return tern_emit_error(op->loc, "expected vector register shape[1] = %" PRId64, 32 / width);
  }
  return tern_type_dim(result, 0) == tiles ||
         tern_emit_error(op->loc, "expected vector register shape[0] and numTiles to match");
}

// --- products ---

// One tile of a tensor core: 8 x 8 of k elements, of which a thread holds so many of A and of B.
typedef struct tile {
  int64_t k, held;
} tile_t;

static bool tile_of(const tern_type_t *element, tile_t *out_tile) {
  int64_t width = tern_type_bit_width(element);
  bool is_known = element->kind == TERN_TYPE_F64 || element->kind == TERN_TYPE_F32 || element->kind == TERN_TYPE_BF16 ||
                  element->kind == TERN_TYPE_F16 || (tern_type_is_integer(element) && (width == 8 || width == 4));
  // Tiles are 128 bits wide and registers have 32, f64 is an exception.
  if (is_known) *out_tile = element->kind == TERN_TYPE_F64 ? (tile_t){4, 1} : (tile_t){128 / width, 32 / width};
  return is_known;
}

static int64_t count_of_warp(const tern_type_t *vector) {
  return tern_type_dim(vector, 0) * tern_type_dim(vector, 1) * TERN_NVGPU_WARP_SIZE;
}

static bool has_dims(const tern_type_t *vector, int64_t rows, int64_t columns) {
  return tern_type_dim(vector, 0) == rows && tern_type_dim(vector, 1) == columns;
}

static bool check_form(const tern_op_t *op) {
  if (tern_type_element(operand_type(op, 0)) != tern_type_element(operand_type(op, 1))) {
    return tern_op_error(op, "failed to verify that matrixA and matrixB have same element type");
  }
  if (tern_array_attr_count(tern_op_attr(op, "mmaShape")) != 3) {
    return tern_op_error(op, "expects mmaShape to be three integers: m, n and k");
  }
  for (size_t i = 0; i < 3; ++i) {
    if (tern_type_rank(operand_type(op, i)) == 2) continue;
    return tern_emit_error(op->loc, "matrix%c must be 2 dimensional vector", (char)('A' + i));
  }
  return true;
}

static bool verify_product(const tern_op_t *op, bool is_sparse) {
  if (!check_form(op)) return false;
  const tern_type_t *a = operand_type(op, 0), *b = operand_type(op, 1), *c = operand_type(op, 2);
  const tern_type_t *element = tern_type_element(a);
  int64_t shape[3], factor = is_sparse ? 2 : 1;
  tile_t tile;
  tern_nvgpu_mma_shape(op, shape);
  int64_t m = shape[0], n = shape[1], k = shape[2];
  if (is_sparse && element->kind == TERN_TYPE_F64) {
    return tern_emit_error(op->loc, "f64 is not supported for sparse mode");
  }
  if (!tile_of(element, &tile)) {
    return tern_emit_error(op->loc, "expected input data type (i4,i8,f16,bf16,tf32,f64) supported by %.*s",
                           (int)tern_op_name(op).size, tern_op_name(op).data);
  }
  if (count_of_warp(a) != m * k / factor) {
    return tern_op_error(op, "expected %" PRId64 " warp-wide matrix A elements", m * k);
  }
  if (count_of_warp(b) != k * n) return tern_op_error(op, "expected %" PRId64 " warp-wide matrix B elements", k * n);
  if (count_of_warp(c) != m * n) return tern_op_error(op, "expected %" PRId64 " warp-wide matrix C elements", m * n);
  if (tern_op_attr(op, "tf32Enabled") && element->kind != TERN_TYPE_F32) {
    return tern_op_error(op, "expected tf32 tensor cores only for F32 operands");
  }
  int64_t m_tiles = m / 8, n_tiles = n / 8, k_tiles = k / tile.k;
  static const char text[] = "expected matrix %c to be shaped (%" PRId64 " x %" PRId64 ")";
  if (!has_dims(a, m_tiles * k_tiles / factor, tile.held)) {
    return tern_op_error(op, text, 'A', m_tiles * k_tiles, tile.held);
  }
  if (!has_dims(b, k_tiles * n_tiles, tile.held)) return tern_op_error(op, text, 'B', k_tiles * n_tiles, tile.held);
  return has_dims(c, m_tiles * n_tiles, 2) || tern_op_error(op, text, 'C', m_tiles * n_tiles, INT64_C(2));
}

bool tern_nvgpu_verify_mma_sync(const tern_op_t *op) { return verify_product(op, false); }

bool tern_nvgpu_verify_mma_sp_sync(const tern_op_t *op) {
  uint64_t selector = (uint64_t)tern_integer_attr_value(tern_op_attr(op, "sparsitySelector"));
  if (selector > 1) return tern_op_error(op, "sparsity selector should be 0 or 1");
  return verify_product(op, true);
}

// --- copies ---

static bool has_unit_stride(const tern_type_t *memref) {
  size_t rank = tern_type_rank(memref);
  int64_t strides[64], offset;
  if (rank > 64 || !tern_memref_type_strides(memref, strides, &offset)) return false;
  return rank == 0 || strides[rank - 1] == 1;
}

static bool check_count(const tern_op_t *op, const char *which, const char *memref, const char *indices) {
  size_t start, count, rank = tern_type_rank(tern_op_operand_named(op, memref)->type);
  tern_op_operands_named(op, indices, &start, &count);
  return rank == count || tern_op_error(op, "expected %zu %s indices, got %zu", rank, which, count);
}

// Which numbers of elements are 4, 8 or 16 bytes.
static bool refuse_size(const tern_op_t *op, int64_t elements, int64_t width) {
  tern_string_builder_t sizes = {0};
  for (int64_t bits = 32; bits <= 128; bits *= 2) {
    if (bits / width == 0) continue;
    tern_string_builder_append_format(&sizes, "%" PRId64 "%s", bits / width, bits == 128 ? "." : ", ");
  }
  tern_str_t text = tern_string_builder_view(&sizes);
  tern_emit_error(
      op->loc, "Requested copy elements is %" PRId64 " with width %" PRId64 ". But copy elements could be one of %.*s",
      elements, width, (int)text.size, text.data ? text.data : "");
  tern_string_builder_deinitialize(&sizes);
  return false;
}

bool tern_nvgpu_verify_device_async_copy(const tern_op_t *op) {
  const tern_type_t *src = tern_op_operand_named(op, "src")->type, *dst = tern_op_operand_named(op, "dst")->type;
  const tern_type_t *element = tern_type_element(dst);
  if (!has_unit_stride(src)) return tern_emit_error(op->loc, "source memref most minor dim must have unit stride");
  if (!has_unit_stride(dst)) {
    return tern_emit_error(op->loc, "destination memref most minor dim must have unit stride");
  }
  if (!tern_nvgpu_is_shared_space(tern_memref_type_memory_space(dst))) {
    return tern_emit_error(op->loc,
                           "destination memref must have a memory space attribute of IntegerAttr(3) or "
                           "gpu::AddressSpaceAttr(Workgroup)");
  }
  if (element != tern_type_element(src)) {
    return tern_emit_error(op->loc, "source and destination must have the same element type");
  }
  if (!check_count(op, "source", "src", "srcIndices") || !check_count(op, "destination", "dst", "dstIndices")) {
    return false;
  }
  if (!has_width(element)) return tern_op_error(op, "copies integers and floats, not '%s'", tern_type_text(element));
  int64_t elements = tern_integer_attr_value(tern_op_attr(op, "dstElements")), width = tern_type_bit_width(element);
  int64_t bytes = width * elements / 8;
  if (bytes != 4 && bytes != 8 && bytes != 16) return refuse_size(op, elements, width);
  if (!tern_op_attr(op, "bypassL1") || bytes == 16) return true;
  return tern_op_error(op,
                       "bypassL1 does not satify alignment for '%s' with destination element %" PRId64
                       ". Unset bypassL1, or set destination element to %" PRId64,
                       tern_type_text(dst), elements, 128 / width);
}

// --- reciprocals ---

bool tern_nvgpu_verify_rcp(const tern_op_t *op) {
  const tern_attr_t *rounding = tern_op_attr(op, "rounding");
  int64_t mode = tern_enum_attr_value(rounding);
  return (mode == TERN_NVGPU_RCP_APPROX && tern_op_attr(op, "ftz")) ||
         tern_op_error(op, "has a limitation. #nvgpu<rcp_rounding_mode %s> or non-ftz is not supported yet.",
                       tern_enum_case_name(TERN_NVGPU_ENUM(RCP_ROUNDING_MODE), mode));
}
