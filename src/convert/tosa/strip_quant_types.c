// --tosa-strip-quant-types: quantized element types become the integers that are stored: signless, or unsigned where
// such are stored (TensorFlow's exporter has a pass of this name). What they stand for is no part of TOSA: scales
// and zero points are in its ops, such as tosa.rescale.
//
//   %y = tosa.rescale %x, ... -> tensor<4x!quant.uniform<i8:f32, 0.1:3>>   becomes   ... -> tensor<4xi8>

#include "convert/tosa/retype.h"
#include "dialect/quant/quant.h"
#include "dialect/tosa/tosa.h"
#include "pass/pass.h"

static const tern_type_t *strip(const tern_type_t *type) { return tern_quant_stored_type(type); }

// The elements of a constant are signless where its type is not any more.
static tern_walk_result_t fit_constant(tern_op_t *op, void *user) {
  (void)user;
  if (!tern_op_is(op, TERN_TOSA(CONST))) return TERN_WALK_ADVANCE;
  const tern_attr_t *values = tern_op_attr(op, "values");
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_type_element(type);
  bool is_list = values && values->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_is_integer(element);
  if (!is_list || tern_type_element(tern_attr_type(values)) == element) return TERN_WALK_ADVANCE;
  const tern_type_t *fitted = tern_type_with_element(tern_attr_type(values), element);
  tern_op_set_attr(op, "values", tern_dense_elements_attr_retype(values, fitted));
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_retype_all(op, strip);
  tern_op_walk_pre(op, fit_constant, NULL);
  return true;
}

const tern_pass_def_t tern_tosa_strip_quant_types_pass = {
    .flag = "tosa-strip-quant-types",
    .name = "TosaStripQuantTypes",
    .summary = "Strip quantized types from TOSA programs",
    .run = run,
};
