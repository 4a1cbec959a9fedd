// Rules of ops whose meaning is elsewhere: composites and calls of foreign functions.

#include <ctype.h>

#include "dialect/func/func.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "ir/symbol.h"

// --- composites ---

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

// A word that begins with a letter, and after each of one or more dots a word that may have `$` in it.
static bool is_namespaced(tern_str_t name) {
  if (name.size == 0 || !isalpha((unsigned char)name.data[0])) return false;
  bool has_dot = false;
  for (size_t i = 0; i < name.size; ++i) {
    char c = name.data[i];
    bool is_end = i + 1 == name.size || name.data[i + 1] == '.';
    if (c == '.' && is_end) return false;
    if (c != '.' && !is_word(c) && !(c == '$' && has_dot)) return false;
    has_dot |= c == '.';
  }
  return has_dot;
}

static bool rule_composite(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  return is_namespaced(tern_string_attr_value(tern_hlo_attr(subject, "name"))) ||
         tern_hlo_error(subject,
                        "name must be a valid namespaced op name, i.e. it must match the following regular expression: "
                        "^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. \"my_namespace.my_op\"");
}
TERN_HLO_CHECK(composite)

static bool check_side(const tern_op_t *op, const char *what, size_t count, tern_types_t types, bool is_operand) {
  if (count != types.count) {
    return tern_op_error(op, "has %zu %s(s), but decomposition has %zu", count, what, types.count);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = is_operand ? tern_op_operand(op, i)->type : op->results[i].type;
    if (type == types.values[i]) continue;
    return tern_op_error(op, "%s at index %zu has type '%s', but decomposition has type '%s'", what, i,
                         tern_type_text(type), tern_type_text(types.values[i]));
  }
  return true;
}

bool tern_hlo_verify_composite_uses(const tern_op_t *op) {
  const tern_attr_t *decomposition = tern_op_attr(op, "decomposition");
  const tern_op_t *function = tern_symbol_lookup_nearest(op, decomposition);
  if (!function || !tern_op_is(function, TERN_FUNC(FUNC))) {
    tern_str_t name = tern_symbol_ref_attr_at(decomposition, 0);
    return tern_op_error(op, "'%.*s' does not reference a valid function", (int)name.size, name.data);
  }
  const tern_type_t *type = tern_func_type(function);
  return check_side(op, "operand", op->operand_count, tern_function_type_inputs(type), true) &&
         check_side(op, "result", op->result_count, tern_function_type_results(type), false);
}

// --- layouts of custom calls ---

static bool is_tensor(const tern_type_t *type) { return type->kind == TERN_TYPE_TENSOR; }

// Which side of the call, and the type of each value.
typedef struct side {
  const char *name;
  size_t count;
  const tern_type_t *(*type)(const tern_op_t *op, size_t index);
} side_t;

static const tern_type_t *operand_type(const tern_op_t *op, size_t index) { return tern_op_operand(op, index)->type; }
static const tern_type_t *result_type(const tern_op_t *op, size_t index) { return op->results[index].type; }
// Layouts of one tuple are those of its elements.
static const tern_type_t *element_type(const tern_op_t *op, size_t index) {
  return tern_tuple_type_elements(op->results[0].type).values[index];
}

static bool check_layouts(const tern_hlo_subject_t *subject, const side_t *side, const tern_attr_t *layouts) {
  if (tern_array_attr_count(layouts) != side->count) {
    return tern_hlo_error(subject, "Number of %ss must match the number of %s layouts, %zu != %zu", side->name,
                          side->name, side->count, tern_array_attr_count(layouts));
  }
  for (size_t i = 0; i < side->count; ++i) {
    const tern_attr_t *layout = tern_array_attr_at(layouts, i);
    const tern_type_t *type = side->type(subject->op, i);
    if (tern_type_rank(tern_attr_type(layout)) != 1) {
      return tern_hlo_error(subject, "expects layouts to be lists of dimensions, but got %s", tern_attr_text(layout));
    }
    if (type->kind == TERN_TYPE_TUPLE) {
      return tern_hlo_error(subject, "Tuple types are not fully supported with layout constraints yet");
    }
    // What has no dimensions that are known has any layout, or none.
    if (type->kind == TERN_TYPE_UNRANKED_TENSOR) continue;
    if (!is_tensor(type) && tern_int_list_attr_count(layout) > 0) {
      return tern_hlo_error(subject, "Only tensor types can have non-empty layout: %s #%zu of type '%s' has layout %s",
                            side->name, i, tern_type_text(type), tern_attr_text(layout));
    }
    size_t rank = is_tensor(type) ? tern_type_rank(type) : 0;
    if (tern_int_list_attr_count(layout) != rank || !tern_int_list_attr_is_permutation(layout)) {
      return tern_hlo_error(subject, "incorrect layout %s for type '%s', layout must be a permutation of [0, %zu)",
                            tern_attr_text(layout), tern_type_text(type), rank);
    }
  }
  return true;
}

