// --iree-hal-dump-executable-benchmarks{path=folder}: for each executable a program that runs its dispatches.
//
//   util.func public @main_dispatch_0_embedded_elf_x86_64_f_0(%n: i32) attributes {iree.reflection = {...}} {
//     ... a buffer for the bindings; a command buffer with n dispatches; executes it and waits
//   }
//
// One function for each way in which the program dispatches an export with constants for operands and sizes of bindings;
// a dispatch with others cannot be repeated alone. The file has the executable and the devices, at the level of hal, and
// is compiled from the phase executable-configurations on.
//
// Source: upstream's DumpExecutableBenchmarksPass.

#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/scf/scf.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "transform/hal/executables.h"

enum { BINDING_ALIGNMENT = 256 };

typedef TERN_VEC(int64_t) number_list_t;

// One way to dispatch an export.
typedef struct dispatch {
  const tern_attr_t *entry_point;  // @executable::@variant::@export
  number_list_t constants, lengths;
} dispatch_t;

typedef TERN_VEC(dispatch_t) dispatch_list_t;

static bool read_constants(const tern_op_t *op, const char *group, number_list_t *out) {
  size_t start, count;
  tern_op_operands_named(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *value = tern_value_constant(tern_op_operand(op, start + i));
    if (!tern_attr_is_integer(value)) return false;
    tern_vec_push(out, tern_integer_attr_value(value));
  }
  return true;
}

static bool are_equal(const number_list_t *a, const number_list_t *b) {
  return a->count == b->count && (!a->count || memcmp(a->values, b->values, a->count * sizeof *a->values) == 0);
}

static void release(dispatch_t *dispatch) {
  tern_vec_deinitialize(&dispatch->constants);
  tern_vec_deinitialize(&dispatch->lengths);
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  dispatch_list_t *list = user;
  if (!tern_op_is(op, TERN_STREAM(CMD_DISPATCH))) return TERN_WALK_ADVANCE;
  const tern_attr_t *refs = tern_op_attr(op, "entry_points");
  dispatch_t dispatch = {.entry_point = tern_array_attr_count(refs) ? tern_array_attr_at(refs, 0) : NULL};
  bool is_new = dispatch.entry_point && tern_symbol_ref_attr_count(dispatch.entry_point) == 3 &&
                read_constants(op, "uniform_operands", &dispatch.constants) &&
                read_constants(op, "resource_lengths", &dispatch.lengths);
  for (size_t i = 0; i < list->count && is_new; ++i) {
    const dispatch_t *other = &list->values[i];
    is_new = other->entry_point != dispatch.entry_point || !are_equal(&other->constants, &dispatch.constants) ||
             !are_equal(&other->lengths, &dispatch.lengths);
  }
  if (is_new) {
    tern_vec_push(list, dispatch);
  } else {
    release(&dispatch);
  }
  return TERN_WALK_ADVANCE;
}

// --- the program ---

typedef struct site {
  tern_builder_t builder;
  const tern_type_t *index, *i32, *i64;
  tern_value_t *device, *queues;
} site_t;

static tern_value_t *build_constant(site_t *site, const tern_type_t *type, int64_t value) {
  return tern_build_value(&site->builder, TERN_ARITH(CONSTANT),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(type, value)}));
}

#define ENUM(ID, value) tern_enum_attr_get(site->builder.context, TERN_HAL_ENUM(ID), (value))
#define HAL_TYPES(ID) TERN_TYPES(tern_hal_type(site->builder.context, TERN_HAL_##ID##_TYPE))

static int64_t aligned(int64_t size) { return (size + BINDING_ALIGNMENT - 1) / BINDING_ALIGNMENT * BINDING_ALIGNMENT; }

