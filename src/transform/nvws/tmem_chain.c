// See tmem_chain.h (upstream: TmemAccessDag in InsertTmemAref.cpp).

#include "transform/nvws/tmem_chain.h"

#include "base/arena.h"
#include "dialect/scf/scf.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"

enum { CONTROLS = 3 };  // operands of scf.for in front of what it carries

typedef tern_tmem_use_t use_t;
typedef tern_tmem_chain_t chain_t;

static bool fail(chain_t *chain, const tern_op_t *op, const char *problem) {
  chain->culprit = op;
  chain->problem = problem;
  return false;
}

static use_t *add_use(chain_t *chain, tern_op_t *op, use_t *previous) {
  use_t *use = tern_calloc(1, sizeof *use);
  *use = (use_t){.op = op, .previous = previous};
  tern_vec_push(&chain->all, use);
  return use;
}

// --- owners ---

static int64_t tag_of(const tern_op_t *op) {
  int64_t tag = 0;
  while (op && !tern_partitions_tag(op, &tag)) op = tern_op_parent(op);
  return tag;
}

// Of the op, or of a result of an op with regions.
static bool find_owner(chain_t *chain, const tern_op_t *op, size_t result, tern_tmem_owner_t *out_owner) {
  *out_owner = (tern_tmem_owner_t){0};
  if (!tern_partitions_known(op)) return true;
  tern_partitions_t set = op->region_count ? tern_partitions_of_result(op, result) : tern_partitions_of(op);
  if (tern_partitions_count(set) != 1) return fail(chain, op, "uses tensor memory in several partitions");
  *out_owner = (tern_tmem_owner_t){.is_known = true, .partition = tern_partitions_first(set), .tag = tag_of(op)};
  return true;
}

// --- the chain ---

static tern_value_t *token_result(const tern_op_t *op) {
  tern_value_t *last = op->result_count ? tern_op_result(op, op->result_count - 1) : NULL;
  return last && tern_type_is_ttg(last->type, TERN_TTG_TYPE_ASYNC_TOKEN) ? last : NULL;
}

