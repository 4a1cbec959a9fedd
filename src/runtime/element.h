// Single elements: values in and out of storage, and as text.

#ifndef TERN_RUNTIME_ELEMENT_H_
#define TERN_RUNTIME_ELEMENT_H_

#include "base/string.h"
#include "tern/status.h"
#include "tern/tensor.h"

// The bits of the integer or of the floating-point number of up to 64 bits at `data`, in the low bits; complex types
// have none. `data` need not be aligned.
uint64_t tern_element_load_bits(tern_element_type_t type, const void *data);
void tern_element_store_bits(tern_element_type_t type, uint64_t bits, void *data);
// True if tern_element_load_float() can read the type: floating point of up to 64 bits.
bool tern_element_is_float(tern_element_type_t type);
// The exact value of the floating-point number at `data`.
double tern_element_load_float(tern_element_type_t type, const void *data);

// Reads all of `text` as one element of `type` (see tern_tensor_parse() for the syntax) into the
// tern_element_type_size() bytes at `out_data`. Errors: TERN_INVALID_ARGUMENT for a text that is no such number,
// TERN_OUT_OF_RANGE for a number that the type does not hold.
tern_status_t tern_element_parse(tern_element_type_t type, tern_str_t text, void *out_data);
// Appends the element at `data`, such that tern_element_parse() reads the same bits.
void tern_element_format(tern_element_type_t type, const void *data, tern_string_builder_t *out_text);

// Brings `count` bytes that hold elements of fewer than 8 bits to the form of arrays: bits above the element are clear, and an
// i1 is 0 or 1. `stored` is the family of 8-bit integers that the bytes were written as; NONE if they are raw, where a
// negative number may come with its sign above it or without. Other types are left alone. Errors: TERN_OUT_OF_RANGE for the
// first number that does not fit its type.
tern_status_t tern_element_narrow(tern_element_type_t type, tern_element_class_t stored, void *bytes, size_t count);

#endif  // TERN_RUNTIME_ELEMENT_H_
