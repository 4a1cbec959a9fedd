// Executables that are bound to devices: where they come from, and what callers ask about them.

#include <stdlib.h>
#include <string.h>

#include "pjrt/executable/compiler.h"
#include "pjrt/executable/executable.h"

PJRT_LoadedExecutable *tern_pjrt_loaded_retain(PJRT_LoadedExecutable *loaded) {
  atomic_fetch_add_explicit(&loaded->references, 1, memory_order_relaxed);
  return loaded;
}

void tern_pjrt_loaded_release(PJRT_LoadedExecutable *loaded) {
  if (!loaded || atomic_fetch_sub_explicit(&loaded->references, 1, memory_order_acq_rel) != 1) return;
  for (size_t i = 0; loaded->sessions && i < loaded->device_count; ++i) tern_session_release(loaded->sessions[i]);
  tern_pjrt_executable_release(loaded->executable);
  tern_pjrt_client_release(loaded->client);
  free(loaded->devices);
  free(loaded->sessions);
  free(loaded->device_ids);
  free(loaded->logical_ids);
  free(loaded);
}

// The device of each replica and partition, by the assignment of the options, else the first ones.
static PJRT_Error *choose_devices(PJRT_LoadedExecutable *loaded, const compile_options_t *options) {
  bool is_assigned = options->device_id_count == loaded->device_count;
  int64_t partition_count = options->partition_count;
  for (size_t i = 0; i < loaded->device_count; ++i) {
    int64_t id = (int64_t)i;
    int64_t replica = (int64_t)i / partition_count, partition = (int64_t)i % partition_count;
    // The assignment lists the replicas of each partition.
    if (is_assigned) id = options->device_ids[partition * options->replica_count + replica];
    if (!is_assigned && loaded->device_count == 1 && options->device_ordinal >= 0) id = options->device_ordinal;
    loaded->devices[i] = tern_pjrt_client_device(loaded->client, id);
    if (!loaded->devices[i]) {
      return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                             "the program is to run on device %lld, but the client has devices 0 to %zu; "
                             "TERN_PJRT_DEVICE_COUNT=N makes N of the CPU",
                             (long long)id, loaded->client->device_count - 1);
    }
    loaded->device_ids[i] = id;
    loaded->logical_ids[i] = (PJRT_LogicalDeviceIds){(int)replica, (int)partition};
  }
  return NULL;
}

static PJRT_Error *make_sessions(PJRT_LoadedExecutable *loaded) {
  for (size_t i = 0; i < loaded->device_count; ++i) {
    PJRT_Device *device = loaded->devices[i];
    tern_session_params_t params = {
        .modules = &loaded->executable->module,
        .module_count = 1,
        .devices = &device->device,
        .device_count = 1,
        .buffer_allocator = {tern_pjrt_pool_allocate, device->pool},
    };
    TERN_PJRT_RETURN_IF_ERROR(
        tern_pjrt_error_of_status(tern_session_create(loaded->client->instance, &params, &loaded->sessions[i])));
  }
  return NULL;
}

static PJRT_Error *fill_loaded(PJRT_LoadedExecutable *loaded) {
  const compile_options_t *options = &loaded->executable->read_options;
  if (options->replica_count > 64 || options->partition_count > 64) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                           "%lld replicas of %lld partitions are more than there are devices",
                           (long long)options->replica_count, (long long)options->partition_count);
  }
  size_t count = (size_t)(options->replica_count * options->partition_count);
  loaded->device_count = count;
  loaded->devices = calloc(count, sizeof(*loaded->devices));
  loaded->sessions = calloc(count, sizeof(*loaded->sessions));
  loaded->device_ids = calloc(count, sizeof(*loaded->device_ids));
  loaded->logical_ids = calloc(count, sizeof(*loaded->logical_ids));
  if (!loaded->devices || !loaded->sessions || !loaded->device_ids || !loaded->logical_ids)
    return tern_pjrt_no_memory();
  TERN_PJRT_RETURN_IF_ERROR(choose_devices(loaded, options));
  return make_sessions(loaded);
}

