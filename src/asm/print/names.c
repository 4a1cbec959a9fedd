// Names of values and blocks, as upstream's SSANameState gives them: numbers that go on from a region into the regions
// inside it, %argN for arguments of entry blocks, names that ops suggest, made unique among the names in sight.

#include <stdio.h>
#include <stdlib.h>

#include "asm/printer_private.h"

enum { NAME_SIZE = 256 };

static size_t find_used_slot(const tern_names_t *names, tern_str_t name) {
  size_t slot = (size_t)tern_hash_bytes(name.data, name.size, 0) & (names->used_capacity - 1);
  while (names->used[slot].name.data && !tern_str_equal(names->used[slot].name, name)) {
    slot = (slot + 1) & (names->used_capacity - 1);
  }
  return slot;
}

static bool is_name_used(const tern_names_t *names, tern_str_t name) {
  if (names->used_capacity == 0) return false;
  const tern_name_entry_t *entry = &names->used[find_used_slot(names, name)];
  return entry->name.data && entry->is_used;
}

static void grow_used(tern_names_t *names) {
  tern_name_entry_t *old = names->used;
  size_t old_capacity = names->used_capacity;
  names->used_capacity = old_capacity ? old_capacity * 2 : 64;
  names->used = tern_malloc(names->used_capacity * sizeof(tern_name_entry_t));
  memset(names->used, 0, names->used_capacity * sizeof(tern_name_entry_t));
  for (size_t i = 0; i < old_capacity; ++i) {
    if (old[i].name.data) names->used[find_used_slot(names, old[i].name)] = old[i];
  }
  free(old);
}

// Marks a name that is not in use as used and returns the kept copy of its text.
static tern_str_t take_name(tern_names_t *names, tern_str_t name) {
  if (names->used_count * 4 >= names->used_capacity * 3) grow_used(names);
  tern_name_entry_t *entry = &names->used[find_used_slot(names, name)];
  if (!entry->name.data) {
    entry->name = tern_str_make(tern_arena_copy(&names->arena, name.data, name.size), name.size);
    ++names->used_count;
  }
  entry->is_used = true;
  tern_vec_push(&names->scope, entry->name);
  return entry->name;
}

static void leave_scope(tern_names_t *names, size_t mark) {
  while (names->scope.count > mark) {
    tern_str_t name = names->scope.values[--names->scope.count];
    names->used[find_used_slot(names, name)].is_used = false;
  }
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name_char(char c, const char *punctuation) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || (c && strchr(punctuation, c));
}

size_t tern_sanitize_name(tern_str_t name, const char *punctuation, char *out, size_t capacity) {
  size_t size = 0;
  char first = name.size ? name.data[0] : ' ';
  if (is_digit(first) || (first != ' ' && !is_name_char(first, punctuation))) out[size++] = '_';
  for (size_t i = 0; i < name.size && size + 16 < capacity; ++i) {
    char c = name.data[i];
    if (is_name_char(c, punctuation)) {
      out[size++] = c;
    } else if (c == ' ') {
      out[size++] = '_';
    } else {
      size += (size_t)snprintf(out + size, capacity - size, "%X", (unsigned char)c);
    }
  }
  return size;
}

static tern_str_t make_unique(tern_names_t *names, tern_str_t name) {
  char text[NAME_SIZE];
  size_t size = tern_sanitize_name(name, "$._-", text, sizeof text);
  if (!is_name_used(names, tern_str_make(text, size))) return take_name(names, tern_str_make(text, size));
  text[size] = '_';
  for (;;) {
    size_t digits = (size_t)snprintf(text + size + 1, sizeof text - size - 1, "%u", names->next_conflict++);
    tern_str_t probe = tern_str_make(text, size + 1 + digits);
    if (!is_name_used(names, probe)) return take_name(names, probe);
  }
}

static void set_number(tern_names_t *names, const tern_value_t *value) {
  uint32_t number = names->next_value++;
  if (value->is_block_argument || value->index) {
    tern_map_set(&names->values, value, (void *)((uintptr_t)number << 1 | 1));
  } else {
    ((tern_op_t *)value->owner)->order = number;
  }
}

