// What expressions of a kernel evaluate to: numbers that are known when it is compiled (Triton's constexpr), tensors that it computes,
// and what Python has besides: tuples, functions, modules. Values are immutable and live in the arena of the program.

#ifndef TERN_FRONTEND_TRITON_EVALUATE_VALUE_H_
#define TERN_FRONTEND_TRITON_EVALUATE_VALUE_H_

#include "frontend/triton/syntax/ast.h"
#include "ir/op.h"

// --- types ---

typedef enum tl_dtype {
#define DTYPE(ID, ...) TL_DTYPE_##ID,
#include "frontend/triton/evaluate/dtypes.def"
#undef DTYPE
  TL_DTYPE_COUNT
} tl_dtype_t;

typedef enum tl_dtype_kind { TL_KIND_VOID, TL_KIND_SIGNED, TL_KIND_UNSIGNED, TL_KIND_FLOAT } tl_dtype_kind_t;

typedef struct tl_dtype_row {
  const char *name, *attribute;
  tl_dtype_kind_t kind;
  int bits, mantissa;
  tern_type_kind_t ir_kind;
} tl_dtype_row_t;
extern const tl_dtype_row_t tl_dtypes[TL_DTYPE_COUNT];

typedef enum tl_type_kind { TL_SCALAR, TL_POINTER, TL_BLOCK } tl_type_kind_t;

// A scalar type, a pointer to a type, or a block of scalars or pointers.
typedef struct tl_type {
  tl_type_kind_t kind;
  tl_dtype_t dtype;               // of scalars
  const struct tl_type *element;  // what a pointer points to, what a block holds
  bool is_const;                  // of pointers
  size_t rank;
  const int64_t *dims;
} tl_type_t;

const tl_type_t *tl_scalar_type(tl_dtype_t dtype);
bool tl_same_type(const tl_type_t *a, const tl_type_t *b);
// Block types lose their shape.
static inline const tl_type_t *tl_scalar_of(const tl_type_t *type) {
  return type->kind == TL_BLOCK ? type->element : type;
}
bool tl_is_dtype(const tl_type_t *type, tl_dtype_t dtype);
bool tl_is_float(const tl_type_t *type);  // of scalars, as all below
bool tl_is_fp8(const tl_type_t *type);
bool tl_is_standard_float(const tl_type_t *type);
bool tl_is_int(const tl_type_t *type);  // booleans, too
bool tl_is_signed(const tl_type_t *type);
bool tl_is_unsigned(const tl_type_t *type);
int tl_bits(const tl_type_t *type);
// By "fp32", or by "float32" where `by_attribute`; TL_DTYPE_COUNT: there is none.
tl_dtype_t tl_find_dtype(tern_str_t name, bool by_attribute);
// "fp32", "pointer<fp32>", "<[16, 32], fp32>"; as `i32`, `Pfp32`, `fp32S16_32S` for names of functions.
void tl_print_type(const tl_type_t *type, tern_string_builder_t *out);
void tl_mangle_type(const tl_type_t *type, tern_string_builder_t *out);

// --- values ---

typedef struct tl_value tl_value_t;
typedef struct tl_module tl_module_t;
typedef struct tl_builtin tl_builtin_t;

typedef enum tl_value_kind {
  TL_NONE,
  TL_BOOL,
  TL_INT,
  TL_REAL,
  TL_STRING,
  TL_DTYPE,        // a type
  TL_TUPLE_VALUE,  // lists, too
  TL_DICT_VALUE,
  TL_TENSOR,
  TL_DESCRIPTOR,
  TL_SLICE_VALUE,
  TL_FUNCTION,
  TL_BUILTIN,
  TL_BOUND,  // a function with its first argument
  TL_MODULE_VALUE,
  TL_NAMESPACE,  // a module of Triton or Python, by its name
  TL_CLASS,
  TL_OBJECT,
  TL_ITERATOR,
  TL_CONFIG,    // triton.Config
  TL_ARGUMENT,  // of a launch, for rules that ask only whether there is one
  TL_UNKNOWN,   // what only the execution of the file would tell
} tl_value_kind_t;

// A function of a file. What decorators say is read, nothing is executed.
typedef struct tl_function {
  const tl_node_t *node;  // FunctionDef or Lambda
  tl_module_t *module;
  tern_str_t name;                         // with that of its class
  bool is_jit, is_noinline, is_host;       // is_host: triton.constexpr_function, or no decorator
  const tl_node_t *autotune, *heuristics;  // calls of decorators, or NULL
} tl_function_t;

typedef struct tl_class {
  const tl_node_t *node;
  tl_module_t *module;
  bool is_tuple, is_aggregate;
  const tern_str_t *fields;
  size_t field_count;
} tl_class_t;

typedef struct tl_items {
  const tl_value_t *const *values;
  size_t count;
} tl_items_t;

// Of a triton.Config: its parts are as those of a tuple.
enum {
  TL_CONFIG_CONSTANTS,
  TL_CONFIG_WARPS,
  TL_CONFIG_STAGES,
  TL_CONFIG_CTAS,
  TL_CONFIG_REGISTERS,
  TL_CONFIG_HOOK,
  TL_CONFIG_IR,
  TL_CONFIG_PARTS
};

