// --convert-warp-specialize-to-llvm: partitions of warps as one program of a thread (upstream: ConvertWarpSpecializeToLLVM of
// Triton 3.6). What is inside of the partitions is in the llvm and nvvm dialects by now.
//
//   ttg.warp_specialize(%x)                              cond_br (warp < 4), ^body, ^loop
//   default { "a"() ... warp_yield }                   ^loop: barrier; switch state[warp - 4] [0: ^p0, 1: ^exit]
//   partition0(%y: i32) num_warps(4) {                 ^p0: %y = load captures; barrier; "b"(%y); barrier; br ^loop
//     "b"(%y) ... warp_return                          ^exit: return
//   }                                                  ^body: state[0..3] = 0; captures = %x; barrier; barrier; "a"(); barrier
//   return                                               state[0..3] = 1; barrier; return
//
// The warps of the function run it; all others wait in a loop until they are told, in shared memory, which partition is theirs. What a
// partition captures is handed over in shared memory, too, unless it can be computed again from the function's arguments.
// The threads of a partition meet at a named barrier of their own.
//
// Where partitions ask for registers (`actualRegisters`), each warp gives registers back or takes more when it enters and leaves.

#include "convert/triton/to_llvm/specialize.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

enum { SHARED_SPACE = 3, STATES = 255, FEWEST_REGISTERS = 24, MOST_REGISTERS = 256, REGISTER_STEP = 8 };

// --- registers ---

static void reallocate(tern_builder_t *b, int64_t from, int64_t to) {
  if (from > MOST_REGISTERS) from = MOST_REGISTERS;
  if (to > MOST_REGISTERS) to = MOST_REGISTERS;
  int64_t action = to < from ? TERN_NVVM_ACTION_DECREASE : TERN_NVVM_ACTION_INCREASE;
  tern_build(b, TERN_NVVM(SETMAXREGISTER),
             .attrs = TERN_ATTRS({"regCount", tern_integer_attr_get(tern_emit_i(b, 32), to)},
                                 {"action", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_ACTION, action)}));
}

// The waiting warps keep the fewest registers that they can, and those of the function get the rest; but more than
// MOST_REGISTERS are of no use to a thread.
static void share_registers(specialization_t *s) {
  int64_t workers = s->total_warps - s->default_warps, start = s->registers;
  s->low = FEWEST_REGISTERS;
  s->high = (start + (start - s->low) * workers / s->default_warps) / REGISTER_STEP * REGISTER_STEP;
  if (s->high <= MOST_REGISTERS) return;
  s->high = MOST_REGISTERS;
  if (workers > 0) s->low = (start - (s->high - start) * s->default_warps / workers) / REGISTER_STEP * REGISTER_STEP;
}

static int64_t registers_of(const tern_op_t *op, size_t which) {
  const tern_attr_t *actual = tern_op_attr(op, "actualRegisters");
  return actual ? tern_dense_array_attr_int(actual, which) : 0;
}

static void reallocate_if_asked(tern_builder_t *b, const tern_op_t *op, int64_t from, int64_t to) {
  if (tern_op_attr(op, "actualRegisters")) reallocate(b, from, to);
}

// --- shared memory ---

// Start of the memory that was allocated to `op`: of the captures, or of the states.
static tern_value_t *memory_of(tern_builder_t *b, const tern_op_t *op) {
  const tern_attr_t *offset = tern_op_attr(op, "allocation.offset");
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(b->context, TERN_STR("global_smem"));
  tern_value_t *base =
      tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(tern_llvm_ptr_type(b->context, SHARED_SPACE)),
                       .attrs = TERN_ATTRS({"global_name", name}));
  int32_t bytes = tern_attr_is_integer(offset) ? (int32_t)tern_integer_attr_value(offset) : 0;
  return bytes ? tern_llvm_build_gep(b, tern_emit_i(b, 8), base, NULL, &bytes, 1) : base;
}

// `states[i]` is what warp i of those that wait is to do.
static void store_states(tern_builder_t *b, const specialization_t *s, const int32_t *states) {
  tern_value_t *base = memory_of(b, s->function);
  for (int32_t i = 0; i < s->total_warps - s->default_warps; ++i) {
    tern_value_t *state = tern_emit_int(b, 8, states ? states[i] : s->exit_state);
    tern_value_t *place = i ? tern_llvm_build_gep(b, tern_emit_i(b, 8), base, NULL, &i, 1) : base;
    tern_emit_store(b, state, place);
  }
}

static const tern_type_t *capture_type(const tern_op_t *op) {
  const tern_type_t **types = tern_malloc((op->operand_count + 1) * sizeof *types);
  for (size_t i = 0; i < op->operand_count; ++i) types[i] = tern_op_operand(op, i)->type;
  const tern_type_t *type = tern_llvm_struct_type(tern_op_context(op), (tern_types_t){types, op->operand_count}, true);
  free(types);
  return type;
}

