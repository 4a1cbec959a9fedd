// Comments that say who uses a value (--mlir-print-value-users). An op without results is named by a number of its own.

#include "asm/printer_private.h"

static void print_op_id(tern_printer_t *printer, const tern_op_t *op) {
  uintptr_t id = (uintptr_t)tern_map_get(&printer->names->values, op);
  if (!id) {
    tern_printer_literal(printer, "<<UNKNOWN OPERATION>>");
    return;
  }
  tern_printer_char(printer, '%');
  tern_printer_int(printer, (int64_t)(id >> 1));
}

static void print_user(tern_printer_t *printer, const tern_op_t *user) {
  if (user->result_count == 0) print_op_id(printer, user);
  for (uint32_t i = 0; i < user->result_count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_value(printer, &user->results[i]);
  }
}

// The users of a value, each once.
static void print_users(tern_printer_t *printer, const tern_value_t *value) {
  if (!value->first_use) tern_printer_literal(printer, "unused");
  tern_map_t seen = {0};
  for (const tern_operand_t *use = value->first_use; use; use = use->next) {
    if (!tern_map_set(&seen, use->owner, NULL)) continue;
    if (use != value->first_use) tern_printer_literal(printer, ", ");
    print_user(printer, use->owner);
  }
  tern_map_deinitialize(&seen);
}

// Whether one op with one result at most uses the only result.
static bool has_one_user(const tern_op_t *op) {
  if (op->result_count != 1) return false;
  const tern_op_t *user = op->results[0].first_use->owner;
  for (const tern_operand_t *use = op->results[0].first_use; use; use = use->next) {
    if (use->owner != user) return false;
  }
  return user->result_count <= 1;
}

void tern_printer_users_of_results(tern_printer_t *printer, const tern_op_t *op) {
  if (!printer->options.value_users || printer->is_collecting) return;
  if (op->result_count == 0) {
    if (op->operand_count == 0) return;
    tern_printer_literal(printer, " // id: ");
    print_op_id(printer, op);
    return;
  }
  if (tern_op_has_no_uses(op)) {
    tern_printer_literal(printer, " // unused");
    return;
  }
  tern_printer_text(printer, has_one_user(op) ? " // user: " : " // users: ");
  for (uint32_t i = 0; i < op->result_count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    if (op->result_count > 1) tern_printer_char(printer, '(');
    print_users(printer, &op->results[i]);
    if (op->result_count > 1) tern_printer_char(printer, ')');
  }
}

void tern_printer_users_of_arguments(tern_printer_t *printer, const tern_block_t *block) {
  if (!printer->options.value_users || printer->is_collecting) return;
  for (uint32_t i = 0; i < block->arg_count; ++i) {
    tern_printer_indent(printer);
    tern_printer_literal(printer, "// ");
    tern_printer_value(printer, block->args[i]);
    tern_printer_text(printer, block->args[i]->first_use ? " is used by " : " is unused");
    if (block->args[i]->first_use) print_users(printer, block->args[i]);
    tern_printer_char(printer, '\n');
  }
}
