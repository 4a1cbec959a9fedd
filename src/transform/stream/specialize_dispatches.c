// --iree-stream-specialize-dispatches: operands that are constant at each dispatch come from a table in the function.
//
//   stream.cmd.dispatch @e::@f(%c0, %c10)          stream.cmd.dispatch @e::@f(%c0)
//   stream.cmd.dispatch @e::@f(%c1, %c20)     ->   stream.cmd.dispatch @e::@f(%c1)
//   func.func @f(%a: index, %b: index)             func.func @f(%site: index) { %a = tensor.extract table[%site, 0] ...
//
// Source: upstream's pass of the same name. Dispatches with the same constants share a row of the table. A table for each
// type of operand, if it saves operands: at least two of them vary from one dispatch to the next.

#include "analysis/stream/device_code.h"
#include "dialect/arith/arith.h"
#include "dialect/tensor/tensor.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef TERN_VEC(tern_value_t *) value_vec_t;

typedef struct specialization {
  tern_stream_entry_t *entry;
  const uint32_t *args;
  size_t operand_count;
  bool *is_constant;      // operand -> at all sites
  size_t *site_rows;      // site -> its row of the table
  TERN_VEC(size_t) rows;  // row -> a site that has it
} specialization_t;

static tern_value_t *operand_at(const specialization_t *specialization, size_t site, size_t index) {
  size_t start, count;
  const tern_op_t *dispatch = specialization->entry->dispatches.values[site];
  tern_op_operands_named(dispatch, "uniform_operands", &start, &count);
  return tern_op_operand(dispatch, start + index);
}

static bool can_be_in_table(const tern_type_t *type) {
  return tern_type_is_int_or_index(type) || tern_type_is_float(type);
}

static size_t find_constants(specialization_t *specialization) {
  size_t count = 0;
  for (size_t i = 0; i < specialization->operand_count; ++i) {
    bool is_constant = can_be_in_table(operand_at(specialization, 0, i)->type);
    for (size_t site = 0; site < specialization->entry->dispatches.count && is_constant; ++site) {
      is_constant = tern_value_constant(operand_at(specialization, site, i)) != NULL;
    }
    specialization->is_constant[i] = is_constant;
    count += is_constant;
  }
  return count;
}

static bool have_same_constants(const specialization_t *specialization, size_t a, size_t b) {
  for (size_t i = 0; i < specialization->operand_count; ++i) {
    if (specialization->is_constant[i] && tern_value_constant(operand_at(specialization, a, i)) !=
                                              tern_value_constant(operand_at(specialization, b, i))) {
      return false;
    }
  }
  return true;
}

static void find_rows(specialization_t *specialization) {
  for (size_t site = 0; site < specialization->entry->dispatches.count; ++site) {
    size_t row = 0;
    while (row < specialization->rows.count &&
           !have_same_constants(specialization, specialization->rows.values[row], site)) {
      ++row;
    }
    if (row == specialization->rows.count) tern_vec_push(&specialization->rows, site);
    specialization->site_rows[site] = row;
  }
}

// The values of the constant operands of one type, row by row.
static tern_value_t *build_table(const specialization_t *specialization, const tern_type_t *type, size_t columns,
                                 tern_builder_t *builder) {
  size_t size = tern_dense_element_size(type);
  int64_t dims[] = {(int64_t)specialization->rows.count, (int64_t)columns};
  uint8_t *data = tern_realloc_array(NULL, (size_t)(dims[0] * dims[1]), size), *next = data;
  const tern_type_t *scalar = tern_tensor_type_get(type, NULL, 0, NULL);
  for (size_t row = 0; row < specialization->rows.count; ++row) {
    for (size_t i = 0; i < specialization->operand_count; ++i) {
      tern_value_t *operand = operand_at(specialization, specialization->rows.values[row], i);
      if (!specialization->is_constant[i] || operand->type != type) continue;
      const tern_attr_t *element = tern_dense_elements_attr_get_splat(scalar, tern_value_constant(operand));
      memcpy(next, tern_dense_elements_attr_data(element), size);
      next += size;
    }
  }
  const tern_attr_t *table = tern_dense_elements_attr_get(tern_tensor_type_get(type, dims, 2, NULL), data, false);
  free(data);
  return tern_arith_constant(builder, table);
}

