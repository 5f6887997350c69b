#include "studies/samples.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv_rows.h"
#include "explore/settings/settings.h"

enum column { QUESTION, TASK, DESIGN, WORKLOAD, VERSION, FIGURES, COLUMNS };

static const char *const columns[COLUMNS] = {"question", "task",    "design",
                                             "workload", "version", "figures"};

const char *noc_sample_task_name(noc_sample_task task)
{
    return task == NOC_SAMPLE_POINT ? "point" : "saturation";
}

const noc_stored_sample *noc_samples_find(const noc_samples *samples, const char *question,
                                          noc_sample_task task)
{
    for (size_t i = samples->count; i-- > 0;) {
        const noc_stored_sample *s = samples->list[i];
        if (s->task == task && strcmp(s->question, question) == 0) return s;
    }
    return NULL;
}

static void clear_metrics(noc_stored_sample *s)
{
    for (int id = 0; id < NOC_METRICS; id++)
        s->metrics[id] = (noc_metric){NAN, NAN, NAN, NAN, NULL};
}

noc_stored_sample *noc_samples_add(noc_samples *samples, const char *question, noc_sample_task task)
{
    for (size_t i = 0; i < samples->count; i++) {
        noc_stored_sample *s = samples->list[i];
        if (s->task != task || strcmp(s->question, question) != 0) continue;
        clear_metrics(s);
        return s;
    }
    noc_arena *arena = &samples->memory;
    noc_stored_sample **grown =
        noc_arena_resize(arena, samples->list, samples->count + 1, sizeof *grown);
    if (!grown) return NULL;
    samples->list = grown;
    noc_stored_sample *s = noc_arena_array(arena, 1, sizeof *s);
    if (s) s->question = noc_arena_string(arena, question);
    if (!s || !s->question) return NULL;
    s->task = task;
    clear_metrics(s);
    samples->list[samples->count++] = s;
    return s;
}

/* Reads a finite decimal number up to a ':' or the end, "162.0"; NAN for "". */
static bool read_number(char **text, double *value)
{
    char *word = strsep(text, ":"), *end;
    if (!word || word[strspn(word, "+-.0123456789eE")]) return false;
    *value = *word ? strtod(word, &end) : NAN;
    return !*word || (end != word && *end == '\0' && isfinite(*value));
}

/* Reads a figure, "ipc=163.1:162.0:164.2"; skips unknown metrics. */
static bool read_figure(char *word, noc_stored_sample *s)
{
    noc_metric m = {.confidence = 0.95};
    const char *name = strsep(&word, "=");
    if (!word || !read_number(&word, &m.value) || !read_number(&word, &m.lo) ||
        !read_number(&word, &m.hi) || word)
        return false;
    const int metric = noc_metric_find(name);
    if (metric >= 0) s->metrics[metric] = m;
    return true;
}

static noc_status read_row(const noc_csv_row *row, const char *file, noc_samples *samples,
                           noc_diag *diag)
{
    const noc_place place = {file, row->line};
    char *const *cell = row->cells;
    const bool is_saturation = strcmp(cell[TASK], noc_sample_task_name(NOC_SAMPLE_SATURATION)) == 0;
    if (!is_saturation && strcmp(cell[TASK], noc_sample_task_name(NOC_SAMPLE_POINT)) != 0)
        return noc_fail(diag, NOC_EINPUT, place, "'%s' is no task (point or saturation)",
                        cell[TASK]);
    noc_stored_sample *s = noc_samples_add(
        samples, cell[QUESTION], is_saturation ? NOC_SAMPLE_SATURATION : NOC_SAMPLE_POINT);
    if (!s) return noc_fail_memory(diag);
    snprintf(s->design, sizeof s->design, "%s", cell[DESIGN]);
    snprintf(s->workload, sizeof s->workload, "%s", cell[WORKLOAD]);
    snprintf(s->version, sizeof s->version, "%s", cell[VERSION]);
    for (char *rest = cell[FIGURES], *word; (word = strsep(&rest, " "));)
        if (*word && !read_figure(word, s))
            return noc_fail(diag, NOC_EINPUT, place,
                            "a figure must be METRIC=value:lo:hi, decimal numbers, with empty lo "
                            "and hi for none");
    return NOC_OK;
}

noc_status noc_samples_read(const char *text, const char *file, noc_samples *samples,
                            noc_diag *diag)
{
    noc_csv_rows rows;
    noc_status status = noc_csv_read_rows(text, file, columns, COLUMNS, &rows, diag);
    for (size_t i = 0; status == NOC_OK && i < rows.count; i++)
        status = read_row(&rows.list[i], file, samples, diag);
    noc_csv_rows_clear(&rows);
    return status;
}

static void write_number(FILE *out, char prefix, double value)
{
    fputc(prefix, out);
    if (isfinite(value)) fprintf(out, "%.7g", value);
}

static void write_sample(FILE *out, const noc_stored_sample *s)
{
    const char *separator = "";
    fprintf(out, "\"%s\",%s,%s,%s,%s,", s->question, noc_sample_task_name(s->task), s->design,
            s->workload, s->version);
    for (int id = 0; id < NOC_METRICS; id++) {
        const noc_metric *m = &s->metrics[id];
        if (!isfinite(m->value)) continue;
        fprintf(out, "%s%s", separator, noc_metric_info_of((noc_metric_id)id)->name);
        write_number(out, '=', m->value);
        write_number(out, ':', m->lo);
        write_number(out, ':', m->hi);
        separator = " ";
    }
    fputc('\n', out);
}

/* Writes a new file, which then replaces the old one: if the run is killed, the old file
 * remains. */
noc_status noc_samples_save(const noc_samples *samples, const char *file, noc_diag *diag)
{
    NOC_AUTO_FREE char *new_path = NULL;
    if (asprintf(&new_path, "%s.new", file) < 0) return noc_fail_memory(diag);
    FILE *out = fopen(new_path, "w");
    if (out) {
        for (int i = 0; i < COLUMNS; i++) fprintf(out, "%s%s", i ? "," : "", columns[i]);
        fputc('\n', out);
        for (size_t i = 0; i < samples->count; i++) write_sample(out, samples->list[i]);
    }
    const bool has_failed = !out || ferror(out);
    const bool is_saved = out && fclose(out) == 0 && !has_failed && rename(new_path, file) == 0;
    const char *reason = strerror(errno);
    return is_saved
               ? NOC_OK
               : noc_fail(diag, NOC_EFAILED, (noc_place){file, 0}, "cannot write it (%s)", reason);
}

void noc_samples_clear(noc_samples *samples)
{
    noc_arena_clear(&samples->memory);
    *samples = (noc_samples){.list = NULL};
}
