// --lower-affine: affine ops become scf, memref, vector and arith ops (upstream: AffineToStandard).
//
//   affine.for %i = max #map(%n) to 10     %lb = arith.maxsi ...    scf.for %i = %lb to %c10 step %c1
//   affine.load %m[%i + 1]                 %j = arith.addi %i, %c1  memref.load %m[%j]
//   affine.if #set(%i)                     one comparison for each constraint, their conjunction   scf.if
//   affine.parallel ... reduce ("addf")    scf.parallel from the neutral elements, the reductions in scf.reduce

#include <math.h>

#include "base/vec.h"
#include "dialect/affine/affine.h"
#include "dialect/affine/expand.h"
#include "dialect/arith/arith.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "dialect/vector/vector.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/conversion.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

static tern_values_t view(const value_list_t *list) { return (tern_values_t){list->values, list->count}; }

static tern_builder_t *builder_of(tern_conversion_t *conversion, const tern_op_t *op) {
  conversion->rewriter.builder.loc = op->loc;
  return &conversion->rewriter.builder;
}

// Appends the values of all results of `map` over `operands` from `start` on.
static bool expand(tern_builder_t *b, const tern_affine_map_t *map, tern_values_t operands, size_t start,
                   value_list_t *out) {
  tern_vec_reserve(out, out->count + map->result_count);
  if (!tern_affine_expand_map(b, map, operands.values + start, out->values + out->count)) return false;
  out->count += map->result_count;
  return true;
}

// The least or greatest result of the map.
static tern_value_t *expand_bound(tern_builder_t *b, const tern_affine_map_t *map, tern_values_t operands, size_t start,
                                  bool is_greatest) {
  value_list_t values = {0};
  tern_value_t *bound = NULL;
  if (expand(b, map, operands, start, &values) && values.count) {
    bound = values.values[0];
    for (size_t i = 1; i < values.count; ++i) {
      bound = tern_build_value(b, is_greatest ? TERN_ARITH(MAXSI) : TERN_ARITH(MINSI),
                               .operands = TERN_VALUES(bound, values.values[i]));
    }
  }
  tern_vec_deinitialize(&values);
  return bound;
}

// --- values ---

static bool lower_apply(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  bool is_max = tern_op_is(op, TERN_AFFINE(MAX));
  tern_value_t *value = expand_bound(builder_of(conversion, op), tern_affine_map_at(op, "map"), operands, 0, is_max);
  if (value) tern_conversion_replace(conversion, op, TERN_VALUES(value));
  return value != NULL;
}

static bool lower_delinearize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  value_list_t results = {0};
  tern_vec_reserve(&results, (size_t)op->result_count + 1);
  tern_affine_expand_delinearize(builder_of(conversion, op), op, results.values);
  results.count = op->result_count;
  tern_conversion_replace(conversion, op, view(&results));
  tern_vec_deinitialize(&results);
  return true;
}

static bool lower_linearize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_value_t *value = tern_affine_expand_linearize(builder_of(conversion, op), op);
  return tern_conversion_replace_value(conversion, op, value);
}

// --- accesses ---

static bool lower_access(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  static const struct {
    int from;
    const tern_op_row_t *to;
  } rows[] = {
      {TERN_AFFINE_OP_LOAD, TERN_MEMREF(LOAD)},         {TERN_AFFINE_OP_STORE, TERN_MEMREF(STORE)},
      {TERN_AFFINE_OP_VECTOR_LOAD, TERN_VECTOR(LOAD)},  {TERN_AFFINE_OP_VECTOR_STORE, TERN_VECTOR(STORE)},
      {TERN_AFFINE_OP_PREFETCH, TERN_MEMREF(PREFETCH)},
  };
  static const char *const kept[] = {"isWrite", "localityHint", "isDataCache"};
  const tern_op_row_t *row = NULL;
  tern_builder_t *b = builder_of(conversion, op);
  value_list_t values = {0};
  size_t memref;
  tern_affine_is_access(op, &memref);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    if (tern_op_is(op, &tern_affine_ops[rows[i].from])) row = rows[i].to;
  }
  for (size_t i = 0; i <= memref; ++i) tern_vec_push(&values, operands.values[i]);
  bool is_expanded = expand(b, tern_affine_map_at(op, "map"), operands, memref + 1, &values);
  if (is_expanded) {
    const tern_type_t *type = op->result_count ? op->results[0].type : NULL;
    tern_op_t *made = tern_build(b, row, .operands = view(&values), .types = {&type, op->result_count});
    for (size_t i = 0; i < 3 && tern_op_is(op, TERN_AFFINE(PREFETCH)); ++i) {
      tern_op_set_attr(made, kept[i], tern_op_attr(op, kept[i]));
    }
    tern_value_t *result = op->result_count ? tern_op_result(made, 0) : NULL;
    tern_conversion_replace(conversion, op, (tern_values_t){&result, op->result_count});
  }
  tern_vec_deinitialize(&values);
  return is_expanded;
}

