// bfloat16 numbers and pairs of them: conversions, arithmetic, comparisons, functions. Sums and products are computed in float, or by the
// GPU's own instructions where LLVM finds them, and rounded to the nearest.

#ifndef TERN_CUDA_BF16_H_
#define TERN_CUDA_BF16_H_

#include "vector_types.h"

#if defined(__cplusplus)

#include <math.h>
#include <string.h>

#define TERN_FP static __inline__ __host__ __device__

// The bits of the nearest bfloat16 of a float, and back.
TERN_FP unsigned short tern_bfloat16_bits(float value) {
  unsigned int u;
  memcpy(&u, &value, 4);
  if ((u & 0x7fffffff) > 0x7f800000) return 0x7fff;
  return (unsigned short)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
TERN_FP float tern_bfloat16_value(unsigned short bits) {
  unsigned int u = (unsigned int)bits << 16;
  float value;
  memcpy(&value, &u, 4);
  return value;
}

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};
struct __align__(2) __nv_bfloat16 {
  unsigned short bits;

  __nv_bfloat16() = default;
  __host__ __device__ __nv_bfloat16(const __nv_bfloat16_raw &raw) : bits(raw.x) {}
  __host__ __device__ operator __nv_bfloat16_raw() const {
    __nv_bfloat16_raw raw;
    raw.x = bits;
    return raw;
  }
  __host__ __device__ __nv_bfloat16(float v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(double v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(int v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned int v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(short v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned short v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(long v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned long v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(long long v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ __nv_bfloat16(unsigned long long v) : bits(tern_bfloat16_bits((float)v)) {}
  __host__ __device__ operator float() const { return tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator int() const { return (int)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator unsigned int() const { return (unsigned int)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator short() const { return (short)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator unsigned short() const { return (unsigned short)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator long() const { return (long)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator unsigned long() const { return (unsigned long)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator long long() const { return (long long)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator unsigned long long() const {
    return (unsigned long long)tern_bfloat16_value(bits);
  }
  __host__ __device__ explicit operator signed char() const { return (signed char)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator unsigned char() const { return (unsigned char)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator char() const { return (char)tern_bfloat16_value(bits); }
  __host__ __device__ explicit operator bool() const { return (bool)tern_bfloat16_value(bits); }
  __host__ __device__ __nv_bfloat16 &operator=(float v) {
    bits = tern_bfloat16_bits((float)v);
    return *this;
  }
  __host__ __device__ __nv_bfloat16 &operator=(double v) {
    bits = tern_bfloat16_bits((float)v);
    return *this;
  }
  __host__ __device__ __nv_bfloat16 &operator=(int v) {
    bits = tern_bfloat16_bits((float)v);
    return *this;
  }
};
typedef __nv_bfloat16 nv_bfloat16;

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
  __host__ __device__ __nv_bfloat162(const __nv_bfloat162_raw &raw)
      : x(__nv_bfloat16_raw{raw.x}), y(__nv_bfloat16_raw{raw.y}) {}
};
typedef __nv_bfloat162 nv_bfloat162;

#define TERN_F(v) tern_bfloat16_value((v).bits)
#define TERN_MADE(f) __nv_bfloat16(f)
// clang-format off
TERN_FP __nv_bfloat16 __float2bfloat16(float v) { return TERN_MADE(v); }
TERN_FP __nv_bfloat16 __float2bfloat16_rn(float v) { return TERN_MADE(v); }
TERN_FP __nv_bfloat16 __double2bfloat16(double v) { return TERN_MADE((float)v); }
TERN_FP float __bfloat162float(__nv_bfloat16 v) { return TERN_F(v); }
TERN_FP __nv_bfloat16 __int2bfloat16_rn(int v) { return TERN_MADE((float)v); }
TERN_FP int __bfloat162int_rn(__nv_bfloat16 v) { return (int)rintf(TERN_F(v)); }
TERN_FP int __bfloat162int_rz(__nv_bfloat16 v) { return (int)truncf(TERN_F(v)); }
TERN_FP int __bfloat162int_rd(__nv_bfloat16 v) { return (int)floorf(TERN_F(v)); }
TERN_FP int __bfloat162int_ru(__nv_bfloat16 v) { return (int)ceilf(TERN_F(v)); }
TERN_FP __nv_bfloat16 __uint2bfloat16_rn(unsigned int v) { return TERN_MADE((float)v); }
TERN_FP unsigned int __bfloat162uint_rn(__nv_bfloat16 v) { return (unsigned int)rintf(TERN_F(v)); }
TERN_FP unsigned int __bfloat162uint_rz(__nv_bfloat16 v) { return (unsigned int)truncf(TERN_F(v)); }
TERN_FP unsigned int __bfloat162uint_rd(__nv_bfloat16 v) { return (unsigned int)floorf(TERN_F(v)); }
TERN_FP unsigned int __bfloat162uint_ru(__nv_bfloat16 v) { return (unsigned int)ceilf(TERN_F(v)); }
TERN_FP __nv_bfloat16 __short2bfloat16_rn(short v) { return TERN_MADE((float)v); }
TERN_FP short __bfloat162short_rn(__nv_bfloat16 v) { return (short)rintf(TERN_F(v)); }
TERN_FP short __bfloat162short_rz(__nv_bfloat16 v) { return (short)truncf(TERN_F(v)); }
TERN_FP short __bfloat162short_rd(__nv_bfloat16 v) { return (short)floorf(TERN_F(v)); }
TERN_FP short __bfloat162short_ru(__nv_bfloat16 v) { return (short)ceilf(TERN_F(v)); }
TERN_FP __nv_bfloat16 __ushort2bfloat16_rn(unsigned short v) { return TERN_MADE((float)v); }
TERN_FP unsigned short __bfloat162ushort_rn(__nv_bfloat16 v) { return (unsigned short)rintf(TERN_F(v)); }
TERN_FP unsigned short __bfloat162ushort_rz(__nv_bfloat16 v) { return (unsigned short)truncf(TERN_F(v)); }
TERN_FP unsigned short __bfloat162ushort_rd(__nv_bfloat16 v) { return (unsigned short)floorf(TERN_F(v)); }
TERN_FP unsigned short __bfloat162ushort_ru(__nv_bfloat16 v) { return (unsigned short)ceilf(TERN_F(v)); }
TERN_FP __nv_bfloat16 __ll2bfloat16_rn(long long v) { return TERN_MADE((float)v); }
TERN_FP long long __bfloat162ll_rn(__nv_bfloat16 v) { return (long long)rintf(TERN_F(v)); }
TERN_FP long long __bfloat162ll_rz(__nv_bfloat16 v) { return (long long)truncf(TERN_F(v)); }
TERN_FP long long __bfloat162ll_rd(__nv_bfloat16 v) { return (long long)floorf(TERN_F(v)); }
TERN_FP long long __bfloat162ll_ru(__nv_bfloat16 v) { return (long long)ceilf(TERN_F(v)); }
TERN_FP __nv_bfloat16 __ull2bfloat16_rn(unsigned long long v) { return TERN_MADE((float)v); }
TERN_FP unsigned long long __bfloat162ull_rn(__nv_bfloat16 v) { return (unsigned long long)rintf(TERN_F(v)); }
TERN_FP unsigned long long __bfloat162ull_rz(__nv_bfloat16 v) { return (unsigned long long)truncf(TERN_F(v)); }
TERN_FP unsigned long long __bfloat162ull_rd(__nv_bfloat16 v) { return (unsigned long long)floorf(TERN_F(v)); }
TERN_FP unsigned long long __bfloat162ull_ru(__nv_bfloat16 v) { return (unsigned long long)ceilf(TERN_F(v)); }
TERN_FP short __bfloat16_as_short(__nv_bfloat16 v) { return (short)v.bits; }
TERN_FP unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.bits; }
TERN_FP __nv_bfloat16 __short_as_bfloat16(short v) { return __nv_bfloat16_raw{(unsigned short)v}; }
TERN_FP __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __nv_bfloat16_raw{v}; }
TERN_FP __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(TERN_MADE(a), TERN_MADE(b)); }
TERN_FP __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(TERN_MADE(a), TERN_MADE(a)); }
TERN_FP __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(TERN_MADE(v.x), TERN_MADE(v.y)); }
TERN_FP float2 __bfloat1622float2(__nv_bfloat162 v) { float2 f; f.x = TERN_F(v.x), f.y = TERN_F(v.y); return f; }
TERN_FP float __low2float(__nv_bfloat162 v) { return TERN_F(v.x); }
TERN_FP float __high2float(__nv_bfloat162 v) { return TERN_F(v.y); }
TERN_FP __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
TERN_FP __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
TERN_FP __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 v) { return __nv_bfloat162(v, v); }
TERN_FP __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
TERN_FP __nv_bfloat162 __low2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.x, v.x); }
TERN_FP __nv_bfloat162 __high2bfloat162(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.y); }
TERN_FP __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return __nv_bfloat162(v.y, v.x); }
TERN_FP __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
TERN_FP __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
TERN_FP __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
TERN_FP __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) + TERN_F(b)); }
TERN_FP __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) + TERN_F(b)); }
TERN_FP __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(fminf(fmaxf(TERN_F(a) + TERN_F(b), 0.0f), 1.0f)); }
TERN_FP __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)); }
TERN_FP __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hadd(a, b); }
TERN_FP __nv_bfloat16 &operator+=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = __hadd(a, b); }
TERN_FP __nv_bfloat162 operator+(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hadd2(a, b); }
TERN_FP __nv_bfloat162 &operator+=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { return a = __hadd2(a, b); }
TERN_FP __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) - TERN_F(b)); }
TERN_FP __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) - TERN_F(b)); }
TERN_FP __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(fminf(fmaxf(TERN_F(a) - TERN_F(b), 0.0f), 1.0f)); }
TERN_FP __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)); }
TERN_FP __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hsub(a, b); }
TERN_FP __nv_bfloat16 &operator-=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = __hsub(a, b); }
TERN_FP __nv_bfloat162 operator-(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hsub2(a, b); }
TERN_FP __nv_bfloat162 &operator-=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { return a = __hsub2(a, b); }
TERN_FP __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) * TERN_F(b)); }
TERN_FP __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) * TERN_F(b)); }
TERN_FP __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(fminf(fmaxf(TERN_F(a) * TERN_F(b), 0.0f), 1.0f)); }
TERN_FP __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)); }
TERN_FP __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hmul(a, b); }
TERN_FP __nv_bfloat16 &operator*=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = __hmul(a, b); }
TERN_FP __nv_bfloat162 operator*(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hmul2(a, b); }
TERN_FP __nv_bfloat162 &operator*=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { return a = __hmul2(a, b); }
TERN_FP __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(TERN_F(a) / TERN_F(b)); }
TERN_FP __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
TERN_FP __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hdiv(a, b); }
TERN_FP __nv_bfloat16 &operator/=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = __hdiv(a, b); }
TERN_FP __nv_bfloat162 operator/(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __h2div(a, b); }
TERN_FP __nv_bfloat162 &operator/=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { return a = __h2div(a, b); }
TERN_FP __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return TERN_MADE(fmaf(TERN_F(a), TERN_F(b), TERN_F(c))); }
TERN_FP __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
TERN_FP __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return TERN_MADE(fmaxf(fmaf(TERN_F(a), TERN_F(b), TERN_F(c)), 0.0f)); }
TERN_FP __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __nv_bfloat16_raw{(unsigned short)(a.bits ^ 0x8000)}; }
TERN_FP __nv_bfloat16 __habs(__nv_bfloat16 a) { return __nv_bfloat16_raw{(unsigned short)(a.bits & 0x7fff)}; }
TERN_FP __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
TERN_FP __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __nv_bfloat162(__habs(a.x), __habs(a.y)); }
TERN_FP __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __hneg(a); }
TERN_FP __nv_bfloat162 operator-(const __nv_bfloat162 &a) { return __hneg2(a); }
TERN_FP __nv_bfloat16 operator+(const __nv_bfloat16 &a) { return a; }
TERN_FP __nv_bfloat16 &operator++(__nv_bfloat16 &a) { return a = TERN_MADE(TERN_F(a) + 1.0f); }
TERN_FP __nv_bfloat16 operator++(__nv_bfloat16 &a, int) { __nv_bfloat16 before = a; a = TERN_MADE(TERN_F(a) + 1.0f); return before; }
TERN_FP __nv_bfloat16 &operator--(__nv_bfloat16 &a) { return a = TERN_MADE(TERN_F(a) - 1.0f); }
TERN_FP __nv_bfloat16 operator--(__nv_bfloat16 &a, int) { __nv_bfloat16 before = a; a = TERN_MADE(TERN_F(a) - 1.0f); return before; }
TERN_FP bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_F(a) == TERN_F(b); }
TERN_FP bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) == TERN_F(b); }
TERN_FP __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(TERN_MADE(__heq(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__heq(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
TERN_FP bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __heq(a, b); }
TERN_FP bool operator==(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hbeq2(a, b); }
TERN_FP bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_F(a) != TERN_F(b); }
TERN_FP bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) != TERN_F(b); }
TERN_FP __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(TERN_MADE(__hne(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hne(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
TERN_FP bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hne(a, b); }
TERN_FP bool operator!=(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hbne2(a, b); }
TERN_FP bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_F(a) < TERN_F(b); }
TERN_FP bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) < TERN_F(b); }
TERN_FP __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(TERN_MADE(__hlt(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hlt(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
TERN_FP bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hlt(a, b); }
TERN_FP bool operator<(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hblt2(a, b); }
TERN_FP bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_F(a) <= TERN_F(b); }
TERN_FP bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) <= TERN_F(b); }
TERN_FP __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(TERN_MADE(__hle(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hle(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
TERN_FP bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hle(a, b); }
TERN_FP bool operator<=(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hble2(a, b); }
TERN_FP bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_F(a) > TERN_F(b); }
TERN_FP bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) > TERN_F(b); }
TERN_FP __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(TERN_MADE(__hgt(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hgt(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
TERN_FP bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hgt(a, b); }
TERN_FP bool operator>(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hbgt2(a, b); }
TERN_FP bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_F(a) >= TERN_F(b); }
TERN_FP bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) >= TERN_F(b); }
TERN_FP __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(TERN_MADE(__hge(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hge(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
TERN_FP bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hge(a, b); }
TERN_FP bool operator>=(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hbge2(a, b); }
TERN_FP __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(fmaxf(TERN_F(a), TERN_F(b))); }
TERN_FP __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
TERN_FP __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return TERN_MADE(fminf(TERN_F(a), TERN_F(b))); }
TERN_FP __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
TERN_FP bool __hisnan(__nv_bfloat16 a) { return !(TERN_F(a) == TERN_F(a)); }
TERN_FP int __hisinf(__nv_bfloat16 a) { return (a.bits & 0x7fff) != 0x7f80 ? 0 : a.bits & 0x8000 ? -1 : 1; }
TERN_FP __nv_bfloat16 hsqrt(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(sqrtf(f)); }
TERN_FP __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y)); }
TERN_FP __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(1.0f / sqrtf(f)); }
TERN_FP __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y)); }
TERN_FP __nv_bfloat16 hrcp(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(1.0f / f); }
TERN_FP __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return __nv_bfloat162(hrcp(a.x), hrcp(a.y)); }
TERN_FP __nv_bfloat16 hexp(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(expf(f)); }
TERN_FP __nv_bfloat162 h2exp(__nv_bfloat162 a) { return __nv_bfloat162(hexp(a.x), hexp(a.y)); }
TERN_FP __nv_bfloat16 hexp2(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(exp2f(f)); }
TERN_FP __nv_bfloat162 h2exp2(__nv_bfloat162 a) { return __nv_bfloat162(hexp2(a.x), hexp2(a.y)); }
TERN_FP __nv_bfloat16 hexp10(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(expf(2.302585093f * f)); }
TERN_FP __nv_bfloat162 h2exp10(__nv_bfloat162 a) { return __nv_bfloat162(hexp10(a.x), hexp10(a.y)); }
TERN_FP __nv_bfloat16 hlog(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(logf(f)); }
TERN_FP __nv_bfloat162 h2log(__nv_bfloat162 a) { return __nv_bfloat162(hlog(a.x), hlog(a.y)); }
TERN_FP __nv_bfloat16 hlog2(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(log2f(f)); }
TERN_FP __nv_bfloat162 h2log2(__nv_bfloat162 a) { return __nv_bfloat162(hlog2(a.x), hlog2(a.y)); }
TERN_FP __nv_bfloat16 hlog10(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(log10f(f)); }
TERN_FP __nv_bfloat162 h2log10(__nv_bfloat162 a) { return __nv_bfloat162(hlog10(a.x), hlog10(a.y)); }
TERN_FP __nv_bfloat16 hsin(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(sinf(f)); }
TERN_FP __nv_bfloat162 h2sin(__nv_bfloat162 a) { return __nv_bfloat162(hsin(a.x), hsin(a.y)); }
TERN_FP __nv_bfloat16 hcos(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(cosf(f)); }
TERN_FP __nv_bfloat162 h2cos(__nv_bfloat162 a) { return __nv_bfloat162(hcos(a.x), hcos(a.y)); }
TERN_FP __nv_bfloat16 htanh(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(tanhf(f)); }
TERN_FP __nv_bfloat162 h2tanh(__nv_bfloat162 a) { return __nv_bfloat162(htanh(a.x), htanh(a.y)); }
TERN_FP __nv_bfloat16 hfloor(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(floorf(f)); }
TERN_FP __nv_bfloat162 h2floor(__nv_bfloat162 a) { return __nv_bfloat162(hfloor(a.x), hfloor(a.y)); }
TERN_FP __nv_bfloat16 hceil(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(ceilf(f)); }
TERN_FP __nv_bfloat162 h2ceil(__nv_bfloat162 a) { return __nv_bfloat162(hceil(a.x), hceil(a.y)); }
TERN_FP __nv_bfloat16 htrunc(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(truncf(f)); }
TERN_FP __nv_bfloat162 h2trunc(__nv_bfloat162 a) { return __nv_bfloat162(htrunc(a.x), htrunc(a.y)); }
TERN_FP __nv_bfloat16 hrint(__nv_bfloat16 a) { float f = TERN_F(a); return TERN_MADE(rintf(f)); }
TERN_FP __nv_bfloat162 h2rint(__nv_bfloat162 a) { return __nv_bfloat162(hrint(a.x), hrint(a.y)); }

