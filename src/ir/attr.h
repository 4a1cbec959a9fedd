// Attributes and locations: immutable, uniqued in a context, compared by pointer.
//
// Built like types: a kind (or a dialect's row) and flat 64-bit parameters:
//
//   integer         [type, value words little-endian, sign-extended to 64 bits] (index and iN; i1 is 0 or 1)
//   float           [type, bits words]
//   string          [ident, type or 0]
//   array           [elements...]
//   dictionary      [name ident, attr, name ident, attr ...] sorted by name
//   type            [type]
//   unit            []
//   symbol ref      [root ident, nested idents...]
//   dense array     [element type, count, ident]             packed little-endian, i1 one byte each
//   dense elements  [shaped type, is splat, blob]            packed little-endian, each element in whole bytes (1, 2,
//                                                            4, 8, 16...; i1 one byte), complex as two; bits above the
//                                                            width as in integer attributes; strings not allowed
//   dense strings   [shaped type, string attrs...]           one for a splat
//   dense resource  [shaped type, key ident]
//   sparse elements [shaped type, indices attr, values attr]
//   affine map      [map]      integer set [set]
//   strided layout  [offset, strides...]
//   distinct        [id, referenced attr]
//   opaque          [dialect ident, text ident, type or 0]
//   enum            [value]                                   of a dialect's enum row: #arith.fastmath<fast>
//   dialect         as its row says
//   location kinds  unknown []; file [name ident, line, column, end line, end column] (end 0: a point); name [ident,
//                   child loc]; call site [callee loc, caller loc]; fused [metadata or 0, locs...]

#ifndef TERN_IR_ATTR_H_
#define TERN_IR_ATTR_H_

#include "ir/affine.h"
#include "ir/attr/blob.h"
#include "ir/type.h"

typedef enum tern_attr_kind {
  TERN_ATTR_INTEGER,
  TERN_ATTR_FLOAT,
  TERN_ATTR_STRING,
  TERN_ATTR_ARRAY,
  TERN_ATTR_DICTIONARY,
  TERN_ATTR_TYPE,
  TERN_ATTR_UNIT,
  TERN_ATTR_SYMBOL_REF,
  TERN_ATTR_DENSE_ARRAY,
  TERN_ATTR_DENSE_ELEMENTS,
  TERN_ATTR_DENSE_STRINGS,
  TERN_ATTR_DENSE_RESOURCE,
  TERN_ATTR_SPARSE_ELEMENTS,
  TERN_ATTR_AFFINE_MAP,
  TERN_ATTR_INTEGER_SET,
  TERN_ATTR_STRIDED_LAYOUT,
  TERN_ATTR_DISTINCT,
  TERN_ATTR_OPAQUE,
  TERN_ATTR_ENUM,
  TERN_ATTR_DIALECT,
  TERN_ATTR_LOC_UNKNOWN,
  TERN_ATTR_LOC_FILE,
  TERN_ATTR_LOC_NAME,
  TERN_ATTR_LOC_CALL_SITE,
  TERN_ATTR_LOC_FUSED,
} tern_attr_kind_t;

// One case of an enum.
typedef struct tern_enum_case {
  const char *name;  // as printed
  int64_t value;
} tern_enum_case_t;

