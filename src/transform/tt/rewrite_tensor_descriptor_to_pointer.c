// --triton-rewrite-tensor-descriptor-to-pointer: descriptors become pointers, for chips that read no blocks by themselves.
//
//   %d = tt.make_tensor_descriptor %base, [%n], [%s]    %n64 = arith.extsi %n
//   %x = tt.descriptor_load %d[%o]                      %r = (arith.extsi %o) + (0, 1, 2 ...)
//                                                       %x = tt.load (%base + %r * %s), 0 <= %r < %n64, padding
//
// Source: upstream's pass of the same name. Everything that hands on a descriptor hands on base, sizes, strides and whether it
// is padded with NaN; a kernel takes them as arguments. What reduces into memory becomes atomic.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "transform/tt/block_access.h"
#include "transform/tt/split_values.h"

// The parts of a descriptor: base, sizes, strides, is it padded with NaN.

static bool is_descriptor(const tern_type_t *type) { return tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC); }

static const tern_type_t *block_of(const tern_op_t *op) { return tern_tt_type_inside(tern_op_operand(op, 0)->type); }

static size_t part_count(const tern_type_t *type) { return 2 + 2 * tern_type_rank(tern_tt_type_inside(type)); }

static const tern_type_t *part_type(const tern_type_t *type, size_t part) {
  const tern_type_t *block = tern_tt_type_inside(type);
  if (part == 0) return tern_tt_pointer_get(tern_tt_signless(tern_type_element(block)), TERN_TT_GLOBAL_SPACE);
  return tern_i_type_get(type->context, part <= 2 * tern_type_rank(block) ? 64 : 1);
}

static tern_value_t *widen(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  int64_t constant;
  if (tern_type_is_i(type, 64) && tern_value_constant_int(value, &constant))
    return tern_arith_constant_int(b, type, constant);
  return tern_build_value(b, TERN_ARITH(EXTSI), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static bool split_make(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *parts[2 + 2 * TERN_TT_BLOCK_MAX_RANK];
  size_t rank = tern_type_rank(tern_tt_type_inside(op->results[0].type));
  const tern_type_t *i64 = tern_i_type_get(b.context, 64);
  parts[0] = tern_op_operand(op, 0);
  for (size_t i = 1; i <= rank; ++i) parts[i] = widen(&b, tern_op_operand(op, i), i64);
  for (size_t i = rank + 1; i <= 2 * rank; ++i) parts[i] = tern_op_operand(op, i);
  bool is_nan = tern_enum_attr_value(tern_op_attr(op, "padding")) == TERN_TT_PAD_NAN;
  parts[2 * rank + 1] = tern_arith_constant_bool(&b, is_nan);
  tern_tt_set_parts(splitter, &op->results[0], (tern_values_t){parts, 2 + 2 * rank});
  return true;
}

// --- accesses ---

// What an access reads or writes, and where.
typedef struct access {
  tern_values_t parts;
  const tern_type_t *type;  // of what is read or written
  tern_value_t *offsets[TERN_TT_BLOCK_MAX_RANK];
  tern_tt_block_t block;
  tern_value_t *padding;  // of a load: what is read outside of the array
  tern_value_t *pointers, *mask;
} access_t;

// The tensor has as many dimensions as the descriptor's block.
static void begin_access(tern_tt_splitter_t *splitter, const tern_op_t *op, const tern_type_t *type,
                         access_t *out_access) {
  size_t rank = tern_type_rank(type);
  *out_access = (access_t){.parts = tern_tt_parts(splitter, tern_op_operand(op, 0)), .type = type};
  out_access->block = (tern_tt_block_t){.base = out_access->parts.values[0],
                                        .rank = rank,
                                        .dims = tern_type_dims(type),
                                        .sizes = &out_access->parts.values[1],
                                        .strides = &out_access->parts.values[1 + rank],
                                        .offsets = out_access->offsets};
}

static void finish_access(tern_builder_t *b, access_t *access) {
  tern_tt_block_ranges(b, &access->block);
  access->pointers = tern_tt_block_pointers(b, &access->block);
  for (size_t d = 0; d < access->block.rank; ++d) access->mask = tern_tt_block_mask(b, &access->block, d, access->mask);
}

// What is read outside of the array: zeros, or NaNs where the descriptor says so.
static tern_value_t *padding_of(tern_builder_t *b, const access_t *access) {
  const tern_type_t *element = tern_type_element(access->type);
  const tern_attr_t *zeros = tern_arith_zero_attr(access->type);
  if (!tern_type_is_float(element)) return tern_arith_constant(b, zeros);
  const tern_attr_t *nan = tern_float_attr_get(element, __builtin_nan(""));
  tern_value_t *nans = tern_arith_constant(b, tern_dense_elements_attr_get_splat(access->type, nan));
  tern_value_t *is_nan = access->parts.values[access->parts.count - 1];
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_nan, nans, tern_arith_constant(b, zeros)),
                          .types = TERN_TYPES(access->type));
}

