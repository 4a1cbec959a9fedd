// Op tables: what an op is, as a row of data, and the compiled form the engines run on.
//
// A row is written in ODS's vocabulary as short strings, so that it reads like documentation:
//
//   OP(CMPI, "arith.cmpi", .summary = "Integer comparison operation",
//      .operands = "lhs: SignlessIntegerOrIndexLike, rhs: SignlessIntegerOrIndexLike",
//      .attrs = "predicate: Enum<arith.cmpi_predicate>",
//      .results = "result: BoolLike",
//      .types = "rhs = same(lhs), result = i1_like(lhs)",
//      .traits = TERN_TRAIT_PURE | TERN_TRAIT_ELEMENTWISE,
//      .format = "$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)",
//      .example = "%r = arith.cmpi slt, %a, %b : i32", .fold = fold_cmpi)
//
// The strings of a row are compiled when an op of that name is first met, so that a thousand rows cost nothing at
// start-up. Registration and one unit test check that every row compiles.
//
// operands, results:  comma list of `name: Constraint`. Constraint: a name from the type-constraint table (AnyType,
//   F32, Index, SignlessIntegerLike, AnyMemRef, RankedTensorOf<...> ...; see ir/constraint/constraint.c), `A | B` for any of,
//   `Variadic<C>`, `Optional<C>`, `VariadicOfVariadic<C, sizes_attr>`.
// attrs:  comma list of `name: Constraint`, in printing order; names from the attribute-constraint table (I64Attr,
//   StrAttr, UnitAttr, DenseI64ArrayAttr, FlatSymbolRefAttr, TypeAttr, AnyAttr, Enum<row>, ...); `Optional<C>`;
//   `Default<C, text>` where text is the attribute as MLIR prints it (a case name for enums): absent means that value,
//   and printing leaves it out; `DefaultOptional<C, text>`: likewise, but what is absent stays so, also in the generic form. operandSegmentSizes and resultSegmentSizes are added where several groups are variadic.
// regions:  comma list of `name: RegionConstraint` (AnyRegion, SizedRegion<n>, MinSizedRegion<n>, MaxSizedRegion<n>,
//   VariadicRegion, VariadicRegion<...>); `_` names none.
// successors:  comma list of `name: AnySuccessor` or `name: VariadicSuccessor`.
// types:  comma list of rules that tie types together, `value = transform(other)`; transforms: same, element (of a
//   shaped type, or by a dialect type's `element`), i1_like and index_like (i1 or index of the other's shape), float_of_complex (a complex becomes its
//   part, through shapes), pointee (a dialect's pointer becomes what it points to, through shapes), element_vector (1-D vector of all elements). The parser infers by them, the verifier checks
//   them.
// format:  MLIR's declarative assembly format (DefiningDialects/Operations.md, "Declarative Assembly Format").

#ifndef TERN_IR_OP_DEF_H_
#define TERN_IR_OP_DEF_H_

#include "ir/op.h"

