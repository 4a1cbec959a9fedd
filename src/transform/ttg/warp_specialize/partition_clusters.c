// The ops between those that partitions have: clusters of ops that depend on each other (upstream: propagatePartitions and
// optimizePartitions in PartitionScheduling.cpp).
//
// A cluster takes from some partitions, and some take from it. It goes to the first one that it takes from. If only a part of it leads
// to the first one that takes from it, and the rest to later iterations, that part is computed once more by the latter.

#include "base/arena.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "rewrite/builder.h"
#include "transform/ttg/warp_specialize/scheduling.h"

// Partitions, and the one that came first.
typedef struct members {
  tern_partitions_t set;
  size_t first;
} members_t;

typedef struct cluster {
  tern_op_list_t ops;
  members_t makers, takers;
} cluster_t;

typedef struct clusters {
  tern_partitioning_t *p;
  TERN_VEC(cluster_t *) all;  // owned
  tern_map_t of;              // op -> cluster_t
} clusters_t;

static void add_members(members_t *members, tern_partitions_t set) {
  if (!set) return;
  if (!members->set) members->first = tern_partitions_first(set);
  members->set |= set;
}

static void put_into(clusters_t *c, cluster_t *cluster, tern_op_t *op) {
  tern_map_set(&c->of, op, cluster);
  tern_vec_push(&cluster->ops, op);
}

static cluster_t *cluster_of(clusters_t *c, tern_op_t *op) {
  cluster_t *cluster = tern_map_get(&c->of, op);
  if (cluster) return cluster;
  cluster = tern_calloc(1, sizeof *cluster);
  tern_vec_push(&c->all, cluster);
  put_into(c, cluster, op);
  return cluster;
}

static void merge(clusters_t *c, cluster_t *into, cluster_t *from) {
  for (size_t i = 0; i < from->ops.count; ++i) put_into(c, into, from->ops.values[i]);
  if (!into->makers.set) into->makers.first = from->makers.first;
  if (!into->takers.set) into->takers.first = from->takers.first;
  into->makers.set |= from->makers.set;
  into->takers.set |= from->takers.set;
  tern_vec_deinitialize(&from->ops);
  from->makers = from->takers = (members_t){0};
}

// --- how clusters begin ---

static bool takes_from_others(const tern_partitioning_t *p, const tern_value_t *value, size_t id) {
  const tern_op_t *op = tern_value_defining_op(value);
  return tern_value_block(value) == tern_op_body(p->loop, 0) &&
         (!op || !tern_partitions_has(tern_partitions_of(op), id));
}

// Ops of the body that the partition takes from, but does not have in the same iteration.
static tern_op_list_t inputs_of(const tern_partitioning_t *p, size_t id) {
  tern_op_list_t inputs = {0};
  for (size_t i = 0; i < p->parts[id].ops.count; ++i) {
    tern_ttg_value_list_t values = tern_ttg_outside_operands(p->parts[id].ops.values[i]);
    for (size_t k = 0; k < values.count; ++k) {
      tern_op_t *source =
          takes_from_others(p, values.values[k], id) ? tern_partitioning_source(p->loop, values.values[k]) : NULL;
      if (source) tern_vec_push(&inputs, source);
    }
    tern_vec_deinitialize(&values);
  }
  return inputs;
}

static void start_with_users(clusters_t *c, size_t id) {
  const tern_op_list_t *ops = &c->p->parts[id].ops;
  for (size_t i = ops->count; i-- > 0;) {
    tern_op_list_t users = tern_partitioning_users(c->p->loop, ops->values[i]);
    for (size_t k = 0; k < users.count; ++k) {
      if (!tern_partitions_known(users.values[k]))
        add_members(&cluster_of(c, users.values[k])->makers, tern_partitions_one(id));
    }
    tern_vec_deinitialize(&users);
  }
}

