// The CUDA toolkit's programs on temporary files.

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/machine/machine.h"
#include "base/file.h"
#include "base/vec.h"
#include "target/programs.h"
#include "target/ptx/ptx.h"
#include "target/workplace.h"

// The files of one run of a tool, and its command.
typedef struct command {
  tern_workplace_t place;
  TERN_VEC(char *) words;  // owned
} command_t;

static void end_command(command_t *work) {
  for (size_t i = 0; i < work->words.count; ++i) free(work->words.values[i]);
  tern_vec_deinitialize(&work->words);
  tern_workplace_close(&work->place);
}

// Argument made of two texts.
static void add_argument(command_t *work, const char *head, const char *tail) {
  tern_string_builder_t word = {0};
  tern_string_builder_append_format(&word, "%s%s", head, tail);
  tern_vec_push(&work->words, tern_string_builder_take(&word));
}

// Runs the tool, and reads the file that it makes.
static tern_status_t run_for_output(command_t *work, const char *output_path, tern_llvm_buffer_t *out_buffer,
                                    char **out_log) {
  const char *log_path = tern_workplace_add_file(&work->place, "log");
  bool has_succeeded = false;
  tern_vec_push(&work->words, NULL);
  TERN_RETURN_IF_ERROR(tern_program_run(work->words.values, log_path, &has_succeeded));
  char *log = NULL;
  size_t log_size = 0;
  TERN_RETURN_IF_ERROR(tern_file_read(log_path, &log, &log_size));
  tern_status_t status = tern_ok();
  if (!has_succeeded) {
    tern_str_t text = tern_str_trim(tern_str_make(log, log_size));
    status = tern_status_make(TERN_INVALID_IR, "%s failed: %.*s", work->words.values[0], (int)text.size, text.data);
  } else {
    status = tern_file_read(output_path, &out_buffer->data, &out_buffer->size);
  }
  if (out_log && log_size > 0 && has_succeeded) {
    *out_log = log;
  } else {
    free(log);
  }
  return status;
}

static tern_status_t find_or_fail(const tern_ptx_options_t *options, const char *name, command_t *work) {
  char *path = tern_cuda_program_find(options->toolkit, name);
  if (!path) {
    return tern_status_make(TERN_NOT_FOUND,
                            "%s of the CUDA toolkit was not found; name the toolkit's folder, or set CUDA_PATH", name);
  }
  tern_vec_push(&work->words, path);
  return tern_ok();
}

static const char *chip_of(const tern_ptx_options_t *options) {
  return options->chip ? options->chip : tern_machine_cuda_at(0)->name;
}

// --- the tools ---

// The option is the same on every machine, because ptxas notes it in its output: as many threads as there are processors.
#define MANY_THREADS "--split-compile=0"

static tern_status_t assemble(tern_str_t text, const tern_ptx_options_t *options, bool has_threads, command_t *work,
                              tern_llvm_buffer_t *out_cubin, char **out_log) {
  const char level[] = {'0' + (char)(options->level & 3), '\0'};
  TERN_RETURN_IF_ERROR(find_or_fail(options, "ptxas", work));
  TERN_RETURN_IF_ERROR(tern_workplace_open(&work->place));
  const char *input = tern_workplace_add_file(&work->place, "kernels.ptx"),
             *output = tern_workplace_add_file(&work->place, "kernels.cubin");
  TERN_RETURN_IF_ERROR(tern_file_write(input, text));
  add_argument(work, "-arch=", chip_of(options));
  add_argument(work, "--opt-level=", level);
  if (has_threads) add_argument(work, MANY_THREADS, "");
  for (size_t i = 0; i < options->assembler_option_count; ++i) {
    add_argument(work, options->assembler_options[i], "");
  }
  add_argument(work, input, "");
  add_argument(work, "-o", "");
  add_argument(work, output, "");
  return run_for_output(work, output, out_cubin, out_log);
}

tern_status_t tern_ptx_assemble(tern_str_t text, const tern_ptx_options_t *options, tern_llvm_buffer_t *out_cubin,
                                char **out_log) {
  *out_cubin = (tern_llvm_buffer_t){0};
  if (out_log) *out_log = NULL;
  command_t work = {0};
  tern_status_t status = assemble(text, options, options->is_of_many, &work, out_cubin, out_log);
  end_command(&work);
  // ptxas before CUDA 12 has one thread, and names the option that it does not know.
  if (!options->is_of_many || status.code != TERN_INVALID_IR || !strstr(status.message, "split-compile")) return status;
  work = (command_t){0};
  status = assemble(text, options, false, &work, out_cubin, out_log);
  end_command(&work);
  return status;
}

bool tern_ptx_describe_assembler(tern_string_builder_t *out) {
  char *path = tern_cuda_program_find(NULL, "ptxas");
  struct stat info;
  bool is_there = path && stat(path, &info) == 0;
  if (is_there) {
    tern_string_builder_append_format(out, "%s %lld %lld.%09ld\n", path, (long long)info.st_size,
                                      (long long)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
  }
  free(path);
  return is_there;
}
