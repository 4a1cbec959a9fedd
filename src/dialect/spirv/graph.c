// spirv: syntax and rules of graphs of tensors.

#include "asm/format/function.h"
#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static bool verify_in_module(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  return (parent && tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE)) ||
         tern_op_error(op, "failed to verify that op must appear in a module-like op's block");
}

bool tern_spirv_verify_in_graph(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  return (parent && tern_op_is(parent, TERN_SPIRV(ARM_GRAPH))) ||
         tern_op_error(op, "failed to verify that op must appear in a spirv.ARM.Graph op's block");
}

static const tern_type_t *function_type(const tern_op_t *graph) {
  return tern_type_attr_value(tern_op_attr(graph, "function_type"));
}

static bool verify_tensors(const tern_op_t *op, tern_types_t types, const char *what) {
  for (size_t i = 0; i < types.count; ++i) {
    if (tern_type_is_spirv(types.values[i], TERN_SPIRV_TYPE_ARM_TENSOR)) continue;
    return tern_op_error(op, "type of %s #%zu must be a TensorArmType, but got '%s'", what, i,
                         tern_type_text(types.values[i]));
  }
  return true;
}

bool tern_spirv_verify_graph(const tern_op_t *op) {
  if (!verify_in_module(op)) return false;
  const tern_type_t *type = function_type(op);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (results.count == 0) return tern_op_error(op, "there should be at least one result");
  if (!verify_tensors(op, inputs, "argument") || !verify_tensors(op, results, "result")) return false;
  const tern_block_t *entry = op->regions[0].first_block;
  if (!entry) return true;
  if (entry->arg_count != inputs.count) {
    return tern_op_error(op, "entry block must have %zu arguments to match graph signature", inputs.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (entry->args[i]->type == inputs.values[i]) continue;
    return tern_op_error(op,
                         "type of entry block argument #%zu('%s') must match the type of the corresponding argument "
                         "in graph signature('%s')",
                         i, tern_type_text(entry->args[i]->type), tern_type_text(inputs.values[i]));
  }
  return true;
}

bool tern_spirv_verify_graph_outputs(const tern_op_t *op) {
  if (!tern_spirv_verify_in_graph(op)) return false;
  tern_types_t results = tern_function_type_results(function_type(tern_op_parent(op)));
  size_t count = op->operand_count;
  if (count != results.count) {
    return tern_op_error(op, "is returning %zu value(s) but enclosing spirv.ARM.Graph requires %zu result(s)", count,
                         results.count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, i)->type == results.values[i]) continue;
    return tern_emit_error(op->loc, "type of return operand %zu ('%s') doesn't match graph result type ('%s')", i,
                           tern_type_text(tern_op_operand(op, i)->type), tern_type_text(results.values[i]));
  }
  return true;
}

bool tern_spirv_verify_graph_entry_point(const tern_op_t *op) { return verify_in_module(op); }

// --- GraphEntryPoint @graph, @in, @out ---

bool tern_spirv_parse_graph_entry_point(tern_parser_t *parser, tern_parsed_op_t *op) {
  enum { MAX_INTERFACE = 1024 };
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t **interface = tern_parser_alloc(parser, MAX_INTERFACE * sizeof(*interface));
  tern_str_t name;
  size_t count = 0;
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "fn", tern_symbol_ref_attr_get(context, &name, 1));
  while (tern_parse_optional_token(parser, ",")) {
    if (count == MAX_INTERFACE) return tern_parser_error(parser, "expected at most %d variables", MAX_INTERFACE);
    if (!tern_parse_symbol_name(parser, &name)) return false;
    interface[count++] = tern_symbol_ref_attr_get(context, &name, 1);
  }
  tern_op_add_attr(parser, op, "interface", tern_array_attr_get(context, interface, count));
  return true;
}

void tern_spirv_print_graph_entry_point(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "fn"));
  const tern_attr_t *interface = tern_op_attr(op, "interface");
  for (size_t i = 0; i < tern_array_attr_count(interface); ++i) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_array_attr_at(interface, i));
  }
}
