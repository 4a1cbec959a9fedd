// --iree-dispatch-creation-form-dispatch-regions: decides which ops run as one dispatch.
//
//   %0 = linalg.matmul ...                     %0 = flow.dispatch.region -> (tensor<..>) {
//   %1 = linalg.generic ins(%0, %bias) ..  ->    %1 = linalg.matmul ...
//                                                %2 = linalg.generic ins(%1, %bias) ...
//                                                flow.return %2
//                                              }
//
// Source: IREE's pass of that name. A root is an op that does more than move or combine elements one by one: a contraction,
// a convolution, a reduction, an op of iree_linalg_ext. An element-wise op that is the only user of a root's result, and runs
// over the same elements, follows it: the elements are still in registers then. What is inserted into a larger tensor
// is written there at once. Reductions and element-wise ops that work on the same rows, such as those of a softmax, are one
// dispatch (transform/dispatch_creation/row_group.h). All other ops are dispatches of their own;
// --iree-dispatch-creation-elementwise-op-fusion has merged element-wise ones before. Why a group ends where it does is told
// by the pass in an attribute `iree.fusion_boundary` on the region, for `tern-compile --explain`.
//
// Options, as IREE had them in 2023: with fuse-multi-use the follower need not be the only user, and what the others need leaves
// the dispatch too; fuse-pad-with-consumers takes the tensor.pad that only a root reads into the root's dispatch, and
// fuse-pad-with-producers that of its result; generate-workload-region hands the extents of the root's loops to a region that
// says how many workgroups there are.
//
// Others, of ours: `machine` is what the cost model of fusion weighs rows for; with fuse-other-types what follows a contraction, or
// a convolution that sums over channels, may have elements of another type, such as a conversion of its accumulators to fewer
// bits. The accumulators are then a temporary of the dispatch, which code generation must know how to keep in registers.

#include "analysis/reify_dims.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/dispatch_creation/row_group.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

typedef struct options {
  bool fuses_multi_use, fuses_pad_with_consumers, fuses_pad_with_producers, generates_workload, fuses_other_types;
  int64_t longest_row;
  const tern_fusion_rates_t *rates;
} options_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_FLOW(DISPATCH_REGION)) || tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS)) ||
      tern_op_is(op, TERN_FLOW(EXECUTABLE))) {
    return TERN_WALK_SKIP;
  }
  if (!tern_is_dispatchable(op)) return TERN_WALK_ADVANCE;
  tern_vec_push((tern_op_list_t *)user, op);
  return TERN_WALK_SKIP;
}

// The user of the op's only result, if there is one user in the same block.
static tern_op_t *only_user(const tern_op_t *op, const char **out_reason) {
  const tern_op_t *user = NULL;
  *out_reason = "its result has no user";
  if (op->result_count != 1) return *out_reason = "it has several results", NULL;
  tern_value_for_each_use(&op->results[0], use) {
    if (user && user != use->owner) return *out_reason = "its result has several users", NULL;
    user = use->owner;
  }
  if (!user) return NULL;
  *out_reason =
      tern_op_has_trait(user, TERN_TRAIT_TERMINATOR) ? "its result leaves the block" : "its user is in another block";
  if (tern_op_has_trait(user, TERN_TRAIT_TERMINATOR)) return NULL;
  return user->block == op->block ? (tern_op_t *)user : NULL;
}

static bool has_same_shape(const tern_type_t *a, const tern_type_t *b) {
  size_t rank = tern_type_rank(a);
  if (rank != tern_type_rank(b)) return false;
  for (size_t d = 0; d < rank; ++d) {
    if (tern_type_dims(a)[d] != tern_type_dims(b)[d]) return false;
  }
  return true;
}

