// Copies in the order of groups of depth. What the matrix has as lines becomes lines of 16 groups: loaded as they are where groups of
// depth are neighbours in memory, else made of the lines of a group, interleaved. If the tile wants them the other way around they
// go to memory of our own first, from where 16 of them at a time are transposed, in four rounds that interleave vectors eight apart.

#include "transform/linalg/blocking/pack_groups.h"

#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "transform/linalg/blocking/contraction_loops.h"

enum { GROUP_BITS = 32, MAX_PACK = 4 };

static const tern_type_t *source_of(const tern_pack_part_t *part) {
  return tern_type_element(tern_op_operand(part->op, part->position)->type);
}

// Of the copy.
static const tern_type_t *element_of(const tern_pack_part_t *part) {
  return part->element ? part->element : source_of(part);
}

static const tern_type_t *vector_of(const tern_type_t *element, int64_t lanes) {
  return tern_vector_type_get(element, &lanes, 1, 0);
}

int64_t tern_pack_line_elements(const tern_type_t *element) {
  return TERN_PACK_GROUPS * GROUP_BITS / tern_type_bit_width(element);
}

bool tern_pack_is_along_depth(const tern_pack_part_t *part) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(part->op, part->position);
  return tern_affine_expr_is_dim(map->results[map->result_count - 1], part->depth);
}

void tern_pack_build_memories(tern_builder_t *b, const tern_pack_part_t *part, tern_pack_memories_t *out) {
  const tern_type_t *element = element_of(part);
  int64_t lines = part->tiles * TERN_PACK_LINES, elements = tern_pack_line_elements(element);
  bool is_along = tern_pack_is_along_depth(part);
  if (!is_along && !tern_pack_is_whole(part)) {
    out->stage = tern_contraction_build_memory(b, element, (int64_t[]){elements, lines}, 2);
  }
  if (is_along != part->is_left) {
    out->turned = tern_contraction_build_memory(b, element, (int64_t[]){lines, elements}, 2);
  }
}

static bool is_at_least(const tern_value_t *count, int64_t wanted) {
  int64_t constant;
  return tern_index_constant(count, &constant) && constant >= wanted;
}

bool tern_pack_is_whole(const tern_pack_part_t *part) {
  bool is_wide = is_at_least(part->across_count, part->tiles * TERN_PACK_LINES);
  return (is_wide || tern_pack_is_along_depth(part)) &&
         is_at_least(part->depth_count, tern_pack_line_elements(element_of(part)));
}

// --- lines of the matrix, or of the stage ---

// Operands of a load at `across` and `depth` elements behind the start of the part: the memory, then indices.
static size_t build_place(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *stage, tern_value_t *across,
                          tern_value_t *depth, tern_value_t **out_operands) {
  if (stage) {
    out_operands[0] = stage;
    out_operands[1] = depth;
    out_operands[2] = across;
    return 3;
  }
  tern_value_t *offsets[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < TERN_LINALG_MAX_LOOPS; ++i) offsets[i] = part->offsets[i];
  offsets[part->across] = tern_build_index_add(b, offsets[part->across], across);
  offsets[part->depth] = tern_build_index_add(b, offsets[part->depth], depth);
  out_operands[0] = tern_op_operand(part->op, part->position);
  return 1 + tern_contraction_build_indices(b, part->op, part->position, offsets, out_operands + 1).count;
}

// Elements of the matrix as the copy has them.
static tern_value_t *build_converted(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *vector) {
  const tern_type_t *type = vector_of(element_of(part), tern_type_dim(vector->type, 0));
  if (part->flips) {
    int64_t sign = INT64_C(1) << (tern_type_bit_width(source_of(part)) - 1);
    return tern_build_value(b, TERN_ARITH(XORI),
                            .operands = TERN_VALUES(vector, tern_arith_constant_int(b, type, sign)));
  }
  if (vector->type == type) return vector;
  const tern_op_row_t *row = tern_type_is_float(element_of(part)) ? TERN_ARITH(EXTF)
                             : part->is_unsigned                  ? TERN_ARITH(EXTUI)
                                                                  : TERN_ARITH(EXTSI);
  return tern_build_value(b, row, .operands = TERN_VALUES(vector), .types = TERN_TYPES(type));
}

