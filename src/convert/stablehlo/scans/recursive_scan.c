#include "convert/stablehlo/scans/recursive_scan.h"

#include "base/map.h"
#include "dialect/stablehlo/stablehlo.h"

enum {
  MAX_OPS = 64,   // of the function
  SHORTEST = 16,  // elements that are worth it
};

// --- parts of a level ---

// A slice along one dimension, all of the others.
typedef struct part {
  tern_value_t *source;
  int64_t start, stride, size;
} part_t;

static tern_op_t *maker_of(const tern_value_t *value, tern_hlo_t id) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_hlo_is(op, id) ? op : NULL;
}

static int64_t entry(const tern_op_t *op, const char *name, size_t index, int64_t otherwise) {
  const tern_attr_t *list = tern_op_attr(op, name);
  return list ? tern_int_list_attr_at(list, index) : otherwise;
}

static int64_t size_along(const tern_value_t *value, size_t dim) { return tern_type_dim(value->type, dim); }

static bool read_part(const tern_value_t *value, size_t dim, part_t *out) {
  const tern_op_t *op = maker_of(value, TERN_HLO_SLICE);
  if (!op) return false;
  *out = (part_t){tern_op_operand(op, 0), entry(op, "start_indices", dim, 0), entry(op, "strides", dim, 1),
                  size_along(value, dim)};
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
    bool is_whole = size_along(value, d) == size_along(out->source, d) && entry(op, "strides", d, 1) == 1;
    if (d != dim && !is_whole) return false;
  }
  return true;
}

// The operand of a pad that puts one zero between neighbours, and `low` in front; the dimension is found if it is negative.
static tern_value_t *padded(const tern_value_t *value, int64_t low, int64_t *inout_dim) {
  const tern_op_t *op = maker_of(value, TERN_HLO_PAD);
  if (!op) return NULL;
  const tern_attr_t *zero = tern_value_constant(tern_op_operand(op, 1));
  if (!zero || zero->kind != TERN_ATTR_DENSE_ELEMENTS) return NULL;
  const tern_attr_t *number = tern_dense_elements_attr_at(zero, 0);
  bool is_zero = tern_attr_is_integer(number) ? tern_integer_attr_value(number) == 0
                                              : tern_attr_is_float(number) && tern_float_attr_value(number) == 0;
  if (!is_zero) return NULL;
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
    int64_t interior = entry(op, "interior_padding", d, 0), before = entry(op, "edge_padding_low", d, 0);
    if (interior == 1 && *inout_dim < 0) *inout_dim = (int64_t)d;
    bool is_dim = (int64_t)d == *inout_dim;
    if (interior != is_dim || before != (is_dim ? low : 0)) return NULL;
    if (!is_dim && entry(op, "edge_padding_high", d, 0) != 0) return NULL;
  }
  // What may be dropped at the end is checked by the sizes.
  int64_t high = *inout_dim < 0 ? -1 : entry(op, "edge_padding_high", (size_t)*inout_dim, 0);
  return high == 0 || high == 1 ? tern_op_operand(op, 0) : NULL;
}

typedef struct interleaved {
  tern_value_t *first;  // x whose first element it is
  tern_value_t *even;   // behind the first one; NULL: none
  tern_value_t *odd;
} interleaved_t;

// Reads %r. `inout_dim` is negative before the first one.
static bool read_interleaved(const tern_value_t *value, int64_t *inout_dim, interleaved_t *out) {
  const tern_op_t *op = maker_of(value, TERN_HLO_ADD);
  if (!op) op = maker_of(value, TERN_HLO_OR);
  if (!op) return false;
  tern_value_t *even = padded(tern_op_operand(op, 0), 0, inout_dim),
               *odd = padded(tern_op_operand(op, 1), 1, inout_dim);
  if (!even || !odd || *inout_dim < 0) return false;
  size_t dim = (size_t)*inout_dim;
  int64_t size = size_along(value, dim);
  if (size_along(even, dim) != (size + 1) / 2 || size_along(odd, dim) != size / 2) return false;
  const tern_op_t *joined = maker_of(even, TERN_HLO_CONCATENATE);
  part_t first;
  if (joined) {
    const tern_attr_t *along = tern_op_attr(joined, "dimension");
    if (joined->operand_count != 2 || !tern_attr_is_integer(along) || tern_integer_attr_value(along) != *inout_dim) {
      return false;
    }
  }
  tern_value_t *head = joined ? tern_op_operand(joined, 0) : even;
  if (!read_part(head, dim, &first) || first.start != 0 || first.size != 1) return false;
  *out = (interleaved_t){first.source, joined ? tern_op_operand(joined, 1) : NULL, odd};
  return first.source->type == value->type;
}

