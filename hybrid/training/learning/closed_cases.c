#include "hybrid/training/learning/closed_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/affix.h"
#include "base/auto.h"
#include "base/config_file.h"
#include "design/memory/replies.h"
#include "hybrid/answers/memory_part.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"

static const char header[] =
    "set,use,design,overrides,ipc,half_width,cores_issuing,memory_stalled,"
    "dram_full,inputs_full,request_latency,reply_latency,channel_utilization,row_hit_rate,"
    "bank_parallelism,dram_utilization,round_trip,outstanding,memory_blocked,absorbed,entries_used,"
    "coalesced,burst_share,burst_wait,normal_wait,read_requests,redundant";
static const char training_use[] = "learn", test_use[] = "test"; /* values of the column "use" */
enum {
    TEXTS = 4,
    FIGURES = 23,
    FIGURES_MIN = 9, /* figures in every row; older tables have no further ones */
    /* figures that are never empty; the next one is empty for ideal networks without channels */
    REQUIRED_FIGURES = 8,
};

/* Lists the places of a row's figures, in the order of columns. */
static void list_figures(noc_closed_case *c, double *figures[FIGURES])
{
    noc_sample *s = &c->sample;
    double *const places[FIGURES] = {
        &c->ipc,
        &c->half_width,
        &s->cores_issuing,
        &s->memory_stalled,
        &s->dram_full,
        &s->inputs_full,
        &s->quantities[NOC_SAMPLE_REQUEST_LATENCY].mean,
        &s->quantities[NOC_SAMPLE_REPLY_LATENCY].mean,
        &s->utilization,
        &s->row_hit_rate,
        &s->bank_parallelism,
        &s->dram_used,
        &s->quantities[NOC_SAMPLE_ROUND_TRIP].mean,
        &s->mshrs_used,
        &s->memory_blocked,
        &s->absorbed,
        &s->entries_used,
        &s->replies.group,
        &s->replies.bursts,
        &s->replies.burst_wait,
        &s->replies.normal_wait,
        &s->read_requests,
        &s->redundant,
    };
    memcpy(figures, places, sizeof places);
}

/* ---- reading -------------------------------------------------------------------------------- */

static noc_status report_fault(noc_diag *diag, const char *path, int line, const char *text)
{
    return noc_fail(diag, NOC_EINPUT, (noc_place){path, line}, "%s (%s)", text, header);
}

/* Reads a figure; NAN for an empty or missing field. */
static bool read_figure(const char *field, double *figure)
{
    char *end;
    *figure = NAN;
    if (!field || !*field) return true;
    *figure = strtod(field, &end);
    return !*end;
}

/* Reads the next field, without quotes around it and with doubled quotes halved (RFC 4180). NULL:
 * none. */
static char *read_field(char **rest)
{
    char *field = *rest, *output = field;
    if (!field || *field != '"') return strsep(rest, ",");
    const char *input = field + 1;
    for (; *input && (*input != '"' || input[1] == '"'); input++) {
        input += *input == '"';
        *output++ = *input;
    }
    if (*input == '"') input++;
    *rest = *input == ',' ? field + (input + 1 - field) : NULL;
    *output = '\0';
    return field;
}

static bool read_case(char *line, noc_closed_case *c)
{
    char *rest = line, *fields[TEXTS + FIGURES];
    double *figures[FIGURES];
    for (size_t i = 0; i < TEXTS + FIGURES; i++) fields[i] = read_field(&rest);
    if (!fields[TEXTS + FIGURES_MIN - 1] || rest) return false;
    list_figures(c, figures);
    for (size_t i = 0; i < FIGURES; i++) {
        if (!read_figure(fields[TEXTS + i], figures[i])) return false;
        if (i < REQUIRED_FIGURES && isnan(*figures[i])) return false;
    }
    c->set = fields[0];
    c->design = fields[2];
    c->is_training = strcmp(fields[1], training_use) == 0;
    if (!c->is_training && strcmp(fields[1], test_use) != 0) return false;
    for (char *words = fields[3], *word; (word = strsep(&words, " "));) {
        if (c->override_count == NOC_CLOSED_OVERRIDES_MAX) return false;
        c->overrides[c->override_count++] = word;
    }
    return c->ipc > 0.0;
}

