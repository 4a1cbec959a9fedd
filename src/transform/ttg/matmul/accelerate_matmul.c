// --tritongpu-accelerate-matmul: products get the encodings of NVIDIA's matrix instructions (upstream's pass of the name).
//
//   %d = tt.dot %a, %b, %c : ... -> tensor<128x64xf32, #blocked>
//
// becomes, on processors with wgmma (9.x), a product of shared memory, of which the first operand may be in registers,
//
//   %x = ttg.local_alloc %a                                %s = ttng.warp_group_dot %x, %y, %z : ... -> tensor<128x64xf32, #mma>
//   %y = ttg.local_alloc %b                                %d = ttg.convert_layout %s
//
// and elsewhere, from 8.0 on, tt.dot of operands with encodings of mma.sync. On chips with tensor memory (10.x) sums lie there
// (tensor_memory_products.h). tt.dot_scaled stays on 12.0, which has mma.sync for it, and is multiplied out before on others. Without
// `blackwell` those do as older chips. Operands that the instruction has not, such as 8-bit floats before 8.9, are widened. Products that no
// instruction does keep their blocks, and so do those of processors before 8.0.

#include "analysis/triton/encoding_flow.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/decompose/decompose.h"
#include "transform/ttg/matmul/decompose_scaled.h"
#include "transform/ttg/matmul/mma_choice.h"
#include "transform/ttg/matmul/shared_operand.h"
#include "transform/ttg/matmul/tensor_memory_products.h"

enum { MAX_RANK = TERN_TTG_MAX_RANK };

// --- operands ---

static tern_value_t *convert_operand(tern_builder_t *b, tern_value_t *value, uint64_t index, int64_t bits,
                                     const tern_attr_t *sums) {
  uint64_t width = bits > 0 && bits < 32 ? (uint64_t)(32 / bits) : 1;
  b->loc = tern_value_loc(value);
  return tern_ttg_build_convert(
      b, value,
      tern_ttg_encoding_get(
          b->context, TERN_TTG_ATTR_DOT_OP,
          TERN_TTG_VALUES({TERN_TTG_FIELD_OP_IDX, index}, {TERN_TTG_FIELD_PARENT, (uint64_t)(uintptr_t)sums},
                          {TERN_TTG_FIELD_K_WIDTH, width})));
}

// --- products ---

// Only numbers of 16 bits may lie in either order.
static tern_value_t *share_operand(const tern_op_t *dot, tern_value_t *value, size_t index) {
  const tern_type_t *element = tern_type_element(value->type);
  return tern_ttg_share_operand(value, &(tern_ttg_shared_operand_t){.index = index,
                                                                    .has_any_order = element->kind == TERN_TYPE_F16 ||
                                                                                     element->kind == TERN_TYPE_BF16,
                                                                    .warned = dot});
}

static tern_value_t *build_group_dot(tern_op_t *dot, tern_builder_t *b, tern_value_t *c, const tern_attr_t *sums) {
  tern_value_t *x = tern_op_operand(dot, 0), *y = tern_op_operand(dot, 1);
  int64_t bits = tern_type_bit_width(tern_type_element(x->type));
  x = tern_ttg_is_loaded(x) ? share_operand(dot, x, 0) : convert_operand(b, x, 0, bits, sums);
  y = share_operand(dot, y, 1);
  b->loc = dot->loc;
  return tern_build_value(b, TERN_TTNG(WARP_GROUP_DOT), .operands = TERN_VALUES(x, y, c), .types = TERN_TYPES(c->type),
                          .attrs = TERN_ATTRS({"inputPrecision", tern_op_attr(dot, "inputPrecision")},
                                              {"maxNumImpreciseAcc", tern_op_attr(dot, "maxNumImpreciseAcc")}));
}

