// Loading kernels for the CPU. The system's linker opens files only, so a shared library goes into a file in memory.

#include "runtime/mgpu/cpu/module.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/drivers/cpu/cpu_elf.h"

struct tern_gpu_module_t {
  tern_cpu_elf_t *elf;  // one of the two
  void *library;
  tern_gpu_function_t *functions;  // a list
};

static bool write_all(int file, const char *data, size_t size) {
  while (size) {
    ssize_t written = write(file, data, size);
    if (written <= 0) return false;
    data += written;
    size -= (size_t)written;
  }
  return true;
}

// Lets libraries find the functions for kernels here, even if this library was opened for itself only.
static void show_own_functions(void) {
  Dl_info info;
  if (!dladdr((void *)(uintptr_t)tern_gpu_kernel_symbol_find, &info) || !info.dli_fname) return;
  void *self = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
  if (self) dlclose(self);
}

static tern_status_t open_library(const void *data, size_t size, void **out_library) {
  int file = memfd_create("tern-gpu-kernels", MFD_CLOEXEC);
  if (file < 0) return tern_status_make(TERN_OUT_OF_MEMORY, "no file in memory can be made for the library of kernels");
  char path[40];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
  bool is_written = write_all(file, data, size);
  show_own_functions();
  *out_library = is_written ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  close(file);
  if (*out_library) return tern_ok();
  if (!is_written) return tern_status_make(TERN_OUT_OF_MEMORY, "out of memory for the library of kernels");
  const char *reason = dlerror();
  return tern_status_make(TERN_INVALID_ARGUMENT, "the library of kernels cannot be opened: %.300s",
                          reason ? reason : "");
}

static tern_status_t load(tern_gpu_module_t *module, const void *data, size_t size) {
  Elf64_Ehdr header;
  if (size < sizeof(header) || memcmp(data, ELFMAG, SELFMAG) != 0) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "the module is no ELF file: kernels for GPUs, such as PTX, cannot run on the CPU; compile them "
        "for the CPU (tern/gpu_kernel.h), or use libtern_cuda_runtime.so");
  }
  memcpy(&header, data, sizeof(header));
  if (header.e_type == ET_DYN && header.e_machine != EM_CUDA) return open_library(data, size, &module->library);
  if (header.e_machine == EM_CUDA) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "the module is a cubin, for GPUs: compile its kernels for the CPU (tern/gpu_kernel.h), or use "
        "libtern_cuda_runtime.so");
  }
  return tern_cpu_elf_load(data, size, &module->elf);
}

tern_status_t tern_gpu_module_load(const void *data, size_t size, tern_gpu_module_t **out_module) {
  *out_module = NULL;
  tern_gpu_module_t *module = calloc(1, sizeof(*module));
  if (!module) return tern_status_make(TERN_OUT_OF_MEMORY, "out of memory for a module");
  tern_status_t status = load(module, data, size);
  if (tern_status_is_ok(status)) {
    *out_module = module;
  } else {
    tern_gpu_module_destroy(module);
  }
  return status;
}

void tern_gpu_module_destroy(tern_gpu_module_t *module) {
  if (!module) return;
  tern_cpu_elf_destroy(module->elf);
  if (module->library) dlclose(module->library);
  for (tern_gpu_function_t *function = module->functions, *next; function; function = next) {
    next = function->next;
    free(function);
  }
  free(module);
}

tern_status_t tern_gpu_module_find(tern_gpu_module_t *module, const char *name,
                                   const tern_gpu_function_t **out_function) {
  *out_function = NULL;
  for (const tern_gpu_function_t *function = module->functions; function; function = function->next) {
    if (strcmp(function->name, name) != 0) continue;
    *out_function = function;
    return tern_ok();
  }
  void *address = module->elf ? tern_cpu_elf_find(module->elf, name, "") : dlsym(module->library, name);
  if (!address) return tern_status_make(TERN_NOT_FOUND, "the module has no kernel '%.100s'", name);
  tern_gpu_function_t *function = malloc(sizeof(*function) + strlen(name) + 1);
  if (!function) return tern_status_make(TERN_OUT_OF_MEMORY, "out of memory for a kernel's name");
  function->next = module->functions;
  memcpy(&function->kernel, &address, sizeof(address));
  strcpy(function->name, name);
  module->functions = function;
  *out_function = function;
  return tern_ok();
}