// --- levels ---

static int find(tern_value_t *const *values, size_t count, const tern_value_t *value) {
  for (size_t i = 0; i < count; ++i) {
    if (values[i] == value) return (int)i;
  }
  return TERN_SCAN_NO_ARGUMENT;
}

static int add_element(tern_scan_level_t *level, tern_value_t *x, size_t dim) {
  int known = find(level->x, level->count, x);
  if (known != TERN_SCAN_NO_ARGUMENT || level->count == TERN_RECURSIVE_SCAN_MAX_VALUES ||
      size_along(x, dim) != level->size)
    return known;
  level->x[level->count] = x;
  return (int)level->count++;
}

static bool add_result(tern_recursive_scan_t *scan, tern_scan_level_t *level, tern_value_t *result) {
  interleaved_t read;
  int64_t dim = (int64_t)scan->dim;
  if (!read_interleaved(result, &dim, &read)) return false;
  int i = add_element(level, read.first, scan->dim);
  if (i == TERN_SCAN_NO_ARGUMENT || (level->odd[i] && level->odd[i] != read.odd)) return false;
  level->odd[i] = read.odd;
  level->even[i] = read.even;
  level->result[i] = result;
  return true;
}

// The result that has the odd values, if there is one.
static tern_value_t *result_of(const tern_value_t *odd, size_t dim) {
  tern_value_for_each_use(odd, use) {
    int64_t at = (int64_t)dim;
    const tern_value_t *pad = use->owner->result_count == 1 ? &use->owner->results[0] : NULL;
    if (!pad || !padded(pad, 1, &at)) continue;
    tern_value_for_each_use(pad, sum) {
      interleaved_t read;
      bool is_result = sum->owner->result_count == 1 && read_interleaved(&sum->owner->results[0], &at, &read);
      if (is_result && read.odd == odd) return tern_op_result(sum->owner, 0);
    }
  }
  return NULL;
}

// --- functions ---

// Which argument of fn a value is: 0 and on are what comes first, TERN_RECURSIVE_SCAN_MAX_VALUES and on what follows; TERN_SCAN_NO_ARGUMENT: it is computed.
static int argument_of_pair(const tern_recursive_scan_t *scan, const tern_scan_level_t *level,
                            const tern_value_t *value) {
  part_t part;
  if (!read_part(value, scan->dim, &part) || part.size != level->size / 2 || part.start > 1)
    return TERN_SCAN_NO_ARGUMENT;
  if (part.stride != 2 && part.size > 1) return TERN_SCAN_NO_ARGUMENT;
  int i = find(level->x, level->count, part.source);
  return i == TERN_SCAN_NO_ARGUMENT ? TERN_SCAN_NO_ARGUMENT : i + (part.start ? TERN_RECURSIVE_SCAN_MAX_VALUES : 0);
}

static int argument_of_even(const tern_recursive_scan_t *scan, const tern_scan_level_t *level,
                            const tern_value_t *value) {
  part_t part;
  int64_t size = (level->size - 1) / 2;
  if (size_along(value, scan->dim) != size) return TERN_SCAN_NO_ARGUMENT;
  if (level->size % 2) {
    int i = find(level->odd, level->count, value);
    if (i != TERN_SCAN_NO_ARGUMENT) return i;
  }
  if (!read_part(value, scan->dim, &part)) return TERN_SCAN_NO_ARGUMENT;
  if (part.start == 2 && (part.stride == 2 || size == 1)) {
    int i = find(level->x, level->count, part.source);
    return i == TERN_SCAN_NO_ARGUMENT ? TERN_SCAN_NO_ARGUMENT : i + TERN_RECURSIVE_SCAN_MAX_VALUES;
  }
  return part.start == 0 && (part.stride == 1 || size == 1) ? find(level->odd, level->count, part.source)
                                                            : TERN_SCAN_NO_ARGUMENT;
}

typedef int (*argument_fn_t)(const tern_recursive_scan_t *scan, const tern_scan_level_t *level,
                             const tern_value_t *value);

