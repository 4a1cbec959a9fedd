// Dominator trees of regions, and questions about ops and values.
//
// Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (the simple version, with path
// compression): O(m log n) on every graph, where the iterative algorithm goes quadratic on a chain of blocks that all
// branch to one exit. Both the search and the compression keep their own stacks, so that the length of a function is
// no matter. Subtrees of the dominator tree become intervals, which answers a question in O(1).

#include "ir/dominance.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "ir/op_private.h"

// The tree of one region. Blocks are numbered from 1 in the order in which a depth-first search finds them; 0 is none.
typedef struct tree {
  tern_map_t numbers;  // block -> number, reachable blocks only
  uint32_t *enter;     // by number: the interval [enter, leave) of the subtree
  uint32_t *leave;
} tree_t;

struct tern_dominance {
  tern_map_t trees;  // region -> tree_t, owned
};

// What the algorithm keeps for each block while it runs, by number.
typedef struct node {
  const tern_block_t *block;
  uint32_t parent;     // in the search tree
  uint32_t semi;       // semidominator
  uint32_t ancestor;   // in the forest of linked nodes
  uint32_t label;      // node of least semidominator on the way to the ancestor
  uint32_t dominator;  // immediate dominator
  uint32_t bucket;     // first node whose semidominator this is
  uint32_t next_in_bucket;
} node_t;

typedef TERN_VEC(node_t) node_vec_t;
typedef TERN_VEC(uint32_t) number_vec_t;

static uint32_t number_of(const tree_t *tree, const tern_block_t *block) {
  return (uint32_t)(uintptr_t)tern_map_get(&tree->numbers, block);
}

static void add_node(tree_t *tree, node_vec_t *nodes, const tern_block_t *block, uint32_t parent) {
  uint32_t number = (uint32_t)nodes->count;
  tern_vec_push(nodes, (node_t){.block = block, .parent = parent, .semi = number, .label = number});
  tern_map_set(&tree->numbers, block, (void *)(uintptr_t)number);
}

// Numbers the reachable blocks. The stack holds (node, next successor) pairs.
static void search(const tern_region_t *region, tree_t *tree, node_vec_t *nodes) {
  number_vec_t stack = {0};
  tern_vec_push(nodes, (node_t){0});
  add_node(tree, nodes, region->first_block, 0);
  tern_vec_push(&stack, 1);
  tern_vec_push(&stack, 0);
  while (stack.count) {
    uint32_t number = stack.values[stack.count - 2];
    uint32_t next = stack.values[stack.count - 1]++;
    const tern_op_t *last = nodes->values[number].block->last_op;
    if (!last || next >= last->successor_count) {
      stack.count -= 2;
      continue;
    }
    const tern_block_t *successor = last->successors[next].block;
    // Branches to other regions are for the verifier to report.
    if (!successor || successor->parent != region || number_of(tree, successor)) continue;
    add_node(tree, nodes, successor, number);
    tern_vec_push(&stack, (uint32_t)nodes->count - 1);
    tern_vec_push(&stack, 0);
  }
  tern_vec_deinitialize(&stack);
}

// The node of least semidominator among those linked on the way up from `number`.
static uint32_t evaluate(node_t *nodes, uint32_t number, number_vec_t *path) {
  if (!nodes[number].ancestor) return nodes[number].label;
  path->count = 0;
  for (uint32_t i = number; nodes[nodes[i].ancestor].ancestor; i = nodes[i].ancestor) tern_vec_push(path, i);
  while (path->count) {
    node_t *node = &nodes[path->values[--path->count]];
    const node_t *above = &nodes[node->ancestor];
    if (nodes[above->label].semi < nodes[node->label].semi) node->label = above->label;
    node->ancestor = above->ancestor;
  }
  return nodes[number].label;
}

static void find_semidominator(const tree_t *tree, node_t *nodes, uint32_t number, number_vec_t *path) {
  for (const tern_successor_t *use = nodes[number].block->first_use; use; use = use->next) {
    const tern_block_t *from = use->owner->block;
    if (!from || from->last_op != use->owner) continue;
    uint32_t predecessor = number_of(tree, from);
    if (!predecessor) continue;
    uint32_t least = evaluate(nodes, predecessor, path);
    if (nodes[least].semi < nodes[number].semi) nodes[number].semi = nodes[least].semi;
  }
}

static void find_dominators(const tree_t *tree, node_t *nodes, uint32_t count) {
  number_vec_t path = {0};
  for (uint32_t w = count; w > 1; --w) {
    find_semidominator(tree, nodes, w, &path);
    node_t *semi = &nodes[nodes[w].semi];
    nodes[w].next_in_bucket = semi->bucket;
    semi->bucket = w;
    uint32_t parent = nodes[w].parent;
    nodes[w].ancestor = parent;
    for (uint32_t v = nodes[parent].bucket; v; v = nodes[v].next_in_bucket) {
      uint32_t least = evaluate(nodes, v, &path);
      nodes[v].dominator = nodes[least].semi < nodes[v].semi ? least : parent;
    }
    nodes[parent].bucket = 0;
  }
  for (uint32_t w = 2; w <= count; ++w) {
    if (nodes[w].dominator != nodes[w].semi) nodes[w].dominator = nodes[nodes[w].dominator].dominator;
  }
  tern_vec_deinitialize(&path);
}

