#include "analysis/stream/usage.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"

// A value, and if it is the representative of its class what is known of that.
typedef struct node {
  size_t parent;  // towards the representative
  const tern_value_t *value;
  tern_stream_lifetime_t lifetime;  // of the class; unknown at first
  bool escapes;                     // code that is not seen here holds it
  bool is_made_here;                // some value of the class is new memory, not only passed on from another class
} node_t;

// Bytes of `from` may become bytes of `to`: a transfer, cast or clone.
typedef struct link {
  size_t from, to;
  bool is_copy;  // a clone: the result is new memory whatever the lifetimes
} link_t;

struct tern_stream_usage {
  tern_map_t index;  // value -> node index + 1
  TERN_VEC(node_t) nodes;
  TERN_VEC(link_t) links;
  tern_value_flow_t flow;
};

// --- classes ---

static size_t node_of(tern_stream_usage_t *usage, const tern_value_t *value) {
  size_t known = (size_t)(uintptr_t)tern_map_get(&usage->index, value);
  if (known) return known - 1;
  node_t node = {.parent = usage->nodes.count, .value = value};
  node.lifetime = tern_stream_resource_type_lifetime(value->type);
  tern_vec_push(&usage->nodes, node);
  tern_map_set(&usage->index, value, (void *)(uintptr_t)usage->nodes.count);
  return usage->nodes.count - 1;
}

static size_t find_class(const tern_stream_usage_t *usage, size_t node) {
  node_t *nodes = usage->nodes.values;
  while (nodes[node].parent != node) {
    nodes[node].parent = nodes[nodes[node].parent].parent;
    node = nodes[node].parent;
  }
  return node;
}

static void join(tern_stream_usage_t *usage, const tern_value_t *a, const tern_value_t *b) {
  if (!tern_type_is_stream_resource(a->type) || !tern_type_is_stream_resource(b->type)) return;
  size_t first = node_of(usage, a), second = node_of(usage, b);
  size_t x = find_class(usage, first), y = find_class(usage, second);
  if (x == y) return;
  node_t *into = &usage->nodes.values[x], *from = &usage->nodes.values[y];
  from->parent = x;
  if (into->lifetime == TERN_STREAM_LIFETIME_UNKNOWN) into->lifetime = from->lifetime;
  into->escapes |= from->escapes;
  into->is_made_here |= from->is_made_here;
}

static node_t *class_of(tern_stream_usage_t *usage, const tern_value_t *value) {
  size_t node = node_of(usage, value);
  return &usage->nodes.values[find_class(usage, node)];
}

// --- what ops say ---

static bool links(const tern_op_t *op, bool *out_copy) {
  *out_copy = tern_op_is(op, TERN_STREAM(ASYNC_CLONE));
  return *out_copy || tern_op_is(op, TERN_STREAM(ASYNC_TRANSFER)) || tern_op_is(op, TERN_STREAM(ASYNC_CAST));
}

typedef struct join_state {
  tern_stream_usage_t *usage;
  const tern_value_t *value;
} join_state_t;

static void join_source(tern_operand_t *use, void *user) {
  join_state_t *state = user;
  join(state->usage, state->value, use->value);
}

static void add_value(tern_stream_usage_t *usage, const tern_value_t *value) {
  if (!tern_type_is_stream_resource(value->type)) return;
  const tern_op_t *op = tern_value_defining_op(value);
  bool is_copy;
  node_of(usage, value);
  int64_t tied = op ? tern_stream_tied_operand(op, value->index) : -1;
  if (tied >= 0) {
    join(usage, value, tern_op_operand(op, (size_t)tied));
    if (tern_type_is_stream_resource(tern_op_operand(op, (size_t)tied)->type)) return;
  }
  if (op && links(op, &is_copy)) {
    size_t from = node_of(usage, tern_op_operand(op, 0)), to = node_of(usage, value);
    tern_vec_push(&usage->links, (link_t){from, to, is_copy});
    if (is_copy) class_of(usage, value)->is_made_here = true;
    return;
  }
  join_state_t state = {usage, value};
  switch (tern_value_flow_sources(&usage->flow, value, join_source, &state)) {
    case TERN_FLOW_COMPUTED: class_of(usage, value)->is_made_here = true; break;
    case TERN_FLOW_OPEN: class_of(usage, value)->escapes = true; break;
    case TERN_FLOW_COMPLETE: break;
  }
}

// Operands of imports, and what public functions return, are held by code that is not seen.
static void add_escapes(tern_stream_usage_t *usage, const tern_op_t *op) {
  bool escapes = false;
  if (tern_op_is(op, TERN_UTIL(CALL))) {
    const tern_op_t *callee = tern_symbol_lookup_nearest(op, tern_op_attr(op, "callee"));
    escapes = !callee || !callee->region_count || tern_region_is_empty(&callee->regions[0]);
  } else if (tern_op_is(op, TERN_UTIL(RETURN))) {
    const tern_op_t *function = tern_op_parent(op);
    escapes = tern_op_is(function, TERN_UTIL(FUNC)) && tern_symbol_visibility(function) != TERN_PRIVATE;
  }
  for (size_t i = 0; escapes && i < op->operand_count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, i);
    if (tern_type_is_stream_resource(operand->type)) class_of(usage, operand)->escapes = true;
  }
}

