// Deserializes functions: parameters, blocks, branches and phis.

#include "base/arena.h"
#include "ir/context.h"
#include "target/spirv/deserialize_private.h"

bool tern_spirv_begin_function(tern_spirv_deserializer_t *d) {
  if (d->operand_count != 4) return tern_spirv_error(d, "OpFunction has %zu operand words", d->operand_count);
  const tern_type_t *result = tern_spirv_type_of_id(d, d->operands[0], NULL);
  const tern_type_t *type = result ? tern_spirv_type_of_id(d, d->operands[3], NULL) : NULL;
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION) return tern_spirv_error(d, "id %u is no function type", d->operands[3]);
  tern_types_t results = tern_function_type_results(type);
  bool is_same = results.count ? results.values[0] == result : result->kind == TERN_TYPE_NONE;
  if (!is_same) return tern_spirv_error(d, "the result is not that of the function's type");
  const tern_enum_row_t *row = TERN_SPIRV_ENUM(FUNCTION_CONTROL);
  if (!tern_enum_value_text(d->context, row, d->operands[2])) {
    return tern_spirv_error(d, "function control %u is not known", d->operands[2]);
  }
  tern_spirv_id_entry_t *entry = tern_spirv_define(d, d->operands[1], TERN_SPIRV_ID_FUNCTION);
  if (!entry) return false;
  const tern_ident_t *symbol = tern_spirv_symbol_of(d, entry, "spirv_fn");
  const tern_named_attr_t attrs[] = {
      {"function_type", tern_type_attr_get(type)},
      {"sym_name", tern_string_attr_get(d->context, tern_ident_str(symbol))},
      {"function_control", tern_enum_attr_get(d->context, row, d->operands[2])},
  };
  d->function = entry->op = tern_spirv_add_global(d, TERN_SPIRV(FUNC), attrs, 3);
  ++d->function_number;
  d->parameter_count = 0;
  d->entry_label = 0;
  d->block = NULL;
  d->last_constant = NULL;
  d->constructs.count = d->phis.count = d->global_uses.count = 0;
  // The entry block is there for the parameters; a declaration gives it back at the end.
  tern_region_add_block(&d->function->regions[0]);
  return tern_spirv_apply_decorations(d, entry, entry->op);
}

static tern_types_t function_inputs(const tern_spirv_deserializer_t *d) {
  return tern_function_type_inputs(tern_type_attr_value(tern_op_attr(d->function, "function_type")));
}

// Decorations of a parameter are `spirv.decoration` in its attributes.
static const tern_attr_t *parameter_attrs(tern_spirv_deserializer_t *d, const tern_spirv_id_entry_t *entry) {
  const tern_attr_t *attrs = NULL;
  for (const tern_spirv_note_t *note = entry->notes; note; note = note->next) {
    if (note->count || !tern_enum_case_name(TERN_SPIRV_ENUM(DECORATION), note->decoration)) continue;
    const tern_attr_t *value = tern_enum_attr_get(d->context, TERN_SPIRV_ENUM(DECORATION), note->decoration);
    attrs = tern_dictionary_attr_with(d->context, attrs, TERN_STR("spirv.decoration"), value);
  }
  return attrs;
}

static void set_parameter_attrs(tern_spirv_deserializer_t *d, size_t index, const tern_attr_t *attrs) {
  tern_types_t inputs = function_inputs(d);
  const tern_attr_t *old = tern_op_attr(d->function, "arg_attrs");
  const tern_attr_t *none = tern_dictionary_attr_get(d->context, NULL, 0);
  TERN_VEC(const tern_attr_t *) list = {0};
  for (size_t i = 0; i < inputs.count; ++i) {
    tern_vec_push(&list, i == index ? attrs : old ? tern_array_attr_at(old, i) : none);
  }
  tern_op_set_attr(d->function, "arg_attrs", tern_array_attr_get(d->context, list.values, list.count));
  tern_vec_deinitialize(&list);
}