// An enum of a dialect, as a row. It appears in ops either as an integer attribute (`attr_name` NULL: arith.cmpi's
// predicate is `2 : i64` in the generic form, `slt` in the pretty one) or as an attribute of its own
// (`#arith.fastmath<fast>`).
typedef struct tern_enum_row {
  const char *name;           // how op rows refer to it: "arith.cmpi_predicate"
  const char *attr_name;      // "arith.fastmath" for #arith.fastmath<...>, or NULL
  uint32_t storage_width;     // bits of the integer attribute (32 or 64)
  bool is_bit_enum;           // cases combine: printed joined by `bit_separator`
  const char *bit_separator;  // "," or "|"
  // Angle brackets around the case in `#gpu.dim<x>`-like attributes are printed as `<x>`; if true, as ` x` with the
  // mnemonic first: `#gpu<dim x>`, the older of upstream's two styles.
  bool is_spaced_mnemonic;
  bool keeps_space;  // an op's pretty form prints that space though it leaves the mnemonic out, as gpu's and index's do
  // The style of IREE's bit enums: every case whose bits are all there is named, groups after their parts, and what is
  // not just one bit stands in quotes: `ReadOnly`, `"ReadOnly|Indirect"`, `"None"`.
  bool is_quoted;
  const char *summary;  // completes "failed to satisfy constraint: "; NULL: its name
  // What upstream's errors call the enum and its attribute, "::mlir::vector::CombiningKind"; NULL: they say `name`.
  const char *class_name, *attr_class_name;
  const char *attr_param_name;  // the attribute's parameter; NULL: "value"
  const char *title;            // of LLVM's enums, whose errors say what they enumerate
  const tern_enum_case_t *cases;
  size_t case_count;
} tern_enum_row_t;

// A dialect's attribute, as a row of its table.
typedef struct tern_attr_row {
  const char *name;  // with the dialect's name: "hal.pipeline.layout"
  const char *summary;
  // As tern_type_row_t's hooks, for what follows `#hal.pipeline.layout`.
  const tern_attr_t *(*parse)(tern_parser_t *parser, const struct tern_attr_row *row, const tern_type_t *type);
  void (*print)(tern_printer_t *printer, const tern_attr_t *attr);
  const char *alias;  // stem of the alias it is printed by (`#blocked = ...` at the top of the file); NULL: in place
  void (*alias_detail)(const tern_attr_t *attr, char *out_text, size_t size);  // `stem_detail`; may be NULL
  bool is_location;      // it may stand where a location is asked for
  bool is_typed;         // parameter 0 is the type that `: type` behind the attribute gives, or 0
  uint32_t attr_params;  // which parameters are attributes (or 0), as bits: symbols that they refer to are used
  // Checks the symbols that the discardable attribute `attr` of `op` names, as an op's hook of this name does.
  bool (*verify_symbol_uses)(const tern_attr_t *attr, const tern_op_t *op);
} tern_attr_row_t;

struct tern_attr {
  tern_attr_kind_t kind;
  uint32_t param_count;
  const void *row;  // tern_enum_row_t of TERN_ATTR_ENUM, tern_attr_row_t of TERN_ATTR_DIALECT, else NULL
  tern_context_t *context;
  uint64_t params[];
};

const tern_attr_t *tern_attr_get(tern_context_t *context, tern_attr_kind_t kind, const void *row,
                                 const uint64_t *params, size_t param_count);

// --- scalars ---
// `value` is truncated to the type's width, then kept sign-extended (i1: 0 or 1; unsigned types: zero-extended).
const tern_attr_t *tern_integer_attr_get(const tern_type_t *type, int64_t value);
// Any width: `words` little-endian, ceil(width / 64) of them.
const tern_attr_t *tern_wide_integer_attr_get(const tern_type_t *type, const uint64_t *words);
const tern_attr_t *tern_bool_attr_get(tern_context_t *context, bool value);
static inline bool tern_attr_is_integer(const tern_attr_t *attr) { return attr && attr->kind == TERN_ATTR_INTEGER; }
// The low 64 bits, sign-extended (zero-extended for unsigned types and i1).
static inline int64_t tern_integer_attr_value(const tern_attr_t *attr) { return (int64_t)attr->params[1]; }
// Rounds `value` to the type.
const tern_attr_t *tern_float_attr_get(const tern_type_t *type, double value);
const tern_attr_t *tern_float_attr_get_bits(const tern_type_t *type, const uint64_t *words);
static inline bool tern_attr_is_float(const tern_attr_t *attr) { return attr && attr->kind == TERN_ATTR_FLOAT; }
// Exact for formats up to 64 bits, nearest double for f80 and f128.
double tern_float_attr_value(const tern_attr_t *attr);
// The type of an integer, float, string, elements, dense array (its element type) or typed opaque attribute; NULL if
// it has none.
const tern_type_t *tern_attr_type(const tern_attr_t *attr);

