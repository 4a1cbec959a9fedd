// A kernel of a file: its signature and constants become arguments, and its function a module.

#include "frontend/triton/frontend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect/builtin/builtin.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/evaluate/configuration.h"
#include "frontend/triton/evaluate/generator.h"
#include "frontend/triton/semantic/builtins.h"
#include "frontend/triton/syntax/parser.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/verify/verifier.h"

enum { ARGUMENTS_MAX = 256 };

// What is said of an argument.
typedef struct argument {
  const tl_value_t *value;  // a constant, or a pattern without a handle
  bool is_multiple;         // of 16
} argument_t;

// --- signatures ---

static const tern_attr_t *place(const tl_program_t *program, const tl_module_t *module, const tl_node_t *node) {
  (void)program;
  return tern_tl_place(&module->source, node ? node->line : 1, node ? node->column : 0);
}

// "fp32", "i32", "u8", "*bf16", "*k" of a const pointer; NULL: it is none.
static const tl_type_t *read_type(tl_program_t *program, tern_str_t text) {
  static const struct {
    const char *name;
    tl_dtype_t dtype;
  } names[] = {{"i1", TL_DTYPE_INT1},    {"u1", TL_DTYPE_INT1},    {"i8", TL_DTYPE_INT8},  {"i16", TL_DTYPE_INT16},
               {"i32", TL_DTYPE_INT32},  {"i64", TL_DTYPE_INT64},  {"u8", TL_DTYPE_UINT8}, {"u16", TL_DTYPE_UINT16},
               {"u32", TL_DTYPE_UINT32}, {"u64", TL_DTYPE_UINT64}, {"f16", TL_DTYPE_FP16}, {"f32", TL_DTYPE_FP32},
               {"f64", TL_DTYPE_FP64}};
  if (text.size > 0 && text.data[0] == '*') {
    bool is_const = text.size > 1 && text.data[1] == 'k';
    const tl_type_t *element = read_type(program, tern_str_drop(text, 1 + is_const));
    return element ? tl_pointer_type(program->arena, element, is_const) : NULL;
  }
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(text, names[i].name)) return tl_scalar_type(names[i].dtype);
  }
  tl_dtype_t dtype = tl_find_dtype(text, false);
  return dtype < TL_DTYPE_COUNT && dtype != TL_DTYPE_VOID ? tl_scalar_type(dtype) : NULL;
}

// A constant as Python writes it, with the names of the file, of types, and of its functions.
static const tl_value_t *read_constant(tl_program_t *program, tl_module_t *module, tern_str_t text) {
  tl_source_t source = module->source;
  source.path = TERN_STR("<constant>");
  source.text = tern_str_make(tern_arena_copy(program->arena, text.data, text.size), text.size);
  source.line = 1;
  source.is_expression = true;
  tl_dtype_t dtype = tl_find_dtype(text, false);
  if (dtype < TL_DTYPE_COUNT) return tl_type_value(program->arena, tl_scalar_type(dtype));
  const tl_node_t *node = tern_tl_parse(&source);
  if (!node) return NULL;
  tl_module_t *scope = tern_arena_alloc_zeroed(program->arena, sizeof *scope);
  *scope = *module;
  scope->source = source;
  tl_generator_t g = {.program = program, .module = scope, .is_host = true};
  return tl_visit(&g, node);
}

// tensordesc<fp16[64, 32]>: a descriptor that the host makes, with its sizes and strides behind it.
static const tl_value_t *read_descriptor(tl_program_t *program, tern_str_t text) {
  if (!tern_str_starts_with(text, TERN_STR("tensordesc<")) || !tern_str_ends_with(text, TERN_STR("]>"))) return NULL;
  tern_str_t rest = tern_str_make(text.data + 11, text.size - 13), element = tern_str_split(&rest, '[');
  const tl_type_t *type = read_type(program, element);
  int64_t dims[8];
  size_t rank = 0;
  while (rest.size > 0 && rank < 8) {
    if (!tern_str_to_int64(tern_str_trim(tern_str_split(&rest, ',')), &dims[rank++])) return NULL;
  }
  if (!type || rank == 0) return NULL;
  tl_value_t *value = tl_new_value(program->arena, TL_DESCRIPTOR);
  value->descriptor.block = tl_block_type(program->arena, type, dims, rank);
  const tl_value_t *sizes[8], *strides[8];
  for (size_t i = 0; i < rank; ++i) {
    tl_value_t *size = tl_new_value(program->arena, TL_TENSOR), *stride = tl_new_value(program->arena, TL_TENSOR);
    size->tensor.type = tl_scalar_type(TL_DTYPE_INT32);
    stride->tensor.type = tl_scalar_type(TL_DTYPE_INT64);
    sizes[i] = size;
    strides[i] = stride;
  }
  value->descriptor.shape = tl_tuple(program->arena, sizes, rank, NULL);
  value->descriptor.strides = tl_tuple(program->arena, strides, rank, NULL);
  return value;
}

