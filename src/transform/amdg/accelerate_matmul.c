// --tritonamdgpu-accelerate-matmul: products get the encodings of AMD's matrix instructions (upstream's pass of the name).
//
//   %d = tt.dot %a, %b, %c : ... -> tensor<128x64xf32, #blocked>
//
// becomes, on CDNA by v_mfma, and on RDNA 3, RDNA 4 and gfx1250 by v_wmma,
//
//   %z = ttg.convert_layout %c : ... -> tensor<128x64xf32, #mma>        and so on for %a and %b, to operands of #mma
//   %s = tt.dot %x, %y, %z : ... -> tensor<128x64xf32, #mma>
//   %d = ttg.convert_layout %s
//
// Sums are f32, i32 or f64, whatever the result is. Products that no instruction does, for their types, or because the depth is no
// multiple of the instruction's, stay dealt in blocks, and get operands that threads multiply: all of one type, or halves and bytes
// in pairs and fours. tt.dot_scaled is multiplied out before: the instructions that take scales (gfx950, gfx1250) are not used.

#include "analysis/machine/machine.h"
#include "analysis/triton/matrix_cores.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/blocked.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/amdg/dot_chain.h"
#include "transform/ttg/matmul/decompose_scaled.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK, TO_NEAREST = 1 };

typedef struct choice {
  tern_machine_t chip;
  int64_t size, pack;  // rows and columns that are enforced, or 0; the depth of operands, by the instruction's
} choice_t;

static const tern_type_t *element_of(const tern_value_t *value) { return tern_type_element(value->type); }
static bool is_blocked(const tern_value_t *value) {
  return tern_attr_is_ttg(tern_ttg_type_encoding(value->type), TERN_TTG_ATTR_BLOCKED);
}

// --- casts ---

static tern_value_t *cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *element) {
  const tern_type_t *from = element_of(value), *type = tern_type_with_element(value->type, element);
  if (from == element) return value;
  tern_values_t operands = TERN_VALUES(value);
  bool is_wider = tern_type_bit_width(element) > tern_type_bit_width(from);
  if (tern_type_is_integer(from) && tern_type_is_integer(element))
    return tern_build_value(b, is_wider ? TERN_ARITH(EXTSI) : TERN_ARITH(TRUNCI), .operands = operands,
                            .types = TERN_TYPES(type));
  if (tern_type_is_integer(from) || tern_type_is_integer(element))
    return tern_build_value(b, tern_type_is_integer(from) ? TERN_ARITH(SITOFP) : TERN_ARITH(FPTOSI),
                            .operands = operands, .types = TERN_TYPES(type));
  if (from->kind == TERN_TYPE_F16 && element->kind == TERN_TYPE_F32)
    return tern_build_value(b, TERN_ARITH(EXTF), .operands = operands, .types = TERN_TYPES(type));
  if (from->kind == TERN_TYPE_F32 && element->kind == TERN_TYPE_F16)
    return tern_build_value(b, TERN_ARITH(TRUNCF), .operands = operands, .types = TERN_TYPES(type));
  const tern_named_attr_t rounding = {"rounding",
                                      tern_enum_attr_get(b->context, TERN_TT_ENUM(ROUNDING_MODE), TO_NEAREST)};
  return tern_build_value(b, TERN_TT(FP_TO_FP), .operands = operands, .types = TERN_TYPES(type),
                          .attrs = {&rounding, is_wider ? 0 : 1});
}

static tern_value_t *convert(tern_builder_t *b, tern_value_t *value, const tern_attr_t *encoding,
                             const tern_type_t *element) {
  return cast(b, tern_ttg_build_convert(b, value, encoding), element);
}

static tern_value_t *convert_operand(tern_builder_t *b, tern_value_t *value, uint64_t index, const tern_attr_t *sums,
                                     int64_t width, const tern_type_t *element) {
  const tern_attr_t *encoding = tern_ttg_encoding_get(
      b->context, TERN_TTG_ATTR_DOT_OP,
      TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, index}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)sums},
                      {TERN_TTG_FIELD_K_WIDTH, (uint64_t)width}));
  return convert(b, value, encoding, element);
}

