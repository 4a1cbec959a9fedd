// What traits demand of one op. Each trait bit has a check or none; the op's bits pick the checks to run.

#include <string.h>

#include "ir/context.h"
#include "ir/verify/verifier.h"
#include "ir/verify/verify_private.h"

typedef bool (*trait_check_t)(const tern_op_t *op);

// --- shapes and element types ---

bool tern_types_have_compatible_shapes(const tern_type_t *a, const tern_type_t *b) {
  if (a == b) return true;
  bool a_is_shaped = tern_type_is_shaped(a), b_is_shaped = tern_type_is_shaped(b);
  if (!a_is_shaped || !b_is_shaped) return a_is_shaped == b_is_shaped;
  if (!tern_type_is_ranked(a) || !tern_type_is_ranked(b)) return true;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); ++i) {
    int64_t x = tern_type_dim(a, i), y = tern_type_dim(b, i);
    if (x != y && x != TERN_DYNAMIC && y != TERN_DYNAMIC) return false;
  }
  if (a->kind != TERN_TYPE_VECTOR || b->kind != TERN_TYPE_VECTOR) return true;
  return tern_vector_type_scalable_mask(a) == tern_vector_type_scalable_mask(b);
}

// The element of a shaped type; other types, complex ones too, are elements themselves.
static const tern_type_t *element_or_self(const tern_type_t *type) {
  return tern_type_is_shaped(type) ? tern_type_element(type) : type;
}

static const tern_attr_t *encoding_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR ? tern_tensor_type_encoding(type) : NULL;
}

static size_t value_count(const tern_op_t *op) { return (size_t)op->operand_count + op->result_count; }

// Types of all operands, then of all results.
static const tern_type_t *type_at(const tern_op_t *op, size_t index) {
  return index < op->operand_count ? op->operands[index].value->type : op->results[index - op->operand_count].type;
}

typedef bool (*type_relation_t)(const tern_type_t *a, const tern_type_t *b);

static bool are_identical(const tern_type_t *a, const tern_type_t *b) { return a == b; }
static bool have_same_element(const tern_type_t *a, const tern_type_t *b) {
  return a == b || element_or_self(a) == element_or_self(b);
}
static bool are_same_but_for_dynamic_sizes(const tern_type_t *a, const tern_type_t *b) {
  return a == b || (have_same_element(a, b) && tern_types_have_compatible_shapes(a, b));
}

// The first `count` types are related to the first one of them (or to the first result).
static bool are_related(const tern_op_t *op, size_t count, type_relation_t relation) {
  if (count == 0) return true;
  const tern_type_t *first = type_at(op, op->result_count && count > op->operand_count ? op->operand_count : 0);
  for (size_t i = 0; i < count; ++i) {
    if (!relation(first, type_at(op, i))) return false;
  }
  return true;
}

static bool check_same_operands_and_result_type(const tern_op_t *op) {
  size_t count = value_count(op);
  if (!are_related(op, count, are_same_but_for_dynamic_sizes)) {
    return tern_op_error(op, "requires the same type for all operands and results");
  }
  for (size_t i = 1; i < count; ++i) {
    if (type_at(op, i) != type_at(op, 0) && encoding_of(type_at(op, i)) != encoding_of(type_at(op, 0))) {
      return tern_op_error(op, "requires the same encoding for all operands and results");
    }
  }
  return true;
}

static bool check_same_type_operands(const tern_op_t *op) {
  return are_related(op, op->operand_count, are_identical) ||
         tern_op_error(op, "requires all operands to have the same type");
}

// What has a shape or an element has to be there.
static bool has_operands(const tern_op_t *op) {
  return op->operand_count || tern_op_error(op, "expected 1 or more operands, but found 0");
}
static bool has_operands_and_results(const tern_op_t *op) {
  return has_operands(op) && (op->result_count || tern_op_error(op, "expected 1 or more results"));
}

static bool check_same_operands_and_result_shape(const tern_op_t *op) {
  return has_operands_and_results(op) && (are_related(op, value_count(op), tern_types_have_compatible_shapes) ||
                                          tern_op_error(op, "requires the same shape for all operands and results"));
}

static bool check_same_operands_shape(const tern_op_t *op) {
  return has_operands(op) && (are_related(op, op->operand_count, tern_types_have_compatible_shapes) ||
                              tern_op_error(op, "requires the same shape for all operands"));
}

static bool check_same_operands_and_result_element_type(const tern_op_t *op) {
  return has_operands_and_results(op) &&
         (are_related(op, value_count(op), have_same_element) ||
          tern_op_error(op, "requires the same element type for all operands and results"));
}

