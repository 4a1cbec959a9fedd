// tt.func, tt.call, tt.return: functions get the memory that was allocated to them as arguments (upstream: FuncOpToLLVM,
// ControlFlowOpToLLVM).
//
//   tt.func public @k(%p: !tt.ptr<f32>)          llvm.func @k(%p: !llvm.ptr<1>, %scratch: !llvm.ptr<1>, %profile: !llvm.ptr<1>)
//                                                    attributes {nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>}
//   tt.func private @f(%x: i32) -> (i32, f32)    llvm.func internal @f(%x: i32, %shared: !llvm.ptr<3>, %scratch: !llvm.ptr<1>,
//                                                    %profile: !llvm.ptr<1>) -> !llvm.struct<(i32, f32)>
//
// A kernel's shared memory is @global_smem; others are handed where theirs begins.

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

enum { MAX_EXTRA = 3, DESCRIPTOR_BYTES = 128, DESCRIPTOR_ALIGNMENT = 64 };

static const tern_type_t *type_of(const tern_op_t *function) {
  return tern_type_attr_value(tern_op_attr(function, "function_type"));
}

static bool is_kernel(const tern_op_t *function) {
  const tern_attr_t *visibility = tern_op_attr(function, "sym_visibility");
  return !visibility || tern_str_equal_cstr(tern_string_attr_value(visibility), "public");
}

// What is added behind the arguments.
static size_t extra_types(const tern_triton_lowering_t *lowering, bool is_kernel, const tern_type_t **out_types) {
  tern_context_t *context = lowering->llvm.context;
  const tern_type_t *global = tern_llvm_ptr_type(context, lowering->target->global_space);
  size_t count = 0;
  if (!is_kernel) out_types[count++] = tern_llvm_ptr_type(context, lowering->target->shared_space);
  out_types[count++] = global;
  out_types[count++] = global;
  return count;
}

// --- attributes ---

// A descriptor is handed over by value, in the constant bank, and pointed at.
static const tern_attr_t *descriptor_attrs(tern_context_t *context, const tern_attr_t *attrs) {
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_type_t *bytes = tern_llvm_array_type(tern_i_type_get(context, 8), DESCRIPTOR_BYTES);
  const tern_named_attr_t added[] = {{"llvm.align", tern_integer_attr_get(i32, DESCRIPTOR_ALIGNMENT)},
                                     {"llvm.byval", tern_type_attr_get(bytes)},
                                     {"nvvm.grid_constant", tern_unit_attr_get(context)},
                                     {"tt.nv_tma_desc", tern_integer_attr_get(i32, 1)}};
  for (size_t i = 0; i < 4; ++i)
    attrs = tern_dictionary_attr_with(context, attrs, tern_str_from_cstr(added[i].name), added[i].attr);
  return attrs;
}

static void set_arg_attrs(const tern_op_t *from, bool is_kernel, size_t arg_count, size_t extra_count, tern_op_t *to) {
  tern_context_t *context = tern_op_context(from);
  const tern_attr_t *all = tern_op_attr(from, "arg_attrs"), *none = tern_dictionary_attr_get(context, NULL, 0);
  const tern_attr_t **lists = tern_malloc((arg_count + extra_count) * sizeof *lists);
  bool is_any = false;
  for (size_t i = 0; i < arg_count + extra_count; ++i) {
    lists[i] = all && i < arg_count ? tern_array_attr_at(all, i) : none;
    const tern_type_t *type = i < arg_count ? tern_function_type_inputs(type_of(from)).values[i] : NULL;
    if (type && is_kernel && tern_type_is_tt(type, TERN_TT_TYPE_TENSORDESC))
      lists[i] = descriptor_attrs(context, lists[i]);
    is_any = is_any || lists[i] != none;
  }
  if (is_any) tern_op_set_attr(to, "arg_attrs", tern_array_attr_get(context, lists, arg_count + extra_count));
  free(lists);
}

// Threads of a block: those of warp-specialized partitions, too.
static int64_t thread_count(const tern_triton_lowering_t *lowering, const tern_op_t *function) {
  const tern_attr_t *total = tern_op_attr(lowering->module, "ttg.total-num-warps");
  int64_t warps = total ? tern_integer_attr_value(total) : tern_triton_num_warps(function);
  return warps * lowering->warp_size;
}

static void set_launch_attrs(tern_triton_lowering_t *lowering, const tern_op_t *from, bool is_kernel, tern_op_t *to) {
  tern_context_t *context = lowering->llvm.context;
  if (!is_kernel) {
    const tern_attr_t *noinline = tern_string_attr_get(context, TERN_STR("noinline"));
    tern_op_set_attr(to, "passthrough", tern_array_attr_get(context, &noinline, 1));
    tern_op_set_attr(to, "sym_visibility", tern_op_attr(from, "sym_visibility"));
  }
  lowering->target->mark_function(lowering, to, is_kernel, thread_count(lowering, from));
}

bool tern_triton_is_kernel(const tern_op_t *function) {
  return tern_op_attr(function, "nvvm.kernel") || tern_op_attr(function, "rocdl.kernel");
}

