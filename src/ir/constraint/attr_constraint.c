// Attribute constraints: compilation of the names of attr_constraint_table.def.
//
// A compiled constraint is a predicate with arguments. It is made once per text and context.

#include <string.h>

#include "ir/constraint/attr_predicates.h"
#include "ir/constraint/constraint.h"
#include "ir/context.h"
#include "ir/context_private.h"

// Fills in what the arguments of a node mean for a constraint. False and a message if they are wrong.
typedef bool (*make_fn_t)(tern_context_t *context, const tern_constraint_node_t *node,
                          tern_attr_constraint_t *constraint, const char **out_message);

typedef enum row_form { FORM_PLAIN, FORM_NUMBER, FORM_ARRAY, FORM_ALIAS, FORM_COMBINED, FORM_CONFINED } row_form_t;

typedef struct constraint_row {
  row_form_t form;
  const char *name;
  const char *text;  // description
  const char *alias;
  const char *shape;
  tern_attr_predicate_t is_satisfied;
  make_fn_t make;
  int64_t value;  // for the predicate; a width
  tern_type_kind_t kind;
  tern_signedness_t signedness;
} constraint_row_t;

static bool need(bool condition, const char *message, const char **out_message) {
  if (!condition) *out_message = message;
  return condition;
}

// Compiles the arguments that are constraints, and collects the numbers.
static bool compile_args(tern_context_t *context, const tern_constraint_node_t *node,
                         tern_attr_constraint_t *constraint, const char **out_message) {
  constraint->values = tern_constraint_numbers(context, node, &constraint->value_count);
  constraint->arg_count = node->arg_count - constraint->value_count;
  if (!constraint->arg_count) return true;
  const tern_attr_constraint_t **args =
      tern_arena_alloc_array(tern_context_arena(context), constraint->arg_count, sizeof(*args));
  size_t count = 0;
  for (size_t i = 0; i < node->arg_count; ++i) {
    if (node->args[i]->kind == TERN_CONSTRAINT_NUMBER) continue;
    args[count] = tern_attr_constraint_of_node(context, node->args[i], out_message);
    if (!args[count++]) return false;
  }
  constraint->args = args;
  return true;
}

static const char *join_descriptions(tern_context_t *context, const tern_attr_constraint_t *constraint,
                                     const char *separator) {
  tern_string_builder_t sb = {0};
  for (size_t i = 0; i < constraint->arg_count; ++i) {
    if (i) tern_string_builder_append_cstr(&sb, separator);
    tern_string_builder_append_cstr(&sb, constraint->args[i]->description);
  }
  const char *text = tern_constraint_message(context, "%s", sb.data ? sb.data : "");
  tern_string_builder_deinitialize(&sb);
  return text;
}

static bool make_any_of(tern_context_t *context, const tern_constraint_node_t *node, tern_attr_constraint_t *constraint,
                        const char **out_message) {
  if (!compile_args(context, node, constraint, out_message)) return false;
  constraint->description = join_descriptions(context, constraint, " or ");
  return need(constraint->arg_count > 0, "the constraint needs an argument", out_message);
}

static bool make_all_of(tern_context_t *context, const tern_constraint_node_t *node, tern_attr_constraint_t *constraint,
                        const char **out_message) {
  if (!compile_args(context, node, constraint, out_message)) return false;
  constraint->description = join_descriptions(context, constraint, " and ");
  if (!need(constraint->arg_count > 0, "the constraint needs an argument", out_message)) return false;
  constraint->value_type = constraint->args[0]->value_type;
  constraint->enum_row = constraint->args[0]->enum_row;
  constraint->shape = constraint->args[0]->shape;
  return true;
}

// The only argument as a type constraint.
static bool compile_type_arg(tern_context_t *context, const tern_constraint_node_t *node,
                             tern_attr_constraint_t *constraint, const char **out_message) {
  if (!need(node->arg_count == 1, "the constraint needs one type argument", out_message)) return false;
  constraint->type = tern_type_constraint_of_node(context, node->args[0], out_message);
  return constraint->type != NULL;
}

static bool make_type_of(tern_context_t *context, const tern_constraint_node_t *node,
                         tern_attr_constraint_t *constraint, const char **out_message) {
  if (!compile_type_arg(context, node, constraint, out_message)) return false;
  constraint->description = tern_constraint_message(context, "type attribute of %s", constraint->type->description);
  constraint->shape = "type";
  return true;
}

