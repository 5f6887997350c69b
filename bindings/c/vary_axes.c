#include "bindings/c/vary_axes.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "explore/settings/settings.h"

/* Finds the end of a value: a comma outside brackets and quotes, or the end of the text. */
static const char *find_value_end(const char *position)
{
    int depth = 0;
    bool is_quoted = false;
    for (; *position; position++) {
        if (*position == '"') is_quoted = !is_quoted;
        if (is_quoted) continue;
        if (strchr("([{", *position)) depth++;
        if (strchr(")]}", *position)) depth--;
        if (*position == ',' && depth <= 0) break;
    }
    return position;
}

static noc_status add_value(noc_arena *arena, noc_vary_axis *axis, const char *option,
                            int key_length, const char *value, int length, noc_diag *diag)
{
    char **grown = noc_arena_resize(arena, axis->overrides, axis->count + 1, sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    axis->overrides = grown;
    grown[axis->count] = noc_arena_text(arena, "%.*s=%.*s", key_length, option, length, value);
    return grown[axis->count++] ? NOC_OK : noc_fail_memory(diag);
}

/* Refuses a key without its group once, for all of its values. */
static noc_status check_group(const char *option, size_t length, const char *place, noc_diag *diag)
{
    char key[80];
    snprintf(key, sizeof key, "%.*s", (int)length, option);
    const int setting = strchr(key, '.') ? -1 : noc_setting_find(key);
    if (setting < 0) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                    "a setting is group.key=value,value,...; did you mean '%s.%s'?",
                    noc_setting_at((size_t)setting)->group, option);
}

static noc_status read_axis(const char *option, noc_arena *arena, noc_vary_axis *axis,
                            noc_diag *diag)
{
    char place[200];
    snprintf(place, sizeof place, "--vary %s", option);
    const char *equals = strchr(option, '=');
    if (!equals || equals == option)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                        "expected key=value,value,... for example network.flit_bytes=16,32");
    noc_status status = check_group(option, (size_t)(equals - option), place, diag);
    for (const char *start = equals + 1; status == NOC_OK;) {
        const char *end = find_value_end(start);
        if (end == start)
            return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                            "a value is empty (key=value,value,...)");
        status =
            add_value(arena, axis, option, (int)(equals - option), start, (int)(end - start), diag);
        if (!*end) break;
        start = end + 1;
    }
    return status;
}

static noc_status count_variants(noc_vary *vary, noc_diag *diag)
{
    double product = 1.0;
    for (size_t i = 0; i < vary->axis_count; i++) product *= (double)vary->axes[i].count;
    if (product > NOC_VARIANTS_MAX)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--vary", 0},
                        "the options combine to %.4g variants (at most %d)", product,
                        NOC_VARIANTS_MAX);
    vary->variant_count = vary->axis_count ? (size_t)product : 0;
    return NOC_OK;
}

noc_status noc_vary_read(const char *const *options, size_t count, noc_arena *arena, noc_vary *vary,
                         noc_diag *diag)
{
    *vary = (noc_vary){noc_arena_array(arena, count, sizeof *vary->axes), count, 0};
    noc_status status = vary->axes ? NOC_OK : noc_fail_memory(diag);
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = read_axis(options[i], arena, &vary->axes[i], diag);
    return status == NOC_OK ? count_variants(vary, diag) : status;
}

void noc_vary_list_overrides(const noc_vary *vary, size_t variant, const char **overrides)
{
    for (size_t i = vary->axis_count; i-- > 0;) {
        const noc_vary_axis *axis = &vary->axes[i];
        overrides[i] = axis->overrides[variant % axis->count];
        variant /= axis->count;
    }
}