bool noc_closed_case_equals(const noc_closed_case *a, const noc_closed_case *b)
{
    if (strcmp(a->design, b->design) != 0 || a->override_count != b->override_count) return false;
    for (size_t i = 0; i < a->override_count; i++)
        if (strcmp(a->overrides[i], b->overrides[i]) != 0) return false;
    return true;
}

static noc_status add_case(noc_closed_cases *cases, const char *line, const char *path, int number,
                           noc_diag *diag)
{
    noc_closed_case *grown =
        noc_arena_resize(&cases->arena, cases->list, cases->count + 1, sizeof *grown);
    if (!grown) return noc_fail_memory(diag);
    cases->list = grown;
    char *copy = noc_arena_string(&cases->arena, line);
    if (!copy) return noc_fail_memory(diag);
    noc_closed_case *c = &grown[cases->count++];
    *c = (noc_closed_case){.set = NULL};
    if (!read_case(copy, c)) return report_fault(diag, path, number, "not the fields of a case");
    for (size_t i = 0; i + 1 < cases->count; i++)
        if (noc_closed_case_equals(&grown[i], c))
            return report_fault(diag, path, number, "a case that is there twice");
    return NOC_OK;
}

noc_status noc_closed_cases_read(const char *path, noc_closed_cases *cases, noc_diag *diag)
{
    FILE *in = fopen(path, "r");
    NOC_AUTO_FREE char *line = NULL;
    size_t room = 0;
    noc_status status = NOC_OK;
    if (!in) return noc_fail(diag, NOC_EINPUT, (noc_place){path, 0}, "cannot be opened");
    for (int number = 1; status == NOC_OK && getline(&line, &room, in) >= 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        /* line 1: the header */
        if (number > 1 && *line) status = add_case(cases, line, path, number, diag);
    }
    fclose(in);
    return status;
}

void noc_closed_cases_clear(noc_closed_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++) {
        noc_closed_forms_clear(&cases->list[i].forms);
        noc_cache_clear(&cases->list[i].kept_results);
        noc_system_free(cases->list[i].system);
        noc_design_free(cases->list[i].compiled_design);
    }
    noc_arena_clear(&cases->arena);
    *cases = (noc_closed_cases){0};
}

/* ---- solving -------------------------------------------------------------------------------- */

static bool has_override(const noc_closed_case *c, const char *start)
{
    for (size_t i = 0; i < c->override_count; i++)
        if (begins_with(c->overrides[i], start)) return true;
    return false;
}

static noc_status read_design(noc_closed_case *c, noc_diag *diag)
{
    char path[200];
    NOC_AUTO_FREE char *text = NULL;
    snprintf(path, sizeof path, "configs/%s.cfg", c->design);
    noc_status status = noc_config_read_text(path, &text, diag);
    if (status != NOC_OK) return status;
    noc_source source = {.path = path, .text = text};
    status = noc_design_read(&source, c->overrides, c->override_count, &c->compiled_design, diag);
    if (status != NOC_OK) return status;
    noc_design *d = c->compiled_design;
    /* the samples were measured with answered writes */
    if (!has_override(c, "memory.write_replies=")) d->memory.write_replies = 1;
    /* loops have no such bytes either (loop_activity.c) */
    if (!noc_has_reply(&d->memory, true)) d->traffic.write_reply_bytes = 0;
    return NOC_OK;
}

static noc_status solve_open(noc_closed_case *c, const noc_calibration *calibration, noc_diag *diag)
{
    noc_status status = read_design(c, diag);
    if (status != NOC_OK) return status;
    c->compiled_design->traffic.read_fraction = c->compiled_design->workload.read_fraction;
    status = noc_system_compile(c->compiled_design, &c->system, diag);
    if (status != NOC_OK) return status;
    noc_model *model = noc_model_new(c->system);
    if (!model) return noc_fail_memory(diag);
    const noc_corrected_model corrected = noc_calibration_correct(c->system, model, calibration);
    noc_open_curve_find(c->system, &corrected, &c->curve);
    c->curve.parts = noc_memory_parts(&c->kept_results);
    noc_model_free(model);
    if (!noc_closed_forms_make(c->system, &c->forms)) return noc_fail_memory(diag);
    c->curve.closed_forms = c->forms;
    return NOC_OK;
}

