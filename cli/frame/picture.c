#include "cli/frame/picture.h"

#include "cli/frame/page.h"
#include "reports/writers/plots/gnuplot.h"

noc_picture noc_picture_wanted(const noc_request *r)
{
    static const char *const suffixes[NOC_PICTURES] = {"", ".svg", ".pdf", ".png", ".html"};
    if (r->format == NOC_FORMAT_SVG) return NOC_PICTURE_SVG;
    for (int i = NOC_PICTURE_SVG; i < NOC_PICTURES && !r->format_given; i++)
        if (noc_output_ends_in(r, suffixes[i])) return (noc_picture)i;
    return NOC_PICTURE_NONE;
}

noc_status noc_picture_need_gnuplot(const noc_request *r, bool *missing, noc_diag *diag)
{
    *missing = !noc_gnuplot_is_there();
    if (!*missing) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, (noc_place){r->output, 0},
                    "gnuplot not found, which draws it (apt install gnuplot-nox)");
}
