// nvws: syntax of arefs and of nvws.warp_group.

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/nvws/hooks.h"
#include "ir/context.h"

enum { MAX_GROUPS = 64 };

// --- !nvws.aref<[type, type]> ---

const tern_type_t *tern_nvws_parse_aref(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_type_list_t types = {0};
  (void)row;
  if (!tern_parse_token(parser, "<") || !tern_parse_token(parser, "[")) return NULL;
  if (!tern_parse_optional_token(parser, "]")) {
    if (!tern_parse_type_list(parser, &types) || !tern_parse_token(parser, "]")) return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_nvws_aref_get(tern_parser_context(parser), (tern_types_t){types.values, types.count});
}

void tern_nvws_print_aref(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_text(printer, "<[");
  for (size_t i = 0; i < tern_nvws_buffer_count(type); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_type(printer, tern_nvws_buffer_type(type, i));
  }
  tern_printer_text(printer, "]>");
}

// --- custom<Aref>(type($result), type($buffers)): an aref, perhaps as its parameters alone, and the buffers that it is made of ---

static bool parse_aref_of(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  (void)arg_count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool is_short = *pos.pointer == '<';
  const tern_type_t *type = is_short ? tern_nvws_parse_aref(parser, NULL) : tern_parse_type(parser);
  if (!type) return false;
  if (!tern_type_is_nvws(type, TERN_NVWS_TYPE_AREF))
    return tern_parser_error_at(parser, pos, "expected an !nvws.aref, but got '%s'", tern_type_text(type));
  tern_type_list_push(parser, &args[0].types, type);
  for (size_t i = 0; i < tern_nvws_buffer_count(type); ++i)
    tern_type_list_push(parser, &args[1].types, tern_nvws_buffer_type(type, i));
  return true;
}

static void print_aref_of(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                          size_t arg_count) {
  (void)args;
  (void)arg_count;
  tern_nvws_print_aref(printer, tern_op_result(op, 0)->type);
}

const tern_custom_directive_t tern_nvws_directives[] = {{"Aref", parse_aref_of, print_aref_of}};

// --- nvws.warp_group ---

// `partition0 num_warps(4) {...}`, if there is one more.
static bool parse_group(tern_parser_t *parser, tern_parsed_op_t *op, size_t index, int32_t *warps, bool *out_present) {
  char keyword[32];
  int64_t number;
  snprintf(keyword, sizeof(keyword), "partition%zu", index);
  *out_present = tern_parse_optional_keyword(parser, keyword);
  if (!*out_present) return true;
  if (index == MAX_GROUPS) return tern_parser_error(parser, "expected at most %d partitions", MAX_GROUPS);
  if (!tern_parse_keyword(parser, "num_warps") || !tern_parse_token(parser, "(") ||
      !tern_parse_integer(parser, &number) || !tern_parse_token(parser, ")")) {
    return false;
  }
  warps[index] = (int32_t)number;
  return tern_op_parse_region(parser, op, NULL);
}

// The types of results stand behind the last group: upstream's text leaves them out, and cannot be read again then.
bool tern_nvws_parse_warp_group(tern_parser_t *parser, tern_parsed_op_t *op) {
  int32_t warps[MAX_GROUPS];
  size_t count = 0;
  tern_type_list_t results = {0};
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  for (bool is_present = true; is_present; count += is_present) {
    if (!parse_group(parser, op, count, warps, &is_present)) return false;
  }
  tern_op_add_attr(parser, op, "numWarps", tern_dense_i32_array_attr_get(tern_parser_context(parser), warps, count));
  if (!tern_parse_optional_token(parser, ":")) return true;
  if (!tern_parse_type_list(parser, &results)) return false;
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

void tern_nvws_print_warp_group(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"numWarps"};
  const tern_attr_t *warps = tern_op_attr(op, elided[0]);
  tern_printer_attr_dict_with_keyword(printer, op, elided, 1);
  for (size_t i = 0; i < op->region_count; ++i) {
    bool is_counted = warps && i < tern_dense_array_attr_count(warps);
    tern_printer_newline(printer);
    tern_printer_format(printer, "partition%zu num_warps(%" PRId64 ") ", i,
                        is_counted ? tern_dense_array_attr_int(warps, i) : 0);
    tern_printer_region(printer, &op->regions[i], false, true);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_printer_text(printer, i ? ", " : " : ");
    tern_printer_type(printer, tern_op_result(op, i)->type);
  }
}
