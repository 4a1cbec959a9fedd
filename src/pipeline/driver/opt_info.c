// What there is: passes and their options, dialects, ops, and the nearest word to a misspelt one.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "pipeline/registry.h"
#include "pipeline/test_library.h"
#include "tern/opt.h"

static const char *const option_types[] = {
    [TERN_OPTION_BOOL] = "bool",
    [TERN_OPTION_INT] = "int",
    [TERN_OPTION_STRING] = "string",
    [TERN_OPTION_INT_LIST] = "int list",
    [TERN_OPTION_STRING_LIST] = "string list",
};

// Passes of libtern-test, or an empty registry where it is not installed.
static const tern_pass_registry_t *test_passes(void) {
  static const tern_pass_registry_t none = {0};
  const tern_pass_registry_t *passes;
  return tern_status_is_ok(tern_test_library_load_passes(&passes)) ? passes : &none;
}

static size_t count_of(const tern_pass_registry_t *registry) { return registry->pass_count + registry->pipeline_count; }

// Passes of libtern, its pipelines, then the same of libtern-test, which is not loaded for less than it takes.
static const tern_pass_registry_t *registry_at(size_t *inout_index) {
  size_t own_count = count_of(&tern_all_passes);
  if (*inout_index < own_count) return &tern_all_passes;
  *inout_index -= own_count;
  return test_passes();
}

size_t tern_opt_pass_count(void) { return count_of(&tern_all_passes) + count_of(test_passes()); }

void tern_opt_pass_at(size_t index, tern_opt_pass_info_t *out_info) {
  const tern_pass_registry_t *registry = registry_at(&index);
  if (index < registry->pass_count) {
    const tern_pass_def_t *def = registry->passes[index];
    *out_info =
        (tern_opt_pass_info_t){def->flag, def->summary, def->description, def->anchor, false, def->option_count};
  } else {
    const tern_pipeline_def_t *def = registry->pipelines[index - registry->pass_count];
    *out_info = (tern_opt_pass_info_t){def->flag, def->summary, NULL, NULL, true, def->option_count};
  }
}

void tern_opt_pass_option_at(size_t index, size_t option_index, tern_opt_option_info_t *out_info) {
  const tern_pass_registry_t *registry = registry_at(&index);
  const tern_option_def_t *options = index < registry->pass_count
                                         ? registry->passes[index]->options
                                         : registry->pipelines[index - registry->pass_count]->options;
  const tern_option_def_t *def = &options[option_index];
  *out_info = (tern_opt_option_info_t){def->name, option_types[def->kind], def->default_text, def->help, def->choices};
}

static bool find_in(const tern_pass_registry_t *registry, const char *flag, size_t *out_index) {
  for (size_t i = 0; i < registry->pass_count; ++i) {
    const tern_pass_def_t *pass = registry->passes[i];
    *out_index = i;
    if (strcmp(pass->flag, flag) == 0 || (pass->alias && strcmp(pass->alias, flag) == 0)) return true;
  }
  for (size_t i = 0; i < registry->pipeline_count; ++i) {
    *out_index = registry->pass_count + i;
    if (strcmp(registry->pipelines[i]->flag, flag) == 0) return true;
  }
  return false;
}

static bool is_of_tests(const char *flag) { return strstr(flag, tern_all_passes.more_mark) != NULL; }

size_t tern_opt_pass_find(const char *flag) {
  size_t index;
  if (find_in(&tern_all_passes, flag, &index)) return index;
  if (is_of_tests(flag) && find_in(test_passes(), flag, &index)) return count_of(&tern_all_passes) + index;
  return SIZE_MAX;
}

const char *tern_opt_pass_failure(const char *flag) {
  const tern_pass_registry_t *passes;
  tern_status_t status = is_of_tests(flag) ? tern_test_library_load_passes(&passes) : tern_ok();
  return tern_status_is_ok(status) ? NULL : status.message;
}

const char *tern_nearest_word(const char *word, const char *const *words, size_t count) {
  return tern_suggest_word(tern_str_from_cstr(word), words, count);
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char *tern_opt_dialects(void) {
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  TERN_VEC(const char *) names = {0};
  for (size_t i = 0; i < tern_context_dialect_count(context); ++i) {
    const char *name = tern_context_dialect_name_at(context, i);
    // One whose library is not installed is not there.
    if (!tern_context_find_dialect(context, tern_str_from_cstr(name))) continue;
    tern_vec_push(&names, name[0] ? name : "builtin");
  }
  if (names.count) qsort(names.values, names.count, sizeof(names.values[0]), compare_names);
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < names.count; ++i) {
    tern_string_builder_append_format(&text, "%s%s", i ? "," : "", names.values[i]);
  }
  tern_vec_deinitialize(&names);
  tern_context_destroy(context);
  return tern_string_builder_take(&text);
}