static bool read_parameter(tern_spirv_deserializer_t *d) {
  tern_types_t inputs = function_inputs(d);
  tern_block_t *entry_block = d->function->regions[0].first_block;
  if (d->operand_count != 2) return tern_spirv_error(d, "OpFunctionParameter has %zu operand words", d->operand_count);
  const tern_type_t *type = tern_spirv_type_of_id(d, d->operands[0], NULL);
  if (!type) return false;
  if (d->parameter_count >= inputs.count || inputs.values[d->parameter_count] != type) {
    return tern_spirv_error(d, "parameter %zu is not in the function's type", d->parameter_count);
  }
  tern_spirv_id_entry_t *entry = tern_spirv_define(d, d->operands[1], TERN_SPIRV_ID_VALUE);
  if (!entry) return false;
  const tern_attr_t *loc = d->loc;
  if (d->options->debug_info && entry->name) loc = tern_name_loc_get(tern_ident_str(entry->name), loc);
  entry->value = tern_block_add_arg(entry_block, type, loc);
  entry->function = d->function_number;
  const tern_attr_t *attrs = parameter_attrs(d, entry);
  if (attrs) set_parameter_attrs(d, d->parameter_count, attrs);
  ++d->parameter_count;
  return true;
}

// --- blocks ---

// The block of a label, which may come later.
static tern_block_t *block_of_label(tern_spirv_deserializer_t *d, uint32_t id) {
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, id);
  if (!entry) return NULL;
  if (entry->kind == TERN_SPIRV_ID_UNKNOWN) {
    entry->kind = TERN_SPIRV_ID_LABEL;
    entry->function = d->function_number;
    entry->position = d->position;
    entry->block = tern_region_add_block(&d->function->regions[0]);
  }
  if (entry->kind != TERN_SPIRV_ID_LABEL || entry->function != d->function_number) {
    tern_spirv_error(d, "id %u is no label of this function", id);
    return NULL;
  }
  return entry->block;
}

static bool read_label(tern_spirv_deserializer_t *d) {
  tern_region_t *region = &d->function->regions[0];
  if (d->operand_count != 1) return tern_spirv_error(d, "OpLabel has %zu operand words", d->operand_count);
  if (d->block) return tern_spirv_error(d, "a label, but the block before it has no terminator");
  if (d->parameter_count != function_inputs(d).count)
    return tern_spirv_error(d, "parameters of the function are missing");
  tern_spirv_id_entry_t *entry = tern_spirv_id_entry(d, d->operands[0]);
  if (!entry) return false;
  // The first label is that of the block which holds the parameters.
  bool is_entry = d->entry_label == 0;
  if (entry->kind == TERN_SPIRV_ID_UNKNOWN && is_entry) {
    entry->kind = TERN_SPIRV_ID_LABEL;
    entry->function = d->function_number;
    entry->block = region->first_block;
  }
  tern_block_t *block = block_of_label(d, d->operands[0]);
  if (!block) return false;
  if (entry->is_block_defined) return tern_spirv_error(d, "label %u stands a second time", entry->id);
  entry->is_block_defined = true;
  if (is_entry) d->entry_label = entry->id;
  // Blocks are in the order of their labels, not in that of the branches to them.
  if (!is_entry && block != d->last_block->next) {
    tern_block_remove(block);
    tern_block_insert(block, region, d->last_block->next);
  }
  d->last_block = block;
  d->block = block;
  return true;
}

// --- branches ---

static tern_op_t *add_branch(tern_spirv_deserializer_t *d, const tern_op_row_t *row, const uint32_t *condition,
                             tern_block_t *const *successors, size_t count, const tern_named_attr_t *attrs,
                             size_t attr_count) {
  tern_value_t *value = condition ? tern_spirv_value_of_id(d, *condition) : NULL;
  if (condition && !value) return NULL;
  tern_op_state_t state = {.def = tern_op_def_of(d->context, row),
                           .loc = d->loc,
                           .operands = {&value, value ? 1 : 0},
                           .attrs = {attrs, attr_count},
                           .successors = successors,
                           .successor_count = count};
  tern_op_t *op = tern_op_create(d->context, &state);
  if (state.def->operand_segments_slot >= 0) {
    tern_op_set_segment_sizes(op, (const int32_t[]){1, 0, 0}, state.def->operand_count);
  }
  tern_op_insert(op, d->block, NULL);
  d->block = NULL;
  return op;
}

