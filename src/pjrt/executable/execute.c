// Runs executables.
//
// A program that took little time lately and whose arguments are there runs at once, on the caller's thread: to wake another one
// would take longer. Others run one after the other on the device's worker, which waits for what their arguments need.

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pjrt/buffer/view.h"
#include "pjrt/executable/executable.h"
#include "pjrt/executable/places.h"
#include "tern/tensor.h"

// Nanoseconds that a caller is kept waiting, at most.
enum { QUICK_LIMIT = 100000 };

// One run of a program on one device.
typedef struct run_t {
  tern_pjrt_task_t task;          // first
  PJRT_LoadedExecutable *loaded;  // a reference, if the run is the worker's
  size_t index;                   // of the device
  size_t argument_count, result_count;
  PJRT_Event *complete;    // a reference, if the run is the worker's
  storage_t **arguments;   // references
  storage_t **results;     // references
  bool *is_written;        // of arguments that are donated and whose memory takes a result
  tern_variant_t *values;  // of the arguments, then of the results
} run_t;

// ---- Running ----

// Lets the program write an argument's memory only where nobody else sees it: else it gets a copy.
static PJRT_Error *set_argument(run_t *run, size_t i) {
  storage_t *storage = run->arguments[i];
  run->values[i] = tern_variant_buffer_view(storage->view);
  bool is_written = run->loaded->executable->arguments[i].is_written;
  bool is_alone = run->is_written[i] && !storage->is_borrowed && atomic_load(&storage->references) == 1;
  if (!is_written || is_alone) return NULL;
  tern_buffer_view_t *copy;
  PJRT_Device *device = run->loaded->devices[run->index];
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_view_copy(&device->memories[0], true, storage->view, &copy));
  storage_t *copied = tern_pjrt_storage_create(tern_pjrt_event_ready(), copy);
  if (!copied) return tern_pjrt_no_memory();
  tern_pjrt_storage_release(storage);
  run->arguments[i] = copied;
  run->values[i] = tern_variant_buffer_view(copy);
  return NULL;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static PJRT_Error *call(run_t *run) {
  PJRT_LoadedExecutable *loaded = run->loaded;
  for (size_t i = 0; i < run->argument_count; ++i) TERN_PJRT_RETURN_IF_ERROR(set_argument(run, i));
  uint64_t start = now();
  tern_status_t status =
      tern_session_call(loaded->sessions[run->index], loaded->executable->function->name, run->values,
                        run->argument_count, run->values + run->argument_count, run->result_count);
  uint64_t took = now() - start, before = atomic_load_explicit(&loaded->nanoseconds, memory_order_relaxed);
  atomic_store_explicit(&loaded->nanoseconds, before ? (before * 3 + took) / 4 : took + 1, memory_order_relaxed);
  return tern_pjrt_error_of_status(status);
}

static void release_storages(run_t *run) {
  for (size_t i = 0; i < run->argument_count + run->result_count; ++i) {
    tern_pjrt_storage_release(run->arguments[i]);
    run->arguments[i] = NULL;  // the results follow the arguments
  }
}

// Gives the results' views, or the error, to their storages. Nothing of this run is left when anybody hears of its end: who donates a
// result then is the only one that has it.
static void give_results(run_t *run, PJRT_Error *error) {
  tern_variant_t *values = run->values + run->argument_count;
  memory_t *memory = &run->loaded->devices[run->index]->memories[0];
  if (!error) {
    error = tern_pjrt_separate_results(memory, run->arguments, run->argument_count, values, run->result_count);
  }
  for (size_t i = 0; i < run->result_count; ++i) {
    bool is_given = !error && values[i].kind == TERN_VARIANT_BUFFER_VIEW;
    if (is_given) run->results[i]->view = values[i].as.buffer_view;
    if (!is_given) tern_variant_reset(&values[i]);
  }
  release_storages(run);
  if (run->complete) tern_pjrt_event_set(run->complete, error);
}

static void free_run(run_t *run) {
  release_storages(run);
  tern_pjrt_event_release(run->complete);
  free(run);
}

static void run_task(tern_pjrt_task_t *task) {
  run_t *run = (run_t *)task;
  PJRT_LoadedExecutable *loaded = run->loaded;
  PJRT_Error *error = NULL;
  for (size_t i = 0; !error && i < run->argument_count; ++i) {
    error = tern_pjrt_event_await(run->arguments[i]->ready);
  }
  if (!error) error = call(run);
  give_results(run, error);
  free_run(run);
  tern_pjrt_loaded_release(loaded);
}

// ---- Preparing ----

