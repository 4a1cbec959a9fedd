// Kernels of tt in the module of a dispatch: by Triton's pipelines to functions of the llvm dialect, with the arguments that launches of
// dispatches give: addresses of all bindings, words of push constants, tensor maps.

#include "pipeline/dispatch/compile_tiles.h"

#include <stdlib.h>

#include "base/cuda_image_format.h"
#include "convert/llvm/kernel/kernel.h"
#include "convert/triton/dispatch.h"
#include "dialect/builtin/builtin.h"
#include "dialect/llvm/llvm.h"
#include "dialect/tt/tt.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "target/ptx/ptx.h"
#include "transform/ttng/descriptors.h"

// Chips without the instructions of Hopper for groups of warps are programmed as Ampere is, which all later ones understand.
enum { PORTABLE_CAPABILITY = 80 };

unsigned tern_tiles_ptx_version(const tern_machine_t *target) {
  enum { PTX_VERSION = 83 };
  unsigned least = tern_ptx_version_of_chip(target->name);
  return least > PTX_VERSION ? least : PTX_VERSION;
}

static int64_t number_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : 0;
}

static tern_op_t *find_kernel(const tern_op_t *module, const tern_op_row_t *row) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, row) && tern_symbol_visibility(op) == TERN_PUBLIC && tern_op_body(op, 0)) return op;
  }
  return NULL;
}

void tern_tiles_detach(const tern_compilation_t *c, tern_tiles_t *out) {
  static const char *const attrs[] = {TERN_KERNEL_ARGUMENTS_ATTR, TERN_KERNEL_TENSOR_MAPS_ATTR};
  tern_block_for_each_op_safe(tern_op_body(c->module, 0), op) {
    const tern_op_t *kernel = tern_op_is(op, TERN_BUILTIN(MODULE)) ? find_kernel(op, TERN_TT(FUNC)) : NULL;
    if (!kernel) continue;
    tern_op_t *function = tern_symbol_lookup_in(c->module, tern_symbol_name(kernel));
    for (size_t i = 0; function && i < sizeof attrs / sizeof attrs[0]; ++i) {
      if (tern_op_attr(function, attrs[i])) tern_op_set_attr(op, attrs[i], tern_op_attr(function, attrs[i]));
    }
    if (function) tern_op_destroy(function);
    tern_op_remove(op);
    tern_vec_push(out, op);
  }
}

// --- tensor maps ---

static const tern_attr_t *with_box(const tern_attr_t *row, const tern_tensormap_t *map, size_t rank) {
  tern_context_t *context = row->context;
  int64_t box[sizeof map->box / sizeof map->box[0]];
  for (size_t d = 0; d < rank; ++d) box[d] = map->box[rank - 1 - d];
  row = tern_dictionary_attr_with(context, row, TERN_STR("box"), tern_dense_i64_array_attr_get(context, box, rank));
  return tern_dictionary_attr_with(context, row, TERN_STR("swizzle"),
                                   tern_integer_attr_get(tern_i_type_get(context, 64), map->swizzle));
}

// How the passes have dealt blocks of descriptors to shared memory is how their tensor maps are made. The descriptors are the last
// arguments.
static bool complete_rows(tern_op_t *module) {
  const tern_attr_t *rows = tern_op_attr(module, TERN_KERNEL_TENSOR_MAPS_ATTR);
  const tern_op_t *kernel = find_kernel(module, TERN_TT(FUNC));
  size_t count = rows ? tern_array_attr_count(rows) : 0;
  const tern_block_t *entry = tern_op_body(kernel, 0);
  const tern_attr_t *made[TERN_CUDA_IMAGE_RANK_MAX * 2];
  for (size_t i = 0; i < count; ++i) {
    tern_tensormap_t map;
    const char *error;
    const tern_type_t *type = entry->args[entry->arg_count - count + i]->type;
    if (!tern_tensormap_of(type, &map, &error)) return tern_op_error(kernel, "%s, argument %zu", error, i);
    made[i] = with_box(tern_array_attr_at(rows, i), &map, tern_type_rank(tern_tt_type_inside(type)));
  }
  if (count)
    tern_op_set_attr(module, TERN_KERNEL_TENSOR_MAPS_ATTR, tern_array_attr_get(module->loc->context, made, count));
  return true;
}

// --- arguments ---

// A list of the function's arguments, in the order of launches.
typedef struct arguments {
  TERN_VEC(const tern_type_t *) types;
  TERN_VEC(const tern_attr_t *) attrs;
} arguments_t;

static void add_argument(arguments_t *list, const tern_type_t *type, const tern_attr_t *attrs) {
  tern_vec_push(&list->types, type);
  tern_vec_push(&list->attrs, attrs);
}

