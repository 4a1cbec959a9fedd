// Type constraints: the predicates behind the names of type_constraint_table.def, and their compilation.
//
// A compiled constraint is a predicate with arguments. It is made once per text and context.

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ir/constraint/constraint.h"
#include "ir/constraint/type_predicates.h"
#include "ir/context.h"
#include "ir/context_private.h"
#include "ir/params.h"

bool tern_attr_is_llvm_space(const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_ENUM) return strcmp(((const tern_enum_row_t *)attr->row)->name, "nvvm.memory_space") == 0;
  return attr->kind == TERN_ATTR_DIALECT &&
         strcmp(((const tern_attr_row_t *)attr->row)->name, "llvm.address_space") == 0;
}

bool tern_type_is_llvm_target_without_memory(const tern_type_t *type) {
  if (type->kind != TERN_TYPE_DIALECT || strcmp(type->row->name, "llvm.target") != 0) return false;
  const tern_ident_t *name = tern_param_pointer(type->params[0]);
  return strncmp(name->data, "spirv.", 6) != 0 && strcmp(name->data, "aarch64.svcount") != 0;
}

bool tern_type_is_llvm_address(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "ptr.ptr") == 0 &&
         tern_attr_is_llvm_space(tern_param_pointer(type->params[0]));
}

// What the number arguments of a container mean, and where its description names them.
typedef enum number_role { NO_NUMBERS, RANKS_BEFORE, RANKS_AFTER, LENGTHS_AFTER, LENGTH_RANGE_AFTER } number_role_t;

// Fills in the description (and more) of a constraint whose arguments are compiled. False and a message if the
// arguments are not of the right kind.
typedef bool (*make_fn_t)(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message);

typedef enum row_form { FORM_PLAIN, FORM_BUILTIN, FORM_CONTAINER, FORM_ALIAS, FORM_COMBINED } row_form_t;

typedef struct constraint_row {
  row_form_t form;
  const char *name;
  const char *text;  // description or head
  const char *alias;
  tern_type_predicate_t is_satisfied;
  make_fn_t make;
  int64_t value;  // for the predicate; a width
  tern_type_kind_t kind;
  tern_signedness_t signedness;
  number_role_t numbers;
} constraint_row_t;

// --- descriptions ---

static const char *join_descriptions(tern_context_t *context, const tern_type_constraint_t *constraint,
                                     const char *separator) {
  tern_string_builder_t sb = {0};
  for (size_t i = 0; i < constraint->arg_count; ++i) {
    if (i) tern_string_builder_append_cstr(&sb, separator);
    tern_string_builder_append_cstr(&sb, constraint->args[i]->description);
  }
  const char *text = tern_constraint_message(context, "%s", sb.data ? sb.data : "any type");
  tern_string_builder_deinitialize(&sb);
  return text;
}

static bool need(bool condition, const char *message, const char **out_message) {
  if (!condition && out_message) *out_message = message;
  return condition;
}

static bool need_args(const tern_type_constraint_t *constraint, const char **out_message) {
  return need(constraint->arg_count > 0, "the constraint needs a type argument", out_message);
}

static bool need_numbers(const tern_type_constraint_t *constraint, size_t count, const char **out_message) {
  return need(constraint->value_count >= count, "the constraint needs more number arguments", out_message);
}

static bool make_any_of(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->description = join_descriptions(context, constraint, " or ");
  return need_args(constraint, out_message);
}

static bool make_all_of(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->description = join_descriptions(context, constraint, " and ");
  return need_args(constraint, out_message);
}

static bool describe_widths(tern_context_t *context, tern_type_constraint_t *constraint, const char *what,
                            const char **out_message) {
  if (!need_numbers(constraint, 1, out_message)) return false;
  const char *widths = tern_constraint_join_numbers(context, constraint->values, constraint->value_count, "", "/");
  constraint->description = tern_constraint_message(context, "%s-bit %s", widths, what);
  return true;
}

static bool make_integer_widths(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  return describe_widths(context, constraint, "integer", out_message);
}

