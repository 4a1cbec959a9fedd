// See mma_choice.h.

#include "transform/ttg/matmul/mma_choice.h"

#include "analysis/triton/encoding_flow.h"
#include "analysis/triton/op_slice.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK, DEPTH_BITS = 256, WARP_ROWS = 16, WARP_COLUMNS = 8, GROUP_WARPS = 4 };

// --- versions ---

static const tern_type_t *element_of(const tern_op_t *dot, size_t operand) {
  return tern_type_element(tern_op_operand(dot, operand)->type);
}

static bool is_fp8(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F8E5M2 || type->kind == TERN_TYPE_F8E4M3FN;
}

// Numbers that some instruction multiplies; 8-bit floats can be widened, where the chip has them not.
static bool is_multiplied(const tern_type_t *type) {
  bool is_other_fp8 = type->kind == TERN_TYPE_F8E5M2FNUZ || type->kind == TERN_TYPE_F8E4M3FNUZ;
  return is_fp8(type) || is_other_fp8 || type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16 ||
         type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64 || tern_type_is_i(type, 8);
}

static bool is_supported(const tern_op_t *dot) {
  const tern_type_t *a = element_of(dot, 0), *b = element_of(dot, 1);
  if (a->kind == TERN_TYPE_F32 && b->kind == TERN_TYPE_F32)
    return tern_enum_attr_value(tern_op_attr(dot, "inputPrecision")) == TERN_TT_PRECISION_TF32;
  return is_multiplied(a) && is_multiplied(b);
}

static void part_of(const tern_type_t *type, int64_t *out_part) {
  tern_ttg_part_shape(tern_tensor_type_encoding(type), tern_type_dims(type), out_part);
}

static bool is_supported_by_groups(const tern_op_t *dot) {
  const tern_type_t *type = dot->results[0].type, *a = tern_op_operand(dot, 0)->type, *element = element_of(dot, 0);
  size_t rank = tern_type_rank(type);
  int64_t part[MAX_RANK], warps = tern_ttg_lookup_num_warps(dot);
  if (rank != 2 || tern_type_dim(a, 1) < DEPTH_BITS / (int64_t)tern_type_bit_width(element)) return false;
  part_of(type, part);
  bool is_element = is_fp8(element) || tern_type_is_i(element, 8) || element->kind == TERN_TYPE_F16 ||
                    element->kind == TERN_TYPE_BF16 || element->kind == TERN_TYPE_F32;
  if (!is_element || warps % GROUP_WARPS || part[0] % 64 || part[1] % 16) return false;
  // Sums of 8-bit floats have fewer bits than f32 within the instruction.
  bool sums_exactly = tern_integer_attr_value(tern_op_attr(dot, "maxNumImpreciseAcc")) < 32;
  if (is_fp8(element) && sums_exactly && tern_type_element(type)->kind == TERN_TYPE_F32) return false;
  return is_supported(dot);
}

// Sums in tensor memory: four warps have all of its rows, or two groups of four half the columns each.
static bool is_supported_by_tensor_memory(const tern_op_t *dot) {
  const tern_type_t *type = dot->results[0].type, *a = tern_op_operand(dot, 0)->type, *x = element_of(dot, 0);
  const tern_type_t *y = element_of(dot, 1);
  int64_t part[MAX_RANK], warps = tern_ttg_lookup_num_warps(dot);
  bool is_integer = tern_type_is_integer(x) || tern_type_is_integer(y) || tern_type_is_integer(tern_type_element(type));
  if (is_integer || tern_type_rank(type) != 2 || (warps != GROUP_WARPS && warps != 2 * GROUP_WARPS)) return false;
  part_of(type, part);
  return tern_type_dim(a, 1) >= DEPTH_BITS / (int64_t)tern_type_bit_width(x) && part[0] % 64 == 0 && part[1] % 16 == 0;
}

// Numbers that come with 32 bits are multiplied with the 19 of them that tf32 has, if the program says so.
static bool may_lose_bits(const tern_op_t *dot) {
  int64_t x = tern_ttg_loaded_bits(tern_op_operand(dot, 0)), y = tern_ttg_loaded_bits(tern_op_operand(dot, 1));
  return (x < y ? x : y) < 32 || tern_enum_attr_value(tern_op_attr(dot, "inputPrecision")) == TERN_TT_PRECISION_TF32;
}