static run_t *allocate_run(PJRT_LoadedExecutable *loaded, size_t index) {
  const tern_function_info_t *function = loaded->executable->function;
  size_t argument_count = function->argument_count, result_count = function->result_count;
  size_t count = argument_count + result_count;
  run_t *run = calloc(1, sizeof(*run) + count * (sizeof(tern_variant_t) + sizeof(storage_t *)) + argument_count);
  if (!run) return NULL;
  run->task.run = run_task;
  run->loaded = loaded;
  run->index = index;
  run->argument_count = argument_count;
  run->result_count = result_count;
  run->values = (tern_variant_t *)(run + 1);
  run->arguments = (storage_t **)(run->values + count);
  run->results = run->arguments + argument_count;
  run->is_written = (bool *)(run->results + result_count);
  return run;
}

static PJRT_Error *check_argument(const PJRT_LoadedExecutable *loaded, size_t index, size_t i,
                                  const PJRT_Buffer *buffer) {
  const tern_parameter_info_t *info = &loaded->executable->function->arguments[i];
  if (buffer->memory->device != loaded->devices[index]) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                           "argument %zu is on device %s, but the program runs on %s; copy it", i,
                           buffer->memory->device->description.text, loaded->devices[index]->description.text);
  }
  bool is_same = buffer->type == loaded->executable->arguments[i].type && buffer->rank == info->rank;
  for (size_t j = 0; is_same && j < buffer->rank; ++j) is_same = buffer->dims[j] == info->dims[j];
  if (is_same) return NULL;
  return tern_pjrt_error(
      PJRT_Error_Code_INVALID_ARGUMENT,
      "argument %zu has PJRT's element type %d and %zu dimensions, or sizes, that the program was not "
      "compiled for; it takes %s with %u dimensions",
      i, buffer->type, buffer->rank, tern_element_type_name(info->element_type), info->rank);
}

static bool is_kept(const PJRT_ExecuteOptions *options, size_t i) {
  for (size_t j = 0; options && j < options->num_non_donatable_input_indices; ++j) {
    if (options->non_donatable_input_indices[j] == (int64_t)i) return true;
  }
  return false;
}

// Takes references to what the arguments have. Donated ones are still the callers'.
static PJRT_Error *use_arguments(run_t *run, PJRT_Buffer *const *buffers) {
  for (size_t i = 0; i < run->argument_count; ++i) {
    TERN_PJRT_RETURN_IF_ERROR(check_argument(run->loaded, run->index, i, buffers[i]));
    TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_buffer_use(buffers[i], &run->arguments[i]));
  }
  return NULL;
}

static bool is_donated(const run_t *run, const PJRT_ExecuteOptions *options, size_t i) {
  return run->loaded->executable->arguments[i].is_donated && !is_kept(options, i);
}

// Takes donated arguments away from their buffers. One buffer cannot be donated and be another argument, too: then none is taken.
static PJRT_Error *donate_arguments(run_t *run, const PJRT_ExecuteOptions *options, PJRT_Buffer *const *buffers) {
  size_t wrong = run->argument_count;
  for (size_t i = 0; i < run->argument_count; ++i) {
    if (!is_donated(run, options, i)) continue;
    storage_t *taken = tern_pjrt_buffer_take(buffers[i]);
    if (!taken) wrong = i;
    tern_pjrt_storage_release(taken);
    run->is_written[i] = run->loaded->executable->arguments[i].is_written;
  }
  for (size_t i = 0; i < run->argument_count; ++i) {
    if (!is_donated(run, options, i) && tern_pjrt_buffer_is_deleted(buffers[i])) wrong = i;
  }
  if (wrong == run->argument_count) return NULL;
  for (size_t i = 0; i < run->argument_count; ++i) {
    if (is_donated(run, options, i)) tern_pjrt_buffer_restore(buffers[i], run->arguments[i]);
  }
  return tern_pjrt_error(
      PJRT_Error_Code_INVALID_ARGUMENT,
      "argument %zu is a buffer that is donated as another one, or was just deleted; donate a buffer "
      "once, or pass a copy",
      wrong);
}

static PJRT_Error *make_results(run_t *run, PJRT_Event *ready, PJRT_Buffer **buffers) {
  const tern_function_info_t *function = run->loaded->executable->function;
  memory_t *memory = &run->loaded->devices[run->index]->memories[0];
  PJRT_Error *error = NULL;
  size_t made = 0;
  for (; !error && made < run->result_count; ++made) {
    const tern_parameter_info_t *info = &function->results[made];
    run->results[made] = tern_pjrt_storage_create(tern_pjrt_event_retain(ready), NULL);
    buffers[made] = NULL;
    error = tern_pjrt_buffer_create(memory, run->loaded->executable->types[made], info->dims, info->rank,
                                    tern_pjrt_storage_retain(run->results[made]), &buffers[made]);
  }
  for (size_t i = 0; error && i < made; ++i) {
    tern_pjrt_buffer_destroy(buffers[i]);
    buffers[i] = NULL;
  }
  return error;
}

// ---- Starting ----