static bool check_both_layouts(const tern_hlo_subject_t *subject) {
  const tern_attr_t *operands = tern_hlo_attr(subject, "operand_layouts");
  const tern_attr_t *results = tern_hlo_attr(subject, "result_layouts");
  const tern_op_t *op = subject->op;
  if (!operands != !results) {
    return tern_hlo_error(subject,
                          "Layout attributes should be specified for either both operands and results or none.");
  }
  if (!operands) return true;
  bool is_tuple = op->result_count == 1 && op->results[0].type->kind == TERN_TYPE_TUPLE;
  size_t elements = is_tuple ? tern_tuple_type_elements(op->results[0].type).count : 0;
  const side_t result_side = {"result", is_tuple ? elements : op->result_count, is_tuple ? element_type : result_type};
  return check_layouts(subject, &(side_t){"operand", op->operand_count, operand_type}, operands) &&
         check_layouts(subject, &result_side, results);
}

// A tiling, which is a list of tiles, for each result.
static bool check_tilings(const tern_hlo_subject_t *subject) {
  const tern_attr_t *tilings = tern_hlo_attr(subject, "result_tilings");
  size_t count = tilings ? tern_array_attr_count(tilings) : 0;
  return count == 0 || count == subject->op->result_count ||
         tern_hlo_error(subject, "Number of results must match the number of result tilings, %u != %zu",
                        subject->op->result_count, count);
}

// --- shared memory of custom calls ---

// The part of a type that a list of indices points at; NULL if one of them is out of bounds.
static const tern_type_t *part_of(const tern_type_t *type, const tern_hlo_dims_t *indices, size_t first) {
  for (size_t i = first; type && i < indices->count; ++i) {
    if (type->kind != TERN_TYPE_TUPLE) return NULL;
    tern_types_t elements = tern_tuple_type_elements(type);
    uint64_t index = (uint64_t)indices->values[i];
    type = index < elements.count ? elements.values[index] : NULL;
  }
  return type;
}

// Several results are counted as one tuple.
static const tern_type_t *output_part(const tern_op_t *op, const tern_hlo_dims_t *indices) {
  if (op->result_count == 1) return part_of(op->results[0].type, indices, 0);
  bool is_right = indices->count > 0 && (uint64_t)indices->values[0] < op->result_count;
  return is_right ? part_of(op->results[indices->values[0]].type, indices, 1) : NULL;
}

static bool check_alias(const tern_hlo_subject_t *subject, const tern_attr_t *alias) {
  static const char mnemonic[] = "output_operand_alias";
  const tern_op_t *op = subject->op;
  tern_hlo_dims_t output, index, operand;
  if (!tern_hlo_attr_field(alias, mnemonic, "output_tuple_indices", &output) ||
      !tern_hlo_attr_field(alias, mnemonic, "operand_index", &index) ||
      !tern_hlo_attr_field(alias, mnemonic, "operand_tuple_indices", &operand)) {
    return false;
  }
  if ((uint64_t)index.values[0] >= op->operand_count) {
    return tern_hlo_error(
        subject, "expects operandIndex in the output_operand_alias attribute to be in range [0, %u); got: %lld.",
        op->operand_count, (long long)index.values[0]);
  }
  const tern_type_t *from = part_of(tern_op_operand(op, (size_t)index.values[0])->type, &operand, 0);
  if (!from) {
    return tern_hlo_error(subject, "operand_tuple_indices in the output_operand_alias attribute out of bounds");
  }
  const tern_type_t *to = output_part(op, &output);
  if (!to) return tern_hlo_error(subject, "output_tuple_indices in the output_operand_alias attribute out of bounds");
  return from == to || tern_hlo_error(subject,
                                      "shapes mismatch in the output_operand_alias attribute: operand part has type "
                                      "'%s' and output part has type '%s'",
                                      tern_type_text(from), tern_type_text(to));
}

