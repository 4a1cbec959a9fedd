// llvm and nvvm ops to PTX and machine code, for a chip that is named or that #nvvm.target says.

#include "pipeline/driver/translate_ptx.h"

#include <stdlib.h>

#include "base/vec.h"
#include "dialect/gpu/gpu.h"
#include "dialect/nvvm/nvvm.h"
#include "ir/diagnostic.h"
#include "target/ptx/ptx.h"

// What one call is made of; the texts are owned.
typedef struct job {
  tern_op_t *module;
  tern_ptx_options_t options;
  TERN_VEC(const char *) links;
} job_t;

static bool has_flag(const tern_attr_t *flags, const char *name) {
  return tern_dictionary_attr_lookup(flags, tern_str_from_cstr(name)) != NULL;
}

static void read_target(job_t *job, const tern_attr_t *attr) {
  tern_nvvm_target_t target = tern_nvvm_target_of(attr);
  job->options.triple = target.triple.data;
  job->options.chip = target.chip.data;
  job->options.features = target.features.data;
  job->options.level = (unsigned)target.level;
  job->options.flushes_subnormals = has_flag(target.flags, "fast") || has_flag(target.flags, "ftz");
  for (size_t i = 0; target.link && i < tern_array_attr_count(target.link); ++i) {
    tern_vec_push(&job->links, tern_string_attr_value(tern_array_attr_at(target.link, i)).data);
  }
  job->options.link_files = job->links.values;
  job->options.link_count = job->links.count;
}

static void find_module(tern_op_t *module, job_t *job) {
  tern_block_t *body = tern_op_body(module, 0);
  job->module = module;
  if (!body || !body->first_op || body->first_op != body->last_op) return;
  if (!tern_op_is(body->first_op, TERN_GPU(MODULE))) return;
  job->module = body->first_op;
  const tern_attr_t *targets = tern_op_attr(job->module, "targets");
  for (size_t i = 0; targets && i < tern_array_attr_count(targets); ++i) {
    if (!tern_attr_is_nvvm(tern_array_attr_at(targets, i), TERN_NVVM_ATTR_TARGET)) continue;
    read_target(job, tern_array_attr_at(targets, i));
    return;
  }
}

static tern_status_t compile(tern_op_t *module, const tern_translate_options_t *options, job_t *job,
                             tern_llvm_buffer_t *out_text) {
  job->options.level = 2;
  find_module(module, job);
  if (options->target_version) job->options.chip = options->target_version;
  return tern_ptx_compile(job->module, &job->options, out_text);
}

static tern_status_t translate_to_ptx(tern_op_t *module, const tern_translate_options_t *options, bool writes_rows,
                                      tern_string_builder_t *out) {
  job_t job = {.options = {.writes_rows = writes_rows}};
  tern_llvm_buffer_t text;
  tern_status_t status = compile(module, options, &job, &text);
  if (tern_status_is_ok(status)) tern_string_builder_append(out, tern_str_make(text.data, text.size));
  free(text.data);
  tern_vec_deinitialize(&job.links);
  return status;
}

tern_status_t tern_translate_to_ptx(tern_op_t *module, const tern_translate_options_t *options,
                                    tern_string_builder_t *out) {
  return translate_to_ptx(module, options, false, out);
}

tern_status_t tern_translate_to_ptx_by_rows(tern_op_t *module, const tern_translate_options_t *options,
                                            tern_string_builder_t *out) {
  return translate_to_ptx(module, options, true, out);
}

tern_status_t tern_translate_to_cubin(tern_op_t *module, const tern_translate_options_t *options,
                                      tern_string_builder_t *out) {
  job_t job = {0};
  tern_llvm_buffer_t text, cubin = {0};
  tern_status_t status = compile(module, options, &job, &text);
  if (tern_status_is_ok(status)) {
    status = tern_ptx_assemble(tern_str_make(text.data, text.size), &job.options, &cubin, NULL);
    if (status.code == TERN_INVALID_IR) tern_emit_error(module->loc, "%s", status.message);
  }
  if (tern_status_is_ok(status)) tern_string_builder_append(out, tern_str_make(cubin.data, cubin.size));
  free(text.data);
  free(cubin.data);
  tern_vec_deinitialize(&job.links);
  return status;
}