// Fields of a packed struct lie at any byte.
static void set_byte_alignment(tern_builder_t *b, tern_op_t *op) {
  tern_op_set_attr(op, "alignment", tern_integer_attr_get(tern_emit_i(b, 64), 1));
}

static tern_value_t *capture_address(tern_builder_t *b, const tern_op_t *op, tern_value_t *base, size_t index) {
  return tern_llvm_build_gep(b, capture_type(op), base, NULL, (int32_t[]){0, (int32_t)index}, 2);
}

static void store_captures(tern_builder_t *b, const tern_op_t *op) {
  if (op->operand_count == 0) return;
  tern_value_t *base = memory_of(b, op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *address = capture_address(b, op, base, i);
    tern_op_t *store =
        tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(tern_op_operand(op, i), address), .types = {0});
    set_byte_alignment(b, store);
  }
}

static void load_captures(tern_builder_t *b, const tern_op_t *op, tern_block_t *entry) {
  if (op->operand_count == 0) return;
  tern_value_t *base = memory_of(b, op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_emit_load(b, entry->args[i]->type, capture_address(b, op, base, i));
    set_byte_alignment(b, tern_value_defining_op(value));
    tern_value_replace_all_uses(entry->args[i], value);
  }
  while (entry->arg_count > 0) tern_block_erase_arg(entry, entry->arg_count - 1);
}

// --- partitions ---

static void branch_to(tern_builder_t *b, tern_block_t *block) {
  tern_build(b, TERN_LLVM(BR), .types = {0}, .successors = &block, .successor_count = 1);
}

static void move_blocks(tern_region_t *from, tern_region_t *to, tern_block_t *before) {
  for (tern_block_t *block = from->first_block, *next; block; block = next) {
    next = block->next;
    tern_block_remove(block);
    tern_block_insert(block, to, before);
  }
}

// Puts the partition between `^loop` and the body of the function.
static void lower_partition(const specialization_t *s, tern_op_t *op, size_t which) {
  tern_region_t *region = &tern_ttg_partitions_of(op)->regions[which];
  tern_block_t *entry = region->first_block;
  int64_t registers = registers_of(op, which + 1);
  tern_builder_t b = tern_builder_at_start(entry, op->loc);
  reallocate_if_asked(&b, op, s->low, registers);
  load_captures(&b, op, entry);
  // The captures have been read: their memory may be used for other things.
  tern_specialize_meet_all(&b);
  tern_region_for_each_block(region, block) {
    tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_TTG(WARP_RETURN))) continue;
    tern_builder_set_before(&b, end);
    tern_specialize_meet_all(&b);
    reallocate_if_asked(&b, op, registers, s->low);
    branch_to(&b, s->loop);
    tern_op_destroy(end);
  }
  move_blocks(region, &s->function->regions[0], s->entry);
}

// --- the function's own warps ---

static void lower_yields(const specialization_t *s, tern_op_t *op, tern_block_t *after) {
  tern_region_for_each_block(&op->regions[0], block) {
    tern_op_t *end = block->last_op;
    if (!end || !tern_op_is(end, TERN_TTG(WARP_YIELD))) continue;
    tern_builder_t b = tern_builder_before(end);
    tern_specialize_meet_all(&b);
    reallocate_if_asked(&b, op, registers_of(op, 0), s->high);
    tern_value_t **values = tern_malloc((end->operand_count + 1) * sizeof *values);
    for (size_t i = 0; i < end->operand_count; ++i) values[i] = tern_op_operand(end, i);
    tern_build(&b, TERN_LLVM(BR), .operands = {values, end->operand_count}, .types = {0}, .successors = &after,
               .successor_count = 1);
    free(values);
    tern_op_destroy(end);
  }
}

// Starts the partitions, runs the default region, and waits for them behind it.
static void lower_default(const specialization_t *s, tern_op_t *op, const int32_t *states) {
  tern_block_t *before = op->block, *after = tern_block_split(op);
  tern_builder_t b = tern_builder_at_end(before, op->loc);
  store_states(&b, s, states);
  store_captures(&b, op);
  // The first barrier lets the partitions go; at the second they have read what they captured.
  tern_specialize_meet_all(&b);
  reallocate_if_asked(&b, op, s->high, registers_of(op, 0));
  tern_specialize_meet_all(&b);
  branch_to(&b, tern_op_body(op, 0));
  lower_yields(s, op, after);
  move_blocks(&op->regions[0], after->parent, after);
  for (size_t i = 0; i < op->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(op, i), tern_block_add_arg(after, tern_op_result(op, i)->type, op->loc));
  tern_op_destroy(op);
}

// --- the function ---

