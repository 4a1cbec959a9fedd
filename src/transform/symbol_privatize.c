// --symbol-privatize{exclude=main,init}: makes the symbols of a table private, so that those nobody inside uses can go.
//
//   func.func @helper() { ... }    ->    func.func private @helper() { ... }
//   func.func @main() { ... }            func.func @main() { ... }           with exclude=main
//
// Source: upstream's pass of the same name.

#include "ir/symbol.h"
#include "pass/pass.h"

static bool contains(const tern_str_t *names, size_t count, tern_str_t name) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal(names[i], name)) return true;
  }
  return false;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  const tern_str_t *excluded;
  size_t excluded_count = tern_pass_string_list(pass, "exclude", &excluded);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, symbol) {
        if (!tern_op_has_trait(symbol, TERN_TRAIT_SYMBOL)) continue;
        tern_str_t name = tern_symbol_name(symbol);
        if (name.size == 0 || contains(excluded, excluded_count, name)) continue;
        tern_symbol_set_visibility(symbol, TERN_PRIVATE);
      }
    }
  }
  return true;
}

static const tern_option_def_t options[] = {
    {"exclude", TERN_OPTION_STRING_LIST, NULL, "Symbols that stay public", NULL},
};

const tern_pass_def_t tern_symbol_privatize_pass = {
    .flag = "symbol-privatize",
    .name = "SymbolPrivatize",
    .summary = "Mark symbols private",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