static bool lower_dma_start(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion, op);
  tern_affine_dma_t dma;
  value_list_t parts[3] = {0}, values = {0};
  bool is_expanded = tern_affine_dma_start_read(op, &dma);
  for (size_t i = 0; i < 3 && is_expanded; ++i) {
    tern_vec_push(&parts[i], operands.values[dma.memrefs[i]]);
    is_expanded = expand(b, dma.maps[i], operands, dma.memrefs[i] + 1, &parts[i]);
  }
  if (is_expanded) {
    // The number of elements stands between target and tag there.
    for (size_t i = 0; i < 3; ++i) {
      if (i == 2) tern_vec_push(&values, operands.values[dma.number]);
      for (size_t j = 0; j < parts[i].count; ++j) tern_vec_push(&values, parts[i].values[j]);
    }
    for (size_t i = dma.number + 1; i < operands.count; ++i) tern_vec_push(&values, operands.values[i]);
    tern_build(b, TERN_MEMREF(DMA_START), .operands = view(&values));
    tern_conversion_erase(conversion, op);
  }
  for (size_t i = 0; i < 3; ++i) tern_vec_deinitialize(&parts[i]);
  tern_vec_deinitialize(&values);
  return is_expanded;
}

static bool lower_dma_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion, op);
  value_list_t values = {0};
  tern_vec_push(&values, operands.values[0]);
  bool is_expanded = expand(b, tern_affine_map_at(op, "tag_map"), operands, 1, &values);
  if (is_expanded) {
    tern_vec_push(&values, operands.values[operands.count - 1]);
    tern_build(b, TERN_MEMREF(DMA_WAIT), .operands = view(&values));
    tern_conversion_erase(conversion, op);
  }
  tern_vec_deinitialize(&values);
  return is_expanded;
}

// --- regions ---

static bool lower_yield(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  // The ends of parallel loops go with the loops.
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent || tern_op_is(parent, TERN_AFFINE(PARALLEL))) return false;
  tern_build(builder_of(conversion, op), TERN_SCF(YIELD), .operands = operands);
  tern_conversion_erase(conversion, op);
  return true;
}

typedef TERN_VEC(const tern_type_t *) type_list_t;

static void push_result_types(type_list_t *types, const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) tern_vec_push(types, op->results[i].type);
}

static void replace_with_results(tern_op_t *op, tern_op_t *made, tern_conversion_t *conversion) {
  value_list_t values = {0};
  for (size_t i = 0; i < made->result_count; ++i) tern_vec_push(&values, tern_op_result(made, i));
  tern_conversion_replace(conversion, op, view(&values));
  tern_vec_deinitialize(&values);
}

static bool lower_for(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion, op);
  value_list_t values = {0};
  type_list_t types = {0};
  tern_value_t *lower =
      expand_bound(b, tern_affine_for_map(op, true), operands, tern_affine_for_operands(op, true), true);
  tern_value_t *upper =
      lower ? expand_bound(b, tern_affine_for_map(op, false), operands, tern_affine_for_operands(op, false), false)
            : NULL;
  if (!upper) return false;
  tern_vec_push(&values, lower);
  tern_vec_push(&values, upper);
  tern_vec_push(&values, tern_arith_constant_index(b, tern_affine_for_step(op)));
  for (size_t i = tern_affine_for_inits(op); i < operands.count; ++i) tern_vec_push(&values, operands.values[i]);
  push_result_types(&types, op);
  tern_op_t *loop =
      tern_build(b, TERN_SCF(FOR), .operands = view(&values), .types = {types.values, types.count}, .regions = 1);
  tern_region_take_blocks(&loop->regions[0], &op->regions[0]);
  replace_with_results(op, loop, conversion);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&types);
  return true;
}

