// What the runtime must know of kernels, read off the module at the gpu level.

#include "pipeline/dispatch/kernel_tables.h"

#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "convert/hal/abi.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pipeline/dispatch/grid_program.h"
#include "transform/llvm/merge_kernels.h"

static tern_op_t *find_grid_function(const tern_op_t *module, tern_str_t kernel) {
  char name[512];
  snprintf(name, sizeof name, "%.*s_workgroup_count", (int)kernel.size, kernel.data);
  return tern_symbol_lookup_in(module, tern_str_from_cstr(name));
}

static const char *copy_name(tern_str_t name, tern_arena_t *arena) {
  char *copy = tern_arena_alloc(arena, name.size + 1);
  memcpy(copy, name.data, name.size);
  copy[name.size] = 0;
  return copy;
}

static bool read_kernel(const tern_compilation_t *c, tern_str_t name, tern_arena_t *arena, tern_kernel_info_t *out) {
  tern_op_t *func = tern_symbol_lookup_in(c->module, name);
  if (!func) return tern_op_error(c->module, "has no kernel @%.*s", (int)name.size, name.data);
  int32_t size[3];
  const tern_attr_t *abi = tern_op_attr(func, "spirv.entry_point_abi");
  if (!tern_attr_is_spirv(abi, TERN_SPIRV_ATTR_ENTRY_POINT_ABI) ||
      !tern_spirv_entry_point_abi_workgroup_size(abi, size)) {
    return tern_op_error(func, "is a kernel without a workgroup size");
  }
  out->name = copy_name(name, arena);
  for (size_t d = 0; d < 3; ++d) out->workgroup_size[d] = (uint32_t)size[d];
  const tern_attr_t *subgroup_size = tern_spirv_attr_field(abi, "subgroup_size");
  out->subgroup_size = subgroup_size ? (uint32_t)tern_integer_attr_value(subgroup_size) : 0;
  // Loops over the grid go on cyclically where it is shorter than what they cover.
  out->flags = TERN_KERNEL_FLAG_CYCLIC;
  tern_op_t *grid = find_grid_function(c->module, name);
  if (!grid) return tern_op_error(func, "is a kernel without a function for its grid");
  return tern_grid_program_build(grid, arena, &out->grid_program, &out->grid_program_size);
}

bool tern_kernel_tables_read(const tern_compilation_t *c, tern_kernels_t *kernels) {
  for (size_t i = 0; i < kernels->info.entry_point_count; ++i) {
    tern_entry_point_t *entry = &kernels->info.entry_points[i];
    tern_op_t *func = tern_symbol_lookup_in(c->module, tern_str_from_cstr(entry->name));
    const tern_attr_t *schedule = func ? tern_hal_schedule(func) : NULL;
    size_t count = schedule ? tern_array_attr_count(schedule) : 1;
    tern_kernel_info_t *infos = tern_arena_alloc_zeroed(&kernels->arena, (count + 1) * sizeof *infos);
    for (size_t k = 0; k < count; ++k) {
      tern_str_t name =
          schedule ? tern_symbol_ref_attr_at(tern_array_attr_at(schedule, k), 0) : tern_str_from_cstr(entry->name);
      if (!read_kernel(c, name, &kernels->arena, &infos[k])) return false;
    }
    entry->kernels = infos;
    entry->kernel_count = (uint32_t)count;
  }
  return true;
}

// The kernel that stands for each of those that are gone: name -> llvm.func.
static void collect_merged(tern_op_t *module, tern_map_t *out_kept) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    const tern_attr_t *names = tern_op_attr(op, TERN_KERNEL_STANDS_FOR_ATTR);
    for (size_t i = 0; names && i < tern_array_attr_count(names); ++i) {
      tern_str_t name = tern_string_attr_value(tern_array_attr_at(names, i));
      tern_map_set(out_kept, tern_ident_get(tern_op_context(module), name), op);
    }
  }
}

void tern_kernel_tables_follow(const tern_compilation_t *c, tern_kernels_t *kernels) {
  tern_map_t kept = {0};
  collect_merged(c->module, &kept);
  for (size_t i = 0; i < kernels->info.entry_point_count; ++i) {
    const tern_entry_point_t *entry = &kernels->info.entry_points[i];
    for (uint32_t k = 0; k < entry->kernel_count; ++k) {
      // The tables are ours, and in our arena.
      tern_kernel_info_t *info = (tern_kernel_info_t *)(uintptr_t)&entry->kernels[k];
      const tern_op_t *op = tern_map_get(&kept, tern_ident_get(c->context, tern_str_from_cstr(info->name)));
      if (op) info->name = copy_name(tern_symbol_name(op), &kernels->arena);
    }
  }
  tern_map_deinitialize(&kept);
}
