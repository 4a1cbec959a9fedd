// Linking: each import is looked for in the modules that were bound before, among the native functions and among those that
// the user registered, in this order.

#include "runtime/vm/linker.h"

#include <string.h>

#include "base/no_memory.h"
#include "base/small.h"
#include "base/string.h"
#include "runtime/call_values.h"
#include "runtime/hal/hal_objects.h"
#include "runtime/module/module_reflection.h"
#include "runtime/vm/stack.h"

//---- Types ----

static const tern_ref_type_t *const ref_types[] = {
    &tern_vm_buffer_type,  &tern_vm_list_type,         &tern_hal_allocator_type,
    &tern_hal_buffer_type, &tern_hal_buffer_view_type, &tern_hal_command_buffer_type,
    &tern_hal_device_type, &tern_hal_executable_type,  &tern_hal_fence_type,
    &tern_hal_file_type,
};

const tern_ref_type_t *tern_ref_type_find(const char *name) {
  for (size_t i = 0; i < sizeof(ref_types) / sizeof(ref_types[0]); ++i) {
    if (strcmp(ref_types[i]->name, name) == 0) return ref_types[i];
  }
  return NULL;
}

bool tern_vm_ref_has_type(const tern_vm_module_t *module, uint32_t ordinal, tern_ref_t ref) {
  return !ref.object || module->image->types[ordinal].kind == TERN_BYTECODE_KIND_ANY ||
         module->ref_types[ordinal] == ref.type;
}

//---- Imports ----

static tern_status_t fail_signature(const char *name, const char *expected, const char *actual) {
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "the module calls '%s' as a function of type '%s', but it is one of type '%s'", name,
                          expected, actual);
}

static bool are_signatures_equal(const tern_bytecode_image_t *left, const tern_bytecode_signature_t *a,
                                 const tern_bytecode_image_t *right, const tern_bytecode_signature_t *b) {
  if (a->segment_count || a->argument_count != b->argument_count || a->result_count != b->result_count) return false;
  for (uint32_t i = 0; i < a->argument_count; ++i) {
    if (!tern_bytecode_types_equal(left, left->words[a->argument_start + i], right,
                                   right->words[b->argument_start + i])) {
      return false;
    }
  }
  for (uint32_t i = 0; i < a->result_count; ++i) {
    if (!tern_bytecode_types_equal(left, left->words[a->result_start + i], right, right->words[b->result_start + i])) {
      return false;
    }
  }
  return true;
}

static tern_status_t find_in_modules(tern_session_t *session, const char *name, tern_vm_import_t *import) {
  for (size_t i = session->module_count; i-- > 0;) {
    tern_vm_module_t *module = &session->modules[i];
    const tern_bytecode_image_t *image = module->image;
    const char *module_name = tern_module_name(module->module);
    size_t size = strlen(module_name), index;
    if (strncmp(name, module_name, size) != 0 || name[size] != '.') continue;
    tern_status_t status = tern_module_find_function(module->module, name + size + 1, &index);
    if (!tern_status_is_ok(status)) continue;
    uint32_t function = image->exports[index].function;
    const tern_bytecode_signature_t *signature = &image->signatures[image->functions[function].signature];
    if (!are_signatures_equal(import->image, import->signature, image, signature)) {
      return fail_signature(name, tern_bytecode_text(import->image, import->signature->convention),
                            tern_bytecode_text(image, signature->convention));
    }
    import->module = module;
    import->function = function;
    return tern_ok();
  }
  return tern_ok();
}

static tern_status_t find_native(const char *name, tern_vm_import_t *import) {
  static const tern_native_table_t *const tables[] = {
      &tern_hal_table,
#if !TERN_SMALL
      &tern_check_table,
#endif
  };
  const char *convention = tern_bytecode_text(import->image, import->signature->convention), *other = NULL;
  for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); ++i) {
    const tern_native_fn_t *function = tables[i]->functions;
    const char *row_convention;
    for (const char *row = tables[i]->names; *row; row = row_convention + strlen(row_convention) + 1, ++function) {
      row_convention = row + strlen(row) + 1;
      if (!*function || strcmp(row, name) != 0) continue;
      if (strcmp(row_convention, convention) == 0) {
        import->native = *function;
        return tern_ok();
      }
      other = row_convention;
    }
  }
  return other ? fail_signature(name, convention, other) : tern_ok();
}

static tern_status_t bind_import(tern_session_t *session, const tern_bytecode_image_t *image, uint32_t ordinal,
                                 tern_vm_import_t *import) {
  import->row = &image->imports[ordinal];
  import->image = image;
  import->signature = &image->signatures[import->row->signature];
  const char *name = tern_bytecode_text(image, import->row->name);
  TERN_RETURN_IF_ERROR(find_in_modules(session, name, import));
  if (!import->module) TERN_RETURN_IF_ERROR(find_native(name, import));
  if (!import->module && !import->native) {
    import->registered = tern_instance_find(session->instance, name);
    if (import->registered) import->native = tern_registered_call;
  }
  bool is_optional = import->row->flags & TERN_BYTECODE_IMPORT_OPTIONAL;
  if (import->module || import->native || is_optional) return tern_ok();
  return tern_status_make(TERN_NOT_FOUND,
                          "module '%s' calls '%s' (%s), which no module before it, not the runtime and no registered "
                          "function offers",
                          tern_bytecode_text(image, image->header->name), name,
                          tern_bytecode_text(image, import->signature->convention));
}

//---- State ----

// Everything of a module but its reference lies in one block: zeroed.
typedef struct layout {
  size_t globals, ref_globals, rodata, ref_types, imports, size;
} layout_t;

