// --iree-tosa-strip-signedness: signed and unsigned integer types become signless (upstream: StripSignednessPass). What the
// sign meant is in the ops by now; a public function says in `iree.abi.encoding` what its types were.
//
//   func.func @f(%x: tensor<4xui8>)   becomes   func.func @f(%x: tensor<4xi8> {iree.abi.encoding = tensor<4xui8>})

#include <stdlib.h>

#include "convert/tosa/retype.h"
#include "dialect/func/func.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pass/pass.h"

static const tern_type_t *strip(const tern_type_t *type) {
  if (!tern_type_is_integer(type) || tern_type_is_signless(type)) return type;
  return tern_i_type_get(type->context, tern_integer_type_width(type));
}

static const tern_attr_t *encode_types(tern_context_t *context, const tern_attr_t *attrs, tern_types_t types) {
  const tern_attr_t **entries = tern_malloc((types.count + 1) * sizeof(*entries));
  const tern_attr_t *nothing = tern_dictionary_attr_get(context, NULL, 0);
  bool is_changed = false;
  for (size_t i = 0; i < types.count; ++i) {
    entries[i] = attrs ? tern_array_attr_at(attrs, i) : nothing;
    if (tern_retype_type(types.values[i], strip) == types.values[i]) continue;
    const tern_attr_t *type = tern_type_attr_get(types.values[i]);
    entries[i] = tern_dictionary_attr_with(context, entries[i], TERN_STR("iree.abi.encoding"), type);
    is_changed = true;
  }
  const tern_attr_t *encoded = is_changed ? tern_array_attr_get(context, entries, types.count) : attrs;
  free(entries);
  return encoded;
}

static tern_walk_result_t encode_function(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_FUNC(FUNC)) || tern_symbol_visibility(op) != TERN_PUBLIC) return TERN_WALK_ADVANCE;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *args = tern_op_attr(op, "arg_attrs"), *results = tern_op_attr(op, "res_attrs");
  tern_op_set_attr(op, "arg_attrs", encode_types(context, args, tern_function_type_inputs(type)));
  tern_op_set_attr(op, "res_attrs", encode_types(context, results, tern_function_type_results(type)));
  return TERN_WALK_SKIP;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_op_walk_pre(op, encode_function, NULL);
  tern_retype_all(op, strip);
  return true;
}

const tern_pass_def_t tern_iree_tosa_strip_signedness_pass = {
    .flag = "iree-tosa-strip-signedness",
    .name = "StripSignednessPass",
    .summary = "Convert signed and unsigned integer types to signless ones",
    .run = run,
};
