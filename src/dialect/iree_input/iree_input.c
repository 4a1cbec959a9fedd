// The iree_input dialect.

#include "dialect/iree_input/iree_input.h"

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- ops ---

static bool parse_barrier(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (operands.count && (!tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types))) return false;
  for (size_t i = 0; i < types.count; ++i) tern_op_add_result_type(parser, op, types.values[i]);
  return tern_op_resolve_operands_each(parser, op, &operands, &types);
}

static void print_barrier(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
}

static bool verify_global_uses(const tern_op_t *op) {
  const tern_attr_t *ref = tern_op_attr(op, "global");
  const tern_op_t *global = tern_symbol_lookup_nearest(op, ref);
  return (global && tern_op_is(global, TERN_IREE_INPUT(GLOBAL))) ||
         tern_op_error(op, "references %s, which is no iree_input.global", tern_attr_text(ref));
}

// --- types ---

static const tern_type_t *parse_target(tern_parser_t *parser, const tern_type_row_t *row) {
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_type_t *target = tern_parse_type(parser);
  if (!target || !tern_parse_token(parser, ">")) return NULL;
  uint64_t param = (uint64_t)(uintptr_t)target;
  return tern_dialect_type_get(tern_parser_context(parser), row, &param, 1);
}

static const tern_type_t *target_of(const tern_type_t *type) { return (const tern_type_t *)(uintptr_t)type->params[0]; }

static void print_target(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, target_of(type));
  tern_printer_char(printer, '>');
}

const tern_type_row_t tern_iree_input_types[] = {
    [TERN_IREE_INPUT_TYPE_BUFFER] = {.name = "iree_input.buffer", .summary = "a buffer of a device"},
    [TERN_IREE_INPUT_TYPE_BUFFER_VIEW] = {.name = "iree_input.buffer_view", .summary = "a buffer with a shape"},
    [TERN_IREE_INPUT_TYPE_BYTE_BUFFER] = {.name = "iree_input.byte_buffer", .summary = "bytes on the host"},
    [TERN_IREE_INPUT_TYPE_LIST] = {.name = "iree_input.list",
                                   .summary = "a list",
                                   .parse = parse_target,
                                   .print = print_target,
                                   .element = target_of},
    [TERN_IREE_INPUT_TYPE_PTR] = {.name = "iree_input.ptr",
                                  .summary = "a reference to a global",
                                  .parse = parse_target,
                                  .print = print_target,
                                  .element = target_of},
    [TERN_IREE_INPUT_TYPE_VARIANT] = {.name = "iree_input.variant", .summary = "a value of any type"},
};

// --- attributes ---

typedef TERN_VEC(uint64_t) param_list_t;

static uint64_t pack(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static const tern_attr_t *take(tern_parser_t *parser, const tern_attr_row_t *row, param_list_t *params, bool is_right) {
  const tern_attr_t *attr =
      is_right ? tern_dialect_attr_get(tern_parser_context(parser), row, params->values, params->count) : NULL;
  tern_vec_deinitialize(params);
  return attr;
}

static const char *const descriptor_types[] = {"uniform_buffer", "storage_buffer"};  // 6, 7

// `<0, storage_buffer, ReadOnly>`, with or without the name of the attribute before it.
static const tern_attr_t *parse_binding(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  param_list_t params = {0};
  int64_t ordinal;
  tern_str_t word;
  bool is_right =
      tern_parse_token(parser, "<") && tern_parse_integer(parser, &ordinal) && tern_parse_token(parser, ",");
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (is_right) is_right = tern_parse_any_keyword(parser, &word);
  if (!is_right) return NULL;
  size_t kind = 0;
  while (kind < 2 && !tern_str_equal_cstr(word, descriptor_types[kind])) ++kind;
  if (kind == 2) {
    tern_parser_error_at(parser, pos, "expected uniform_buffer or storage_buffer");
    return NULL;
  }
  uint64_t flags = 0;
  if (tern_parse_optional_token(parser, ",")) {
    if (tern_parse_optional_keyword(parser, "ReadOnly"))
      flags = 1;
    else if (!tern_parse_keyword(parser, "None"))
      return NULL;
  }
  tern_vec_push(&params, (uint64_t)ordinal);
  tern_vec_push(&params, kind + 6);
  tern_vec_push(&params, flags);
  return take(parser, row, &params, tern_parse_token(parser, ">"));
}

static void print_binding(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRIu64 ", %s%s>", attr->params[0], descriptor_types[attr->params[1] - 6],
                      attr->params[2] ? ", ReadOnly" : "");
}

