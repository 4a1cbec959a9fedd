// Compiling op rows: from the strings of a row to the tables that the engines run on.
//
// A definition is compiled when an op of its name is first met and lives as long as its context.

#include "ir/op_def.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ir/constraint/constraint.h"
#include "ir/context.h"
#include "ir/context_private.h"

typedef struct compiler {
  tern_context_t *context;
  const tern_op_row_t *row;
  tern_op_def_t *def;
  const char *message;  // what is wrong, or NULL
} compiler_t;

// One `name: Constraint` of a list.
typedef struct item {
  const tern_ident_t *name;
  tern_str_t constraint;
} item_t;

static bool fail(compiler_t *compiler, const char *what, tern_str_t text) {
  if (!compiler->message) {
    compiler->message = tern_constraint_message(compiler->context, "%s '%.*s'", what, (int)text.size, text.data);
  }
  return false;
}

// What a constraint or default value is wrong about, and whose it is.
static bool fail_within(compiler_t *compiler, const char *message, const tern_ident_t *name) {
  if (!compiler->message) {
    const char *what = message ? message : "malformed";
    compiler->message = tern_constraint_message(compiler->context, "%s, in '%s'", what, name->data);
  }
  return false;
}

static void *copy_array(compiler_t *compiler, const void *values, size_t count, size_t element_size) {
  return count ? tern_arena_copy(tern_context_arena(compiler->context), values, count * element_size) : NULL;
}

static size_t count_items(const char *list) {
  tern_str_t rest = tern_str_trim(tern_str_from_cstr(list));
  size_t count = 0;
  while (rest.size) {
    size_t comma = tern_constraint_find(rest, ',');
    rest = tern_str_drop(rest, comma < rest.size ? comma + 1 : comma);
    ++count;
  }
  return count;
}

static bool is_name(tern_str_t text) {
  if (text.size == 0) return false;
  for (size_t i = 0; i < text.size; ++i) {
    if (!isalnum((unsigned char)text.data[i]) && text.data[i] != '_') return false;
  }
  return true;
}

// Takes the next `name: Constraint` of a list. False after a failure.
static bool take_item(compiler_t *compiler, tern_str_t *inout_rest, char separator, item_t *out_item) {
  size_t comma = tern_constraint_find(*inout_rest, ',');
  tern_str_t text = tern_str_trim(tern_str_make(inout_rest->data, comma));
  *inout_rest = tern_str_trim(tern_str_drop(*inout_rest, comma < inout_rest->size ? comma + 1 : comma));
  size_t colon = tern_str_find_char(text, separator);
  tern_str_t name = tern_str_trim(tern_str_make(text.data, colon));
  if (colon == text.size)
    return fail(compiler, separator == ':' ? "expected `name: Constraint` but got" : "expected `name = rule` but got",
                text);
  if (!is_name(name)) return fail(compiler, "not a name:", name);
  out_item->name = tern_ident_get(compiler->context, name);
  out_item->constraint = tern_str_trim(tern_str_drop(text, colon + 1));
  return true;
}

// If `text` is `head<...>`, leaves what is between the angles in `*out_inside`.
static bool strip(tern_str_t text, const char *head, tern_str_t *out_inside) {
  size_t size = strlen(head);
  if (text.size < size + 2 || memcmp(text.data, head, size) != 0 || text.data[size] != '<' ||
      text.data[text.size - 1] != '>') {
    return false;
  }
  // The closing angle has to be that of the head: `Optional<A> | B<C>` is no Optional.
  tern_str_t inside = tern_str_make(text.data + size + 1, text.size - size - 2);
  if (tern_constraint_find(inside, '>') != inside.size) return false;
  *out_inside = tern_str_trim(inside);
  return true;
}

// --- operands and results ---