static tern_value_t *build_dot(tern_op_t *dot, tern_builder_t *b, tern_value_t *c, const tern_attr_t *sums) {
  tern_value_t *x = tern_op_operand(dot, 0), *y = tern_op_operand(dot, 1);
  int64_t x_bits = tern_ttg_loaded_bits(x), y_bits = tern_ttg_loaded_bits(y), bits = x_bits < y_bits ? x_bits : y_bits;
  x = convert_operand(b, x, 0, bits, sums);
  y = convert_operand(b, y, 1, bits, sums);
  b->loc = dot->loc;
  return tern_build_value(b, TERN_TT(DOT), .operands = TERN_VALUES(x, y, c), .types = TERN_TYPES(c->type),
                          .attrs = TERN_ATTRS({"inputPrecision", tern_op_attr(dot, "inputPrecision")},
                                              {"maxNumImpreciseAcc", tern_op_attr(dot, "maxNumImpreciseAcc")}));
}

typedef struct chip {
  int64_t capability;
  bool has_tensor_memory, has_scaled_products, prefers_rows_of_products;
} chip_t;

static bool is_f64(const tern_value_t *value) { return tern_type_element(value->type)->kind == TERN_TYPE_F64; }

static bool accelerate(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  const chip_t *chip = user;
  int64_t capability = chip->capability;
  tern_value_t *result = tern_op_result(dot, 0), *c = tern_op_operand(dot, 2);
  const tern_attr_t *encoding = tern_ttg_type_encoding(result->type);
  if (!encoding || tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) || tern_type_rank(result->type) > 3)
    return false;
  if (capability < 80) {
    tern_emit_remark(dot->loc,
                     "Dot op using MMA for compute capability %lld has been deprecated. It falls back to the FMA path.",
                     (long long)capability);
    return false;
  }
  // Others have units for f64 that are slower than fused multiply-adds.
  bool is_double = is_f64(tern_op_operand(dot, 0)) || is_f64(tern_op_operand(dot, 1)) || is_f64(result);
  if (is_double && capability != 80 && capability != 90) return false;
  int64_t version = tern_ttg_mma_version(dot, capability, chip->has_tensor_memory);
  if (!version) return false;
  if (version == 5) return tern_ttg_multiply_in_tensor_memory(dot, rewriter, chip->prefers_rows_of_products);
  const tern_attr_t *sums = tern_ttg_mma_encoding(dot, version, capability);
  tern_builder_t *b = &rewriter->builder;
  b->loc = tern_value_loc(c);
  c = tern_ttg_build_convert(b, c, sums);
  tern_value_t *made = version == 3 ? build_group_dot(dot, b, c, sums) : build_dot(dot, b, c, sums);
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(tern_ttg_build_convert(b, made, encoding)));
  return true;
}

// --- products of scaled operands that stay as they are ---

static bool is_fp4(const tern_op_t *dot, const char *type) {
  return tern_enum_attr_value(tern_op_attr(dot, type)) == TERN_TT_E2M1;
}

// Pairs of 4 bits lie along the depth, as instructions have them.
static bool is_packed_along_depth(const tern_op_t *dot) {
  const tern_attr_t *x = tern_op_attr(dot, "lhs_k_pack"), *y = tern_op_attr(dot, "rhs_k_pack");
  return (!x || tern_integer_attr_value(x)) && (!y || tern_integer_attr_value(y));
}

static bool is_narrow(const tern_op_t *dot, const char *type) {
  int64_t format = tern_enum_attr_value(tern_op_attr(dot, type));
  return format == TERN_TT_E2M1 || format == TERN_TT_E4M3 || format == TERN_TT_E5M2;
}

// Is there an mma.sync for it: of 8 bits or of 4, both with scales of one type?
static bool is_multiplied_with_scales(const tern_op_t *dot) {
  const tern_value_t *x = tern_op_operand_named(dot, "a_scale"), *y = tern_op_operand_named(dot, "b_scale");
  if (!x || !y || tern_ttg_lookup_num_ctas(dot) != 1 || tern_type_rank(dot->results[0].type) != 2 ||
      tern_type_element(x->type) != tern_type_element(y->type))
    return false;
  return tern_attr_is_ttg(tern_ttg_value_encoding(x), TERN_TTG_ATTR_BLOCKED) &&
         tern_attr_is_ttg(tern_ttg_value_encoding(y), TERN_TTG_ATTR_BLOCKED) && is_narrow(dot, "a_elem_type") &&
         is_narrow(dot, "b_elem_type") && is_fp4(dot, "a_elem_type") == is_fp4(dot, "b_elem_type") &&
         (!is_fp4(dot, "a_elem_type") || is_packed_along_depth(dot));
}

