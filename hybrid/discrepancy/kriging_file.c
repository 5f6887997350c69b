#include "hybrid/discrepancy/kriging_file.h"

#include <string.h>

#include "hybrid/discrepancy/number_text.h"
#include "network/config_setting.h"

/* ---- writing -------------------------------------------------------------------------------- */

static void print_names(FILE *out, const char *list, noc_name_of name)
{
    fprintf(out, "  %s = (", list);
    for (size_t i = 0; name(i); i++) fprintf(out, "%s\"%s\"", i ? ", " : "", name(i));
    fputs(");\n", out);
}

void noc_kriging_print(FILE *out, const noc_kriging *k, noc_name_of trait, noc_name_of figure)
{
    print_names(out, "traits", trait);
    print_names(out, "figures", figure);
    fputs("  ", out);
    noc_put_list(out, "centres", k->centres, k->coordinates);
    fputs("\n  ", out);
    noc_put_list(out, "scales", k->scales, k->coordinates);
    fputs("\n  designs = (", out);
    for (size_t p = 0; p < k->count; p++) {
        fputs(p ? ",\n    (" : "\n    (", out);
        for (size_t i = 0; i < k->coordinates; i++)
            noc_put_rounded(out, i, k->points[p * k->coordinates + i]);
        for (size_t f = 0; f < k->figures; f++)
            noc_put_rounded(out, k->coordinates + f, k->weights[p * k->figures + f]);
        noc_put_rounded(out, k->coordinates + k->figures, k->missed[p]);
        fputs(")", out);
    }
    fputs(");\n", out);
}

/* ---- reading -------------------------------------------------------------------------------- */

static size_t count_of(noc_name_of name)
{
    size_t i = 0;
    while (name(i)) i++;
    return i;
}

static noc_place place_of(const config_setting_t *s, const char *file)
{
    return (noc_place){file, (int)config_setting_source_line(s)};
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

static bool read_list(const config_setting_t *s, double *list, size_t from, size_t count)
{
    if (!s || (size_t)config_setting_length(s) < from + count) return false;
    for (size_t i = 0; i < count; i++)
        list[i] = noc_config_number(config_setting_get_elem(s, (unsigned)(from + i)));
    return true;
}

static noc_status read_point(const config_setting_t *s, const char *file, size_t p, noc_kriging *k,
                             noc_diag *diag)
{
    const size_t count = k->coordinates + k->figures + 1;
    const bool good = (size_t)config_setting_length(s) == count &&
                      read_list(s, k->points + p * k->coordinates, 0, k->coordinates) &&
                      read_list(s, k->weights + p * k->figures, k->coordinates, k->figures) &&
                      read_list(s, k->missed + p, k->coordinates + k->figures, 1);
    if (good) return NOC_OK;
    return noc_fail(diag, NOC_EINPUT, place_of(s, file), "deviations: expected %zu numbers", count);
}

noc_status noc_kriging_read(const config_setting_t *group, const char *file, noc_name_of trait,
                            noc_name_of figure, noc_kriging *k, noc_diag *diag)
{
    const noc_place place = place_of(group, file);
    const config_setting_t *list = noc_config_member(group, "designs");
    *k = (noc_kriging){.count = 0};
    if (!list) return noc_fail(diag, NOC_EINPUT, place, "designs is missing");
    if (!has_names(group, "traits", trait) || !has_names(group, "figures", figure))
        return noc_fail(diag, NOC_EINPUT, place,
                        "is for another version's model: it has other traits or figures");
    const size_t count = (size_t)config_setting_length(list);
    noc_status status = noc_kriging_new(count, count_of(trait), count_of(figure), k, diag);
    if (status == NOC_OK &&
        !(read_list(noc_config_member(group, "centres"), k->centres, 0, k->coordinates) &&
          read_list(noc_config_member(group, "scales"), k->scales, 0, k->coordinates)))
        status = noc_fail(diag, NOC_EINPUT, place,
                          "deviations: centres or scales are missing, or not of %zu numbers",
                          k->coordinates);
    for (size_t p = 0; p < count && status == NOC_OK; p++)
        status = read_point(config_setting_get_elem(list, (unsigned)p), file, p, k, diag);
    return status;
}