static bool make_of_sign(tern_context_t *context, tern_type_constraint_t *constraint, const char *what,
                         tern_signedness_t signedness, const char **out_message) {
  if (!describe_widths(context, constraint, what, out_message)) return false;
  if (!need(constraint->value > 0 && constraint->value < (1 << 24), "an integer has no such width", out_message)) {
    return false;
  }
  if (constraint->value_count == 1) {
    constraint->buildable = tern_integer_type_get(context, (uint32_t)constraint->value, signedness);
  }
  return true;
}

static bool make_signless_widths(tern_context_t *context, tern_type_constraint_t *constraint,
                                 const char **out_message) {
  return make_of_sign(context, constraint, "signless integer", TERN_SIGNLESS, out_message);
}

static bool make_signed_widths(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  return make_of_sign(context, constraint, "signed integer", TERN_SIGNED, out_message);
}

static bool make_unsigned_widths(tern_context_t *context, tern_type_constraint_t *constraint,
                                 const char **out_message) {
  return make_of_sign(context, constraint, "unsigned integer", TERN_UNSIGNED, out_message);
}

static bool make_signless_or_unsigned_widths(tern_context_t *context, tern_type_constraint_t *constraint,
                                             const char **out_message) {
  return describe_widths(context, constraint, "signless/unsigned integer", out_message);
}

static bool make_float_widths(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  return describe_widths(context, constraint, "float", out_message);
}

static bool make_complex(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  if (!need_args(constraint, out_message)) return false;
  constraint->description =
      tern_constraint_message(context, "complex type with %s elements", join_descriptions(context, constraint, " or "));
  if (constraint->arg_count == 1 && constraint->args[0]->buildable) {
    constraint->buildable = tern_complex_type_get(constraint->args[0]->buildable);
  }
  return true;
}

static bool describe_tuple(tern_context_t *context, tern_type_constraint_t *constraint, const char *what,
                           const char **out_message) {
  constraint->description = tern_constraint_message(context, "%s with any combination of %s values", what,
                                                    join_descriptions(context, constraint, " or "));
  return need_args(constraint, out_message);
}

static bool make_tuple(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  return describe_tuple(context, constraint, "tuple", out_message);
}

static bool make_tt_pointer(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->type_row = tern_context_find_type(context, TERN_STR("tt.ptr"));
  constraint->is_stripped = constraint->type_row != NULL;
  constraint->description = "ptr";
  return need_args(constraint, out_message);
}

static bool make_nested_tuple(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  return describe_tuple(context, constraint, "nested tuple", out_message);
}

static bool make_bare_ranks(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  const char *ranks = tern_constraint_join_numbers(context, constraint->values, constraint->value_count, "", "/");
  constraint->description = tern_constraint_message(context, " of ranks %s", ranks);
  return need_numbers(constraint, 1, out_message);
}

static bool make_bare_lengths(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  const char *lengths = tern_constraint_join_numbers(context, constraint->values, constraint->value_count, "", "/");
  constraint->description = tern_constraint_message(context, " of length %s", lengths);
  return need_numbers(constraint, 1, out_message);
}

static bool make_strided_memref_of_rank(tern_context_t *context, tern_type_constraint_t *constraint,
                                        const char **out_message) {
  constraint->description =
      tern_constraint_message(context, "strided memref of any type values of rank %lld", (long long)constraint->value);
  return need_numbers(constraint, 1, out_message);
}

static bool make_dim_of_size(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  if (!need_numbers(constraint, 2, out_message)) return false;
  const char *sizes =
      tern_constraint_join_numbers(context, constraint->values + 1, constraint->value_count - 1, "", ", ");
  constraint->description =
      tern_constraint_message(context, " with dim %lld having a size of {%s}", (long long)constraint->value, sizes);
  return true;
}

static bool make_like(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->description = tern_constraint_message(context, "%s-like", join_descriptions(context, constraint, " or "));
  return need_args(constraint, out_message);
}

