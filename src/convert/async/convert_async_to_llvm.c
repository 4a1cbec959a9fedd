// --convert-async-to-llvm: coroutines as LLVM's coroutine intrinsics, and the ops of the async runtime as calls of its C
// functions (upstream: AsyncToLLVM). Tokens, values and groups are pointers.

#include "base/vec.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/async/async.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "dialect/llvm/llvm.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// --- types ---

static const tern_type_t *token_type(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_llvm_types[TERN_LLVM_TOKEN], NULL, 0);
}

// Is it one of this range of the dialect's types?
static bool is_async_type(const tern_type_t *type, int first, int last) {
  return type->kind == TERN_TYPE_DIALECT && type->row >= &tern_async_types[first] &&
         type->row <= &tern_async_types[last];
}

static int convert_type(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  const tern_type_t *converted = type;
  if (is_async_type(type, TERN_ASYNC_TYPE_TOKEN, TERN_ASYNC_TYPE_GROUP) ||
      tern_type_is_async(type, TERN_ASYNC_TYPE_CORO_HANDLE)) {
    converted = tern_llvm_ptr_type(type->context, 0);
  } else if (is_async_type(type, TERN_ASYNC_TYPE_CORO_ID, TERN_ASYNC_TYPE_CORO_STATE)) {
    converted = token_type(type->context);
  }
  out_types[(*out_count)++] = converted;
  return 1;
}

// --- the runtime's functions ---

// Types are letters: p a pointer, t a token, g a group, i 64 bits, b a bit, n an index.
static const struct runtime_function {
  const char *name, *inputs, *result;
} runtime_functions[] = {
    {"mlirAsyncRuntimeAddRef", "pi", ""},
    {"mlirAsyncRuntimeDropRef", "pi", ""},
    {"mlirAsyncRuntimeCreateToken", "", "t"},
    {"mlirAsyncRuntimeCreateValue", "i", "p"},
    {"mlirAsyncRuntimeCreateGroup", "i", "g"},
    {"mlirAsyncRuntimeEmplaceToken", "t", ""},
    {"mlirAsyncRuntimeEmplaceValue", "p", ""},
    {"mlirAsyncRuntimeSetTokenError", "t", ""},
    {"mlirAsyncRuntimeSetValueError", "p", ""},
    {"mlirAsyncRuntimeIsTokenError", "t", "b"},
    {"mlirAsyncRuntimeIsValueError", "p", "b"},
    {"mlirAsyncRuntimeIsGroupError", "g", "b"},
    {"mlirAsyncRuntimeAwaitToken", "t", ""},
    {"mlirAsyncRuntimeAwaitValue", "p", ""},
    {"mlirAsyncRuntimeAwaitAllInGroup", "g", ""},
    {"mlirAsyncRuntimeExecute", "pp", ""},
    {"mlirAsyncRuntimeGetValueStorage", "p", "p"},
    {"mlirAsyncRuntimeAddTokenToGroup", "tg", "i"},
    {"mlirAsyncRuntimeAwaitTokenAndExecute", "tpp", ""},
    {"mlirAsyncRuntimeAwaitValueAndExecute", "ppp", ""},
    {"mlirAsyncRuntimeAwaitAllInGroupAndExecute", "gpp", ""},
    {"mlirAsyncRuntimGetNumWorkerThreads", "", "n"},
};

static const tern_type_t *type_of_letter(tern_context_t *context, char letter) {
  switch (letter) {
    case 't': return tern_async_type_get(context, TERN_ASYNC_TYPE_TOKEN);
    case 'g': return tern_async_type_get(context, TERN_ASYNC_TYPE_GROUP);
    case 'i': return tern_i_type_get(context, 64);
    case 'b': return tern_i_type_get(context, 1);
    case 'n': return tern_index_type_get(context);
    default: return tern_llvm_ptr_type(context, 0);
  }
}