PJRT_Error *tern_pjrt_executable_load(PJRT_Client *client, PJRT_Executable *executable,
                                      PJRT_LoadedExecutable **out_loaded) {
  *out_loaded = NULL;
  PJRT_LoadedExecutable *loaded = calloc(1, sizeof(*loaded));
  if (!loaded) {
    tern_pjrt_executable_release(executable);
    return tern_pjrt_no_memory();
  }
  atomic_init(&loaded->references, 1);
  loaded->client = tern_pjrt_client_retain(client);
  loaded->executable = executable;
  PJRT_Error *error = fill_loaded(loaded);
  if (error) {
    tern_pjrt_loaded_release(loaded);
    return error;
  }
  *out_loaded = loaded;
  return NULL;
}

// ---- Compilation ----

// Programs run on one device each: what devices would have to tell each other is not done, so programs that ask for it are refused
// before they compute something else. Names of ops are texts in both forms of a program.
static PJRT_Error *check_devices(const PJRT_Program *program, const compile_options_t *options) {
  static const char *const ops[] = {"all_reduce",           "all_gather",     "all_to_all",   "collective_permute",
                                    "collective_broadcast", "reduce_scatter", "partition_id", "replica_id",
                                    "manual_computation",   "sdy.sharding",   "mhlo.sharding"};
  if (options->replica_count * options->partition_count == 1) return NULL;
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; ++i) {
    if (!memmem(program->code, program->code_size, ops[i], strlen(ops[i]))) continue;
    return tern_pjrt_error(
        PJRT_Error_Code_UNIMPLEMENTED,
        "the program has '%s' and is for %lld replicas of %lld partitions, but tern runs programs on one "
        "device each; put the arrays on one device",
        ops[i], (long long)options->replica_count, (long long)options->partition_count);
  }
  return NULL;
}

static PJRT_Error *compile(PJRT_Client_Compile_Args *args, const compile_options_t *options) {
  const PJRT_Program *program = args->program;
  if (program->format_size != 4 || memcmp(program->format, "mlir", 4) != 0) {
    return tern_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED,
                           "a program of the format '%.*s' is not read; send StableHLO as 'mlir'",
                           (int)program->format_size, program->format);
  }
  TERN_PJRT_RETURN_IF_ERROR(check_devices(program, options));
  char *data;
  size_t size;
  tern_program_cost_t cost;
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_compile(args->client, options, program->code, program->code_size, &data, &size, &cost));
  PJRT_Executable *executable;
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_executable_create(data, size, args->compile_options, args->compile_options_size, &cost, &executable));
  return tern_pjrt_executable_load(args->client, executable, &args->executable);
}

TERN_PJRT_DEFINE(Client_Compile) {
  args->executable = NULL;
  compile_options_t options;
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_compile_options_read(args->compile_options, args->compile_options_size, &options));
  PJRT_Error *error = compile(args, &options);
  tern_pjrt_compile_options_deinitialize(&options);
  return error;
}

// ---- Files ----

// A serialized executable: this header, the compile options, the module.
typedef struct header_t {
  char magic[8];
  uint64_t options_size, module_size;
  tern_program_cost_t cost;
} header_t;
static const char magic[8] = {'T', 'E', 'R', 'N', 'P', 'J', 'R', '2'};

static void delete_serialized(PJRT_SerializedExecutable *serialized) { free(serialized); }

