// TritonNvidiaGPU of 2023: barriers that were pointers, copies of blocks that block pointers led to, named barriers, ids and
// registers.
//
//   %b = triton_nvidia_gpu.alloc_mbarrier {count = 1 : i32} : !tt.ptr<i64, 3>
//   %p = tt.make_tensor_ptr %base, [%h, %w], [%s, %c1], [%y, %x] {order = array<i32: 1, 0>} : <tensor<64x64xf16>, 1>
//   %n = triton_nvidia_gpu.insert_slice_tma %p, %m, %i, %b {...} : ...
// is today
//   %b = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #line, #smem, mutable>
//   ttng.init_barrier %b, 1 : ...
//   %d = tt.make_tensor_descriptor %base, [%h, %w], [%s, %c1] : <f16>, <tensor<64x64xf16>>
//   ttng.async_tma_copy_global_to_local %d[%y, %x] %buffer, %b, %true : ...
// A barrier's type is still written as the pointer that it was, and read as a descriptor.

#include "asm/legacy.h"
#include "dialect/arith/arith.h"
#include "dialect/builtin/builtin.h"
#include "dialect/legacy/hooks.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"

enum { SHARED_SPACE = 3, MAX_OPERANDS = 8, MAX_RANK = 5 };

// --- barriers ---

static const tern_type_t *barriers_type(tern_context_t *context, int64_t count) {
  const int64_t dims[] = {count ? count : 1, 1}, zero = 0, one = 1;
  uint64_t order = tern_ttg_list(context, &zero, 1);
  const tern_attr_t *encoding =
      tern_ttg_encoding_get(context, TERN_TTG_ATTR_SWIZZLED_SHARED,
                            TERN_TTG_VALUES({TERN_TTG_FIELD_VEC, (uint64_t)one}, {TERN_TTG_FIELD_PER_PHASE, 1},
                                            {TERN_TTG_FIELD_MAX_PHASE, 1}, {TERN_TTG_FIELD_ORDER, order}));
  size_t rank = count ? 2 : 1;
  const tern_memdesc_t memory = {.element = tern_i_type_get(context, 64),
                                 .encoding = encoding,
                                 .memory_space = tern_ttg_shared_memory_get(context),
                                 .is_mutable = true,
                                 .rank = rank,
                                 .dims = dims,
                                 .alloc_rank = rank,
                                 .alloc_dims = dims};
  return tern_memdesc_get(&memory);
}

static bool is_i64(const tern_type_t *type) {
  return tern_type_is_integer(type) && tern_integer_type_width(type) == 64;
}

// What is written for barriers: a pointer to 64 bits of shared memory for one, a tensor of 64 bits for several, perhaps with an
// encoding.
static const tern_type_t *todays_type(const tern_type_t *type) {
  if (tern_type_is_tt(type, TERN_TT_TYPE_PTR) && tern_tt_pointer_space(type) == SHARED_SPACE &&
      is_i64(tern_tt_type_inside(type)))
    return barriers_type(type->context, 0);
  if (type->kind == TERN_TYPE_TENSOR && tern_type_rank(type) == 1 && is_i64(tern_type_element(type)))
    return barriers_type(type->context, tern_type_dim(type, 0));
  if (tern_type_is_ttg(type, TERN_TTG_TYPE_MEMDESC)) {
    tern_memdesc_t memory = tern_memdesc_read(type);
    if (memory.rank == 1 && is_i64(memory.element)) return barriers_type(type->context, memory.dims[0]);
  }
  return type;
}

// --- the syntax that all of them had ---

// A type, or what is behind the name of a pointer's: `<i64, 3>`.
static const tern_type_t *parse_type(tern_parser_t *parser) {
  if (!tern_parser_at_token(parser, "<")) {
    const tern_type_t *type = tern_parse_type(parser);
    return type ? todays_type(type) : NULL;
  }
  int64_t space = TERN_TT_GLOBAL_SPACE;
  tern_parse_token(parser, "<");
  const tern_type_t *pointee = tern_parse_type(parser);
  if (!pointee) return NULL;
  if (tern_parse_optional_token(parser, ",") && !tern_parse_integer(parser, &space)) return NULL;
  return tern_parse_token(parser, ">") ? todays_type(tern_tt_pointer_get(pointee, space)) : NULL;
}

