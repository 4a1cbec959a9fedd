// --triton-nvidia-optimize-descriptor-encoding: says how the blocks of tensor descriptors lie in shared memory.
//
//   %d = tt.make_tensor_descriptor ... : <f16>, <tensor<128x64xf16>>
//   %x = tt.descriptor_load %d[%i, %j] ...
//   %m = ttg.local_alloc %x : ... -> !ttg.memdesc<128x64xf16, #shared, #smem>
//
// The descriptor is one of tensor<128x64xf16, #shared>: what is copied lies as the product wants it. Where several users want different
// things, or nobody wants any, it is nvmma_shared with the widest swizzle that the smallest tensor read or written allows. Descriptors
// that one function hands to another have that of their whole block, so that both agree without looking at each other.
//
// Loops, conditionals and branches pass descriptors on, which are one another then and are decided together.

#include "dialect/tt/tt.h"
#include "dialect/ttg/layout.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "transform/ttng/descriptor_classes.h"
#include "transform/ttng/descriptors.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

// What is known of a class of descriptors. Nothing, all zeros, goes with anything.
typedef struct wish {
  const tern_attr_t *encoding;  // that memory has which holds what is read, or NULL
  const tern_attr_t *cga;       // bases of a CGALayout of `cga_rank` dimensions, or NULL
  size_t cga_rank;
  size_t rank;  // of `shape`: the smallest tensor that is moved, or 0
  int64_t shape[MAX_RANK];
  bool is_default;  // nothing else matters
} wish_t;

// --- what is wished ---

static const tern_attr_t *no_cga(tern_context_t *context) { return tern_descriptor_cga(context, NULL, 0); }

static void combine(tern_context_t *context, wish_t *wish, const wish_t *other, size_t rank) {
  wish->is_default |= other->is_default;
  for (size_t d = 0; d < other->rank; ++d) {
    bool is_smaller = !wish->rank || other->shape[d] < wish->shape[d];
    if (is_smaller) wish->shape[d] = other->shape[d];
  }
  if (other->rank) wish->rank = other->rank;
  bool is_cga_clash = wish->cga && other->cga && (wish->cga != other->cga || wish->cga_rank != other->cga_rank);
  if (is_cga_clash || (!wish->cga && other->cga)) {
    wish->cga = is_cga_clash ? no_cga(context) : other->cga;
    wish->cga_rank = is_cga_clash ? rank : other->cga_rank;
  }
  if (!other->encoding) return;
  if (wish->encoding && wish->encoding != other->encoding) wish->is_default = true;
  wish->encoding = other->encoding;
}

// Of memory that holds what was read, if a tensor map can leave it so.
static const tern_attr_t *find_memory(const tern_op_t *op) {
  tern_value_for_each_use(&op->results[0], use) {
    const tern_op_t *user = use->owner;
    const tern_type_t *memory = NULL;
    if (tern_op_is(user, TERN_TTG(LOCAL_ALLOC))) memory = user->results[0].type;
    if (tern_op_is(user, TERN_TTG(LOCAL_STORE))) memory = tern_op_operand(user, 1)->type;
    const tern_attr_t *encoding = memory ? tern_memdesc_read(memory).encoding : NULL;
    if (tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVMMA_SHARED) && !tern_ttg_number(encoding, TERN_TTG_FIELD_TRANSPOSED))
      return encoding;
  }
  return NULL;
}

static bool reads(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}

static bool writes(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_STORE)) || tern_op_is(op, TERN_TT(DESCRIPTOR_REDUCE)) ||
         tern_op_is(op, TERN_TT(DESCRIPTOR_SCATTER));
}

// Of an op that reads or writes by a descriptor, its first operand.
static wish_t wish_of(const tern_op_t *op) {
  const tern_type_t *tensor = reads(op) ? op->results[0].type : tern_op_operand_named(op, "src")->type;
  wish_t wish = {.encoding = reads(op) ? find_memory(op) : NULL};
  const tern_attr_t *encoding = wish.encoding ? wish.encoding : tern_tensor_type_encoding(tensor);
  if (tern_ttg_is_encoding(encoding)) {
    wish.cga_rank = tern_ttg_rank(encoding);
    wish.cga = tern_descriptor_cga(tensor->context, encoding, wish.cga_rank);
  }
  size_t rank = tern_type_rank(tern_tt_type_inside(tern_op_operand(op, 0)->type)), own = tern_type_rank(tensor);
  wish.rank = rank < MAX_RANK ? rank : MAX_RANK;
  for (size_t d = 0; d < wish.rank; ++d) wish.shape[d] = d + own >= rank ? tern_type_dim(tensor, d + own - rank) : 1;
  return wish;
}

// --- functions ---

typedef struct deciding {
  tern_context_t *context;
  tern_descriptor_classes_t classes;
  TERN_VEC(wish_t) wishes;  // by position of what stands for a class
} deciding_t;

static void add_wish(deciding_t *deciding, const tern_value_t *descriptor, const wish_t *wish) {
  if (!tern_type_is_tt(descriptor->type, TERN_TT_TYPE_TENSORDESC)) return;
  size_t position = tern_descriptor_class_of(&deciding->classes, descriptor);
  combine(deciding->context, &deciding->wishes.values[position], wish,
          tern_type_rank(tern_tt_type_inside(descriptor->type)));
}

