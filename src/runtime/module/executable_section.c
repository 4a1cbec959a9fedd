// Reading EXECUTABLE sections: every length and offset is checked before it is used. After the first error nothing is
// read any more.

#include "runtime/module/executable_section.h"

#include <string.h>

#include "base/module_format.h"
#include "base/no_memory.h"
#include "base/small.h"
#include "runtime/grid.h"
#include "tern/kernel.h"

// A section that is being read.
typedef struct reader {
  tern_arena_t *arena;
  const unsigned char *data;
  size_t cursor, end;
  tern_status_t status;
} reader_t;

static bool refuse(reader_t *r, const char *what) {
  if (tern_status_is_ok(r->status)) {
    r->status = tern_status_make(TERN_INVALID_ARGUMENT, "byte %zu of the executable: %s", r->cursor, what);
  }
  return false;
}

// Zeroed room for `count` elements of `size` bytes and one more; NULL after an error, when nothing is read any more.
static void *allocate(reader_t *r, size_t count, size_t size) {
  if (!tern_status_is_ok(r->status)) return NULL;
  void *memory = tern_arena_try_alloc_zeroed(r->arena, count + 1, size);
  if (!memory) r->status = tern_no_memory("an executable");
  return memory;
}

static uint32_t load_u32(const unsigned char *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint32_t read_u32(reader_t *r) {
  if (!tern_status_is_ok(r->status)) return 0;
  if (r->end - r->cursor < 4) return refuse(r, "the section ends too early");
  r->cursor += 4;
  return load_u32(r->data + r->cursor - 4);
}

static uint64_t read_u64(reader_t *r) {
  uint64_t low = read_u32(r);
  return low | (uint64_t)read_u32(r) << 32;
}

// A number of things that take at least `least` bytes each.
static uint32_t read_count(reader_t *r, size_t least) {
  uint32_t count = read_u32(r);
  if (tern_status_is_ok(r->status) && count > (r->end - r->cursor) / least)
    refuse(r, "a count goes beyond the section");
  return tern_status_is_ok(r->status) ? count : 0;
}

// The address of bytes in the section, NULL after an error.
static const unsigned char *read_bytes(reader_t *r, uint32_t *out_size) {
  uint32_t size = read_count(r, 1);
  size_t padded = ((size_t)size + 3) / 4 * 4;
  *out_size = 0;
  if (!tern_status_is_ok(r->status)) return NULL;
  if (padded > r->end - r->cursor) {
    refuse(r, "a string goes beyond the section");
    return NULL;
  }
  r->cursor += padded;
  *out_size = size;
  return r->data + r->cursor - padded;
}

static const char *read_string(reader_t *r) {
  uint32_t size;
  const unsigned char *bytes = read_bytes(r, &size);
  char *copy = allocate(r, size, 1);
  if (!copy) return "";
  if (size) memcpy(copy, bytes, size);
  if (strlen(copy) != size) refuse(r, "a name holds a zero byte");
  return copy;
}

static void read_binding(reader_t *r, tern_binding_info_t *out) {
  out->set = read_u32(r);
  out->binding = read_u32(r);
  out->access = read_u32(r);
  out->element_type = read_u32(r);
  out->name = read_string(r);
  out->rank = read_count(r, 12);
  out->alignment = read_u32(r);
  int64_t *dims = allocate(r, out->rank, sizeof *dims);
  int32_t *words = allocate(r, out->rank, sizeof *words);
  if (!dims || !words) return;
  for (uint32_t i = 0; i < out->rank; ++i) dims[i] = (int64_t)read_u64(r);
  for (uint32_t i = 0; i < out->rank; ++i) words[i] = (int32_t)read_u32(r);
  out->dims = dims;
  out->dim_push_constants = words;
}

static void read_kernel(reader_t *r, uint32_t push_constant_count, tern_kernel_info_t *out) {
  out->name = read_string(r);
  for (size_t d = 0; d < 3; ++d) out->workgroup_size[d] = read_u32(r);
  out->subgroup_size = read_u32(r);
  out->flags = read_u32(r);
  out->grid_program_size = read_count(r, 4);
  if (!out->grid_program_size) return;
  uint32_t *program = allocate(r, out->grid_program_size, sizeof *program);
  if (!program) return;
  for (uint32_t i = 0; i < out->grid_program_size; ++i) program[i] = read_u32(r);
  out->grid_program = program;
  if (tern_status_is_ok(r->status)) r->status = tern_grid_check(program, out->grid_program_size, push_constant_count);
}

static void read_entry_point(reader_t *r, tern_entry_point_t *out) {
  out->name = read_string(r);
  out->push_constant_count = read_u32(r);
  out->binding_count = read_count(r, 28);
  tern_binding_info_t *bindings = allocate(r, out->binding_count, sizeof *bindings);
  if (!bindings) return;
  for (uint32_t i = 0; i < out->binding_count; ++i) read_binding(r, &bindings[i]);
  out->bindings = bindings;
  out->kernel_count = read_count(r, 28);
  tern_kernel_info_t *kernels = allocate(r, out->kernel_count, sizeof *kernels);
  if (!kernels) return;
  for (uint32_t i = 0; i < out->kernel_count; ++i) read_kernel(r, out->push_constant_count, &kernels[i]);
  out->kernels = kernels;
}

static void read_entry_points(reader_t *r, tern_executable_params_t *out_params) {
  uint32_t count = read_count(r, 16);
  tern_entry_point_t *entries = allocate(r, count, sizeof *entries);
  if (!entries) return;
  for (uint32_t i = 0; i < count; ++i) read_entry_point(r, &entries[i]);
  out_params->entry_points = entries;
  out_params->entry_point_count = count;
}

#if !TERN_SMALL
static void read_costs(reader_t *r, tern_executable_params_t *out_params) {
  tern_cost_info_t *costs = allocate(r, out_params->entry_point_count, sizeof *costs);
  if (!costs) return;
  for (size_t i = 0; i < out_params->entry_point_count; ++i) {
    costs[i].element_type = read_u32(r);
    costs[i].flags = read_u32(r);
    costs[i].program_size = read_count(r, 4);
    uint32_t *program = allocate(r, costs[i].program_size, sizeof *program);
    if (!program) return;
    for (uint32_t w = 0; w < costs[i].program_size; ++w) program[w] = read_u32(r);
    costs[i].program = program;
    if (!costs[i].program_size || !tern_status_is_ok(r->status)) continue;
    r->status = tern_grid_check_results(program, costs[i].program_size, TERN_COST_COUNT,
                                        out_params->entry_points[i].push_constant_count);
  }
  out_params->costs = costs;
}

static void read_argument(reader_t *r, tern_kernel_argument_t *out) {
  out->kind = read_u32(r);
  out->element_type = read_u32(r);
  out->divisibility = read_u32(r);
  out->rank = read_u32(r);
  for (size_t d = 0; d < TERN_KERNEL_RANK_MAX; ++d) out->block[d] = read_u32(r);
  out->swizzle = read_u32(r);
  bool is_right = out->kind <= TERN_KERNEL_ARGUMENT_DESCRIPTOR && out->rank <= TERN_KERNEL_RANK_MAX;
  if (!is_right) refuse(r, "an argument of a kernel is malformed");
}

static void read_signatures(reader_t *r, tern_executable_params_t *out_params) {
  tern_kernel_signature_t *signatures = allocate(r, out_params->entry_point_count, sizeof *signatures);
  if (!signatures) return;
  for (size_t i = 0; i < out_params->entry_point_count; ++i) {
    uint32_t count = read_count(r, 4 * TERN_MODULE_ARGUMENT_WORDS);
    tern_kernel_argument_t *arguments = allocate(r, count, sizeof *arguments);
    if (!arguments) return;
    signatures[i].arguments = arguments;
    signatures[i].argument_count = count;
    signatures[i].scratch_size = read_u32(r);
    signatures[i].scratch_alignment = read_u32(r);
    for (uint32_t a = 0; a < count; ++a) read_argument(r, &arguments[a]);
  }
  out_params->signatures = signatures;
}

// What follows the code, for those who want it.
static void read_extensions(reader_t *r, tern_executable_params_t *out_params) {
  size_t end = r->end;
  while (tern_status_is_ok(r->status) && r->cursor != end) {
    uint32_t kind = read_u32(r), size = read_count(r, 4);
    r->end = r->cursor + 4 * (size_t)size;
    bool is_costs = kind == TERN_MODULE_EXTENSION_COSTS && !out_params->costs;
    bool is_signatures = kind == TERN_MODULE_EXTENSION_SIGNATURES && !out_params->signatures;
    if (is_costs) read_costs(r, out_params);
    if (is_signatures) read_signatures(r, out_params);
    if ((is_costs || is_signatures) && r->cursor != r->end) refuse(r, "an extension is longer than what is in it");
    r->cursor = r->end;
    r->end = end;
  }
}
#endif

tern_status_t tern_executable_section_read(tern_arena_t *arena, const void *data, size_t size, const char **out_target,
                                           tern_executable_params_t *out_params) {
  reader_t r = {arena, data, 0, size, tern_ok()};
  uint32_t code_size;
  *out_params = (tern_executable_params_t){0};
  *out_target = read_string(&r);
  out_params->format = read_string(&r);
  read_entry_points(&r, out_params);
  out_params->data = read_bytes(&r, &code_size);
  out_params->data_size = code_size;
#if !TERN_SMALL
  read_extensions(&r, out_params);
#endif
  return r.status;
}