static void declare_functions(tern_op_t *module) {
  tern_context_t *context = tern_op_context(module);
  tern_builder_t b = tern_builder_at_end(tern_op_body(module, 0), module->loc);
  for (size_t i = 0; i < sizeof runtime_functions / sizeof runtime_functions[0]; ++i) {
    const struct runtime_function *row = &runtime_functions[i];
    const tern_type_t *inputs[4], *result = row->result[0] ? type_of_letter(context, row->result[0]) : NULL;
    size_t count = 0;
    if (tern_symbol_lookup_in(module, tern_str_from_cstr(row->name))) continue;
    for (; row->inputs[count]; ++count) inputs[count] = type_of_letter(context, row->inputs[count]);
    const tern_type_t *type =
        tern_function_type_get(context, (tern_types_t){inputs, count}, (tern_types_t){&result, result ? 1 : 0});
    tern_build(&b, TERN_FUNC(FUNC), .regions = 1,
               .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_str_from_cstr(row->name))},
                                   {"function_type", tern_type_attr_get(type)},
                                   {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}));
  }
}

// What the runtime resumes a coroutine with, made at the end of the module.
static tern_value_t *resume_function(tern_builder_t *b) {
  tern_op_t *module = tern_llvm_module_around(b);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  if (!tern_symbol_lookup_in(module, TERN_STR("__resume"))) {
    tern_builder_t end = tern_builder_at_end(tern_op_body(module, 0), module->loc);
    const tern_type_t *type = tern_llvm_func_type(tern_llvm_void_type(b->context), TERN_TYPES(pointer), false);
    tern_op_t *function = tern_llvm_make_function(&end, TERN_STR("__resume"), type, TERN_LLVM_LINKAGE_EXTERNAL);
    tern_symbol_set_visibility(function, TERN_PRIVATE);
    tern_block_t *body = tern_builder_add_block(&end, &function->regions[0], TERN_TYPES(pointer));
    tern_build(&end, TERN_LLVM(INTR_CORO_RESUME), .operands = TERN_VALUES(body->args[0]));
    tern_build(&end, TERN_LLVM(RETURN));
  }
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(b->context, TERN_STR("__resume"));
  return tern_build_value(b, TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(pointer),
                          .attrs = TERN_ATTRS({"global_name", name}));
}

// `type` NULL: no result.
static tern_value_t *call(tern_builder_t *b, const char *name, const tern_type_t *type, tern_values_t args) {
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(b->context, tern_str_from_cstr(name));
  tern_op_t *op = tern_build(b, TERN_FUNC(CALL), .operands = args, .types = {&type, type ? 1 : 0},
                             .attrs = TERN_ATTRS({"callee", callee}));
  return type ? tern_op_result(op, 0) : NULL;
}

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool erase(tern_conversion_t *conversion, tern_op_t *op) {
  tern_conversion_erase(conversion, op);
  return true;
}

// --- coroutines ---

static tern_value_t *make_false(tern_builder_t *b) {
  const tern_type_t *i1 = tern_i_type_get(b->context, 1);
  return tern_llvm_build_constant(b, i1, tern_bool_attr_get(b->context, false));
}

static bool lower_coro_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  (void)operands;
  tern_value_t *zero = tern_llvm_make_int(b, tern_i_type_get(b->context, 32), 0);
  tern_value_t *null = tern_llvm_make_zero(b, tern_llvm_ptr_type(b->context, 0));
  return tern_conversion_replace_value(
      conversion, op,
      tern_llvm_make(b, TERN_LLVM(INTR_CORO_ID), token_type(b->context), TERN_VALUES(zero, null, null, null)));
}

