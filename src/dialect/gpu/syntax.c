// gpu: syntax of functions and launches, and the directives of the formats.

#include "asm/format/function.h"
#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"

static const tern_type_t *token_type(tern_context_t *context) {
  return tern_gpu_type_get(context, TERN_GPU_TYPE_TOKEN);
}

// --- buffers of functions and launches ---

// `keyword(%a : type {attrs}, ...)`, if there: appends the arguments; `*out_attrs` is an array if any has attributes.
// Where it is NULL they may have none.
static bool parse_buffers(tern_parser_t *parser, const char *keyword, tern_arg_list_t *inout_args, size_t *out_count,
                          const tern_attr_t **out_attrs) {
  tern_context_t *context = tern_parser_context(parser);
  size_t start = inout_args->count;
  *out_count = 0;
  if (out_attrs) *out_attrs = NULL;
  if (!tern_parse_optional_keyword(parser, keyword)) return true;
  if (!tern_parse_argument_list(parser, "()", true, out_attrs != NULL, inout_args)) return false;
  *out_count = inout_args->count - start;
  if (!out_attrs) return true;
  const tern_attr_t **attrs = tern_parser_alloc(parser, (*out_count + 1) * sizeof(attrs[0]));
  bool is_any = false;
  for (size_t i = 0; i < *out_count; ++i) {
    attrs[i] = inout_args->values[start + i].attrs;
    is_any |= tern_dictionary_attr_count(attrs[i]) > 0;
    if (!attrs[i]) attrs[i] = tern_dictionary_attr_get(context, NULL, 0);
  }
  if (is_any) *out_attrs = tern_array_attr_get(context, attrs, *out_count);
  return true;
}

static void print_buffers(tern_printer_t *printer, const char *keyword, const tern_block_t *body, size_t start,
                          size_t end, const tern_attr_t *attrs) {
  if (start == end) return;
  tern_printer_format(printer, " %s(", keyword);
  for (size_t i = start; i < end; ++i) {
    if (i > start) tern_printer_text(printer, ", ");
    tern_printer_value(printer, body->args[i]);
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, body->args[i]->type);
    bool has_attrs = attrs && attrs->kind == TERN_ATTR_ARRAY && i - start < tern_array_attr_count(attrs);
    const tern_attr_t *dictionary = has_attrs ? tern_array_attr_at(attrs, i - start) : NULL;
    if (!dictionary || !tern_dictionary_attr_count(dictionary)) continue;
    tern_printer_char(printer, ' ');
    tern_printer_attr(printer, dictionary);
  }
  tern_printer_char(printer, ')');
}

static void add_workgroup_count(tern_parser_t *parser, tern_parsed_op_t *op, size_t count) {
  const tern_type_t *i64 = tern_i_type_get(tern_parser_context(parser), 64);
  tern_op_add_attr(parser, op, "workgroup_attributions", tern_integer_attr_get(i64, (int64_t)count));
}

// --- gpu.func ---

bool tern_gpu_parse_func(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  tern_function_signature_t signature;
  size_t workgroup_count, private_count;
  const tern_attr_t *workgroup_attrs, *private_attrs;
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(context, name));
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_function_parse_signature(parser, false, &signature)) return false;
  if (signature.args.count > 0 && !signature.has_names) {
    return tern_parser_error_at(parser, pos, "custom op 'gpu.func' gpu.func requires named arguments");
  }
  size_t count = signature.args.count;
  const tern_type_t **inputs = tern_parser_alloc(parser, (count + 1) * sizeof(inputs[0]));
  for (size_t i = 0; i < count; ++i) inputs[i] = signature.args.values[i].type;
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){inputs, count},
                                                   (tern_types_t){signature.results.values, signature.results.count});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  tern_function_add_arg_attrs(parser, op, &signature);
  if (!parse_buffers(parser, "workgroup", &signature.args, &workgroup_count, &workgroup_attrs) ||
      !parse_buffers(parser, "private", &signature.args, &private_count, &private_attrs)) {
    return false;
  }
  if (workgroup_attrs) tern_op_add_attr(parser, op, "workgroup_attrib_attrs", workgroup_attrs);
  if (private_attrs) tern_op_add_attr(parser, op, "private_attrib_attrs", private_attrs);
  if (tern_parse_optional_keyword(parser, "kernel")) {
    tern_op_add_attr(parser, op, "gpu.kernel", tern_unit_attr_get(context));
  }
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  add_workgroup_count(parser, op, workgroup_count);
  return tern_op_parse_region(parser, op, &signature.args);
}

