/* A program that is linked with libnocsight: a design's text, and after a line "%%" settings, or
 * after "get " a key, "vary " values of a key, "load " a load. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/nocsight.h"
#include "design/design.h"
#include "fuzz.h"

enum { VARIANTS_MOST = 4 };

/* Aborts when a call failed without a fault, or succeeded with one. */
static void check(int code, const noc_error *error)
{
    noc_fault fault = {0};
    const bool has_fault = error->count > 0 && error->message && *error->message && error->file;
    if (code == NOC_CODE_OK ? error->count > 0 : !has_fault) abort();
    for (size_t i = 0; i < error->count; i++)
        if (noc_error_fault(error, i, &fault) != NOC_CODE_OK || !*fault.message) abort();
}

static void estimate(noc_context *context, const noc_design *design, const char *load,
                     noc_error *error)
{
    const noc_query query = {.load = load};
    noc_estimate *answer;
    noc_value value;
    check(noc_design_estimate(context, design, &query, &answer, error), error);
    if (!answer) return;
    check(noc_estimate_value(answer, "saturation_data_gb_per_s", &value, error), error);
    if (isnan(value.value) ? !*value.reason : !*value.source) abort();
    noc_estimate_release(answer);
}

static void vary(noc_context *context, const noc_design *design, const char *axis, noc_error *error)
{
    noc_variants *variants;
    check(noc_design_vary(context, design, &axis, 1, &variants, error), error);
    for (size_t i = 0; i < noc_variants_count(variants) && i < VARIANTS_MOST; i++)
        check(noc_design_verify(context, noc_variants_design(variants, i), error), error);
    noc_variants_release(variants);
}

/* Follows one line. */
static void follow(noc_context *context, noc_design **design, const char *line, noc_error *error)
{
    char *value = NULL;
    if (strncmp(line, "get ", 4) == 0) {
        check(noc_design_get(*design, line + 4, &value, error), error);
        noc_text_release(value);
    } else if (strncmp(line, "load ", 5) == 0) {
        if (fuzz_is_small(*design)) estimate(context, *design, line + 5, error);
    } else if (strncmp(line, "vary ", 5) == 0) {
        if (fuzz_is_small(*design)) vary(context, *design, line + 5, error);
    } else {
        check(noc_design_set(context, design, &line, 1, error), error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_context *context;
    noc_design *design;
    noc_error error = {0};
    char *text = fuzz_text(data, size), *rest = strstr(text, "\n%%\n"), *next = NULL;
    if (rest) *rest = '\0';
    check(noc_context_new(&context, &error), &error);
    check(noc_design_parse(context, text, NULL, &design, &error), &error);
    char *lines = rest && design ? rest + strlen("\n%%\n") : NULL;
    for (char *line = lines ? strtok_r(lines, "\n", &next) : NULL; line;
         line = strtok_r(NULL, "\n", &next))
        follow(context, &design, line, &error);
    noc_design_release(design);
    noc_context_release(context);
    noc_error_clear(&error);
    free(text);
    return 0;
}