// A list of attributes of one kind, whose names may be left out.
static bool parse_members(tern_parser_t *parser, int which, param_list_t *params,
                          const tern_attr_t *(*parse)(tern_parser_t *, const tern_attr_row_t *, const tern_type_t *)) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    const tern_attr_t *member;
    if (tern_parser_at_token(parser, "<")) {
      member = parse(parser, &tern_iree_input_attrs[which], NULL);
    } else {
      member = tern_parse_attr(parser, NULL);
      if (member && member->row != &tern_iree_input_attrs[which]) {
        return tern_parser_error(parser, "expected #%s", tern_iree_input_attrs[which].name);
      }
    }
    if (!member) return false;
    tern_vec_push(params, pack(member));
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

static void print_members(tern_printer_t *printer, const tern_attr_t *attr, size_t start,
                          void (*print)(tern_printer_t *, const tern_attr_t *)) {
  tern_printer_char(printer, '[');
  for (size_t i = start; i < attr->param_count; ++i) {
    if (i > start) tern_printer_text(printer, ", ");
    print(printer, (const tern_attr_t *)(uintptr_t)attr->params[i]);
  }
  tern_printer_char(printer, ']');
}

// `<0, bindings = [...]>`
static const tern_attr_t *parse_set_layout(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  param_list_t params = {0};
  int64_t ordinal = 0;
  bool is_right = tern_parse_token(parser, "<") && tern_parse_integer(parser, &ordinal);
  tern_vec_push(&params, (uint64_t)ordinal);
  is_right = is_right && tern_parse_token(parser, ",") && tern_parse_keyword(parser, "bindings") &&
             tern_parse_token(parser, "=") &&
             parse_members(parser, TERN_IREE_INPUT_ATTR_DESCRIPTOR_SET_BINDING, &params, parse_binding) &&
             tern_parse_token(parser, ">");
  return take(parser, row, &params, is_right);
}

static void print_set_layout(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRIu64 ", bindings = ", attr->params[0]);
  print_members(printer, attr, 1, print_binding);
  tern_printer_char(printer, '>');
}

// `<push_constants = 1, sets = [...]>`
static const tern_attr_t *parse_layout(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  param_list_t params = {0};
  int64_t constants = 0;
  bool is_right = tern_parse_token(parser, "<") && tern_parse_keyword(parser, "push_constants") &&
                  tern_parse_token(parser, "=") && tern_parse_integer(parser, &constants);
  tern_vec_push(&params, (uint64_t)constants);
  is_right = is_right && tern_parse_token(parser, ",") && tern_parse_keyword(parser, "sets") &&
             tern_parse_token(parser, "=") &&
             parse_members(parser, TERN_IREE_INPUT_ATTR_DESCRIPTOR_SET_LAYOUT, &params, parse_set_layout) &&
             tern_parse_token(parser, ">");
  return take(parser, row, &params, is_right);
}

static void print_layout(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<push_constants = %" PRIu64 ", sets = ", attr->params[0]);
  print_members(printer, attr, 1, print_set_layout);
  tern_printer_char(printer, '>');
}

// `<"name", {...}>`, `<"backend", "format", {...}>`, `<{path = "..", data = ...}>`
static const tern_attr_t *parse_target_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                            const tern_type_t *type) {
  (void)type;
  param_list_t params = {0};
  size_t name_count = row == &tern_iree_input_attrs[TERN_IREE_INPUT_ATTR_DEVICE_TARGET] ? 1 : 2;
  bool is_right = tern_parse_token(parser, "<");
  for (size_t i = 0; is_right && i < name_count; ++i) {
    tern_str_t name;
    is_right = (i == 0 || tern_parse_token(parser, ",")) && tern_parse_string(parser, &name);
    if (is_right) tern_vec_push(&params, pack(tern_ident_get(tern_parser_context(parser), name)));
  }
  const tern_attr_t *dictionary = NULL;
  if (is_right && tern_parse_optional_token(parser, ",")) {
    dictionary = tern_parse_attr(parser, NULL);
    is_right = dictionary != NULL;
    if (is_right && dictionary->kind != TERN_ATTR_DICTIONARY) {
      is_right = tern_parser_error(parser, "expected a dictionary");
    }
  }
  tern_vec_push(&params, pack(dictionary));
  return take(parser, row, &params, is_right && tern_parse_token(parser, ">"));
}

static void print_target_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  for (size_t i = 0; i + 1 < attr->param_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[i]));
  }
  const tern_attr_t *dictionary = (const tern_attr_t *)(uintptr_t)attr->params[attr->param_count - 1];
  if (dictionary) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, dictionary);
  }
  tern_printer_char(printer, '>');
}

