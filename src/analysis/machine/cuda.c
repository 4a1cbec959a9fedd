// NVIDIA's GPUs by name.

#include "analysis/machine/machine.h"
#include "dialect/nvvm/nvvm.h"

#define RATES(gpu, ...) static const tern_gpu_rates_t gpu = {__VA_ARGS__};
#include "analysis/machine/rates.def"
#undef RATES

// What all of them have. Workgroups that share a row in a cluster are eight of those that keep memory busy.
#define NATIVE .has_f16 = true, .has_f64 = true, .has_i8 = true, .has_i16 = true, .has_i64 = true
#define CHOICES .long_reduction = 1 << 20, .longest_row = 1 << 20, .busy_workgroups = 64
#define CUDA(chip, ...) {.kind = TERN_MACHINE_CUDA, .name = chip, NATIVE, CHOICES, __VA_ARGS__},
static const tern_machine_t machines[] = {
#include "analysis/machine/cuda.def"
};
enum { MACHINE_COUNT = sizeof machines / sizeof machines[0] };

static const tern_machine_t unknown;

const tern_machine_t *tern_machine_find_cuda(tern_str_t chip) {
  static const tern_str_t real = {"sm_", 3}, virtual = {"compute_", 8};
  if (chip.size == 0) return &machines[0];
  for (size_t i = 0; i < MACHINE_COUNT; ++i) {
    if (tern_str_equal_cstr(chip, machines[i].name)) return &machines[i];
    bool is_virtual = tern_str_starts_with(chip, virtual);
    if (is_virtual && tern_str_equal_cstr(tern_str_drop(chip, virtual.size), machines[i].name + real.size)) {
      return &machines[i];
    }
  }
  return NULL;
}

const tern_machine_t *tern_machine_cuda_at(size_t index) { return index < MACHINE_COUNT ? &machines[index] : NULL; }

const tern_machine_t *tern_machine_cuda_of(const tern_op_t *op) {
  const tern_machine_t *machine = NULL;
  for (; op; op = tern_op_parent(op)) {
    const tern_attr_t *target = tern_op_attr(op, TERN_GPU_CUDA_TARGET);
    if (tern_attr_is_nvvm(target, TERN_NVVM_ATTR_TARGET)) {
      const tern_machine_t *found = tern_machine_find_cuda(tern_nvvm_target_of(target).chip);
      if (found) machine = found;
    }
  }
  return machine ? machine : &unknown;
}
