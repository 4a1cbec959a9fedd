// --iree-io-export-parameters: large constants go to an archive of parameters.
//
//   %0 = arith.constant dense<[...]> : tensor<64x64xf32>
//       ->
//   util.global private @constant_hoisted = #flow.parameter.named<"model"::"constant_hoisted"> : tensor<64x64xf32>
//   %0 = util.global.load immutable @constant_hoisted : tensor<64x64xf32>
//
// Source: upstream's pass of the same name. Equal constants share one parameter. Splats stay: filling is cheaper than reading.
// Beyond upstream, a path that ends in .safetensors gives a file of that format.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/flow/flow.h"
#include "dialect/util/util.h"
#include "dialect/vm/vm.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/io_parameters/archive.h"
#include "transform/util/constants_to_globals.h"

typedef struct export {
  tern_op_t *module;
  int64_t minimum_size;
  tern_op_list_t constants;
} export_t;

static bool is_exported(const export_t *export, const tern_attr_t *value, const tern_type_t *type) {
  if (!value || type->kind != TERN_TYPE_TENSOR) return false;
  bool is_list = value->kind == TERN_ATTR_DENSE_ELEMENTS && !tern_dense_elements_attr_is_splat(value);
  if (!is_list && value->kind != TERN_ATTR_DENSE_RESOURCE) return false;
  int64_t size = tern_vm_constant_size(value);
  return size >= 0 && size >= export->minimum_size;
}

// Constants of the program; those in executables are code.
static tern_walk_result_t collect(tern_op_t *op, void *user) {
  export_t *export = user;
  if (op != export->module && tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE)) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS))) return TERN_WALK_SKIP;
  bool is_constant = tern_op_is(op, TERN_ARITH(CONSTANT)) || tern_op_is(op, TERN_FLOW(TENSOR_CONSTANT));
  if (is_constant && is_exported(export, tern_op_attr(op, "value"), op->results[0].type)) {
    tern_vec_push(&export->constants, op);
  }
  return TERN_WALK_ADVANCE;
}

static tern_op_t *build_global(tern_builder_t *b, const tern_op_t *constant) {
  return tern_build(b, TERN_UTIL(GLOBAL),
                    .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                                        {"sym_name", tern_string_attr_get(b->context, TERN_STR("constant_hoisted"))},
                                        {"type", tern_type_attr_get(constant->results[0].type)},
                                        {"initial_value", tern_op_attr(constant, "value")}));
}

// The bytes of the global's value, as they are stored.
static tern_archive_entry_t make_entry(const tern_op_t *global, tern_string_builder_t *bytes, tern_arena_t *arena) {
  const tern_type_t *type = tern_util_global_type(global);
  tern_vm_serialize_constant(tern_op_attr(global, "initial_value"), bytes);
  tern_archive_entry_t entry = {.key = tern_symbol_name(global),
                                .data = (const unsigned char *)tern_string_builder_view(bytes).data,
                                .size = bytes->size,
                                .type_name = tern_safetensors_type_name(tern_type_text(tern_type_element(type))),
                                .rank = (uint32_t)tern_type_rank(type)};
  int64_t *dims = tern_arena_alloc_array(arena, entry.rank + 1, sizeof(*dims));
  for (uint32_t i = 0; i < entry.rank; ++i) dims[i] = tern_type_dim(type, i);
  entry.dims = dims;
  return entry;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t path_text = tern_pass_string(pass, "path");
  if (path_text.size == 0) return true;
  tern_archive_path_t path = tern_archive_path_parse(path_text);
  if (tern_pass_is_given(pass, "scope")) path.scope = tern_pass_string(pass, "scope");
  export_t export = {.module = module, .minimum_size = tern_pass_int(pass, "minimum-size")};
  tern_op_walk_pre(module, collect, &export);
  tern_constants_to_globals(module, &export.constants, build_global);
  tern_archive_entries_t entries = {0};
  tern_op_list_t globals = {0};
  TERN_VEC(tern_string_builder_t) contents = {0};
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL)) || tern_op_attr(op, "is_mutable")) continue;
    if (!is_exported(&export, tern_op_attr(op, "initial_value"), tern_util_global_type(op))) continue;
    tern_string_builder_t bytes = {0};
    tern_vec_push(&entries, make_entry(op, &bytes, tern_pass_scratch(pass)));
    tern_vec_push(&contents, bytes);
    tern_vec_push(&globals, op);
  }
  bool is_right = entries.count == 0 || tern_archive_write(path.path, &entries, module->loc);
  for (size_t i = 0; i < globals.count; ++i) {
    const tern_attr_t *value =
        tern_flow_parameter_attr_get(tern_util_global_type(globals.values[i]), path.scope, entries.values[i].key, NULL);
    if (is_right) tern_op_set_attr(globals.values[i], "initial_value", value);
    tern_string_builder_deinitialize(&contents.values[i]);
  }
  tern_vec_deinitialize(&contents);
  tern_vec_deinitialize(&globals);
  tern_vec_deinitialize(&entries);
  tern_vec_deinitialize(&export.constants);
  free(path.path);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"path", TERN_OPTION_STRING, NULL, "File to write, `[scope=]path`; its ending .safetensors or .irpa is the format",
     NULL},
    {"scope", TERN_OPTION_STRING, NULL, "Scope of the parameters, if `path` names none", NULL},
    {"minimum-size", TERN_OPTION_INT, "256", "Constants of fewer bytes stay", NULL},
};

const tern_pass_def_t tern_export_parameters_pass = {
    .flag = "iree-io-export-parameters",
    .name = "ExportParametersPass",
    .anchor = "builtin.module",
    .summary = "Move constants of a minimum size to an archive of parameters",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_util_dialect, NULL},
    .run = run,
};