static bool make_llvm_scalar_or_vector(tern_context_t *context, tern_type_constraint_t *constraint,
                                       const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "%s or LLVM dialect-compatible vector of %s", what, what);
  return need_args(constraint, out_message);
}

// Formats write pointers as their parameters alone, so the constraint has to know its type.
static bool make_llvm_pointer(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->type_row = tern_context_find_type(context, TERN_STR("llvm.ptr"));
  constraint->is_stripped = constraint->type_row != NULL;
  constraint->description = "LLVM pointer type";
  return need(constraint->value_count == 0, "the constraint takes no numbers", out_message);
}

static bool make_llvm_pointer_in_space(tern_context_t *context, tern_type_constraint_t *constraint,
                                       const char **out_message) {
  const uint64_t space[] = {(uint64_t)constraint->value};
  constraint->type_row = tern_context_find_type(context, TERN_STR("llvm.ptr"));
  constraint->is_stripped = constraint->type_row != NULL;
  if (constraint->type_row) constraint->buildable = tern_dialect_type_get(context, constraint->type_row, space, 1);
  constraint->description =
      tern_constraint_message(context, "LLVM pointer in address space %lld", (long long)constraint->value);
  return need_numbers(constraint, 1, out_message);
}

// ROCDL_Vector<4, I32>: one type, as far as its element is.
static bool make_rocdl_vector(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  if (!need_numbers(constraint, 1, out_message) || !need_args(constraint, out_message)) return false;
  const tern_type_t *element = constraint->args[0]->buildable;
  if (element) constraint->buildable = tern_vector_type_get(element, &constraint->value, 1, 0);
  constraint->description = tern_constraint_message(context, "fixed-length vector of %s values of length %lld",
                                                    constraint->args[0]->description, (long long)constraint->value);
  return need(element != NULL, "the element has to be one type", out_message);
}

// A struct that formats write as its members alone.
static bool make_rocdl_pair(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->type_row = tern_context_find_type(context, TERN_STR("llvm.struct"));
  constraint->is_stripped = constraint->type_row != NULL;
  constraint->description = "LLVM structure type";
  return need(constraint->value_count == 0, "the constraint takes no numbers", out_message);
}

// What nvgpu's sparse products take is just one type.
static bool make_sparse_metadata(tern_context_t *context, tern_type_constraint_t *constraint,
                                 const char **out_message) {
  constraint->buildable = tern_vector_type_get(tern_i_type_get(context, 16), (const int64_t[]){2}, 1, 0);
  constraint->description = "fixed-length vector of 16-bit signless integer values of length 2";
  return need(constraint->value_count == 0, "the constraint takes no numbers", out_message);
}

static const char *describe_spirv_vector(tern_context_t *context, const char *what) {
  return tern_constraint_message(context, "fixed-length vector of %s values of length 2/3/4/8/16", what);
}

static bool make_spirv_vector(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  constraint->description = describe_spirv_vector(context, join_descriptions(context, constraint, " or "));
  return need_args(constraint, out_message);
}

static bool make_spirv_scalar_or_vector(tern_context_t *context, tern_type_constraint_t *constraint,
                                        const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "%s or %s", what, describe_spirv_vector(context, what));
  return need_args(constraint, out_message);
}

static bool make_spirv_coop_matrix(tern_context_t *context, tern_type_constraint_t *constraint,
                                   const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "Cooperative Matrix of %s values", what);
  return need_args(constraint, out_message);
}

static bool make_spirv_scalar_or_vector_or_coop_matrix(tern_context_t *context, tern_type_constraint_t *constraint,
                                                       const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "%s or %s or Cooperative Matrix of %s values", what,
                                                    describe_spirv_vector(context, what), what);
  return need_args(constraint, out_message);
}

static bool make_spirv_matrix(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "Matrix of %s values", what);
  return need_args(constraint, out_message);
}

static bool make_gpu_matrix(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "gpu.mma_matrix of %s values", what);
  return need_args(constraint, out_message);
}

