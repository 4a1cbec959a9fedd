// Loading of libtern-llvm.so. The dynamic linker keeps the handle and its count, so nothing is kept here: opening what
// is open already costs a look-up by name.

#include "target/llvm_loader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/string.h"

static const char file_name[] = "libtern-llvm.so";

// The path of the part beside the library that this code is in.
static bool find_sibling(tern_string_builder_t *out_path) {
  Dl_info info;
  if (!dladdr((const void *)file_name, &info) || !info.dli_fname) return false;
  const char *slash = strrchr(info.dli_fname, '/');
  if (!slash) return false;
  tern_string_builder_append(out_path, tern_str_make(info.dli_fname, (size_t)(slash - info.dli_fname) + 1));
  tern_string_builder_append_cstr(out_path, file_name);
  return true;
}

char *tern_llvm_path(void) {
  tern_string_builder_t path = {0};
  return find_sibling(&path) ? tern_string_builder_take(&path) : NULL;
}

tern_status_t tern_llvm_load(const tern_llvm_backend_t **out_backend) {
  *out_backend = NULL;
  tern_string_builder_t path = {0};
  void *library;
  // RTLD_NODELETE: LLVM's static objects must not be torn down while code made by it may run.
  // A file beside the library that cannot be loaded is what the error is about, not that there is no other.
  bool is_beside = find_sibling(&path) && access(path.data, F_OK) == 0;
  library = dlopen(is_beside ? path.data : file_name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  tern_string_builder_deinitialize(&path);
  if (!library) return tern_status_make(TERN_NOT_FOUND, "cannot load %s: %s", file_name, dlerror());
  const tern_llvm_backend_t *(*get)(void) = NULL;
  void *symbol = dlsym(library, "tern_llvm_backend");
  memcpy(&get, &symbol, sizeof(get));
  const tern_llvm_backend_t *backend = get ? get() : NULL;
  if (!backend || backend->struct_size != sizeof(*backend)) {
    dlclose(library);
    return tern_status_make(TERN_FAILED_PRECONDITION, "%s belongs to another build of tern", file_name);
  }
  *out_backend = backend;
  return tern_ok();
}
