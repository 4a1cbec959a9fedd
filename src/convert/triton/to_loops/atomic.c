// Atomic ops, element by element.

#include "convert/triton/to_loops/loops.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"

// Cases of tt.rmw_op, and two of our own for minima and maxima of floats.
enum { RMW_FADD = 5, RMW_MAX = 6, RMW_MIN = 7 };

static const tern_attr_t *ordering(writer_t *w, int64_t semantics, bool is_load) {
  static const tern_llvm_ordering_t orderings[] = {TERN_LLVM_ORDERING_ACQ_REL, TERN_LLVM_ORDERING_MONOTONIC,
                                                   TERN_LLVM_ORDERING_ACQUIRE, TERN_LLVM_ORDERING_RELEASE,
                                                   TERN_LLVM_ORDERING_ACQ_REL};
  static const tern_llvm_ordering_t of_loads[] = {TERN_LLVM_ORDERING_ACQUIRE, TERN_LLVM_ORDERING_MONOTONIC,
                                                  TERN_LLVM_ORDERING_ACQUIRE, TERN_LLVM_ORDERING_MONOTONIC,
                                                  TERN_LLVM_ORDERING_ACQUIRE};
  return tern_enum_attr_get(w->b.context, TERN_LLVM_ENUM(ATOMIC_ORDERING), (is_load ? of_loads : orderings)[semantics]);
}

static value_t pointer_at(writer_t *w, value_t address) {
  return tern_tt_op(w, TERN_LLVM(INTTOPTR), tern_llvm_ptr_type(w->b.context, 0), TERN_VALUES(address));
}

static value_t to_bits(writer_t *w, value_t value) {
  if (tern_type_is_integer(value->type)) return value;
  const tern_type_t *type = tern_i_type_get(w->b.context, tern_type_bit_width(value->type));
  return tern_tt_op(w, TERN_ARITH(BITCAST), type, TERN_VALUES(value));
}

static value_t from_bits(writer_t *w, value_t bits, const tern_type_t *type) {
  return bits->type == type ? bits : tern_tt_op(w, TERN_ARITH(BITCAST), type, TERN_VALUES(bits));
}

// {what was there, whether it was as expected}
static value_t build_exchange(writer_t *w, value_t address, value_t expected, value_t value, int64_t semantics) {
  return tern_build_value(&w->b, TERN_LLVM(CMPXCHG), .operands = TERN_VALUES(pointer_at(w, address), expected, value),
                          .attrs = TERN_ATTRS({"success_ordering", ordering(w, semantics, false)},
                                              {"failure_ordering", ordering(w, semantics, true)}));
}

static value_t combine_floats(writer_t *w, int64_t kind, value_t old, value_t value, const tern_type_t *type) {
  const tern_type_t *f32 = tern_float_type_get(w->b.context, TERN_TYPE_F32);
  const tern_op_row_t *row = kind == RMW_FADD  ? TERN_ARITH(ADDF)
                             : kind == RMW_MAX ? TERN_ARITH(MAXNUMF)
                                               : TERN_ARITH(MINNUMF);
  if (tern_type_bit_width(type) > 16) return tern_tt_binary(w, row, old, value);
  value_t sum = tern_tt_binary(w, row, tern_tt_convert_float(w, old, type, f32, false),
                               tern_tt_convert_float(w, value, type, f32, false));
  return tern_tt_convert_float(w, sum, f32, type, false);
}

// Floats: exchanged until nobody came in between.
static value_t exchange_until_done(writer_t *w, int64_t kind, value_t address, value_t value, const tern_type_t *type,
                                   int64_t semantics) {
  const tern_type_t *bits = tern_i_type_get(w->b.context, tern_type_bit_width(type));
  element_t at = element_of(address);
  value_t first = tern_tt_load_at(w, &at, NULL, NULL, bits, 0).base;
  tern_op_t *loop =
      tern_build(&w->b, TERN_SCF(WHILE), .operands = TERN_VALUES(first), .types = TERN_TYPES(bits), .regions = 2);
  tern_block_t *block = tern_builder_add_block(&w->b, &loop->regions[0], TERN_TYPES(bits));
  value_t sum = combine_floats(w, kind, from_bits(w, block->args[0], type), value, type);
  value_t pair = build_exchange(w, address, block->args[0], to_bits(w, sum), semantics);
  value_t found = tern_llvm_build_extract(&w->b, pair, &(int64_t){0}, 1);
  value_t is_done = tern_llvm_build_extract(&w->b, pair, &(int64_t){1}, 1);
  value_t goes_on = tern_tt_binary(w, TERN_ARITH(XORI), is_done, tern_tt_int(w, 1, 1));
  tern_build(&w->b, TERN_SCF(CONDITION), .operands = TERN_VALUES(goes_on, found));
  block = tern_builder_add_block(&w->b, &loop->regions[1], TERN_TYPES(bits));
  tern_build(&w->b, TERN_SCF(YIELD), .operands = TERN_VALUES(block->args[0]));
  tern_builder_set_after(&w->b, loop);
  return from_bits(w, tern_op_result(loop, 0), type);
}