static tern_value_t *build_dot(tern_builder_t *b, const tern_op_t *dot, tern_value_t *x, tern_value_t *y,
                               tern_value_t *c) {
  return tern_build_value(b, TERN_TT(DOT), .operands = TERN_VALUES(x, y, c), .types = TERN_TYPES(c->type),
                          .attrs = TERN_ATTRS({"inputPrecision", tern_op_attr(dot, "inputPrecision")},
                                              {"maxNumImpreciseAcc", tern_op_attr(dot, "maxNumImpreciseAcc")}));
}

// --- warps ---

static int64_t divide_up(int64_t x, int64_t y) { return (x + y - 1) / y; }

// All warps go down the rows of a product that is multiplied further, so that those are reduced within a warp and stay where the
// next product wants them. Otherwise each warp gets a part that is about as wide as it is high.
static void deal_warps(tern_op_t *dot, const tern_matrix_core_t *core, int64_t *out_warps) {
  const tern_type_t *type = dot->results[0].type;
  size_t rank = tern_type_rank(type);
  int64_t count = tern_ttg_lookup_num_warps(dot), rows = tern_type_dim(type, 0), columns = tern_type_dim(type, 1);
  for (size_t d = 0; d < rank; ++d) out_warps[d] = 1;
  if (rank == 3 || tern_amdg_is_chain_head(dot, 0)) {
    out_warps[0] = count;
    return;
  }
  if (tern_amdg_is_chain_tail(dot)) {
    int64_t most = divide_up(rows, core->rows);
    out_warps[0] = count < most ? count : most;
    out_warps[1] = count / out_warps[0];
    return;
  }
  while (out_warps[0] * out_warps[1] < count) {
    bool is_high = rows / (core->rows * 2) / out_warps[0] >= columns / core->columns / out_warps[1];
    out_warps[is_high && out_warps[0] < rows / core->rows ? 0 : 1] *= 2;
  }
  if (out_warps[1] * core->columns > columns) {
    int64_t swapped = out_warps[0];
    out_warps[0] = out_warps[1];
    out_warps[1] = swapped;
  }
}

// --- v_mfma ---

static bool is_fp8_of_others(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F8E4M3FN || type->kind == TERN_TYPE_F8E5M2;
}

// The instruction, and what its operands are. False: none does it, or its depth would repeat operands.
static bool choose_mfma(const tern_op_t *dot, const choice_t *choice, tern_matrix_core_t *out_core,
                        tern_matrix_product_t *out_product) {
  const tern_type_t *type = dot->results[0].type, *x = tern_op_operand(dot, 0)->type;
  size_t rank = tern_type_rank(type);
  int64_t rows = tern_type_dim(type, rank - 2), columns = tern_type_dim(type, rank - 1),
          version = choice->chip.mfma_version;
  int64_t least = rows < columns ? rows : columns, depth = tern_type_dim(x, rank - 1);
  bool is_xf32 = version == 3 && tern_enum_attr_value(tern_op_attr(dot, "inputPrecision")) == TERN_TT_PRECISION_TF32;
  *out_product =
      (tern_matrix_product_t){.x = tern_type_element(x), .y = element_of(tern_op_operand(dot, 1)), .is_xf32 = is_xf32};
  bool is_double = out_product->x->kind == TERN_TYPE_F64 || out_product->y->kind == TERN_TYPE_F64;
  // Other formats of 8 bits are widened.
  if (version <= 3 && is_fp8_of_others(out_product->x) && is_fp8_of_others(out_product->y)) {
    tern_emit_remark(dot->loc,
                     "missing native support for fp8 variant on current architecture; emulated with fp16 so low "
                     "performance");
    if (version == 3) tern_emit_remark(dot->loc, "for gfx942 please use native supported fp8 variants");
    out_product->x = out_product->y = tern_float_type_get(type->context, TERN_TYPE_F16);
  }
  if (choice->size) {
    out_product->rows = out_product->columns = choice->size;
  } else if (least >= 16) {
    out_product->rows = out_product->columns = least >= 32 && !is_double ? 32 : 16;
  } else if (least >= 4 && (rows >= 64 || columns >= 64)) {
    out_product->rows = rows >= 64 ? 64 : 4;
    out_product->columns = rows >= 64 ? 4 : 64;
  }
  if (!choice->size && out_product->rows && (rows % out_product->rows || columns % out_product->columns)) return false;
  bool is_found = tern_matrix_core_choose_mfma(version, out_product, depth, out_core) && depth % out_core->depth == 0;
  if (is_found) return true;
  tern_emit_remark(dot->loc,
                   "Unable to select MFMA intrinsic of version %lld for a result of %lldx%lld in tiles of %lldx%lld, a "
                   "depth of %lld, and operands of '%s' and '%s'",
                   (long long)version, (long long)rows, (long long)columns, (long long)out_product->rows,
                   (long long)out_product->columns, (long long)depth, tern_type_text(out_product->x),
                   tern_type_text(out_product->y));
  return false;
}

