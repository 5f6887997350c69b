#include "studies/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Largest difference of model and sample that counts as agreement, points. */
static const double unchanged_points = 3.0;

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Returns the tally of a paper and kind; a new tally is added at the end, where there is room. */
static noc_tally *find_tally(noc_tally *list, size_t *count, const char *paper, const char *kind)
{
    for (size_t i = 0; i < *count; i++)
        if (is_same_text(list[i].paper, paper) && is_same_text(list[i].kind, kind)) return &list[i];
    list[*count] = (noc_tally){.paper = paper, .kind = kind};
    return &list[(*count)++];
}

static void add_verdict(noc_tally *t, noc_verdict verdict)
{
    t->verdict_counts[verdict]++;
    t->count++;
}

/* Counts verdicts; rows of a paper are consecutive in the file. */
noc_tally *noc_tally_rows(const noc_judged_rows *rows, bool by_kind, size_t *count)
{
    noc_tally *list = calloc(2 * rows->count + 2, sizeof *list);
    noc_tally total_tally = {.count = 0};
    size_t papers = 0;
    *count = 0;
    if (!list) return NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const noc_judged_row *j = &rows->list[i];
        papers += i == 0 || !is_same_text(j->row->paper, rows->list[i - 1].row->paper);
        add_verdict(find_tally(list, count, j->row->paper, NULL), j->verdict);
        if (by_kind) add_verdict(find_tally(list, count, j->row->paper, j->row->kind), j->verdict);
        add_verdict(&total_tally, j->verdict);
    }
    if (papers > 1) list[(*count)++] = total_tally;
    return list;
}

/* ---- changes -------------------------------------------------------------------------------- */

static bool is_performance(const char *kind)
{
    static const char *const kinds[] = {"speedup",   "throughput", "latency", "power",
                                        "frequency", "energy",     "ipc",     "traffic"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i], kind) == 0) return true;
    return false;
}

static bool is_compared_change(const noc_judged_row *j)
{
    const noc_printed p = noc_printed_read_row(j->row);
    return noc_verdict_is_counted(j->verdict) && is_performance(j->row->kind) &&
           (p.is_change || p.is_ratio) && j->kind == NOC_EXPRESSION_NUMBER;
}

bool noc_judged_is_change(const noc_judged_row *j)
{
    return is_compared_change(j) && noc_printed_read_row(j->row).form == NOC_PRINTED_NUMBER &&
           strcmp(j->row->judge, "direction") != 0 && strcmp(j->row->judge, "up-to") != 0;
}

static void add_change(noc_changes *c, const noc_judged_row *j)
{
    const noc_printed p = noc_printed_read_row(j->row);
    const noc_estimated_figure *ours = noc_judged_find_figure(j);
    const double published_change = noc_printed_change(&p, p.lo);
    c->count++;
    c->mean_difference += fabs(noc_printed_change(&p, ours->term.number) - published_change);
    c->mean_published_change += fabs(published_change);
    c->near_rows += j->verdict <= NOC_VERDICT_WITHIN_10;
    c->unchanged_near_rows += noc_printed_is_unchanged(j->row);
    c->right_rows += j->verdict <= NOC_VERDICT_DIRECTION;
}

static void add_agreement(noc_changes *c, const noc_judged_row *j)
{
    const double gap = noc_judged_method_gap(j);
    const noc_printed p = noc_printed_read_row(j->row);
    if (isnan(gap)) return;
    c->sampled_rows++;
    c->agreeing_rows += noc_printed_change(&p, j->model_figure.term.number) *
                                noc_printed_change(&p, j->sample_figure.term.number) >
                            0.0 ||
                        fabs(gap) <= unchanged_points;
}

noc_changes noc_tally_changes(const noc_judged_rows *rows)
{
    noc_changes c = {.count = 0};
    for (size_t i = 0; i < rows->count; i++) {
        const noc_judged_row *j = &rows->list[i];
        if (!is_compared_change(j)) continue;
        add_agreement(&c, j);
        if (noc_judged_is_change(j)) {
            add_change(&c, j);
        } else {
            c.bound_rows++;
            c.right_bound_rows += j->verdict != NOC_VERDICT_WRONG;
        }
    }
    if (c.count) {
        c.mean_difference /= (double)c.count;
        c.mean_published_change /= (double)c.count;
    }
    return c;
}

/* ---- answers -------------------------------------------------------------------------------- */

static int compare_answers(const void *a, const void *b)
{
    const noc_published *x = *(const noc_published *const *)a;
    const noc_published *y = *(const noc_published *const *)b;
    const int questions = strcmp(x->asks, y->asks);
    return questions ? questions : strcmp(x->expression, y->expression);
}

size_t noc_tally_count_answers(const noc_judged_rows *rows)
{
    NOC_AUTO_FREE const noc_published **list = calloc(rows->count + 1, sizeof *list);
    size_t count = 0, different = 0;
    if (!list) return 0;
    for (size_t i = 0; i < rows->count; i++)
        if (noc_verdict_is_counted(rows->list[i].verdict)) list[count++] = rows->list[i].row;
    qsort(list, count, sizeof *list, compare_answers);
    for (size_t i = 0; i < count; i++)
        different += i == 0 || compare_answers(&list[i - 1], &list[i]) != 0;
    return different;
}
