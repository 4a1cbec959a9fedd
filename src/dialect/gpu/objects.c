// gpu: compiled modules as attributes, and how a gpu.binary or gpu.module names what embeds them.

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"

static uint64_t param_of(const tern_attr_t *attr) { return (uint64_t)(uintptr_t)attr; }

// --- made from parts ---

const tern_attr_t *tern_gpu_kernel_metadata_get(tern_str_t name, const tern_type_t *function_type,
                                                const tern_attr_t *arg_attrs, const tern_attr_t *metadata) {
  tern_context_t *context = function_type->context;
  const uint64_t params[] = {param_of(tern_string_attr_get(context, name)), param_of(tern_type_attr_get(function_type)),
                             param_of(arg_attrs), param_of(metadata)};
  return tern_dialect_attr_get(context, TERN_GPU_ATTR(KERNEL_METADATA), params, 4);
}

static tern_str_t name_of_kernel(const tern_attr_t *kernel) {
  return tern_string_attr_value(tern_gpu_attr_param(kernel, 0));
}

static int compare_kernels(const void *a, const void *b) {
  tern_str_t left = name_of_kernel(*(const tern_attr_t *const *)a),
             right = name_of_kernel(*(const tern_attr_t *const *)b);
  size_t size = left.size < right.size ? left.size : right.size;
  int order = size ? memcmp(left.data, right.data, size) : 0;
  return order ? order : (left.size > right.size) - (left.size < right.size);
}

const tern_attr_t *tern_gpu_kernel_table_get(tern_context_t *context, const tern_attr_t *const *kernels, size_t count) {
  const tern_attr_t **sorted = tern_malloc((count + 1) * sizeof(sorted[0]));
  if (count) memcpy(sorted, kernels, count * sizeof(sorted[0]));
  qsort(sorted, count, sizeof(sorted[0]), compare_kernels);
  uint64_t *params = tern_malloc((count + 1) * sizeof(params[0]));
  for (size_t i = 0; i < count; ++i) params[i] = param_of(sorted[i]);
  const tern_attr_t *table = tern_dialect_attr_get(context, TERN_GPU_ATTR(KERNEL_TABLE), params, count);
  free(params);
  free(sorted);
  return table;
}

const tern_attr_t *tern_gpu_kernel_table_lookup(const tern_attr_t *table, tern_str_t name) {
  for (size_t i = 0; table && i < table->param_count; ++i) {
    if (tern_str_equal(name_of_kernel(tern_gpu_attr_param(table, i)), name)) return tern_gpu_attr_param(table, i);
  }
  return NULL;
}

const tern_attr_t *tern_gpu_object_get(const tern_attr_t *target, tern_gpu_object_format_t format, tern_str_t object,
                                       const tern_attr_t *properties, const tern_attr_t *kernels) {
  const uint64_t params[] = {param_of(target), format, param_of(tern_string_attr_get(target->context, object)),
                             param_of(properties), param_of(kernels)};
  return tern_dialect_attr_get(target->context, TERN_GPU_ATTR(OBJECT), params, 5);
}

const tern_attr_t *tern_gpu_select_object_get(tern_context_t *context, const tern_attr_t *target) {
  const uint64_t params[] = {param_of(target)};
  return tern_dialect_attr_get(context, TERN_GPU_ATTR(SELECT_OBJECT), params, 1);
}

bool tern_attr_is_gpu_target(const tern_attr_t *attr) {
  static const char *const names[] = {"nvvm.target", "rocdl.target", "xevm.target", "spirv.target_env",
                                      "tern.cpu_target"};
  if (!attr || attr->kind == TERN_ATTR_OPAQUE) return attr != NULL;  // of a dialect that is not known here
  if (attr->kind != TERN_ATTR_DIALECT) return false;
  const tern_attr_row_t *row = attr->row;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (strcmp(row->name, names[i]) == 0) return true;
  }
  return false;
}

// --- kernels ---

static const tern_attr_t *wrong(tern_parser_t *parser, tern_source_pos_t pos, const char *message) {
  tern_parser_error_at(parser, pos, "%s", message);
  return NULL;
}

