// Which attention a kernel of tiles takes, and how large its tiles are; see attention_config.h.
//
// Tiles of queries stay in registers with their sums; a wider tile reads keys and values less often. Keys of a tile are as many as
// leave registers for the scores. Rows of the table are from measurements on an H200 (docs/benchmarks.md).

#include "analysis/gpu/attention_config.h"

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/tensor/tensor.h"

enum { LEAST_SIZE = 16, MOST_SIZE = 256, LEAST_TILE = 16, WARPGROUP_ROWS = 64, WARPS_OF_GROUP = 4 };

#define NO_LOOP TERN_LINALG_EXT_NO_LOOP

// --- tiles ---

// For heads of up to `size` elements.
static const struct {
  bool is_wgmma;
  int64_t size, rows, keys, warps, stages;
  bool lags;
} tiles[] = {
    {true, 64, 128, 128, 8, 2, true},  {true, 128, 128, 128, 8, 2, true},  {true, 256, 128, 64, 8, 2, true},
    {false, 64, 128, 64, 4, 3, false}, {false, 128, 128, 64, 8, 2, false}, {false, 256, 64, 32, 4, 2, false},
};

static int64_t power_of_two(int64_t least, int64_t value) {
  while (least < value) least *= 2;
  return least;
}

static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

static int64_t extent_of(const tern_attention_loops_t *loops, size_t loop) {
  return loop == NO_LOOP ? 1 : loops->extents[loop];
}

// Programs that there are with tiles of so many rows; at most INT32_MAX.
static int64_t count_programs(const tern_attention_loops_t *loops, int64_t rows) {
  double count = (double)((extent_of(loops, loops->rows) + rows - 1) / rows);
  for (size_t i = 0; i < loops->outer_count; ++i) count *= (double)loops->extents[loops->outer[i]];
  return count < INT32_MAX ? (int64_t)count : INT32_MAX;
}

// TERN_GPU_ATTENTION_CONFIG of the op. False: it has none that a kernel could have.
static bool read_tiles(const tern_op_t *op, tern_gpu_attention_config_t *config) {
  const tern_attr_t *given = tern_op_attr(op, TERN_GPU_ATTENTION_CONFIG);
  if (tern_int_list_attr_count(given) != 5) return false;
  config->rows = tern_int_list_attr_at(given, 0);
  config->keys = tern_int_list_attr_at(given, 1);
  config->warps = tern_int_list_attr_at(given, 2);
  config->stages = tern_int_list_attr_at(given, 3);
  config->lags = tern_int_list_attr_at(given, 4) != 0;
  return config->rows >= LEAST_TILE && config->rows <= MOST_SIZE && power_of_two(1, config->rows) == config->rows &&
         config->keys >= LEAST_TILE && config->keys <= MOST_SIZE && power_of_two(1, config->keys) == config->keys &&
         (config->warps == WARPS_OF_GROUP || config->warps == 2 * WARPS_OF_GROUP) && config->stages >= 1 &&
         config->stages <= 8;
}

// Bytes of shared memory: a tile of queries, tiles of keys and of values for each iteration that is under way, and one more of values that
// a product still reads.
static int64_t count_bytes(const tern_gpu_attention_config_t *config) {
  enum { ELEMENT = 2, OTHER = 2048 };
  int64_t query = config->rows * config->depth, key = config->keys * config->depth;
  int64_t value = config->keys * config->columns;
  return ELEMENT * (query + config->stages * key + (config->stages + config->lags) * value) + OTHER;
}

// Makes the tiles fit the memory of the chip. False: none do.
static bool fit_tiles(const tern_machine_t *machine, tern_gpu_attention_config_t *config) {
  int64_t most = machine->dynamic_shared_memory_size;
  while (count_bytes(config) > most && config->stages > 1) --config->stages;
  while (count_bytes(config) > most && config->keys > LEAST_TILE) config->keys /= 2;
  while (count_bytes(config) > most && config->rows > LEAST_TILE) config->rows /= 2;
  return count_bytes(config) <= most;
}

static void choose_tiles(const tern_machine_t *machine, tern_gpu_attention_config_t *config) {
  const tern_attention_loops_t *loops = &config->loops;
  size_t row = 0;
  while (tiles[row].is_wgmma != machine->has_wgmma || tiles[row].size < config->depth ||
         tiles[row].size < config->columns)
    ++row;
  config->rows = smaller(tiles[row].rows, power_of_two(LEAST_TILE, extent_of(loops, loops->rows)));
  config->keys = smaller(tiles[row].keys, power_of_two(LEAST_TILE, extent_of(loops, loops->keys)));
  config->warps = tiles[row].warps;
  config->stages = tiles[row].stages;
  config->lags = tiles[row].lags;
  // Where there are few tiles, smaller ones keep more of the processor busy.
  bool is_narrow = count_programs(loops, config->rows) < machine->multiprocessors;
  if (is_narrow && config->rows > WARPGROUP_ROWS) config->rows = WARPGROUP_ROWS;
  if (config->rows <= WARPGROUP_ROWS) config->warps = WARPS_OF_GROUP;
}

