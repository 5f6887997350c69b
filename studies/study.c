#include "studies/study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for one more of `size` bytes behind `count`; grows where that is a power of two. */
static void *grown(void *list, size_t count, size_t size, bool *failed)
{
    if (count & (count - 1)) return list;
    void *more = reallocarray(list, count ? 2 * count : 1, size);
    if (!more) *failed = true;
    return more ? more : list;
}

size_t noc_study_add_series(noc_study *s, const char *name, noc_study_look look, unsigned panel)
{
    if (s->series_count == NOC_STUDY_SERIES) return 0;
    s->series[s->series_count].name = name;
    s->series[s->series_count].look = look;
    s->series[s->series_count].panel = panel;
    return s->series_count++;
}

void noc_study_add_band(noc_study *s, unsigned panel, double lo, double hi, const char *text)
{
    if (s->band_count == NOC_STUDY_SERIES) return;
    s->bands[s->band_count].panel = panel;
    s->bands[s->band_count].lo = lo;
    s->bands[s->band_count].hi = hi;
    s->bands[s->band_count++].text = text;
}

void noc_study_add_row(noc_study *s, const char *name)
{
    s->rows = grown(s->rows, s->row_count, sizeof *s->rows, &s->failed);
    if (!s->failed) s->rows[s->row_count++] = (noc_study_row){.name = name};
}

static noc_study_point *add(noc_study *s, size_t series, double x, double y)
{
    static noc_study_point lost;
    s->points = grown(s->points, s->point_count, sizeof *s->points, &s->failed);
    if (s->failed) return &lost;
    noc_study_point *p = &s->points[s->point_count++];
    *p = (noc_study_point){series, s->row_count ? s->row_count - 1 : 0, x, y, NAN, NAN, 0, ""};
    return p;
}

void noc_study_add_value(noc_study *s, size_t series, double value, int digits)
{
    noc_study_point *p = add(s, series, value, NAN);
    snprintf(p->text, sizeof p->text, "%.*f", digits, value);
}

void noc_study_add_published(noc_study *s, size_t series, const char *text, bool is_change)
{
    noc_study_point *p = add(s, series, NAN, NAN);
    const char *digits = text + strcspn(text, "+-0123456789");
    char *end = NULL;
    const double value = strtod(digits, &end);
    if (end != digits) p->x = is_change ? 1.0 + value / 100.0 : value;
    if (*text == '<' || *text == '>') p->bound = *text;
    snprintf(p->text, sizeof p->text, "%s%s", text, is_change ? " %" : "");
}

void noc_study_add_point(noc_study *s, size_t series, double x, double y)
{
    snprintf(add(s, series, x, y)->text, sizeof s->points->text, "%g", y);
}

void noc_study_note_row(noc_study *s, const char *format, ...)
{
    va_list values;
    if (s->row_count == 0) return;
    noc_study_row *row = &s->rows[s->row_count - 1];
    va_start(values, format);
    vsnprintf(row->note, sizeof row->note, format, values);
    va_end(values);
}

noc_table *noc_study_add_part(noc_study *s, const char *format, ...)
{
    s->parts = grown(s->parts, s->part_count, sizeof *s->parts, &s->failed);
    if (s->failed) return NULL;
    noc_study_part *part = &s->parts[s->part_count++];
    *part = (noc_study_part){.words = NULL};
    va_list values;
    va_start(values, format);
    if (vasprintf(&part->words, format, values) < 0) part->words = NULL;
    va_end(values);
    s->failed = !part->words;
    return &part->table;
}

void noc_study_clear(noc_study *s)
{
    for (size_t i = 0; i < s->part_count; i++) {
        free(s->parts[i].words);
        noc_table_clear(&s->parts[i].table);
    }
    free(s->parts);
    noc_table_clear(&s->data);
    free(s->rows);
    free(s->points);
    noc_table_clear(&s->table);
    *s = (noc_study){.rows = NULL};
}