static const tern_attr_t *parse_object(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  param_list_t params = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_attr_t *dictionary = tern_parse_attr(parser, NULL);
  if (!dictionary) return NULL;
  const tern_attr_t *path = NULL;
  if (dictionary->kind == TERN_ATTR_DICTIONARY) path = tern_dictionary_attr_lookup(dictionary, TERN_STR("path"));
  if (!tern_attr_is_string(path)) {
    tern_parser_error_at(parser, pos, "expected {path = \"...\"}");
    return NULL;
  }
  tern_vec_push(&params, path->params[0]);
  tern_vec_push(&params, pack(tern_dictionary_attr_lookup(dictionary, TERN_STR("data"))));
  return take(parser, row, &params, tern_parse_token(parser, ">"));
}

static void print_object(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<{path = ");
  tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]));
  if (attr->params[1]) {
    tern_printer_text(printer, ", data = ");
    tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)attr->params[1]);
  }
  tern_printer_text(printer, "}>");
}

// `<{#target = [#object, ...], ...}>`
static const tern_attr_t *parse_objects(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  param_list_t params = {0};
  bool is_right = tern_parse_token(parser, "<") && tern_parse_token(parser, "{");
  while (is_right && !tern_parser_at_token(parser, "}")) {
    const tern_attr_t *target = tern_parse_attr(parser, NULL), *objects = NULL;
    if (target && tern_parse_token(parser, "=")) objects = tern_parse_attr(parser, NULL);
    is_right = objects != NULL;
    if (!is_right) break;
    tern_vec_push(&params, pack(target));
    tern_vec_push(&params, pack(objects));
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  return take(parser, row, &params, is_right && tern_parse_token(parser, "}") && tern_parse_token(parser, ">"));
}

static void print_objects(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<{");
  for (size_t i = 0; i + 1 < attr->param_count; i += 2) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)attr->params[i]);
    tern_printer_text(printer, " = ");
    tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)attr->params[i + 1]);
  }
  tern_printer_text(printer, "}>");
}

const tern_attr_row_t tern_iree_input_attrs[] = {
    [TERN_IREE_INPUT_ATTR_DESCRIPTOR_SET_BINDING] = {.name = "iree_input.descriptor_set.binding",
                                                     .summary = "one buffer of an interface",
                                                     .parse = parse_binding,
                                                     .print = print_binding},
    [TERN_IREE_INPUT_ATTR_DESCRIPTOR_SET_LAYOUT] = {.name = "iree_input.descriptor_set.layout",
                                                    .summary = "a set of buffers of an interface",
                                                    .parse = parse_set_layout,
                                                    .print = print_set_layout},
    [TERN_IREE_INPUT_ATTR_DEVICE_TARGET] = {.name = "iree_input.device.target",
                                            .summary = "a device",
                                            .parse = parse_target_attr,
                                            .print = print_target_attr},
    [TERN_IREE_INPUT_ATTR_EXECUTABLE_OBJECT] = {.name = "iree_input.executable.object",
                                                .summary = "an object file",
                                                .parse = parse_object,
                                                .print = print_object},
    [TERN_IREE_INPUT_ATTR_EXECUTABLE_OBJECTS] = {.name = "iree_input.executable.objects",
                                                 .summary = "object files by target",
                                                 .parse = parse_objects,
                                                 .print = print_objects},
    [TERN_IREE_INPUT_ATTR_EXECUTABLE_TARGET] = {.name = "iree_input.executable.target",
                                                .summary = "what an executable is made for",
                                                .parse = parse_target_attr,
                                                .print = print_target_attr},
    [TERN_IREE_INPUT_ATTR_PIPELINE_LAYOUT] = {.name = "iree_input.pipeline.layout",
                                              .summary = "the interface of an entry point",
                                              .parse = parse_layout,
                                              .print = print_layout},
};

// --- the table ---

const tern_op_row_t tern_iree_input_ops[] = {
#define OP(ID, NAME, ...) [TERN_IREE_INPUT_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/iree_input/iree_input_ops.def"
#undef OP
};

const tern_dialect_t tern_iree_input_dialect = {
    .name = "iree_input",
    .summary = "The stable dialect that front ends hand programs over in",
    .ops = tern_iree_input_ops,
    .op_count = TERN_IREE_INPUT_OP_COUNT,
    .types = tern_iree_input_types,
    .type_count = TERN_IREE_INPUT_TYPE_COUNT,
    .attrs = tern_iree_input_attrs,
    .attr_count = TERN_IREE_INPUT_ATTR_COUNT,
};
