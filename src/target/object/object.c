#include "target/object/object.h"

#include <string.h>

#include "ir/diagnostic.h"

static const tern_object_reader_t *const readers[] = {&tern_object_reader_cpu, &tern_object_reader_cubin,
                                                      &tern_object_reader_fatbin, &tern_object_reader_spirv,
                                                      &tern_object_reader_ptx};

const tern_object_reader_t *tern_object_reader_find(tern_str_t code) {
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; ++i) {
    if (readers[i]->recognizes(code)) return readers[i];
  }
  return NULL;
}

bool tern_object_lacks_kernel(const tern_object_t *object, const tern_object_kernel_t *kernel, const char *what,
                              tern_str_t names) {
  tern_op_error(kernel->export_op, "is to be %s '%.*s' of '%.*s', which has none of this name", what,
                (int)kernel->name.size, kernel->name.data, (int)object->path.size, object->path.data);
  if (names.size) tern_emit_note(kernel->export_op->loc, "it has %.*s", (int)names.size, names.data);
  if (!names.size) tern_emit_note(kernel->export_op->loc, "it has none at all");
  return false;
}

bool tern_object_set_workgroup_size(const tern_object_t *object, tern_object_kernel_t *kernel, const uint32_t size[3]) {
  const uint32_t *known = kernel->workgroup_size;
  bool is_known = known[0] || known[1] || known[2];
  if (is_known && memcmp(known, size, 3 * sizeof *size) != 0) {
    tern_op_error(kernel->export_op, "has a workgroup_size of %u x %u x %u, but '%.*s' says %u x %u x %u", known[0],
                  known[1], known[2], (int)object->path.size, object->path.data, size[0], size[1], size[2]);
    tern_emit_note(kernel->export_op->loc, "leave workgroup_size out to take that of the file");
    return false;
  }
  memcpy(kernel->workgroup_size, size, 3 * sizeof *size);
  return true;
}

void tern_object_grid_name(const tern_object_kernel_t *kernel, tern_string_builder_t *out) {
  tern_string_builder_append(out, kernel->name);
  tern_string_builder_append_cstr(out, "_workgroup_count");
}

void tern_object_note_parameters(const tern_object_kernel_t *kernel) {
  tern_emit_note(kernel->export_op->loc,
                 "a kernel takes an address for each of its %zu bindings (.param .u64), then each of its %zu push "
                 "constants (.param .u32)",
                 kernel->binding_count, kernel->constant_count);
}