// Few rows that few programs go through many keys for are as fast as those few read memory; apart from each other the products and the
// softmax are dealt to all of the processor.
static bool leaves_processors_idle(const tern_gpu_attention_config_t *config, const tern_machine_t *machine) {
  enum { MANY_BYTES = 1 << 19, PART = 4 };
  const tern_attention_loops_t *loops = &config->loops;
  double bytes = 2.0 * (double)extent_of(loops, loops->keys) *
                 (double)(extent_of(loops, loops->depth) + extent_of(loops, loops->columns));
  bool is_memory_bound = extent_of(loops, loops->rows) < WARPGROUP_ROWS;
  return is_memory_bound && bytes > MANY_BYTES && count_programs(loops, config->rows) < machine->multiprocessors / PART;
}

// --- what is taken ---

static bool is_taken_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F16 || type->kind == TERN_TYPE_BF16;
}

// Of a number that is read beside the scores.
static bool is_read_type(const tern_type_t *type) {
  return is_taken_type(type) || type->kind == TERN_TYPE_F32 || tern_type_is_i(type, 1) || tern_type_is_i(type, 8) ||
         tern_type_is_i(type, 16) || tern_type_is_i(type, 32);
}

static bool is_of_scores(const tern_affine_map_t *map, const tern_attention_loops_t *loops) {
  for (size_t i = 0; i < map->result_count; ++i) {
    size_t loop = (size_t)map->results[i]->value;
    if (loop == loops->depth || loop == loops->columns) return false;
  }
  return true;
}

// Do elements lie side by side along one of the loops, if the operand has no gaps?
static bool runs_along(const tern_affine_map_t *map, const tern_attention_loops_t *loops, size_t x, size_t y) {
  for (size_t i = map->result_count; i-- > 0;) {
    size_t loop = (size_t)map->results[i]->value;
    if (loops->extents[loop] > 1) return loop == x || loop == y;
  }
  return false;
}