// Convolutions that are products of matrices: each feature of the result has its own products with all channels.
static bool is_convolution(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_LINALG(CONV_1D_NWC_WCF),     TERN_LINALG(CONV_1D_NCW_FCW),     TERN_LINALG(CONV_2D_NHWC_HWCF),
      TERN_LINALG(CONV_2D_NHWC_FHWC),   TERN_LINALG(CONV_2D_NCHW_FCHW),   TERN_LINALG(CONV_2D_NGCHW_FGCHW),
      TERN_LINALG(CONV_2D_NGCHW_GFCHW), TERN_LINALG(CONV_2D_NHWGC_GFHWC), TERN_LINALG(CONV_3D_NDHWC_DHWCF),
      TERN_LINALG(CONV_3D_NCDHW_FCDHW),
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// May what follows have elements of another type: sums of products in f16 are kept in f32 until they are all there.
static bool allows_other_type(const tern_op_t *op, const options_t *o) {
  tern_contraction_t contraction;
  if (!o->fuses_other_types || !tern_is_linalg(op)) return false;
  return is_convolution(op) || tern_linalg_match_contraction(op, &contraction);
}

// Does `consumer` use the elements of `value` where it makes its own: one for one, in place? Elements of another type
// have no place in common.
static bool runs_over_elements_of(const tern_op_t *consumer, const tern_value_t *value, bool allows_other_type) {
  if (!tern_op_is(consumer, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(consumer) ||
      !tern_linalg_is_all_parallel(consumer) || consumer->result_count != 1 || tern_linalg_reads_output(consumer, 0)) {
    return false;
  }
  bool is_right = consumer->results[0].type == value->type ||
                  (allows_other_type && has_same_shape(consumer->results[0].type, value->type));
  if (!is_right) return false;
  const tern_affine_map_t *out = tern_linalg_output_map(consumer, 0);
  bool is_read = false;
  for (size_t i = 0; i < consumer->operand_count; ++i) {
    if (tern_op_operand(consumer, i) != value) continue;
    if (i >= tern_linalg_input_count(consumer) || tern_linalg_indexing_map(consumer, i) != out) return false;
    is_read = true;
  }
  return is_read && tern_affine_map_is_permutation(out);
}

static bool is_insertion_of(const tern_op_t *op, const tern_value_t *value) {
  return tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) && tern_op_operand(op, 0) == value &&
         tern_op_operand(op, 1) != value;
}

static bool is_root(const tern_op_t *op) {
  if (!tern_is_linalg(op))
    return !tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) && !tern_op_is(op, TERN_TENSOR(INSERT_SLICE));
  return !tern_linalg_is_all_parallel(op);
}

// The first user of the block, where several are allowed, that goes on with the elements.
static tern_op_t *first_follower(const tern_op_list_t *group) {
  const tern_op_t *last = group->values[group->count - 1];
  tern_op_t *first = NULL;
  if (last->result_count != 1) return NULL;
  tern_value_for_each_use(&last->results[0], use) {
    tern_op_t *user = use->owner;
    if (user->block != last->block || !runs_over_elements_of(user, &last->results[0], false)) continue;
    if (!first || tern_op_is_before(user, first)) first = user;
  }
  return first;
}

// Puts the user behind the group if nothing in between needs what the group computes.
static bool append_multi_use(tern_op_list_t *group) {
  tern_op_t *user = is_root(group->values[0]) ? first_follower(group) : NULL;
  if (!user || tern_is_in_dispatch(user)) return false;
  tern_vec_push(group, user);
  if (tern_dispatch_region_can_wrap(group->values, group->count)) return true;
  --group->count;
  return false;
}

// Are elements of the group's last op of another type than those of its first? The latter would need memory for all of them if the
// former were not stored one for one.
static bool has_other_type(const tern_op_list_t *group) {
  const tern_type_t *first = group->values[0]->results[0].type;
  return tern_type_element(first) != tern_type_element(group->values[group->count - 1]->results[0].type);
}

// Appends what follows the last op of the group. Returns why the group ends there.
static const char *grow(tern_op_list_t *group, const options_t *o) {
  for (;;) {
    const tern_op_t *last = group->values[group->count - 1];
    const char *reason;
    tern_op_t *user = only_user(last, &reason);
    if (!user) {
      if (o->fuses_multi_use && append_multi_use(group)) continue;
      return reason;
    }
    const tern_value_t *result = &last->results[0];
    if (is_insertion_of(user, result) && (tern_is_linalg(last) || tern_op_is(last, TERN_TENSOR(EXTRACT_SLICE)))) {
      if (has_other_type(group))
        return "its accumulators have another type than the tensor that its result is inserted into";
      tern_vec_push(group, user);
      return "its result is inserted into a larger tensor";
    }
    if (o->fuses_pad_with_producers && tern_op_is(user, TERN_TENSOR(PAD)) && tern_is_linalg(last)) {
      tern_vec_push(group, user);
      return "its result is padded";
    }
    if (!is_root(group->values[0]) || !tern_is_linalg(last)) return "its user is no op that it can hand elements to";
    if (!runs_over_elements_of(user, result, allows_other_type(last, o))) {
      return "its user needs other elements than those at the same place";
    }
    tern_vec_push(group, user);
  }
}