// `name = attribute` for each of `names`, in any order, each at most once; at least one.
static bool parse_fields(tern_parser_t *parser, const char *const *names, size_t count, const tern_attr_t **out_attrs) {
  do {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    size_t index = 0;
    if (!tern_parse_any_keyword(parser, &name)) return false;
    while (index < count && !tern_str_equal_cstr(name, names[index])) ++index;
    if (index == count || out_attrs[index]) {
      return tern_parser_error_at(parser, pos, "duplicate or unknown struct parameter name: %.*s", (int)name.size,
                                  name.data);
    }
    if (!tern_parse_token(parser, "=")) return false;
    out_attrs[index] = tern_parse_attr(parser, NULL);
    if (!out_attrs[index]) return false;
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

static const char *check_kernel(tern_str_t name, const tern_attr_t *arg_attrs, const tern_attr_t *metadata) {
  if (name.size == 0) return "the kernel name can't be empty";
  if (arg_attrs && arg_attrs->kind != TERN_ATTR_ARRAY) return "arg_attrs must be an array";
  for (size_t i = 0; arg_attrs && i < tern_array_attr_count(arg_attrs); ++i) {
    if (tern_array_attr_at(arg_attrs, i)->kind != TERN_ATTR_DICTIONARY) {
      return "all attributes in the array must be a dictionary attribute";
    }
  }
  return metadata && metadata->kind != TERN_ATTR_DICTIONARY ? "metadata must be a dictionary" : NULL;
}

// `<"name", (types) -> types, arg_attrs = [...], metadata = {...}>`
const tern_attr_t *tern_gpu_parse_kernel_metadata(tern_parser_t *parser, const tern_attr_row_t *row,
                                                  const tern_type_t *type) {
  (void)row;
  (void)type;
  static const char *const names[] = {"arg_attrs", "metadata"};
  const tern_attr_t *fields[2] = {NULL};
  tern_str_t name;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &name) || !tern_parse_token(parser, ","))
    return NULL;
  const tern_type_t *function_type = tern_parse_type(parser);
  if (!function_type) return NULL;
  if (tern_parse_optional_token(parser, ",") && !parse_fields(parser, names, 2, fields)) return NULL;
  if (!tern_parse_token(parser, ">")) return NULL;
  const char *message = check_kernel(name, fields[0], fields[1]);
  if (message) return wrong(parser, pos, message);
  return tern_gpu_kernel_metadata_get(name, function_type, fields[0], fields[1]);
}

void tern_gpu_print_kernel_metadata(tern_printer_t *printer, const tern_attr_t *attr) {
  static const char *const names[] = {"arg_attrs", "metadata"};
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_gpu_attr_param(attr, 0));
  tern_printer_text(printer, ", ");
  tern_printer_type(printer, tern_type_attr_value(tern_gpu_attr_param(attr, 1)));
  for (size_t i = 0; i < 2; ++i) {
    if (!attr->params[2 + i]) continue;
    tern_printer_format(printer, ", %s = ", names[i]);
    tern_printer_attr(printer, tern_gpu_attr_param(attr, 2 + i));
  }
  tern_printer_char(printer, '>');
}

// `<>`, or `<[kernel, kernel]>`
const tern_attr_t *tern_gpu_parse_kernel_table(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type) {
  (void)row;
  (void)type;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *list = NULL;
  if (!tern_parse_token(parser, "<")) return NULL;
  if (tern_parser_at_token(parser, "[")) {
    list = tern_parse_attr(parser, NULL);
    if (!list) return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  size_t count = list ? tern_array_attr_count(list) : 0;
  const tern_attr_t **kernels = tern_parser_alloc(parser, (count + 1) * sizeof(kernels[0]));
  for (size_t i = 0; i < count; ++i) {
    kernels[i] = tern_array_attr_at(list, i);
    if (!tern_attr_is_gpu(kernels[i], TERN_GPU_ATTR_KERNEL_METADATA)) {
      return wrong(parser, pos, "expected #gpu.kernel_metadata attributes in a kernel table");
    }
  }
  const tern_attr_t *table = tern_gpu_kernel_table_get(tern_parser_context(parser), kernels, count);
  for (size_t i = 1; i < count; ++i) {
    const tern_attr_t *left = tern_gpu_attr_param(table, i - 1), *right = tern_gpu_attr_param(table, i);
    if (compare_kernels(&left, &right) == 0) return wrong(parser, pos, "expected all kernels to be uniquely named");
  }
  return table;
}

void tern_gpu_print_kernel_table(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, attr->param_count ? "<[" : "<");
  for (size_t i = 0; i < attr->param_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_gpu_attr_param(attr, i));
  }
  tern_printer_text(printer, attr->param_count ? "]>" : ">");
}