static void set_name(tern_names_t *names, const tern_value_t *value, tern_str_t name) {
  if (name.size == 0) {
    set_number(names, value);
    return;
  }
  tern_str_t unique = make_unique(names, name);
  if (!value->is_block_argument && value->index == 0) ((tern_op_t *)value->owner)->order = TERN_NAMED_ORDER;
  tern_map_set(&names->values, value, tern_arena_copy(&names->arena, &unique, sizeof unique));
}

// The first named location inside `loc`, or NULL.
static const tern_attr_t *find_name_location(const tern_attr_t *loc) {
  if (!loc || loc->kind == TERN_ATTR_LOC_NAME) return loc;
  if (loc->kind != TERN_ATTR_LOC_CALL_SITE && loc->kind != TERN_ATTR_LOC_FUSED) return NULL;
  for (size_t i = loc->kind == TERN_ATTR_LOC_FUSED ? 1 : 0; i < loc->param_count; ++i) {
    const tern_attr_t *found = find_name_location((const tern_attr_t *)(uintptr_t)loc->params[i]);
    if (found) return found;
  }
  return NULL;
}

// The name in a location, for --mlir-use-nameloc-as-prefix; empty if there is none.
static tern_str_t name_of_location(const tern_attr_t *loc, const tern_print_options_t *options) {
  const tern_attr_t *named = options->use_name_loc_as_prefix ? find_name_location(loc) : NULL;
  if (!named) return (tern_str_t){NULL, 0};
  return tern_ident_str((const tern_ident_t *)(uintptr_t)named->params[0]);
}

// Upstream's default (OpDefinitionsGen, genOpAsmInterface): an op with several groups of results calls the first of each
// by the group's name, and gives a number to one without a name.
static bool name_by_group(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  size_t start, count;
  for (size_t group = 0; group < op->def->result_count; ++group) {
    tern_op_result_group(op, group, &start, &count);
    if (count == 0 || start != index) continue;
    const char *name = op->def->results[group].name->data;
    snprintf(out_name, size, "%s", strcmp(name, "_") == 0 ? "" : name);
    return true;
  }
  return false;
}

// Lets the op's hook name its results. Groups of results start at the first one and at each named one.
static void name_results(tern_names_t *names, const tern_op_t *op, const tern_print_options_t *options) {
  bool (*hook)(const tern_op_t *, size_t, char *, size_t) =
      op->def->row && !options->generic ? op->def->row->result_name : NULL;
  if (!hook && op->def->row && !options->generic && op->def->result_count > 1) hook = name_by_group;
  bool is_first_named = false;
  uint32_t group_count = 1;
  if (hook) {
    char text[NAME_SIZE];
    for (uint32_t i = 0; i < op->result_count; ++i) {
      text[0] = '\0';
      if (!hook(op, i, text, sizeof text) || (text[0] == '\0' && hook != name_by_group)) continue;
      tern_str_t from_location = name_of_location(op->loc, options);
      set_name(names, &op->results[i], from_location.size ? from_location : tern_str_from_cstr(text));
      if (i == 0) {
        is_first_named = true;
      } else {
        ++group_count;
      }
    }
  }
  if (!is_first_named) set_name(names, &op->results[0], name_of_location(op->loc, options));
  if (group_count == 1) return;
  uint32_t *groups = tern_arena_alloc_array(&names->arena, group_count + 1, sizeof(uint32_t));
  uint32_t count = 0;
  groups[++count] = 0;
  for (uint32_t i = 1; i < op->result_count; ++i) {
    if (tern_map_contains(&names->values, &op->results[i])) groups[++count] = i;
  }
  groups[0] = count;
  tern_map_set(&names->result_groups, op, groups);
}

// Where users are shown, an op without results has a number of its own.
static void name_op(tern_names_t *names, const tern_op_t *op, const tern_print_options_t *options) {
  if (op->result_count) {
    name_results(names, op, options);
  } else if (options->value_users) {
    tern_map_set(&names->values, op, (void *)((uintptr_t)names->next_value++ << 1 | 1));
  }
}

