#include "reports/words/change.h"

#include <string.h>

#include "reports/writers/json.h"
#include "reports/writers/sheet.h"

noc_contrast noc_compared(const noc_estimate *a, const noc_estimate *b, noc_metric_id id)
{
    const noc_side base = noc_side_of(a), side = noc_side_of(b);
    noc_contrast c = noc_contrast_of(&base, &side, id);
    if (!c.why && c.lo == c.hi)
        c.within = strcmp(noc_metric_figure(a, id).text, noc_metric_figure(b, id).text) == 0;
    return c;
}

noc_figure noc_change_figure(const noc_contrast *c)
{
    noc_figure figure = noc_percent(c->change);
    if (c->within && c->change != 0.0)
        strncat(figure.text, NOC_WITHIN_MARK, sizeof figure.text - strlen(figure.text) - 1);
    return figure;
}

void noc_text_within(const noc_sheet *sheet)
{
    noc_text_say(sheet,
                 NOC_WITHIN_MARK " indistinguishable: the interval of the change holds 0%%.");
}

static json_t *change_object(const noc_contrast *c)
{
    json_t *object = json_object();
    json_object_set_new(object, "change", noc_json_real(c->change));
    json_object_set_new(object, "lo", noc_json_real(c->lo));
    json_object_set_new(object, "hi", noc_json_real(c->hi));
    json_object_set_new(object, "indistinguishable",
                        c->why ? json_null() : json_boolean(c->within));
    if (c->why) json_object_set_new(object, "why", noc_json_text(c->why));
    return object;
}

json_t *noc_json_changes(const noc_estimate *base, const noc_estimate *e)
{
    json_t *object = json_object();
    for (int i = 0; i < NOC_METRICS; i++) {
        const noc_contrast c = noc_compared(base, e, (noc_metric_id)i);
        json_object_set_new(object, noc_metric_info_of((noc_metric_id)i)->name, change_object(&c));
    }
    return object;
}
