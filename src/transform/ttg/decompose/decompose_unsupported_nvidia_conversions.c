// --decompose-unsupported-nvidia-conversions: what NVIDIA's chips have no way of their own for, in terms of what they have.
//
//   a conversion of f8E4M3B11FNUZ           through f16, in which all of its numbers are exact
//   #mma -> #dot_op                         #mma -> #blocked -> #dot_op, unless each thread, or each warp, can do it alone
//   #blocked -> #dot_op                     through shared memory: ttg.local_alloc, ttg.local_load
//   copies narrower than cp.async           tt.load and ttg.local_store, and then waits are for all groups
//   tt.dot of types without instruction     of operands that are widened
//
// Allocation of shared memory comes after, for it counts what is made here.
//
// Source: the first steps of upstream's conversion to LLVM until 2024; the pass is called as in Triton 3.0.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ub/ub.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/ttg/decompose/decompose.h"
#include "transform/ttg/operand_memory.h"

static bool is_operand(const tern_attr_t *encoding) { return tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP); }

static void replace(tern_op_t *op, tern_value_t *value) {
  tern_value_replace_all_uses(&op->results[0], value);
  tern_op_destroy(op);
}

// --- f8E4M3B11FNUZ ---

static tern_value_t *convert_float(tern_builder_t *b, tern_value_t *value, const tern_type_t *type, bool is_narrower) {
  const tern_attr_t *nearest = tern_enum_attr_get(b->context, TERN_TT_ENUM(ROUNDING_MODE), TERN_TT_ROUND_TO_NEAREST);
  const tern_named_attr_t rounding = {"rounding", nearest};
  return tern_build_value(b, TERN_TT(FP_TO_FP), .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = {&rounding, is_narrower});
}

static void convert_by_half(tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  const tern_attr_t *target = tern_tensor_type_encoding(to);
  if (tern_type_element(from)->kind != TERN_TYPE_F8E4M3B11FNUZ || is_operand(tern_tensor_type_encoding(from)) ||
      is_operand(target))
    return;
  tern_builder_t b = tern_builder_before(op);
  const tern_type_t *f16 = tern_float_type_get(b.context, TERN_TYPE_F16);
  tern_value_t *wide = convert_float(&b, tern_op_operand(op, 0), tern_type_with_element(from, f16), false);
  replace(op, convert_float(&b, tern_ttg_build_convert(&b, wide, target), to, true));
}

// --- operands of products ---

// The blocked encoding in which a thread has as many neighbours as it has of `type`. NULL: that has no layout.
static const tern_attr_t *blocked_like(const tern_op_t *op, const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  int64_t order[TERN_TTG_MAX_RANK];
  tern_ttg_share_t share;
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  if (!tern_ttg_share_of(encoding, tern_type_dims(type), &share)) return NULL;
  for (size_t d = 0; d < rank; ++d) order[d] = (int64_t)share.order[d];
  const tern_ttg_machine_t machine = {.warps = tern_ttg_lookup_num_warps(op),
                                      .threads = tern_ttg_lookup_threads_per_warp(op),
                                      .ctas = tern_ttg_lookup_num_ctas(op)};
  return tern_ttg_blocked_for(type->context, tern_type_dims(type), share.contiguous, order, rank, machine,
                              tern_ttg_cga_list(encoding));
}

static void convert_by_blocked(tern_op_t *op) {
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  bool is_of_sums = tern_attr_is_ttg(tern_tensor_type_encoding(from), TERN_TTG_ATTR_NVIDIA_MMA);
  if (!is_of_sums || !is_operand(tern_tensor_type_encoding(to)) || !tern_ttg_needs_memory(from, to)) return;
  const tern_attr_t *blocked = blocked_like(op, from);
  if (!blocked) return;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *middle = tern_ttg_build_convert(&b, tern_op_operand(op, 0), blocked);
  replace(op, tern_ttg_build_convert(&b, middle, tern_tensor_type_encoding(to)));
}

static void convert_by_memory(tern_op_t *op) {
  const tern_attr_t *from = tern_tensor_type_encoding(tern_op_operand(op, 0)->type);
  if (tern_attr_is_ttg(from, TERN_TTG_ATTR_BLOCKED)) tern_ttg_convert_by_memory(op);
}

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  static void (*const steps[])(tern_op_t *op) = {convert_by_half, convert_by_blocked, convert_by_memory};
  int64_t capability = tern_pass_int(pass, "compute-capability");
  for (size_t step = 0; step < sizeof steps / sizeof steps[0]; ++step) {
    tern_op_list_t conversions = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(CONVERT_LAYOUT));
    for (size_t i = 0; i < conversions.count; ++i) {
      tern_ttg_group_t group = tern_ttg_group_of(conversions.values[i]);
      steps[step](conversions.values[i]);
      tern_ttg_group_hand_on(&group);
    }
    tern_vec_deinitialize(&conversions);
  }
  tern_ttg_decompose_async_copies(module, capability);
  tern_ttg_widen_dot_operands(module, capability, true);
  return true;
}

static const tern_option_def_t options[] = {
    {.name = "compute-capability",
     .kind = TERN_OPTION_INT,
     .default_text = "80",
     .help = "What the GPU is capable of: 90 is sm_90"},
};

const tern_pass_def_t tern_decompose_unsupported_nvidia_conversions_pass = {
    .flag = "decompose-unsupported-nvidia-conversions",
    .name = "DecomposeUnsupportedNVIDIAConversions",
    .anchor = "builtin.module",
    .summary = "Put conversions, copies and products that the chip has not in terms of those that it has",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_tt_dialect, &tern_ttg_dialect,
                                                &tern_ub_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
