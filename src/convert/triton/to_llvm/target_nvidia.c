// What NVIDIA's GPUs do of what GPUs differ in; see to_llvm.h (upstream: NVIDIA::TargetInfo).

#include "convert/gpu_to_llvm/common/common.h"
#include "convert/triton/to_llvm/ptx.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"

enum { GLOBAL_SPACE = 1, SHARED_SPACE = 3, WARP_SIZE = 32 };

static tern_value_t *read_register(tern_builder_t *b, const tern_op_row_t *row) {
  return tern_build_value(b, row, .types = TERN_TYPES(tern_emit_i(b, 32)));
}

static tern_value_t *thread_id(tern_builder_t *b) { return read_register(b, TERN_NVVM(READ_PTX_SREG_TID_X)); }

// Where blocks form clusters, a program is a cluster.
static tern_value_t *program_id(tern_conversion_t *conversion, int64_t axis) {
  bool is_cluster = tern_triton_lowering_of(conversion)->cta_count > 1;
  const tern_op_row_t *first = is_cluster ? TERN_NVVM(READ_PTX_SREG_CLUSTERID_X) : TERN_NVVM(READ_PTX_SREG_CTAID_X);
  return read_register(tern_triton_builder(conversion), first + axis);
}

static tern_value_t *program_count(tern_conversion_t *conversion, int64_t axis) {
  bool is_cluster = tern_triton_lowering_of(conversion)->cta_count > 1;
  const tern_op_row_t *first = is_cluster ? TERN_NVVM(READ_PTX_SREG_NCLUSTERID_X) : TERN_NVVM(READ_PTX_SREG_NCTAID_X);
  return read_register(tern_triton_builder(conversion), first + axis);
}

static tern_value_t *cluster_block_id(tern_builder_t *b) {
  return read_register(b, TERN_NVVM(READ_PTX_SREG_CLUSTER_CTARANK));
}

// --- warps ---

tern_value_t *tern_triton_nvidia_shuffle(tern_builder_t *b, tern_triton_shuffle_t kind, tern_value_t *word,
                                         tern_value_t *lane) {
  static const int64_t kinds[] = {
      [TERN_TRITON_SHUFFLE_XOR] = TERN_NVVM_SHFL_KIND_BFLY,
      [TERN_TRITON_SHUFFLE_UP] = TERN_NVVM_SHFL_KIND_UP,
      [TERN_TRITON_SHUFFLE_DOWN] = TERN_NVVM_SHFL_KIND_DOWN,
      [TERN_TRITON_SHUFFLE_INDEX] = TERN_NVVM_SHFL_KIND_IDX,
  };
  // The last lane that may be read; of shuffles up, the first.
  tern_value_t *all = tern_emit_i32(b, -1),
               *clamp = tern_emit_i32(b, kind == TERN_TRITON_SHUFFLE_UP ? 0 : WARP_SIZE - 1);
  return tern_build_value(
      b, TERN_NVVM(SHFL_SYNC), .operands = TERN_VALUES(all, word, lane, clamp), .types = TERN_TYPES(word->type),
      .attrs = TERN_ATTRS({"kind", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_SHFL_KIND, kinds[kind])}));
}

static tern_value_t *shuffle(tern_conversion_t *conversion, tern_triton_shuffle_t kind, tern_value_t *word,
                             tern_value_t *lane) {
  return tern_triton_nvidia_shuffle(tern_triton_builder(conversion), kind, word, lane);
}

static tern_value_t *ballot(tern_builder_t *b, tern_value_t *condition) {
  const tern_attr_t *kind =
      tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_VOTE_SYNC_KIND, TERN_NVVM_VOTE_SYNC_KIND_BALLOT);
  tern_value_t *all = tern_emit_i32(b, -1);
  return tern_build_value(b, TERN_NVVM(VOTE_SYNC), .operands = TERN_VALUES(all, condition),
                          .types = TERN_TYPES(tern_emit_i(b, 32)), .attrs = TERN_ATTRS({"kind", kind}));
}

static tern_value_t *permute(tern_builder_t *b, tern_value_t *low, tern_value_t *high, tern_value_t *selector) {
  return tern_emit_intrinsic(b, "llvm.nvvm.prmt", low->type, TERN_VALUES(low, high, selector));
}

// --- barriers ---