static bool make_amx_tile(tern_context_t *context, tern_type_constraint_t *constraint, const char **out_message) {
  const char *what = join_descriptions(context, constraint, " or ");
  constraint->description = tern_constraint_message(context, "tile of %s values", what);
  return need_args(constraint, out_message);
}

static bool describe_container(tern_context_t *context, const constraint_row_t *row, tern_type_constraint_t *constraint,
                               const char **out_message) {
  const int64_t *values = constraint->values;
  size_t count = constraint->value_count;
  const char *elements = join_descriptions(context, constraint, " or ");
  switch (row->numbers) {
    case NO_NUMBERS:
      constraint->description = tern_constraint_message(context, "%s of %s values", row->text, elements);
      return need(count == 0, "the constraint takes no numbers", out_message);
    case RANKS_BEFORE:
      constraint->description =
          tern_constraint_message(context, "%s %s of %s values",
                                  tern_constraint_join_numbers(context, values, count, "D", "/"), row->text, elements);
      return need_numbers(constraint, 1, out_message);
    case RANKS_AFTER:
    case LENGTHS_AFTER:
      constraint->description = tern_constraint_message(context, "%s of %s values of %s %s", row->text, elements,
                                                        row->numbers == RANKS_AFTER ? "ranks" : "length",
                                                        tern_constraint_join_numbers(context, values, count, "", "/"));
      return need_numbers(constraint, 1, out_message);
    case LENGTH_RANGE_AFTER:
      if (!need_numbers(constraint, 2, out_message)) return false;
      constraint->description =
          tern_constraint_message(context, "%s of %s values of at least length %lld of at most length %lld", row->text,
                                  elements, (long long)values[0], (long long)values[1]);
      return true;
  }
  return false;
}

// --- the table ---

#define PLAIN(NAME, TEXT, PREDICATE, VALUE) \
  {.form = FORM_PLAIN, .name = NAME, .text = TEXT, .is_satisfied = PREDICATE, .value = VALUE},
#define BUILTIN(NAME, TEXT, KIND, WIDTH, SIGNEDNESS) \
  {.form = FORM_BUILTIN, .name = NAME, .text = TEXT, .kind = KIND, .value = WIDTH, .signedness = SIGNEDNESS},
#define CONTAINER(NAME, TEXT, PREDICATE, NUMBERS) \
  {.form = FORM_CONTAINER, .name = NAME, .text = TEXT, .is_satisfied = PREDICATE, .numbers = NUMBERS},
#define ALIAS(NAME, ALIAS_TEXT, TEXT) {.form = FORM_ALIAS, .name = NAME, .text = TEXT, .alias = ALIAS_TEXT},
#define COMBINED(NAME, MAKE, PREDICATE) {.form = FORM_COMBINED, .name = NAME, .is_satisfied = PREDICATE, .make = MAKE},
static const constraint_row_t constraint_rows[] = {
#include "ir/constraint/type_constraint_table.def"
};
#undef PLAIN
#undef BUILTIN
#undef CONTAINER
#undef ALIAS
#undef COMBINED

static const constraint_row_t *find_row(tern_str_t name) {
  for (size_t i = 0; i < sizeof(constraint_rows) / sizeof(constraint_rows[0]); ++i) {
    if (tern_str_equal_cstr(name, constraint_rows[i].name)) return &constraint_rows[i];
  }
  return NULL;
}

// --- compilation ---

static const tern_type_t *make_builtin(tern_context_t *context, const constraint_row_t *row) {
  switch (row->kind) {
    case TERN_TYPE_NONE: return tern_none_type_get(context);
    case TERN_TYPE_INDEX: return tern_index_type_get(context);
    case TERN_TYPE_INTEGER: return tern_integer_type_get(context, (uint32_t)row->value, row->signedness);
    default: return tern_float_type_get(context, row->kind);
  }
}