// What a dispatch makes itself (--iree-dispatch-creation-clone-producers-into-dispatch-regions) it would need memory for.
static bool is_made_in_dispatch(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && (tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE) || tern_op_is(op, TERN_LINALG(FILL)) ||
                tern_op_is(op, TERN_TENSOR(EMPTY)) || tern_op_is(op, TERN_TENSOR(FROM_ELEMENTS)));
}

// The padded inputs that only this op reads come before it.
static void append_padded_inputs(const tern_op_t *op, tern_op_list_t *group) {
  for (size_t i = 0; tern_is_linalg(op) && is_root(op) && i < tern_linalg_input_count(op); ++i) {
    tern_value_t *input = tern_linalg_input(op, i);
    tern_op_t *pad = tern_value_defining_op(input);
    if (!pad || !tern_op_is(pad, TERN_TENSOR(PAD)) || !tern_value_has_one_use(input) || pad->block != op->block)
      continue;
    if (!tern_is_in_dispatch(pad) && !is_made_in_dispatch(tern_op_operand(pad, 0))) tern_vec_push(group, pad);
  }
}

static bool is_taken(const tern_op_t *op) { return tern_is_in_dispatch(op); }

// --- workload ---

enum { MAX_LOOPS = TERN_LINALG_MAX_LOOPS };

// The extents of the op's loops, or the sizes of its result if it has none.
static size_t build_workload(tern_builder_t *b, tern_op_t *op, tern_value_t **out_sizes) {
  bool has_loops = tern_is_linalg(op);
  size_t count = has_loops ? tern_linalg_loop_count(op) : tern_type_rank(op->results[0].type);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = tern_op_result(op, 0);
    size_t position, dim = i;
    if (has_loops) {
      bool is_known = tern_linalg_loop_source(op, i, &position, &dim);
      value = is_known ? tern_op_operand(op, position) : NULL;
    }
    int64_t size = value ? tern_type_dims(value->type)[dim] : 1;
    out_sizes[i] = size == TERN_DYNAMIC ? tern_reify_dim(b, value, dim) : tern_build_index(b, size);
  }
  return count;
}

// Hands the sizes to a region that leaves the number of workgroups to the target.
static void add_count_region(tern_op_t *region, tern_values_t sizes) {
  const tern_type_t *index = tern_index_type_get(tern_op_context(region));
  size_t start, count;
  tern_op_operands_named(region, "workload", &start, &count);
  tern_op_insert_operands(region, start, sizes);
  tern_op_operands_named(region, "result_dims", &start, &count);
  tern_op_set_segment_sizes(region, (const int32_t[]){(int32_t)count, (int32_t)sizes.count}, 2);
  tern_block_t *block = tern_region_add_block(&region->regions[1]);
  tern_value_t *args[MAX_LOOPS];
  for (size_t i = 0; i < sizes.count; ++i) args[i] = tern_block_add_arg(block, index, region->loc);
  tern_builder_t b = tern_builder_at_end(block, region->loc);
  tern_op_t *counts = tern_build(&b, TERN_IREE_TENSOR_EXT(DISPATCH_WORKGROUP_COUNT_FROM_DAG_ROOT),
                                 .operands = {args, sizes.count}, .types = TERN_TYPES(index, index, index));
  tern_build(&b, TERN_FLOW(RETURN),
             .operands = TERN_VALUES(tern_op_result(counts, 0), tern_op_result(counts, 1), tern_op_result(counts, 2)));
}

static tern_op_t *find_root(const tern_op_list_t *group) {
  for (size_t i = 0; i < group->count; ++i) {
    if (is_root(group->values[i])) return group->values[i];
  }
  return group->values[0];
}

