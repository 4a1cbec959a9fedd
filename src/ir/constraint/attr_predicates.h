// Predicates over attributes that the constraint table names. Private to src/ir: short names, static in the one file
// that holds the table.

#ifndef TERN_IR_CONSTRAINT_ATTR_PREDICATES_H_
#define TERN_IR_CONSTRAINT_ATTR_PREDICATES_H_

#include "ir/op_def.h"
#include "ir/params.h"

typedef const tern_attr_constraint_t constraint_t;

static inline bool satisfies(const tern_attr_t *attr, constraint_t *constraint) {
  return constraint->is_satisfied(attr, constraint);
}

// Defines a predicate of the table.
#define PREDICATE(name, condition)                                      \
  static bool name(const tern_attr_t *attr, constraint_t *constraint) { \
    (void)constraint;                                                   \
    return condition;                                                   \
  }

PREDICATE(is_any, attr != NULL)
PREDICATE(is_of_kind, (int64_t)attr->kind == constraint->values[0])
PREDICATE(is_location, tern_attr_is_location(attr))
PREDICATE(is_elements, attr->kind == TERN_ATTR_DENSE_ELEMENTS || attr->kind == TERN_ATTR_DENSE_STRINGS ||
                           attr->kind == TERN_ATTR_DENSE_RESOURCE || attr->kind == TERN_ATTR_SPARSE_ELEMENTS)
PREDICATE(is_typed, attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT ||
                        attr->kind == TERN_ATTR_STRING || is_elements(attr, constraint) ||
                        attr->kind == TERN_ATTR_DENSE_ARRAY || attr->kind == TERN_ATTR_DIALECT ||
                        attr->kind == TERN_ATTR_OPAQUE)
// The type is the first parameter of integers and floats.
PREDICATE(is_number, (attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT) &&
                         attr->params[0] == (uint64_t)(uintptr_t)constraint->value_type)
PREDICATE(is_integer, attr->kind == TERN_ATTR_INTEGER)
PREDICATE(is_integer_of_width, attr->kind == TERN_ATTR_INTEGER && tern_type_is_integer(tern_attr_type(attr)) &&
                                   tern_integer_type_width(tern_attr_type(attr)) == constraint->values[0])
PREDICATE(is_float, attr->kind == TERN_ATTR_FLOAT)
PREDICATE(is_string, attr->kind == TERN_ATTR_STRING)
PREDICATE(is_typed_string, attr->kind == TERN_ATTR_STRING && tern_attr_type(attr) &&
                               constraint->type->is_satisfied(tern_attr_type(attr), constraint->type))
PREDICATE(is_unit, attr->kind == TERN_ATTR_UNIT)
PREDICATE(is_unit_or_bool, attr->kind == TERN_ATTR_UNIT ||
                               (attr->kind == TERN_ATTR_INTEGER && tern_type_is_integer(tern_attr_type(attr)) &&
                                tern_integer_type_width(tern_attr_type(attr)) == 1))
PREDICATE(is_type, attr->kind == TERN_ATTR_TYPE)
PREDICATE(is_type_of,
          attr->kind == TERN_ATTR_TYPE && constraint->type->is_satisfied(tern_type_attr_value(attr), constraint->type))
PREDICATE(is_symbol_ref, attr->kind == TERN_ATTR_SYMBOL_REF)
PREDICATE(is_flat_symbol_ref, attr->kind == TERN_ATTR_SYMBOL_REF && tern_symbol_ref_attr_count(attr) == 1)
PREDICATE(is_array, attr->kind == TERN_ATTR_ARRAY)
PREDICATE(is_dense_array, attr->kind == TERN_ATTR_DENSE_ARRAY && tern_attr_type(attr) == constraint->value_type)
PREDICATE(is_dense_elements, attr->kind == TERN_ATTR_DENSE_ELEMENTS || attr->kind == TERN_ATTR_DENSE_STRINGS)

static inline const tern_type_t *dense_element(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_DENSE_ELEMENTS ? tern_type_element(tern_attr_type(attr)) : NULL;
}
static inline bool is_int_of_width(const tern_type_t *type, int64_t width) {
  return type && tern_type_is_integer(type) && tern_integer_type_width(type) == width;
}
PREDICATE(is_int_elements, dense_element(attr) && tern_type_is_int_or_index(dense_element(attr)))
PREDICATE(is_index_elements, dense_element(attr) && tern_type_is_index(dense_element(attr)))
PREDICATE(is_int_elements_of_width, is_int_of_width(dense_element(attr), constraint->values[0]))
PREDICATE(is_signless_elements_of_width,
          is_int_of_width(dense_element(attr), constraint->values[0]) && tern_type_is_signless(dense_element(attr)))