// Compiles the arguments that are constraints, and collects the numbers.
static bool compile_args(tern_context_t *context, const tern_constraint_node_t *node,
                         tern_type_constraint_t *constraint, const char **out_message) {
  constraint->values = tern_constraint_numbers(context, node, &constraint->value_count);
  constraint->value = constraint->value_count ? constraint->values[0] : 0;
  constraint->arg_count = node->arg_count - constraint->value_count;
  if (!constraint->arg_count) return true;
  const tern_type_constraint_t **args =
      tern_arena_alloc_array(tern_context_arena(context), constraint->arg_count, sizeof(*args));
  size_t count = 0;
  for (size_t i = 0; i < node->arg_count; ++i) {
    if (node->args[i]->kind == TERN_CONSTRAINT_NUMBER) continue;
    args[count] = tern_type_constraint_of_node(context, node->args[i], out_message);
    if (!args[count++]) return false;
  }
  constraint->args = args;
  return true;
}

// A name with a dot: a type of a dialect.
static bool compile_dialect_type(tern_context_t *context, const tern_constraint_node_t *node,
                                 tern_type_constraint_t *constraint, const char **out_message) {
  tern_str_t name = node->name;
  constraint->is_satisfied = is_of_dialect_type;
  constraint->type_row = tern_context_find_type(context, name);
  constraint->description = constraint->name;
  if (constraint->type_row) {
    if (constraint->type_row->summary) constraint->description = constraint->type_row->summary;
    if (!constraint->type_row->parse) {
      constraint->buildable = tern_dialect_type_get(context, constraint->type_row, NULL, 0);
    }
    return true;
  }
  // Of a dialect that is not registered (yet), types are told by their names.
  tern_str_t dialect = tern_str_make(name.data, tern_str_find_char(name, '.'));
  if (!tern_context_find_dialect(context, dialect)) return true;
  *out_message = tern_constraint_message(context, "the dialect '%.*s' has no type '%.*s'", (int)dialect.size,
                                         dialect.data, (int)name.size, name.data);
  return false;
}

