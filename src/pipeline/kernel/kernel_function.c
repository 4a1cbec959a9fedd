// C functions that launch kernels, for the header of a library:
//
//   tt.func public @add(%x: !tt.ptr<f32>, %n: i32)
//
//   static inline tern_status_t add(tern_device_t *device, void *stream, const uint32_t grid[3], uint64_t x, int32_t n) {
//     const void *const arguments[] = {&x, &n};
//     return tern_kernel_library_launch(&kernels_library, device, "add", grid, arguments, stream);
//   }
//
// The grid may be a formula over arguments and constants, as in Triton's own tool: it is C, and left to the C compiler.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "dialect/func/func.h"
#include "ir/symbol.h"
#include "pipeline/kernel/compile_kernels.h"
#include "pipeline/kernel/kernel_variants.h"

// The loaded module's only kernel; NULL: there is none, or several.
static tern_op_t *find_only_kernel(const tern_compiler_t *compiler) {
  tern_op_t *module = tern_compiler_module(compiler), *kernel = NULL;
  if (!module || !tern_op_body(module, 0)) return NULL;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_kernel_is_one(op)) continue;
    if (kernel) return NULL;
    kernel = op;
  }
  return kernel;
}

static tern_status_t get_only_kernel(const tern_compiler_t *compiler, tern_op_t **out_kernel) {
  *out_kernel = find_only_kernel(compiler);
  if (*out_kernel) return tern_ok();
  if (!tern_compiler_module(compiler)) return tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected a module with one kernel, but it has several or none");
}

tern_status_t tern_compiler_rename_kernel(tern_compiler_t *compiler, const char *name) {
  tern_op_t *kernel;
  TERN_RETURN_IF_ERROR(get_only_kernel(compiler, &kernel));
  tern_symbol_set_name(kernel, tern_str_from_cstr(name));
  return tern_ok();
}

// --- names ---

static bool is_identifier(tern_str_t name) {
  if (name.size == 0 || isdigit((unsigned char)name.data[0])) return false;
  for (size_t i = 0; i < name.size; ++i) {
    if (!isalnum((unsigned char)name.data[i]) && name.data[i] != '_') return false;
  }
  return true;
}

// Names that parameters of Triton may have, but not those of our function: its own, and words of C and C++.
static bool is_taken(tern_str_t name) {
  static const char *const taken[] = {
      "arguments", "auto",     "bool",     "case",  "char",   "const",    "default", "delete", "device",  "do",
      "double",    "enum",     "float",    "goto",  "grid",   "inline",   "int",     "long",   "new",     "private",
      "public",    "register", "restrict", "short", "signed", "sizeof",   "static",  "stream", "struct",  "switch",
      "template",  "this",     "typedef",  "union", "using",  "unsigned", "virtual", "void",   "volatile"};
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; ++i) {
    if (tern_str_equal_cstr(name, taken[i])) return true;
  }
  return false;
}

static tern_str_t loc_name(const tern_value_t *argument) {
  const tern_attr_t *loc = argument->arg_loc;
  if (!loc || loc->kind != TERN_ATTR_LOC_NAME) return TERN_STR("");
  return tern_ident_str((const tern_ident_t *)(uintptr_t)loc->params[0]);
}

// As the file names it, or by its number where the IR does not tell.
static void write_name(const tern_value_t *argument, size_t index, tern_string_builder_t *out) {
  tern_str_t name = loc_name(argument);
  if (is_identifier(name)) {
    tern_string_builder_append_format(out, "%.*s%s", (int)name.size, name.data, is_taken(name) ? "_" : "");
  } else {
    tern_string_builder_append_format(out, "arg%zu", index);
  }
}

// --- types ---