TERN_PJRT_DEFINE(Executable_Serialize) {
  const PJRT_Executable *executable = args->executable;
  header_t header;
  memset(&header, 0, sizeof header);  // its padding is written, too
  header.options_size = executable->options_size;
  header.module_size = executable->size;
  memcpy(&header.cost, &executable->cost, sizeof header.cost);
  memcpy(header.magic, magic, sizeof magic);
  size_t size = sizeof header + executable->options_size + executable->size;
  char *data = malloc(size);
  if (!data) return tern_pjrt_no_memory();
  memcpy(data, &header, sizeof header);
  memcpy(data + sizeof header, executable->options, executable->options_size);
  memcpy(data + sizeof header + executable->options_size, executable->data, executable->size);
  args->serialized_bytes = data;
  args->serialized_bytes_size = size;
  args->serialized_executable = (PJRT_SerializedExecutable *)data;
  args->serialized_executable_deleter = delete_serialized;
  return NULL;
}

TERN_PJRT_DEFINE(Executable_DeserializeAndLoad) {
  args->loaded_executable = NULL;
  header_t header;
  const char *data = args->serialized_executable;
  size_t size = args->serialized_executable_size;
  if (size >= sizeof header) memcpy(&header, data, sizeof header);
  if (size < sizeof header || memcmp(header.magic, magic, sizeof magic) != 0 ||
      header.options_size > size - sizeof header || header.module_size != size - sizeof header - header.options_size) {
    return tern_pjrt_error(
        PJRT_Error_Code_INVALID_ARGUMENT,
        "these %zu bytes are no executable that this version of tern serialized; compile the program again", size);
  }
  const char *options = data + sizeof header, *module = options + header.options_size;
  size_t options_size = (size_t)header.options_size;
  if (TERN_PJRT_HAS(args, overridden_serialized_compile_options_size) && args->overridden_serialized_compile_options) {
    options = args->overridden_serialized_compile_options;
    options_size = args->overridden_serialized_compile_options_size;
  }
  char *copy = malloc((size_t)header.module_size + 1);
  if (!copy) return tern_pjrt_no_memory();
  memcpy(copy, module, (size_t)header.module_size);
  PJRT_Executable *executable;
  TERN_PJRT_RETURN_IF_ERROR(
      tern_pjrt_executable_create(copy, (size_t)header.module_size, options, options_size, &header.cost, &executable));
  return tern_pjrt_executable_load(args->client, executable, &args->loaded_executable);
}

// ---- What callers ask ----

TERN_PJRT_DEFINE(LoadedExecutable_Destroy) {
  tern_pjrt_loaded_release(args->executable);
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_GetExecutable) {
  args->executable = args->loaded_executable->executable;
  atomic_fetch_add_explicit(&args->executable->references, 1, memory_order_relaxed);
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_AddressableDevices) {
  args->addressable_devices = args->executable->devices;
  args->num_addressable_devices = args->executable->device_count;
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_AddressableDeviceLogicalIds) {
  args->addressable_device_logical_ids = args->executable->logical_ids;
  args->num_addressable_device_logical_ids = args->executable->device_count;
  return NULL;
}

static void delete_assignment(PJRT_DeviceAssignmentSerialized *assignment) { free(assignment); }

TERN_PJRT_DEFINE(LoadedExecutable_GetDeviceAssignment) {
  const PJRT_LoadedExecutable *loaded = args->executable;
  const compile_options_t *options = &loaded->executable->read_options;
  size_t size;
  char *data =
      tern_pjrt_device_assignment_write(loaded->device_ids, options->replica_count, options->partition_count, &size);
  if (!data) return tern_pjrt_no_memory();
  args->serialized_bytes = data;
  args->serialized_bytes_size = size;
  args->serialized_device_assignment = (PJRT_DeviceAssignmentSerialized *)data;
  args->serialized_device_assignment_deleter = delete_assignment;
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_Delete) {
  atomic_store(&args->executable->is_deleted, true);
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_IsDeleted) {
  args->is_deleted = atomic_load(&args->executable->is_deleted);
  return NULL;
}

TERN_PJRT_DEFINE(LoadedExecutable_Fingerprint) {
  args->executable_fingerprint = args->executable->executable->fingerprint;
  args->executable_fingerprint_size = strlen(args->executable_fingerprint);
  return NULL;
}
