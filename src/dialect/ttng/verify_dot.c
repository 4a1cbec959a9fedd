// ttng: products of matrices (upstream: Ops.cpp, OpInterfaces.cpp, Dialect.cpp).

#include <inttypes.h>
#include <stdio.h>

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/hooks.h"
#include "dialect/ttng/layout.h"
#include "ir/diagnostic.h"

// What an operand is: a tensor, or memory.
typedef struct shaped {
  const tern_type_t *element;
  const tern_attr_t *encoding;
  size_t rank;
  const int64_t *dims;
} shaped_t;

static shaped_t shaped_of(const tern_op_t *op, size_t index) {
  const tern_type_t *type = tern_op_operand(op, index)->type;
  if (type->kind == TERN_TYPE_TENSOR)
    return (shaped_t){tern_type_element(type), tern_tensor_type_encoding(type), tern_type_rank(type),
                      tern_type_dims(type)};
  tern_memdesc_t memdesc = tern_memdesc_read(type);
  return (shaped_t){memdesc.element, memdesc.encoding, memdesc.rank, memdesc.dims};
}

// --- what holds for all products: the first three operands are the matrices and the sums ---

// Sizes of the operands as they are multiplied: numbers of 4 bits lie in pairs.
typedef struct sizes {
  int64_t m, n, a_k, b_k;
} sizes_t;

static sizes_t plain_sizes(const shaped_t *a, const shaped_t *b) {
  return (sizes_t){a->dims[a->rank - 2], b->dims[b->rank - 1], a->dims[a->rank - 1], b->dims[a->rank - 2]};
}

static bool check_sizes(const tern_op_t *op, const sizes_t *sizes) {
  shaped_t a = shaped_of(op, 0), b = shaped_of(op, 1), c = shaped_of(op, 2);
  if (sizes->a_k != sizes->b_k) {
    return tern_op_error(op,
                         "expected the last dimension of the first operand to be equal to the second-to-last dimension "
                         "of the second operand");
  }
  if (a.rank == 3 && (a.dims[0] != c.dims[0] || b.dims[0] != c.dims[0])) {
    return tern_op_error(
        op, "expected the first dimension of the first operand to be equal to the first dimension of the result");
  }
  return (sizes->m == c.dims[c.rank - 2] && sizes->n == c.dims[c.rank - 1]) ||
         tern_op_error(op,
                       "expected the output shape to be the concatenation of the last dimension of the first operand "
                       "and the last dimension of the second ");
}

static bool check_ranks(const tern_op_t *op) {
  shaped_t a = shaped_of(op, 0), b = shaped_of(op, 1), c = shaped_of(op, 2);
  if (a.rank != 2 && a.rank != 3) return tern_op_error(op, "expected operands to be 2d or 3d");
  return (a.rank == b.rank && a.rank == c.rank) || tern_op_error(op, "expected all operands to have the same rank");
}

static bool check_dot(const tern_op_t *op) {
  shaped_t a = shaped_of(op, 0), b = shaped_of(op, 1);
  if (!check_ranks(op)) return false;
  sizes_t sizes = plain_sizes(&a, &b);
  return check_sizes(op, &sizes);
}

static bool is_matrix_memory(const tern_attr_t *encoding) {
  return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) ||
         tern_attr_is_ttg(encoding, TERN_TTG_ATTR_SHARED_LINEAR);
}

// --- ttng.warp_group_dot ---

static bool is_narrow_float(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F8E5M2 || type->kind == TERN_TYPE_F8E4M3FN || type->kind == TERN_TYPE_F8E5M2FNUZ ||
         type->kind == TERN_TYPE_F8E4M3FNUZ;
}

static bool has_instruction(const tern_type_t *type) {
  return is_narrow_float(type) || type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 ||
         type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64 || tern_type_is_i(type, 8);
}

static bool check_encodings(const tern_op_t *op, const shaped_t *a, const shaped_t *b, const shaped_t *c) {
  bool is_wgmma = tern_attr_is_ttg(c->encoding, TERN_TTG_ATTR_NVIDIA_MMA) &&
                  tern_ttg_number(c->encoding, TERN_TTG_FIELD_VERSION_MAJOR) == 3;
  if (!is_wgmma) return tern_op_error(op, "WGMMA result layout must be Hopper NVMMA");
  if (!is_matrix_memory(a->encoding) && !tern_attr_is_ttg(a->encoding, TERN_TTG_ATTR_DOT_OP))
    return tern_op_error(op, "WGMMA A operand must have NVMMA shared or dot layout");
  return is_matrix_memory(b->encoding) || tern_op_error(op, "WGMMA B operand must have NVMMA shared layout");
}