static void find_block(tern_tt_splitter_t *splitter, tern_builder_t *b, const tern_op_t *op, access_t *out_access) {
  const tern_type_t *block = block_of(op);
  const tern_type_t *type = tern_type_with_element(block, tern_tt_signless(tern_type_element(block)));
  type = tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL);
  begin_access(splitter, op, type, out_access);
  size_t start, count;
  tern_op_operands_named(op, "indices", &start, &count);
  for (size_t i = 0; i < count; ++i) {
    out_access->offsets[i] = widen(b, tern_op_operand(op, start + i), tern_i_type_get(b->context, 64));
  }
  if (op->result_count > 0) out_access->padding = padding_of(b, out_access);
  finish_access(b, out_access);
}

// The rows of a gather are given one by one.
static void find_rows(tern_tt_splitter_t *splitter, tern_builder_t *b, const tern_op_t *op, const tern_type_t *type,
                      access_t *out_access) {
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  begin_access(splitter, op, type, out_access);
  tern_value_t *rows = tern_tt_expand_along(b, tern_op_operand_named(op, "x_offsets"), 0, 2);
  out_access->offsets[1] = widen(b, tern_op_operand_named(op, "y_offset"), i64);
  out_access->block.ranges[0] = widen(b, rows, tern_type_with_element(rows->type, i64));
  finish_access(b, out_access);
  if (op->result_count > 0) out_access->padding = padding_of(b, out_access);
}

static void build_load(tern_builder_t *b, tern_op_t *op, const access_t *access) {
  tern_op_t *load =
      tern_build(b, TERN_TT(LOAD), .operands = TERN_VALUES(access->pointers, access->mask, access->padding),
                 .types = TERN_TYPES(access->type), .segments = (const int32_t[]){1, 1, 1}, .dictionary = op->attrs);
  if (tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD))) {
    tern_op_set_attr(load, "cache", tern_op_attr(op, "cache"));
    tern_op_set_attr(load, "evict", tern_op_attr(op, "evict"));
  }
  tern_value_t *result = &load->results[0];
  // A load may leave out dimensions of size one.
  if (access->type != op->results[0].type) {
    result = tern_build_value(b, TERN_TT(RESHAPE), .operands = TERN_VALUES(result),
                              .types = TERN_TYPES(op->results[0].type));
  }
  tern_value_replace_all_uses(&op->results[0], result);
}

static tern_value_t *stored_by(tern_builder_t *b, const tern_op_t *op, const access_t *access) {
  tern_value_t *value = tern_op_operand_named(op, "src");
  if (value->type == access->type) return value;
  return tern_build_value(b, TERN_TT(RESHAPE), .operands = TERN_VALUES(value), .types = TERN_TYPES(access->type));
}

static bool split_access(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  access_t access;
  bool is_gather = tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
  if (is_gather || tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER))) {
    find_rows(splitter, &b, op, is_gather ? op->results[0].type : tern_op_operand_named(op, "src")->type, &access);
  } else {
    find_block(splitter, &b, op, &access);
  }
  if (op->result_count > 0) {
    build_load(&b, op, &access);
    return true;
  }
  tern_build(&b, TERN_TT(STORE), .operands = TERN_VALUES(access.pointers, stored_by(&b, op, &access), access.mask),
             .dictionary = op->attrs);
  return true;
}

// --- reductions into memory ---

typedef struct reduce_row {
  const char *kind;                                               // of tt.descriptor_reduce
  const char *of_floats, *of_signless, *of_signed, *of_unsigned;  // of tt.atomic_rmw; NULL: there is none
} reduce_row_t;

// Which of two integers is greater is not known unless their type says how they are read.
static const reduce_row_t reduce_rows[] = {
    {"add", "fadd", "add", "add", "add"}, {"min", NULL, NULL, "min", "umin"}, {"max", NULL, NULL, "max", "umax"},
    {"and", NULL, "and", "and", "and"},   {"or", NULL, "or", "or", "or"},     {"xor", NULL, "xor", "xor", "xor"},
};

