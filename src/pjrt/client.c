// Clients: which devices a process has.

#include "pjrt/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/callbacks.h"
#include "pjrt/device.h"
#include "tern/compile.h"
#include "tern/version.h"

const char *tern_pjrt_platform_version(void) { return "tern " TERN_VERSION; }

PJRT_Client *tern_pjrt_client_retain(PJRT_Client *client) {
  atomic_fetch_add_explicit(&client->references, 1, memory_order_relaxed);
  return client;
}

void tern_pjrt_client_release(PJRT_Client *client) {
  if (!client || atomic_fetch_sub_explicit(&client->references, 1, memory_order_acq_rel) != 1) return;
  for (size_t i = 0; i < client->device_count; ++i) tern_pjrt_device_deinitialize(&client->devices[i]);
  tern_instance_release(client->instance);
  free(client->devices);
  free(client->device_list);
  free(client->memory_list);
  free(client->topology.descriptions);
  free(client->target_env);
  free(client);
}

PJRT_Device *tern_pjrt_client_device(PJRT_Client *client, int64_t id) {
  return id >= 0 && (uint64_t)id < client->device_count ? &client->devices[id] : NULL;
}

// ---- Creation ----

// What the framework's user asked for.
typedef struct options_t {
  char device[32];  // a driver's name; "" for the best
  int64_t count;    // of CPU devices; 0 for one
} options_t;

static PJRT_Error *read_option(const PJRT_NamedValue *value, options_t *options) {
  bool is_text = value->type == PJRT_NamedValue_kString;
  if (value->name_size == 6 && memcmp(value->name, "device", 6) == 0 && is_text) {
    snprintf(options->device, sizeof options->device, "%.*s", (int)value->value_size, value->string_value);
    return NULL;
  }
  if (value->name_size == 12 && memcmp(value->name, "device_count", 12) == 0 && value->type == PJRT_NamedValue_kInt64) {
    if (value->int64_value < 1 || value->int64_value > 64) {
      return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "option device_count is %lld, but takes 1 to 64",
                             (long long)value->int64_value);
    }
    options->count = value->int64_value;
  }
  return NULL;  // options of other names are the framework's own, such as those of several processes
}

static PJRT_Error *read_options(const PJRT_Client_Create_Args *args, options_t *options) {
  const char *device = getenv("TERN_PJRT_DEVICE"), *count = getenv("TERN_PJRT_DEVICE_COUNT");
  if (device) snprintf(options->device, sizeof options->device, "%s", device);
  if (count) options->count = atoi(count);
  for (size_t i = 0; i < args->num_options; ++i) {
    TERN_PJRT_RETURN_IF_ERROR(read_option(&args->create_options[i], options));
  }
  if (options->count < 0 || options->count > 64) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "TERN_PJRT_DEVICE_COUNT is %s, but takes 1 to 64", count);
  }
  if (options->device[0]) return NULL;
  // CUDA where it is there, else the CPU.
  size_t cuda_count = 0;
  bool has_cuda = tern_status_is_ok(tern_driver_device_count("cuda", &cuda_count)) && cuda_count > 0;
  snprintf(options->device, sizeof options->device, "%s", has_cuda && !options->count ? "cuda" : "cpu");
  return NULL;
}

static bool allocate_lists(PJRT_Client *client, size_t count) {
  client->devices = calloc(count, sizeof(*client->devices));
  client->device_list = calloc(count, sizeof(*client->device_list));
  client->memory_list = calloc(count * TERN_PJRT_MEMORY_KIND_COUNT, sizeof(*client->memory_list));
  client->topology.descriptions = calloc(count, sizeof(*client->topology.descriptions));
  return client->devices && client->device_list && client->memory_list && client->topology.descriptions;
}

static PJRT_Error *add_device(PJRT_Client *client, const char *driver, size_t ordinal) {
  size_t id = client->device_count;
  PJRT_Device *device = &client->devices[id];
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_device_initialize(device, client, driver, ordinal, (int)id));
  client->device_list[id] = device;
  client->topology.descriptions[id] = &device->description;
  client->topology.count = ++client->device_count;
  for (int i = 0; i < TERN_PJRT_MEMORY_KIND_COUNT; ++i) {
    client->memory_list[client->memory_count++] = device->memory_list[i];
  }
  return NULL;
}

// What programs are compiled for.
static PJRT_Error *choose_target(PJRT_Client *client, const char *driver) {
  client->target = strcmp(driver, "cuda") == 0 ? "cuda" : strcmp(driver, "vulkan") == 0 ? "vulkan" : "cpu";
  tern_device_t *device = client->devices[0].device;
  int64_t architecture;
  if (strcmp(client->target, "cuda") == 0 &&
      tern_status_is_ok(tern_device_query(device, TERN_DEVICE_PROPERTY_ARCHITECTURE, &architecture))) {
    // The table of processors is the compiler's, which is not loaded yet.
    snprintf(client->chip, sizeof client->chip, "%lld", (long long)architecture);
  }
  if (strcmp(client->target, "vulkan") == 0) {
    return tern_pjrt_error_of_status(tern_device_target_env(device, &client->target_env));
  }
  return NULL;
}