// --- ops ---

static const struct {
  tern_traits_t trait;
  const char *name;
} trait_names[] = {
    {TERN_TRAIT_TERMINATOR, "Terminator"},
    {TERN_TRAIT_ISOLATED_FROM_ABOVE, "IsolatedFromAbove"},
    {TERN_TRAIT_SYMBOL, "Symbol"},
    {TERN_TRAIT_SYMBOL_TABLE, "SymbolTable"},
    {TERN_TRAIT_SINGLE_BLOCK, "SingleBlock"},
    {TERN_TRAIT_NO_TERMINATOR, "NoTerminator"},
    {TERN_TRAIT_GRAPH_REGION, "GraphRegion"},
    {TERN_TRAIT_COMMUTATIVE, "Commutative"},
    {TERN_TRAIT_ELEMENTWISE, "Elementwise"},
    {TERN_TRAIT_CONSTANT_LIKE, "ConstantLike"},
    {TERN_TRAIT_RETURN_LIKE, "ReturnLike"},
    {TERN_TRAIT_IDEMPOTENT, "Idempotent"},
    {TERN_TRAIT_INVOLUTION, "Involution"},
    {TERN_TRAIT_AFFINE_SCOPE, "AffineScope"},
    {TERN_TRAIT_ALLOCATION_SCOPE, "AutomaticAllocationScope"},
    {TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, "SameOperandsAndResultType"},
    {TERN_TRAIT_SAME_TYPE_OPERANDS, "SameTypeOperands"},
    {TERN_TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE, "SameOperandsAndResultShape"},
    {TERN_TRAIT_SAME_OPERANDS_SHAPE, "SameOperandsShape"},
    {TERN_TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE, "SameOperandsAndResultElementType"},
    {TERN_TRAIT_SAME_OPERANDS_ELEMENT_TYPE, "SameOperandsElementType"},
    {TERN_TRAIT_PURE, "Pure"},
    {TERN_TRAIT_NO_MEMORY_EFFECT, "NoMemoryEffect"},
    {TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS, "RecursiveMemoryEffects"},
    {TERN_TRAIT_MEM_READ, "MemRead"},
    {TERN_TRAIT_MEM_WRITE, "MemWrite"},
    {TERN_TRAIT_MEM_ALLOC, "MemAlloc"},
    {TERN_TRAIT_MEM_FREE, "MemFree"},
    {TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS, "AttrSizedOperandSegments"},
    {TERN_TRAIT_ATTR_SIZED_RESULT_SEGMENTS, "AttrSizedResultSegments"},
    {TERN_TRAIT_LOOP_LIKE, "LoopLike"},
    {TERN_TRAIT_FUNCTION_LIKE, "FunctionLike"},
    {TERN_TRAIT_CALL_LIKE, "CallLike"},
    {TERN_TRAIT_BRANCH_LIKE, "BranchLike"},
    {TERN_TRAIT_DESTINATION_STYLE, "DestinationStyle"},
    {TERN_TRAIT_LINALG, "StructuredOp"},
    {TERN_TRAIT_SAME_VARIADIC_OPERAND_SIZE, "SameVariadicOperandSize"},
    {TERN_TRAIT_SAME_VARIADIC_RESULT_SIZE, "SameVariadicResultSize"},
    {TERN_TRAIT_VIEW_LIKE, "ViewLike"},
    {TERN_TRAIT_CAST_LIKE, "CastLike"},
    {TERN_TRAIT_REGION_BRANCH, "RegionBranch"},
    {TERN_TRAIT_QUOTED_BODY, "QuotedBody"},
    {TERN_TRAIT_REGIONS_RUN_ONCE, "RegionsRunOnce"},
    {TERN_TRAIT_CONDITIONALLY_SPECULATABLE, "ConditionallySpeculatable"},
};

static void append_traits(tern_traits_t traits, tern_string_builder_t *out) {
  const char *separator = "traits:     ";
  for (size_t i = 0; i < sizeof(trait_names) / sizeof(trait_names[0]); ++i) {
    if (!(traits & trait_names[i].trait)) continue;
    tern_string_builder_append_format(out, "%s%s", separator, trait_names[i].name);
    separator = ", ";
  }
  if (separator[0] == ',') tern_string_builder_append_char(out, '\n');
}