// The frame's size is rounded up to its alignment.
static bool lower_coro_begin(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *pointer = tern_llvm_ptr_type(b->context, 0);
  tern_value_t *size = tern_llvm_make(b, TERN_LLVM(INTR_CORO_SIZE), i64, (tern_values_t){0});
  tern_value_t *alignment = tern_llvm_make(b, TERN_LLVM(INTR_CORO_ALIGN), i64, (tern_values_t){0});
  size = tern_llvm_make(b, TERN_LLVM(ADD), i64, TERN_VALUES(size, alignment));
  size = tern_llvm_make(b, TERN_LLVM(SUB), i64, TERN_VALUES(size, tern_llvm_make_int(b, i64, 1)));
  tern_value_t *zero = tern_llvm_make_int(b, i64, 0);
  tern_value_t *negated = tern_llvm_make(b, TERN_LLVM(SUB), i64, TERN_VALUES(zero, alignment));
  size = tern_llvm_make(b, TERN_LLVM(AND), i64, TERN_VALUES(size, negated));
  tern_op_t *function =
      tern_llvm_runtime_function(b, tern_llvm_module_around(b), "aligned_alloc", pointer, TERN_TYPES(i64, i64), false);
  if (!function) return false;
  tern_value_t *memory = tern_llvm_make_call(b, function, TERN_VALUES(alignment, size));
  return tern_conversion_replace_value(
      conversion, op, tern_llvm_make(b, TERN_LLVM(INTR_CORO_BEGIN), pointer, TERN_VALUES(operands.values[0], memory)));
}

static bool lower_coro_free(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  tern_value_t *memory = tern_llvm_make(b, TERN_LLVM(INTR_CORO_FREE), pointer, operands);
  tern_op_t *function = tern_llvm_runtime_function(b, tern_llvm_module_around(b), "free",
                                                   tern_llvm_void_type(b->context), TERN_TYPES(pointer), false);
  if (!function) return false;
  tern_llvm_make_call(b, function, TERN_VALUES(memory));
  return erase(conversion, op);
}

static bool lower_coro_end(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *no_unwind = make_false(b);
  tern_value_t *none = tern_llvm_make(b, TERN_LLVM(MLIR_NONE), token_type(b->context), (tern_values_t){0});
  tern_llvm_make(b, TERN_LLVM(INTR_CORO_END), tern_i_type_get(b->context, 1),
                 TERN_VALUES(operands.values[0], no_unwind, none));
  return erase(conversion, op);
}

static bool lower_coro_save(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  return tern_conversion_replace_value(conversion, op,
                                       tern_llvm_make(b, TERN_LLVM(INTR_CORO_SAVE), token_type(b->context), operands));
}

// The intrinsic gives 0 when resumed, 1 when destroyed, else -1.
static bool lower_coro_suspend(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_value_t *is_final = make_false(b);
  tern_value_t *state = tern_llvm_make(b, TERN_LLVM(INTR_CORO_SUSPEND), tern_i_type_get(b->context, 8),
                                       TERN_VALUES(operands.values[0], is_final));
  state = tern_llvm_make(b, TERN_LLVM(SEXT), i32, TERN_VALUES(state));
  const tern_type_t *cases = tern_vector_type_get(i32, (int64_t[]){2}, 1, 0);
  tern_block_t *successors[] = {op->successors[0].block, op->successors[1].block, op->successors[2].block};
  tern_build(
      b, TERN_LLVM(SWITCH), .operands = TERN_VALUES(state), .successors = successors, .successor_count = 3,
      .segments = (int32_t[]){1, 0, 0},
      .attrs = TERN_ATTRS({"case_values", tern_dense_elements_attr_get_i64(cases, (int64_t[]){0, 1}, 2)},
                          {"case_operand_segments", tern_dense_i32_array_attr_get(b->context, (int32_t[]){0, 0}, 2)}));
  return erase(conversion, op);
}

// --- the runtime ---

static bool lower_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_llvm_lowering_t *lowering = conversion->user;
  const tern_type_t *stored = tern_async_value_type(tern_op_result(op, 0)->type);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  (void)operands;
  if (!stored)
    return tern_conversion_replace_value(conversion, op,
                                         call(b, "mlirAsyncRuntimeCreateToken", pointer, (tern_values_t){0}));
  const tern_type_t *type = tern_llvm_lower_type(lowering, stored);
  if (!type) return false;
  tern_value_t *null = tern_llvm_make_zero(b, pointer);
  tern_value_t *end = tern_llvm_make_gep_constant(b, pointer, type, null, (int32_t[]){1}, 1);
  tern_value_t *size = tern_llvm_make(b, TERN_LLVM(PTRTOINT), tern_i_type_get(b->context, 64), TERN_VALUES(end));
  return tern_conversion_replace_value(conversion, op,
                                       call(b, "mlirAsyncRuntimeCreateValue", pointer, TERN_VALUES(size)));
}

