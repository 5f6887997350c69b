/* exp, log, pow and related functions, which replace those of the C library.
 *
 * The last bits of the C library's functions depend on processor and version, and so would the
 * answers. The functions here have the standard names, so the linker uses them in all our code, and
 * in the linked parts of GSL and GLPK. The compiler treats these names as ordinary ones in this
 * file (-fno-builtin).
 *
 * All functions except erfc follow from two kernels, a logarithm and an exponential of
 * double-double numbers, accurate to about 60 bits. Results have errors below 0.6 units of the last
 * place, below 1 for subnormal results (erfc: 4). Arithmetic is plain double, rounded to nearest,
 * without fused operations; errno and flags do not change. Method: P. T. P. Tang, Table-driven
 * implementation of the exponential function in IEEE floating-point arithmetic, ACM TOMS 15(2),
 * 1989, and of the logarithm function, ACM TOMS 16(4), 1990. */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Double-double number: a sum of two doubles, the second far below the first. */
typedef struct double_pair {
    double high, low;
} double_pair;

static const double_pair reciprocal_ln2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
static const double_pair reciprocal_ln10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
static const double_pair ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const double_pair third = {0x1.5555555555555p-2, 0x1.5555555555555p-56};

static uint64_t double_to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double bits_to_double(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* ---- exact sums and products (T. J. Dekker, Numerische Mathematik 18, 1971) ------------------ */

static double_pair exact_sum(double a, double b)
{
    const double sum = a + b, added_part = sum - a;
    return (double_pair){sum, (a - (sum - added_part)) + (b - added_part)};
}

/* Exact sum of two numbers; |a| >= |b|, or a is 0. */
static double_pair exact_sorted_sum(double a, double b)
{
    const double sum = a + b;
    return (double_pair){sum, b - (sum - a)};
}

/* Splits a number into its first 26 bits and the others; |x| < 2^996. */
static double_pair split_double(double x)
{
    const double shifted = x * 0x1.0000002p27, high = shifted - (shifted - x);
    return (double_pair){high, x - high};
}

static double_pair exact_product(double a, double b)
{
    const double product = a * b;
    const double_pair x = split_double(a), y = split_double(b);
    return (double_pair){product, ((x.high * y.high - product) + x.high * y.low + x.low * y.high) +
                                      x.low * y.low};
}

static double_pair multiply_pairs(double_pair a, double_pair b)
{
    const double_pair p = exact_product(a.high, b.high);
    return exact_sorted_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

static double_pair multiply_pair(double_pair a, double b)
{
    const double_pair p = exact_product(a.high, b);
    return exact_sorted_sum(p.high, p.low + a.low * b);
}

/* ---- the logarithm --------------------------------------------------------------------------- */

enum { PARTS_BITS = 7, PARTS = 1 << PARTS_BITS };

/* ln x, x normal: x = 2^k m, m r = 1 + z, |z| < 2^-7. */
static double_pair log_pair(double x)
{
    static const struct {
        double r, high, low;
    } rows[PARTS] = {
#define NOC_RECIPROCAL(r, high, low) {r, high, low},
#define NOC_ROOT(high, low)
#include "base/elementary.def"
#undef NOC_RECIPROCAL
#undef NOC_ROOT
    };
    static const uint64_t lower_bound = 0x3fe6000000000000; /* 0.6875 */
    static const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;
    const uint64_t offset_bits = double_to_bits(x) - lower_bound;
    const size_t part = offset_bits >> (52 - PARTS_BITS) & (PARTS - 1);
    const int64_t exponent = (int64_t)offset_bits >> 52;
    const double k = (double)exponent;
    const double m = bits_to_double(double_to_bits(x) - ((uint64_t)exponent << 52));
    const double r = rows[part].r, m_high = bits_to_double(double_to_bits(m) & ~UINT64_C(0xffffff));
    const double_pair z = exact_sum(m_high * r - 1.0, (m - m_high) * r);
    const double a = z.high, a_high = (double)(float)a;
    const double square = a * a, fourth = square * square;
    const double tail = /* ln(1 + a) - a + a^2 / 2 */
        square * a *
        (((1.0 / 3 - a * (1.0 / 4)) + square * (1.0 / 5 - a * (1.0 / 6))) +
         fourth * ((1.0 / 7 - a * (1.0 / 8)) + square * (1.0 / 9 - a * (1.0 / 10))));
    const double_pair s = exact_sum(k * ln2_high + rows[part].high, a);
    const double_pair t = exact_sum(s.high, -0.5 * a_high * a_high);
    const double half_low = 0.5 * (a - a_high) * (a + a_high);
    const double low =
        (s.low + t.low) + ((k * ln2_low + rows[part].low - half_low) + (z.low * (1.0 - a) + tail));
    return exact_sorted_sum(t.high, low);
}

/* ln x for any x; for zeros, negative numbers, infinities and NaN with a low part of 0. */
static double_pair log_of_any(double x)
{
    if (!(x > 0.0 && x <= 0x1.fffffffffffffp1023)) {
        if (x == 0.0) return (double_pair){-INFINITY, 0.0};
        return (double_pair){x < 0.0 ? NAN : x, 0.0};
    }
    if (x >= 0x1p-1022) return log_pair(x);
    double_pair l = log_pair(x * 0x1p54);
    const double_pair exponent_part = multiply_pair(ln2, -54.0),
                      sum = exact_sum(l.high, exponent_part.high);
    return exact_sorted_sum(sum.high, sum.low + (l.low + exponent_part.low));
}

/* scale times ln x; ln x itself if it is not finite. */
static double multiple_of_log(double x, double_pair scale)
{
    const double_pair l = log_of_any(x);
    return isfinite(l.high) ? multiply_pairs(l, scale).high : l.high;
}

double log(double x)
{
    return log_of_any(x).high;
}

double log2(double x)
{
    return multiple_of_log(x, reciprocal_ln2);
}

double log10(double x)
{
    return multiple_of_log(x, reciprocal_ln10);
}

double log1p(double x)
{
    if (!(x > -1.0 && x < 0x1p60))
        return x == -1.0 ? -INFINITY : log(x); /* 1 + x rounds to x, or x is out of range */
    if (fabs(x) < 0x1p-30) return x - 0.5 * x * x;
    const double_pair s = exact_sum(1.0, x);
    const double_pair l = log_pair(s.high);
    return l.high + (l.low + s.low / s.high);
}

/* ---- the exponential ------------------------------------------------------------------------- */

/* Parts of e^x = 2^k root (1 + rest). */
typedef struct power_parts {
    double root, rest;
    int64_t k;
} power_parts;

/* Parts of e^x, |x| < 1100: x = i ln 2 / 128 + r, |r| < ln 2 / 256. */
static power_parts find_power(double_pair x)
{
    static const struct {
        double high, rest;
    } roots[PARTS] = {
#define NOC_RECIPROCAL(r, high, low)
#define NOC_ROOT(high, rest) {high, rest},
#include "base/elementary.def"
#undef NOC_RECIPROCAL
#undef NOC_ROOT
    };
    static const double step_high = 0x1.62e42fefc0000p-8, step_low = -0x1.c610ca86c3899p-44;
    /* addend that rounds to an integer, which is then in the last bits */
    static const double rounding_addend = 0x1.8p52;
    const double shifted = x.high * (PARTS * 0x1.71547652b82fep+0) + rounding_addend;
    const double i = shifted - rounding_addend;
    const int64_t whole_number =
        (int64_t)(double_to_bits(shifted) - double_to_bits(rounding_addend));
    const double r = (x.high - i * step_high) - (i * step_low - x.low), square = r * r;
    const double root_excess =
        r + square * ((1.0 / 2 + r * (1.0 / 6)) +
                      square * ((1.0 / 24 + r * (1.0 / 120)) + square * (1.0 / 720)));
    const size_t part = (size_t)(whole_number & (PARTS - 1));
    return (power_parts){roots[part].high, roots[part].rest + root_excess,
                         whole_number >> PARTS_BITS};
}

static double scale_by_power_of_2(double x, int64_t k)
{
    if (k < -1021) return x * bits_to_double((uint64_t)(k + 200 + 1023) << 52) * 0x1p-200;
    if (k > 1022) return x * bits_to_double((uint64_t)(k - 100 + 1023) << 52) * 0x1p100;
    return x * bits_to_double((uint64_t)(k + 1023) << 52);
}

static double exp_pair(double_pair x)
{
    if (x.high > 710.0) return INFINITY;
    if (x.high < -746.0) return 0.0;
    const power_parts e = find_power(x);
    return scale_by_power_of_2(e.root + e.root * e.rest, e.k);
}

double exp(double x)
{
    if (!(fabs(x) < 700.0)) return isnan(x) ? x : exp_pair((double_pair){x, 0.0});
    const power_parts e = find_power((double_pair){x, 0.0});
    const double root = bits_to_double(double_to_bits(e.root) + ((uint64_t)e.k << 52));
    return root + root * e.rest;
}

double exp2(double x)
{
    if (!(fabs(x) < 1100.0)) return isnan(x) ? x : x > 0.0 ? INFINITY : 0.0;
    return exp_pair(multiply_pair(ln2, x));
}

/* e^x - 1 = x + x^2 / 2 + ..., |x| < 1 / 4. */
static double small_expm1(double x)
{
    static const double factors[] = {
        1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
        1.0 / 5040,       1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6};
    double tail = 0.0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) tail = tail * x + factors[i];
    const double high = (double)(float)x;
    const double_pair s = exact_sorted_sum(x, 0.5 * high * high);
    return s.high + (s.low + (0.5 * (x - high) * (x + high) + x * x * x * tail));
}

double expm1(double x)
{
    if (fabs(x) < 0x1p-54 || isnan(x)) return x;
    if (fabs(x) < 0.25) return small_expm1(x);
    if (x > 60.0 || x < -60.0) return x > 0.0 ? exp(x) : -1.0; /* 1, or e^x, rounds away */
    const power_parts e = find_power((double_pair){x, 0.0});
    const double root = scale_by_power_of_2(e.root, e.k);
    const double_pair s = exact_sum(root, -1.0);
    return s.high + (s.low + root * e.rest);
}

/* ---- powers ---------------------------------------------------------------------------------- */

static bool is_whole(double x)
{
    return x == floor(x); /* true for infinities */
}

static bool is_odd(double x)
{
    return fabs(x) < 0x1p53 && is_whole(x) && !is_whole(x / 2.0);
}

/* x^y for x >= 0, infinity included. */
static double positive_pow(double x, double y)
{
    if (x == 0.0 || isinf(x)) return (y > 0.0) == (x == 0.0) ? 0.0 : INFINITY;
    const double_pair l = log_of_any(x);
    if (l.high == 0.0) return 1.0;
    if (fabs(y) > 0x1p70) return (y > 0.0) == (l.high > 0.0) ? INFINITY : 0.0;
    if (fabs(y) < 0x1p-70) return 1.0;
    return exp_pair(multiply_pair(l, y));
}

double pow(double x, double y)
{
    if (y == 0.0 || x == 1.0) return 1.0;
    if (isnan(x) || isnan(y)) return NAN;
    if (x == -1.0 && isinf(y)) return 1.0;
    if (x < 0.0 && isfinite(x) && !is_whole(y)) return NAN;
    const double size = positive_pow(fabs(x), y);
    return signbit(x) && is_odd(y) ? -size : size;
}

double cbrt(double x)
{
    if (x == 0.0 || !isfinite(x)) return x;
    return copysign(exp_pair(multiply_pairs(log_of_any(fabs(x)), third)), x);
}

/* ---- the complementary error function -------------------------------------------------------- */

/* erfc x for x >= 0: (1 + 2 x) e^(x^2) erfc x is a polynomial of (x - 4) / (x + 4), within 2^-59 of
 * it (after M. M. Shepherd and J. G. Laframboise, Mathematics of Computation 36(153), 1981; with
 * other coefficients). */
static double positive_erfc(double x)
{
    static const double factors[] = {
        -0x1.2e4a1567a7226p-33, -0x1.246d137a7141bp-32, 0x1.ec1f75354e746p-30,
        0x1.b39ff8659b236p-29,  -0x1.f96a93e7cc6f0p-27, -0x1.613ab11aa87fdp-26,
        0x1.d8dd577cdf1c6p-24,  0x1.4cbb15f961e46p-24,  -0x1.bae01eb0d8ac7p-21,
        0x1.3981051d34c77p-22,  0x1.7f2369c34c9ffp-18,  -0x1.78861f18ee7b4p-17,
        -0x1.9958ab3ba5c33p-16, 0x1.3be04bf52bb5ap-13,  -0x1.a1df2abbaddf5p-13,
        -0x1.8d4a9b00c7997p-11, 0x1.49c6728d8f7d4p-8,   -0x1.0962388397d97p-6,
        0x1.3079edf66992fp-5,   -0x1.0fb06dfe5229fp-4,  0x1.7fee004e1312cp-4,
        -0x1.9ddb23c3e8a22p-4,  0x1.16ecefcfa5342p-4,   0x1.f7f5df66fd6c2p-7,
        -0x1.1df1ad154a28ep-3,  0x1.3ba5916e9fd7fp+0};
    const double t = (x - 4.0) / (x + 4.0);
    double sum = 0.0;
    for (size_t i = 0; i < sizeof factors / sizeof factors[0]; i++) sum = sum * t + factors[i];
    const double_pair square = exact_product(x, x);
    return sum / (1.0 + 2.0 * x) * exp_pair((double_pair){-square.high, -square.low});
}

/* Error: less than 4 units of the last place. */
double erfc(double x)
{
    if (isnan(x)) return x;
    if (x > 28.0) return 0.0;
    if (x < -28.0) return 2.0;
    return x < 0.0 ? 2.0 - positive_erfc(-x) : positive_erfc(x);
}
