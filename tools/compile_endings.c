// See compile_endings.h.

#include "compile_endings.h"

#include <stddef.h>
#include <string.h>

#include "common/messages.h"

bool ends_with(const char *text, const char *ending) {
  size_t size = strlen(text), ending_size = strlen(ending);
  return size >= ending_size && strcmp(text + size - ending_size, ending) == 0;
}

const ending_t *find_ending(const char *output) {
  static const ending_t endings[] = {
      {".o", TERN_ARTIFACT_OBJECT, "cpu"},        {".obj", TERN_ARTIFACT_OBJECT, "cpu"},
      {".s", TERN_ARTIFACT_ASSEMBLY, NULL},       {".ll", TERN_ARTIFACT_LLVM_IR, NULL},
      {".bc", TERN_ARTIFACT_BITCODE, NULL},       {".spv", TERN_ARTIFACT_SPIRV, "vulkan"},
      {".ptx", TERN_ARTIFACT_ASSEMBLY, "cuda"},   {".cubin", TERN_ARTIFACT_OBJECT, "cuda"},
      {".amdgcn", TERN_ARTIFACT_ASSEMBLY, "hip"}, {".hsaco", TERN_ARTIFACT_CODE_OBJECT, "hip"},
      {".tern", TERN_ARTIFACT_MODULE, NULL},
  };
  static const ending_t standard_output[] = {{"-", TERN_ARTIFACT_OBJECT, NULL}, {"-", TERN_ARTIFACT_SPIRV, "vulkan"}};
  if (strcmp(output, "-") == 0) return standard_output;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i) {
    if (ends_with(output, endings[i].ending)) return &endings[i];
  }
  fail("the output's ending names no artifact (.o, .s, .ll, .bc, .spv, .ptx, .cubin, .amdgcn, .hsaco or .tern)",
       output);
  return NULL;
}

bool is_target(const char *name, const char *target) {
  const char *short_name = tern_target_short_name(name);
  return short_name && strcmp(short_name, target) == 0;
}

// GPUs of AMD, "hip:gfx942" or as LLVM has them, which nothing but kernels of Triton is compiled for.
static bool is_for_amd(const char *name) {
  static const char *const names[] = {"hip", "rocm", "amdgcn"};
  size_t size = strcspn(name, ":-");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    if (strlen(names[i]) == size && strncmp(name, names[i], size) == 0) return true;
  }
  return false;
}

bool fits_target(const char *name, const char *target) {
  if (is_for_amd(name)) return strcmp(target, "hip") == 0 || strcmp(target, "cpu") == 0;
  return !tern_target_short_name(name) || is_target(name, target);
}
