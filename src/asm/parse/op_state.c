// The op under construction: what hooks add to it, and how it becomes an op.

#include "asm/parser_private.h"

// --- lists in the parser's memory ---

void tern_operand_list_push(tern_parser_t *parser, tern_operand_list_t *list, tern_unresolved_operand_t operand) {
  void *values = list->values;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(operand));
  list->values = values;
  list->values[list->count++] = operand;
}

void tern_type_list_push(tern_parser_t *parser, tern_type_list_t *list, const tern_type_t *type) {
  void *values = list->values;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(type));
  list->values = values;
  list->values[list->count++] = type;
}

void tern_arg_list_push(tern_parser_t *parser, tern_arg_list_t *list, tern_parsed_arg_t arg) {
  void *values = list->values;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(arg));
  list->values = values;
  list->values[list->count++] = arg;
}

// --- opening, finishing, closing ---

tern_op_builder_t *tern_op_builder_open(tern_parser_t *parser) {
  tern_op_builder_t *builder = parser->free_builders;
  if (builder) {
    parser->free_builders = builder->next_free;
  } else {
    builder = tern_malloc(sizeof(*builder));
    memset(builder, 0, sizeof(*builder));
  }
  builder->op = (tern_parsed_op_t){0};
  builder->next_free = parser->builders;
  parser->builders = builder;
  return builder;
}

void tern_op_builder_close(tern_parser_t *parser, tern_op_builder_t *builder) {
  if (builder->regions.count) {
    // An op made for this alone takes the regions along: their blocks may name each other in any order.
    tern_op_t *op =
        tern_op_create(parser->context, &(tern_op_state_t){
                                            .def = tern_op_def_get(parser->context, TERN_STR("parser.rest")),
                                            .region_count = builder->regions.count,
                                        });
    for (size_t i = 0; i < builder->regions.count; ++i) {
      tern_region_take_blocks(&op->regions[i], builder->regions.values[i]);
    }
    tern_op_destroy(op);
  }
  builder->operands.count = 0;
  builder->result_types.count = 0;
  builder->attrs.count = 0;
  builder->successors.count = 0;
  builder->regions.count = 0;
  parser->builders = builder->next_free;
  builder->next_free = parser->free_builders;
  parser->free_builders = builder;
}

void tern_parser_free_builders(tern_parser_t *parser) {
  for (tern_op_builder_t *builder = parser->free_builders, *next; builder; builder = next) {
    next = builder->next_free;
    tern_vec_deinitialize(&builder->operands);
    tern_vec_deinitialize(&builder->result_types);
    tern_vec_deinitialize(&builder->attrs);
    tern_vec_deinitialize(&builder->successors);
    tern_vec_deinitialize(&builder->regions);
    free(builder);
  }
  parser->free_builders = NULL;
}

static tern_op_state_t make_state(const tern_op_builder_t *builder) {
  return (tern_op_state_t){
      .def = builder->op.def,
      .loc = builder->op.loc,
      .operands = {builder->operands.values, builder->operands.count},
      .result_types = {builder->result_types.values, builder->result_types.count},
      .attrs = {builder->attrs.values, builder->attrs.count},
      .successors = builder->successors.values,
      .successor_count = builder->successors.count,
      .region_count = builder->regions.count,
  };
}

// A region of the op may have defined a name that the op used before: the placeholder then says what stands for it
// (tern_parser_define).
static void settle_operands(tern_op_builder_t *builder) {
  for (size_t i = 0; i < builder->operands.count; ++i) {
    tern_value_t **value = &builder->operands.values[i];
    if (*value && (*value)->is_block_argument && !(*value)->arg_loc) *value = (*value)->owner;
  }
}

tern_op_t *tern_op_builder_finish(tern_parser_t *parser, tern_op_builder_t *builder, tern_block_t *block) {
  if (builder->successors.count > UINT16_MAX) {
    tern_parser_error_at(parser, builder->op.pos, "op has more than %d successors", UINT16_MAX);
    return NULL;
  }
  tern_op_state_t state = make_state(builder);
  settle_operands(builder);
  tern_op_t *op = tern_op_create(parser->context, &state);
  for (size_t i = 0; i < builder->regions.count; ++i) {
    tern_region_take_blocks(&op->regions[i], builder->regions.values[i]);
  }
  builder->regions.count = 0;
  if (block) tern_op_insert(op, block, NULL);
  return op;
}

// --- operands and types ---

bool tern_op_resolve_operand(tern_parser_t *parser, tern_parsed_op_t *op, tern_unresolved_operand_t operand,
                             const tern_type_t *type) {
  tern_value_t *value = tern_parser_resolve(parser, operand, type);
  if (!value) return false;
  tern_vec_push(&tern_op_builder_of(op)->operands, value);
  return true;
}

bool tern_op_resolve_operands(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                              const tern_type_t *type) {
  for (size_t i = 0; i < operands->count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands->values[i], type)) return false;
  }
  return true;
}

