/* reports/svg_stages.h: networks of switches, from left to right: nodes that send, switches stage
 * by stage, nodes that get. */
#ifndef NOC_REPORTS_SVG_STAGES_H
#define NOC_REPORTS_SVG_STAGES_H

#include "reports/svg_panel.h"

void noc_svg_stages_measure(noc_svg_panel *panel);
noc_status noc_svg_stages_draw(const noc_svg_panel *panel, noc_diag *diag);

#endif