// --- strings, units, types, symbols ---
const tern_attr_t *tern_string_attr_get(tern_context_t *context, tern_str_t text);
const tern_attr_t *tern_string_attr_get_typed(tern_str_t text, const tern_type_t *type);
static inline tern_str_t tern_string_attr_value(const tern_attr_t *attr) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]);
}
static inline bool tern_attr_is_string(const tern_attr_t *attr) { return attr && attr->kind == TERN_ATTR_STRING; }
const tern_attr_t *tern_unit_attr_get(tern_context_t *context);
const tern_attr_t *tern_type_attr_get(const tern_type_t *type);
static inline const tern_type_t *tern_type_attr_value(const tern_attr_t *attr) {
  return (const tern_type_t *)(uintptr_t)attr->params[0];
}
// `path` has `count` >= 1 names: @root::@nested::...
const tern_attr_t *tern_symbol_ref_attr_get(tern_context_t *context, const tern_str_t *path, size_t count);
const tern_attr_t *tern_flat_symbol_ref_attr_get(tern_context_t *context, tern_str_t name);
// An attribute of a dialect that is not registered; `type` may be NULL.
const tern_attr_t *tern_opaque_attr_get(tern_context_t *context, tern_str_t dialect, tern_str_t text,
                                        const tern_type_t *type);
// A new attribute that equals no other: distinct[id]<referenced>.
const tern_attr_t *tern_distinct_attr_create(const tern_attr_t *referenced);
static inline size_t tern_symbol_ref_attr_count(const tern_attr_t *attr) { return attr->param_count; }
static inline tern_str_t tern_symbol_ref_attr_at(const tern_attr_t *attr, size_t index) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[index]);
}

// --- collections ---
const tern_attr_t *tern_array_attr_get(tern_context_t *context, const tern_attr_t *const *elements, size_t count);
static inline size_t tern_array_attr_count(const tern_attr_t *attr) { return attr->param_count; }
static inline const tern_attr_t *tern_array_attr_at(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}
// Sorts by name; a doubled name is a caller's bug (the parser reports it before).
const tern_attr_t *tern_dictionary_attr_get(tern_context_t *context, const tern_named_attr_t *entries, size_t count);
static inline size_t tern_dictionary_attr_count(const tern_attr_t *attr) { return attr ? attr->param_count / 2 : 0; }
static inline const tern_ident_t *tern_dictionary_attr_name(const tern_attr_t *attr, size_t index) {
  return (const tern_ident_t *)(uintptr_t)attr->params[2 * index];
}
static inline const tern_attr_t *tern_dictionary_attr_at(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[2 * index + 1];
}
// NULL if absent; a NULL `attr` is an empty dictionary.
const tern_attr_t *tern_dictionary_attr_lookup(const tern_attr_t *attr, tern_str_t name);
// `attr` with `name` set to `value`, or removed if `value` is NULL. A NULL `attr` is an empty dictionary, and so is a
// NULL result.
const tern_attr_t *tern_dictionary_attr_with(tern_context_t *context, const tern_attr_t *attr, tern_str_t name,
                                             const tern_attr_t *value);

