// Calls of LAPACK's functions, which JAX exports for the CPU (`lapack_sgetrf_ffi`), and of the same functions under the names
// that it uses for TPUs (`Qr`, `Eigh`).

#ifndef TERN_CONVERT_STABLEHLO_LINEAR_ALGEBRA_LAPACK_CALLS_H_
#define TERN_CONVERT_STABLEHLO_LINEAR_ALGEBRA_LAPACK_CALLS_H_

#include "convert/stablehlo/lowering.h"

// The character that the call's configuration has under `name` ('L' for `uplo = 76 : ui8`), or `otherwise`.
int tern_lapack_option(const tern_op_t *op, const char *name, int otherwise);

// Has the call as many operands and results, and behind the operands nothing but the shapes of the results, where these are
// computed? False after an error.
bool tern_lapack_has_shape(tern_hlo_lowering_t *l, size_t operands, size_t results);

// The rows of calls, for the table of lowerings.
tern_hlo_lower_fn_t tern_lapack_lowering_of(const tern_op_t *op);

// factorization.c: LU with partial pivoting -> (factors, pivots from 1, info); QR -> (R and reflectors, tau); Q of reflectors.
bool tern_lapack_getrf(tern_hlo_lowering_t *l);
// The same as tern_lapack_getrf but for the conventions: pivots from 0, the permutation of the rows for info.
bool tern_lu_decomposition(tern_hlo_lowering_t *l);
bool tern_lapack_geqrf(tern_hlo_lowering_t *l);
bool tern_lapack_orgqr(tern_hlo_lowering_t *l);
// linear_algebra.c: Cholesky factor -> (factor, info); solution of a triangular system.
bool tern_lapack_potrf(tern_hlo_lowering_t *l);
bool tern_lapack_trsm(tern_hlo_lowering_t *l);
// jacobi.c: eigenvectors and ascending eigenvalues of a Hermitian matrix -> (vectors, values, info); singular values
// -> (scratch, values, U, V*, info). `Eigh` has no info.
bool tern_lapack_syevd(tern_hlo_lowering_t *l);
bool tern_lapack_gesdd(tern_hlo_lowering_t *l);

// dynamic_window.c and random.c: calls of JAX's.
bool tern_dynamic_reduce_window(tern_hlo_lowering_t *l);
bool tern_dynamic_rng_bit_generator(tern_hlo_lowering_t *l);

#endif  // TERN_CONVERT_STABLEHLO_LINEAR_ALGEBRA_LAPACK_CALLS_H_
