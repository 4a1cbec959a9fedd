// VHLO: StableHLO in versions, the form in which portable artifacts keep programs.
//
// An op, type or attribute of VHLO means what it meant when it was introduced, for ever; what changes gets a new name
// (`_v2`). Each row says from which version to which it is part of the opset. Ops have neither defaults nor verifiers:
// every attribute is spelled out, and the StableHLO op that one becomes is what is checked.

#ifndef TERN_DIALECT_VHLO_VHLO_H_
#define TERN_DIALECT_VHLO_VHLO_H_

#include "dialect/stablehlo/stablehlo.h"
#include "ir/op_def.h"

// --- versions ---

typedef uint64_t tern_vhlo_version_t;  // compares as versions do
#define TERN_VHLO_VERSION(MAJOR, MINOR, PATCH) \
  ((tern_vhlo_version_t)(MAJOR) << 40 | (tern_vhlo_version_t)(MINOR) << 20 | (tern_vhlo_version_t)(PATCH))
#define TERN_VHLO_MINIMUM TERN_VHLO_VERSION(0, 9, 0)
#define TERN_VHLO_CURRENT TERN_VHLO_VERSION(1, 22, 0)
#define TERN_VHLO_CURRENT_TEXT "1.22.0"

// Reads `#.#.#`; false if `text` is none.
bool tern_vhlo_version_parse(tern_str_t text, tern_vhlo_version_t *out_version);
static inline unsigned tern_vhlo_version_major(tern_vhlo_version_t version) { return (unsigned)(version >> 40); }
static inline unsigned tern_vhlo_version_minor(tern_vhlo_version_t version) {
  return (unsigned)(version >> 20 & 0xfffff);
}
static inline unsigned tern_vhlo_version_patch(tern_vhlo_version_t version) { return (unsigned)(version & 0xfffff); }

// From when to when (both inclusive) a thing is part of the opset.
typedef struct tern_vhlo_lifetime {
  tern_vhlo_version_t first, last;
  tern_hlo_t hlo;  // the StableHLO op that this op of today becomes; TERN_HLO_NONE if there is none
} tern_vhlo_lifetime_t;

// --- ops ---

typedef enum tern_vhlo {
#define OP(ID, ...) TERN_VHLO_##ID,
#include "dialect/vhlo/vhlo_ops.def"
#undef OP
  TERN_VHLO_OP_COUNT
} tern_vhlo_t;

extern const tern_op_row_t tern_vhlo_ops[];
extern const tern_dialect_t tern_vhlo_dialect;
#define TERN_VHLO(ID) (&tern_vhlo_ops[TERN_VHLO_##ID])

// NULL if `op` is of another dialect.
const tern_vhlo_lifetime_t *tern_vhlo_op_lifetime(const tern_op_t *op);
// The op of today for a StableHLO op; NULL if there is none.
const tern_op_row_t *tern_vhlo_op_of_hlo(tern_hlo_t hlo);

// --- types ---
//
// Parameters: complex, unranked [element]; func [input count, inputs..., results...]; tuple, future [elements...];
// tensor [element, encoding or 0, dims...]; buffer [element, dims...]; quant [flags, storage, expressed, storage min,
// storage max, scale's bits, zero point]; quant_per_axis [flags, storage, expressed, storage min, storage max,
// dimension, count, scales' bits..., zero points...]

typedef enum tern_vhlo_type_id {
#define TYPE(ID, ...) TERN_VHLO_TYPE_##ID,
#include "dialect/vhlo/vhlo_types.def"
#undef TYPE
  TERN_VHLO_TYPE_COUNT
} tern_vhlo_type_id_t;

// What the bytecode and the versions know of a type.
typedef struct tern_vhlo_type_info {
  tern_vhlo_version_t first;
  uint32_t code;                 // in bytecode
  tern_type_kind_t kind;         // of the builtin type that a type without parameters stands for; else TUPLE
  uint32_t width;                // of an integer
  tern_signedness_t signedness;  // of an integer
} tern_vhlo_type_info_t;