static bool check_same_operands_element_type(const tern_op_t *op) {
  return has_operands(op) && (are_related(op, op->operand_count, have_same_element) ||
                              tern_op_error(op, "requires the same element type for all operands"));
}

// Vectors and tensors are what an elementwise op maps over.
static bool is_mappable(const tern_type_t *type) {
  return type->kind == TERN_TYPE_VECTOR || type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

static bool check_elementwise(const tern_op_t *op) {
  size_t count = value_count(op), mapped_operand_count = 0, mapped_result_count = 0;
  const tern_type_t *first = NULL;
  bool is_uniform = true;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = type_at(op, i);
    if (!is_mappable(type)) continue;
    ++*(i < op->operand_count ? &mapped_operand_count : &mapped_result_count);
    if (!first) first = type;
    is_uniform &= type->kind == first->kind && tern_types_have_compatible_shapes(first, type);
  }
  if (!first) return true;
  if (mapped_operand_count == 0) {
    return tern_op_error(op, "if a result is non-scalar, then at least one operand must be non-scalar");
  }
  if (mapped_result_count == 0) {
    return tern_op_error(op, "if an operand is non-scalar, then there must be at least one non-scalar result");
  }
  if (mapped_result_count != op->result_count) {
    return tern_op_error(op, "if an operand is non-scalar, then all results must be non-scalar");
  }
  return is_uniform || tern_op_error(op, "all non-scalar operands/results must have the same shape and base type");
}

static bool have_same_dims(const tern_type_t *a, const tern_type_t *b) {
  if (tern_type_is_ranked(a) != tern_type_is_ranked(b)) return false;
  if (!tern_type_is_ranked(a)) return a->kind == b->kind;
  if (tern_type_rank(a) != tern_type_rank(b)) return false;
  for (size_t i = 0; i < tern_type_rank(a); ++i)
    if (tern_type_dim(a, i) != tern_type_dim(b, i)) return false;
  return true;
}

// Casts of elements (arith's): tensors agree in every dimension, dynamic ones included.
static bool check_tensor_dims(const tern_op_t *op) {
  const tern_type_t *in = type_at(op, 0), *out = type_at(op, op->operand_count);
  if (in->kind != TERN_TYPE_TENSOR || out->kind != TERN_TYPE_TENSOR || have_same_dims(in, out)) return true;
  return tern_op_error(op, "failed to verify that input and output have the same tensor dimensions");
}

// A choice among shaped values (arith.select) has one condition for all elements, or one for each.
static bool check_condition(const tern_op_t *op) {
  if (!op->def->operand_count || strcmp(op->def->operands[0].name->data, "condition") != 0) return true;
  const tern_type_t *condition = type_at(op, 0);
  if (tern_type_is_i(condition, 1) || have_same_dims(condition, type_at(op, op->operand_count))) return true;
  return tern_op_error(op, "failed to verify that condition is signless i1 or has matching shape");
}

// --- place and regions ---

static bool check_terminator(const tern_op_t *op) {
  if (!op->block || op->next) return tern_op_error(op, "must be the last operation in the parent block");
  for (size_t i = 0; i < op->successor_count; ++i) {
    const tern_block_t *block = op->successors[i].block;
    if (!block || block->parent != op->block->parent) {
      return tern_op_error(op, "reference to block defined in another region");
    }
  }
  return true;
}

bool tern_verify_single_blocks(const tern_op_t *op) {
  if (!tern_op_has_trait(op, TERN_TRAIT_SINGLE_BLOCK)) return true;
  for (size_t i = 0; i < op->region_count; ++i) {
    const tern_region_t *region = &op->regions[i];
    if (!region->first_block) continue;
    if (region->first_block != region->last_block) {
      return tern_op_error(op, "expects region #%zu to have 0 or 1 blocks", i);
    }
    if (!region->first_block->first_op && !tern_op_has_trait(op, TERN_TRAIT_NO_TERMINATOR)) {
      return tern_op_error(op, "expects a non-empty block");
    }
  }
  return true;
}

bool tern_op_has_right_parent(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  for (size_t i = 0; parent && i < op->def->parent_count; ++i) {
    if (parent->def->name == op->def->parents[i]) return true;
  }
  return false;
}

static bool check_parent(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  if (tern_op_has_right_parent(op)) return true;
  if (def->parent_count == 1) return tern_op_error(op, "expects parent op '%s'", def->parents[0]->data);
  tern_string_builder_t names = {0};
  for (size_t i = 0; i < def->parent_count; ++i) {
    tern_string_builder_append_format(&names, "%s%s", i ? ", " : "", def->parents[i]->data);
  }
  tern_op_error(op, "expects parent op to be one of '%s'", names.data);
  tern_string_builder_deinitialize(&names);
  return false;
}

