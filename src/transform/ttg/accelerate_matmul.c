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
#include "transform/ttg/decompose/decompose.h"
#include "transform/ttg/decompose_scaled.h"
#include "transform/ttg/mma_choice.h"

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

// The order that a tensor should lie in memory in: that of a thread's registers, or of the threads, if a thread has but one
// element along their first dimension.
static void memory_order(const tern_type_t *type, size_t *out_order) {
  tern_layout_t layout = tern_ttg_type_layout(type);
  const tern_attr_t *linear = tern_ttg_linear_get(type->context, &layout);
  size_t rank = tern_type_rank(type), threads[MAX_RANK];
  bool is_taken[MAX_RANK] = {false}, moves = false;
  tern_ttg_order_of(linear, TERN_TTG_FIELD_REGISTER, out_order);
  // Dimensions that threads do not go along come behind, as registers have them.
  size_t count = 0;
  for (size_t i = 0; i < tern_ttg_count(linear, TERN_TTG_FIELD_LANE); ++i) {
    if (!tern_ttg_at(linear, TERN_TTG_FIELD_LANE, i) || is_taken[i % rank]) continue;
    is_taken[i % rank] = true;
    threads[count++] = i % rank;
  }
  for (size_t i = 0; i < rank; ++i) {
    if (!is_taken[out_order[i]]) threads[count++] = out_order[i];
  }
  for (size_t i = threads[0]; i < tern_ttg_count(linear, TERN_TTG_FIELD_REGISTER); i += rank)
    moves = moves || tern_ttg_at(linear, TERN_TTG_FIELD_REGISTER, i) != 0;
  for (size_t i = 0; i < rank && !moves; ++i) out_order[i] = threads[i];
}

// Memory as TMA fills it and wgmma reads it: the widest swizzle that a line is a multiple of.
static const tern_attr_t *memory_encoding(const tern_type_t *type, const size_t *order) {
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  int64_t part[MAX_RANK], lines = 1, bits = tern_type_bit_width(tern_type_element(type)), swizzle = 0;
  size_t rank = tern_type_rank(type);
  tern_ttg_part_shape(encoding, tern_type_dims(type), part);
  for (size_t i = 1; i < rank; ++i) lines *= part[order[i]];
  int64_t bytes = part[order[0]] * bits / 8;
  for (int64_t width = 32; width <= 128 && rank >= 2 && lines >= 8; width *= 2) {
    if (bytes >= width && bytes % width == 0) swizzle = width;
  }
  return tern_ttg_encoding_get(
      type->context, TERN_TTG_ATTR_NVMMA_SHARED,
      TERN_TTG_VALUES({TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH, (uint64_t)swizzle},
                      {TERN_TTG_FIELD_TRANSPOSED, order[0] == 0}, {TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, (uint64_t)bits},
                      {TERN_TTG_FIELD_CGA_LAYOUT, tern_ttg_cga_list(encoding)}, {TERN_TTG_FIELD_RANK, rank}));
}

// What is multiplied, in shared memory. Only numbers of 16 bits may lie there in either order.
static tern_value_t *share_operand(const tern_op_t *dot, tern_value_t *value, size_t index) {
  const tern_op_t *convert;
  while ((convert = tern_value_defined_by(value, TERN_TTG(CONVERT_LAYOUT)))) value = tern_op_operand(convert, 0);
  const tern_type_t *type = value->type, *element = tern_type_element(type);
  size_t order[MAX_RANK], wanted[] = {1 - index, index};
  memory_order(type, order);
  if (element->kind != TERN_TYPE_F16 && element->kind != TERN_TYPE_BF16 && order[0] != wanted[0]) {
    tern_emit_warning(
        dot->loc,
        "Warning: Forcing a different order [%zu, %zu] on SMEM than the register order for the operand %zu. "
        "Registers will be transposed before SMEM store and the pipelined load for this operand will be "
        "disabled, so poor performance is expected. Recommendation: consider transposing the operand in global "
        "memory to remove the need to transpose the tensor in registers.",
        wanted[0], wanted[1], index);
    order[0] = wanted[0];
    order[1] = wanted[1];
  }
  tern_op_t *op = tern_value_defining_op(value);
  tern_builder_t b =
      op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
  size_t rank = tern_type_rank(type);
  const tern_memdesc_t memory = {.element = element,
                                 .encoding = memory_encoding(type, order),
                                 .memory_space = tern_ttg_shared_memory_get(type->context),
                                 .rank = rank,
                                 .dims = tern_type_dims(type),
                                 .alloc_rank = rank,
                                 .alloc_dims = tern_type_dims(type)};
  return tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(tern_memdesc_get(&memory)));
}

// --- products ---

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

static bool is_f64(const tern_value_t *value) { return tern_type_element(value->type)->kind == TERN_TYPE_F64; }

static bool accelerate(tern_op_t *dot, tern_rewriter_t *rewriter, void *user) {
  int64_t capability = *(const int64_t *)user;
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
  int64_t version = tern_ttg_mma_version(dot, capability);
  if (!version) return false;
  const tern_attr_t *sums = tern_ttg_mma_encoding(dot, version, capability);
  tern_builder_t *b = &rewriter->builder;
  b->loc = tern_value_loc(c);
  c = tern_ttg_build_convert(b, c, sums);
  tern_value_t *made = version == 3 ? build_group_dot(dot, b, c, sums) : build_dot(dot, b, c, sums);
  tern_rewriter_replace(rewriter, dot, TERN_VALUES(tern_ttg_build_convert(b, made, encoding)));
  return true;
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
    {"dot_scaled", TERN_TT(DOT_SCALED), 1, tern_ttg_decompose_scaled},
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
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
  bool is_changed;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], &capability, &options,
                               &is_changed);
  tern_ttg_widen_dot_operands(module, capability);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_tt_dialect, &tern_ttg_dialect,
                                                 &tern_ttng_dialect, NULL};

const tern_pass_def_t tern_tritongpu_accelerate_matmul_pass = {
    .flag = "tritongpu-accelerate-matmul",
    .name = "TritonGPUAccelerateMatmul",
    .anchor = "builtin.module",
    .summary = "Give products the encodings of matrix instructions",
    .dialects = dialects,
    .run = run,
};