static bool check_tile(const tern_op_t *op, const shaped_t *c) {
  int64_t part[TERN_LAYOUT_MAX_DIMS];
  if (tern_ttg_lookup_num_warps(op) % 4) return tern_op_error(op, "WGMMA requires num_warps to be divisible by 4");
  if (c->rank != 2) return tern_op_error(op, "WGMMA result shape must be 2D");
  tern_ttg_part_shape(c->encoding, c->dims, part);
  if (part[0] % 64) return tern_op_error(op, "WGMMA result M dimension must be divisible by 64");
  return part[1] % 8 == 0 || tern_op_error(op, "WGMMA result N dimension must be divisible by 8");
}

// What fp8 is added up in has fewer bits than f32, unless it is moved to f32 at least every 32 numbers.
static bool check_elements(const tern_op_t *op, const shaped_t *a, const shaped_t *b, const shaped_t *c) {
  if (!has_instruction(a->element) || !has_instruction(b->element))
    return tern_op_error(op, "unsupported MMA version for the given operands");
  bool is_fp8 = a->element->kind == TERN_TYPE_F8E5M2 || a->element->kind == TERN_TYPE_F8E4M3FN;
  // Upstream compares as an unsigned number.
  uint32_t imprecise = (uint32_t)tern_integer_attr_value(tern_op_attr(op, "maxNumImpreciseAcc"));
  if (imprecise < 32 && is_fp8 && c->element->kind == TERN_TYPE_F32) {
    return tern_op_error(
        op, "Cannot use F32 as the accumulator element type when the max_num_imprecise_acc is less than 32");
  }
  return true;
}

bool tern_ttng_verify_warp_group_dot(const tern_op_t *op) {
  shaped_t a = shaped_of(op, 0), b = shaped_of(op, 1), c = shaped_of(op, 2);
  if (!check_dot(op) || !check_encodings(op, &a, &b, &c) || !check_tile(op, &c) || !check_elements(op, &a, &b, &c))
    return false;
  if (tern_op_operand(op, 0)->type->kind != TERN_TYPE_TENSOR) return true;
  int64_t width = 32 / (int64_t)tern_type_bit_width(a.element);
  int64_t given = tern_ttg_number(a.encoding, TERN_TTG_FIELD_K_WIDTH);
  return given == width ||
         tern_op_error(op, "in-register LHS operand must have a kWidth of %" PRId64 " but got %" PRId64, width, given);
}

// --- ttng.tc_gen5_mma, ttng.tc_gen5_mma_scaled ---

// The instruction for numbers of a type: `sums` is f32 alone, or f16, too.
typedef struct kind {
  const char *name;
  bool has_f16_sums;
} kind_t;

static const kind_t *kind_of(const tern_type_t *type) {
  static const kind_t tf32 = {"tf32", false}, f16 = {"f16", true}, bf16 = {"f16", false}, narrow = {"f8f6f4", true};
  switch (type->kind) {
    case TERN_TYPE_F32: return &tf32;
    case TERN_TYPE_F16: return &f16;
    case TERN_TYPE_BF16: return &bf16;
    case TERN_TYPE_F8E4M3FN:
    case TERN_TYPE_F8E5M2: return &narrow;
    default: return tern_type_is_i(type, 8) ? &narrow : NULL;
  }
}

static bool check_mma_elements(const tern_op_t *op) {
  const tern_type_t *a = shaped_of(op, 0).element, *b = shaped_of(op, 1).element, *d = shaped_of(op, 2).element;
  const kind_t *of_a = kind_of(a), *of_b = kind_of(b);
  if (!of_a) return tern_op_error(op, "unsupported LHS operand dtype: '%s'", tern_type_text(a));
  if (!of_b) return tern_op_error(op, "unsupported RHS operand dtype: '%s'", tern_type_text(b));
  if (of_a->name[0] != of_b->name[0] || of_a->name[1] != of_b->name[1]) {
    return tern_op_error(op, "LHS and RHS operand dtypes kinds don't match: LHS kind is %s but RHS kind is %s",
                         of_a->name, of_b->name);
  }
  bool is_f16 = d->kind == TERN_TYPE_F16 && of_a->has_f16_sums && of_b->has_f16_sums;
  if (d->kind == TERN_TYPE_F32 || is_f16) return true;
  return tern_op_error(op,
                       "unsupported accumulator dtype for operand types '%s' and '%s', accumulator dtype is '%s' but "
                       "must be one of [%s'f32']",
                       tern_type_text(a), tern_type_text(b), tern_type_text(d), of_a->has_f16_sums ? "'f16', " : "");
}

// Sums of 64 rows that lie between those of others, with such an operand.
static bool is_interleaved(const tern_op_t *op, size_t index) {
  const tern_attr_t *encoding = shaped_of(op, index).encoding;
  return tern_attr_is_ttng(encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING) &&
         tern_tensor_memory_read(encoding).block_m == 64 && tern_ttng_size(tern_op_operand(op, index)->type).rows != 64;
}

static bool check_interleaving(const tern_op_t *op) {
  return !is_interleaved(op, 0) || !is_interleaved(op, 2) ||
         tern_op_error(op, "does not support blockM=64 with interleaved blocks in TMEM layout");
}

