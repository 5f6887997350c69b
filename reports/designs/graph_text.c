#include "reports/designs/graph_text.h"

#include <math.h>
#include <stdlib.h>

#include "network/files/wiring_layers.h"
#include "reports/drawings/wires_facts.h"

enum { LISTED_MOST = 24 }; /* routers */

static void print_size(const noc_wires *w, const noc_wires_facts *f, FILE *out)
{
    size_t one_way = 0;
    for (size_t i = 0; i < w->count; i++) one_way += noc_wires_one_way(&w->pairs[i]);
    fprintf(out, "// %zu pairs of routers are linked", w->count);
    if (one_way) fprintf(out, ", %zu of them one way only", one_way);
    if (f->least_degree == f->most_degree)
        fprintf(out, "; each router with %u others\n", f->most_degree);
    else
        fprintf(out, "; each router with %u to %u others\n", f->least_degree, f->most_degree);
}

static void print_distances(const noc_wires_facts *f, FILE *out)
{
    if (isfinite(f->bisection))
        fprintf(out,
                "// from router to router %.2f links in the mean, %u at most; between halves at "
                "most %.4g flits/cycle each way\n",
                f->mean, f->diameter, f->bisection);
}

/* "4 compute, memory 0": a lone one of its kind by its number. */
static void print_nodes(const noc_wires_nodes *n, FILE *out)
{
    char text[40] = "";
    int used = 0;
    if (n->computes == 1)
        used = snprintf(text, sizeof text, "compute %u", n->first_compute);
    else if (n->computes > 1)
        used = snprintf(text, sizeof text, "%u compute", n->computes);
    const char *comma = used ? ", " : "";
    if (n->memories == 1)
        snprintf(text + used, sizeof text - (size_t)used, "%smemory %u", comma, n->first_memory);
    else if (n->memories > 1)
        snprintf(text + used, sizeof text - (size_t)used, "%s%u memory", comma, n->memories);
    fprintf(out, "%-24s", text);
}

static void print_way(uint32_t to, const noc_wires_way *way, bool first, FILE *out)
{
    if (way->lanes == 0) return;
    fprintf(out, "%s%u: %u", first ? "" : ", ", to, way->cycles);
    if (way->flits_per_cycle != 1.0) fprintf(out, " x%.3g", way->flits_per_cycle);
}

static void print_routers(const noc_wires *w, FILE *out)
{
    fprintf(out, "// router  nodes                   links to: cycles (x flits/cycle)\n");
    for (uint32_t r = 0; r < w->routers; r++) {
        bool first = true;
        fprintf(out, "// %6u  ", r);
        print_nodes(&w->nodes[r], out);
        for (size_t i = 0; i < w->count; i++) {
            const noc_wires_pair *p = &w->pairs[i];
            if (p->a != r && p->b != r) continue;
            const noc_wires_way *way = p->a == r ? &p->there : &p->back;
            print_way(p->a == r ? p->b : p->a, way, first, out);
            first = first && way->lanes == 0;
        }
        fputc('\n', out);
    }
}

static noc_status print_network(const noc_system *system, uint16_t network, FILE *out,
                                noc_diag *diag)
{
    noc_wires w;
    noc_layout_point *at = NULL;
    noc_wires_facts f;
    noc_status status = noc_wires_of(system, network, &w, diag);
    if (status == NOC_OK) status = noc_wires_places(system, network, &w, &at, diag);
    if (status == NOC_OK) status = noc_wires_facts_of(&w, at, &f, diag);
    if (status == NOC_OK) {
        print_size(&w, &f, out);
        print_distances(&f, out);
        if (w.routers <= LISTED_MOST) print_routers(&w, out);
    }
    free(at);
    noc_wires_clear(&w);
    return status;
}

bool noc_graph_text_applies(const noc_design *design)
{
    return noc_design_has_wiring(design);
}

noc_status noc_graph_text(const noc_system *system, FILE *out, noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    char layers[200];
    noc_status status = NOC_OK;
    for (uint16_t n = 0; n < g->network_count && status == NOC_OK; n++) {
        if (!g->networks[n].is_numbered || g->networks[n].slice > 0) continue;
        if (g->network_count > 1) fprintf(out, "// network %u\n", g->networks[n].spec);
        status = print_network(system, n, out, diag);
    }
    noc_layers_explain(system, layers, sizeof layers);
    if (*layers) fprintf(out, "// %s\n", layers);
    return status;
}