static bool parse_types(tern_parser_t *parser, tern_type_list_t *types) {
  do {
    const tern_type_t *type = parse_type(parser);
    if (!type) return false;
    tern_type_list_push(parser, types, type);
  } while (tern_parse_optional_token(parser, ","));
  return true;
}

// `%a, %b[%c] {attrs} : t, u -> v`; what has no operands has the types of results there.
bool tern_legacy_parse_typed(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (tern_parser_at_token(parser, "[") && !tern_parse_operand_list(parser, "[]", &operands)) return false;
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  bool has_types = tern_parse_optional_token(parser, ":");
  if (has_types && !parse_types(parser, &types)) return false;
  if (operands.count == 0) {
    for (size_t i = 0; i < types.count; ++i) tern_op_add_result_type(parser, op, types.values[i]);
    return true;
  }
  // The barrier alone was typed where the phase is known to be an i1.
  while (types.count && types.count < operands.count)
    tern_type_list_push(parser, &types, tern_i_type_get(tern_parser_context(parser), 1));
  if (!tern_op_resolve_operands_each(parser, op, &operands, &types)) return false;
  if (!tern_parse_optional_token(parser, "->")) return true;
  const tern_type_t *type = parse_type(parser);
  if (!type) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

static bool refuse(tern_parser_t *parser, const tern_parsed_op_t *op, const char *what) {
  return tern_parser_error_at(parser, op->pos, "%s", what);
}

static bool is_barrier(const tern_value_t *value) {
  if (!tern_type_is_ttg(value->type, TERN_TTG_TYPE_MEMDESC)) return false;
  tern_memdesc_t memory = tern_memdesc_read(value->type);
  return memory.rank == 1 && memory.dims[0] == 1 && is_i64(memory.element);
}

// An attribute of 32 bits, or what it is by default.
static int64_t number_of(tern_parser_t *parser, const tern_parsed_op_t *op, const char *name, int64_t otherwise) {
  const tern_attr_t *attr = tern_op_parsed_attr(parser, op, name);
  return tern_attr_is_integer(attr) ? tern_integer_attr_value(attr) : otherwise;
}

static const tern_attr_t *i32_attr(const tern_parsed_op_t *op, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(op->loc->context, 32), value);
}

static tern_value_t *build_i32(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

static tern_value_t *build_index(tern_builder_t *b, tern_value_t *memory, tern_value_t *index,
                                 const tern_type_t *type) {
  return tern_build_value(b, TERN_TTG(MEMDESC_INDEX), .operands = TERN_VALUES(memory, index),
                          .types = TERN_TYPES(type));
}

// --- barriers in shared memory ---

bool tern_legacy_parse_alloc_mbarrier(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_typed(parser, op)) return false;
  tern_types_t results = tern_legacy_result_types(op);
  if (results.count != 1 || !tern_type_is_ttg(results.values[0], TERN_TTG_TYPE_MEMDESC))
    return refuse(parser, op, "expected a pointer to i64 in shared memory, or a tensor of i64");
  tern_builder_t b = tern_legacy_builder(op);
  const tern_type_t *one = barriers_type(b.context, 0);
  tern_value_t *all = tern_build_value(&b, TERN_TTG(LOCAL_ALLOC), .types = results);
  tern_memdesc_t memory = tern_memdesc_read(all->type);
  int64_t count = memory.rank == 1 ? 1 : memory.dims[0];
  for (int64_t i = 0; i < count; ++i) {
    tern_value_t *barrier = memory.rank == 1 ? all : build_index(&b, all, build_i32(&b, i), one);
    tern_build(&b, TERN_TTNG(INIT_BARRIER), .operands = TERN_VALUES(barrier),
               .attrs = TERN_ATTRS({"count", i32_attr(op, number_of(parser, op, "count", 1))}));
  }
  return tern_legacy_stand_for(op, all);
}

