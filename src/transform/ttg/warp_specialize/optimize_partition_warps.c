// --tritongpu-optimize-partition-warps: takes warps away from partitions that need fewer (upstream's pass of the name).
//
//   partition0(%x: i32) num_warps(8) { ... a tensor of 2048 words }    =>    num_warps(4), its tensors laid out anew
//   partition1(%x: i32) num_warps(4) { ... no tensor }                       num_warps(1)
//
// The largest tensor of a partition is taken for half of its registers. While the registers of a block, dealt evenly to all warps that
// would be left, still hold it, a partition gives half of its warps away. What a partition will need is guessed as well
// (`requestedRegisters`): --tritongpu-allocate-warp-groups moves registers by it.
//
// A partition whose warps changed becomes a function of a module of its own, where encodings are chosen as for a kernel.

#include <inttypes.h>
#include <stdio.h>

#include "analysis/triton/axis_info.h"
#include "dialect/builtin/builtin.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttg/warp_specialize.h"
#include "dialect/ttng/ttng.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass_manager.h"
#include "rewrite/builder.h"

enum {
  MAX_PARTITIONS = 64,
  REGISTERS = 64 * 1024,  // that all threads of a block have together
  WITH_TENSORS = 88,      // registers that are asked for
  WITHOUT_TENSORS = 24,
  TMEM_WARPS = 4,  // that see all rows of tensor memory
  TMA_WARPS = 2,   // that keep its copies coming
};

typedef struct partitions {
  tern_pass_t *pass;
  tern_op_t *module, *op, *holder;
  size_t count;
  int32_t old_warps[MAX_PARTITIONS], warps[MAX_PARTITIONS], least_warps[MAX_PARTITIONS];
  int64_t registers[MAX_PARTITIONS];  // that all threads of the partition need, of 32 bits
} partitions_t;

// --- how many warps ---

typedef struct needs {
  int64_t largest;  // words of the largest tensor
  int32_t least_warps;
} needs_t;

static int64_t words_of(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR || !tern_ttg_is_distributed(tern_ttg_type_encoding(type))) return 0;
  tern_layout_t layout = tern_ttg_type_layout(type);
  if (layout.error) return 0;
  static const char *const parts[] = {TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE, TERN_LAYOUT_WARP};
  size_t bits = 0;
  for (size_t i = 0; i < 3; ++i) bits += tern_layout_bits(&layout.ins, parts[i]);
  const tern_type_t *element = tern_type_element(type);
  return (INT64_C(1) << bits) * (tern_type_is_tt(element, TERN_TT_TYPE_PTR) ? 64 : tern_type_bit_width(element)) / 32;
}

static tern_walk_result_t look_at(tern_op_t *op, void *user) {
  needs_t *needs = user;
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    bool is_operand = i < op->operand_count;
    int64_t words =
        words_of(is_operand ? tern_op_operand(op, i)->type : tern_op_result(op, i - op->operand_count)->type);
    if (words > needs->largest) needs->largest = words;
  }
  bool is_tma = tern_op_is(op, TERN_TTNG(ASYNC_TMA_GATHER)) || tern_op_is(op, TERN_TTNG(ASYNC_TMA_SCATTER)) ||
                tern_op_is(op, TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL));
  bool is_tmem = tern_op_is(op, TERN_TTNG(TMEM_LOAD)) || tern_op_is(op, TERN_TTNG(TMEM_STORE)) ||
                 tern_op_is(op, TERN_TTNG(TMEM_ALLOC));
  int32_t least = is_tmem ? TMEM_WARPS : is_tma ? TMA_WARPS : 1;
  if (least > needs->least_warps) needs->least_warps = least;
  return TERN_WALK_ADVANCE;
}

static void find_needs(partitions_t *p) {
  for (size_t i = 0; i < p->count; ++i) {
    needs_t needs = {.least_warps = 1};
    tern_region_for_each_block(&p->holder->regions[i], block) {
      tern_block_for_each_op(block, op) tern_op_walk_pre(op, look_at, &needs);
    }
    p->registers[i] = 2 * needs.largest;
    p->least_warps[i] = needs.least_warps;
  }
}

// Takes half of the warps of the first partition that can spare them. False: none can.
static bool take_warps(partitions_t *p) {
  int64_t threads = tern_ttg_lookup_threads_per_warp(p->module), total = tern_ttg_lookup_num_warps(p->op);
  for (size_t i = 0; i < p->count; ++i) total += p->warps[i];
  for (size_t i = 0; i < p->count; ++i) {
    int32_t half = p->warps[i] / 2;
    if (p->warps[i] <= p->least_warps[i]) continue;
    if (p->registers[i] / threads / half > REGISTERS / threads / (total - half)) continue;
    p->warps[i] = half;
    return true;
  }
  return false;
}