static const char *atomic_kind(const tern_op_t *op) {
  const char *kind =
      tern_enum_case_name(TERN_TT_ENUM(DESCRIPTOR_REDUCE_KIND), tern_enum_attr_value(tern_op_attr(op, "kind")));
  const tern_type_t *element = tern_type_element(block_of(op));
  for (size_t i = 0; kind && i < sizeof reduce_rows / sizeof reduce_rows[0]; ++i) {
    const reduce_row_t *row = &reduce_rows[i];
    if (strcmp(row->kind, kind) != 0) continue;
    if (!tern_type_is_integer(element)) return row->of_floats;
    tern_signedness_t sign = tern_integer_type_signedness(element);
    return sign == TERN_SIGNED ? row->of_signed : sign == TERN_UNSIGNED ? row->of_unsigned : row->of_signless;
  }
  return NULL;
}

static const tern_attr_t *enum_case(tern_context_t *context, const tern_enum_row_t *row, const char *name) {
  int64_t value = 0;
  tern_enum_case_value(row, tern_str_from_cstr(name), &value);
  return tern_enum_attr_get(context, row, value);
}

static bool split_reduce(tern_tt_splitter_t *splitter, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  access_t access;
  find_block(splitter, &b, op, &access);
  tern_build(&b, TERN_TT(ATOMIC_RMW), .operands = TERN_VALUES(access.pointers, stored_by(&b, op, &access), access.mask),
             .types = TERN_TYPES(access.type),
             .attrs = TERN_ATTRS({"atomic_rmw_op", enum_case(b.context, TERN_TT_ENUM(RMW_OP), atomic_kind(op))},
                                 {"sem", enum_case(b.context, TERN_TT_ENUM(MEM_SEMANTIC), "release")},
                                 {"scope", enum_case(b.context, TERN_TT_ENUM(MEM_SYNC_SCOPE), "gpu")}));
  return true;
}

// --- what cannot be rewritten ---

static bool check_reduce(const tern_op_t *op) {
  if (atomic_kind(op)) return true;
  const tern_type_t *element = tern_type_element(block_of(op));
  const char *kind =
      tern_enum_case_name(TERN_TT_ENUM(DESCRIPTOR_REDUCE_KIND), tern_enum_attr_value(tern_op_attr(op, "kind")));
  tern_op_error(op, "reduces '%s' by '%s', which is not done atomically without a descriptor", tern_type_text(element),
                kind ? kind : "?");
  tern_emit_note(op->loc, "min and max take integers with a sign or without one, such as si32 and ui32");
  return false;
}

static bool check_rank(const tern_op_t *op) {
  size_t rank = tern_type_rank(tern_tt_type_inside(op->results[0].type));
  if (rank <= TERN_TT_BLOCK_MAX_RANK) return true;
  return tern_op_error(op, "makes a block of %zu dimensions, of which there may be %d", rank, TERN_TT_BLOCK_MAX_RANK);
}

// --- the pass ---

static const tern_tt_split_row_t rows[] = {
    {TERN_TT(MAKE_TENSOR_DESCRIPTOR), split_make, check_rank}, {TERN_TT(DESCRIPTOR_LOAD), split_access, NULL},
    {TERN_TT(DESCRIPTOR_STORE), split_access, NULL},           {TERN_TT(DESCRIPTOR_GATHER), split_access, NULL},
    {TERN_TT(DESCRIPTOR_SCATTER), split_access, NULL},         {TERN_TT(DESCRIPTOR_REDUCE), split_reduce, check_reduce},
};

static const tern_tt_split_t split = {
    .noun = "a descriptor",
    .is_split = is_descriptor,
    .part_count = part_count,
    .part_type = part_type,
    .rows = rows,
    .row_count = sizeof rows / sizeof rows[0],
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  return tern_tt_split_values(module, &split);
}

const tern_pass_def_t tern_triton_rewrite_tensor_descriptor_to_pointer_pass = {
    .flag = "triton-rewrite-tensor-descriptor-to-pointer",
    .name = "TritonRewriteTensorDescriptorToPointer",
    .anchor = "builtin.module",
    .summary = "Rewrite descriptors of arrays as pointers",
    .dialects = (const tern_dialect_t *const[]){&tern_tt_dialect, &tern_arith_dialect, NULL},
    .run = run,
};
