#include "cli/commands/explore.h"

#include <inttypes.h>
#include <string.h>

#include "explore/identity.h"
#include "network/kinds/kinds.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/designs/plain_design.h"

enum { TOPOLOGIES_MAX = 64, SMALL = 3 };

/* A design of each topology, and small ones for searches. */
typedef struct probes {
    noc_design *list[TOPOLOGIES_MAX + SMALL];
    size_t count;
} probes;

static noc_status find_probes(probes *p, noc_diag *diag)
{
    noc_status status = NOC_OK;
    *p = (probes){.count = 0};
    for (size_t i = 0; noc_topology_name(i) && i < TOPOLOGIES_MAX && status == NOC_OK; i++) {
        status = noc_plain_design(noc_topology_name(i), &p->list[p->count], diag);
        p->count += status == NOC_OK;
    }
    return status;
}

static noc_status add_small_probe(probes *p, noc_diag *diag)
{
    char path[] = "small",
         text[] =
             "nodes = { compute = 3; memory = 1; placement = \"explicit\"; memory_at = ((0,0)); "
             "}; network = { topology = \"mesh\"; columns = 2; rows = 2; };";
    const noc_source source = {.path = path, .text = text};
    const noc_status status = noc_design_read(&source, NULL, 0, &p->list[p->count], diag);
    p->count += status == NOC_OK;
    return status;
}

static void clear_probes(probes *p)
{
    for (size_t i = 0; i < p->count; i++) noc_design_free(p->list[i]);
}

noc_status noc_engine_of_program(char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    probes p;
    noc_status status = find_probes(&p, diag);
    if (status == NOC_OK) status = noc_engine_fingerprint(p.list, p.count, id, diag);
    clear_probes(&p);
    return status;
}

noc_status noc_sampler_of_program(char id[NOC_ID_CHARS + 1], noc_diag *diag)
{
    probes p;
    noc_status status = find_probes(&p, diag);
    for (int i = 0; i < SMALL && status == NOC_OK; i++) status = add_small_probe(&p, diag);
    if (status == NOC_OK) status = noc_engine_sampler_fingerprint(p.list, p.count, id, diag);
    clear_probes(&p);
    return status;
}

static const noc_option store_options[] = {
    {"store", 0, "FILE", "the results: an SQLite file", NOC_OPTION_TEXT, .offset = 0},
    {0},
};

const noc_option_group noc_store_options = {NULL, store_options, NULL, sizeof(const char *)};

noc_status noc_store_wanted(const noc_request *r, const char *store, noc_diag *diag)
{
    if (store && *store) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s needs --store FILE (for example results.db)",
                    r->command->name);
}

noc_status noc_space_wanted(const char *store, const char *space, const noc_space_list *list,
                            size_t *index, noc_diag *diag)
{
    if (list->count == 0)
        return noc_fail(diag, NOC_EFAILED, (noc_place){store, 0}, "holds no space");
    *index = 0;
    if (!space) return NOC_OK;
    for (; *index < list->count; ++*index) {
        const noc_space_record *s = &list->spaces[*index];
        if (strcmp(s->name, space) == 0 || strcmp(s->id, space) == 0) return NOC_OK;
    }
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--space %s: the store holds no such space (nocsight store ls %s)", space,
                    store);
}