// --- structure that interfaces promise ---

static bool is_tensor(const tern_type_t *type) {
  return type->kind == TERN_TYPE_TENSOR || type->kind == TERN_TYPE_UNRANKED_TENSOR;
}

// The outputs, the last operand group, that are tensors are what the results are of.
static bool check_destination_style(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  if (def->operand_count == 0) return true;
  size_t group = def->operand_count - 1, start, count;
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (strcmp(def->operands[i].name->data, "outputs") == 0) group = i;
  }
  tern_op_operand_group(op, group, &start, &count);
  size_t tensor_count = 0;
  for (size_t i = 0; i < count; ++i) tensor_count += is_tensor(op->operands[start + i].value->type);
  if (tensor_count != op->result_count) {
    return tern_op_error(op,
                         "expected the number of tensor results (%u) to be equal to the number of output tensors (%zu)",
                         op->result_count, tensor_count);
  }
  size_t result = 0;
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = op->operands[start + i].value->type;
    if (!is_tensor(type)) continue;
    const tern_type_t *result_type = op->results[result++].type;
    if (type == result_type) continue;
    return tern_op_error(op, "expected type of operand #%zu ('%s') to match type of corresponding result ('%s')",
                         start + i, tern_type_text(type), tern_type_text(result_type));
  }
  return true;
}

// Carried values keep their type from the initial value to the result. For ops that do not check their regions
// themselves.
static bool check_loop(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  size_t group = 0, start, count;
  while (group < def->operand_count && strcmp(def->operands[group].name->data, "initArgs") != 0) ++group;
  if (group == def->operand_count || op->region_count != 1 || !op->regions[0].first_block) return true;
  tern_op_operand_group(op, group, &start, &count);
  const tern_block_t *body = op->regions[0].first_block;
  const tern_op_t *last = tern_block_terminator(body);
  if (body->arg_count < count || op->result_count != count) {
    return tern_op_error(op, "mismatch in number of loop-carried values and defined values");
  }
  if (last && last->operand_count != count) {
    return tern_op_error(op, "different number of region iter_args and yielded values: %zu != %u", count,
                         last->operand_count);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *init = op->operands[start + i].value->type;
    const tern_type_t *arg = body->args[body->arg_count - count + i]->type, *result = op->results[i].type;
    const tern_type_t *yielded = last && last->operands[i].value ? last->operands[i].value->type : arg;
    if (init != arg) {
      return tern_op_error(op, "types mismatch between %zuth iter operand and defined region argument: '%s' vs. '%s'",
                           i, tern_type_text(init), tern_type_text(arg));
    }
    if (arg != yielded) {
      return tern_op_error(op, "types mismatch between %zuth iter region arg and %zuth yielded value: '%s' vs. '%s'", i,
                           i, tern_type_text(arg), tern_type_text(yielded));
    }
    if (arg != result) {
      return tern_op_error(op, "types mismatch between %zuth iter region arg and defined value: '%s' vs. '%s'", i,
                           tern_type_text(arg), tern_type_text(result));
    }
  }
  return true;
}

static bool has_operand_group(const tern_op_def_t *def, const tern_ident_t *successor, size_t *out_group) {
  for (size_t i = 0; i < def->operand_count; ++i) {
    tern_str_t name = tern_ident_str(def->operands[i].name);
    if (name.size == successor->size + 8 && tern_str_starts_with(name, tern_ident_str(successor)) &&
        tern_str_ends_with(name, TERN_STR("Operands"))) {
      *out_group = i;
      return true;
    }
  }
  return false;
}

// How likely the successors are, if the op says so: a list of upstream's WeightedBranchOpInterface.
static bool check_branch_weights(const tern_op_t *op) {
  const tern_attr_t *weights = tern_op_attr(op, "branch_weights");
  if (!weights || weights->kind != TERN_ATTR_DENSE_ARRAY) return true;
  size_t count = tern_dense_array_attr_count(weights), zero_count = 0;
  if (count == 0) return true;
  if (count != op->successor_count) {
    return tern_emit_error(op->loc, "expects number of branch weights to match number of successors: %zu vs %u", count,
                           (unsigned)op->successor_count);
  }
  for (size_t i = 0; i < count; ++i) zero_count += tern_dense_array_attr_int(weights, i) == 0;
  return zero_count < count || tern_emit_error(op->loc, "branch weights cannot all be zero");
}