static bool compile_value(compiler_t *compiler, tern_str_t text, tern_value_def_t *value) {
  tern_str_t inside = text;
  value->arity = TERN_ARITY_ONE;
  if (strip(text, "Variadic", &inside)) {
    value->arity = TERN_ARITY_VARIADIC;
  } else if (strip(text, "Optional", &inside)) {
    value->arity = TERN_ARITY_OPTIONAL;
  } else if (strip(text, "VariadicOfVariadic", &inside)) {
    value->arity = TERN_ARITY_NESTED;
    size_t comma = tern_constraint_find(inside, ',');
    if (comma == inside.size) return fail(compiler, "expected the name of an attribute of sizes in", text);
    value->sizes_attr = tern_ident_get(compiler->context, tern_str_trim(tern_str_drop(inside, comma + 1)));
    inside = tern_str_make(inside.data, comma);
  }
  const char *message = NULL;
  value->constraint = tern_type_constraint_get(compiler->context, inside, &message);
  return value->constraint || fail_within(compiler, message, value->name);
}

static bool compile_values(compiler_t *compiler, const char *list, const tern_value_def_t **out_values,
                           size_t *out_count) {
  size_t count = count_items(list);
  if (!count) return true;
  tern_value_def_t *values = tern_arena_alloc_zeroed(tern_context_arena(compiler->context), count * sizeof(*values));
  tern_str_t rest = tern_str_trim(tern_str_from_cstr(list));
  for (size_t i = 0; i < count; ++i) {
    item_t item;
    if (!take_item(compiler, &rest, ':', &item)) return false;
    values[i].name = item.name;
    if (!compile_value(compiler, item.constraint, &values[i])) return false;
    for (size_t j = 0; j < i; ++j) {
      if (values[j].name == item.name) return fail(compiler, "doubled name", tern_ident_str(item.name));
    }
  }
  *out_values = values;
  *out_count = count;
  return true;
}

static size_t count_open_groups(const tern_value_def_t *values, size_t count) {
  size_t open_count = 0;
  for (size_t i = 0; i < count; ++i) open_count += values[i].arity != TERN_ARITY_ONE;
  return open_count;
}

// --- attributes ---

static bool compile_attr(compiler_t *compiler, tern_str_t text, tern_attr_def_t *attr) {
  tern_str_t inside = text, default_text = {0};
  if (strip(text, "Optional", &inside) || strip(text, "OptionalAttr", &inside)) {
    attr->is_optional = true;
  } else if (strip(text, "Default", &inside) || strip(text, "DefaultValuedAttr", &inside) ||
             strip(text, "DefaultOptional", &inside)) {
    attr->is_default_silent = tern_str_starts_with(text, TERN_STR("DefaultOptional"));
    size_t comma = tern_constraint_find(inside, ',');
    if (comma == inside.size) return fail(compiler, "expected a default value in", text);
    attr->has_default = true;
    default_text = tern_str_drop(inside, comma + 1);
    inside = tern_str_make(inside.data, comma);
  }
  const char *message = NULL;
  attr->constraint = tern_attr_constraint_get(compiler->context, inside, &message);
  if (!attr->constraint) return fail_within(compiler, message, attr->name);
  // A unit attribute says something by being there.
  if (attr->constraint->shape && strcmp(attr->constraint->shape, "unit") == 0) attr->is_optional = true;
  if (!attr->has_default) return true;
  attr->default_value = tern_attr_default_parse(compiler->context, attr->constraint, default_text, &message);
  if (!attr->default_value) return fail_within(compiler, message, attr->name);
  return attr->constraint->is_satisfied(attr->default_value, attr->constraint) ||
         fail(compiler, "the default value is not what the attribute may be:", text);
}

