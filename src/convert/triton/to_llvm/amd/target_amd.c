// What AMD's GPUs do of what GPUs differ in; see to_llvm.h (upstream: AMD::TargetInfo).

#include "convert/gpu_to_llvm/common/common.h"
#include "convert/triton/to_llvm/amd/branch.h"
#include "convert/triton/to_llvm/amd/reduce_wave.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/rocdl/rocdl.h"

enum { GLOBAL_SPACE = 1, SHARED_SPACE = 3, CONSTANT_SPACE = 4, ALL_ROWS = 0xF };

static tern_amd_family_t family_of(const tern_conversion_t *conversion) {
  return tern_triton_lowering_of(conversion)->chip.family;
}

static const tern_attr_t *i32_attr(tern_builder_t *b, int64_t value) {
  return tern_integer_attr_get(tern_emit_i(b, 32), value);
}

static const tern_attr_t *flag_attr(tern_builder_t *b, bool value) {
  return tern_integer_attr_get(tern_emit_i(b, 1), value ? -1 : 0);
}

// --- ids ---

static tern_value_t *read_id(tern_builder_t *b, const tern_op_row_t *row) {
  return tern_build_value(b, row, .types = TERN_TYPES(tern_emit_i(b, 32)));
}

static tern_value_t *thread_id(tern_builder_t *b) { return read_id(b, TERN_ROCDL(WORKITEM_ID_X)); }

// Where blocks form clusters, a program is a cluster.
static tern_value_t *program_id(tern_conversion_t *conversion, int64_t axis) {
  bool is_cluster = tern_triton_lowering_of(conversion)->cta_count > 1;
  return read_id(tern_triton_builder(conversion),
                 (is_cluster ? TERN_ROCDL(CLUSTER_ID_X) : TERN_ROCDL(WORKGROUP_ID_X)) + axis);
}

// What the packet of the launch says (hsa_kernel_dispatch_packet_t): threads of the grid in each dimension, and before them threads of
// a block, all of which lie along x.
static tern_value_t *program_count(tern_conversion_t *conversion, int64_t axis) {
  enum { BLOCK_OFFSET = 4, GRID_OFFSET = 12 };
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *packet = tern_emit_intrinsic(b, "llvm.amdgcn.dispatch.ptr",
                                             tern_llvm_ptr_type(b->context, CONSTANT_SPACE), (tern_values_t){0});
  tern_value_t *place = tern_emit_gep_bytes(b, packet, GRID_OFFSET + axis * 4);
  tern_value_t *count = tern_emit_load(b, tern_emit_i(b, 32), place);
  if (axis > 0) return count;
  tern_value_t *size = tern_emit_load(b, tern_emit_i(b, 16), tern_emit_gep_bytes(b, packet, BLOCK_OFFSET));
  count = tern_emit_binary(b, TERN_LLVM(UDIV), count, tern_emit_resize(b, size, 32));
  return tern_emit_udiv(b, count, tern_triton_lowering_of(conversion)->cta_count);
}

static tern_value_t *cluster_block_id(tern_builder_t *b) {
  return tern_emit_intrinsic(b, "llvm.amdgcn.cluster.workgroup.id.x", tern_emit_i(b, 32), (tern_values_t){0});
}

// --- waves ---

static tern_value_t *lane_id(tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *all = tern_emit_i32(b, -1), *zero = tern_emit_i32(b, 0);
  const tern_type_t *i32 = zero->type;
  tern_value_t *low = tern_emit_op(b, TERN_ROCDL(MBCNT_LO), i32, TERN_VALUES(all, zero));
  bool is_wide = tern_triton_lowering_of(conversion)->warp_size > 32;
  return is_wide ? tern_emit_op(b, TERN_ROCDL(MBCNT_HI), i32, TERN_VALUES(all, low)) : low;
}

static tern_value_t *take_from(tern_builder_t *b, tern_value_t *lane, tern_value_t *word) {
  return tern_emit_op(b, TERN_ROCDL(DS_BPERMUTE), word->type, TERN_VALUES(tern_emit_shl(b, lane, 2), word));
}

