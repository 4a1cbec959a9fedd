// Counts the ops by name (upstream: OpStats.cpp).

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "pass/pass_output.h"

// How often a name was met.
typedef struct count {
  tern_str_t name;
  uint64_t count;
} count_t;
typedef TERN_VEC(count_t) count_list_t;

static tern_walk_result_t count_op(tern_op_t *op, void *user) {
  tern_map_t *counts = user;
  uintptr_t count = (uintptr_t)tern_map_get(counts, op->def->name);
  tern_map_set(counts, op->def->name, (void *)(count + 1));
  return TERN_WALK_ADVANCE;
}

static int compare_names(const void *a, const void *b) {
  return tern_str_compare(((const count_t *)a)->name, ((const count_t *)b)->name);
}

static void list_sorted(const tern_map_t *counts, count_list_t *list) {
  for (size_t i = 0; i < counts->entry_count; ++i) {
    const tern_map_entry_t *entry = &counts->entries[i];
    tern_vec_push(list, (count_t){tern_ident_str(entry->key), (uintptr_t)entry->value});
  }
  qsort(list->values, list->count, sizeof(list->values[0]), compare_names);
}

static void print_json(const count_list_t *list, tern_string_builder_t *out) {
  tern_string_builder_append_cstr(out, "{\n");
  for (size_t i = 0; i < list->count; ++i) {
    const count_t *entry = &list->values[i];
    tern_string_builder_append_format(out, "  \"%.*s\" : %llu%s\n", (int)entry->name.size, entry->name.data,
                                      (unsigned long long)entry->count, i + 1 < list->count ? "," : "");
  }
  tern_string_builder_append_cstr(out, "}\n");
}

// In columns: the dots of the names stand below each other, and so do the commas.
static void print_table(const count_list_t *list, tern_string_builder_t *out) {
  size_t widest_dialect = 0, widest_op = 0;
  for (size_t i = 0; i < list->count; ++i) {
    tern_str_t name = list->values[i].name;
    size_t dot = tern_str_find_char(name, '.');
    size_t dialect_size = dot < name.size ? dot : 0;
    size_t op_size = dot < name.size ? name.size - dot - 1 : name.size;
    if (widest_dialect < dialect_size) widest_dialect = dialect_size;
    if (widest_op < op_size) widest_op = op_size;
  }
  tern_string_builder_append_cstr(out, "Operations encountered:\n-----------------------\n");
  for (size_t i = 0; i < list->count; ++i) {
    tern_str_t name = list->values[i].name;
    size_t dot = tern_str_find_char(name, '.');
    bool has_dialect = dot < name.size;
    tern_str_t op = has_dialect ? tern_str_drop(name, dot + 1) : name;
    tern_string_builder_append_format(out, "  %*.*s%c%-*.*s , %llu\n", (int)widest_dialect, has_dialect ? (int)dot : 0,
                                      name.data, has_dialect ? '.' : ' ', (int)widest_op, (int)op.size, op.data,
                                      (unsigned long long)list->values[i].count);
  }
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_map_t counts = {0};
  tern_op_walk_pre(op, count_op, &counts);
  count_list_t list = {0};
  list_sorted(&counts, &list);
  tern_string_builder_t text = {0};
  if (tern_pass_bool(pass, "json")) {
    print_json(&list, &text);
  } else {
    print_table(&list, &text);
  }
  tern_pass_report(pass, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  tern_vec_deinitialize(&list);
  tern_map_deinitialize(&counts);
  return true;
}

static const tern_option_def_t options[] = {
    {"json", TERN_OPTION_BOOL, "false", "Print the counts as JSON", NULL},
};

const tern_pass_def_t tern_print_op_stats_pass = {
    .flag = "print-op-stats",
    .name = "PrintOpStats",
    .summary = "Print how many operations of each name there are",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run,
};
