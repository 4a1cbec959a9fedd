// Launches of kernels: see launch.h. Arrays are copied to memory of the reference and back, so that nothing that a kernel does
// reaches the memory of the host.

#include "interpreter/triton/launch.h"

#include <stdlib.h>

#include "dialect/tt/tt.h"
#include "interpreter/triton/triton.h"

// Steps of all programs together; they are what a person waits for, not what a fuzzer does.
#define LAUNCH_STEPS (UINT64_C(1) << 36)

bool tern_triton_can_launch(const tern_op_t *kernel, size_t *out_index) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(kernel, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type);
  for (size_t k = 0; k < inputs.count; ++k) {
    const tern_type_t *input = inputs.values[k];
    number_t number;
    *out_index = k;
    bool is_array = tern_type_is_tt(input, TERN_TT_TYPE_TENSORDESC) ||
                    (tern_type_is_tt(input, TERN_TT_TYPE_PTR) && !tern_tt_is_block_pointer(input));
    if (!is_array && !tern_interpreter_number_of(input, &number)) return false;
  }
  return true;
}

static memory_t *memory_at(evaluator_t *e, uint64_t address) { return tern_reference_find_memory(e, address); }

static bool place_arrays(evaluator_t *e, const tern_op_t *kernel, const tern_triton_argument_t *arguments, size_t count,
                         uint64_t *addresses) {
  for (size_t k = 0; k < count; ++k) {
    if (!arguments[k].is_array) continue;
    if (arguments[k].same_as != k) {
      addresses[k] = addresses[arguments[k].same_as];
      continue;
    }
    addresses[k] = tern_reference_new_memory(e, kernel, arguments[k].size);
    if (!addresses[k]) return false;
    memory_t *memory = memory_at(e, addresses[k]);
    if (arguments[k].size) memcpy(memory->data, arguments[k].data, arguments[k].size);
    memset(memory->poison, 0, arguments[k].size);
  }
  return true;
}

static void fetch_arrays(evaluator_t *e, const tern_triton_argument_t *arguments, size_t count,
                         const uint64_t *addresses) {
  for (size_t k = 0; k < count; ++k) {
    bool is_own = arguments[k].is_array && arguments[k].same_as == k && addresses[k] && arguments[k].size;
    if (is_own) memcpy(arguments[k].data, memory_at(e, addresses[k])->data, arguments[k].size);
  }
}

// Address, sizes, strides, and padding.
static datum_t *make_descriptor(const tern_type_t *type, const tern_triton_argument_t *argument, uint64_t address) {
  form_t form;
  int64_t rank = tern_type_rank(tern_tt_type_inside(type)), count = 2 + 2 * rank;
  tern_reference_form_of(type, &form);
  datum_t *list = tern_reference_array(form, &count, 1);
  list->words[0] = address;
  for (int64_t d = 0; d < rank; ++d) {
    list->words[1 + d] = (uint64_t)argument->dims[d];
    list->words[1 + rank + d] = (uint64_t)argument->strides[d];
  }
  list->words[count - 1] = argument->fills_with_nan ? TERN_TT_PAD_NAN : TERN_TT_PAD_ZERO;
  return list;
}

static datum_t **make_values(const tern_op_t *kernel, const tern_triton_argument_t *arguments, size_t count,
                             const uint64_t *addresses) {
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(kernel, "function_type")));
  datum_t **values = tern_realloc_array(NULL, count + 1, sizeof *values);
  for (size_t k = 0; k < count; ++k) {
    form_t form;
    tern_reference_form_of(inputs.values[k], &form);
    uint64_t word = arguments[k].is_array ? addresses[k] : tern_interpreter_truncate(form.number, arguments[k].word);
    values[k] = tern_type_is_tt(inputs.values[k], TERN_TT_TYPE_TENSORDESC)
                    ? make_descriptor(inputs.values[k], &arguments[k], addresses[k])
                    : tern_reference_scalar(form, word);
  }
  return values;
}

// What a program allocated goes with it.
static void drop_memories(evaluator_t *e, size_t kept, uint64_t next_address) {
  while (e->memories.count > kept) {
    memory_t *memory = &e->memories.values[--e->memories.count];
    e->memory_size -= memory->size;
    free(memory->data);
  }
  e->next_address = next_address;
}

