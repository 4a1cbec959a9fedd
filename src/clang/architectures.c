// nvcc's rules for -arch, -code and -gencode.

#include "clang/architectures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/ptx/ptx.h"

// What a program is compiled for that names nothing, as by nvcc 13. PTX for it runs on all later ones.
#define DEFAULT_ARCHITECTURE "sm_75"

enum {
  FIRST = 50,              // before it there are other instructions between threads
  USUAL_PTX_VERSION = 83,  // of CUDA 12.3; it has what the headers use
};

bool tern_cuda_architecture_equal(tern_cuda_architecture_t a, tern_cuda_architecture_t b) {
  return a.number == b.number && a.suffix == b.suffix;
}

void tern_cuda_architecture_name(tern_cuda_architecture_t architecture, bool is_virtual,
                                 char out_name[TERN_CUDA_ARCHITECTURE_NAME_SIZE]) {
  char suffix[] = {architecture.suffix, '\0'};
  snprintf(out_name, TERN_CUDA_ARCHITECTURE_NAME_SIZE, "%s_%u%s", is_virtual ? "compute" : "sm", architecture.number,
           suffix);
}

unsigned tern_cuda_ptx_version(tern_cuda_architecture_t architecture) {
  char name[TERN_CUDA_ARCHITECTURE_NAME_SIZE];
  tern_cuda_architecture_name(architecture, false, name);
  unsigned version = tern_ptx_version_of_chip(name);
  return version > USUAL_PTX_VERSION ? version : USUAL_PTX_VERSION;
}

// --- names ---

// "sm_90a" or "compute_90a" at the start of a text that ends with it.
static bool read_name(tern_str_t text, tern_cuda_architecture_t *out_architecture, bool *out_is_virtual) {
  static const tern_str_t virtual = {"compute_", 8}, real = {"sm_", 3};
  char name[TERN_PTX_CHIP_SIZE];
  *out_is_virtual = tern_str_starts_with(text, virtual);
  if (!*out_is_virtual && !tern_str_starts_with(text, real)) return false;
  tern_str_t number = tern_str_drop(text, *out_is_virtual ? virtual.size : real.size);
  int size = snprintf(name, sizeof name, "sm_%.*s", (int)number.size, number.data);
  if (size >= (int)sizeof name || !tern_ptx_version_of_chip(name)) return false;
  char *end;
  *out_architecture = (tern_cuda_architecture_t){.number = (unsigned)strtoul(name + real.size, &end, 10)};
  out_architecture->suffix = *end;
  return out_architecture->number >= FIRST;
}

static tern_status_t fail_unknown(tern_str_t text) {
  tern_string_builder_t known = {0};
  char name[TERN_PTX_CHIP_SIZE];
  unsigned version;
  for (size_t i = 0; tern_ptx_chip_at(i, name, &version); ++i) {
    if (strtoul(name + sizeof "sm_" - 1, NULL, 10) < FIRST) continue;
    tern_string_builder_append_format(&known, "%s%s", known.size ? " " : "", name + sizeof "sm_" - 1);
  }
  tern_status_t status = tern_status_make(
      TERN_INVALID_ARGUMENT, "unknown architecture '%.*s'; there are compute_N (virtual) and sm_N (real) for N of %s",
      (int)text.size, text.data, known.data);
  tern_string_builder_deinitialize(&known);
  return status;
}

tern_status_t tern_cuda_read_architecture(tern_str_t text, tern_cuda_architecture_t *out_architecture,
                                          bool *out_is_virtual) {
  return read_name(text, out_architecture, out_is_virtual) ? tern_ok() : fail_unknown(text);
}

// Does the real one have all that the virtual one promises? What is specific to a chip is promised by that chip alone, and what
// is specific to a family by its later members: those of the same ten.
static bool implements(tern_cuda_architecture_t real, tern_cuda_architecture_t virtual) {
  enum { FAMILY = 10 };
  if (virtual.suffix == 'a') return tern_cuda_architecture_equal(real, virtual);
  if (real.number < virtual.number) return false;
  return virtual.suffix != 'f' || (real.suffix && real.number / FAMILY == virtual.number / FAMILY);
}

// --- requests ---

static void add_request(tern_cuda_image_requests_t *requests, tern_cuda_image_request_t request) {
  for (size_t i = 0; i < requests->images.count; ++i) {
    tern_cuda_image_request_t *other = &requests->images.values[i];
    if (!tern_cuda_architecture_equal(other->real, request.real) || other->is_ptx != request.is_ptx) continue;
    other->is_optional &= request.is_optional;
    return;
  }
  tern_vec_push(&requests->images, request);
}

static tern_status_t add_code(tern_str_t text, tern_cuda_architecture_t virtual, tern_cuda_image_requests_t *requests) {
  tern_cuda_image_request_t request = {.virtual = virtual};
  TERN_RETURN_IF_ERROR(tern_cuda_read_architecture(text, &request.real, &request.is_ptx));
  char real[TERN_CUDA_ARCHITECTURE_NAME_SIZE], name[TERN_CUDA_ARCHITECTURE_NAME_SIZE];
  tern_cuda_architecture_name(request.real, request.is_ptx, real);
  tern_cuda_architecture_name(virtual, true, name);
  if (request.is_ptx && !tern_cuda_architecture_equal(request.real, virtual)) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "PTX for %s is asked for, but %s is compiled for; of PTX there is that of the virtual architecture only", real,
        name);
  }
  if (!request.is_ptx && !implements(request.real, virtual)) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "code for %s cannot be made for the virtual architecture %s, which promises more than %s has", real, name,
        real);
  }
  add_request(requests, request);
  return tern_ok();
}

