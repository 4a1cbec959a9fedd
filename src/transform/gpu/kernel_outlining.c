// --gpu-kernel-outlining: the body of each gpu.launch becomes a kernel in a gpu.module of its own (upstream:
// KernelOutlining.cpp).
//
//   func.func @f(%n: index, %x: f32) {               func.func @f(%n: index, %x: f32) {
//     gpu.launch blocks(%bx, ...) in (...) {           gpu.launch_func @f_kernel::@f_kernel ... args(%x : f32)
//       "use"(%bx, %x)                               }
//       gpu.terminator                               gpu.module @f_kernel {
//     }                                                gpu.func @f_kernel(%x: f32) kernel {
//   }                                                    %bx = gpu.block_id x
//                                                        "use"(%bx, %x)
//                                                        gpu.return
//
// What the kernel refers to by name (functions, globals), and what these refer to, is copied into the gpu.module.

#include "analysis/captured_values.h"
#include "asm/parser.h"
#include "base/vec.h"
#include "dialect/dlti/dlti.h"
#include "dialect/gpu/gpu.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct outlining {
  tern_op_t *module;
  const tern_attr_t *layout;  // for each gpu.module; or NULL
  tern_symbol_table_t symbols;
  size_t rename_count;   // of all modules together, as upstream numbers them
  tern_op_t *insertion;  // gpu.modules go before this op; NULL: at the end
  bool is_changed;
} outlining_t;

// --- the kernel ---

static const tern_op_row_t *const id_rows[] = {TERN_GPU(BLOCK_ID),  TERN_GPU(THREAD_ID),  TERN_GPU(GRID_DIM),
                                               TERN_GPU(BLOCK_DIM), TERN_GPU(CLUSTER_ID), TERN_GPU(CLUSTER_DIM)};

// Three sizes from operand `start` on as an attribute, if they are constants that fit.
static const tern_attr_t *constant_sizes(const tern_op_t *launch, const char *first_operand) {
  size_t start, count;
  int32_t sizes[3];
  tern_op_operands_named(launch, first_operand, &start, &count);
  for (size_t i = 0; i < 3; ++i) {
    const tern_attr_t *value = tern_value_constant(tern_op_operand(launch, start + i));
    if (!tern_attr_is_integer(value) || (uint64_t)tern_integer_attr_value(value) > UINT32_MAX) return NULL;
    sizes[i] = (int32_t)(uint32_t)tern_integer_attr_value(value);
  }
  return tern_dense_i32_array_attr_get(tern_op_context(launch), sizes, 3);
}

static void copy_attributions(tern_block_t *target, const tern_block_t *body, size_t start, size_t end,
                              tern_map_t *mapping) {
  for (size_t i = start; i < end; ++i) {
    tern_map_set(mapping, body->args[i], tern_block_add_arg(target, body->args[i]->type, body->args[i]->arg_loc));
  }
}

static tern_op_t *create_function(const tern_op_t *launch, tern_str_t name, const tern_map_t *captured,
                                  size_t workgroup_count) {
  tern_context_t *context = tern_op_context(launch);
  const tern_attr_t *block_size = constant_sizes(launch, "blockSizeX"),
                    *grid_size = constant_sizes(launch, "gridSizeX");
  TERN_VEC(const tern_type_t *) inputs = {0};
  for (size_t i = 0; i < captured->entry_count; ++i) {
    tern_vec_push(&inputs, ((const tern_value_t *)captured->entries[i].key)->type);
  }
  const tern_type_t *type =
      tern_function_type_get(context, (tern_types_t){inputs.values, inputs.count}, (tern_types_t){NULL, 0});
  tern_builder_t b = {.context = context, .loc = launch->loc};
  tern_op_t *function = tern_build(
      &b, TERN_GPU(FUNC), .regions = 1,
      .attrs = TERN_ATTRS(
          {"sym_name", tern_string_attr_get(context, name)}, {"function_type", tern_type_attr_get(type)},
          {"workgroup_attributions", tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)workgroup_count)},
          {"gpu.kernel", tern_unit_attr_get(context)}));
  if (block_size) tern_op_set_attr(function, "known_block_size", block_size);
  if (grid_size) tern_op_set_attr(function, "known_grid_size", grid_size);
  tern_block_t *entry = tern_region_add_block(&function->regions[0]);
  for (size_t i = 0; i < inputs.count; ++i) tern_block_add_arg(entry, inputs.values[i], launch->loc);
  tern_vec_deinitialize(&inputs);
  return function;
}