static tern_value_t *build_buffer(site_t *site, const dispatch_t *dispatch) {
  int64_t size = 0, types, usage;
  for (size_t i = 0; i < dispatch->lengths.count; ++i) size += aligned(dispatch->lengths.values[i]);
  tern_hal_memory_properties(TERN_HAL_LIFETIME_TRANSIENT, &types, &usage);
  tern_value_t *allocator = tern_build_value(&site->builder, TERN_HAL(DEVICE_ALLOCATOR),
                                             .operands = TERN_VALUES(site->device), .types = HAL_TYPES(ALLOCATOR));
  tern_value_t *memory = tern_build_value(&site->builder, TERN_HAL(MEMORY_TYPE), .types = TERN_TYPES(site->i32),
                                          .attrs = TERN_ATTRS({"type", ENUM(MEMORY_TYPE, types)}));
  tern_value_t *use = tern_build_value(&site->builder, TERN_HAL(BUFFER_USAGE), .types = TERN_TYPES(site->i32),
                                       .attrs = TERN_ATTRS({"usage", ENUM(BUFFER_USAGE, usage)}));
  tern_value_t *bytes = build_constant(site, site->index, size ? size : 1);
  return tern_build_value(&site->builder, TERN_HAL(ALLOCATOR_ALLOCATE), .types = HAL_TYPES(BUFFER),
                          .operands = TERN_VALUES(allocator, site->queues, memory, use, bytes));
}

static void build_dispatch(site_t *site, const dispatch_t *dispatch, tern_value_t *commands, tern_value_t *buffer) {
  tern_context_t *context = site->builder.context;
  tern_builder_t *builder = &site->builder;
  TERN_VEC(tern_value_t *) operands = {0};
  const tern_attr_t *name = tern_flat_symbol_ref_attr_get(context, tern_symbol_ref_attr_at(dispatch->entry_point, 0));
  tern_value_t *executable =
      tern_build_value(builder, TERN_HAL(EXECUTABLE_LOOKUP), .types = HAL_TYPES(EXECUTABLE),
                       .operands = TERN_VALUES(site->device), .attrs = TERN_ATTRS({"executable", name}));
  tern_value_t *ordinal =
      tern_build_value(builder, TERN_HAL(EXECUTABLE_EXPORT_ORDINAL), .types = TERN_TYPES(site->index),
                       .attrs = TERN_ATTRS({"entry_point", dispatch->entry_point}));
  ordinal = tern_build_value(builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(ordinal),
                             .types = TERN_TYPES(site->i64));
  tern_value_t *grid = build_constant(site, site->index, 0);
  tern_value_t *const head[] = {commands, executable, ordinal, grid, grid, grid};
  for (size_t i = 0; i < 6; ++i) tern_vec_push(&operands, head[i]);
  for (size_t i = 0; i < dispatch->constants.count; ++i) {
    tern_vec_push(&operands, build_constant(site, site->i32, dispatch->constants.values[i]));
  }
  int32_t count = (int32_t)dispatch->lengths.count;
  for (int32_t i = 0; i < count; ++i) tern_vec_push(&operands, buffer);
  int64_t offset = 0;
  for (int32_t i = 0; i < count; ++i) {
    tern_vec_push(&operands, build_constant(site, site->index, offset));
    offset += aligned(dispatch->lengths.values[i]);
  }
  for (int32_t i = 0; i < count; ++i)
    tern_vec_push(&operands, build_constant(site, site->index, dispatch->lengths.values[i]));
  const int32_t segments[] = {1, 1, 1, 1, 1, 1, (int32_t)dispatch->constants.count, count, count, count};
  tern_build(builder, TERN_HAL(COMMAND_BUFFER_DISPATCH), .operands = {operands.values, operands.count},
             .segments = segments, .attrs = TERN_ATTRS({"flags", ENUM(DISPATCH_FLAGS, 0)}));
  tern_vec_deinitialize(&operands);
  int64_t before = TERN_HAL_STAGE_DISPATCH | TERN_HAL_STAGE_COMMAND_RETIRE;
  int64_t after = TERN_HAL_STAGE_COMMAND_ISSUE | TERN_HAL_STAGE_DISPATCH;
  tern_build(builder, TERN_HAL(COMMAND_BUFFER_EXECUTION_BARRIER), .operands = TERN_VALUES(commands),
             .attrs = TERN_ATTRS({"source_stage_mask", ENUM(EXECUTION_STAGE, before)},
                                 {"target_stage_mask", ENUM(EXECUTION_STAGE, after)},
                                 {"flags", ENUM(EXECUTION_BARRIER_FLAGS, 0)}));
}