static bool read_branch(tern_spirv_deserializer_t *d) {
  if (d->operand_count != 1) return tern_spirv_error(d, "OpBranch has %zu operand words", d->operand_count);
  tern_block_t *target = block_of_label(d, d->operands[0]);
  return target && add_branch(d, TERN_SPIRV(BRANCH), NULL, &target, 1, NULL, 0);
}

static bool read_conditional_branch(tern_spirv_deserializer_t *d) {
  bool has_weights = d->operand_count == 5;
  if (d->operand_count != 3 && !has_weights) {
    return tern_spirv_error(d, "OpBranchConditional has %zu operand words", d->operand_count);
  }
  tern_block_t *targets[2];
  for (size_t i = 0; i < 2; ++i) {
    targets[i] = block_of_label(d, d->operands[1 + i]);
    if (!targets[i]) return false;
  }
  tern_named_attr_t weights = {"branch_weights", NULL};
  if (has_weights) {
    const tern_type_t *i32 = tern_i_type_get(d->context, 32);
    const tern_attr_t *values[] = {tern_integer_attr_get(i32, (int32_t)d->operands[3]),
                                   tern_integer_attr_get(i32, (int32_t)d->operands[4])};
    weights.attr = tern_array_attr_get(d->context, values, 2);
  }
  return add_branch(d, TERN_SPIRV(BRANCHCONDITIONAL), d->operands, targets, 2, &weights, has_weights);
}

static bool read_switch(tern_spirv_deserializer_t *d) {
  if (d->operand_count < 2) return tern_spirv_error(d, "OpSwitch has %zu operand words", d->operand_count);
  tern_value_t *selector = tern_spirv_value_of_id(d, d->operands[0]);
  if (!selector) return false;
  if (!tern_type_is_integer(selector->type)) return tern_spirv_error(d, "the selector is no integer");
  uint32_t width = tern_integer_type_width(selector->type);
  size_t literal_words = width > 32 ? 2 : 1;
  size_t count = (d->operand_count - 2) / (literal_words + 1);
  if ((d->operand_count - 2) % (literal_words + 1)) return tern_spirv_error(d, "a target of OpSwitch has no label");
  TERN_VEC(tern_block_t *) targets = {0};
  TERN_VEC(int64_t) literals = {0};
  TERN_VEC(int32_t) sizes = {0};
  tern_block_t *target = block_of_label(d, d->operands[1]);
  if (target) tern_vec_push(&targets, target);
  for (size_t i = 0; target && i < count; ++i) {
    const uint32_t *words = d->operands + 2 + i * (literal_words + 1);
    int64_t literal = literal_words == 2 ? (int64_t)((uint64_t)words[1] << 32 | words[0]) : (int32_t)words[0];
    target = block_of_label(d, words[literal_words]);
    if (target) tern_vec_push(&targets, target);
    tern_vec_push(&literals, literal);
    tern_vec_push(&sizes, 0);
  }
  bool is_ok = target != NULL;
  if (is_ok) {
    const int64_t shape = (int64_t)count;
    const tern_attr_t *values = NULL;
    if (count) {
      const tern_type_t *type = tern_vector_type_get(selector->type, &shape, 1, 0);
      values = tern_dense_elements_attr_get_i64(type, literals.values, count);
    }
    const tern_named_attr_t attrs[] = {
        {"case_operand_segments", tern_dense_i32_array_attr_get(d->context, sizes.values, count)},
        {"literals", values},
    };
    is_ok = add_branch(d, TERN_SPIRV(SWITCH), d->operands, targets.values, targets.count, attrs, values ? 2 : 1);
  }
  tern_vec_deinitialize(&targets);
  tern_vec_deinitialize(&literals);
  tern_vec_deinitialize(&sizes);
  return is_ok;
}