// --- a partition as a function ---

static const tern_attr_t *i64_attr(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

// What is known of what the partition captured.
static const tern_attr_t *capture_attrs(const partitions_t *p, tern_axis_infos_t *infos) {
  tern_context_t *context = tern_op_context(p->op);
  const tern_attr_t **lists = tern_malloc((p->op->operand_count + 1) * sizeof *lists);
  for (size_t i = 0; i < p->op->operand_count; ++i) {
    tern_axis_info_t info = tern_axis_info_of(infos, tern_op_operand(p->op, i));
    lists[i] = tern_dictionary_attr_get(context, NULL, 0);
    if (info.rank == 0) continue;
    lists[i] =
        tern_dictionary_attr_with(context, lists[i], TERN_STR("tt.constancy"), i64_attr(context, info.constancy[0]));
    lists[i] =
        tern_dictionary_attr_with(context, lists[i], TERN_STR("tt.contiguity"), i64_attr(context, info.contiguity[0]));
    lists[i] = tern_dictionary_attr_with(context, lists[i], TERN_STR("tt.divisibility"),
                                         i64_attr(context, info.divisibility[0]));
  }
  const tern_attr_t *all = tern_array_attr_get(context, lists, p->op->operand_count);
  free(lists);
  return all;
}

static void replace_end(tern_region_t *region, const tern_op_row_t *from, const tern_op_row_t *to) {
  tern_region_for_each_block(region, block) {
    if (!block->last_op || !tern_op_is(block->last_op, from)) continue;
    tern_builder_t b = tern_builder_before(block->last_op);
    tern_build(&b, to, .types = {0});
    tern_op_destroy(block->last_op);
  }
}

static tern_op_t *take_into_function(const partitions_t *p, tern_region_t *region) {
  tern_context_t *context = tern_op_context(p->module);
  const tern_op_state_t state = {.def = tern_op_def_of(context, TERN_BUILTIN(MODULE)),
                                 .loc = p->module->loc,
                                 .dictionary = p->module->attrs,
                                 .region_count = 1};
  tern_axis_infos_t *infos = tern_axis_infos_create(p->module);
  const tern_attr_t *attrs = capture_attrs(p, infos);
  tern_axis_infos_destroy(infos);
  tern_op_t *container = tern_op_create(context, &state);
  tern_builder_t b = tern_builder_at_end(tern_region_add_block(&container->regions[0]), p->module->loc);
  const tern_block_t *entry = region->first_block;
  const tern_type_t **types = tern_malloc((entry->arg_count + 1) * sizeof *types);
  for (size_t i = 0; i < entry->arg_count; ++i) types[i] = entry->args[i]->type;
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){types, entry->arg_count}, (tern_types_t){0});
  free(types);
  tern_op_t *function =
      tern_build(&b, TERN_TT(FUNC), .types = {0}, .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, TERN_STR("container"))},
                                     {"function_type", tern_type_attr_get(type)}, {"arg_attrs", attrs}));
  tern_region_take_blocks(&function->regions[0], region);
  replace_end(&function->regions[0], TERN_TTG(WARP_RETURN), TERN_TT(RETURN));
  return container;
}

static void give_back(tern_op_t *container, tern_region_t *region) {
  tern_op_t *function = tern_op_body(container, 0)->first_op;
  tern_region_take_blocks(region, &function->regions[0]);
  replace_end(region, TERN_TT(RETURN), TERN_TTG(WARP_RETURN));
  tern_op_destroy(container);
}

// --- encodings anew ---

static const tern_type_t *bare(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR
             ? tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL)
             : type;
}

// Conversions between encodings mean nothing without them.
static void strip(tern_op_t *op) {
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_region_for_each_block(&op->regions[r], block) {
      for (size_t i = 0; i < block->arg_count; ++i) block->args[i]->type = bare(block->args[i]->type);
    }
  }
  for (size_t i = 0; i < op->result_count; ++i) op->results[i].type = bare(op->results[i].type);
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (op->result_count == 1 && value && value->kind == TERN_ATTR_DENSE_ELEMENTS)
    tern_op_set_attr(op, "value", tern_dense_elements_attr_reshape(value, op->results[0].type));
  if (!tern_op_is(op, TERN_TTG(CONVERT_LAYOUT))) return;
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
  tern_op_destroy(op);
}

