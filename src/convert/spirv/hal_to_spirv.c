// The interface of a dispatch to the spirv dialect: push constants, and the place of the workgroup in the grid. Bindings
// become variables with the accesses to them (spirv_memory.c).

#include "convert/hal/abi.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/spirv/types.h"
#include "dialect/ub/ub.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- push constants: one variable, a struct around an array of words ---

// Words of push constants of the dispatch: the interface is in the module around the spirv.module.
static size_t count_words(const tern_op_t *op) {
  size_t words = 0;
  for (const tern_op_t *parent = tern_op_parent(op); parent; parent = tern_op_parent(parent)) {
    if (!tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE) || tern_op_has_trait(parent, TERN_TRAIT_FUNCTION_LIKE))
      continue;
    if (!tern_hal_module_interface(parent)) continue;
    return tern_hal_push_constant_count(parent);
  }
  return words;
}

// The variable has one size for all kernels of the module, whatever of it was converted already.
static tern_op_t *find_variable(tern_op_t *op, size_t last_word) {
  tern_context_t *context = tern_op_context(op);
  size_t words = count_words(op);
  if (words < last_word) words = last_word;
  tern_op_t *module = tern_op_parent_of(op, TERN_SPIRV(MODULE));
  tern_block_t *body = module ? tern_op_body(module, 0) : NULL;
  for (tern_op_t *other = body ? body->first_op : NULL; other; other = other->next) {
    const tern_attr_t *name = tern_op_attr(other, "sym_name");
    if (name && tern_str_equal_cstr(tern_string_attr_value(name), "__push_constant_var__")) return other;
  }
  const tern_type_t *array = tern_spirv_array_type_get(tern_i_type_get(context, 32), (uint32_t)words, 4);
  tern_spirv_struct_body_t members = {.members = {&array, 1}, .offsets = (const uint32_t[]){0}};
  const tern_type_t *type =
      tern_spirv_pointer_type_get(tern_spirv_struct_type_get(context, &members), TERN_SPIRV_STORAGECLASS_PUSHCONSTANT);
  return tern_spirv_find_or_make_variable(op, "__push_constant_var__", type, (tern_named_attrs_t){0});
}

static tern_value_t *load_word(const emitter_t *e, tern_value_t *variable, int64_t word) {
  const tern_type_t *i32 = tern_i_type_get(e->b->context, 32);
  tern_value_t *indices[] = {variable, tern_spirv_emit_int(e, i32, 0), tern_spirv_emit_int(e, i32, word)};
  const tern_type_t *type = tern_spirv_pointer_type_get(i32, TERN_SPIRV_STORAGECLASS_PUSHCONSTANT);
  tern_value_t *pointer =
      tern_build_value(e->b, TERN_SPIRV(ACCESSCHAIN), .operands = {indices, 3}, .types = TERN_TYPES(type));
  return tern_build_value(e->b, TERN_SPIRV(LOAD), .operands = TERN_VALUES(pointer), .types = TERN_TYPES(i32));
}

static bool convert_load_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  if (!e.type) return false;
  bool is_index = tern_type_is_index(tern_op_result(op, 0)->type), is_wide = !is_index && width_of(e.type) == 64;
  int64_t offset = tern_integer_attr_value(tern_op_attr(op, "offset"));
  if (offset > 65535)
    return tern_op_error(op, "loads word %lld of the push constants, which have less", (long long)offset);
  tern_op_t *variable = find_variable(op, (size_t)offset + (is_wide ? 2 : 1));
  if (!variable) return false;
  tern_value_t *base = tern_spirv_address_of(e.b, variable), *word = load_word(&e, base, offset);
  if (is_index) return tern_conversion_replace_value(conversion, op, tern_spirv_emit_resize(&e, word, e.type, false));
  if (!is_wide) {
    return tern_conversion_replace_value(
        conversion, op, word->type == e.type ? word : emit_cast(&e, TERN_SPIRV(BITCAST), word, e.type));
  }
  // The low word comes first, as components of a bitcast do.
  const tern_type_t *pair = tern_vector_type_get(word->type, &(int64_t){2}, 1, 0);
  tern_value_t *words[] = {word, load_word(&e, base, offset + 1)};
  return tern_conversion_replace_value(
      conversion, op, emit_cast(&e, TERN_SPIRV(BITCAST), tern_spirv_emit_vector(&e, pair, words, 2), e.type));
}

// --- the grid ---

static bool convert_built_in(tern_op_t *op, tern_conversion_t *conversion, uint32_t built_in) {
  int dimension = (int)tern_integer_attr_value(tern_op_attr(op, "dimension"));
  tern_value_t *value = tern_spirv_load_built_in(conversion, op, built_in, dimension);
  return value && tern_conversion_replace_value(conversion, op, value);
}

static bool convert_workgroup_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return convert_built_in(op, conversion, TERN_SPIRV_BUILTIN_WORKGROUPID);
}

static bool convert_workgroup_count(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return convert_built_in(op, conversion, TERN_SPIRV_BUILTIN_NUMWORKGROUPS);
}

static bool convert_workgroup_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  int32_t size[3];
  if (!tern_spirv_workgroup_size_of(op, size))
    return tern_op_error(op, "asks for a workgroup size that the function does not have");
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, size[dimension]));
}

static bool convert_poison(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  return e.type && tern_conversion_replace_value(conversion, op,
                                                 tern_build_value(e.b, TERN_SPIRV(UNDEF), .types = TERN_TYPES(e.type)));
}

const tern_conversion_pattern_t tern_hal_to_spirv_patterns[] = {
    {"load-constant", TERN_HAL(INTERFACE_LOAD_CONSTANT), 1, convert_load_constant},
    {"workgroup-count", TERN_HAL(INTERFACE_WORKGROUP_COUNT), 1, convert_workgroup_count},
    {"workgroup-id", TERN_HAL(INTERFACE_WORKGROUP_ID), 1, convert_workgroup_id},
    {"workgroup-size", TERN_HAL(INTERFACE_WORKGROUP_SIZE), 1, convert_workgroup_size},
    {"poison", TERN_UB(POISON), 1, convert_poison},
    {0},
};
