// Arrays with names, and values for the arguments of a function: what tern-run makes of --input, --output and
// --expected_output.
//
//   const tern_function_info_t *main = ...;   // tern/module.h
//   const char *texts[] = {"@weights.safetensors", "@image.npy"};
//   tern_array_slots_t slots = {.values = main->arguments, .count = main->argument_count, .noun = "argument"};
//   tern_tensor_t *inputs = calloc(slots.count, sizeof *inputs);
//   TERN_RETURN_IF_ERROR(tern_arrays_bind(&slots, texts, 2, NULL, inputs));
//
// An archive of arrays is one of
//
//   x.npz          what numpy.savez() writes: the array NAME is in NAME.npy, and is not compressed
//   x.safetensors  as Hugging Face writes it
//   folder         a folder of .npy files, NAME.npy for the array NAME, and of nothing else but files that begin with a dot
//
// In all of them integers of 2 and 4 bits take a byte each, as for tern_tensor_read_npy(). The functions are thread-safe as
// long as no two threads use the same tensors, or write what others read.

#ifndef TERN_ARRAYS_H_
#define TERN_ARRAYS_H_

#include "tern/module.h"
#include "tern/status.h"
#include "tern/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

// What values are for. Plain data, borrowed for the call.
typedef struct tern_array_slots_t {
  const tern_parameter_info_t *values;
  size_t count;
  const char *noun;  // what messages call one: "argument", "output"
  bool is_partial;   // some may be left without a value
} tern_array_slots_t;

// Which text is to blame for a failure.
typedef struct tern_array_place_t {
  size_t text;    // its index; the number of texts if none is
  size_t column;  // 1 for its first byte; 0 if no place in it is to blame
} tern_array_place_t;

// Reads a value for each slot from `text_count` texts. Each is a literal of one array, as tern_tensor_parse() takes it, or
// `@PATH` of an archive, which is told by what is there, however the path ends.
//
// Arrays of an archive say themselves which slot they are for: by the slot's name, or by its number from 0 on, as `3`, `arg3`
// or `arr_3` (numpy.savez()'s word for an array without a name). The other texts fill the slots that no archive has filled, in
// order. Where a file leaves the type of elements open, it is the slot's.
//
// With `is_partial`, a text `(ignored)` stands for a slot that stays empty. `out_place` may be NULL. `out_tensors` has room
// for all slots, and is overwritten; tern_tensor_deinitialize() each. On failure all of them are empty.
// Errors: TERN_NOT_FOUND for an array that is for no slot; TERN_INVALID_ARGUMENT for a second value of a slot,
// a slot without a value, too many values, and a malformed text or file;
// TERN_UNSUPPORTED for what files may hold and arrays cannot; TERN_OUT_OF_RANGE for a number that does not fit; those of
// reading files; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_arrays_bind(const tern_array_slots_t *slots, const char *const *texts, size_t text_count,
                                        tern_array_place_t *out_place, tern_tensor_t *out_tensors);

// Does `path` stand for an archive that is to be written: does it end in .npz, .safetensors or a slash, or is it a folder?
TERN_API bool tern_arrays_is_archive(const char *path);
// Writes the tensors from the `first` on, one for each slot, as an archive: under the name of its slot, or, if it has none, its
// number. Files are written whole or not at all; a folder is made if there is none, and keeps what else is in it.
// Errors: TERN_INVALID_ARGUMENT for an empty tensor, another ending, two slots of the same name, or a name that no file can
// have; TERN_UNSUPPORTED for elements that the format has no word for; TERN_IO_ERROR; TERN_OUT_OF_MEMORY.
TERN_API tern_status_t tern_arrays_write(const char *path, const tern_array_slots_t *slots,
                                         const tern_tensor_t *tensors, size_t first);

#ifdef __cplusplus
}
#endif

#endif  // TERN_ARRAYS_H_