bool tern_op_resolve_operands_each(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                                   const tern_type_list_t *types) {
  if (operands->count != types->count) {
    tern_source_pos_t pos = operands->count ? operands->values[0].pos : op->pos;
    return tern_parser_error_at(
        parser, pos, "custom op '%s' number of operands and types do not match: got %zu operands and %zu types",
        op->def->name->data, operands->count, types->count);
  }
  for (size_t i = 0; i < operands->count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands->values[i], types->values[i])) return false;
  }
  return true;
}

void tern_op_add_operand_value(tern_parser_t *parser, tern_parsed_op_t *op, tern_value_t *value) {
  (void)parser;
  tern_vec_push(&tern_op_builder_of(op)->operands, value);
}

void tern_op_add_result_type(tern_parser_t *parser, tern_parsed_op_t *op, const tern_type_t *type) {
  (void)parser;
  tern_vec_push(&tern_op_builder_of(op)->result_types, type);
}

// --- attributes ---

static tern_named_attr_t *find_attr(const tern_parsed_op_t *op, tern_str_t name) {
  const tern_op_builder_t *builder = (const tern_op_builder_t *)op;
  for (size_t i = 0; i < builder->attrs.count; ++i) {
    if (tern_str_equal_cstr(name, builder->attrs.values[i].name)) return &builder->attrs.values[i];
  }
  return NULL;
}

void tern_op_add_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t *attr) {
  tern_named_attr_t *entry = find_attr(op, tern_str_from_cstr(name));
  if (entry) {
    entry->attr = attr;
    return;
  }
  const char *interned = tern_parser_intern(parser, tern_str_from_cstr(name));
  tern_vec_push(&tern_op_builder_of(op)->attrs, (tern_named_attr_t){interned, attr});
}

const tern_attr_t *tern_op_parsed_attr(const tern_parser_t *parser, const tern_parsed_op_t *op, const char *name) {
  (void)parser;
  const tern_named_attr_t *entry = find_attr(op, tern_str_from_cstr(name));
  return entry ? entry->attr : NULL;
}

static bool add_dictionary_entry(tern_parser_t *parser, const tern_ident_t *name, tern_source_pos_t pos,
                                 const tern_attr_t *value, void *user) {
  tern_op_builder_t *builder = user;
  if (find_attr(&builder->op, tern_ident_str(name))) {
    return tern_parser_error_at(parser, pos, "attribute '%s' occurs more than once in the attribute list", name->data);
  }
  tern_vec_push(&builder->attrs, (tern_named_attr_t){name->data, value});
  return true;
}

bool tern_op_parse_optional_attr_dict(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parser_is(parser, TERN_TOKEN_LEFT_BRACE)) return true;
  return tern_parser_parse_dictionary(parser, add_dictionary_entry, tern_op_builder_of(op));
}

bool tern_op_parse_optional_attr_dict_with_keyword(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_keyword(parser, "attributes")) return true;
  return tern_parser_parse_dictionary(parser, add_dictionary_entry, tern_op_builder_of(op));
}

// --- regions ---

tern_region_t *tern_op_builder_add_region(tern_parser_t *parser, tern_op_builder_t *builder) {
  if (builder->regions.count >= UINT16_MAX) {
    tern_parser_error(parser, "op has more than %d regions", UINT16_MAX);
    return NULL;
  }
  tern_region_t *region = tern_arena_alloc_zeroed(&parser->scratch, sizeof(*region));
  tern_vec_push(&builder->regions, region);
  return region;
}

void tern_op_add_empty_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_op_builder_add_region(parser, tern_op_builder_of(op));
}

tern_block_t *tern_op_add_region_with_block(tern_parser_t *parser, tern_parsed_op_t *op, tern_types_t arg_types) {
  tern_region_t *region = tern_op_builder_add_region(parser, tern_op_builder_of(op));
  tern_block_t *block = tern_block_create(parser->context);
  if (!region) return block;
  tern_block_insert(block, region, NULL);
  const tern_attr_t *arg_loc = tern_unknown_loc_get(parser->context);
  for (size_t i = 0; i < arg_types.count; ++i) tern_block_add_arg(block, arg_types.values[i], arg_loc);
  return block;
}

size_t tern_op_parsed_region_count(const tern_parser_t *parser, const tern_parsed_op_t *op) {
  (void)parser;
  return ((const tern_op_builder_t *)op)->regions.count;
}

tern_region_t *tern_op_parsed_region(const tern_parser_t *parser, const tern_parsed_op_t *op, size_t index) {
  (void)parser;
  return ((const tern_op_builder_t *)op)->regions.values[index];
}

void tern_op_drop_regions(tern_parsed_op_t *op, size_t count) { ((tern_op_builder_t *)op)->regions.count = count; }

