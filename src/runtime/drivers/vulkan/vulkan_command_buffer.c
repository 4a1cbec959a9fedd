// Command buffers: recorded once into a command buffer of the API, which can be submitted any number of times, also at
// the same time.
//
// Barriers are held back until a command follows that they are for, and joined with one another, so that barriers in a
// row, or at either end, cost nothing.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "runtime/command_buffer.h"
#include "runtime/drivers/vulkan/vulkan_buffer.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_executable.h"
#include "runtime/drivers/vulkan/vulkan_staging.h"

enum {
  WORD_SIZE = 4,            // bytes: what fills and updates of the API are made of
  UPLOAD_SIZE = 256 << 10,  // bytes of one upload buffer at least
  PATTERN_SIZE = 64 << 10,  // bytes of a pattern that is copied over and over
  REGION_MAX = 256,         // of one copy
  SETS_PER_POOL = 64,
  TIMESTAMPS_PER_POOL = 64,
};

// Room for time stamps.
typedef struct query_pool {
  VkQueryPool handle;  // owned; VK_NULL_HANDLE before the first of its slots is recorded
  uint64_t recorded;   // a bit for each of its slots
} query_pool_t;

typedef struct vulkan_command_buffer {
  tern_command_buffer_t base;
  tern_vulkan_context_t *context;  // a reference
  VkCommandPool pool;
  VkCommandBuffer handle;
  tern_stages_t used_stages;  // of the commands so far
  tern_stages_t barrier_source, barrier_target;
  TERN_VEC(tern_vulkan_raw_buffer_t) uploads;   // owned: data that was captured
  VkDeviceSize upload_offset;                   // first free byte of the last one
  TERN_VEC(VkDescriptorPool) descriptor_pools;  // owned
  uint32_t descriptor_capacity, set_capacity;   // free in the last one
  TERN_VEC(query_pool_t) query_pools;           // each for the next TIMESTAMPS_PER_POOL time stamps
  atomic_bool was_submitted;                    // at least once
} vulkan_command_buffer_t;

static tern_vulkan_context_t *get_context(tern_command_buffer_t *base) {
  return ((vulkan_command_buffer_t *)base)->context;
}

static tern_status_t check_owner(tern_command_buffer_t *base, const tern_buffer_t *buffer) {
  if (tern_vulkan_buffer_belongs_to(buffer, get_context(base))) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "the buffer belongs to another device");
}

//---- Barriers ----

typedef struct stage_row {
  tern_stages_t stage;
  VkPipelineStageFlags pipeline;
  VkAccessFlags reads, writes;
} stage_row_t;

static const stage_row_t stage_rows[] = {
    {TERN_STAGE_TRANSFER, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_ACCESS_TRANSFER_WRITE_BIT},
    {TERN_STAGE_DISPATCH, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, VK_ACCESS_SHADER_WRITE_BIT},
    {TERN_STAGE_HOST, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT, VK_ACCESS_HOST_WRITE_BIT},
};

static void emit_barrier(vulkan_command_buffer_t *command_buffer, tern_stages_t source, tern_stages_t target) {
  VkPipelineStageFlags source_stages = 0, target_stages = 0;
  VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  for (size_t i = 0; i < sizeof(stage_rows) / sizeof(stage_rows[0]); ++i) {
    if (source & stage_rows[i].stage) {
      source_stages |= stage_rows[i].pipeline;
      barrier.srcAccessMask |= stage_rows[i].writes;
    }
    if (target & stage_rows[i].stage) {
      target_stages |= stage_rows[i].pipeline;
      barrier.dstAccessMask |= stage_rows[i].reads | stage_rows[i].writes;
    }
  }
  command_buffer->context->api.CmdPipelineBarrier(command_buffer->handle, source_stages, target_stages, 0, 1, &barrier,
                                                  0, NULL, 0, NULL);
}