// The block's barrier everywhere: --convert-warp-specialize-to-llvm gives partitions of warps barriers of their own.
static void barrier(tern_conversion_t *conversion, tern_op_t *op) {
  (void)op;
  tern_build(tern_triton_builder(conversion), TERN_NVVM(BARRIER0), .types = {0});
}

static void warp_barrier(tern_builder_t *b) {
  tern_value_t *all = tern_emit_i32(b, -1);
  tern_build(b, TERN_NVVM(BAR_WARP_SYNC), .operands = TERN_VALUES(all), .types = {0});
}

static void cluster_barrier(tern_builder_t *b) {
  const tern_attr_t *aligned = tern_unit_attr_get(b->context);
  tern_build(b, TERN_NVVM(CLUSTER_ARRIVE), .types = {0}, .attrs = TERN_ATTRS({"aligned", aligned}));
  tern_build(b, TERN_NVVM(CLUSTER_WAIT), .types = {0}, .attrs = TERN_ATTRS({"aligned", aligned}));
}

// --- shared memory ---

// The address in the memory of another block of the cluster.
static tern_value_t *map_to_block(tern_builder_t *b, tern_value_t *pointer, tern_value_t *block) {
  return tern_emit_asm(b, TERN_STR("mapa.shared::cluster.u32 $0, $1, $2;"), TERN_STR("=r,r,r"), false, pointer->type,
                       TERN_VALUES(pointer, block));
}

// Sizes of what is accessed: words of `bits` bits, `count` of them, as one instruction takes them.
typedef struct words {
  uint32_t bits;
  int64_t count;
} words_t;

static words_t words_of(const tern_type_t *type) {
  uint64_t bits = tern_llvm_type_size(type) * 8;
  const tern_type_t *element = type->kind == TERN_TYPE_VECTOR ? tern_type_element(type) : type;
  uint64_t width = tern_llvm_type_size(element) * 8;
  if (bits > 32 && width < 32) width = 32;  // pairs and fours of small elements
  return (words_t){(uint32_t)width, (int64_t)(bits / width)};
}

enum { MAX_BYTES = 16 };

static tern_value_t *load_words(tern_builder_t *b, tern_value_t *pointer, bool is_remote, const tern_type_t *type,
                                tern_value_t *condition) {
  words_t words = words_of(type);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int results[4];
  for (int64_t i = 0; i < words.count; ++i) results[i] = tern_ptx_result(&ptx, words.bits);
  int address = tern_ptx_operand(&ptx, 'r', pointer);
  if (condition) tern_ptx_predicate(&ptx, condition);
  tern_ptx_text(&ptx, is_remote ? "ld.shared::cluster" : "ld.shared");
  if (words.count > 1) tern_ptx_format(&ptx, ".v%d", (int)words.count);
  tern_ptx_format(&ptx, ".b%u ", words.bits);
  tern_ptx_list(&ptx, results, (size_t)words.count);
  tern_ptx_format(&ptx, ", [ $%d + 0 ];", address);
  return tern_ptx_finish_as(&ptx, b, true, type, words.bits, (size_t)words.count);
}

// A plain access, of which the whole lies aligned.
static void set_alignment(tern_builder_t *b, tern_op_t *op, uint64_t size) {
  tern_op_set_attr(op, "alignment", tern_integer_attr_get(tern_emit_i(b, 64), (int64_t)size));
}

static bool holds_always(const tern_value_t *condition) {
  int64_t number;
  return !condition || (tern_emit_is_constant(condition, &number) && number);
}

static tern_value_t *load_shared(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *block,
                                 const tern_type_t *type, tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(conversion);
  uint64_t size = tern_llvm_type_size(type);
  if (holds_always(condition)) condition = NULL;
  if (!condition && !block && size <= MAX_BYTES) {
    tern_value_t *value = tern_emit_load(b, type, pointer);
    set_alignment(b, tern_value_defining_op(value), size);
    return value;
  }
  if (size <= MAX_BYTES) {
    if (block) pointer = map_to_block(b, pointer, block);
    return load_words(b, pointer, block != NULL, type, condition);
  }
  // In halves.
  int64_t count = tern_type_dim(type, 0);
  const tern_type_t *half = tern_emit_vector_of(tern_type_element(type), count / 2);
  tern_value_t *vector = tern_emit_undef(b, type);
  for (int64_t part = 0; part < 2; ++part) {
    tern_value_t *address = tern_emit_gep_bytes(b, pointer, part * (int64_t)(size / 2));
    tern_value_t *values = load_shared(conversion, address, block, half, condition);
    for (int64_t i = 0; i < count / 2; ++i)
      vector = tern_emit_with_element(b, vector, tern_emit_element(b, values, i), part * (count / 2) + i);
  }
  return vector;
}

