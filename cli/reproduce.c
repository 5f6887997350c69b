/* Figures of the papers beside ours. Most are changes between two designs, or costs, listed in data/reproduce.cfg;
 * te13's Figure 7 is a sweep with an optimum (reproduce_limits.c). */
#include <string.h>

#include "cli/interrupt.h"
#include "cli/messages.h"
#include "cli/page.h"
#include "cli/reproduce_bench.h"
#include "cli/reproduce_change.h"
#include "cli/reproduce_cost.h"
#include "cli/reproduction.h"
#include "cli/request.h"
#include "network/suggest.h"
#include "reports/study.h"
#include "reports/writers/output.h"
#include "reports/writers/sheet.h"

/* ---- what is asked for ---------------------------------------------------------------------- */

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
        if (strcmp(noc_reproduction_text(config_setting_get_elem(rows, (unsigned)i), "id"), word) ==
            0)
            return true;
    return false;
}

static bool is_asked_of(const config_setting_t *study, const char *word)
{
    return is_asked(noc_reproduction_text(study, "name"), config_setting_get_member(study, "rows"),
                    word);
}

static double count_parts(const config_setting_t *row)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    return (double)noc_workload_parts(noc_reproduction_text(row, "workload"), parts);
}

/* Simulations to do. */
static double weight_of(const studies *all, const char *word)
{
    double weight =
        is_asked(noc_reproduce_limits_name, NULL, word) ? noc_reproduce_limits_weight() : 0.0;
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
    return is_asked(noc_reproduce_limits_name, NULL, word) + asked_in(all->changes, word) +
           asked_in(all->costs, word) + asked_in(all->clocks, word);
}

static void try_names(noc_nearest *nearest, const config_setting_t *list)
{
    for (int i = 0; i < config_setting_length(list); i++)
        noc_nearest_try(nearest,
                        noc_reproduction_text(config_setting_get_elem(list, (unsigned)i), "name"));
}

static noc_status no_such_study(const studies *all, const char *word, noc_diag *diag)
{
    noc_nearest nearest = {.wanted = word};
    noc_nearest_try(&nearest, noc_reproduce_limits_name);
    try_names(&nearest, all->changes);
    try_names(&nearest, all->costs);
    try_names(&nearest, all->clocks);
    const char *near = noc_nearest_name(&nearest);
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "reproduce: there is no figure '%s'%s%s%s", word,
                    near ? "; did you mean '" : " (nocsight reproduce --help names them)",
                    near ? near : "", near ? "'?" : "");
}

/* ---- showing it ----------------------------------------------------------------------------- */

/* Where the studies go: onto a sheet, or, without one, into a picture. */
typedef struct target {
    const noc_request *request;
    const noc_sheet *sheet;
    bool missing; /* gnuplot */
} target;

static noc_status show(target *t, noc_study *study, noc_status status, noc_diag *diag)
{
    if (status == NOC_OK && t->sheet) status = noc_study_print(study, t->sheet, diag);
    if (status == NOC_OK && !t->sheet) {
        status = noc_study_draw(study, t->request->output, &t->missing, diag);
        if (status == NOC_OK && !t->request->quiet)
            noc_say("%s: %s", t->request->output, study->title);
    }
    noc_study_clear(study);
    return status;
}

static noc_status show_limits(noc_bench *b, target *t)
{
    noc_study study;
    return show(t, &study, noc_reproduce_limits(b, &study), b->diag);
}

static noc_status show_change(noc_bench *b, const config_setting_t *words, target *t)
{
    noc_study study;
    return show(t, &study, noc_reproduce_change(b, words, &study), b->diag);
}

/* On a sheet it shows itself: its readings have components. */
static noc_status show_cost(noc_bench *b, const config_setting_t *words, target *t)
{
    noc_study study;
    const noc_status status = noc_reproduce_cost(words, t->sheet, &study, b->diag);
    if (!t->sheet) return show(t, &study, status, b->diag);
    noc_study_clear(&study);
    return status;
}

static noc_status show_clock(noc_bench *b, const config_setting_t *words, target *t)
{
    noc_study study;
    const bool folded = t->sheet && t->sheet->format == NOC_FORMAT_TABLE;
    return show(t, &study, noc_reproduce_clock(words, folded, &study, b->diag), b->diag);
}

typedef noc_status (*shower)(noc_bench *b, const config_setting_t *words, target *t);

