// --convert-triton-to-loops: each kernel of tt becomes a function that runs one program of its grid, on a processor.
//
//   tt.func public @k(%p: !tt.ptr<f32>, %n: i32)
//     ->
//   llvm.func @k(%parameters: !llvm.ptr, %x: i32, %y: i32, %z: i32) -> i32 attributes {tern.kernel = (!tt.ptr<f32>, i32) -> ()}
//
// The ABI is that of tern/dispatch.h: addresses are bindings, numbers push constants, a descriptor is the address of a
// tern_kernel_tensor_t. Buffers lie in memory that each thread has for itself.
// Tensors become loops over vectors (loops.h). Functions that kernels call have to be inlined before.

#include <inttypes.h>

#include "convert/triton/to_loops/loops.h"
#include "dialect/cf/cf.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// Where members of tern_dispatch_params_t and tern_kernel_tensor_t are.
enum {
  GRID_OFFSET = 0,
  NUMBERS_OFFSET = 16,
  ADDRESSES_OFFSET = 24,
  TENSOR_DIMS_OFFSET = 8,
  TENSOR_STRIDES_OFFSET = 48,
  TENSOR_FILL_OFFSET = 88,
};
#define SCRATCH_FUNCTION "tern_kernel_scratch"

// --- what is refused ---

static bool is_structure(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(FUNC),
                                              TERN_TT(RETURN),
                                              TERN_TT(REDUCE_RETURN),
                                              TERN_TT(SCAN_RETURN),
                                              TERN_TT(MAP_ELEMENTWISE_RETURN),
                                              TERN_SCF(YIELD),
                                              TERN_SCF(CONDITION),
                                              TERN_CF(BR),
                                              TERN_CF(COND_BR)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// Loops and branches hand on each part of what they are given; the body of tt.map_elementwise takes several elements of each.
static bool check_counts(const tern_op_t *op) {
  size_t count = 0, most = SOURCES_MAX;
  bool hands_on = op->region_count > 0 || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
  if (tern_op_is(op, TERN_TT(REDUCE)) || tern_op_is(op, TERN_TT(SCAN)) || tern_op_is(op, TERN_TT(FUNC)))
    hands_on = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    size_t parts = tern_tt_part_count(tern_op_operand(op, i)->type);
    count += hands_on && parts > 0 ? parts : 1;
  }
  if (hands_on) most = HANDED_MAX;
  const tern_attr_t *pack = tern_op_attr(op, "pack");
  if (tern_op_is(op, TERN_TT(MAP_ELEMENTWISE))) {
    count = (count > op->result_count ? count : op->result_count) * (size_t)tern_integer_attr_value(pack);
    most = MAPPED_MAX;
  }
  return count <= most || tern_op_error(op, "has %zu values, and at most %zu are supported on processors", count, most);
}

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  bool *is_right = user;
  bool is_known =
      is_structure(op) || tern_tt_statement_row(op) || tern_tt_element_row(op) || tern_tt_is_elementwise(op);
  if (tern_op_is(op, TERN_TT(EXTERN_ELEMENTWISE))) *is_right &= tern_tt_check_library(op);
  if (tern_op_is(op, TERN_TT(ELEMENTWISE_INLINE_ASM))) *is_right &= tern_tt_check_assembly(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) < RANK_MAX) continue;
    *is_right = tern_op_error(op, "has a tensor of %zu dimensions, and %d are supported on processors",
                              tern_type_rank(type), RANK_MAX - 1);
  }
  if (is_known) *is_right &= check_counts(op);
  if (is_known) return TERN_WALK_ADVANCE;
  *is_right = tern_op_error(op, "is not supported on processors");
  return TERN_WALK_ADVANCE;
}

static bool check_kernel(tern_op_t *function) {
  bool is_right = true;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type);
  for (size_t i = 0; i < inputs.count; ++i) {
    bool is_descriptor = tern_type_is_tt(inputs.values[i], TERN_TT_TYPE_TENSORDESC);
    if (is_descriptor || tern_tt_part_count(inputs.values[i]) == 1) continue;
    is_right = tern_op_error(function, "has an argument of type '%s', which cannot be passed to processors",
                             tern_type_text(inputs.values[i]));
  }
  tern_op_walk_pre(function, check_op, &is_right);
  return is_right;
}

// --- the function ---

