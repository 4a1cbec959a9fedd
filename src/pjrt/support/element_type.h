// Element types of PJRT and ours.

#ifndef TERN_PJRT_ELEMENT_TYPE_H_
#define TERN_PJRT_ELEMENT_TYPE_H_

#include "pjrt/support/error.h"
#include "tern/dispatch.h"

// Our type for one of PJRT's; TERN_ELEMENT_TYPE_NONE if there is none, as for tokens.
tern_element_type_t tern_pjrt_element_type(PJRT_Buffer_Type type);
// PJRT's for one of ours; PJRT_Buffer_Type_INVALID if there is none.
PJRT_Buffer_Type tern_pjrt_buffer_type(tern_element_type_t type);
// Refuses what is no element type. On success `*out_size` are the bytes of an element.
PJRT_Error *tern_pjrt_check_type(PJRT_Buffer_Type type, size_t *out_size);
// The bytes of an array of `rank` sizes `dims`; refuses negative sizes and what no memory holds.
PJRT_Error *tern_pjrt_array_size(PJRT_Buffer_Type type, const int64_t *dims, size_t rank, size_t *out_size);

#endif  // TERN_PJRT_ELEMENT_TYPE_H_
