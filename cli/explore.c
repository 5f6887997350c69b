#include "cli/explore.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/engine.h"
#include "network/kinds.h"
#include "reports/design_text.h"

enum { TOPOLOGIES_MAX = 64 };

noc_status noc_engine_of_program(char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    noc_design *designs[TOPOLOGIES_MAX];
    size_t count = 0;
    noc_status status = NOC_OK;
    for (size_t i = 0; noc_topology_name(i) && i < TOPOLOGIES_MAX && status == NOC_OK; i++) {
        status = noc_design_starter(noc_topology_name(i), &designs[count], diag);
        count += status == NOC_OK;
    }
    if (status == NOC_OK) status = noc_engine_fingerprint(designs, count, id, diag);
    for (size_t i = 0; i < count; i++) noc_design_free(designs[i]);
    return status;
}

noc_status noc_store_wanted(const noc_request *r, noc_diag *diag)
{
    if (r->store) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s needs --store FILE (for example results.db)",
                    r->command->name);
}

noc_status noc_space_wanted(const noc_request *r, const noc_space_list *list, size_t *index,
                            noc_diag *diag)
{
    if (list->count == 0)
        return noc_fail(diag, NOC_EFAILED, (noc_place){r->store, 0}, "holds no space");
    *index = 0;
    if (!r->space) return NOC_OK;
    for (; *index < list->count; ++*index) {
        const noc_space_record *s = &list->spaces[*index];
        if (strcmp(s->name, r->space) == 0 || strcmp(s->id, r->space) == 0) return NOC_OK;
    }
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--space %s: the store holds no such space (nocsight store ls %s)", r->space,
                    r->store);
}

char *noc_command_line(const noc_request *r)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (int i = 0; i < r->argc; i++) {
        const char *word = i ? r->argv[i] : "nocsight";
        const bool plain = *word && !word[strcspn(word, " \t\n'\"\\$&|;<>()*?[]#~`!{}")];
        fprintf(out, plain ? "%s%s" : "%s'%s'", i ? " " : "", word);
    }
    fclose(out);
    return text;
}

noc_grouped noc_grouped_of(uint64_t number)
{
    char digits[32];
    noc_grouped g = {""};
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t at = 0;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0) g.text[at++] = ',';
        g.text[at++] = digits[i];
    }
    return g;
}

noc_grouped noc_duration_of(double s)
{
    noc_grouped g;
    if (s < 1.0)
        snprintf(g.text, sizeof g.text, "%.0f ms", 1e3 * s);
    else if (s < 90.0)
        snprintf(g.text, sizeof g.text, "%.*f s", s < 10.0 ? 1 : 0, s);
    else if (s < 5400.0)
        snprintf(g.text, sizeof g.text, "%.0f min", s / 60.0);
    else
        snprintf(g.text, sizeof g.text, "%.1f h", s / 3600.0);
    return g;
}
