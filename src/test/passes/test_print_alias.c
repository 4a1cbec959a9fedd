// --test-print-alias: remarks say which buffers of shared memory each value may see (upstream: TestAlias of Triton 3.6). Of the
// carried values of a loop it shows what they begin as, of the arguments of a block those at its branch.

#include "analysis/triton/alias.h"
#include "asm/printer_private.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

enum { MAX_NAMES = 64 };

typedef struct show {
  tern_shared_aliases_t aliases;
  tern_names_t names;
} show_t;

static void append_name(show_t *show, const tern_value_t *value, tern_string_builder_t *out) {
  tern_printer_t printer = {
      .context = tern_op_context(show->aliases.allocs.values[0]), .out = out, .names = &show->names};
  printer.options = TERN_PRINT_DEFAULT;
  tern_printer_value(&printer, value);
}

static int compare(const void *x, const void *y) { return strcmp(*(char *const *)x, *(char *const *)y); }

// `name -> buffer,buffer`, sorted by name, for buffers that `seen` may see.
static void show_value(show_t *show, const tern_attr_t *loc, const tern_value_t *value, const tern_value_t *seen) {
  tern_string_builder_t texts[MAX_NAMES] = {{0}}, line = {0};
  char *sorted[MAX_NAMES];
  size_t count = 0;
  for (size_t i = 0; i < show->aliases.allocs.count && count < MAX_NAMES; ++i) {
    if (!tern_shared_aliases_has(&show->aliases, seen, i)) continue;
    append_name(show, tern_op_result(show->aliases.allocs.values[i], 0), &texts[count]);
    sorted[count] = texts[count].data;
    ++count;
  }
  if (count > 0) {
    qsort(sorted, count, sizeof sorted[0], compare);
    append_name(show, value, &line);
    for (size_t i = 0; i < count; ++i) {
      tern_string_builder_append(&line, tern_str_from_cstr(i ? "," : " -> "));
      tern_string_builder_append(&line, tern_str_from_cstr(sorted[i]));
    }
    tern_emit_remark(loc, "%s", line.data);
  }
  for (size_t i = 0; i < count; ++i) tern_string_builder_deinitialize(&texts[i]);
  tern_string_builder_deinitialize(&line);
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  show_t *show = user;
  if (op->result_count == 0) {
    const tern_block_t *block = op->successor_count ? op->block : NULL;
    for (size_t i = 0; block && i < block->arg_count; ++i) show_value(show, op->loc, block->args[i], block->args[i]);
    return TERN_WALK_ADVANCE;
  }
  if (tern_op_is(op, TERN_SCF(FOR))) {
    const tern_block_t *body = tern_op_body(op, 0);
    for (size_t i = 1; i < body->arg_count; ++i) show_value(show, op->loc, body->args[i], tern_op_operand(op, 2 + i));
  }
  for (size_t i = 0; i < op->result_count; ++i) show_value(show, op->loc, tern_op_result(op, i), tern_op_result(op, i));
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *function, tern_pass_t *pass) {
  (void)pass;
  show_t show = {0};
  tern_shared_aliases_find(function, &show.aliases);
  if (show.aliases.allocs.count > 0) {
    tern_print_options_t options = TERN_PRINT_DEFAULT;
    tern_names_initialize(&show.names, function, &options);
    tern_op_walk_pre(function, visit, &show);
    tern_names_deinitialize(&show.names);
  }
  tern_shared_aliases_deinitialize(&show.aliases);
  return true;
}

const tern_pass_def_t tern_test_print_alias_pass = {
    .flag = "test-print-alias",
    .name = "TestAliasPass",
    .anchor = "tt.func",
    .summary = "Show which buffers of shared memory each value may see",
    .run = run,
};