// Narrow floats are handed over as their bits. NULL: C has none for it.
static const char *c_type(const tern_type_t *type, const tern_kernel_argument_t *argument) {
  if (argument->kind == TERN_KERNEL_ARGUMENT_POINTER) return "uint64_t";
  if (argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR) return "tern_kernel_tensor_t";
  static const struct {
    tern_element_type_t type;
    const char *name;
  } names[] = {{TERN_ELEMENT_TYPE_I1, "bool"},     {TERN_ELEMENT_TYPE_I8, "int8_t"},
               {TERN_ELEMENT_TYPE_I16, "int16_t"}, {TERN_ELEMENT_TYPE_I32, "int32_t"},
               {TERN_ELEMENT_TYPE_I64, "int64_t"}, {TERN_ELEMENT_TYPE_F32, "float"},
               {TERN_ELEMENT_TYPE_F64, "double"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (argument->element_type == (uint32_t)names[i].type) return names[i].name;
  }
  int64_t bits = tern_type_bit_width(type);
  return bits == 16 ? "uint16_t" : bits == 8 ? "uint8_t" : NULL;
}

// How many numbers behind a descriptor say its sizes and strides, which are not handed over once more.
static size_t numbers_behind(const tern_op_t *kernel, size_t index, const tern_kernel_argument_t *argument) {
  const tern_block_t *body = tern_func_body(kernel);
  size_t count = argument->kind == TERN_KERNEL_ARGUMENT_DESCRIPTOR ? 2 * argument->rank : 0;
  if (index + count >= body->arg_count) return 0;
  for (size_t i = 1; i <= count; ++i) {
    tern_kernel_argument_t number = tern_kernel_describe_argument(body->args[index + i]->type);
    tern_element_type_t wanted = i <= argument->rank ? TERN_ELEMENT_TYPE_I32 : TERN_ELEMENT_TYPE_I64;
    bool is_one = number.kind == TERN_KERNEL_ARGUMENT_NUMBER && number.element_type == (uint32_t)wanted &&
                  tern_str_equal(loc_name(body->args[index + i]), loc_name(body->args[index]));
    if (!is_one) return 0;
  }
  return count;
}

// --- texts ---

typedef struct texts {
  tern_string_builder_t parameters, locals, addresses;
} texts_t;

// Sizes and strides of the descriptor `name`, which the kernel takes as numbers.
static void write_numbers(tern_str_t name, uint32_t rank, texts_t *out) {
  for (uint32_t i = 0; i < 2 * rank; ++i) {
    bool is_size = i < rank;
    uint32_t d = is_size ? i : i - rank;
    tern_string_builder_append_format(&out->locals, "  const %s %.*s_%s%u = %s%.*s.%s[%u];\n",
                                      is_size ? "int32_t" : "int64_t", (int)name.size, name.data,
                                      is_size ? "size" : "stride", d, is_size ? "(int32_t)" : "", (int)name.size,
                                      name.data, is_size ? "dims" : "strides", d);
    tern_string_builder_append_format(&out->addresses, ", &%.*s_%s%u", (int)name.size, name.data,
                                      is_size ? "size" : "stride", d);
  }
}

static tern_status_t write_arguments(const tern_op_t *kernel, texts_t *out) {
  const tern_block_t *body = tern_func_body(kernel);
  for (size_t i = 0; i < body->arg_count; ++i) {
    tern_kernel_argument_t argument = tern_kernel_describe_argument(body->args[i]->type);
    const char *type = c_type(body->args[i]->type, &argument);
    if (!type) return tern_status_make(TERN_INVALID_ARGUMENT, "argument %zu has a type that C has not", i);
    tern_string_builder_t name = {0};
    write_name(body->args[i], i, &name);
    tern_str_t view = tern_string_builder_view(&name);
    tern_string_builder_append_format(&out->parameters, ", %s %.*s", type, (int)view.size, view.data);
    tern_string_builder_append_format(&out->addresses, "%s&%.*s", i ? ", " : "", (int)view.size, view.data);
    if (numbers_behind(kernel, i, &argument)) {
      write_numbers(view, argument.rank, out);
      i += 2 * argument.rank;
    }
    tern_string_builder_deinitialize(&name);
  }
  return tern_ok();
}

// The next formula of a grid: up to a comma that is in no parentheses.
static tern_str_t next_formula(tern_str_t *rest) {
  int depth = 0;
  size_t i = 0;
  for (; i < rest->size && (rest->data[i] != ',' || depth > 0); ++i) {
    depth += rest->data[i] == '(' || rest->data[i] == '[';
    depth -= rest->data[i] == ')' || rest->data[i] == ']';
  }
  tern_str_t formula = tern_str_trim(tern_str_make(rest->data, i));
  *rest = tern_str_drop(*rest, i < rest->size ? i + 1 : i);
  return formula;
}

// Constants that are whole numbers, as Python writes them, and as C does.
static void write_constants(const tern_kernel_function_options_t *options, tern_string_builder_t *out) {
  for (size_t i = 0; i < options->constant_count; ++i) {
    tern_str_t value = tern_str_from_cstr(options->constants[i]), name = tern_str_trim(tern_str_split(&value, '='));
    int64_t number;
    value = tern_str_trim(value);
    if (!is_identifier(name) || is_taken(name) || !tern_str_to_int64(value, &number)) continue;
    tern_string_builder_append_format(out, "  const int64_t %.*s = %lld;\n  (void)%.*s;\n", (int)name.size, name.data,
                                      (long long)number, (int)name.size, name.data);
  }
}

static tern_status_t write_grid(const tern_kernel_function_options_t *options, tern_string_builder_t *out) {
  tern_str_t rest = tern_str_from_cstr(options->grid), sizes[3];
  size_t count = 0;
  write_constants(options, out);
  while (rest.size > 0 && count < 3) {
    sizes[count] = next_formula(&rest);
    if (sizes[count++].size == 0) rest = TERN_STR("?");
    if (rest.size == 1 && rest.data[0] == '?') break;
  }
  if (count == 0 || rest.size > 0)
    return tern_status_make(TERN_INVALID_ARGUMENT, "the grid '%s' is not one to three formulas", options->grid);
  tern_string_builder_append_cstr(out, "  const uint32_t grid[3] = {");
  for (size_t i = 0; i < 3; ++i) {
    tern_str_t size = i < count ? sizes[i] : TERN_STR("1");
    tern_string_builder_append_format(out, "%s(uint32_t)(%.*s)", i ? ", " : "", (int)size.size, size.data);
  }
  tern_string_builder_append_cstr(out, "};\n");
  return tern_ok();
}

static void write_function(tern_str_t name, const tern_kernel_function_options_t *options, const texts_t *texts,
                           tern_string_builder_t *out) {
  tern_str_t parameters = tern_string_builder_view(&texts->parameters),
             locals = tern_string_builder_view(&texts->locals), addresses = tern_string_builder_view(&texts->addresses);
  tern_string_builder_append_format(
      out,
      "static inline tern_status_t %.*s(tern_device_t *device, void *stream%s%.*s) {\n%.*s"
      "  const void *const arguments[] = {%.*s};\n"
      "  return tern_kernel_library_launch(&%s_library, device, \"%.*s\", grid, arguments, stream);\n}\n\n",
      (int)name.size, name.data, options->grid ? "" : ", const uint32_t grid[3]", (int)parameters.size,
      parameters.data ? parameters.data : "", (int)locals.size, locals.data ? locals.data : "",
      addresses.size ? (int)addresses.size : 4, addresses.size ? addresses.data : "NULL", options->library,
      (int)name.size, name.data);
}

tern_status_t tern_compiler_kernel_function(const tern_compiler_t *compiler,
                                            const tern_kernel_function_options_t *options, char **out_text,
                                            size_t *out_argument_count) {
  tern_op_t *kernel;
  texts_t texts = {0};
  *out_text = NULL;
  *out_argument_count = 0;
  TERN_RETURN_IF_ERROR(get_only_kernel(compiler, &kernel));
  tern_str_t name = tern_symbol_name(kernel);
  if (!is_identifier(name) || is_taken(name))
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%.*s' cannot be the name of a function in C", (int)name.size,
                            name.data);
  tern_status_t status = write_arguments(kernel, &texts);
  if (tern_status_is_ok(status) && options->grid) status = write_grid(options, &texts.locals);
  if (tern_status_is_ok(status)) {
    tern_string_builder_t text = {0};
    write_function(name, options, &texts, &text);
    *out_argument_count = tern_func_body(kernel)->arg_count;
    *out_text = tern_string_builder_take(&text);
  }
  tern_string_builder_deinitialize(&texts.parameters);
  tern_string_builder_deinitialize(&texts.locals);
  tern_string_builder_deinitialize(&texts.addresses);
  return status;
}

tern_status_t tern_kernel_library_header(const char *library, const char *functions, char **out_text) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(
      &text,
      "// Kernels that tern-compile compiled, in the object file beside this header; link libternrt, too.\n"
      "// Each function launches one behind what was launched on `stream` before (CUDA: a CUstream, or NULL for that "
      "of the device).\n"
      "// Pointers are addresses on the device, on the CPU those of the process.\n\n"
      "#ifndef TERN_LIBRARY_%s_H_\n#define TERN_LIBRARY_%s_H_\n\n"
      "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n#include \"tern/kernel.h\"\n\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
      "extern tern_kernel_library_t %s_library;\n\n%s"
      "#ifdef __cplusplus\n}\n#endif\n\n#endif\n",
      library, library, library, functions);
  *out_text = tern_string_builder_take(&text);
  return tern_ok();
}