static bool compile_row(tern_context_t *context, const constraint_row_t *row, tern_type_constraint_t *constraint,
                        const char **out_message) {
  constraint->is_satisfied = row->is_satisfied;
  switch (row->form) {
    case FORM_PLAIN:
    case FORM_BUILTIN:
      constraint->description = row->text;
      constraint->value = row->value;
      if (row->form == FORM_BUILTIN) {
        constraint->buildable = make_builtin(context, row);
        constraint->is_satisfied = is_buildable;
      }
      return need(!constraint->arg_count && !constraint->value_count, "the constraint takes no arguments", out_message);
    case FORM_CONTAINER: return describe_container(context, row, constraint, out_message);
    case FORM_COMBINED: return row->make(context, constraint, out_message);
    case FORM_ALIAS: {
      const tern_type_constraint_t *meant =
          tern_type_constraint_get(context, tern_str_from_cstr(row->alias), out_message);
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
  tern_type_constraint_t *constraint = out_constraint;
  if (!compile_args(context, node, constraint, out_message)) return false;
  if (node->kind == TERN_CONSTRAINT_ANY_OF) {
    constraint->is_satisfied = is_any_of;
    return make_any_of(context, constraint, out_message);
  }
  if (node->kind == TERN_CONSTRAINT_NUMBER) return need(false, "expected a type constraint", out_message);
  const constraint_row_t *row = find_row(node->name);
  if (row) return compile_row(context, row, constraint, out_message);
  if (tern_str_find_char(node->name, '.') < node->name.size) {
    return compile_dialect_type(context, node, constraint, out_message);
  }
  *out_message =
      tern_constraint_message(context, "unknown type constraint '%.*s'", (int)node->name.size, node->name.data);
  return false;
}

static const tern_constraint_compiler_t compiler = {compile_node, sizeof(tern_type_constraint_t),
                                                    "malformed type constraint"};

const tern_type_constraint_t *tern_type_constraint_of_node(tern_context_t *context, const tern_constraint_node_t *node,
                                                           const char **out_message) {
  return tern_constraint_compile(context, node, &compiler, &context->type_constraints, out_message);
}

const tern_type_constraint_t *tern_type_constraint_get(tern_context_t *context, tern_str_t text,
                                                       const char **out_message) {
  return tern_constraint_compile_text(context, text, &compiler, &context->type_constraints, out_message);
}

// --- the class of a type, which syntax asks for before anything is verified ---

// What upstream's classes hold; `name` is NULL where they are abstract and have none.
static const struct {
  tern_type_predicate_t constraint;
  const char *name;
  tern_type_kind_t kinds[2];
} type_classes[] = {
#define VECTORS(PREDICATE)                                              \
  {                                                                     \
    PREDICATE, "builtin.vector", { TERN_TYPE_VECTOR, TERN_TYPE_VECTOR } \
  }
#define MEMREFS(PREDICATE)                                              \
  {                                                                     \
    PREDICATE, "builtin.memref", { TERN_TYPE_MEMREF, TERN_TYPE_MEMREF } \
  }
#define TENSORS(PREDICATE)                                           \
  {                                                                  \
    PREDICATE, NULL, { TERN_TYPE_TENSOR, TERN_TYPE_UNRANKED_TENSOR } \
  }
    VECTORS(is_vector),
    VECTORS(is_llvm_vector),
    VECTORS(is_vector_of_some_rank),
    VECTORS(is_fixed_vector),
    VECTORS(is_fixed_vector_of_some_rank),
    VECTORS(is_scalable_vector),
    VECTORS(is_vector_of_ranks),
    VECTORS(is_fixed_vector_of_ranks),
    VECTORS(is_scalable_vector_of_ranks),
    VECTORS(is_vector_of_lengths),
    VECTORS(is_fixed_vector_of_lengths),
    VECTORS(is_scalable_vector_of_lengths),
    VECTORS(is_vector_of_length_range),
    MEMREFS(is_memref),
    MEMREFS(is_memref_of_some_rank),
    MEMREFS(is_memref_of_ranks),
    MEMREFS(is_static_memref),
    MEMREFS(is_strided_memref),
    TENSORS(is_tensor),
    TENSORS(is_tensor_of_ranks),
    {is_any_memref, NULL, {TERN_TYPE_MEMREF, TERN_TYPE_UNRANKED_MEMREF}},
    {is_ranked_tensor, "builtin.tensor", {TERN_TYPE_TENSOR, TERN_TYPE_TENSOR}},
    {is_static_tensor, "builtin.tensor", {TERN_TYPE_TENSOR, TERN_TYPE_TENSOR}},
    {is_unranked_tensor, "builtin.unranked_tensor", {TERN_TYPE_UNRANKED_TENSOR, TERN_TYPE_UNRANKED_TENSOR}},
    {is_complex_of, "builtin.complex", {TERN_TYPE_COMPLEX, TERN_TYPE_COMPLEX}},
#undef VECTORS
#undef MEMREFS
#undef TENSORS
};

bool tern_type_constraint_admits_class(const tern_type_constraint_t *constraint, const tern_type_t *type,
                                       const char **out_class) {
  *out_class = NULL;
  if (constraint->is_satisfied == is_of_dialect_type && constraint->type_row) {
    // SPIR-V's names for its types are predicates to upstream: any type is read before they are asked.
    if (strncmp(constraint->name, "SPIRV_", 6) == 0) return true;
    *out_class = constraint->type_row->name;
    return is_of_dialect_type(type, constraint);
  }
  if (constraint->buildable && tern_type_is_integer(constraint->buildable)) {
    *out_class = "builtin.integer";
    return tern_type_is_integer(type);
  }
  if (constraint->is_satisfied == is_tensor_or_memref) return tern_type_is_shaped(type);
  for (size_t i = 0; i < sizeof(type_classes) / sizeof(type_classes[0]); ++i) {
    if (type_classes[i].constraint != constraint->is_satisfied) continue;
    *out_class = type_classes[i].name;
    return type->kind == type_classes[i].kinds[0] || type->kind == type_classes[i].kinds[1];
  }
  return true;
}
