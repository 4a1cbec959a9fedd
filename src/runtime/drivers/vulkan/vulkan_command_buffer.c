// Command buffers of a Vulkan device: recorded once, submitted any number of times.

#include <stdlib.h>
#include <string.h>

#include "runtime/command_buffer.h"
#include "runtime/drivers/vulkan/vulkan_buffer.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_driver.h"
#include "runtime/drivers/vulkan/vulkan_executable.h"
#include "runtime/grid.h"

typedef struct vulkan_command_buffer {
  tern_command_buffer_t base;
  tern_vulkan_context_t *context;  // a reference
  VkCommandPool pool;
  VkCommandBuffer handle;
  VkDescriptorPool descriptor_pool;
  VkQueryPool queries;
} vulkan_command_buffer_t;

static void destroy(tern_command_buffer_t *base) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  const tern_vulkan_device_api_t *api = &self->context->api;
  VkDevice device = self->context->device;
  if (self->queries) api->DestroyQueryPool(device, self->queries, NULL);
  if (self->descriptor_pool) api->DestroyDescriptorPool(device, self->descriptor_pool, NULL);
  api->DestroyCommandPool(device, self->pool, NULL);
  tern_command_buffer_deinitialize(base);
  tern_vulkan_context_release(self->context);
  free(self);
}

static void full_barrier(vulkan_command_buffer_t *self, VkPipelineStageFlags source, VkPipelineStageFlags target) {
  VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                             .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  self->context->api.CmdPipelineBarrier(self->handle, source, target, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static void write_descriptors(const tern_dispatch_request_t *request, VkDescriptorBufferInfo *infos,
                              VkWriteDescriptorSet *writes, const VkDescriptorSet *sets) {
  for (uint32_t i = 0; i < request->entry->binding_count; ++i) {
    const tern_binding_info_t *binding = &request->entry->bindings[i];
    tern_buffer_range_t range = request->bindings[i];
    VkDeviceSize size = (range.size + 3) / 4 * 4;
    if (size == 0) size = 4;
    infos[i] = (VkDescriptorBufferInfo){tern_vulkan_buffer_handle(range.buffer), range.offset, size};
    writes[i] = (VkWriteDescriptorSet){VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = sets ? sets[binding->set] : VK_NULL_HANDLE,
                                       .dstBinding = binding->binding,
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &infos[i]};
  }
}

static tern_status_t bind(vulkan_command_buffer_t *self, const tern_vulkan_entry_t *entry,
                          const tern_dispatch_request_t *request) {
  const tern_vulkan_device_api_t *api = &self->context->api;
  uint32_t count = request->entry->binding_count;
  if (count == 0) return tern_ok();
  VkDescriptorBufferInfo infos[64];
  VkWriteDescriptorSet writes[64];
  VkDescriptorSet sets[8];
  if (count > 64 || entry->set_count > 8) return tern_status_make(TERN_UNSUPPORTED, "too many bindings");
  if (entry->has_push_descriptors) {
    write_descriptors(request, infos, writes, NULL);
    api->CmdPushDescriptorSetKHR(self->handle, VK_PIPELINE_BIND_POINT_COMPUTE, entry->layout, entry->push_set, count,
                                 writes);
    return tern_ok();
  }
  return tern_status_make(TERN_UNSUPPORTED, "no push descriptors");
  (void)sets;
}

static tern_status_t dispatch(tern_command_buffer_t *base, const tern_dispatch_request_t *request) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  const tern_vulkan_device_api_t *api = &self->context->api;
  const tern_vulkan_executable_t *executable = (const tern_vulkan_executable_t *)request->executable;
  const tern_vulkan_entry_t *entry = &executable->entries[request->ordinal];
  TERN_RETURN_IF_ERROR(bind(self, entry, request));
  if (request->entry->push_constant_count) {
    api->CmdPushConstants(self->handle, entry->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                          4 * request->entry->push_constant_count, request->push_constants);
  }
  for (uint32_t k = 0; k < entry->kernel_count; ++k) {
    const tern_kernel_info_t *info = entry->kernels[k].info;
    uint32_t grid[3] = {request->workgroup_count[0], request->workgroup_count[1], request->workgroup_count[2]};
    if (!request->has_grid && info && info->grid_program) {
      TERN_RETURN_IF_ERROR(tern_grid_evaluate(info->grid_program, info->grid_program_size, request->push_constants,
                                              request->entry->push_constant_count, grid));
    }
    if (!grid[0] || !grid[1] || !grid[2]) continue;
    if (k > 0) full_barrier(self, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
    api->CmdBindPipeline(self->handle, VK_PIPELINE_BIND_POINT_COMPUTE, entry->kernels[k].pipeline);
    api->CmdDispatch(self->handle, grid[0], grid[1], grid[2]);
  }
  return tern_ok();
}

static VkPipelineStageFlags stages_of(tern_stages_t stages) {
  VkPipelineStageFlags flags = 0;
  if (stages & TERN_STAGE_TRANSFER) flags |= VK_PIPELINE_STAGE_TRANSFER_BIT;
  if (stages & TERN_STAGE_DISPATCH) flags |= VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  if (stages & TERN_STAGE_HOST) flags |= VK_PIPELINE_STAGE_HOST_BIT;
  return flags;
}

static tern_status_t barrier(tern_command_buffer_t *base, tern_stages_t source, tern_stages_t target) {
  if (source && target) full_barrier((vulkan_command_buffer_t *)base, stages_of(source), stages_of(target));
  return tern_ok();
}

static tern_status_t fill(tern_command_buffer_t *base, tern_buffer_range_t target, const void *pattern,
                          size_t pattern_size) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  uint8_t word[4];
  uint32_t value;
  for (size_t i = 0; i < 4; ++i) word[i] = ((const uint8_t *)pattern)[i % pattern_size];
  memcpy(&value, word, 4);
  if (target.size) {
    self->context->api.CmdFillBuffer(self->handle, tern_vulkan_buffer_handle(target.buffer), target.offset, target.size,
                                     value);
  }
  return tern_ok();
}

static tern_status_t copy(tern_command_buffer_t *base, tern_buffer_range_t source, tern_buffer_range_t target) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  VkBufferCopy region = {source.offset, target.offset, source.size};
  if (source.size) {
    self->context->api.CmdCopyBuffer(self->handle, tern_vulkan_buffer_handle(source.buffer),
                                     tern_vulkan_buffer_handle(target.buffer), 1, &region);
  }
  return tern_ok();
}