static tern_walk_result_t visit(tern_op_t *op, void *user) {
  tern_stream_usage_t *usage = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  for (size_t i = 0; i < op->result_count; ++i) add_value(usage, &op->results[i]);
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t k = 0; k < block->arg_count; ++k) add_value(usage, block->args[k]);
    }
  }
  add_escapes(usage, op);
  return TERN_WALK_ADVANCE;
}

// --- lifetimes ---

// Bits of the lifetimes that a class's bytes go to, or come from.
typedef struct neighbours {
  unsigned sinks, sources;
  bool has_open_source;  // a source whose lifetime is not known yet
} neighbours_t;

static void look_around(const tern_stream_usage_t *usage, neighbours_t *around) {
  for (size_t i = 0; i < usage->links.count; ++i) {
    const link_t *link = &usage->links.values[i];
    size_t from = find_class(usage, link->from), to = find_class(usage, link->to);
    if (from == to || link->is_copy) continue;
    around[from].sinks |= 1u << usage->nodes.values[to].lifetime;
    around[to].sources |= 1u << usage->nodes.values[from].lifetime;
  }
}

#define BIT(NAME) (1u << TERN_STREAM_LIFETIME_##NAME)

// What the places demand that the bytes go to. Memory of one kind is not handed out as another: what leaves the program
// and is kept as well is copied on one of the ways.
static tern_stream_lifetime_t demanded(const node_t *node, const neighbours_t *around) {
  if (node->escapes || (around->sinks & BIT(EXTERNAL))) return TERN_STREAM_LIFETIME_EXTERNAL;
  if (around->sinks & BIT(VARIABLE)) return TERN_STREAM_LIFETIME_VARIABLE;
  if (around->sinks & BIT(CONSTANT)) return TERN_STREAM_LIFETIME_CONSTANT;
  return TERN_STREAM_LIFETIME_UNKNOWN;
}

// A class that only passes on what comes from one other keeps its lifetime, so that nothing is copied.
static tern_stream_lifetime_t inherited(const node_t *node, const neighbours_t *around) {
  if (node->is_made_here) return TERN_STREAM_LIFETIME_UNKNOWN;
  switch (around->sources) {
    case BIT(EXTERNAL): return TERN_STREAM_LIFETIME_EXTERNAL;
    case BIT(VARIABLE): return TERN_STREAM_LIFETIME_VARIABLE;
    case BIT(CONSTANT): return TERN_STREAM_LIFETIME_CONSTANT;
    case BIT(TRANSIENT): return TERN_STREAM_LIFETIME_TRANSIENT;
    default: return TERN_STREAM_LIFETIME_UNKNOWN;
  }
}

// One round: gives lifetimes by `rule` to classes that have none. True if there were any.
static bool settle(tern_stream_usage_t *usage,
                   tern_stream_lifetime_t (*rule)(const node_t *node, const neighbours_t *around)) {
  bool changed = false;
  neighbours_t *around = tern_malloc((usage->nodes.count + 1) * sizeof *around);
  memset(around, 0, (usage->nodes.count + 1) * sizeof *around);
  look_around(usage, around);
  for (size_t i = 0; i < usage->nodes.count; ++i) {
    node_t *node = &usage->nodes.values[i];
    if (node->parent != i || node->lifetime != TERN_STREAM_LIFETIME_UNKNOWN) continue;
    node->lifetime = rule(node, &around[i]);
    changed |= node->lifetime != TERN_STREAM_LIFETIME_UNKNOWN;
  }
  free(around);
  return changed;
}

tern_stream_usage_t *tern_stream_usage_create(tern_op_t *module) {
  tern_stream_usage_t *usage = tern_malloc(sizeof *usage);
  memset(usage, 0, sizeof *usage);
  tern_value_flow_initialize(&usage->flow, module);
  tern_op_walk_pre(module, visit, usage);
  while (settle(usage, demanded) || settle(usage, inherited)) continue;
  for (size_t i = 0; i < usage->nodes.count; ++i) {
    node_t *node = &usage->nodes.values[i];
    if (node->lifetime == TERN_STREAM_LIFETIME_UNKNOWN && node->parent == i) {
      node->lifetime = TERN_STREAM_LIFETIME_TRANSIENT;
    }
  }
  return usage;
}

void tern_stream_usage_destroy(tern_stream_usage_t *usage) {
  if (!usage) return;
  tern_map_deinitialize(&usage->index);
  tern_vec_deinitialize(&usage->nodes);
  tern_vec_deinitialize(&usage->links);
  tern_value_flow_deinitialize(&usage->flow);
  free(usage);
}

tern_stream_lifetime_t tern_stream_usage_lifetime(const tern_stream_usage_t *usage, const tern_value_t *resource) {
  tern_stream_lifetime_t stated = tern_stream_resource_type_lifetime(resource->type);
  if (stated != TERN_STREAM_LIFETIME_UNKNOWN) return stated;
  size_t known = (size_t)(uintptr_t)tern_map_get(&usage->index, resource);
  return known ? usage->nodes.values[find_class(usage, known - 1)].lifetime : TERN_STREAM_LIFETIME_TRANSIENT;
}
