#include "cli/frame/vary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/settings.h"

/* Where the value that starts here ends: at a comma of its own, or at the end. */
static const char *value_end(const char *at)
{
    int depth = 0;
    bool quoted = false;
    for (; *at; at++) {
        if (*at == '"') quoted = !quoted;
        if (quoted) continue;
        if (strchr("([{", *at)) depth++;
        if (strchr(")]}", *at)) depth--;
        if (*at == ',' && depth <= 0) break;
    }
    return at;
}

static noc_status add_value(noc_axis *axis, const char *option, int key_length, const char *value,
                            int length, noc_diag *diag)
{
    char **grown = realloc(axis->overrides, (axis->count + 1) * sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    axis->overrides = grown;
    if (asprintf(&grown[axis->count], "%.*s=%.*s", key_length, option, length, value) < 0)
        return noc_fail_memory(diag);
    axis->count++;
    return NOC_OK;
}

/* A key without its group is told once, with all of its values. */
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

static noc_status read_axis(const char *option, noc_axis *axis, noc_diag *diag)
{
    char place[200];
    snprintf(place, sizeof place, "--vary %s", option);
    const char *equals = strchr(option, '=');
    if (!equals || equals == option)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                        "expected key=value,value,... for example network.flit_bytes=16,32");
    noc_status status = check_group(option, (size_t)(equals - option), place, diag);
    for (const char *at = equals + 1; status == NOC_OK;) {
        const char *end = value_end(at);
        if (end == at)
            return noc_fail(diag, NOC_EUSAGE, (noc_place){place, 0},
                            "a value is empty (key=value,value,...)");
        status = add_value(axis, option, (int)(equals - option), at, (int)(end - at), diag);
        if (!*end) break;
        at = end + 1;
    }
    return status;
}

static noc_status multiply(noc_vary *vary, noc_diag *diag)
{
    double product = 1.0;
    for (size_t i = 0; i < vary->axis_count; i++) product *= (double)vary->axes[i].count;
    if (product > NOC_VARIANTS_MAX)
        return noc_fail(diag, NOC_EUSAGE, (noc_place){"--vary", 0},
                        "the options combine to %.4g variants (at most %d)", product,
                        NOC_VARIANTS_MAX);
    vary->variants = vary->axis_count ? (size_t)product : 0;
    return NOC_OK;
}

noc_status noc_vary_read(const char *const *options, size_t count, noc_vary *vary, noc_diag *diag)
{
    vary->axes = calloc(count + 1, sizeof *vary->axes);
    if (!vary->axes) return noc_fail_memory(diag);
    vary->axis_count = count;
    noc_status status = NOC_OK;
    for (size_t i = 0; i < count && status == NOC_OK; i++)
        status = read_axis(options[i], &vary->axes[i], diag);
    return status == NOC_OK ? multiply(vary, diag) : status;
}

void noc_vary_pick(const noc_vary *vary, size_t variant, const char **overrides)
{
    for (size_t i = vary->axis_count; i-- > 0;) {
        const noc_axis *axis = &vary->axes[i];
        overrides[i] = axis->overrides[variant % axis->count];
        variant /= axis->count;
    }
}

void noc_vary_clear(noc_vary *vary)
{
    for (size_t i = 0; vary->axes && i < vary->axis_count; i++) {
        for (size_t v = 0; v < vary->axes[i].count; v++) free(vary->axes[i].overrides[v]);
        free(vary->axes[i].overrides);
    }
    free(vary->axes);
    *vary = (noc_vary){0};
}