void tern_gpu_print_func(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name",
                                       "function_type",
                                       "arg_attrs",
                                       "res_attrs",
                                       "gpu.kernel",
                                       "workgroup_attributions",
                                       "workgroup_attrib_attrs",
                                       "private_attrib_attrs"};
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  const tern_block_t *body = tern_op_body(op, 0);
  size_t input_count = tern_function_type_input_count(type);
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, tern_attr_is_string(name) ? tern_string_attr_value(name) : TERN_STR(""));
  tern_function_print_signature(printer, op, tern_function_type_inputs(type), false, tern_function_type_results(type));
  if (body && body->arg_count >= input_count + tern_gpu_workgroup_buffer_count(op)) {
    size_t end = input_count + tern_gpu_workgroup_buffer_count(op);
    print_buffers(printer, "workgroup", body, input_count, end, tern_op_attr(op, "workgroup_attrib_attrs"));
    print_buffers(printer, "private", body, end, body->arg_count, tern_op_attr(op, "private_attrib_attrs"));
  }
  if (tern_op_attr(op, "gpu.kernel")) tern_printer_text(printer, " kernel");
  tern_printer_attr_dict_with_keyword(printer, op, elided, sizeof(elided) / sizeof(elided[0]));
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- gpu.launch ---

// `keyword(%a, %b, %c) in (%d = %x, %e = %y, %f = %z)`: ids and sizes as arguments, and the values of the sizes.
static bool parse_launch_sizes(tern_parser_t *parser, tern_arg_list_t *ids, tern_arg_list_t *sizes,
                               tern_operand_list_t *values) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_argument_list(parser, "()", false, false, ids) || !tern_parse_keyword(parser, "in") ||
      !tern_parse_assignment_list(parser, sizes, values)) {
    return false;
  }
  if (ids->count == 3 && sizes->count == 3) return true;
  return tern_parser_error_at(parser, pos, "expected three ids and three sizes but got %zu and %zu", ids->count,
                              sizes->count);
}

static void append_args(tern_parser_t *parser, tern_arg_list_t *list, const tern_arg_list_t *more) {
  for (size_t i = 0; i < more->count; ++i) {
    tern_parsed_arg_t arg = more->values[i];
    arg.type = tern_index_type_get(tern_parser_context(parser));
    tern_arg_list_push(parser, list, arg);
  }
}

// `module(@name)` or `function(@name)`, if there.
static bool parse_symbol_clause(tern_parser_t *parser, tern_parsed_op_t *op, const char *keyword) {
  tern_str_t name;
  if (!tern_parse_optional_keyword(parser, keyword)) return true;
  if (!tern_parse_token(parser, "(") || !tern_parse_symbol_name(parser, &name) || !tern_parse_token(parser, ")")) {
    return false;
  }
  tern_op_add_attr(parser, op, keyword, tern_flat_symbol_ref_attr_get(tern_parser_context(parser), name));
  return true;
}

// `async [%tokens]`.
static bool parse_tokens(tern_parser_t *parser, tern_parsed_op_t *op, tern_operand_list_t *out_tokens,
                         bool *out_is_async) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  *out_is_async = tern_parse_optional_keyword(parser, "async");
  if (*out_is_async && op->declared_result_count == 0) {
    return tern_parser_error_at(parser, pos, "custom op '%s' needs to be named when marked 'async'",
                                op->def->name->data);
  }
  return !tern_parser_at_token(parser, "[") || tern_parse_operand_list(parser, "[]", out_tokens);
}

typedef struct launch_dims {
  tern_arg_list_t ids, sizes;
  tern_operand_list_t values;
} launch_dims_t;