static void replace_arguments(const specialization_t *specialization, tern_value_t *site) {
  tern_block_t *block = tern_op_body(specialization->entry->function, 0);
  tern_builder_t builder = tern_builder_at_start(block, specialization->entry->function->loc);
  tern_map_t done = {0};  // types that have their table
  for (size_t i = 0; i < specialization->operand_count; ++i) {
    const tern_type_t *type = operand_at(specialization, 0, i)->type;
    if (!specialization->is_constant[i] || !tern_map_set(&done, type, block)) continue;
    size_t columns = 0, column = 0;
    for (size_t k = i; k < specialization->operand_count; ++k) {
      columns += specialization->is_constant[k] && operand_at(specialization, 0, k)->type == type;
    }
    tern_value_t *table = build_table(specialization, type, columns, &builder);
    for (size_t k = i; k < specialization->operand_count; ++k) {
      if (!specialization->is_constant[k] || operand_at(specialization, 0, k)->type != type) continue;
      tern_value_t *place = tern_arith_constant_index(&builder, (int64_t)column++);
      tern_value_t *value = tern_build_value(&builder, TERN_TENSOR(EXTRACT),
                                             .operands = TERN_VALUES(table, site, place), .types = TERN_TYPES(type));
      tern_value_replace_all_uses(block->args[specialization->args[k]], value);
    }
  }
  tern_map_deinitialize(&done);
}

static void update_function(const specialization_t *specialization) {
  tern_op_t *function = specialization->entry->function;
  tern_block_t *block = tern_op_body(function, 0);
  size_t old_count = block->arg_count;
  tern_value_t *site = tern_block_add_arg(block, tern_index_type_get(tern_op_context(function)), function->loc);
  replace_arguments(specialization, site);
  TERN_VEC(const tern_attr_t *) attrs = {0};
  for (size_t i = 0, next = 0; i < old_count; ++i) {
    bool is_operand = next < specialization->operand_count && specialization->args[next] == i;
    if (!is_operand || !specialization->is_constant[next]) {
      tern_vec_push(&attrs, tern_stream_arg_attrs(function, i));
    }
    next += is_operand;
  }
  tern_vec_push(&attrs, NULL);
  for (size_t i = specialization->operand_count; i-- > 0;) {
    if (specialization->is_constant[i]) tern_block_erase_arg(block, specialization->args[i]);
  }
  tern_stream_update_signature(function, attrs.values);
  tern_vec_deinitialize(&attrs);
}

static void update_dispatches(const specialization_t *specialization) {
  for (size_t site = 0; site < specialization->entry->dispatches.count; ++site) {
    tern_op_t *dispatch = specialization->entry->dispatches.values[site];
    tern_op_t *execute = tern_op_parent_of(dispatch, TERN_STREAM(CMD_EXECUTE));
    tern_builder_t builder = tern_builder_before(execute ? execute : dispatch);
    value_vec_t operands = {0};
    for (size_t i = 0; i < specialization->operand_count; ++i) {
      if (!specialization->is_constant[i]) tern_vec_push(&operands, operand_at(specialization, site, i));
    }
    tern_vec_push(&operands, tern_arith_constant_index(&builder, (int64_t)specialization->site_rows[site]));
    tern_stream_set_operand_group(dispatch, "uniform_operands", operands.values, operands.count);
    tern_vec_deinitialize(&operands);
  }
}

static bool specialize_entry(tern_stream_entry_t *entry, tern_arena_t *arena) {
  size_t arg_count = tern_op_body(entry->function, 0)->arg_count;
  uint32_t *args = tern_arena_alloc_array(arena, arg_count + 1, sizeof(*args));
  specialization_t specialization = {.entry = entry, .args = args};
  specialization.operand_count = tern_stream_operand_args(entry->function, args);
  specialization.is_constant = tern_arena_alloc_zeroed(arena, specialization.operand_count + 1);
  specialization.site_rows = tern_arena_alloc_array(arena, entry->dispatches.count, sizeof(size_t));
  bool is_worth_it = find_constants(&specialization) > 1;
  if (is_worth_it) find_rows(&specialization);
  is_worth_it = specialization.rows.count > 1;
  if (is_worth_it) {
    update_function(&specialization);
    update_dispatches(&specialization);
  }
  tern_vec_deinitialize(&specialization.rows);
  return is_worth_it;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_stream_entries_t entries;
  tern_stream_entries_find(module, &entries);
  for (size_t i = 0; i < entries.list.count; ++i) {
    tern_stream_entry_t *entry = &entries.list.values[i];
    if (!entry->is_alone || entry->dispatches.count < 2) continue;
    tern_pass_count(pass, 0, specialize_entry(entry, tern_pass_scratch(pass)));
  }
  tern_stream_entries_deinitialize(&entries);
  return true;
}

const tern_pass_def_t tern_stream_specialize_dispatches_pass = {
    .flag = "iree-stream-specialize-dispatches",
    .name = "SpecializeDispatchesPass",
    .anchor = "builtin.module",
    .summary = "Make tables, in executables, of constants that differ from one dispatch to another",
    .description =
        "Operands that are constant at every dispatch of a function but differ between them become one operand "
        "that selects a row of a table in the function.",
    .statistics = (const char *const[]){"num-functions - Number of functions changed", NULL},
    .run = run,
};
