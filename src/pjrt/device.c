// Devices and their memories.

#include "pjrt/device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- Memories ----

// All kinds are the host's memory on a CPU. On a GPU arrays of the host kinds lie on the device, too: the kind is kept.
static const char *const memory_kinds[TERN_PJRT_MEMORY_KIND_COUNT] = {"device", "pinned_host", "unpinned_host"};

// What a caller keeps in a memory under a key.
typedef struct user_data_t {
  struct user_data_t *next;
  const void *key;
  void *data;
  void (*destroy)(void *data);
} user_data_t;

static pthread_mutex_t user_data_mutex = PTHREAD_MUTEX_INITIALIZER;

static void *get_user_data(PJRT_Memory *memory, const void *key) {
  pthread_mutex_lock(&user_data_mutex);
  user_data_t *entry = tern_pjrt_memory(memory)->user_data;
  while (entry && entry->key != key) entry = entry->next;
  void *data = entry ? entry->data : NULL;
  pthread_mutex_unlock(&user_data_mutex);
  return data;
}

static void set_user_data(PJRT_Memory *memory, const void *key, void *data, void (*destroy)(void *)) {
  user_data_t *made = calloc(1, sizeof(*made));
  user_data_t old = {0};
  pthread_mutex_lock(&user_data_mutex);
  user_data_t *entry = tern_pjrt_memory(memory)->user_data;
  while (entry && entry->key != key) entry = entry->next;
  if (!entry && made) {
    made->next = tern_pjrt_memory(memory)->user_data;
    made->key = key;
    tern_pjrt_memory(memory)->user_data = entry = made;
    made = NULL;
  }
  if (entry) {
    old = *entry;
    entry->data = data;
    entry->destroy = destroy;
  }
  pthread_mutex_unlock(&user_data_mutex);
  free(made);
  if (old.destroy && old.data) old.destroy(old.data);
}

static const PJRT_Memory_FunctionTable memory_table = {
    .struct_size = PJRT_Memory_FunctionTable_STRUCT_SIZE,
    .instance_struct_size = PJRT_Memory_STRUCT_SIZE,
    .get_user_data = get_user_data,
    .set_user_data = set_user_data,
};

static void initialize_memory(PJRT_Device *device, int kind) {
  memory_t *memory = &device->memories[kind];
  memory->base.vtable = &memory_table;
  memory->id = device->description.id * TERN_PJRT_MEMORY_KIND_COUNT + kind;
  memory->kind_id = kind;
  memory->kind = memory_kinds[kind];
  memory->device = device;
  snprintf(memory->text, sizeof memory->text, "TernMemory(id=%d, kind=%s)", memory->id, memory->kind);
  device->memory_list[kind] = &memory->base;
}

static void deinitialize_memory(memory_t *memory) {
  while (memory->user_data) {
    user_data_t *entry = memory->user_data;
    memory->user_data = entry->next;
    if (entry->destroy && entry->data) entry->destroy(entry->data);
    free(entry);
  }
}

TERN_PJRT_DEFINE(Memory_Id) {
  args->id = tern_pjrt_memory(args->memory)->id;
  return NULL;
}

TERN_PJRT_DEFINE(Memory_Kind) {
  args->kind = tern_pjrt_memory(args->memory)->kind;
  args->kind_size = strlen(args->kind);
  return NULL;
}

TERN_PJRT_DEFINE(Memory_Kind_Id) {
  args->kind_id = tern_pjrt_memory(args->memory)->kind_id;
  return NULL;
}

TERN_PJRT_DEFINE(Memory_DebugString) {
  args->debug_string = tern_pjrt_memory(args->memory)->text;
  args->debug_string_size = strlen(args->debug_string);
  return NULL;
}

TERN_PJRT_DEFINE(Memory_ToString) {
  args->to_string = tern_pjrt_memory(args->memory)->text;
  args->to_string_size = strlen(args->to_string);
  return NULL;
}

TERN_PJRT_DEFINE(Memory_AddressableByDevices) {
  PJRT_Device *device = tern_pjrt_memory(args->memory)->device;
  args->devices = &device->client->device_list[device->description.id];
  args->num_devices = 1;
  return NULL;
}

// ---- Devices ----

static void describe(PJRT_DeviceDescription *description, const char *driver, size_t ordinal) {
  tern_device_description_t *found = NULL;
  bool is_cpu = strcmp(driver, "cpu") == 0;
  tern_status_t status = is_cpu ? tern_ok() : tern_driver_describe_device(driver, ordinal, &found);
  const char *kind = tern_status_is_ok(status) && found && found->name ? found->name : driver;
  snprintf(description->kind, sizeof description->kind, "%s", kind);
  snprintf(description->text, sizeof description->text, "TernDevice(id=%d, kind=%s)", description->id,
           description->kind);
  tern_device_description_destroy(found);
}