static tern_value_t *build_condition(tern_builder_t *b, const tern_integer_set_t *set, tern_values_t operands) {
  tern_value_t *zero = tern_arith_constant_index(b, 0), *condition = NULL;
  for (size_t i = 0; i < set->constraint_count; ++i) {
    tern_value_t *value =
        tern_affine_expand_expr(b, set->constraints[i], operands.values, operands.values + set->dim_count);
    if (!value) return NULL;
    tern_value_t *holds = tern_arith_cmpi(b, set->is_equality[i] ? TERN_CMPI_EQ : TERN_CMPI_SGE, value, zero);
    condition = condition ? tern_build_value(b, TERN_ARITH(ANDI), .operands = TERN_VALUES(condition, holds)) : holds;
  }
  return condition ? condition : tern_arith_constant_bool(b, true);
}

static bool lower_if(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion, op);
  type_list_t types = {0};
  tern_value_t *condition = build_condition(b, tern_integer_set_attr_value(tern_op_attr(op, "condition")), operands);
  if (!condition) return false;
  push_result_types(&types, op);
  tern_op_t *made = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition),
                               .types = {types.values, types.count}, .regions = 2);
  for (size_t i = 0; i < 2; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  replace_with_results(op, made, conversion);
  tern_vec_deinitialize(&types);
  return true;
}

// --- parallel ---

// The arith op and the neutral element of each kind of reduction that has both.
typedef struct reduction {
  const char *name;
  const tern_op_row_t *row;
  bool is_float;
  double neutral;
} reduction_t;

static const reduction_t reductions[] = {
    {"addf", TERN_ARITH(ADDF), true, 0.0},
    {"addi", TERN_ARITH(ADDI), false, 0.0},
    {"andi", TERN_ARITH(ANDI), false, -1.0},
    {"maximumf", TERN_ARITH(MAXIMUMF), true, -INFINITY},
    {"minimumf", TERN_ARITH(MINIMUMF), true, INFINITY},
    {"mulf", TERN_ARITH(MULF), true, 1.0},
    {"muli", TERN_ARITH(MULI), false, 1.0},
    {"ori", TERN_ARITH(ORI), false, 0.0},
};

// The reduction of result `index`; NULL after an error.
static const reduction_t *find_reduction(const tern_op_t *op, size_t index) {
  int64_t kind = tern_integer_attr_value(tern_array_attr_at(tern_op_attr(op, "reductions"), index));
  const char *name = tern_enum_case_name(TERN_ARITH_ENUM(ATOMIC_RMW_KIND), kind);
  const tern_type_t *type = op->results[index].type;
  bool is_signless = type->kind != TERN_TYPE_INTEGER || tern_integer_type_signedness(type) == TERN_SIGNLESS;
  for (size_t i = 0; i < sizeof(reductions) / sizeof(reductions[0]) && is_signless; ++i) {
    if (strcmp(reductions[i].name, name) == 0) return &reductions[i];
  }
  tern_op_error(op, "cannot lower result #%zu: there is no arith op that reduces '%s' by '%s'", index,
                tern_type_text(type), name);
  return NULL;
}

static tern_value_t *build_neutral(tern_builder_t *b, const reduction_t *reduction, const tern_type_t *type) {
  return reduction->is_float ? tern_arith_constant_float(b, type, reduction->neutral)
                             : tern_arith_constant_int(b, type, (int64_t)reduction->neutral);
}

// Ends the body with scf.reduce instead of `yield`.
static void build_reduce(tern_op_t *op, tern_op_t *yield, tern_conversion_t *conversion) {
  tern_builder_t b = conversion->rewriter.builder;
  value_list_t values = {0};
  for (size_t i = 0; i < yield->operand_count; ++i) {
    tern_vec_push(&values, tern_conversion_remapped(conversion, tern_op_operand(yield, i)));
  }
  tern_builder_set_before(&b, yield);
  tern_op_t *reduce = tern_build(&b, TERN_SCF(REDUCE), .operands = view(&values), .regions = values.count);
  for (size_t i = 0; i < values.count; ++i) {
    const tern_type_t *type = values.values[i]->type;
    tern_block_t *block = tern_builder_add_block(&b, &reduce->regions[i], TERN_TYPES(type, type));
    tern_value_t *value =
        tern_build_value(&b, find_reduction(op, i)->row, .operands = TERN_VALUES(block->args[0], block->args[1]));
    tern_build(&b, TERN_SCF(REDUCE_RETURN), .operands = TERN_VALUES(value));
  }
  tern_conversion_erase(conversion, yield);
  tern_vec_deinitialize(&values);
}

