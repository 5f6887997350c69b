#include "reports/facts/details.h"

static const noc_detail *const kinds[] = {&noc_channel_detail, &noc_tile_detail, &noc_node_detail};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

const noc_detail *noc_detail_find(const noc_estimate *estimate)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i]->columns(estimate)) return kinds[i];
    return NULL;
}

void noc_details_set_json(json_t *object, const noc_estimate *estimate)
{
    const noc_sheet sheet = {.format = NOC_FORMAT_JSON};
    for (size_t i = 0; i < KINDS; i++) {
        const char *columns = kinds[i]->columns(estimate);
        if (!columns) continue;
        noc_rows rows = noc_rows_begin(&sheet, columns);
        kinds[i]->add_rows(&rows, estimate);
        json_object_set_new(object, kinds[i]->member, noc_rows_end_json(&rows));
    }
}

noc_status noc_details_print(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < KINDS && count > 0 && status == NOC_OK; i++)
        if (kinds[i]->columns(&estimates[0]))
            status = noc_detail_print(sheet, kinds[i], estimates, count, diag);
    return status;
}