// A thread has all scales of its rows; groups of four threads have a row, and those of the first operand another eight rows on for every
// other thread of a group.
static const tern_attr_t *scale_encoding(const tern_value_t *scale, size_t index, const tern_attr_t *sums) {
  static const uint64_t lanes[2][5] = {{8, 0, 1, 2, 4}, {0, 0, 1, 2, 4}};
  const int64_t *shape = tern_type_dims(scale->type);
  int64_t rows = tern_ttg_at(sums, TERN_TTG_FIELD_WARPS_PER_CTA, index);
  int64_t others = tern_ttg_at(sums, TERN_TTG_FIELD_WARPS_PER_CTA, 1 - index);
  tern_layout_t layout = tern_layout_identity_1d(shape[1], TERN_LAYOUT_REGISTER, "dim1");
  tern_layout_t lane = tern_layout_identity_1d(1 << 5, TERN_LAYOUT_LANE, "dim0");
  lane.outs.values[0].bits = index ? 3 : 4;  // an instruction has 16 rows and 8 columns
  for (size_t bit = 0; bit < 5; ++bit) lane.bases[bit] = lanes[index][bit];
  tern_layout_t down = tern_layout_identity_1d(rows, TERN_LAYOUT_WARP, "dim0");
  tern_layout_t across = tern_layout_zeros_1d(others, TERN_LAYOUT_WARP, "dim1", 1);
  layout = tern_layout_product(&layout, &lane);
  layout = tern_layout_product(&layout, index ? &down : &across);
  layout = tern_layout_product(&layout, index ? &across : &down);
  tern_layout_t cga = tern_ttg_cga_layout(tern_ttg_value_encoding(scale));
  layout = tern_ttg_fit(&layout, &cga, shape);
  return layout.error ? NULL : tern_ttg_linear_get(scale->type->context, &layout);
}

static bool keep_scaled(tern_op_t *dot, tern_rewriter_t *rewriter, int64_t capability) {
  const tern_attr_t *encoding = tern_ttg_value_encoding(&dot->results[0]);
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_BLOCKED) || !is_multiplied_with_scales(dot)) return false;
  const tern_attr_t *sums = tern_ttg_mma_encoding(dot, 2, capability), *scales[2];
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *operands[5] = {tern_op_operand_named(dot, "a"), tern_op_operand_named(dot, "b"),
                               tern_op_operand_named(dot, "c"), tern_op_operand_named(dot, "a_scale"),
                               tern_op_operand_named(dot, "b_scale")};
  for (size_t i = 0; i < 2; ++i) {
    scales[i] = scale_encoding(operands[3 + i], i, sums);
    if (!scales[i]) return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    operands[i] = convert_operand(b, operands[i], i, tern_type_bit_width(tern_type_element(operands[i]->type)), sums);
    operands[3 + i] = tern_ttg_build_convert(b, operands[3 + i], scales[i]);
  }
  operands[2] = tern_ttg_build_convert(b, operands[2], sums);
  b->loc = dot->loc;
  tern_value_t *made =
      tern_build_value(b, TERN_TT(DOT_SCALED), .operands = {operands, 5}, .types = TERN_TYPES(operands[2]->type),
                       .dictionary = tern_op_attr_dictionary(dot), .segments = (const int32_t[]){1, 1, 1, 1, 1});
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(tern_ttg_build_convert(b, made, encoding)));
  return true;
}

static bool accelerate_scaled(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  const chip_t *chip = user;
  if (chip->has_tensor_memory && tern_ttg_fits_tensor_memory_scaled(dot))
    return tern_ttg_multiply_in_tensor_memory(dot, rewriter, chip->prefers_rows_of_products);
  if (chip->has_scaled_products && keep_scaled(dot, rewriter, chip->capability)) return true;
  return tern_ttg_decompose_scaled(dot, rewriter, NULL);
}

