// Checks, types, barriers and captures of ttg.warp_specialize; see specialize.h (upstream: ConvertWarpSpecializeToLLVM).

#include "convert/triton/to_llvm/specialize.h"

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// Barriers of a block by their numbers: that of the function's own warps, that of all threads, then one for each partition.
enum { DEFAULT_BARRIER, ALL_BARRIER, PARTITION_BARRIERS, BARRIERS = 16 };
enum { STATES = 255, MOST_COPIED = 16, NVIDIA = 100 };

void tern_specialize_meet_all(tern_builder_t *b) {
  tern_emit_intrinsic(b, "llvm.nvvm.barrier.cta.sync.all", NULL, TERN_VALUES(tern_emit_i32(b, ALL_BARRIER)));
}

// --- types ---

static tern_value_t *make_cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  const tern_op_state_t state = {
      .def = tern_op_def_get(b->context, TERN_STR("builtin.unrealized_conversion_cast")),
      .loc = b->loc,
      .operands = TERN_VALUES(value),
      .result_types = TERN_TYPES(type),
  };
  tern_op_t *cast = tern_op_create(b->context, &state);
  tern_builder_insert(b, cast);
  return tern_op_result(cast, 0);
}

// `value` has another type from here on; those that use it get the old one from a cast at `b`.
static void change_type(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  const tern_type_t *old = value->type;
  if (old == type) return;
  value->type = type;
  tern_value_t *cast = make_cast(b, value, old);
  tern_value_replace_all_uses(value, cast);
  tern_op_set_operand(tern_value_defining_op(cast), 0, value);
}

// What `type` is for a thread; NULL after an error.
static const tern_type_t *lower_type(const tern_triton_lowering_t *lowering, const tern_op_t *op,
                                     const tern_type_t *type) {
  const tern_type_t *lowered = tern_llvm_lower_type(&lowering->llvm, type);
  if (!lowered) tern_op_error(op, "hands over a value of type '%s', which has no form in LLVM", tern_type_text(type));
  return lowered;
}

static bool convert_op(const tern_triton_lowering_t *lowering, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = lower_type(lowering, op, tern_op_operand(op, i)->type);
    if (!type) return false;
    if (type != tern_op_operand(op, i)->type) tern_op_set_operand(op, i, make_cast(&b, tern_op_operand(op, i), type));
  }
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_block_t *entry = op->regions[r].first_block;
    tern_builder_set_start(&b, entry);
    for (size_t i = 0; i < entry->arg_count; ++i) {
      const tern_type_t *type = lower_type(lowering, op, entry->args[i]->type);
      if (!type) return false;
      change_type(&b, entry->args[i], type);
    }
  }
  tern_builder_set_after(&b, op);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = lower_type(lowering, op, tern_op_result(op, i)->type);
    if (!type) return false;
    change_type(&b, tern_op_result(op, i), type);
  }
  return true;
}

static bool hands_over(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(WARP_SPECIALIZE)) || tern_op_is(op, TERN_TTG(WARP_SPECIALIZE_PARTITIONS)) ||
         tern_op_is(op, TERN_TTG(WARP_YIELD));
}

bool tern_specialize_convert_types(tern_op_t *module, tern_pass_t *pass) {
  extern const tern_pass_def_t tern_reconcile_unrealized_casts_pass;
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, hands_over);
  tern_triton_lowering_t lowering = {.target = &tern_triton_nvidia, .capability = NVIDIA, .module = module};
  tern_arena_initialize(&lowering.arena);
  const tern_llvm_options_t options = {
      .index_width = 32, .rules = tern_triton_type_rules, .rule_count = tern_triton_type_rule_count, .user = &lowering};
  tern_llvm_lowering_initialize(&lowering.llvm, module, &options);
  bool is_right = true;
  for (size_t i = 0; i < ops.count && is_right; ++i) is_right = convert_op(&lowering, ops.values[i]);
  is_right = is_right && (ops.count == 0 || tern_reconcile_unrealized_casts_pass.run(module, pass));
  tern_arena_deinitialize(&lowering.arena);
  tern_vec_deinitialize(&ops);
  return is_right;
}