// --- arrays of numbers ---
// `data` is packed little-endian with the element's byte width (i1 one byte).
const tern_attr_t *tern_dense_array_attr_get(const tern_type_t *element, const void *data, size_t count);
const tern_attr_t *tern_dense_i64_array_attr_get(tern_context_t *context, const int64_t *values, size_t count);
const tern_attr_t *tern_dense_i32_array_attr_get(tern_context_t *context, const int32_t *values, size_t count);
static inline size_t tern_dense_array_attr_count(const tern_attr_t *attr) { return (size_t)attr->params[1]; }
static inline const void *tern_dense_array_attr_data(const tern_attr_t *attr) {
  return ((const tern_ident_t *)(uintptr_t)attr->params[2])->data;
}
// Element `index` of a dense array of integers, sign-extended.
int64_t tern_dense_array_attr_int(const tern_attr_t *attr, size_t index);
// Element `index` of any list of integers: dense array, array of integer attributes, or dense elements.
int64_t tern_int_list_attr_at(const tern_attr_t *attr, size_t index);
// Number of elements of such a list; 0 for NULL.
size_t tern_int_list_attr_count(const tern_attr_t *attr);
// Does such a list hold each of 0..count-1 once?
bool tern_int_list_attr_is_permutation(const tern_attr_t *attr);

// Bytes that one element of a dense elements attribute takes: 1 for i1, whole bytes rounded up to a power of two.
size_t tern_dense_element_size(const tern_type_t *element);
// `data` holds either one element (a splat) or all of them; a full list of equal elements becomes a splat.
const tern_attr_t *tern_dense_elements_attr_get(const tern_type_t *type, const void *data, bool is_splat);
// The bytes of all elements; equal ones become a splat.
const tern_attr_t *tern_dense_elements_attr_get_blob(const tern_type_t *type, const tern_blob_t *blob);
// A splat from an integer or float attribute of the element type (for complex: an array of two).
const tern_attr_t *tern_dense_elements_attr_get_splat(const tern_type_t *type, const tern_attr_t *value);
const tern_attr_t *tern_dense_elements_attr_get_i64(const tern_type_t *type, const int64_t *values, size_t count);
static inline bool tern_dense_elements_attr_is_splat(const tern_attr_t *attr) { return attr->params[1] != 0; }
// Is it dense elements that are all the same? False for NULL and for other attributes.
static inline bool tern_attr_is_splat(const tern_attr_t *attr) {
  return attr && attr->kind == TERN_ATTR_DENSE_ELEMENTS && tern_dense_elements_attr_is_splat(attr);
}
// The bytes: of one element of a splat, else of all. Those of a large attribute may be a file's, or be computed.
static inline const tern_blob_t *tern_dense_elements_attr_blob(const tern_attr_t *attr) {
  return (const tern_blob_t *)(uintptr_t)attr->params[2];
}
// All of them in memory: what needs one look at many should have tern_blob_stream() or tern_blob_read(). Short ones are aligned to
// 8; long ones may lie anywhere.
static inline const void *tern_dense_elements_attr_data(const tern_attr_t *attr) {
  return tern_blob_data(attr->context, tern_dense_elements_attr_blob(attr));
}
size_t tern_dense_elements_attr_count(const tern_attr_t *attr);
// Element `index` in row-major order as an integer or float attribute (for complex: an array of two).
const tern_attr_t *tern_dense_elements_attr_at(const tern_attr_t *attr, size_t index);
// The same contents with another shape of as many elements.
const tern_attr_t *tern_dense_elements_attr_reshape(const tern_attr_t *attr, const tern_type_t *type);
// The same bytes as elements of another type, of which each takes as many.
const tern_attr_t *tern_dense_elements_attr_retype(const tern_attr_t *attr, const tern_type_t *type);
// Elements that are strings: one of them for a splat, or all; a full list of equal ones becomes a splat.
const tern_attr_t *tern_dense_strings_attr_get(const tern_type_t *type, const tern_attr_t *const *strings,
                                               size_t count);
const tern_attr_t *tern_dense_resource_attr_get(const tern_type_t *type, tern_str_t key);
const tern_attr_t *tern_sparse_elements_attr_get(const tern_type_t *type, const tern_attr_t *indices,
                                                 const tern_attr_t *values);
