#include "explore/front/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader/design_walk.h"

void noc_chosen_begin(noc_chosen *c, noc_store *store, const noc_entry *model,
                      const noc_entry *sample, noc_diag *diag)
{
    *c = (noc_chosen){.store = store, .model = model, .sample = sample, .diag = diag};
    for (int id = 0; id < NOC_METRICS; id++) {
        const bool sampled = sample && (!model || isfinite(sample->metrics[id].value));
        c->metrics[id] = (sampled ? sample : model)->metrics[id];
    }
}

void noc_chosen_clear(noc_chosen *c)
{
    noc_design_free(c->design);
    c->design = NULL;
}

noc_term noc_chosen_value(void *context, int name)
{
    noc_chosen *c = context;
    noc_subject subject = {c->design, c->metrics};
    if (!noc_name_is_setting(name)) return noc_subject_value(&subject, name);
    const noc_entry *e = c->model ? c->model : c->sample;
    if (!c->design && c->status == NOC_OK)
        c->status = noc_store_rebuild(c->store, e->source, e->overrides, &c->design, c->diag);
    if (c->status != NOC_OK) return (noc_term){NOC_TERM_UNKNOWN, NAN, NULL};
    subject.design = c->design;
    return noc_subject_value(&subject, name);
}

static noc_status meets(noc_store *store, noc_expression *const *conditions, size_t count,
                        const noc_entry *model, const noc_entry *sample, bool *met, noc_diag *diag)
{
    noc_chosen chosen;
    noc_chosen_begin(&chosen, store, model, sample, diag);
    *met = true;
    for (size_t i = 0; i < count && *met; i++)
        *met = noc_expression_holds(conditions[i], noc_chosen_value, &chosen) == NOC_TRUE;
    noc_chosen_clear(&chosen);
    return chosen.status;
}

/* The entries of one design stand together, the sample that counts last. */
noc_status noc_entries_choose(noc_store *store, noc_expression *const *conditions, size_t count,
                              noc_entries *entries, noc_diag *diag)
{
    noc_status status = NOC_OK;
    size_t kept = 0;
    for (size_t i = 0, end; i < entries->count; i = end) {
        const noc_entry *model = NULL, *sample = NULL;
        for (end = i; end < entries->count; end++) {
            const noc_entry *e = &entries->list[end];
            if (strcmp(e->hash, entries->list[i].hash) != 0) break;
            *(e->method == NOC_METHOD_MODEL ? &model : &sample) = e;
        }
        bool met = false;
        if (status == NOC_OK) status = meets(store, conditions, count, model, sample, &met, diag);
        for (size_t k = i; k < end; k++) {
            if (met)
                entries->list[kept++] = entries->list[k];
            else
                noc_entry_clear(&entries->list[k]);
        }
    }
    entries->count = kept;
    return status;
}
