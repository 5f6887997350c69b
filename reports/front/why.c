#include "reports/front/why.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/front/front_order.h"
#include "reports/words/figure.h"
#include "reports/words/overrides.h"
#include "reports/writers/say.h"
#include "reports/writers/table_print.h"

enum { DOMINATORS_SHOWN = 10 };

static const char *standing_of(noc_membership membership)
{
    switch (membership) {
    case NOC_FRONT_CERTAIN:
        return "Certainly on the front";
    case NOC_FRONT_POSSIBLE:
        return "Possibly on the front";
    default:
        return "Not on the front";
    }
}

/* How many designs dominate it. */
static void tell_dominators(const noc_sheet *sheet, const noc_candidates *all, size_t design)
{
    const size_t dimensions = all->objectives.count;
    const noc_front_point *own = &all->points[design];
    size_t dominators = 0, surely = 0;
    for (size_t i = 0; i < all->count; i++) {
        dominators += noc_dominates(all->points[i].value, own->value, dimensions);
        surely += i != design && noc_dominates(all->points[i].worst, own->best, dimensions);
    }
    noc_text_say(
        sheet,
        "%s; %zu designs dominate it by value, %zu of them even if both are at their unlucky "
        "ends.",
        standing_of(all->marks[design].membership), dominators, surely);
}

/* A dominator: its objectives, the changes to them, and what differs. */
static void add_dominator(noc_table *table, const noc_candidates *all, size_t design,
                          size_t dominator)
{
    char id[NOC_SHORT_ID_CHARS + 3], text[400];
    const noc_front_point *own = &all->points[design], *p = &all->points[dominator];
    const noc_entry *e = noc_candidate_entry(&all->list[dominator]);
    noc_table_cell(table, "%s", noc_short_id(e, id));
    for (size_t d = 0; d < all->objectives.count; d++) {
        const int digits = noc_metric_info_of(all->objectives.list[d].metric)->digits;
        const double value = fabs(p->value[d]);
        noc_table_cell(table, "%s\t%s", noc_figure_of(value, digits).text,
                       noc_percent(noc_change_of(value, fabs(own->value[d]))).text);
    }
    noc_overrides common = {0};
    noc_overrides_see(&common, noc_candidate_entry(&all->list[design])->overrides);
    noc_overrides_see(&common, e->overrides);
    noc_overrides_differing(&common, e->overrides, text, sizeof text);
    noc_overrides_clear(&common);
    noc_table_cell(table, "%s", text);
}

static noc_status print_dominators(const noc_sheet *sheet, const noc_candidates *all,
                                   const noc_front_order *o, size_t design, noc_diag *diag)
{
    const size_t dimensions = all->objectives.count;
    char headers[NOC_OBJECTIVES_MOST][120];
    noc_table table = {0};
    noc_status status = NOC_OK;
    noc_table_column(&table, NOC_ALIGN_LEFT, "dominated by");
    for (size_t d = 0; d < dimensions; d++) {
        noc_front_header(all->objectives.list[d].metric, headers[d], sizeof headers[d]);
        noc_table_column(&table, NOC_ALIGN_POINT, headers[d]);
    }
    noc_table_column(&table, NOC_ALIGN_LEFT, "what differs");
    for (size_t i = 0; i < o->count && table.row_count < DOMINATORS_SHOWN; i++)
        if (noc_dominates(all->points[o->list[i]].value, all->points[design].value, dimensions))
            add_dominator(&table, all, design, o->list[i]);
    if (table.row_count > 0) {
        noc_text_say(sheet, "Of the front:");
        status = noc_table_print(&table, sheet->out, sheet->width, diag);
    }
    noc_table_clear(&table);
    return status;
}

noc_status noc_report_why(const noc_sheet *sheet, const noc_candidates *all, size_t design,
                          noc_diag *diag)
{
    const noc_entry *e = noc_candidate_entry(&all->list[design]);
    char id[NOC_SHORT_ID_CHARS + 3], text[400];
    noc_front_order o;
    noc_status status = noc_front_members(all, false, &o, diag);
    if (status != NOC_OK) return status;
    noc_overrides_text(e->overrides, text, sizeof text);
    noc_text_say(sheet, "%s: %s", noc_short_id(e, id), text);
    tell_dominators(sheet, all, design);
    status = print_dominators(sheet, all, &o, design, diag);
    free(o.list);
    return status;
}
