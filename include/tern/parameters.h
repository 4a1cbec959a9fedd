// Parameters: values of a program that are kept outside of its module, such as the weights of a network.
//
// A program names a parameter by a scope and a key: `#flow.parameter.named<"model"::"layer0.weight"> : tensor<4x8xf32>`.
// Archives hold parameters by key, and a session is told which archives stand for which scope:
//
//   tern_parameters_t *weights;
//   TERN_RETURN_IF_ERROR(tern_parameters_load_file("model.safetensors", false, &weights));
//   tern_parameter_scope_t scope = {.name = "model", .parameters = weights};
//   TERN_RETURN_IF_ERROR(tern_session_create(instance, &(tern_session_params_t){
//       .modules = &module, .module_count = 1, .devices = &device, .device_count = 1,
//       .parameter_scopes = &scope, .parameter_scope_count = 1}, &session));
//   tern_parameters_release(weights);
//
// Files are mapped to memory: a parameter is read when the program loads it, and a device that uses the memory of the host
// uses it where it lies. What a program wants laid out otherwise, or a device in its own memory, is copied piece by piece,
// and the pages of the file that were read for it are given back to the system.
//
// Where an archive says the type and the shape of a parameter, they must be those of the program's; else its size must be.

#ifndef TERN_PARAMETERS_H_
#define TERN_PARAMETERS_H_

#include <stdbool.h>
#include <stddef.h>

#include "tern/dispatch.h"
#include "tern/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// An archive: parameters by key. Reference-counted. Thread-safe; what is in its keys never changes. The bytes of parameters
// change if programs write them, and then it is the caller who orders the calls.
typedef struct tern_parameters_t tern_parameters_t;

// One parameter of an archive. Plain data; the bytes are as they lie in buffers: little-endian, dense and row-major.
typedef struct tern_parameter_t {
  const char *key;  // `key_size` bytes, any but without terminator
  size_t key_size;  // bytes
  void *data;       // `size` bytes, or `pattern_size` of them
  size_t size;      // bytes of the parameter
  size_t
      pattern_size;  // 0, or the size of what is at `data` and fills the parameter by being repeated: 1, 2, 4, 8 or 16
  // What the archive says of the array: nothing if `dims` is NULL. The type is TERN_ELEMENT_TYPE_NONE where only the size of
  // an element is known.
  tern_element_type_t element_type;
  uint32_t rank;
  const int64_t *dims;  // `rank` sizes
  // The elements lie with the first index varying fastest, as Fortran has them; programs get them row-major.
  bool is_column_major;
} tern_parameter_t;

// Called when an archive no longer needs the memory it was made of, on whichever thread gives the last reference back.
typedef void (*tern_parameters_release_fn_t)(void *user_data);

// Makes an archive of `count` rows at `rows`, which are copied with their keys and dims. The bytes of the parameters are not: they
// must stay until `release` (may be NULL) is called with `user_data`. Programs may write the parameters if `is_writable`.
// `*out_parameters` has one reference, the caller's. On failure `release` is not called.
// Errors: TERN_INVALID_ARGUMENT if two rows have the same key, a pattern does not divide its size or is to be written, or
// the elements of what is column-major are not known by type and shape; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_parameters_create(const tern_parameter_t *rows, size_t count, bool is_writable,
                                              tern_parameters_release_fn_t release, void *user_data,
                                              tern_parameters_t **out_parameters);
// Maps a file, whose format its contents tell:
//
//   .safetensors  as Hugging Face writes it
//   .npz          as numpy.savez() writes it: each `KEY.npy` is a parameter; what is compressed or big-endian is refused, as its
//                 bytes cannot be used as they are
//   .irpa         IREE's parameter archive, with data and splats
//
// Everything in the file that says where something is is checked first. The file must not change while the archive lives,
// except that, if `is_writable`, what programs write goes to the file. What is written to the memory of another one may be lost.
// Errors: TERN_INVALID_ARGUMENT for a malformed file, with its name and the offset of the byte that is to blame;
// TERN_UNSUPPORTED for another format or version, or what cannot be mapped; TERN_NOT_FOUND; TERN_IO_ERROR;
// TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_parameters_load_file(const char *path, bool is_writable,
                                                 tern_parameters_t **out_parameters);
// The same from `size` bytes at `data`, which must stay until `release` (may be NULL) is called with `user_data`; not called
// on failure. `name` stands for the file in messages.
TERN_API tern_status_t tern_parameters_load_borrowed(const char *name, void *data, size_t size, bool is_writable,
                                                     tern_parameters_release_fn_t release, void *user_data,
                                                     tern_parameters_t **out_parameters);
TERN_API void tern_parameters_retain(tern_parameters_t *parameters);
// NULL is ignored.
TERN_API void tern_parameters_release(tern_parameters_t *parameters);

// Number of parameters, and the `index`-th in the order of keys (as bytes); NULL behind the last. Lives as long as the
// archive.
TERN_API size_t tern_parameters_count(const tern_parameters_t *parameters);
TERN_API const tern_parameter_t *tern_parameters_at(const tern_parameters_t *parameters, size_t index);
// Finds a parameter by its key of `key_size` bytes; NULL if there is none.
TERN_API const tern_parameter_t *tern_parameters_find(const tern_parameters_t *parameters, const char *key,
                                                      size_t key_size);

// An archive for a scope, for tern_session_params_t. Several may have the same scope: each is looked at, in their order.
typedef struct tern_parameter_scope_t {
  const char *name;  // "" or NULL: of parameters without a scope
  tern_parameters_t *parameters;
} tern_parameter_scope_t;

#ifdef __cplusplus
}
#endif

#endif  // TERN_PARAMETERS_H_