PREDICATE(is_float_elements, dense_element(attr) && (int64_t)dense_element(attr)->kind == constraint->values[0])

// Dense elements of the element type in `type` and of the shape in `values`.
static bool is_ranked_elements(const tern_attr_t *attr, constraint_t *constraint) {
  const tern_type_t *element = dense_element(attr);
  if (!element || !constraint->type->is_satisfied(element, constraint->type)) return false;
  const tern_type_t *type = tern_attr_type(attr);
  if (!tern_type_is_ranked(type) || tern_type_rank(type) != constraint->value_count) return false;
  for (size_t i = 0; i < constraint->value_count; ++i) {
    if (tern_type_dim(type, i) != constraint->values[i]) return false;
  }
  return true;
}

static bool is_any_of(const tern_attr_t *attr, constraint_t *constraint) {
  for (size_t i = 0; i < constraint->arg_count; ++i) {
    if (satisfies(attr, constraint->args[i])) return true;
  }
  return false;
}

static bool is_all_of(const tern_attr_t *attr, constraint_t *constraint) {
  for (size_t i = 0; i < constraint->arg_count; ++i) {
    if (!satisfies(attr, constraint->args[i])) return false;
  }
  return true;
}

static bool is_typed_array(const tern_attr_t *attr, constraint_t *constraint) {
  if (attr->kind != TERN_ATTR_ARRAY) return false;
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    if (!satisfies(tern_array_attr_at(attr, i), constraint->element)) return false;
  }
  return true;
}

// --- enums ---

// An enum attribute of its own, or the integer that stands for a case.
static bool is_enum(const tern_attr_t *attr, constraint_t *constraint) {
  const tern_enum_row_t *row = constraint->enum_row;
  if (row->attr_name) return attr->kind == TERN_ATTR_ENUM && attr->row == row;
  if (attr->kind != TERN_ATTR_INTEGER || tern_attr_type(attr) != constraint->value_type) return false;
  int64_t value = tern_integer_attr_value(attr), known_bits = 0;
  for (size_t i = 0; i < row->case_count; ++i) {
    if (row->cases[i].value == value) return true;
    known_bits |= row->cases[i].value;
  }
  return row->is_bit_enum && (value & ~known_bits) == 0;
}

static bool is_enum_array(const tern_attr_t *attr, constraint_t *constraint) {
  return is_typed_array(attr, constraint);
}

static bool is_dialect_attr(const tern_attr_t *attr, constraint_t *constraint) {
  if (attr->kind == TERN_ATTR_DIALECT) {
    const tern_attr_row_t *row = attr->row;
    return row == constraint->attr_row ||
           tern_str_equal(tern_str_from_cstr(row->name), tern_str_from_cstr(constraint->name));
  }
  if (attr->kind != TERN_ATTR_ENUM) return false;
  const tern_enum_row_t *row = attr->row;
  return row == constraint->enum_row ||
         (row->attr_name && tern_str_equal(tern_str_from_cstr(row->attr_name), tern_str_from_cstr(constraint->name)));
}

// --- conditions: args[0] is what is confined, values are the numbers ---

static inline bool is_base(const tern_attr_t *attr, constraint_t *constraint) {
  return constraint->arg_count == 0 || satisfies(attr, constraint->args[0]);
}
static inline size_t count_of(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_ARRAY ? tern_array_attr_count(attr) : tern_int_list_attr_count(attr);
}
// A list whose elements can be asked for as integers.
static bool is_int_list(const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_DENSE_ARRAY) return tern_type_is_integer(tern_attr_type(attr));
  if (attr->kind == TERN_ATTR_DENSE_ELEMENTS) return tern_type_is_int_or_index(dense_element(attr));
  if (attr->kind != TERN_ATTR_ARRAY) return false;
  for (size_t i = 0; i < tern_array_attr_count(attr); ++i) {
    if (!tern_attr_is_integer(tern_array_attr_at(attr, i))) return false;
  }
  return true;
}
// The integer, or every element of the list of integers, is at least `least`.
static bool is_all_at_least(const tern_attr_t *attr, int64_t least) {
  if (attr->kind == TERN_ATTR_INTEGER) return tern_integer_attr_value(attr) >= least;
  if (!is_int_list(attr)) return false;
  for (size_t i = 0; i < tern_int_list_attr_count(attr); ++i) {
    if (tern_int_list_attr_at(attr, i) < least) return false;
  }
  return true;
}
// A dense array of floats above 0, or of 0 as well.
static bool are_floats_from_zero(const tern_attr_t *attr, bool with_zero) {
  if (attr->kind != TERN_ATTR_DENSE_ARRAY || !tern_type_is_float(tern_attr_type(attr))) return false;
  const unsigned char *data = tern_dense_array_attr_data(attr);
  size_t size = tern_dense_element_size(tern_attr_type(attr));
  for (size_t i = 0; i < tern_dense_array_attr_count(attr); ++i) {
    uint64_t bits = 0;
    memcpy(&bits, data + i * size, size < sizeof(bits) ? size : sizeof(bits));
    double value = tern_float_decode(tern_type_float_kind(tern_attr_type(attr)), bits);
    if (!(value > 0 || (with_zero && value == 0))) return false;
  }
  return true;
}
static bool is_increasing(const tern_attr_t *attr, bool strictly) {
  if (!is_int_list(attr)) return false;
  for (size_t i = 1; i < tern_int_list_attr_count(attr); ++i) {
    int64_t previous = tern_int_list_attr_at(attr, i - 1), next = tern_int_list_attr_at(attr, i);
    if (previous > next || (strictly && previous == next)) return false;
  }
  return true;
}
static inline bool has_nth(const tern_attr_t *attr, constraint_t *constraint) {
  return is_base(attr, constraint) && is_int_list(attr) && constraint->values[0] >= 0 &&
         (uint64_t)constraint->values[0] < tern_int_list_attr_count(attr);
}
static inline int64_t nth(const tern_attr_t *attr, constraint_t *constraint) {
  return tern_int_list_attr_at(attr, (size_t)constraint->values[0]);
}