// Element `index` (in row-major order) of sparse elements that are numbers, as tern_dense_elements_attr_at gives it; NULL if it is
// none of those.
const tern_attr_t *tern_sparse_elements_attr_at(const tern_attr_t *attr, size_t index);

// --- maps and layouts ---
const tern_attr_t *tern_affine_map_attr_get(const tern_affine_map_t *map);
static inline const tern_affine_map_t *tern_affine_map_attr_value(const tern_attr_t *attr) {
  return (const tern_affine_map_t *)(uintptr_t)attr->params[0];
}
const tern_attr_t *tern_integer_set_attr_get(const tern_integer_set_t *set);
static inline const tern_integer_set_t *tern_integer_set_attr_value(const tern_attr_t *attr) {
  return (const tern_integer_set_t *)(uintptr_t)attr->params[0];
}
const tern_attr_t *tern_strided_layout_attr_get(tern_context_t *context, int64_t offset, const int64_t *strides,
                                                size_t count);

// --- enums and dialect attributes ---
// An enum attribute of its own, or the integer attribute that stands for it, as the row says.
const tern_attr_t *tern_enum_attr_get(tern_context_t *context, const tern_enum_row_t *row, int64_t value);
// Value of either form.
int64_t tern_enum_attr_value(const tern_attr_t *attr);
// The text of the case that is exactly `value`; NULL if there is none.
const char *tern_enum_case_name(const tern_enum_row_t *row, int64_t value);
// The text of any value of the row, bits of a bit enum joined by its separator; NULL if some of it has no case. The
// text is interned in the context.
const char *tern_enum_value_text(tern_context_t *context, const tern_enum_row_t *row, int64_t value);
// Reads a case (or separated cases of a bit enum). False if unknown.
bool tern_enum_case_value(const tern_enum_row_t *row, tern_str_t text, int64_t *out_value);
const tern_attr_t *tern_dialect_attr_get(tern_context_t *context, const tern_attr_row_t *row, const uint64_t *params,
                                         size_t param_count);

// --- locations ---
// One of the kinds of locations, or a dialect's attribute that may stand for one.
static inline bool tern_attr_is_location(const tern_attr_t *attr) {
  if (attr->kind == TERN_ATTR_DIALECT) return ((const tern_attr_row_t *)attr->row)->is_location;
  return attr->kind >= TERN_ATTR_LOC_UNKNOWN && attr->kind <= TERN_ATTR_LOC_FUSED;
}
const tern_attr_t *tern_unknown_loc_get(tern_context_t *context);
const tern_attr_t *tern_file_loc_get(tern_context_t *context, tern_str_t file, uint32_t line, uint32_t column);
// From a point to a later one of the same file: upstream's `"file":3:4 to 5:6`.
const tern_attr_t *tern_file_range_loc_get(tern_context_t *context, tern_str_t file, uint32_t line, uint32_t column,
                                           uint32_t end_line, uint32_t end_column);
// The same for a file name that is interned already: for the parser, which makes one location for each op.
const tern_attr_t *tern_file_loc_get_ident(tern_context_t *context, const tern_ident_t *file, uint32_t line,
                                           uint32_t column);
const tern_attr_t *tern_name_loc_get(tern_str_t name, const tern_attr_t *child);
const tern_attr_t *tern_call_site_loc_get(const tern_attr_t *callee, const tern_attr_t *caller);
// As upstream does it: nested fused locations with the same metadata are flattened, doubles and unknown ones dropped;
// one location without metadata is itself, none is unknown.
const tern_attr_t *tern_fused_loc_get(tern_context_t *context, const tern_attr_t *const *locs, size_t count,
                                      const tern_attr_t *metadata);
// The first file location inside `loc`, or NULL.
const tern_attr_t *tern_loc_find_file(const tern_attr_t *loc);

#endif  // TERN_IR_ATTR_H_
