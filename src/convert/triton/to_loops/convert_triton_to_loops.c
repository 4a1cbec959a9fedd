// --convert-triton-to-loops: each kernel of tt becomes a function that runs one program of its grid, on a processor.
//
//   tt.func public @k(%p: !tt.ptr<f32>, %n: i32)
//     ->
//   llvm.func @k(%arguments: !llvm.ptr, %scratch: !llvm.ptr, %x: i32, %y: i32, %z: i32, %nx: i32, %ny: i32, %nz: i32)
//       attributes {tern.kernel = {arguments = ["!tt.ptr<f32>", "i32"], scratch = 4160 : i64}}
//
// `arguments` has 8 bytes for each argument: an address or a number; of a descriptor the address of its parts, of 8 bytes each
// (blocks.c). `scratch` is memory of that many bytes that no other program
// uses at the same time. Tensors become loops over vectors (loops.h). Functions that kernels call have to be inlined before.

#include <inttypes.h>

#include "convert/triton/to_loops/loops.h"
#include "dialect/cf/cf.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"

enum { ARGUMENT_SIZE = 8, STATUS_SIZE = 64 };

// --- what is refused ---

static bool is_structure(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_TT(FUNC),        TERN_TT(RETURN),      TERN_TT(REDUCE_RETURN), TERN_TT(SCAN_RETURN), TERN_TT(MAP_ELEMENTWISE_RETURN),
      TERN_SCF(YIELD),      TERN_SCF(CONDITION),  TERN_CF(BR),            TERN_CF(COND_BR)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  bool *is_right = user;
  bool is_known = is_structure(op) || tern_tt_statement_row(op) || tern_tt_element_row(op) || tern_tt_is_elementwise(op);
  if (tern_op_is(op, TERN_TT(EXTERN_ELEMENTWISE))) is_known = tern_tt_check_library(op);
  if (tern_op_is(op, TERN_TT(ELEMENTWISE_INLINE_ASM))) is_known = tern_tt_check_assembly(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) < RANK_MAX) continue;
    *is_right = tern_op_error(op, "has a tensor of %zu dimensions, and %d are supported on processors",
                              tern_type_rank(type), RANK_MAX - 1);
  }
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

static const tern_attr_t *describe_kernel(tern_op_t *function, int64_t scratch) {
  tern_context_t *context = tern_op_context(function);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type);
  const tern_attr_t *names[1024];
  for (size_t i = 0; i < inputs.count; ++i) {
    names[i] = tern_string_attr_get(context, tern_str_from_cstr(tern_type_text(inputs.values[i])));
  }
  const tern_named_attr_t entries[] = {
      {"arguments", tern_array_attr_get(context, names, inputs.count)},
      {"scratch", tern_integer_attr_get(tern_i_type_get(context, 64), scratch)},
  };
  return tern_dictionary_attr_get(context, entries, 2);
}

static tern_op_t *make_function(writer_t *w, tern_op_t *function) {
  tern_context_t *context = w->b.context;
  const tern_type_t *pointer = tern_llvm_ptr_type(context, 0), *i32 = tern_i_type_get(context, 32);
  const tern_type_t *inputs[] = {pointer, pointer, i32, i32, i32, i32, i32, i32};
  tern_types_t types = {inputs, sizeof inputs / sizeof inputs[0]};
  const tern_type_t *type = tern_llvm_func_type(tern_llvm_void_type(context), types, false);
  tern_op_t *made = tern_build(&w->b, TERN_LLVM(FUNC), .regions = 1,
                               .attrs = TERN_ATTRS({"sym_name", tern_op_attr(function, "sym_name")},
                                                   {"function_type", tern_type_attr_get(type)}));
  tern_block_t *entry = tern_builder_add_block(&w->b, &made->regions[0], types);
  w->scratch = entry->args[1];
  for (size_t i = 0; i < 6; ++i) w->program[i] = entry->args[2 + i];
  return made;
}

static value_t load_word(writer_t *w, value_t words, size_t index, const tern_type_t *type) {
  const tern_attr_t *alignment = tern_integer_attr_get(tern_i_type_get(w->b.context, 64), ARGUMENT_SIZE);
  value_t at = tern_tt_byte_address(w, words, tern_tt_int(w, 64, (int64_t)index * ARGUMENT_SIZE));
  return tern_build_value(&w->b, TERN_LLVM(LOAD), .operands = TERN_VALUES(at), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"alignment", alignment}));
}

static void load_arguments(writer_t *w, tern_block_t *from, value_t arguments) {
  for (size_t i = 0; i < from->arg_count; ++i) {
    const tern_type_t *type = from->args[i]->type;
    size_t count = tern_tt_part_count(type);
    value_t parts[2 + 3 * RANK_MAX], words = arguments;
    if (count > 1) words = load_word(w, arguments, i, tern_llvm_ptr_type(w->b.context, 0));
    for (size_t p = 0; p < count; ++p) {
      const tern_type_t *part = tern_tt_part_type(type, p), *memory = tern_tt_memory_type(part);
      parts[p] = load_word(w, words, count > 1 ? p : i, memory);
      if (memory != part) parts[p] = tern_tt_resize(w, parts[p], 1, false);
    }
    tern_tt_set_scalars(w, from->args[i], parts, count);
  }
}

// --- blocks ---

static void write_end(writer_t *w, tern_block_t *block);

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
  value_t copies[64];
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
    tern_build(&w->b, TERN_LLVM(INTR_MEMCPY), .operands = TERN_VALUES(tern_tt_slot(w, to->args[i])->address, copies[i], size),
               .attrs = TERN_ATTRS({"isVolatile", tern_bool_attr_get(w->b.context, false)}));
  }
  return part_count;
}

static void build_branch(writer_t *w, tern_op_t *op, size_t start, size_t count, tern_block_t *to) {
  value_t parts[256];
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
    tern_build(&w->b, TERN_LLVM(RETURN), .regions = 0);
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
  w->used = w->size = STATUS_SIZE;
  tern_tt_plan(w, function);
  tern_op_t *made = make_function(w, function);
  load_arguments(w, entry, made->regions[0].first_block->args[0]);
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
  tern_op_set_attr(made, "tern.kernel", describe_kernel(function, w->size));
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
  return tern_op_is(op, TERN_TT(FUNC)) && !tern_region_is_empty(&op->regions[0]) && tern_symbol_visibility(op) != TERN_PRIVATE;
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
    .description = "Tensors become loops over vectors of at most 16 elements, which touch memory only where masks are true.",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_cf_dialect, &tern_llvm_dialect,
                                                &tern_math_dialect, &tern_scf_dialect, &tern_vector_dialect, NULL},
    .run = run,
};
