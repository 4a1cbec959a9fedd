// SSA names: scopes, definitions, uses, and uses before the definition.
//
// One hash table holds the names of all open scopes. An entry belongs to an isolated scope, so that a function never
// sees names from outside. A use before the definition gets a placeholder value; the definition takes over its uses.
// Placeholders are block arguments of no block: hooks may look at their types, nothing else.

#include "asm/parser_private.h"
#include "base/arena.h"

enum {
  NUMBERS_TOGETHER = 4,  // slots of a cache line
  LONGEST_NUMBER = 9,    // digits that fit 32 bits
};

// The number of a name such as `%42`, or -1.
static int64_t numeric_name(tern_str_t name) {
  if (name.size < 2 || name.size > LONGEST_NUMBER + 1) return -1;
  int64_t value = 0;
  for (size_t i = 1; i < name.size; ++i) {
    if (name.data[i] < '0' || name.data[i] > '9') return -1;
    value = value * 10 + (name.data[i] - '0');
  }
  return value;
}

// Numbers that follow each other, as printers make them, come to lie in one cache line by fours.
static uint32_t hash_name(const tern_parser_t *parser, tern_str_t name, uint32_t number) {
  uint64_t scope = (uint64_t)parser->scope->isolation << 32 | number;
  int64_t value = numeric_name(name);
  if (value < 0) return (uint32_t)tern_hash_bytes(name.data, name.size, scope);
  // Fibonacci hashing of the four's number; the best bits are the upper ones.
  uint64_t mixed =
      ((uint64_t)value / NUMBERS_TOGETHER + scope * UINT64_C(0x2545f4914f6cdd1d)) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(mixed >> 32) / NUMBERS_TOGETHER * NUMBERS_TOGETHER + (uint32_t)value % NUMBERS_TOGETHER;
}

static tern_str_t name_text(const tern_ssa_name_t *entry) { return tern_str_make(entry->data, entry->size); }

static tern_ssa_name_t *find_name(const tern_parser_t *parser, tern_str_t name, uint32_t number, uint32_t hash) {
  if (!parser->slot_count) return NULL;
  size_t mask = parser->slot_count - 1;
  for (size_t i = hash & mask; parser->slots[i].name; i = (i + 1) & mask) {
    if (parser->slots[i].hash != hash) continue;
    tern_ssa_name_t *entry = parser->slots[i].name;
    if (entry->number == number && entry->isolation == parser->scope->isolation &&
        tern_str_equal(name_text(entry), name)) {
      return entry;
    }
  }
  return NULL;
}

static void put_in_slot(tern_parser_t *parser, tern_ssa_name_t *entry) {
  size_t mask = parser->slot_count - 1;
  size_t i = entry->hash & mask;
  while (parser->slots[i].name) i = (i + 1) & mask;
  parser->slots[i] = (tern_ssa_slot_t){entry, entry->hash};
}

static void grow_slots(tern_parser_t *parser) {
  tern_ssa_slot_t *old = parser->slots;
  size_t old_count = parser->slot_count;
  parser->slot_count = old_count ? old_count * 2 : 1024;
  parser->slots = tern_calloc(parser->slot_count, sizeof(parser->slots[0]));
  for (size_t i = 0; i < old_count; ++i) {
    if (old[i].name) put_in_slot(parser, old[i].name);
  }
  free(old);
}

static tern_ssa_name_t *add_name(tern_parser_t *parser, tern_str_t name, uint32_t number, uint32_t hash) {
  if (parser->name_count * 8 >= parser->slot_count * 5) grow_slots(parser);
  tern_ssa_name_t *entry = parser->free_names;
  if (entry) {
    parser->free_names = entry->next_in_scope;
  } else {
    entry = tern_arena_alloc(&parser->arena, sizeof(*entry));
  }
  // A name that a hook made up is kept, for its memory may go before the scope does.
  bool is_in_source = name.data >= parser->lexer.begin && name.data < parser->lexer.end;
  *entry = (tern_ssa_name_t){
      .data = is_in_source ? name.data : tern_parser_intern(parser, name),
      .size = (uint32_t)name.size,
      .number = number,
      .hash = hash,
      .isolation = parser->scope->isolation & 0x7fffffff,
  };
  put_in_slot(parser, entry);
  ++parser->name_count;
  return entry;
}

// Entries behind the hole move up, as far as their own place allows, so that no search ends too early.
static void remove_name(tern_parser_t *parser, const tern_ssa_name_t *entry) {
  size_t mask = parser->slot_count - 1;
  size_t hole = entry->hash & mask;
  while (parser->slots[hole].name != entry) hole = (hole + 1) & mask;
  for (size_t i = (hole + 1) & mask; parser->slots[i].name; i = (i + 1) & mask) {
    size_t distance_from_home = (i - parser->slots[i].hash) & mask;
    if (distance_from_home < ((i - hole) & mask)) continue;
    parser->slots[hole] = parser->slots[i];
    hole = i;
  }
  parser->slots[hole].name = NULL;
  --parser->name_count;
}

