// Encodings of builtin's lists of numbers and strings, without their codes.

#ifndef TERN_BYTECODE_BUILTIN_ELEMENTS_H_
#define TERN_BYTECODE_BUILTIN_ELEMENTS_H_

#include "bytecode/dialect_encoding.h"

const tern_attr_t *tern_elements_read_resource(tern_decoder_t *decoder);
const tern_attr_t *tern_elements_read_array(tern_decoder_t *decoder);
const tern_attr_t *tern_elements_read_numbers(tern_decoder_t *decoder);
const tern_attr_t *tern_elements_read_strings(tern_decoder_t *decoder);
const tern_attr_t *tern_elements_read_sparse(tern_decoder_t *decoder);
void tern_elements_write_resource(tern_encoder_t *encoder, const tern_attr_t *attr);
void tern_elements_write_array(tern_encoder_t *encoder, const tern_attr_t *attr);
void tern_elements_write_numbers(tern_encoder_t *encoder, const tern_attr_t *attr);
void tern_elements_write_strings(tern_encoder_t *encoder, const tern_attr_t *attr);
void tern_elements_write_sparse(tern_encoder_t *encoder, const tern_attr_t *attr);

#endif  // TERN_BYTECODE_BUILTIN_ELEMENTS_H_