static const tern_type_t *sums_of(const tern_type_t *element) {
  tern_context_t *context = element->context;
  if (tern_type_is_integer(element)) return tern_i_type_get(context, 32);
  return element->kind == TERN_TYPE_F64 ? element : tern_float_type_get(context, TERN_TYPE_F32);
}

// Rows of tiles that a warp has next to each other: two where the sums of 16 by 16 are operands of the next product as they are.
static bool deal_tiles(tern_op_t *dot, const tern_matrix_core_t *core, const tern_type_t *element, const int64_t *warps,
                       int64_t *out_tiles) {
  const tern_type_t *type = dot->results[0].type;
  bool is_half = element->kind == TERN_TYPE_F16 || element->kind == TERN_TYPE_BF16;
  int64_t rows = tern_type_dim(type, 0), columns = tern_type_dim(type, 1);
  if (!is_half || core->rows != 16 || core->columns != 16 || tern_type_rank(type) != 2) return true;
  if (tern_amdg_is_chain_head(dot, 0) && rows >= 32 * warps[0] && columns == 16 && warps[1] == 1) {
    out_tiles[0] = 2;
  } else if (tern_amdg_is_chain_head(dot, 1) && rows == 16 && columns >= 32 * warps[1] && warps[0] == 1) {
    out_tiles[1] = 2;
    return false;
  }
  return true;
}

static bool accelerate_mfma(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  const choice_t *choice = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *result = tern_op_result(dot, 0);
  const tern_type_t *type = result->type;
  tern_matrix_core_t core;
  tern_matrix_product_t product;
  size_t rank = tern_type_rank(type);
  if (!is_blocked(result) || rank > 3 || !choose_mfma(dot, choice, &core, &product)) return false;
  int64_t warps[MAX_RANK], tiles[MAX_RANK] = {1, 1, 1}, shape[] = {core.rows, core.columns, core.depth};
  deal_warps(dot, &core, warps);
  // Transposed, a lane has neighbours of a row; the first operand of 4 by 64 cannot be the one that is spread.
  bool is_transposed = !(core.rows == 4 && core.columns == 64);
  if (choice->chip.mfma_version == 4 && !deal_tiles(dot, &core, product.x, warps, tiles)) is_transposed = false;
  const tern_type_t *sum = sums_of(tern_type_element(type));
  bool has_tiles = tiles[0] > 1 || tiles[1] > 1;
  const tern_attr_t *encoding = tern_ttg_encoding_get(
      b->context, TERN_TTG_ATTR_AMD_MFMA,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VERSION, (uint64_t)choice->chip.mfma_version},
                      {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(b->context, warps, rank)},
                      {TERN_TTG_FIELD_INSTR_SHAPE, tern_ttg_list(b->context, shape, 3)},
                      {TERN_TTG_FIELD_IS_TRANSPOSED, is_transposed},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(tern_tensor_type_encoding(type))},
                      {TERN_TTG_FIELD_TILES_PER_WARP, tern_ttg_list(b->context, tiles, has_tiles ? rank : 0)},
                      {TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, (uint64_t)tern_type_bit_width(sum)}));
  // Operands are read `pack` instructions deep at once, but where one is the result of a product it comes as that has it.
  bool is_tail = tern_amdg_is_chain_tail(dot);
  bool is_half = product.x->kind == TERN_TYPE_F16 || product.x->kind == TERN_TYPE_BF16;
  int64_t width = is_tail ? (is_half ? 4 : core.base) : core.base * choice->pack;
  tern_value_t *c = convert(b, tern_op_operand(dot, 2), encoding, sum);
  tern_value_t *x = convert_operand(b, tern_op_operand(dot, 0), 0, encoding, width, product.x);
  tern_value_t *y = convert_operand(b, tern_op_operand(dot, 1), 1, encoding, width, product.y);
  tern_value_t *made = build_dot(b, dot, x, y, c);
  made = convert(b, made, tern_tensor_type_encoding(type), tern_type_element(type));
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(made));
  return true;
}

