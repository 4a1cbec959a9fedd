// See compile_endings.h.

#include "compile_endings.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
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

bool choose_target(const char *devices, const char *output, const ending_t *ending, tern_compile_options_t *options) {
  if (devices && options->target) return fail("devices and targets are given, but they say the same", devices);
  if (devices && !tern_target_short_name(devices)) {
    return fail("a dispatch is compiled for one device by its name: local, vulkan or cuda", devices);
  }
  if (devices) options->target = tern_target_short_name(devices);
  if (options->target && strchr(options->target, ',')) {
    return fail("a dispatch is compiled for one target", options->target);
  }
  if (options->target && ending->target && !fits_target(options->target, ending->target)) {
    fprintf(stderr, "tern-compile: error: '%s' is for the target %s, but %s is asked for; choose another ending\n",
            output, ending->target, options->target);
    return false;
  }
  if (!options->target) options->target = ending->target;
  return true;
}

// --- processors ---

// Adds an item to a list with commas.
static void append_item(char *list, const char *item, size_t size) {
  sprintf(list + strlen(list), "%s%.*s", *list ? "," : "", (int)size, item);
}

// Names of the target cuda. A module for `cubin` has machine code beside the PTX, one for `ptx` has none.
static const char *const cuda_names[] = {"cuda", "ptx", "cubin"};
enum { CUDA_NAMES = sizeof cuda_names / sizeof cuda_names[0], PTX = 1, CUBIN = 2 };

// Which of them an item of a list is, perhaps with a processor behind a colon; CUDA_NAMES: none.
static size_t find_cuda_name(const char *item) {
  size_t size = strcspn(item, ":,"), i = 0;
  while (i < CUDA_NAMES && (strlen(cuda_names[i]) != size || strncmp(item, cuda_names[i], size) != 0)) ++i;
  return i;
}

static const char *next_item(const char *item) {
  item += strcspn(item, ",");
  return *item ? item + 1 : NULL;
}

static bool has_item(const char *list, const char *item, size_t size) {
  for (; list && *list; list = next_item(list)) {
    if (strcspn(list, ",") == size && strncmp(list, item, size) == 0) return true;
  }
  return false;
}

// The size of "hip:gfx942" in "hip:gfx942:64".
static size_t without_wave(const char *item, size_t size) {
  bool has_wave = size > 3 && (strncmp(item + size - 3, ":64", 3) == 0 || strncmp(item + size - 3, ":32", 3) == 0);
  return has_wave ? size - 3 : size;
}

// Does a list say more than the names of targets?
static bool names_chips(const char *targets) {
  for (const char *item = targets; item; item = next_item(item)) {
    size_t i = find_cuda_name(item);
    if (i < CUDA_NAMES && (i > 0 || item[strlen(cuda_names[i])] == ':')) return true;
    size_t size = strcspn(item, ",");
    if (is_for_amd(item) && without_wave(item, size) < size) return true;
  }
  return false;
}

enum { CHIP_SIZE = 32 };

// Triton's way to write a GPU: a capability, and the threads of a warp, "90:32". False: it is written otherwise.
static bool name_capability(const char *item, size_t size, char out_chip[CHIP_SIZE]) {
  enum { WITH_FEATURES_OF_ITS_OWN = 90, BASE = 10 };
  char *end;
  long capability = strtol(item, &end, BASE);
  bool is_one = end != item && (end == item + size || (strncmp(end, ":32", 3) == 0 && end + 3 == item + size));
  if (is_one) snprintf(out_chip, CHIP_SIZE, "sm_%ld%s", capability, capability >= WITH_FEATURES_OF_ITS_OWN ? "a" : "");
  return is_one;
}

bool take_chips(tern_compile_options_t *options, const char *output, char **out_lists) {
  const char *all = options->target;
  if (!names_chips(all)) return true;
  // Neither list is longer than both together, but for `cuda` in the place of `ptx`.
  char *targets = allocate(4, strlen(all) + 2), *chips = targets + 2 * strlen(all) + 2;
  *out_lists = targets;
  bool is_chip = false;
  for (const char *item = all; item; item = next_item(item)) {
    size_t size = strcspn(item, ","), i = find_cuda_name(item);
    bool is_cuda = i < CUDA_NAMES;
    is_chip = is_cuda || (is_chip && (strncmp(item, "sm_", 3) == 0 || strncmp(item, "compute_", 8) == 0));
    if (is_cuda) {
      if (!has_item(targets, "cuda", 4)) append_item(targets, "cuda", 4);
      bool is_module = ends_with(output, ".tern");
      if (i == CUBIN && is_module) options->cuda_cubin = TERN_CUDA_CUBIN_ALWAYS;
      if (i == PTX && is_module && options->cuda_cubin == TERN_CUDA_CUBIN_DEFAULT) {
        options->cuda_cubin = TERN_CUDA_CUBIN_NEVER;
      }
      size_t name = strlen(cuda_names[i]);
      item += name + (item[name] == ':');
      size = strcspn(item, ",");
      char chip[CHIP_SIZE];
      if (name_capability(item, size, chip)) {
        if (!has_item(chips, chip, strlen(chip))) append_item(chips, chip, strlen(chip));
        continue;
      }
      if (size == 0 || has_item(chips, item, size)) continue;
    } else if (is_for_amd(item)) {
      size = without_wave(item, size);
    }
    append_item(is_chip ? chips : targets, item, size);
  }
  if (*chips && options->cuda_chip) return fail("processors of CUDA are given twice", all);
  options->target = targets;
  if (*chips) options->cuda_chip = chips;
  return true;
}
