/* Options: the first line is a number that chooses a design, each other one a --set, or a --vary
 * after "vary ". */
#include <stdlib.h>
#include <string.h>

#include "bindings/c/variants.h"
#include "fuzz.h"

enum { OPTIONS_MOST = 16, VARIANTS_MOST = 4 };

typedef struct options {
    const char *sets[OPTIONS_MOST], *varies[OPTIONS_MOST];
    size_t set_count, vary_count;
} options;

static void take_lines(char *text, options *o)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const bool varied = strncmp(line, "vary ", 5) == 0;
        if (varied && o->vary_count < OPTIONS_MOST) o->varies[o->vary_count++] = line + 5;
        if (!varied && o->set_count < OPTIONS_MOST) o->sets[o->set_count++] = line;
    }
}

static void use(const noc_source *base, const options *o)
{
    noc_diag diag = {0};
    noc_arena memory = {0};
    noc_vary vary = {0};
    const char *overrides[2 * OPTIONS_MOST];
    const noc_status status = noc_vary_read(o->varies, o->vary_count, &memory, &vary, &diag);
    fuzz_check(status, &diag);
    for (size_t i = 0; i < o->set_count; i++) overrides[i] = o->sets[i];
    if (status == NOC_OK && o->vary_count == 0) fuzz_design(base, overrides, o->set_count);
    for (size_t v = 0; status == NOC_OK && v < vary.variant_count && v < VARIANTS_MOST; v++) {
        noc_vary_list_overrides(&vary, v, overrides + o->set_count);
        fuzz_design(base, overrides, o->set_count + o->vary_count);
    }
    noc_arena_clear(&memory);
    noc_diag_clear(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const bases[] = {"te13-baseline", "cdx19-cdxbar-20", "synthetic-mesh"};
    noc_diag diag = {0};
    noc_source base = {0};
    options o = {.set_count = 0};
    char *path = NULL, *text = fuzz_text(data, size);
    const size_t base_at = (size_t)atoi(text) % 3;
    char *lines = text + strcspn(text, "\n");
    take_lines(lines, &o);
    if (fuzz_resolve(bases[base_at], &path, &diag) != NOC_OK ||
        noc_source_read(path, &base, &diag) != NOC_OK)
        abort();
    use(&base, &o);
    noc_source_clear(&base);
    free(path);
    free(text);
    return 0;
}
