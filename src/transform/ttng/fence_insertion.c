// --triton-nvidia-gpu-fence-insertion: products that read shared memory by themselves see what threads wrote there.
//
//   ttg.local_store %x, %a
//   %d = ttng.warp_group_dot %a, %b, %c
//
// becomes
//
//   ttg.local_store %x, %a
//   ttng.fence_async_shared {bCluster = false}
//   %d = ttng.warp_group_dot %a, %b, %c
//
// where an operand may be memory that threads filled: by a ttg.local_alloc with a tensor, or a ttg.local_store to it, found through views,
// carried values of loops and captures of partitions; whatever else memory comes from may have been filled so, too. The fence goes
// before the loops around the product that none of those writes is in. Two fences side by side are one.
//
// Copies fill memory without threads, so that most products of a pipelined loop need no fence. Writes of memory that a copy had are not
// this pass's: see --triton-nvidia-gpu-proxy-fence-insertion.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

enum { FIRST_CAPABILITY = 90 };  // whose chips have products that read shared memory by themselves

typedef TERN_VEC(const tern_op_t *) writes_t;

typedef struct search {
  tern_map_t seen;  // values
  writes_t *writes;
} search_t;

static bool is_view(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTG(MEMDESC_INDEX)) || tern_op_is(op, TERN_TTG(MEMDESC_SUBSLICE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_TRANS)) || tern_op_is(op, TERN_TTG(MEMDESC_RESHAPE)) ||
         tern_op_is(op, TERN_TTG(MEMDESC_REINTERPRET));
}

// What uses the memory behind the views that have no other use.
static const tern_op_t *user_behind_views(const tern_op_t *user) {
  while (is_view(user) && tern_value_has_one_use(&user->results[0])) user = user->results[0].first_use->owner;
  return user;
}

static void find_writes(search_t *search, const tern_value_t *memory);

// Of a ttg.local_alloc; true: a store was found, and nothing more is to be looked for.
static bool find_writes_of_alloc(search_t *search, const tern_op_t *alloc) {
  if (alloc->operand_count) tern_vec_push(search->writes, alloc);
  tern_value_for_each_use(&alloc->results[0], use) {
    const tern_op_t *user = user_behind_views(use->owner);
    if (!tern_op_is(user, TERN_TTG(LOCAL_STORE))) continue;
    tern_vec_push(search->writes, user);
    return true;
  }
  return false;
}

static void find_writes_of_argument(search_t *search, const tern_value_t *arg) {
  const tern_block_t *block = tern_value_arg_block(arg);
  const tern_op_t *owner = tern_block_parent_op(block);
  if (tern_op_is(owner, TERN_SCF(FOR))) {
    find_writes(search, tern_op_operand(owner, 2 + arg->index));
    find_writes(search, tern_op_operand(tern_block_terminator(block), arg->index - 1));
  } else if (tern_op_is(owner, TERN_TTG(WARP_SPECIALIZE_PARTITIONS))) {
    find_writes(search, tern_op_operand(tern_op_parent(owner), arg->index));
  } else {
    tern_vec_push(search->writes, owner);
  }
}

static void find_writes(search_t *search, const tern_value_t *memory) {
  if (!tern_type_is_ttg(memory->type, TERN_TTG_TYPE_MEMDESC) || tern_map_contains(&search->seen, memory)) return;
  tern_map_set(&search->seen, memory, search);
  const tern_op_t *op = tern_value_defining_op(memory);
  if (!op) {
    find_writes_of_argument(search, memory);
    return;
  }
  if (tern_op_is(op, TERN_TTG(LOCAL_ALLOC)) && find_writes_of_alloc(search, op)) return;
  for (size_t i = 0; i < op->operand_count; ++i) find_writes(search, tern_op_operand(op, i));
}

// --- fences ---

static bool is_product(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED)) ||
         tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) ||
         tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

static tern_op_t *loop_around(const tern_op_t *op) {
  tern_op_t *parent = tern_op_parent(op);
  while (parent && !tern_op_has_trait(parent, TERN_TRAIT_LOOP_LIKE)) parent = tern_op_parent(parent);
  return parent;
}

static bool has_write_within(const writes_t *writes, const tern_op_t *loop) {
  for (size_t i = 0; i < writes->count; ++i) {
    if (tern_op_is_within(writes->values[i], loop)) return true;
  }
  return false;
}

static void insert_fence(tern_op_t *product, const writes_t *writes) {
  tern_op_t *place = product;
  for (tern_op_t *loop = loop_around(place); loop && !has_write_within(writes, loop); loop = loop_around(place))
    place = loop;
  const tern_op_t *before = place->prev;
  bool is_there = before && tern_op_is(before, TERN_TTNG(FENCE_ASYNC_SHARED)) &&
                  tern_integer_attr_value(tern_op_attr(before, "bCluster")) == 0;
  if (is_there) return;
  tern_builder_t b = tern_builder_before(place);
  b.loc = product->loc;
  tern_build(&b, TERN_TTNG(FENCE_ASYNC_SHARED),
             .attrs = TERN_ATTRS({"bCluster", tern_bool_attr_get(b.context, false)}));
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  if (tern_pass_int(pass, "compute-capability") < FIRST_CAPABILITY) return true;
  tern_op_list_t products = tern_op_collect(root, TERN_POSTORDER, is_product);
  for (size_t i = 0; i < products.count; ++i) {
    writes_t writes = {0};
    // Each operand for itself: what both share is found twice.
    for (size_t k = 0; k < 2; ++k) {
      search_t search = {.writes = &writes};
      find_writes(&search, tern_op_operand(products.values[i], k));
      tern_map_deinitialize(&search.seen);
    }
    if (writes.count) insert_fence(products.values[i], &writes);
    tern_vec_deinitialize(&writes);
  }
  tern_vec_deinitialize(&products);
  return true;
}

static const tern_option_def_t options[] = {
    {"compute-capability", TERN_OPTION_INT, "90", "The chip: 90 is sm_90", NULL},
};

const tern_pass_def_t tern_triton_nvidia_gpu_fence_insertion_pass = {
    .flag = "triton-nvidia-gpu-fence-insertion",
    .name = "TritonGPUFenceInsertion",
    .anchor = "builtin.module",
    .summary = "Let products see what threads wrote to shared memory",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_ttng_dialect, NULL},
    .run = run,
};