static void name_argument(tern_names_t *names, const tern_region_t *region, const tern_block_t *block, uint32_t index,
                          const tern_print_options_t *options) {
  const tern_value_t *arg = block->args[index];
  bool is_entry = region->first_block == block;
  tern_str_t from_location = name_of_location(arg->arg_loc, options);
  const tern_op_t *op = region->parent;
  char text[NAME_SIZE];
  text[0] = '\0';
  if (is_entry && op && op->def->row && op->def->row->arg_name && !options->generic &&
      op->def->row->arg_name(op, (size_t)(region - op->regions), index, text, sizeof text)) {
    set_name(names, arg, from_location.size ? from_location : tern_str_from_cstr(text));
  } else if (is_entry) {
    snprintf(text, sizeof text, "arg%u", names->next_argument++);
    set_name(names, arg, from_location.size ? from_location : tern_str_from_cstr(text));
  } else {
    set_name(names, arg, from_location);
  }
}

// Names what is right inside `region`, not what is in regions of its ops.
static void name_region(tern_names_t *names, const tern_region_t *region, const tern_print_options_t *options) {
  bool has_several_blocks = region->first_block != region->last_block;
  uintptr_t position = 0;
  tern_region_for_each_block(region, block) {
    ++position;
    block->is_order_valid = false;  // the numbers of its ops' results are kept where the order was
    if (has_several_blocks) tern_map_set(&names->blocks, block, (void *)position);
    for (uint32_t i = 0; i < block->arg_count; ++i) name_argument(names, region, block, i, options);
    tern_block_for_each_op(block, op) { name_op(names, op, options); }
  }
}

static void name_region_deep(tern_names_t *names, const tern_region_t *region, const tern_print_options_t *options);

static void name_regions_of(tern_names_t *names, const tern_op_t *op, const tern_print_options_t *options) {
  for (uint16_t i = 0; i < op->region_count; ++i) name_region_deep(names, &op->regions[i], options);
}

static void name_region_deep(tern_names_t *names, const tern_region_t *region, const tern_print_options_t *options) {
  uint32_t next_value = names->next_value, next_argument = names->next_argument;
  uint32_t next_conflict = names->next_conflict;
  size_t scope = names->scope.count;
  name_region(names, region, options);
  tern_region_for_each_block(region, block) {
    tern_block_for_each_op(block, op) {
      if (op->region_count) name_regions_of(names, op, options);
    }
  }
  leave_scope(names, scope);
  names->next_value = next_value;
  names->next_argument = next_argument;
  names->next_conflict = next_conflict;
}

// Names the values in sight of `op`: those of the regions around it, outermost first.
static void name_surroundings(tern_names_t *names, const tern_op_t *op, const tern_print_options_t *options) {
  TERN_VEC(const tern_op_t *) path = {0};
  const tern_op_t *top = op;
  for (; tern_op_parent(top); top = tern_op_parent(top)) {
    if (options->local_scope && tern_op_has_trait(top, TERN_TRAIT_ISOLATED_FROM_ABOVE)) break;
    tern_vec_push(&path, top);
  }
  name_op(names, top, options);
  while (path.count) name_region(names, path.values[--path.count]->block->parent, options);
  tern_vec_deinitialize(&path);
}

// No number is given twice; and upstream takes the last region first here.
static void name_uniquely(tern_names_t *names, const tern_op_t *op, const tern_print_options_t *options) {
  TERN_VEC(const tern_region_t *) stack = {0};
  for (uint16_t i = 0; i < op->region_count; ++i) tern_vec_push(&stack, &op->regions[i]);
  while (stack.count) {
    const tern_region_t *region = stack.values[--stack.count];
    name_region(names, region, options);
    tern_region_for_each_block(region, block) {
      tern_block_for_each_op(block, nested) {
        for (uint16_t i = 0; i < nested->region_count; ++i) tern_vec_push(&stack, &nested->regions[i]);
      }
    }
  }
  tern_vec_deinitialize(&stack);
}

void tern_names_initialize(tern_names_t *names, tern_op_t *op, const tern_print_options_t *options) {
  memset(names, 0, sizeof *names);
  tern_arena_initialize(&names->arena);
  name_surroundings(names, op, options);
  (options->generic || options->unique_names ? name_uniquely : name_regions_of)(names, op, options);
}

void tern_names_deinitialize(tern_names_t *names) {
  tern_arena_deinitialize(&names->arena);
  tern_map_deinitialize(&names->values);
  tern_map_deinitialize(&names->result_groups);
  tern_map_deinitialize(&names->blocks);
  tern_vec_deinitialize(&names->scope);
  free(names->used);
}
