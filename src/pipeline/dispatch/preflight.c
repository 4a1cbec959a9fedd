// What a target cannot take, found in the user's program before anything is lowered: all of it at once, each op and type at its
// own place.

#include "pipeline/dispatch/preflight.h"

#include <string.h>

#include "analysis/machine/machine.h"
#include "asm/parser.h"
#include "base/map.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "pipeline/targets/vulkan_targets.h"

typedef struct preflight {
  const char *target;  // one of the program's targets
  bool has_f64;        // arithmetic of the target
  bool is_right;
  tern_map_t reported;  // types that were reported at an op already
} preflight_t;

// Ops that no target runs.
static const struct {
  const char *name;
  const char *why;
} refused_ops[] = {
    {"stablehlo.infeed", "there is no infeed; pass the data as an argument"},
    {"stablehlo.outfeed", "there is no outfeed; return the data as a result"},
    {"stablehlo.send", "programs run on one device; there is nobody to send to"},
    {"stablehlo.recv", "programs run on one device; there is nobody to receive from"},
    {"mhlo.infeed", "there is no infeed; pass the data as an argument"},
    {"mhlo.outfeed", "there is no outfeed; return the data as a result"},
    {"tosa.custom", "custom ops of TOSA are not known; write a stablehlo.custom_call instead"},
};

static const char *why_op_is_refused(const tern_op_t *op) {
  tern_str_t name = tern_op_name(op);
  for (size_t i = 0; i < sizeof refused_ops / sizeof refused_ops[0]; ++i) {
    if (tern_str_equal_cstr(name, refused_ops[i].name)) return refused_ops[i].why;
  }
  return NULL;
}

static const char *why_element_is_refused(const preflight_t *p, const tern_type_t *element) {
  if (element->kind == TERN_TYPE_COMPLEX) element = tern_type_element(element);
  if (tern_type_is_integer(element) && tern_integer_type_width(element) > 64) return "integers have up to 64 bits";
  if (!tern_type_is_float(element)) return NULL;
  uint32_t width = tern_type_bit_width(element);
  if (width > 64) return "floating-point numbers have up to 64 bits";
  if (width == 64 && !p->has_f64) return "the target has no 64-bit floating-point arithmetic; compute in f32";
  return NULL;
}

static const char *why_type_is_refused(const preflight_t *p, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR && type->kind != TERN_TYPE_UNRANKED_TENSOR) return NULL;
  if (!tern_type_is_ranked(type)) return "the rank has to be known";
  return why_element_is_refused(p, tern_type_element(type));
}

static void check_type(preflight_t *p, const tern_op_t *op, const tern_attr_t *loc, const tern_type_t *type) {
  const char *why = why_type_is_refused(p, type);
  if (!why || tern_map_get(&p->reported, type)) return;
  tern_map_set(&p->reported, type, (void *)type);
  tern_op_error(op, "has a type that the target %s cannot take", p->target);
  tern_emit_note(loc, "%s", why);
  p->is_right = false;
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  preflight_t *p = user;
  const char *why = why_op_is_refused(op);
  if (why) {
    tern_op_error(op, "cannot run on the target %s", p->target);
    tern_emit_note(op->loc, "%s", why);
    p->is_right = false;
  }
  // A type is reported once for each op.
  for (size_t i = 0; i < op->operand_count; ++i) check_type(p, op, op->loc, tern_op_operand(op, i)->type);
  for (size_t i = 0; i < op->result_count; ++i) check_type(p, op, op->loc, op->results[i].type);
  tern_map_deinitialize(&p->reported);
  p->reported = (tern_map_t){0};
  return TERN_WALK_ADVANCE;
}

// The #spirv.target_env that is asked for, by name or as text. NULL for what is none: whoever compiles says so.
static const tern_attr_t *read_env(tern_context_t *context, const char *target_env) {
  const char *env = tern_vulkan_target_env(target_env);
  if (!env) env = target_env;
  tern_diagnostics_t *diagnostics = tern_context_diagnostics(context), kept = *diagnostics;
  diagnostics->handler = NULL;
  const tern_attr_t *attr = env[0] == '#' ? tern_parse_attr_text(context, tern_str_from_cstr(env)) : NULL;
  *diagnostics = kept;
  return tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_TARGET_ENV) ? attr : NULL;
}

static bool check_target(tern_op_t *module, const char *target, const char *target_env) {
  preflight_t p = {.target = target, .has_f64 = true, .is_right = true};
  if (strcmp(target, "vulkan") == 0 || strcmp(target, "vulkan-spirv") == 0) {
    p.has_f64 = tern_machine_of_vulkan(read_env(tern_op_context(module), target_env)).has_f64;
  }
  tern_op_walk_pre(module, visit, &p);
  return p.is_right;
}

bool tern_preflight(tern_op_t *module, const char *targets, const char *target_env) {
  bool is_right = true;
  char target[64];
  for (const char *rest = targets ? targets : "cpu"; *rest;) {
    size_t size = strcspn(rest, ",");
    if (size > 0 && size < sizeof target) {
      memcpy(target, rest, size);
      target[size] = 0;
      is_right &= check_target(module, target, target_env);
    }
    rest += size + (rest[size] == ',');
  }
  return is_right;
}
