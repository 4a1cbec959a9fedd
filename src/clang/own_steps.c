// The steps that no other program does.

#include <stdlib.h>

#include "base/file.h"
#include "base/vec.h"
#include "clang/architectures.h"
#include "clang/fatbinary.h"
#include "tern/cc.h"

typedef struct contents {
  TERN_VEC(tern_fatbinary_image_t) images;
  TERN_VEC(char *) codes;  // owned
} contents_t;

// "sm_80:FILE" or "compute_80:FILE".
static tern_status_t read_image(const char *input, contents_t *contents) {
  tern_str_t path = tern_str_from_cstr(input), name = tern_str_split(&path, ':');
  tern_fatbinary_image_t image = {0};
  tern_cuda_architecture_t architecture;
  bool is_virtual;
  char *code;
  if (path.size == 0) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "an image of a fatbinary is sm_N:FILE or compute_N:FILE but not '%s'", input);
  }
  TERN_RETURN_IF_ERROR(tern_cuda_read_architecture(name, &architecture, &is_virtual));
  TERN_RETURN_IF_ERROR(tern_file_read(path.data, &code, &image.code.size));
  tern_vec_push(&contents->codes, code);
  image.code.data = code;
  image.kind = is_virtual ? TERN_FATBINARY_PTX : TERN_FATBINARY_ELF;
  image.architecture = architecture.number;
  image.suffix = architecture.suffix;
  tern_vec_push(&contents->images, image);
  return tern_ok();
}

static tern_status_t write_fatbinary(const char *output, tern_cc_words_t inputs) {
  contents_t contents = {0};
  tern_string_builder_t out = {0};
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < inputs.count && tern_status_is_ok(status); ++i)
    status = read_image(inputs.values[i], &contents);
  if (tern_status_is_ok(status)) {
    tern_fatbinary_write(contents.images.values, contents.images.count, &out);
    status = tern_file_write(output, tern_string_builder_view(&out));
  }
  for (size_t i = 0; i < contents.codes.count; ++i) free(contents.codes.values[i]);
  tern_vec_deinitialize(&contents.codes);
  tern_vec_deinitialize(&contents.images);
  tern_string_builder_deinitialize(&out);
  return status;
}

static const struct {
  const char *name;
  tern_status_t (*run)(const char *output, tern_cc_words_t inputs);
} own_steps[] = {
    {"fatbinary", write_fatbinary},
};

tern_status_t tern_cc_step(const char *name, const char *output, tern_cc_words_t inputs) {
  tern_str_t text = tern_str_from_cstr(name);
  if (!output) return tern_status_make(TERN_INVALID_ARGUMENT, "a step needs an output: -o FILE");
  for (size_t i = 0; i < sizeof own_steps / sizeof own_steps[0]; ++i) {
    if (tern_str_equal_cstr(text, own_steps[i].name)) return own_steps[i].run(output, inputs);
  }
  return tern_status_make(TERN_INVALID_ARGUMENT, "there is no step '%s'; --dryrun shows those that there are", name);
}