static tern_value_t *build_load(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *stage,
                                tern_value_t *across, tern_value_t *depth, int64_t lanes) {
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS];
  size_t count = build_place(b, part, stage, across, depth, operands);
  const tern_type_t *type = vector_of(stage ? element_of(part) : source_of(part), lanes);
  tern_value_t *vector =
      tern_build_value(b, TERN_VECTOR(LOAD), .operands = {operands, count}, .types = TERN_TYPES(type));
  return stage ? vector : build_converted(b, part, vector);
}

static tern_value_t *build_bitcast(tern_builder_t *b, tern_value_t *vector, const tern_type_t *element) {
  if (tern_type_element(vector->type) == element) return vector;
  int64_t bits = tern_type_dim(vector->type, 0) * tern_type_bit_width(tern_type_element(vector->type));
  return tern_build_value(b, TERN_VECTOR(BITCAST), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(vector_of(element, bits / tern_type_bit_width(element))));
}

static tern_value_t *build_shuffle(tern_builder_t *b, tern_value_t *x, tern_value_t *y, const int64_t *lanes) {
  const tern_attr_t *mask = tern_dense_i64_array_attr_get(b->context, lanes, TERN_PACK_GROUPS);
  return tern_build_value(b, TERN_VECTOR(SHUFFLE), .operands = TERN_VALUES(x, y), .attrs = TERN_ATTRS({"mask", mask}));
}

static tern_value_t *build_interleave(tern_builder_t *b, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, TERN_VECTOR(INTERLEAVE), .operands = TERN_VALUES(x, y));
}

// --- vectors of groups ---

// Line `line` of groups of the tile beside each other, or of the first tile alone if groups of depth are neighbours in memory.
static void build_groups(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *stage, tern_value_t *line,
                         tern_value_t **out_groups) {
  const tern_type_t *i32 = tern_i_type_get(b->context, GROUP_BITS);
  tern_value_t *zero = tern_build_index(b, 0), *lines[MAX_PACK];
  if (tern_pack_is_along_depth(part)) {
    tern_value_t *elements = build_load(b, part, stage, line, zero, tern_pack_line_elements(element_of(part)));
    out_groups[0] = build_bitcast(b, elements, i32);
    return;
  }
  int64_t pack = GROUP_BITS / tern_type_bit_width(element_of(part)), lanes = part->tiles * TERN_PACK_LINES;
  tern_value_t *first = tern_build_index_mul(b, line, tern_build_index(b, pack));
  for (int64_t i = 0; i < pack; ++i) {
    tern_value_t *depth = tern_build_index_add(b, first, tern_build_index(b, i));
    lines[i] = build_load(b, part, stage, zero, depth, lanes);
  }
  // Lines half of the pack apart come together first, so that all follow each other in the end.
  for (int64_t half = pack / 2; half > 0; half /= 2) {
    for (int64_t i = 0; i < half; ++i) lines[i] = build_interleave(b, lines[i], lines[i + half]);
  }
  tern_value_t *groups = build_bitcast(b, lines[0], i32);
  for (int64_t t = 0; t < part->tiles; ++t) {
    int64_t mask[TERN_PACK_GROUPS];
    for (int64_t i = 0; i < TERN_PACK_GROUPS; ++i) mask[i] = t * TERN_PACK_GROUPS + i;
    out_groups[t] = part->tiles == 1 ? groups : build_shuffle(b, groups, groups, mask);
  }
}

// Memory of our own, of lines that follow each other.
static tern_pack_target_t target_of(tern_builder_t *b, tern_value_t *memory) {
  return (tern_pack_target_t){memory, tern_build_index(b, 0), 1, TERN_PACK_LINES};
}

