// Code of executables: which module of an image suits a device, and handing it to the driver.
//
// Machine code runs on devices of the same major number with at least its minor number; code with the suffix 'a' only
// on the very device it names, with 'f' on its family. PTX runs on everything from its architecture on.

#include "runtime/drivers/cuda/cuda_module.h"

#include <string.h>

#include "base/no_memory.h"
#include "base/string.h"

enum {
  WORD_SIZE = 4,
  JIT_LOG_SIZE = 8192,
  FATBIN_MAGIC = 0xBA55ED50,
  ELF_MAGIC = 0x464C457F,
};

typedef struct module_row {
  uint32_t kind, architecture, suffix, variant, offset, size;
} module_row_t;

static uint32_t word_at(const tern_cuda_code_t *code, size_t index) {
  const unsigned char *bytes = code->data + index * WORD_SIZE;
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint64_t long_at(const tern_cuda_code_t *code, size_t index) {
  return word_at(code, index) | (uint64_t)word_at(code, index + 1) << 32;
}

static size_t first_kernel_word(const tern_cuda_code_t *code) {
  return TERN_CUDA_IMAGE_HEADER_WORDS + (size_t)code->module_count * TERN_CUDA_IMAGE_MODULE_WORDS;
}

static size_t first_tensor_map_word(const tern_cuda_code_t *code) {
  return first_kernel_word(code) + (size_t)code->kernel_count * TERN_CUDA_IMAGE_KERNEL_WORDS;
}

static module_row_t module_at(const tern_cuda_code_t *code, uint32_t index) {
  size_t at = TERN_CUDA_IMAGE_HEADER_WORDS + (size_t)index * TERN_CUDA_IMAGE_MODULE_WORDS;
  return (module_row_t){word_at(code, at),     word_at(code, at + 1), word_at(code, at + 2),
                        word_at(code, at + 3), word_at(code, at + 4), word_at(code, at + 5)};
}

//---- Reading ----

static tern_status_t refuse(const char *what, uint32_t index) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "an image for CUDA is damaged: %s %u", what, index);
}

static bool is_inside(const tern_cuda_code_t *code, uint32_t offset, uint32_t size) {
  return offset <= code->size && size <= code->size - offset;
}

static tern_status_t check_tensor_map(const tern_cuda_code_t *code, uint32_t index) {
  tern_cuda_tensor_map_row_t row;
  tern_cuda_code_get_tensor_map(code, index, &row);
  if (!row.rank || row.rank > TERN_CUDA_IMAGE_RANK_MAX) return refuse("the rank of tensor map", index);
  return tern_ok();
}

static tern_status_t read_image(tern_cuda_code_t *code) {
  if (code->size < TERN_CUDA_IMAGE_HEADER_WORDS * WORD_SIZE) return refuse("it ends in the header, word", 0);
  if (word_at(code, 1) != TERN_CUDA_IMAGE_VERSION) {
    return tern_status_make(TERN_UNSUPPORTED, "an image for CUDA of version %u, only %u is known: compile it again",
                            word_at(code, 1), TERN_CUDA_IMAGE_VERSION);
  }
  code->module_count = word_at(code, 2);
  code->kernel_count = word_at(code, 3);
  code->tensor_map_count = word_at(code, 4);
  const uint32_t most = (uint32_t)(code->size / WORD_SIZE);
  if (code->module_count > most || code->kernel_count > most || code->tensor_map_count > most ||
      first_tensor_map_word(code) + (size_t)code->tensor_map_count * TERN_CUDA_IMAGE_TENSOR_MAP_WORDS > most) {
    return refuse("a table goes beyond its end, word", 2);
  }
  for (uint32_t i = 0; i < code->module_count; ++i) {
    module_row_t row = module_at(code, i);
    if (row.kind > TERN_CUDA_MODULE_CUBIN || !row.size || !is_inside(code, row.offset, row.size)) {
      return refuse("module", i);
    }
  }
  for (uint32_t i = 0; i < code->kernel_count; ++i) {
    size_t at = first_kernel_word(code) + (size_t)i * TERN_CUDA_IMAGE_KERNEL_WORDS;
    uint32_t first = word_at(code, at + 8), count = word_at(code, at + 9);
    bool has_maps = first <= code->tensor_map_count && count <= code->tensor_map_count - first;
    if (!is_inside(code, word_at(code, at + 1), word_at(code, at + 2)) || !has_maps) return refuse("kernel", i);
  }
  for (uint32_t i = 0; i < code->tensor_map_count; ++i) TERN_RETURN_IF_ERROR(check_tensor_map(code, i));
  return tern_ok();
}