const tern_attr_t *tern_scan_splat(const tern_value_t *value) {
  const tern_op_t *op = maker_of(value, TERN_HLO_BROADCAST_IN_DIM);
  const tern_attr_t *constant = tern_value_constant(op ? tern_op_operand(op, 0) : value);
  return tern_attr_is_splat(constant) ? tern_dense_elements_attr_at(constant, 0) : NULL;
}

static bool is_splat(const tern_value_t *value) { return tern_scan_splat(value) != NULL; }

bool tern_scan_is_elementwise(const tern_op_t *op) {
  // Whose operands may be scalars, too.
  bool is_known = tern_hlo_is(op, TERN_HLO_SELECT) || tern_hlo_is(op, TERN_HLO_CLAMP) ||
                  tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE);
  if (op->def->dialect != &tern_stablehlo_dialect || !is_known) return false;
  if (op->result_count != 1 || op->region_count || op->operand_count == 0) return false;
  size_t rank = tern_type_rank(op->results[0].type);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) != rank) return false;
    for (size_t d = 0; d < rank; ++d) {
      if (tern_type_dim(type, d) != tern_type_dim(op->results[0].type, d)) return false;
    }
  }
  return true;
}

// Adds to the level what its even values are made of, as far as nobody knew of it.
static bool discover(tern_recursive_scan_t *scan, tern_scan_level_t *level, tern_value_t *value, tern_map_t *seen) {
  part_t part;
  if (tern_map_contains(seen, value) || is_splat(value)) return true;
  tern_map_set(seen, value, value);
  if (argument_of_even(scan, level, value) != TERN_SCAN_NO_ARGUMENT) return true;
  int64_t size = (level->size - 1) / 2;
  bool is_part = read_part(value, scan->dim, &part) && part.size == size;
  if (is_part && part.start == 2 && size_along(part.source, scan->dim) == level->size) {
    return add_element(level, part.source, scan->dim) != TERN_SCAN_NO_ARGUMENT;
  }
  const tern_value_t *odd = is_part && part.start == 0 ? part.source : value;
  if (size_along(odd, scan->dim) == level->size / 2) {
    tern_value_t *result = result_of(odd, scan->dim);
    if (result) return add_result(scan, level, result);
  }
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || !tern_scan_is_elementwise(op) || ++scan->op_count > MAX_OPS * TERN_RECURSIVE_SCAN_MAX_LEVELS) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!discover(scan, level, tern_op_operand(op, i), seen)) return false;
  }
  return true;
}

// Which element of a level element i of the first one is; TERN_SCAN_NO_ARGUMENT: not known yet.
typedef struct names {
  int at[TERN_RECURSIVE_SCAN_MAX_VALUES];
} names_t;

typedef struct comparison {
  tern_recursive_scan_t *scan;
  const tern_scan_level_t *level;
  names_t *names;
  argument_fn_t argument;
  tern_map_t same;  // of the first level's function -> of this one
} comparison_t;

// Is `value` what the function `model`, of pairs of the first level, makes of the arguments of this level?
static bool is_same(comparison_t *c, const tern_value_t *model, const tern_value_t *value) {
  const tern_value_t *known = tern_map_get(&c->same, model);
  if (known) return known == value;
  tern_map_set(&c->same, model, (void *)(uintptr_t)value);
  if (is_splat(model)) {
    return tern_scan_splat(model) == tern_scan_splat(value) &&
           tern_type_element(model->type) == tern_type_element(value->type);
  }
  int expected = argument_of_pair(c->scan, &c->scan->levels[0], model), got = c->argument(c->scan, c->level, value);
  if (expected != TERN_SCAN_NO_ARGUMENT || got != TERN_SCAN_NO_ARGUMENT) {
    if (expected == TERN_SCAN_NO_ARGUMENT || got == TERN_SCAN_NO_ARGUMENT ||
        expected / TERN_RECURSIVE_SCAN_MAX_VALUES != got / TERN_RECURSIVE_SCAN_MAX_VALUES)
      return false;
    int *name = &c->names->at[expected % TERN_RECURSIVE_SCAN_MAX_VALUES];
    if (*name == TERN_SCAN_NO_ARGUMENT) *name = got % TERN_RECURSIVE_SCAN_MAX_VALUES;
    return *name == got % TERN_RECURSIVE_SCAN_MAX_VALUES;
  }
  const tern_op_t *a = tern_value_defining_op(model), *b = tern_value_defining_op(value);
  if (!a || !b || !tern_scan_is_elementwise(a) || !tern_scan_is_elementwise(b) || a->def != b->def ||
      a->attrs != b->attrs)
    return false;
  if (a->operand_count != b->operand_count || tern_type_element(model->type) != tern_type_element(value->type))
    return false;
  for (size_t i = 0; i < a->def->attr_count; ++i) {
    if (a->slots[i] != b->slots[i]) return false;
  }
  for (size_t i = 0; i < a->operand_count; ++i) {
    if (!is_same(c, tern_op_operand(a, i), tern_op_operand(b, i))) return false;
  }
  return true;
}

