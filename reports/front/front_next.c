#include "reports/front/front_next.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"
#include "reports/words/figure.h"
#include "reports/writers/say.h"
#include "reports/writers/shell_word.h"

/* What a search for saturation and an operating point take a thread, for each node of the design:
 * about what they took of designs of 36 to 180 nodes on a core of 2020. */
#define SECONDS_A_NODE 0.04

/* ---- loads ---------------------------------------------------------------------------------- */

/* Whether it depends on the load that the network is at. */
static bool is_at_load(noc_metric_id id)
{
    static const char *const starts[] = {"round_trip", "packet_latency", "network_latency",
                                         "request_latency", "reply_latency"};
    const char *name = noc_metric_info_of(id)->name;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0) return true;
    return false;
}

static noc_design *first_design(const noc_front_view *v)
{
    noc_design *design = NULL;
    noc_diag ignored = {0};
    const noc_entry *e = noc_candidate_entry(&v->candidates->list[0]);
    if (noc_store_rebuild(v->store, e->source, e->overrides, &design, &ignored) != NOC_OK)
        design = NULL;
    noc_diag_clear(&ignored);
    return design;
}

void noc_front_tell_load(const noc_sheet *sheet, const noc_front_view *v,
                         const noc_front_listing *l)
{
    const noc_objectives *o = &v->candidates->objectives;
    bool shown = l->sorted && is_at_load(l->sort);
    for (size_t d = 0; d < o->count; d++) shown = shown || is_at_load(o->list[d].metric);
    if (!shown) return;
    if (strncmp(v->space->task, "load ", 5) == 0) {
        noc_text_say(sheet, "Latencies are at %s, as the space says.", v->space->task);
        return;
    }
    noc_design *design = first_design(v);
    const char *workload = design && design->workload_name ? design->workload_name : NULL;
    noc_text_say(sheet,
                 "Latencies are at the operating point of the closed loop (%s%s), where cores keep "
                 "the network as full as they can. load = 0.02; in the space file has them at that "
                 "load.",
                 workload ? "workload " : "the design's workload", workload ? workload : "");
    noc_design_free(design);
}

/* ---- commands ------------------------------------------------------------------------------- */

static bool is_measurable(const noc_objectives *o)
{
    for (size_t d = 0; d < o->count; d++)
        if (!noc_metric_info_of(o->list[d].metric)->exact) return true;
    return false;
}

static void tell_measure(const noc_sheet *sheet, const noc_front_view *v)
{
    const noc_candidates *all = v->candidates;
    size_t open = 0;
    for (size_t i = 0; i < all->count; i++)
        open += all->marks[i].membership != NOC_FRONT_OFF &&
                !noc_candidate_measured(all, &all->list[i]);
    if (open < 2 || !is_measurable(&all->objectives)) return;
    noc_design *design = first_design(v);
    const double nodes = design ? design->nodes.compute + design->nodes.memory : 0.0;
    noc_design_free(design);
    fprintf(sheet->out,
            "  nocsight pareto %s --measure    # %zu to look at, at most about %s of a core\n",
            v->options, open, noc_duration((double)open * nodes * SECONDS_A_NODE).text);
}

static void tell_query(const noc_sheet *sheet, const noc_front_view *v, size_t best)
{
    const noc_entry *e = noc_candidate_entry(&v->candidates->list[best]);
    json_t *list = json_loads(e->overrides, 0, NULL);
    fputs("  nocsight query ", sheet->out);
    noc_shell_word(sheet->out, v->base);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *item = json_string_value(json_array_get(list, i));
        fputs(" --set ", sheet->out);
        noc_shell_word(sheet->out, item ? item : "");
    }
    fputc('\n', sheet->out);
    json_decref(list);
}

void noc_front_tell_next(const noc_sheet *sheet, const noc_front_view *v, size_t best)
{
    char id[NOC_SHORT_ID_CHARS + 3];
    fprintf(sheet->out, "Next:\n");
    if (!v->measured) tell_measure(sheet, v);
    if (best >= v->candidates->count) return;
    tell_query(sheet, v, best);
    fprintf(sheet->out, "  nocsight pareto %s --why %s\n", v->options,
            noc_short_id(noc_candidate_entry(&v->candidates->list[best]), id));
}