bool tern_legacy_parse_mbarrier_wait(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_typed(parser, op)) return false;
  tern_values_t x = tern_legacy_operands(op);
  if (x.count != 2 || !is_barrier(x.values[0])) return refuse(parser, op, "expected a barrier and a phase");
  tern_builder_t b = tern_legacy_builder(op);
  const tern_type_t *i32 = tern_i_type_get(b.context, 32);
  tern_value_t *phase =
      tern_build_value(&b, TERN_ARITH(EXTUI), .operands = TERN_VALUES(x.values[1]), .types = TERN_TYPES(i32));
  tern_legacy_set_operands(op, (tern_values_t)TERN_VALUES(x.values[0], phase));
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(b.context, (const int32_t[]){1, 1, 0, 0}, 4));
  return true;
}

// Which of today's arrivals it is: of copies, of bytes that are on their way, or one that counts by itself.
bool tern_legacy_parse_mbarrier_arrive(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_typed(parser, op)) return false;
  tern_values_t x = tern_legacy_operands(op);
  if (x.count == 0 || !is_barrier(x.values[0])) return refuse(parser, op, "expected a barrier");
  tern_builder_t b = tern_legacy_builder(op);
  const tern_type_t *i1 = tern_i_type_get(b.context, 1);
  if (x.count > 2 || (x.count == 2 && x.values[1]->type != i1))
    return refuse(parser, op, "arrives at a barrier of another block of the cluster, which is no op of its own today");
  int64_t bytes = number_of(parser, op, "txCount", 0);
  bool is_of_copies = number_of(parser, op, "trackAsyncOp", 0) != 0;
  static const char *const gone[] = {"txCount", "trackAsyncOp", "operandSegmentSizes"};
  for (size_t i = 0; i < sizeof gone / sizeof gone[0]; ++i) tern_legacy_remove_attr(op, gone[i]);
  if (is_of_copies) {
    if (x.count > 1) return refuse(parser, op, "arrives when copies are done, which has no predicate today");
    tern_op_add_attr(parser, op, "noIncrement", tern_unit_attr_get(b.context));
    return tern_legacy_choose_op(parser, op, "ttng.async_copy_mbarrier_arrive");
  }
  if (bytes == 0) {
    tern_op_add_attr(parser, op, "count", i32_attr(op, 1));
    return true;
  }
  tern_value_t *condition = x.count > 1 ? x.values[1] : tern_arith_constant_int(&b, i1, 1);
  tern_legacy_set_operands(op, (tern_values_t)TERN_VALUES(x.values[0], condition));
  tern_op_add_attr(parser, op, "size", i32_attr(op, bytes));
  return tern_legacy_choose_op(parser, op, "ttng.barrier_expect");
}

// --- blocks by tensor maps ---

typedef struct block {
  tern_value_t *descriptor, *offsets[MAX_RANK];
  size_t rank;
} block_t;

// The op that made a block pointer, and how far it was moved since, in offsets that are summed. NULL: it is not seen.
static const tern_op_t *find_maker(tern_builder_t *b, tern_value_t *pointer, block_t *out) {
  const tern_op_t *op = tern_value_defining_op(pointer);
  if (!op) return NULL;
  if (tern_op_is(op, TERN_TT(ADVANCE))) {
    const tern_op_t *maker = find_maker(b, tern_op_operand(op, 0), out);
    for (size_t d = 0; maker && d < out->rank; ++d)
      out->offsets[d] =
          tern_build_value(b, TERN_ARITH(ADDI), .operands = TERN_VALUES(out->offsets[d], tern_op_operand(op, 1 + d)));
    return maker;
  }
  if (!tern_op_is(op, TERN_TT(MAKE_TENSOR_PTR))) return NULL;
  out->rank = (op->operand_count - 1) / 3;
  if (out->rank > MAX_RANK) return NULL;
  for (size_t d = 0; d < out->rank; ++d) out->offsets[d] = tern_op_operand(op, 1 + 2 * out->rank + d);
  return op;
}

