// The spirv dialect: tables of ops, attributes and enums, and what the verifier asks.

#include "dialect/spirv/spirv.h"

#include "dialect/spirv/hooks.h"
#include "ir/diagnostic.h"

// Bits of memory semantics of which one may be set.
enum { ACQUIRE = 2, RELEASE = 4, ACQUIRE_RELEASE = 8, SEQUENTIALLY_CONSISTENT = 16 };

static bool verify_barrier(const tern_op_t *op) {
  int64_t orders = tern_enum_attr_value(tern_op_attr(op, "memory_semantics")) &
                   (ACQUIRE | RELEASE | ACQUIRE_RELEASE | SEQUENTIALLY_CONSISTENT);
  if ((orders & (orders - 1)) == 0) return true;
  return tern_op_error(op,
                       "expected at most one of these four memory constraints to be set: `Acquire`, `Release`, "
                       "`AcquireRelease` or `SequentiallyConsistent`");
}

static bool verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  static const struct {
    const char *name;
    tern_spirv_attr_t attr;
    const char *description;
  } known[] = {
      {"spirv.entry_point_abi", TERN_SPIRV_ATTR_ENTRY_POINT_ABI, "an entry point ABI attribute"},
      {"spirv.target_env", TERN_SPIRV_ATTR_TARGET_ENV, "a target environment attribute"},
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i) {
    if (!tern_str_equal_cstr(name, known[i].name)) continue;
    return tern_attr_is_spirv(attr, known[i].attr) ||
           tern_op_error(op, "'%s' attribute must be %s, but is %s", known[i].name, known[i].description,
                         tern_attr_text(attr));
  }
  return tern_op_error(op, "found unsupported '%.*s' attribute on operation", (int)name.size, name.data);
}

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((const tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
#define NAMED(NAME) .name = "spirv." NAME, .attr_name = "spirv." NAME, .storage_width = 32
#define CASE(NAME, VALUE) {NAME, VALUE},
#define UNKNOWN {"Unknown", UINT32_MAX}

static const tern_enum_case_t capabilities[] = {
#include "dialect/spirv/spirv_capabilities.def"
};
static const tern_enum_case_t extensions[] = {
#include "dialect/spirv/spirv_extensions.def"
};

const tern_enum_row_t tern_spirv_enums[] = {
    [TERN_SPIRV_ENUM_SCOPE] = {NAMED("scope"),
                               CASES({"CrossDevice", 0}, {"Device", 1}, {"Workgroup", 2}, {"Subgroup", 3},
                                     {"Invocation", 4}, {"QueueFamily", 5}, {"ShaderCallKHR", 6})},
    [TERN_SPIRV_ENUM_MEMORY_SEMANTICS] =
        {NAMED("memory_semantics"), .is_bit_enum = true, .bit_separator = "|",
         CASES({"None", 0}, {"Acquire", ACQUIRE}, {"Release", RELEASE}, {"AcquireRelease", ACQUIRE_RELEASE},
               {"SequentiallyConsistent", SEQUENTIALLY_CONSISTENT}, {"UniformMemory", 1 << 6},
               {"SubgroupMemory", 1 << 7}, {"WorkgroupMemory", 1 << 8}, {"CrossWorkgroupMemory", 1 << 9},
               {"AtomicCounterMemory", 1 << 10}, {"ImageMemory", 1 << 11}, {"OutputMemory", 1 << 12},
               {"MakeAvailable", 1 << 13}, {"MakeVisible", 1 << 14}, {"Volatile", 1 << 15})},
    [TERN_SPIRV_ENUM_STORAGE_CLASS] = {NAMED("storage_class"),
                                       CASES({"UniformConstant", 0}, {"Input", 1}, {"Uniform", 2}, {"Output", 3},
                                             {"Workgroup", 4}, {"CrossWorkgroup", 5}, {"Private", 6}, {"Function", 7},
                                             {"Generic", 8}, {"PushConstant", 9}, {"AtomicCounter", 10}, {"Image", 11},
                                             {"StorageBuffer", 12}, {"CallableDataKHR", 5328},
                                             {"IncomingCallableDataKHR", 5329}, {"RayPayloadKHR", 5338},
                                             {"HitAttributeKHR", 5339}, {"IncomingRayPayloadKHR", 5342},
                                             {"ShaderRecordBufferKHR", 5343}, {"PhysicalStorageBuffer", 5349},
                                             {"TaskPayloadWorkgroupEXT", 5402}, {"CodeSectionINTEL", 5605},
                                             {"DeviceOnlyINTEL", 5936}, {"HostOnlyINTEL", 5937})},
    [TERN_SPIRV_ENUM_VERSION] = {NAMED("version"), CASES({"v1.0", 0}, {"v1.1", 1}, {"v1.2", 2}, {"v1.3", 3},
                                                         {"v1.4", 4}, {"v1.5", 5}, {"v1.6", 6})},
    [TERN_SPIRV_ENUM_CAPABILITY] = {NAMED("capability"), .cases = capabilities,
                                    .case_count = sizeof(capabilities) / sizeof(capabilities[0])},
    [TERN_SPIRV_ENUM_EXTENSION] = {NAMED("ext"), .cases = extensions,
                                   .case_count = sizeof(extensions) / sizeof(extensions[0])},
    [TERN_SPIRV_ENUM_CLIENT_API] = {NAMED("client_api"),
                                    CASES({"Metal", 0}, {"OpenCL", 1}, {"Vulkan", 2}, {"WebGPU", 3}, UNKNOWN)},
    [TERN_SPIRV_ENUM_VENDOR] = {NAMED("vendor"),
                                CASES({"AMD", 0}, {"Apple", 1}, {"ARM", 2}, {"Broadcom", 3}, {"Imagination", 4},
                                      {"Intel", 5}, {"NVIDIA", 6}, {"Qualcomm", 7}, {"SwiftShader", 8}, UNKNOWN)},
    [TERN_SPIRV_ENUM_DEVICE_TYPE] = {NAMED("device_type"), CASES({"CPU", 0}, {"DiscreteGPU", 1}, {"IntegratedGPU", 2},
                                                                 {"Other", 3}, UNKNOWN)},
};

const tern_attr_row_t tern_spirv_attrs[] = {
    [TERN_SPIRV_ATTR_VCE] = {.name = "spirv.vce",
                             .summary = "Version, capabilities and extensions",
                             .parse = tern_spirv_parse_vce,
                             .print = tern_spirv_print_vce},
    [TERN_SPIRV_ATTR_TARGET_ENV] = {.name = "spirv.target_env",
                                    .summary = "What a target can do, who made it, and its limits",
                                    .parse = tern_spirv_parse_target_env,
                                    .print = tern_spirv_print_target_env},
    [TERN_SPIRV_ATTR_RESOURCE_LIMITS] = {.name = "spirv.resource_limits",
                                         .summary = "Limits of a target",
                                         .parse = tern_spirv_parse_fields,
                                         .print = tern_spirv_print_fields},
    [TERN_SPIRV_ATTR_ENTRY_POINT_ABI] = {.name = "spirv.entry_point_abi",
                                         .summary = "How an entry point is dispatched",
                                         .parse = tern_spirv_parse_fields,
                                         .print = tern_spirv_print_fields},
    [TERN_SPIRV_ATTR_INTERFACE_VAR_ABI] = {.name = "spirv.interface_var_abi",
                                           .summary = "Descriptor set, binding and storage class of an argument",
                                           .parse = tern_spirv_parse_interface_var_abi,
                                           .print = tern_spirv_print_interface_var_abi},
};

const tern_op_row_t tern_spirv_ops[] = {
#define OP(ID, NAME, ...) [TERN_SPIRV_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/spirv/spirv_ops.def"
#undef OP
};

const tern_dialect_t tern_spirv_dialect = {
    .name = "spirv",
    .summary = "Target and ABI attributes of SPIR-V, and its barriers",
    .ops = tern_spirv_ops,
    .op_count = TERN_SPIRV_OP_COUNT,
    .attrs = tern_spirv_attrs,
    .attr_count = TERN_SPIRV_ATTR_COUNT,
    .enums = tern_spirv_enums,
    .enum_count = TERN_SPIRV_ENUM_COUNT,
    .verify_op_attr = verify_op_attr,
};