// The word of the lane that `control` names; where the mask of banks is 0 it is `old`.
static tern_value_t *move_in_row(tern_builder_t *b, tern_value_t *old, tern_value_t *word, int64_t control,
                                 int64_t banks) {
  return tern_build_value(b, TERN_ROCDL(UPDATE_DPP), .operands = TERN_VALUES(old, word),
                          .types = TERN_TYPES(word->type),
                          .attrs = TERN_ATTRS({"dppCtrl", i32_attr(b, control)}, {"rowMask", i32_attr(b, ALL_ROWS)},
                                              {"bankMask", i32_attr(b, banks)}, {"boundCtrl", flag_attr(b, false)}));
}

// Lanes of a row of 16 exchange words: pairs and halves of four by a permutation, others by two shifts.
static tern_value_t *exchange_in_row(tern_builder_t *b, tern_value_t *word, int64_t distance) {
  enum { PERMUTE_1032 = 0xB1, PERMUTE_2301 = 0x4E, SHIFT_LEFT = 0x100, SHIFT_RIGHT = 0x110, EVERY_BANK = 0xF };
  if (distance == 1) return move_in_row(b, word, word, PERMUTE_1032, EVERY_BANK);
  if (distance == 2) return move_in_row(b, word, word, PERMUTE_2301, EVERY_BANK);
  // Upper banks get what is below them, then lower ones what is above.
  int64_t upper = distance == 4 ? 0xA : 0xC;
  tern_value_t *shifted = move_in_row(b, word, word, SHIFT_RIGHT + distance, upper);
  return move_in_row(b, shifted, word, SHIFT_LEFT + distance, EVERY_BANK & ~upper);
}

static bool has_row_moves(tern_amd_family_t family) {
  return (family >= TERN_AMD_CDNA2 && family <= TERN_AMD_CDNA4) || family == TERN_AMD_RDNA3 || family == TERN_AMD_RDNA4;
}

static tern_value_t *exchange(tern_conversion_t *conversion, tern_value_t *word, int64_t distance) {
  // The pattern of ds_swizzle: five bits that lanes are and-ed with, then bits for or and for xor.
  enum { ROW = 16, SWIZZLE = 0x1F, XOR_SHIFT = 10 };
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_amd_family_t family = family_of(conversion);
  if (distance < ROW && has_row_moves(family)) return exchange_in_row(b, word, distance);
  if (distance == ROW && tern_amd_is_rdna(family)) {
    tern_value_t *low = tern_emit_i32(b, 0x76543210), *high = tern_emit_i32(b, (int32_t)0xFEDCBA98);
    return tern_build_value(b, TERN_ROCDL(PERMLANEX16), .operands = TERN_VALUES(word, word, low, high),
                            .types = TERN_TYPES(word->type),
                            .attrs = TERN_ATTRS({"fi", flag_attr(b, true)}, {"boundControl", flag_attr(b, false)}));
  }
  tern_value_t *pattern = tern_emit_i32(b, distance << XOR_SHIFT | SWIZZLE);
  return tern_emit_op(b, TERN_ROCDL(DS_SWIZZLE), word->type, TERN_VALUES(word, pattern));
}

static tern_value_t *shuffle(tern_conversion_t *conversion, tern_triton_shuffle_t kind, tern_value_t *word,
                             tern_value_t *lane) {
  enum { HALF = 32 };
  tern_builder_t *b = tern_triton_builder(conversion);
  int64_t distance;
  if (kind == TERN_TRITON_SHUFFLE_INDEX) return take_from(b, lane, word);
  bool is_power = kind == TERN_TRITON_SHUFFLE_XOR && tern_emit_is_constant(lane, &distance) && distance > 0 &&
                  distance < HALF && (distance & (distance - 1)) == 0;
  if (is_power) return exchange(conversion, word, distance);
  tern_value_t *own = lane_id(conversion);
  if (kind == TERN_TRITON_SHUFFLE_XOR) return take_from(b, tern_emit_xor(b, own, lane), word);
  // Beyond the end a lane has its own.
  bool is_up = kind == TERN_TRITON_SHUFFLE_UP;
  tern_value_t *other = is_up ? tern_emit_sub(b, own, lane) : tern_emit_add(b, own, lane);
  tern_value_t *end = tern_emit_i32(b, tern_triton_lowering_of(conversion)->warp_size);
  tern_value_t *is_inside = tern_emit_icmp(b, TERN_EMIT_ULT, other, end);
  return take_from(b, tern_emit_select(b, is_inside, other, own), word);
}