// Traits, as bits. Named as upstream names them.
typedef uint64_t tern_traits_t;
#define TERN_TRAIT_TERMINATOR (UINT64_C(1) << 0)
#define TERN_TRAIT_ISOLATED_FROM_ABOVE (UINT64_C(1) << 1)
#define TERN_TRAIT_SYMBOL (UINT64_C(1) << 2)  // has a sym_name; sym_visibility may say private or nested
#define TERN_TRAIT_SYMBOL_TABLE (UINT64_C(1) << 3)
#define TERN_TRAIT_SINGLE_BLOCK (UINT64_C(1) << 4)
#define TERN_TRAIT_NO_TERMINATOR (UINT64_C(1) << 5)
#define TERN_TRAIT_GRAPH_REGION (UINT64_C(1) << 6)  // dominance is not required inside
#define TERN_TRAIT_COMMUTATIVE (UINT64_C(1) << 7)
#define TERN_TRAIT_ELEMENTWISE (UINT64_C(1) << 8)  // Elementwise, Scalarizable, Vectorizable, Tensorizable
#define TERN_TRAIT_CONSTANT_LIKE (UINT64_C(1) << 9)
#define TERN_TRAIT_RETURN_LIKE (UINT64_C(1) << 10)
#define TERN_TRAIT_IDEMPOTENT (UINT64_C(1) << 11)
#define TERN_TRAIT_INVOLUTION (UINT64_C(1) << 12)
#define TERN_TRAIT_AFFINE_SCOPE (UINT64_C(1) << 13)
#define TERN_TRAIT_ALLOCATION_SCOPE (UINT64_C(1) << 14)
#define TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE (UINT64_C(1) << 15)
#define TERN_TRAIT_SAME_TYPE_OPERANDS (UINT64_C(1) << 16)
#define TERN_TRAIT_SAME_OPERANDS_AND_RESULT_SHAPE (UINT64_C(1) << 17)
#define TERN_TRAIT_SAME_OPERANDS_SHAPE (UINT64_C(1) << 18)
#define TERN_TRAIT_SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE (UINT64_C(1) << 19)
#define TERN_TRAIT_SAME_OPERANDS_ELEMENT_TYPE (UINT64_C(1) << 20)
#define TERN_TRAIT_PURE (UINT64_C(1) << 21)                      // no memory effect, always speculatable
#define TERN_TRAIT_NO_MEMORY_EFFECT (UINT64_C(1) << 22)          // no memory effect, but may be undefined (division)
#define TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS (UINT64_C(1) << 23)  // the effects are those of the ops inside
#define TERN_TRAIT_MEM_READ (UINT64_C(1) << 24)
#define TERN_TRAIT_MEM_WRITE (UINT64_C(1) << 25)
#define TERN_TRAIT_MEM_ALLOC (UINT64_C(1) << 26)
#define TERN_TRAIT_MEM_FREE (UINT64_C(1) << 27)
#define TERN_TRAIT_ATTR_SIZED_OPERAND_SEGMENTS (UINT64_C(1) << 28)
#define TERN_TRAIT_ATTR_SIZED_RESULT_SEGMENTS (UINT64_C(1) << 29)
#define TERN_TRAIT_LOOP_LIKE (UINT64_C(1) << 30)
#define TERN_TRAIT_FUNCTION_LIKE (UINT64_C(1) << 31)  // body in region 0, function_type, arg_attrs, res_attrs
#define TERN_TRAIT_CALL_LIKE (UINT64_C(1) << 32)
#define TERN_TRAIT_BRANCH_LIKE (UINT64_C(1) << 33)        // successor operands are forwarded to block arguments
#define TERN_TRAIT_DESTINATION_STYLE (UINT64_C(1) << 34)  // last operand group "outputs" ties to the results
#define TERN_TRAIT_LINALG (UINT64_C(1) << 35)             // structured op: indexing maps and iterator types
#define TERN_TRAIT_SAME_VARIADIC_OPERAND_SIZE (UINT64_C(1) << 36)
#define TERN_TRAIT_SAME_VARIADIC_RESULT_SIZE (UINT64_C(1) << 37)
#define TERN_TRAIT_VIEW_LIKE (UINT64_C(1) << 38)  // result 0 views the memory of operand 0
#define TERN_TRAIT_CAST_LIKE (UINT64_C(1) << 39)
#define TERN_TRAIT_REGION_BRANCH (UINT64_C(1) << 40)  // control flow among its regions (scf.if, scf.for ...)
#define TERN_TRAIT_CONDITIONALLY_SPECULATABLE (UINT64_C(1) << 41)
#define TERN_TRAIT_QUOTED_BODY (UINT64_C(1) << 42)       // the ops inside are named, not run: nothing simplifies them
#define TERN_TRAIT_REGIONS_RUN_ONCE (UINT64_C(1) << 43)  // RegionBranchOpInterface: each of them once or never

// A fold's answer for one result: an attribute, or an existing value.
typedef struct tern_fold_result {
  const tern_attr_t *attr;
  tern_value_t *value;
} tern_fold_result_t;