static bool push_bounds(tern_builder_t *b, const tern_op_t *op, tern_values_t operands, value_list_t *lower,
                        value_list_t *upper) {
  for (size_t i = 0; i < tern_affine_parallel_rank(op); ++i) {
    for (int is_lower = 1; is_lower >= 0; --is_lower) {
      tern_value_t *bound = expand_bound(b, tern_affine_parallel_map(op, is_lower, i), operands,
                                         tern_affine_parallel_operands(op, is_lower), is_lower);
      if (!bound) return false;
      tern_vec_push(is_lower ? lower : upper, bound);
    }
  }
  return true;
}

static bool lower_parallel(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion, op);
  value_list_t values = {0}, upper = {0};
  type_list_t types = {0};
  size_t rank = tern_affine_parallel_rank(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!find_reduction(op, i)) return false;
  }
  bool is_expanded = push_bounds(b, op, operands, &values, &upper);
  if (is_expanded) {
    for (size_t i = 0; i < rank; ++i) tern_vec_push(&values, upper.values[i]);
    for (size_t i = 0; i < rank; ++i) {
      tern_vec_push(&values, tern_arith_constant_index(b, tern_affine_parallel_step(op, i)));
    }
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_vec_push(&values, build_neutral(b, find_reduction(op, i), op->results[i].type));
    }
    push_result_types(&types, op);
    int32_t count = (int32_t)rank;
    const int32_t segments[] = {count, count, count, (int32_t)op->result_count};
    tern_op_t *loop = tern_build(b, TERN_SCF(PARALLEL), .operands = view(&values), .types = {types.values, types.count},
                                 .regions = 1, .segments = segments);
    tern_region_take_blocks(&loop->regions[0], &op->regions[0]);
    build_reduce(op, loop->regions[0].first_block->last_op, conversion);
    replace_with_results(op, loop, conversion);
  }
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&upper);
  tern_vec_deinitialize(&types);
  return is_expanded;
}

// --- the pass ---

static const tern_conversion_pattern_t patterns[] = {
    {"apply", TERN_AFFINE(APPLY), 1, lower_apply},
    {"min", TERN_AFFINE(MIN), 1, lower_apply},
    {"max", TERN_AFFINE(MAX), 1, lower_apply},
    {"delinearize_index", TERN_AFFINE(DELINEARIZE_INDEX), 1, lower_delinearize},
    {"linearize_index", TERN_AFFINE(LINEARIZE_INDEX), 1, lower_linearize},
    {"load", TERN_AFFINE(LOAD), 1, lower_access},
    {"store", TERN_AFFINE(STORE), 1, lower_access},
    {"vector_load", TERN_AFFINE(VECTOR_LOAD), 1, lower_access},
    {"vector_store", TERN_AFFINE(VECTOR_STORE), 1, lower_access},
    {"prefetch", TERN_AFFINE(PREFETCH), 1, lower_access},
    {"dma_start", TERN_AFFINE(DMA_START), 1, lower_dma_start},
    {"dma_wait", TERN_AFFINE(DMA_WAIT), 1, lower_dma_wait},
    {"yield", TERN_AFFINE(YIELD), 1, lower_yield},
    {"for", TERN_AFFINE(FOR), 1, lower_for},
    {"if", TERN_AFFINE(IF), 1, lower_if},
    {"parallel", TERN_AFFINE(PARALLEL), 1, lower_parallel},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  static const tern_legality_entry_t entries[] = {
      {.dialect = "affine", .legality = TERN_ILLEGAL}, {.dialect = "arith", .legality = TERN_LEGAL},
      {.dialect = "memref", .legality = TERN_LEGAL},   {.dialect = "scf", .legality = TERN_LEGAL},
      {.dialect = "vector", .legality = TERN_LEGAL},
  };
  tern_conversion_target_t target = {
      .entries = entries, .entry_count = sizeof(entries) / sizeof(entries[0]), .replaces_at_end = true};
  return tern_apply_partial_conversion(op, &target, patterns, sizeof(patterns) / sizeof(patterns[0]), NULL, NULL);
}

static const tern_dialect_t *const dialects[] = {
    &tern_arith_dialect, &tern_memref_dialect, &tern_scf_dialect, &tern_vector_dialect, NULL,
};

const tern_pass_def_t tern_lower_affine_pass = {
    .flag = "lower-affine",
    .name = "LowerAffinePass",
    .summary = "Make arithmetic of affine maps, and scf loops of affine ones",
    .description =
        "Bounds, conditions and subscripts become arithmetic on index values, loops and conditionals those of scf, "
        "accesses those of memref and vector. Divisors and moduli must be positive.",
    .dialects = dialects,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