static tern_value_t *ballot(tern_builder_t *b, tern_value_t *condition) {
  return tern_build_value(b, TERN_ROCDL(BALLOT), .operands = TERN_VALUES(condition),
                          .types = TERN_TYPES(tern_emit_i(b, 64)));
}

// v_perm takes its first operand for the high bytes, and a byte of the selector for each.
static tern_value_t *permute(tern_builder_t *b, tern_value_t *low, tern_value_t *high, tern_value_t *selector) {
  tern_value_t *spread = selector;
  static const struct {
    int64_t keep, move, bits;
  } steps[] = {{0xFF, 0xFF00, 8}, {0xF000F, 0xF000F0, 4}};
  for (size_t i = 0; i < 2; ++i) {
    tern_value_t *kept = tern_emit_and(b, spread, tern_emit_i32(b, steps[i].keep));
    tern_value_t *moved = tern_emit_and(b, spread, tern_emit_i32(b, steps[i].move));
    spread = tern_emit_or(b, kept, tern_emit_shl(b, moved, steps[i].bits));
  }
  return tern_emit_intrinsic(b, "llvm.amdgcn.perm", low->type, TERN_VALUES(high, low, spread));
}

// --- barriers ---

// A barrier of shared memory alone lets accesses to global memory go on: CDNA waits for what it counts of the former.
static void barrier(tern_conversion_t *conversion, tern_op_t *op) {
  enum { ALL_BUT_SHARED = ~(0x1F << 8) };
  tern_builder_t *b = tern_triton_builder(conversion);
  if (!tern_op_is(op, TERN_TTG(LOCAL_BARRIER)) || !tern_amd_is_cdna(family_of(conversion))) {
    tern_build(b, TERN_ROCDL(BARRIER), .types = {0});
    return;
  }
  tern_build(b, TERN_ROCDL(S_WAITCNT), .types = {0}, .attrs = TERN_ATTRS({"bitfield", i32_attr(b, ALL_BUT_SHARED)}));
  tern_build(b, TERN_ROCDL(S_BARRIER), .types = {0});
}

// The accesses of a wave are in order. What is left is that the compiler keeps it.
static void warp_barrier(tern_builder_t *b) {
  const tern_attr_t *scope = tern_string_attr_get(b->context, TERN_STR("wavefront"));
  static const int64_t orders[] = {TERN_LLVM_ORDERING_RELEASE, TERN_LLVM_ORDERING_ACQUIRE};
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *order = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ATOMIC_ORDERING), orders[i]);
    tern_build(b, TERN_LLVM(FENCE), .types = {0}, .attrs = TERN_ATTRS({"ordering", order}, {"syncscope", scope}));
    if (i == 0) tern_emit_intrinsic(b, "llvm.amdgcn.wave.barrier", NULL, (tern_values_t){0});
  }
}

// --- shared memory ---

static tern_triton_memory_flags_t flags_of(const tern_type_t *type) {
  enum { MAX_ALIGNMENT = 16 };
  int64_t size = (int64_t)tern_llvm_type_size(type);
  return (tern_triton_memory_flags_t){.alignment = size < MAX_ALIGNMENT ? size : MAX_ALIGNMENT};
}