value_t tern_tt_atomic(writer_t *w, int64_t kind, value_t address, value_t value, const tern_type_t *element,
                       int64_t semantics) {
  // LLVM's names of the cases of tt.rmw_op.
  static const char *const names[] = {NULL, "_and", "_or", "_xor", "add", "fadd", "max", "min", "umax", "umin", "xchg"};
  const tern_type_t *type = tern_tt_register_type(element);
  bool is_float = tern_type_is_float(type), computes = kind == RMW_FADD || kind == RMW_MAX || kind == RMW_MIN;
  if (is_float && computes) return exchange_until_done(w, kind, address, value, type, semantics);
  int64_t which = 0;
  tern_enum_case_value(TERN_LLVM_ENUM(ATOMIC_BIN_OP), tern_str_from_cstr(names[kind]), &which);
  const tern_attr_t *op = tern_enum_attr_get(w->b.context, TERN_LLVM_ENUM(ATOMIC_BIN_OP), which);
  value_t old =
      tern_build_value(&w->b, TERN_LLVM(ATOMICRMW), .operands = TERN_VALUES(pointer_at(w, address), to_bits(w, value)),
                       .attrs = TERN_ATTRS({"bin_op", op}, {"ordering", ordering(w, semantics, false)}));
  return from_bits(w, old, type);
}

// --- the ops ---

typedef value_t (*atomic_fn_t)(writer_t *w, tern_op_t *op, value_t address, const place_t *place);

static value_t emit_rmw(writer_t *w, tern_op_t *op, value_t address, const place_t *place) {
  value_t value = tern_tt_emit(w, tern_op_operand(op, 1), place).base;
  return tern_tt_atomic(w, tern_enum_attr_value(tern_op_attr(op, "atomic_rmw_op")), address, value,
                        tern_type_element(tern_op_operand(op, 1)->type), tern_enum_attr_value(tern_op_attr(op, "sem")));
}

static value_t emit_cas(writer_t *w, tern_op_t *op, value_t address, const place_t *place) {
  value_t expected = to_bits(w, tern_tt_emit(w, tern_op_operand(op, 1), place).base);
  value_t value = to_bits(w, tern_tt_emit(w, tern_op_operand(op, 2), place).base);
  value_t pair = build_exchange(w, address, expected, value, tern_enum_attr_value(tern_op_attr(op, "sem")));
  value_t old = tern_llvm_build_extract(&w->b, pair, &(int64_t){0}, 1);
  return from_bits(w, old, tern_tt_register_type(tern_op_result(op, 0)->type));
}

// The old value, or zero where the mask is false.
static value_t emit_masked(writer_t *w, tern_op_t *op, atomic_fn_t emit, value_t mask, const place_t *place) {
  const tern_type_t *type = tern_tt_register_type(tern_op_result(op, 0)->type);
  size_t memo_count = w->memos.count;
  tern_op_t *branch = NULL;
  if (mask) {
    branch = tern_build(&w->b, TERN_SCF(IF), .operands = TERN_VALUES(mask), .types = TERN_TYPES(type), .regions = 2);
    tern_builder_add_block(&w->b, &branch->regions[0], (tern_types_t){0});
  }
  value_t address = tern_tt_emit(w, tern_op_operand(op, 0), place).base, old = emit(w, op, address, place);
  w->memos.count = memo_count;
  if (!branch) return old;
  tern_build(&w->b, TERN_SCF(YIELD), .operands = TERN_VALUES(old));
  tern_builder_add_block(&w->b, &branch->regions[1], (tern_types_t){0});
  tern_build(&w->b, TERN_SCF(YIELD), .operands = TERN_VALUES(tern_arith_constant(&w->b, tern_arith_zero_attr(type))));
  tern_builder_set_after(&w->b, branch);
  return tern_op_result(branch, 0);
}

// As in a store, operands are read before memory is changed.
static void settle_operands(writer_t *w, tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    bool is_tensor = value->type->kind == TERN_TYPE_TENSOR;
    if (is_tensor && tern_tt_holds_load(w, value)) tern_tt_set_buffer(w, value, tern_tt_buffer(w, value));
  }
}

static void write_atomic(writer_t *w, tern_op_t *op, atomic_fn_t emit) {
  tern_value_t *result = tern_op_result(op, 0);
  tern_value_t *mask = tern_op_is(op, TERN_TT(ATOMIC_RMW)) ? tern_op_operand_named(op, "mask") : NULL;
  bool is_tensor = result->type->kind == TERN_TYPE_TENSOR, is_used = tern_value_has_uses(result);
  const int64_t *dims = is_tensor ? tern_type_dims(result->type) : NULL;
  settle_operands(w, op);
  value_t buffer =
      is_tensor && is_used ? tern_tt_allocate(w, result->type, tern_type_element_count(result->type)) : NULL;
  nest_t nest = tern_tt_nest_begin(w, dims, is_tensor ? tern_type_rank(result->type) : 0, 0);
  value_t condition = mask ? tern_tt_emit(w, mask, &nest.place).base : NULL;
  value_t old = emit_masked(w, op, emit, condition, &nest.place);
  element_t element = element_of(old);
  if (buffer) tern_tt_write(w, buffer, result->type, &nest.place, dims, &element);
  tern_tt_nest_end(w, &nest);
  if (buffer) tern_tt_set_buffer(w, result, buffer);
  if (!is_tensor) tern_tt_set_scalars(w, result, &old, 1);
}

static void write_rmw(writer_t *w, tern_op_t *op) { write_atomic(w, op, emit_rmw); }
static void write_cas(writer_t *w, tern_op_t *op) { write_atomic(w, op, emit_cas); }

const statement_row_t tern_tt_atomic_statements[] = {
    {TERN_TT(ATOMIC_RMW), write_rmw}, {TERN_TT(ATOMIC_CAS), write_cas}, {0}};