// The slot of the sizes of several variadic groups: the row's own attribute of this name, or one that is added.
static bool add_segments(compiler_t *compiler, const char *name, tern_attr_def_t *attrs, size_t *inout_count,
                         int *out_slot) {
  const tern_ident_t *ident = tern_ident_get(compiler->context, tern_str_from_cstr(name));
  for (size_t i = 0; i < *inout_count; ++i) {
    if (attrs[i].name == ident) {
      *out_slot = (int)i;
      return true;
    }
  }
  *out_slot = (int)*inout_count;
  tern_attr_def_t *attr = &attrs[(*inout_count)++];
  attr->name = ident;
  return compile_attr(compiler, TERN_STR("DenseI32ArrayAttr"), attr);
}

static bool compile_attrs(compiler_t *compiler) {
  tern_op_def_t *def = compiler->def;
  size_t count = count_items(compiler->row->attrs), made = 0;
  tern_attr_def_t *attrs = tern_arena_alloc_zeroed(tern_context_arena(compiler->context), (count + 2) * sizeof(*attrs));
  tern_str_t rest = tern_str_trim(tern_str_from_cstr(compiler->row->attrs));
  for (; made < count; ++made) {
    item_t item;
    if (!take_item(compiler, &rest, ':', &item)) return false;
    attrs[made].name = item.name;
    if (!compile_attr(compiler, item.constraint, &attrs[made])) return false;
    for (size_t j = 0; j < made; ++j) {
      if (attrs[j].name == item.name) return fail(compiler, "doubled name", tern_ident_str(item.name));
    }
  }
  if (count_open_groups(def->operands, def->operand_count) > 1 &&
      !(def->traits & TERN_TRAIT_SAME_VARIADIC_OPERAND_SIZE)) {
    def->traits |= TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS;
  }
  if (count_open_groups(def->results, def->result_count) > 1 && !(def->traits & TERN_TRAIT_SAME_VARIADIC_RESULT_SIZE)) {
    def->traits |= TERN_TRAIT_ATTR_SIZED_RESULT_SEGMENTS;
  }
  if ((def->traits & TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS) &&
      !add_segments(compiler, "operandSegmentSizes", attrs, &made, &def->operand_segments_slot)) {
    return false;
  }
  if ((def->traits & TERN_TRAIT_ATTR_SIZED_RESULT_SEGMENTS) &&
      !add_segments(compiler, "resultSegmentSizes", attrs, &made, &def->result_segments_slot)) {
    return false;
  }
  def->attrs = attrs;
  def->attr_count = made;
  for (size_t i = 0; i < def->operand_count; ++i) {
    const tern_ident_t *sizes = def->operands[i].sizes_attr;
    if (sizes && tern_op_def_slot(def, tern_ident_str(sizes)) < 0) {
      return fail(compiler, "no attribute of the name", tern_ident_str(sizes));
    }
  }
  return true;
}

// --- regions and successors ---

static bool compile_region(compiler_t *compiler, tern_str_t text, tern_region_def_t *region) {
  static const struct {
    const char *name;
    bool bounds_below, bounds_above;
  } sized[] = {{"SizedRegion", true, true}, {"MinSizedRegion", true, false}, {"MaxSizedRegion", false, true}};
  region->min_blocks = 0;
  region->max_blocks = UINT32_MAX;
  tern_str_t inside;
  if (strip(text, "VariadicRegion", &inside)) {
    if (!compile_region(compiler, inside, region)) return false;
    region->is_variadic = true;
    return true;
  }
  if (tern_str_equal(text, TERN_STR("VariadicRegion"))) {
    region->is_variadic = true;
    return true;
  }
  if (tern_str_equal(text, TERN_STR("AnyRegion"))) return true;
  for (size_t i = 0; i < sizeof(sized) / sizeof(sized[0]); ++i) {
    int64_t count;
    if (!strip(text, sized[i].name, &inside)) continue;
    if (!tern_str_to_int64(inside, &count) || count < 0 || count >= UINT32_MAX) break;
    if (sized[i].bounds_below) region->min_blocks = (uint32_t)count;
    if (sized[i].bounds_above) region->max_blocks = (uint32_t)count;
    return true;
  }
  return fail(compiler, "unknown region constraint", text);
}

