// spirv-lower-abi-attrs: makes entry points of functions with spirv.entry_point_abi.
//
//   spirv.func @k(%x: f32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 0), StorageBuffer>}) "None"
//       attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [32, 1, 1]>} { ... }
// becomes
//   spirv.GlobalVariable @k_arg_0 bind(0, 0) : !spirv.ptr<!spirv.struct<(f32 [0])>, StorageBuffer>
//   spirv.func @k() "None" { load of @k_arg_0 ... }
//   spirv.EntryPoint "GLCompute" @k
//   spirv.ExecutionMode @k "LocalSize", 32, 1, 1
//
// A scalar or vector gets a struct around it and is loaded at the start. Before v1.4 the interface is the variables of
// Input and Output class that the function names, since then all of them. Everything is checked before the first
// change. Upstream: SPIRV/Transforms/LowerABIAttributesPass.cpp.

#include <stdio.h>

#include "base/vec.h"
#include "dialect/spirv/availability.h"
#include "dialect/spirv/layout.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// What becomes of an argument.
typedef struct argument {
  const tern_type_t *variable;  // type of the global variable
  const tern_attr_t *abi;
  bool is_value;  // a struct was put around it
} argument_t;

static bool is_scalar_or_vector(const tern_type_t *type) {
  return tern_spirv_type_is_scalar(type) || type->kind == TERN_TYPE_VECTOR;
}

static const tern_attr_t *arg_abi(const tern_op_t *function, size_t index) {
  const tern_attr_t *attrs = tern_op_attr(function, "arg_attrs");
  if (!attrs) return NULL;
  const tern_attr_t *abi =
      tern_dictionary_attr_lookup(tern_array_attr_at(attrs, index), TERN_STR("spirv.interface_var_abi"));
  return tern_attr_is_spirv(abi, TERN_SPIRV_ATTR_INTERFACE_VAR_ABI) ? abi : NULL;
}

static bool match_argument(const tern_op_t *function, size_t index, const tern_type_t *type, argument_t *out) {
  *out = (argument_t){.abi = arg_abi(function, index), .is_value = is_scalar_or_vector(type)};
  if (!out->abi) {
    return tern_op_error(function, "argument #%zu of an entry point needs a 'spirv.interface_var_abi' attribute",
                         index);
  }
  uint32_t storage_class = (uint32_t)out->abi->params[2];
  const tern_type_t *pointee = type;
  if (out->is_value) {
    if (storage_class == UINT32_MAX) {
      return tern_op_error(function, "argument #%zu is a value, so its 'spirv.interface_var_abi' needs a storage class",
                           index);
    }
    pointee = tern_spirv_struct_type_get(type->context, &(tern_spirv_struct_body_t){.members = {&type, 1}});
  } else if (tern_type_is_spirv_pointer(type)) {
    pointee = tern_spirv_pointer_pointee(type);
    storage_class = tern_spirv_pointer_storage_class(type);
  }
  if (!tern_type_is_spirv(pointee, TERN_SPIRV_TYPE_SAMPLED_IMAGE)) {
    pointee = tern_type_is_spirv_struct(pointee) ? tern_spirv_type_with_layout(pointee) : NULL;
  }
  if (!pointee) {
    return tern_op_error(function, "argument #%zu of type '%s' has no layout in memory", index, tern_type_text(type));
  }
  out->variable = tern_spirv_pointer_type_get(pointee, storage_class);
  return true;
}

// --- layout ---

// Whether a pointer may get the type `type`, in which more offsets and strides are given: chains that start at it can
// follow, what reads or writes a whole composite cannot.
static bool may_retype(const tern_value_t *pointer, const tern_type_t *type) {
  if (pointer->type == type) return true;
  tern_value_for_each_use(pointer, use) {
    const tern_op_t *user = use->owner;
    if (!tern_op_is(user, TERN_SPIRV(ACCESSCHAIN)) || tern_operand_index(use) != 0) {
      return tern_op_error(user, "uses a composite of an entry point's argument that has no layout yet as a whole");
    }
    const tern_type_t *part = tern_spirv_access_chain_type(user, type);
    if (!part || !may_retype(tern_op_result(user, 0), part)) return false;
  }
  return true;
}

// `pointer` has got its new type: gives chains that start at it theirs.
static void retype_chains(tern_value_t *pointer) {
  tern_value_for_each_use(pointer, use) {
    if (!tern_op_is(use->owner, TERN_SPIRV(ACCESSCHAIN)) || tern_operand_index(use) != 0) continue;
    tern_value_t *result = tern_op_result(use->owner, 0);
    const tern_type_t *type = tern_spirv_access_chain_type(use->owner, pointer->type);
    if (!type || result->type == type) continue;
    result->type = type;
    retype_chains(result);
  }
}

// --- arguments to variables ---

