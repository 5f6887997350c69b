/* Figures of the papers beside ours. Most are changes between two designs, listed in data/reproduce.cfg; te13's
 * Figure 7 is a sweep with an optimum, and has a function of its own. */
#include <libconfig.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/reproduce_cost.h"
#include "cli/reproduction.h"
#include "cli/shipped.h"
#include "hybrid/estimate.h"
#include "network/config_file.h"
#include "network/suggest.h"
#include "reports/plot.h"
#include "reports/text.h"

enum { ANSWERS_MAX = 512, OVERRIDES_MAX = 8, KEY_CHARS = 200 };

/* Both methods' answer about a design with a workload; many rows share one. */
typedef struct answer {
    char key[KEY_CHARS];
    noc_estimate model, sample;
} answer;

typedef struct bench {
    noc_progress progress;
    noc_sampling sampling;
    answer *answers;
    size_t count;
    noc_diag *diag;
} bench;

/* ---- answers -------------------------------------------------------------------------------- */

/* Reads a design with its workload, and settings "key=value key=value" over it. */
static noc_status read_design(const char *name, const char *workload, const char *settings,
                              noc_design **design, noc_diag *diag)
{
    char words[KEY_CHARS], chosen[KEY_CHARS], *rest = words, *path = NULL;
    const char *overrides[OVERRIDES_MAX];
    size_t count = 0;
    noc_source source = {0};
    snprintf(chosen, sizeof chosen, "workload=%s", workload);
    snprintf(words, sizeof words, "%s", settings);
    overrides[count++] = chosen;
    for (char *word; count < OVERRIDES_MAX && (word = strsep(&rest, " "));)
        if (*word) overrides[count++] = word;
    noc_status status = noc_shipped_resolve(name, &path, diag);
    if (status == NOC_OK) status = noc_source_read(path, &source, diag);
    if (status == NOC_OK) status = noc_design_read(&source, overrides, count, design, diag);
    noc_source_clear(&source);
    free(path);
    return status;
}

static noc_status ask_both(bench *b, const noc_design *design, answer *a)
{
    noc_system *system = NULL;
    noc_status status = noc_system_compile(design, &system, b->diag);
    if (status == NOC_OK) status = noc_estimate_model(system, NAN, &a->model, b->diag);
    if (status == NOC_OK)
        status = noc_estimate_sample_closed(system, &b->sampling, &a->sample, b->diag);
    noc_system_free(system);
    return status;
}

/* NULL after a failure, which is told. */
static const answer *answer_of(bench *b, const char *name, const char *workload,
                               const char *settings)
{
    char key[KEY_CHARS];
    noc_design *design = NULL;
    snprintf(key, sizeof key, "%s %s %s", name, workload, settings);
    noc_progress_task(&b->progress, 1.0, name);
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->answers[i].key, key) == 0) return &b->answers[i];
    if (b->count == ANSWERS_MAX) return NULL;
    answer *a = &b->answers[b->count];
    memcpy(a->key, key, sizeof key);
    noc_status status = read_design(name, workload, settings, &design, b->diag);
    if (status == NOC_OK) status = ask_both(b, design, a);
    noc_design_free(design);
    if (status == NOC_EINTERRUPTED)
        noc_fail(b->diag, status, NOC_NOWHERE, "interrupted; nothing was written");
    if (status != NOC_OK) return NULL;
    b->count++;
    return a;
}

/* ---- changes -------------------------------------------------------------------------------- */

static const char *text_of(const config_setting_t *row, const char *key)
{
    const char *text = "";
    config_setting_lookup_string(row, key, &text);
    return text;
}

static noc_metric_id metric_of(const config_setting_t *row)
{
    const char *name = text_of(row, "metric");
    for (int id = 0; id < NOC_METRICS; id++)
        if (strcmp(noc_metric_info_of((noc_metric_id)id)->name, name) == 0)
            return (noc_metric_id)id;
    return NOC_METRIC_ipc;
}

static double ratio(const noc_estimate *e, const noc_estimate *base, noc_metric_id id)
{
    return e->metrics[id].value / base->metrics[id].value;
}

/* Of the applications of a set: the harmonic mean of their speed-ups, as te13 has it. */
typedef struct speed_up {
    double model, sample;
    const char *limit; /* of the application that changes most, measured */
} speed_up;

