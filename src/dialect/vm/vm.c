// vm: types, attributes, suggested names, and the table of ops.

#include "dialect/vm/vm.h"

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/vm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- types ---

static const tern_type_t *get_of(const tern_type_t *target, int which) {
  uint64_t param = (uint64_t)(uintptr_t)target;
  return tern_dialect_type_get(target->context, &tern_vm_types[which], &param, 1);
}

const tern_type_t *tern_vm_buffer_type_get(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_vm_types[TERN_VM_TYPE_BUFFER], NULL, 0);
}
const tern_type_t *tern_vm_opaque_type_get(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_vm_types[TERN_VM_TYPE_OPAQUE], NULL, 0);
}
const tern_type_t *tern_vm_list_type_get(const tern_type_t *element) { return get_of(element, TERN_VM_TYPE_LIST); }

const tern_type_t *tern_vm_ref_type_get(tern_context_t *context, const tern_type_t *target) {
  if (target && !tern_type_is_vm(target, TERN_VM_TYPE_OPAQUE)) {
    bool is_ref = tern_type_is_vm(target, TERN_VM_TYPE_BUFFER) || tern_type_is_vm(target, TERN_VM_TYPE_LIST);
    return is_ref ? target : get_of(target, TERN_VM_TYPE_REF);
  }
  uint64_t any = 0;
  return tern_dialect_type_get(context, &tern_vm_types[TERN_VM_TYPE_REF], &any, 1);
}

bool tern_vm_type_is_value(const tern_type_t *type) {
  return tern_type_is_i(type, 32) || tern_type_is_i(type, 64) || type->kind == TERN_TYPE_F32 ||
         type->kind == TERN_TYPE_F64;
}

// `<type>`, where `?` is anything.
static const tern_type_t *parse_target(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *target = NULL;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_token(parser, "?")) {
    target = tern_vm_opaque_type_get(context);
  } else if (!(target = tern_parse_type(parser))) {
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  if (row == &tern_vm_types[TERN_VM_TYPE_REF]) {
    if (target->kind != TERN_TYPE_DIALECT && target->kind != TERN_TYPE_OPAQUE) {
      tern_parser_error_at(parser, pos, "expected the type of an object behind a reference but got %s",
                           tern_type_text(target));
      return NULL;
    }
    return tern_vm_ref_type_get(context, target);
  }
  bool is_element = tern_vm_type_is_value(target) || tern_vm_type_is_ref(target) || tern_type_is_i(target, 8) ||
                    tern_type_is_i(target, 16) || tern_type_is_vm(target, TERN_VM_TYPE_OPAQUE);
  if (is_element) return tern_vm_list_type_get(target);
  tern_parser_error_at(parser, pos, "expected i8, i16, i32, i64, f32, f64 or a reference but got %s",
                       tern_type_text(target));
  return NULL;
}

static void print_target(tern_printer_t *printer, const tern_type_t *type) {
  const tern_type_t *target = tern_vm_type_target(type);
  tern_printer_char(printer, '<');
  if (!target || tern_type_is_vm(target, TERN_VM_TYPE_OPAQUE)) {
    tern_printer_char(printer, '?');
  } else {
    tern_printer_type(printer, target);
  }
  tern_printer_char(printer, '>');
}

const tern_type_row_t tern_vm_types[] = {
    [TERN_VM_TYPE_REF] = {.name = "vm.ref",
                          .summary = "a counted reference",
                          .parse = parse_target,
                          .print = print_target},
    [TERN_VM_TYPE_LIST] = {.name = "vm.list", .summary = "a list", .parse = parse_target, .print = print_target},
    [TERN_VM_TYPE_BUFFER] = {.name = "vm.buffer", .summary = "a buffer of bytes"},
    [TERN_VM_TYPE_OPAQUE] = {.name = "vm.opaque", .summary = "anything"},
};

// --- attributes ---

static const char *const count_names[TERN_VM_COUNT_COUNT] = {
    [TERN_VM_COUNT_IMPORTS] = "import_funcs",    [TERN_VM_COUNT_EXPORTS] = "export_funcs",
    [TERN_VM_COUNT_FUNCS] = "internal_funcs",    [TERN_VM_COUNT_GLOBAL_BYTES] = "global_bytes",
    [TERN_VM_COUNT_GLOBAL_REFS] = "global_refs", [TERN_VM_COUNT_RODATAS] = "rodatas",
    [TERN_VM_COUNT_RWDATAS] = "rwdatas",
};

const tern_attr_t *tern_vm_ordinal_counts_get(tern_context_t *context, const uint64_t counts[TERN_VM_COUNT_COUNT]) {
  return tern_dialect_attr_get(context, &tern_vm_attrs[0], counts, TERN_VM_COUNT_COUNT);
}

static const tern_attr_t *parse_counts(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  uint64_t counts[TERN_VM_COUNT_COUNT];
  (void)row;
  (void)type;
  for (size_t i = 0; i < TERN_VM_COUNT_COUNT; ++i) {
    int64_t value;
    if (!tern_parse_token(parser, i == 0 ? "<" : ",") || !tern_parse_keyword(parser, count_names[i]) ||
        !tern_parse_token(parser, "=") || !tern_parse_integer(parser, &value)) {
      return NULL;
    }
    counts[i] = (uint64_t)value;
  }
  return tern_parse_token(parser, ">") ? tern_vm_ordinal_counts_get(tern_parser_context(parser), counts) : NULL;
}