// One entry of a signature: a type, perhaps with `:16` or `:1` behind it, or a constant.
static bool read_entry(tl_program_t *program, tl_module_t *module, tern_str_t text, argument_t *out_argument) {
  *out_argument = (argument_t){0};
  const tl_value_t *descriptor = read_descriptor(program, text);
  if (descriptor) {
    out_argument->value = descriptor;
    return true;
  }
  tern_str_t hint = text, name = tern_str_split(&hint, ':');
  const tl_type_t *type = read_type(program, tern_str_trim(name));
  if (!type) return (out_argument->value = read_constant(program, module, text)) != NULL;
  if (tern_str_equal_cstr(hint, "1")) {
    out_argument->value = tl_int(program->arena, 1);
    return true;
  }
  out_argument->is_multiple = tern_str_equal_cstr(hint, "16");
  if (hint.size > 0 && !out_argument->is_multiple) {
    return tern_emit_error(place(program, module, NULL),
                           "unknown hint ':%.*s' of an argument: it is 16 (a multiple of 16) or 1 (equal to 1)",
                           (int)hint.size, hint.data);
  }
  tl_value_t *pattern = tl_new_value(program->arena, TL_TENSOR);
  pattern->tensor.type = type;
  out_argument->value = pattern;
  return true;
}

// The next entry of a list with commas, of which those in brackets do not count.
static tern_str_t next_entry(tern_str_t *rest) {
  int depth = 0;
  size_t i = 0;
  for (; i < rest->size && (rest->data[i] != ',' || depth > 0); ++i) {
    depth += strchr("([{<", rest->data[i]) != NULL;
    depth -= strchr(")]}>", rest->data[i]) != NULL;
  }
  tern_str_t entry = tern_str_trim(tern_str_make(rest->data, i));
  *rest = tern_str_drop(*rest, i < rest->size ? i + 1 : i);
  return entry;
}

static bool take_constants(tl_program_t *program, const tl_function_t *kernel, const tern_triton_request_t *request,
                           argument_t *arguments) {
  const tl_nodes_t *parameters = &kernel->node->list;
  for (size_t i = 0; i < request->constant_count; ++i) {
    tern_str_t text = tern_str_from_cstr(request->constants[i]), name = tern_str_trim(tern_str_split(&text, '='));
    size_t at = 0;
    while (at < parameters->count && !tern_str_equal(parameters->values[at]->text, name)) ++at;
    if (at == parameters->count) {
      return tern_emit_error(place(program, kernel->module, kernel->node), "kernel '%.*s' has no parameter '%.*s'",
                             (int)kernel->name.size, kernel->name.data, (int)name.size, name.data);
    }
    if (!(arguments[at].value = read_constant(program, kernel->module, tern_str_trim(text)))) return false;
    bool is_constant = tl_is_constant(arguments[at].value) || tl_is_tuple(arguments[at].value);
    if (!is_constant)
      return tern_emit_error(place(program, kernel->module, kernel->node), "'%s' is no constant",
                             request->constants[i]);
  }
  return true;
}

