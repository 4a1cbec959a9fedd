// IEEE half-precision numbers and pairs of them: conversions, arithmetic, comparisons, functions. Sums and products are computed in float, or by the
// GPU's own instructions where LLVM finds them, and rounded to the nearest.

#ifndef TERN_CUDA_FP16_H_
#define TERN_CUDA_FP16_H_

#include "vector_types.h"

#if defined(__cplusplus)

#include <math.h>
#include <string.h>

#define TERN_FP static __inline__ __host__ __device__

// The bits of the nearest half of a float, and back, without help of the compiler's types.
TERN_FP unsigned short tern_half_bits(float value) {
#if defined(__clang__)
  _Float16 half = (_Float16)value;
  unsigned short bits;
  __builtin_memcpy(&bits, &half, 2);
  return bits;
#else
  unsigned int u;
  memcpy(&u, &value, 4);
  unsigned int sign = u >> 16 & 0x8000, rest = u & 0x7fffffff;
  if (rest > 0x7f800000) return (unsigned short)(sign | 0x7e00 | (rest >> 13 & 0x1ff));
  if (rest >= 0x477ff000) return (unsigned short)(sign | 0x7c00);
  if (rest < 0x33000001) return (unsigned short)sign;
  unsigned int exponent = rest >> 23, mantissa = (rest & 0x7fffff) | 0x800000;
  unsigned int shift = exponent < 113 ? 126 - exponent : 13, base = exponent < 113 ? 0 : (exponent - 113) << 10;
  unsigned int kept = mantissa >> shift, lost = mantissa & ((1u << shift) - 1), half_way = 1u << (shift - 1);
  kept += lost > half_way || (lost == half_way && (kept & 1));
  return (unsigned short)(sign | (base + kept));
#endif
}
TERN_FP float tern_half_value(unsigned short bits) {
#if defined(__clang__)
  _Float16 half;
  __builtin_memcpy(&half, &bits, 2);
  return (float)half;
#else
  unsigned int sign = (unsigned int)(bits & 0x8000) << 16, exponent = bits >> 10 & 31, mantissa = bits & 0x3ff;
  float value = exponent ? ldexpf((float)(mantissa | 0x400), (int)exponent - 25) : ldexpf((float)mantissa, -24);
  if (exponent == 31) value = mantissa ? NAN : INFINITY;
  return sign ? -value : value;
#endif
}

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};
struct __align__(2) __half {
  unsigned short bits;

