#include "reports/words/change.h"

#include <string.h>

#include "reports/writers/json.h"
#include "reports/writers/sheet.h"

noc_contrast noc_change_find(const noc_estimate *a, const noc_estimate *b, noc_metric_id id)
{
    const noc_contrast_side base = noc_contrast_side_make(a), side = noc_contrast_side_make(b);
    noc_contrast c = noc_contrast_compare(&base, &side, id);
    if (!c.reason && c.lo == c.hi)
        c.is_indistinct = strcmp(noc_metric_figure(a, id).text, noc_metric_figure(b, id).text) == 0;
    return c;
}

noc_figure noc_change_figure(const noc_contrast *c)
{
    noc_figure figure = noc_percent_figure(c->change);
    if (c->is_indistinct && c->change != 0.0)
        strncat(figure.text, NOC_WITHIN_MARK, sizeof figure.text - strlen(figure.text) - 1);
    return figure;
}

void noc_text_within_note(const noc_sheet *sheet)
{
    noc_text_paragraph(sheet,
                       NOC_WITHIN_MARK " indistinguishable: the interval of the change holds 0%%.");
}

static json_t *make_change_object(const noc_contrast *c)
{
    json_t *object = json_object();
    noc_json_set_real(object, "change", c->change);
    noc_json_set_real(object, "lo", c->lo);
    noc_json_set_real(object, "hi", c->hi);
    json_object_set_new(object, "indistinguishable",
                        c->reason ? json_null() : json_boolean(c->is_indistinct));
    if (c->reason) noc_json_set_text(object, "why", c->reason);
    return object;
}

json_t *noc_json_changes_object(const noc_estimate *base, const noc_estimate *e)
{
    json_t *object = json_object();
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_contrast c = noc_change_find(base, e, (noc_metric_id)i);
        json_object_set_new(object, noc_metric_info_of((noc_metric_id)i)->name,
                            make_change_object(&c));
    }
    return object;
}
