#include "hybrid/discrepancy/kriging_file.h"

#include <math.h>
#include <string.h>

#include "hybrid/discrepancy/number_text.h"
#include "hybrid/discrepancy/packed_numbers.h"
#include "network/config_setting.h"

/* ---- writing -------------------------------------------------------------------------------- */

static void print_names(FILE *out, const char *list, noc_name_of name)
{
    fprintf(out, "  %s = (", list);
    for (size_t i = 0; name(i); i++) fprintf(out, "%s\"%s\"", i ? ", " : "", name(i));
    fputs(");\n", out);
}

/* Columns of a point's row: coordinates, weights, what is missed. */
static size_t columns_of(const noc_kriging *k)
{
    return k->coordinates + k->figures + 1;
}

static double *place_of(const noc_kriging *k, size_t point, size_t column)
{
    if (column < k->coordinates) return &k->points[point * k->coordinates + column];
    if (column < k->coordinates + k->figures)
        return &k->weights[point * k->figures + column - k->coordinates];
    return &k->missed[point];
}

static double step_of(const noc_kriging *k, size_t column)
{
    double largest = 0.0;
    for (size_t p = 0; p < k->count; p++) largest = fmax(largest, fabs(*place_of(k, p, column)));
    return noc_packed_step(largest);
}

static void print_numbers(FILE *out, const noc_kriging *k, const double *steps)
{
    fputs("\n  numbers =", out);
    if (k->count == 0) fputs(" \"\"", out);
    for (size_t p = 0; p < k->count; p++) {
        fputs("\n    \"", out);
        for (size_t i = 0; i < columns_of(k); i++)
            noc_packed_put(out, *place_of(k, p, i), steps[i]);
        fputc('"', out);
    }
    fputs(";\n", out);
}

void noc_kriging_print(FILE *out, const noc_kriging *k, noc_name_of trait, noc_name_of figure)
{
    double steps[columns_of(k)];
    for (size_t i = 0; i < columns_of(k); i++) steps[i] = step_of(k, i);
    print_names(out, "traits", trait);
    print_names(out, "figures", figure);
    fputs("  ", out);
    noc_put_list(out, "centres", k->centres, k->coordinates);
    fputs("\n  ", out);
    noc_put_list(out, "scales", k->scales, k->coordinates);
    fputs("\n  ", out);
    noc_put_list(out, "steps", steps, columns_of(k));
    print_numbers(out, k, steps);
}

/* ---- reading -------------------------------------------------------------------------------- */

static size_t count_of(noc_name_of name)
{
    size_t i = 0;
    while (name(i)) i++;
    return i;
}

/* The list is of just these names, in their order. */
static bool has_names(const config_setting_t *group, const char *list, noc_name_of name)
{
    const config_setting_t *s = noc_config_member(group, list);
    size_t i = 0;
    for (; s && name(i); i++) {
        const char *word = config_setting_get_string_elem(s, (int)i);
        if (!word || strcmp(word, name(i)) != 0) return false;
    }
    return s && (size_t)config_setting_length(s) == i;
}

/* Finite numbers, just so many. */
static bool read_list(const config_setting_t *group, const char *name, double *list, size_t count)
{
    const config_setting_t *s = noc_config_member(group, name);
    if (!s || (size_t)config_setting_length(s) != count) return false;
    for (size_t i = 0; i < count; i++) {
        list[i] = noc_config_number(config_setting_get_elem(s, (unsigned)i));
        if (!isfinite(list[i])) return false;
    }
    return true;
}

static bool are_steps(const double *steps, size_t count)
{
    static const double largest = 1e9; /* of what was learned nothing is as large */
    for (size_t i = 0; i < count; i++)
        if (!(steps[i] > 0.0 && steps[i] < largest)) return false;
    return true;
}

static bool read_numbers(const char *numbers, const double *steps, const noc_kriging *k)
{
    const size_t coordinates = k->coordinates, figures = k->figures;
    bool good = true;
    for (size_t p = 0; p < k->count; p++) {
        good &= noc_packed_read(numbers, coordinates, steps, k->points + p * coordinates);
        numbers += coordinates * NOC_PACKED_CHARS;
        good &= noc_packed_read(numbers, figures, steps + coordinates, k->weights + p * figures);
        numbers += figures * NOC_PACKED_CHARS;
        good &= noc_packed_read(numbers, 1, steps + coordinates + figures, k->missed + p);
        numbers += NOC_PACKED_CHARS;
    }
    return good;
}

noc_status noc_kriging_read(const config_setting_t *group, const char *file, noc_name_of trait,
                            noc_name_of figure, noc_kriging *k, noc_diag *diag)
{
    const noc_place place = {file, (int)config_setting_source_line(group)};
    const char *numbers = noc_config_text(noc_config_member(group, "numbers"));
    *k = (noc_kriging){.coordinates = count_of(trait), .figures = count_of(figure)};
    double steps[columns_of(k)];
    if (!has_names(group, "traits", trait) || !has_names(group, "figures", figure))
        return noc_fail(diag, NOC_EINPUT, place,
                        "is for another version's model: it has other traits or figures");
    const size_t chars = columns_of(k) * NOC_PACKED_CHARS, length = numbers ? strlen(numbers) : 1;
    if (length % chars != 0)
        return noc_fail(diag, NOC_EINPUT, place, "deviations: expected %zu numbers a point",
                        columns_of(k));
    const noc_status status = noc_kriging_new(length / chars, k->coordinates, k->figures, k, diag);
    if (status != NOC_OK) return status;
    if (!read_list(group, "centres", k->centres, k->coordinates) ||
        !read_list(group, "scales", k->scales, k->coordinates) ||
        !read_list(group, "steps", steps, columns_of(k)) || !are_steps(steps, columns_of(k)))
        return noc_fail(diag, NOC_EINPUT, place,
                        "deviations: centres, scales or steps are missing, or not of %zu numbers",
                        k->coordinates);
    if (!read_numbers(numbers, steps, k))
        return noc_fail(diag, NOC_EINPUT, place, "deviations: numbers are damaged");
    return NOC_OK;
}