// %commands with as many dispatches as the argument says.
static void build_loop(site_t *site, const dispatch_t *dispatch, tern_value_t *count, tern_value_t *commands,
                       tern_value_t *buffer) {
  tern_value_t *zero = build_constant(site, site->index, 0), *one = build_constant(site, site->index, 1);
  tern_value_t *end = tern_build_value(&site->builder, TERN_ARITH(INDEX_CAST), .operands = TERN_VALUES(count),
                                       .types = TERN_TYPES(site->index));
  tern_op_t *loop = tern_build(&site->builder, TERN_SCF(FOR), .operands = TERN_VALUES(zero, end, one), .regions = 1);
  tern_builder_t outer = site->builder;
  tern_builder_add_block(&site->builder, &loop->regions[0], TERN_TYPES(site->index));
  build_dispatch(site, dispatch, commands, buffer);
  tern_build(&site->builder, TERN_SCF(YIELD));
  site->builder = outer;
}

static void build_body(site_t *site, const dispatch_t *dispatch, tern_value_t *count, tern_str_t device) {
  tern_context_t *context = site->builder.context;
  tern_builder_t *builder = &site->builder;
  site->device = tern_build_value(builder, TERN_UTIL(GLOBAL_LOAD), .types = HAL_TYPES(DEVICE),
                                  .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(context, device)},
                                                      {"is_immutable", tern_unit_attr_get(context)}));
  site->queues = build_constant(site, site->i64, -1);
  tern_value_t *buffer = build_buffer(site, dispatch);
  tern_value_t *commands = tern_build_value(
      builder, TERN_HAL(COMMAND_BUFFER_CREATE), .operands = TERN_VALUES(site->device, site->queues),
      .types = HAL_TYPES(COMMAND_BUFFER),
      .attrs = TERN_ATTRS(
          {"modes", ENUM(COMMAND_BUFFER_MODE, TERN_HAL_MODE_ONE_SHOT | TERN_HAL_MODE_ALLOW_INLINE_EXECUTION)},
          {"command_categories", ENUM(COMMAND_CATEGORY, TERN_HAL_CATEGORY_DISPATCH)}));
  build_loop(site, dispatch, count, commands, buffer);
  tern_build(builder, TERN_HAL(COMMAND_BUFFER_FINALIZE), .operands = TERN_VALUES(commands));
  tern_value_t *wait = tern_build_value(builder, TERN_UTIL(NULL), .types = HAL_TYPES(FENCE));
  tern_value_t *signal =
      tern_build_value(builder, TERN_HAL(FENCE_CREATE), .operands = TERN_VALUES(site->device),
                       .types = HAL_TYPES(FENCE), .attrs = TERN_ATTRS({"flags", ENUM(FENCE_FLAGS, 0)}));
  tern_build(builder, TERN_HAL(DEVICE_QUEUE_EXECUTE),
             .operands = TERN_VALUES(site->device, site->queues, wait, signal, commands),
             .attrs = TERN_ATTRS({"flags", ENUM(EXECUTE_FLAGS, 0)}));
  tern_value_t *forever = build_constant(site, site->i32, -1);
  tern_value_t *status =
      tern_build_value(builder, TERN_HAL(FENCE_AWAIT), .operands = TERN_VALUES(forever, signal),
                       .types = TERN_TYPES(site->i32), .attrs = TERN_ATTRS({"flags", ENUM(WAIT_FLAGS, 0)}));
  tern_build(builder, TERN_UTIL(STATUS_CHECK_OK), .operands = TERN_VALUES(status),
             .attrs = TERN_ATTRS({"message", tern_string_attr_get(context, TERN_STR("failed to wait on timepoint"))}));
  tern_build(builder, TERN_UTIL(RETURN));
}