PJRT_Error *tern_pjrt_device_initialize(PJRT_Device *device, PJRT_Client *client, const char *driver, size_t ordinal,
                                        int id) {
  device->client = client;
  device->description.id = id;
  describe(&device->description, driver, ordinal);
  char uri[64];
  snprintf(uri, sizeof uri, "%s:%zu", driver, ordinal);
  TERN_PJRT_RETURN_IF_ERROR(tern_pjrt_error_of_status(tern_device_create(uri, NULL, &device->device)));
  device->is_host = strcmp(driver, "cpu") == 0;
  device->pool = tern_pjrt_pool_create(device->device, device->is_host);
  device->worker = tern_pjrt_worker_create("tern-programs");
  for (int i = 0; i < TERN_PJRT_MEMORY_KIND_COUNT; ++i) initialize_memory(device, i);
  if (device->pool && device->worker) return NULL;
  tern_pjrt_device_deinitialize(device);
  return tern_pjrt_no_memory();
}

void tern_pjrt_device_deinitialize(PJRT_Device *device) {
  tern_pjrt_worker_destroy(device->worker);
  tern_pjrt_pool_release(device->pool);
  tern_device_release(device->device);
  for (int i = 0; i < TERN_PJRT_MEMORY_KIND_COUNT; ++i) deinitialize_memory(&device->memories[i]);
  device->worker = NULL;
  device->pool = NULL;
  device->device = NULL;
}

TERN_PJRT_DEFINE(DeviceDescription_Id) {
  args->id = args->device_description->id;
  return NULL;
}

TERN_PJRT_DEFINE(DeviceDescription_ProcessIndex) {
  args->process_index = 0;
  return NULL;
}

TERN_PJRT_DEFINE(DeviceDescription_Attributes) {
  args->attributes = NULL;
  args->num_attributes = 0;
  return NULL;
}

TERN_PJRT_DEFINE(DeviceDescription_Kind) {
  args->device_kind = args->device_description->kind;
  args->device_kind_size = strlen(args->device_kind);
  return NULL;
}

TERN_PJRT_DEFINE(DeviceDescription_DebugString) {
  args->debug_string = args->device_description->text;
  args->debug_string_size = strlen(args->debug_string);
  return NULL;
}

TERN_PJRT_DEFINE(DeviceDescription_ToString) {
  args->to_string = args->device_description->text;
  args->to_string_size = strlen(args->to_string);
  return NULL;
}

TERN_PJRT_DEFINE(Device_GetDescription) {
  args->device_description = &args->device->description;
  return NULL;
}

TERN_PJRT_DEFINE(Device_IsAddressable) {
  args->is_addressable = true;
  return NULL;
}

TERN_PJRT_DEFINE(Device_LocalHardwareId) {
  args->local_hardware_id = args->device->description.id;
  return NULL;
}

TERN_PJRT_DEFINE(Device_AddressableMemories) {
  args->memories = args->device->memory_list;
  args->num_memories = TERN_PJRT_MEMORY_KIND_COUNT;
  return NULL;
}

TERN_PJRT_DEFINE(Device_DefaultMemory) {
  args->memory = args->device->memory_list[0];
  return NULL;
}

// There is nothing to delete, but callers call it.
static void delete_no_attributes(PJRT_Device_Attributes *attributes) { (void)attributes; }

TERN_PJRT_DEFINE(Device_GetAttributes) {
  args->attributes = NULL;
  args->num_attributes = 0;
  args->device_attributes = NULL;
  args->attributes_deleter = delete_no_attributes;
  return NULL;
}

TERN_PJRT_DEFINE(Device_MemoryStats) {
  tern_pjrt_pool_use_t use = tern_pjrt_pool_use(args->device->pool);
  args->bytes_in_use = (int64_t)use.live;
  args->peak_bytes_in_use = (int64_t)use.peak;
  args->num_allocs = (int64_t)use.count;
  args->largest_alloc_size = (int64_t)use.largest;
  args->pool_bytes = (int64_t)(use.live + use.kept);
  args->peak_bytes_in_use_is_set = args->num_allocs_is_set = args->largest_alloc_size_is_set = true;
  args->pool_bytes_is_set = args->device->is_host;
  args->bytes_limit_is_set = args->bytes_reserved_is_set = args->peak_bytes_reserved_is_set = false;
  args->bytes_reservable_limit_is_set = args->largest_free_block_bytes_is_set = false;
  args->peak_pool_bytes_is_set = false;
  if (TERN_PJRT_HAS(args, peak_allocated_bytes_is_set)) args->peak_allocated_bytes_is_set = false;
  return NULL;
}

TERN_PJRT_DEFINE(Device_ClearMemoryStats) {
  tern_pjrt_pool_clear(args->device->pool);
  return NULL;
}