tern_status_t tern_cuda_code_read(const void *data, size_t size, tern_cuda_code_t *out_code) {
  *out_code = (tern_cuda_code_t){.data = data, .size = data ? size : 0};
  if (out_code->size < WORD_SIZE) return tern_status_make(TERN_INVALID_ARGUMENT, "the executable has no code");
  out_code->is_image = word_at(out_code, 0) == TERN_CUDA_IMAGE_MAGIC;
  return out_code->is_image ? read_image(out_code) : tern_ok();
}

void tern_cuda_code_find_kernel(const tern_cuda_code_t *code, uint32_t variant, const char *name,
                                tern_cuda_kernel_row_t *out_row) {
  *out_row = (tern_cuda_kernel_row_t){0};
  for (uint32_t i = 0; i < code->kernel_count; ++i) {
    size_t at = first_kernel_word(code) + (size_t)i * TERN_CUDA_IMAGE_KERNEL_WORDS;
    tern_str_t known = tern_str_make((const char *)code->data + word_at(code, at + 1), word_at(code, at + 2));
    if (word_at(code, at) != variant || !tern_str_equal_cstr(known, name)) continue;
    out_row->shared_size = word_at(code, at + 3);
    for (size_t d = 0; d < 3; ++d) out_row->cluster[d] = word_at(code, at + 4 + d);
    out_row->flags = word_at(code, at + 7);
    out_row->first_tensor_map = word_at(code, at + 8);
    out_row->tensor_map_count = word_at(code, at + 9);
    return;
  }
}

void tern_cuda_code_get_tensor_map(const tern_cuda_code_t *code, uint32_t index, tern_cuda_tensor_map_row_t *out_row) {
  size_t at = first_tensor_map_word(code) + (size_t)index * TERN_CUDA_IMAGE_TENSOR_MAP_WORDS;
  *out_row = (tern_cuda_tensor_map_row_t){.binding = word_at(code, at),
                                          .type = word_at(code, at + 1),
                                          .rank = word_at(code, at + 2),
                                          .interleave = word_at(code, at + 3),
                                          .swizzle = word_at(code, at + 4),
                                          .promotion = word_at(code, at + 5),
                                          .fill = word_at(code, at + 6),
                                          .offset = long_at(code, at + 7)};
  at += 9;
  for (size_t d = 0; d < TERN_CUDA_IMAGE_RANK_MAX; ++d, at += 3) {
    out_row->dims[d] = long_at(code, at);
    out_row->dim_push_constants[d] = (int32_t)word_at(code, at + 2);
  }
  for (size_t d = 1; d < TERN_CUDA_IMAGE_RANK_MAX; ++d, at += 2) out_row->strides[d] = long_at(code, at);
  for (size_t d = 0; d < TERN_CUDA_IMAGE_RANK_MAX; ++d) {
    out_row->box[d] = word_at(code, at + d);
    out_row->element_strides[d] = word_at(code, at + TERN_CUDA_IMAGE_RANK_MAX + d);
  }
}

//---- Choosing ----

static bool runs_on(const module_row_t *row, uint32_t device) {
  bool is_same_family = row->architecture / 10 == device / 10 && row->architecture <= device;
  if (row->suffix == 'a') return row->architecture == device;
  if (row->suffix == 'f' || row->kind == TERN_CUDA_MODULE_CUBIN) return is_same_family;
  return row->architecture <= device;
}

// How well a module suits; higher is better, 0 not at all. Machine code comes before PTX, then the nearest
// architecture, and of two for the same one that may use more of it.
static uint32_t rate(const module_row_t *row, uint32_t device) {
  if (!runs_on(row, device)) return 0;
  uint32_t specialty = row->suffix == 'a' ? 2 : row->suffix == 'f';
  return 1 + specialty + 4 * row->architecture + (row->kind == TERN_CUDA_MODULE_CUBIN ? 1u << 20 : 0);
}