static bool compile_regions(compiler_t *compiler) {
  size_t count = count_items(compiler->row->regions);
  if (!count) return true;
  tern_region_def_t *regions = tern_arena_alloc_zeroed(tern_context_arena(compiler->context), count * sizeof(*regions));
  tern_str_t rest = tern_str_trim(tern_str_from_cstr(compiler->row->regions));
  for (size_t i = 0; i < count; ++i) {
    item_t item;
    if (!take_item(compiler, &rest, ':', &item)) return false;
    regions[i].name = item.name;
    if (!compile_region(compiler, item.constraint, &regions[i])) return false;
    if (regions[i].is_variadic && i + 1 < count) {
      return fail(compiler, "only the last region may be variadic, not", tern_ident_str(item.name));
    }
  }
  compiler->def->regions = regions;
  compiler->def->region_count = count;
  return true;
}

static bool compile_successors(compiler_t *compiler) {
  size_t count = count_items(compiler->row->successors);
  if (!count) return true;
  tern_successor_def_t *successors =
      tern_arena_alloc_zeroed(tern_context_arena(compiler->context), count * sizeof(*successors));
  tern_str_t rest = tern_str_trim(tern_str_from_cstr(compiler->row->successors));
  for (size_t i = 0; i < count; ++i) {
    item_t item;
    tern_str_t inside;
    if (!take_item(compiler, &rest, ':', &item)) return false;
    successors[i].name = item.name;
    if (tern_str_equal(item.constraint, TERN_STR("VariadicSuccessor")) ||
        strip(item.constraint, "VariadicSuccessor", &inside)) {
      successors[i].is_variadic = true;
      if (i + 1 < count) {
        return fail(compiler, "only the last successor may be variadic, not", tern_ident_str(item.name));
      }
    } else if (!tern_str_equal(item.constraint, TERN_STR("AnySuccessor"))) {
      return fail(compiler, "unknown successor constraint", item.constraint);
    }
  }
  compiler->def->successors = successors;
  compiler->def->successor_count = count;
  return true;
}

// --- type rules ---

static bool find_value(const tern_op_def_t *def, tern_str_t name, size_t *out_position) {
  for (size_t i = 0; i < def->operand_count + def->result_count; ++i) {
    const tern_value_def_t *value = i < def->operand_count ? &def->operands[i] : &def->results[i - def->operand_count];
    if (tern_str_equal(tern_ident_str(value->name), name)) {
      *out_position = i;
      return true;
    }
  }
  return false;
}

static bool find_transform(tern_str_t name, tern_type_transform_t *out_transform) {
  static const struct {
    const char *name;
    tern_type_transform_t transform;
  } transforms[] = {
      {"same", TERN_TRANSFORM_SAME},
      {"element", TERN_TRANSFORM_ELEMENT},
      {"i1_like", TERN_TRANSFORM_I1_LIKE},
      {"index_like", TERN_TRANSFORM_INDEX_LIKE},
      {"float_of_complex", TERN_TRANSFORM_FLOAT_OF_COMPLEX},
      {"element_vector", TERN_TRANSFORM_SHAPE_ELEMENT_VECTOR},
      {"pointee", TERN_TRANSFORM_POINTEE},
  };
  for (size_t i = 0; i < sizeof(transforms) / sizeof(transforms[0]); ++i) {
    if (tern_str_equal_cstr(name, transforms[i].name)) {
      *out_transform = transforms[i].transform;
      return true;
    }
  }
  return false;
}