static tern_op_t *make_function(writer_t *w, tern_op_t *function) {
  tern_context_t *context = w->b.context;
  const tern_type_t *pointer = tern_llvm_ptr_type(context, 0), *i32 = tern_i_type_get(context, 32);
  const tern_type_t *inputs[] = {pointer, i32, i32, i32};
  tern_types_t types = {inputs, sizeof inputs / sizeof inputs[0]};
  const tern_type_t *type = tern_llvm_func_type(i32, types, false);
  tern_op_t *made = tern_build(
      &w->b, TERN_LLVM(FUNC), .regions = 1,
      .attrs = TERN_ATTRS({"sym_name", tern_op_attr(function, "sym_name")}, {"function_type", tern_type_attr_get(type)},
                          {"tern.kernel", tern_op_attr(function, "function_type")}));
  tern_builder_add_block(&w->b, &made->regions[0], types);
  return made;
}

static value_t load_member(writer_t *w, value_t base, int64_t offset, const tern_type_t *type) {
  value_t at = tern_tt_byte_address(w, base, offset ? tern_tt_int(w, 64, offset) : NULL);
  return tern_build_value(
      &w->b, TERN_LLVM(LOAD), .operands = TERN_VALUES(at), .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"alignment", tern_integer_attr_get(tern_i_type_get(w->b.context, 64), 4)}));
}

// The parts of a descriptor, as blocks.c has them.
static void load_descriptor(writer_t *w, const tern_value_t *argument, value_t tensor) {
  size_t rank = tern_type_rank(tern_tt_type_inside(argument->type));
  const tern_type_t *i64 = tern_i_type_get(w->b.context, 64), *i32 = tern_i_type_get(w->b.context, 32);
  value_t parts[2 + 3 * RANK_MAX];
  parts[0] = load_member(w, tensor, 0, i64);
  for (size_t d = 0; d < rank; ++d) {
    parts[1 + d] = load_member(w, tensor, TENSOR_DIMS_OFFSET + 8 * (int64_t)d, i64);
    parts[1 + rank + d] = load_member(w, tensor, TENSOR_STRIDES_OFFSET + 8 * (int64_t)d, i64);
  }
  parts[1 + 2 * rank] = tern_tt_resize(w, load_member(w, tensor, TENSOR_FILL_OFFSET, i32), 1, false);
  tern_tt_set_scalars(w, argument, parts, 2 + 2 * rank);
}

static void load_arguments(writer_t *w, tern_block_t *from, value_t parameters) {
  const tern_type_t *pointer = tern_llvm_ptr_type(w->b.context, 0), *i32 = tern_i_type_get(w->b.context, 32);
  value_t numbers = load_member(w, parameters, NUMBERS_OFFSET, pointer);
  value_t addresses = load_member(w, parameters, ADDRESSES_OFFSET, pointer);
  int64_t number_offset = 0, address_offset = 0;
  for (size_t i = 0; i < 3; ++i) w->program[3 + i] = load_member(w, parameters, GRID_OFFSET + 4 * (int64_t)i, i32);
  for (size_t i = 0; i < from->arg_count; ++i) {
    const tern_type_t *type = from->args[i]->type, *memory = tern_tt_memory_type(type);
    if (tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC)) {
      load_descriptor(w, from->args[i], load_member(w, addresses, address_offset, pointer));
      address_offset += 8;
      continue;
    }
    bool is_address = tern_type_is_tt(type, TERN_TT_TYPE_PTR);
    value_t value =
        load_member(w, is_address ? addresses : numbers, is_address ? address_offset : number_offset, memory);
    if (is_address) address_offset += 8;
    if (!is_address) number_offset += tern_tt_memory_size(type) > 4 ? 8 : 4;
    if (memory != tern_tt_register_type(type)) value = tern_tt_resize(w, value, 1, false);
    tern_tt_set_scalars(w, from->args[i], &value, 1);
  }
}

// --- memory for buffers, and what is returned ---

static tern_walk_result_t find_assert(tern_op_t *op, void *user) {
  *(bool *)user |= tern_op_is(op, TERN_TT(ASSERT));
  return TERN_WALK_ADVANCE;
}

static const tern_attr_t *scratch_name(writer_t *w) {
  return tern_flat_symbol_ref_attr_get(w->b.context, TERN_STR(SCRATCH_FUNCTION));
}

// How much memory is needed is known when all is written: a zero stands for it until then.
static tern_op_t *begin_body(writer_t *w, tern_op_t *function) {
  bool has_assert = false;
  const tern_type_t *pointer = tern_llvm_ptr_type(w->b.context, 0), *i32 = tern_i_type_get(w->b.context, 32);
  tern_op_walk_pre(function, find_assert, &has_assert);
  value_t size = tern_tt_int(w, 64, 0);
  tern_op_t *call = tern_llvm_build_call(&w->b, scratch_name(w), TERN_VALUES(size), pointer);
  w->scratch = tern_op_result(call, 0);
  if (has_assert) {
    w->failure =
        tern_build_value(&w->b, TERN_LLVM(ALLOCA), .operands = TERN_VALUES(tern_tt_int(w, 64, 1)),
                         .types = TERN_TYPES(pointer), .attrs = TERN_ATTRS({"elem_type", tern_type_attr_get(i32)}));
    tern_build(&w->b, TERN_LLVM(STORE), .operands = TERN_VALUES(tern_tt_int(w, 32, 0), w->failure));
  }
  return call;
}