noc_status noc_closed_cases_solve_open(noc_closed_cases *cases, const noc_calibration *calibration,
                                       noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < cases->count && status == NOC_OK; i++)
        status = solve_open(&cases->list[i], calibration, diag);
    return status;
}

double noc_closed_case_ipc_error(const noc_closed_case *c,
                                 const noc_closed_calibration *calibration, noc_closed_point *point)
{
    noc_closed_point p;
    noc_closed_solve(&c->curve, &c->compiled_design->workload, calibration, &p);
    if (point) *point = p;
    return log(c->ipc / (c->compiled_design->workload.active_threads * p.instructions));
}

double noc_closed_case_error(const noc_closed_case *c, noc_loop_figure figure,
                             const noc_closed_point *p)
{
    const noc_sample *s = &c->sample;
    const double sampled[] = {
#define NOC_LOOP_FIGURE(id, name, sampled, modelled, is_share) sampled,
#include "hybrid/correction/intervals/loop_figures.def"
#undef NOC_LOOP_FIGURE
    };
    const double measured = sampled[figure], model = noc_loop_figure_value(figure, p);
    if (noc_loop_figure_is_share(figure)) return measured - model;
    return measured > 0.0 && model > 0.0 ? log(measured / model) : NAN;
}

/* ---- measuring ------------------------------------------------------------------------------ */

noc_status noc_closed_case_measure(noc_closed_case *c, noc_diag *diag)
{
    static const double precision = 0.02;
    enum {
        LONGEST = 4 * NOC_SAMPLE_MAX_CYCLES
    }; /* needed by far cores of a full mesh, and by hot nodes that change */
    const double threads = c->compiled_design->workload.active_threads;
    const noc_sample_options options = {.precision = precision,
                                        .seed = 1,
                                        .max_cycles = LONGEST,
                                        .workload = &c->compiled_design->workload};
    const noc_status status = noc_sample_at(c->system, 0.0, &options, &c->sample, diag);
    if (status != NOC_OK) return status;
    c->ipc = threads * c->sample.quantities[NOC_SAMPLE_INSTRUCTIONS].mean;
    c->half_width = threads * c->sample.quantities[NOC_SAMPLE_INSTRUCTIONS].half_width;
    return NOC_OK;
}

void noc_closed_case_copy(noc_closed_case *c, const noc_closed_case *other)
{
    c->ipc = other->ipc;
    c->half_width = other->half_width;
    c->sample = other->sample;
}

void noc_closed_print_header(FILE *out)
{
    fprintf(out, "%s\n", header);
}

/* Prints the overrides, in quotes if one contains a comma or a quote. */
static void print_overrides(const noc_closed_case *c, FILE *out)
{
    bool quoted = false;
    for (size_t i = 0; i < c->override_count; i++)
        quoted |= strpbrk(c->overrides[i], ",\"") != NULL;
    if (quoted) fputc('"', out);
    for (size_t i = 0; i < c->override_count; i++) {
        if (i) fputc(' ', out);
        for (const char *at = c->overrides[i]; *at; at++) {
            if (*at == '"') fputc('"', out);
            fputc(*at, out);
        }
    }
    if (quoted) fputc('"', out);
}

void noc_closed_case_print(const noc_closed_case *c, FILE *out)
{
    noc_closed_case copy = *c;
    double *figures[FIGURES];
    list_figures(&copy, figures);
    fprintf(out, "%s,%s,%s,", c->set, c->is_training ? training_use : test_use, c->design);
    print_overrides(c, out);
    for (size_t i = 0; i < FIGURES; i++)
        if (isnan(*figures[i]))
            fputs(",", out);
        else
            fprintf(out, ",%.6g", *figures[i]);
    fprintf(out, "\n");
}
