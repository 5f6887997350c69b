#include "explore/settings/expression_functions.h"

#include <math.h>
#include <string.h>

/* Computes the gain of the first over the second amount, %. */
static double gain(const double *a, int count)
{
    (void)count;
    return a[1] == 0.0 ? NAN : 100.0 * (a[0] / a[1] - 1.0);
}

static double loss(const double *a, int count)
{
    return -gain(a, count);
}

static double least(const double *a, int count)
{
    double value = a[0];
    for (int i = 1; i < count; i++) value = isnan(a[i]) ? NAN : fmin(value, a[i]);
    return isnan(a[0]) ? NAN : value;
}

static double most(const double *a, int count)
{
    double value = a[0];
    for (int i = 1; i < count; i++) value = isnan(a[i]) ? NAN : fmax(value, a[i]);
    return isnan(a[0]) ? NAN : value;
}

/* Finds the position of the largest number, from 1; the first of equal ones. */
static double place_of_most(const double *a, int count)
{
    int place = 0;
    for (int i = 0; i < count; i++) {
        if (isnan(a[i])) return NAN;
        if (a[i] > a[place]) place = i;
    }
    return place + 1;
}

static double mean(const double *a, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += a[i];
    return sum / count;
}

/* Counts the values above the first one. */
static double above(const double *a, int count)
{
    int sum = 0;
    for (int i = 1; i < count; i++) {
        if (isnan(a[i])) return NAN;
        sum += a[i] > a[0];
    }
    return sum;
}

static double rounded(const double *a, int count)
{
    const double scale = count == 2 ? pow(10.0, a[1]) : 1.0;
    return round(a[0] * scale) / scale;
}

static double absolute(const double *a, int count)
{
    (void)count;
    return fabs(a[0]);
}

static double square_root(const double *a, int count)
{
    (void)count;
    return sqrt(a[0]);
}

static double exponential(const double *a, int count)
{
    (void)count;
    return exp(a[0]);
}

static double logarithm(const double *a, int count)
{
    (void)count;
    return log(a[0]);
}

static double binary_logarithm(const double *a, int count)
{
    (void)count;
    return log2(a[0]);
}

static double power(const double *a, int count)
{
    (void)count;
    return pow(a[0], a[1]);
}

static double whole_below(const double *a, int count)
{
    (void)count;
    return floor(a[0]);
}

static double whole_above(const double *a, int count)
{
    (void)count;
    return ceil(a[0]);
}

static const struct {
    const char *name;
    int least, most;
    double (*value)(const double *arguments, int count);
} functions[] = {
    {"gain", 2, 2, gain},
    {"loss", 2, 2, loss},
    {"min", 1, NOC_ARGUMENTS_MAX, least},
    {"max", 1, NOC_ARGUMENTS_MAX, most},
    {"argmax", 1, NOC_ARGUMENTS_MAX, place_of_most},
    {"mean", 1, NOC_ARGUMENTS_MAX, mean},
    {"above", 2, NOC_ARGUMENTS_MAX, above},
    {"round", 1, 2, rounded},
    {"abs", 1, 1, absolute},
    {"sqrt", 1, 1, square_root},
    {"exp", 1, 1, exponential},
    {"ln", 1, 1, logarithm},
    {"log2", 1, 1, binary_logarithm},
    {"pow", 2, 2, power},
    {"floor", 1, 1, whole_below},
    {"ceil", 1, 1, whole_above},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

int noc_function_find(const char *name, int *fewest, int *fullest)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        if (strcmp(functions[i].name, name) != 0) continue;
        *fewest = functions[i].least;
        *fullest = functions[i].most;
        return i;
    }
    return -1;
}

double noc_function_value(int function, const double *arguments, int count)
{
    const double value = functions[function].value(arguments, count);
    return isfinite(value) ? value : NAN;
}

const char *noc_function_names(void)
{
    return "gain, loss, min, max, argmax, mean, above, round, abs, sqrt, exp, ln, log2, pow, "
           "floor, "
           "ceil";
}