static bool read_merge(tern_spirv_deserializer_t *d) {
  bool is_loop = d->instruction->opcode == TERN_SPIRV_OPCODE_LOOPMERGE;
  size_t needed = is_loop ? 3 : 2;
  if (d->operand_count < needed) {
    return tern_spirv_error(d, "%s has %zu operand words", d->instruction->name, d->operand_count);
  }
  tern_block_t *merge = block_of_label(d, d->operands[0]);
  tern_block_t *target = is_loop && merge ? block_of_label(d, d->operands[1]) : NULL;
  if (!merge || (is_loop && !target)) return false;
  uint32_t control = d->operands[needed - 1];
  const tern_enum_row_t *row = is_loop ? TERN_SPIRV_ENUM(LOOP_CONTROL) : TERN_SPIRV_ENUM(SELECTION_CONTROL);
  // Loop controls with numbers have no form in the IR; they are advice only, and so left out.
  const uint32_t kept = is_loop ? TERN_SPIRV_LOOPCONTROL_UNROLL | TERN_SPIRV_LOOPCONTROL_DONTUNROLL |
                                      TERN_SPIRV_LOOPCONTROL_DEPENDENCYINFINITE
                                : UINT32_MAX;
  if (!tern_enum_value_text(d->context, row, control & kept)) {
    return tern_spirv_error(d, "%s: control %u is not known", d->instruction->name, control);
  }
  for (size_t i = 0; i < d->constructs.count; ++i) {
    if (d->constructs.values[i].header == d->block) return tern_spirv_error(d, "a second merge instruction in a block");
  }
  tern_vec_push(&d->constructs, (tern_spirv_construct_t){.header = d->block,
                                                         .merge = merge,
                                                         .continue_target = target,
                                                         .control = control & kept,
                                                         .position = d->position});
  return true;
}

// --- phis ---

static bool read_phi(tern_spirv_deserializer_t *d) {
  if (d->operand_count < 2 || d->operand_count % 2) {
    return tern_spirv_error(d, "OpPhi has %zu operand words", d->operand_count);
  }
  if (d->block == d->function->regions[0].first_block) return tern_spirv_error(d, "OpPhi in the entry block");
  if (d->block->first_op) return tern_spirv_error(d, "OpPhi behind other instructions");
  const tern_type_t *type = tern_spirv_type_of_id(d, d->operands[0], NULL);
  if (!type) return false;
  if (!tern_spirv_type_is_valid(type)) return tern_spirv_error(d, "OpPhi: the result is of a type of no values");
  tern_spirv_id_entry_t *entry = tern_spirv_define(d, d->operands[1], TERN_SPIRV_ID_VALUE);
  if (!entry) return false;
  tern_vec_push(&d->phis, (tern_spirv_phi_t){.block = d->block, .arg = d->block->arg_count, .position = d->position});
  const tern_attr_t *loc = d->loc;
  if (d->options->debug_info && entry->name) loc = tern_name_loc_get(tern_ident_str(entry->name), loc);
  entry->value = tern_block_add_arg(d->block, type, loc);
  entry->function = d->function_number;
  return true;
}

// Blocks that branch to `block`, each once.
static size_t count_parents(const tern_block_t *block) {
  tern_map_t parents = {0};
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    tern_map_set(&parents, use->owner->block, NULL);
  }
  size_t count = parents.live_count;
  tern_map_deinitialize(&parents);
  return count;
}

// Notes what a phi takes from each parent. All of these must branch to it, and none else.
static bool resolve_phi(tern_spirv_deserializer_t *d, tern_spirv_phi_t *phi, size_t parent_count) {
  const uint32_t *words = d->words + phi->position;
  size_t count = words[0] >> 16;
  const tern_type_t *type = phi->block->args[phi->arg]->type;
  d->position = phi->position;
  for (size_t i = 3; i + 1 < count; i += 2) {
    const tern_spirv_id_entry_t *parent = tern_spirv_id_entry(d, words[i + 1]);
    if (!parent) return false;
    bool is_label = parent->kind == TERN_SPIRV_ID_LABEL && parent->function == d->function_number;
    if (!is_label) return tern_spirv_error(d, "id %u is no label of this function", words[i + 1]);
    tern_value_t *value = tern_spirv_value_of_id(d, words[i]);
    if (!value) return false;
    if (value->type != type) return tern_spirv_error(d, "id %u is not of the type of its OpPhi", words[i]);
    if (!tern_map_set(&phi->values, parent->block, value)) return tern_spirv_error(d, "OpPhi names a parent twice");
  }
  for (const tern_successor_t *use = phi->block->first_use; use; use = use->next) {
    if (!tern_map_contains(&phi->values, use->owner->block))
      return tern_spirv_error(d, "OpPhi does not name all parents");
  }
  return phi->values.live_count == parent_count ||
         tern_spirv_error(d, "OpPhi names a parent that does not branch to it");
}

