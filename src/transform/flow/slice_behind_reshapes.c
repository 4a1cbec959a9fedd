// --iree-flow-slice-behind-reshapes: parts of a tensor whose dimensions are split are parts of the tensor with these dimensions split.
//
//   %q = tensor.extract_slice %qkv[0, 0, 768] [8, 512, 768] ...       %e = tensor.expand_shape %qkv [[0], [1], [2, 3]] : 36 x 64
//   %h = tensor.expand_shape %q [[0], [1], [2, 3]] : 12 x 64     ->   %h = tensor.extract_slice %e[0, 0, 12, 0] [8, 512, 12, 64] ...
//   iree_linalg_ext.attention ins(%h, ...)                            iree_linalg_ext.attention ins(%h, ...)
//
// Queries, keys and values that one product makes are such parts. A dispatch reads a part in place, but not a reshape of one: each of the
// three was copied. This is ours, for what the kernel for attention on NVIDIA's GPUs reads (option `chip`), which has strides for all
// dimensions; other dispatches want their operands in one piece.

#include "analysis/gpu/attention_config.h"
#include "dialect/common/dynamic_index_list.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { MAX_RANK = 16 };

// The slice of the reshape of what a slice was taken of.
typedef struct plan {
  tern_value_t *source;
  const tern_attr_t *groups;
  int64_t dims[MAX_RANK];  // of the source, reshaped
  tern_slice_t slice;
} plan_t;

// Dimension `group` of the slice becomes those of the group: only the first of them is cut.
static bool split(const tern_op_t *expand, const tern_slice_t *old, size_t group, plan_t *plan) {
  const tern_type_t *type = expand->results[0].type;
  const tern_attr_t *members = tern_array_attr_at(plan->groups, group);
  size_t count = tern_array_attr_count(members);
  int64_t offset, size, stride, inner = 1, whole = tern_type_dim(plan->source->type, group);
  bool is_known = tern_mixed_constant(old->offsets[group], &offset) && tern_mixed_constant(old->sizes[group], &size) &&
                  tern_mixed_constant(old->strides[group], &stride);
  if (!is_known || stride != 1 || whole == TERN_DYNAMIC) return false;
  for (size_t i = 1; i < count; ++i)
    inner *= tern_type_dim(type, (size_t)tern_integer_attr_value(tern_array_attr_at(members, i)));
  if (inner <= 0 || whole % inner != 0 || offset % inner != 0) return false;
  for (size_t i = 0; i < count; ++i) {
    size_t d = plan->slice.count++;
    int64_t extent = tern_type_dim(type, d);
    plan->dims[d] = i == 0 ? whole / inner : extent;
    plan->slice.offsets[d] = tern_mixed_static(i == 0 ? offset / inner : 0);
    plan->slice.sizes[d] = tern_mixed_static(extent);
    plan->slice.strides[d] = tern_mixed_static(1);
  }
  return true;
}

static bool match(const tern_value_t *value, plan_t *plan) {
  const tern_op_t *expand = tern_value_defining_op(value);
  if (!expand || !tern_op_is(expand, TERN_TENSOR(EXPAND_SHAPE)) || tern_type_rank(value->type) > MAX_RANK) return false;
  const tern_op_t *part = tern_value_defining_op(tern_op_operand(expand, 0));
  tern_slice_t old;
  if (!part || !tern_op_is(part, TERN_TENSOR(EXTRACT_SLICE)) || !tern_slice_read(part, &old)) return false;
  *plan = (plan_t){.source = tern_op_operand(part, 0), .groups = tern_op_attr(expand, "reassociation")};
  if (tern_array_attr_count(plan->groups) != old.count || tern_type_rank(part->results[0].type) != old.count)
    return false;
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
    if (tern_type_dim(value->type, d) == TERN_DYNAMIC) return false;
  }
  for (size_t g = 0; g < old.count; ++g) {
    if (!split(expand, &old, g, plan)) return false;
  }
  return true;
}

static tern_value_t *build(tern_builder_t *b, const tern_type_t *type, const plan_t *plan) {
  const tern_type_t *whole = tern_tensor_type_get(tern_type_element(type), plan->dims, plan->slice.count, NULL);
  tern_value_t *expanded = tern_build_value(
      b, TERN_TENSOR(EXPAND_SHAPE), .operands = TERN_VALUES(plan->source), .types = TERN_TYPES(whole),
      .attrs = TERN_ATTRS(
          {"reassociation", plan->groups},
          {"static_output_shape", tern_dense_i64_array_attr_get(b->context, plan->dims, plan->slice.count)}));
  return tern_op_result(tern_slice_build(b, TERN_TENSOR(EXTRACT_SLICE), type, TERN_VALUES(expanded), &plan->slice), 0);
}

static bool is_attention(const tern_op_t *op) {
  return tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION)) && !tern_is_in_dispatch(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_str_t chip = tern_pass_string(pass, "chip");
  const tern_machine_t *gpu = chip.size ? tern_machine_find_cuda(chip) : NULL;
  if (!gpu) return true;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_attention);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    tern_gpu_attention_config_t config;
    bool is_kernel = tern_gpu_choose_attention(op, gpu, &config);
    for (size_t k = 0; is_kernel && k < tern_linalg_ext_input_count(op); ++k) {
      plan_t plan;
      tern_value_t *input = tern_linalg_ext_input(op, k);
      if (!match(input, &plan)) continue;
      tern_builder_t b = tern_builder_before(op);
      tern_op_set_operand(op, k, build(&b, input->type, &plan));
      tern_pass_count(pass, 0, 1);
    }
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"chip", TERN_OPTION_STRING, NULL, "The GPU of NVIDIA's that attention is for, such as sm_90a; left out: none",
     NULL},
};

const tern_pass_def_t tern_slice_behind_reshapes_pass = {
    .flag = "iree-flow-slice-behind-reshapes",
    .name = "SliceBehindReshapesPass",
    .summary = "Let attention read parts of tensors in place whose dimensions are split",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_tensor_dialect, NULL},
    .statistics = (const char *const[]){"num-moved - slices that are taken behind a reshape", NULL},
    .run = run,
};
