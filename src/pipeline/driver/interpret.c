// `tern-opt --interpret=FUNCTION`: the results of a function by the definitions of its ops.

#include "pipeline/driver/interpret.h"

#include "asm/printer.h"
#include "dialect/func/func.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static const char *reason_of(tern_reference_outcome_t outcome) {
  switch (outcome) {
    case TERN_REFERENCE_DONE: return "it is done";
    case TERN_REFERENCE_UNDEFINED: return "the program has no meaning here: its behaviour is undefined";
    case TERN_REFERENCE_ABORTED: return "the program ended itself";
    case TERN_REFERENCE_UNKNOWN: return "lower the function to ops that the reference interpreter knows";
    case TERN_REFERENCE_LIMIT: return "smaller sizes and fewer iterations make the run shorter";
  }
  return "";
}

// `@main #0: ( 1, 2 ) : vector<2xi32>`
static void write_value(tern_str_t name, const char *what, size_t number, const datum_t *value, const tern_type_t *type,
                        tern_string_builder_t *out) {
  tern_string_builder_append_format(out, "@%.*s %s#%zu: ", (int)name.size, name.data, what, number);
  tern_reference_print(value, out);
  tern_string_builder_append_cstr(out, " : ");
  tern_print_type(type, out);
  tern_string_builder_append_char(out, '\n');
}

bool tern_interpret(tern_op_t *root, tern_str_t name, const tern_reference_inputs_t *inputs,
                    tern_string_builder_t *out) {
  tern_op_t *function = tern_symbol_lookup_in(root, name);
  bool is_kernel = function && tern_op_is(function, TERN_TT(FUNC));
  if (!function || !(is_kernel || tern_op_is(function, TERN_FUNC(FUNC))) || !tern_func_body(function)) {
    return tern_emit_error(root->loc,
                           "cannot interpret '%.*s': there is no func.func or tt.func with a body of this name",
                           (int)name.size, name.data);
  }
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t types = tern_function_type_inputs(type);
  tern_reference_result_t result;
  tern_reference_inputs_t made = *inputs;
  made.is_kernel = is_kernel;
  tern_reference_try(root, function, types, &made, NULL, NULL, &result);
  tern_string_builder_append_cstr(out, result.output);
  bool is_done = result.outcome == TERN_REFERENCE_DONE;
  if (!is_done) {
    const tern_op_t *place = result.place ? result.place : function;
    tern_op_error(place, "%s", result.message);
    tern_emit_note(place->loc, "@%.*s was run in the reference interpreter; %s", (int)name.size, name.data,
                   reason_of(result.outcome));
  }
  for (size_t k = 0; k < result.value_count; ++k) {
    write_value(name, "", k, result.values[k], tern_function_type_results(type).values[k], out);
  }
  for (size_t k = 0; k < result.argument_count; ++k) {
    if (result.contents[k]) write_value(name, "argument ", k, result.contents[k], types.values[k], out);
  }
  tern_reference_result_deinitialize(&result);
  return is_done;
}
