// What a GPU is and can do, as a table for people.

#include "runtime/drivers/cuda/cuda_device.h"
#include "runtime/module/description.h"

// A row of the table made of one attribute.
typedef struct attribute_row {
  CUdevice_attribute attribute;
  const char *key;
  const char *unit;  // behind the number
} attribute_row_t;

static const attribute_row_t rows[] = {
    {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, "multiprocessors", ""},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, "warp", " invocations"},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, "workgroup invocations", ""},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, "invocations of a multiprocessor", ""},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, "workgroup memory", " bytes"},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, "workgroup memory at most", " bytes"},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, "workgroup memory of a multiprocessor", " bytes"},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, "workgroup registers", ""},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, "registers of a multiprocessor", ""},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, "workgroups along x", ""},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, "workgroups along y", ""},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, "workgroups along z", ""},
    {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, "level 2 cache", " bytes"},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, "memory bus", " bits"},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, "clock", " kHz"},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, "memory clock", " kHz"},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, "copy engines", ""},
};

static const attribute_row_t features[] = {
    {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, "clusters", NULL},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, "cooperative launches", NULL},
    {CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, "tensor maps", NULL},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, "host memory as buffers", NULL},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int get_attribute(const tern_cuda_api_t *api, CUdevice device, CUdevice_attribute attribute) {
  int value = 0;
  // What an older driver does not know, the device has not.
  return api->DeviceGetAttribute(&value, attribute, device) == CUDA_SUCCESS ? value : 0;
}

// Which other GPUs' memory copies reach directly.
static void add_peers(const tern_cuda_api_t *api, CUdevice device, size_t ordinal,
                      tern_description_builder_t *builder) {
  int count = 0;
  if (api->DeviceGetCount(&count) != CUDA_SUCCESS) return;
  for (int i = 0; i < count; ++i) {
    CUdevice peer;
    int can_access = 0;
    if ((size_t)i == ordinal || api->DeviceGet(&peer, i) != CUDA_SUCCESS) continue;
    if (api->DeviceCanAccessPeer(&can_access, device, peer) != CUDA_SUCCESS) continue;
    tern_description_add(builder, "peer", "cuda://%d%s", i, can_access ? "" : " by way of the host");
  }
}

static tern_status_t describe(const tern_cuda_api_t *api, size_t ordinal, tern_description_builder_t *builder) {
  CUdevice device;
  char name[128] = "";
  size_t size = 0;
  TERN_RETURN_IF_ERROR(tern_cuda_find_device(api, ordinal, &device));
  TERN_CUDA_RETURN_IF_ERROR(api, api->DeviceGetName(name, sizeof(name), device), "asking for a GPU's name");
  TERN_CUDA_RETURN_IF_ERROR(api, api->DeviceTotalMem(&size, device), "asking for a GPU's memory");
  bool is_integrated = get_attribute(api, device, CU_DEVICE_ATTRIBUTE_INTEGRATED);
  builder->description.name = tern_description_format(builder, "%s", name);
  builder->description.type = is_integrated ? "integrated gpu" : "discrete gpu";
  builder->description.api_version =
      tern_description_format(builder, "CUDA %d.%d", api->version / 1000, api->version % 1000 / 10);
  tern_description_add(builder, "architecture", "sm_%d%d",
                       get_attribute(api, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                       get_attribute(api, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  tern_description_add(builder, "memory", "%zu bytes", size);
  for (size_t i = 0; i < COUNT(rows); ++i) {
    int value = get_attribute(api, device, rows[i].attribute);
    tern_description_add(builder, rows[i].key, "%d%s", value, rows[i].unit);
  }
  for (size_t i = 0; i < COUNT(features); ++i) {
    tern_description_add(builder, features[i].key, "%s",
                         get_attribute(api, device, features[i].attribute) ? "yes" : "no");
  }
  add_peers(api, device, ordinal, builder);
  return tern_ok();
}

tern_status_t tern_cuda_describe_device(size_t ordinal, struct tern_description_builder_t *builder) {
  tern_cuda_api_t api;
  TERN_RETURN_IF_ERROR(tern_cuda_api_open(&api));
  tern_status_t status = describe(&api, ordinal, builder);
  tern_cuda_api_close(&api);
  return status;
}