static bool parse_launch_config(tern_parser_t *parser, tern_parsed_op_t *op, tern_arg_list_t *out_args) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *index = tern_index_type_get(context);
  launch_dims_t clusters = {0}, blocks = {0}, threads = {0};
  tern_operand_list_t tokens = {0}, memory = {0};
  bool is_async;
  if (!parse_tokens(parser, op, &tokens, &is_async)) return false;
  if (is_async) tern_op_add_result_type(parser, op, token_type(context));
  bool has_clusters = tern_parse_optional_keyword(parser, "clusters");
  if (has_clusters && !parse_launch_sizes(parser, &clusters.ids, &clusters.sizes, &clusters.values)) return false;
  if (!tern_parse_keyword(parser, "blocks") ||
      !parse_launch_sizes(parser, &blocks.ids, &blocks.sizes, &blocks.values) ||
      !tern_parse_keyword(parser, "threads") ||
      !parse_launch_sizes(parser, &threads.ids, &threads.sizes, &threads.values)) {
    return false;
  }
  if (tern_parse_optional_keyword(parser, "dynamic_shared_memory_size")) {
    tern_unresolved_operand_t size;
    if (!tern_parse_operand(parser, &size)) return false;
    tern_operand_list_push(parser, &memory, size);
  }
  if (!tern_op_resolve_operands(parser, op, &tokens, token_type(context)) ||
      !tern_op_resolve_operands(parser, op, &blocks.values, index) ||
      !tern_op_resolve_operands(parser, op, &threads.values, index) ||
      !tern_op_resolve_operands(parser, op, &clusters.values, index) ||
      !tern_op_resolve_operands(parser, op, &memory, tern_i_type_get(context, 32))) {
    return false;
  }
  int32_t cluster = has_clusters;
  const int32_t segments[] = {(int32_t)tokens.count, 1, 1, 1, 1, 1, 1, cluster, cluster, cluster,
                              (int32_t)memory.count};
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(context, segments, sizeof(segments) / sizeof(segments[0])));
  append_args(parser, out_args, &blocks.ids);
  append_args(parser, out_args, &threads.ids);
  append_args(parser, out_args, &blocks.sizes);
  append_args(parser, out_args, &threads.sizes);
  append_args(parser, out_args, &clusters.ids);
  append_args(parser, out_args, &clusters.sizes);
  return true;
}

bool tern_gpu_parse_launch(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  size_t workgroup_count, private_count;
  if (!parse_launch_config(parser, op, &args) || !parse_symbol_clause(parser, op, "module") ||
      !parse_symbol_clause(parser, op, "function") ||
      !parse_buffers(parser, "workgroup", &args, &workgroup_count, NULL) ||
      !parse_buffers(parser, "private", &args, &private_count, NULL)) {
    return false;
  }
  add_workgroup_count(parser, op, workgroup_count);
  return tern_op_parse_region(parser, op, &args) && tern_op_parse_optional_attr_dict(parser, op);
}

static void print_launch_sizes(tern_printer_t *printer, const tern_op_t *op, const char *keyword,
                               const tern_block_t *body, size_t first_id, size_t first_size,
                               const char *first_operand) {
  size_t start, count;
  tern_op_operands_named(op, first_operand, &start, &count);
  tern_printer_format(printer, " %s(", keyword);
  for (size_t i = 0; i < 3; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, body->args[first_id + i]);
  }
  tern_printer_text(printer, ") in (");
  for (size_t i = 0; i < 3; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, body->args[first_size + i]);
    tern_printer_text(printer, " = ");
    tern_printer_value(printer, tern_op_operand(op, start + i));
  }
  tern_printer_char(printer, ')');
}

static void print_symbol_clause(tern_printer_t *printer, const tern_op_t *op, const char *keyword) {
  const tern_attr_t *symbol = tern_op_attr(op, keyword);
  if (!symbol) return;
  tern_printer_format(printer, " %s(", keyword);
  tern_printer_attr(printer, symbol);
  tern_printer_char(printer, ')');
}

// `async [%a, %b]`, parts of it, or nothing.
static void print_tokens(tern_printer_t *printer, const tern_op_t *op, bool is_async, size_t start, size_t count) {
  if (is_async) tern_printer_text(printer, "async");
  if (count == 0) return;
  tern_printer_text(printer, is_async ? " [" : "[");
  tern_printer_operands(printer, op, start, count);
  tern_printer_char(printer, ']');
}

void tern_gpu_print_launch(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"operandSegmentSizes", "workgroup_attributions", "module", "function"};
  const tern_block_t *body = tern_op_body(op, 0);
  size_t start, count;
  tern_op_operands_named(op, "asyncDependencies", &start, &count);
  if (op->result_count > 0) {
    tern_printer_char(printer, ' ');
    print_tokens(printer, op, true, start, count);
  }
  if (tern_gpu_launch_has_clusters(op)) {
    print_launch_sizes(printer, op, "clusters", body, TERN_GPU_LAUNCH_CLUSTER_ID, TERN_GPU_LAUNCH_CLUSTER_SIZE,
                       "clusterSizeX");
  }
  print_launch_sizes(printer, op, "blocks", body, TERN_GPU_LAUNCH_BLOCK_ID, TERN_GPU_LAUNCH_GRID_SIZE, "gridSizeX");
  print_launch_sizes(printer, op, "threads", body, TERN_GPU_LAUNCH_THREAD_ID, TERN_GPU_LAUNCH_BLOCK_SIZE, "blockSizeX");
  const tern_value_t *memory = tern_op_operand_named(op, "dynamicSharedMemorySize");
  if (memory) {
    tern_printer_text(printer, " dynamic_shared_memory_size ");
    tern_printer_value(printer, memory);
  }
  print_symbol_clause(printer, op, "module");
  print_symbol_clause(printer, op, "function");
  size_t config_count = tern_gpu_launch_config_arg_count(op);
  size_t workgroup_end = config_count + tern_gpu_workgroup_buffer_count(op);
  print_buffers(printer, "workgroup", body, config_count, workgroup_end, NULL);
  print_buffers(printer, "private", body, workgroup_end, body->arg_count, NULL);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_attr_dict(printer, op, elided, sizeof(elided) / sizeof(elided[0]));
}

