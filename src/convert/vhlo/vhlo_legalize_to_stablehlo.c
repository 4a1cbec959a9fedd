// VHLO of today to StableHLO and func (upstream: VhloLegalizeToStablehlo). Older versions are upgraded before.

#include "convert/vhlo/vhlo_conversion.h"
#include "dialect/builtin/builtin.h"
#include "dialect/func/func.h"
#include "ir/context.h"
#include "pass/pass.h"

static const tern_op_row_t *find_target(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  const tern_vhlo_lifetime_t *lifetime = tern_vhlo_op_lifetime(op);
  if (tern_op_is(op, TERN_VHLO(FUNC_V1))) return TERN_FUNC(FUNC);
  if (tern_op_is(op, TERN_VHLO(CALL_V1))) return TERN_FUNC(CALL);
  if (tern_op_is(op, TERN_VHLO(RETURN_V1)) && parent &&
      (tern_op_is(parent, TERN_VHLO(FUNC_V1)) || tern_op_is(parent, TERN_FUNC(FUNC)))) {
    return TERN_FUNC(RETURN);
  }
  return lifetime && lifetime->hlo != TERN_HLO_NONE ? &tern_stablehlo_ops[lifetime->hlo] : NULL;
}

static bool convert(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_vhlo_conversion_t *state = conversion->user;
  const tern_op_row_t *target = find_target(op);
  tern_named_attr_list_t attrs = {0};
  *state = (tern_vhlo_conversion_t){.keeps_others = true, .loc = op->loc};
  if (!target) return false;
  bool is_right = tern_vhlo_attrs_to_op(op, target, true, &attrs, &state->culprit);
  if (is_right) {
    state->culprit = NULL;
    is_right = tern_vhlo_convert_op(op, operands, conversion, target, &attrs);
  } else {
    state->attr = tern_op_attr(op, state->culprit);
  }
  tern_vec_deinitialize(&attrs);
  return is_right;
}

static tern_walk_result_t find_vhlo(tern_op_t *op, void *user) {
  *(bool *)user |= tern_vhlo_op_lifetime(op) != NULL;
  return *(bool *)user ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

// Casts from and to other dialects, which nobody asks for any more.
static tern_walk_result_t erase_dead_cast(tern_op_t *op, void *user) {
  (void)user;
  if (tern_op_is(op, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST)) && tern_op_has_no_uses(op)) tern_op_destroy(op);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  // Programs without VHLO pass here too, and a conversion costs a copy.
  bool has_vhlo = false;
  tern_op_walk_pre(root, find_vhlo, &has_vhlo);
  if (!has_vhlo) return true;
  static const tern_legality_entry_t legality[] = {
      {.dialect = "vhlo", .legality = TERN_ILLEGAL},
      {.dialect = "stablehlo", .legality = TERN_LEGAL},
      {.dialect = "func", .legality = TERN_LEGAL},
  };
  static const tern_conversion_pattern_t pattern = {"vhlo-to-stablehlo", NULL, 1, convert};
  tern_vhlo_conversion_t state = {.keeps_others = true};
  if (!tern_vhlo_convert(root, &state, legality, sizeof(legality) / sizeof(legality[0]), &pattern)) return false;
  tern_op_walk_post(root, erase_dead_cast, NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_stablehlo_dialect, &tern_func_dialect, NULL};

const tern_pass_def_t tern_vhlo_legalize_to_stablehlo_pass = {
    .name = "VhloLegalizeToStablehloPass",
    .flag = "vhlo-legalize-to-stablehlo",
    .anchor = "builtin.module",
    .summary = "Legalize VHLO to StableHLO",
    .description = "VHLO of today only: --vhlo-to-version brings what is older up to it.",
    .dialects = dialects,
    .run = run,
};
