// --iree-linalg-ext-decompose-ops: ops on tensors whose elements can be computed one by one, but that no generic op says in one
// piece, become generic ops.
//
//   %r = linalg.softmax dimension(1)       %m = linalg.generic ... maxnumf along the dimension
//          ins(%x) outs(%y)          ->    %e = linalg.generic ... exp(x - m)
//                                          %s = linalg.generic ... addf along the dimension
//                                          %r = linalg.generic ... e / s
//
// Source: IREE's decompositions of its ops (DecomposeAttention, DecomposeWinograd, ConvertToLoops), and upstream's of pack,
// unpack and softmax. This runs before fusion, so that what is made here is fused like anything else.

#include "convert/decompose/decompose.h"

#include <stdlib.h>

#include "analysis/gpu/attention_config.h"
#include "dialect/affine/affine.h"
#include "dialect/arith/arith.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool decompose_custom_op(tern_decompose_t *d);

static const struct {
  const tern_op_row_t *row;
  tern_decompose_fn_t decompose;
} lowerings[] = {
    {TERN_LINALG(SOFTMAX), tern_decompose_softmax},
    {TERN_LINALG(PACK), tern_decompose_pack},
    {TERN_LINALG(UNPACK), tern_decompose_unpack},
    {TERN_TENSOR(GATHER), tern_decompose_tensor_gather},
    {TERN_FLOW(TENSOR_BITCAST), tern_decompose_sub_byte_bitcast},
    {TERN_ARITH(SCALING_EXTF), tern_decompose_scaling_extf},
    {TERN_ARITH(SCALING_TRUNCF), tern_decompose_scaling_truncf},
    {TERN_IREE_LINALG_EXT(ATTENTION), tern_decompose_attention},
    {TERN_IREE_LINALG_EXT(ONLINE_ATTENTION), tern_decompose_attention},
    {TERN_IREE_LINALG_EXT(GATHER), tern_decompose_gather},
    {TERN_IREE_LINALG_EXT(MAP_LOAD), tern_decompose_map_load},
    {TERN_IREE_LINALG_EXT(ARG_COMPARE), tern_decompose_arg_compare},
    {TERN_IREE_LINALG_EXT(GROUP_MATMUL), tern_decompose_group_matmul},
    {TERN_IREE_LINALG_EXT(REVERSE), tern_decompose_reverse},
    {TERN_IREE_LINALG_EXT(CUSTOM_OP), decompose_custom_op},
    {TERN_IREE_LINALG_EXT(WINOGRAD_INPUT_TRANSFORM), tern_decompose_winograd},
    {TERN_IREE_LINALG_EXT(WINOGRAD_FILTER_TRANSFORM), tern_decompose_winograd},
    {TERN_IREE_LINALG_EXT(WINOGRAD_OUTPUT_TRANSFORM), tern_decompose_winograd},
};

static tern_decompose_fn_t lowering_of(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(lowerings) / sizeof(lowerings[0]); ++i) {
    if (op->def->row == lowerings[i].row) return lowerings[i].decompose;
  }
  return NULL;
}

// --- what lowerings share ---

tern_value_t *tern_decompose_generic(tern_builder_t *b, tern_values_t inputs, tern_value_t *output,
                                     const tern_affine_map_t *const *maps, const tern_iterator_t *iterators,
                                     tern_linalg_body_fn_t fill, void *user) {
  return tern_op_result(tern_linalg_build_generic(b, TERN_TYPES(output->type), inputs, TERN_VALUES(output), maps,
                                                  iterators, maps[0]->dim_count, fill, user),
                        0);
}

tern_value_t *tern_decompose_number(tern_builder_t *b, tern_value_t *x, const tern_type_t *type) {
  if (x->type == type) return x;
  const tern_op_row_t *row;
  if (tern_type_is_index(x->type) || tern_type_is_index(type)) {
    row = TERN_ARITH(INDEX_CAST);
  } else if (tern_type_is_integer(x->type)) {
    row = tern_integer_type_width(x->type) < tern_integer_type_width(type) ? TERN_ARITH(EXTSI) : TERN_ARITH(TRUNCI);
  } else {
    size_t from = tern_type_bit_width(x->type), to = tern_type_bit_width(type);
    row = from < to ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF);
    if (from == to) {  // f16 and bf16, floats of 8 bits
      x = tern_decompose_number(b, x, tern_float_type_get(b->context, TERN_TYPE_F32));
      row = TERN_ARITH(TRUNCF);
    }
  }
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

tern_value_t *tern_decompose_binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