static bool compare(tern_recursive_scan_t *scan, const tern_scan_level_t *level, names_t *names, argument_fn_t argument,
                    const tern_value_t *model, const tern_value_t *value) {
  comparison_t c = {.scan = scan, .level = level, .names = names, .argument = argument};
  bool is_right = is_same(&c, model, value);
  tern_map_deinitialize(&c.same);
  return is_right;
}

// --- whole scans ---

static bool read_level(tern_recursive_scan_t *scan, tern_scan_level_t *level) {
  tern_map_t seen = {0};
  bool is_right = true, is_changed = true;
  // Even values of those that are found on the way have arguments, too.
  while (is_right && is_changed) {
    size_t known = level->count;
    tern_map_clear(&seen);
    for (size_t i = 0; i < level->count && is_right; ++i) {
      if (level->even[i]) is_right = discover(scan, level, level->even[i], &seen);
    }
    is_changed = level->count != known;
  }
  tern_map_deinitialize(&seen);
  return is_right;
}

// Adds to the level what `value` makes pairs of.
static bool discover_pairs(tern_recursive_scan_t *scan, tern_scan_level_t *level, tern_value_t *value,
                           tern_map_t *seen) {
  part_t part;
  if (tern_map_contains(seen, value) || is_splat(value)) return true;
  tern_map_set(seen, value, value);
  if (read_part(value, scan->dim, &part) && part.size == level->size / 2 && part.start <= 1 &&
      size_along(part.source, scan->dim) == level->size) {
    return add_element(level, part.source, scan->dim) != TERN_SCAN_NO_ARGUMENT;
  }
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || !tern_scan_is_elementwise(op) || ++scan->op_count > MAX_OPS * TERN_RECURSIVE_SCAN_MAX_LEVELS) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!discover_pairs(scan, level, tern_op_operand(op, i), seen)) return false;
  }
  return true;
}

// Elements that others need, and that have no result, are seen where those are made.
static bool read_pairs(tern_recursive_scan_t *scan) {
  bool is_right = true;
  for (size_t l = scan->level_count; l-- > 0 && is_right;) {
    tern_scan_level_t *level = &scan->levels[l], *next = l + 1 < scan->level_count ? level + 1 : NULL;
    tern_map_t seen = {0};
    for (size_t i = 0; next && i < next->count && is_right; ++i) {
      is_right = discover_pairs(scan, level, next->x[i], &seen);
    }
    size_t count = level->count;
    for (size_t i = 0; !next && i < count && is_right; ++i) {
      if (level->odd[i]) is_right = discover_pairs(scan, level, level->odd[i], &seen);
    }
    tern_map_deinitialize(&seen);
  }
  return is_right;
}

// Reads the levels from the result on, to that of two or three elements.
static bool read_levels(tern_recursive_scan_t *scan, tern_value_t *result) {
  interleaved_t read;
  int64_t dim = TERN_SCAN_NO_ARGUMENT;
  if (!read_interleaved(result, &dim, &read)) return false;
  scan->dim = (size_t)dim;
  tern_scan_level_t *level = &scan->levels[0];
  level->size = size_along(result, scan->dim);
  if (level->size < SHORTEST || !add_result(scan, level, result) || !read_level(scan, level)) return false;
  for (scan->level_count = 1; level->size >= 4; ++scan->level_count) {
    if (scan->level_count == TERN_RECURSIVE_SCAN_MAX_LEVELS) return false;
    tern_scan_level_t *next = &scan->levels[scan->level_count];
    next->size = level->size / 2;
    for (size_t i = 0; i < level->count; ++i) {
      if (level->odd[i] && !add_result(scan, next, level->odd[i])) return false;
    }
    if (!read_level(scan, next)) return false;
    level = next;
  }
  return read_pairs(scan);
}

