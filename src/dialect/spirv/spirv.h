// spirv: the attributes by which a dispatch says what its GPU target can do and how it is entered, and barriers.

#ifndef TERN_DIALECT_SPIRV_SPIRV_H_
#define TERN_DIALECT_SPIRV_SPIRV_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_SPIRV_##ID,
#include "dialect/spirv/spirv_ops.def"
#undef OP
  TERN_SPIRV_OP_COUNT
};
extern const tern_op_row_t tern_spirv_ops[];
extern const tern_dialect_t tern_spirv_dialect;
#define TERN_SPIRV(ID) (&tern_spirv_ops[TERN_SPIRV_##ID])

typedef enum tern_spirv_enum {
  TERN_SPIRV_ENUM_SCOPE,
  TERN_SPIRV_ENUM_MEMORY_SEMANTICS,
  TERN_SPIRV_ENUM_STORAGE_CLASS,
  TERN_SPIRV_ENUM_VERSION,
  TERN_SPIRV_ENUM_CAPABILITY,
  TERN_SPIRV_ENUM_EXTENSION,
  TERN_SPIRV_ENUM_CLIENT_API,
  TERN_SPIRV_ENUM_VENDOR,
  TERN_SPIRV_ENUM_DEVICE_TYPE,
  TERN_SPIRV_ENUM_COUNT
} tern_spirv_enum_t;
extern const tern_enum_row_t tern_spirv_enums[];
#define TERN_SPIRV_ENUM(ID) (&tern_spirv_enums[TERN_SPIRV_ENUM_##ID])

// Parameters of the attributes:
//   vce                [version, capability count, capabilities..., extensions...]
//   target_env         [vce attr, client API, vendor, device type, device id, limits attr]; the unknown is UINT32_MAX
//   resource_limits    one attr per field of the table in attrs.c, 0 where it was not given
//   entry_point_abi    the same
//   interface_var_abi  [descriptor set, binding, storage class or UINT32_MAX]
typedef enum tern_spirv_attr {
  TERN_SPIRV_ATTR_VCE,
  TERN_SPIRV_ATTR_TARGET_ENV,
  TERN_SPIRV_ATTR_RESOURCE_LIMITS,
  TERN_SPIRV_ATTR_ENTRY_POINT_ABI,
  TERN_SPIRV_ATTR_INTERFACE_VAR_ABI,
  TERN_SPIRV_ATTR_COUNT
} tern_spirv_attr_t;
extern const tern_attr_row_t tern_spirv_attrs[];
#define TERN_SPIRV_ATTR(ID) (&tern_spirv_attrs[TERN_SPIRV_ATTR_##ID])

static inline bool tern_attr_is_spirv(const tern_attr_t *attr, tern_spirv_attr_t which) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_spirv_attrs[which];
}

// #spirv.entry_point_abi<workgroup_size = [x, y, z]>.
const tern_attr_t *tern_spirv_entry_point_abi_get(tern_context_t *context, const int32_t workgroup_size[3]);
// The workgroup size of #spirv.entry_point_abi; false if it has none.
bool tern_spirv_entry_point_abi_workgroup_size(const tern_attr_t *attr, int32_t out_workgroup_size[3]);
// A field of #spirv.resource_limits or #spirv.entry_point_abi by name, its default if it was not given; NULL if it has
// neither.
const tern_attr_t *tern_spirv_attr_field(const tern_attr_t *attr, const char *name);
// The attribute of today for the dictionary that stood for #spirv.resource_limits, #spirv.entry_point_abi (where the
// workgroup size was `local_size`, a vector) or #spirv.interface_var_abi in 2020. NULL if an entry does not fit, whose
// name is then in `*out_entry`.
const tern_attr_t *tern_spirv_attr_of_dictionary(tern_context_t *context, tern_spirv_attr_t which,
                                                 const tern_attr_t *dictionary, const char **out_entry);

#endif  // TERN_DIALECT_SPIRV_SPIRV_H_