// Successor i gets the operand group of its name (`trueDest`, `trueDestOperands`), else the i-th of the last groups.
// Variadic successors have nested groups, which their op's own hook knows.
bool tern_verify_branch(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  if (!check_branch_weights(op)) return false;
  if (def->operand_count < def->successor_count) return true;
  for (size_t i = 0; i < def->successor_count && i < op->successor_count; ++i) {
    size_t group = def->operand_count - def->successor_count + i, start, count;
    if (def->successors[i].is_variadic) break;
    has_operand_group(def, def->successors[i].name, &group);
    if (def->operands[group].arity != TERN_ARITY_VARIADIC) continue;
    const tern_block_t *block = op->successors[i].block;
    if (!block) continue;
    tern_op_operand_group(op, group, &start, &count);
    if (count != block->arg_count) {
      return tern_emit_error(op->loc, "branch has %zu operands for successor #%zu, but target block has %u", count, i,
                             block->arg_count);
    }
    for (size_t j = 0; j < count; ++j) {
      if (op->operands[start + j].value->type == block->args[j]->type) continue;
      return tern_emit_error(op->loc, "type mismatch for bb argument #%zu of successor #%zu", j, i);
    }
  }
  return true;
}

static bool check_attr_dictionaries(const tern_op_t *op, const char *attr_name, const char *what, const char *whats,
                                    size_t expected) {
  const tern_attr_t *list = tern_op_attr(op, attr_name);
  if (!list) return true;
  if (list->kind != TERN_ATTR_ARRAY) {
    return tern_op_error(op, "expects '%s' to be an array of dictionaries, but got '%s'", attr_name,
                         tern_attr_text(list));
  }
  if (tern_array_attr_count(list) != expected) {
    return tern_op_error(op,
                         "expects %s attribute array to have the same number of elements as the number of function "
                         "%s, got %zu, but expected %zu",
                         what, whats, tern_array_attr_count(list), expected);
  }
  for (size_t i = 0; i < expected; ++i) {
    const tern_attr_t *dictionary = tern_array_attr_at(list, i);
    if (dictionary->kind != TERN_ATTR_DICTIONARY) {
      return tern_op_error(op, "expects %s attribute dictionary to be a DictionaryAttr, but got `%s`", what,
                           tern_attr_text(dictionary));
    }
  }
  return true;
}

static bool check_attr_names(const tern_op_t *op, const char *attr_name, const char *whats) {
  const tern_attr_t *list = tern_op_attr(op, attr_name);
  for (size_t i = 0; list && i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *dictionary = tern_array_attr_at(list, i);
    for (size_t j = 0; j < tern_dictionary_attr_count(dictionary); ++j) {
      tern_str_t name = tern_ident_str(tern_dictionary_attr_name(dictionary, j));
      if (tern_str_find_char(name, '.') == name.size) {
        return tern_op_error(op, "%s may only have dialect attributes", whats);
      }
    }
  }
  return true;
}

// Hooks of dialects that are verified first say themselves where an op may be and what its arguments may have.
static bool is_judged_late(const tern_op_t *op) { return op->def->row->verify && op->def->dialect->verifies_ops_first; }

static bool check_symbol(const tern_op_t *op) {
  return tern_verify_symbol(op) && (is_judged_late(op) || tern_verify_symbol_place(op));
}

static bool check_all_attr_names(const tern_op_t *op) {
  return check_attr_names(op, "arg_attrs", "arguments") && check_attr_names(op, "res_attrs", "results");
}

bool tern_verify_op_late(const tern_op_t *op) {
  if (!is_judged_late(op)) return true;
  if (tern_op_has_trait(op, TERN_TRAIT_SYMBOL) && !tern_verify_symbol_place(op)) return false;
  return !tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) || check_all_attr_names(op);
}

bool tern_verify_function_attrs(const tern_op_t *op, size_t input_count, size_t result_count) {
  return check_attr_dictionaries(op, "arg_attrs", "argument", "arguments", input_count) &&
         check_attr_dictionaries(op, "res_attrs", "result", "results", result_count) &&
         (is_judged_late(op) || check_all_attr_names(op));
}