#if defined(__CUDA__)
#define TERN_FP_SHUFFLE(name, offset)                                                                              \
  static __inline__ __device__ __nv_bfloat16 name(unsigned mask, __nv_bfloat16 v, offset by, int width = 32) {                          \
    return __nv_bfloat16_raw{(unsigned short)name(mask, (int)v.bits, by, width)};                                                 \
  }                                                                                                                \
  static __inline__ __device__ __nv_bfloat162 name(unsigned mask, __nv_bfloat162 v, offset by, int width = 32) {                          \
    int bits = name(mask, (int)((unsigned)v.y.bits << 16 | v.x.bits), by, width);                                  \
    return __nv_bfloat162_raw{(unsigned short)bits, (unsigned short)((unsigned)bits >> 16)};                                       \
  }
TERN_FP_SHUFFLE(__shfl_sync, int)
TERN_FP_SHUFFLE(__shfl_up_sync, unsigned)
TERN_FP_SHUFFLE(__shfl_down_sync, unsigned)
TERN_FP_SHUFFLE(__shfl_xor_sync, int)
#undef TERN_FP_SHUFFLE
static __inline__ __device__ __nv_bfloat16 __ldg(const __nv_bfloat16 *p) { return *p; }
static __inline__ __device__ __nv_bfloat162 __ldg(const __nv_bfloat162 *p) { return *p; }
// By compare and swap of the word that holds it.
static __inline__ __device__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v) {
  unsigned long long place = (unsigned long long)p;
  unsigned *word = (unsigned *)(place & ~3ULL), shift = (unsigned)(place & 2) * 8, before = *word, assumed;
  __nv_bfloat16 old;
  do {
    assumed = before;
    old = __nv_bfloat16_raw{(unsigned short)(assumed >> shift)};
    unsigned sum = (unsigned)__hadd(old, v).bits << shift;
    before = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | sum);
  } while (before != assumed);
  return old;
}
static __inline__ __device__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v) { return __nv_bfloat162(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }
#endif
// clang-format on
#undef TERN_F
#undef TERN_MADE
#undef TERN_FP

#endif  // __cplusplus

#endif  // TERN_CUDA_BF16_H_