static bool resolve_phis(tern_spirv_deserializer_t *d) {
  size_t parent_count = 0;
  for (size_t i = 0; i < d->phis.count; ++i) {
    tern_spirv_phi_t *phi = &d->phis.values[i];
    if (phi->arg == 0) parent_count = count_parents(phi->block);
    if (!resolve_phi(d, phi, parent_count)) return false;
  }
  return true;
}

// Hands the arguments of its successors to a branch, all at once. `first_phis` maps a block to the first of its phis.
static bool connect(tern_spirv_deserializer_t *d, const tern_map_t *first_phis, tern_op_t *branch,
                    size_t *inout_budget) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(int32_t) sizes = {0};
  bool has_condition = !tern_op_is(branch, TERN_SPIRV(BRANCH)), has_arguments = false, is_ok = true;
  if (has_condition) tern_vec_push(&operands, tern_op_operand(branch, 0));
  tern_vec_push(&sizes, 1);
  for (size_t i = 0; is_ok && i < branch->successor_count; ++i) {
    const tern_block_t *block = branch->successors[i].block;
    const tern_spirv_phi_t *phis = tern_map_get(first_phis, block);
    is_ok = block->arg_count <= *inout_budget;
    if (!is_ok) break;
    *inout_budget -= block->arg_count;
    tern_vec_push(&sizes, (int32_t)block->arg_count);
    has_arguments |= block->arg_count > 0;
    for (size_t k = 0; k < block->arg_count; ++k)
      tern_vec_push(&operands, tern_map_get(&phis[k].values, branch->block));
  }
  if (!is_ok) {
    tern_spirv_error_at(d, d->position, "branches hand too many values to blocks");
  } else if (has_arguments) {
    tern_op_set_operands(branch, (tern_values_t){operands.values, operands.count});
    if (tern_op_is(branch, TERN_SPIRV(BRANCHCONDITIONAL))) tern_op_set_segment_sizes(branch, sizes.values, 3);
    if (tern_op_is(branch, TERN_SPIRV(SWITCH))) {
      const int32_t *cases = sizes.values + 2;
      size_t case_count = sizes.count - 2;
      int32_t total = 0;
      for (size_t i = 0; i < case_count; ++i) total += cases[i];
      tern_op_set_segment_sizes(branch, (const int32_t[]){1, sizes.values[1], total}, 3);
      tern_op_set_attr(branch, "case_operand_segments", tern_dense_i32_array_attr_get(d->context, cases, case_count));
    }
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&sizes);
  return is_ok;
}

static bool connect_branches(tern_spirv_deserializer_t *d) {
  tern_map_t first_phis = {0};
  for (size_t i = 0; i < d->phis.count; ++i) {
    if (d->phis.values[i].arg == 0) tern_map_set(&first_phis, d->phis.values[i].block, &d->phis.values[i]);
  }
  // A block of many phis that many cases of a switch lead to takes more values than the binary has words.
  size_t budget = 64 * d->word_count + 65536;
  bool is_ok = true;
  tern_region_for_each_block(&d->function->regions[0], block) {
    if (is_ok && block->last_op->successor_count) is_ok = connect(d, &first_phis, block->last_op, &budget);
  }
  tern_map_deinitialize(&first_phis);
  return is_ok;
}

static void clear_phis(tern_spirv_deserializer_t *d) {
  for (size_t i = 0; i < d->phis.count; ++i) tern_map_deinitialize(&d->phis.values[i].values);
  d->phis.count = 0;
}

static bool end_function(tern_spirv_deserializer_t *d) {
  tern_region_t *region = &d->function->regions[0];
  if (d->block) return tern_spirv_error(d, "the function ends, but its last block has no terminator");
  if (d->parameter_count != function_inputs(d).count) {
    return tern_spirv_error(d, "parameters of the function are missing");
  }
  if (!d->entry_label) {
    tern_block_destroy(region->first_block, d->context);
    d->function = NULL;
    return true;
  }
  for (tern_block_t *block = region->first_block; block; block = block->next) {
    if (!block->last_op) return tern_spirv_error(d, "a label that is branched to is not in the function");
  }
  if (region->first_block->first_use) return tern_spirv_error(d, "the entry block is branched to");
  bool is_ok = resolve_phis(d) && connect_branches(d);
  clear_phis(d);
  tern_spirv_sort_global_uses(d);
  is_ok = is_ok && (d->options->keep_unstructured || tern_spirv_structurize(d));
  d->function = NULL;
  return is_ok;
}

