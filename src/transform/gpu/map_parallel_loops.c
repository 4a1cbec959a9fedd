// --gpu-map-parallel-loops: says of each dimension of scf.parallel which hardware id counts it (upstream:
// ParallelLoopMapper.cpp).
//
//   scf.parallel (%i, %j) = ... {          mapping = [block_x, block_y]
//     scf.parallel (%k) = ... {            mapping = [thread_x]
//       scf.parallel (%l) = ... {}         mapping = [sequential]
//
// Loops that have a mapping keep it, and so do those inside of them.

#include <ctype.h>

#include "base/vec.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/scf.h"
#include "ir/affine.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"

enum { HARDWARE_IDS = 3 };

typedef enum mapping_level { LEVEL_GRID, LEVEL_BLOCK, LEVEL_SEQUENTIAL } mapping_level_t;

enum { SEQUENTIAL = 2 * HARDWARE_IDS };  // of the enum of processors: the ids of blocks and threads come first

static const tern_attr_t *loop_mapping(tern_context_t *context, mapping_level_t level, size_t id) {
  const uint64_t map = (uint64_t)(uintptr_t)tern_affine_map_identity(context, 1);
  bool is_parallel = level != LEVEL_SEQUENTIAL && id < HARDWARE_IDS;
  const uint64_t params[] = {is_parallel ? (uint64_t)level * HARDWARE_IDS + id : SEQUENTIAL, map, map};
  return tern_dialect_attr_get(context, TERN_GPU_ATTR(LOOP_DIM_MAP), params, 3);
}

static void map_loop(tern_op_t *loop, mapping_level_t level, bool innermost_first) {
  bool is_nested = tern_op_parent_of(loop, TERN_SCF(PARALLEL)) != NULL;
  if (tern_op_attr(loop, "mapping") || (level == LEVEL_GRID && is_nested)) return;
  tern_block_t *body = tern_op_body(loop, 0);
  size_t mapped_count = body->arg_count < HARDWARE_IDS ? body->arg_count : HARDWARE_IDS;
  TERN_VEC(const tern_attr_t *) mapping = {0};
  for (size_t i = 0; i < body->arg_count; ++i) {
    size_t id = i < mapped_count && innermost_first ? mapped_count - 1 - i : i;
    tern_vec_push(&mapping, loop_mapping(tern_op_context(loop), level, id));
  }
  tern_op_set_attr(loop, "mapping", tern_array_attr_get(tern_op_context(loop), mapping.values, mapping.count));
  tern_vec_deinitialize(&mapping);
  mapping_level_t next = level == LEVEL_GRID ? LEVEL_BLOCK : LEVEL_SEQUENTIAL;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_SCF(PARALLEL))) map_loop(op, next, innermost_first);
  }
}

static tern_walk_result_t map_outermost(tern_op_t *op, void *user) {
  const bool *innermost_first = user;
  if (tern_op_is(op, TERN_SCF(PARALLEL))) map_loop(op, LEVEL_GRID, *innermost_first);
  return TERN_WALK_ADVANCE;
}

// A mapping that was written must not give a processor to two dimensions of a loop: which of them would it count?
static tern_walk_result_t check_mapping(tern_op_t *op, void *user) {
  const tern_attr_t *mapping = tern_op_is(op, TERN_SCF(PARALLEL)) ? tern_op_attr(op, "mapping") : NULL;
  uint64_t seen = 0;
  (void)user;
  for (size_t i = 0; mapping && mapping->kind == TERN_ATTR_ARRAY && i < tern_array_attr_count(mapping); ++i) {
    const tern_attr_t *dim = tern_array_attr_at(mapping, i);
    if (!tern_attr_is_gpu(dim, TERN_GPU_ATTR_LOOP_DIM_MAP) || dim->params[0] == SEQUENTIAL) continue;
    uint64_t bit = (uint64_t)1 << dim->params[0];
    if (seen & bit) {
      tern_op_error(op, "has two dimensions that are mapped to one processor: %s", tern_attr_text(dim));
      tern_emit_note(op->loc, "give each dimension a processor of its own, or sequential");
      return TERN_WALK_INTERRUPT;
    }
    seen |= bit;
  }
  return TERN_WALK_ADVANCE;
}

static bool equals_ignoring_case(tern_str_t text, const char *word) {
  while (text.size && isspace((unsigned char)text.data[0])) text = tern_str_drop(text, 1);
  while (text.size && isspace((unsigned char)text.data[text.size - 1])) --text.size;
  if (text.size != strlen(word)) return false;
  for (size_t i = 0; i < text.size; ++i) {
    if (tolower((unsigned char)text.data[i]) != word[i]) return false;
  }
  return true;
}

static bool map_parallel_loops(tern_op_t *op, tern_pass_t *pass) {
  tern_str_t policy = tern_pass_string(pass, "mapping-policy");
  bool innermost_first = equals_ignoring_case(policy, "innermost-first");
  if (!innermost_first && !equals_ignoring_case(policy, "outermost-first")) {
    tern_emit_error(op->loc, "Invalid mapping policy specified.");
    tern_emit_note(op->loc, "mapping-policy is outermost-first or innermost-first, not '%.*s'", (int)policy.size,
                   policy.data);
    return false;
  }
  if (tern_op_walk_pre(op, check_mapping, NULL) == TERN_WALK_INTERRUPT) return false;
  tern_op_walk_post(op, map_outermost, &innermost_first);
  return true;
}

static const tern_option_def_t options[] = {
    {"mapping-policy", TERN_OPTION_STRING, "outermost-first",
     "Which dimensions of a loop get the first hardware ids: `outermost-first` or `innermost-first`", NULL}};

static const tern_dialect_t *const dialects[] = {&tern_gpu_dialect, NULL};

const tern_pass_def_t tern_gpu_map_parallel_loops_pass = {
    .flag = "gpu-map-parallel-loops",
    .name = "GpuMapParallelLoopsPass",
    .summary =
        "Deal nested parallel loops to blocks and threads, from the outside to the inside or from the inside to the "
        "outside",
    .description =
        "The outermost scf.parallel is mapped to blocks, those right inside of it to threads, all others are "
        "sequential, and so is every dimension of a loop after its third.",
    .options = options,
    .option_count = 1,
    .dialects = dialects,
    .run = map_parallel_loops,
};