static tern_status_t update(tern_command_buffer_t *base, const void *data, tern_buffer_range_t target) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  if (target.size) {
    self->context->api.CmdUpdateBuffer(self->handle, tern_vulkan_buffer_handle(target.buffer), target.offset,
                                       target.size, data);
  }
  return tern_ok();
}

static tern_status_t timestamp(tern_command_buffer_t *base, uint32_t slot) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  const tern_vulkan_device_api_t *api = &self->context->api;
  if (!self->queries) {
    VkQueryPoolCreateInfo info = {VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = TERN_TIMESTAMP_COUNT_MAX};
    TERN_VULKAN_RETURN_IF_ERROR(api->CreateQueryPool(self->context->device, &info, NULL, &self->queries),
                                "creating a query pool");
    api->CmdResetQueryPool(self->handle, self->queries, 0, TERN_TIMESTAMP_COUNT_MAX);
  }
  api->CmdWriteTimestamp(self->handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, self->queries, slot);
  return tern_ok();
}

static tern_status_t elapsed(tern_command_buffer_t *base, uint32_t start, uint32_t end, uint64_t *out_nanoseconds) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  const tern_vulkan_device_api_t *api = &self->context->api;
  uint64_t times[2];
  const uint32_t slots[2] = {start, end};
  for (size_t i = 0; i < 2; ++i) {
    VkResult result = api->GetQueryPoolResults(self->context->device, self->queries, slots[i], 1, 8, &times[i], 8,
                                               VK_QUERY_RESULT_64_BIT);
    if (result == VK_NOT_READY) return tern_status_make(TERN_FAILED_PRECONDITION, "a time stamp was not written");
    TERN_VULKAN_RETURN_IF_ERROR(result, "reading a time stamp");
  }
  *out_nanoseconds = times[1] - times[0];
  return tern_ok();
}

static tern_status_t end(tern_command_buffer_t *base) {
  vulkan_command_buffer_t *self = (vulkan_command_buffer_t *)base;
  return tern_vulkan_status(self->context->api.EndCommandBuffer(self->handle), "ending a command buffer");
}

static const tern_command_buffer_vtable_t vtable = {destroy, dispatch, barrier, fill, copy, update, timestamp, elapsed, end};

tern_status_t tern_vulkan_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer) {
  tern_vulkan_context_t *context = ((tern_vulkan_device_t *)device)->context;
  const tern_vulkan_device_api_t *api = &context->api;
  vulkan_command_buffer_t *self = calloc(1, sizeof *self);
  if (!self) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for a command buffer");
  VkCommandPoolCreateInfo pool = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = context->queues[0].family};
  TERN_VULKAN_RETURN_IF_ERROR(api->CreateCommandPool(context->device, &pool, NULL, &self->pool), "creating a command pool");
  VkCommandBufferAllocateInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = self->pool,
                                      .commandBufferCount = 1};
  TERN_VULKAN_RETURN_IF_ERROR(api->AllocateCommandBuffers(context->device, &info, &self->handle), "allocating a command buffer");
  VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                    .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
  TERN_VULKAN_RETURN_IF_ERROR(api->BeginCommandBuffer(self->handle, &begin), "beginning a command buffer");
  self->context = tern_vulkan_context_retain(context);
  tern_command_buffer_initialize(&vtable, device->driver, &self->base);
  *out_command_buffer = &self->base;
  return tern_ok();
}

VkCommandBuffer tern_vulkan_command_buffer_handle(const tern_command_buffer_t *command_buffer) {
  return ((const vulkan_command_buffer_t *)command_buffer)->handle;
}

bool tern_vulkan_command_buffer_belongs_to(const tern_command_buffer_t *command_buffer,
                                           const tern_vulkan_context_t *context) {
  return ((const vulkan_command_buffer_t *)command_buffer)->context == context;
}