static bool check_mma_encodings(const tern_op_t *op) {
  shaped_t a = shaped_of(op, 0), b = shaped_of(op, 1), d = shaped_of(op, 2);
  bool is_sums = tern_attr_is_ttng(d.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING);
  bool is_a_memory = tern_attr_is_ttng(a.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_ENCODING);
  if (!is_matrix_memory(a.encoding) && !is_a_memory)
    return tern_op_error(op, "LHS operand must have a NVMMAShared or TensorMemory encoding");
  if (!is_matrix_memory(b.encoding)) return tern_op_error(op, "RHS operand must have a NVMMAShared encoding");
  if (!is_sums) return tern_op_error(op, "Return operand must have a TensorMemory encoding");
  if (is_a_memory && tern_tensor_memory_read(a.encoding).column_stride != 1)
    return tern_op_error(op, "The col stride of the LHS operand must be 1");
  int64_t bits = tern_type_bit_width(d.element), stride = tern_tensor_memory_read(d.encoding).column_stride;
  return stride == 32 / bits ||
         tern_op_error(op, "The col stride of the return operand must be 32 / %" PRId64 " but got %" PRId64, bits,
                       stride);
}

// --- two blocks of a cluster ---

static bool check_split(const tern_op_t *op, size_t index, const char *name, int64_t m, int64_t n) {
  const tern_attr_t *encoding = shaped_of(op, index).encoding;
  int64_t split[TERN_LAYOUT_MAX_DIMS] = {1, 1};
  if (tern_ttng_is_tensor_memory(encoding)) {
    tern_tensor_memory_t memory = tern_tensor_memory_read(encoding);
    split[0] = memory.split_m;
    split[1] = memory.split_n;
  } else {
    tern_layout_t cga = tern_ttg_cga_layout(encoding);
    for (size_t d = 0; d < cga.outs.count; ++d) split[d] = INT64_C(1) << cga.outs.values[d].bits;
  }
  return (split[0] == m && split[1] == n) ||
         tern_op_error(op,
                       "The op is two CTAs but the split num of the %s is not %" PRId64 ", %" PRId64 ". Got %" PRId64
                       ", %" PRId64,
                       name, m, n, split[0], split[1]);
}

static bool check_two_blocks(const tern_op_t *op) {
  if (!check_split(op, 0, "LHS", 2, 1) || !check_split(op, 1, "RHS", 1, 2) ||
      !check_split(op, 2, "returned value", 2, 1)) {
    return false;
  }
  const tern_attr_t *a = shaped_of(op, 0).encoding;
  if (!tern_tensor_memory_read(shaped_of(op, 2).encoding).is_two_ctas) {
    return tern_op_error(op, "The returned value's encoding must have twoCTA=true to be used in a twoCTA matmul");
  }
  return !tern_ttng_is_tensor_memory(a) || tern_tensor_memory_read(a).is_two_ctas ||
         tern_op_error(op, "The LHS operand's encoding must have twoCTA=true to be used in a twoCTA matmul");
}

static bool has_barriers(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "barriers", &start, &count);
  return count != 0;
}

bool tern_ttng_verify_mma(const tern_op_t *op) {
  if (!check_dot(op) || !check_interleaving(op)) return false;
  if (!tern_op_attr(op, "is_async") && has_barriers(op))
    return tern_op_error(op, "The op is synchronous but a barrier is present.");
  if (!check_mma_elements(op) || !check_mma_encodings(op)) return false;
  return !tern_op_attr(op, "two_ctas") || check_two_blocks(op);
}

// --- scales ---

static bool is_turned(const shaped_t *shaped) {
  return tern_attr_is_ttg(shaped->encoding, TERN_TTG_ATTR_NVMMA_SHARED) &&
         tern_ttg_number(shaped->encoding, TERN_TTG_FIELD_TRANSPOSED);
}

// Pairs lie along the dimension that is the fastest in memory.
static sizes_t scaled_sizes(const tern_op_t *op) {
  shaped_t a = shaped_of(op, 0), b = shaped_of(op, 1);
  sizes_t sizes = plain_sizes(&a, &b);
  bool is_b_memory = tern_attr_is_ttg(b.encoding, TERN_TTG_ATTR_NVMMA_SHARED);
  if (tern_enum_attr_value(tern_op_attr(op, "a_type")) == TERN_TT_E2M1) *(is_turned(&a) ? &sizes.m : &sizes.a_k) *= 2;
  if (tern_enum_attr_value(tern_op_attr(op, "b_type")) == TERN_TT_E2M1)
    *(is_b_memory && !is_turned(&b) ? &sizes.n : &sizes.b_k) *= 2;
  return sizes;
}

bool tern_ttng_verify_mma_scaled(const tern_op_t *op) {
  if (!check_ranks(op)) return false;
  sizes_t sizes = scaled_sizes(op);
  return check_sizes(op, &sizes) && check_interleaving(op) && check_mma_elements(op);
}