static bool is_aliased(const tern_op_t *op, const tern_attr_t *aliases, size_t result) {
  for (size_t i = 0; aliases && i < tern_array_attr_count(aliases); ++i) {
    tern_hlo_dims_t output;
    if (!tern_hlo_attr_field(tern_array_attr_at(aliases, i), "output_operand_alias", "output_tuple_indices", &output)) {
      continue;
    }
    if (op->result_count == 1 ? output.count == 0 : output.count == 1 && output.values[0] == (int64_t)result) {
      return true;
    }
  }
  return false;
}

static bool check_aliases(const tern_hlo_subject_t *subject) {
  const tern_attr_t *aliases = tern_hlo_attr(subject, "output_operand_aliases");
  for (size_t i = 0; aliases && i < tern_array_attr_count(aliases); ++i) {
    if (!check_alias(subject, tern_array_attr_at(aliases, i))) return false;
  }
  return true;
}

// --- calls that make buffers of tensors and tensors of buffers ---

static bool is_buffer(const tern_type_t *type) { return type->kind == TERN_TYPE_MEMREF; }

static bool check_pin(const tern_hlo_subject_t *subject, const char *name, bool is_pin) {
  const tern_op_t *op = subject->op;
  if (op->operand_count != 1) return tern_hlo_error(subject, "%s custom_call should have one input", name);
  if (op->result_count != 1) return tern_hlo_error(subject, "%s custom_call should have one output", name);
  const tern_type_t *from = tern_op_operand(op, 0)->type, *to = op->results[0].type;
  if (is_pin ? !is_tensor(from) : !is_buffer(from)) {
    return tern_hlo_error(subject, "%s custom_call should have a %s input", name, is_pin ? "tensor" : "memref");
  }
  if (is_pin ? !is_buffer(to) : !is_tensor(to)) {
    return tern_hlo_error(subject, "%s custom_call should have a %s output", name, is_pin ? "memref" : "tensor");
  }
  return (tern_type_element(from) == tern_type_element(to) && tern_hlo_have_compatible_shapes(from, to)) ||
         tern_hlo_error(subject, "%s custom_call should have compatible input and output types", name);
}

// A buffer that a call gives is one that it was given, but for the calls that make them.
static bool check_buffers(const tern_hlo_subject_t *subject) {
  const tern_op_t *op = subject->op;
  tern_str_t target = tern_string_attr_value(tern_hlo_attr(subject, "call_target_name"));
  if (tern_str_equal(target, TERN_STR("Pin"))) return check_pin(subject, "Pin", true);
  if (tern_str_equal(target, TERN_STR("Unpin"))) return check_pin(subject, "Unpin", false);
  if (tern_str_equal(target, TERN_STR("CreateBuffer"))) {
    if (op->operand_count > 0) return tern_hlo_error(subject, "CreateBuffer custom_call shouldn't have any inputs");
    return (op->result_count == 1 && is_buffer(op->results[0].type)) ||
           tern_hlo_error(subject, "CreateBuffer custom_call should have a memref result");
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_buffer(op->results[i].type) || is_aliased(op, tern_hlo_attr(subject, "output_operand_aliases"), i))
      continue;
    if (op->result_count == 1) return tern_hlo_error(subject, "buffer output [] is not used in output_operand_alias");
    return tern_hlo_error(subject, "buffer output [%zu] is not used in output_operand_alias", i);
  }
  return true;
}

enum { ORIGINAL = 1, TYPED_FFI = 4 };

static bool check_backend_config(const tern_hlo_subject_t *subject) {
  const tern_attr_t *config = tern_hlo_attr(subject, "backend_config");
  int64_t version = tern_hlo_int(subject, "api_version", ORIGINAL);
  const char *dialect = subject->def->dialect->name;
  if (!config || strcmp(dialect, "stablehlo") != 0) return true;
  bool wants_dictionary = version == TYPED_FFI;
  if ((config->kind == TERN_ATTR_DICTIONARY) == wants_dictionary) return true;
  const tern_enum_row_t *row = tern_context_find_enum(subject->context, TERN_STR("stablehlo.custom_call_api_version"));
  return tern_hlo_error(subject, "backend_config for api_version %s must be a %s attribute.",
                        tern_enum_case_name(row, version), wants_dictionary ? "dictionary" : "string");
}

static bool rule_custom_call(const tern_hlo_subject_t *subject, const tern_type_t **out_types) {
  (void)out_types;
  return check_both_layouts(subject) && check_tilings(subject) && check_aliases(subject) &&
         check_backend_config(subject) && check_buffers(subject);
}
TERN_HLO_CHECK(custom_call)