// --- v_wmma ---

// The types that cost the fewest conversions, none of which may lose anything. False: there are none.
static bool choose_wmma_types(const tern_op_t *dot, int64_t version, tern_matrix_product_t *out_product) {
  static const tern_type_kind_t rows[][3] = {
      {TERN_TYPE_F16, TERN_TYPE_F16, TERN_TYPE_F32},
      {TERN_TYPE_BF16, TERN_TYPE_BF16, TERN_TYPE_F32},
      {TERN_TYPE_INTEGER, TERN_TYPE_INTEGER, TERN_TYPE_INTEGER},
      {TERN_TYPE_F8E4M3FN, TERN_TYPE_F8E4M3FN, TERN_TYPE_F32},
      {TERN_TYPE_F8E4M3FN, TERN_TYPE_F8E5M2, TERN_TYPE_F32},
      {TERN_TYPE_F8E5M2, TERN_TYPE_F8E4M3FN, TERN_TYPE_F32},
      {TERN_TYPE_F8E5M2, TERN_TYPE_F8E5M2, TERN_TYPE_F32},
  };
  enum { WITHOUT_FP8 = 3, MOST = 1000 };
  tern_context_t *context = tern_op_context(dot);
  size_t count = version >= 2 ? sizeof rows / sizeof rows[0] : WITHOUT_FP8;
  int best = MOST;
  for (size_t i = 0; i < count; ++i) {
    int cost = 0;
    const tern_type_t *types[4];
    for (size_t k = 0; k < 4; ++k) {
      const tern_value_t *value = k < 3 ? tern_op_operand(dot, k) : &dot->results[0];
      const tern_type_t *from = element_of(value);
      tern_type_kind_t kind = rows[i][k < 3 ? k : 2];
      types[k] =
          kind == TERN_TYPE_INTEGER ? tern_i_type_get(context, k < 2 ? 8 : 32) : tern_float_type_get(context, kind);
      bool is_same_kind = tern_type_is_integer(from) == tern_type_is_integer(types[k]);
      bool is_lossless = is_same_kind && tern_type_bit_width(from) <= tern_type_bit_width(types[k]);
      cost += from == types[k] ? 0 : is_lossless ? 1 : MOST;
    }
    if (cost >= best) continue;
    best = cost;
    out_product->x = types[0];
    out_product->y = types[1];
    out_product->sum = types[2];
  }
  return best < MOST;
}