// Called in front of every command, with its stage.
static void begin_command(vulkan_command_buffer_t *command_buffer, tern_stages_t stage) {
  if (command_buffer->barrier_target & stage) {
    emit_barrier(command_buffer, command_buffer->barrier_source, command_buffer->barrier_target);
    command_buffer->barrier_source = command_buffer->barrier_target = 0;
  }
  command_buffer->used_stages |= stage;
}

static tern_status_t record_barrier(tern_command_buffer_t *base, tern_stages_t source, tern_stages_t target) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  // Commands of other stages have nothing to wait for. What the host wrote is visible since the submission, and what it
  // reads comes after the end.
  source &= command_buffer->used_stages;
  target &= (tern_stages_t)(TERN_STAGE_TRANSFER | TERN_STAGE_DISPATCH);
  if (!source || !target) return tern_ok();
  command_buffer->barrier_source |= source;
  command_buffer->barrier_target |= target;
  return tern_ok();
}

//---- Captured data ----

// Room for `size` bytes that copies can read.
static tern_status_t reserve_upload(vulkan_command_buffer_t *command_buffer, VkDeviceSize size, VkBuffer *out_buffer,
                                    VkDeviceSize *out_offset, char **out_data) {
  size_t count = command_buffer->uploads.count;
  if (!count || command_buffer->uploads.values[count - 1].size - command_buffer->upload_offset < size) {
    tern_vulkan_raw_buffer_t buffer;
    if (!tern_vec_try_reserve(&command_buffer->uploads, count + 1)) return tern_no_memory("an update");
    TERN_RETURN_IF_ERROR(tern_vulkan_raw_buffer_create(command_buffer->context, size > UPLOAD_SIZE ? size : UPLOAD_SIZE,
                                                       VK_BUFFER_USAGE_TRANSFER_SRC_BIT, TERN_VULKAN_PLACEMENT_HOST,
                                                       &buffer));
    command_buffer->uploads.values[command_buffer->uploads.count++] = buffer;
    command_buffer->upload_offset = 0;
  }
  const tern_vulkan_raw_buffer_t *last = &command_buffer->uploads.values[command_buffer->uploads.count - 1];
  *out_buffer = last->handle;
  *out_offset = command_buffer->upload_offset;
  *out_data = last->allocation.mapped + command_buffer->upload_offset;
  VkDeviceSize next = command_buffer->upload_offset + (size + 15) / 16 * 16;
  command_buffer->upload_offset = next < last->size ? next : last->size;
  return tern_ok();
}

//---- Transfers ----

static tern_status_t record_copy(tern_command_buffer_t *base, tern_buffer_range_t source, tern_buffer_range_t target) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  TERN_RETURN_IF_ERROR(check_owner(base, source.buffer));
  TERN_RETURN_IF_ERROR(check_owner(base, target.buffer));
  if (!target.size) return tern_ok();
  begin_command(command_buffer, TERN_STAGE_TRANSFER);
  VkBufferCopy region = {source.offset, target.offset, target.size};
  command_buffer->context->api.CmdCopyBuffer(command_buffer->handle, tern_vulkan_buffer_handle(source.buffer),
                                             tern_vulkan_buffer_handle(target.buffer), 1, &region);
  return tern_ok();
}

static tern_status_t record_update(tern_command_buffer_t *base, const void *data, tern_buffer_range_t target) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  const tern_vulkan_device_api_t *api = &command_buffer->context->api;
  TERN_RETURN_IF_ERROR(check_owner(base, target.buffer));
  if (!target.size) return tern_ok();
  VkBuffer handle = tern_vulkan_buffer_handle(target.buffer);
  bool is_aligned = (target.offset | target.size) % WORD_SIZE == 0 && (uintptr_t)data % WORD_SIZE == 0;
  if (is_aligned) {
    begin_command(command_buffer, TERN_STAGE_TRANSFER);
    api->CmdUpdateBuffer(command_buffer->handle, handle, target.offset, target.size, data);
    return tern_ok();
  }
  VkBuffer upload;
  VkBufferCopy region = {.dstOffset = target.offset, .size = target.size};
  char *copy;
  TERN_RETURN_IF_ERROR(reserve_upload(command_buffer, target.size, &upload, &region.srcOffset, &copy));
  memcpy(copy, data, target.size);
  begin_command(command_buffer, TERN_STAGE_TRANSFER);
  api->CmdCopyBuffer(command_buffer->handle, upload, handle, 1, &region);
  return tern_ok();
}