// The block that tells warps apart, and the one that others wait in.
static tern_value_t *make_header(specialization_t *s) {
  tern_op_t *function = s->function;
  tern_block_t *entry = s->entry, *header = tern_block_create(tern_op_context(function));
  s->loop = tern_block_create(tern_op_context(function));
  tern_block_insert(header, entry->parent, entry);
  tern_block_insert(s->loop, entry->parent, entry);
  for (size_t i = 0; i < entry->arg_count; ++i) {
    tern_value_t *arg = tern_block_add_arg(header, entry->args[i]->type, entry->args[i]->arg_loc);
    tern_value_replace_all_uses(entry->args[i], arg);
  }
  while (entry->arg_count > 0) tern_block_erase_arg(entry, entry->arg_count - 1);
  tern_builder_t b = tern_builder_at_end(header, function->loc);
  tern_value_t *warp = tern_emit_udiv(&b, tern_triton_nvidia.thread_id(&b), s->warp_size);
  // The assembler sees by this that the whole warp goes the same way.
  warp = tern_triton_nvidia_shuffle(&b, TERN_TRITON_SHUFFLE_INDEX, warp, tern_emit_i32(&b, 0));
  tern_value_t *is_default = tern_emit_icmp(&b, TERN_EMIT_ULT, warp, tern_emit_i32(&b, s->default_warps));
  tern_build(&b, TERN_LLVM(COND_BR), .operands = TERN_VALUES(is_default), .types = {0},
             .successors = (tern_block_t *[]){entry, s->loop}, .successor_count = 2, .segments = (int32_t[]){1, 0, 0});
  if (s->registers) {
    tern_builder_set_start(&b, entry);
    reallocate(&b, s->registers, s->high);
  }
  return warp;
}

// What a warp finds as its state.
static tern_value_t *read_state(const specialization_t *s, tern_value_t *warp) {
  tern_builder_t b = tern_builder_at_end(s->loop, s->function->loc);
  if (s->registers) reallocate(&b, s->registers, s->low);
  tern_specialize_meet_all(&b);
  tern_value_t *base = memory_of(&b, s->function);
  tern_value_t *waiting = tern_emit_sub(&b, warp, tern_emit_i32(&b, s->default_warps));
  return tern_emit_load(&b, tern_emit_i(&b, 8), tern_emit_gep(&b, tern_emit_i(&b, 8), base, waiting));
}

// Code that LLVM moves out of the loop would keep registers that the partitions have given away.
static const tern_attr_t *keep_inside(tern_context_t *context) {
  const tern_attr_t *always = tern_bool_attr_get(context, true);
  const tern_attr_t *licm = tern_llvm_attr_make(context, "llvm.loop_licm", &(tern_named_attr_t){"disable", always}, 1);
  return tern_llvm_attr_make(context, "llvm.loop_annotation", &(tern_named_attr_t){"licm", licm}, 1);
}

// Warps that have nothing to do take part in what all do.
static tern_block_t *make_idle(const specialization_t *s) {
  tern_block_t *block = tern_block_create(tern_op_context(s->function));
  tern_block_insert(block, s->loop->parent, s->loop->next);
  tern_builder_t b = tern_builder_at_end(block, s->function->loc);
  tern_specialize_meet_all(&b);
  tern_specialize_meet_all(&b);
  branch_to(&b, s->loop);
  tern_op_set_attr(block->last_op, "loop_annotation", keep_inside(b.context));
  return block;
}

static tern_block_t *make_exit(const specialization_t *s, const tern_block_t *idle) {
  tern_block_t *block = tern_block_create(tern_op_context(s->function));
  tern_block_insert(block, s->loop->parent, idle->next);
  tern_builder_t b = tern_builder_at_end(block, s->function->loc);
  tern_build(&b, TERN_LLVM(RETURN), .types = {0});
  return block;
}

// Branches to `blocks[i]` in state i, elsewhere to `idle`.
static void make_switch(const specialization_t *s, tern_value_t *state, tern_block_t *idle, tern_block_t *const *blocks,
                        size_t count) {
  tern_builder_t b = tern_builder_at_end(s->loop, s->function->loc);
  int64_t cases[STATES + 1];
  int32_t sizes[STATES + 1] = {0};
  tern_block_t *successors[STATES + 2] = {idle};
  for (size_t i = 0; i < count; ++i) {
    cases[i] = (int64_t)i;
    successors[i + 1] = blocks[i];
  }
  const tern_type_t *type = tern_emit_vector_of(tern_emit_i(&b, 8), (int64_t)count);
  tern_build(&b, TERN_LLVM(SWITCH), .operands = TERN_VALUES(state), .types = {0}, .successors = successors,
             .successor_count = count + 1, .segments = (int32_t[]){1, 0, 0},
             .attrs = TERN_ATTRS({"case_values", tern_dense_elements_attr_get_i64(type, cases, count)},
                                 {"case_operand_segments", tern_dense_i32_array_attr_get(b.context, sizes, count)}));
}