// --- checks ---

static bool check_room(const specialization_t *s, const tern_op_t *op) {
  const tern_attr_t *starts = tern_op_attr(op, "warpGroupStartIds"), *warps = tern_op_attr(op, "partitionNumWarps");
  const tern_attr_t *registers = tern_op_attr(op, "actualRegisters");
  size_t count = tern_ttg_partitions_of(op)->region_count;
  if (count > BARRIERS - PARTITION_BARRIERS) {
    return tern_emit_error(s->function->loc, "cannot support more than %d warp group partitions",
                           BARRIERS - PARTITION_BARRIERS);
  }
  if (!starts || tern_dense_array_attr_count(starts) != count) {
    tern_op_error(op, "has no 'warpGroupStartIds' for its %zu partitions", count);
    tern_emit_note(op->loc, "run --tritongpu-allocate-warp-groups first");
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    int64_t start = tern_dense_array_attr_int(starts, i), end = start + tern_dense_array_attr_int(warps, i);
    if (start < s->default_warps || end > s->total_warps) {
      return tern_op_error(op, "partition #%zu has warps %lld to %lld, but those that are free are %lld to %lld", i,
                           (long long)start, (long long)end - 1, (long long)s->default_warps,
                           (long long)s->total_warps - 1);
    }
  }
  if (!registers) return true;
  if (!s->registers) return tern_op_error(op, "has 'actualRegisters', but the module has no 'ttg.maxnreg'");
  return tern_dense_array_attr_count(registers) == count + 1 ||
         tern_op_error(op, "has %zu 'actualRegisters' for %zu partitions and the default region",
                       tern_dense_array_attr_count(registers), count);
}

static bool is_block_barrier(const tern_op_t *op) { return tern_op_is(op, TERN_NVVM(BARRIER0)); }

