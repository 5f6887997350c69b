#include "cli/commands/parts/explore.h"

#include <inttypes.h>
#include <string.h>

const noc_option_group noc_store_options =
    NOC_ONE_OPTION("store", 0, "FILE", "the results: an SQLite file", NOC_OPTION_TEXT, .offset = 0);

noc_status noc_store_require_option(const noc_request *r, const char *store, noc_diag *diag)
{
    if (store && *store) return NOC_OK;
    return NOC_REFUSE(diag, "%s needs --store FILE (for example results.db)", r->command->name);
}

noc_status noc_space_select(const char *store, const char *space, const noc_space_list *list,
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
    return NOC_REFUSE(diag, "--space %s: the store holds no such space (nocsight store ls %s)",
                      space, store);
}