static bool accelerate_wmma(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  enum { TILE = 16 };
  const choice_t *choice = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *result = tern_op_result(dot, 0);
  const tern_type_t *type = result->type;
  size_t rank = tern_type_rank(type);
  tern_matrix_core_t core;
  tern_matrix_product_t product = {.rows = choice->size ? choice->size : TILE,
                                   .columns = choice->size ? choice->size : TILE};
  if (!is_blocked(result) || rank > 3 || !choose_wmma_types(dot, choice->chip.wmma_version, &product)) return false;
  int64_t depth = tern_type_dim(tern_op_operand(dot, 0)->type, rank - 1);
  if (tern_type_dim(type, rank - 2) % TILE || tern_type_dim(type, rank - 1) % TILE) return false;
  if (!tern_matrix_core_choose_wmma(choice->chip.wmma_version, &product, depth, &core)) return false;
  if (!choice->size && depth % core.depth != 0) return false;
  int64_t warps[MAX_RANK], shape[] = {core.rows, core.columns, core.depth};
  deal_warps(dot, &core, warps);
  const tern_attr_t *encoding = tern_ttg_encoding_get(
      b->context, TERN_TTG_ATTR_AMD_WMMA,
      TERN_TTG_VALUES({TERN_TTG_FIELD_VERSION, (uint64_t)choice->chip.wmma_version},
                      {TERN_TTG_FIELD_IS_TRANSPOSE, true},
                      {TERN_TTG_FIELD_WARPS_PER_CTA, tern_ttg_list(b->context, warps, rank)},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(tern_tensor_type_encoding(type))},
                      {TERN_TTG_FIELD_TILES_PER_WARP, tern_ttg_list(b->context, NULL, 0)},
                      {TERN_TTG_FIELD_INSTR_SHAPE, tern_ttg_list(b->context, shape, 3)}));
  tern_value_t *c = convert(b, tern_op_operand(dot, 2), encoding, product.sum);
  tern_value_t *x = convert_operand(b, tern_op_operand(dot, 0), 0, encoding, core.base, product.x);
  tern_value_t *y = convert_operand(b, tern_op_operand(dot, 1), 1, encoding, core.base, product.y);
  tern_value_t *made = build_dot(b, dot, x, y, c);
  made = convert(b, made, tern_tensor_type_encoding(type), tern_type_element(type));
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(made));
  return true;
}

// --- products of threads ---

static bool has_products_of_pairs(tern_amd_family_t family) {
  return tern_amd_is_cdna(family) || (family >= TERN_AMD_RDNA2 && family <= TERN_AMD_RDNA4);
}

static bool is_right_for_threads(const tern_op_t *dot, const choice_t *choice) {
  const tern_type_t *x = element_of(tern_op_operand(dot, 0)), *y = element_of(tern_op_operand(dot, 1));
  const tern_type_t *c = element_of(tern_op_operand(dot, 2));
  int64_t depth = tern_type_dim(tern_op_operand(dot, 0)->type, tern_type_rank(dot->results[0].type) - 1);
  tern_amd_family_t family = choice->chip.family;
  if (has_products_of_pairs(family) && x == y) {
    bool is_half = x->kind == TERN_TYPE_F16 || (x->kind == TERN_TYPE_BF16 && family == TERN_AMD_CDNA4);
    if (is_half && c->kind == TERN_TYPE_F32 && depth % 2 == 0) return true;
    if (tern_type_is_i(x, 8) && tern_type_is_i(c, 32) && depth % 4 == 0) return true;
  }
  return x == y && x == c && (x->kind == TERN_TYPE_F16 || x->kind == TERN_TYPE_F32 || x->kind == TERN_TYPE_F64);
}

// The type that all operands are converted to: f16, if that holds them all, else f32.
static const tern_type_t *common_type(const tern_op_t *dot) {
  bool fits_half = true;
  for (size_t i = 0; i < 3; ++i) {
    const tern_type_t *type = element_of(tern_op_operand(dot, i));
    bool is_wide_integer = tern_type_is_integer(type) && tern_type_bit_width(type) > 8;
    fits_half = fits_half && tern_type_bit_width(type) <= 16 && !is_wide_integer && type->kind != TERN_TYPE_BF16;
  }
  return tern_float_type_get(tern_op_context(dot), fits_half ? TERN_TYPE_F16 : TERN_TYPE_F32);
}

static bool legalize_for_threads(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  const choice_t *choice = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *result = tern_op_result(dot, 0);
  if (!is_blocked(result)) return false;
  tern_emit_remark(dot->loc, "Attempting to map dot operation to FMA intrinsic.");
  if (is_right_for_threads(dot, choice)) return false;
  const tern_type_t *type = common_type(dot);
  bool is_double = false;
  for (size_t i = 0; i < 3; ++i) is_double = is_double || element_of(tern_op_operand(dot, i))->kind == TERN_TYPE_F64;
  if (is_double) return false;
  tern_value_t *x = cast(b, tern_op_operand(dot, 0), type), *y = cast(b, tern_op_operand(dot, 1), type);
  tern_value_t *made = build_dot(b, dot, x, y, cast(b, tern_op_operand(dot, 2), type));
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(cast(b, made, element_of(result))));
  return true;
}