// The ops of its body, on the tensors themselves.
static bool decompose_custom_op(tern_decompose_t *d) {
  tern_value_t **args = tern_malloc((d->op->operand_count + 1) * sizeof(*args));
  const tern_block_t *body = d->op->regions[0].first_block;
  for (size_t i = 0; i < d->op->operand_count; ++i) {
    args[i] = tern_op_operand(d->op, i);
    if (tern_type_is_shaped(args[i]->type)) args[i] = tern_build_tensor_cast(d->b, args[i], body->args[i]->type);
  }
  tern_builder_clone_body(d->b, d->op->regions[0].first_block, args, d->results);
  free(args);
  return true;
}

// --- the pass ---

static bool has_lowering(const tern_op_t *op) { return lowering_of(op); }

static bool is_on_buffers(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type->kind == TERN_TYPE_MEMREF) return true;
  }
  return false;
}

static bool has_too_many_dims(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (tern_type_is_shaped(type) && (!tern_type_is_ranked(type) || tern_type_rank(type) + 2 > TERN_HLO_MAX_LOOPS))
      return true;
  }
  return false;
}

// Can the op be a dispatch of its own? Beside other ops its result would be a temporary.
static bool is_for_dispatch(const tern_op_t *op, const tern_machine_t *gpu) {
  tern_attention_loops_t loops;
  tern_gpu_attention_config_t config;
  bool has_kernel =
      gpu ? tern_gpu_choose_attention(op, gpu, &config) : tern_linalg_ext_find_attention_loops(op, &loops);
  return has_kernel && !tern_op_parent_of(op, TERN_FLOW(DISPATCH_REGION)) &&
         !tern_op_parent_of(op, TERN_FLOW(DISPATCH_WORKGROUPS)) && !tern_op_parent_of(op, TERN_FLOW(EXECUTABLE));
}

// Whether attention is kept that is a dispatch of its own; by the kernel for a GPU, or if that is NULL by loops for processors.
typedef struct keeping {
  bool keeps_attention;
  const tern_machine_t *gpu;
} keeping_t;

static bool decompose(tern_op_t *op, const keeping_t *keeping) {
  bool is_kept = keeping->keeps_attention && is_for_dispatch(op, keeping->gpu);
  if (is_on_buffers(op) || has_too_many_dims(op) || is_kept) return true;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t **results = tern_malloc((op->result_count + 1) * sizeof(*results));
  tern_decompose_t d = {.b = &b, .op = op, .results = results};
  if (lowering_of(op)(&d)) {
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_t *result = results[i];
      if (tern_type_is_shaped(result->type)) result = tern_build_tensor_cast(&b, result, op->results[i].type);
      tern_value_replace_all_uses(tern_op_result(op, i), result);
    }
    tern_op_destroy(op);
  }
  free(results);
  return !d.is_wrong;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  bool is_right = true;
  tern_str_t chip = tern_pass_string(pass, "chip");
  const keeping_t keeping = {tern_pass_bool(pass, "keep-attention"), chip.size ? tern_machine_find_cuda(chip) : NULL};
  // Ops in the body of another come after it: the body may become part of what is around.
  for (bool is_custom = true; is_right && is_custom;) {
    tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, has_lowering);
    is_custom = false;
    for (size_t i = 0; i < ops.count && !is_custom; ++i) {
      is_custom = tern_op_is(ops.values[i], TERN_IREE_LINALG_EXT(CUSTOM_OP));
      is_right &= decompose(ops.values[i], &keeping);
    }
    tern_vec_deinitialize(&ops);
  }
  return is_right;
}

static const tern_option_def_t options[] = {
    {"keep-attention", TERN_OPTION_BOOL, "false",
     "Keep the attention that --iree-linalg-ext-tile-attention takes, or with a chip "
     "--iree-linalg-ext-convert-attention-to-triton",
     NULL},
    {"chip", TERN_OPTION_STRING, NULL, "The GPU of NVIDIA's that attention is kept for, such as sm_90a", NULL},
};

const tern_pass_def_t tern_iree_linalg_ext_decompose_ops_pass = {
    .flag = "iree-linalg-ext-decompose-ops",
    .name = "DecomposeOpsPass",
    .summary = "Decompose ops on tensors into generic ones",
    .description =
        "linalg.softmax, pack and unpack, tensor.gather, conversions with block scales, bit casts of elements below a "
        "byte and the ops of iree_linalg_ext whose elements do not depend on each other become linalg.generic.",
    .dialects = (const tern_dialect_t *const[]){&tern_affine_dialect, &tern_arith_dialect, &tern_linalg_dialect,
                                                &tern_math_dialect, &tern_tensor_dialect, NULL},
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
