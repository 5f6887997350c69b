#include "reports/front/front.h"

#include <stdlib.h>

#include "reports/front/front_rows.h"
#include "reports/front/front_text.h"

noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view,
                            const noc_front_listing *listing, noc_diag *diag)
{
    noc_front_order o;
    noc_status status =
        noc_front_list(view->candidates, listing, sheet->format == NOC_FORMAT_TABLE, &o, diag);
    if (status != NOC_OK) return status;
    const noc_front_rows rows = {view, o.list, o.count, false};
    if (sheet->format == NOC_FORMAT_TABLE)
        status = noc_text_front(sheet, view, listing, &o, diag);
    else if (sheet->format == NOC_FORMAT_JSON)
        status = noc_front_rows_json(sheet, &rows, diag);
    else
        status = noc_front_rows_csv(sheet, &rows, diag);
    free(o.list);
    return status;
}

noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *view, bool json,
                              bool methods, noc_diag *diag)
{
    const size_t count = view->candidates->count;
    size_t *list = malloc((count + 1) * sizeof *list);
    if (!list) return noc_fail_memory(diag);
    for (size_t i = 0; i < count; i++) list[i] = i;
    const noc_front_rows rows = {view, list, count, methods};
    const noc_status status = (json ? noc_front_rows_json : noc_front_rows_csv)(sheet, &rows, diag);
    free(list);
    return status;
}
