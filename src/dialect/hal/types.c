// hal: types and enums. The numbers are those that IREE's runtime has.

#include <stdio.h>

#include "dialect/hal/hal.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"

const tern_type_row_t tern_hal_types[TERN_HAL_TYPE_COUNT] = {
    [TERN_HAL_ALLOCATOR_TYPE] = {.name = "hal.allocator", .summary = "Makes buffers in the memory of a device"},
    [TERN_HAL_BUFFER_TYPE] = {.name = "hal.buffer", .summary = "Memory that a device or the host can reach"},
    [TERN_HAL_BUFFER_VIEW_TYPE] = {.name = "hal.buffer_view", .summary = "A buffer with a shape and an element type"},
    [TERN_HAL_CHANNEL_TYPE] = {.name = "hal.channel", .summary = "Part in a group of devices for collective commands"},
    [TERN_HAL_COMMAND_BUFFER_TYPE] = {.name = "hal.command_buffer", .summary = "Commands for a queue of a device"},
    [TERN_HAL_DEVICE_TYPE] = {.name = "hal.device", .summary = "A device"},
    [TERN_HAL_EVENT_TYPE] = {.name = "hal.event", .summary = "Orders commands within a command buffer"},
    [TERN_HAL_EXECUTABLE_TYPE] = {.name = "hal.executable", .summary = "Code that was loaded on a device"},
    [TERN_HAL_FENCE_TYPE] = {.name = "hal.fence", .summary = "Points of time on one or more timelines"},
    [TERN_HAL_FILE_TYPE] = {.name = "hal.file", .summary = "A file that queues read and write"},
    [TERN_HAL_SEMAPHORE_TYPE] = {.name = "hal.semaphore", .summary = "A timeline"},
};