// --- functions ---

bool tern_triton_check_functions(const tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_TT(FUNC)) || !is_kernel(op)) continue;
    if (tern_function_type_results(type_of(op)).count == 0) continue;
    tern_emit_error(op->loc, "Kernel functions do not support return with operands");
    tern_emit_note(op->loc, "a public function is a kernel; make it private if it is called by others");
    return false;
  }
  return true;
}

static bool lower_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_llvm_signature_t signature;
  bool has_form = tern_llvm_lower_signature(&lowering->llvm, type_of(op), false, false, &signature);
  if (has_form) {
    bool kernel = is_kernel(op);
    const tern_type_t *extra[MAX_EXTRA];
    size_t extra_count = extra_types(lowering, kernel, extra), arg_count = signature.arg_count;
    const tern_type_t **inputs = tern_malloc((arg_count + extra_count) * sizeof *inputs);
    for (size_t i = 0; i < arg_count + extra_count; ++i)
      inputs[i] = i < arg_count ? signature.inputs[i] : extra[i - arg_count];
    const tern_type_t *result = (const tern_type_t *)(uintptr_t)signature.type->params[0];
    const tern_type_t *type = tern_llvm_func_type(result, (tern_types_t){inputs, arg_count + extra_count}, false);
    free(inputs);
    tern_op_t *made = tern_llvm_make_function(b, tern_symbol_name(op), type,
                                              kernel ? TERN_LLVM_LINKAGE_EXTERNAL : TERN_LLVM_LINKAGE_INTERNAL);
    for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i)
      tern_op_set_attr_str(made, tern_ident_str(tern_dictionary_attr_name(op->attrs, i)),
                           tern_dictionary_attr_at(op->attrs, i));
    set_launch_attrs(lowering, op, kernel, made);
    set_arg_attrs(op, kernel, arg_count, extra_count, made);
    tern_region_take_blocks(&made->regions[0], &op->regions[0]);
    tern_block_t *entry = made->regions[0].first_block;
    if (entry) {
      tern_types_t types = {signature.inputs, arg_count};
      entry = tern_conversion_convert_block(conversion, entry, types, signature.starts);
      for (size_t i = 0; i < extra_count; ++i) tern_block_add_arg(entry, extra[i], op->loc);
    }
    tern_conversion_erase(conversion, op);
  }
  tern_llvm_signature_deinitialize(&signature);
  return has_form;
}

// --- calls ---

static bool lower_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *value = operands.count == 1 ? operands.values[0] : NULL;
  if (operands.count > 1) {
    const tern_type_t **types = tern_malloc(operands.count * sizeof *types);
    for (size_t i = 0; i < operands.count; ++i) types[i] = operands.values[i]->type;
    value = tern_emit_undef(b, tern_llvm_struct_type(b->context, (tern_types_t){types, operands.count}, false));
    free(types);
    for (size_t i = 0; i < operands.count; ++i) value = tern_emit_insert(b, value, operands.values[i], (int64_t)i);
  }
  tern_build(b, TERN_LLVM(RETURN), .operands = {&value, value ? 1 : 0});
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t **types = tern_malloc((op->result_count + 1) * sizeof *types);
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_op_result(op, i)->type;
  const tern_type_t *result = tern_llvm_pack_results(&lowering->llvm, (tern_types_t){types, op->result_count}, false);
  free(types);
  if (!result) return false;
  tern_value_t **args = tern_triton_room(conversion, operands.count + MAX_EXTRA);
  for (size_t i = 0; i < operands.count; ++i) args[i] = operands.values[i];
  const tern_attr_t *scratch = tern_op_attr(op, "ttg.global_scratch_memory_offset");
  const tern_block_t *entry = tern_op_body(tern_op_parent_of(op, TERN_LLVM(FUNC)), 0);
  args[operands.count] = tern_triton_shared_address(conversion, op);
  args[operands.count + 1] = tern_triton_global_scratch(conversion, op, scratch ? tern_integer_attr_value(scratch) : 0);
  args[operands.count + 2] = entry->args[entry->arg_count - 1];
  tern_op_t *call =
      tern_llvm_build_call(b, tern_op_attr(op, "callee"), (tern_values_t){args, operands.count + MAX_EXTRA},
                           op->result_count ? result : NULL);
  tern_value_t **results = tern_triton_room(conversion, op->result_count);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *all = tern_op_result(call, 0);
    results[i] = op->result_count == 1 ? all : tern_llvm_make_extract(b, all, (int64_t[]){(int64_t)i}, 1);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, op->result_count});
  return true;
}

const tern_conversion_pattern_t tern_triton_func_patterns[] = {
    {"func", TERN_TT(FUNC), TERN_TRITON_BENEFIT, lower_func},
    {"return", TERN_TT(RETURN), TERN_TRITON_BENEFIT, lower_return},
    {"call", TERN_TT(CALL), TERN_TRITON_BENEFIT, lower_call},
    {0},
};
