// --triton-nvidia-interleave-tmem: tensor memory is read, and allocated, as late as possible, so that fewer registers hold tensors at a time.
//
//   %x = ttng.tmem_load %a                     %x = ttng.tmem_load %a
//   %y = ttng.tmem_load %b            =>       ttng.tmem_store %f(x), %a
//   ttng.tmem_store %f(x), %a                  %y = ttng.tmem_load %b
//   ttng.tmem_store %f(y), %b                  ttng.tmem_store %f(y), %b
//
// What uses a load alone and stands right behind it goes with it. Nothing moves past a user, past a write to the same memory, past an
// op that may do anything, or past ttng.arrive_barrier, which may give the memory to others. Two buffers are not the same if they
// come from different allocations, or are parts of one that do not overlap.
//
// Source: upstream's pass of the same name.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"

// --- which part of an allocation ---

enum { MAX_RANK = 8 };

// Numbers from `first` to before `end` along a dimension; all of them where `is_known` is false.
typedef struct range {
  int64_t first, end;
  bool is_known;
} range_t;

typedef struct access {
  const tern_value_t *alloc;  // NULL: not known
  range_t ranges[MAX_RANK];
  size_t rank, hidden;  // dimensions of the allocation, and those in front that the descriptor has not
} access_t;

static access_t find_access(const tern_value_t *value);

static bool read_constant(const tern_value_t *value, int64_t *out) {
  const tern_op_t *op = tern_value_defined_by(value, TERN_ARITH(CONSTANT));
  const tern_attr_t *attr = op ? tern_op_attr(op, "value") : NULL;
  if (!tern_attr_is_integer(attr)) return false;
  *out = tern_integer_attr_value(attr);
  return true;
}

// Dimension `d` of the descriptor begins at `offset`, and has `size` numbers.
static void narrow(access_t *access, size_t d, bool is_known, int64_t offset, int64_t size) {
  range_t *range = &access->ranges[access->hidden + d];
  if (!range->is_known || !is_known) {
    range->is_known = false;
    return;
  }
  *range = (range_t){range->first + offset, range->first + offset + size, true};
}

static access_t find_part(const tern_op_t *view) {
  access_t access = find_access(tern_op_operand(view, 0));
  tern_memdesc_t memory = tern_memdesc_read(view->results[0].type);
  int64_t number = 0;
  if (!access.alloc) return access;
  if (tern_op_is(view, TERN_TTG(MEMDESC_INDEX))) {
    bool is_known = read_constant(tern_op_operand(view, 1), &number);
    narrow(&access, 0, is_known, number, 1);
    ++access.hidden;
  } else if (tern_op_is(view, TERN_TTG(MEMDESC_SUBSLICE))) {
    const tern_attr_t *offsets = tern_op_attr(view, "offsets");
    for (size_t d = 0; d < memory.rank; ++d)
      narrow(&access, d, true, tern_dense_array_attr_int(offsets, d), memory.dims[d]);
  } else {
    narrow(&access, memory.rank - 1, true, tern_integer_attr_value(tern_op_attr(view, "N")),
           memory.dims[memory.rank - 1]);
  }
  return access;
}

static access_t find_access(const tern_value_t *value) {
  access_t access = {0};
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op) {
    const tern_op_t *parent = tern_block_parent_op(tern_value_arg_block(value));
    bool is_capture = parent && tern_op_is(parent, TERN_TTG(WARP_SPECIALIZE_PARTITIONS));
    return is_capture ? find_access(tern_op_operand(tern_op_parent(parent), value->index)) : access;
  }
  if (tern_op_is(op, TERN_TTNG(TMEM_ALLOC))) {
    tern_memdesc_t memory = tern_memdesc_read(value->type);
    if (memory.rank > MAX_RANK) return access;
    access.alloc = value;
    access.rank = memory.rank;
    for (size_t d = 0; d < memory.rank; ++d) access.ranges[d] = (range_t){0, memory.dims[d], true};
    return access;
  }
  if (tern_op_is(op, TERN_TTG(MEMDESC_INDEX)) || tern_op_is(op, TERN_TTG(MEMDESC_SUBSLICE)) ||
      tern_op_is(op, TERN_TTNG(TMEM_SUBSLICE)))
    return find_part(op);
  bool is_turned = tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE));
  if (!is_turned) return access;
  // Dimensions are others: the whole is meant.
  access = find_access(tern_op_operand(op, 0));
  for (size_t d = 0; d < access.rank; ++d) access.ranges[d].is_known = false;
  return access;
}

static bool may_alias(const tern_value_t *x, const tern_value_t *y) {
  access_t a = find_access(x), b = find_access(y);
  if (!a.alloc || !b.alloc) return true;
  if (a.alloc != b.alloc) return false;
  for (size_t d = 0; d < a.rank; ++d) {
    const range_t *p = &a.ranges[d], *q = &b.ranges[d];
    if (p->is_known && q->is_known && (p->end <= q->first || q->end <= p->first)) return false;
  }
  return true;
}