// What the kernel computes of a score, for all scores of a tile at once.
bool tern_gpu_attention_takes(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {
      TERN_ARITH(ADDF),       TERN_ARITH(SUBF),         TERN_ARITH(MULF),     TERN_ARITH(DIVF),     TERN_ARITH(NEGF),
      TERN_ARITH(MAXNUMF),    TERN_ARITH(MINNUMF),      TERN_ARITH(MAXIMUMF), TERN_ARITH(MINIMUMF), TERN_ARITH(CMPF),
      TERN_ARITH(CMPI),       TERN_ARITH(SELECT),       TERN_ARITH(ADDI),     TERN_ARITH(SUBI),     TERN_ARITH(MULI),
      TERN_ARITH(ANDI),       TERN_ARITH(ORI),          TERN_ARITH(XORI),     TERN_ARITH(EXTSI),    TERN_ARITH(EXTUI),
      TERN_ARITH(TRUNCI),     TERN_ARITH(EXTF),         TERN_ARITH(TRUNCF),   TERN_ARITH(SITOFP),   TERN_ARITH(UITOFP),
      TERN_ARITH(INDEX_CAST), TERN_ARITH(CONSTANT),     TERN_MATH(EXP),       TERN_MATH(TANH),      TERN_MATH(ABSF),
      TERN_MATH(SQRT),        TERN_MATH(LOG),           TERN_ARITH(MINSI),    TERN_ARITH(MAXSI),    TERN_ARITH(DIVSI),
      TERN_ARITH(REMSI),      TERN_ARITH(INDEX_CASTUI),
  };
  if (tern_op_is(op, TERN_IREE_LINALG_EXT(INDEX)) || tern_op_is(op, TERN_IREE_LINALG_EXT(YIELD))) return true;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

static bool takes_body(const tern_op_t *op) {
  const tern_block_t *body = op->regions[0].first_block;
  if (!body) return true;
  if (body->args[0]->type->kind != TERN_TYPE_F32) return false;
  tern_block_for_each_op(body, inner) {
    if (!tern_gpu_attention_takes(inner)) return false;
    for (size_t i = 0; i < inner->operand_count; ++i) {
      tern_value_t *operand = tern_op_operand(inner, i);
      // Numbers of the function around it that are no constants would have to be handed to the kernel.
      if (tern_value_block(operand) != body && !tern_value_constant(operand)) return false;
    }
  }
  return true;
}

static bool takes_scale(const tern_attention_t *a) {
  if (!a->scale) return true;
  const tern_type_t *type = a->scale->type;
  if (tern_type_is_shaped(type))
    return is_taken_type(tern_type_element(type)) || tern_type_element(type)->kind == TERN_TYPE_F32;
  return tern_value_constant(a->scale) != NULL;
}

static bool takes_extras(const tern_op_t *op, const tern_attention_t *a, const tern_attention_loops_t *loops) {
  if (a->mask && (!is_read_type(tern_type_element(a->mask_value->type)) || !is_of_scores(a->mask, loops))) return false;
  for (size_t i = 0; i < a->extra_count; ++i) {
    const tern_type_t *type = tern_type_element(tern_linalg_ext_input(op, a->first_extra + i)->type);
    if (!is_read_type(type) || !is_of_scores(a->extras[i], loops)) return false;
  }
  return true;
}

// Parts of tensors become parts of what the kernel reads. It finds those that begin at known places, and reads what lies side by side: not
// elements of the last dimension with others between them.
static bool is_fit_part(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  while (op && (tern_op_is(op, TERN_TENSOR(COLLAPSE_SHAPE)) || tern_op_is(op, TERN_TENSOR(EXPAND_SHAPE))))
    op = tern_value_defining_op(tern_op_operand(op, 0));
  if (!op || !tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) return true;
  const tern_attr_t *offsets = tern_op_attr(op, "static_offsets"), *sizes = tern_op_attr(op, "static_sizes");
  const tern_attr_t *strides = tern_op_attr(op, "static_strides");
  size_t rank = tern_int_list_attr_count(offsets);
  bool is_fit =
      rank == 0 || (tern_int_list_attr_at(sizes, rank - 1) > 1 && tern_int_list_attr_at(strides, rank - 1) == 1);
  for (size_t i = 0; i < rank && is_fit; ++i) {
    is_fit = tern_int_list_attr_at(offsets, i) != TERN_DYNAMIC && tern_int_list_attr_at(strides, i) != TERN_DYNAMIC;
  }
  return is_fit;
}

static bool has_taken_size(int64_t size) { return size >= LEAST_SIZE && size <= MOST_SIZE; }

bool tern_gpu_choose_attention(const tern_op_t *op, const tern_machine_t *machine, tern_gpu_attention_config_t *out) {
  tern_attention_t a;
  *out = (tern_gpu_attention_config_t){0};
  tern_attention_loops_t *loops = &out->loops;
  if (!machine->has_mma || !tern_linalg_ext_read_attention_loops(op, loops)) return false;
  if (!tern_linalg_ext_read_attention(op, &a) || loops->keys == NO_LOOP) return false;
  int64_t depth = extent_of(loops, loops->depth), columns = extent_of(loops, loops->columns);
  if (!has_taken_size(depth) || !has_taken_size(columns)) return false;
  const tern_type_t *element = tern_type_element(tern_linalg_ext_input(op, 0)->type);
  const tern_type_t *result = tern_type_element(tern_linalg_ext_output(op, 0)->type);
  if (!is_taken_type(element) || (!is_taken_type(result) && result->kind != TERN_TYPE_F32)) return false;
  for (size_t i = 1; i < 3; ++i) {
    if (tern_type_element(tern_linalg_ext_input(op, i)->type) != element) return false;
  }
  for (size_t i = 0; i < tern_linalg_ext_input_count(op); ++i) {
    if (!is_fit_part(tern_linalg_ext_input(op, i))) return false;
  }
  bool is_right = runs_along(a.query, loops, loops->rows, loops->depth) &&
                  runs_along(a.key, loops, loops->keys, loops->depth) &&
                  runs_along(a.value, loops, loops->keys, loops->columns) &&
                  runs_along(a.output, loops, loops->rows, loops->columns);
  if (!is_right || !takes_body(op) || !takes_scale(&a) || !takes_extras(op, &a, loops)) return false;
  for (size_t loop = 0; loop < a.query->dim_count; ++loop) {
    if (loops->extents[loop] >= INT32_MAX / 2) return false;
  }
  out->depth = power_of_two(LEAST_SIZE, depth);
  out->columns = power_of_two(LEAST_SIZE, columns);
  if (!read_tiles(op, out)) choose_tiles(machine, out);
  if (!fit_tiles(machine, out)) return false;
  out->is_wgmma = machine->has_wgmma && out->rows >= WARPGROUP_ROWS;
  out->lags = out->lags && out->is_wgmma;
  if (leaves_processors_idle(out, machine)) return false;
  return count_programs(loops, out->rows) < INT32_MAX;
}
