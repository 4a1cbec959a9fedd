// gpu.printf by what a GPU's runtime has for it (upstream: GPUPrintfOpToVPrintfLowering, GPUPrintfOpToHIPLowering,
// GPUPrintfOpToLLVMCallLowering). Formats are constants in the gpu.module, one for all that print the same.

#include "base/arena.h"
#include "convert/gpu_to_llvm/common/common.h"
#include "ir/context.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static tern_value_t *make_format(tern_builder_t *b, tern_op_t *op, unsigned space) {
  return tern_gpu_make_text(b, tern_gpu_module_around(op), "printfFormat_",
                            tern_string_attr_value(tern_op_attr(op, "format")), space);
}

static bool can_print(tern_values_t operands) {
  for (size_t i = 0; i < operands.count; ++i) {
    const tern_type_t *type = operands.values[i]->type;
    if (!tern_type_is_float(type) && !tern_type_is_signless(type)) return false;
  }
  return true;
}

// --- vprintf, of CUDA ---

// The arguments in a struct on the stack, floats as f64.
static tern_value_t *pack_arguments(tern_conversion_t *conversion, tern_values_t operands) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *f64 = tern_float_type_get(b->context, TERN_TYPE_F64), *i64 = tern_i_type_get(b->context, 64);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  const tern_type_t **types = tern_malloc((operands.count + 1) * sizeof *types);
  tern_value_t **values = tern_malloc((operands.count + 1) * sizeof *values);
  for (size_t i = 0; i < operands.count; ++i) {
    values[i] = operands.values[i];
    if (tern_type_is_float(values[i]->type))
      values[i] = tern_llvm_make(b, TERN_LLVM(FPEXT), f64, TERN_VALUES(values[i]));
    types[i] = values[i]->type;
  }
  const tern_type_t *packed = tern_llvm_struct_type(b->context, (tern_types_t){types, operands.count}, false);
  tern_value_t *one = tern_llvm_build_constant(b, i64, tern_integer_attr_get(tern_index_type_get(b->context), 1));
  tern_value_t *memory = tern_llvm_make_alloca(b, packed, one);
  for (size_t i = 0; i < operands.count; ++i) {
    tern_value_t *place = tern_llvm_make_gep_constant(b, pointer, packed, memory, (int32_t[]){0, (int32_t)i}, 2);
    tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(values[i], place));
  }
  free(values);
  free(types);
  return memory;
}

bool tern_gpu_lower_printf_to_vprintf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_gpu_module_around(op);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  if (!can_print(operands)) return false;
  const tern_type_t *type = tern_llvm_func_type(tern_i_type_get(b->context, 32), TERN_TYPES(pointer, pointer), false);
  tern_op_t *function = tern_gpu_declare(b, module, "vprintf", type);
  tern_value_t *format = make_format(b, op, 0);
  tern_llvm_make_call(b, function, TERN_VALUES(format, pack_arguments(conversion, operands)));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- the hostcalls of HIP ---

// As the device library takes it: a word of 64 bits.
static tern_value_t *make_word(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64), *f64 = tern_float_type_get(b->context, TERN_TYPE_F64);
  if (tern_type_is_float(value->type)) {
    if (value->type != f64) value = tern_llvm_make(b, TERN_LLVM(FPEXT), f64, TERN_VALUES(value));
    value = tern_llvm_make(b, TERN_LLVM(BITCAST), i64, TERN_VALUES(value));
  }
  return tern_type_bit_width(value->type) == 64 ? value : tern_llvm_make(b, TERN_LLVM(ZEXT), i64, TERN_VALUES(value));
}

enum { WORDS_PER_CALL = 7 };

// Hands over the arguments, so many at a time. `flags`: i32 0 and 1, whether more is to come or not.
static void append_arguments(tern_builder_t *b, tern_op_t *function, tern_value_t *message, tern_values_t operands,
                             tern_value_t *no_word, tern_value_t *const flags[2]) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  for (size_t start = 0; start < operands.count; start += WORDS_PER_CALL) {
    size_t count = operands.count - start < WORDS_PER_CALL ? operands.count - start : WORDS_PER_CALL;
    tern_value_t *args[WORDS_PER_CALL + 3] = {message, tern_llvm_make_int(b, i32, (int64_t)count)};
    for (size_t i = 0; i < WORDS_PER_CALL; ++i) {
      args[i + 2] = i < count ? make_word(b, operands.values[start + i]) : no_word;
    }
    args[WORDS_PER_CALL + 2] = flags[start + count == operands.count];
    message = tern_llvm_make_call(b, function, (tern_values_t){args, WORDS_PER_CALL + 3});
  }
}

bool tern_gpu_lower_printf_to_hip(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *module = tern_gpu_module_around(op), *append = NULL;
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, 0);
  if (!can_print(operands)) return false;
  tern_op_t *begin =
      tern_gpu_declare(b, module, "__ockl_printf_begin", tern_llvm_func_type(i64, TERN_TYPES(i64), false));
  if (operands.count > 0) {
    append =
        tern_gpu_declare(b, module, "__ockl_printf_append_args",
                         tern_llvm_func_type(i64, TERN_TYPES(i64, i32, i64, i64, i64, i64, i64, i64, i64, i32), false));
  }
  tern_op_t *append_text = tern_gpu_declare(b, module, "__ockl_printf_append_string_n",
                                            tern_llvm_func_type(i64, TERN_TYPES(i64, pointer, i64, i32), false));
  tern_value_t *no_word = tern_llvm_make_int(b, i64, 0);
  tern_value_t *message = tern_llvm_make_call(b, begin, TERN_VALUES(no_word));
  tern_value_t *format = make_format(b, op, 0);
  int64_t size = (int64_t)tern_string_attr_value(tern_op_attr(op, "format")).size + 1;
  tern_value_t *length = tern_llvm_make_int(b, i64, size), *one = tern_llvm_make_int(b, i32, 1);
  tern_value_t *const flags[] = {tern_llvm_make_int(b, i32, 0), one};
  message = tern_llvm_make_call(b, append_text, TERN_VALUES(message, format, length, flags[operands.count == 0]));
  append_arguments(b, append, message, operands, no_word, flags);
  tern_conversion_erase(conversion, op);
  return true;
}

// --- printf, of OpenCL ---

bool tern_gpu_lower_printf_to_opencl(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_gpu_device_t *target = tern_gpu_lowering_of(conversion)->target;
  if (!can_print(operands)) return false;
  const tern_type_t *pointer = tern_llvm_ptr_type(b->context, target->format_space);
  const tern_type_t *type = tern_llvm_func_type(tern_i_type_get(b->context, 32), TERN_TYPES(pointer), true);
  const char *name = target->print_function ? target->print_function : "printf";
  tern_op_t *function = tern_gpu_declare(b, tern_gpu_module_around(op), name, type);
  tern_value_t **args = tern_malloc((operands.count + 1) * sizeof *args);
  args[0] = make_format(b, op, target->format_space);
  for (size_t i = 0; i < operands.count; ++i) args[i + 1] = operands.values[i];
  tern_value_t *result = tern_llvm_make_call(b, function, (tern_values_t){args, operands.count + 1});
  free(args);
  if (target->function_convention) {
    const tern_attr_t *convention = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(CCONV), target->function_convention);
    tern_op_set_attr(function, "CConv", convention);
    tern_op_set_attr(tern_value_defining_op(result), "CConv", convention);
  }
  tern_conversion_erase(conversion, op);
  return true;
}
