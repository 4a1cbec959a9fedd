// PTX through LLVM's back end: which passes run, and for what.

#include "target/ptx/ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/machine/machine.h"
#include "target/llvm_loader.h"

// `kind`: ' ', 'a' (all that just this chip has) or 'f' (what its family has) behind the number.
static const struct {
  unsigned number;
  char kind;
  unsigned version;
} chips[] = {
    {20, ' ', 32},  {21, ' ', 32},  {30, ' ', 32},  {32, ' ', 40},  {35, ' ', 32},  {37, ' ', 41},  {50, ' ', 40},
    {52, ' ', 41},  {53, ' ', 42},  {60, ' ', 50},  {61, ' ', 50},  {62, ' ', 50},  {70, ' ', 60},  {72, ' ', 61},
    {75, ' ', 63},  {80, ' ', 70},  {86, ' ', 71},  {87, ' ', 74},  {88, ' ', 90},  {89, ' ', 78},  {90, ' ', 78},
    {90, 'a', 80},  {100, ' ', 86}, {100, 'a', 86}, {100, 'f', 88}, {101, ' ', 86}, {101, 'a', 86}, {101, 'f', 88},
    {103, ' ', 88}, {103, 'a', 88}, {103, 'f', 88}, {110, ' ', 90}, {110, 'a', 90}, {110, 'f', 90}, {120, ' ', 87},
    {120, 'a', 87}, {120, 'f', 88}, {121, ' ', 88}, {121, 'a', 88}, {121, 'f', 88},
};

unsigned tern_ptx_version_of_chip(const char *chip) {
  if (strncmp(chip, "sm_", 3) != 0) return 0;
  char *end;
  unsigned long number = strtoul(chip + 3, &end, 10);
  char kind = *end ? *end : ' ';
  if (*end && end[1]) return 0;
  for (size_t i = 0; i < sizeof(chips) / sizeof(chips[0]); ++i) {
    if (chips[i].number == number && chips[i].kind == kind) return chips[i].version;
  }
  return 0;
}

bool tern_ptx_chip_at(size_t index, char out_name[TERN_PTX_CHIP_SIZE], unsigned *out_version) {
  if (index >= sizeof(chips) / sizeof(chips[0])) return false;
  char kind[] = {chips[index].kind, '\0'};
  snprintf(out_name, TERN_PTX_CHIP_SIZE, "sm_%u%s", chips[index].number, *kind == ' ' ? "" : kind);
  *out_version = chips[index].version;
  return true;
}

static const char *const pipelines[] = {"default<O0>", "default<O1>", "default<O2>", "default<O3>"};
enum { LEVEL_COUNT = sizeof(pipelines) / sizeof(pipelines[0]) };

tern_status_t tern_ptx_compile(tern_op_t *module, const tern_ptx_options_t *options, tern_llvm_buffer_t *out_text) {
  *out_text = (tern_llvm_buffer_t){0};
  if (options->level >= LEVEL_COUNT) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "optimisation level %u is none of 0 to 3", options->level);
  }
  const char *chip = options->chip ? options->chip : tern_machine_cuda_at(0)->name;
  // LLVM would take another one for it.
  if (!tern_ptx_version_of_chip(chip)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "'%s' is no chip that is known; sm_80, sm_90a and sm_100a are some",
                            chip);
  }
  const tern_llvm_backend_t *backend;
  const tern_llvm_options_t llvm = {
      .triple = options->triple ? options->triple : "nvptx64-nvidia-cuda",
      .cpu = chip,
      .features = options->features ? options->features : "",
      .level = options->level + 1,
      .passes = pipelines[options->level],
      .flushes_subnormals = options->flushes_subnormals,
      .link_files = options->link_files,
      .link_count = options->link_count,
  };
  TERN_RETURN_IF_ERROR(tern_llvm_load_for(module, &llvm, &backend));
  return backend->compile(module, &llvm, TERN_LLVM_ASSEMBLY, out_text);
}
