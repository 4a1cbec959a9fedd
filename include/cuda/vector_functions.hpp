// The functions are all in vector_functions.h.

#ifndef TERN_VECTOR_FUNCTIONS_HPP_
#define TERN_VECTOR_FUNCTIONS_HPP_

#include "vector_functions.h"

#endif  // TERN_VECTOR_FUNCTIONS_HPP_