static bool is_row_major(const tern_op_t *maker, size_t rank) {
  const tern_attr_t *order = tern_op_attr(maker, "order");
  for (size_t i = 0; i < rank; ++i) {
    if (tern_dense_array_attr_int(order, i) != (int64_t)(rank - 1 - i)) return false;
  }
  return true;
}

// A descriptor, and offsets of 32 bits, of a block pointer that a loop or a branch hands on: what it is made of is not known before
// all of that is read. --triton-rewrite-tensor-pointer says it.
static bool describe_later(tern_parser_t *parser, tern_parsed_op_t *op, tern_value_t *pointer,
                           const tern_type_t *descriptor, block_t *out) {
  tern_builder_t b = tern_legacy_builder(op);
  const tern_type_t *types[1 + MAX_RANK] = {descriptor};
  out->rank = tern_type_rank(tern_tt_type_inside(pointer->type));
  if (out->rank > MAX_RANK) return refuse(parser, op, "copies a block of more dimensions than a descriptor has");
  for (size_t d = 0; d < out->rank; ++d) types[1 + d] = tern_i_type_get(b.context, 32);
  tern_op_t *cast = tern_build(&b, TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .operands = TERN_VALUES(pointer),
                               .types = {types, 1 + out->rank});
  out->descriptor = &cast->results[0];
  for (size_t d = 0; d < out->rank; ++d) out->offsets[d] = &cast->results[1 + d];
  return true;
}

// The descriptor of the array that a block pointer leads into. False after an error.
static bool describe(tern_parser_t *parser, tern_parsed_op_t *op, tern_value_t *pointer, const tern_type_t *memory,
                     block_t *out) {
  tern_builder_t b = tern_legacy_builder(op);
  *out = (block_t){0};
  if (!tern_tt_is_block_pointer(pointer->type)) return refuse(parser, op, "expected a block pointer");
  const tern_op_t *maker = find_maker(&b, pointer, out);
  const tern_type_t *i32 = tern_i_type_get(b.context, 32), *block = tern_tt_type_inside(pointer->type);
  const tern_type_t *tensor = tern_ttg_with_encoding(block, tern_memdesc_read(memory).encoding);
  const tern_type_t *type = tern_dialect_type_get(b.context, &tern_tt_types[TERN_TT_TYPE_TENSORDESC],
                                                  &(uint64_t){(uint64_t)(uintptr_t)tensor}, 1);
  if (!maker) return describe_later(parser, op, pointer, type, out);
  if (!is_row_major(maker, out->rank))
    return refuse(parser, op, "copies from an array whose last dimension is not the fastest, which no descriptor has");
  tern_value_t *operands[1 + 2 * MAX_RANK] = {tern_op_operand(maker, 0)};
  for (size_t d = 0; d < out->rank; ++d) {
    operands[1 + d] = tern_build_value(&b, TERN_ARITH(TRUNCI), .operands = TERN_VALUES(tern_op_operand(maker, 1 + d)),
                                       .types = TERN_TYPES(i32));
    operands[1 + out->rank + d] = tern_op_operand(maker, 1 + out->rank + d);
  }
  out->descriptor = tern_build_value(&b, TERN_TT(MAKE_TENSOR_DESCRIPTOR), .operands = {operands, 1 + 2 * out->rank},
                                     .types = TERN_TYPES(type));
  return true;
}

// A mask of one value stands for that value: the block is copied whole or not at all.
static tern_value_t *scalar_of_splat(tern_value_t *mask) {
  const tern_op_t *op = tern_value_defining_op(mask);
  return op && tern_op_is(op, TERN_TT(SPLAT)) ? tern_op_operand(op, 0) : mask;
}

