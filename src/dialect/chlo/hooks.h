// What the files of chlo share: hooks of its rows.

#ifndef TERN_DIALECT_CHLO_HOOKS_H_
#define TERN_DIALECT_CHLO_HOOKS_H_

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/chlo/chlo.h"

tern_parse_hook_t tern_chlo_parse_scan;
tern_print_hook_t tern_chlo_print_scan;
tern_verify_hook_t tern_chlo_verify_scan, tern_chlo_verify_scan_body, tern_chlo_verify_ragged_dot;

#endif  // TERN_DIALECT_CHLO_HOOKS_H_