static bool compile_types(compiler_t *compiler) {
  size_t count = count_items(compiler->row->types);
  if (!count) return true;
  tern_type_rule_t *rules = tern_arena_alloc_zeroed(tern_context_arena(compiler->context), count * sizeof(*rules));
  tern_str_t rest = tern_str_trim(tern_str_from_cstr(compiler->row->types));
  for (size_t i = 0; i < count; ++i) {
    item_t item;
    if (!take_item(compiler, &rest, '=', &item)) return false;
    tern_str_t text = item.constraint;
    size_t open = tern_str_find_char(text, '(');
    if (open == text.size || text.data[text.size - 1] != ')')
      return fail(compiler, "expected `rule(name)` but got", text);
    tern_str_t transform = tern_str_trim(tern_str_make(text.data, open));
    tern_str_t source = tern_str_trim(tern_str_make(text.data + open + 1, text.size - open - 2));
    if (!find_transform(transform, &rules[i].transform)) return fail(compiler, "unknown type rule", transform);
    if (!find_value(compiler->def, tern_ident_str(item.name), &rules[i].target)) {
      return fail(compiler, "no operand or result of the name", tern_ident_str(item.name));
    }
    if (!find_value(compiler->def, source, &rules[i].source)) {
      return fail(compiler, "no operand or result of the name", source);
    }
  }
  compiler->def->type_rules = rules;
  compiler->def->type_rule_count = count;
  return true;
}

static void compile_parents(compiler_t *compiler) {
  TERN_VEC(const tern_ident_t *) parents = {0};
  tern_str_t rest = tern_str_from_cstr(compiler->row->parents);
  while (rest.size) {
    tern_str_t name = tern_str_trim(tern_str_split(&rest, '|'));
    if (name.size) tern_vec_push(&parents, tern_ident_get(compiler->context, name));
  }
  compiler->def->parents = copy_array(compiler, parents.values, parents.count, sizeof(parents.values[0]));
  compiler->def->parent_count = parents.count;
  tern_vec_deinitialize(&parents);
}

// Traits that follow from others, and what they need.
static bool complete_traits(compiler_t *compiler) {
  tern_op_def_t *def = compiler->def;
  if (compiler->row->implicit_terminator) def->traits |= TERN_TRAIT_SINGLE_BLOCK;
  // An op with syntax of its own may keep its name as a discardable attribute, as upstream's gpu.func does.
  if ((def->traits & TERN_TRAIT_SYMBOL) && !compiler->row->parse && tern_op_def_slot(def, TERN_STR("sym_name")) < 0) {
    return fail(compiler, "a symbol needs the attribute", TERN_STR("sym_name"));
  }
  if ((def->traits & TERN_TRAIT_FUNCTION_LIKE) && tern_op_def_slot(def, TERN_STR("function_type")) < 0) {
    return fail(compiler, "a function needs the attribute", TERN_STR("function_type"));
  }
  // What is only parsed is printed in the generic form.
  if (compiler->row->print && !compiler->row->parse) {
    return fail(compiler, "a print hook needs a parse hook:", tern_ident_str(def->name));
  }
  return true;
}

bool tern_op_def_compile(tern_context_t *context, const tern_dialect_t *dialect, const tern_op_row_t *row,
                         tern_op_def_t *out_def, const char **out_message) {
  *out_def = (tern_op_def_t){
      .row = row,
      .dialect = dialect,
      .name = tern_ident_get(context, tern_str_from_cstr(row->name)),
      .traits = row->traits,
      .operand_segments_slot = -1,
      .result_segments_slot = -1,
  };
  compiler_t compiler = {context, row, out_def, NULL};
  bool is_right = compile_values(&compiler, row->operands, &out_def->operands, &out_def->operand_count) &&
                  compile_values(&compiler, row->results, &out_def->results, &out_def->result_count) &&
                  compile_attrs(&compiler) && compile_regions(&compiler) && compile_successors(&compiler) &&
                  compile_types(&compiler) && complete_traits(&compiler);
  compile_parents(&compiler);
  if (!is_right && out_message) *out_message = compiler.message ? compiler.message : "malformed row";
  return is_right;
}

// --- finding definitions ---