// --- directives ---

static bool parse_async_dependencies(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t arg_count) {
  (void)arg_count;
  bool is_async;
  if (!parse_tokens(parser, op, &args[1].operands, &is_async)) return false;
  if (is_async) tern_type_list_push(parser, &args[0].types, token_type(tern_parser_context(parser)));
  return true;
}

static void print_async_dependencies(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t arg_count) {
  (void)arg_count;
  print_tokens(printer, op, args[0].count > 0, args[1].start, args[1].count);
}

// `: i64` where the sizes are not index.
static bool parse_launch_dim_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                  size_t arg_count) {
  (void)op;
  const tern_type_t *type = tern_index_type_get(tern_parser_context(parser));
  if (tern_parse_optional_token(parser, ":")) {
    type = tern_parse_type(parser);
    if (!type) return false;
  }
  tern_type_list_push(parser, &args[0].types, type);
  bool has_clusters = args[1].operands.count > 0;
  for (size_t i = 2; has_clusters && i < arg_count; ++i) tern_type_list_push(parser, &args[i].types, type);
  return true;
}

static void print_launch_dim_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                  size_t arg_count) {
  (void)arg_count;
  const tern_type_t *type = tern_op_operand(op, args[0].start)->type;
  if (tern_type_is_index(type)) return;
  tern_printer_text(printer, ": ");
  tern_printer_type(printer, type);
}

// `args(%a : t, %b : u)`, or nothing.
static bool parse_launch_func_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)op;
  (void)arg_count;
  if (!tern_parse_optional_keyword(parser, "args")) return true;
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parse_optional_token(parser, ")")) return true;
  do {
    tern_unresolved_operand_t operand;
    const tern_type_t *type;
    if (!tern_parse_operand(parser, &operand) || !tern_parse_colon_type(parser, &type)) return false;
    tern_operand_list_push(parser, &args[0].operands, operand);
    tern_type_list_push(parser, &args[1].types, type);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_optional_token(parser, ")") || tern_parser_error(parser, "expected ')' in argument list");
}

static void print_launch_func_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)arg_count;
  if (args[0].count == 0) return;
  tern_printer_text(printer, "args(");
  for (size_t i = 0; i < args[0].count; ++i) {
    const tern_value_t *value = tern_op_operand(op, args[0].start + i);
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, value);
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, value->type);
  }
  tern_printer_char(printer, ')');
}

// `add`, or nothing.
static bool parse_all_reduce_operation(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)arg_count;
  if (*tern_parser_pos(parser).pointer == '%') return true;
  int64_t value;
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name = {NULL, 0};
  if (!tern_parse_optional_any_keyword(parser, &name) ||
      !tern_enum_case_value(TERN_GPU_ENUM(ALL_REDUCE_OP), name, &value)) {
    return tern_parser_error_at(parser, pos, "custom op '%s' invalid op kind", op->def->name->data);
  }
  args[0].attr = tern_enum_attr_get(tern_parser_context(parser), TERN_GPU_ENUM(ALL_REDUCE_OP), value);
  return true;
}

static void print_all_reduce_operation(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)op;
  (void)arg_count;
  if (!args[0].attr) return;
  tern_printer_char(printer, ' ');
  tern_printer_enum(printer, TERN_GPU_ENUM(ALL_REDUCE_OP), tern_enum_attr_value(args[0].attr));
}

const tern_custom_directive_t tern_gpu_directives[TERN_GPU_DIRECTIVE_COUNT] = {
    {"AsyncDependencies", parse_async_dependencies, print_async_dependencies},
    {"LaunchDimType", parse_launch_dim_type, print_launch_dim_type},
    {"LaunchFuncOperands", parse_launch_func_operands, print_launch_func_operands},
    {"AllReduceOperation", parse_all_reduce_operation, print_all_reduce_operation},
    {"OffloadingHandler", tern_gpu_parse_offloading_handler, tern_gpu_print_offloading_handler},
};