static tern_value_t *load_value(tern_builder_t *builder, tern_value_t *pointer, const tern_type_t *type) {
  const tern_type_t *i32 = tern_i_type_get(builder->context, 32);
  const tern_type_t *element = tern_spirv_pointer_type_get(type, tern_spirv_pointer_storage_class(pointer->type));
  tern_value_t *zero = tern_build_value(builder, TERN_SPIRV(CONSTANT), .types = {&i32, 1},
                                        .attrs = TERN_ATTRS({"value", tern_integer_attr_get(i32, 0)}));
  tern_value_t *part = tern_build_value(builder, TERN_SPIRV(ACCESSCHAIN), .operands = TERN_VALUES(pointer, zero),
                                        .types = {&element, 1});
  return tern_build_value(builder, TERN_SPIRV(LOAD), .operands = TERN_VALUES(part), .types = {&type, 1});
}

// What is made in the body stands before `start`.
static void rewrite_argument(tern_op_t *function, tern_op_t *start, size_t index, const argument_t *argument) {
  tern_context_t *context = tern_op_context(function);
  tern_str_t function_name = tern_symbol_name(function);
  tern_string_builder_t name = {0};
  tern_string_builder_append_format(&name, "%.*s_arg_%zu", (int)function_name.size, function_name.data, index);
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  tern_builder_t builder = tern_builder_before(function);
  tern_build(&builder, TERN_SPIRV(GLOBALVARIABLE),
             .attrs = TERN_ATTRS({"type", tern_type_attr_get(argument->variable)},
                                 {"sym_name", tern_string_attr_get(context, tern_string_builder_view(&name))},
                                 {"descriptor_set", tern_integer_attr_get(i32, (int64_t)argument->abi->params[0])},
                                 {"binding", tern_integer_attr_get(i32, (int64_t)argument->abi->params[1])}));
  tern_block_t *body = tern_op_body(function, 0);
  builder = tern_builder_before(start);
  builder.loc = function->loc;
  tern_value_t *value = tern_build_value(
      &builder, TERN_SPIRV(MLIR_ADDRESSOF), .types = {&argument->variable, 1},
      .attrs = TERN_ATTRS({"variable", tern_flat_symbol_ref_attr_get(context, tern_string_builder_view(&name))}));
  if (argument->is_value) value = load_value(&builder, value, body->args[index]->type);
  tern_value_replace_all_uses(body->args[index], value);
  retype_chains(value);
  tern_string_builder_deinitialize(&name);
}

// --- entry points ---

typedef struct interface {
  const tern_op_t *module;
  bool takes_all;
  TERN_VEC(const tern_attr_t *) variables;
} interface_t;

static tern_walk_result_t collect_variable(tern_op_t *op, void *user) {
  interface_t *interface = user;
  if (!tern_op_is(op, TERN_SPIRV(MLIR_ADDRESSOF))) return TERN_WALK_ADVANCE;
  const tern_attr_t *ref = tern_op_attr(op, "variable");
  uint32_t storage_class = tern_spirv_pointer_storage_class(op->results[0].type);
  if (!interface->takes_all && storage_class != TERN_SPIRV_STORAGECLASS_INPUT &&
      storage_class != TERN_SPIRV_STORAGECLASS_OUTPUT) {
    return TERN_WALK_ADVANCE;
  }
  for (size_t i = 0; i < interface->variables.count; ++i) {
    if (interface->variables.values[i] == ref) return TERN_WALK_ADVANCE;
  }
  tern_vec_push(&interface->variables, ref);
  return TERN_WALK_ADVANCE;
}

static void build_mode(tern_builder_t *builder, const tern_attr_t *function, uint32_t mode, const tern_attr_t *values) {
  tern_build(builder, TERN_SPIRV(EXECUTIONMODE),
             .attrs = TERN_ATTRS(
                 {"fn", function},
                 {"execution_mode", tern_enum_attr_get(builder->context, TERN_SPIRV_ENUM(EXECUTION_MODE), mode)},
                 {"values", values}));
}

static bool allows_mode(const tern_attr_t *vce, uint32_t mode) {
  const tern_spirv_enumerant_t *row = tern_spirv_enumerant_of_value(TERN_SPIRV_KIND_EXECUTIONMODE, mode);
  for (size_t i = 0; i < row->needs.capability_count; ++i) {
    if (tern_spirv_vce_allows_capability(vce, row->needs.capabilities[i])) return true;
  }
  return row->needs.capability_count == 0;
}

static const tern_attr_t *number_list(tern_context_t *context, const tern_attr_t *attr) {
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_attr_t *values[3];
  size_t count = tern_attr_is_integer(attr) ? 1 : tern_int_list_attr_count(attr);
  for (size_t i = 0; i < count && i < 3; ++i) {
    values[i] = tern_integer_attr_get(
        i32, tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : tern_int_list_attr_at(attr, i));
  }
  return tern_array_attr_get(context, values, count < 3 ? count : 3);
}