static const tern_op_def_t *compile_row(tern_context_t *context, const tern_op_row_t *row) {
  tern_str_t name = tern_str_from_cstr(row->name);
  size_t dot = tern_str_find_char(name, '.');
  const tern_dialect_t *dialect = tern_context_find_dialect(context, tern_str_make(name.data, dot));
  tern_op_def_t compiled;
  const char *message = NULL;
  if (!tern_op_def_compile(context, dialect, row, &compiled, &message)) {
    tern_emit_error(tern_unknown_loc_get(context), "the row of op '%s' does not compile: %s", row->name, message);
    return NULL;
  }
  tern_op_def_t *def = tern_arena_copy(tern_context_arena(context), &compiled, sizeof(compiled));
  tern_map_set(&context->op_defs_by_name, def->name, def);
  tern_map_set(&context->op_defs_by_row, row, def);
  return def;
}

const tern_op_def_t *tern_op_def_of(tern_context_t *context, const tern_op_row_t *row) {
  const tern_op_def_t *def = tern_map_get(&context->op_defs_by_row, row);
  return def ? def : compile_row(context, row);
}

const tern_op_def_t *tern_op_def_get(tern_context_t *context, tern_str_t name) {
  const tern_ident_t *ident = tern_ident_get(context, name);
  const tern_op_def_t *known = tern_map_get(&context->op_defs_by_name, ident);
  if (known && known->row) return known;
  // The name may have been met before its dialect was registered.
  const tern_op_row_t *row = tern_context_find_op(context, name);
  if (row) return tern_op_def_of(context, row);
  if (known) return known;
  size_t dot = tern_str_find_char(name, '.');
  tern_op_def_t unregistered = {
      .name = ident,
      .dialect = dot < name.size ? tern_context_find_dialect(context, tern_str_make(name.data, dot)) : NULL,
      .operand_segments_slot = -1,
      .result_segments_slot = -1,
  };
  tern_op_def_t *def = tern_arena_copy(tern_context_arena(context), &unregistered, sizeof(unregistered));
  tern_map_set(&context->op_defs_by_name, ident, def);
  return def;
}

// --- type rules at work ---

// `element` in place of the innermost element of `type`.
static const tern_type_t *element_like(const tern_type_t *type, const tern_type_t *element) {
  return tern_type_is_shaped(type) ? tern_type_with_element(type, element) : element;
}

const tern_type_t *tern_type_transform_apply(tern_type_transform_t transform, const tern_type_t *type) {
  switch (transform) {
    case TERN_TRANSFORM_SAME: return type;
    case TERN_TRANSFORM_ELEMENT:
      if (type->kind == TERN_TYPE_DIALECT) return type->row->element ? type->row->element(type) : NULL;
      return tern_type_is_shaped(type) || type->kind == TERN_TYPE_COMPLEX ? tern_type_element(type) : NULL;
    case TERN_TRANSFORM_I1_LIKE: return element_like(type, tern_i_type_get(type->context, 1));
    case TERN_TRANSFORM_INDEX_LIKE: return element_like(type, tern_index_type_get(type->context));
    case TERN_TRANSFORM_FLOAT_OF_COMPLEX: {
      const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
      return element->kind == TERN_TYPE_COMPLEX ? element_like(type, tern_type_element(element)) : NULL;
    }
    case TERN_TRANSFORM_POINTEE: {
      const tern_type_t *pointer = tern_type_is_shaped(type) ? tern_type_element(type) : type;
      bool is_pointer = pointer->kind == TERN_TYPE_DIALECT && pointer->row->element;
      return is_pointer ? element_like(type, pointer->row->element(pointer)) : NULL;
    }
    case TERN_TRANSFORM_SHAPE_ELEMENT_VECTOR: {
      if (!tern_type_is_ranked(type) || !tern_type_has_static_shape(type)) return NULL;
      int64_t count = tern_type_element_count(type);
      return count > 0 ? tern_vector_type_get(tern_type_element(type), &count, 1, 0) : NULL;
    }
  }
  return NULL;
}
