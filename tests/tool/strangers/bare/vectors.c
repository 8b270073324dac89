/* SSE, and AVX if the processor has it: whole, partial, masked, gathered; the
   state of the x87 and of the vector unit saved and restored.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "bare.h"
#include <immintrin.h>

static float floats[128] __attribute__((aligned(64)));
static float others[128] __attribute__((aligned(64)));
static int integers[64] __attribute__((aligned(64)));
static byte state[2048] __attribute__((aligned(64)));

ROUTINE static float sum_sse(const float *a, word n)
{
   __m128 s = _mm_setzero_ps();

   for (word i = 0; i + 4 <= n; i += 4)
      s = _mm_add_ps(s, _mm_loadu_ps(a + i));
   return _mm_cvtss_f32(s);
}

ROUTINE static void halves(float *to, const float *from)
{
   __m128 v = _mm_setzero_ps();

   v = _mm_loadl_pi(v, (const __m64 *)(from + 1));
   v = _mm_loadh_pi(v, (const __m64 *)(from + 5));
   _mm_storeh_pi((__m64 *)to, v);
   _mm_storel_pi((__m64 *)(to + 3), v);
   _mm_store_ss(to + 7, _mm_load_ss(from + 9));
   _mm_stream_ps(to + 8, _mm_load_ps(from + 12));
   _mm_stream_si32((int *)(to + 20), _mm_cvtsi128_si32(
      _mm_loadl_epi64((const __m128i *)(from + 17))));
}

ROUTINE static void masked_bytes(char *to, const char *mask)
{
   _mm_maskmoveu_si128(_mm_loadu_si128((const __m128i *)to),
                       _mm_loadu_si128((const __m128i *)mask), to);
}

ROUTINE static double x87(double *a, const short *s)
{
   double result;

   __asm__ volatile("fldl %1\n"
                    "fldt %2\n"
                    "faddp\n"
                    "fiadds %3\n"
                    "fistl %4\n"
                    "fstpl %0"
                    : "=m"(result)
                    : "m"(a[0]), "m"(*(const long double *)(a + 2)),
                      "m"(*s), "m"(*(int *)(a + 8)) : "memory");
   return result;
}

ROUTINE static void environment(byte *p)
{
   __asm__ volatile("fnstenv %0\n"
                    "fldenv %0\n"
                    "fnstcw %1\n"
                    "fldcw %1\n"
                    "stmxcsr %2\n"
                    "ldmxcsr %2"
                    : "+m"(*(byte (*)[28])p), "+m"(*(short *)(p + 32)),
                      "+m"(*(int *)(p + 36)) : : "memory");
}

ROUTINE static void save(byte *p)
{
   __asm__ volatile("fxsave64 %0" : "=m"(*(byte (*)[512])p) : : "memory");
}

ROUTINE static void restore(const byte *p)
{
   __asm__ volatile("fxrstor64 %0" : : "m"(*(const byte (*)[512])p)
                    : "memory");
}

__attribute__((target("avx")))
ROUTINE static float sum_avx(const float *a, word n)
{
   __m256 s = _mm256_setzero_ps();

   for (word i = 0; i + 8 <= n; i += 8)
      s = _mm256_add_ps(s, _mm256_loadu_ps(a + i));
   _mm256_storeu_ps(others + 3, s);
   return others[3];
}

__attribute__((target("avx2")))
ROUTINE static void masked(int *to, const int *from, const int *mask)
{
   __m256i m = _mm256_loadu_si256((const __m256i *)mask);
   __m256i v = _mm256_maskload_epi32(from, m);

   _mm256_maskstore_epi32(to, m, v);
}

__attribute__((target("avx2")))
ROUTINE static int gathered(const int *from, const int *index)
{
   __m256i i = _mm256_loadu_si256((const __m256i *)index);

   i = _mm256_and_si256(i, _mm256_set1_epi32(31));
   __m256i v = _mm256_i32gather_epi32(from, i, 4);
   return _mm_cvtsi128_si32(_mm256_castsi256_si128(v));
}

int program(void)
{
   short one = 1;

   for (word i = 0; i < COUNT(floats); i++)
      floats[i] = (float)i;
   for (word i = 0; i < COUNT(integers); i++)
      integers[i] = i % 3 == 0 ? -(int)i : (int)(i * 5);
   for (word n = 4; n <= 64; n *= 2)
      others[n] = sum_sse(floats + n / 4, n);
   halves(others + 64, floats + 4);
   masked_bytes((char *)others + 5, (const char *)integers + 3);
   x87((double *)state, &one);
   environment(state + 1000);
   save(state);
   restore(state);
   __builtin_cpu_init();
   if (__builtin_cpu_supports("avx2")) {
      for (word n = 8; n <= 64; n *= 2)
         others[n] = sum_avx(floats + n / 4, n);
      masked((int *)others + 1, integers + 1, integers);
      masked((int *)others + 9, integers + 3, integers + 2);
      others[0] = (float)gathered(integers, integers + 9);
   }
   return 0;
}
