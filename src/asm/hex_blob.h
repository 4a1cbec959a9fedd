// Bytes that a text gives as hexadecimal digits: elements, and blobs of resources.

#ifndef TERN_ASM_HEX_BLOB_H_
#define TERN_ASM_HEX_BLOB_H_

#include "ir/attr/blob.h"

// The bytes of `digits`, an even number of them; NULL if one is no digit. Many digits that the context was lent are read again when
// the bytes are, instead of being stored.
const tern_blob_t *tern_hex_blob_get(tern_context_t *context, tern_str_t digits);

#endif  // TERN_ASM_HEX_BLOB_H_