static void store_words(tern_builder_t *b, tern_value_t *pointer, bool is_remote, tern_value_t *value,
                        tern_value_t *condition) {
  words_t words = words_of(value->type);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int address = tern_ptx_operand(&ptx, 'r', pointer), operands[4];
  tern_ptx_words(&ptx, b, value, words.bits, (size_t)words.count, operands);
  if (condition) tern_ptx_predicate(&ptx, condition);
  tern_ptx_text(&ptx, is_remote ? "st.shared::cluster" : "st.shared");
  if (words.count > 1) tern_ptx_format(&ptx, ".v%d", (int)words.count);
  tern_ptx_format(&ptx, ".b%u [ $%d + 0 ], ", words.bits, address);
  tern_ptx_list(&ptx, operands, (size_t)words.count);
  tern_ptx_text(&ptx, ";");
  tern_ptx_finish(&ptx, b, true, NULL);
}

static void store_shared(tern_conversion_t *conversion, tern_value_t *pointer, tern_value_t *block, tern_value_t *value,
                         tern_value_t *condition) {
  tern_builder_t *b = tern_triton_builder(conversion);
  uint64_t size = tern_llvm_type_size(value->type);
  if (holds_always(condition)) condition = NULL;
  if (!condition && !block && size <= MAX_BYTES) {
    tern_op_t *store = tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, pointer), .types = {0});
    set_alignment(b, store, size);
    return;
  }
  if (size <= MAX_BYTES) {
    if (block) pointer = map_to_block(b, pointer, block);
    store_words(b, pointer, block != NULL, value, condition);
    return;
  }
  int64_t count = tern_type_dim(value->type, 0);
  const tern_type_t *half = tern_emit_vector_of(tern_type_element(value->type), count / 2);
  for (int64_t part = 0; part < 2; ++part) {
    tern_value_t *values = tern_emit_undef(b, half);
    for (int64_t i = 0; i < count / 2; ++i)
      values = tern_emit_with_element(b, values, tern_emit_element(b, value, part * (count / 2) + i), i);
    tern_value_t *address = tern_emit_gep_bytes(b, pointer, part * (int64_t)(size / 2));
    store_shared(conversion, address, block, values, condition);
  }
}

// --- printing, assertions ---

static const tern_type_t *generic_pointer(tern_builder_t *b) { return tern_llvm_ptr_type(b->context, 0); }

// vprintf takes its values from a struct on the stack.
static void print(tern_conversion_t *conversion, tern_str_t format, tern_values_t values) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_op_t *module = tern_triton_lowering_of(conversion)->module;
  const tern_type_t *pointer = generic_pointer(b), *i32 = tern_emit_i(b, 32);
  tern_op_t *vprintf_function =
      tern_llvm_runtime_function(b, module, "vprintf", i32, TERN_TYPES(pointer, pointer), false);
  if (!vprintf_function) return;
  tern_value_t *text = tern_gpu_make_text(b, module, "printfFormat_", format, 0), *memory = tern_emit_zero(b, pointer);
  if (values.count > 0) {
    const tern_type_t **types =
        tern_arena_alloc_array(&tern_triton_lowering_of(conversion)->arena, values.count, sizeof *types);
    for (size_t i = 0; i < values.count; ++i) types[i] = values.values[i]->type;
    const tern_type_t *type = tern_llvm_struct_type(b->context, (tern_types_t){types, values.count}, false);
    memory = tern_llvm_make_alloca(b, type, tern_emit_i32(b, 1));
    for (size_t i = 0; i < values.count; ++i) {
      int32_t indices[] = {0, (int32_t)i};
      tern_emit_store(b, values.values[i], tern_llvm_build_gep(b, type, memory, NULL, indices, 2));
    }
  }
  tern_llvm_make_call(b, vprintf_function, TERN_VALUES(text, memory));
}