int64_t tern_ttg_mma_version(const tern_op_t *dot, int64_t capability, bool has_tensor_memory) {
  if (has_tensor_memory) {
    if (is_supported_by_tensor_memory(dot)) return may_lose_bits(dot) ? 5 : 0;
    tern_emit_remark(dot->loc, "MMA version 5 acceleration not applied due to unsupported shapes or data types.");
    tern_emit_note(dot->loc, "Target compute capability (%lld) supports MMA v5.", (long long)capability);
  }
  if (capability >= 90 && capability < 100) {
    if (is_supported_by_groups(dot)) return 3;
    tern_emit_remark(dot->loc, "MMA version 3 acceleration not applied due to unsupported shapes or data types.");
    tern_emit_note(dot->loc, "Target compute capability (%lld) supports MMA v3.", (long long)capability);
  }
  return capability >= 80 && is_supported(dot) ? 2 : 0;
}

// --- warps ---

static bool is_near(const tern_op_t *op, const void *user) {
  const tern_op_t *dot = user;
  return op->block->parent == dot->block->parent && !tern_op_is(op, TERN_TT(TRANS));
}

static bool is_product(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED)) ||
         tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT));
}

// Products that are computed of each other have the same warps, along the longer side, so that rows stay in a warp. False: there is
// no other product.
static bool warps_of_chain(tern_op_t *dot, const int64_t *part, size_t rank, int64_t count, int64_t *out_warps) {
  tern_op_list_t slice = tern_slice_around(dot, is_near, dot);
  const tern_attr_t *chosen = NULL;
  bool has_other = false;
  for (size_t i = 1; i < slice.count && !chosen; ++i) {
    const tern_op_t *op = slice.values[i];
    bool is_other = tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED));
    if (!is_other || tern_type_rank(op->results[0].type) != rank) continue;
    has_other = true;
    const tern_attr_t *encoding = tern_ttg_value_encoding(&op->results[0]);
    if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA)) chosen = encoding;
  }
  tern_vec_deinitialize(&slice);
  for (size_t d = 0; chosen && d < rank; ++d) out_warps[d] = tern_ttg_at(chosen, TERN_TTG_FIELD_WARPS_PER_CTA, d);
  if (chosen || !has_other) return has_other;
  out_warps[0] = part[0] >= part[1] ? count : 1;
  out_warps[1] = count / out_warps[0];
  return true;
}

static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

// A warp has as many rows of instructions as columns, so that it needs few operands for its sums; rows first.
static void warps_of_mma(tern_op_t *dot, const int64_t *part, size_t rank, int64_t count, int64_t *out_warps) {
  if (rank == 3) {
    out_warps[0] = count;
    out_warps[1] = out_warps[2] = 1;
    return;
  }
  if (warps_of_chain(dot, part, rank, count, out_warps)) return;
  int64_t rows = ceil_div(part[0], WARP_ROWS), columns = ceil_div(part[1], WARP_COLUMNS);
  out_warps[0] = out_warps[1] = 1;
  while (out_warps[0] * out_warps[1] < count) {
    if (rows >= columns) {
      out_warps[0] *= 2;
      if (rows != 1) rows /= 2;
    } else {
      out_warps[1] *= 2;
      columns /= 2;
    }
  }
}

// Whether the sums are multiplied further: then all warps go along the rows, so that those are reduced within a warp.
static bool is_multiplied_further(tern_op_t *dot) {
  tern_op_list_t slice = tern_slice_forward(dot);
  bool is_further = false;
  for (size_t i = 0; i < slice.count && !is_further; ++i) is_further = is_product(slice.values[i]);
  tern_vec_deinitialize(&slice);
  return is_further;
}

static void warps_of_groups(tern_op_t *dot, const int64_t *part, int64_t count, int64_t *out_warps) {
  out_warps[0] = is_multiplied_further(dot) ? count : GROUP_WARPS;
  out_warps[1] = 1;
  while (out_warps[0] * out_warps[1] < count) out_warps[part[0] > WARP_ROWS * out_warps[0] ? 0 : 1] *= 2;
}

// --- encodings ---