  __half() = default;
  __host__ __device__ __half(const __half_raw &raw) : bits(raw.x) {}
  __host__ __device__ operator __half_raw() const {
    __half_raw raw;
    raw.x = bits;
    return raw;
  }
  __host__ __device__ __half(float v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(double v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(int v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(unsigned int v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(short v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(unsigned short v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(long v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(unsigned long v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(long long v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ __half(unsigned long long v) : bits(tern_half_bits((float)v)) {}
  __host__ __device__ operator float() const { return tern_half_value(bits); }
  __host__ __device__ explicit operator int() const { return (int)tern_half_value(bits); }
  __host__ __device__ explicit operator unsigned int() const { return (unsigned int)tern_half_value(bits); }
  __host__ __device__ explicit operator short() const { return (short)tern_half_value(bits); }
  __host__ __device__ explicit operator unsigned short() const { return (unsigned short)tern_half_value(bits); }
  __host__ __device__ explicit operator long() const { return (long)tern_half_value(bits); }
  __host__ __device__ explicit operator unsigned long() const { return (unsigned long)tern_half_value(bits); }
  __host__ __device__ explicit operator long long() const { return (long long)tern_half_value(bits); }
  __host__ __device__ explicit operator unsigned long long() const { return (unsigned long long)tern_half_value(bits); }
  __host__ __device__ explicit operator signed char() const { return (signed char)tern_half_value(bits); }
  __host__ __device__ explicit operator unsigned char() const { return (unsigned char)tern_half_value(bits); }
  __host__ __device__ explicit operator char() const { return (char)tern_half_value(bits); }
  __host__ __device__ explicit operator bool() const { return (bool)tern_half_value(bits); }
  __host__ __device__ __half &operator=(float v) {
    bits = tern_half_bits((float)v);
    return *this;
  }
  __host__ __device__ __half &operator=(double v) {
    bits = tern_half_bits((float)v);
    return *this;
  }
  __host__ __device__ __half &operator=(int v) {
    bits = tern_half_bits((float)v);
    return *this;
  }
};
typedef __half half;

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ __half2(const __half &a, const __half &b) : x(a), y(b) {}
  __host__ __device__ __half2(const __half2_raw &raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
};
typedef __half2 half2;

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#define TERN_F(v) tern_half_value((v).bits)
#define TERN_MADE(f) __half(f)
// clang-format off
TERN_FP __half __float2half(float v) { return TERN_MADE(v); }
TERN_FP __half __float2half_rn(float v) { return TERN_MADE(v); }
TERN_FP __half __double2half(double v) { return TERN_MADE((float)v); }
TERN_FP float __half2float(__half v) { return TERN_F(v); }
TERN_FP __half __int2half_rn(int v) { return TERN_MADE((float)v); }
TERN_FP int __half2int_rn(__half v) { return (int)rintf(TERN_F(v)); }
TERN_FP int __half2int_rz(__half v) { return (int)truncf(TERN_F(v)); }
TERN_FP int __half2int_rd(__half v) { return (int)floorf(TERN_F(v)); }
TERN_FP int __half2int_ru(__half v) { return (int)ceilf(TERN_F(v)); }
TERN_FP __half __uint2half_rn(unsigned int v) { return TERN_MADE((float)v); }
TERN_FP unsigned int __half2uint_rn(__half v) { return (unsigned int)rintf(TERN_F(v)); }
TERN_FP unsigned int __half2uint_rz(__half v) { return (unsigned int)truncf(TERN_F(v)); }
TERN_FP unsigned int __half2uint_rd(__half v) { return (unsigned int)floorf(TERN_F(v)); }
TERN_FP unsigned int __half2uint_ru(__half v) { return (unsigned int)ceilf(TERN_F(v)); }
TERN_FP __half __short2half_rn(short v) { return TERN_MADE((float)v); }
TERN_FP short __half2short_rn(__half v) { return (short)rintf(TERN_F(v)); }
TERN_FP short __half2short_rz(__half v) { return (short)truncf(TERN_F(v)); }
TERN_FP short __half2short_rd(__half v) { return (short)floorf(TERN_F(v)); }
TERN_FP short __half2short_ru(__half v) { return (short)ceilf(TERN_F(v)); }
TERN_FP __half __ushort2half_rn(unsigned short v) { return TERN_MADE((float)v); }
TERN_FP unsigned short __half2ushort_rn(__half v) { return (unsigned short)rintf(TERN_F(v)); }
TERN_FP unsigned short __half2ushort_rz(__half v) { return (unsigned short)truncf(TERN_F(v)); }
TERN_FP unsigned short __half2ushort_rd(__half v) { return (unsigned short)floorf(TERN_F(v)); }
TERN_FP unsigned short __half2ushort_ru(__half v) { return (unsigned short)ceilf(TERN_F(v)); }
TERN_FP __half __ll2half_rn(long long v) { return TERN_MADE((float)v); }
TERN_FP long long __half2ll_rn(__half v) { return (long long)rintf(TERN_F(v)); }
TERN_FP long long __half2ll_rz(__half v) { return (long long)truncf(TERN_F(v)); }
TERN_FP long long __half2ll_rd(__half v) { return (long long)floorf(TERN_F(v)); }
TERN_FP long long __half2ll_ru(__half v) { return (long long)ceilf(TERN_F(v)); }
TERN_FP __half __ull2half_rn(unsigned long long v) { return TERN_MADE((float)v); }
TERN_FP unsigned long long __half2ull_rn(__half v) { return (unsigned long long)rintf(TERN_F(v)); }
TERN_FP unsigned long long __half2ull_rz(__half v) { return (unsigned long long)truncf(TERN_F(v)); }
TERN_FP unsigned long long __half2ull_rd(__half v) { return (unsigned long long)floorf(TERN_F(v)); }
TERN_FP unsigned long long __half2ull_ru(__half v) { return (unsigned long long)ceilf(TERN_F(v)); }
TERN_FP short __half_as_short(__half v) { return (short)v.bits; }
TERN_FP unsigned short __half_as_ushort(__half v) { return v.bits; }
TERN_FP __half __short_as_half(short v) { return __half_raw{(unsigned short)v}; }
TERN_FP __half __ushort_as_half(unsigned short v) { return __half_raw{v}; }
TERN_FP __half2 __floats2half2_rn(float a, float b) { return __half2(TERN_MADE(a), TERN_MADE(b)); }
TERN_FP __half2 __float2half2_rn(float a) { return __half2(TERN_MADE(a), TERN_MADE(a)); }
TERN_FP __half2 __float22half2_rn(float2 v) { return __half2(TERN_MADE(v.x), TERN_MADE(v.y)); }
TERN_FP float2 __half22float2(__half2 v) { float2 f; f.x = TERN_F(v.x), f.y = TERN_F(v.y); return f; }
TERN_FP float __low2float(__half2 v) { return TERN_F(v.x); }
TERN_FP float __high2float(__half2 v) { return TERN_F(v.y); }
TERN_FP __half __low2half(__half2 v) { return v.x; }
TERN_FP __half __high2half(__half2 v) { return v.y; }
TERN_FP __half2 __half2half2(__half v) { return __half2(v, v); }
TERN_FP __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
TERN_FP __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
TERN_FP __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
TERN_FP __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }
TERN_FP __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
TERN_FP __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
TERN_FP __half2 make_half2(__half a, __half b) { return __half2(a, b); }
TERN_FP __half __hadd(__half a, __half b) { return TERN_MADE(TERN_F(a) + TERN_F(b)); }
TERN_FP __half2 __hadd2(__half2 a, __half2 b) { return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
TERN_FP __half __hadd_rn(__half a, __half b) { return TERN_MADE(TERN_F(a) + TERN_F(b)); }
TERN_FP __half2 __hadd2_rn(__half2 a, __half2 b) { return __half2(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
TERN_FP __half __hadd_sat(__half a, __half b) { return TERN_MADE(fminf(fmaxf(TERN_F(a) + TERN_F(b), 0.0f), 1.0f)); }
TERN_FP __half2 __hadd2_sat(__half2 a, __half2 b) { return __half2(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)); }
TERN_FP __half operator+(const __half &a, const __half &b) { return __hadd(a, b); }
TERN_FP __half &operator+=(__half &a, const __half &b) { return a = __hadd(a, b); }
TERN_FP __half2 operator+(const __half2 &a, const __half2 &b) { return __hadd2(a, b); }
TERN_FP __half2 &operator+=(__half2 &a, const __half2 &b) { return a = __hadd2(a, b); }
TERN_FP __half __hsub(__half a, __half b) { return TERN_MADE(TERN_F(a) - TERN_F(b)); }
TERN_FP __half2 __hsub2(__half2 a, __half2 b) { return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
TERN_FP __half __hsub_rn(__half a, __half b) { return TERN_MADE(TERN_F(a) - TERN_F(b)); }
TERN_FP __half2 __hsub2_rn(__half2 a, __half2 b) { return __half2(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
TERN_FP __half __hsub_sat(__half a, __half b) { return TERN_MADE(fminf(fmaxf(TERN_F(a) - TERN_F(b), 0.0f), 1.0f)); }
TERN_FP __half2 __hsub2_sat(__half2 a, __half2 b) { return __half2(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)); }
TERN_FP __half operator-(const __half &a, const __half &b) { return __hsub(a, b); }
TERN_FP __half &operator-=(__half &a, const __half &b) { return a = __hsub(a, b); }
TERN_FP __half2 operator-(const __half2 &a, const __half2 &b) { return __hsub2(a, b); }
TERN_FP __half2 &operator-=(__half2 &a, const __half2 &b) { return a = __hsub2(a, b); }
TERN_FP __half __hmul(__half a, __half b) { return TERN_MADE(TERN_F(a) * TERN_F(b)); }
TERN_FP __half2 __hmul2(__half2 a, __half2 b) { return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
TERN_FP __half __hmul_rn(__half a, __half b) { return TERN_MADE(TERN_F(a) * TERN_F(b)); }
TERN_FP __half2 __hmul2_rn(__half2 a, __half2 b) { return __half2(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
TERN_FP __half __hmul_sat(__half a, __half b) { return TERN_MADE(fminf(fmaxf(TERN_F(a) * TERN_F(b), 0.0f), 1.0f)); }
TERN_FP __half2 __hmul2_sat(__half2 a, __half2 b) { return __half2(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)); }
TERN_FP __half operator*(const __half &a, const __half &b) { return __hmul(a, b); }
TERN_FP __half &operator*=(__half &a, const __half &b) { return a = __hmul(a, b); }
TERN_FP __half2 operator*(const __half2 &a, const __half2 &b) { return __hmul2(a, b); }
TERN_FP __half2 &operator*=(__half2 &a, const __half2 &b) { return a = __hmul2(a, b); }
TERN_FP __half __hdiv(__half a, __half b) { return TERN_MADE(TERN_F(a) / TERN_F(b)); }
TERN_FP __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }
TERN_FP __half operator/(const __half &a, const __half &b) { return __hdiv(a, b); }
TERN_FP __half &operator/=(__half &a, const __half &b) { return a = __hdiv(a, b); }
TERN_FP __half2 operator/(const __half2 &a, const __half2 &b) { return __h2div(a, b); }
TERN_FP __half2 &operator/=(__half2 &a, const __half2 &b) { return a = __h2div(a, b); }
TERN_FP __half __hfma(__half a, __half b, __half c) { return TERN_MADE(fmaf(TERN_F(a), TERN_F(b), TERN_F(c))); }
TERN_FP __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
TERN_FP __half __hfma_relu(__half a, __half b, __half c) { return TERN_MADE(fmaxf(fmaf(TERN_F(a), TERN_F(b), TERN_F(c)), 0.0f)); }
TERN_FP __half __hneg(__half a) { return __half_raw{(unsigned short)(a.bits ^ 0x8000)}; }
TERN_FP __half __habs(__half a) { return __half_raw{(unsigned short)(a.bits & 0x7fff)}; }
TERN_FP __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
TERN_FP __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
TERN_FP __half operator-(const __half &a) { return __hneg(a); }
TERN_FP __half2 operator-(const __half2 &a) { return __hneg2(a); }
TERN_FP __half operator+(const __half &a) { return a; }
TERN_FP __half &operator++(__half &a) { return a = TERN_MADE(TERN_F(a) + 1.0f); }
TERN_FP __half operator++(__half &a, int) { __half before = a; a = TERN_MADE(TERN_F(a) + 1.0f); return before; }
TERN_FP __half &operator--(__half &a) { return a = TERN_MADE(TERN_F(a) - 1.0f); }
TERN_FP __half operator--(__half &a, int) { __half before = a; a = TERN_MADE(TERN_F(a) - 1.0f); return before; }
TERN_FP bool __heq(__half a, __half b) { return TERN_F(a) == TERN_F(b); }
TERN_FP bool __hequ(__half a, __half b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) == TERN_F(b); }
TERN_FP __half2 __heq2(__half2 a, __half2 b) { return __half2(TERN_MADE(__heq(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__heq(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbeq2(__half2 a, __half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
TERN_FP bool operator==(const __half &a, const __half &b) { return __heq(a, b); }
TERN_FP bool operator==(const __half2 &a, const __half2 &b) { return __hbeq2(a, b); }
TERN_FP bool __hne(__half a, __half b) { return TERN_F(a) != TERN_F(b); }
TERN_FP bool __hneu(__half a, __half b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) != TERN_F(b); }
TERN_FP __half2 __hne2(__half2 a, __half2 b) { return __half2(TERN_MADE(__hne(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hne(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbne2(__half2 a, __half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
TERN_FP bool operator!=(const __half &a, const __half &b) { return __hne(a, b); }
TERN_FP bool operator!=(const __half2 &a, const __half2 &b) { return __hbne2(a, b); }
TERN_FP bool __hlt(__half a, __half b) { return TERN_F(a) < TERN_F(b); }
TERN_FP bool __hltu(__half a, __half b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) < TERN_F(b); }
TERN_FP __half2 __hlt2(__half2 a, __half2 b) { return __half2(TERN_MADE(__hlt(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hlt(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hblt2(__half2 a, __half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
TERN_FP bool operator<(const __half &a, const __half &b) { return __hlt(a, b); }
TERN_FP bool operator<(const __half2 &a, const __half2 &b) { return __hblt2(a, b); }
TERN_FP bool __hle(__half a, __half b) { return TERN_F(a) <= TERN_F(b); }
TERN_FP bool __hleu(__half a, __half b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) <= TERN_F(b); }
TERN_FP __half2 __hle2(__half2 a, __half2 b) { return __half2(TERN_MADE(__hle(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hle(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hble2(__half2 a, __half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
TERN_FP bool operator<=(const __half &a, const __half &b) { return __hle(a, b); }
TERN_FP bool operator<=(const __half2 &a, const __half2 &b) { return __hble2(a, b); }
TERN_FP bool __hgt(__half a, __half b) { return TERN_F(a) > TERN_F(b); }
TERN_FP bool __hgtu(__half a, __half b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) > TERN_F(b); }
TERN_FP __half2 __hgt2(__half2 a, __half2 b) { return __half2(TERN_MADE(__hgt(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hgt(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbgt2(__half2 a, __half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
TERN_FP bool operator>(const __half &a, const __half &b) { return __hgt(a, b); }
TERN_FP bool operator>(const __half2 &a, const __half2 &b) { return __hbgt2(a, b); }
TERN_FP bool __hge(__half a, __half b) { return TERN_F(a) >= TERN_F(b); }
TERN_FP bool __hgeu(__half a, __half b) { return !(TERN_F(a) == TERN_F(a)) || !(TERN_F(b) == TERN_F(b)) || TERN_F(a) >= TERN_F(b); }
TERN_FP __half2 __hge2(__half2 a, __half2 b) { return __half2(TERN_MADE(__hge(a.x, b.x) ? 1.0f : 0.0f), TERN_MADE(__hge(a.y, b.y) ? 1.0f : 0.0f)); }
TERN_FP bool __hbge2(__half2 a, __half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
TERN_FP bool operator>=(const __half &a, const __half &b) { return __hge(a, b); }
TERN_FP bool operator>=(const __half2 &a, const __half2 &b) { return __hbge2(a, b); }
TERN_FP __half __hmax(__half a, __half b) { return TERN_MADE(fmaxf(TERN_F(a), TERN_F(b))); }
TERN_FP __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
TERN_FP __half __hmin(__half a, __half b) { return TERN_MADE(fminf(TERN_F(a), TERN_F(b))); }
TERN_FP __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
TERN_FP bool __hisnan(__half a) { return !(TERN_F(a) == TERN_F(a)); }
TERN_FP int __hisinf(__half a) { return (a.bits & 0x7fff) != 0x7c00 ? 0 : a.bits & 0x8000 ? -1 : 1; }
TERN_FP __half hsqrt(__half a) { float f = TERN_F(a); return TERN_MADE(sqrtf(f)); }
TERN_FP __half2 h2sqrt(__half2 a) { return __half2(hsqrt(a.x), hsqrt(a.y)); }
TERN_FP __half hrsqrt(__half a) { float f = TERN_F(a); return TERN_MADE(1.0f / sqrtf(f)); }
TERN_FP __half2 h2rsqrt(__half2 a) { return __half2(hrsqrt(a.x), hrsqrt(a.y)); }
TERN_FP __half hrcp(__half a) { float f = TERN_F(a); return TERN_MADE(1.0f / f); }
TERN_FP __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }
TERN_FP __half hexp(__half a) { float f = TERN_F(a); return TERN_MADE(expf(f)); }
TERN_FP __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }
TERN_FP __half hexp2(__half a) { float f = TERN_F(a); return TERN_MADE(exp2f(f)); }
TERN_FP __half2 h2exp2(__half2 a) { return __half2(hexp2(a.x), hexp2(a.y)); }
TERN_FP __half hexp10(__half a) { float f = TERN_F(a); return TERN_MADE(expf(2.302585093f * f)); }
TERN_FP __half2 h2exp10(__half2 a) { return __half2(hexp10(a.x), hexp10(a.y)); }
TERN_FP __half hlog(__half a) { float f = TERN_F(a); return TERN_MADE(logf(f)); }
TERN_FP __half2 h2log(__half2 a) { return __half2(hlog(a.x), hlog(a.y)); }
TERN_FP __half hlog2(__half a) { float f = TERN_F(a); return TERN_MADE(log2f(f)); }
TERN_FP __half2 h2log2(__half2 a) { return __half2(hlog2(a.x), hlog2(a.y)); }
TERN_FP __half hlog10(__half a) { float f = TERN_F(a); return TERN_MADE(log10f(f)); }
TERN_FP __half2 h2log10(__half2 a) { return __half2(hlog10(a.x), hlog10(a.y)); }
TERN_FP __half hsin(__half a) { float f = TERN_F(a); return TERN_MADE(sinf(f)); }
TERN_FP __half2 h2sin(__half2 a) { return __half2(hsin(a.x), hsin(a.y)); }
TERN_FP __half hcos(__half a) { float f = TERN_F(a); return TERN_MADE(cosf(f)); }
TERN_FP __half2 h2cos(__half2 a) { return __half2(hcos(a.x), hcos(a.y)); }
TERN_FP __half htanh(__half a) { float f = TERN_F(a); return TERN_MADE(tanhf(f)); }
TERN_FP __half2 h2tanh(__half2 a) { return __half2(htanh(a.x), htanh(a.y)); }
TERN_FP __half hfloor(__half a) { float f = TERN_F(a); return TERN_MADE(floorf(f)); }
TERN_FP __half2 h2floor(__half2 a) { return __half2(hfloor(a.x), hfloor(a.y)); }
TERN_FP __half hceil(__half a) { float f = TERN_F(a); return TERN_MADE(ceilf(f)); }
TERN_FP __half2 h2ceil(__half2 a) { return __half2(hceil(a.x), hceil(a.y)); }
TERN_FP __half htrunc(__half a) { float f = TERN_F(a); return TERN_MADE(truncf(f)); }
TERN_FP __half2 h2trunc(__half2 a) { return __half2(htrunc(a.x), htrunc(a.y)); }
TERN_FP __half hrint(__half a) { float f = TERN_F(a); return TERN_MADE(rintf(f)); }
TERN_FP __half2 h2rint(__half2 a) { return __half2(hrint(a.x), hrint(a.y)); }

#if defined(__CUDA__)
#define TERN_FP_SHUFFLE(name, offset)                                                                              \
  static __inline__ __device__ __half name(unsigned mask, __half v, offset by, int width = 32) {                          \
    return __half_raw{(unsigned short)name(mask, (int)v.bits, by, width)};                                                 \
  }                                                                                                                \
  static __inline__ __device__ __half2 name(unsigned mask, __half2 v, offset by, int width = 32) {                          \
    int bits = name(mask, (int)((unsigned)v.y.bits << 16 | v.x.bits), by, width);                                  \
    return __half2_raw{(unsigned short)bits, (unsigned short)((unsigned)bits >> 16)};                                       \
  }
TERN_FP_SHUFFLE(__shfl_sync, int)
TERN_FP_SHUFFLE(__shfl_up_sync, unsigned)
TERN_FP_SHUFFLE(__shfl_down_sync, unsigned)
TERN_FP_SHUFFLE(__shfl_xor_sync, int)
#undef TERN_FP_SHUFFLE
static __inline__ __device__ __half __ldg(const __half *p) { return *p; }
static __inline__ __device__ __half2 __ldg(const __half2 *p) { return *p; }
// By compare and swap of the word that holds it.
static __inline__ __device__ __half atomicAdd(__half *p, __half v) {
  unsigned long long place = (unsigned long long)p;
  unsigned *word = (unsigned *)(place & ~3ULL), shift = (unsigned)(place & 2) * 8, before = *word, assumed;
  __half old;
  do {
    assumed = before;
    old = __half_raw{(unsigned short)(assumed >> shift)};
    unsigned sum = (unsigned)__hadd(old, v).bits << shift;
    before = atomicCAS(word, assumed, (assumed & ~(0xffffu << shift)) | sum);
  } while (before != assumed);
  return old;
}
static __inline__ __device__ __half2 atomicAdd(__half2 *p, __half2 v) { return __half2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y)); }
#endif
// clang-format on
#undef TERN_F
#undef TERN_MADE
#undef TERN_FP

#endif  // __cplusplus

#endif  // TERN_CUDA_FP16_H_