const tern_type_t *tern_hal_type(tern_context_t *context, tern_hal_type_id_t id) {
  return tern_dialect_type_get(context, &tern_hal_types[id], NULL, 0);
}

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((const tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
#define BITS(WIDTH) .storage_width = WIDTH, .is_bit_enum = true, .bit_separator = "|", .is_quoted = true
// Flags that mean nothing yet.
#define RESERVED BITS(64), CASES({"None", 0}, {"Reserved", 1})

const tern_enum_row_t tern_hal_enums[TERN_HAL_ENUM_COUNT] = {
    [TERN_HAL_ENUM_ALLOCA_FLAGS] = {"hal.alloca_flags", BITS(64), CASES({"None", 0}, {"IndeterminateLifetime", 1})},
    [TERN_HAL_ENUM_BUFFER_USAGE] =
        {"hal.buffer_usage", BITS(32),
         CASES({"None", 0}, {"TransferSource", 0x1}, {"TransferTarget", 0x2}, {"Transfer", 0x3},
               {"DispatchIndirectParameters", 0x100}, {"DispatchUniformRead", 0x200}, {"DispatchStorageRead", 0x400},
               {"DispatchStorageWrite", 0x800}, {"DispatchStorage", 0xC00}, {"DispatchImageRead", 0x1000},
               {"DispatchImageWrite", 0x2000}, {"DispatchImage", 0x3000}, {"SharingExport", 0x10000},
               {"SharingReplicate", 0x20000}, {"SharingConcurrent", 0x40000}, {"SharingImmutable", 0x80000},
               {"MappingScoped", 0x1000000}, {"MappingPersistent", 0x2000000}, {"MappingOptional", 0x4000000},
               {"MappingAccessRandom", 0x8000000}, {"MappingAccessSequentialWrite", 0x10000000},
               {"Mapping", 0x9000000})},
    [TERN_HAL_ENUM_CHANNEL_FLAGS] = {"hal.channel_flags", RESERVED},
    [TERN_HAL_ENUM_COLLECTIVE_ELEMENT] = {"hal.collective_element", .storage_width = 32,
                                          CASES({"si8", 0}, {"ui8", 1}, {"si16", 2}, {"ui16", 3}, {"si32", 4},
                                                {"ui32", 5}, {"si64", 6}, {"ui64", 7}, {"f16", 8}, {"f32", 9},
                                                {"f64", 10}, {"bf16", 11}, {"f8E5M2", 12}, {"f8E4M3FN", 13},
                                                {"f8E5M2FNUZ", 14}, {"f8E4M3FNUZ", 15})},
    [TERN_HAL_ENUM_COLLECTIVE_KIND] = {"hal.collective_kind", .storage_width = 32,
                                       CASES({"all_gather", 0}, {"all_reduce", 1}, {"all_to_all", 2}, {"broadcast", 3},
                                             {"reduce", 4}, {"reduce_scatter", 5}, {"send", 6}, {"recv", 7},
                                             {"send_recv", 8})},
    [TERN_HAL_ENUM_COLLECTIVE_REDUCTION] = {"hal.collective_reduction", .storage_width = 32,
                                            CASES({"none", 0}, {"sum", 1}, {"product", 2}, {"minimum", 3},
                                                  {"maximum", 4}, {"average", 5})},
    [TERN_HAL_ENUM_COMMAND_BUFFER_MODE] = {"hal.command_buffer_mode", BITS(32),
                                           CASES({"None", 0}, {"OneShot", 1}, {"AllowInlineExecution", 0x10})},
    [TERN_HAL_ENUM_COMMAND_CATEGORY] = {"hal.command_category", BITS(32),
                                        CASES({"None", 0}, {"Transfer", 1}, {"Dispatch", 2})},
    [TERN_HAL_ENUM_COPY_FLAGS] = {"hal.copy_flags", RESERVED},
    [TERN_HAL_ENUM_DEALLOCA_FLAGS] = {"hal.dealloca_flags", BITS(64), CASES({"None", 0}, {"PreferOrigin", 1})},
    [TERN_HAL_ENUM_DESCRIPTOR_FLAGS] = {"hal.descriptor_flags", BITS(32),
                                        CASES({"None", 0}, {"ReadOnly", 1}, {"Indirect", 2})},
    [TERN_HAL_ENUM_DESCRIPTOR_TYPE] = {"hal.descriptor_type", .attr_name = "hal.descriptor_type", .storage_width = 32,
                                       CASES({"uniform_buffer", 6}, {"storage_buffer", 7})},
    [TERN_HAL_ENUM_DISPATCH_FLAGS] = {"hal.dispatch_flags", RESERVED},
    [TERN_HAL_ENUM_EXECUTE_FLAGS] = {"hal.execute_flags", RESERVED},
    [TERN_HAL_ENUM_EXECUTION_BARRIER_FLAGS] = {"hal.execution_barrier_flags", RESERVED},
    [TERN_HAL_ENUM_EXECUTION_STAGE] = {"hal.execution_stage", BITS(32),
                                       CASES({"None", 0}, {"CommandIssue", 1}, {"CommandProcess", 2}, {"Dispatch", 4},
                                             {"Transfer", 8}, {"CommandRetire", 0x10}, {"Host", 0x20})},
    [TERN_HAL_ENUM_FENCE_FLAGS] = {"hal.fence_flags", RESERVED},
    [TERN_HAL_ENUM_FILL_FLAGS] = {"hal.fill_flags", RESERVED},
    // stream's lifetimes, of which hal sees some.
    [TERN_HAL_ENUM_LIFETIME] = {"hal.lifetime", .storage_width = 32,
                                CASES({"*", 0}, {"external", 1}, {"staging", 2}, {"transient", 3}, {"variable", 4},
                                      {"constant", 5})},
    [TERN_HAL_ENUM_MEMORY_ACCESS] = {"hal.memory_access", BITS(32),
                                     CASES({"None", 0}, {"Read", 1}, {"Write", 2}, {"Discard", 4}, {"MayAlias", 8},
                                           {"Unaligned", 0x10}, {"Any", 0x20})},
    [TERN_HAL_ENUM_MEMORY_TYPE] = {"hal.memory_type", BITS(32),
                                   CASES({"None", 0}, {"Optimal", 0x1}, {"HostVisible", 0x2}, {"HostCoherent", 0x4},
                                         {"HostCached", 0x8}, {"HostLocal", 0x46}, {"DeviceVisible", 0x10},
                                         {"DeviceLocal", 0x30})},
    [TERN_HAL_ENUM_PIPELINE_LAYOUT_FLAGS] = {"hal.pipeline_layout_flags", BITS(32),
                                             CASES({"None", 0}, {"Indirect", 1})},
    [TERN_HAL_ENUM_READ_FLAGS] = {"hal.read_flags", RESERVED},
    [TERN_HAL_ENUM_UPDATE_FLAGS] = {"hal.update_flags", RESERVED},
    [TERN_HAL_ENUM_WAIT_FLAGS] = {"hal.wait_flags", RESERVED},
    [TERN_HAL_ENUM_WRITE_FLAGS] = {"hal.write_flags", RESERVED},
};

#define HOOKS(NAME) .parse = tern_hal_parse_##NAME, .print = tern_hal_print_##NAME
#define OF_DEVICE .is_typed = true

// What the aliases of targets say more.
static void name_device(const tern_attr_t *attr, char *out_text, size_t size) {
  tern_str_t id = tern_hal_device_target_id(attr);
  const tern_attr_t *configuration = tern_hal_device_target_configuration(attr);
  const tern_attr_t *ordinal = tern_dictionary_attr_lookup(configuration, TERN_STR("ordinal"));
  int used = snprintf(out_text, size, "%.*s", (int)id.size, id.data);
  if (!tern_attr_is_integer(ordinal) || used < 0 || (size_t)used >= size) return;
  snprintf(out_text + used, size - (size_t)used, "[%lld]", (long long)tern_integer_attr_value(ordinal));
}

static void name_target(const tern_attr_t *attr, char *out_text, size_t size) {
  tern_str_t format = tern_hal_executable_target_format(attr);
  snprintf(out_text, size, "%.*s", (int)format.size, format.data);
}

const tern_attr_row_t tern_hal_attrs[TERN_HAL_ATTR_COUNT] = {
    [TERN_HAL_ATTR_COLLECTIVE] = {"hal.collective", .summary = "What a collective command does", HOOKS(collective)},
    [TERN_HAL_ATTR_DEVICE_AFFINITY] = {"hal.device.affinity",
                                       .summary = "A device, and which of its queues, that something runs on",
                                       HOOKS(device_affinity), .attr_params = 0x1},
    [TERN_HAL_ATTR_DEVICE_ALIAS] = {"hal.device.alias", .summary = "A device by the name of a default configuration",
                                    HOOKS(device_alias), .attr_params = 0xa, OF_DEVICE},
    [TERN_HAL_ATTR_DEVICE_FALLBACK] = {"hal.device.fallback", .summary = "A device that has a global already",
                                       HOOKS(device_fallback), .attr_params = 0x2, OF_DEVICE},
    [TERN_HAL_ATTR_DEVICE_OPTIMAL] = {"hal.device.optimal", .summary = "Whichever of several affinities is best",
                                      HOOKS(device_optimal), .attr_params = 0x1},
    [TERN_HAL_ATTR_DEVICE_ORDINAL] = {"hal.device.ordinal", .summary = "A device by its number at run time",
                                      HOOKS(device_ordinal), OF_DEVICE},
    [TERN_HAL_ATTR_DEVICE_PROMISE] = {"hal.device.promise", .summary = "An affinity of a device that is declared later",
                                      HOOKS(device_promise)},
    [TERN_HAL_ATTR_DEVICE_SELECT] = {"hal.device.select", .summary = "The first of several devices that is there",
                                     HOOKS(device_select), .attr_params = 0x2, OF_DEVICE},
    [TERN_HAL_ATTR_DEVICE_TARGET] = {"hal.device.target",
                                     .summary = "A kind of device and the executables that it takes",
                                     HOOKS(device_target), .attr_params = 0xe, .alias = "device_target",
                                     .alias_detail = name_device, OF_DEVICE},
    [TERN_HAL_ATTR_DEVICE_TOPOLOGY] = {"hal.device.topology", .summary = "Which devices reach the memory of which",
                                       HOOKS(device_topology), .attr_params = 0x1},
    [TERN_HAL_ATTR_EXECUTABLE_OBJECT] = {"hal.executable.object", .summary = "An object file", HOOKS(executable_object),
                                         .attr_params = 0x3},
    [TERN_HAL_ATTR_EXECUTABLE_OBJECTS] = {"hal.executable.objects", .summary = "Object files by target",
                                          HOOKS(executable_objects), .attr_params = 0x3},
    [TERN_HAL_ATTR_EXECUTABLE_TARGET] = {"hal.executable.target",
                                         .summary = "How an executable is compiled, and into what",
                                         HOOKS(executable_target), .attr_params = 0x7, .alias = "executable_target",
                                         .alias_detail = name_target},
    [TERN_HAL_ATTR_PIPELINE_BINDING] = {"hal.pipeline.binding", .summary = "A buffer of an interface",
                                        HOOKS(pipeline_binding)},
    [TERN_HAL_ATTR_PIPELINE_LAYOUT] = {"hal.pipeline.layout", .summary = "The interface of an entry point",
                                       HOOKS(pipeline_layout), .attr_params = 0x4, .alias = "pipeline_layout"},
};
