#include "reports/curve/curve_page.h"

#include <stdlib.h>

#include "reports/curve/curve.h"
#include "reports/curve/curve_picture.h"
#include "reports/drawings/picture_page.h"

/* The table that a terminal shows. */
static noc_status put_table(const noc_sheet *sheet, const noc_curves *curves, noc_diag *diag)
{
    noc_inner_sheet inner;
    noc_status status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_report_curves(&inner.sheet, curves, diag);
    return noc_picture_page_unfold(sheet->out, "The figures", &inner, status, diag);
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
