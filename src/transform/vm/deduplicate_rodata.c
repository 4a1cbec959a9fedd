// --iree-vm-deduplicate-rodata: constants with the same bytes become one, with the largest of their alignments.

#include "dialect/vm/vm.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

// Constants of one value: attributes are uniqued, so that the same bytes of the same type are the same pointer.
static void merge(tern_op_t *kept, const tern_op_t *other) {
  const tern_attr_t *own = tern_op_attr(kept, "alignment"), *wanted = tern_op_attr(other, "alignment");
  int64_t least = 16;
  if (own) least = tern_integer_attr_value(own);
  int64_t alignment = wanted ? tern_integer_attr_value(wanted) : 16;
  if (alignment <= least) return;
  tern_op_set_attr(kept, "alignment", tern_integer_attr_get(tern_i_type_get(tern_op_context(kept), 64), alignment));
}

typedef struct uses {
  tern_map_t replacements;  // name ident -> kept op
} uses_t;

static tern_walk_result_t rename_use(tern_op_t *op, void *user) {
  uses_t *uses = user;
  if (!tern_op_is(op, TERN_VM(CONST_REF_RODATA))) return TERN_WALK_ADVANCE;
  const tern_attr_t *ref = tern_op_attr(op, "rodata");
  const tern_op_t *kept = tern_map_get(&uses->replacements, (const void *)(uintptr_t)ref->params[0]);
  if (kept) {
    tern_op_set_attr(op, "rodata", tern_flat_symbol_ref_attr_get(tern_op_context(op), tern_symbol_name(kept)));
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_map_t by_value = {0};
  uses_t uses = {0};
  tern_op_list_t dropped = {0};
  tern_block_t *body = tern_op_body(module, 0);
  tern_block_for_each_op(body, op) {
    if (!tern_op_is(op, TERN_VM(RODATA)) || tern_symbol_visibility(op) != TERN_PRIVATE) continue;
    const tern_attr_t *value = tern_op_attr(op, "value");
    tern_op_t *kept = tern_map_get(&by_value, value);
    if (!kept || tern_op_attr(kept, "mime_type") != tern_op_attr(op, "mime_type")) {
      if (!kept) tern_map_set(&by_value, value, op);
      continue;
    }
    merge(kept, op);
    tern_map_set(&uses.replacements, tern_ident_get(tern_op_context(op), tern_symbol_name(op)), kept);
    tern_vec_push(&dropped, op);
    tern_pass_count(pass, 0, 1);
  }
  if (dropped.count) tern_op_walk_pre(module, rename_use, &uses);
  for (size_t i = 0; i < dropped.count; ++i) tern_op_destroy(dropped.values[i]);
  tern_vec_deinitialize(&dropped);
  tern_map_deinitialize(&by_value);
  tern_map_deinitialize(&uses.replacements);
  return true;
}

const tern_pass_def_t tern_vm_deduplicate_rodata_pass = {
    .name = "DeduplicateRodataPass",
    .flag = "iree-vm-deduplicate-rodata",
    .anchor = "vm.module",
    .summary = "Merges constants with the same bytes",
    .statistics = (const char *const[]){"merged - constants that were dropped", NULL},
    .run = run,
};
