#include "hybrid/correction/discrepancy/kriging_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/config_setting.h"
#include "base/packed_numbers.h"

/* ---- writing -------------------------------------------------------------------------------- */

void noc_print_real(FILE *out, double value)
{
    char digits[40];
    if (!isfinite(value)) {
        fputs("\"none\"", out);
        return;
    }
    for (int count = 10; count <= 17; count++) { /* 17 digits always suffice */
        snprintf(digits, sizeof digits, "%.*g", count, value);
        if (strtod(digits, NULL) == value) break;
    }
    fprintf(out, "%s%s", digits, strpbrk(digits, ".e") ? "" : ".0");
}

void noc_print_list(FILE *out, const char *name, const double *list, size_t count)
{
    fprintf(out, "%s = (", name);
    for (size_t i = 0; i < count; i++) {
        if (i) fputs(", ", out);
        noc_print_real(out, list[i]);
    }
    fputs(");", out);
}

static void print_names(FILE *out, const char *list, noc_name_at name)
{
    fprintf(out, "  %s = (", list);
    for (size_t i = 0; name(i); i++) fprintf(out, "%s\"%s\"", i ? ", " : "", name(i));
    fputs(");\n", out);
}

static double find_step(const noc_kriging *k, size_t column)
{
    double largest = 0.0;
    for (size_t p = 0; p < k->count; p++)
        largest = fmax(largest, fabs(*noc_kriging_number(k, p, column)));
    return noc_packed_step(largest);
}

static void print_numbers(FILE *out, const noc_kriging *k, const double *steps)
{
    fputs("\n  numbers =", out);
    if (k->count == 0) fputs(" \"\"", out);
    for (size_t p = 0; p < k->count; p++) {
        fputs("\n    \"", out);
        for (size_t i = 0; i < noc_kriging_columns(k); i++)
            noc_packed_print(out, *noc_kriging_number(k, p, i), steps[i]);
        fputc('"', out);
    }
    fputs(";\n", out);
}

void noc_kriging_print(FILE *out, const noc_kriging *k, noc_name_at feature, noc_name_at figure)
{
    double steps[noc_kriging_columns(k)];
    for (size_t i = 0; i < noc_kriging_columns(k); i++) steps[i] = find_step(k, i);
    print_names(out, "traits", feature);
    print_names(out, "figures", figure);
    fputs("  ", out);
    noc_print_list(out, "centres", k->means, k->coordinates);
    fputs("\n  ", out);
    noc_print_list(out, "scales", k->inverse_deviations, k->coordinates);
    fputs("\n  ", out);
    noc_print_list(out, "steps", steps, noc_kriging_columns(k));
    print_numbers(out, k, steps);
}

/* ---- reading -------------------------------------------------------------------------------- */

static size_t count_names(noc_name_at name)
{
    size_t i = 0;
    while (name(i)) i++;
    return i;
}

/* True if the list has exactly these names, in order. */
static bool has_names(const config_setting_t *group, const char *list, noc_name_at name)
{
    const config_setting_t *s = noc_config_member(group, list);
    size_t i = 0;
    for (; s && name(i); i++) {
        const char *word = config_setting_get_string_elem(s, (int)i);
        if (!word || strcmp(word, name(i)) != 0) return false;
    }
    return s && (size_t)config_setting_length(s) == i;
}

/* Reads a list of exactly `count` finite numbers; false for any other list. */
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

static bool has_valid_steps(const double *steps, size_t count)
{
    static const double largest = 1e9; /* larger than any learned number */
    for (size_t i = 0; i < count; i++)
        if (!(steps[i] > 0.0 && steps[i] < largest)) return false;
    return true;
}

static bool read_numbers(const char *numbers, const double *steps, const noc_kriging *k)
{
    const size_t columns = noc_kriging_columns(k);
    bool good = true;
    for (size_t p = 0; p < k->count; p++)
        for (size_t i = 0; i < columns; i++)
            good &= noc_packed_read(numbers + (p * columns + i) * NOC_PACKED_CHARS, 1, &steps[i],
                                    noc_kriging_number(k, p, i));
    return good;
}

/* Finds the points of a group in a compiled-in file; NULL: the group is in no such file. */
static const noc_embedded_numbers *find_embedded_points(const noc_embedded_config *file,
                                                        const config_setting_t *group)
{
    const noc_embedded_numbers *n = file ? file->numbers : NULL;
    while (n && n->group && n->group != group) n++;
    return n && n->group ? n : NULL;
}

static noc_status make_fields(const config_setting_t *group, const noc_embedded_numbers *points,
                              noc_place place, noc_kriging *k, noc_diag *diag)
{
    const char *numbers = noc_config_text(noc_config_member(group, "numbers"));
    const size_t columns = noc_kriging_columns(k), chars = columns * NOC_PACKED_CHARS;
    size_t length = numbers ? strlen(numbers) : 1;
    if (points) length = points->count * NOC_PACKED_CHARS;
    if (length % chars != 0)
        return noc_fail(diag, NOC_EINPUT, place, "deviations: expected %zu numbers a point",
                        columns);
    return noc_kriging_new(length / chars, k->coordinates, k->figures,
                           points ? points->values : NULL, k, diag);
}

noc_status noc_kriging_read(const config_setting_t *group, const char *file,
                            const noc_embedded_config *embedded_file, noc_name_at feature,
                            noc_name_at figure, noc_kriging *k, noc_diag *diag)
{
    const noc_place place = {file, (int)config_setting_source_line(group)};
    const noc_embedded_numbers *points = find_embedded_points(embedded_file, group);
    *k = (noc_kriging){.coordinates = count_names(feature), .figures = count_names(figure)};
    double steps[noc_kriging_columns(k)];
    if (!has_names(group, "traits", feature) || !has_names(group, "figures", figure))
        return noc_fail(diag, NOC_EINPUT, place,
                        "is for another version's model: it has other features or figures");
    const noc_status status = make_fields(group, points, place, k, diag);
    if (status != NOC_OK) return status;
    if (!read_list(group, "centres", k->means, k->coordinates) ||
        !read_list(group, "scales", k->inverse_deviations, k->coordinates) ||
        !read_list(group, "steps", steps, noc_kriging_columns(k)) ||
        !has_valid_steps(steps, noc_kriging_columns(k)))
        return noc_fail(diag, NOC_EINPUT, place,
                        "deviations: centres, scales or steps are missing, or not of %zu numbers",
                        k->coordinates);
    const char *numbers = noc_config_text(noc_config_member(group, "numbers"));
    if (!points && !read_numbers(numbers, steps, k))
        return noc_fail(diag, NOC_EINPUT, place, "deviations: numbers are damaged");
    return NOC_OK;
}