static noc_status find_speed_up(bench *b, const config_setting_t *row, speed_up *all)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_workload_parts(text_of(row, "workload"), parts);
    const noc_metric_id id = metric_of(row);
    double model = 0.0, sample = 0.0, most = -1.0;
    for (size_t i = 0; i < count; i++) {
        const answer *base = answer_of(b, text_of(row, "base"), parts[i].name, "");
        const answer *other =
            base ? answer_of(b, text_of(row, "design"), parts[i].name, text_of(row, "set")) : NULL;
        if (!other) return noc_diag_status(b->diag);
        const double measured = ratio(&other->sample, &base->sample, id);
        model += parts[i].weight / ratio(&other->model, &base->model, id);
        sample += parts[i].weight / measured;
        if (fabs(measured - 1.0) <= most) continue;
        most = fabs(measured - 1.0);
        all->limit = other->sample.bottleneck.kind;
    }
    all->model = 100.0 * (1.0 / model - 1.0);
    all->sample = 100.0 * (1.0 / sample - 1.0);
    return NOC_OK;
}

static noc_status add_row(bench *b, const config_setting_t *row, noc_table *table)
{
    speed_up all = {.limit = ""};
    const noc_status status = find_speed_up(b, row, &all);
    if (status != NOC_OK) return status;
    noc_table_cell(table, "%s", text_of(row, "what"));
    noc_table_cell(table, "%s", text_of(row, "published"));
    noc_table_cell(table, "%.1f", all.model);
    noc_table_cell(table, "%.1f", all.sample);
    noc_table_cell(table, "%s", all.limit);
    noc_table_cell(table, "%s", text_of(row, "design"));
    noc_table_cell(table, "%s", text_of(row, "base"));
    noc_table_cell(table, "%s", text_of(row, "workload"));
    noc_table_cell(table, "%s", text_of(row, "id"));
    return NOC_OK;
}

static void add_columns(noc_table *table)
{
    noc_table_column(table, NOC_ALIGN_LEFT, "change");
    noc_table_column(table, NOC_ALIGN_RIGHT, "published %");
    noc_table_column(table, NOC_ALIGN_POINT, "model %");
    noc_table_column(table, NOC_ALIGN_POINT, "sample %");
    noc_table_column(table, NOC_ALIGN_LEFT, "limited by");
    noc_table_detail(table, "design");
    noc_table_detail(table, "base");
    noc_table_detail(table, "workload");
    noc_table_detail(table, "id");
}

enum { BAR_COLUMNS = 48 };

static void draw_bar(const char *name, double value, double largest, char mark, FILE *out)
{
    if (!isfinite(value)) return;
    const int length = (int)lround(fabs(value) / largest * BAR_COLUMNS);
    fprintf(out, "  %-9s %s", name, value < 0.0 ? "-" : " ");
    for (int i = 0; i < length; i++) fputc(mark, out);
    fprintf(out, " %.1f\n", value);
}

/* "< 30" and "lost" are no numbers. */
static double number_of(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    return end == text || *end ? NAN : value;
}

/* The same as a picture. */
static void draw_bars(const noc_table *table, FILE *out)
{
    double largest = 1.0;
    for (size_t r = 0; r < table->row_count; r++)
        for (size_t c = 1; c <= 3; c++)
            largest = fmax(largest, fabs(number_of(noc_table_at(table, r, c))));
    for (size_t r = 0; r < table->row_count; r++) {
        fprintf(out, "\n%s\n", noc_table_at(table, r, 0));
        draw_bar("published", number_of(noc_table_at(table, r, 1)), largest, '=', out);
        draw_bar("model", number_of(noc_table_at(table, r, 2)), largest, 'm', out);
        draw_bar("sample", number_of(noc_table_at(table, r, 3)), largest, '#', out);
    }
}

static noc_status print_study(bench *b, const config_setting_t *study, const noc_sheet *sheet)
{
    noc_table table = {0};
    noc_status status = NOC_OK;
    const config_setting_t *rows = config_setting_get_member(study, "rows");
    add_columns(&table);
    for (int i = 0; i < config_setting_length(rows) && status == NOC_OK; i++)
        status = add_row(b, config_setting_get_elem(rows, (unsigned)i), &table);
    if (status == NOC_OK && sheet->format == NOC_FORMAT_TABLE)
        fprintf(sheet->out, "%s\n\n", text_of(study, "title"));
    if (status == NOC_OK) status = noc_report_listing(sheet, &table, b->diag);
    if (status == NOC_OK && sheet->format == NOC_FORMAT_TABLE) {
        draw_bars(&table, sheet->out);
        fputc('\n', sheet->out);
        noc_text_say(sheet, "%s", text_of(study, "note"));
        fputc('\n', sheet->out);
    }
    noc_table_clear(&table);
    return status;
}