static void end_body(writer_t *w, tern_op_t *call) {
  tern_op_t *module = tern_op_parent(tern_op_parent(call));
  tern_context_t *context = w->b.context;
  tern_builder_t b = tern_builder_before(call);
  if (w->size == 0) {
    // Nobody uses the memory.
    tern_value_replace_all_uses(w->scratch,
                                tern_build_value(&b, TERN_LLVM(MLIR_ZERO), .types = TERN_TYPES(w->scratch->type)));
    tern_op_destroy(call);
    return;
  }
  tern_op_set_operand(call, 0, tern_arith_constant_int(&b, tern_i_type_get(context, 64), w->size));
  if (tern_symbol_lookup_in(module, TERN_STR(SCRATCH_FUNCTION))) return;
  const tern_type_t *type = tern_llvm_func_type(w->scratch->type, TERN_TYPES(tern_i_type_get(context, 64)), false);
  b = tern_builder_at_start(tern_op_body(module, 0), call->loc);
  tern_build(&b, TERN_LLVM(FUNC), .regions = 1,
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, TERN_STR(SCRATCH_FUNCTION))},
                                 {"function_type", tern_type_attr_get(type)}));
}

static void write_return(writer_t *w) {
  value_t status =
      w->failure ? load_member(w, w->failure, 0, tern_i_type_get(w->b.context, 32)) : tern_tt_int(w, 32, 0);
  tern_build(&w->b, TERN_LLVM(RETURN), .operands = TERN_VALUES(status));
}

// --- blocks ---

static void map_blocks(writer_t *w, tern_op_t *function, tern_op_t *made) {
  tern_block_t *entry = function->regions[0].first_block;
  tern_map_set(&w->blocks, entry, made->regions[0].first_block);
  for (tern_block_t *block = entry->next; block; block = block->next) {
    tern_block_t *copy = tern_region_add_block(&made->regions[0]);
    tern_map_set(&w->blocks, block, copy);
    for (size_t i = 0; i < block->arg_count; ++i) {
      tern_value_t *arg = block->args[i];
      size_t count = tern_tt_part_count(arg->type);
      value_t parts[2 + 3 * RANK_MAX];
      for (size_t p = 0; p < count; ++p) {
        parts[p] = tern_block_add_arg(copy, tern_tt_part_type(arg->type, p), function->loc);
      }
      if (count > 0) {
        tern_tt_set_scalars(w, arg, parts, count);
      } else {
        tern_tt_set_buffer(w, arg, tern_tt_allocate(w, arg->type, tern_type_element_count(arg->type)));
      }
    }
  }
}

// Numbers for the arguments of a successor; its tensors are copied to their buffers.
static size_t hand_on(writer_t *w, tern_op_t *op, size_t start, size_t count, tern_block_t *to, value_t *out_parts) {
  size_t part_count = 0;
  value_t copies[HANDED_MAX];
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = tern_op_operand(op, start + i);
    slot_t *slot = tern_tt_slot(w, value);
    if (value->type->kind == TERN_TYPE_TENSOR) {
      copies[i] = tern_tt_allocate(w, value->type, tern_type_element_count(value->type));
      tern_tt_fill(w, value, copies[i]);
    } else if (slot) {
      for (size_t p = 0; p < slot->count; ++p) out_parts[part_count++] = slot->scalars[p];
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = tern_op_operand(op, start + i)->type;
    if (type->kind != TERN_TYPE_TENSOR) continue;
    value_t size = tern_tt_int(w, 64, tern_type_element_count(type) * tern_tt_memory_size(type));
    tern_build(&w->b, TERN_LLVM(INTR_MEMCPY),
               .operands = TERN_VALUES(tern_tt_slot(w, to->args[i])->address, copies[i], size),
               .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(w->b.context, false)}));
  }
  return part_count;
}

static void build_branch(writer_t *w, tern_op_t *op, size_t start, size_t count, tern_block_t *to) {
  value_t parts[HANDED_MAX];
  tern_block_t *target = tern_map_get(&w->blocks, to);
  size_t part_count = hand_on(w, op, start, count, to, parts);
  tern_build(&w->b, TERN_CF(BR), .operands = {parts, part_count}, .successors = &target, .successor_count = 1);
}