static bool make_typed_string(tern_context_t *context, const tern_constraint_node_t *node,
                              tern_attr_constraint_t *constraint, const char **out_message) {
  if (!compile_type_arg(context, node, constraint, out_message)) return false;
  constraint->description = tern_constraint_message(context, "string attribute of %s", constraint->type->description);
  return true;
}

static bool make_typed_array(tern_context_t *context, const tern_constraint_node_t *node,
                             tern_attr_constraint_t *constraint, const char **out_message) {
  if (!compile_args(context, node, constraint, out_message)) return false;
  if (!need(constraint->arg_count == 1, "the constraint needs one attribute argument", out_message)) return false;
  constraint->element = constraint->args[0];
  constraint->description = tern_constraint_message(context, "array of %s", constraint->element->description);
  return true;
}

static bool make_ranked_elements(tern_context_t *context, const tern_constraint_node_t *node,
                                 tern_attr_constraint_t *constraint, tern_str_t element, const char *what,
                                 const char **out_message) {
  if (!compile_args(context, node, constraint, out_message)) return false;
  const char *dims = tern_constraint_join_numbers(context, constraint->values, constraint->value_count, "", ", ");
  constraint->type = tern_type_constraint_get(context, element, out_message);
  constraint->description = tern_constraint_message(context, "%s elements attribute of shape [%s]", what, dims);
  return constraint->type && need(!constraint->arg_count, "the constraint takes numbers only", out_message);
}

static bool make_ranked_i32_elements(tern_context_t *context, const tern_constraint_node_t *node,
                                     tern_attr_constraint_t *constraint, const char **out_message) {
  return make_ranked_elements(context, node, constraint, TERN_STR("I32"), "32-bit signless int", out_message);
}

static bool make_ranked_i64_elements(tern_context_t *context, const tern_constraint_node_t *node,
                                     tern_attr_constraint_t *constraint, const char **out_message) {
  return make_ranked_elements(context, node, constraint, TERN_STR("I64"), "64-bit signless int", out_message);
}

static bool make_ranked_f32_elements(tern_context_t *context, const tern_constraint_node_t *node,
                                     tern_attr_constraint_t *constraint, const char **out_message) {
  return make_ranked_elements(context, node, constraint, TERN_STR("F32"), "32-bit float", out_message);
}

static bool make_ranked_f64_elements(tern_context_t *context, const tern_constraint_node_t *node,
                                     tern_attr_constraint_t *constraint, const char **out_message) {
  return make_ranked_elements(context, node, constraint, TERN_STR("F64"), "64-bit float", out_message);
}

// The only argument as the name of an enum.
static bool find_enum(tern_context_t *context, const tern_constraint_node_t *node, tern_attr_constraint_t *constraint,
                      const char **out_message) {
  if (!need(node->arg_count == 1 && node->args[0]->kind == TERN_CONSTRAINT_NAME,
            "the constraint needs the name of an enum", out_message)) {
    return false;
  }
  tern_str_t name = node->args[0]->name;
  constraint->enum_row = tern_context_find_enum(context, name);
  if (!constraint->enum_row) constraint->enum_row = tern_context_find_enum_attr(context, name);
  if (constraint->enum_row) return true;
  *out_message = tern_constraint_message(context, "unknown enum '%.*s'", (int)name.size, name.data);
  return false;
}

static bool make_enum(tern_context_t *context, const tern_constraint_node_t *node, tern_attr_constraint_t *constraint,
                      const char **out_message) {
  if (!find_enum(context, node, constraint, out_message)) return false;
  const tern_enum_row_t *row = constraint->enum_row;
  constraint->shape = "enum";
  if (row->attr_name) {
    constraint->description =
        row->summary ? row->summary : tern_constraint_message(context, "%s attribute", row->attr_name);
    return true;
  }
  constraint->value_type = tern_i_type_get(context, row->storage_width ? row->storage_width : 64);
  tern_string_builder_t sb = {0};
  for (size_t i = 0; i < row->case_count; ++i) {
    tern_string_builder_append_format(&sb, "%s%lld", i ? ", " : "", (long long)row->cases[i].value);
  }
  constraint->description =
      tern_constraint_message(context, "allowed %u-bit signless integer cases: %s",
                              tern_integer_type_width(constraint->value_type), sb.data ? sb.data : "");
  tern_string_builder_deinitialize(&sb);
  return true;
}