// Fills by copying one run of the pattern over and over.
static tern_status_t fill_by_copies(vulkan_command_buffer_t *command_buffer, tern_buffer_range_t target,
                                    const char *pattern, size_t pattern_size) {
  VkBuffer upload;
  VkDeviceSize source;
  char *data;
  size_t run = target.size < PATTERN_SIZE ? target.size : PATTERN_SIZE;
  TERN_RETURN_IF_ERROR(reserve_upload(command_buffer, run, &upload, &source, &data));
  for (size_t i = 0; i < run; ++i) data[i] = pattern[i % pattern_size];
  begin_command(command_buffer, TERN_STAGE_TRANSFER);
  VkBuffer handle = tern_vulkan_buffer_handle(target.buffer);
  VkBufferCopy regions[REGION_MAX];
  uint32_t count = 0;
  for (size_t offset = 0; offset < target.size; offset += run) {
    size_t size = target.size - offset < run ? target.size - offset : run;
    regions[count++] = (VkBufferCopy){source, target.offset + offset, size};
    if (count < REGION_MAX && offset + size < target.size) continue;
    command_buffer->context->api.CmdCopyBuffer(command_buffer->handle, upload, handle, count, regions);
    count = 0;
  }
  return tern_ok();
}

static tern_status_t record_fill(tern_command_buffer_t *base, tern_buffer_range_t target, const void *pattern,
                                 size_t pattern_size) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  TERN_RETURN_IF_ERROR(check_owner(base, target.buffer));
  if (!target.size) return tern_ok();
  char bytes[8];
  for (size_t i = 0; i < sizeof(bytes); ++i) bytes[i] = ((const char *)pattern)[i % pattern_size];
  bool is_word = memcmp(bytes, bytes + WORD_SIZE, WORD_SIZE) == 0;
  if (!is_word || (target.offset | target.size) % WORD_SIZE) {
    return fill_by_copies(command_buffer, target, bytes, sizeof(bytes));
  }
  uint32_t word;
  memcpy(&word, bytes, sizeof(word));
  begin_command(command_buffer, TERN_STAGE_TRANSFER);
  command_buffer->context->api.CmdFillBuffer(command_buffer->handle, tern_vulkan_buffer_handle(target.buffer),
                                             target.offset, target.size, word);
  return tern_ok();
}

//---- Descriptors ----