static tern_value_t *load_shared(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *block,
                                 const tern_type_t *type, tern_value_t *condition) {
  (void)block;
  return tern_triton_load_if(conversion, condition, type, pointer, NULL, flags_of(type));
}

static void store_shared(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *block, tern_value_t *value,
                         tern_value_t *condition) {
  (void)block;
  tern_triton_store_if(conversion, condition, value, pointer, flags_of(value->type));
}

// --- printing, assertions ---

typedef struct printer {
  tern_conversion_t *conversion;
  tern_builder_t *b;
  tern_value_t *message;  // i64: the state of what is printed
} printer_t;

static bool call_printer(printer_t *printer, const char *name, tern_values_t args) {
  enum { MAX_ARGS = 10 };
  const tern_type_t *types[MAX_ARGS], *i64 = tern_emit_i(printer->b, 64);
  for (size_t i = 0; i < args.count; ++i) types[i] = args.values[i]->type;
  tern_op_t *function = tern_llvm_runtime_function(printer->b, tern_triton_lowering_of(printer->conversion)->module,
                                                   name, i64, (tern_types_t){types, args.count}, false);
  if (function) printer->message = tern_llvm_make_call(printer->b, function, args);
  return function != NULL;
}

// The printer takes words of 64 bits.
static tern_value_t *widen(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *i64 = tern_emit_i(b, 64);
  if (!tern_type_is_integer(value->type)) return tern_emit_bitcast(b, value, i64);
  return tern_integer_type_width(value->type) < 64 ? tern_emit_unary(b, TERN_LLVM(SEXT), i64, value) : value;
}

// Functions of ROCm's device library, which hand the text to the host: of values seven at a time.
static bool print_text(printer_t *printer, tern_str_t text, tern_values_t values) {
  enum { AT_ONCE = 7 };
  tern_builder_t *b = printer->b;
  tern_value_t *zero = tern_emit_int(b, 64, 0),
               *global = tern_gpu_make_text(b, tern_triton_lowering_of(printer->conversion)->module, "printfFormat_",
                                            text, 0);
  tern_value_t *size = tern_emit_int(b, 64, (int64_t)text.size + 1), *is_last = tern_emit_i32(b, values.count == 0);
  if (!call_printer(printer, "__ockl_printf_append_string_n", TERN_VALUES(printer->message, global, size, is_last)))
    return false;
  for (size_t first = 0; first < values.count; first += AT_ONCE) {
    size_t count = values.count - first < AT_ONCE ? values.count - first : AT_ONCE;
    tern_value_t *args[AT_ONCE + 3] = {printer->message, tern_emit_i32(b, (int64_t)count)};
    for (size_t i = 0; i < AT_ONCE; ++i) args[i + 2] = i < count ? widen(b, values.values[first + i]) : zero;
    args[AT_ONCE + 2] = tern_emit_i32(b, first + count == values.count);
    if (!call_printer(printer, "__ockl_printf_append_args", (tern_values_t){args, AT_ONCE + 3})) return false;
  }
  return true;
}

static void print(tern_conversion_t *conversion, tern_str_t format, tern_values_t values) {
  tern_builder_t *b = tern_triton_builder(conversion);
  printer_t printer = {conversion, b, NULL};
  tern_value_t *zero = tern_emit_int(b, 64, 0);
  if (call_printer(&printer, "__ockl_printf_begin", TERN_VALUES(zero))) print_text(&printer, format, values);
}

static void fail(tern_conversion_t *conversion, tern_str_t message, tern_str_t file, tern_str_t function,
                 int64_t line) {
  tern_builder_t *b = tern_triton_builder(conversion);
  printer_t printer = {conversion, b, NULL};
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "device assertion failed: '%.*s', in %.*s at %.*s:%lld\n", (int)message.size,
                                    message.data, (int)function.size, function.data, (int)file.size, file.data,
                                    (long long)line);
  if (call_printer(&printer, "__ockl_fprintf_stderr_begin", (tern_values_t){0}))
    print_text(&printer, tern_string_builder_view(&text), (tern_values_t){0});
  tern_string_builder_deinitialize(&text);
  tern_emit_intrinsic(b, "llvm.trap", NULL, (tern_values_t){0});
}