static void print_counts(tern_printer_t *printer, const tern_attr_t *attr) {
  for (size_t i = 0; i < TERN_VM_COUNT_COUNT; ++i) {
    tern_printer_format(printer, "%s%s = %" PRIu64, i == 0 ? "<" : ", ", count_names[i], attr->params[i]);
  }
  tern_printer_char(printer, '>');
}

const tern_attr_row_t tern_vm_attrs[] = {
    {.name = "vm.ordinal_counts",
     .summary = "How many of each kind a module has",
     .parse = parse_counts,
     .print = print_counts},
};

// --- symbols ---

tern_op_t *tern_vm_symbol_of(const tern_op_t *op, const char *attr) {
  const tern_attr_t *ref = tern_op_attr(op, attr);
  return ref ? tern_symbol_lookup_nearest(op, ref) : NULL;
}

bool tern_vm_import_is_variadic_at(const tern_op_t *import, size_t index) {
  const tern_attr_t *attrs = tern_op_attr(import, "arg_attrs");
  if (!attrs || index >= tern_array_attr_count(attrs)) return false;
  return tern_dictionary_attr_lookup(tern_array_attr_at(attrs, index), TERN_STR("vm.variadic")) != NULL;
}

bool tern_vm_import_is_variadic(const tern_op_t *import) {
  size_t count = tern_function_type_input_count(tern_vm_func_type(import));
  for (size_t i = 0; i < count; ++i) {
    if (tern_vm_import_is_variadic_at(import, i)) return true;
  }
  return false;
}

size_t tern_vm_segment_width(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TUPLE ? tern_tuple_type_elements(type).count : 1;
}

// The call itself may say that it has no effect, as the import it was made from does.
tern_traits_t tern_vm_call_effects(const tern_op_t *op) {
  return tern_op_attr(op, "nosideeffects") ? 0 : TERN_MEMORY_EFFECTS;
}

// --- names ---

static bool name_symbol(const tern_op_t *op, const char *attr, const char *prefix, char *out_name, size_t size) {
  const tern_attr_t *ref = tern_op_attr(op, attr);
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return false;
  tern_str_t name = tern_symbol_ref_attr_at(ref, 0);
  snprintf(out_name, size, "%s%.*s", prefix, (int)name.size, name.data);
  for (char *c = out_name; *c; ++c) {
    bool is_plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_';
    if (!is_plain) *c = '_';
  }
  return true;
}

bool tern_vm_name_global(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  return name_symbol(op, "global", "", out_name, size);
}
bool tern_vm_name_rodata(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  return name_symbol(op, "rodata", "", out_name, size);
}
bool tern_vm_name_resolved(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  return name_symbol(op, "import", "has_", out_name, size);
}
bool tern_vm_name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  (void)index;
  if (!tern_attr_is_integer(value)) return false;
  snprintf(out_name, size, "c%" PRId64, tern_integer_attr_value(value));
  return true;
}
bool tern_vm_name_zero(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  snprintf(out_name, size, tern_vm_type_is_ref(op->results[index].type) ? "null" : "zero");
  return true;
}
bool tern_vm_name_ref(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  const tern_type_t *type = op->results[index].type;
  if (!tern_vm_type_is_ref(type) || op->result_count > 1) return false;
  bool is_list = tern_type_is_vm(type, TERN_VM_TYPE_LIST), is_buffer = tern_type_is_vm(type, TERN_VM_TYPE_BUFFER);
  snprintf(out_name, size, "%s", is_list ? "list" : is_buffer ? "buffer" : "ref");
  return true;
}

// Upstream's: eq, ne, nz behind the letter of a reference; slt, ulte ... for ordered integers; none for floats.
bool tern_vm_name_compare(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  tern_str_t rest = tern_str_drop(tern_op_name(op), sizeof "vm.cmp." - 1);
  tern_str_t what = tern_str_split(&rest, '.'), type = tern_str_split(&rest, '.');
  (void)index;
  if (type.data[0] == 'f') return false;
  snprintf(out_name, size, "%.*s%s%.*s", (int)rest.size, rest.data, type.data[0] == 'r' ? "r" : "", (int)what.size,
           what.data);
  return true;
}

// --- the table ---

const tern_op_row_t tern_vm_ops[] = {
#define OP(ID, NAME, ...) [TERN_VM_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/vm/vm_ops.def"
#undef OP
};

const tern_dialect_t tern_vm_dialect = {
    .name = "vm",
    .summary = "The host program on a register machine",
    .ops = tern_vm_ops,
    .op_count = TERN_VM_OP_COUNT,
    .types = tern_vm_types,
    .type_count = TERN_VM_TYPE_COUNT,
    .attrs = tern_vm_attrs,
    .attr_count = 1,
    .materialize_constant = tern_vm_materialize_constant,
};