static void start(clusters_t *c) {
  for (size_t id = 0; id < c->p->count; ++id) {
    tern_op_list_t inputs = inputs_of(c->p, id);
    for (size_t i = 0; i < inputs.count; ++i) {
      tern_op_t *op = inputs.values[i];
      if (!tern_partitions_known(op) && tern_partitioning_is_reached(c->p, op))
        add_members(&cluster_of(c, op)->takers, tern_partitions_one(id));
    }
    tern_vec_deinitialize(&inputs);
    start_with_users(c, id);
  }
}

// --- how they grow ---

static void grow_to_source(clusters_t *c, tern_op_t *op, tern_op_t *source, tern_op_list_t *queue) {
  cluster_t *cluster = tern_map_get(&c->of, op);
  if (tern_partitions_known(source)) {
    add_members(&cluster->makers, tern_partitions_of(source));
    return;
  }
  if (!tern_partitioning_is_reached(c->p, source)) return;
  cluster_t *other = tern_map_get(&c->of, source);
  if (!other) {
    put_into(c, cluster, source);
    tern_vec_push(queue, source);
  } else if (other != cluster) {
    merge(c, cluster, other);
  }
}

static void grow_to_user(clusters_t *c, tern_op_t *op, tern_op_t *user, tern_op_list_t *queue) {
  cluster_t *cluster = tern_map_get(&c->of, op);
  if (tern_partitions_known(user)) {
    add_members(&cluster->takers, tern_partitions_of(user));
  } else if (!tern_map_contains(&c->of, user)) {
    // If it is in another cluster, its own turn joins the two.
    put_into(c, cluster, user);
    tern_vec_push(queue, user);
  }
}

static void grow(clusters_t *c) {
  tern_op_list_t queue = {0};
  for (size_t i = 0; i < c->all.count; ++i) tern_vec_push(&queue, c->all.values[i]->ops.values[0]);
  while (queue.count) {
    tern_op_t *op = queue.values[--queue.count];
    tern_op_list_t sources = tern_partitioning_sources(c->p->loop, op);
    for (size_t i = 0; i < sources.count; ++i) grow_to_source(c, op, sources.values[i], &queue);
    tern_vec_deinitialize(&sources);
    tern_op_list_t users = tern_partitioning_users(c->p->loop, op);
    for (size_t i = 0; i < users.count; ++i) grow_to_user(c, op, users.values[i], &queue);
    tern_vec_deinitialize(&users);
  }
  tern_vec_deinitialize(&queue);
}

// --- whose they become ---

static void add_to_path(const clusters_t *c, const cluster_t *cluster, tern_map_t *path, tern_op_t *op) {
  if (!tern_partitions_known(op) && tern_map_get(&c->of, op) == cluster) tern_map_set(path, op, op);
}

// The ops of the cluster that lead to its first taker.
static tern_map_t find_path(const clusters_t *c, const cluster_t *cluster) {
  tern_map_t path = {0};
  tern_op_list_t inputs = inputs_of(c->p, cluster->takers.first);
  for (size_t i = 0; i < inputs.count; ++i) add_to_path(c, cluster, &path, inputs.values[i]);
  tern_vec_deinitialize(&inputs);
  for (size_t i = 0; i < path.entry_count; ++i) {
    tern_op_list_t sources = tern_partitioning_sources(c->p->loop, (tern_op_t *)path.entries[i].key);
    for (size_t k = 0; k < sources.count; ++k) add_to_path(c, cluster, &path, sources.values[k]);
    tern_vec_deinitialize(&sources);
  }
  return path;
}