static tern_status_t fail_no_module(const tern_cuda_code_t *code, uint32_t device) {
  tern_string_builder_t known = {0};
  for (uint32_t i = 0; i < code->module_count; ++i) {
    module_row_t row = module_at(code, i);
    char suffix[2] = {(char)row.suffix, 0};
    tern_string_builder_append_format(&known, "%s%s_%u%s", i ? ", " : "",
                                      row.kind == TERN_CUDA_MODULE_PTX ? "compute" : "sm", row.architecture, suffix);
  }
  tern_status_t status = tern_status_make(
      TERN_UNSUPPORTED, "the executable has code for %s, and none that runs on sm_%u: compile with --target=cuda:sm_%u",
      known.data ? known.data : "nothing", device, device);
  tern_string_builder_deinitialize(&known);
  return status;
}

//---- Loading ----

// `image` ends with a zero byte.
static tern_status_t load_image(const tern_cuda_context_t *context, const char *image, CUmodule *out_module) {
  char *log = calloc(1, JIT_LOG_SIZE);
  if (!log) return tern_no_memory("the log of the driver's compiler");
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)(uintptr_t)(JIT_LOG_SIZE - 1)};
  CUresult result = context->api.ModuleLoadDataEx(out_module, image, 2, options, values);
  tern_status_t status = tern_cuda_status(&context->api, result, "loading kernels");
  size_t size = strlen(log);
  while (size && (log[size - 1] == '\n' || log[size - 1] == ' ')) log[--size] = 0;
  if (result != CUDA_SUCCESS && size) {
    status = tern_status_make(status.code, "%s; the driver's compiler says: %.700s", status.message, log);
  }
  free(log);
  return status;
}

// The driver reads text up to a zero byte, and machine code at aligned addresses.
static tern_status_t load_bytes(const tern_cuda_context_t *context, const unsigned char *data, size_t size,
                                CUmodule *out_module) {
  char *copy = malloc(size + 1);
  if (!copy) return tern_status_make(TERN_OUT_OF_MEMORY, "no memory for %zu bytes of kernels", size);
  memcpy(copy, data, size);
  copy[size] = 0;
  tern_status_t status = load_image(context, copy, out_module);
  free(copy);
  return status;
}

static tern_status_t load_plain(const tern_cuda_context_t *context, const tern_cuda_code_t *code,
                                CUmodule *out_module) {
  uint32_t magic = word_at(code, 0);
  bool is_text = magic != (uint32_t)FATBIN_MAGIC && magic != ELF_MAGIC;
  if (is_text && !memmem(code->data, code->size, ".version", strlen(".version"))) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "the executable is neither an image for CUDA nor a fatbin, a cubin or PTX");
  }
  return load_bytes(context, code->data, code->size, out_module);
}

tern_status_t tern_cuda_module_load(const tern_cuda_context_t *context, const tern_cuda_code_t *code,
                                    CUmodule *out_module, uint32_t *out_variant) {
  *out_module = NULL;
  *out_variant = 0;
  if (!code->is_image) return load_plain(context, code, out_module);
  uint32_t limit = UINT32_MAX, index = 0;
  for (;;) {
    // The best of those that were not tried: of two that are alike, the first.
    uint32_t best = 0;
    for (uint32_t i = 0; i < code->module_count; ++i) {
      module_row_t row = module_at(code, i);
      uint32_t rating = rate(&row, context->architecture);
      if (rating <= best || rating >= limit) continue;
      best = rating;
      index = i;
    }
    if (!best) return fail_no_module(code, context->architecture);
    module_row_t row = module_at(code, index);
    *out_variant = row.variant;
    tern_status_t status = load_bytes(context, code->data + row.offset, row.size, out_module);
    // Machine code that the driver finds not to be for this device is passed over.
    if (status.code != TERN_UNSUPPORTED || row.kind == TERN_CUDA_MODULE_PTX) return status;
    limit = best;
  }
}