// Which element of the next level has the odd values of element i.
static int next_of(const tern_scan_level_t *level, const tern_scan_level_t *next, int i) {
  for (size_t k = 0; k < next->count; ++k) {
    if (level->odd[i] && next->result[k] == level->odd[i]) return (int)k;
  }
  return TERN_SCAN_NO_ARGUMENT;
}

static bool set_name(names_t *names, size_t i, int name) {
  if (names->at[i] == TERN_SCAN_NO_ARGUMENT) names->at[i] = name;
  return names->at[i] == name;
}

// The functions are what makes the elements of the second level. What one is applied to there says who the others are.
static bool find_functions(tern_recursive_scan_t *scan, names_t *names) {
  const tern_scan_level_t *level = &scan->levels[0], *next = &scan->levels[1];
  for (size_t i = 0; i < level->count; ++i) names->at[i] = next_of(level, next, (int)i);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (size_t i = 0; i < level->count; ++i) {
      int k = names->at[i];
      if (k == TERN_SCAN_NO_ARGUMENT || scan->function[i]) continue;
      scan->function[i] = next->x[k];
      is_changed = true;
      if (next->even[k] && !compare(scan, next, names, argument_of_even, scan->function[i], next->even[k]))
        return false;
    }
  }
  for (size_t i = 0; i < level->count; ++i) {
    if (!scan->function[i]) return false;
  }
  return true;
}

// Is element i, where it has a name on level l, what its function makes of the level before, and are its results?
static bool check_element(tern_recursive_scan_t *scan, names_t *names, size_t l, size_t i) {
  const tern_scan_level_t *level = &scan->levels[l];
  const tern_value_t *function = scan->function[i];
  int k = names[l].at[i];
  if (k == TERN_SCAN_NO_ARGUMENT) return true;
  if (l > 0 && !compare(scan, level - 1, &names[l - 1], argument_of_pair, function, level->x[k])) return false;
  if (level->even[k] && !compare(scan, level, &names[l], argument_of_even, function, level->even[k])) return false;
  if (!level->odd[k]) return true;
  // The odd value of two or three elements is what the pair comes to.
  if (l + 1 == scan->level_count) return compare(scan, level, &names[l], argument_of_pair, function, level->odd[k]);
  return set_name(&names[l + 1], i, next_of(level, level + 1, k));
}

static size_t count_names(const tern_recursive_scan_t *scan, const names_t *names) {
  size_t count = 0;
  for (size_t l = 0; l < scan->level_count; ++l) {
    for (size_t i = 0; i < TERN_RECURSIVE_SCAN_MAX_VALUES; ++i) count += names[l].at[i] != TERN_SCAN_NO_ARGUMENT;
  }
  return count;
}

// Do all levels apply the same functions? What is named on the way is checked in the next turn.
static bool check_levels(tern_recursive_scan_t *scan) {
  names_t names[TERN_RECURSIVE_SCAN_MAX_LEVELS];
  for (size_t l = 0; l < TERN_RECURSIVE_SCAN_MAX_LEVELS; ++l) {
    for (int i = 0; i < TERN_RECURSIVE_SCAN_MAX_VALUES; ++i)
      names[l].at[i] = l == 0 && i < (int)scan->levels[0].count ? i : TERN_SCAN_NO_ARGUMENT;
  }
  if (!find_functions(scan, &names[1])) return false;
  for (size_t known = 0; known != count_names(scan, names);) {
    known = count_names(scan, names);
    for (size_t l = 0; l < scan->level_count; ++l) {
      for (size_t i = 0; i < scan->levels[0].count; ++i) {
        if (!check_element(scan, names, l, i)) return false;
      }
    }
  }
  return true;
}

// --- the whole ---

bool tern_scan_is_interleaved(const tern_value_t *value) {
  interleaved_t read;
  int64_t dim = TERN_SCAN_NO_ARGUMENT;
  return read_interleaved(value, &dim, &read);
}

bool tern_recursive_scan_read(tern_value_t *result, tern_recursive_scan_t *out_scan) {
  *out_scan = (tern_recursive_scan_t){0};
  return read_levels(out_scan, result) && check_levels(out_scan);
}

int tern_recursive_scan_argument(const tern_recursive_scan_t *scan, const tern_value_t *value) {
  return argument_of_pair(scan, &scan->levels[0], value);
}