// The taker gets copies of the ops on the path; who else uses them keeps what there is.
static void copy_path(tern_partitioning_t *p, const tern_map_t *path, size_t taker) {
  tern_map_t takers = {0};
  for (size_t i = 0; i < p->parts[taker].ops.count; ++i) {
    tern_op_t *op = p->parts[taker].ops.values[i];
    tern_map_set(&takers, op, op);
  }
  for (tern_op_t *op = tern_op_body(p->loop, 0)->last_op, *before = NULL; op; op = before) {
    before = op->prev;
    if (!tern_map_contains(path, op)) continue;
    tern_builder_t b = tern_builder_before(op);
    tern_op_t *copy = tern_builder_clone(&b, op, NULL);
    for (size_t i = 0; i < op->result_count; ++i) {
      for (tern_operand_t *use = tern_op_result(op, i)->first_use, *next = NULL; use; use = next) {
        next = use->next;
        if (tern_map_contains(&takers, use->owner)) tern_operand_set(use, tern_op_result(copy, i));
      }
    }
    tern_map_set(&takers, copy, copy);
    tern_partitioning_assign(p, copy, taker);
  }
  tern_map_deinitialize(&takers);
}

static void settle(clusters_t *c, const cluster_t *cluster) {
  if (cluster->takers.set && cluster->makers.set) {
    tern_map_t path = find_path(c, cluster);
    if (path.live_count < cluster->ops.count) copy_path(c->p, &path, cluster->takers.first);
    tern_map_deinitialize(&path);
  }
  size_t owner = cluster->makers.set ? cluster->makers.first : cluster->takers.first;
  for (size_t i = 0; i < cluster->ops.count; ++i) tern_partitioning_assign(c->p, cluster->ops.values[i], owner);
}

void tern_partitioning_propagate(tern_partitioning_t *p) {
  clusters_t c = {.p = p};
  start(&c);
  grow(&c);
  for (size_t i = 0; i < c.all.count; ++i) {
    if (c.all.values[i]->ops.count) settle(&c, c.all.values[i]);
    tern_vec_deinitialize(&c.all.values[i]->ops);
    free(c.all.values[i]);
  }
  tern_vec_deinitialize(&c.all);
  tern_map_deinitialize(&c.of);
}

// --- broadcasts ---

// Copies the chain of expansions that the use is of for the partitions of its user: what it begins with is smaller.
static void copy_chain(tern_partitioning_t *p, tern_operand_t *use, const tern_op_t *user) {
  if (!tern_partitions_known(user)) return;
  tern_partitions_t set = tern_partitions_of(user);
  tern_op_t *op = tern_value_defining_op(use->value);
  while (op && (tern_op_is(op, TERN_TT(BROADCAST)) || tern_op_is(op, TERN_TT(EXPAND_DIMS)))) {
    tern_builder_t b = tern_builder_before(op);
    tern_op_t *copy = tern_builder_clone(&b, op, NULL);
    tern_partitions_set(copy, set);
    tern_partitions_for_each(set, id) tern_vec_push(&p->parts[id].ops, copy);
    tern_operand_set(use, tern_op_result(copy, 0));
    use = &copy->operands[0];
    op = tern_value_defining_op(use->value);
  }
}

void tern_partitioning_copy_broadcasts(tern_partitioning_t *p) {
  for (size_t id = 0; id < p->count; ++id) {
    TERN_VEC(tern_operand_t *) uses = {0};
    for (size_t i = 0; i < p->parts[id].ops.count; ++i) {
      const tern_op_t *op = p->parts[id].ops.values[i];
      for (size_t r = 0; r < op->result_count; ++r) {
        tern_value_for_each_use(tern_op_result(op, r), use) {
          const tern_op_t *user = tern_partitioning_in_body(p->loop, use->owner);
          bool is_other = user && !tern_op_is(user, TERN_SCF(YIELD)) && !tern_op_is(use->owner, TERN_SCF(YIELD)) &&
                          !tern_partitions_has(tern_partitions_of(user), id);
          if (is_other) tern_vec_push(&uses, use);
        }
      }
    }
    for (size_t i = 0; i < uses.count; ++i)
      copy_chain(p, uses.values[i], tern_partitioning_in_body(p->loop, uses.values[i]->owner));
    tern_vec_deinitialize(&uses);
  }
}