static bool take_signature(tl_program_t *program, const tl_function_t *kernel, const tern_triton_request_t *request,
                           argument_t *arguments) {
  const tl_nodes_t *parameters = &kernel->node->list;
  size_t count = 0, open = 0, at = 0;
  tern_str_t entries[ARGUMENTS_MAX];
  for (tern_str_t rest = tern_str_from_cstr(request->signature); rest.size > 0 && count < ARGUMENTS_MAX;)
    entries[count++] = next_entry(&rest);
  for (size_t i = 0; i < parameters->count; ++i) open += !arguments[i].value;
  bool is_whole = count == parameters->count && count != open;
  for (size_t i = 0; i < parameters->count; ++i) {
    if (arguments[i].value && !is_whole) continue;
    const tl_node_t *parameter = parameters->values[i];
    if (at < count) {
      tern_str_t entry = entries[at++];
      if (!arguments[i].value && !read_entry(program, kernel->module, entry, &arguments[i])) return false;
    } else if (parameter->b) {
      tl_generator_t g = {.program = program, .module = kernel->module, .is_host = true};
      if (!(arguments[i].value = tl_visit(&g, parameter->b))) return false;
    } else {
      tern_emit_error(place(program, kernel->module, parameter),
                      "no type or constant is given for parameter '%.*s' of kernel '%.*s'", (int)parameter->text.size,
                      parameter->text.data, (int)kernel->name.size, kernel->name.data);
      tern_emit_note(place(program, kernel->module, parameter),
                     "--signature has types of the parameters in their order, --constexpr=%.*s=VALUE a constant",
                     (int)parameter->text.size, parameter->text.data);
      return false;
    }
  }
  if (at == count) return true;
  return tern_emit_error(place(program, kernel->module, kernel->node),
                         "kernel '%.*s' takes %zu arguments, but the signature has %zu more", (int)kernel->name.size,
                         kernel->name.data, at, count - at);
}

// --- kernels ---

// The kernel by its name, or the only function with triton.jit that no other one calls by name.
static const tl_function_t *find_kernel(tl_program_t *program, tl_module_t *module, const char *name) {
  bool has_failed = false;
  if (name) {
    const tl_value_t *value = tl_module_find(program, module, tern_str_from_cstr(name), &has_failed);
    if (value && value->kind == TL_FUNCTION && value->function->is_jit) return value->function;
    tern_emit_error(place(program, module, NULL),
                    value ? "'%s' is no function with the decorator triton.jit" : "there is no function '%s'", name);
    return NULL;
  }
  const tl_function_t *found = NULL;
  for (size_t i = 0; i < module->tree->list.count; ++i) {
    const tl_node_t *node = module->tree->list.values[i];
    if (node->kind != TL_FUNCTION_DEF) continue;
    const tl_value_t *value = tl_module_find(program, module, node->text, &has_failed);
    if (!value || value->kind != TL_FUNCTION || !value->function->is_jit) continue;
    if (found) {
      tern_emit_error(place(program, module, node), "the file has several functions with the decorator triton.jit");
      tern_emit_note(place(program, module, node), "say which one is the kernel: --kernel=NAME");
      return NULL;
    }
    found = value->function;
  }
  if (!found) tern_emit_error(place(program, module, NULL), "the file has no function with the decorator triton.jit");
  return found;
}

static void add_hints(tl_program_t *program, tern_op_t *func, const tl_function_t *kernel,
                      const argument_t *arguments) {
  tern_context_t *context = program->context;
  const tern_attr_t *sixteen = tern_integer_attr_get(tern_i_type_get(context, 32), 16), *attrs[ARGUMENTS_MAX];
  tern_named_attr_t hint = {"tt.divisibility", sixteen};
  size_t count = 0, total = tern_op_body(func, 0)->arg_count;
  bool has_any = false;
  for (size_t i = 0; i < kernel->node->list.count; ++i) {
    tl_handles_t handles = {0};
    tl_flatten(arguments[i].value, &handles);
    for (size_t j = 0; j < handles.count && count < total && count < ARGUMENTS_MAX; ++j) {
      attrs[count++] = tern_dictionary_attr_get(context, &hint, arguments[i].is_multiple && j == 0);
      has_any |= arguments[i].is_multiple;
    }
    tern_vec_deinitialize(&handles);
  }
  if (has_any) tern_op_set_attr(func, "arg_attrs", tern_array_attr_get(context, attrs, count));
}

static tern_op_t *compile_kernel(tl_program_t *program, const tl_function_t *kernel, const argument_t *arguments) {
  const tl_value_t *values[ARGUMENTS_MAX];
  for (size_t i = 0; i < kernel->node->list.count; ++i) values[i] = arguments[i].value;
  const tern_attr_t *loc = tern_file_loc_get(program->context, kernel->module->path, kernel->node->line, 0);
  tern_builder_t b = {.context = program->context, .loc = loc};
  program->ir = tern_build(&b, TERN_BUILTIN(MODULE), .regions = 1);
  tern_region_add_block(&program->ir->regions[0]);
  tl_compiled_t compiled;
  bool is_right = tl_generate_function(program, NULL, kernel, kernel->name, values, true, &compiled);
  if (is_right) add_hints(program, compiled.op, kernel, arguments);
  if (is_right && tern_verify(program->ir)) return program->ir;
  tern_op_destroy(program->ir);
  return NULL;
}