static bool make_enum_array(tern_context_t *context, const tern_constraint_node_t *node,
                            tern_attr_constraint_t *constraint, const char **out_message) {
  tern_constraint_node_t element = *node;
  element.name = TERN_STR("Enum");
  constraint->element = tern_attr_constraint_of_node(context, &element, out_message);
  if (!constraint->element) return false;
  constraint->enum_row = constraint->element->enum_row;
  constraint->description = tern_constraint_message(context, "array of %s", constraint->element->description);
  return true;
}

// --- properties ---

// Of one property, and numbers.
static bool make_property_of(tern_context_t *context, const tern_constraint_node_t *node,
                             tern_attr_constraint_t *constraint, const char *what, const char *shape,
                             const char **out_message) {
  if (!compile_args(context, node, constraint, out_message)) return false;
  bool is_right = constraint->arg_count == 1 && tern_attr_constraint_is_property(constraint->args[0]);
  if (!need(is_right, "the constraint needs a property as argument", out_message)) return false;
  constraint->element = constraint->args[0];
  constraint->description = tern_constraint_message(context, "%s %s", what, constraint->element->description);
  constraint->shape = shape;
  return true;
}

static bool make_array_property(tern_context_t *context, const tern_constraint_node_t *node,
                                tern_attr_constraint_t *constraint, const char **out_message) {
  return make_property_of(context, node, constraint, "array of", "array prop", out_message);
}

static bool make_optional_property(tern_context_t *context, const tern_constraint_node_t *node,
                                   tern_attr_constraint_t *constraint, const char **out_message) {
  return make_property_of(context, node, constraint, "optional", "optional prop", out_message);
}

static bool make_enum_property(tern_context_t *context, const tern_constraint_node_t *node,
                               tern_attr_constraint_t *constraint, const char **out_message) {
  if (!find_enum(context, node, constraint, out_message)) return false;
  constraint->shape = "enum prop";
  constraint->value_type = tern_i_type_get(context, constraint->enum_row->storage_width);
  constraint->description = constraint->enum_row->summary;
  return need(constraint->description != NULL, "an enum without a summary is no property", out_message);
}

// `mnemonic<case>`.
static bool make_named_enum_property(tern_context_t *context, const tern_constraint_node_t *node,
                                     tern_attr_constraint_t *constraint, const char **out_message) {
  if (!make_enum_property(context, node, constraint, out_message)) return false;
  constraint->shape = "named enum prop";
  return need(constraint->enum_row->attr_name != NULL, "the enum has no mnemonic", out_message);
}

// --- the table ---

#define PLAIN(NAME, TEXT, PREDICATE, VALUE, SHAPE) \
  {.form = FORM_PLAIN, .name = NAME, .text = TEXT, .is_satisfied = PREDICATE, .value = VALUE, .shape = SHAPE},
#define NUMBER(NAME, TEXT, KIND, WIDTH, SIGNEDNESS, SHAPE) \
  {.form = FORM_NUMBER,                                    \
   .name = NAME,                                           \
   .text = TEXT,                                           \
   .is_satisfied = is_number,                              \
   .kind = KIND,                                           \
   .value = WIDTH,                                         \
   .signedness = SIGNEDNESS,                               \
   .shape = SHAPE},
#define ARRAY(NAME, TEXT, KIND, WIDTH) \
  {.form = FORM_ARRAY,                 \
   .name = NAME,                       \
   .text = TEXT,                       \
   .is_satisfied = is_dense_array,     \
   .kind = KIND,                       \
   .value = WIDTH,                     \
   .shape = "i64array"},
#define ALIAS(NAME, ALIAS_TEXT, TEXT) {.form = FORM_ALIAS, .name = NAME, .text = TEXT, .alias = ALIAS_TEXT},
#define COMBINED(NAME, MAKE, PREDICATE) \
  {.form = FORM_COMBINED, .name = NAME, .is_satisfied = PREDICATE, .make = MAKE, .shape = "attr"},
#define CONFINED(NAME, PREDICATE, TEXT) {.form = FORM_CONFINED, .name = NAME, .text = TEXT, .is_satisfied = PREDICATE},
static const constraint_row_t constraint_rows[] = {
#include "ir/constraint/attr_constraint_table.def"
};
#undef PLAIN
#undef NUMBER
#undef ARRAY
#undef ALIAS
#undef COMBINED
#undef CONFINED

