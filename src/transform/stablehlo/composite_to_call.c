// --stablehlo-legalize-composite-to-call: a composite op becomes a call of the function that says what it computes
// (upstream: StablehloLegalizeCompositeToCallPass).

#include <stdlib.h>

#include "dialect/func/func.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/rewriter.h"

typedef struct search {
  const tern_str_t *kept;  // names that stay composites
  size_t kept_count;
  tern_op_list_t found;
} search_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  search_t *search = user;
  if (!tern_hlo_is(op, TERN_HLO_COMPOSITE)) return TERN_WALK_ADVANCE;
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "name"));
  for (size_t i = 0; i < search->kept_count; ++i) {
    if (tern_str_equal(search->kept[i], name)) return TERN_WALK_ADVANCE;
  }
  tern_vec_push(&search->found, op);
  return TERN_WALK_ADVANCE;
}

static void rewrite(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t **operands = tern_malloc((op->operand_count + 1) * sizeof(*operands));
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof(*types));
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  for (size_t i = 0; i < op->result_count; ++i) types[i] = op->results[i].type;
  tern_op_t *call =
      tern_build(&b, TERN_FUNC(CALL), .operands = {operands, op->operand_count}, .types = {types, op->result_count},
                 .attrs = TERN_ATTRS({"callee", tern_op_attr(op, "decomposition")}));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(call, i));
  }
  tern_op_destroy(op);
  free(operands);
  free(types);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  search_t search = {0};
  search.kept_count = tern_pass_string_list(pass, "except", &search.kept);
  tern_op_walk_pre(root, collect, &search);
  for (size_t i = 0; i < search.found.count; ++i) rewrite(search.found.values[i]);
  tern_vec_deinitialize(&search.found);
  return true;
}

static const tern_option_def_t options[] = {
    {"except", TERN_OPTION_STRING_LIST, NULL, "Names of composites that stay", NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_func_dialect, NULL};

const tern_pass_def_t tern_stablehlo_composite_to_call_pass = {
    .name = "StablehloLegalizeCompositeToCallPass",
    .flag = "stablehlo-legalize-composite-to-call",
    .summary = "Replace composite ops by calls of their decompositions",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