// What a descriptor shows of a buffer.
static tern_status_t describe_range(const tern_vulkan_context_t *context, const tern_dispatch_request_t *request,
                                    uint32_t index, VkDescriptorBufferInfo *out_info) {
  const VkPhysicalDeviceLimits *limits = &context->profile->properties.properties.limits;
  const tern_binding_info_t *info = &request->entry->bindings[index];
  tern_buffer_range_t range = request->bindings[index];
  VkDeviceSize capacity = tern_vulkan_buffer_capacity(range.buffer);
  int64_t dims[TERN_TENSOR_RANK_MAX];
  size_t array_size;
  TERN_RETURN_IF_ERROR(tern_binding_info_size(info, request->push_constants, dims, &array_size));
  *out_info = (VkDescriptorBufferInfo){.buffer = tern_vulkan_buffer_handle(range.buffer), .offset = range.offset};
  // Descriptors may not be empty; of an empty array nothing is read.
  if (!range.size || (!array_size && range.offset % limits->minStorageBufferOffsetAlignment)) {
    out_info->offset = 0;
    range.size = 1;
  }
  if (out_info->offset % limits->minStorageBufferOffsetAlignment) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "entry point '%s', binding %u ('%s'): the device wants offsets to be multiples of %llu "
                            "bytes but got %zu",
                            request->entry->name, index, info->name,
                            (unsigned long long)limits->minStorageBufferOffsetAlignment, range.offset);
  }
  // Kernels reach the last elements in whole words.
  VkDeviceSize size = ((VkDeviceSize)range.size + WORD_SIZE - 1) / WORD_SIZE * WORD_SIZE;
  if (size > limits->maxStorageBufferRange) {
    size = limits->maxStorageBufferRange / WORD_SIZE * WORD_SIZE;
    if (array_size > size) {
      return tern_status_make(TERN_UNSUPPORTED,
                              "entry point '%s', binding %u ('%s'): %zu bytes are above the %u that a kernel can see",
                              request->entry->name, index, info->name, array_size, limits->maxStorageBufferRange);
    }
  }
  out_info->range = size < capacity - out_info->offset ? size : capacity - out_info->offset;
  return tern_ok();
}

// Room for the sets of one dispatch.
static tern_status_t allocate_sets(vulkan_command_buffer_t *command_buffer, const tern_vulkan_entry_t *entry,
                                   uint32_t descriptor_count, VkDescriptorSet *out_sets) {
  tern_vulkan_context_t *context = command_buffer->context;
  if (command_buffer->set_capacity < entry->set_count || command_buffer->descriptor_capacity < descriptor_count) {
    uint32_t sets = SETS_PER_POOL > entry->set_count ? SETS_PER_POOL : entry->set_count;
    uint32_t descriptors = SETS_PER_POOL * 4 > descriptor_count ? SETS_PER_POOL * 4 : descriptor_count;
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, descriptors};
    VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                       .maxSets = sets,
                                       .poolSizeCount = 1,
                                       .pPoolSizes = &size};
    VkDescriptorPool pool;
    if (!tern_vec_try_reserve(&command_buffer->descriptor_pools, command_buffer->descriptor_pools.count + 1)) {
      return tern_no_memory("a descriptor pool");
    }
    TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateDescriptorPool(context->device, &info, NULL, &pool),
                                "creating a descriptor pool");
    command_buffer->descriptor_pools.values[command_buffer->descriptor_pools.count++] = pool;
    command_buffer->set_capacity = sets;
    command_buffer->descriptor_capacity = descriptors;
  }
  VkDescriptorSetAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
      .descriptorPool = command_buffer->descriptor_pools.values[command_buffer->descriptor_pools.count - 1],
      .descriptorSetCount = entry->set_count,
      .pSetLayouts = entry->set_layouts};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.AllocateDescriptorSets(context->device, &info, out_sets),
                              "allocating descriptor sets");
  command_buffer->set_capacity -= entry->set_count;
  command_buffer->descriptor_capacity -= descriptor_count;
  return tern_ok();
}

static tern_status_t bind(vulkan_command_buffer_t *command_buffer, const tern_vulkan_entry_t *entry,
                          const tern_entry_point_t *info, VkWriteDescriptorSet *writes, VkDescriptorSet *sets) {
  const tern_vulkan_device_api_t *api = &command_buffer->context->api;
  if (!info->binding_count) return tern_ok();
  if (entry->has_push_descriptors) {
    api->CmdPushDescriptorSetKHR(command_buffer->handle, VK_PIPELINE_BIND_POINT_COMPUTE, entry->layout, entry->push_set,
                                 info->binding_count, writes);
    return tern_ok();
  }
  TERN_RETURN_IF_ERROR(allocate_sets(command_buffer, entry, info->binding_count, sets));
  for (uint32_t i = 0; i < info->binding_count; ++i) writes[i].dstSet = sets[info->bindings[i].set];
  api->UpdateDescriptorSets(command_buffer->context->device, info->binding_count, writes, 0, NULL);
  api->CmdBindDescriptorSets(command_buffer->handle, VK_PIPELINE_BIND_POINT_COMPUTE, entry->layout, 0, entry->set_count,
                             sets, 0, NULL);
  return tern_ok();
}

