// --tritongpu-accelerate-matmul: products get the encodings of NVIDIA's matrix instructions (upstream's pass of the name).
//
//   %d = tt.dot %a, %b, %c : ... -> tensor<128x64xf32, #blocked>
//
// becomes, on processors with wgmma (9.x), a product of shared memory, of which the first operand may be in registers,
//
//   %x = ttg.local_alloc %a                                %s = ttng.warp_group_dot %x, %y, %z : ... -> tensor<128x64xf32, #mma>
//   %y = ttg.local_alloc %b                                %d = ttg.convert_layout %s
//
// and elsewhere, from 8.0 on, tt.dot of operands with encodings of mma.sync. tt.dot_scaled is multiplied out before. Operands that the
// instruction has not, such as 8-bit floats before 8.9, are widened. Products that no instruction does keep their blocks, and so
// do those of processors before 8.0. Tensor memory (tcgen05) is not used: processors that have it do mma.sync as well.

#include "analysis/triton/encoding_flow.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
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
  bool has_tensor_memory, prefers_rows_of_products;
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

static bool accelerate_scaled(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  const chip_t *chip = user;
  if (chip->has_tensor_memory && tern_ttg_fits_tensor_memory_scaled(dot))
    return tern_ttg_multiply_in_tensor_memory(dot, rewriter, chip->prefers_rows_of_products);
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

// --- operands that no instruction has ---

static tern_value_t *widen(tern_builder_t *b, tern_value_t *value, const tern_type_t *element) {
  const tern_type_t *from = tern_type_element(value->type);
  bool is_fp8 = tern_type_is_float(from) && tern_type_bit_width(from) == 8;
  const tern_op_row_t *row = is_fp8                       ? TERN_TT(FP_TO_FP)
                             : tern_type_is_integer(from) ? TERN_ARITH(EXTSI)
                                                          : TERN_ARITH(EXTF);
  return tern_build_value(b, row, .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_type_with_element(value->type, element)));
}

// The type that both operands have to be widened to; NULL: they may stay.
static const tern_type_t *widened_type(const tern_op_t *dot, int64_t capability) {
  const tern_type_t *type = dot->results[0].type, *element = tern_type_element(tern_op_operand(dot, 0)->type);
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  if (!tern_ttg_is_encoding(encoding)) return NULL;
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA))
    return element == tern_type_element(type) ? NULL : tern_type_element(type);
  bool is_fp8 = element->kind == TERN_TYPE_F8E5M2 || element->kind == TERN_TYPE_F8E4M3FN;
  bool has_fp8 = capability == 89 || capability == 120 || tern_ttg_number(encoding, TERN_TTG_FIELD_VERSION_MAJOR) == 3;
  return is_fp8 && !has_fp8 ? tern_float_type_get(type->context, TERN_TYPE_F16) : NULL;
}

static void widen_operands(tern_op_t *module, int64_t capability) {
  tern_op_list_t dots = tern_op_collect_row(module, TERN_POSTORDER, TERN_TT(DOT));
  for (size_t i = 0; i < dots.count; ++i) {
    tern_op_t *dot = dots.values[i];
    const tern_type_t *element = widened_type(dot, capability);
    if (!element) continue;
    tern_builder_t b = tern_builder_before(dot);
    tern_value_t *x = widen(&b, tern_op_operand(dot, 0), element), *y = widen(&b, tern_op_operand(dot, 1), element);
    tern_op_set_operand(dot, 0, x);
    tern_op_set_operand(dot, 1, y);
  }
  tern_vec_deinitialize(&dots);
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
  chip_t chip = {.capability = capability,
                 .has_tensor_memory = capability >= 100 && capability < 110 && tern_pass_bool(pass, "tensor-memory"),
                 .prefers_rows_of_products = tern_pass_bool(pass, "prefer-16x256")};
  bool is_changed;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], &chip, &options, &is_changed);
  widen_operands(module, capability);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_tt_dialect, &tern_ttg_dialect,
                                                 &tern_ttng_dialect, NULL};

static const tern_option_def_t pass_options[] = {
    {.name = "tensor-memory",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "Sums of products lie in tensor memory where the chip has it"},
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