static void fail(tern_conversion_t *conversion, tern_str_t message, tern_str_t file, tern_str_t function,
                 int64_t line) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_op_t *module = tern_triton_lowering_of(conversion)->module;
  const tern_type_t *pointer = generic_pointer(b), *i32 = tern_emit_i(b, 32), *i64 = tern_emit_i(b, 64);
  tern_op_t *assert_function = tern_llvm_runtime_function(b, module, "__assertfail", tern_llvm_void_type(b->context),
                                                          TERN_TYPES(pointer, pointer, i32, pointer, i64), false);
  if (!assert_function) return;
  const tern_attr_t *noreturn = tern_string_attr_get(b->context, TERN_STR("noreturn"));
  tern_op_set_attr(assert_function, "passthrough", tern_array_attr_get(b->context, &noreturn, 1));
  tern_value_t *message_text = tern_gpu_make_text(b, module, "assertMessage_", message, 0);
  tern_value_t *file_text = tern_gpu_make_text(b, module, "assertFile_", file, 0);
  tern_value_t *function_text = tern_gpu_make_text(b, module, "assertFunc_", function, 0);
  tern_value_t *number = tern_emit_i32(b, line), *char_size = tern_emit_int(b, 64, 1);
  tern_llvm_make_call(b, assert_function, TERN_VALUES(message_text, file_text, number, function_text, char_size));
}

// --- functions ---

static const tern_attr_t *i32_attr(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 32), value);
}

static const tern_attr_t *one_size(tern_context_t *context, int64_t size) {
  return tern_dense_i32_array_attr_get(context, (int32_t[]){(int32_t)size}, 1);
}

static void mark_function(tern_triton_lowering_t *lowering, tern_op_t *function, bool is_kernel, int64_t threads) {
  tern_context_t *context = lowering->llvm.context;
  if (is_kernel) {
    const tern_type_t *flag = tern_integer_type_get(context, 1, TERN_UNSIGNED);
    tern_op_set_attr(function, "nvvm.kernel", tern_integer_attr_get(flag, 1));
  }
  const tern_attr_t *registers = tern_op_attr(lowering->module, "ttg.maxnreg");
  if (registers) tern_op_set_attr(function, "nvvm.maxnreg", i32_attr(context, tern_integer_attr_value(registers)));
  if (is_kernel && lowering->cta_count > 1)
    tern_op_set_attr(function, "nvvm.cluster_dim", one_size(context, lowering->cta_count));
  tern_op_set_attr(function, "nvvm.reqntid", one_size(context, threads));
}

// --- roundings ---

static tern_value_t *cut_f64(tern_builder_t *b, tern_value_t *number) {
  return tern_emit_intrinsic(b, "llvm.nvvm.d2f.rz", tern_emit_f32_type(b), TERN_VALUES(number));
}

static tern_value_t *halve(tern_builder_t *b, tern_value_t *number, const tern_type_t *type, bool is_cut) {
  if (type->kind == TERN_TYPE_BF16)
    return tern_emit_intrinsic(b, is_cut ? "llvm.nvvm.f2bf16.rz" : "llvm.nvvm.f2bf16.rn", type, TERN_VALUES(number));
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int made = tern_ptx_result_in(&ptx, 'h'), given = tern_ptx_operand(&ptx, 'r', number);
  tern_ptx_format(&ptx, "cvt.%s.f16.f32 $%d, $%d;", is_cut ? "rz" : "rn", made, given);
  return tern_ptx_finish(&ptx, b, false, type);
}

static tern_value_t *add_cut(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return tern_emit_intrinsic(b, "llvm.nvvm.add.rz.f", x->type, TERN_VALUES(x, y));
}

const tern_triton_target_t tern_triton_nvidia = {
    .name = "cuda",
    .compares_transits = true,
    .global_space = GLOBAL_SPACE,
    .shared_space = SHARED_SPACE,
    .thread_id = thread_id,
    .program_id = program_id,
    .program_count = program_count,
    .cluster_block_id = cluster_block_id,
    .shuffle = shuffle,
    .ballot = ballot,
    .permute = permute,
    .barrier = barrier,
    .warp_barrier = warp_barrier,
    .cluster_barrier = cluster_barrier,
    .load_shared = load_shared,
    .store_shared = store_shared,
    .print = print,
    .fail = fail,
    .mark_function = mark_function,
    .cut_f64 = cut_f64,
    .halve = halve,
    .add_cut = add_cut,
};
