// test: what ops and attributes of the dialect ask for beyond their rows.

#include "dialect/linalg/convolution.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "ir/verify/verifier.h"
#include "test/dialect/hooks.h"

bool tern_test_verify_type_trait(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "test.test_type_with_trait") == 0) return true;
  return tern_emit_error(op->loc, "result type should have trait 'TestTypeTrait'");
}

bool tern_test_verify_attr_trait(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "attr");
  if (attr->kind == TERN_ATTR_DIALECT) {
    const tern_attr_row_t *row = attr->row;
    if (strcmp(row->name, "test.attr_with_trait") == 0) return true;
  }
  return tern_emit_error(op->loc, "'attr' attribute should have trait 'TestAttrTrait'");
}

// --- test.verifiers, which says when it is verified ---

bool tern_test_verify_verifiers(const tern_op_t *op) {
  tern_op_t *definition = tern_value_defining_op(tern_op_operand(op, 0));
  if (definition && !tern_verify(definition)) return tern_op_error(op, "operand hasn't been verified");
  tern_emit_remark(op->loc, "success run of verifier");
  return true;
}

bool tern_test_verify_verifiers_regions(const tern_op_t *op) {
  tern_emit_remark(op->loc, "success run of region verifier");
  return true;
}

// --- properties ---

bool tern_test_verify_nice_property(const tern_op_t *op) {
  const tern_attr_t *property = tern_op_attr(op, "prop");
  const tern_attr_t *label = tern_dictionary_attr_lookup(property, TERN_STR("label"));
  const tern_attr_t *value = tern_dictionary_attr_lookup(property, TERN_STR("value"));
  if (!label || label->kind != TERN_ATTR_STRING) return tern_op_error(op, "expected StringAttr for key `label`");
  return tern_attr_is_integer(value) || tern_op_error(op, "expected IntegerAttr for key `value`");
}

// `attr` is a number, or an array of what is one or an array.
static bool is_in_range(const tern_attr_t *attr, int64_t most) {
  if (attr->kind != TERN_ATTR_ARRAY) {
    return tern_integer_attr_value(attr) >= 0 && tern_integer_attr_value(attr) <= most;
  }
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    if (!is_in_range(tern_array_attr_at(attr, i), most)) return false;
  }
  return true;
}

bool tern_test_verify_property_predicates(const tern_op_t *op) {
  static const struct {
    const char *name, *text;
    int64_t most;     // -1: any number
    bool is_present;  // not an empty array
  } rows[] = {
      {"scalar", "non-negative int64_t", INT64_MAX, false},
      {"optional", "optional non-negative int64_t", INT64_MAX, false},
      {"defaulted", "non-negative int64_t", INT64_MAX, false},
      {"more_constrained", "between 0 and 5", 5, false},
      {"array", "array of non-negative int64_t", INT64_MAX, false},
      {"non_empty_unconstrained", "non-empty array of int64_t", -1, true},
      {"non_empty_constrained", "non-empty array of non-negative int64_t", INT64_MAX, true},
      {"non_empty_optional", "optional non-empty array of non-negative int64_t", INT64_MAX, false},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    const tern_attr_t *attr = tern_op_attr(op, rows[i].name);
    bool is_right = rows[i].most < 0 || is_in_range(attr, rows[i].most);
    if (rows[i].is_present) is_right = is_right && tern_array_attr_count(attr) != 0;
    // Of the last one, what is there must not be empty.
    bool is_nested = attr->kind == TERN_ATTR_ARRAY && tern_array_attr_count(attr) == 1 &&
                     tern_array_attr_at(attr, 0)->kind == TERN_ATTR_ARRAY;
    if (is_nested) is_right = is_right && tern_array_attr_count(tern_array_attr_at(attr, 0)) != 0;
    if (!is_right) {
      return tern_op_error(op, "property '%s' failed to satisfy constraint: %s", rows[i].name, rows[i].text);
    }
  }
  return true;
}

// --- attributes ---

bool tern_test_verify_symbol_ref_uses(const tern_attr_t *attr, const tern_op_t *op) {
  const tern_attr_t *symbol = (const tern_attr_t *)(uintptr_t)attr->params[0];
  if (tern_symbol_lookup_nearest(op, symbol)) return true;
  return tern_op_error(op, "TestSymbolRefAttr::verifySymbolUses: '%s' does not reference a valid symbol",
                       tern_attr_text(symbol));
}

// --- structured ops ---

// An op that claims to fill or to convolve without being structured.
bool tern_test_verify_not_linalg(const tern_op_t *op) { return tern_emit_error(op->loc, "expected a LinalgOp"); }

bool tern_test_verify_convolution(const tern_op_t *op) {
  if (!tern_linalg_verify_generic_attrs(op)) return false;
  const char *problem = tern_linalg_convolution_problem(op);
  return !problem || tern_emit_error(op->loc, "%s", problem);
}

bool tern_test_verify_fill(const tern_op_t *op) {
  return tern_linalg_verify_fill(op) && tern_linalg_verify_generic_attrs(op);
}

bool tern_test_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  (void)attr;
  if (!tern_str_equal_cstr(name, "test.invalid_attr")) return true;
  return tern_op_error_unnamed(op, "invalid to use 'test.invalid_attr'");
}

bool tern_test_verify_arg_attr(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr) {
  (void)index;
  return tern_test_verify_op_attr(op, name, attr);
}