// --- scales ---

static bool has_scale_of_second_only(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT_SCALED)) && !tern_op_operand_named(op, "a_scale") &&
         tern_op_operand_named(op, "b_scale");
}

static tern_value_t *turn(tern_builder_t *b, tern_value_t *value) {
  static const int32_t order[] = {1, 0};
  const char *error;
  const tern_attr_t *list = tern_dense_i32_array_attr_get(b->context, order, 2);
  const int64_t *dims = tern_type_dims(value->type);
  const tern_attr_t *encoding = tern_ttg_infer_trans(tern_ttg_value_encoding(value), dims, list, &error);
  const tern_type_t *type =
      tern_tensor_type_get(tern_type_element(value->type), (const int64_t[]){dims[1], dims[0]}, 2, encoding);
  return tern_build_value(b, TERN_TT(TRANS), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"order", list}));
}

// (A B)^T = B^T A^T: the operand with scales comes first, which may stay in registers.
static void swap_operands(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *x = turn(&b, tern_op_operand_named(op, "a")), *y = turn(&b, tern_op_operand_named(op, "b"));
  tern_value_t *c = turn(&b, tern_op_operand_named(op, "c"));
  const int32_t segments[] = {1, 1, 1, 1, 0};
  tern_value_t *made =
      tern_build_value(&b, TERN_TT(DOT_SCALED), .operands = TERN_VALUES(y, x, c, tern_op_operand_named(op, "b_scale")),
                       .types = TERN_TYPES(c->type), .segments = segments,
                       .attrs = TERN_ATTRS({"a_elem_type", tern_op_attr(op, "b_elem_type")},
                                           {"b_elem_type", tern_op_attr(op, "a_elem_type")},
                                           {"fastMath", tern_op_attr(op, "fastMath")}));
  tern_value_replace_all_uses(tern_op_result(op, 0), turn(&b, made));
  tern_op_destroy(op);
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"dot", TERN_TT(DOT), 1, accelerate},
    {"dot_scaled", TERN_TT(DOT_SCALED), 1, accelerate_scaled},
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  int64_t capability;
  if (!tern_ttg_cuda_capability(module, &capability)) {
    tern_op_error(module, "has no 'ttg.target' of the form \"cuda:N\"");
    tern_emit_note(module->loc, "N is the compute capability, such as 90; --convert-triton-to-tritongpu sets it");
    return false;
  }
  tern_op_list_t scaled = tern_op_collect(module, TERN_POSTORDER, has_scale_of_second_only);
  for (size_t i = 0; i < scaled.count; ++i) swap_operands(scaled.values[i]);
  tern_vec_deinitialize(&scaled);
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  bool is_blackwell = tern_pass_bool(pass, "blackwell");
  chip_t chip = {.capability = capability,
                 .has_tensor_memory = is_blackwell && capability >= 100 && capability < 110,
                 .has_scaled_products = is_blackwell && capability == 120,
                 .prefers_rows_of_products = tern_pass_bool(pass, "prefer-16x256")};
  bool is_changed;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], &chip, &options, &is_changed);
  tern_ttg_widen_dot_operands(module, capability, false);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_tt_dialect, &tern_ttg_dialect,
                                                 &tern_ttng_dialect, NULL};

static const tern_option_def_t pass_options[] = {
    {.name = "blackwell",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Use what only Blackwell has: sums in tensor memory (10.x), products of scaled operands (12.0)"},
    {.name = "prefer-16x256",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Read tensor memory as mma.sync deals its sums to lanes, and not a row a lane"},
};

const tern_pass_def_t tern_tritongpu_accelerate_matmul_pass = {
    .flag = "tritongpu-accelerate-matmul",
    .name = "TritonGPUAccelerateMatmul",
    .anchor = "builtin.module",
    .summary = "Give products the encodings of matrix instructions",
    .options = pass_options,
    .option_count = sizeof pass_options / sizeof pass_options[0],
    .dialects = dialects,
    .run = run,
};
