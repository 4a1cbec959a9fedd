// Loading of tern's other libraries. The dynamic linker keeps the handles and their counts, so nothing is kept here: opening
// what is open already costs a look-up by name.

#include "target/library_part.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "base/string.h"

// The path of the part beside the library that this code is in.
static bool find_sibling(const char *file_name, tern_string_builder_t *out_path) {
  static const char here = 0;
  Dl_info info;
  if (!dladdr(&here, &info) || !info.dli_fname) return false;
  const char *slash = strrchr(info.dli_fname, '/');
  if (!slash) return false;
  tern_string_builder_append(out_path, tern_str_make(info.dli_fname, (size_t)(slash - info.dli_fname) + 1));
  tern_string_builder_append_cstr(out_path, file_name);
  return true;
}

char *tern_library_part_path(const tern_library_part_t *part) {
  tern_string_builder_t path = {0};
  return find_sibling(part->file_name, &path) ? tern_string_builder_take(&path) : NULL;
}

tern_status_t tern_library_part_load(const tern_library_part_t *part, const void **out_table) {
  *out_table = NULL;
  tern_string_builder_t path = {0};
  // RTLD_NODELETE: LLVM's static objects must not be torn down while code made by it may run.
  // A file beside the library that cannot be loaded is what the error is about, not that there is no other.
  bool is_beside = find_sibling(part->file_name, &path) && access(path.data, F_OK) == 0;
  void *library = dlopen(is_beside ? path.data : part->file_name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  tern_string_builder_deinitialize(&path);
  if (!library) return tern_status_make(TERN_NOT_FOUND, "cannot load %s: %s", part->file_name, dlerror());
  const void *(*get)(void) = NULL;
  void *symbol = dlsym(library, part->getter);
  memcpy(&get, &symbol, sizeof(get));
  const void *table = get ? get() : NULL;
  if (!table || *(const size_t *)table != part->table_size) {
    dlclose(library);
    return tern_status_make(TERN_FAILED_PRECONDITION, "%s belongs to another build of tern", part->file_name);
  }
  *out_table = table;
  return tern_ok();
}