// A dominator has a smaller number than what it dominates, so one pass up gives sizes and one pass down places.
static void lay_intervals(tree_t *tree, const node_t *nodes, uint32_t count) {
  uint32_t *sizes = tern_realloc_array(NULL, count + 1, sizeof(*sizes));
  tree->enter = tern_realloc_array(NULL, count + 1, sizeof(*tree->enter));
  tree->leave = tern_realloc_array(NULL, count + 1, sizeof(*tree->leave));
  for (uint32_t i = 0; i <= count; ++i) sizes[i] = 1;
  for (uint32_t i = count; i > 1; --i) sizes[nodes[i].dominator] += sizes[i];
  uint32_t *next = tern_realloc_array(NULL, count + 1, sizeof(*next));
  for (uint32_t i = 1; i <= count; ++i) {
    uint32_t start = i == 1 ? 0 : next[nodes[i].dominator];
    if (i > 1) next[nodes[i].dominator] += sizes[i];
    tree->enter[i] = start;
    tree->leave[i] = start + sizes[i];
    next[i] = start + 1;
  }
  free(next);
  free(sizes);
}

static tree_t *build_tree(const tern_region_t *region) {
  tree_t *tree = tern_malloc(sizeof(*tree));
  memset(tree, 0, sizeof(*tree));
  node_vec_t nodes = {0};
  search(region, tree, &nodes);
  uint32_t count = (uint32_t)nodes.count - 1;
  find_dominators(tree, nodes.values, count);
  lay_intervals(tree, nodes.values, count);
  tern_vec_deinitialize(&nodes);
  return tree;
}

static const tree_t *get_tree(tern_dominance_t *dominance, const tern_region_t *region) {
  tree_t *tree = tern_map_get(&dominance->trees, region);
  if (!tree) {
    tree = build_tree(region);
    tern_map_set(&dominance->trees, region, tree);
  }
  return tree;
}

tern_dominance_t *tern_dominance_create(void) {
  tern_dominance_t *dominance = tern_malloc(sizeof(*dominance));
  memset(dominance, 0, sizeof(*dominance));
  return dominance;
}

void tern_dominance_destroy(tern_dominance_t *dominance) {
  if (!dominance) return;
  for (size_t i = 0; i < dominance->trees.entry_count; ++i) {
    if (!dominance->trees.entries[i].key) continue;
    tree_t *tree = dominance->trees.entries[i].value;
    tern_map_deinitialize(&tree->numbers);
    free(tree->enter);
    free(tree->leave);
    free(tree);
  }
  tern_map_deinitialize(&dominance->trees);
  free(dominance);
}

// --- questions ---

bool tern_dominance_is_reachable(tern_dominance_t *dominance, const tern_block_t *block) {
  if (!block->parent || block->parent->first_block == block) return true;
  return number_of(get_tree(dominance, block->parent), block) != 0;
}

bool tern_dominance_block_dominates(tern_dominance_t *dominance, const tern_block_t *a, const tern_block_t *b) {
  if (a == b) return true;
  if (!a->parent || a->parent != b->parent) return false;
  const tree_t *tree = get_tree(dominance, a->parent);
  uint32_t b_number = number_of(tree, b);
  if (!b_number) return true;
  uint32_t a_number = number_of(tree, a);
  return a_number && tree->enter[a_number] <= tree->enter[b_number] && tree->enter[b_number] < tree->leave[a_number];
}

bool tern_block_is_graph(const tern_block_t *block) {
  const tern_op_t *parent = tern_block_parent_op(block);
  if (!parent) return false;
  // A lone block of an op that is not registered may be a graph: nothing is known.
  if (!parent->def->row) return block->parent->first_block == block->parent->last_block;
  return tern_op_has_trait(parent, TERN_TRAIT_GRAPH_REGION);
}

// The op around `op` (or `op` itself) that lies right in the region of `block`; NULL if there is none.
static const tern_op_t *find_op_beside(const tern_op_t *op, const tern_block_t *block) {
  if (!block) return NULL;
  for (; op; op = tern_op_parent(op)) {
    if (op->block == block) return op;
    if (op->block && block->parent && op->block->parent == block->parent) return op;
  }
  return NULL;
}

// `a` comes before `b` on every path; `holds` is the answer if `a` is or holds `b`.
static bool precedes(tern_dominance_t *dominance, const tern_op_t *a, const tern_op_t *b, bool holds) {
  b = find_op_beside(b, a->block);
  if (!b) return false;
  if (a->block != b->block) return tern_dominance_block_dominates(dominance, a->block, b->block);
  if (a == b) return holds || tern_block_is_graph(a->block);
  return tern_block_is_graph(a->block) || tern_op_is_before(a, b);
}

bool tern_dominance_op_dominates(tern_dominance_t *dominance, const tern_op_t *a, const tern_op_t *b) {
  return a == b || precedes(dominance, a, b, true);
}

bool tern_dominance_value_dominates(tern_dominance_t *dominance, const tern_value_t *value, const tern_op_t *user) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op) return precedes(dominance, op, user, false);
  const tern_block_t *block = tern_value_arg_block(value);
  const tern_op_t *beside = find_op_beside(user, block);
  return beside && tern_dominance_block_dominates(dominance, block, beside->block);
}
