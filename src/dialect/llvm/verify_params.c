// llvm: attributes of the parameters and results of functions, whatever dialect the function is of; what the text of a
// module's data layout has to be.

#include "dialect/llvm/llvm_hooks.h"

// What the attribute `llvm.NAME` has to be, and what it is attached to.
typedef enum value_form { UNIT, TYPE, INTEGER } value_form_t;
typedef enum carrier { ANY, POINTER, INTEGER_CARRIER } carrier_t;

static const struct parameter_attr {
  const char *name;
  value_form_t form;
  carrier_t carrier;
  bool is_for_arguments_only;
} parameter_attrs[] = {
    {"llvm.noalias", UNIT, POINTER, false},
    {"llvm.readonly", UNIT, POINTER, true},
    {"llvm.readnone", UNIT, POINTER, true},
    {"llvm.writeonly", UNIT, POINTER, true},
    {"llvm.nest", UNIT, POINTER, true},
    {"llvm.nocapture", UNIT, POINTER, true},
    {"llvm.nofree", UNIT, POINTER, true},
    {"llvm.nonnull", UNIT, POINTER, false},
    {"llvm.sret", TYPE, POINTER, true},
    {"llvm.byval", TYPE, POINTER, true},
    {"llvm.byref", TYPE, POINTER, true},
    {"llvm.elementtype", TYPE, POINTER, false},
    {"llvm.inalloca", TYPE, POINTER, true},
    {"llvm.preallocated", TYPE, POINTER, true},
    {"llvm.signext", UNIT, INTEGER_CARRIER, false},
    {"llvm.zeroext", UNIT, INTEGER_CARRIER, false},
    {"llvm.align", INTEGER, POINTER, false},
    {"llvm.dereferenceable", INTEGER, POINTER, false},
    {"llvm.dereferenceable_or_null", INTEGER, POINTER, false},
    {"llvm.alignstack", INTEGER, ANY, true},
    {"llvm.noundef", UNIT, ANY, false},
    {"llvm.inreg", UNIT, ANY, false},
    {"llvm.returned", UNIT, ANY, true},
};

static bool verify_value(const tern_op_t *op, const struct parameter_attr *row, const tern_attr_t *attr) {
  switch (row->form) {
    case UNIT:
      return attr->kind == TERN_ATTR_UNIT || tern_emit_error(op->loc, "\"%s\" should be a unit attribute", row->name);
    case TYPE:
      return attr->kind == TERN_ATTR_TYPE || tern_emit_error(op->loc, "\"%s\" should be a type attribute", row->name);
    case INTEGER:
      return tern_attr_is_integer(attr) || tern_emit_error(op->loc, "\"%s\" should be an integer attribute", row->name);
  }
  return false;
}

// Types that are not LLVM's yet may become what is asked for.
static bool verify_carrier(const tern_op_t *op, const struct parameter_attr *row, const tern_type_t *type) {
  if (!tern_llvm_is_compatible(type)) return true;
  if (row->carrier == POINTER && !tern_type_is_llvm(type, TERN_LLVM_PTR))
    return tern_emit_error(op->loc, "\"%s\" attribute attached to non-pointer LLVM type", row->name);
  if (row->carrier == INTEGER_CARRIER && !tern_type_is_integer(type))
    return tern_emit_error(op->loc, "\"%s\" attribute attached to non-integer LLVM type", row->name);
  return true;
}

// Argument or result `index` of a function of any dialect; NULL if there is none.
static const tern_type_t *type_of(const tern_op_t *function, bool is_result, size_t index) {
  const tern_attr_t *attr = tern_op_attr(function, "function_type");
  const tern_type_t *type = attr && attr->kind == TERN_ATTR_TYPE ? tern_type_attr_value(attr) : NULL;
  if (!type) return NULL;
  if (type->kind == TERN_TYPE_FUNCTION) {
    tern_types_t types = is_result ? tern_function_type_results(type) : tern_function_type_inputs(type);
    return index < types.count ? types.values[index] : NULL;
  }
  if (!tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE)) return NULL;
  size_t param = is_result ? 0 : 2 + index;
  return param < type->param_count ? (const tern_type_t *)(uintptr_t)type->params[param] : NULL;
}

static bool verify_parameter(const tern_op_t *op, bool is_result, size_t index, tern_str_t name,
                             const tern_attr_t *attr) {
  const tern_type_t *type = type_of(op, is_result, index);
  for (size_t i = 0; i < sizeof(parameter_attrs) / sizeof(parameter_attrs[0]); i++) {
    const struct parameter_attr *row = &parameter_attrs[i];
    if (!tern_str_equal_cstr(name, row->name)) continue;
    if (is_result && row->is_for_arguments_only)
      return tern_emit_error(op->loc, "\"%s\" is not a valid result attribute", row->name);
    return verify_value(op, row, attr) && (!type || verify_carrier(op, row, type));
  }
  return true;
}

bool tern_llvm_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  return verify_parameter(op, false, index, name, attr);
}

bool tern_llvm_verify_result_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  const tern_type_t *type = type_of(op, true, index);
  if (type && tern_type_is_llvm(type, TERN_LLVM_VOID))
    return tern_op_error(op,
                         "expects result attribute array to have the same number of elements as the number of function "
                         "results, got 1, but expected 0");
  if (tern_str_equal_cstr(name, "llvm.allocalign") || tern_str_equal_cstr(name, "llvm.allocptr"))
    return tern_emit_error(op->loc, "\"%.*s\" is not a valid result attribute", (int)name.size, name.data);
  return verify_parameter(op, true, index, name, attr);
}