typedef enum tern_fold_status {
  TERN_FOLD_FAILED,    // nothing to fold
  TERN_FOLD_IN_PLACE,  // the op itself was simplified (an operand or attribute changed)
  TERN_FOLD_REPLACED,  // every result is given by `out_results`
} tern_fold_status_t;

// Answers of a fold with one result; NULL: nothing to fold.
static inline tern_fold_status_t tern_fold_to_value(tern_fold_result_t *out_results, tern_value_t *value) {
  out_results[0] = (tern_fold_result_t){.value = value};
  return value ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}
static inline tern_fold_status_t tern_fold_to_attr(tern_fold_result_t *out_results, const tern_attr_t *attr) {
  out_results[0] = (tern_fold_result_t){.attr = attr};
  return attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// Hooks of a row, as functions; what each does is said at the members of tern_op_row.
typedef bool tern_parse_hook_t(tern_parser_t *parser, tern_parsed_op_t *op);
typedef void tern_print_hook_t(tern_printer_t *printer, const tern_op_t *op);
typedef bool tern_verify_hook_t(const tern_op_t *op);
typedef bool tern_infer_hook_t(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types);
typedef tern_fold_status_t tern_fold_hook_t(tern_op_t *op, const tern_attr_t *const *operands,
                                            tern_fold_result_t *out_results);
typedef bool tern_canonicalize_hook_t(tern_op_t *op, tern_rewriter_t *rewriter);
typedef tern_traits_t tern_effects_hook_t(const tern_op_t *op);
typedef bool tern_result_name_hook_t(const tern_op_t *op, size_t index, char *out_name, size_t size);

// ConditionallySpeculatable: may the op run where the program would not have run it?
typedef enum tern_speculatability {
  TERN_NOT_SPECULATABLE,
  TERN_SPECULATABLE,
  TERN_RECURSIVELY_SPECULATABLE,  // if all ops inside may
} tern_speculatability_t;

// What an integer lies between, both ends included, read as unsigned and as signed.
typedef struct tern_int_range {
  int64_t umin, umax, smin, smax;  // unsigned ones by their bits
} tern_int_range_t;

struct tern_op_row {
  const char *name;  // with the dialect's name
  const char *summary;
  const char *description;
  const char *example;
  const char *operands, *results, *attrs, *regions, *successors, *types;
  const char *types_message;  // what an op against the first rule of `types` "failed to verify"; NULL: said by the rule
  tern_traits_t traits;
  const char *parents;              // `a | b`: HasParent, ParentOneOf
  const char *implicit_terminator;  // SingleBlockImplicitTerminator
  const char *format;               // declarative assembly; NULL: generic form, unless parse and print are given
  // Hand-written syntax, where a format cannot say it. `parse` reads what follows the op's name and fills the state
  // through asm/parser.h's op-parsing calls; false after an error. Results names are bound by the caller.
  tern_parse_hook_t *parse;
  // Prints what follows the op's name.
  tern_print_hook_t *print;
  // True if the op is right; else errors were emitted. Runs after traits, counts and constraints were checked.
  tern_verify_hook_t *verify;
  // Runs after the op's regions were verified.
  tern_verify_hook_t *verify_regions;
  // SymbolUserOpInterface: checks symbol uses; `op` is in a verified symbol table.
  tern_verify_hook_t *verify_symbol_uses;
  // Infers result types: writes `out_types` (as many as the row's results, in order) from a state with operands,
  // attributes and (maybe) regions. False after an error was emitted at `state->loc`.
  tern_infer_hook_t *infer;
  // `operands[i]` is the constant value of operand i, or NULL. On REPLACED all of `out_results` are filled.
  tern_fold_hook_t *fold;
  // Rewrites the op into its canonical form; true if it changed something. Looks first, changes after.
  tern_canonicalize_hook_t *canonicalize;
  // Memory effects where they depend on the op (linalg on tensors or buffers): TERN_TRAIT_MEM_* bits.
  tern_effects_hook_t *effects;
  // Suggests a name for result `index` ("c0", "cst"); false: none. Writes at most `size` bytes.
  tern_result_name_hook_t *result_name;
  // The same for argument `index` of the entry block of region `region` ("in", "out" of linalg bodies).
  bool (*arg_name)(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
  // The same for block `index` of region `region`, which is `bb<index>` without it.
  bool (*block_name)(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size);
  // OpAsmOpInterface's default dialect: ops of it are written without its name inside of this op's regions ("func").
  const char *default_dialect;
  // The same for reading only: the name may be left out, and is printed unless `elides_dialect` says otherwise.
  const char *accepted_dialect;
  bool (*elides_dialect)(const tern_op_t *op);
  // ConditionallySpeculatable, of ops that say so themselves; NULL: traits and passes know.
  tern_speculatability_t (*speculatability)(const tern_op_t *op);
  // InferIntRangeInterface: what result `index` lies between; false: nothing is known. NULL: the same.
  bool (*result_range)(const tern_op_t *op, size_t index, tern_int_range_t *out_range);
  // RequiresSMInterface: the architectures of NVIDIA's that have the op, "sm_90 sm_100a": that one and later ones, or with
  // a letter just that one. NULL: all have.
  const char *architectures;
  const void *extra;  // the dialect's own per-op data (linalg's named-op description, for one)
};

// --- the compiled row ---

struct tern_type_constraint;
struct tern_attr_constraint;
typedef bool (*tern_type_predicate_t)(const tern_type_t *type, const struct tern_type_constraint *constraint);

// A compiled type constraint. Immutable, owned by the context.
typedef struct tern_type_constraint {
  const char *name;         // as written
  const char *description;  // "signless-integer-like": completes "must be ..."
  tern_type_predicate_t is_satisfied;
  const struct tern_type_constraint *const *args;  // of a combinator: AnyOf, ...Of<>
  size_t arg_count;
  const tern_type_t *buildable;  // the only type that satisfies it, if there is just one (I1, Index)
  int64_t value;                 // a number argument (the first one of several)
  const int64_t *values;         // all number arguments: ranks, lengths
  size_t value_count;
  const tern_type_row_t *type_row;  // of a dialect type's name, where the dialect is registered
  bool is_stripped;                 // formats write its types, which are of `type_row`, as their parameters alone
} tern_type_constraint_t;

typedef enum tern_arity { TERN_ARITY_ONE, TERN_ARITY_OPTIONAL, TERN_ARITY_VARIADIC, TERN_ARITY_NESTED } tern_arity_t;

typedef struct tern_value_def {
  const tern_ident_t *name;
  const tern_type_constraint_t *constraint;
  tern_arity_t arity;
  const tern_ident_t *sizes_attr;  // of VariadicOfVariadic
} tern_value_def_t;

typedef bool (*tern_attr_predicate_t)(const tern_attr_t *attr, const struct tern_attr_constraint *constraint);

typedef struct tern_attr_constraint {
  const char *name;
  const char *description;  // completes "attribute 'x' failed to satisfy constraint: ..."
  tern_attr_predicate_t is_satisfied;
  const tern_enum_row_t *enum_row;             // Enum<...>
  const struct tern_attr_constraint *element;  // TypedArray<C>
  // The type that is implied in assembly formats, so that it is neither printed nor parsed: i64 for I64Attr.
  const tern_type_t *value_type;
  const char *shape;  // how formats print it: "int", "float", "string", "symbol", "type", "unit", "i64array", "enum",
                      // "attr"; see asm/format/format.h
  const struct tern_attr_constraint *const *args;  // of a combinator: AnyAttrOf, confined attributes
  size_t arg_count;
  const int64_t *values;  // number arguments: bounds, counts
  size_t value_count;
  const tern_type_constraint_t *type;  // TypeAttrOf<...>: what the type has to be
  const tern_attr_row_t *attr_row;     // of a dialect attribute's name, where the dialect is registered
} tern_attr_constraint_t;

typedef struct tern_attr_def {
  const tern_ident_t *name;
  const tern_attr_constraint_t *constraint;
  bool is_optional;
  bool has_default;
  bool is_default_silent;            // what is absent is not made the default
  const tern_attr_t *default_value;  // made when the row is compiled; NULL unless has_default
} tern_attr_def_t;

typedef struct tern_region_def {
  const tern_ident_t *name;
  uint32_t min_blocks, max_blocks;  // UINT32_MAX: no bound
  bool is_variadic;
} tern_region_def_t;

typedef struct tern_successor_def {
  const tern_ident_t *name;
  bool is_variadic;
} tern_successor_def_t;

typedef enum tern_type_transform {
  TERN_TRANSFORM_SAME,                  // the same type
  TERN_TRANSFORM_ELEMENT,               // element type of a shaped type
  TERN_TRANSFORM_I1_LIKE,               // i1, or a shaped type of the same shape with i1 elements
  TERN_TRANSFORM_INDEX_LIKE,            // index, or a shaped type of the same shape with index elements
  TERN_TRANSFORM_FLOAT_OF_COMPLEX,      // element of a complex, through shapes
  TERN_TRANSFORM_SHAPE_ELEMENT_VECTOR,  // 1-D vector of the element
  TERN_TRANSFORM_POINTEE,               // what a dialect's pointer points to, through shapes
} tern_type_transform_t;

// `values[target]` has the type `transform(values[source])`; positions count operands first, then results.
typedef struct tern_type_rule {
  size_t target, source;
  tern_type_transform_t transform;
} tern_type_rule_t;

// The compiled row. Immutable, owned by the context, one per op name, also for unregistered ops (row NULL).
struct tern_op_def {
  const tern_op_row_t *row;       // NULL: unregistered
  const tern_dialect_t *dialect;  // NULL: unregistered
  const tern_ident_t *name;
  tern_traits_t traits;
  const tern_value_def_t *operands;
  size_t operand_count;  // groups
  const tern_value_def_t *results;
  size_t result_count;  // groups
  const tern_attr_def_t *attrs;
  size_t attr_count;  // slots
  const tern_region_def_t *regions;
  size_t region_count;
  const tern_successor_def_t *successors;
  size_t successor_count;
  const tern_type_rule_t *type_rules;
  size_t type_rule_count;
  const tern_ident_t *const *parents;
  size_t parent_count;
  const struct tern_format *format;  // asm/format/format.h: compiled on first use; NULL before
  int operand_segments_slot;         // slot of operandSegmentSizes, or -1
  int result_segments_slot;
};

// Finds the definition of an op name; makes an unregistered one if there is none. Never NULL, except that a row that
// does not compile gives NULL after an error at `loc`.
const tern_op_def_t *tern_op_def_get(tern_context_t *context, tern_str_t name);
// The definition of a table's row. Its dialect is loaded if it is not yet (see tern_context_register_dialect).
const tern_op_def_t *tern_op_def_of(tern_context_t *context, const tern_op_row_t *row);
static inline bool tern_op_def_has_trait(const tern_op_def_t *def, tern_traits_t trait) {
  return (def->traits & trait) != 0;
}
static inline bool tern_op_has_trait(const tern_op_t *op, tern_traits_t trait) {
  return (op->def->traits & trait) != 0;
}
// Slot of an inherent attribute, or -1.
int tern_op_def_slot(const tern_op_def_t *def, tern_str_t name);
// Compiles the constraint and rule strings of a row into `out_def`. On failure returns false and a message (static or
// owned by the context).
bool tern_op_def_compile(tern_context_t *context, const tern_dialect_t *dialect, const tern_op_row_t *row,
                         tern_op_def_t *out_def, const char **out_message);
// Applies a rule's transform; NULL if `type` has no such transform (element of a scalar).
const tern_type_t *tern_type_transform_apply(tern_type_transform_t transform, const tern_type_t *type);
// Looks up a constraint by its text. NULL and a message if it does not parse.
const tern_type_constraint_t *tern_type_constraint_get(tern_context_t *context, tern_str_t text,
                                                       const char **out_message);
// Whether `type` is of the class that upstream's parsers ask a type of this constraint to be before it is verified: any
// vector where vectors of some shape are meant. Else its name, or NULL if it has none, goes to `out_class`.
bool tern_type_constraint_admits_class(const tern_type_constraint_t *constraint, const tern_type_t *type,
                                       const char **out_class);
const tern_attr_constraint_t *tern_attr_constraint_get(tern_context_t *context, tern_str_t text,
                                                       const char **out_message);

// --- effects, for cse, canonicalize and friends ---
// TERN_TRAIT_MEM_* bits of the op (and of the ops inside if effects are recursive). Ops that say nothing have all.
#define TERN_MEMORY_EFFECTS (TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_ALLOC | TERN_TRAIT_MEM_FREE)
tern_traits_t tern_op_effects(const tern_op_t *op);
// No uses needed: an op without results used may be erased (only reads or allocates, and is no terminator or symbol).
bool tern_op_would_be_trivially_dead(const tern_op_t *op);
static inline bool tern_op_is_trivially_dead(const tern_op_t *op) {
  return tern_op_has_no_uses(op) && tern_op_would_be_trivially_dead(op);
}
// The constant that a value is, if its op is constant-like; else NULL.
const tern_attr_t *tern_value_constant(const tern_value_t *value);

// --- dialects ---

struct tern_dialect {
  const char *name;  // "arith"; "" is builtin
  const char *summary;
  bool allows_unknown_ops;  // ops `name.x` without a row are as good as those of a dialect that nobody registered
  const tern_op_row_t *ops;
  size_t op_count;
  const tern_type_row_t *types;
  size_t type_count;
  const tern_attr_row_t *attrs;
  size_t attr_count;
  const tern_enum_row_t *enums;
  size_t enum_count;
  // Makes the op that holds a constant of this dialect's folds (`arith.constant` for arith), as a detached op; NULL
  // if it cannot. NULL hook: folds that give attributes are not taken.
  tern_op_t *(*materialize_constant)(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                     const tern_attr_t *loc);
  // Its ops' `verify` come before the checks that all symbols and functions share.
  bool verifies_ops_first;
  // What all of its ops must hold besides their rows: the traits that upstream gives every op of the dialect. Runs before the
  // op's own `verify`.
  bool (*verify_op)(const tern_op_t *op);
  // custom<Name>(...) of this dialect's assembly formats (asm/format/format.h).
  const struct tern_custom_directive *custom_directives;
  size_t custom_directive_count;
  // Checks a discardable attribute `dialect.name` on `op`.
  bool (*verify_op_attr)(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
  // Checks the attribute `dialect.name` of argument `index` of the function `op`.
  bool (*verify_arg_attr)(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);
  // The same for result `index`.
  bool (*verify_result_attr)(const tern_op_t *op, size_t index, tern_str_t name, const tern_attr_t *attr);
  // What is said of a type `!dialect.name` that the dialect does not have; NULL: that it is unknown.
  const char *(*unknown_type_message)(tern_str_t name);
  // Encodings in bytecode (bytecode/dialect_encoding.h); NULL: everything is written as text.
  const struct tern_dialect_encoding *encoding;
  // Stems of the aliases that types, strings and dialects' attributes are printed by, whosesoever they are; NULL: none.
  const char *(*type_alias)(const tern_type_t *type);
  const char *(*attr_alias)(const tern_attr_t *attr);
  // DialectFoldInterface: are constants that folds make in `region` to stay in it, though values from above may be used
  // there? NULL: never.
  bool (*keeps_constants)(const tern_region_t *region);
  // OpAsmDialectInterface: resources in the section of this dialect are kept, not refused.
  bool keeps_resources;
};

#endif  // TERN_IR_OP_DEF_H_