// The widest instruction that the columns of a warp are a multiple of. Products of i8 lack some.
static int64_t group_columns(const tern_type_t *element, const int64_t *part, int64_t warps) {
  int64_t down = part[0] / WARP_ROWS > 1 ? part[0] / WARP_ROWS : 1, across = warps / down > 1 ? warps / down : 1;
  int64_t most = part[1] / across > 8 ? part[1] / across : 8;
  for (int64_t n = most < 256 ? most / 8 * 8 : 256; n > 8; n -= 8) {
    bool is_there = !tern_type_is_i(element, 8) || (n <= 224 && (n % 16 == 0 || n == 24));
    if (is_there && part[1] % n == 0) return n;
  }
  return 8;
}

const tern_attr_t *tern_ttg_mma_encoding(tern_op_t *dot, int64_t version, int64_t capability) {
  const tern_type_t *type = dot->results[0].type, *element = element_of(dot, 0);
  tern_context_t *context = tern_op_context(dot);
  size_t rank = tern_type_rank(type);
  int64_t part[MAX_RANK], warps[MAX_RANK], shape[MAX_RANK] = {1}, count = tern_ttg_lookup_num_warps(dot);
  part_of(type, part);
  if (version == 3) {
    shape[0] = WARP_ROWS;
    shape[1] = group_columns(element, part, count);
    shape[2] = DEPTH_BITS / tern_type_bit_width(element);
    warps_of_groups(dot, part, count, warps);
  } else {
    shape[rank - 2] = WARP_ROWS;
    shape[rank - 1] = WARP_COLUMNS;
    warps_of_mma(dot, part, rank, count, warps);
  }
  return tern_ttg_encoding_get(
      context, TERN_TTG_ATTR_NVIDIA_MMA,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VERSION_MAJOR, (uint64_t)version},
                      {TERN_TTG_FIELD_VERSION_MINOR, capability == 75},
                      {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(context, warps, rank)},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(tern_tensor_type_encoding(type))},
                      {TERN_TTG_FIELD_INSTR_SHAPE, tern_ttg_list(context, shape, version == 3 ? 3 : rank)}));
}

// --- where operands come from ---

static bool leads_to_load(const tern_op_t *op, const void *user) {
  static const tern_op_row_t *const rows[] = {
      TERN_TT(EXPAND_DIMS), TERN_TT(RESHAPE), TERN_TT(TRANS),           TERN_TT(JOIN),      TERN_TT(SPLIT),
      TERN_TTG(FP4_TO_FP),  TERN_TT(LOAD),    TERN_TT(DESCRIPTOR_LOAD), TERN_TT(BROADCAST), TERN_TTG(CONVERT_LAYOUT)};
  (void)user;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) && !(tern_op_effects(op) & TERN_MEMORY_EFFECTS);
}

int64_t tern_ttg_loaded_bits(const tern_value_t *operand) {
  tern_op_list_t slice = tern_slice_backward(operand, leads_to_load, NULL);
  int64_t bits = tern_type_bit_width(tern_type_element(operand->type));
  bool has_fp4 = false, has_join = false;
  for (size_t i = 0; i < slice.count; ++i) {
    const tern_op_t *op = slice.values[i];
    has_fp4 = has_fp4 || tern_op_is(op, TERN_TTG(FP4_TO_FP));
    has_join = has_join || tern_op_is(op, TERN_TT(JOIN));
    bool is_load = tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD));
    if (!is_load || !tern_ttg_is_tensor(&op->results[0])) continue;
    int64_t loaded = tern_type_bit_width(tern_type_element(op->results[0].type));
    if (loaded > 0 && loaded < bits) bits = loaded;
  }
  tern_vec_deinitialize(&slice);
  // Going back over a join halves what lies side by side.
  return has_fp4 ? 4 : has_join ? bits / 2 : bits;
}

bool tern_ttg_is_loaded(const tern_value_t *operand) {
  const tern_op_t *op = tern_value_defining_op(operand);
  while (op && (tern_op_is(op, TERN_TTG(CONVERT_LAYOUT)) || tern_op_is(op, TERN_TT(TRANS)))) {
    operand = tern_op_operand(op, 0);
    op = tern_value_defining_op(operand);
  }
  return !op || tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}