extern const tern_type_row_t tern_vhlo_types[];
extern const tern_vhlo_type_info_t tern_vhlo_type_infos[];
#define TERN_VHLO_TYPE(ID) (&tern_vhlo_types[TERN_VHLO_TYPE_##ID])
// True if the type is VHLO's.
bool tern_vhlo_is_type(const tern_type_t *type);
static inline tern_vhlo_type_id_t tern_vhlo_type_id(const tern_type_t *type) {
  return (tern_vhlo_type_id_t)(type->row - tern_vhlo_types);
}
static inline const tern_type_t *tern_vhlo_type_param(const tern_type_t *type, size_t index) {
  return (const tern_type_t *)(uintptr_t)type->params[index];
}
// The other form of a type, element types and all. NULL if it has none. Types of other dialects within are kept if
// `keeps_others`, else they have none.
const tern_type_t *tern_vhlo_type_of(const tern_type_t *type, bool keeps_others);
const tern_type_t *tern_vhlo_type_to_builtin(const tern_type_t *type, bool keeps_others);

// --- attributes ---
//
// Parameters: array [elements...]; bool [value]; dict [name, value, ...]; float, integer, tensor [the builtin
// attribute]; string [the builtin string]; type [type]; the others have named fields, a list being its count and its
// values (vhlo_attrs.def).

typedef enum tern_vhlo_attr_id {
#define ATTR(ID, ...) TERN_VHLO_ATTR_##ID,
#include "dialect/vhlo/vhlo_attrs.def"
#undef ATTR
  TERN_VHLO_ATTR_COUNT
} tern_vhlo_attr_id_t;

typedef enum tern_vhlo_field_kind {
  TERN_VHLO_FIELD_NONE,
  TERN_VHLO_FIELD_NUMBER,
  TERN_VHLO_FIELD_LIST,  // `[1, ?]`
  TERN_VHLO_FIELD_REAL,  // the bits of a double
  TERN_VHLO_FIELD_ATTR,
  TERN_VHLO_FIELD_OPTIONAL_ATTR,  // may be 0
} tern_vhlo_field_kind_t;

typedef struct tern_vhlo_field {
  const char *name;
  tern_vhlo_field_kind_t kind;
} tern_vhlo_field_t;

enum { TERN_VHLO_MAX_FIELDS = 4 };

typedef struct tern_vhlo_attr_info {
  tern_vhlo_version_t first;
  uint32_t code;                                   // in bytecode
  tern_vhlo_field_t fields[TERN_VHLO_MAX_FIELDS];  // of those with named fields
} tern_vhlo_attr_info_t;

// An enum and its StableHLO counterpart: cases have the same names.
typedef struct tern_vhlo_enum_info {
  tern_vhlo_version_t first;
  uint32_t code;
  const char *hlo_name;
} tern_vhlo_enum_info_t;

extern const tern_attr_row_t tern_vhlo_attrs[];
extern const tern_vhlo_attr_info_t tern_vhlo_attr_infos[];
extern const tern_enum_row_t tern_vhlo_enums[];
extern const tern_vhlo_enum_info_t tern_vhlo_enum_infos[];
#define TERN_VHLO_ATTR(ID) (&tern_vhlo_attrs[TERN_VHLO_ATTR_##ID])

typedef enum tern_vhlo_enum_id {
#define ENUM(ID, ...) TERN_VHLO_ENUM_##ID,
#include "dialect/vhlo/vhlo_enums.def"
#undef ENUM
  TERN_VHLO_ENUM_COUNT
} tern_vhlo_enum_id_t;

// True if the attribute is VHLO's: one of the rows, or an enum.
bool tern_vhlo_is_attr(const tern_attr_t *attr);
static inline bool tern_vhlo_attr_is(const tern_attr_t *attr, tern_vhlo_attr_id_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_vhlo_attrs[id];
}
static inline const tern_attr_t *tern_vhlo_attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}
const tern_attr_t *tern_vhlo_array_attr_get(tern_context_t *context, const tern_attr_t *const *elements, size_t count);
const tern_attr_t *tern_vhlo_bool_attr_get(tern_context_t *context, bool value);
const tern_attr_t *tern_vhlo_string_attr_get(tern_context_t *context, tern_str_t text);
const tern_attr_t *tern_vhlo_type_attr_get(const tern_type_t *type);
// Of float, integer and tensor: the attribute that wraps a builtin one.
const tern_attr_t *tern_vhlo_wrapper_attr_get(tern_vhlo_attr_id_t id, const tern_attr_t *builtin);
const tern_attr_t *tern_vhlo_integer_attr_get(tern_context_t *context, int64_t value);
const tern_attr_t *tern_vhlo_list_attr_get(tern_context_t *context, const int64_t *values, size_t count);
const tern_attr_t *tern_vhlo_enum_attr_get(tern_context_t *context, tern_vhlo_enum_id_t id, int64_t value);

#endif  // TERN_DIALECT_VHLO_VHLO_H_
