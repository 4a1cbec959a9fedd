// --iree-sanitize-module-names: names of modules become identifiers of C: `@my.model-2` is `@my_model_2`.
//
// Source: upstream's SanitizeModuleNames. A program's functions are called `module.function`, so a dot in the name of the
// module would be read as the end of it. Names of functions are left alone.

#include "ir/attr.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_str_t name = tern_symbol_name(module);
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < name.size; ++i)
    tern_string_builder_append_char(&text, is_word(name.data[i]) ? name.data[i] : '_');
  if (name.size) {
    tern_op_set_attr(module, "sym_name",
                     tern_string_attr_get(tern_op_context(module), tern_string_builder_view(&text)));
  }
  tern_string_builder_deinitialize(&text);
  return true;
}

const tern_pass_def_t tern_sanitize_module_names_pass = {
    .flag = "iree-sanitize-module-names",
    .name = "SanitizeModuleNamesPass",
    .anchor = "builtin.module",
    .summary = "Make names of modules identifiers",
    .run = run,
};
