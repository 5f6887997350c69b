/* reports/component.h: what one router or one link costs, in all formats. */
#ifndef NOC_REPORTS_COMPONENT_H
#define NOC_REPORTS_COMPONENT_H

#include "power_area/clock.h"
#include "power_area/link.h"
#include "reports/writers/sheet.h"

enum { NOC_REMARKS_MAX = 4, NOC_REMARK_CHARS = 200 };

typedef struct noc_component_answer {
    bool is_link;
    noc_process process;
    double clock_mhz;
    noc_router_shape shape; /* a link: flit_bits only */
    double length_mm;
    noc_router_cost router;
    noc_clock clock;
    noc_link_cost link;
    double max_clock_mhz;
    double
        spread; /* intervals reach from 1/(1 + spread) to 1 + spread times a figure; 0: measured */
    char remarks[NOC_REMARKS_MAX][NOC_REMARK_CHARS];
    int remark_count;
} noc_component_answer;

noc_status noc_report_component(const noc_sheet *sheet, const noc_component_answer *answer,
                                noc_diag *diag);

#endif
