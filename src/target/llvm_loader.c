// libtern-llvm.so and libtern-llvm-all.so, as parts of tern.

#include "target/llvm_loader.h"

#include <string.h>

#include "target/library_part.h"

#ifndef TERN_HAS_LLVM_ALL
#define TERN_HAS_LLVM_ALL 0
#endif

static const tern_library_part_t parts[] = {
    {"libtern-llvm.so", "tern_llvm_backend", sizeof(tern_llvm_backend_t)},
    {"libtern-llvm-all.so", "tern_llvm_backend", sizeof(tern_llvm_backend_t)},
};
enum { NEAR, ALL };

char *tern_llvm_path(void) { return tern_library_part_path(&parts[NEAR]); }

static tern_status_t load(const tern_library_part_t *part, const tern_llvm_backend_t **out_backend) {
  const void *table;
  tern_status_t status = tern_library_part_load(part, &table);
  *out_backend = table;
  return status;
}

tern_status_t tern_llvm_load(const tern_llvm_backend_t **out_backend) { return load(&parts[NEAR], out_backend); }

// Is this the first name of a triple that the near part makes code for?
static bool is_near(tern_str_t architecture) {
#if defined(__x86_64__)
  static const char *const names[] = {"nvptx", "nvptx64", "x86_64"};
#elif defined(__aarch64__)
  static const char *const names[] = {"nvptx", "nvptx64", "aarch64"};
#else
  static const char *const names[] = {"nvptx", "nvptx64"};
#endif
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (tern_str_equal_cstr(architecture, names[i])) return true;
  }
  return false;
}

static tern_status_t load_named(tern_str_t triple, const char *passes, const tern_llvm_backend_t **out_backend) {
  bool takes_all = (passes && *passes) || (triple.size && !is_near(tern_str_split(&triple, '-')));
  return load(&parts[takes_all && TERN_HAS_LLVM_ALL ? ALL : NEAR], out_backend);
}

tern_status_t tern_llvm_load_target(const char *triple, const char *passes, const tern_llvm_backend_t **out_backend) {
  return load_named(tern_str_from_cstr(triple ? triple : ""), passes, out_backend);
}

tern_status_t tern_llvm_load_for(const tern_op_t *module, const tern_llvm_options_t *options,
                                 const tern_llvm_backend_t **out_backend) {
  const tern_attr_t *of_module = tern_op_attr(module, "llvm.target_triple");
  tern_str_t triple = tern_str_from_cstr(options->triple ? options->triple : "");
  if (!options->triple && of_module && of_module->kind == TERN_ATTR_STRING) triple = tern_string_attr_value(of_module);
  return load_named(triple, options->passes, out_backend);
}
