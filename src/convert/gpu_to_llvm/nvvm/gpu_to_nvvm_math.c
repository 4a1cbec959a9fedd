// The functions of libdevice, NVIDIA's library of math for kernels, by op (upstream: MathToNVVM).

#include "base/arena.h"
#include "convert/gpu_to_llvm/nvvm/gpu_to_nvvm.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"

#define FLOATS(ROW, F32, F64) {.row = ROW, .f32 = "__nv_" F32, .f64 = "__nv_" F64}
#define FAST(ROW, F32, F64) {.row = ROW, .f32 = "__nv_" F32, .f64 = "__nv_" F64, .approximate_f32 = "__nv_fast_" F32}

const tern_gpu_library_call_t tern_nvvm_library_calls[] = {
    FLOATS(TERN_ARITH(REMF), "fmodf", "fmod"),
    FLOATS(TERN_ARITH(MAXNUMF), "fmaxf", "fmax"),
    FLOATS(TERN_ARITH(MINNUMF), "fminf", "fmin"),
    {.row = TERN_MATH(ABSI), .i32 = "__nv_abs"},
    FLOATS(TERN_MATH(ABSF), "fabsf", "fabs"),
    FLOATS(TERN_MATH(ACOS), "acosf", "acos"),
    FLOATS(TERN_MATH(ACOSH), "acoshf", "acosh"),
    FLOATS(TERN_MATH(ASIN), "asinf", "asin"),
    FLOATS(TERN_MATH(ASINH), "asinhf", "asinh"),
    FLOATS(TERN_MATH(ATAN), "atanf", "atan"),
    FLOATS(TERN_MATH(ATAN2), "atan2f", "atan2"),
    FLOATS(TERN_MATH(ATANH), "atanhf", "atanh"),
    FLOATS(TERN_MATH(CBRT), "cbrtf", "cbrt"),
    FLOATS(TERN_MATH(CEIL), "ceilf", "ceil"),
    FLOATS(TERN_MATH(COPYSIGN), "copysignf", "copysign"),
    FAST(TERN_MATH(COS), "cosf", "cos"),
    FLOATS(TERN_MATH(COSH), "coshf", "cosh"),
    FLOATS(TERN_MATH(ERF), "erff", "erf"),
    FLOATS(TERN_MATH(ERFC), "erfcf", "erfc"),
    FAST(TERN_MATH(EXP), "expf", "exp"),
    FLOATS(TERN_MATH(EXP2), "exp2f", "exp2"),
    FLOATS(TERN_MATH(EXPM1), "expm1f", "expm1"),
    FLOATS(TERN_MATH(FLOOR), "floorf", "floor"),
    FLOATS(TERN_MATH(FMA), "fmaf", "fma"),
    FLOATS(TERN_MATH(FPOWI), "powif", "powi"),
    FLOATS(TERN_MATH(ISFINITE), "finitef", "isfinited"),
    FLOATS(TERN_MATH(ISINF), "isinff", "isinfd"),
    FLOATS(TERN_MATH(ISNAN), "isnanf", "isnand"),
    FAST(TERN_MATH(LOG), "logf", "log"),
    FAST(TERN_MATH(LOG10), "log10f", "log10"),
    FLOATS(TERN_MATH(LOG1P), "log1pf", "log1p"),
    FAST(TERN_MATH(LOG2), "log2f", "log2"),
    FAST(TERN_MATH(POWF), "powf", "pow"),
    FLOATS(TERN_MATH(ROUND), "roundf", "round"),
    FLOATS(TERN_MATH(ROUNDEVEN), "rintf", "rint"),
    FLOATS(TERN_MATH(RSQRT), "rsqrtf", "rsqrt"),
    FAST(TERN_MATH(SIN), "sinf", "sin"),
    FLOATS(TERN_MATH(SINH), "sinhf", "sinh"),
    FLOATS(TERN_MATH(SQRT), "sqrtf", "sqrt"),
    FAST(TERN_MATH(TAN), "tanf", "tan"),
    FLOATS(TERN_MATH(TANH), "tanhf", "tanh"),
    {.row = NULL},
};