PREDICATE(is_at_least, is_base(attr, constraint) && is_all_at_least(attr, constraint->values[0]))
PREDICATE(is_at_most, is_base(attr, constraint) && attr->kind == TERN_ATTR_INTEGER &&
                          tern_integer_attr_value(attr) <= constraint->values[0])
PREDICATE(is_not_equal, is_base(attr, constraint) && attr->kind == TERN_ATTR_INTEGER &&
                            tern_integer_attr_value(attr) != constraint->values[0])
PREDICATE(is_non_negative, is_base(attr, constraint) && (is_all_at_least(attr, 0) || are_floats_from_zero(attr, true)))
PREDICATE(is_positive, is_base(attr, constraint) && (is_all_at_least(attr, 1) || are_floats_from_zero(attr, false)))
PREDICATE(is_power_of_two, is_base(attr, constraint) && attr->kind == TERN_ATTR_INTEGER &&
                               tern_integer_attr_value(attr) > 0 &&
                               (tern_integer_attr_value(attr) & (tern_integer_attr_value(attr) - 1)) == 0)
PREDICATE(is_count_at_least, is_base(attr, constraint) && (int64_t)count_of(attr) >= constraint->values[0])
PREDICATE(is_count_at_most, is_base(attr, constraint) && (int64_t)count_of(attr) <= constraint->values[0])
PREDICATE(is_count, is_base(attr, constraint) && (int64_t)count_of(attr) == constraint->values[0])
PREDICATE(is_sorted, is_base(attr, constraint) && is_increasing(attr, false))
PREDICATE(is_strictly_sorted, is_base(attr, constraint) && is_increasing(attr, true))
PREDICATE(is_nth_equal, has_nth(attr, constraint) && nth(attr, constraint) == constraint->values[1])
PREDICATE(is_nth_at_least, has_nth(attr, constraint) && nth(attr, constraint) >= constraint->values[1])
PREDICATE(is_nth_at_most, has_nth(attr, constraint) && nth(attr, constraint) <= constraint->values[1])
PREDICATE(is_nth_in_range, has_nth(attr, constraint) && nth(attr, constraint) >= constraint->values[1] &&
                               nth(attr, constraint) <= constraint->values[2])

// An array of at most one element.
PREDICATE(is_optional_property, is_typed_array(attr, constraint) && tern_array_attr_count(attr) <= 1)
static bool is_enum_property(const tern_attr_t *attr, constraint_t *constraint) {
  if (!is_number(attr, constraint)) return false;
  int64_t value = tern_integer_attr_value(attr), all = 0;
  for (size_t i = 0; i < constraint->enum_row->case_count; ++i) {
    if (value == constraint->enum_row->cases[i].value) return true;
    all |= constraint->enum_row->cases[i].value;
  }
  return constraint->enum_row->is_bit_enum && !(value & ~all);
}

static bool is_one_of(const tern_attr_t *attr, constraint_t *constraint) {
  if (!is_base(attr, constraint) || attr->kind != TERN_ATTR_INTEGER) return false;
  for (size_t i = 0; i < constraint->value_count; ++i) {
    if (constraint->values[i] == tern_integer_attr_value(attr)) return true;
  }
  return false;
}

#undef PREDICATE

#endif  // TERN_IR_CONSTRAINT_ATTR_PREDICATES_H_