static noc_status show_list(noc_bench *b, const config_setting_t *list, const char *word,
                            shower show_one, target *t)
{
    noc_status status = NOC_OK;
    for (int i = 0; i < config_setting_length(list) && status == NOC_OK; i++) {
        const config_setting_t *words = config_setting_get_elem(list, (unsigned)i);
        if (is_asked_of(words, word)) status = show_one(b, words, t);
    }
    return status;
}

static noc_status show_all(noc_bench *b, const studies *all, const char *word, target *t)
{
    noc_status status = NOC_OK;
    if (is_asked(noc_reproduce_limits_name, NULL, word)) status = show_limits(b, t);
    if (status == NOC_OK) status = show_list(b, all->changes, word, show_change, t);
    if (status == NOC_OK) status = show_list(b, all->costs, word, show_cost, t);
    if (status == NOC_OK) status = show_list(b, all->clocks, word, show_clock, t);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------- */

static bool is_drawn(const noc_request *r)
{
    return r->format == NOC_FORMAT_TABLE &&
           (noc_output_ends_in(r, ".svg") || noc_output_ends_in(r, ".pdf") ||
            noc_output_ends_in(r, ".html"));
}

static noc_status check(const noc_request *r, const studies *all, const char *word, noc_diag *diag)
{
    const size_t figures = asked(all, word);
    if (figures == 0) return no_such_study(all, word, diag);
    if (figures > 1 && r->format != NOC_FORMAT_TABLE)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "reproduce: name one figure for --format csv or json");
    if (figures > 1 && is_drawn(r))
        return noc_fail(diag, NOC_EUSAGE, (noc_place){r->output, 0},
                        "reproduce draws one figure at a time: name one (nocsight reproduce --help "
                        "lists them)");
    return noc_output_check(r->output, diag);
}

static noc_status write_sheet(noc_bench *b, const studies *all, const char *word, target *t)
{
    noc_page page;
    noc_status status = noc_page_open(t->request, &page, b->diag);
    if (status != NOC_OK) return status;
    t->sheet = &page.sheet;
    status = show_all(b, all, word, t);
    return noc_page_finish(t->request, &page, status, b->diag);
}

static noc_status reproduce(const noc_request *r, const studies *all, target *t, noc_diag *diag)
{
    const char *word = r->operand_count ? r->operands[0] : NULL;
    noc_bench b;
    noc_status status = check(r, all, word, diag);
    if (status != NOC_OK) return status;
    noc_interrupt_catch();
    status = noc_bench_open(r, weight_of(all, word), &b, diag);
    if (status == NOC_OK)
        status = is_drawn(r) ? show_all(&b, all, word, t) : write_sheet(&b, all, word, t);
    noc_bench_close(&b);
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    const config_t *table = noc_reproduction_tables[0].config;
    const studies all = {config_lookup(table, "studies"), config_lookup(table, "costs"),
                         config_lookup(table, "clocks")};
    target t = {.request = r};
    const noc_status status = reproduce(r, &all, &t, diag);
    return t.missing ? NOC_EXIT_PROGRAM : noc_exit_of(status);
}

const noc_command noc_command_reproduce = {
    .name = "reproduce",
    .operands = "[PAPER|FIGURE]",
    .purpose = "Put figures of the papers beside ours: published, model, measured.",
    .details =
        "FIGURE is te13-figure7, te13-figure8, te13-figure10, te13-chain, cdx19-figure12, "
        "cdx19-figure13, cdx19-figure14, cdx19-cost, cdx19-clock, icc-figure2, or the id of a "
        "published row; PAPER stands for all of its figures, and nothing for all there are. No "
        "published figure is an input of ours. With -o FILE.svg or FILE.pdf one figure is drawn "
        "for "
        "a paper, by gnuplot, with the script (.gp) and its data (-data.csv) written beside; "
        "FILE.html has the picture, which is also beside it, and the figures.",
    .examples = "  nocsight reproduce te13-figure8\n"
                "  nocsight reproduce cdx19-cost\n"
                "  nocsight reproduce te13-figure7 -o figure7.svg\n",
    .operand = NOC_OPERAND_NAME,
    .least = 0,
    .most = 1,
    .takes = NOC_TAKES_SAMPLING,
    .pictures = ".svg .pdf .html",
    .run = run,
};