// `%pointer, %memory, %index, %barrier[, %mask] {...} : ... -> t`
bool tern_legacy_parse_insert_slice_tma(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_typed(parser, op)) return false;
  tern_values_t x = tern_legacy_operands(op);
  if (x.count < 4 || x.count > 5 || !tern_type_is_ttg(x.values[1]->type, TERN_TTG_TYPE_MEMDESC) ||
      !is_barrier(x.values[3]))
    return refuse(parser, op,
                  "expected a block pointer, shared memory of several buffers, the number of one, and a barrier");
  tern_builder_t b = tern_legacy_builder(op);
  const tern_type_t *i1 = tern_i_type_get(b.context, 1);
  tern_value_t *mask = x.count == 5 ? scalar_of_splat(x.values[4]) : tern_arith_constant_int(&b, i1, 1);
  if (mask->type != i1)
    return refuse(parser, op, "copies with a mask of elements, but a block is copied whole or not at all");
  tern_memdesc_t whole = tern_memdesc_read(x.values[1]->type);
  if (whole.rank != tern_ttg_rank(whole.encoding) + 1)
    return refuse(parser, op, "expected shared memory of several buffers");
  tern_memdesc_t one = whole;
  one.rank = one.alloc_rank = whole.rank - 1;
  one.dims = one.alloc_dims = whole.dims + 1;
  const tern_type_t *buffer_type = tern_memdesc_get(&one);
  block_t block;
  if (!describe(parser, op, x.values[0], buffer_type, &block)) return false;
  tern_value_t *operands[MAX_OPERANDS + 1] = {block.descriptor};
  size_t count = 1;
  for (size_t d = 0; d < block.rank; ++d) operands[count++] = block.offsets[d];
  operands[count++] = x.values[3];
  operands[count++] = build_index(&b, x.values[1], x.values[2], buffer_type);
  operands[count++] = mask;
  tern_build(&b, TERN_TTNG(ASYNC_TMA_COPY_GLOBAL_TO_LOCAL), .operands = {operands, count});
  return tern_legacy_stand_for(op, x.values[1]);
}

// `%pointer, %memory {...} : ...`
bool tern_legacy_parse_store_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_typed(parser, op)) return false;
  tern_values_t x = tern_legacy_operands(op);
  if (x.count != 2 || !tern_type_is_ttg(x.values[1]->type, TERN_TTG_TYPE_MEMDESC))
    return refuse(parser, op, "expected a block pointer and shared memory");
  tern_value_t *memory = x.values[1];
  block_t block;
  if (!describe(parser, op, x.values[0], memory->type, &block)) return false;
  tern_value_t *operands[2 + MAX_RANK] = {block.descriptor};
  for (size_t d = 0; d < block.rank; ++d) operands[1 + d] = block.offsets[d];
  operands[1 + block.rank] = memory;
  tern_legacy_remove_attr(op, "cache");
  tern_legacy_set_operands(op, (tern_values_t){operands, 2 + block.rank});
  return true;
}

// --- groups of bulk copies, named barriers, registers ---

// `{num = 0 : i32}`
bool tern_legacy_parse_bulk_wait(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  int64_t count = number_of(parser, op, "num", 0);
  tern_legacy_remove_attr(op, "num");
  tern_op_add_attr(parser, op, "group", i32_attr(op, count));
  return true;
}

// `%barrier, %threads : i32, i32`
bool tern_legacy_parse_bar_wait(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_parse_typed(parser, op)) return false;
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), (const int32_t[]){1, 1, 0}, 3));
  return tern_legacy_operands(op).count == 2 || refuse(parser, op, "expected a barrier and a number of threads");
}

// `240 {attrs}`, or `{regCount = 240 : i32}`
static bool parse_registers(tern_parser_t *parser, tern_parsed_op_t *op, int64_t action) {
  if (!tern_parser_at_token(parser, "{")) {
    const tern_attr_t *count = tern_parse_attr(parser, tern_i_type_get(tern_parser_context(parser), 32));
    if (!count) return false;
    tern_op_add_attr(parser, op, "regCount", count);
    if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  } else if (!tern_op_parse_optional_attr_dict(parser, op)) {
    return false;
  }
  tern_op_add_attr(parser, op, "action",
                   tern_nvvm_enum_get(tern_parser_context(parser), TERN_NVVM_ENUM_ACTION, action));
  return true;
}
bool tern_legacy_parse_reg_alloc(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_registers(parser, op, TERN_NVVM_ACTION_INCREASE);
}
bool tern_legacy_parse_reg_dealloc(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_registers(parser, op, TERN_NVVM_ACTION_DECREASE);
}