static const tl_function_t *find_kernel_of(tl_program_t *program, const tern_triton_request_t *request) {
  tl_module_t *module = tl_add_source(program, tern_str_from_cstr(request->path), request->text);
  const tl_function_t *kernel = module ? find_kernel(program, module, request->kernel) : NULL;
  if (!kernel || kernel->node->list.count <= ARGUMENTS_MAX) return kernel;
  tern_emit_error(place(program, module, kernel->node), "a kernel has at most %d parameters", ARGUMENTS_MAX);
  return NULL;
}

static tern_op_t *compile(tl_program_t *program, const tern_triton_request_t *request) {
  const tl_function_t *kernel = find_kernel_of(program, request);
  argument_t arguments[ARGUMENTS_MAX] = {0};
  if (!kernel) return NULL;
  if (!take_constants(program, kernel, request, arguments) || !take_signature(program, kernel, request, arguments))
    return NULL;
  return compile_kernel(program, kernel, arguments);
}

static void initialize(tl_program_t *program, tern_context_t *context, tern_arena_t *arena,
                       const tern_triton_request_t *request) {
  tern_arena_initialize(arena);
  *program = (tl_program_t){.context = context,
                            .arena = arena,
                            .target = request->target,
                            .import_folders = request->import_folders,
                            .import_folder_count = request->import_folder_count};
  if (!program->target.backend)
    program->target = (tern_triton_target_t){.backend = "cuda", .capability = 90, .debug = program->target.debug};
}

static void deinitialize(tl_program_t *program) {
  tern_vec_deinitialize(&program->modules);
  tern_map_deinitialize(&program->functions);
  tern_arena_deinitialize(program->arena);
}

tern_op_t *tern_triton_compile(tern_context_t *context, const tern_triton_request_t *request) {
  tern_arena_t arena;
  tl_program_t program;
  initialize(&program, context, &arena, request);
  tern_op_t *module = compile(&program, request);
  deinitialize(&program);
  return module;
}

static bool configure(tl_program_t *program, const tern_triton_request_t *request, tern_string_builder_t *out) {
  argument_t arguments[ARGUMENTS_MAX] = {0};
  tl_configurations_t configurations = {0};
  tl_scope_t given = {0};
  const tl_function_t *kernel = find_kernel_of(program, request);
  if (!kernel || !take_constants(program, kernel, request, arguments)) return false;
  for (size_t i = 0; i < kernel->node->list.count; ++i) {
    if (arguments[i].value)
      tl_scope_set(program->arena, &given, kernel->node->list.values[i]->text, arguments[i].value);
  }
  // A signature of all parameters has the constants, too.
  size_t entries = 0;
  for (tern_str_t rest = tern_str_from_cstr(request->signature); rest.size > 0; ++entries) next_entry(&rest);
  if (entries == kernel->node->list.count && entries > 0) {
    tern_string_builder_append_char(out, '\n');
    return true;
  }
  bool is_right = tl_configure(program, kernel, &given, &configurations);
  for (size_t i = 0; is_right && i < configurations.count; ++i) tl_print_configuration(&configurations.values[i], out);
  tern_vec_deinitialize(&configurations);
  return is_right;
}

bool tern_triton_read_configurations(tern_context_t *context, const tern_triton_request_t *request,
                                     tern_string_builder_t *out) {
  tern_arena_t arena;
  tl_program_t program;
  initialize(&program, context, &arena, request);
  bool is_right = configure(&program, request, out);
  deinitialize(&program);
  return is_right;
}

bool tern_triton_dump_syntax(tern_context_t *context, const char *path, tern_str_t text, tern_string_builder_t *out) {
  tern_arena_t arena;
  tern_arena_initialize(&arena);
  tl_source_t source = {.context = context, .arena = &arena, .path = tern_str_from_cstr(path), .text = text, .line = 1};
  const tl_node_t *tree = tern_tl_parse(&source);
  if (tree) tern_tl_dump(tree, out);
  tern_arena_deinitialize(&arena);
  return tree != NULL;
}