// Each way gets a block of its own, where what is handed on is computed.
static void write_cond_branch(writer_t *w, tern_op_t *op) {
  static const char *const groups[] = {"trueDestOperands", "falseDestOperands"};
  value_t condition = tern_tt_scalar(w, tern_op_operand(op, 0));
  tern_region_t *region = w->b.block->parent;
  tern_block_t *ways[2] = {tern_region_add_block(region), tern_region_add_block(region)};
  tern_build(&w->b, TERN_CF(COND_BR), .operands = TERN_VALUES(condition), .successors = ways, .successor_count = 2,
             .segments = (int32_t[]){1, 0, 0});
  for (size_t i = 0; i < 2; ++i) {
    size_t start, count, memo_count = w->memos.count;
    tern_op_operands_named(op, groups[i], &start, &count);
    tern_builder_set_end(&w->b, ways[i]);
    build_branch(w, op, start, count, op->successors[i].block);
    w->memos.count = memo_count;
  }
}

static void write_end(writer_t *w, tern_block_t *block) {
  tern_op_t *end = tern_block_terminator(block);
  w->b.loc = end->loc;
  if (tern_op_is(end, TERN_CF(BR))) {
    build_branch(w, end, 0, end->operand_count, end->successors[0].block);
  } else if (tern_op_is(end, TERN_CF(COND_BR))) {
    write_cond_branch(w, end);
  } else {
    write_return(w);
  }
}

// Blocks in an order in which values are there before their uses: depth first from the entry, what comes last first.
typedef TERN_VEC(tern_block_t *) block_list_t;
static void order_blocks(tern_block_t *block, tern_map_t *seen, block_list_t *out_list) {
  if (!tern_map_set(seen, block, block)) return;
  tern_op_t *end = tern_block_terminator(block);
  for (size_t i = 0; i < end->successor_count; ++i) order_blocks(end->successors[i].block, seen, out_list);
  tern_vec_push(out_list, block);
}

static void write_kernel(writer_t *w, tern_op_t *function) {
  tern_block_t *entry = function->regions[0].first_block;
  tern_tt_plan(w, function);
  tern_op_t *made = make_function(w, function);
  tern_block_t *start = made->regions[0].first_block;
  for (size_t i = 0; i < 3; ++i) w->program[i] = start->args[1 + i];
  load_arguments(w, entry, start->args[0]);
  tern_op_t *call = begin_body(w, function);
  map_blocks(w, function, made);
  block_list_t blocks = {0};
  tern_map_t seen = {0};
  order_blocks(entry, &seen, &blocks);
  for (size_t i = blocks.count; i-- > 0;) {
    w->memos.count = 0;
    tern_builder_set_end(&w->b, tern_map_get(&w->blocks, blocks.values[i]));
    tern_tt_write_block(w, blocks.values[i]);
    write_end(w, blocks.values[i]);
  }
  // Blocks that nothing leads to have no code.
  for (tern_block_t *block = entry; block; block = block->next) {
    if (tern_map_contains(&seen, block)) continue;
    tern_block_t *copy = tern_map_get(&w->blocks, block);
    tern_block_remove(copy);
    tern_block_destroy(copy, w->b.context);
  }
  tern_map_deinitialize(&seen);
  tern_vec_deinitialize(&blocks);
  end_body(w, call);
}

static void convert_kernel(tern_op_t *function, tern_arena_t *arena) {
  writer_t w = {.b = tern_builder_before(function), .arena = arena};
  write_kernel(&w, function);
  tern_map_deinitialize(&w.slots);
  tern_map_deinitialize(&w.blocks);
  tern_map_deinitialize(&w.plan);
  tern_vec_deinitialize(&w.memos);
}

static bool is_kernel(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]) &&
         tern_symbol_visibility(op) != TERN_PRIVATE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (is_kernel(op) && !check_kernel(op)) return false;
  }
  tern_block_for_each_op_safe(body, op) {
    if (is_kernel(op)) convert_kernel(op, tern_pass_scratch(pass));
  }
  tern_block_for_each_op_safe(body, op) {
    if (!tern_op_is(op, TERN_TT(FUNC))) continue;
    tern_op_destroy(op);
  }
  return true;
}

const tern_pass_def_t tern_convert_triton_to_loops_pass = {
    .flag = "convert-triton-to-loops",
    .name = "ConvertTritonToLoops",
    .anchor = "builtin.module",
    .summary = "Make functions of kernels of tt that run one program of a grid on a processor",
    .description =
        "Tensors become loops over vectors of at most 16 elements, which touch memory only where masks are true.",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_cf_dialect, &tern_llvm_dialect,
                                                &tern_math_dialect, &tern_scf_dialect, &tern_vector_dialect, NULL},
    .run = run,
};