// --- operands of different types ---

// v_mfma takes two formats of 8 bits at once, and otherwise operands of one type.
static const tern_type_t *promoted_type(const tern_op_t *dot) {
  const tern_attr_t *encoding = tern_ttg_type_encoding(dot->results[0].type);
  const tern_type_t *x = element_of(tern_op_operand(dot, 0)), *y = element_of(tern_op_operand(dot, 1));
  bool is_mfma = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA);
  bool is_wmma = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_WMMA);
  int64_t x_bits = tern_type_bit_width(x), y_bits = tern_type_bit_width(y), most = x_bits > y_bits ? x_bits : y_bits;
  if (x == y || (!is_mfma && !is_wmma) || most == 8) return NULL;
  if (is_wmma) return x_bits > y_bits ? x : y;
  return most <= 32 ? tern_float_type_get(tern_op_context(dot), TERN_TYPE_F32) : NULL;
}

static void promote_operands(tern_op_t *module) {
  tern_op_list_t dots = tern_op_collect_row(module, TERN_POSTORDER, TERN_TT(DOT));
  for (size_t i = 0; i < dots.count; ++i) {
    tern_op_t *dot = dots.values[i];
    const tern_type_t *type = promoted_type(dot);
    tern_builder_t b = tern_builder_before(dot);
    for (size_t k = 0; type && k < 2; ++k) tern_op_set_operand(dot, k, cast(&b, tern_op_operand(dot, k), type));
  }
  tern_vec_deinitialize(&dots);
}

// --- the pass ---

static const tern_pattern_t mfma_patterns[] = {
    {"dot", TERN_TT(DOT), 2, accelerate_mfma},
    {"dot_scaled", TERN_TT(DOT_SCALED), 1, tern_ttg_decompose_scaled},
};
static const tern_pattern_t wmma_patterns[] = {
    {"dot", TERN_TT(DOT), 2, accelerate_wmma},
    {"dot_scaled", TERN_TT(DOT_SCALED), 3, tern_ttg_decompose_scaled},
};
static const tern_pattern_t thread_patterns[] = {{"dot", TERN_TT(DOT), 1, legalize_for_threads}};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t arch = tern_pass_string(pass, "arch-generation-name");
  choice_t choice = {.size = tern_pass_int(pass, "matrix-instruction-size"), .pack = tern_pass_int(pass, "kPack")};
  if (!tern_machine_read_amd(arch, &choice.chip)) {
    tern_op_error(module, "'%.*s' names no GPU of AMD", (int)arch.size, arch.data);
    tern_emit_note(module->loc, "the option 'arch-generation-name' does, such as gfx942 or gfx1100");
    return false;
  }
  bool is_changed;
  const tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  if (choice.chip.mfma_version) {
    tern_apply_patterns_greedily(module, mfma_patterns, 2, &choice, &options, &is_changed);
  } else {
    // GPUs without such instructions have no scales either.
    tern_apply_patterns_greedily(module, wmma_patterns + (choice.chip.wmma_version ? 0 : 1),
                                 choice.chip.wmma_version ? 2 : 1, &choice, &options, &is_changed);
  }
  tern_apply_patterns_greedily(module, thread_patterns, 1, &choice, &options, &is_changed);
  promote_operands(module);
  return true;
}

static const tern_option_def_t options[] = {
    {"arch-generation-name", TERN_OPTION_STRING, "", "The GPU, such as gfx942", NULL},
    {"matrix-instruction-size", TERN_OPTION_INT, "0", "Rows and columns of the instruction; 0: as the product has them",
     NULL},
    {"kPack", TERN_OPTION_INT, "1", "How many instructions' depth of an operand lies together", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_tt_dialect, &tern_ttg_dialect, NULL};

const tern_pass_def_t tern_tritonamdgpu_accelerate_matmul_pass = {
    .flag = "tritonamdgpu-accelerate-matmul",
    .name = "TritonAMDGPUAccelerateMatmul",
    .anchor = "builtin.module",
    .summary = "Give products the encodings of AMD's matrix instructions",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