static void lower_returns(const specialization_t *s) {
  tern_region_for_each_block(&s->function->regions[0], block) {
    if (!block->last_op || !tern_op_is(block->last_op, TERN_LLVM(RETURN))) continue;
    tern_builder_t b = tern_builder_before(block->last_op);
    store_states(&b, s, NULL);
    tern_specialize_meet_all(&b);
  }
}

// States that `op` hands out: -1 for a warp that it leaves alone.
static void fill_states(const specialization_t *s, const tern_op_t *op, int32_t first_state, int32_t *states) {
  for (int64_t i = 0; i < s->total_warps - s->default_warps; ++i) states[i] = -1;
  const tern_attr_t *starts = tern_op_attr(op, "warpGroupStartIds"), *warps = tern_op_attr(op, "partitionNumWarps");
  for (size_t p = 0; p < tern_dense_array_attr_count(starts); ++p) {
    int64_t start = tern_dense_array_attr_int(starts, p) - s->default_warps;
    for (int64_t w = 0; w < tern_dense_array_attr_int(warps, p); ++w) states[start + w] = first_state + (int32_t)p;
  }
}

static void lower(specialization_t *s) {
  tern_block_t *blocks[STATES + 1];
  int32_t *states = tern_malloc((size_t)(s->total_warps + 1) * sizeof *states), first = 0;
  tern_value_t *warp = make_header(s), *state = read_state(s, warp);
  for (size_t i = 0; i < s->ops.count; ++i) {
    tern_op_t *op = s->ops.values[i], *holder = tern_ttg_partitions_of(op);
    for (size_t p = 0; p < holder->region_count; ++p) {
      blocks[s->exit_state++] = holder->regions[p].first_block;
      lower_partition(s, op, p);
    }
  }
  for (size_t i = 0; i < s->ops.count; ++i) {
    int32_t count = (int32_t)tern_ttg_partitions_of(s->ops.values[i])->region_count;
    fill_states(s, s->ops.values[i], first, states);
    lower_default(s, s->ops.values[i], states);
    first += count;
  }
  free(states);
  lower_returns(s);
  tern_block_t *idle = make_idle(s);
  blocks[s->exit_state] = make_exit(s, idle);
  make_switch(s, state, idle, blocks, (size_t)s->exit_state + 1);
}

// --- the pass ---

static bool is_kernel(const tern_op_t *op) {
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  return tern_op_is(op, TERN_LLVM(FUNC)) && !tern_region_is_empty(&op->regions[0]) &&
         (!visibility || tern_str_equal_cstr(tern_string_attr_value(visibility), "public"));
}

static int64_t number_of(const tern_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : otherwise;
}

static bool lower_kernel(tern_op_t *module, tern_op_t *function) {
  specialization_t s = {.function = function,
                        .entry = tern_op_body(function, 0),
                        .ops = tern_op_collect_row(function, TERN_POSTORDER, TERN_TTG(WARP_SPECIALIZE)),
                        .warp_size = tern_ttg_lookup_threads_per_warp(module),
                        .default_warps = tern_ttg_lookup_num_warps(module),
                        .total_warps = number_of(module, "ttg.total-num-warps", 0),
                        .registers = number_of(module, "ttg.maxnreg", 0)};
  bool is_right = true;
  if (s.ops.count > 0) {
    is_right = tern_specialize_check(module, &s);
    if (is_right && s.registers) {
      share_registers(&s);
      is_right = s.low >= FEWEST_REGISTERS && s.high >= FEWEST_REGISTERS;
      if (!is_right)
        tern_op_error(module, "'ttg.maxnreg' = %lld leaves a warp too few registers", (long long)s.registers);
    }
    if (is_right) {
      tern_specialize_name_barriers(&s);
      tern_specialize_elide_captures(&s);
      lower(&s);
    }
  }
  tern_vec_deinitialize(&s.ops);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  if (!tern_specialize_convert_types(module, pass)) return false;
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (is_right && is_kernel(op)) is_right = lower_kernel(module, op);
  }
  return is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, &tern_nvvm_dialect, NULL};

const tern_pass_def_t tern_convert_warp_specialize_to_llvm_pass = {
    .flag = "convert-warp-specialize-to-llvm",
    .name = "ConvertWarpSpecializeToLLVM",
    .anchor = "builtin.module",
    .summary = "Put partitions of warps in terms of llvm and nvvm, for a thread",
    .description =
        "Warps that are not the function's own wait in a loop for what they are to do. Each partition gets a named "
        "barrier, and the registers that were allocated to it.",
    .dialects = dialects,
    .run = run,
};