// One cast for all uses, at the place where the value is defined, as upstream's stand.
static tern_value_t *cast(const tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  if (value->type == type) return value;
  tern_value_for_each_use(value, use) {
    bool is_cast = tern_op_is(use->owner, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) && use->owner->result_count == 1;
    if (is_cast && use->owner->results[0].type == type) return tern_op_result(use->owner, 0);
  }
  tern_op_t *op = tern_value_defining_op(value);
  tern_builder_t place = *b;
  if (op) {
    tern_builder_set_after(&place, op);
  } else {
    tern_builder_set_start(&place, tern_value_arg_block(value));
  }
  return tern_build_value(&place, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(type));
}

static bool lower_create_group(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *size = cast(b, operands.values[0], tern_i_type_get(b->context, 64));
  return tern_conversion_replace_value(
      conversion, op, call(b, "mlirAsyncRuntimeCreateGroup", tern_llvm_ptr_type(b->context, 0), TERN_VALUES(size)));
}

// The function of an op by what its operand is: a token, a value or a group; NULL: there is none.
typedef struct choice {
  const tern_op_row_t *row;
  const char *of_token, *of_value, *of_group;
  bool gives_bit, takes_resume;
} choice_t;

static const choice_t choices[] = {
    {TERN_ASYNC(RUNTIME_SET_AVAILABLE), "mlirAsyncRuntimeEmplaceToken", "mlirAsyncRuntimeEmplaceValue", NULL, false,
     false},
    {TERN_ASYNC(RUNTIME_SET_ERROR), "mlirAsyncRuntimeSetTokenError", "mlirAsyncRuntimeSetValueError", NULL, false,
     false},
    {TERN_ASYNC(RUNTIME_IS_ERROR), "mlirAsyncRuntimeIsTokenError", "mlirAsyncRuntimeIsValueError",
     "mlirAsyncRuntimeIsGroupError", true, false},
    {TERN_ASYNC(RUNTIME_AWAIT), "mlirAsyncRuntimeAwaitToken", "mlirAsyncRuntimeAwaitValue",
     "mlirAsyncRuntimeAwaitAllInGroup", false, false},
    {TERN_ASYNC(RUNTIME_AWAIT_AND_RESUME), "mlirAsyncRuntimeAwaitTokenAndExecute",
     "mlirAsyncRuntimeAwaitValueAndExecute", "mlirAsyncRuntimeAwaitAllInGroupAndExecute", false, true},
};

static bool lower_by_operand(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  const choice_t *row = choices;
  while (!tern_op_is(op, row->row)) ++row;
  const char *name = tern_type_is_async(type, TERN_ASYNC_TYPE_TOKEN)   ? row->of_token
                     : tern_type_is_async(type, TERN_ASYNC_TYPE_GROUP) ? row->of_group
                                                                       : row->of_value;
  if (!name) return false;
  if (row->takes_resume) {
    tern_value_t *resume = resume_function(b);
    call(b, name, NULL, TERN_VALUES(operands.values[0], operands.values[1], resume));
    return erase(conversion, op);
  }
  if (row->gives_bit)
    return tern_conversion_replace_value(conversion, op, call(b, name, tern_i_type_get(b->context, 1), operands));
  call(b, name, NULL, operands);
  return erase(conversion, op);
}

static bool lower_resume(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *resume = resume_function(b);
  call(b, "mlirAsyncRuntimeExecute", NULL, TERN_VALUES(operands.values[0], resume));
  return erase(conversion, op);
}

static tern_value_t *storage_of(tern_builder_t *b, tern_value_t *value) {
  return call(b, "mlirAsyncRuntimeGetValueStorage", tern_llvm_ptr_type(b->context, 0), TERN_VALUES(value));
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(conversion->user, tern_op_operand(op, 0)->type);
  if (!type) return false;
  tern_value_t *value = cast(b, operands.values[0], type), *storage = storage_of(b, operands.values[1]);
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, storage));
  return erase(conversion, op);
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(conversion->user, tern_op_result(op, 0)->type);
  if (!type) return false;
  tern_value_t *storage = storage_of(b, operands.values[0]);
  tern_value_t *value =
      tern_build_value(b, TERN_LLVM(LOAD), .operands = TERN_VALUES(storage), .types = TERN_TYPES(type));
  return tern_conversion_replace_value(conversion, op, value);
}