static tern_status_t bind_ranges(vulkan_command_buffer_t *command_buffer, const tern_vulkan_entry_t *entry,
                                 const tern_dispatch_request_t *request) {
  uint32_t count = request->entry->binding_count;
  VkDescriptorBufferInfo *ranges = calloc((size_t)count + 1, sizeof(*ranges));
  VkWriteDescriptorSet *writes = calloc((size_t)count + 1, sizeof(*writes));
  VkDescriptorSet *sets = calloc((size_t)entry->set_count + 1, sizeof(*sets));
  tern_status_t status = ranges && writes && sets ? tern_ok() : tern_no_memory("a dispatch");
  for (uint32_t i = 0; i < count && tern_status_is_ok(status); ++i) {
    status = describe_range(command_buffer->context, request, i, &ranges[i]);
    writes[i] = (VkWriteDescriptorSet){.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstBinding = request->entry->bindings[i].binding,
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &ranges[i]};
  }
  if (tern_status_is_ok(status)) status = bind(command_buffer, entry, request->entry, writes, sets);
  free(ranges);
  free(writes);
  free(sets);
  return status;
}

//---- Dispatch ----

static tern_status_t check_dispatch(tern_command_buffer_t *base, const tern_dispatch_request_t *request,
                                    const tern_vulkan_entry_t *entry, uint32_t (*out_grids)[3]) {
  const tern_vulkan_context_t *context = get_context(base);
  const uint32_t *limits = context->profile->properties.properties.limits.maxComputeWorkGroupCount;
  if (((const tern_vulkan_executable_t *)request->executable)->context != context) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "the executable belongs to another device");
  }
  for (uint32_t i = 0; i < request->entry->binding_count; ++i) {
    TERN_RETURN_IF_ERROR(check_owner(base, request->bindings[i].buffer));
  }
  for (uint32_t i = 0; i < entry->kernel_count; ++i) {
    TERN_RETURN_IF_ERROR(tern_dispatch_request_grid(request, entry->kernels[i].info, limits, out_grids[i]));
  }
  return tern_ok();
}

// The kernels one after another, each behind a barrier: it reads what the one before wrote.
static void record_kernels(vulkan_command_buffer_t *command_buffer, const tern_vulkan_entry_t *entry,
                           uint32_t (*grids)[3]) {
  const tern_vulkan_device_api_t *api = &command_buffer->context->api;
  bool is_first = true;
  for (uint32_t i = 0; i < entry->kernel_count; ++i) {
    const uint32_t *grid = grids[i];
    if (!grid[0] || !grid[1] || !grid[2]) continue;
    if (!is_first) emit_barrier(command_buffer, TERN_STAGE_DISPATCH, TERN_STAGE_DISPATCH);
    is_first = false;
    api->CmdBindPipeline(command_buffer->handle, VK_PIPELINE_BIND_POINT_COMPUTE, entry->kernels[i].pipeline);
    api->CmdDispatch(command_buffer->handle, grid[0], grid[1], grid[2]);
  }
}

static tern_status_t record_dispatch(tern_command_buffer_t *base, const tern_dispatch_request_t *request) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  const tern_vulkan_executable_t *executable = (const tern_vulkan_executable_t *)request->executable;
  const tern_vulkan_entry_t *entry = &executable->entries[request->ordinal];
  uint32_t (*grids)[3] = calloc(entry->kernel_count, sizeof(*grids));
  if (!grids) return tern_no_memory("a dispatch");
  tern_status_t status = check_dispatch(base, request, entry, grids);
  if (tern_status_is_ok(status)) status = bind_ranges(command_buffer, entry, request);
  if (tern_status_is_ok(status)) {
    begin_command(command_buffer, TERN_STAGE_DISPATCH);
    if (request->entry->push_constant_count) {
      command_buffer->context->api.CmdPushConstants(command_buffer->handle, entry->layout, VK_SHADER_STAGE_COMPUTE_BIT,
                                                    0, request->entry->push_constant_count * (uint32_t)sizeof(uint32_t),
                                                    request->push_constants);
    }
    record_kernels(command_buffer, entry, grids);
  }
  free(grids);
  return status;
}