void tern_parser_free_names(tern_parser_t *parser) {
  free(parser->slots);
  parser->slots = NULL;
  parser->slot_count = 0;
}

// --- scopes ---

void tern_parser_push_scope(tern_parser_t *parser, tern_name_scope_t *scope, bool is_isolated) {
  *scope = (tern_name_scope_t){.parent = parser->scope, .is_isolated = is_isolated || !parser->scope};
  scope->isolation = scope->is_isolated ? parser->isolation_count++ : parser->scope->isolation;
  parser->scope = scope;
}

static int compare_pointers(const void *a, const void *b) {
  const char *left = *(const char *const *)a, *right = *(const char *const *)b;
  return (left > right) - (left < right);
}

static bool report_undefined_blocks(tern_parser_t *parser, const tern_name_scope_t *scope) {
  TERN_VEC(const char *) pointers = {0};
  for (size_t i = 0; i < scope->blocks.entry_count; ++i) {
    const tern_block_name_t *name = scope->blocks.entries[i].value;
    if (!name->is_defined) tern_vec_push(&pointers, name->pointer);
  }
  if (pointers.count) qsort(pointers.values, pointers.count, sizeof(pointers.values[0]), compare_pointers);
  for (size_t i = 0; i < pointers.count; ++i) {
    tern_parser_error_at(parser, tern_source_pos_of(pointers.values[i]), "reference to an undefined block");
  }
  bool is_ok = pointers.count == 0;
  tern_vec_deinitialize(&pointers);
  return is_ok;
}

// The list has the newest first and every name once; it is reported in the order of the text.
static bool report_undefined_values(tern_parser_t *parser, const tern_name_scope_t *scope) {
  TERN_VEC(const tern_ssa_name_t *) undefined = {0};
  for (const tern_ssa_name_t *entry = scope->forwards; entry; entry = entry->next_in_scope) {
    if (entry->is_forward) tern_vec_push(&undefined, entry);
  }
  for (size_t i = undefined.count; i-- > 0;) {
    const tern_ssa_name_t *entry = undefined.values[i];
    tern_parser_error_at(parser, tern_source_pos_of(entry->data), "use of undeclared SSA value name '%.*s'",
                         (int)entry->size, entry->data);
  }
  bool is_ok = undefined.count == 0;
  tern_vec_deinitialize(&undefined);
  return is_ok;
}

// Blocks that were named but never defined are in no region: they go when nothing names them any more, which
// destroying them brings about.
static void destroy_undefined_blocks(tern_parser_t *parser, const tern_name_scope_t *scope) {
  for (size_t i = 0; i < scope->blocks.entry_count; ++i) {
    tern_block_name_t *name = scope->blocks.entries[i].value;
    if (!name->is_defined) tern_block_destroy(name->block, parser->context);
  }
}

bool tern_parser_pop_scope(tern_parser_t *parser, bool has_failed) {
  tern_name_scope_t *scope = parser->scope;
  bool is_ok = !has_failed;
  if (!has_failed) is_ok = report_undefined_blocks(parser, scope) && is_ok;
  if (!has_failed && scope->is_isolated) is_ok = report_undefined_values(parser, scope) && is_ok;
  if (!is_ok) destroy_undefined_blocks(parser, scope);
  for (tern_ssa_name_t *entry = scope->definitions, *next; entry; entry = next) {
    next = entry->next_in_scope;
    remove_name(parser, entry);
    entry->next_in_scope = parser->free_names;
    parser->free_names = entry;
  }
  for (tern_ssa_name_t *entry = scope->forwards, *next; entry; entry = next) {
    next = entry->next_in_scope;
    if (entry->is_forward) remove_name(parser, entry);
  }
  tern_map_deinitialize(&scope->blocks);
  parser->scope = scope->parent;
  return is_ok;
}

static tern_name_scope_t *isolated_scope(const tern_parser_t *parser) {
  tern_name_scope_t *scope = parser->scope;
  while (!scope->is_isolated) scope = scope->parent;
  return scope;
}

// --- definitions ---

static bool report_redefinition(tern_parser_t *parser, const tern_ssa_name_t *entry, const char *pointer) {
  tern_parser_error_at(parser, tern_source_pos_of(pointer), "redefinition of SSA value '%.*s'", (int)entry->size,
                       entry->data);
  tern_parser_note_at(parser, tern_source_pos_of(entry->data), "previously defined here");
  return false;
}

static bool report_definition_type(tern_parser_t *parser, const tern_ssa_name_t *entry, const char *pointer,
                                   const tern_type_t *type) {
  tern_parser_error_at(parser, tern_source_pos_of(pointer), "definition of SSA value '%.*s#%u' has type '%s'",
                       (int)entry->size, entry->data, entry->number, tern_type_text(type));
  tern_parser_note_at(parser, tern_source_pos_of(entry->data), "previously used here with type '%s'",
                      tern_type_text(entry->value->type));
  return false;
}