static bool is_access(const tern_op_t *op) {
  return tern_op_is(op, TERN_TTNG(TMEM_LOAD)) || tern_op_is(op, TERN_TTNG(TMEM_STORE)) ||
         tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

static bool follow(chain_t *chain, tern_value_t *token, use_t **tail, tern_operand_t **out_yield);

// The uses of a region whose first one is of `operand`. They end in a yield, which gives the memory back to `around`.
static bool build_part(chain_t *chain, tern_operand_t *operand, use_t *around, tern_operand_t **out_yield);

static bool add_loop(chain_t *chain, use_t *use) {
  tern_block_t *body = tern_op_body(use->op, 0);
  use->result = use->token - CONTROLS;
  tern_value_t *arg = body->args[use->result + 1];
  tern_operand_t *yield = NULL;
  if (!tern_value_has_one_use(arg)) return fail(chain, use->op, "carries a token that is not used once");
  if (!find_owner(chain, use->op, use->result, &use->owner)) return false;
  if (!build_part(chain, arg->first_use, use, &yield)) return false;
  return tern_operand_index(yield) == use->result || fail(chain, yield->owner, "hands on a token in another place");
}

// A token that is used twice goes into both branches of a conditional.
static bool add_branch(chain_t *chain, tern_value_t *token, use_t **tail) {
  tern_operand_t *uses[2] = {token->first_use, token->first_use->next};
  tern_op_t *branches[2] = {tern_op_parent(uses[0]->owner), tern_op_parent(uses[1]->owner)};
  bool is_branched = !uses[1]->next && branches[0] == branches[1] && tern_op_is(branches[0], TERN_SCF(IF)) &&
                     uses[0]->owner->block != uses[1]->owner->block;
  if (!is_branched) return fail(chain, uses[0]->owner, "shares its token with another use that is not another branch");
  if (uses[0]->owner->block != tern_op_body(branches[0], 0)) {
    tern_operand_t *first = uses[0];
    uses[0] = uses[1];
    uses[1] = first;
  }
  use_t *use = add_use(chain, branches[0], *tail);
  tern_operand_t *yields[2] = {0};
  for (size_t i = 0; i < 2; ++i) {
    if (!build_part(chain, uses[i], use, &yields[i])) return false;
  }
  use->result = tern_operand_index(yields[0]);
  if (tern_operand_index(yields[1]) != use->result) return fail(chain, use->op, "hands on two tokens");
  if (!find_owner(chain, use->op, use->result, &use->owner)) return false;
  (*tail)->next = use;
  *tail = use;
  for (size_t i = 0; i < 2; ++i) {
    use_t *last = use->parts[i];
    while (last->next) last = last->next;
    last->owner = use->owner;
  }
  return true;
}

static bool add_access(chain_t *chain, tern_operand_t *operand, use_t **tail) {
  use_t *use = add_use(chain, operand->owner, *tail);
  use->token = tern_operand_index(operand);
  use->has_token = true;
  if (*tail) (*tail)->next = use;
  *tail = use;
  if (tern_op_is(use->op, TERN_SCF(FOR)) && use->token >= CONTROLS) return add_loop(chain, use);
  if (!is_access(use->op)) return fail(chain, use->op, "takes a token of tensor memory, but does not use it");
  return find_owner(chain, use->op, 0, &use->owner);
}

static tern_value_t *token_after(const use_t *use) {
  return use->part_count ? tern_op_result(use->op, use->result) : token_result(use->op);
}

static bool follow(chain_t *chain, tern_value_t *token, use_t **tail, tern_operand_t **out_yield) {
  while (token && tern_value_has_uses(token)) {
    bool is_single = tern_value_has_one_use(token);
    if (is_single && tern_op_is(token->first_use->owner, TERN_SCF(YIELD))) {
      *out_yield = token->first_use;
      return true;
    }
    if (is_single ? !add_access(chain, token->first_use, tail) : !add_branch(chain, token, tail)) return false;
    token = token_after(*tail);
  }
  return true;
}

static bool build_part(chain_t *chain, tern_operand_t *operand, use_t *around, tern_operand_t **out_yield) {
  use_t *tail = NULL, *first = NULL;
  *out_yield = tern_op_is(operand->owner, TERN_SCF(YIELD)) ? operand : NULL;
  if (!*out_yield) {
    if (!add_access(chain, operand, &tail)) return false;
    first = tail;
    if (!follow(chain, token_after(tail), &tail, out_yield)) return false;
  }
  if (!*out_yield) return fail(chain, tail->op, "has a token that its loop or conditional does not hand on");
  use_t *end = add_use(chain, (*out_yield)->owner, tail);
  end->token = tern_operand_index(*out_yield);
  end->has_token = true;
  end->owner = around->owner;
  end->first = first;
  if (tail) tail->next = end;
  if (!first) first = end;
  first->first = around;
  around->parts[around->part_count++] = first;
  return true;
}

// Memory that is filled as it is allocated and has no token is used by one op.
static bool build_filled(chain_t *chain) {
  tern_value_t *memory = tern_op_result(chain->root->op, 0);
  if (!tern_value_has_one_use(memory)) return fail(chain, chain->root->op, "has no token, and is not used once");
  if (!is_access(memory->first_use->owner))
    return fail(chain, chain->root->op, "has no token, and is used by another op");
  chain->root->next = add_use(chain, memory->first_use->owner, chain->root);
  return find_owner(chain, chain->root->next->op, 0, &chain->root->next->owner);
}

bool tern_tmem_chain_build(chain_t *chain, tern_op_t *alloc) {
  use_t *tail = chain->root = add_use(chain, alloc, NULL);
  tern_operand_t *yield = NULL;
  if (alloc->operand_count && !find_owner(chain, alloc, 0, &chain->root->owner)) return false;
  if (alloc->operand_count && !token_result(alloc)) return build_filled(chain);
  if (!token_result(alloc)) return fail(chain, alloc, "has no token");
  if (!follow(chain, token_result(alloc), &tail, &yield)) return false;
  if (yield) return fail(chain, yield->owner, "hands on the token of tensor memory that is allocated inside");
  return chain->root->next || fail(chain, alloc, "has a token that nobody uses");
}

void tern_tmem_chain_deinitialize(chain_t *chain) {
  for (size_t i = 0; i < chain->all.count; ++i) free(chain->all.values[i]);
  tern_vec_deinitialize(&chain->all);
}

// --- all owners ---

static void add_owner(tern_tmem_owners_t *owners, tern_tmem_owner_t owner) {
  size_t place = 0;
  for (; place < owners->count; ++place) {
    tern_tmem_owner_t other = owners->values[place];
    if (tern_tmem_same_owner(other, owner)) return;
    if (other.partition > owner.partition || (other.partition == owner.partition && other.tag > owner.tag)) break;
  }
  tern_vec_push(owners, owner);
  for (size_t i = owners->count - 1; i > place; --i) owners->values[i] = owners->values[i - 1];
  owners->values[place] = owner;
}

static void collect(const use_t *use, tern_tmem_owners_t *owners, bool *has_function) {
  for (; use; use = use->next) {
    if (use->owner.is_known)
      add_owner(owners, use->owner);
    else
      *has_function = owners->count > 0;
    for (size_t i = 0; i < use->part_count; ++i) collect(use->parts[i], owners, has_function);
  }
}

tern_tmem_owners_t tern_tmem_chain_owners(const chain_t *chain, bool *out_has_function) {
  tern_tmem_owners_t owners = {0};
  *out_has_function = false;
  if (chain->root->owner.is_known) add_owner(&owners, chain->root->owner);
  collect(chain->root->next, &owners, out_has_function);
  return owners;
}
