// --math-extend-to-supported-types: math ops on float types that a target has no functions for are done in a wider one.
//
//   %y = math.sin %x : bf16     ->     %0 = arith.extf %x : bf16 to f32
//                                      %1 = math.sin %0 : f32
//                                      %y = arith.truncf %1 : f32 to bf16
//
// Source: upstream's pass of the same name. math.fma stays, because targets often have it for narrow types.

#include <stdlib.h>

#include "base/arena.h"
#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/arith/float_names.h"

typedef struct extension {
  bool is_supported[TERN_TYPE_F128 + 1];
  const tern_type_t *target;
  tern_op_list_t ops;
  tern_map_t wide;  // values that were extended -> what they are now
} extension_t;

// The type that values of `type` are extended to: itself where nothing has to be done.
static const tern_type_t *extended_type(const extension_t *extension, const tern_type_t *type) {
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (!tern_type_is_float(element) || extension->is_supported[element->kind]) return type;
  return tern_type_with_element(type, extension->target);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  extension_t *extension = user;
  if (op->def->dialect != &tern_math_dialect || tern_op_is(op, TERN_MATH(FMA))) return TERN_WALK_ADVANCE;
  bool is_legal = true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    is_legal &= extended_type(extension, type) == type;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    is_legal &= extended_type(extension, op->results[i].type) == op->results[i].type;
  }
  if (!is_legal) tern_vec_push(&extension->ops, op);
  return TERN_WALK_ADVANCE;
}

static tern_value_t *convert(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                             const tern_type_t *type) {
  if (value->type == type) return value;
  const tern_attr_t *flag = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(FASTMATH), TERN_FASTMATH_CONTRACT);
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"fastmath", flag}));
}

// A value is extended once, where it is made.
static tern_value_t *extend_value(extension_t *extension, tern_value_t *value) {
  const tern_type_t *type = extended_type(extension, value->type);
  tern_value_t *wide = type == value->type ? value : tern_map_get(&extension->wide, value);
  if (wide) return wide;
  tern_op_t *maker = tern_value_defining_op(value);
  tern_builder_t b =
      maker ? tern_builder_after(maker) : tern_builder_at_start(tern_value_arg_block(value), tern_value_loc(value));
  wide = convert(&b, TERN_ARITH(EXTF), value, type);
  tern_map_set(&extension->wide, value, wide);
  return wide;
}

static void extend(extension_t *extension, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t **operands = tern_malloc((op->operand_count + 1) * sizeof *operands);
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof *types);
  for (size_t i = 0; i < op->operand_count; ++i) {
    operands[i] = extend_value(extension, tern_op_operand(op, i));
  }
  for (size_t i = 0; i < op->result_count; ++i) types[i] = extended_type(extension, op->results[i].type);
  tern_op_t *wide = tern_build(&b, op->def->row, .operands = {operands, op->operand_count},
                               .types = {types, op->result_count}, .dictionary = tern_op_attr_dictionary(op));
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    tern_value_replace_all_uses(result, convert(&b, TERN_ARITH(TRUNCF), tern_op_result(wide, i), result->type));
  }
  tern_op_destroy(op);
  free(operands);
  free(types);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_context_t *context = tern_op_context(root);
  extension_t extension = {.is_supported = {[TERN_TYPE_F32] = true, [TERN_TYPE_F64] = true}};
  tern_str_t target = tern_pass_string(pass, "target-type");
  extension.target = tern_float_type_named(context, target);
  if (!extension.target) {
    return tern_emit_error(root->loc, "could not map target type '%.*s' to a known floating-point type",
                           (int)target.size, target.data);
  }
  const tern_str_t *names;
  size_t count = tern_pass_string_list(pass, "extra-types", &names);
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *extra = tern_float_type_named(context, names[i]);
    if (!extra) {
      return tern_emit_error(root->loc, "could not map source type '%.*s' to a known floating-point type",
                             (int)names[i].size, names[i].data);
    }
    extension.is_supported[extra->kind] = true;
  }
  tern_op_walk_post(root, collect, &extension);
  for (size_t i = 0; i < extension.ops.count; ++i) extend(&extension, extension.ops.values[i]);
  tern_vec_deinitialize(&extension.ops);
  tern_map_deinitialize(&extension.wide);
  return true;
}

static const tern_option_def_t options[] = {
    {"extra-types", TERN_OPTION_STRING_LIST, NULL, "Types besides f32 and f64 that the target has functions for", NULL},
    {"target-type", TERN_OPTION_STRING, "f32", "The type to compute with instead", NULL},
};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_math_extend_to_supported_types_pass = {
    .flag = "math-extend-to-supported-types",
    .name = "MathExtendToSupportedTypes",
    .summary = "Compute functions of narrow floats by wider ones",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