// Tensors of ops that were not converted, such as ttg.local_load, and those that they use, which were.
static void settle(tern_op_t *op) {
  tern_ttg_machine_t machine = {.warps = tern_ttg_lookup_num_warps(op),
                                .threads = tern_ttg_lookup_threads_per_warp(op),
                                .ctas = tern_ttg_lookup_num_ctas(op)};
  if (tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) && op->operand_count == 1) {
    tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_operand(op, 0));
    tern_op_destroy(op);
    return;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = op->results[i].type;
    if (type->kind != TERN_TYPE_TENSOR || tern_tensor_type_encoding(type)) continue;
    op->results[i].type = tern_ttg_with_encoding(
        type, tern_ttg_default_encoding(type->context, tern_type_dims(type), tern_type_rank(type), machine));
  }
}

static bool run_passes(const partitions_t *p, tern_op_t *container, const char *passes, bool verifies) {
  tern_pass_manager_t *manager =
      tern_pass_manager_create(tern_op_context(container), tern_pass_known_passes(p->pass), "builtin.module");
  bool is_right = tern_pass_manager_parse(manager, tern_str_from_cstr(passes)) &&
                  tern_pass_manager_run(manager, container, &(tern_pass_options_t){.verify_each = verifies});
  tern_pass_manager_destroy(manager);
  return is_right;
}

static bool relayout(const partitions_t *p, size_t index, tern_str_t target) {
  char passes[256];
  tern_region_t *region = &p->holder->regions[index];
  tern_op_t *container = take_into_function(p, region);
  snprintf(passes, sizeof passes,
           "convert-triton-to-tritongpu{target=%.*s num-warps=%d threads-per-warp=%" PRId64 " num-ctas=%" PRId64
           " enable-source-remat=true},relayout-tritongpu",
           (int)target.size, target.data, (int)p->warps[index], tern_ttg_lookup_threads_per_warp(p->module),
           tern_ttg_lookup_num_ctas(p->module));
  tern_op_visit(container, TERN_POSTORDER, NULL, strip);
  bool is_right = run_passes(p, container, passes, false);
  tern_op_visit(container, TERN_POSTORDER, NULL, settle);
  is_right = is_right && run_passes(p, container,
                                    "tritongpu-coalesce,tritongpu-remove-layout-conversions,"
                                    "tritongpu-optimize-thread-locality,tritongpu-accelerate-matmul,"
                                    "tritongpu-remove-layout-conversions",
                                    true);
  give_back(container, region);
  return is_right;
}

// --- the pass ---

static bool optimize(partitions_t *p) {
  tern_context_t *context = tern_op_context(p->op);
  const tern_attr_t *warps = tern_op_attr(p->op, "partitionNumWarps"), *target = tern_op_attr(p->module, "ttg.target");
  int32_t registers[MAX_PARTITIONS];
  p->count = p->holder->region_count;
  if (p->count > MAX_PARTITIONS)
    return tern_op_error(p->op, "has %zu partitions, but at most %d are supported", p->count, MAX_PARTITIONS);
  for (size_t i = 0; i < p->count; ++i) p->old_warps[i] = p->warps[i] = (int32_t)tern_dense_array_attr_int(warps, i);
  find_needs(p);
  while (take_warps(p)) continue;
  for (size_t i = 0; i < p->count; ++i) {
    registers[i] = p->registers[i] ? WITH_TENSORS : WITHOUT_TENSORS;
    if (p->warps[i] == p->old_warps[i] || !p->registers[i]) continue;
    if (!target || target->kind != TERN_ATTR_STRING)
      return tern_emit_error(p->module->loc, "module missing target specification");
    if (!relayout(p, i, tern_string_attr_value(target))) return false;
  }
  tern_op_set_attr(p->op, "requestedRegisters", tern_dense_i32_array_attr_get(context, registers, p->count));
  tern_op_set_attr(p->op, "partitionNumWarps", tern_dense_i32_array_attr_get(context, p->warps, p->count));
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_op_list_t ops = tern_op_collect_row(module, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE));
  bool is_right = true;
  for (size_t i = 0; i < ops.count && is_right; ++i) {
    partitions_t p = {
        .pass = pass, .module = module, .op = ops.values[i], .holder = tern_ttg_partitions_of(ops.values[i])};
    is_right = optimize(&p);
  }
  tern_vec_deinitialize(&ops);
  return is_right;
}

const tern_pass_def_t tern_tritongpu_optimize_partition_warps_pass = {
    .flag = "tritongpu-optimize-partition-warps",
    .name = "TritonGPUOptimizePartitionWarps",
    .anchor = "builtin.module",
    .summary = "Take warps away from partitions that need fewer, and lay their tensors out anew",
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_ttg_dialect, NULL},
    .run = run,
};