// --- objects ---

// `kernels = <...>`: the attribute's name may be left out.
static const tern_attr_t *parse_table_field(tern_parser_t *parser) {
  if (tern_parser_at_token(parser, "<")) {
    return tern_gpu_parse_kernel_table(parser, TERN_GPU_ATTR(KERNEL_TABLE), NULL);
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *table = tern_parse_attr(parser, NULL);
  if (!table || tern_attr_is_gpu(table, TERN_GPU_ATTR_KERNEL_TABLE)) return table;
  return wrong(parser, pos, "expected a #gpu.kernel_table attribute");
}

// `assembly = "text"`, or the text alone for a fat binary.
static bool parse_object_text(tern_parser_t *parser, int64_t *out_format, tern_str_t *out_text) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t keyword;
  *out_format = TERN_GPU_OBJECT_FATBIN;
  if (tern_parse_optional_any_keyword(parser, &keyword)) {
    const tern_enum_row_t *row = TERN_GPU_ENUM(COMPILATION_TARGET);
    size_t index = 0;
    while (index < row->case_count && !tern_str_equal_cstr(keyword, row->cases[index].name)) ++index;
    if (index == row->case_count) {
      return tern_parser_error_at(parser, pos, "expected keyword for GPU object format");
    }
    *out_format = row->cases[index].value;
    if (!tern_parse_optional_token(parser, "=")) return tern_parser_error_at(parser, pos, "expected an equal sign");
  }
  return tern_parse_string(parser, out_text);
}

// `<target, properties = {...}, kernels = <...>, format = "text">`
const tern_attr_t *tern_gpu_parse_object(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)row;
  (void)type;
  const tern_attr_t *properties = NULL, *kernels = NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  int64_t format;
  tern_str_t text;
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_attr_t *target = tern_parse_attr(parser, NULL);
  if (!target || !tern_parse_token(parser, ",")) return NULL;
  if (tern_parse_optional_keyword(parser, "properties")) {
    tern_source_pos_t properties_pos = tern_parser_pos(parser);
    if (!tern_parse_token(parser, "=")) return NULL;
    properties = tern_parse_attr(parser, NULL);
    if (!properties || !tern_parse_token(parser, ",")) return NULL;
    if (properties->kind != TERN_ATTR_DICTIONARY) return wrong(parser, properties_pos, "expected a dictionary");
  }
  if (tern_parse_optional_keyword(parser, "kernels")) {
    if (!tern_parse_token(parser, "=")) return NULL;
    kernels = parse_table_field(parser);
    if (!kernels) {
      return wrong(parser, tern_parser_pos(parser),
                   "failed to parse GPU_ObjectAttr parameter 'kernels' which is to be a `KernelTableAttr`");
    }
    if (!tern_parse_token(parser, ",")) return NULL;
  }
  if (!parse_object_text(parser, &format, &text) || !tern_parse_token(parser, ">")) return NULL;
  if (!tern_attr_is_gpu_target(target)) {
    return wrong(parser, pos, "the target attribute must implement or promise the `gpu::TargetAttrInterface`");
  }
  return tern_gpu_object_get(target, (tern_gpu_object_format_t)format, text, properties, kernels);
}