static void run_programs(evaluator_t *e, tern_op_t *kernel, tern_triton_launch_t *launch, datum_t *const *values) {
  size_t kept = e->memories.count;
  uint64_t next_address = launch->own_memory = e->next_address;
  const uint32_t *grid = launch->grid;
  uint32_t count = grid[0] * grid[1] * grid[2];
  for (uint32_t number = 0; number < count && e->outcome == TERN_REFERENCE_DONE; ++number) {
    datum_t *no_results[1];
    launch->program[0] = number % grid[0];
    launch->program[1] = number / grid[0] % grid[1];
    launch->program[2] = number / grid[0] / grid[1];
    if (launch->races.program_count > 1) tern_triton_races_begin(&launch->races, number);
    tern_reference_call(e, kernel, values, no_results);
    drop_memories(e, kept, next_address);
  }
}

static char *describe_race(const evaluator_t *e, const tern_triton_launch_t *launch) {
  static const char *const verbs[] = {"reads", "writes", "changes atomically"};
  const races_t *races = &launch->races;
  const uint32_t *grid = launch->grid;
  uint32_t a = races->first_program, b = races->second_program;
  size_t argument = 0;
  uint64_t offset = 0;
  for (size_t k = 0; k < launch->argument_count; ++k) {
    uint64_t start = launch->arrays[k];
    if (start && start <= races->address && (k == 0 || !offset || races->address - start < offset)) {
      argument = k, offset = races->address - start;
    }
  }
  (void)e;
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(
      &text,
      "program (%u, %u, %u) %s byte %llu of argument %zu, which program (%u, %u, %u) %s, in no order; %zu bytes race",
      b % grid[0], b / grid[0] % grid[1], b / grid[0] / grid[1], verbs[races->second_access],
      (unsigned long long)offset, argument, a % grid[0], a / grid[0] % grid[1], a / grid[0] / grid[1],
      verbs[races->first_access], races->count);
  return tern_string_builder_take(&text);
}

tern_reference_outcome_t tern_triton_launch(tern_reference_t *e, tern_op_t *kernel, const uint32_t grid[3],
                                            const tern_triton_argument_t *arguments, size_t count, char **out_race,
                                            const tern_op_t **out_race_op) {
  uint64_t *addresses = tern_realloc_array(NULL, count + 1, sizeof *addresses);
  memset(addresses, 0, (count + 1) * sizeof *addresses);
  tern_triton_launch_t launch = {.grid = {grid[0], grid[1], grid[2]}, .arrays = addresses, .argument_count = count};
  tern_triton_races_initialize(&launch.races, grid[0] * grid[1] * grid[2]);
  e->outcome = TERN_REFERENCE_DONE;
  tern_reference_set_limit(e, LAUNCH_STEPS);
  if (place_arrays(e, kernel, arguments, count, addresses)) {
    datum_t **values = make_values(kernel, arguments, count, addresses);
    e->launch = &launch;
    run_programs(e, kernel, &launch, values);
    e->launch = NULL;
    for (size_t k = 0; k < count; ++k) tern_reference_release(values[k]);
    free(values);
    fetch_arrays(e, arguments, count, addresses);
  }
  if (out_race) *out_race = launch.races.count ? describe_race(e, &launch) : NULL;
  if (out_race_op) *out_race_op = launch.races.second;
  tern_triton_races_deinitialize(&launch.races);
  free(addresses);
  return e->outcome;
}

tern_reference_outcome_t tern_triton_run_small_grid(tern_reference_t *e, tern_op_t *kernel, datum_t *const *values) {
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(tern_op_attr(kernel, "function_type")));
  uint64_t *addresses = tern_realloc_array(NULL, inputs.count + 1, sizeof *addresses);
  for (size_t k = 0; k < inputs.count; ++k) {
    const tern_type_t *type = inputs.values[k];
    bool is_array = tern_type_is_tt(type, TERN_TT_TYPE_PTR) || tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC);
    addresses[k] = is_array ? values[k]->words[0] : 0;
  }
  tern_triton_launch_t launch = {.grid = {2, 2, 1}, .arrays = addresses, .argument_count = inputs.count};
  tern_triton_races_initialize(&launch.races, 1);
  e->launch = &launch;
  e->outcome = TERN_REFERENCE_DONE;
  run_programs(e, kernel, &launch, values);
  e->launch = NULL;
  tern_triton_races_deinitialize(&launch.races);
  free(addresses);
  return e->outcome;
}
