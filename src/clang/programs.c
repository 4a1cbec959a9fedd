// Where clang, the assembler, our own tools and headers are.

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang/plan.h"
#include "target/library_part.h"
#include "target/programs.h"

#define CLANG "clang-22"
#define DEVICE_LIBRARY "/usr/lib/clc/nvptx64--.bc"

static const char *keep(tern_plan_t *plan, char *path) {
  const char *copy = path ? tern_steps_format(&plan->steps, "%s", path) : NULL;
  free(path);
  return copy;
}

static tern_status_t find_clang(tern_plan_t *plan) {
  const char *named = plan->options->clang;
  if (!named) named = getenv("TERN_CLANG");
  bool is_named = named && *named;
  const char *name = is_named ? named : CLANG;
  if (strchr(name, '/')) {
    plan->clang = access(name, X_OK) == 0 ? name : NULL;
  } else {
    plan->clang = keep(plan, tern_program_in_path(name));
  }
  if (plan->clang) return tern_ok();
  if (is_named) return tern_status_make(TERN_NOT_FOUND, "there is no program '%s', which is to be clang", name);
  return tern_status_make(TERN_NOT_FOUND, CLANG
                          " was not found in PATH; install clang 22 (Debian: package clang-22), or name it with "
                          "--clang=PROGRAM or the variable TERN_CLANG");
}

// A program, or a folder that has g++.
static tern_status_t find_compiler(tern_plan_t *plan) {
  const char *name = plan->options->compiler;
  struct stat info;
  if (!name) return plan->compiler = NULL, tern_ok();
  bool is_folder = strchr(name, '/') && stat(name, &info) == 0 && S_ISDIR(info.st_mode);
  if (is_folder) name = tern_steps_format(&plan->steps, "%s/g++", name);
  plan->compiler = strchr(name, '/') ? name : keep(plan, tern_program_in_path(name));
  if (plan->compiler && access(plan->compiler, X_OK) == 0) return tern_ok();
  return tern_status_make(TERN_NOT_FOUND, "there is no program '%s', which -ccbin names as the host's compiler", name);
}

// The folder that a file is in.
static const char *folder_of(tern_plan_t *plan, const char *path) {
  const char *slash = strrchr(path, '/');
  return tern_steps_format(&plan->steps, "%.*s", slash ? (int)(slash - path) : 0, path);
}

// The folder of the program that runs, which our other tools are in, and those of our libraries and of the headers beside these.
static tern_status_t find_own(tern_plan_t *plan) {
  const char *program = keep(plan, tern_library_program_path());
  if (!program)
    return tern_status_make(TERN_INTERNAL, "cannot tell where this program is: /proc/self/exe cannot be read");
  plan->tools = folder_of(plan, program);
  plan->headers = keep(plan, tern_library_find("tern/cuda"));
  if (!plan->headers || access(plan->headers, R_OK) != 0) {
    return tern_status_make(TERN_NOT_FOUND, "tern's CUDA headers are not in '%s', where they are installed",
                            plan->headers ? plan->headers : "tern/cuda");
  }
  plan->libraries = folder_of(plan, folder_of(plan, plan->headers));
  return tern_ok();
}

tern_status_t tern_plan_find_programs(tern_plan_t *plan) {
  TERN_RETURN_IF_ERROR(find_clang(plan));
  TERN_RETURN_IF_ERROR(find_own(plan));
  TERN_RETURN_IF_ERROR(find_compiler(plan));
  plan->assembler = keep(plan, tern_cuda_program_find(plan->options->toolkit, "ptxas"));
  plan->device_library = DEVICE_LIBRARY;
  if (access(plan->device_library, R_OK) == 0) return tern_ok();
  return tern_status_make(
      TERN_NOT_FOUND, "the functions of the device were not found in '%s'; install them (Debian: package libclc-22)",
      plan->device_library);
}
