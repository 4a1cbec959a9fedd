// Bytes written as pairs of hexadecimal digits.

#ifndef TERN_BASE_HEX_H_
#define TERN_BASE_HEX_H_

#include <stdbool.h>
#include <stddef.h>

// Reads `size` bytes from twice as many digits, high ones first. False if one is no digit; `out` is then of no use.
bool tern_hex_decode(const char *digits, size_t size, void *out);

#endif  // TERN_BASE_HEX_H_