//---- Time stamps ----

static uint32_t get_clock_bits(const tern_vulkan_context_t *context) {
  return context->profile->families[context->queues[0].family].timestampValidBits;
}

static tern_status_t record_timestamp(tern_command_buffer_t *base, uint32_t slot) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  tern_vulkan_context_t *context = command_buffer->context;
  if (!get_clock_bits(context)) return tern_status_make(TERN_UNSUPPORTED, "the device has no clock");
  size_t number = slot / TIMESTAMPS_PER_POOL;
  uint32_t query = slot % TIMESTAMPS_PER_POOL;
  while (command_buffer->query_pools.count <= number) {
    if (!tern_vec_try_push(&command_buffer->query_pools, (query_pool_t){.handle = VK_NULL_HANDLE})) {
      return tern_no_memory("a query pool");
    }
  }
  query_pool_t *pool = &command_buffer->query_pools.values[number];
  if (pool->recorded >> query & 1) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "time stamp %u is recorded already", slot);
  }
  if (!pool->handle) {
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = TIMESTAMPS_PER_POOL};
    TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateQueryPool(context->device, &info, NULL, &pool->handle),
                                "creating a query pool");
  }
  context->api.CmdResetQueryPool(command_buffer->handle, pool->handle, query, 1);
  context->api.CmdWriteTimestamp(command_buffer->handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool->handle, query);
  pool->recorded |= UINT64_C(1) << query;
  return tern_ok();
}

static tern_status_t read_timestamp(vulkan_command_buffer_t *command_buffer, uint32_t slot, uint64_t *out_ticks) {
  tern_vulkan_context_t *context = command_buffer->context;
  VkResult result = VK_NOT_READY;
  size_t number = slot / TIMESTAMPS_PER_POOL;
  uint32_t query = slot % TIMESTAMPS_PER_POOL;
  const query_pool_t *pool =
      number < command_buffer->query_pools.count ? &command_buffer->query_pools.values[number] : NULL;
  // A query that was never reset may not even be asked.
  if (pool && pool->recorded >> query & 1 && command_buffer->was_submitted) {
    result = context->api.GetQueryPoolResults(context->device, pool->handle, query, 1, sizeof(*out_ticks), out_ticks,
                                              sizeof(*out_ticks), VK_QUERY_RESULT_64_BIT);
  }
  if (result != VK_NOT_READY) return tern_vulkan_status(result, "reading a time stamp");
  return tern_status_make(TERN_FAILED_PRECONDITION, "time stamp %u was not written", slot);
}

static tern_status_t get_elapsed(tern_command_buffer_t *base, uint32_t start_slot, uint32_t end_slot,
                                 uint64_t *out_nanoseconds) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  tern_vulkan_context_t *context = command_buffer->context;
  uint64_t start, end;
  TERN_RETURN_IF_ERROR(read_timestamp(command_buffer, start_slot, &start));
  TERN_RETURN_IF_ERROR(read_timestamp(command_buffer, end_slot, &end));
  // The clock wraps around at its number of bits.
  uint32_t bits = get_clock_bits(context);
  uint64_t ticks = (end - start) & (bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX);
  *out_nanoseconds = (uint64_t)((double)ticks * (double)context->profile->properties.properties.limits.timestampPeriod);
  return tern_ok();
}

//---- Life ----