static void replace_terminators(tern_region_t *region) {
  tern_region_for_each_block(region, block) {
    tern_op_t *last = block->last_op;
    if (!last || !tern_op_is(last, TERN_GPU(TERMINATOR))) continue;
    tern_builder_t b = tern_builder_before(last);
    tern_build(&b, TERN_GPU(RETURN), .types = {0});
    tern_op_destroy(last);
  }
}

// Puts the ops of the copied body's first block at the end of `entry`, with values of the kernel for its arguments.
static void merge_first_block(tern_block_t *entry, tern_block_t *copy, const tern_block_t *body,
                              const tern_map_t *mapping) {
  for (size_t i = 0; i < body->arg_count; ++i) {
    tern_value_replace_all_uses(copy->args[i], tern_map_get(mapping, body->args[i]));
  }
  tern_block_for_each_op_safe(copy, op) {
    tern_op_remove(op);
    tern_op_insert(op, entry, NULL);
  }
  tern_block_remove(copy);
  tern_block_destroy(copy, entry->parent ? tern_op_context(entry->parent->parent) : NULL);
}

// A gpu.func, not yet in a module.
static tern_op_t *outline_kernel(tern_op_t *launch, tern_str_t name, const tern_map_t *captured) {
  const tern_block_t *body = tern_op_body(launch, 0);
  size_t config_count = tern_gpu_launch_config_arg_count(launch);
  size_t workgroup_count = tern_gpu_workgroup_buffer_count(launch);
  tern_op_t *function = create_function(launch, name, captured, workgroup_count);
  tern_block_t *entry = tern_op_body(function, 0);
  tern_map_t arguments = {0}, mapping = {0};
  for (size_t i = 0; i < captured->entry_count; ++i) {
    tern_map_set(&mapping, captured->entries[i].key, entry->args[i]);
  }
  tern_builder_t b = tern_builder_at_end(entry, launch->loc);
  for (size_t i = 0; i < config_count; ++i) {
    const tern_attr_t *dimension = tern_enum_attr_get(b.context, TERN_GPU_ENUM(DIM), (int64_t)(i % 3));
    tern_map_set(&arguments, body->args[i],
                 tern_build_value(&b, id_rows[i / 3], .types = TERN_TYPES(tern_index_type_get(b.context)),
                                  .attrs = TERN_ATTRS({"dimension", dimension})));
  }
  copy_attributions(entry, body, config_count, config_count + workgroup_count, &arguments);
  copy_attributions(entry, body, config_count + workgroup_count, body->arg_count, &arguments);
  tern_region_clone_into(&launch->regions[0], &function->regions[0], &mapping);
  replace_terminators(&function->regions[0]);
  merge_first_block(entry, entry->next, body, &arguments);
  tern_map_deinitialize(&arguments);
  tern_map_deinitialize(&mapping);
  return function;
}

// --- the module around it ---

typedef struct symbol_copying {
  const outlining_t *outlining;
  tern_symbol_table_t symbols;  // of the gpu.module
  tern_op_list_t worklist;
  tern_op_t *user_op;  // whose attributes are looked at
  bool is_failed;
} symbol_copying_t;

// In upstream's words.
static void report_missing(const tern_op_t *user_op, const tern_attr_t *ref) {
  tern_str_t name = tern_symbol_ref_attr_at(ref, 0);
  if (tern_symbol_ref_attr_count(ref) > 1) {
    tern_emit_error(user_op->loc, "failed to outline gpu kernel: found invalid symbol reference: %s",
                    tern_attr_text(ref));
  } else {
    tern_emit_error(user_op->loc, "failed to outline gpu kernel: symbol '%.*s' not found", (int)name.size, name.data);
  }
}

static void copy_referenced(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  symbol_copying_t *copying = user;
  tern_str_t name = tern_symbol_ref_attr_at(ref, 0);
  if (copying->is_failed || tern_symbol_table_lookup(&copying->symbols, name)) return;
  tern_op_t *definition = tern_symbol_table_lookup(&copying->outlining->symbols, name);
  if (!definition) {
    report_missing(user_op, ref);
    copying->is_failed = true;
    return;
  }
  tern_op_t *copy = tern_op_clone(definition, NULL);
  tern_vec_push(&copying->worklist, copy);
  tern_symbol_table_insert(&copying->symbols, copy, NULL);
}

static void copy_named_by_user(const tern_attr_t *ref, void *user) {
  symbol_copying_t *copying = user;
  copy_referenced(copying->user_op, ref, copying);
}