static const constraint_row_t *find_row(tern_str_t name) {
  for (size_t i = 0; i < sizeof(constraint_rows) / sizeof(constraint_rows[0]); ++i) {
    if (tern_str_equal_cstr(name, constraint_rows[i].name)) return &constraint_rows[i];
  }
  return NULL;
}

// --- compilation ---

static const tern_type_t *make_value_type(tern_context_t *context, const constraint_row_t *row) {
  if (row->kind == TERN_TYPE_INDEX) return tern_index_type_get(context);
  if (row->kind == TERN_TYPE_INTEGER) return tern_integer_type_get(context, (uint32_t)row->value, row->signedness);
  return tern_float_type_get(context, row->kind);
}

// Fills the numbers into a condition's text.
static bool describe_condition(tern_context_t *context, const char *base, const constraint_row_t *row,
                               tern_attr_constraint_t *constraint, const char **out_message) {
  tern_string_builder_t sb = {0};
  size_t next = 0;
  tern_string_builder_append_format(&sb, "%s ", base);
  for (const char *c = row->text; *c; ++c) {
    if (*c == '#') {
      int64_t value = next < constraint->value_count ? constraint->values[next] : 0;
      tern_string_builder_append_int64(&sb, value);
      ++next;
    } else if (*c == '*') {
      next = constraint->value_count;
      tern_string_builder_append_cstr(
          &sb, tern_constraint_join_numbers(context, constraint->values, constraint->value_count, "", ", "));
    } else {
      tern_string_builder_append_char(&sb, *c);
    }
  }
  constraint->description = tern_constraint_message(context, "%s", sb.data);
  tern_string_builder_deinitialize(&sb);
  return need(next == constraint->value_count, "the constraint has a wrong number of number arguments", out_message);
}

static void inherit(tern_attr_constraint_t *constraint, const tern_attr_constraint_t *base) {
  constraint->enum_row = base->enum_row;
  constraint->element = base->element;
  constraint->value_type = base->value_type;
  constraint->shape = base->shape;
}

// `Min<C, 0>`.
static bool compile_condition(tern_context_t *context, const tern_constraint_node_t *node, const constraint_row_t *row,
                              tern_attr_constraint_t *constraint, const char **out_message) {
  if (!compile_args(context, node, constraint, out_message)) return false;
  if (!need(constraint->arg_count == 1, "the constraint needs one attribute argument", out_message)) return false;
  constraint->is_satisfied = row->is_satisfied;
  inherit(constraint, constraint->args[0]);
  return describe_condition(context, constraint->args[0]->description, row, constraint, out_message);
}

// `ConfinedAttr<C, [IntMinValue<0>, IntMaxValue<3>]>`: one condition around the other.
static bool compile_confined(tern_context_t *context, const tern_constraint_node_t *node,
                             tern_attr_constraint_t *constraint, const char **out_message) {
  if (!need(node->arg_count >= 1, "the constraint needs an attribute argument", out_message)) return false;
  const tern_constraint_node_t *made = node->args[0];
  tern_arena_t *arena = tern_context_arena(context);
  for (size_t i = 1; i < node->arg_count; ++i) {
    const tern_constraint_node_t *condition = node->args[i];
    const constraint_row_t *row = condition->kind == TERN_CONSTRAINT_NAME ? find_row(condition->name) : NULL;
    if (!need(row && row->form == FORM_CONFINED, "expected a condition on attributes", out_message)) return false;
    const tern_constraint_node_t **args = tern_arena_alloc_array(arena, condition->arg_count + 1, sizeof(*args));
    size_t count = 0;
    args[count++] = made;
    // DenseArraySorted<DenseI64ArrayAttr> names the array once more: only numbers matter.
    for (size_t j = 0; j < condition->arg_count; ++j) {
      if (condition->args[j]->kind == TERN_CONSTRAINT_NUMBER) args[count++] = condition->args[j];
    }
    tern_constraint_node_t wrapped = {
        .kind = TERN_CONSTRAINT_NAME, .name = condition->name, .args = args, .arg_count = count};
    made = tern_arena_copy(arena, &wrapped, sizeof(wrapped));
  }
  const tern_attr_constraint_t *compiled = tern_attr_constraint_of_node(context, made, out_message);
  if (!compiled) return false;
  const char *name = constraint->name;
  *constraint = *compiled;
  constraint->name = name;
  return true;
}

