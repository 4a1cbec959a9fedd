// --annotate-module{attributes=...}: gives a module attributes, as text. So the text of a pipeline can say what a program is
// compiled for:
//
//   annotate-module{attributes='nvvm.target = #nvvm.target<chip = "sm_90a">'}
//
// An attribute that the module has already is replaced. What depends on the attributes follows behind this pass.

#include "asm/parser.h"
#include "pass/pass.h"

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t given = tern_pass_string(pass, "attributes");
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "{%.*s}", (int)given.size, given.data);
  const tern_attr_t *attributes = tern_parse_attr_text(tern_op_context(module), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  if (!attributes) return false;
  for (size_t i = 0; i < tern_dictionary_attr_count(attributes); ++i) {
    tern_op_set_attr(module, tern_dictionary_attr_name(attributes, i)->data, tern_dictionary_attr_at(attributes, i));
  }
  return true;
}

static const tern_option_def_t options[] = {
    {"attributes", TERN_OPTION_STRING, NULL, "What stands between the braces of a dictionary: a = 1 : i64, b = \"c\"",
     NULL},
};

const tern_pass_def_t tern_annotate_module_pass = {
    .flag = "annotate-module",
    .name = "AnnotateModulePass",
    .anchor = "builtin.module",
    .summary = "Give a module attributes, such as what it is compiled for",
    .options = options,
    .option_count = 1,
    .run = run,
};
