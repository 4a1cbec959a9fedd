// Ops that nobody defined, and functions that are defined elsewhere: whoever is behind them sees the operands, in order,
// and gives numbers. So what they get is noted as if it were printed, and what they give depends on nothing but how many
// of them ran before. That is enough to see that a pass kept them, in their order.

#include "interpreter/reference/evaluator.h"
#include "interpreter/reference/inputs.h"
#include "ir/symbol.h"

// Ops of a dialect that may have others, as upstream's test dialect, count as such where nothing is said of what they do.
static bool says_nothing(const tern_op_t *op) {
  const tern_traits_t known = TERN_TRAIT_CONSTANT_LIKE | TERN_TRAIT_ELEMENTWISE | TERN_TRAIT_PURE |
                              TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE | TERN_TRAIT_NO_MEMORY_EFFECT |
                              TERN_TRAIT_CALL_LIKE;
  const tern_op_row_t *row = op->def->row;
  return op->def->dialect->allows_unknown_ops && !row->fold && !row->canonicalize && !row->effects &&
         !tern_op_has_trait(op, known);
}

bool tern_reference_is_opaque(const tern_op_t *op) {
  return (!op->def->row || says_nothing(op)) && op->region_count == 0 && op->successor_count == 0;
}

// A value from elsewhere. NULL: none of this type can be made.
static datum_t *make_value(evaluator_t *e, const tern_op_t *op, const tern_type_t *type, uint64_t seed, size_t index) {
  tern_reference_inputs_t inputs = {.seed = seed};
  datum_t *array = tern_reference_make_input(type, &inputs, index);
  if (!array || type->kind != TERN_TYPE_MEMREF) return array;
  datum_t *memref = tern_reference_new_memref(e, op, type, array->sizes);
  if (memref && !tern_reference_overwrite(e, op, memref, array)) {
    tern_reference_release(memref);
    memref = NULL;
  }
  tern_reference_release(array);
  return memref;
}

// `'test.use'(7, ( 1, 2 ))` and the contents of memory that it can read.
static bool write_event(evaluator_t *e, const frame_t *f, const node_t *n, tern_str_t name,
                        tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "'%.*s'(", (int)name.size, name.data);
  for (uint32_t k = 0; k < n->op->operand_count; ++k) {
    datum_t *value = operand_of(f, n, k);
    tern_string_builder_append_cstr(out, k ? ", " : "");
    if (value->kind != DATUM_MEMREF) {
      tern_reference_print(value, out);
      continue;
    }
    datum_t *contents = tern_reference_snapshot(e, n, value);
    if (!contents) return false;
    tern_reference_print(contents, out);
    tern_reference_release(contents);
  }
  tern_string_builder_append_cstr(out, ")\n");
  return true;
}

flow_t tern_reference_run_opaque(evaluator_t *e, frame_t *f, const node_t *n, tern_str_t name) {
  tern_string_builder_t event = {0};
  bool is_written = write_event(e, f, n, name, &event);
  uint64_t seed = ++e->event_count;
  if (is_written) tern_string_builder_append(&e->output, tern_string_builder_view(&event));
  tern_string_builder_deinitialize(&event);
  if (!is_written) return FLOW_STOP;
  for (uint32_t k = 0; k < n->op->result_count; ++k) {
    datum_t *value = make_value(e, n->op, tern_op_result(n->op, k)->type, seed, k);
    if (!value) return STOP_UNKNOWN(e, n->op, "gives a value that nothing can be made for");
    put_result(f, n, k, value);
  }
  return FLOW_NEXT;
}