// Is it worth the caller's time to run the program now? A function of the host that a program calls has to: the worker waits for it.
static bool runs_now(const run_t *run) {
  uint64_t took = atomic_load_explicit(&run->loaded->nanoseconds, memory_order_relaxed);
  for (size_t i = 0; i < run->argument_count; ++i) {
    PJRT_Event *ready = run->arguments[i]->ready;
    if (!tern_pjrt_event_is_ready(ready) || tern_pjrt_event_error(ready)) return false;
  }
  bool is_quick = took != 0 && took <= QUICK_LIMIT;
  return is_quick || tern_pjrt_worker_is_current(run->loaded->devices[run->index]->worker);
}

// Results of a run that is over have the event that is reached, unless there is an error to tell of.
static PJRT_Error *run_now(run_t *run, PJRT_Buffer **buffers, PJRT_Event **out_complete) {
  PJRT_Event *ready = tern_pjrt_event_ready();
  PJRT_Error *error = call(run);
  if (error) {
    ready = run->complete = tern_pjrt_event_create();
    if (!ready) return error;
    tern_pjrt_event_retain(ready);
  }
  PJRT_Error *failure = make_results(run, ready, buffers);
  if (failure) {
    for (size_t i = 0; i < run->result_count; ++i) tern_variant_reset(&run->values[run->argument_count + i]);
    tern_pjrt_error_destroy(error);
    if (run->complete) tern_pjrt_event_release(ready);
    return failure;
  }
  give_results(run, error);
  *out_complete = ready;
  return NULL;
}

static PJRT_Error *run_later(run_t *run, PJRT_Buffer **buffers, PJRT_Event **out_complete) {
  run->complete = tern_pjrt_event_create();
  if (!run->complete) return tern_pjrt_no_memory();
  TERN_PJRT_RETURN_IF_ERROR(make_results(run, run->complete, buffers));
  *out_complete = tern_pjrt_event_retain(run->complete);
  tern_pjrt_loaded_retain(run->loaded);
  return NULL;
}

static PJRT_Error *execute_on(PJRT_LoadedExecutable_Execute_Args *args, size_t index, size_t list) {
  PJRT_LoadedExecutable *loaded = args->executable;
  run_t *run = allocate_run(loaded, index);
  if (!run) return tern_pjrt_no_memory();
  PJRT_Event *complete = NULL;
  PJRT_Error *error = use_arguments(run, args->argument_lists[list]);
  if (!error) error = donate_arguments(run, args->options, args->argument_lists[list]);
  bool is_now = !error && runs_now(run);
  if (!error && !is_now) error = run_later(run, args->output_lists[list], &complete);
  if (!error && is_now) error = run_now(run, args->output_lists[list], &complete);
  if (error) {
    free_run(run);
    return error;
  }
  if (args->device_complete_events) {
    args->device_complete_events[list] = complete;
  } else {
    tern_pjrt_event_release(complete);
  }
  if (is_now) {
    free_run(run);
  } else if (!tern_pjrt_worker_submit(loaded->devices[index]->worker, &run->task)) {
    run_task(&run->task);  // the system gives no thread
  }
  return NULL;
}

static PJRT_Error *check_call(const PJRT_LoadedExecutable_Execute_Args *args) {
  const PJRT_LoadedExecutable *loaded = args->executable;
  if (atomic_load(&loaded->is_deleted)) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the executable was deleted; compile the program again");
  }
  if (args->num_args != loaded->executable->function->argument_count) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the program takes %u arguments, but got %zu",
                           loaded->executable->function->argument_count, args->num_args);
  }
  size_t expected = args->execute_device ? 1 : loaded->device_count;
  if (args->num_devices != expected) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                           "arguments are given for %zu devices, but the program runs on %zu", args->num_devices,
                           expected);
  }
  const PJRT_ExecuteOptions *options = args->options;
  if (options && (options->num_send_ops || options->num_recv_ops)) {
    return tern_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED,
                           "programs do not send to the host or receive from it; use jax.pure_callback");
  }
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_Execute) {
  TERN_PJRT_RETURN_IF_ERROR(check_call(args));
  PJRT_LoadedExecutable *loaded = args->executable;
  if (!args->execute_device) {
    for (size_t i = 0; i < args->num_devices; ++i) TERN_PJRT_RETURN_IF_ERROR(execute_on(args, i, i));
    return NULL;
  }
  for (size_t i = 0; i < loaded->device_count; ++i) {
    if (loaded->devices[i] == args->execute_device) return execute_on(args, i, 0);
  }
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "the program was not compiled for device %s",
                         args->execute_device->description.text);
}

TERN_PJRT_DEFINE(ExecuteContext_Create) {
  args->context = calloc(1, sizeof(int));
  return args->context ? NULL : tern_pjrt_no_memory();
}

TERN_PJRT_DEFINE(ExecuteContext_Destroy) {
  free(args->context);
  return NULL;
}