// Codes apart by commas, perhaps in brackets.
static tern_status_t add_codes(tern_str_t codes, tern_cuda_architecture_t virtual,
                               tern_cuda_image_requests_t *requests) {
  if (codes.size >= 2 && codes.data[0] == '[' && codes.data[codes.size - 1] == ']') {
    codes = tern_str_make(codes.data + 1, codes.size - 2);
  }
  while (codes.size > 0) TERN_RETURN_IF_ERROR(add_code(tern_str_split(&codes, ','), virtual, requests));
  return tern_ok();
}

// Real and virtual code for one architecture: what a real one alone stands for.
static void add_both(tern_cuda_architecture_t architecture, tern_cuda_image_requests_t *requests) {
  add_request(requests, (tern_cuda_image_request_t){architecture, architecture, .is_optional = true});
  add_request(requests, (tern_cuda_image_request_t){architecture, architecture, .is_ptx = true});
}

static tern_status_t read_gencode(const char *text, tern_cuda_image_requests_t *requests) {
  static const tern_str_t arch = {"arch=", 5}, code = {"code=", 5};
  tern_str_t rest = tern_str_from_cstr(text), first = tern_str_split(&rest, ',');
  tern_cuda_architecture_t virtual;
  bool is_virtual;
  if (!tern_str_starts_with(first, arch) || !tern_str_starts_with(rest, code)) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "-gencode takes arch=compute_N,code=sm_N (or a list in brackets) but got '%s'", text);
  }
  first = tern_str_drop(first, arch.size);
  TERN_RETURN_IF_ERROR(tern_cuda_read_architecture(first, &virtual, &is_virtual));
  if (!is_virtual) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "-gencode takes a virtual architecture, arch=compute_%.*s, but got '%.*s'",
                            (int)(first.size - 3), first.data + 3, (int)first.size, first.data);
  }
  return add_codes(tern_str_drop(rest, code.size), virtual, requests);
}

// All that there are, or those that families begin with: machine code for each, and PTX for the last.
static void add_all(bool is_major, tern_cuda_image_requests_t *requests) {
  char name[TERN_PTX_CHIP_SIZE];
  unsigned version;
  tern_cuda_architecture_t architecture = {0};
  for (size_t i = 0; tern_ptx_chip_at(i, name, &version); ++i) {
    bool is_virtual;
    tern_cuda_architecture_t next;
    if (!read_name(tern_str_from_cstr(name), &next, &is_virtual) || next.suffix) continue;
    if (is_major && next.number % 10 != 0) continue;
    architecture = next;
    add_request(requests, (tern_cuda_image_request_t){next, next, .is_optional = true});
  }
  add_request(requests, (tern_cuda_image_request_t){architecture, architecture, .is_ptx = true});
}

static tern_status_t read_arch(const tern_cc_options_t *options, tern_cuda_image_requests_t *requests) {
  const char *arch = options->architecture ? options->architecture : DEFAULT_ARCHITECTURE;
  bool is_all = strcmp(arch, "all") == 0, is_major = strcmp(arch, "all-major") == 0, is_virtual;
  if ((is_all || is_major) && options->codes.count) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "-arch=%s says for what code is made; -code cannot", arch);
  }
  if (is_all || is_major) return add_all(is_major, requests), tern_ok();
  tern_cuda_architecture_t architecture;
  TERN_RETURN_IF_ERROR(tern_cuda_read_architecture(tern_str_from_cstr(arch), &architecture, &is_virtual));
  if (options->codes.count && !is_virtual) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "-code needs a virtual architecture, -arch=compute_%s, but got '%s'",
                            arch + 3, arch);
  }
  for (size_t i = 0; i < options->codes.count; ++i) {
    TERN_RETURN_IF_ERROR(add_codes(tern_str_from_cstr(options->codes.values[i]), architecture, requests));
  }
  if (options->codes.count) return tern_ok();
  if (is_virtual) {
    add_request(requests, (tern_cuda_image_request_t){architecture, architecture, .is_ptx = true});
  } else {
    add_both(architecture, requests);
  }
  return tern_ok();
}

tern_status_t tern_cuda_read_architectures(const tern_cc_options_t *options, tern_cuda_image_requests_t *out_requests) {
  *out_requests = (tern_cuda_image_requests_t){0};
  if (!options->architecture && options->codes.count) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "-code needs -arch=compute_N, the virtual architecture that it is made of");
  }
  for (size_t i = 0; i < options->gencodes.count; ++i) {
    TERN_RETURN_IF_ERROR(read_gencode(options->gencodes.values[i], out_requests));
  }
  bool is_told = options->gencodes.count > 0 && !options->architecture;
  return is_told ? tern_ok() : read_arch(options, out_requests);
}
