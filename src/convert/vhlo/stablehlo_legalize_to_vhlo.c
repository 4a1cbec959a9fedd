// StableHLO and func to VHLO of today, the form that is written to portable artifacts (upstream:
// StablehloLegalizeToVhlo).

#include "convert/vhlo/vhlo_conversion.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

static const tern_op_row_t *find_target(const tern_op_t *op) {
  if (tern_op_is(op, TERN_FUNC(FUNC))) return TERN_VHLO(FUNC_V1);
  if (tern_op_is(op, TERN_FUNC(CALL))) return TERN_VHLO(CALL_V1);
  if (tern_op_is(op, TERN_FUNC(RETURN))) return TERN_VHLO(RETURN_V1);
  return op->def->dialect == &tern_stablehlo_dialect ? tern_vhlo_op_of_hlo(tern_hlo_id(op)) : NULL;
}

static bool convert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_vhlo_conversion_t *state = conversion->user;
  const tern_op_row_t *target = find_target(op);
  tern_named_attr_list_t attrs = {0};
  *state = (tern_vhlo_conversion_t){.to_vhlo = true, .keeps_others = state->keeps_others, .loc = op->loc};
  if (!target) return false;
  bool is_right =
      tern_vhlo_attrs_of_op(op, (tern_vhlo_t)(target - tern_vhlo_ops), state->keeps_others, &attrs, &state->culprit);
  if (is_right) {
    state->culprit = NULL;
    is_right = tern_vhlo_convert_op(op, operands, conversion, target, &attrs);
  } else {
    state->attr = tern_op_attr(op, state->culprit);
  }
  tern_vec_deinitialize(&attrs);
  return is_right;
}

// An op of another dialect that touches a value.
static tern_walk_result_t find_other(tern_op_t *op, void *user) {
  bool is_known = find_target(op) || tern_op_is(op, TERN_BUILTIN(MODULE)) || op->def->dialect == &tern_vhlo_dialect;
  if (is_known || op->def->dialect == &tern_stablehlo_dialect || op->operand_count + op->result_count == 0) {
    return TERN_WALK_ADVANCE;
  }
  tern_op_error(op, "is not of StableHLO, and has no form in VHLO");
  tern_emit_note(op->loc, "lower it to StableHLO first, or keep it with allow-other-dialects");
  *(bool *)user = true;
  return TERN_WALK_INTERRUPT;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  static const tern_legality_entry_t legality[] = {
      {.dialect = "stablehlo", .legality = TERN_ILLEGAL},
      {.dialect = "func", .legality = TERN_ILLEGAL},
      {.dialect = "vhlo", .legality = TERN_LEGAL},
  };
  static const tern_conversion_pattern_t pattern = {"stablehlo-to-vhlo", NULL, 1, convert};
  tern_vhlo_conversion_t state = {.to_vhlo = true, .keeps_others = tern_pass_bool(pass, "allow-other-dialects")};
  bool has_other = false;
  if (!state.keeps_others) tern_op_walk_pre(root, find_other, &has_other);
  return !has_other && tern_vhlo_convert(root, &state, legality, sizeof(legality) / sizeof(legality[0]), &pattern);
}

static const tern_option_def_t options[] = {
    {"allow-other-dialects", TERN_OPTION_BOOL, NULL, "Keep ops, types and attributes of other dialects as they are",
     NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_vhlo_dialect, NULL};

const tern_pass_def_t tern_stablehlo_legalize_to_vhlo_pass = {
    .name = "StablehloLegalizeToVhloPass",
    .flag = "stablehlo-legalize-to-vhlo",
    .anchor = "builtin.module",
    .summary = "Legalize StableHLO to VHLO",
    .description =
        "Every op becomes the op of VHLO that means the same in today's version; attributes that StableHLO leaves out "
        "are spelled out.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
