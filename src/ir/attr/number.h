// Words of integer and float attributes. Private to src/ir.

#ifndef TERN_IR_ATTR_NUMBER_H_
#define TERN_IR_ATTR_NUMBER_H_

#include "ir/type.h"

// Words that a number of an integer, index or float type takes.
size_t tern_number_word_count(const tern_type_t *type);
// Sets the bits above the type's width as attributes keep them.
void tern_number_normalize(const tern_type_t *type, uint64_t *words);

// The wide float formats: exact from a double, nearest (ties to even) to a double.
void tern_f80_encode(double value, uint64_t out_words[2]);
double tern_f80_decode(const uint64_t words[2]);
void tern_f128_encode(double value, uint64_t out_words[2]);
double tern_f128_decode(const uint64_t words[2]);

#endif  // TERN_IR_ATTR_NUMBER_H_
