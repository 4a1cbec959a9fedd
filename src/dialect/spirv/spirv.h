// spirv: the attributes by which a dispatch says what its GPU target can do and how it is entered, and barriers.

#ifndef TERN_DIALECT_SPIRV_SPIRV_H_
#define TERN_DIALECT_SPIRV_SPIRV_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_SPIRV_##ID,
#include "dialect/spirv/rows/spirv_ops.def"
#undef OP
  TERN_SPIRV_OP_COUNT
};
extern const tern_op_row_t tern_spirv_ops[];
extern const tern_dialect_t tern_spirv_dialect;
#define TERN_SPIRV(ID) (&tern_spirv_ops[TERN_SPIRV_##ID])

// Enums: TERN_SPIRV_ENUM_SCOPE and so on.
typedef enum tern_spirv_enum {
#define GRAMMAR_ENUM(ID, ...) TERN_SPIRV_ENUM_##ID,
#define GRAMMAR_BITS GRAMMAR_ENUM
#define OWN_ENUM GRAMMAR_ENUM
#include "dialect/spirv/rows/spirv_enums.def"
#undef GRAMMAR_ENUM
#undef GRAMMAR_BITS
#undef OWN_ENUM
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
//   linkage_attributes, coop_matrix_props_*, cache_control_*   one per field of the table in attrs_struct.c
typedef enum tern_spirv_attr {
  TERN_SPIRV_ATTR_VCE,
  TERN_SPIRV_ATTR_TARGET_ENV,
  TERN_SPIRV_ATTR_RESOURCE_LIMITS,
  TERN_SPIRV_ATTR_ENTRY_POINT_ABI,
  TERN_SPIRV_ATTR_INTERFACE_VAR_ABI,
  TERN_SPIRV_ATTR_LINKAGE_ATTRIBUTES,
  TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_KHR,
  TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_NV,
  TERN_SPIRV_ATTR_CACHE_CONTROL_LOAD_INTEL,
  TERN_SPIRV_ATTR_CACHE_CONTROL_STORE_INTEL,
  TERN_SPIRV_ATTR_COUNT
} tern_spirv_attr_t;
extern const tern_attr_row_t tern_spirv_attrs[];
#define TERN_SPIRV_ATTR(ID) (&tern_spirv_attrs[TERN_SPIRV_ATTR_##ID])

static inline bool tern_attr_is_spirv(const tern_attr_t *attr, tern_spirv_attr_t which) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_spirv_attrs[which];
}

// The result type of a spirv.AccessChain if its base were of the pointer type `base`. NULL after an error.
const tern_type_t *tern_spirv_access_chain_type(const tern_op_t *op, const tern_type_t *base);

// #spirv.vce<version, [capabilities], [extensions]>. `extensions` are numbers of the enum EXTENSION.
const tern_attr_t *tern_spirv_vce_get(tern_context_t *context, uint32_t version, const uint32_t *capabilities,
                                      size_t capability_count, const uint32_t *extensions, size_t extension_count);
uint32_t tern_spirv_vce_version(const tern_attr_t *attr);
size_t tern_spirv_vce_capability_count(const tern_attr_t *attr);
uint32_t tern_spirv_vce_capability(const tern_attr_t *attr, size_t index);
size_t tern_spirv_vce_extension_count(const tern_attr_t *attr);
uint32_t tern_spirv_vce_extension(const tern_attr_t *attr, size_t index);

// #spirv.linkage_attributes<linkage_name = name, linkage_type = <type>>; types are TERN_SPIRV_LINKAGETYPE_*.
const tern_attr_t *tern_spirv_linkage_attributes_get(tern_context_t *context, tern_str_t name, uint32_t type);
tern_str_t tern_spirv_linkage_name(const tern_attr_t *attr);
uint32_t tern_spirv_linkage_type(const tern_attr_t *attr);

// What #spirv.coop_matrix_props_khr says: one kind of product that a target has, A (m x k) * B (k x n) + C.
typedef struct tern_spirv_coop_matrix_props {
  uint32_t m, n, k;
  const tern_type_t *a, *b, *c, *result;
  bool saturates;
  uint32_t scope;  // TERN_SPIRV_SCOPE_*
} tern_spirv_coop_matrix_props_t;
const tern_attr_t *tern_spirv_coop_matrix_props_get(tern_context_t *context,
                                                    const tern_spirv_coop_matrix_props_t *props);
// False: `attr` is no such attribute.
bool tern_spirv_coop_matrix_props_read(const tern_attr_t *attr, tern_spirv_coop_matrix_props_t *out_props);

// #spirv.entry_point_abi<workgroup_size = [x, y, z]>.
const tern_attr_t *tern_spirv_entry_point_abi_get(tern_context_t *context, const int32_t workgroup_size[3]);
// The same with a subgroup size that the kernel relies on, and a width of floats; 0: any.
const tern_attr_t *tern_spirv_entry_point_abi_get_sized(tern_context_t *context, const int32_t workgroup_size[3],
                                                        int32_t subgroup_size, int32_t target_width);
// The workgroup size of #spirv.entry_point_abi; false if it has none.
bool tern_spirv_entry_point_abi_workgroup_size(const tern_attr_t *attr, int32_t out_workgroup_size[3]);
// A field of #spirv.resource_limits or #spirv.entry_point_abi by name, its default if it was not given; NULL if it has
// neither.
const tern_attr_t *tern_spirv_attr_field(const tern_attr_t *attr, const char *name);
// The same attribute without the value of a field; NULL if no other is given.
const tern_attr_t *tern_spirv_attr_without_field(const tern_attr_t *attr, const char *name);
// The attribute of today for the dictionary that stood for #spirv.resource_limits, #spirv.entry_point_abi (where the
// workgroup size was `local_size`, a vector) or #spirv.interface_var_abi in 2020. NULL if an entry does not fit, whose
// name is then in `*out_entry`.
const tern_attr_t *tern_spirv_attr_of_dictionary(tern_context_t *context, tern_spirv_attr_t which,
                                                 const tern_attr_t *dictionary, const char **out_entry);

#endif  // TERN_DIALECT_SPIRV_SPIRV_H_
