/* analytic/contention/sweep/lanes.h: arithmetic on NOC_LANES doubles at once, as wide as the
 * machine's vectors. One lane holds one independent queue, or one measured design in a sum over
 * designs.
 *
 * The code uses the vector types of GCC and Clang and compiles for any machine. Every lane has the
 * bits that scalar code would have, at any number of lanes: operations are not fused, and sums over
 * lanes add one lane after the other. exp and log are part of this file since the C library's
 * vector versions exist for one machine only and differ in their last bits by width. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_LANES_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#if defined __SSE2__
#include <immintrin.h>
#endif

typedef double lanes __attribute__((vector_size(NOC_LANES * sizeof(double))));
typedef int64_t lane_bits __attribute__((vector_size(NOC_LANES * sizeof(int64_t))));

/* ---- choices -------------------------------------------------------------------------------- */

static inline lanes every(double x)
{
    return x - (lanes){0.0}; /* keeps minus zero */
}

/* Selects `yes` where all bits of a lane of `where` are set, `no` where none is. Compilers do not
 * find that this selection, maximum and minimum are one operation on most machines. */
#if NOC_LANES == 8 && defined __AVX512F__
static inline lanes pick(lane_bits where, lanes yes, lanes no)
{
    const __mmask8 chosen = _mm512_cmplt_epi64_mask((__m512i)where, _mm512_setzero_si512());
    return (lanes)_mm512_mask_blend_pd(chosen, (__m512d)no, (__m512d)yes);
}
#define LARGER_OF(a, b) _mm512_max_pd((__m512d)(a), (__m512d)(b))
#define LESSER_OF(a, b) _mm512_min_pd((__m512d)(a), (__m512d)(b))
#elif NOC_LANES == 4 && defined __AVX2__
static inline lanes pick(lane_bits where, lanes yes, lanes no)
{
    return (lanes)_mm256_blendv_pd((__m256d)no, (__m256d)yes, (__m256d)where);
}
#define LARGER_OF(a, b) _mm256_max_pd((__m256d)(a), (__m256d)(b))
#define LESSER_OF(a, b) _mm256_min_pd((__m256d)(a), (__m256d)(b))
#else
static inline lanes pick(lane_bits where, lanes yes, lanes no)
{
    return (lanes)((where & (lane_bits)yes) | (~where & (lane_bits)no));
}
#if NOC_LANES == 2 && defined __SSE2__
#define LARGER_OF(a, b) _mm_max_pd((__m128d)(a), (__m128d)(b))
#define LESSER_OF(a, b) _mm_min_pd((__m128d)(a), (__m128d)(b))
#else
#define LARGER_OF(a, b) pick((a) > (b), a, b)
#define LESSER_OF(a, b) pick((a) < (b), a, b)
#endif
#endif

/* Returns a > b ? a : b in each lane; b if either is NaN. */
static inline lanes max_lanes(lanes a, lanes b)
{
    return (lanes)LARGER_OF(a, b);
}

static inline lanes min_lanes(lanes a, lanes b)
{
    return (lanes)LESSER_OF(a, b);
}

static inline lanes absolute_value(lanes x)
{
    return (lanes)((lane_bits)x & INT64_MAX);
}

static inline lanes as_they_are(lanes x)
{
    return x;
}

/* Maximum and minimum of lanes, or of lanes and one double. */
#define AS_LANES(x)            _Generic((x), lanes : as_they_are, default : every)(x)
#define max_of(a, b)           max_lanes(AS_LANES(a), AS_LANES(b))
#define min_of(value, highest) min_lanes(AS_LANES(value), AS_LANES(highest))

static inline double highest_lane(lanes x)
{
    double highest = x[0];
    for (int l = 1; l < NOC_LANES; l++) highest = x[l] > highest ? x[l] : highest;
    return highest;
}

/* Gathers doubles; `at`: [lane]: index in `numbers`. All loads are in one expression: from a loop
 * over lanes GCC stores halves in memory and waits to load the whole (2 to 8 % of a sweep's
 * time). */
static inline lanes gather(const double *numbers, const uint32_t *at)
{
#define AT(l) numbers[at[l]]
#if NOC_LANES == 8
    return (lanes){AT(0), AT(1), AT(2), AT(3), AT(4), AT(5), AT(6), AT(7)};
#elif NOC_LANES == 4
    return (lanes){AT(0), AT(1), AT(2), AT(3)};
#elif NOC_LANES == 2
    return (lanes){AT(0), AT(1)};
#endif
#undef AT
}

static inline lanes load(const double *numbers)
{
    lanes x;
    __builtin_memcpy(&x, numbers, sizeof x);
    return x;
}

static inline void store(double *numbers, lanes x)
{
    __builtin_memcpy(numbers, &x, sizeof x);
}

/* ---- functions ------------------------------------------------------------------------------ */

/* Constant that rounds to whole numbers: a number below 2^51 plus the constant has the whole number
 * in its last bits; minus the constant it is the whole number. */
static const double rounding_constant = 0x1.8p52;

static inline lanes floor_of(lanes x) /* 0 <= x < 2^51 */
{
    const lanes nearest = (x + rounding_constant) - rounding_constant;
    return pick(nearest > x, nearest - 1.0, nearest);
}

static const double ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;

/* Evaluates two polynomials in parallel, a[0] x^(n-1) + ... + a[n-1] and b[0] x^(n-1) + ... +
 * b[n-1], so that neither waits for the other. */