// --- calls, and dispatch ---

static bool read_call(tern_spirv_deserializer_t *d) {
  if (d->operand_count < 3) return tern_spirv_error(d, "OpFunctionCall has %zu operand words", d->operand_count);
  const tern_type_t *type = tern_spirv_type_of_id(d, d->operands[0], NULL);
  tern_spirv_id_entry_t *callee = type ? tern_spirv_id_entry(d, d->operands[2]) : NULL;
  if (!callee) return false;
  if (callee->kind != TERN_SPIRV_ID_FUNCTION && callee->kind != TERN_SPIRV_ID_UNKNOWN) {
    return tern_spirv_error(d, "id %u is no function", d->operands[2]);
  }
  if (callee->kind == TERN_SPIRV_ID_UNKNOWN) callee->position = d->position;
  TERN_VEC(tern_value_t *) arguments = {0};
  bool is_ok = true;
  for (size_t i = 3; is_ok && i < d->operand_count; ++i) {
    tern_value_t *value = tern_spirv_value_of_id(d, d->operands[i]);
    if (value) tern_vec_push(&arguments, value);
    is_ok = value != NULL;
  }
  tern_spirv_id_entry_t *entry = is_ok ? tern_spirv_define(d, d->operands[1], TERN_SPIRV_ID_VALUE) : NULL;
  if (entry) {
    const tern_named_attr_t attr = {"callee", tern_spirv_symbol_ref(d, tern_spirv_symbol_of(d, callee, "spirv_fn"))};
    tern_op_state_t state = {.def = tern_op_def_of(d->context, TERN_SPIRV(FUNCTIONCALL)),
                             .loc = d->loc,
                             .operands = {arguments.values, arguments.count},
                             .attrs = {&attr, 1},
                             .result_types = {&type, type->kind != TERN_TYPE_NONE ? 1 : 0}};
    tern_op_t *op = tern_op_create(d->context, &state);
    tern_op_insert(op, d->block, NULL);
    entry->type = type;
    entry->function = d->function_number;
    entry->value = op->result_count ? tern_op_result(op, 0) : NULL;
    is_ok = tern_spirv_apply_decorations(d, entry, op);
  }
  tern_vec_deinitialize(&arguments);
  return is_ok && entry;
}

static const struct {
  uint16_t opcode;
  bool is_outside;  // of blocks
  bool (*read)(tern_spirv_deserializer_t *d);
} readers[] = {
    {TERN_SPIRV_OPCODE_FUNCTIONPARAMETER, true, read_parameter},
    {TERN_SPIRV_OPCODE_FUNCTIONEND, true, end_function},
    {TERN_SPIRV_OPCODE_LABEL, true, read_label},
    {TERN_SPIRV_OPCODE_BRANCH, false, read_branch},
    {TERN_SPIRV_OPCODE_BRANCHCONDITIONAL, false, read_conditional_branch},
    {TERN_SPIRV_OPCODE_SWITCH, false, read_switch},
    {TERN_SPIRV_OPCODE_SELECTIONMERGE, false, read_merge},
    {TERN_SPIRV_OPCODE_LOOPMERGE, false, read_merge},
    {TERN_SPIRV_OPCODE_PHI, false, read_phi},
    {TERN_SPIRV_OPCODE_FUNCTIONCALL, false, read_call},
    {TERN_SPIRV_OPCODE_UNDEF, false, tern_spirv_read_constant},
};

bool tern_spirv_read_in_function(tern_spirv_deserializer_t *d) {
  for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); ++i) {
    if (readers[i].opcode != d->instruction->opcode) continue;
    if (!readers[i].is_outside && !d->block) break;
    return readers[i].read(d);
  }
  if (d->block) return tern_spirv_read_encoded(d);
  return tern_spirv_error(d, "%s stands outside of a block", d->instruction->name);
}