// --- what stands in the way ---

// Ops that write tensor memory: by which operand.
static const struct {
  int op;
  const char *memory;
} writers[] = {{TERN_TTNG_TMEM_STORE, "dst"},
               {TERN_TTNG_TMEM_COPY, "dst"},
               {TERN_TTNG_TC_GEN5_MMA, "d"},
               {TERN_TTNG_TC_GEN5_MMA_SCALED, "d"}};

static bool is_of_triton(const tern_op_t *op) {
  tern_str_t name = tern_op_name(op), dialect = tern_str_split(&name, '.');
  return tern_str_equal_cstr(dialect, "tt") || tern_str_equal_cstr(dialect, "ttg") ||
         tern_str_equal_cstr(dialect, "ttng");
}

static bool writes_buffer(const tern_op_t *op, const tern_value_t *buffer) {
  if (op->region_count && tern_op_has_trait(op, TERN_TRAIT_RECURSIVE_MEMORY_EFFECTS)) {
    for (size_t i = 0; i < op->region_count; ++i) {
      tern_region_for_each_block(&op->regions[i], block) tern_block_for_each_op(block, inner) {
        if (writes_buffer(inner, buffer)) return true;
      }
    }
    return false;
  }
  if (!(tern_op_effects(op) & (TERN_TRAIT_MEM_WRITE | TERN_TRAIT_MEM_FREE))) return false;
  for (size_t i = 0; i < sizeof writers / sizeof writers[0]; ++i) {
    if (tern_op_is(op, &tern_ttng_ops[writers[i].op]))
      return may_alias(tern_op_operand_named(op, writers[i].memory), buffer);
  }
  if (tern_op_is(op, TERN_TTNG(TMEM_ALLOC))) return may_alias(&op->results[0], buffer);
  // Others of Triton write shared or global memory, but for those that run what is not known here.
  return !is_of_triton(op) || tern_op_is(op, TERN_TT(CALL)) || tern_op_is(op, TERN_TT(ELEMENTWISE_INLINE_ASM)) ||
         tern_op_is(op, TERN_TT(EXTERN_ELEMENTWISE));
}

typedef TERN_VEC(tern_op_t *) chain_t;

static bool uses_chain(tern_op_t *op, const chain_t *chain) {
  for (size_t i = 0; i < chain->count; ++i) {
    for (size_t r = 0; r < chain->values[i]->result_count; ++r) {
      tern_value_for_each_use(&chain->values[i]->results[r], use) if (tern_op_is_within(use->owner, op)) return true;
    }
  }
  return false;
}

static bool ends_sinking(tern_op_t *op, const chain_t *chain, const tern_value_t *buffer) {
  return tern_op_is(op, TERN_TTNG(ARRIVE_BARRIER)) || uses_chain(op, chain) || writes_buffer(op, buffer);
}

// --- sinking ---

// The only user of all results of `op`; NULL: there is none, or there are others.
static tern_op_t *only_user(const tern_op_t *op) {
  tern_op_t *user = NULL;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_for_each_use(&op->results[i], use) {
      if (user) return NULL;
      user = use->owner;
    }
  }
  return user;
}

static bool try_sink(tern_op_t *op, const tern_value_t *buffer) {
  chain_t chain = {0};
  tern_vec_push(&chain, op);
  for (tern_op_t *user = only_user(op); user && user == chain.values[chain.count - 1]->next &&
                                        tern_op_has_trait(user, TERN_TRAIT_PURE) && !user->region_count;
       user = only_user(user))
    tern_vec_push(&chain, user);
  tern_op_t *last = chain.values[chain.count - 1], *before = NULL;
  for (tern_op_t *next = last->next; next && !tern_op_has_trait(next, TERN_TRAIT_TERMINATOR); next = next->next) {
    before = next;
    if (ends_sinking(next, &chain, buffer)) break;
  }
  bool is_sunk = before && before != last->next;
  for (size_t i = 0; i < chain.count && is_sunk; ++i) tern_op_move_before(chain.values[i], before);
  tern_vec_deinitialize(&chain);
  return is_sunk;
}

static bool is_sinkable(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TMEM_LOAD)) || tern_op_is(op, TERN_TTNG(TMEM_ALLOC));
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(module, TERN_POSTORDER, is_sinkable);
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *op = ops.values[i];
    const tern_value_t *buffer = tern_op_is(op, TERN_TTNG(TMEM_LOAD)) ? tern_op_operand(op, 0) : &op->results[0];
    while (try_sink(op, buffer)) continue;
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_triton_nvidia_interleave_tmem_pass = {
    .flag = "triton-nvidia-interleave-tmem",
    .name = "TritonNvidiaGPUInterleaveTMemPass",
    .anchor = "builtin.module",
    .summary = "Read tensor memory as late as possible",
    .dialects = (const tern_dialect_t *const[]){&tern_ttng_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
