#include "reports/curve_page.h"

#include <stdlib.h>

#include "reports/curve.h"
#include "reports/curve_picture.h"
#include "reports/picture_page.h"
#include "reports/writers/inner_sheet.h"

/* The table that a terminal shows. */
static noc_status put_table(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    noc_inner_sheet inner;
    if (!noc_inner_open(sheet, 110, &inner)) return noc_fail_memory(diag);
    const noc_status status = noc_report_curves(&inner.sheet, curves, diag);
    char *text = noc_inner_close(&inner);
    if (text && status == NOC_OK) noc_picture_page_verbatim(sheet->out, "The figures", text);
    free(text);
    return text ? status : noc_fail_memory(diag);
}

noc_status noc_curves_page(const noc_sheet *sheet, const noc_curves *curves, bool *missing,
                           noc_diag *diag)
{
    char *svg = NULL;
    char title[NOC_CURVES_TITLE];
    noc_status status = noc_curves_svg(curves, &svg, missing, diag);
    if (status != NOC_OK) return status;
    noc_curves_title(curves, title);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_plot(sheet->out, svg, title);
    free(svg);
    status = put_table(sheet, curves, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