static tern_status_t end_recording(tern_command_buffer_t *base) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  // A semaphore alone does not show the host what was written.
  if (command_buffer->used_stages) emit_barrier(command_buffer, command_buffer->used_stages, TERN_STAGE_HOST);
  TERN_VULKAN_RETURN_IF_ERROR(command_buffer->context->api.EndCommandBuffer(command_buffer->handle),
                              "recording a command buffer");
  return tern_vulkan_instance_check(command_buffer->context->instance);
}

static void destroy_command_buffer(tern_command_buffer_t *base) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  tern_vulkan_context_t *context = command_buffer->context;
  if (command_buffer->pool) context->api.DestroyCommandPool(context->device, command_buffer->pool, NULL);
  for (size_t i = 0; i < command_buffer->descriptor_pools.count; ++i) {
    context->api.DestroyDescriptorPool(context->device, command_buffer->descriptor_pools.values[i], NULL);
  }
  for (size_t i = 0; i < command_buffer->uploads.count; ++i) {
    tern_vulkan_raw_buffer_destroy(context, &command_buffer->uploads.values[i]);
  }
  for (size_t i = 0; i < command_buffer->query_pools.count; ++i) {
    VkQueryPool handle = command_buffer->query_pools.values[i].handle;
    if (handle) context->api.DestroyQueryPool(context->device, handle, NULL);
  }
  tern_vec_deinitialize(&command_buffer->query_pools);
  tern_vec_deinitialize(&command_buffer->descriptor_pools);
  tern_vec_deinitialize(&command_buffer->uploads);
  tern_command_buffer_deinitialize(base);
  free(command_buffer);
  tern_vulkan_context_release(context);
}

static const tern_command_buffer_vtable_t vtable = {
    .destroy = destroy_command_buffer,
    .dispatch = record_dispatch,
    .barrier = record_barrier,
    .fill = record_fill,
    .copy = record_copy,
    .update = record_update,
    .timestamp = record_timestamp,
    .elapsed = get_elapsed,
    .end = end_recording,
};

static tern_status_t begin_recording(vulkan_command_buffer_t *command_buffer) {
  tern_vulkan_context_t *context = command_buffer->context;
  VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                  .queueFamilyIndex = context->queues[0].family};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateCommandPool(context->device, &pool, NULL, &command_buffer->pool),
                              "creating a command pool");
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = command_buffer->pool,
                                      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                      .commandBufferCount = 1};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.AllocateCommandBuffers(context->device, &info, &command_buffer->handle),
                              "allocating a command buffer");
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                    .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
  return tern_vulkan_status(context->api.BeginCommandBuffer(command_buffer->handle, &begin),
                            "recording a command buffer");
}

tern_status_t tern_vulkan_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer) {
  vulkan_command_buffer_t *command_buffer = calloc(1, sizeof(*command_buffer));
  if (!command_buffer) return tern_no_memory("a command buffer");
  tern_command_buffer_initialize(&vtable, device->driver, &command_buffer->base);
  command_buffer->context = tern_vulkan_context_retain(((tern_vulkan_device_t *)device)->context);
  atomic_init(&command_buffer->was_submitted, false);
  tern_status_t status = begin_recording(command_buffer);
  if (!tern_status_is_ok(status)) {
    destroy_command_buffer(&command_buffer->base);
    return status;
  }
  *out_command_buffer = &command_buffer->base;
  return tern_ok();
}

VkCommandBuffer tern_vulkan_command_buffer_submit(tern_command_buffer_t *base) {
  vulkan_command_buffer_t *command_buffer = (vulkan_command_buffer_t *)base;
  atomic_store(&command_buffer->was_submitted, true);
  return command_buffer->handle;
}

bool tern_vulkan_command_buffer_belongs_to(const tern_command_buffer_t *command_buffer,
                                           const tern_vulkan_context_t *context) {
  return ((const vulkan_command_buffer_t *)command_buffer)->context == context;
}
