#include "dialect/affine/apply.h"

#include "dialect/affine/affine.h"
#include "dialect/affine/form.h"

// `folds`: the result may be a constant or one of the values.
static tern_mixed_index_t build_apply(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                      const tern_mixed_index_t *symbols, size_t count, bool folds) {
  tern_affine_form_t form = {0};
  tern_affine_values_t values = {0};
  TERN_VEC(const tern_affine_expr_t *) replacements = {0};
  for (size_t i = 0; i < count; ++i) {
    bool is_static = symbols[i].value != TERN_DYNAMIC;
    tern_vec_push(&replacements, is_static ? tern_affine_constant(builder->context, symbols[i].value)
                                           : tern_affine_symbol(builder->context, values.count));
    if (!is_static) tern_vec_push(&values, symbols[i].dynamic);
  }
  expr = tern_affine_expr_replace(expr, NULL, 0, replacements.values, count);
  tern_affine_form_initialize_values(&form, tern_affine_map_get(builder->context, 0, values.count, &expr, 1),
                                     tern_affine_values_view(&values));
  tern_affine_form_compose(&form);
  values.count = 0;
  tern_affine_form_operands(&form, &values);
  const tern_affine_map_t *map = tern_affine_form_map(&form);
  const tern_affine_expr_t *result = map->results[0];
  tern_mixed_index_t entry;
  if (folds && tern_affine_expr_is_constant(result)) {
    entry = tern_mixed_static(result->value);
  } else if (folds && (result->kind == TERN_AFFINE_DIM || result->kind == TERN_AFFINE_SYMBOL)) {
    size_t start = result->kind == TERN_AFFINE_SYMBOL ? map->dim_count : 0;
    entry = tern_mixed_dynamic(values.values[start + (size_t)result->value]);
  } else {
    entry =
        tern_mixed_dynamic(tern_build_value(builder, TERN_AFFINE(APPLY), .operands = tern_affine_values_view(&values),
                                            .types = TERN_TYPES(tern_index_type_get(builder->context)),
                                            .attrs = TERN_ATTRS({"map", tern_affine_map_attr_get(map)})));
  }
  tern_vec_deinitialize(&replacements);
  tern_vec_deinitialize(&values);
  tern_affine_form_deinitialize(&form);
  return entry;
}

tern_value_t *tern_affine_build_composed_apply(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                               const tern_mixed_index_t *symbols, size_t count) {
  return build_apply(builder, expr, symbols, count, false).dynamic;
}

tern_mixed_index_t tern_affine_build_folded_apply(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                                  const tern_mixed_index_t *symbols, size_t count) {
  return build_apply(builder, expr, symbols, count, true);
}

tern_value_t *tern_affine_build_apply_of_dims(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                              tern_values_t dims) {
  tern_affine_form_t form = {0};
  tern_affine_values_t values = {0};
  tern_affine_form_initialize_values(&form, tern_affine_map_get(builder->context, dims.count, 0, &expr, 1), dims);
  tern_affine_form_compose(&form);
  tern_affine_form_operands(&form, &values);
  const tern_attr_t *map = tern_affine_map_attr_get(tern_affine_form_map(&form));
  tern_value_t *result =
      tern_build_value(builder, TERN_AFFINE(APPLY), .operands = tern_affine_values_view(&values),
                       .types = TERN_TYPES(tern_index_type_get(builder->context)), .attrs = TERN_ATTRS({"map", map}));
  tern_vec_deinitialize(&values);
  tern_affine_form_deinitialize(&form);
  return result;
}
