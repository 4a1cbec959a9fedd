// --iree-flow-deduplicate-executables: dispatches that do the same share one executable.
//
//   flow.executable @a { exp on tensor<4xf32> }     flow.executable @a { exp on tensor<4xf32> }
//   flow.executable @b { exp on tensor<4xf32> }  -> flow.dispatch @a::@a(%x)
//   flow.dispatch @b::@b(%x)
//
// Source: IREE's pass of that name. Executables are the same if their ops are, whatever their symbols are called; those with
// one export are looked at, which is what outlining makes.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/builtin/builtin.h"
#include "dialect/flow/flow.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/op_equivalence.h"

// The only export of an executable and its function.
typedef struct candidate {
  tern_op_t *executable, *export_op, *function;
  const tern_attr_t *names[4];  // of the three, and what the export refers to
  const tern_attr_t *entry_point;
  size_t replacement;  // which candidate stands for it; its own number: itself
  size_t next;         // the number of another one with the same hash, plus one; 0: none
} candidate_t;

typedef TERN_VEC(candidate_t) candidate_list_t;

static bool find_parts(tern_op_t *executable, candidate_t *out) {
  *out = (candidate_t){.executable = executable};
  tern_op_t *module = tern_flow_executable_module(executable);
  size_t exports = 0, functions = 0;
  tern_block_for_each_op(tern_op_body(executable, 0), op) {
    if (!tern_op_is(op, TERN_FLOW(EXECUTABLE_EXPORT))) continue;
    out->export_op = op;
    ++exports;
  }
  for (tern_op_t *op = module ? tern_op_body(module, 0)->first_op : NULL; op; op = op->next) {
    out->function = op;
    ++functions;
  }
  return exports == 1 && functions == 1 && tern_op_has_trait(out->function, TERN_TRAIT_FUNCTION_LIKE) &&
         tern_flow_export_function(out->export_op) == out->function;
}

static void put_names(candidate_t *c, const tern_attr_t *const names[4]) {
  tern_op_set_attr(c->executable, "sym_name", names[0]);
  tern_op_set_attr(c->export_op, "sym_name", names[1]);
  tern_op_set_attr(c->function, "sym_name", names[2]);
  tern_op_set_attr(c->export_op, "function_ref", names[3]);
}

static void take_names(candidate_t *c) {
  tern_context_t *context = tern_op_context(c->executable);
  c->names[0] = tern_op_attr(c->executable, "sym_name");
  c->names[1] = tern_op_attr(c->export_op, "sym_name");
  c->names[2] = tern_op_attr(c->function, "sym_name");
  c->names[3] = tern_op_attr(c->export_op, "function_ref");
  c->entry_point = tern_symbol_ref_attr_get(
      context, (tern_str_t[]){tern_symbol_name(c->executable), tern_symbol_name(c->export_op)}, 2);
  const tern_attr_t *name = tern_string_attr_get(context, TERN_STR("same"));
  put_names(c,
            (const tern_attr_t *const[]){name, name, name, tern_flat_symbol_ref_attr_get(context, TERN_STR("same"))});
}

static tern_walk_result_t mix_op(tern_op_t *op, void *user) {
  *(uint64_t *)user = *(uint64_t *)user * 31 + tern_op_form_hash(op);
  return TERN_WALK_ADVANCE;
}

static void find_replacements(candidate_list_t *candidates) {
  tern_map_t chains = {0};  // hash -> the last candidate with it, whose number is one too high
  for (size_t i = 0; i < candidates->count; ++i) {
    candidate_t *c = &candidates->values[i];
    uint64_t hash = 0;
    tern_op_walk_pre(c->executable, mix_op, &hash);
    const void *key = (const void *)(uintptr_t)(hash | 1);
    size_t first = (size_t)(uintptr_t)tern_map_get(&chains, key);
    c->replacement = i;
    for (size_t k = first; k > 0 && c->replacement == i; k = candidates->values[k - 1].next) {
      if (tern_op_is_equivalent(candidates->values[k - 1].executable, c->executable)) c->replacement = k - 1;
    }
    if (c->replacement != i) continue;
    c->next = first;
    tern_map_set(&chains, key, (void *)(uintptr_t)(i + 1));
  }
  tern_map_deinitialize(&chains);
}

static tern_walk_result_t replace_entry_points(tern_op_t *op, void *user) {
  const tern_map_t *by_entry_point = user;
  if (!tern_op_is(op, TERN_FLOW(DISPATCH))) return TERN_WALK_ADVANCE;
  const tern_attr_t *entry_points = tern_op_attr(op, "entry_points");
  TERN_VEC(const tern_attr_t *) replaced = {0};
  for (size_t i = 0; i < tern_array_attr_count(entry_points); ++i) {
    const tern_attr_t *ref = tern_array_attr_at(entry_points, i);
    const tern_attr_t *replacement = tern_map_get(by_entry_point, ref);
    tern_vec_push(&replaced, replacement ? replacement : ref);
  }
  tern_op_set_attr(op, "entry_points", tern_array_attr_get(tern_op_context(op), replaced.values, replaced.count));
  tern_vec_deinitialize(&replaced);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  candidate_list_t candidates = {0};
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    candidate_t candidate;
    if (!tern_op_is(op, TERN_FLOW(EXECUTABLE)) || !find_parts(op, &candidate)) continue;
    take_names(&candidate);
    tern_vec_push(&candidates, candidate);
  }
  find_replacements(&candidates);
  for (size_t i = 0; i < candidates.count; ++i) put_names(&candidates.values[i], candidates.values[i].names);
  tern_map_t by_entry_point = {0};
  for (size_t i = 0; i < candidates.count; ++i) {
    const candidate_t *c = &candidates.values[i];
    tern_map_set(&by_entry_point, c->entry_point, (void *)candidates.values[c->replacement].entry_point);
  }
  tern_op_walk_pre(module, replace_entry_points, &by_entry_point);
  tern_map_deinitialize(&by_entry_point);
  for (size_t i = 0; i < candidates.count; ++i) {
    if (candidates.values[i].replacement == i) continue;
    tern_op_destroy(candidates.values[i].executable);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&candidates);
  return true;
}

const tern_pass_def_t tern_deduplicate_executables_pass = {
    .flag = "iree-flow-deduplicate-executables",
    .name = "DeduplicateExecutablesPass",
    .anchor = "builtin.module",
    .summary = "Deduplicate executables that do the same",
    .statistics = (const char *const[]){"num-duplicates - executables that went", NULL},
    .run = run,
};