static tern_walk_result_t find_block_barrier(tern_op_t *op, void *user) {
  (void)user;
  return is_block_barrier(op) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// A function that is called does not know whose barrier is meant.
static bool check_calls(const tern_op_t *module, const specialization_t *s) {
  tern_op_list_t calls = tern_op_collect_row(s->function, TERN_POSTORDER, TERN_LLVM(CALL));
  bool is_right = true;
  for (size_t i = 0; i < calls.count && is_right; ++i) {
    const tern_attr_t *callee = tern_op_attr(calls.values[i], "callee");
    tern_op_t *function = callee ? tern_symbol_lookup_in(module, tern_symbol_ref_attr_at(callee, 0)) : NULL;
    if (!function || tern_op_walk_pre(function, find_block_barrier, NULL) != TERN_WALK_INTERRUPT) continue;
    is_right = tern_op_error(calls.values[i], "calls a function with barriers from a kernel with partitions of warps");
    tern_emit_note(calls.values[i]->loc, "inline the function (--inline)");
  }
  tern_vec_deinitialize(&calls);
  return is_right;
}

bool tern_specialize_check(const tern_op_t *module, const specialization_t *s) {
  if (s->total_warps <= 0) return tern_emit_error(module->loc, "module missing 'ttg.total-num-warps' attribute");
  if (s->default_warps <= 0 || s->default_warps > s->total_warps)
    return tern_op_error(module, "expected 'ttg.num-warps' to be from 1 to 'ttg.total-num-warps'");
  size_t states = 0;
  for (size_t i = 0; i < s->ops.count; ++i) {
    if (!check_room(s, s->ops.values[i])) return false;
    states += tern_ttg_partitions_of(s->ops.values[i])->region_count;
  }
  if (states >= STATES) {
    return tern_emit_error(s->function->loc, "has %zu partitions of warps, but a kernel may have at most %d", states,
                           STATES - 1);
  }
  return check_calls(module, s);
}

// --- barriers ---

// A warp alone needs no barrier: its lanes wait for each other.
static void name_barrier(tern_op_t *op, int64_t id, int64_t threads, int64_t warp_size) {
  tern_builder_t b = tern_builder_before(op);
  if (threads == warp_size) {
    tern_triton_nvidia.warp_barrier(&b);
  } else {
    tern_value_t *number = tern_emit_i32(&b, id), *count = tern_emit_i32(&b, threads);
    tern_build(&b, TERN_NVVM(BARRIER), .operands = TERN_VALUES(number, count), .types = {0},
               .segments = (int32_t[]){1, 1, 0});
  }
  tern_op_destroy(op);
}

// The number of the partition that `op` is in, with its op in `out_around`; -1: it is in none.
static int64_t partition_around(const tern_op_t *op, const tern_op_t **out_around) {
  for (const tern_op_t *parent = tern_op_parent(op); parent; op = parent, parent = tern_op_parent(op)) {
    if (!tern_op_is(parent, TERN_TTG(WARP_SPECIALIZE_PARTITIONS))) continue;
    *out_around = tern_op_parent(parent);
    return op->block->parent - parent->regions;
  }
  return -1;
}

void tern_specialize_name_barriers(const specialization_t *s) {
  tern_op_list_t barriers = tern_op_collect(s->function, TERN_POSTORDER, is_block_barrier);
  for (size_t i = 0; i < barriers.count; ++i) {
    const tern_op_t *around;
    int64_t partition = partition_around(barriers.values[i], &around), warps = s->default_warps;
    if (partition >= 0) warps = tern_dense_array_attr_int(tern_op_attr(around, "partitionNumWarps"), (size_t)partition);
    int64_t id = partition >= 0 ? PARTITION_BARRIERS + partition : DEFAULT_BARRIER;
    name_barrier(barriers.values[i], id, warps * s->warp_size, s->warp_size);
  }
  tern_vec_deinitialize(&barriers);
}

// --- captures ---

// Puts the ops that compute `value` from arguments of the function into `ops`, each behind those that it needs. False: another value
// is needed, or an op that may not be computed twice, or more ops than it is worth.
static bool find_ops(const tern_op_t *function, const tern_value_t *value, tern_op_list_t *ops) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) return tern_value_arg_block(value) == tern_op_body(function, 0);
  for (size_t i = 0; i < ops->count; ++i) {
    if (ops->values[i] == op) return true;
  }
  if (!tern_op_has_trait(op, TERN_TRAIT_PURE | TERN_TRAIT_NO_MEMORY_EFFECT) || op->region_count > 0 ||
      ops->count >= MOST_COPIED)
    return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!find_ops(function, tern_op_operand(op, i), ops)) return false;
  }
  tern_vec_push(ops, op);
  return ops->count <= MOST_COPIED;
}

// Values that partitions take from outside without a capture: the ops that hold them are about to go.
static void compute_again(tern_op_t *op, size_t which, const tern_op_list_t *ops) {
  tern_op_t *holder = tern_ttg_partitions_of(op);
  tern_value_t *capture = tern_op_operand(op, which);
  for (size_t r = 0; r < holder->region_count; ++r) {
    tern_block_t *entry = holder->regions[r].first_block;
    tern_builder_t b = tern_builder_at_start(entry, op->loc);
    tern_map_t mapping = {0};
    for (size_t i = 0; i < ops->count; ++i) tern_builder_clone(&b, ops->values[i], &mapping);
    tern_value_t *value = ops->count ? tern_map_get(&mapping, capture) : capture;
    tern_value_replace_all_uses(entry->args[which], value);
    tern_block_erase_arg(entry, which);
    tern_map_deinitialize(&mapping);
  }
}

void tern_specialize_elide_captures(const specialization_t *s) {
  for (size_t i = 0; i < s->ops.count; ++i) {
    tern_op_t *op = s->ops.values[i];
    for (size_t c = 0; c < op->operand_count;) {
      tern_op_list_t ops = {0};
      bool is_trivial = find_ops(s->function, tern_op_operand(op, c), &ops);
      if (is_trivial) {
        compute_again(op, c, &ops);
        tern_op_erase_operands(op, c, 1);
      } else {
        ++c;
      }
      tern_vec_deinitialize(&ops);
    }
  }
}
