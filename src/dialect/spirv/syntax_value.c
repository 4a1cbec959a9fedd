// spirv: the hand-written syntax of ops on values.

#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/syntax.h"
#include "dialect/spirv/types.h"

const tern_spirv_op_extra_t tern_spirv_spec_constant_op = {.is_usable_in_spec_constant = true};

// --- IAddCarry and the like: {attrs} %a, %b : !spirv.struct<(i32, i32)> ---

bool tern_spirv_parse_extended(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_operand_list(parser, NULL, &operands) ||
      !tern_parse_token(parser, ":")) {
    return false;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (!tern_type_is_spirv_struct(type) || tern_spirv_struct_member_count(type) != 2) {
    return tern_parser_error_at(parser, pos, "expected spirv.struct type with two members");
  }
  if (!tern_op_resolve_operands(parser, op, &operands, tern_spirv_struct_member(type, 0))) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_spirv_print_extended(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_attr_dict(printer, op, NULL, 0);  // begins with a space of its own, and none follows, as upstream's
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}

// --- INTEL.SubgroupBlockWrite "StorageBuffer" %ptr, %value : i32 ---
//
// Upstream reads the storage class and does not print it, so that it cannot read what it printed. Here it is printed
// but for the one that is taken where none stands.

bool tern_spirv_parse_subgroup_block_write(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  const tern_type_t *type;
  int64_t storage_class = TERN_SPIRV_STORAGECLASS_STORAGEBUFFER;
  if (tern_parse_optional_string(parser, &name) &&
      !tern_enum_case_value(TERN_SPIRV_ENUM(STORAGE_CLASS), name, &storage_class)) {
    return tern_parser_error_at(parser, pos,
                                "custom op 'spirv.INTEL.SubgroupBlockWrite' invalid storage_class attribute "
                                "specification: \"%.*s\"",
                                (int)name.size, name.data);
  }
  pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (operands.count != 2) return tern_parser_error_at(parser, pos, "expected 2 operands");
  if (!tern_parse_colon_type(parser, &type)) return false;
  const tern_type_t *element = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  const tern_type_t *pointer = tern_spirv_pointer_type_get(element, (uint32_t)storage_class);
  return tern_op_resolve_operand(parser, op, operands.values[0], pointer) &&
         tern_op_resolve_operand(parser, op, operands.values[1], type);
}

void tern_spirv_print_subgroup_block_write(tern_printer_t *printer, const tern_op_t *op) {
  uint32_t storage_class = tern_spirv_pointer_storage_class(tern_op_operand(op, 0)->type);
  tern_printer_char(printer, ' ');
  if (storage_class != TERN_SPIRV_STORAGECLASS_STORAGEBUFFER) {
    tern_spirv_print_enum_string(printer, TERN_SPIRV_ENUM_STORAGE_CLASS, storage_class);
    tern_printer_char(printer, ' ');
  }
  tern_printer_operands(printer, op, 0, 2);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 1)->type);
}