static layout_t plan(const tern_bytecode_image_t *image) {
  layout_t layout;
  size_t size = 0;
#define PLACE(member, count, type) \
  layout.member = size;            \
  size = (size + (count) * sizeof(type) + 15) & ~(size_t)15
  PLACE(globals, image->header->value_global_count, uint64_t);
  PLACE(ref_globals, image->counts[TERN_BYTECODE_REF_GLOBALS], tern_ref_t);
  PLACE(rodata, image->counts[TERN_BYTECODE_RODATA], tern_vm_buffer_t *);
  PLACE(ref_types, image->counts[TERN_BYTECODE_TYPES], tern_ref_type_t *);
  PLACE(imports, image->counts[TERN_BYTECODE_IMPORTS], tern_vm_import_t);
#undef PLACE
  layout.size = size + 16;
  return layout;
}

static void release_module(void *object) { tern_module_release(object); }
static const tern_ref_type_t module_type = {"tern.module", release_module};

static tern_status_t bind_types(tern_vm_module_t *module) {
  const tern_bytecode_image_t *image = module->image;
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_TYPES]; ++i) {
    uint32_t kind = image->types[i].kind;
    if (kind == TERN_BYTECODE_KIND_BUFFER) module->ref_types[i] = &tern_vm_buffer_type;
    if (kind == TERN_BYTECODE_KIND_LIST) module->ref_types[i] = &tern_vm_list_type;
    if (kind != TERN_BYTECODE_KIND_REF) continue;
    const char *name = tern_bytecode_text(image, image->types[i].name);
    module->ref_types[i] = tern_ref_type_find(name);
    if (!module->ref_types[i]) {
      return tern_status_make(TERN_NOT_FOUND, "module '%s' uses type '%s', which this runtime does not have",
                              tern_bytecode_text(image, image->header->name), name);
    }
  }
  return tern_ok();
}

static tern_status_t bind_rodata(tern_session_t *session, tern_vm_module_t *module) {
  for (uint32_t i = 0; i < module->image->counts[TERN_BYTECODE_RODATA]; ++i) {
    tern_bytecode_bytes_t bytes = tern_bytecode_rodata_bytes(module->image, i);
    TERN_RETURN_IF_ERROR(tern_vm_buffer_wrap(session->allocator, bytes.data, bytes.size,
                                             tern_ref_make(&module_type, module->module), &module->rodata[i]));
    module->rodata[i]->is_code = module->image->rodata[i].source == TERN_BYTECODE_RODATA_EXECUTABLE;
  }
  return tern_ok();
}

static tern_status_t bind(tern_session_t *session, tern_vm_module_t *module) {
  TERN_RETURN_IF_ERROR(bind_types(module));
  for (uint32_t i = 0; i < module->image->counts[TERN_BYTECODE_IMPORTS]; ++i) {
    TERN_RETURN_IF_ERROR(bind_import(session, module->image, i, &module->imports[i]));
  }
  return bind_rodata(session, module);
}

tern_status_t tern_vm_module_bind(tern_session_t *session, tern_module_t *module, tern_vm_module_t *out_module) {
  const tern_bytecode_image_t *image = tern_module_image(module);
  if (!image) return tern_status_make(TERN_INVALID_ARGUMENT, "the module has no functions to bind");
  layout_t layout = plan(image);
  unsigned char *block = tern_host_allocate(session->allocator, layout.size);
  if (!block) return tern_no_memory("the state of a module");
  *out_module = (tern_vm_module_t){.module = module,
                                   .image = image,
                                   .globals = (void *)(block + layout.globals),
                                   .ref_globals = (void *)(block + layout.ref_globals),
                                   .rodata = (void *)(block + layout.rodata),
                                   .ref_types = (void *)(block + layout.ref_types),
                                   .imports = (void *)(block + layout.imports)};
  tern_module_retain(module);
  pthread_mutex_init(&out_module->mutex, NULL);
  tern_status_t status = bind(session, out_module);
  if (!tern_status_is_ok(status)) tern_vm_module_unbind(session, out_module);
  return status;
}

void tern_vm_module_unbind(tern_session_t *session, tern_vm_module_t *module) {
  const tern_bytecode_image_t *image = module->image;
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_REF_GLOBALS]; ++i) tern_ref_reset(&module->ref_globals[i]);
  for (uint32_t i = 0; i < image->counts[TERN_BYTECODE_RODATA]; ++i) {
    if (module->rodata[i]) tern_vm_buffer_type.release(module->rodata[i]);
  }
  pthread_mutex_destroy(&module->mutex);
  // The globals are the start of the block.
  tern_host_free(session->allocator, module->globals, plan(image).size);
  tern_module_release(module->module);
}

static tern_status_t run(tern_session_t *session, tern_vm_module_t *module, uint32_t function) {
  if (function == TERN_BYTECODE_NONE) return tern_ok();
  tern_vm_stack_t stack;
  tern_vm_stack_initialize(session->allocator, &stack);
  stack.instructions_left = session->instruction_limit;
  tern_status_t status = tern_vm_invoke(session, module, function, NULL, NULL, &stack);
  tern_vm_stack_deinitialize(&stack);
  return status;
}

tern_status_t tern_vm_module_start(tern_session_t *session, tern_vm_module_t *module) {
  TERN_RETURN_IF_ERROR(run(session, module, module->image->header->initializer));
  module->is_initialized = true;
  return tern_ok();
}

void tern_vm_module_stop(tern_session_t *session, tern_vm_module_t *module) {
  if (!module->is_initialized) return;
  tern_status_t status = run(session, module, module->image->header->deinitializer);
  (void)status;  // nobody is left who could be told
}