bool tern_verify_function(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "function_type");
  if (!attr || attr->kind != TERN_ATTR_TYPE)
    return tern_op_error(op, "requires 'function_type' attribute of function type");
  if (op->region_count != 1) return tern_op_error(op, "expects one region");
  const tern_type_t *type = tern_type_attr_value(attr);
  // A dialect's own function type (llvm.func) is its hook's to check.
  if (type->kind != TERN_TYPE_FUNCTION) {
    return type->kind == TERN_TYPE_DIALECT || tern_op_error(op, "requires 'function_type' attribute of function type");
  }
  tern_types_t inputs = tern_function_type_inputs(type);
  if (!tern_verify_function_attrs(op, inputs.count, tern_function_type_result_count(type))) return false;
  const tern_block_t *entry = op->regions[0].first_block;
  if (!entry) return true;
  if (entry->arg_count != inputs.count) {
    return tern_op_error(op, "entry block must have %zu arguments to match function signature", inputs.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (entry->args[i]->type == inputs.values[i]) continue;
    return tern_op_error(op,
                         "type of entry block argument #%zu('%s') must match the type of the corresponding argument "
                         "in function signature('%s')",
                         i, tern_type_text(entry->args[i]->type), tern_type_text(inputs.values[i]));
  }
  return true;
}

// --- dispatch ---

typedef struct trait_row {
  tern_traits_t trait;
  trait_check_t check;
} trait_row_t;

static const trait_row_t trait_rows[] = {
    {TERN_TRAIT_TERMINATOR, check_terminator},
    {TERN_TRAIT_SYMBOL, check_symbol},
    {TERN_TRAIT_FUNCTION_LIKE, tern_verify_function},
    {TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE, check_same_operands_and_result_type},
    {TERN_TRAIT_SAME_TYPE_OPERANDS, check_same_type_operands},
    {TERN_TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE, check_same_operands_and_result_shape},
    {TERN_TRAIT_SAME_OPERANDS_SHAPE, check_same_operands_shape},
    {TERN_TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE, check_same_operands_and_result_element_type},
    {TERN_TRAIT_SAME_OPERANDS_ELEMENT_TYPE, check_same_operands_element_type},
    {TERN_TRAIT_ELEMENTWISE, check_elementwise},
    {TERN_TRAIT_BRANCH_LIKE, tern_verify_branch},
    {TERN_TRAIT_DESTINATION_STYLE, check_destination_style},
};

#define CHECKED_TRAITS                                                                                                 \
  (TERN_TRAIT_TERMINATOR | TERN_TRAIT_SYMBOL | TERN_TRAIT_FUNCTION_LIKE | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE |   \
   TERN_TRAIT_SAME_TYPE_OPERANDS | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE | TERN_TRAIT_SAME_OPERANDS_SHAPE |        \
   TERN_TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE | TERN_TRAIT_SAME_OPERANDS_ELEMENT_TYPE | TERN_TRAIT_ELEMENTWISE | \
   TERN_TRAIT_BRANCH_LIKE | TERN_TRAIT_DESTINATION_STYLE)

#define ELEMENT_CAST_TRAITS (TERN_TRAIT_CAST_LIKE | TERN_TRAIT_ELEMENTWISE | TERN_TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE)

static bool check_dialect_traits(const tern_op_t *op) {
  return !op->def->dialect->verify_op || op->def->dialect->verify_op(op);
}

bool tern_verify_op_traits(const tern_op_t *op) {
  if (op->def->parent_count && !check_parent(op)) return false;
  if (!(op->def->traits & CHECKED_TRAITS)) return check_dialect_traits(op);
  if ((op->def->traits & ELEMENT_CAST_TRAITS) == ELEMENT_CAST_TRAITS && !check_tensor_dims(op)) return false;
  if ((op->def->traits & TERN_TRAIT_ELEMENTWISE) && !check_condition(op)) return false;
  for (size_t i = 0; i < sizeof(trait_rows) / sizeof(trait_rows[0]); ++i) {
    if ((op->def->traits & trait_rows[i].trait) && !trait_rows[i].check(op)) return false;
  }
  return check_dialect_traits(op);
}

// A body that ends in another op than the one that is implied.
static bool check_implicit_terminator(const tern_op_t *op) {
  const char *name = op->def->row->implicit_terminator;
  for (size_t i = 0; i < op->region_count; ++i) {
    const tern_block_t *block = op->regions[i].first_block;
    const tern_op_t *last = block ? tern_block_terminator(block) : NULL;
    if (!last || strcmp(last->def->name->data, name) == 0) continue;
    tern_op_error(op, "expects regions to end with '%s', found '%s'", name, last->def->name->data);
    tern_emit_note(op->loc, "in custom textual format, the absence of terminator implies '%s'", name);
    return false;
  }
  return true;
}

bool tern_verify_op_region_traits(const tern_op_t *op) {
  if (op->def->row->implicit_terminator && !check_implicit_terminator(op)) return false;
  if (tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE) && !tern_verify_symbol_table(op)) return false;
  return !tern_op_has_trait(op, TERN_TRAIT_LOOP_LIKE) || op->def->row->verify_regions || check_loop(op);
}