static PJRT_Error *fill_client(PJRT_Client *client, const options_t *options) {
  size_t there = 0;
  bool is_host = strcmp(options->device, "cpu") == 0;
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_driver_device_count(options->device, &there)));
  size_t count = is_host ? (options->count ? (size_t)options->count : 1) : there;
  if (!is_host && options->count && (size_t)options->count < there) count = (size_t)options->count;
  if (count == 0) {
    return tern_pjrt_error(PJRT_Error_Code_NOT_FOUND, "there is no %s device; TERN_PJRT_DEVICE=cpu takes the CPU",
                           options->device);
  }
  if (!allocate_lists(client, count)) return tern_pjrt_no_memory();
  for (size_t i = 0; i < count; ++i) TERN_PJRT_RETURN_IF_ERROR(add_device(client, options->device, is_host ? 0 : i));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_instance_create(NULL, &client->instance)));
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_pjrt_callbacks_register(client->instance)));
  return choose_target(client, options->device);
}

TERN_PJRT_DEFINE(Client_Create) {
  args->client = NULL;
  options_t options = {0};
  TERN_PJRT_RETURN_IF_ERROR(read_options(args, &options));
  PJRT_Client *client = calloc(1, sizeof(*client));
  if (!client) return tern_pjrt_no_memory();
  atomic_init(&client->references, 1);
  PJRT_Error *error = fill_client(client, &options);
  if (error) {
    tern_pjrt_client_release(client);
    return error;
  }
  args->client = client;
  return NULL;
}

TERN_PJRT_DEFINE(Client_Destroy) {
  tern_pjrt_client_release(args->client);
  return NULL;
}

// ---- Questions ----

TERN_PJRT_DEFINE(Client_PlatformName) {
  args->platform_name = TERN_PJRT_PLATFORM;
  args->platform_name_size = sizeof TERN_PJRT_PLATFORM - 1;
  return NULL;
}

TERN_PJRT_DEFINE(Client_ProcessIndex) {
  args->process_index = 0;
  return NULL;
}

TERN_PJRT_DEFINE(Client_PlatformVersion) {
  args->platform_version = tern_pjrt_platform_version();
  args->platform_version_size = strlen(args->platform_version);
  return NULL;
}

TERN_PJRT_DEFINE(Client_TopologyDescription) {
  args->topology = &args->client->topology;
  return NULL;
}

TERN_PJRT_DEFINE(Client_Devices) {
  args->devices = args->client->device_list;
  args->num_devices = args->client->device_count;
  return NULL;
}

TERN_PJRT_DEFINE(Client_AddressableDevices) {
  args->addressable_devices = args->client->device_list;
  args->num_addressable_devices = args->client->device_count;
  return NULL;
}

static PJRT_Error *look_up(PJRT_Client *client, int id, PJRT_Device **out_device) {
  *out_device = tern_pjrt_client_device(client, id);
  if (*out_device) return NULL;
  return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "there is no device %d, but devices 0 to %zu", id,
                         client->device_count - 1);
}

TERN_PJRT_DEFINE(Client_LookupDevice) { return look_up(args->client, args->id, &args->device); }

TERN_PJRT_DEFINE(Client_LookupAddressableDevice) {
  return look_up(args->client, args->local_hardware_id, &args->addressable_device);
}

TERN_PJRT_DEFINE(Client_AddressableMemories) {
  args->addressable_memories = args->client->memory_list;
  args->num_addressable_memories = args->client->memory_count;
  return NULL;
}

TERN_PJRT_DEFINE(Client_DefaultDeviceAssignment) {
  int64_t wanted = (int64_t)args->num_replicas * args->num_partitions;
  if (args->num_replicas < 1 || args->num_partitions < 1 || wanted > (int64_t)args->client->device_count ||
      (size_t)wanted > args->default_assignment_size) {
    return tern_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT,
                           "%d replicas of %d partitions take %lld devices, but there are %zu", args->num_replicas,
                           args->num_partitions, (long long)wanted, args->client->device_count);
  }
  for (int64_t i = 0; i < wanted; ++i) args->default_assignment[i] = (int)i;
  return NULL;
}

// Only this process is known, whose state nobody has to be told.
TERN_PJRT_DEFINE(Client_UpdateGlobalProcessInfo) {
  (void)args;
  return NULL;
}

// Memory that the host shares with devices needs no mapping on a CPU, and is registered on the fly elsewhere.
TERN_PJRT_DEFINE(Client_DmaMap) {
  (void)args;
  return NULL;
}

TERN_PJRT_DEFINE(Client_DmaUnmap) {
  (void)args;
  return NULL;
}