void tern_gpu_print_object(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_gpu_attr_param(attr, 0));
  tern_printer_text(printer, ", ");
  if (attr->params[3]) {
    tern_printer_text(printer, "properties = ");
    tern_printer_attr(printer, tern_gpu_attr_param(attr, 3));
    tern_printer_text(printer, ", ");
  }
  if (attr->params[4]) {
    tern_printer_text(printer, "kernels = ");
    tern_gpu_print_kernel_table(printer, tern_gpu_attr_param(attr, 4));
    tern_printer_text(printer, ", ");
  }
  if (attr->params[1] != TERN_GPU_OBJECT_FATBIN) {
    tern_printer_enum(printer, TERN_GPU_ENUM(COMPILATION_TARGET), (int64_t)attr->params[1]);
    tern_printer_text(printer, " = ");
  }
  tern_printer_attr(printer, tern_gpu_attr_param(attr, 2));
  tern_printer_char(printer, '>');
}

// `<target>`, or nothing.
const tern_attr_t *tern_gpu_parse_select_object(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)row;
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_token(parser, "<")) return tern_gpu_select_object_get(context, NULL);
  const tern_attr_t *target = tern_parse_attr(parser, NULL);
  if (!target || !tern_parse_token(parser, ">")) return NULL;
  if (tern_attr_is_integer(target)) {
    if (tern_integer_attr_value(target) < 0) return wrong(parser, pos, "the object index must be positive");
  } else if (!tern_attr_is_gpu_target(target)) {
    return wrong(parser, pos, "the target attribute must be a GPU Target attribute");
  }
  return tern_gpu_select_object_get(context, target);
}

void tern_gpu_print_select_object(tern_printer_t *printer, const tern_attr_t *attr) {
  if (!attr->params[0]) return;
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_gpu_attr_param(attr, 0));
  tern_printer_char(printer, '>');
}

// --- ops that name them ---

// `<#gpu.select_object<1>>`, or nothing for the first object.
bool tern_gpu_parse_offloading_handler(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)op;
  (void)arg_count;
  if (tern_parse_optional_token(parser, "<")) {
    args[0].attr = tern_parse_attr(parser, NULL);
    return args[0].attr && tern_parse_token(parser, ">");
  }
  args[0].attr = tern_gpu_select_object_get(tern_parser_context(parser), NULL);
  return true;
}

void tern_gpu_print_offloading_handler(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)op;
  (void)arg_count;
  const tern_attr_t *handler = args[0].attr;
  if (!handler || (tern_attr_is_gpu(handler, TERN_GPU_ATTR_SELECT_OBJECT) && !handler->params[0])) return;
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, handler);
  tern_printer_char(printer, '>');
}

// What nobody here knows is taken: it may be a handler of another compiler.
static bool verify_handler(const tern_op_t *op) {
  const tern_attr_t *handler = tern_op_attr(op, "offloadingHandler");
  if (!handler || handler->kind == TERN_ATTR_OPAQUE || tern_attr_is_gpu(handler, TERN_GPU_ATTR_SELECT_OBJECT)) {
    return true;
  }
  return tern_op_error(op,
                       "attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the "
                       "`OffloadingTranslationAttrTrait` trait.");
}

bool tern_gpu_verify_binary(const tern_op_t *op) { return verify_handler(op); }

bool tern_gpu_verify_module(const tern_op_t *op) {
  const tern_attr_t *targets = tern_op_attr(op, "targets");
  bool is_right = !targets || (targets->kind == TERN_ATTR_ARRAY && tern_array_attr_count(targets) > 0);
  for (size_t i = 0; targets && is_right && i < tern_array_attr_count(targets); ++i) {
    is_right = tern_attr_is_gpu_target(tern_array_attr_at(targets, i));
  }
  if (!is_right) {
    return tern_op_error(op,
                         "attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at "
                         "least 1 elements");
  }
  // Ops that the chip lacks.
  for (size_t i = 0; targets && i < tern_array_attr_count(targets); ++i) {
    const tern_attr_t *target = tern_array_attr_at(targets, i);
    if (tern_attr_is_nvvm(target, TERN_NVVM_ATTR_TARGET) && !tern_nvvm_verify_target(op, target)) return false;
  }
  return verify_handler(op);
}
