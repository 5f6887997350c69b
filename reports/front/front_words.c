#include "reports/front/front_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reports/writers/memory_text.h"

const char noc_front_knee_words[] =
    "the design of the front with the largest sum of objectives, each scaled from 0 (worst of the "
    "front) to 1 (best)";

noc_front_summary noc_front_summarize(const noc_candidates *all)
{
    noc_front_summary s = {
        .knee = noc_front_knee(all->points, all->marks, all->racing, all->objectives.count)};
    if (s.knee == all->racing) s.knee = all->count;
    for (size_t d = 0; d < NOC_OBJECTIVES_MOST; d++) s.best[d] = all->count;
    for (size_t i = 0; i < all->racing; i++) {
        const noc_front_mark *mark = &all->marks[i];
        s.on_front += mark->by_value;
        s.certain += mark->membership == NOC_FRONT_CERTAIN;
        s.possible += noc_candidate_possible(all, i);
        for (size_t d = 0; mark->by_value && d < all->objectives.count; d++)
            if (s.best[d] == all->count ||
                all->points[i].value[d] > all->points[s.best[d]].value[d])
                s.best[d] = i;
    }
    if (s.on_front <= 2) s.knee = all->count; /* a front of two designs has no knee */
    return s;
}

char *noc_front_count_words(const noc_candidates *all, const noc_front_summary *s)
{
    char *text = NULL, more[80] = "", certain[80];
    if (s->possible)
        snprintf(more, sizeof more, "; %s more are possibly on it",
                 noc_grouped_of(s->possible).text);
    if (s->certain == s->on_front)
        snprintf(certain, sizeof certain, "certainly so");
    else if (s->certain)
        snprintf(certain, sizeof certain, "%s of them certainly so",
                 noc_grouped_of(s->certain).text);
    else
        snprintf(certain, sizeof certain, "within the intervals none of them certainly so");
    if (asprintf(&text, "%s of %s designs %s on the front by value, %s%s.",
                 noc_grouped_of(s->on_front).text, noc_grouped_of(all->count).text,
                 s->on_front == 1 ? "is" : "are", certain, more) < 0)
        return NULL;
    return text;
}

noc_figure noc_front_reached(const noc_reaches *r)
{
    noc_figure f;
    const double least = round(r->least_mhz), most = round(r->most_mhz);
    if (least == most)
        snprintf(f.text, sizeof f.text, "%.0f MHz", least);
    else
        snprintf(f.text, sizeof f.text, "%.0f to %.0f MHz", least, most);
    return f;
}

/* Writes a space unless the text is empty. */
static void begin_sentence(FILE *out)
{
    if (ftell(out) > 0) fputc(' ', out);
}

static void put_beyond(FILE *out, const noc_candidates *all)
{
    const size_t beyond = all->reaches.counts[NOC_REACH_BEYOND];
    const bool one = beyond == 1;
    if (beyond == 0) return;
    begin_sentence(out);
    fprintf(out, "%s of %s designs %s above the clock that %s routers reach (%s)",
            noc_grouped_of(beyond).text, noc_grouped_of(all->count).text, one ? "runs" : "run",
            one ? "its" : "their", noc_front_reached(&all->reaches).text);
    if (all->allowed.overclock)
        fputs("; --allow-overclock lets them on the front.", out);
    else
        fprintf(out, " and %s off the front (--allow-overclock puts %s on).", one ? "is" : "are",
                one ? "it" : "them");
}

/* Writes the number of designs with unpriced parts, if other designs have none. */
static void put_unpriced(FILE *out, const noc_candidates *all)
{
    const bool one = all->unpriced == 1;
    if (all->unpriced == 0) return;
    begin_sentence(out);
    fprintf(out, "%s of %s designs %s what no source prices: %s",
            noc_grouped_of(all->unpriced).text, noc_grouped_of(all->count).text,
            one ? "has" : "have", all->unpriced_first);
    if (all->allowed.unpriced)
        fputs("; --allow-unpriced lets them on the front.", out);
    else
        fprintf(out, ", and %s off the front (--allow-unpriced puts %s on).", one ? "is" : "are",
                one ? "it" : "them");
}

static void put_unknown(FILE *out, const noc_candidates *all)
{
    const size_t unknown = all->reaches.counts[NOC_REACH_UNKNOWN];
    if (unknown == 0) return;
    begin_sentence(out);
    fprintf(out, "Of %s the clock that the routers reach is not known; %s on the front.",
            unknown == all->count ? "all designs" : noc_grouped_of(unknown).text,
            unknown == 1 ? "it may be" : "they may be");
}

char *noc_front_barred_words(const noc_candidates *all)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_beyond(out, all);
    put_unpriced(out, all);
    put_unknown(out, all);
    return noc_memory_text(out, &text);
}

/* Returns a value with four digits; intervals are too wide for more. */
static noc_figure short_figure(double value)
{
    const double size = fabs(value);
    const int before = size >= 1.0 && size < 1e9 ? (int)log10(size) + 1 : 0;
    return noc_figure_of(value, before < 4 ? 4 - before : 0);
}

noc_figure noc_front_figure(const noc_candidates *all, size_t candidate, size_t objective)
{
    const noc_metric_id id = all->objectives.list[objective].metric;
    const noc_metric m = noc_candidate_metric(all, &all->list[candidate], id, NULL);
    const double half = 50.0 * (m.hi - m.lo) / fabs(m.value);
    const noc_figure value = short_figure(m.value);
    noc_figure f = value;
    if (isfinite(half) && half > 0.0)
        snprintf(f.text, sizeof f.text, "%.30s (±%.*f%%)", value.text, half < 2.0, half);
    return f;
}

static void put_figure(FILE *out, const noc_candidates *all, size_t i, size_t objective, bool named)
{
    const noc_metric_id id = all->objectives.list[objective].metric;
    const char *unit = noc_metric_info_of(id)->unit;
    const noc_figure f = noc_front_figure(all, i, objective);
    const int value = (int)strcspn(f.text, " ");
    if (named) fprintf(out, ", %s ", noc_label_without_unit(id).text);
    fprintf(out, "%.*s%s%s%s", value, f.text, *unit ? " " : "", unit, f.text + value);
}

char *noc_front_figures(const noc_candidates *all, size_t candidate, size_t first)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    put_figure(out, all, candidate, first, false);
    for (size_t d = 0; d < all->objectives.count; d++)
        if (d != first) put_figure(out, all, candidate, d, true);
    return noc_memory_text(out, &text);
}

const char *noc_front_load_words(const char *task, char *text, size_t size)
{
    if (strncmp(task, "load ", 5) == 0)
        snprintf(text, size, "Latencies and delivered data: at the load %s%s.", task + 5,
                 task[5 + strspn(task + 5, "0123456789.e+-")] ? "" : " flits/cycle and node");
    else
        snprintf(text, size,
                 "Latencies and delivered data: at the closed-loop operating point of designs that "
                 "name a workload; others have none (the space file names no load).");
    return text;
}
