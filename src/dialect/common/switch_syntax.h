// Branches among several blocks by a number (cf.switch, spirv.Switch):
//
//   %flag : i32, [
//     default: ^bb1,
//     42: ^bb2(%x : i32)
//   ]
//
// Such an op has the operand groups flag, default operands and case operands (by `case_operand_segments`), and the case
// values as elements attribute of a name of its own.

#ifndef TERN_DIALECT_COMMON_SWITCH_SYNTAX_H_
#define TERN_DIALECT_COMMON_SWITCH_SYNTAX_H_

#include "asm/parser.h"
#include "asm/printer.h"

bool tern_switch_parse(tern_parser_t *parser, tern_parsed_op_t *op, const char *values_name);
void tern_switch_print(tern_printer_t *printer, const tern_op_t *op, const char *values_name);
// Checks values, segments, and that operands are the arguments of the blocks they lead to.
bool tern_switch_verify(const tern_op_t *op, const char *values_name);
// What is the same where a case has values of another form: the operands that each way out gets.
bool tern_switch_verify_successors(const tern_op_t *op);

#endif  // TERN_DIALECT_COMMON_SWITCH_SYNTAX_H_
