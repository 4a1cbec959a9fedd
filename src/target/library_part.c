// Loading of tern's other libraries. The dynamic linker keeps the handles and their counts, so nothing is kept here: opening
// what is open already costs a look-up by name.

#include "target/library_part.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/string.h"

// Where libraries are, from a tool that has libtern inside, and libtern's name. The build knows them.
#ifndef TERN_TOOL_LIBRARIES
#define TERN_TOOL_LIBRARIES "../lib"
#endif
#ifndef TERN_LIBRARY_NAME
#define TERN_LIBRARY_NAME "libtern.so"
#endif

// Linux names the program that runs as it was called, which says nothing of where it is.
char *tern_library_program_path(void) {
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  if (size <= 0 || (size_t)size == sizeof(path)) return NULL;
  path[size] = '\0';
  return tern_strdup(path);
}

// `out_is_program`: is it a program, not a library?
static char *own_path(bool *out_is_program) {
  static const char here = 0;
  Dl_info info;
  struct link_map *map = NULL;
  *out_is_program = false;
  if (!dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP) || !info.dli_fname) return NULL;
  *out_is_program = map && map->l_name[0] == '\0';
  return *out_is_program ? tern_library_program_path() : tern_strdup(info.dli_fname);
}

static char *join(tern_str_t folder, const char *between, const char *file_name) {
  tern_string_builder_t path = {0};
  tern_string_builder_append(&path, folder);
  tern_string_builder_append_format(&path, "%s/%s", between, file_name);
  return tern_string_builder_take(&path);
}

char *tern_library_find(const char *file_name) {
  static const char *const of_tools[] = {"/" TERN_TOOL_LIBRARIES, "/../lib"};
  bool is_program;
  char *own = own_path(&is_program), *slash = own ? strrchr(own, '/') : NULL;
  if (!slash) return free(own), NULL;
  tern_str_t folder = tern_str_make(own, (size_t)(slash - own));
  char *first = join(folder, "", file_name), *found = access(first, F_OK) == 0 ? first : NULL;
  for (size_t i = 0; is_program && !found && i < sizeof(of_tools) / sizeof(of_tools[0]); i++) {
    char *path = join(folder, of_tools[i], file_name);
    if (access(path, F_OK) == 0)
      found = path;
    else
      free(path);
  }
  free(own);
  if (found && found != first) free(first);
  return found ? found : first;
}

char *tern_library_own_path(void) {
  bool is_program;
  char *own = own_path(&is_program), *library = is_program ? tern_library_find(TERN_LIBRARY_NAME) : NULL;
  if (!library || access(library, F_OK) != 0) return free(library), own;
  free(own);
  return library;
}

char *tern_library_part_path(const tern_library_part_t *part) { return tern_library_find(part->file_name); }

tern_status_t tern_library_part_load(const tern_library_part_t *part, const void **out_table) {
  *out_table = NULL;
  char *path = tern_library_find(part->file_name);
  // RTLD_NODELETE: LLVM's static objects must not be torn down while code made by it may run.
  // A file beside the library that cannot be loaded is what the error is about, not that there is no other.
  bool is_beside = path && access(path, F_OK) == 0;
  void *library = dlopen(is_beside ? path : part->file_name, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  free(path);
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
