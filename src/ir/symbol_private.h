// Look-ups that are cached while the IR does not change: for the verifier, whose symbol checks would be quadratic
// otherwise.

#ifndef TERN_IR_SYMBOL_PRIVATE_H_
#define TERN_IR_SYMBOL_PRIVATE_H_

#include "ir/symbol.h"

// Until the end, all look-ups in this context go through `cache`.
void tern_symbol_cache_begin(tern_symbol_tables_t *cache, tern_context_t *context);
void tern_symbol_cache_end(tern_symbol_tables_t *cache, tern_context_t *context);

// The interned sym_name of an op, NULL if it has none (or no string).
const tern_ident_t *tern_symbol_ident(const tern_op_t *op);

#endif  // TERN_IR_SYMBOL_PRIVATE_H_