/* ---- te13, Figure 7 ------------------------------------------------------------------------- */

static const int limits[] = {2, 4, 6, 8, 10, 11, 12, 14, 16, 18, 21, 24, 30};
enum { LIMITS = sizeof limits / sizeof limits[0] };

/* NoC area grows with the square of the channel's width (te13 3.1); at 12 flits a cycle, the bisection of
 * the mesh with 16-byte channels, it is that of the baseline. */
static double chip_area(const answer *mesh, double flits, double share)
{
    const double noc = mesh->model.metrics[NOC_METRIC_network_area_mm2].value;
    const double rest = mesh->model.metrics[NOC_METRIC_chip_area_mm2].value - noc;
    return rest + share * noc * (flits / 12.0) * (flits / 12.0);
}

typedef struct limit_study {
    double ratio[LIMITS];                 /* of the network's bandwidth to that of the DRAM */
    double model[LIMITS], sample[LIMITS]; /* IPC, % of an unlimited network's */
    double per_area[LIMITS],
        per_third[LIMITS]; /* sampled IPC per area, % of the best; with a third of the area */
} limit_study;

static double largest(const double *values)
{
    double most = values[0];
    for (int i = 1; i < LIMITS; i++) most = fmax(most, values[i]);
    return most;
}

static double ratio_at_largest(const limit_study *s, const double *values)
{
    int best = 0;
    for (int i = 1; i < LIMITS; i++)
        if (values[i] > values[best]) best = i;
    return s->ratio[best];
}

static noc_status measure_limits(bench *b, limit_study *s)
{
    const answer *free_network = answer_of(b, "te13-ideal", "te13-all", "");
    const answer *mesh = free_network ? answer_of(b, "te13-baseline", "te13-all", "") : NULL;
    if (!mesh) return noc_diag_status(b->diag);
    const noc_metric_id ipc = NOC_METRIC_ipc;
    for (int i = 0; i < LIMITS; i++) {
        char settings[60];
        snprintf(settings, sizeof settings, "network.flits_per_cycle=%d", limits[i]);
        const answer *a = answer_of(b, "te13-bwlimit", "te13-all", settings);
        if (!a) return noc_diag_status(b->diag);
        s->ratio[i] = limits[i] * 16.0 * 602.0 / (1107.0 * 8.0 * 16.0); /* te13 footnote 3 */
        s->model[i] = 100.0 * ratio(&a->model, &free_network->model, ipc);
        s->sample[i] = 100.0 * ratio(&a->sample, &free_network->sample, ipc);
        s->per_area[i] = s->sample[i] / chip_area(mesh, limits[i], 1.0);
        s->per_third[i] = s->sample[i] / chip_area(mesh, limits[i], 1.0 / 3.0);
    }
    const double best = largest(s->per_area), best_third = largest(s->per_third);
    for (int i = 0; i < LIMITS; i++) {
        s->per_area[i] *= 100.0 / best;
        s->per_third[i] *= 100.0 / best_third;
    }
    return NOC_OK;
}

static void fill_limits(const limit_study *s, noc_table *table)
{
    noc_table_column(table, NOC_ALIGN_RIGHT, "flits/cycle");
    noc_table_column(table, NOC_ALIGN_POINT, "of DRAM BW");
    noc_table_column(table, NOC_ALIGN_LEFT, "published %");
    noc_table_column(table, NOC_ALIGN_POINT, "model %");
    noc_table_column(table, NOC_ALIGN_POINT, "sample %");
    noc_table_column(table, NOC_ALIGN_POINT, "IPC/area %");
    noc_table_column(table, NOC_ALIGN_POINT, "NoC/3 %");
    for (int i = 0; i < LIMITS; i++) {
        noc_table_cell(table, "%d", limits[i]);
        noc_table_cell(table, "%.3f", s->ratio[i]);
        noc_table_cell(table, "%s", limits[i] == 12 ? "91" : "");
        noc_table_cell(table, "%.1f", s->model[i]);
        noc_table_cell(table, "%.1f", s->sample[i]);
        noc_table_cell(table, "%.1f", s->per_area[i]);
        noc_table_cell(table, "%.1f", s->per_third[i]);
    }
}