static bool wrap(tern_op_list_t *group, const char *reason, const options_t *o) {
  tern_value_t *sizes[MAX_LOOPS];
  size_t size_count = 0;
  if (o->generates_workload) {
    tern_builder_t b = tern_builder_before(group->values[group->count - 1]);
    size_count = build_workload(&b, find_root(group), sizes);
  }
  tern_op_t *region = tern_dispatch_region_wrap(group->values, group->count);
  if (!region && group->count > 1) {
    reason = "an op in between needs its result";
    region = tern_dispatch_region_wrap(group->values, 1);
  }
  if (!region) return false;
  const tern_attr_t *text = tern_string_attr_get(tern_op_context(region), tern_str_from_cstr(reason));
  tern_op_set_attr(region, "iree.fusion_boundary", text);
  if (o->generates_workload) add_count_region(region, (tern_values_t){sizes, size_count});
  return true;
}

// --- rows ---

// The next op of the block that uses a result of the group and was not looked at.
static tern_op_t *next_user(const tern_row_group_t *group, const tern_op_t *behind) {
  tern_op_t *next = NULL;
  for (size_t i = 0; i < group->ops.count; ++i) {
    const tern_op_t *op = group->ops.values[i];
    for (size_t r = 0; r < op->result_count; ++r) {
      tern_value_for_each_use(&op->results[r], use) {
        tern_op_t *user = use->owner;
        while (user && user->block != op->block) user = tern_op_parent(user);
        if (!user || !tern_op_is_before(behind, user)) continue;
        if (!next || tern_op_is_before(user, next)) next = user;
      }
    }
  }
  return next;
}

// Takes the ops behind `op` that work on its rows along. False: there are none, and `*out_reason` says why, if there is a user.
static bool form_rows(tern_op_t *op, const options_t *o, const char **out_reason) {
  tern_row_group_t rows;
  const char *reason = NULL;
  bool is_formed = false;
  if (tern_op_attr(op, TERN_PARTIAL_REDUCTION)) {
    return *out_reason = "its partial results are combined by a dispatch of its own", false;
  }
  if (tern_row_group_start(&rows, op)) {
    rows.longest_row = o->longest_row;
    rows.rates = o->rates;
    tern_op_list_t group = {0};
    tern_vec_push(&group, op);
    for (tern_op_t *user = next_user(&rows, op); user; user = next_user(&rows, user)) {
      if (tern_op_has_trait(user, TERN_TRAIT_TERMINATOR)) {
        if (!reason) reason = "its result leaves the block";
        break;
      }
      tern_vec_push(&group, user);
      const char *why = "an op in between needs its result";
      if (tern_dispatch_region_can_wrap(group.values, group.count) && tern_row_group_add(&rows, user, &why)) continue;
      if (!reason) reason = why;
      --group.count;
    }
    if (!reason) reason = "its result has no user";
    is_formed = group.count > 1 && wrap(&group, reason, o);
    tern_vec_deinitialize(&group);
  }
  tern_row_group_deinitialize(&rows);
  *out_reason = reason;
  return is_formed;
}

// `rows_reason`: why there are no rows that go along, or NULL.
static void form(tern_op_t *op, const options_t *o, const char *rows_reason) {
  tern_op_list_t group = {0};
  tern_vec_push(&group, op);
  const char *reason = grow(&group, o);
  if (group.count == 1 && rows_reason) reason = rows_reason;
  if (o->fuses_pad_with_consumers) {
    tern_op_list_t padded = {0};
    append_padded_inputs(op, &padded);
    for (size_t i = 0; i < group.count; ++i) tern_vec_push(&padded, group.values[i]);
    tern_vec_deinitialize(&group);
    group = padded;
  }
  wrap(&group, reason, o);
  tern_vec_deinitialize(&group);
}

// The host has no complex numbers but constants.
static bool is_for_host(tern_value_t *scalar) {
  const tern_op_t *op = tern_value_defining_op(scalar);
  return scalar->type->kind != TERN_TYPE_COMPLEX || !op || !tern_op_is(op, TERN_TENSOR(EXTRACT));
}

