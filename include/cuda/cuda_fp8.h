// Numbers of 8 bits, alone and by two and four: E4M3 (no infinities, up to 448) and E5M2 (up to 57344). They are stored and converted;
// sums and products are computed in other types. A double is rounded to float first.

#ifndef TERN_CUDA_FP8_H_
#define TERN_CUDA_FP8_H_

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__cplusplus)

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#define TERN_FP8 static __inline__ __host__ __device__

// The nearest, and the even one of two as near. What is too large becomes the largest number, or else E4M3's NaN or E5M2's infinity.
TERN_FP8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(float value, __nv_saturation_t saturates,
                                                  __nv_fp8_interpretation_t kind) {
  unsigned int u;
  memcpy(&u, &value, 4);
  unsigned int sign = u >> 24 & 0x80, rest = u & 0x7fffffff;
  unsigned int bits = kind == __NV_E4M3 ? 3 : 2, largest = kind == __NV_E4M3 ? 0x7e : 0x7b;
  unsigned int smallest = kind == __NV_E4M3 ? 121 : 113;  // the exponent of the smallest normal number, as float has it
  if (rest > 0x7f800000) return 0x7f;
  unsigned int exponent = rest >> 23, mantissa = (rest & 0x7fffff) | 0x800000;
  unsigned int shift = 23 - bits + (exponent < smallest ? smallest - exponent : 0);
  if (shift > 24) return (__nv_fp8_storage_t)sign;
  unsigned int kept = mantissa >> shift, lost = mantissa & ((1u << shift) - 1), half_way = 1u << (shift - 1);
  kept += lost > half_way || (lost == half_way && (kept & 1));
  unsigned int code = kept + (exponent < smallest ? 0 : (exponent - smallest) << bits);
  if (code > largest) code = saturates == __NV_SATFINITE ? largest : largest + 1;
  return (__nv_fp8_storage_t)(sign | code);
}
TERN_FP8 float tern_fp8_value(__nv_fp8_storage_t code, __nv_fp8_interpretation_t kind) {
  if (kind == __NV_E5M2) return tern_half_value((unsigned short)(code << 8));
  // E4M3's exponent is 8 less than the half's, whose other bits are the same ones further left.
  if ((code & 0x7f) == 0x7f) return tern_half_value(0x7fff);
  return 256.0f * tern_half_value((unsigned short)((code & 0x80) << 8 | (code & 0x7f) << 7));
}
TERN_FP8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw value, __nv_saturation_t saturates,
                                                    __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(tern_half_value(value.x), saturates, kind);
}
TERN_FP8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw value, __nv_saturation_t saturates,
                                                        __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(tern_bfloat16_value(value.x), saturates, kind);
}
TERN_FP8 __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t code, __nv_fp8_interpretation_t kind) {
  __half_raw half = {tern_half_bits(tern_fp8_value(code, kind))};
  return half;
}

#define TERN_FP8_MEMBER __host__ __device__
template <__nv_fp8_interpretation_t Kind>
struct tern_fp8 {
  __nv_fp8_storage_t __x;
  tern_fp8() = default;
  TERN_FP8_MEMBER explicit tern_fp8(float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, Kind)) {}
  TERN_FP8_MEMBER explicit tern_fp8(const __half &v) : tern_fp8((float)v) {}
  TERN_FP8_MEMBER explicit tern_fp8(const __nv_bfloat16 &v) : tern_fp8((float)v) {}
  template <class T>
  TERN_FP8_MEMBER explicit tern_fp8(T v) : tern_fp8((float)v) {}
  TERN_FP8_MEMBER operator float() const { return tern_fp8_value(__x, Kind); }
};
template <__nv_fp8_interpretation_t Kind>
struct __align__(2) tern_fp8x2 {
  __nv_fp8x2_storage_t __x;
  tern_fp8x2() = default;
  TERN_FP8_MEMBER tern_fp8x2(float x, float y) : __x(tern_fp8<Kind>(x).__x | tern_fp8<Kind>(y).__x << 8) {}
  TERN_FP8_MEMBER explicit tern_fp8x2(float2 v) : tern_fp8x2(v.x, v.y) {}
  TERN_FP8_MEMBER explicit tern_fp8x2(const __half2 &v) : tern_fp8x2((float)v.x, (float)v.y) {}
  TERN_FP8_MEMBER explicit tern_fp8x2(const __nv_bfloat162 &v) : tern_fp8x2((float)v.x, (float)v.y) {}
  TERN_FP8_MEMBER operator float2() const {
    return {tern_fp8_value((unsigned char)__x, Kind), tern_fp8_value((unsigned char)(__x >> 8), Kind)};
  }
};
template <__nv_fp8_interpretation_t Kind>
struct __align__(4) tern_fp8x4 {
  __nv_fp8x4_storage_t __x;
  tern_fp8x4() = default;
  template <class T>
  TERN_FP8_MEMBER tern_fp8x4(const T &low, const T &high)
      : __x(tern_fp8x2<Kind>(low).__x | (unsigned)tern_fp8x2<Kind>(high).__x << 16) {}
  TERN_FP8_MEMBER explicit tern_fp8x4(float4 v) : tern_fp8x4(float2{v.x, v.y}, float2{v.z, v.w}) {}
  TERN_FP8_MEMBER operator float4() const {
    return {tern_fp8_value((unsigned char)__x, Kind), tern_fp8_value((unsigned char)(__x >> 8), Kind),
            tern_fp8_value((unsigned char)(__x >> 16), Kind), tern_fp8_value((unsigned char)(__x >> 24), Kind)};
  }
};
typedef tern_fp8<__NV_E4M3> __nv_fp8_e4m3;
typedef tern_fp8<__NV_E5M2> __nv_fp8_e5m2;
typedef tern_fp8x2<__NV_E4M3> __nv_fp8x2_e4m3;
typedef tern_fp8x2<__NV_E5M2> __nv_fp8x2_e5m2;
typedef tern_fp8x4<__NV_E4M3> __nv_fp8x4_e4m3;
typedef tern_fp8x4<__NV_E5M2> __nv_fp8x4_e5m2;
#undef TERN_FP8_MEMBER
#undef TERN_FP8

#endif  // __cplusplus

#endif  // TERN_CUDA_FP8_H_
