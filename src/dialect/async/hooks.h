// The hooks of async's rows. Private to src/dialect/async.

#ifndef TERN_DIALECT_ASYNC_HOOKS_H_
#define TERN_DIALECT_ASYNC_HOOKS_H_

#include "asm/format/format.h"

// syntax.c
const tern_type_t *tern_async_parse_value_type(tern_parser_t *parser, const tern_type_row_t *row);
void tern_async_print_value_type(tern_printer_t *printer, const tern_type_t *type);
tern_parse_hook_t tern_async_parse_execute;
tern_print_hook_t tern_async_print_execute;
enum { TERN_ASYNC_DIRECTIVE_COUNT = 1 };
extern const tern_custom_directive_t tern_async_directives[];

// verify.c
tern_verify_hook_t tern_async_verify_execute, tern_async_verify_func, tern_async_verify_call_uses,
    tern_async_verify_return, tern_async_verify_await;

#endif  // TERN_DIALECT_ASYNC_HOOKS_H_