static bool lower_add_to_group(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  if (!tern_type_is_async(tern_op_operand(op, 0)->type, TERN_ASYNC_TYPE_TOKEN)) return false;
  return tern_conversion_replace_value(
      conversion, op, call(b, "mlirAsyncRuntimeAddTokenToGroup", tern_i_type_get(b->context, 64), operands));
}

static bool lower_num_worker_threads(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *index = tern_index_type_get(b->context);
  return tern_conversion_replace_value(conversion, op, call(b, "mlirAsyncRuntimGetNumWorkerThreads", index, operands));
}

static bool lower_reference_count(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  bool is_add = tern_op_is(op, TERN_ASYNC(RUNTIME_ADD_REF));
  tern_value_t *count = tern_build_value(b, TERN_ARITH(CONSTANT), .types = TERN_TYPES(i64),
                                         .attrs = TERN_ATTRS({"value", tern_op_attr(op, "count")}));
  call(b, is_add ? "mlirAsyncRuntimeAddRef" : "mlirAsyncRuntimeDropRef", NULL, TERN_VALUES(operands.values[0], count));
  return erase(conversion, op);
}

// --- functions ---

typedef TERN_VEC(const tern_type_t *) type_list_t;

static void convert_all(tern_conversion_t *conversion, tern_types_t types, type_list_t *out) {
  for (size_t i = 0; i < types.count; ++i)
    tern_vec_push(out, tern_convert_type(conversion->converter, types.values[i]));
}

// Only what is seen from outside converts: blocks behind the first keep their arguments, and branches what they hand on.
static bool lower_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  type_list_t types = {0};
  (void)operands;
  const tern_type_t *type = tern_func_type(op);
  convert_all(conversion, tern_function_type_inputs(type), &types);
  size_t inputs = types.count;
  if (op->regions[0].first_block) {
    TERN_VEC(size_t) starts = {0};
    for (size_t i = 0; i <= inputs; ++i) tern_vec_push(&starts, i);
    tern_conversion_convert_block(conversion, op->regions[0].first_block, (tern_types_t){types.values, inputs},
                                  starts.values);
    tern_vec_deinitialize(&starts);
  }
  convert_all(conversion, tern_function_type_results(type), &types);
  const tern_type_t *converted = tern_function_type_get(tern_op_context(op), (tern_types_t){types.values, inputs},
                                                        (tern_types_t){types.values + inputs, types.count - inputs});
  tern_op_set_attr(op, "function_type", tern_type_attr_get(converted));
  tern_vec_deinitialize(&types);
  return true;
}

static bool lower_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  type_list_t types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_vec_push(&types, tern_convert_type(conversion->converter, tern_op_result(op, i)->type));
  }
  tern_op_t *made = tern_build(builder_of(conversion), TERN_FUNC(CALL), .operands = operands,
                               .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op));
  TERN_VEC(tern_value_t *) values = {0};
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(&values, tern_op_result(made, i));
  tern_conversion_replace(conversion, op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  return true;
}

static bool lower_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_build(builder_of(conversion), TERN_FUNC(RETURN), .operands = operands);
  return erase(conversion, op);
}

