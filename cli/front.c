#include "cli/front.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/explore.h"

static noc_status given_objectives(const char *text, noc_objectives *o, noc_diag *diag)
{
    char *copy = strdup(text), *rest = copy;
    noc_status status = copy ? NOC_OK : noc_fail_memory(diag);
    for (char *item; status == NOC_OK && (item = strsep(&rest, ",")) != NULL;)
        status = noc_objectives_add(o, item, (noc_place){"--objectives", 0}, NOC_EUSAGE, diag);
    free(copy);
    if (status == NOC_OK && o->count < 2)
        status = noc_fail(diag, NOC_EUSAGE, (noc_place){"--objectives", 0},
                          "a front needs at least two objectives (max:METRIC,min:METRIC)");
    return status;
}

static noc_status stored_objectives(const noc_request *r, const noc_space_record *space,
                                    noc_objectives *o, noc_diag *diag)
{
    json_t *list = json_loads(space->objectives, 0, NULL);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < json_array_size(list) && status == NOC_OK; i++) {
        const char *text = json_string_value(json_array_get(list, i));
        status =
            noc_objectives_add(o, text ? text : "", (noc_place){r->store, 0}, NOC_EFAILED, diag);
    }
    json_decref(list);
    if (status == NOC_OK && o->count < 2) *o = noc_objectives_default();
    return status;
}

noc_status noc_front_of_store(const noc_request *r, noc_front_of *f, noc_diag *diag)
{
    size_t index = 0;
    noc_objectives objectives = {.count = 0};
    *f = (noc_front_of){.model_error = isnan(r->model_error) ? NOC_MODEL_ERROR : r->model_error};
    noc_status status = noc_store_wanted(r, diag);
    if (status == NOC_OK && r->objectives)
        status = given_objectives(r->objectives, &objectives, diag);
    if (status == NOC_OK)
        status = noc_store_open(r->store, r->measure ? NOC_STORE_WRITE : NOC_STORE_READ, &f->store,
                                diag);
    if (status == NOC_OK) status = noc_store_spaces(f->store, &f->spaces, diag);
    if (status == NOC_OK) status = noc_space_wanted(r, &f->spaces, &index, diag);
    if (status != NOC_OK) return status;
    f->space = &f->spaces.spaces[index];
    status = noc_store_caveats(f->store, f->space, &f->caveats, diag);
    if (status == NOC_OK && objectives.count == 0)
        status = stored_objectives(r, f->space, &objectives, diag);
    /* asking the sampler who it is takes a while */
    if (status == NOC_OK && (r->measure || noc_store_has_samples(f->store)))
        status = noc_sampler_of_program(f->sampler, diag);
    if (status == NOC_OK)
        status = noc_store_read(f->store, f->space, f->sampler, &f->entries, diag);
    if (status == NOC_OK)
        status =
            noc_candidates_find(&f->entries, &objectives, f->model_error, &f->candidates, diag);
    if (status == NOC_OK) /* from what earlier runs measured */
        status = noc_candidates_learn(&f->candidates, r->confidence, diag);
    if (status == NOC_OK && f->candidates.count == 0)
        status = noc_fail(diag, NOC_EFAILED, (noc_place){r->store, 0},
                          "space %s has no design within its constraints that has all objectives",
                          f->space->name);
    return status;
}

void noc_front_of_clear(noc_front_of *f)
{
    free(f->caveats);
    noc_candidates_clear(&f->candidates);
    noc_entries_clear(&f->entries);
    noc_space_list_clear(&f->spaces);
    noc_store_close(f->store);
    *f = (noc_front_of){0};
}
