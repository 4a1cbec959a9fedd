#include "target/vm/vm_module_writer.h"

#include "base/module_format.h"
#include "ir/diagnostic.h"
#include "rewrite/greedy.h"
#include "target/module/module_writer.h"
#include "target/vm/image.h"

static tern_op_t *find_module(tern_op_t *op) {
  if (tern_op_is(op, TERN_VM(MODULE))) return op;
  tern_block_t *body = op->region_count ? tern_op_body(op, 0) : NULL;
  for (tern_op_t *inner = body ? body->first_op : NULL; inner; inner = inner->next) {
    if (tern_op_is(inner, TERN_VM(MODULE))) return inner;
  }
  return NULL;
}

// --- pseudo ops ---

static bool drop_barrier(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  TERN_VEC(tern_value_t *) values = {0};
  (void)user;
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&values, tern_op_operand(op, i));
  tern_rewriter_replace(rewriter, op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  return true;
}

static bool expand(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  return op->def->row->canonicalize(op, rewriter);
}

// Checks become comparisons and failures; barriers have done their work.
static void expand_pseudo_ops(tern_op_t *module) {
  const tern_pattern_t patterns[] = {
      {"check_eq", TERN_VM(CHECK_EQ), 1, expand},
      {"check_ne", TERN_VM(CHECK_NE), 1, expand},
      {"check_nearly_eq", TERN_VM(CHECK_NEARLY_EQ), 1, expand},
      {"check_nz", TERN_VM(CHECK_NZ), 1, expand},
      {"barrier", TERN_VM(OPTIMIZATION_BARRIER), 1, drop_barrier},
  };
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.fold = false;
  options.region_simplify = false;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
}

// --- the file ---

static void write_file(const tern_vm_image_t *image, tern_sink_t *sink) {
  TERN_VEC(tern_module_section_t) sections = {0};
  tern_string_builder_t bytecode = {0};
  tern_vm_image_write(image, &bytecode);
  tern_vec_push(&sections, ((tern_module_section_t){.kind = TERN_MODULE_SECTION_BYTECODE,
                                                    .alignment = 8,
                                                    .data = tern_string_builder_view(&bytecode)}));
  for (size_t i = 0; i < image->executables.count; ++i) {
    tern_str_t data = tern_string_builder_view(&image->executables.values[i].data);
    tern_vec_push(&sections,
                  ((tern_module_section_t){.kind = TERN_MODULE_SECTION_EXECUTABLE, .alignment = 16, .data = data}));
  }
  if (image->rodata_size > 0) {
    uint32_t alignment =
        image->rodata_alignment > TERN_MODULE_RODATA_ALIGNMENT ? image->rodata_alignment : TERN_MODULE_RODATA_ALIGNMENT;
    tern_vec_push(&sections, ((tern_module_section_t){.kind = TERN_MODULE_SECTION_RODATA,
                                                      .alignment = alignment,
                                                      .data.size = image->rodata_size,
                                                      .stream = tern_vm_image_stream_rodata,
                                                      .user = image}));
  }
  tern_module_write_sections(sections.values, sections.count, sink);
  tern_string_builder_deinitialize(&bytecode);
  tern_vec_deinitialize(&sections);
}

tern_status_t tern_vm_module_write(tern_op_t *module, tern_sink_t *sink) {
  tern_op_t *vm_module = find_module(module);
  if (!vm_module) {
    tern_op_error(module, "holds no vm.module");
    tern_emit_note(module->loc, "run --iree-vm-transformation-pipeline before");
    return tern_status_make(TERN_INVALID_IR, "there is no vm.module to write");
  }
  expand_pseudo_ops(vm_module);
  tern_vm_image_t image;
  bool is_right = tern_vm_image_build(vm_module, &image);
  if (is_right) write_file(&image, sink);
  tern_vm_image_deinitialize(&image);
  return is_right ? sink->status : tern_status_make(TERN_INVALID_IR, "the program could not be encoded");
}