// A name with a dot: an attribute of a dialect.
static bool compile_dialect_attr(tern_context_t *context, tern_str_t name, tern_attr_constraint_t *constraint,
                                 const char **out_message) {
  constraint->is_satisfied = is_dialect_attr;
  constraint->shape = "attr";
  constraint->description = constraint->name;
  constraint->attr_row = tern_context_find_attr(context, name);
  if (constraint->attr_row) {
    if (constraint->attr_row->summary) constraint->description = constraint->attr_row->summary;
    return true;
  }
  constraint->enum_row = tern_context_find_enum_attr(context, name);
  if (constraint->enum_row) return true;
  // Of a dialect that is not registered (yet), attributes are told by their names.
  tern_str_t dialect = tern_str_make(name.data, tern_str_find_char(name, '.'));
  if (!tern_context_find_dialect(context, dialect)) return true;
  *out_message = tern_constraint_message(context, "the dialect '%.*s' has no attribute '%.*s'", (int)dialect.size,
                                         dialect.data, (int)name.size, name.data);
  return false;
}

static bool compile_row(tern_context_t *context, const tern_constraint_node_t *node, const constraint_row_t *row,
                        tern_attr_constraint_t *constraint, const char **out_message) {
  constraint->is_satisfied = row->is_satisfied;
  constraint->description = row->text;
  constraint->shape = row->shape;
  switch (row->form) {
    case FORM_PLAIN:
      constraint->values = tern_arena_copy(tern_context_arena(context), &row->value, sizeof(row->value));
      constraint->value_count = 1;
      return need(!node->arg_count, "the constraint takes no arguments", out_message);
    case FORM_NUMBER:
    case FORM_ARRAY:
      constraint->value_type = make_value_type(context, row);
      return need(!node->arg_count, "the constraint takes no arguments", out_message);
    case FORM_COMBINED: return row->make(context, node, constraint, out_message);
    case FORM_CONFINED: return compile_condition(context, node, row, constraint, out_message);
    case FORM_ALIAS: {
      const tern_attr_constraint_t *meant =
          tern_attr_constraint_get(context, tern_str_from_cstr(row->alias), out_message);
      if (!meant) return false;
      const char *name = constraint->name;
      *constraint = *meant;
      constraint->name = name;
      if (row->text) constraint->description = row->text;
      return true;
    }
  }
  return false;
}

static bool compile_node(tern_context_t *context, const tern_constraint_node_t *node, void *out_constraint,
                         const char **out_message) {
  tern_attr_constraint_t *constraint = out_constraint;
  if (node->kind == TERN_CONSTRAINT_ANY_OF) {
    constraint->is_satisfied = is_any_of;
    constraint->shape = "attr";
    return make_any_of(context, node, constraint, out_message);
  }
  if (node->kind == TERN_CONSTRAINT_NUMBER) return need(false, "expected an attribute constraint", out_message);
  if (tern_str_equal(node->name, TERN_STR("ConfinedAttr"))) {
    return compile_confined(context, node, constraint, out_message);
  }
  const constraint_row_t *row = find_row(node->name);
  if (row) return compile_row(context, node, row, constraint, out_message);
  if (tern_str_find_char(node->name, '.') < node->name.size) {
    return compile_dialect_attr(context, node->name, constraint, out_message);
  }
  *out_message =
      tern_constraint_message(context, "unknown attribute constraint '%.*s'", (int)node->name.size, node->name.data);
  return false;
}

static const tern_constraint_compiler_t compiler = {compile_node, sizeof(tern_attr_constraint_t),
                                                    "malformed attribute constraint"};

const tern_attr_constraint_t *tern_attr_constraint_of_node(tern_context_t *context, const tern_constraint_node_t *node,
                                                           const char **out_message) {
  return tern_constraint_compile(context, node, &compiler, &context->attr_constraints, out_message);
}

const tern_attr_constraint_t *tern_attr_constraint_get(tern_context_t *context, tern_str_t text,
                                                       const char **out_message) {
  return tern_constraint_compile_text(context, text, &compiler, &context->attr_constraints, out_message);
}
