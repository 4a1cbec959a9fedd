// ttg: syntax of ttg.warp_specialize, and of offsets.

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/ttg/hooks.h"
#include "ir/context.h"

// --- custom<Offsets>($offsets) ---

enum { MAX_OFFSETS = 32, MAX_PARTITIONS = 64 };

static bool parse_offsets(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  int32_t offsets[MAX_OFFSETS];
  size_t count = 0;
  (void)op;
  (void)arg_count;
  do {
    int64_t value;
    if (!tern_parse_integer(parser, &value)) return false;
    if (count == MAX_OFFSETS) return tern_parser_error(parser, "expected at most %d offsets", MAX_OFFSETS);
    offsets[count++] = (int32_t)value;
  } while (tern_parse_optional_token(parser, ","));
  args[0].attr = tern_dense_i32_array_attr_get(tern_parser_context(parser), offsets, count);
  return true;
}

static void print_offsets(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                          size_t arg_count) {
  (void)op;
  (void)arg_count;
  for (size_t i = 0; i < tern_dense_array_attr_count(args[0].attr); ++i)
    tern_printer_format(printer, "%s%" PRId64, i ? ", " : "", tern_dense_array_attr_int(args[0].attr, i));
}

const tern_custom_directive_t tern_ttg_directives[] = {{"Offsets", parse_offsets, print_offsets}};

// --- ttg.warp_specialize ---

// `partition0(%a: i32) num_warps(4) {...}`, if there is one more.
static bool parse_partition(tern_parser_t *parser, tern_parsed_op_t *op, size_t index, int32_t *out_warps,
                            bool *out_present) {
  char keyword[32];
  tern_arg_list_t args = {0};
  int64_t warps;
  snprintf(keyword, sizeof(keyword), "partition%zu", index);
  *out_present = tern_parse_optional_keyword(parser, keyword);
  if (!*out_present) return true;
  if (index == MAX_PARTITIONS) return tern_parser_error(parser, "expected at most %d partitions", MAX_PARTITIONS);
  if (!tern_parse_argument_list(parser, "()", true, false, &args) || !tern_parse_keyword(parser, "num_warps") ||
      !tern_parse_token(parser, "(") || !tern_parse_integer(parser, &warps) || !tern_parse_token(parser, ")")) {
    return false;
  }
  *out_warps = (int32_t)warps;
  return tern_op_parse_region(parser, op, &args);
}

// The op that holds the partitions, which were read as further regions of `op`.
static void make_holder(tern_parser_t *parser, tern_parsed_op_t *op, tern_block_t *block, const tern_attr_t *loc,
                        size_t count) {
  tern_context_t *context = tern_parser_context(parser);
  tern_op_state_t state = {
      .def = tern_op_def_of(context, TERN_TTG(WARP_SPECIALIZE_PARTITIONS)), .loc = loc, .region_count = count};
  tern_op_t *holder = tern_op_create(context, &state);
  for (size_t i = 0; i < count; ++i)
    tern_region_take_blocks(&holder->regions[i], tern_op_parsed_region(parser, op, 2 + i));
  tern_op_insert(holder, block, NULL);
  tern_op_drop_regions(op, 2);
}

bool tern_ttg_parse_warp_specialize(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t inputs = {0};
  const tern_type_t *type;
  int32_t warps[MAX_PARTITIONS];
  size_t count = 0;
  if (!tern_parse_operand_list(parser, "()", &operands) || !tern_op_parse_optional_attr_dict_with_keyword(parser, op) ||
      !tern_parse_keyword(parser, "default") || !tern_op_parse_region(parser, op, NULL)) {
    return false;
  }
  tern_block_t *block = tern_op_add_region_with_block(parser, op, (tern_types_t){0});
  const tern_attr_t *loc = tern_parser_loc(parser);
  for (bool is_present = true; is_present; count += is_present) {
    if (!parse_partition(parser, op, count, &warps[count < MAX_PARTITIONS ? count : 0], &is_present)) return false;
  }
  if (!tern_op_parse_colon_function_type(parser, &type)) return false;
  tern_types_t types = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < types.count; ++i) tern_type_list_push(parser, &inputs, types.values[i]);
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  tern_op_add_attr(parser, op, "partitionNumWarps",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), warps, count));
  make_holder(parser, op, block, loc, count);
  return tern_op_resolve_operands_each(parser, op, &operands, &inputs);
}

static const tern_op_t *partitions_of(const tern_op_t *op) {
  const tern_block_t *block = op->regions[1].first_block;
  const tern_op_t *holder = block ? block->first_op : NULL;
  return holder && tern_op_is(holder, TERN_TTG(WARP_SPECIALIZE_PARTITIONS)) ? holder : NULL;
}

void tern_ttg_print_warp_specialize(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"partitionNumWarps"};
  const tern_attr_t *warps = tern_op_attr(op, elided[0]);
  const tern_op_t *holder = partitions_of(op);
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_char(printer, ')');
  tern_printer_attr_dict_with_keyword(printer, op, elided, 1);
  tern_printer_newline(printer);
  tern_printer_text(printer, "default ");
  tern_printer_region(printer, &op->regions[0], false, true);
  for (size_t i = 0; holder && i < holder->region_count; ++i) {
    const tern_region_t *region = &holder->regions[i];
    const tern_block_t *entry = region->first_block;
    tern_printer_newline(printer);
    tern_printer_format(printer, "partition%zu(", i);
    for (size_t k = 0; entry && k < entry->arg_count; ++k) {
      if (k) tern_printer_text(printer, ", ");
      tern_printer_block_arg(printer, entry->args[k], true);
    }
    bool is_counted = warps && i < tern_dense_array_attr_count(warps);
    tern_printer_format(printer, ") num_warps(%" PRId64 ") ", is_counted ? tern_dense_array_attr_int(warps, i) : 0);
    tern_printer_region(printer, region, false, true);
  }
  tern_printer_text(printer, " : ");
  const tern_type_t *inputs[256], *results[256];
  size_t input_count = op->operand_count < 256 ? op->operand_count : 256;
  size_t result_count = op->result_count < 256 ? op->result_count : 256;
  for (size_t i = 0; i < input_count; ++i) inputs[i] = tern_op_operand(op, i)->type;
  for (size_t i = 0; i < result_count; ++i) results[i] = op->results[i].type;
  tern_printer_function_type(printer, (tern_types_t){inputs, input_count}, (tern_types_t){results, result_count});
}