// Line `line` of `tile`, which is NULL for the first.
static void build_line_store(tern_builder_t *b, tern_value_t *vector, const tern_pack_target_t *to, tern_value_t *line,
                             tern_value_t *tile) {
  tern_value_t *place =
      tern_build_index_add(b, to->first, tern_build_index_mul(b, line, tern_build_index(b, to->line_step)));
  if (tile) place = tern_build_index_add(b, place, tern_build_index_mul(b, tile, tern_build_index(b, to->tile_step)));
  vector = build_bitcast(b, vector, tern_type_element(to->memory->type));
  tern_value_t *operands[] = {vector, to->memory, place, tern_build_index(b, 0)};
  if (tern_type_rank(to->memory->type) == 1) {
    operands[2] = tern_build_index_mul(b, place, tern_build_index(b, tern_type_dim(vector->type, 0)));
    tern_build(b, TERN_VECTOR(STORE), .operands = {operands, 3});
  } else {
    tern_build(b, TERN_VECTOR(STORE), .operands = {operands, 4});
  }
}

static tern_op_t *begin_loop(tern_builder_t *b, tern_value_t *count) {
  return tern_build_scf_for(b, tern_build_index(b, 0), count, tern_build_index(b, 1), (tern_values_t){0});
}

static void end_loop(tern_builder_t *b, tern_op_t *loop) { tern_build_scf_for_end(b, loop, (tern_values_t){0}); }

// Lines along the depth that the part has.
static tern_value_t *build_line_count(tern_builder_t *b, const tern_pack_part_t *part) {
  tern_value_t *all = tern_build_index(b, part->tiles * TERN_PACK_LINES);
  bool is_wide = is_at_least(part->across_count, part->tiles * TERN_PACK_LINES);
  return is_wide ? all : tern_build_index_min(b, part->across_count, all);
}

// Lines of the matrix, or of the stage, become lines of groups.
static void build_lines(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *stage,
                        const tern_pack_target_t *to) {
  bool is_along = tern_pack_is_along_depth(part);
  tern_value_t *groups[TERN_PACK_MAX_TILES];
  tern_op_t *loop = begin_loop(b, is_along ? build_line_count(b, part) : tern_build_index(b, TERN_PACK_LINES));
  build_groups(b, part, stage, tern_scf_for_iv(loop), groups);
  for (int64_t t = 0; t < (is_along ? 1 : part->tiles); ++t) {
    build_line_store(b, groups[t], to, tern_scf_for_iv(loop), tern_build_index(b, t));
  }
  end_loop(b, loop);
}

// --- transposition ---

static void transpose(tern_builder_t *b, tern_value_t **lines) {
  enum { HALF = TERN_PACK_LINES / 2 };
  int64_t low[TERN_PACK_GROUPS], high[TERN_PACK_GROUPS];
  for (int64_t i = 0; i < TERN_PACK_GROUPS; ++i) {
    low[i] = i / 2 + i % 2 * TERN_PACK_GROUPS;
    high[i] = low[i] + TERN_PACK_GROUPS / 2;
  }
  // A round turns the number of a line, followed by that of a group in it, by one bit.
  for (int round = 1; round < TERN_PACK_LINES; round *= 2) {
    tern_value_t *turned[TERN_PACK_LINES];
    for (size_t i = 0; i < HALF; ++i) {
      turned[2 * i] = build_shuffle(b, lines[i], lines[i + HALF], low);
      turned[2 * i + 1] = build_shuffle(b, lines[i], lines[i + HALF], high);
    }
    for (size_t i = 0; i < TERN_PACK_LINES; ++i) lines[i] = turned[i];
  }
}

static void build_transposed(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *from,
                             const tern_pack_target_t *to) {
  const tern_type_t *i32 = tern_i_type_get(b->context, GROUP_BITS);
  const tern_type_t *type = vector_of(element_of(part), tern_pack_line_elements(element_of(part)));
  tern_value_t *lines[TERN_PACK_LINES], *zero = tern_build_index(b, 0);
  tern_op_t *loop = part->tiles > 1 ? begin_loop(b, tern_build_index(b, part->tiles)) : NULL;
  tern_value_t *tile = loop ? tern_scf_for_iv(loop) : zero;
  tern_value_t *first = tern_build_index_mul(b, tile, tern_build_index(b, TERN_PACK_LINES));
  for (int64_t i = 0; i < TERN_PACK_LINES; ++i) {
    tern_value_t *line = tern_build_index_add(b, first, tern_build_index(b, i));
    lines[i] =
        tern_build_value(b, TERN_VECTOR(LOAD), .operands = TERN_VALUES(from, line, zero), .types = TERN_TYPES(type));
    lines[i] = build_bitcast(b, lines[i], i32);
  }
  transpose(b, lines);
  for (int64_t i = 0; i < TERN_PACK_LINES; ++i) {
    build_line_store(b, lines[i], to, tern_build_index(b, i), tile);
  }
  if (loop) end_loop(b, loop);
}