static void append_line(const char *label, const char *text, tern_string_builder_t *out) {
  if (text && text[0]) tern_string_builder_append_format(out, "%-11s %s\n", label, text);
}

static void append_cases(const tern_enum_row_t *row, tern_string_builder_t *out) {
  for (size_t i = 0; i < row->case_count; ++i) {
    tern_string_builder_append_format(out, "%s %s", i ? "," : "", row->cases[i].name);
  }
  tern_string_builder_append_char(out, '\n');
}

// `cases of NAME: a, b, c` of each enum that the attributes name.
static void append_enums(tern_context_t *context, const char *attrs, tern_string_builder_t *out) {
  static const char word[] = "Enum<";
  for (const char *at = attrs ? strstr(attrs, word) : NULL; at; at = strstr(at, word)) {
    at += sizeof(word) - 1;
    const tern_enum_row_t *row = tern_context_find_enum(context, tern_str_make(at, strcspn(at, ">")));
    if (!row) continue;
    tern_string_builder_append_format(out, "cases of %s:", row->name);
    append_cases(row, out);
  }
}

static void append_row(tern_context_t *context, const tern_op_row_t *row, tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "%s - %s\n", row->name, row->summary ? row->summary : "");
  if (row->description) tern_string_builder_append_format(out, "\n%s\n", row->description);
  tern_string_builder_append_char(out, '\n');
  append_line("operands:", row->operands, out);
  append_line("results:", row->results, out);
  append_line("attributes:", row->attrs, out);
  append_enums(context, row->attrs, out);
  append_line("regions:", row->regions, out);
  append_line("successors:", row->successors, out);
  append_line("types:", row->types, out);
  append_traits(row->traits, out);
  append_line("parents:", row->parents, out);
  append_line("syntax:", row->format, out);
  if (row->example) tern_string_builder_append_format(out, "\nexample:\n%s\n", row->example);
}

// `NAME - summary` of each type or attribute whose name is `name`, or whose dialect's name it is.
static bool append_names(tern_context_t *context, bool is_type, const char *name, tern_string_builder_t *out) {
  const char *dot = strchr(name, '.');
  tern_str_t dialect_name = dot ? tern_str_make(name, (size_t)(dot - name)) : tern_str_from_cstr(name);
  const tern_dialect_t *dialect = tern_context_find_dialect(context, dialect_name);
  if (!dialect) return false;
  for (size_t i = 0; i < (is_type ? dialect->type_count : dialect->attr_count); ++i) {
    const char *own_name = is_type ? dialect->types[i].name : dialect->attrs[i].name;
    const char *summary = is_type ? dialect->types[i].summary : dialect->attrs[i].summary;
    if (!dot || strcmp(own_name, name) == 0) {
      tern_string_builder_append_format(out, "%s - %s\n", own_name, summary ? summary : "");
    }
  }
  for (size_t i = 0; i < dialect->enum_count && !is_type; ++i) {
    const tern_enum_row_t *row = &dialect->enums[i];
    if (!row->attr_name || (dot && strcmp(row->attr_name, name) != 0)) continue;
    tern_string_builder_append_format(out, "%s - one of", row->attr_name);
    append_cases(row, out);
  }
  return !dot || out->size;
}

static char *describe_names(bool is_type, const char *name) {
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_string_builder_t text = {0};
  bool is_found = append_names(context, is_type, name, &text);
  tern_context_destroy(context);
  return is_found ? tern_string_builder_take(&text) : NULL;
}

char *tern_opt_describe_op(const char *name) {
  if (name[0] == '!' || name[0] == '#') return describe_names(name[0] == '!', name + 1);
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  const tern_op_row_t *row = tern_context_find_op(context, tern_str_from_cstr(name));
  const tern_dialect_t *dialect = row ? NULL : tern_context_find_dialect(context, tern_str_from_cstr(name));
  tern_string_builder_t text = {0};
  if (row) append_row(context, row, &text);
  for (size_t i = 0; dialect && i < dialect->op_count; ++i) {
    if (i) tern_string_builder_append_cstr(&text, "\n----\n");
    append_row(context, &dialect->ops[i], &text);
  }
  tern_context_destroy(context);
  return row || dialect ? tern_string_builder_take(&text) : NULL;
}