bool tern_parser_define_entry_arg(tern_parser_t *parser, tern_unresolved_operand_t name, tern_value_t *value) {
  const tern_ssa_name_t *entry = find_name(parser, name.name, name.number, hash_name(parser, name.name, name.number));
  if (!entry) return tern_parser_define(parser, name.name, name.number, name.pos.pointer, value);
  tern_parser_error_at(parser, name.pos, "region entry argument '%.*s' is already in use", (int)name.name.size,
                       name.name.data);
  tern_parser_note_at(parser, tern_source_pos_of(entry->data), "previously referenced here");
  return false;
}

bool tern_parser_define(tern_parser_t *parser, tern_str_t name, uint32_t number, const char *pointer,
                        tern_value_t *value) {
  uint32_t hash = hash_name(parser, name, number);
  tern_ssa_name_t *entry = find_name(parser, name, number, hash);
  if (entry && !entry->is_forward) return report_redefinition(parser, entry, pointer);
  if (entry && entry->value->type != value->type) return report_definition_type(parser, entry, pointer, value->type);
  if (entry) {
    // The entry stays in the list of forward references; a second one stands in the scope's definitions.
    tern_value_replace_all_uses(entry->value, value);
    // An op that is not made yet may hold the placeholder: from here on it names its value.
    entry->value->arg_loc = NULL;
    entry->value->owner = value;
    entry->is_forward = false;
    remove_name(parser, entry);
  }
  entry = add_name(parser, name, number, hash);
  entry->value = value;
  entry->next_in_scope = parser->scope->definitions;
  parser->scope->definitions = entry;
  return true;
}

// --- uses ---

static tern_value_t *make_placeholder(tern_parser_t *parser, const tern_type_t *type) {
  tern_value_t *value = tern_arena_alloc_zeroed(&parser->arena, sizeof(*value));
  value->type = type;
  value->is_block_argument = true;
  value->arg_loc = tern_unknown_loc_get(parser->context);
  return value;
}

static tern_value_t *report_use_type(tern_parser_t *parser, const tern_ssa_name_t *entry,
                                     tern_unresolved_operand_t operand, const tern_type_t *type) {
  tern_parser_error_at(parser, operand.pos, "use of value '%.*s' expects different type than prior uses: '%s' vs '%s'",
                       (int)operand.name.size, operand.name.data, tern_type_text(type),
                       tern_type_text(entry->value->type));
  tern_parser_note_at(parser, tern_source_pos_of(entry->data), "prior use here");
  return NULL;
}

tern_value_t *tern_parser_resolve(tern_parser_t *parser, tern_unresolved_operand_t operand, const tern_type_t *type) {
  uint32_t hash = hash_name(parser, operand.name, operand.number);
  tern_ssa_name_t *entry = find_name(parser, operand.name, operand.number, hash);
  if (entry) return entry->value->type == type ? entry->value : report_use_type(parser, entry, operand, type);
  if (operand.number) {
    const tern_ssa_name_t *first = find_name(parser, operand.name, 0, hash_name(parser, operand.name, 0));
    if (first && !first->is_forward) {
      tern_parser_error_at(parser, operand.pos, "reference to invalid result number");
      return NULL;
    }
  }
  entry = add_name(parser, operand.name, operand.number, hash);
  entry->value = make_placeholder(parser, type);
  entry->is_forward = true;
  tern_name_scope_t *scope = isolated_scope(parser);
  entry->next_in_scope = scope->forwards;
  scope->forwards = entry;
  return entry->value;
}

bool tern_parse_optional_operand(tern_parser_t *parser, tern_unresolved_operand_t *out_operand, bool *out_present) {
  *out_present = false;
  if (!tern_parser_is(parser, TERN_TOKEN_PERCENT)) return true;
  *out_present = true;
  *out_operand = (tern_unresolved_operand_t){.name = parser->token.text, .pos = tern_parser_pos(parser)};
  tern_parser_advance(parser);
  // `#2` is a word of the kind that attribute aliases are.
  if (!tern_parser_is(parser, TERN_TOKEN_HASH)) return true;
  tern_str_t digits = tern_str_drop(parser->token.text, 1);
  int64_t number;
  if (digits.data[0] < '0' || digits.data[0] > '9' || !tern_str_to_int64(digits, &number) || number > INT32_MAX) {
    return tern_parser_error(parser, "invalid SSA value result number");
  }
  out_operand->number = (uint32_t)number;
  tern_parser_advance(parser);
  return true;
}

bool tern_parse_operand(tern_parser_t *parser, tern_unresolved_operand_t *out_operand) {
  bool is_present;
  if (!tern_parse_optional_operand(parser, out_operand, &is_present)) return false;
  return is_present || tern_parser_wrong_token(parser, "expected SSA operand");
}

// --- blocks ---

tern_block_name_t *tern_parser_block_name(tern_parser_t *parser, tern_str_t name) {
  const tern_ident_t *ident = tern_ident_get(parser->context, name);
  tern_block_name_t *entry = tern_map_get(&parser->scope->blocks, ident);
  if (entry) return entry;
  entry = tern_arena_alloc_zeroed(&parser->arena, sizeof(*entry));
  tern_map_set(&parser->scope->blocks, ident, entry);
  return entry;
}