// --- ends ---

// What there is of each line of the matrix, and zeros.
static void build_masked_lines(tern_builder_t *b, const tern_pack_part_t *part, const tern_pack_target_t *to) {
  const tern_type_t *element = element_of(part);
  bool is_along = tern_pack_is_along_depth(part);
  int64_t depth = tern_pack_line_elements(element), lanes = is_along ? depth : part->tiles * TERN_PACK_LINES;
  const tern_type_t *type = vector_of(source_of(part), lanes), *mask = vector_of(tern_i_type_get(b->context, 1), lanes);
  tern_value_t *zero = tern_build_index(b, 0), *operands[3 + TERN_LINALG_MAX_LOOPS];
  tern_op_t *loop = begin_loop(b, is_along ? build_line_count(b, part) : tern_build_index(b, depth));
  tern_value_t *line = tern_scf_for_iv(loop), *count = part->depth_count;
  if (!is_along) {
    tern_value_t *is_there = tern_arith_cmpi(b, TERN_CMPI_SLT, line, part->depth_count);
    count = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_there, part->across_count, zero));
  }
  size_t used = build_place(b, part, NULL, is_along ? line : zero, is_along ? zero : line, operands);
  operands[used++] =
      tern_build_value(b, TERN_VECTOR(CREATE_MASK), .operands = TERN_VALUES(count), .types = TERN_TYPES(mask));
  operands[used++] = tern_build_number(b, type, 0);
  tern_value_t *elements =
      tern_build_value(b, TERN_VECTOR(MASKEDLOAD), .operands = {operands, used}, .types = TERN_TYPES(type));
  build_line_store(b, build_converted(b, part, elements), to, line, NULL);
  end_loop(b, loop);
}

static void build_end(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *stage,
                      const tern_pack_target_t *to) {
  if (tern_pack_is_along_depth(part)) {
    build_masked_lines(b, part, to);
    return;
  }
  tern_pack_target_t to_stage = target_of(b, stage);
  build_masked_lines(b, part, &to_stage);
  build_lines(b, part, stage, to);
}

static void build_all_lines(tern_builder_t *b, const tern_pack_part_t *part, tern_value_t *stage,
                            const tern_pack_target_t *to) {
  if (tern_pack_is_whole(part)) {
    build_lines(b, part, NULL, to);
    return;
  }
  tern_value_t *across = tern_build_index(b, part->tiles * TERN_PACK_LINES);
  tern_value_t *depth = tern_build_index(b, tern_pack_line_elements(element_of(part)));
  tern_value_t *is_whole = tern_arith_cmpi(b, TERN_CMPI_SGE, part->depth_count, depth);
  if (!tern_pack_is_along_depth(part)) {
    tern_value_t *is_wide = tern_arith_cmpi(b, TERN_CMPI_SGE, part->across_count, across);
    is_whole = tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(is_wide, is_whole));
  }
  tern_op_t *branch = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(is_whole), .regions = 2);
  tern_builder_add_block(b, &branch->regions[0], (tern_types_t){0});
  build_lines(b, part, NULL, to);
  tern_build(b, TERN_SCF(YIELD));
  tern_builder_add_block(b, &branch->regions[1], (tern_types_t){0});
  build_end(b, part, stage, to);
  tern_build(b, TERN_SCF(YIELD));
  tern_builder_set_after(b, branch);
}

void tern_pack_build(tern_builder_t *b, const tern_pack_part_t *part, const tern_pack_memories_t *memories,
                     const tern_pack_target_t *to) {
  if (tern_pack_is_along_depth(part) == part->is_left) {
    build_all_lines(b, part, memories->stage, to);
    return;
  }
  tern_pack_target_t lines = target_of(b, memories->turned);
  build_all_lines(b, part, memories->stage, &lines);
  build_transposed(b, part, memories->turned, to);
}