static const tern_conversion_pattern_t patterns[] = {
    {"coro-id", TERN_ASYNC(CORO_ID), 1, lower_coro_id},
    {"coro-begin", TERN_ASYNC(CORO_BEGIN), 1, lower_coro_begin},
    {"coro-free", TERN_ASYNC(CORO_FREE), 1, lower_coro_free},
    {"coro-end", TERN_ASYNC(CORO_END), 1, lower_coro_end},
    {"coro-save", TERN_ASYNC(CORO_SAVE), 1, lower_coro_save},
    {"coro-suspend", TERN_ASYNC(CORO_SUSPEND), 1, lower_coro_suspend},
    {"create", TERN_ASYNC(RUNTIME_CREATE), 1, lower_create},
    {"create-group", TERN_ASYNC(RUNTIME_CREATE_GROUP), 1, lower_create_group},
    {"set-available", TERN_ASYNC(RUNTIME_SET_AVAILABLE), 1, lower_by_operand},
    {"set-error", TERN_ASYNC(RUNTIME_SET_ERROR), 1, lower_by_operand},
    {"is-error", TERN_ASYNC(RUNTIME_IS_ERROR), 1, lower_by_operand},
    {"await", TERN_ASYNC(RUNTIME_AWAIT), 1, lower_by_operand},
    {"await-and-resume", TERN_ASYNC(RUNTIME_AWAIT_AND_RESUME), 1, lower_by_operand},
    {"resume", TERN_ASYNC(RUNTIME_RESUME), 1, lower_resume},
    {"store", TERN_ASYNC(RUNTIME_STORE), 1, lower_store},
    {"load", TERN_ASYNC(RUNTIME_LOAD), 1, lower_load},
    {"add-to-group", TERN_ASYNC(RUNTIME_ADD_TO_GROUP), 1, lower_add_to_group},
    {"num-worker-threads", TERN_ASYNC(RUNTIME_NUM_WORKER_THREADS), 1, lower_num_worker_threads},
    {"add-ref", TERN_ASYNC(RUNTIME_ADD_REF), 1, lower_reference_count},
    {"drop-ref", TERN_ASYNC(RUNTIME_DROP_REF), 1, lower_reference_count},
    {"func", TERN_FUNC(FUNC), 1, lower_function},
    {"call", TERN_FUNC(CALL), 1, lower_call},
    {"return", TERN_FUNC(RETURN), 1, lower_return},
};

// --- the pass ---

static bool has_legal_signature(const tern_op_t *op, void *user) {
  const tern_type_t *type = tern_func_type(op);
  tern_types_t lists[] = {tern_function_type_inputs(type), tern_function_type_results(type)};
  for (size_t k = 0; k < 2; ++k) {
    for (size_t i = 0; i < lists[k].count; ++i) {
      if (!tern_type_is_legal(user, lists[k].values[i])) return false;
    }
  }
  return true;
}

static bool has_legal_types(const tern_op_t *op, void *user) { return tern_op_types_are_legal(user, op); }

static const tern_legality_entry_t entries[] = {
    {.dialect = "llvm", .legality = TERN_LEGAL},
    {.dialect = "async", .legality = TERN_ILLEGAL},
    {.row = TERN_ARITH(CONSTANT), .legality = TERN_LEGAL},
    {.row = TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .legality = TERN_LEGAL},
    {.row = TERN_FUNC(FUNC), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_signature},
    {.row = TERN_FUNC(CALL), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
    {.row = TERN_FUNC(RETURN), .legality = TERN_DYNAMICALLY_LEGAL, .is_legal = has_legal_types},
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  static const tern_type_rule_fn_t rules[] = {convert_type};
  tern_llvm_lowering_t lowering;
  (void)pass;
  tern_llvm_lowering_initialize(&lowering, module, NULL);
  tern_type_converter_t converter = {.rules = rules, .rule_count = 1};
  tern_conversion_target_t target = {.entries = entries,
                                     .entry_count = sizeof entries / sizeof entries[0],
                                     .replaces_at_end = true,
                                     .user = &converter};
  declare_functions(module);
  return tern_apply_partial_conversion(module, &target, patterns, sizeof patterns / sizeof patterns[0], &converter,
                                       &lowering);
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_async_dialect, &tern_func_dialect,
                                                 &tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_async_to_llvm_pass = {
    .flag = "convert-async-to-llvm",
    .name = "ConvertAsyncToLLVMPass",
    .anchor = "builtin.module",
    .summary = "Make calls of the runtime of async, and LLVM's coroutines, of async ops",
    .description =
        "The runtime's functions are declared at the end of the module. What async values hold is stored in the form "
        "that --convert-func-to-llvm and its like give it. async.execute, async.await and their like have to be "
        "lowered before, by --async-to-async-runtime.",
    .dialects = dialects,
    .run = run,
};