static void add_function(tern_op_t *module, const dispatch_t *dispatch, size_t number, tern_str_t device) {
  tern_context_t *context = tern_op_context(module);
  site_t site_storage = {.builder = tern_builder_at_end(tern_op_body(module, 0), module->loc),
                         .index = tern_index_type_get(context),
                         .i32 = tern_i_type_get(context, 32),
                         .i64 = tern_i_type_get(context, 64)};
  site_t *site = &site_storage;
  tern_string_builder_t name = {0};
  for (size_t i = 0; i < 3; ++i) {
    tern_string_builder_append(&name, tern_symbol_ref_attr_at(dispatch->entry_point, i));
    tern_string_builder_append_char(&name, '_');
  }
  tern_string_builder_append_format(&name, "%zu", number);
  const tern_attr_t *kind = tern_string_attr_get(context, TERN_STR("dispatch"));
  const tern_attr_t *reflection =
      tern_dictionary_attr_get(context, (const tern_named_attr_t[]){{"iree.benchmark", kind}}, 1);
  const tern_type_t *type = tern_function_type_get(context, TERN_TYPES(site->i32), (tern_types_t){0});
  tern_op_t *function =
      tern_build(&site->builder, TERN_UTIL(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(context, TERN_STR("public"))},
                                     {"sym_name", tern_string_attr_get(context, tern_string_builder_view(&name))},
                                     {"function_type", tern_type_attr_get(type)},
                                     {"iree.abi.stub", tern_unit_attr_get(context)}, {"iree.reflection", reflection}));
  tern_string_builder_deinitialize(&name);
  tern_block_t *body = tern_builder_add_block(&site->builder, &function->regions[0], TERN_TYPES(site->i32));
  build_body(site, dispatch, body->args[0], device);
}

// The program for one executable; NULL if it has no dispatch that can be repeated.
static tern_op_t *make_program(const tern_op_t *module, tern_op_t *executable, const dispatch_list_t *dispatches,
                               const tern_op_list_t *devices) {
  tern_op_t *program = tern_op_clone_without_regions(module, NULL);
  tern_block_t *body = tern_region_add_block(&program->regions[0]);
  for (size_t i = 0; i < devices->count; ++i) tern_op_insert(tern_op_clone(devices->values[i], NULL), body, NULL);
  tern_op_insert(tern_op_clone(executable, NULL), body, NULL);
  size_t count = 0;
  for (size_t i = 0; i < dispatches->count; ++i) {
    const dispatch_t *dispatch = &dispatches->values[i];
    if (!tern_str_equal(tern_symbol_ref_attr_at(dispatch->entry_point, 0), tern_symbol_name(executable))) continue;
    add_function(program, dispatch, count++, tern_symbol_name(devices->values[0]));
  }
  if (count) return program;
  tern_op_destroy(program);
  return NULL;
}

static bool dump(const tern_op_t *module, tern_op_t *executable, const dispatch_list_t *dispatches,
                 const tern_op_list_t *devices, tern_str_t folder) {
  tern_op_t *program = make_program(module, executable, dispatches, devices);
  if (!program) return true;
  tern_string_builder_t text = {0}, path = {0};
  tern_print_op(program, &TERN_PRINT_DEFAULT, &text);
  tern_op_destroy(program);
  tern_hal_file_path(folder, (tern_str_t){0}, executable, NULL, "_benchmark.mlir", &path);
  bool is_right =
      tern_hal_write_file(executable, folder, tern_string_builder_view(&path), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  tern_string_builder_deinitialize(&path);
  return is_right;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_str_t folder = tern_pass_string(pass, "path");
  tern_op_list_t executables = {0}, devices = {0};
  dispatch_list_t dispatches = {0};
  bool is_right = true;
  if (!folder.size) return true;
  tern_op_walk_pre(module, collect, &dispatches);
  tern_hal_collect_devices(module, &devices);
  tern_hal_collect_ops(module, TERN_HAL(EXECUTABLE), &executables);
  for (size_t i = 0; i < executables.count && devices.count; ++i) {
    is_right &= dump(module, executables.values[i], &dispatches, &devices, folder);
  }
  for (size_t i = 0; i < dispatches.count; ++i) release(&dispatches.values[i]);
  tern_vec_deinitialize(&dispatches);
  tern_vec_deinitialize(&devices);
  tern_vec_deinitialize(&executables);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"path", TERN_OPTION_STRING, NULL, "Folder to write to; - is standard output", NULL}};
static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_hal_dialect, &tern_scf_dialect,
                                                 &tern_util_dialect, NULL};

const tern_pass_def_t tern_hal_dump_executable_benchmarks_pass = {
    .flag = "iree-hal-dump-executable-benchmarks",
    .anchor = "builtin.module",
    .summary = "Write a program that runs its dispatches for each executable",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = run,
};