void tern_op_ensure_terminator(tern_parser_t *parser, tern_parsed_op_t *op, size_t region_index) {
  const tern_op_row_t *row = op->def->row;
  if (!row || !row->implicit_terminator) return;
  tern_region_t *region = tern_op_parsed_region(parser, op, region_index);
  if (!region->first_block) tern_block_insert(tern_block_create(parser->context), region, NULL);
  tern_block_t *block = region->last_block;
  if (block->last_op && tern_op_has_trait(block->last_op, TERN_TRAIT_TERMINATOR)) return;
  const tern_op_def_t *def = tern_op_def_get(parser->context, tern_str_from_cstr(row->implicit_terminator));
  if (!def) return;
  size_t region_count = def->region_count;
  while (region_count > 0 && def->regions[region_count - 1].is_variadic) --region_count;
  tern_op_t *terminator =
      tern_op_create(parser->context, &(tern_op_state_t){.def = def, .loc = op->loc, .region_count = region_count});
  // A terminator with a region of its own (scf.forall.in_parallel) gets the blocks it must have.
  for (size_t i = 0; i < region_count; ++i) {
    for (uint32_t j = 0; j < def->regions[i].min_blocks; ++j) tern_region_add_block(&terminator->regions[i]);
  }
  tern_op_insert(terminator, block, NULL);
}

// --- inference ---

// Where an operand group starts, if its place can be told from the counts: false if it cannot.
static bool find_operand_group(const tern_op_builder_t *builder, size_t group, size_t *out_start, size_t *out_count) {
  const tern_op_def_t *def = builder->op.def;
  size_t operand_count = builder->operands.count, variadic_count = 0, start = 0;
  const tern_attr_t *segments = NULL;
  if (def->operand_segments_slot >= 0) {
    const tern_named_attr_t *entry = find_attr(&builder->op, TERN_STR("operandSegmentSizes"));
    segments = entry ? entry->attr : NULL;
    if (!segments || tern_int_list_attr_count(segments) != def->operand_count) return false;
  }
  for (size_t i = 0; i < def->operand_count; ++i) variadic_count += def->operands[i].arity != TERN_ARITY_ONE;
  if (!segments && variadic_count > 1) return false;
  size_t fixed_count = def->operand_count - variadic_count;
  if (!segments && (operand_count < fixed_count || (!variadic_count && operand_count != fixed_count))) return false;
  for (size_t i = 0; i <= group; ++i) {
    bool is_one = def->operands[i].arity == TERN_ARITY_ONE;
    int64_t size = segments ? tern_int_list_attr_at(segments, i) : is_one ? 1 : (int64_t)(operand_count - fixed_count);
    if (size < 0 || (size_t)size > operand_count - start) return false;
    *out_start = start;
    *out_count = (size_t)size;
    start += (size_t)size;
  }
  return true;
}

// The type that the row's rules or traits give result group `index`, or NULL.
static const tern_type_t *infer_result(const tern_op_builder_t *builder, size_t index, const tern_type_t **done) {
  const tern_op_def_t *def = builder->op.def;
  for (size_t i = 0; i < def->type_rule_count; ++i) {
    const tern_type_rule_t *rule = &def->type_rules[i];
    if (rule->target != def->operand_count + index) continue;
    const tern_type_t *source = NULL;
    size_t start = 0, count = 0;
    if (rule->source >= def->operand_count) {
      source = rule->source - def->operand_count < index ? done[rule->source - def->operand_count] : NULL;
    } else if (find_operand_group(builder, rule->source, &start, &count) && count) {
      source = builder->operands.values[start]->type;
    }
    const tern_type_t *type = source ? tern_type_transform_apply(rule->transform, source) : NULL;
    if (type) return type;
  }
  if (def->results[index].constraint->buildable) return def->results[index].constraint->buildable;
  if (tern_op_def_has_trait(def, TERN_TRAIT_SAME_OPERANDS_AND_RESULT_TYPE) && builder->operands.count) {
    return builder->operands.values[0]->type;
  }
  return NULL;
}

static bool infer_by_hook(tern_parser_t *parser, tern_op_builder_t *builder) {
  const tern_op_def_t *def = builder->op.def;
  const tern_type_t **types = tern_parser_alloc(parser, (def->result_count + 1) * sizeof(types[0]));
  memset(types, 0, (def->result_count + 1) * sizeof(types[0]));
  tern_op_state_t state = make_state(builder);
  if (!def->row->infer(parser->context, &state, types)) return false;
  for (size_t i = 0; i < def->result_count; ++i) {
    if (types[i]) tern_vec_push(&builder->result_types, types[i]);
  }
  return true;
}

bool tern_op_infer_result_types(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_op_builder_t *builder = tern_op_builder_of(op);
  const tern_op_def_t *def = op->def;
  builder->result_types.count = 0;
  if (def->row && def->row->infer) return infer_by_hook(parser, builder);
  const tern_type_t **done = tern_parser_alloc(parser, (def->result_count + 1) * sizeof(done[0]));
  for (size_t i = 0; i < def->result_count; ++i) {
    if (def->results[i].arity != TERN_ARITY_ONE) continue;
    done[i] = infer_result(builder, i, done);
    if (!done[i]) {
      return tern_parser_error_at(parser, op->pos, "'%s' op result #%zu: its type cannot be inferred", def->name->data,
                                  i);
    }
    tern_vec_push(&builder->result_types, done[i]);
  }
  return true;
}