static noc_status print_figure7(bench *b, const noc_sheet *sheet)
{
    limit_study s;
    noc_table table = {0};
    noc_status status = measure_limits(b, &s);
    if (status != NOC_OK) return status;
    const bool words = sheet->format == NOC_FORMAT_TABLE;
    fill_limits(&s, &table);
    if (words)
        fprintf(sheet->out, "te13 Figure 7: an ideal network that takes so many flits a cycle\n\n");
    status = noc_report_listing(sheet, &table, b->diag);
    noc_table_clear(&table);
    if (status != NOC_OK || !words) return status;
    const noc_series series[] = {
        {'o', "IPC, % of an unlimited network", s.ratio, s.sample, NULL, NULL, LIMITS},
        {'*', "IPC per area, % of the best", s.ratio, s.per_area, NULL, NULL, LIMITS},
    };
    fputc('\n', sheet->out);
    status = noc_plot_print(&(noc_plot){"bandwidth / DRAM bandwidth", "%", 0.0, series, 2},
                            sheet->out, b->diag);
    fputc('\n', sheet->out);
    noc_text_say(
        sheet,
        "IPC in %% of an unlimited network's; IPC/area in %% of the best, NoC/3 with a network "
        "of a third of the area. Most IPC per area: published at 0.7 to 0.8, here at %.2f; with a "
        "NoC three times "
        "smaller: published at about 1.2, here at %.2f.",
        ratio_at_largest(&s, s.per_area), ratio_at_largest(&s, s.per_third));
    fputc('\n', sheet->out);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

static const char figure7[] = "te13-figure7";

/* The lists of data/reproduce.cfg: changes that both methods tell, and figures of cost, at once. */
typedef struct studies {
    const config_setting_t *changes, *costs, *clocks;
} studies;

/* A study answers to its name, to its paper, and to nothing at all; a row's id stands for its study. */
static bool is_asked(const char *study, const config_setting_t *rows, const char *word)
{
    if (!word || strcmp(word, study) == 0) return true;
    const size_t length = strlen(word);
    if (strncmp(study, word, length) == 0 && study[length] == '-') return true;
    for (int i = 0; rows && i < config_setting_length(rows); i++)
        if (strcmp(text_of(config_setting_get_elem(rows, (unsigned)i), "id"), word) == 0)
            return true;
    return false;
}

static bool is_asked_of(const config_setting_t *study, const char *word)
{
    return is_asked(text_of(study, "name"), config_setting_get_member(study, "rows"), word);
}

static double count_parts(const config_setting_t *row)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    return (double)noc_workload_parts(text_of(row, "workload"), parts);
}

/* Simulations to do. */
static double weight_of(const studies *all, const char *word)
{
    double weight = is_asked(figure7, NULL, word) ? LIMITS + 2.0 : 0.0;
    for (int i = 0; i < config_setting_length(all->changes); i++) {
        const config_setting_t *study = config_setting_get_elem(all->changes, (unsigned)i);
        const config_setting_t *rows = config_setting_get_member(study, "rows");
        if (is_asked_of(study, word))
            for (int k = 0; k < config_setting_length(rows); k++)
                weight += 2.0 * count_parts(config_setting_get_elem(rows, (unsigned)k));
    }
    return weight;
}

static size_t asked_in(const config_setting_t *list, const char *word)
{
    size_t count = 0;
    for (int i = 0; i < config_setting_length(list); i++)
        count += is_asked_of(config_setting_get_elem(list, (unsigned)i), word);
    return count;
}

static size_t asked(const studies *all, const char *word)
{
    return is_asked(figure7, NULL, word) + asked_in(all->changes, word) +
           asked_in(all->costs, word) + asked_in(all->clocks, word);
}

static void try_names(noc_nearest *nearest, const config_setting_t *list)
{
    for (int i = 0; i < config_setting_length(list); i++)
        noc_nearest_try(nearest, text_of(config_setting_get_elem(list, (unsigned)i), "name"));
}