// --- functions ---

static void mark_function(tern_triton_lowering_t *lowering, tern_op_t *function, bool is_kernel, int64_t threads) {
  tern_context_t *context = lowering->llvm.context;
  if (!is_kernel) return;
  tern_string_builder_t sizes = {0};
  tern_string_builder_append_format(&sizes, "1,%lld", (long long)threads);
  tern_op_set_attr(function, "rocdl.kernel", tern_unit_attr_get(context));
  tern_op_set_attr(function, "rocdl.flat_work_group_size",
                   tern_string_attr_get(context, tern_string_builder_view(&sizes)));
  tern_string_builder_deinitialize(&sizes);
  tern_op_set_attr(function, "rocdl.reqd_work_group_size",
                   tern_dense_i32_array_attr_get(context, (int32_t[]){(int32_t)threads, 1, 1}, 3));
}

// --- roundings ---

// The number before, if what was rounded is further from zero than it was.
static tern_value_t *step_back(tern_builder_t *b, tern_value_t *rounded, tern_value_t *is_beyond) {
  const tern_type_t *bits = tern_emit_i(b, (uint32_t)tern_type_bit_width(rounded->type));
  tern_value_t *code = tern_emit_bitcast(b, rounded, bits);
  tern_value_t *step = tern_emit_resize(b, is_beyond, (uint32_t)tern_type_bit_width(rounded->type));
  return tern_emit_bitcast(b, tern_emit_sub(b, code, step), rounded->type);
}

static tern_value_t *magnitude(tern_builder_t *b, tern_value_t *x) {
  return tern_emit_unary(b, TERN_LLVM(INTR_FABS), x->type, x);
}

static tern_value_t *cut(tern_builder_t *b, tern_value_t *number, const tern_type_t *type) {
  tern_value_t *rounded = tern_emit_unary(b, TERN_LLVM(FPTRUNC), type, number);
  tern_value_t *back = tern_emit_unary(b, TERN_LLVM(FPEXT), number->type, rounded);
  tern_value_t *is_beyond = tern_emit_fcmp(b, TERN_EMIT_OGT, magnitude(b, back), magnitude(b, number));
  return step_back(b, rounded, is_beyond);
}

static tern_value_t *cut_f64(tern_builder_t *b, tern_value_t *number) { return cut(b, number, tern_emit_f32_type(b)); }

static tern_value_t *halve(tern_builder_t *b, tern_value_t *number, const tern_type_t *type, bool is_cut) {
  return is_cut ? cut(b, number, type) : tern_emit_unary(b, TERN_LLVM(FPTRUNC), type, number);
}

// The rounded sum is too large if less than y remains of it without x.
static tern_value_t *add_cut(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  tern_value_t *sum = tern_emit_binary(b, TERN_LLVM(FADD), x, y);
  tern_value_t *rest = tern_emit_binary(b, TERN_LLVM(FSUB), sum, y);
  return step_back(b, sum, tern_emit_fcmp(b, TERN_EMIT_OGT, magnitude(b, rest), magnitude(b, x)));
}

const tern_triton_target_t tern_triton_amd = {
    .name = "hip",
    .moves_any_vector = true,
    .global_space = GLOBAL_SPACE,
    .shared_space = SHARED_SPACE,
    .thread_id = thread_id,
    .program_id = program_id,
    .program_count = program_count,
    .cluster_block_id = cluster_block_id,
    .shuffle = shuffle,
    .ballot = ballot,
    .permute = permute,
    .reduce_lanes = tern_triton_reduce_wave,
    .barrier = barrier,
    .warp_barrier = warp_barrier,
    .load_shared = load_shared,
    .store_shared = store_shared,
    .print = print,
    .fail = fail,
    .mark_function = mark_function,
    .cut_f64 = cut_f64,
    .halve = halve,
    .add_cut = add_cut,
};
