#include "explore/settings/expression_functions.h"

#include <math.h>
#include <string.h>

/* Computes the gain of the first over the second amount, %. */
static double compute_gain(const double *a, int count)
{
    (void)count;
    return a[1] == 0.0 ? NAN : 100.0 * (a[0] / a[1] - 1.0);
}

static double compute_loss(const double *a, int count)
{
    return -compute_gain(a, count);
}

static double find_minimum(const double *a, int count)
{
    double value = a[0];
    for (int i = 1; i < count; i++) value = isnan(a[i]) ? NAN : fmin(value, a[i]);
    return isnan(a[0]) ? NAN : value;
}

static double find_maximum(const double *a, int count)
{
    double value = a[0];
    for (int i = 1; i < count; i++) value = isnan(a[i]) ? NAN : fmax(value, a[i]);
    return isnan(a[0]) ? NAN : value;
}

/* Finds the position of the largest number, from 1; the first position of equal numbers. */
static double find_argmax(const double *a, int count)
{
    int position = 0;
    for (int i = 0; i < count; i++) {
        if (isnan(a[i])) return NAN;
        if (a[i] > a[position]) position = i;
    }
    return position + 1;
}

static double compute_mean(const double *a, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += a[i];
    return sum / count;
}

/* Counts the values above the first one. */
static double count_above(const double *a, int count)
{
    int sum = 0;
    for (int i = 1; i < count; i++) {
        if (isnan(a[i])) return NAN;
        sum += a[i] > a[0];
    }
    return sum;
}

static double round_to_digits(const double *a, int count)
{
    const double scale = count == 2 ? pow(10.0, a[1]) : 1.0;
    return round(a[0] * scale) / scale;
}

static double compute_absolute(const double *a, int count)
{
    (void)count;
    return fabs(a[0]);
}

static double compute_square_root(const double *a, int count)
{
    (void)count;
    return sqrt(a[0]);
}

static double compute_exponential(const double *a, int count)
{
    (void)count;
    return exp(a[0]);
}

static double compute_logarithm(const double *a, int count)
{
    (void)count;
    return log(a[0]);
}

static double compute_log2(const double *a, int count)
{
    (void)count;
    return log2(a[0]);
}

static double compute_power(const double *a, int count)
{
    (void)count;
    return pow(a[0], a[1]);
}

static double round_down(const double *a, int count)
{
    (void)count;
    return floor(a[0]);
}

static double round_up(const double *a, int count)
{
    (void)count;
    return ceil(a[0]);
}

static const struct {
    const char *name;
    int least, most;
    double (*value)(const double *arguments, int count);
} functions[] = {
    {"gain", 2, 2, compute_gain},
    {"loss", 2, 2, compute_loss},
    {"min", 1, NOC_ARGUMENTS_MAX, find_minimum},
    {"max", 1, NOC_ARGUMENTS_MAX, find_maximum},
    {"argmax", 1, NOC_ARGUMENTS_MAX, find_argmax},
    {"mean", 1, NOC_ARGUMENTS_MAX, compute_mean},
    {"above", 2, NOC_ARGUMENTS_MAX, count_above},
    {"round", 1, 2, round_to_digits},
    {"abs", 1, 1, compute_absolute},
    {"sqrt", 1, 1, compute_square_root},
    {"exp", 1, 1, compute_exponential},
    {"ln", 1, 1, compute_logarithm},
    {"log2", 1, 1, compute_log2},
    {"pow", 2, 2, compute_power},
    {"floor", 1, 1, round_down},
    {"ceil", 1, 1, round_up},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

int noc_function_find(const char *name, int *min_arguments, int *max_arguments)
{
    for (int i = 0; i < FUNCTIONS; i++) {
        if (strcmp(functions[i].name, name) != 0) continue;
        *min_arguments = functions[i].least;
        *max_arguments = functions[i].most;
        return i;
    }
    return -1;
}

double noc_function_evaluate(int function, const double *arguments, int count)
{
    const double value = functions[function].value(arguments, count);
    return isfinite(value) ? value : NAN;
}

const char *noc_function_names(void)
{
    return "gain, loss, min, max, argmax, mean, above, round, abs, sqrt, exp, ln, log2, pow, "
           "floor, ceil";
}
