// The ptr dialect: its types and what may be a memory space.

#include "dialect/ptr/ptr.h"

#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/params.h"

static bool is_memory_space(const tern_attr_t *attr) {
  return (attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_ptr_attrs[TERN_PTR_ATTR_GENERIC_SPACE]) ||
         tern_attr_is_llvm_space(attr);
}

// !ptr.ptr<#ptr.generic_space>
static const tern_type_t *parse_ptr(tern_parser_t *parser, const tern_type_row_t *row) {
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *space = tern_parse_attr(parser, NULL);
  if (!space) return NULL;
  if (!is_memory_space(space)) {
    tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
    return NULL;
  }
  uint64_t param = tern_param(space);
  return tern_parse_token(parser, ">") ? tern_dialect_type_get(tern_parser_context(parser), row, &param, 1) : NULL;
}

static void print_ptr(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_param_pointer(type->params[0]));
  tern_printer_char(printer, '>');
}

// !ptr.ptr_metadata<memref<?xf32>>. A pointer has nothing but its address.
static const tern_type_t *parse_metadata(tern_parser_t *parser, const tern_type_row_t *row) {
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return NULL;
  bool is_ptr = type->kind == TERN_TYPE_DIALECT && type->row == &tern_ptr_types[TERN_PTR_TYPE_PTR];
  if (is_ptr || (type->kind != TERN_TYPE_MEMREF && type->kind != TERN_TYPE_UNRANKED_MEMREF)) {
    tern_parser_error_at(parser, pos, is_ptr ? "the ptr-like type has no metadata" : "invalid kind of type specified");
    return NULL;
  }
  uint64_t param = tern_param(type);
  return tern_parse_token(parser, ">") ? tern_dialect_type_get(tern_parser_context(parser), row, &param, 1) : NULL;
}

static void print_metadata(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, tern_param_pointer(type->params[0]));
  tern_printer_char(printer, '>');
}

const tern_type_row_t tern_ptr_types[] = {
    [TERN_PTR_TYPE_PTR] = {.name = "ptr.ptr", .summary = "pointer type", .parse = parse_ptr, .print = print_ptr},
    [TERN_PTR_TYPE_PTR_METADATA] = {.name = "ptr.ptr_metadata",
                                    .summary = "Pointer metadata type",
                                    .parse = parse_metadata,
                                    .print = print_metadata},
};

const tern_attr_row_t tern_ptr_attrs[] = {
    [TERN_PTR_ATTR_GENERIC_SPACE] = {.name = "ptr.generic_space", .summary = "Memory that may hold anything"},
};

const tern_dialect_t tern_ptr_dialect = {
    .name = "ptr",
    .summary = "Pointers that say which memory they point into",
    .types = tern_ptr_types,
    .type_count = TERN_PTR_TYPE_COUNT,
    .attrs = tern_ptr_attrs,
    .attr_count = TERN_PTR_ATTR_COUNT,
};