static tern_walk_result_t gather(tern_op_t *op, void *user) {
  static const wish_t by_default = {.is_default = true};
  deciding_t *deciding = user;
  if (reads(op) || writes(op)) {
    wish_t wish = wish_of(op);
    add_wish(deciding, tern_op_operand(op, 0), &wish);
  }
  bool is_border = tern_op_is(op, TERN_TT(CALL)) || tern_op_is(op, TERN_TT(RETURN)) ||
                   tern_op_is(op, TERN_TTNG(REINTERPRET_TENSOR_DESCRIPTOR));
  for (size_t i = 0; i < op->operand_count && is_border; ++i) add_wish(deciding, tern_op_operand(op, i), &by_default);
  for (size_t i = 0; i < op->result_count && is_border; ++i) add_wish(deciding, &op->results[i], &by_default);
  return TERN_WALK_ADVANCE;
}

// The type of a descriptor for what is wished; as it is where its block has too many dimensions for any layout.
static const tern_type_t *decide(const tern_type_t *descriptor, const wish_t *wish) {
  const tern_type_t *block = tern_tt_type_inside(descriptor);
  size_t rank = tern_type_rank(block);
  const tern_attr_t *encoding = NULL;
  if (rank < 1 || rank > MAX_RANK) return descriptor;
  if (!wish->is_default && wish->encoding) {
    encoding = tern_descriptor_encoding_of_rank(wish->encoding, rank);
  } else {
    bool is_free = wish->is_default;
    const tern_attr_t *cga = no_cga(block->context);
    if (!is_free && wish->cga) {
      tern_ttg_value_t values[] = {{TERN_TTG_FIELD_RANK, wish->cga_rank},
                                   {TERN_TTG_FIELD_ELEMENT_BIT_WIDTH, 8},
                                   {TERN_TTG_FIELD_CGA_LAYOUT, (uint64_t)(uintptr_t)wish->cga}};
      const tern_attr_t *holder = tern_ttg_encoding_get(block->context, TERN_TTG_ATTR_NVMMA_SHARED, values, 3);
      cga = tern_descriptor_cga(block->context, holder, rank);
    }
    const int64_t *shape = is_free || !wish->rank ? tern_type_dims(block) : wish->shape;
    encoding = tern_descriptor_default_encoding(block, cga, shape);
  }
  return tern_descriptor_with_encoding(descriptor, encoding);
}

// The function's type says what its arguments are, and its results as all functions have them.
static void update_type(tern_op_t *function) {
  static const wish_t by_default = {.is_default = true};
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_block_t *entry = tern_op_body(function, 0);
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < inputs.count + results.count; ++i) {
    bool is_input = i < inputs.count;
    const tern_type_t *old = is_input ? inputs.values[i] : results.values[i - inputs.count];
    bool is_descriptor = tern_type_is_tt(old, TERN_TT_TYPE_TENSORDESC);
    const tern_type_t *made = is_descriptor ? decide(old, &by_default) : old;
    if (is_input && entry) made = entry->args[i]->type;
    tern_vec_push(&types, made);
  }
  const tern_type_t *made =
      tern_function_type_get(tern_op_context(function), (tern_types_t){types.values, inputs.count},
                             (tern_types_t){types.values + inputs.count, results.count});
  tern_op_set_attr(function, "function_type", tern_type_attr_get(made));
  tern_vec_deinitialize(&types);
}

static void run_on(tern_op_t *function) {
  deciding_t deciding = {.context = tern_op_context(function)};
  const wish_t of_args = {.is_default = tern_symbol_visibility(function) != TERN_PUBLIC};
  tern_descriptor_classes_find(function, &deciding.classes);
  size_t count = deciding.classes.values.count;
  for (size_t i = 0; i < count; ++i) tern_vec_push(&deciding.wishes, (wish_t){.rank = 0});
  const tern_block_t *entry = tern_op_body(function, 0);
  for (size_t i = 0; entry && i < entry->arg_count; ++i) add_wish(&deciding, entry->args[i], &of_args);
  tern_op_walk_pre(function, gather, &deciding);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = deciding.classes.values.values[i];
    value->type = decide(value->type, &deciding.wishes.values[tern_descriptor_class_of(&deciding.classes, value)]);
  }
  update_type(function);
  tern_vec_deinitialize(&deciding.wishes);
  tern_descriptor_classes_deinitialize(&deciding.classes);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t functions = tern_op_collect_row(root, TERN_PREORDER, TERN_TT(FUNC));
  for (size_t i = 0; i < functions.count; ++i) run_on(functions.values[i]);
  tern_vec_deinitialize(&functions);
  return true;
}

const tern_pass_def_t tern_triton_nvidia_optimize_descriptor_encoding_pass = {
    .flag = "triton-nvidia-optimize-descriptor-encoding",
    .name = "TritonNvidiaGPUOptimizeDescriptorEncodingPass",
    .anchor = "builtin.module",
    .summary = "Say how blocks of tensor descriptors lie in shared memory",
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, NULL},
    .run = run,
};