static bool is_only_for_dispatches(const tern_op_t *op) {
  for (tern_operand_t *use = op->results[0].first_use; use; use = use->next) {
    if (!tern_is_in_dispatch(use->owner)) return false;
  }
  return true;
}

// An initial value that can be made inside of the dispatch that needs it, or by the host, is no dispatch; nor is what says how a
// dispatch reads panels.
static bool is_cloned_later(const tern_op_t *op) {
  return (tern_op_is(op, TERN_LINALG(FILL)) && is_for_host(tern_linalg_input(op, 0))) ||
         (tern_op_attr(op, TERN_UNPACKING) && is_only_for_dispatches(op));
}

// Roots choose their followers first, and what only moves elements is left over.
typedef enum turn { TURN_ROOT, TURN_ROW, TURN_MOVE, TURN_COUNT } turn_t;

static turn_t turn_of(const tern_op_t *op) {
  tern_contraction_t contraction;
  if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) || tern_op_is(op, TERN_TENSOR(PAD)) ||
      tern_op_is(op, TERN_TENSOR(CONCAT))) {
    return TURN_MOVE;
  }
  return tern_op_is(op, TERN_LINALG(GENERIC)) && !tern_linalg_match_contraction(op, &contraction) ? TURN_ROW
                                                                                                  : TURN_ROOT;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  const options_t o = {
      .fuses_multi_use = tern_pass_bool(pass, "fuse-multi-use"),
      .fuses_pad_with_consumers = tern_pass_bool(pass, "fuse-pad-with-consumers"),
      .fuses_pad_with_producers = tern_pass_bool(pass, "fuse-pad-with-producers"),
      .generates_workload = tern_pass_bool(pass, "generate-workload-region"),
      .fuses_other_types = tern_pass_bool(pass, "fuse-other-types"),
      .longest_row = tern_pass_int(pass, "longest-row"),
      .rates = tern_fusion_rates_of_pass(root, pass),
  };
  if (!o.rates) return false;
  tern_op_list_t ops = {0};
  tern_op_walk_pre(root, collect, &ops);
  for (turn_t turn = TURN_ROOT; turn < TURN_COUNT; ++turn) {
    for (size_t i = 0; i < ops.count; ++i) {
      tern_op_t *op = ops.values[i];
      if (is_taken(op) || is_cloned_later(op) || tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) continue;
      if (turn_of(op) != turn) continue;
      const char *reason = NULL;
      if (turn != TURN_ROW || !form_rows(op, &o, &reason)) form(op, &o, reason);
    }
  }
  // Slices that only dispatches read are read by them in place.
  for (size_t i = 0; i < ops.count; ++i) {
    if (!tern_op_is(ops.values[i], TERN_TENSOR(EXTRACT_SLICE)) || is_taken(ops.values[i])) continue;
    if (!is_only_for_dispatches(ops.values[i])) form(ops.values[i], &o, NULL);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_option_def_t options[] = {
    {"fuse-multi-use", TERN_OPTION_BOOL, "false", "Let an op with several users be followed by the first of them",
     NULL},
    {"fuse-other-types", TERN_OPTION_BOOL, "false",
     "Let a contraction or a convolution be followed by an op that makes elements of another type of its sums", NULL},
    {"fuse-pad-with-consumers", TERN_OPTION_BOOL, "false", "Take the padding of what a root reads into its dispatch",
     NULL},
    {"fuse-pad-with-producers", TERN_OPTION_BOOL, "false", "Take the padding of a result into the dispatch", NULL},
    {"generate-workload-region", TERN_OPTION_BOOL, "false", "Hand the extents of loops to a region with the grid",
     NULL},
    {"longest-row", TERN_OPTION_INT, "0",
     "Bytes of a row that stays in one dispatch though it is more than a workgroup's memory, if kernels need none for "
     "it",
     NULL},
    TERN_FUSION_MACHINE_OPTION,
};

const tern_pass_def_t tern_form_dispatch_regions_pass = {
    .flag = "iree-dispatch-creation-form-dispatch-regions",
    .alias = "iree-flow-form-dispatch-regions",
    .name = "FormDispatchRegionsPass",
    .summary = "Form dispatch regions around ops on tensors",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_iree_tensor_ext_dialect, NULL},
    .run = run,
};