// What the attributes of `op` name, and those of the ops inside; names in a symbol table are its own.
static void copy_symbols_of(tern_op_t *op, symbol_copying_t *copying) {
  const tern_attr_t *attrs = tern_op_attr_dictionary(op);
  copying->user_op = op;
  if (attrs) tern_attr_for_each_symbol_ref(attrs, copy_named_by_user, copying);
  if (!tern_op_has_trait(op, TERN_TRAIT_SYMBOL_TABLE)) tern_symbol_for_each_use(op, copy_referenced, copying);
}

// Copies what the kernel refers to, and what the copies refer to.
static bool copy_symbols(const outlining_t *outlining, tern_op_t *kernel_module, tern_op_t *kernel) {
  symbol_copying_t copying = {.outlining = outlining};
  tern_symbol_table_initialize(&copying.symbols, kernel_module);
  tern_symbol_table_insert(&copying.symbols, kernel, NULL);
  tern_vec_push(&copying.worklist, kernel);
  while (copying.worklist.count && !copying.is_failed) {
    copy_symbols_of(copying.worklist.values[--copying.worklist.count], &copying);
  }
  tern_vec_deinitialize(&copying.worklist);
  tern_symbol_table_deinitialize(&copying.symbols);
  return !copying.is_failed;
}

// `name`, or `name_N` where something else is called so.
static void name_module(outlining_t *outlining, tern_op_t *kernel_module, tern_str_t name) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, name);
  while (tern_symbol_table_lookup(&outlining->symbols, tern_string_builder_view(&text))) {
    text.size = name.size;
    tern_string_builder_append_format(&text, "_%zu", outlining->rename_count++);
  }
  tern_symbol_set_name(kernel_module, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

// The gpu.module that the launch names, or a new one named as the kernel.
static tern_op_t *module_for(outlining_t *outlining, const tern_op_t *launch, tern_str_t kernel_name) {
  const tern_attr_t *wanted = tern_op_attr(launch, "module");
  tern_str_t name = wanted ? tern_symbol_ref_attr_at(wanted, 0) : kernel_name;
  tern_op_t *found = wanted ? tern_symbol_table_lookup(&outlining->symbols, name) : NULL;
  if (found && tern_op_is(found, TERN_GPU(MODULE))) return found;
  tern_builder_t b = {.context = tern_op_context(launch), .loc = launch->loc};
  tern_op_t *kernel_module = tern_build(&b, TERN_GPU(MODULE), .regions = 1,
                                        .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b.context, name)}));
  tern_region_add_block(&kernel_module->regions[0]);
  name_module(outlining, kernel_module, name);
  return kernel_module;
}

// --- the launch ---

static void append_named(const tern_op_t *op, const char *name, tern_value_t **values, size_t *inout_count,
                         int32_t *out_size) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  for (size_t i = 0; i < count; ++i) values[(*inout_count)++] = tern_op_operand(op, start + i);
  *out_size = (int32_t)count;
}

static void replace_launch(tern_op_t *launch, const tern_op_t *kernel_module, const tern_op_t *kernel,
                           const tern_map_t *captured) {
  static const char *const groups[] = {"asyncDependencies",
                                       "gridSizeX",
                                       "gridSizeY",
                                       "gridSizeZ",
                                       "blockSizeX",
                                       "blockSizeY",
                                       "blockSizeZ",
                                       "clusterSizeX",
                                       "clusterSizeY",
                                       "clusterSizeZ",
                                       "dynamicSharedMemorySize"};
  enum { GROUP_COUNT = sizeof(groups) / sizeof(groups[0]) };
  int32_t segments[GROUP_COUNT + 2];
  size_t count = 0;
  tern_value_t **values = tern_realloc_array(NULL, launch->operand_count + captured->entry_count, sizeof(values[0]));
  for (size_t i = 0; i < GROUP_COUNT; ++i) append_named(launch, groups[i], values, &count, &segments[i]);
  for (size_t i = 0; i < captured->entry_count; ++i) values[count++] = captured->entries[i].value;
  segments[GROUP_COUNT] = (int32_t)captured->entry_count;
  segments[GROUP_COUNT + 1] = 0;
  tern_builder_t b = tern_builder_before(launch);
  const tern_str_t names[] = {tern_symbol_name(kernel_module), tern_symbol_name(kernel)};
  const tern_type_t *token = tern_gpu_type_get(b.context, TERN_GPU_TYPE_TOKEN);
  tern_op_t *call =
      tern_build(&b, TERN_GPU(LAUNCH_FUNC), .operands = {values, count}, .types = {&token, launch->result_count},
                 .segments = segments, .attrs = TERN_ATTRS({"kernel", tern_symbol_ref_attr_get(b.context, names, 2)}));
  if (launch->result_count) tern_value_replace_all_uses(tern_op_result(launch, 0), tern_op_result(call, 0));
  free(values);
  tern_op_destroy(launch);
}

