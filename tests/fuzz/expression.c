/* Constraints and objectives, a line each: both are made of each line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explore/settings/expression_read.h"
#include "explore/space/space.h"
#include "fuzz.h"

static noc_term some_value(void *context, int name, int network)
{
    (void)context;
    (void)network;
    const noc_term term = {.number = name % 7 ? (double)name : (double)NAN};
    return term;
}

static void constrain(const char *line)
{
    noc_diag diag = {0};
    noc_arena memory = {0};
    noc_expression *e = NULL;
    const noc_status status =
        noc_expression_read(line, &noc_setting_names, NOC_NOWHERE, NOC_EUSAGE, &memory, &e, &diag);
    fuzz_check(status, &diag);
    if (status == NOC_OK) {
        noc_expression_test(e, some_value, NULL);
        if (strcmp(noc_expression_text(e), line) != 0) abort();
    }
    noc_arena_clear(&memory);
    noc_diag_clear(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    noc_objectives objectives = {.count = 0};
    char *text = fuzz_text(data, size), *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        noc_diag diag = {0};
        fuzz_check(noc_objectives_add(&objectives, line, NOC_NOWHERE, NOC_EUSAGE, &diag), &diag);
        noc_diag_clear(&diag);
        constrain(line);
    }
    free(text);
    return 0;
}
