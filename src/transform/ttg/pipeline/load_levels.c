// See parts.h (upstream: loadOpsToIndirectionLevel of AssignLatencies.cpp).

#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/pipeline/parts.h"
#include "transform/ttg/shared_for_users.h"

static bool is_descriptor_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_GATHER));
}

static bool is_load(const tern_op_t *op) { return tern_op_is(op, TERN_TT(LOAD)) || is_descriptor_load(op); }

static bool is_product(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED)) ||
         tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) ||
         tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED));
}

// --- is a load worth it? ---

// Does all memory that the load goes to look the same, and take enough at once?
static bool fits_allocations(const tern_op_t *load, bool takes_narrow) {
  const tern_attr_t *encoding = NULL;
  tern_value_for_each_use(&load->results[0], use) {
    if (!tern_op_is(use->owner, TERN_TTG(LOCAL_ALLOC))) continue;
    const tern_attr_t *other = tern_memdesc_read(use->owner->results[0].type).encoding;
    if (encoding && other != encoding) return false;
    encoding = other;
  }
  return !encoding || takes_narrow ||
         tern_ttg_copied_bytes(load->results[0].type, encoding) >= TERN_TTG_LEAST_COPY_BYTES;
}

typedef struct levels {
  const tern_axis_infos_t *infos;
  bool takes_narrow;
  tern_pipeline_levels_t found;
  tern_map_t excluded;  // loads that are at several levels
  tern_map_t seen;
} levels_t;

static bool is_worth_it(const levels_t *levels, const tern_op_t *load) {
  const tern_attr_t *encoding;
  if (is_descriptor_load(load)) return true;
  return (levels->takes_narrow || tern_ttg_load_is_wide(load, levels->infos)) &&
         tern_ttg_shared_for_users(&load->results[0], &encoding) != TERN_TTG_INCOMPATIBLE &&
         fits_allocations(load, levels->takes_narrow);
}

// --- levels ---

typedef struct visit {
  tern_op_t *op, *user;
  int64_t level;
} visit_t;

static void forget(levels_t *levels, size_t index) {
  tern_pipeline_levels_t *found = &levels->found;
  for (size_t i = index + 1; i < found->count; ++i) found->values[i - 1] = found->values[i];
  --found->count;
}

// Is what the load needs looked at, too? Its own operands are a level further.
static bool enter_load(levels_t *levels, const visit_t *visit) {
  if (!is_worth_it(levels, visit->op)) return false;
  for (size_t i = 0; i < levels->found.count; ++i) {
    if (levels->found.values[i].load != visit->op) continue;
    if (levels->found.values[i].level == visit->level) return true;
    forget(levels, i);
    tern_map_set(&levels->excluded, visit->op, visit->op);
    return false;
  }
  tern_vec_push(&levels->found, ((tern_pipeline_level_t){visit->op, visit->user, visit->level}));
  return true;
}

// From an op backward through the body, operand by operand and each of them to its end. Sums that a product adds to do not count.
static void find_from(levels_t *levels, tern_op_t *root) {
  TERN_VEC(visit_t) stack = {0};
  tern_vec_push(&stack, (visit_t){root, root, 0});
  while (stack.count > 0) {
    visit_t visit = stack.values[--stack.count];
    if (!tern_map_set(&levels->seen, visit.op, visit.op) || tern_map_contains(&levels->excluded, visit.op)) continue;
    if (is_load(visit.op)) {
      if (!enter_load(levels, &visit)) continue;
      visit.user = visit.op;
      ++visit.level;
    }
    tern_ttg_value_list_t values = tern_ttg_outside_operands(visit.op);
    for (size_t i = values.count; i-- > 0;) {
      if (is_product(visit.op) && values.values[i] == tern_op_operand(visit.op, 2)) continue;
      tern_op_t *op = tern_value_defining_op(values.values[i]);
      if (op && op->block == visit.op->block) tern_vec_push(&stack, (visit_t){op, visit.user, visit.level});
    }
    tern_vec_deinitialize(&values);
  }
  tern_vec_deinitialize(&stack);
}

tern_pipeline_levels_t tern_pipeline_find_levels(const tern_op_t *loop, int64_t stages, const tern_axis_infos_t *infos,
                                                 bool takes_narrow) {
  levels_t levels = {.infos = infos, .takes_narrow = takes_narrow};
  const tern_block_t *body = tern_op_body(loop, 0);
  tern_block_for_each_op(body, op) {
    if (!is_product(op) && !tern_op_is(op, TERN_TTNG(TMEM_STORE))) continue;
    tern_map_clear(&levels.seen);
    find_from(&levels, op);
  }
  tern_block_for_each_op(body, op) {
    if (tern_op_attr(loop, "tt.num_stages") && op != body->last_op && !is_load(op)) find_from(&levels, op);
  }
  // There is no stage for these.
  for (size_t i = levels.found.count; i-- > 0;) {
    if (levels.found.values[i].level >= stages - 1) forget(&levels, i);
  }
  tern_map_deinitialize(&levels.excluded);
  tern_map_deinitialize(&levels.seen);
  return levels.found;
}