static void append_kernel_name(const tern_op_t *launch, tern_string_builder_t *out) {
  const tern_attr_t *wanted = tern_op_attr(launch, "function");
  if (wanted) {
    tern_string_builder_append(out, tern_symbol_ref_attr_at(wanted, 0));
    return;
  }
  const tern_op_t *holder = tern_op_parent(launch);
  while (!tern_op_has_trait(holder, TERN_TRAIT_SYMBOL)) holder = tern_op_parent(holder);
  tern_string_builder_append(out, tern_symbol_name(holder));
  tern_string_builder_append_cstr(out, "_kernel");
}

static tern_walk_result_t outline_launch(tern_op_t *launch, void *user) {
  outlining_t *outlining = user;
  if (!tern_op_is(launch, TERN_GPU(LAUNCH))) return TERN_WALK_ADVANCE;
  tern_map_t captured = {0};
  tern_string_builder_t name = {0};
  tern_collect_captured_values(launch, &captured);
  append_kernel_name(launch, &name);
  tern_op_t *kernel = outline_kernel(launch, tern_string_builder_view(&name), &captured);
  tern_op_t *kernel_module = module_for(outlining, launch, tern_string_builder_view(&name));
  if (outlining->layout) tern_op_set_attr(kernel_module, "dlti.dl_spec", outlining->layout);
  bool is_right = copy_symbols(outlining, kernel_module, kernel);
  tern_symbol_table_insert(&outlining->symbols, kernel_module, outlining->insertion);
  outlining->is_changed = true;
  if (is_right) replace_launch(launch, kernel_module, kernel, &captured);
  tern_string_builder_deinitialize(&name);
  tern_map_deinitialize(&captured);
  return is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

// --- the pass ---

// The option's data layout; `*out_layout` is NULL if there is none.
static bool read_layout(tern_op_t *module, tern_pass_t *pass, const tern_attr_t **out_layout) {
  tern_str_t text = tern_pass_string(pass, "data-layout-str");
  *out_layout = NULL;
  if (text.size == 0) return true;
  const tern_attr_t *layout = tern_parse_attr_text(tern_op_context(module), text);
  if (!layout) {
    tern_emit_note(module->loc, "in the option data-layout-str of gpu-kernel-outlining");
    return false;
  }
  if (!tern_attr_is_dlti(layout, TERN_DLTI_ATTR_DL_SPEC)) {
    tern_emit_error(module->loc, "the option data-layout-str of gpu-kernel-outlining is %s, which is no data layout",
                    tern_attr_text(layout));
    tern_emit_note(module->loc, "give a #dlti.dl_spec, such as data-layout-str='#dlti.dl_spec<index = 32 : i32>'");
    return false;
  }
  *out_layout = layout;
  return true;
}

static bool outline_kernels(tern_op_t *module, tern_pass_t *pass) {
  outlining_t outlining = {.module = module};
  if (!read_layout(module, pass, &outlining.layout)) return false;
  tern_block_t *body = tern_op_body(module, 0);
  bool is_right = true;
  if (!body) return true;
  tern_symbol_table_initialize(&outlining.symbols, module);
  for (tern_op_t *op = body->first_op; op && is_right; op = op->next) {
    if (!tern_op_has_trait(op, TERN_TRAIT_SYMBOL)) continue;
    outlining.insertion = op->next;
    is_right = tern_op_walk_post(op, outline_launch, &outlining) != TERN_WALK_INTERRUPT;
  }
  tern_symbol_table_deinitialize(&outlining.symbols);
  if (outlining.is_changed) {
    tern_op_set_attr(module, "gpu.container_module", tern_unit_attr_get(tern_op_context(module)));
  }
  return is_right;
}

static const tern_option_def_t options[] = {
    {"data-layout-str", TERN_OPTION_STRING, NULL, "Data layout of the gpu.modules: a #dlti.dl_spec", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_dlti_dialect, &tern_gpu_dialect, NULL};

const tern_pass_def_t tern_gpu_kernel_outlining_pass = {
    .flag = "gpu-kernel-outlining",
    .name = "GpuKernelOutliningPass",
    .anchor = "builtin.module",
    .summary = "Make functions of a gpu.module of what gpu.launch holds",
    .description =
        "Each launch becomes a gpu.launch_func of a kernel in a gpu.module behind the function. Values that "
        "the body uses from around it become the kernel's arguments; what it refers to by name is copied "
        "into the gpu.module. Sizes that are constants are recorded on the kernel.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = outline_kernels,
};