static void rewrite_entry_point(tern_op_t *function, const tern_attr_t *vce, uint32_t model) {
  static const struct {
    const char *field;
    uint32_t mode;
  } modes[] = {
      {"workgroup_size", TERN_SPIRV_EXECUTIONMODE_LOCALSIZE},
      {"subgroup_size", TERN_SPIRV_EXECUTIONMODE_SUBGROUPSIZE},
      {"target_width", TERN_SPIRV_EXECUTIONMODE_SIGNEDZEROINFNANPRESERVE},
  };
  tern_context_t *context = tern_op_context(function);
  const tern_attr_t *abi = tern_op_attr(function, "spirv.entry_point_abi");
  interface_t interface = {.module = tern_op_parent(function), .takes_all = tern_spirv_vce_version(vce) >= 4};
  tern_op_walk_pre(function, collect_variable, &interface);
  tern_builder_t builder = tern_builder_at_end(function->block, function->loc);
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(context, tern_symbol_name(function));
  tern_build(&builder, TERN_SPIRV(ENTRYPOINT),
             .attrs = TERN_ATTRS(
                 {"execution_model", tern_enum_attr_get(context, TERN_SPIRV_ENUM(EXECUTION_MODEL), model)}, {"fn", ref},
                 {"interface", tern_array_attr_get(context, interface.variables.values, interface.variables.count)}));
  tern_vec_deinitialize(&interface.variables);
  for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); ++i) {
    // Nothing is left of an ABI whose fields have all become modes.
    const tern_attr_t *value = abi ? tern_spirv_attr_field(abi, modes[i].field) : NULL;
    if (!value || !allows_mode(vce, modes[i].mode)) continue;
    build_mode(&builder, ref, modes[i].mode, number_list(context, value));
    abi = tern_spirv_attr_without_field(abi, modes[i].field);
  }
  tern_op_set_attr(function, "spirv.entry_point_abi", abi);
}

// --- functions ---

static bool lower(tern_op_t *function, const tern_attr_t *vce, uint32_t model) {
  tern_block_t *body = tern_op_body(function, 0);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  if (!body) return tern_op_error(function, "an entry point needs a body");
  if (tern_function_type_result_count(type)) return tern_op_error(function, "an entry point cannot have a result");
  TERN_VEC(argument_t) arguments = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < body->arg_count; ++i) {
    argument_t argument;
    is_right = match_argument(function, i, body->args[i]->type, &argument) &&
               (argument.is_value || may_retype(body->args[i], argument.variable));
    tern_vec_push(&arguments, argument);
  }
  tern_op_t *start = body->first_op;
  for (size_t i = 0; is_right && i < arguments.count; ++i) rewrite_argument(function, start, i, &arguments.values[i]);
  tern_vec_deinitialize(&arguments);
  if (!is_right) return false;
  while (body->arg_count) tern_block_erase_arg(body, body->arg_count - 1);
  tern_op_set_attr(function, "arg_attrs", NULL);
  tern_op_set_attr(function, "function_type",
                   tern_type_attr_get(tern_function_type_get(type->context, (tern_types_t){0}, (tern_types_t){0})));
  rewrite_entry_point(function, vce, model);
  return true;
}

// Compute shaders are the entry points of Shader, kernels those of Kernel targets.
static bool execution_model(const tern_attr_t *vce, uint32_t *out_model) {
  bool is_shader = tern_spirv_vce_allows_capability(vce, TERN_SPIRV_CAPABILITY_SHADER);
  bool is_kernel = tern_spirv_vce_allows_capability(vce, TERN_SPIRV_CAPABILITY_KERNEL);
  *out_model = is_shader ? TERN_SPIRV_EXECUTIONMODEL_GLCOMPUTE : TERN_SPIRV_EXECUTIONMODEL_KERNEL;
  return is_shader || is_kernel;
}

static const tern_attr_t *target_vce(const tern_op_t *op) {
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *target = tern_op_attr(op, "spirv.target_env");
    if (tern_attr_is_spirv(target, TERN_SPIRV_ATTR_TARGET_ENV)) {
      return (const tern_attr_t *)(uintptr_t)target->params[0];
    }
  }
  return NULL;
}

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  const tern_attr_t *vce = target_vce(op);
  uint32_t model;
  bool is_right = true;
  tern_block_for_each_op_safe(tern_op_body(op, 0), function) {
    bool is_entry =
        tern_op_is(function, TERN_SPIRV(FUNC)) &&
        tern_attr_is_spirv(tern_op_attr(function, "spirv.entry_point_abi"), TERN_SPIRV_ATTR_ENTRY_POINT_ABI);
    if (!is_entry) continue;
    if (!vce) return tern_emit_error(op->loc, "missing 'spirv.target_env' attribute");
    if (!execution_model(vce, &model)) {
      return tern_op_error(function, "could not select execution model based on 'spirv.target_env'");
    }
    is_right &= lower(function, vce, model);
  }
  return is_right;
}

const tern_pass_def_t tern_spirv_lower_abi_attrs_pass = {
    .flag = "spirv-lower-abi-attrs",
    .name = "SPIRVLowerABIAttributesPass",
    .anchor = "spirv.module",
    .summary = "Make entry points of the functions with ABI attributes",
    .description =
        "Arguments become global variables as spirv.interface_var_abi says; entry points and execution modes "
        "are made from spirv.entry_point_abi.",
    .run = run,
};