static noc_status no_such_study(const studies *all, const char *word, noc_diag *diag)
{
    noc_nearest nearest = {.wanted = word};
    noc_nearest_try(&nearest, figure7);
    try_names(&nearest, all->changes);
    try_names(&nearest, all->costs);
    try_names(&nearest, all->clocks);
    const char *near = noc_nearest_name(&nearest);
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "reproduce: there is no figure '%s'%s%s%s", word,
                    near ? "; did you mean '" : " (nocsight reproduce --help names them)",
                    near ? near : "", near ? "'?" : "");
}

typedef noc_status (*printer)(const config_setting_t *study, const noc_sheet *sheet,
                              noc_diag *diag);

static noc_status print_costs(const config_setting_t *list, const char *word, printer print,
                              const noc_sheet *sheet, noc_diag *diag)
{
    noc_status status = NOC_OK;
    for (int i = 0; i < config_setting_length(list) && status == NOC_OK; i++) {
        const config_setting_t *study = config_setting_get_elem(list, (unsigned)i);
        if (is_asked_of(study, word)) status = print(study, sheet, diag);
    }
    return status;
}

static noc_status print_studies(bench *b, const studies *all, const char *word,
                                const noc_sheet *sheet)
{
    noc_status status = NOC_OK;
    if (is_asked(figure7, NULL, word)) status = print_figure7(b, sheet);
    for (int i = 0; i < config_setting_length(all->changes) && status == NOC_OK; i++) {
        const config_setting_t *study = config_setting_get_elem(all->changes, (unsigned)i);
        if (is_asked_of(study, word)) status = print_study(b, study, sheet);
    }
    if (status == NOC_OK)
        status = print_costs(all->costs, word, noc_reproduce_cost, sheet, b->diag);
    if (status == NOC_OK)
        status = print_costs(all->clocks, word, noc_reproduce_clock, sheet, b->diag);
    return status;
}

static noc_status reproduce(const noc_request *r, const studies *all, noc_diag *diag)
{
    const char *word = r->operand_count ? r->operands[0] : NULL;
    noc_page page;
    if (asked(all, word) == 0) return no_such_study(all, word, diag);
    if (asked(all, word) > 1 && r->format != NOC_FORMAT_TABLE)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "reproduce: name one figure for --format csv or json");
    if (noc_output_ends_in(r, ".svg") || noc_output_ends_in(r, ".pdf") ||
        noc_output_ends_in(r, ".html"))
        return noc_fail(diag, NOC_EUSAGE, (noc_place){r->output, 0},
                        "reproduce draws in text; it writes .txt, and with --format csv or json");
    bench b = {
        .diag = diag,
        .answers = calloc(ANSWERS_MAX, sizeof *b.answers),
        .sampling = {.precision = r->precision, .seed = r->seed, .jobs = r->jobs},
    };
    if (!b.answers) return noc_fail_memory(diag);
    noc_status status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        b.sampling.progress = noc_progress_tick;
        b.sampling.context = &b.progress;
        noc_interrupt_catch();
        noc_progress_start(&b.progress, fmax(1.0, weight_of(all, word)), r->quiet);
        status = print_studies(&b, all, word, &page.sheet);
        noc_progress_end(&b.progress);
        status = noc_page_finish(r, &page, status, diag);
    }
    free(b.answers);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const config_t *table = noc_reproduction_tables[0].config;
    const studies all = {config_lookup(table, "studies"), config_lookup(table, "costs"),
                         config_lookup(table, "clocks")};
    return noc_exit_of(reproduce(r, &all, diag));
}

const noc_command noc_command_reproduce = {
    .name = "reproduce",
    .operands = "[PAPER|FIGURE]",
    .purpose = "Put figures of the papers beside ours: published, model, measured.",
    .details =
        "FIGURE is te13-figure7, te13-figure8, te13-figure10, te13-chain, cdx19-figure12, "
        "cdx19-figure13, cdx19-figure14, cdx19-cost, cdx19-clock, icc-figure2, or the id of a "
        "published row; PAPER stands for all of its figures, and nothing for all there are. No "
        "published figure is an input of ours.",
    .examples = "  nocsight reproduce te13-figure8\n"
                "  nocsight reproduce cdx19-cost\n",
    .operand = NOC_OPERAND_NAME,
    .least = 0,
    .most = 1,
    .takes = NOC_TAKES_SAMPLING,
    .run = run,
};