struct tl_value {
  tl_value_kind_t kind;
  bool is_constexpr;  // made by tl.constexpr(): kernels may read globals only if they are
  union {
    __int128 integer;  // TL_BOOL, TL_INT
    double real;
    tern_str_t text;  // TL_STRING, TL_NAMESPACE; TL_ARGUMENT, TL_UNKNOWN: what it is of
    const tl_type_t *type;
    struct {
      tl_items_t items;
      const tern_str_t *names;  // of a named tuple, or NULL
    } tuple;
    struct {
      tl_items_t keys, values;
    } dict;
    struct {
      tern_value_t *handle;
      const tl_type_t *type;
    } tensor;
    struct {
      tern_value_t *handle;
      const tl_type_t *block;
      const tl_value_t *shape, *strides;  // tuples; NULL: the host made it, and does not hand them on
    } descriptor;
    struct {
      const tl_value_t *start, *stop, *step;
    } slice;
    const tl_function_t *function;
    const tl_builtin_t *builtin;
    struct {
      const tl_value_t *self, *callee;
    } bound;
    tl_module_t *module;
    const tl_class_t *cls;
    struct {
      const tl_class_t *cls;
      tl_items_t fields;
    } object;
    struct {
      bool is_static, is_condition;
      const tl_value_t *start, *stop, *step;  // of a condition: `start` alone
      tl_items_t options;                     // as parameters of tl.range behind `step`
    } iterator;
  };
};

// Is it known when the kernel is compiled, and handed to functions as a part of their names?
bool tl_is_constant(const tl_value_t *value);
// Not of a launch, nor of the execution of the file.
static inline bool tl_is_known(const tl_value_t *value) {
  return value->kind != TL_ARGUMENT && value->kind != TL_UNKNOWN;
}
static inline bool tl_is_none(const tl_value_t *value) { return value->kind == TL_NONE; }
static inline bool tl_is_tensor(const tl_value_t *value) { return value->kind == TL_TENSOR; }
static inline bool tl_is_block(const tl_value_t *value) {
  return tl_is_tensor(value) && value->tensor.type->kind == TL_BLOCK;
}
static inline bool tl_is_number(const tl_value_t *value) {
  return value->kind == TL_BOOL || value->kind == TL_INT || value->kind == TL_REAL;
}
static inline bool tl_is_integer(const tl_value_t *value) { return value->kind == TL_BOOL || value->kind == TL_INT; }
static inline bool tl_is_tuple(const tl_value_t *value) { return value->kind == TL_TUPLE_VALUE; }
// Tensors, descriptors, and tuples or objects that hold any: what changes in a loop is carried from one iteration to the next.
bool tl_is_carried(const tl_value_t *value);
bool tl_is_true(const tl_value_t *value);  // of constants
double tl_real(const tl_value_t *number);

// As Python compares them: constants and tuples of them.
bool tl_equal(const tl_value_t *a, const tl_value_t *b);
// Do both have the same structure of tensors of the same types, with the same constants?
bool tl_same_kind(const tl_value_t *a, const tl_value_t *b);
// str() and repr() of constants; tensors as "fp32[16]".
void tl_print(const tl_value_t *value, tern_string_builder_t *out);
void tl_print_repr(const tl_value_t *value, tern_string_builder_t *out);
void tl_print_integer(__int128 value, tern_string_builder_t *out);
void tl_print_real(double value, tern_string_builder_t *out);
// What kind of value it is, for messages.
const char *tl_kind_name(const tl_value_t *value);

// Values of the IR within, in order.
typedef struct tl_handles {
  tern_value_t **values;
  size_t count, capacity;
} tl_handles_t;
void tl_flatten(const tl_value_t *value, tl_handles_t *handles);
// A value like `pattern` with these in their places; `*cursor` moves on.
const tl_value_t *tl_unflatten(tern_arena_t *arena, const tl_value_t *pattern, tern_value_t *const *handles,
                               size_t *cursor);

// --- making them ---

const tl_value_t *tl_none(void);
const tl_value_t *tl_bool(bool value);
const tl_value_t *tl_int(tern_arena_t *arena, __int128 value);
const tl_value_t *tl_number_real(tern_arena_t *arena, double value);
const tl_value_t *tl_string(tern_arena_t *arena, tern_str_t text);  // copies the text
const tl_value_t *tl_type_value(tern_arena_t *arena, const tl_type_t *type);
// Copies the list; `names` may be NULL and is borrowed.
const tl_value_t *tl_tuple(tern_arena_t *arena, const tl_value_t *const *values, size_t count, const tern_str_t *names);
tl_value_t *tl_new_value(tern_arena_t *arena, tl_value_kind_t kind);
const tl_type_t *tl_pointer_type(tern_arena_t *arena, const tl_type_t *element, bool is_const);
const tl_type_t *tl_block_type(tern_arena_t *arena, const tl_type_t *element, const int64_t *dims, size_t rank);
// The same shape with another element; a scalar becomes the element.
const tl_type_t *tl_with_element(tern_arena_t *arena, const tl_type_t *type, const tl_type_t *element);

#endif  // TERN_FRONTEND_TRITON_EVALUATE_VALUE_H_