// The function has pointers to some bindings, tensor maps, and at the end two pointers to memory that it has no need of.
static void arrange_arguments(const tern_op_t *module, tern_op_t *func) {
  enum { SCRATCH_POINTERS = 2 };
  tern_context_t *context = tern_op_context(func);
  tern_block_t *entry = tern_op_body(func, 0);
  const tern_attr_t *used = tern_op_attr(module, TERN_TILES_BINDINGS_ATTR), *old = tern_op_attr(func, "arg_attrs");
  const tern_attr_t *counts = tern_op_attr(module, TERN_KERNEL_ARGUMENTS_ATTR);
  const tern_attr_t *none = tern_dictionary_attr_get(context, NULL, 0);
  const tern_type_t *pointer = tern_llvm_ptr_type(context, TERN_KERNEL_SPACE_GLOBAL),
                    *i32 = tern_i_type_get(context, 32);
  size_t used_count = tern_int_list_attr_count(used), next = 0;
  arguments_t list = {0};
  for (size_t i = 0; i < SCRATCH_POINTERS; ++i) tern_block_erase_arg(entry, entry->arg_count - 1);
  size_t map_count = entry->arg_count - used_count;
  for (int64_t i = 0; i < tern_int_list_attr_at(counts, 0); ++i) {
    bool is_used = next < used_count && tern_int_list_attr_at(used, next) == i;
    if (!is_used) tern_block_insert_arg(entry, (size_t)i, pointer, func->loc);
    add_argument(&list, pointer, is_used && old ? tern_array_attr_at(old, next) : none);
    next += is_used;
  }
  for (int64_t i = 0; i < tern_int_list_attr_at(counts, 1); ++i) {
    tern_block_insert_arg(entry, list.types.count, i32, func->loc);
    add_argument(&list, i32, none);
  }
  for (size_t i = 0; i < map_count; ++i)
    add_argument(&list, entry->args[list.types.count]->type, old ? tern_array_attr_at(old, used_count + i) : none);
  const tern_type_t *type =
      tern_llvm_func_type(tern_llvm_void_type(context), (tern_types_t){list.types.values, list.types.count}, false);
  tern_op_set_attr(func, "function_type", tern_type_attr_get(type));
  tern_op_set_attr(func, "arg_attrs", tern_array_attr_get(context, list.attrs.values, list.attrs.count));
  tern_vec_deinitialize(&list.types);
  tern_vec_deinitialize(&list.attrs);
}

static void note_launch(const tern_op_t *module, tern_op_t *func) {
  tern_context_t *context = tern_op_context(func);
  const tern_attr_t *maps = tern_op_attr(module, TERN_KERNEL_TENSOR_MAPS_ATTR);
  int64_t shared = number_of(module, "ttg.shared");
  const tern_attr_t *size = tern_integer_attr_get(tern_i_type_get(context, 64), shared);
  if (maps) tern_op_set_attr(func, TERN_KERNEL_TENSOR_MAPS_ATTR, maps);
  if (shared) tern_op_set_attr(func, TERN_KERNEL_SHARED_MEMORY_ATTR, size);
}

// --- lowering ---

static tern_status_t run_parts(const tern_compilation_t *c, const tern_dispatch_values_t *values) {
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, TERN_DISPATCH_TILES_TO_TTIR, values));
  tern_compilation_show_ir(c, "ttir");
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, TERN_DISPATCH_TILES_TO_TTGIR, values));
  tern_compilation_show_ir(c, "ttgir");
  if (!complete_rows(c->module)) return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
  TERN_RETURN_IF_ERROR(tern_compilation_run(c, TERN_DISPATCH_TILES_TO_NVVM, values));
  // Memory beyond that of bindings is none that a dispatch is given.
  if (number_of(c->module, "ttg.global_scratch_memory_size") == 0) return tern_ok();
  tern_op_error(c->module, "needs memory for itself in the kernel of a dispatch");
  return tern_status_make(TERN_INVALID_IR, "the dispatch could not be compiled");
}

static tern_status_t lower(const tern_compilation_t *c, const tern_machine_t *target, tern_op_t *module) {
  tern_compilation_t own = *c;
  bool is_portable = tern_op_attr(module, TERN_TILES_PORTABLE_ATTR) != NULL;
  own.module = module;
  const tern_dispatch_values_t values = {
      .capability = target->has_wgmma && !is_portable ? target->architecture : PORTABLE_CAPABILITY,
      .num_warps = number_of(module, TERN_TILES_WARPS_ATTR),
      .num_stages = number_of(module, TERN_TILES_STAGES_ATTR),
      .ptx_version = tern_tiles_ptx_version(target),
      .shared_memory = target->dynamic_shared_memory_size,
      .rewrites_descriptors = tern_op_attr(module, TERN_KERNEL_TENSOR_MAPS_ATTR) == NULL,
  };
  TERN_RETURN_IF_ERROR(run_parts(&own, &values));
  tern_op_t *func = find_kernel(module, TERN_LLVM(FUNC));
  arrange_arguments(module, func);
  note_launch(module, func);
  return tern_ok();
}

// What the module holds that the outer one has not got yet.
static void move_into(tern_op_t *outer, tern_op_t *module) {
  tern_block_for_each_op_safe(tern_op_body(module, 0), op) {
    bool is_there = tern_op_attr(op, "sym_name") && tern_symbol_lookup_in(outer, tern_symbol_name(op));
    if (is_there) continue;
    tern_op_remove(op);
    tern_op_insert(op, tern_op_body(outer, 0), NULL);
  }
}

tern_status_t tern_tiles_lower(const tern_compilation_t *c, const tern_machine_t *target, tern_status_t status,
                               tern_tiles_t *tiles) {
  for (size_t i = 0; i < tiles->count; ++i) {
    if (tern_status_is_ok(status)) status = lower(c, target, tiles->values[i]);
    if (tern_status_is_ok(status)) move_into(c->module, tiles->values[i]);
    tern_op_destroy(tiles->values[i]);
  }
  tern_vec_deinitialize(tiles);
  return status;
}
