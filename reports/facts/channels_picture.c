#include "reports/facts/channels_picture.h"

#include <math.h>

#include "reports/drawings/picture_page.h"
#include "reports/drawings/svg.h"
#include "reports/facts/channels.h"
#include "reports/words/figure.h"
#include "reports/words/load_words.h"

enum { WORDS = NOC_LOAD_WORDS + 120 };

/* " at load 0.03 flits/cycle per injecting node, 26.3 GB/s of payload" */
static void load_words(const noc_sheet *sheet, const noc_estimate *e, char words[WORDS])
{
    char load[NOC_LOAD_WORDS];
    const noc_metric *offered = &e->metrics[NOC_METRIC_offered_gb_per_s];
    noc_text_load(sheet, e, 1, load);
    int used = snprintf(words, WORDS, "%s", load);
    if (isfinite(offered->value))
        used += snprintf(words + used, WORDS - (size_t)used, ", %s GB/s of payload",
                         noc_metric_figure(e, NOC_METRIC_offered_gb_per_s).text);
    if (noc_answer_grows(e->answer))
        snprintf(words + used, WORDS - (size_t)used, "; more than the network takes");
}

noc_status noc_channels_draw(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *e, noc_diag *diag)
{
    char words[WORDS];
    load_words(sheet, e, words);
    const noc_svg_heat heat = noc_svg_heat_of(e->channels, words);
    return noc_svg_draw_hot(system, &heat, sheet->out, diag);
}

noc_status noc_channels_page(const noc_sheet *sheet, const noc_system *system,
                             const noc_estimate *e, noc_diag *diag)
{
    char title[300];
    noc_inner_sheet inner;
    snprintf(title, sizeof title, "%.200s: how busy channels are", e->design->name);
    noc_picture_page_begin(sheet->out, title);
    noc_picture_page_open(sheet->out, title);
    noc_status status = noc_channels_draw(sheet, system, e, diag);
    noc_picture_page_close(sheet->out);
    if (status == NOC_OK) status = noc_picture_page_fold(sheet, &inner, diag);
    if (status != NOC_OK) return status;
    status = noc_text_channels(&inner.sheet, e, 1, diag);
    status = noc_picture_page_unfold(sheet->out, "The busiest channels", &inner, status, diag);
    noc_picture_page_end(sheet->out, &sheet->run);
    return status;
}