static inline void evaluate_polynomials(lanes x, unsigned n, const double *a, const double *b,
                                        lanes *value_a, lanes *value_b)
{
    *value_a = every(a[0]);
    *value_b = every(b[0]);
    for (unsigned i = 1; i < n; i++) {
        *value_a = *value_a * x + a[i];
        *value_b = *value_b * x + b[i];
    }
}

/* Returns e^x = 2^k e^r, |r| < ln 2 / 2, by the power series of e^r: within 2 units of the last
 * place. x is limited to +-600: e^-600 adds nothing to any sum and is a normal number; subnormal
 * numbers would be slow. */
static inline lanes exp_of(lanes x)
{
    static const double even[] = {1.0 / 479001600, 1.0 / 3628800, 1.0 / 40320, 1.0 / 720,
                                  1.0 / 24,        1.0 / 2,       1.0};
    static const double odd[] = {1.0 / 6227020800, 1.0 / 39916800, 1.0 / 362880, 1.0 / 5040,
                                 1.0 / 120,        1.0 / 6,        1.0};
    const lanes clamped = min_of(max_of(x, -600.0), 600.0);
    const lanes shifted = clamped * M_LOG2E + rounding_constant, k = shifted - rounding_constant;
    const lanes r = (clamped - k * ln2_high) - k * ln2_low;
    lanes even_sum, odd_sum;
    evaluate_polynomials(r * r, sizeof even / sizeof even[0], even, odd, &even_sum, &odd_sum);
    return (lanes)((lane_bits)(even_sum + r * odd_sum) + ((lane_bits)shifted << 52));
}

/* Returns ln x, x = 2^k m, as k ln 2 + 2 artanh((m - 1) / (m + 1)), 1/sqrt(2) <= m < sqrt(2):
 * within 2 units of the last place. x is raised to the smallest normal number. */
static inline lanes log_of(lanes x)
{
    /* coefficients of powers of z^4, z = (m - 1) / (m + 1): artanh z = z + z^3 / 3 + z^5 / 5 +
     * ... */
    static const double terms_1[] = {1.0 / 21, 1.0 / 17, 1.0 / 13, 1.0 / 9, 1.0 / 5, 1.0};
    static const double terms_3[] = {1.0 / 23, 1.0 / 19, 1.0 / 15, 1.0 / 11, 1.0 / 7, 1.0 / 3};
    typedef uint64_t unsigned_bits __attribute__((vector_size(NOC_LANES * sizeof(uint64_t))));
    static const uint64_t sqrt_half_bits = 0x3fe6a09e667f3bcd; /* 1/sqrt(2) */
    static const uint64_t one_bits = 0x3ff0000000000000, two_52_bits = 0x4330000000000000;
    const unsigned_bits bits = (unsigned_bits)max_of(x, 0x1p-1022);
    const unsigned_bits biased_exponent = (bits + (one_bits - sqrt_half_bits)) >> 52;
    const lanes k = (lanes)(biased_exponent | two_52_bits) - (0x1p52 + 1023.0);
    const lanes m = (lanes)(bits + one_bits - (biased_exponent << 52));
    const lanes z = (m - 1.0) / (m + 1.0), square = z * z;
    lanes sum_1, sum_3;
    evaluate_polynomials(square * square, sizeof terms_1 / sizeof terms_1[0], terms_1, terms_3,
                         &sum_1, &sum_3);
    return k * ln2_high + (2.0 * z * (sum_1 + square * sum_3) + k * ln2_low);
}

/* Returns x^exponent, x >= 0; 0^0 is 1. */
static inline lanes power_of(lanes x, lanes exponent)
{
    return exp_of(exponent * log_of(x));
}

/* Whole numbers by lane, as doubles and as integers, and their maximum. */
typedef struct integer_lanes {
    lanes value;
    lane_bits bits;
    uint32_t maximum;
    bool is_uniform; /* true if all lanes are equal */
} integer_lanes;

/* Sets the whole number of a lane. Callers set the lanes in order, from 0 on. */
static inline void set_integer(integer_lanes *w, uint32_t number, int lane)
{
    w->value[lane] = number;
    w->bits[lane] = number;
    if (lane == 0 || number > w->maximum) w->maximum = number;
    w->is_uniform = lane == 0 || (w->is_uniform && number == w->bits[0]);
}

/* Returns x^exponent for an exponent that is equal in all lanes, with the same operations as
 * integer_power. */
static inline lanes uniform_power(lanes x, uint32_t exponent)
{
    lanes power = every(1.0), square = x;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) power *= square;
        square *= square;
    }
    return power;
}

static inline lanes integer_power(lanes x, const integer_lanes *exponent)
{
    if (exponent->is_uniform) return uniform_power(x, exponent->maximum);
    lanes power = every(1.0), square = x;
    for (uint32_t bit = 1; bit && bit <= exponent->maximum; bit <<= 1) {
        power = pick((exponent->bits & (int64_t)bit) != 0, power * square, power);
        square *= square;
    }
    return power;
}

static inline lanes square_root(lanes x)
{
    for (int l = 0; l < NOC_LANES; l++) x[l] = sqrt(x[l]);
    return x;
}

/* Returns the complementary error function (base/elementary.c), lane by lane: few queues need
 * it. */
static inline lanes erfc_of(lanes x)
{
    for (int l = 0; l < NOC_LANES; l++) x[l] = erfc(x[l]);
    return x;
}

#endif
