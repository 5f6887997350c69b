#include <string.h>

#include "base/suggest.h"
#include "cli/commands/parts/kept_samples.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/messages.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "reports/drawings/page_frame.h"
#include "reports/writers/output.h"
#include "reports/writers/sheet.h"
#include "studies/judged_page.h"
#include "studies/judged_report.h"
#include "studies/published.h"
#include "studies/studies.h"
#include "studies/study.h"
#include "studies/study_picture.h"

/* Values of the options. */
typedef struct option_values {
    noc_precision precision;
    noc_sample_choice samples;
} option_values;

static const noc_option_use uses[] = {
    {&noc_kept_sample_options, offsetof(option_values, samples)},
    {&noc_sampling_options, offsetof(option_values, precision)},
    {0},
};

/* State of one run of the command. */
typedef struct run {
    const noc_request *request;
    const option_values *values;
    const char *word; /* word of the command line; NULL: all */
    size_t row_count; /* number of requested rows */
    noc_kept_samples samples;
    const noc_sheet *sheet; /* sheet of a printed study; NULL: the study is drawn */
    bool is_missing;        /* gnuplot is not installed */
} run_state;

/* ---- requests ------------------------------------------------------------------------------- */

static size_t count_rows(const char *word, noc_diag *diag)
{
    size_t count = 0;
    const noc_published *row;
    for (size_t i = 0; (row = noc_published_at(i, diag)); i++)
        count += noc_published_matches(row, word);
    return count;
}

static size_t count_studies(const char *word)
{
    return word ? noc_studies_count(word) : 0;
}

static noc_status report_unknown(const char *word, noc_diag *diag)
{
    const char *nearest = noc_published_find_nearest(word, diag),
               *study = noc_studies_find_nearest(word);
    if (!nearest || (study && noc_edit_distance(word, study) < noc_edit_distance(word, nearest)))
        nearest = study;
    return NOC_REFUSE(diag, "reproduce: there is no paper, figure or row '%s'%s%s%s", word,
                      nearest ? "; did you mean '"
                              : " (nocsight reproduce --format csv lists the rows)",
                      nearest ? nearest : "", nearest ? "'?" : "");
}

static bool is_drawn(const noc_request *r, size_t rows)
{
    return r->format == NOC_FORMAT_TABLE &&
           (noc_output_has_suffix(r, ".svg") || noc_output_has_suffix(r, ".pdf") ||
            (noc_output_has_suffix(r, ".html") && rows == 0));
}

/* True if the output is a page of rows; figures without rows are drawn. */
static bool is_page(const noc_request *r, size_t rows)
{
    return rows && r->format == NOC_FORMAT_TABLE && noc_output_has_suffix(r, ".html");
}

static noc_status check(const noc_request *r, const char *word, noc_diag *diag)
{
    const size_t studies = count_studies(word);
    const size_t rows = count_rows(word, diag);
    if (diag->count) return noc_diag_status(diag);
    if (rows + studies == 0) return report_unknown(word, diag);
    if (is_drawn(r, rows) && studies == 0)
        return NOC_REFUSE_AT(diag, r->output,
                             "there is no picture of it; te13-figure7, cdx19-clock and others that "
                             "--help names are drawn, -o FILE.html shows all rows");
    return noc_output_check_path(r->output, diag);
}

/* ---- answers -------------------------------------------------------------------------------- */

static noc_status show_study(void *context, const noc_study *study, noc_diag *diag)
{
    run_state *s = context;
    if (s->sheet) return noc_study_print(study, s->sheet, diag);
    const noc_status status = noc_study_draw(study, s->request->output, &s->is_missing, diag);
    if (status == NOC_OK && !s->request->is_quiet)
        noc_message_print("%s: %s", s->request->output, study->title);
    return status;
}

static noc_status write_page(run_state *s, const noc_judged_rows *rows, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(s->request, &page, diag);
    if (status != NOC_OK) return status;
    page.is_file = true;
    status = noc_page_finish(s->request, &page,
                             noc_judged_write_page(rows, s->word, &page.sheet, diag), diag);
    if (status == NOC_OK && !s->request->is_quiet)
        noc_message_print("%s: %zu figures", s->request->output, rows->count);
    return status;
}

/* Writes the answer: rows, and for people a figure in its form below. */
static noc_status write_answer(run_state *s, const noc_judged_rows *rows, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(s->request, &page, diag);
    if (status != NOC_OK) return status;
    const bool table = page.sheet.format == NOC_FORMAT_TABLE;
    s->sheet = &page.sheet;
    if (rows->count) status = noc_judged_print(rows, &page.sheet, diag);
    if (status == NOC_OK && count_studies(s->word) && (table || rows->count == 0)) {
        if (rows->count) fputc('\n', page.sheet.out);
        status = noc_studies_make(s->word, &s->samples.bench, show_study, s);
    }
    return noc_page_finish(s->request, &page, status, diag);
}

static noc_status answer(run_state *s, noc_diag *diag)
{
    NOC_AUTO(noc_judged_clear) noc_judged_rows rows = {0};
    if (is_drawn(s->request, s->row_count))
        return noc_studies_make(s->word, &s->samples.bench, show_study, s);
    noc_status status =
        noc_judge_rows(&s->samples.bench, s->word, noc_kept_samples_next_row, &rows);
    return status == NOC_OK ? is_page(s->request, s->row_count) ? write_page(s, &rows, diag)
                                                                : write_answer(s, &rows, diag)
                            : status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    run_state s = {
        .request = r, .values = r->values, .word = r->operand_count ? r->operands[0] : NULL};
    noc_status status = noc_kept_samples_check(&s.values->samples, diag);
    if (status == NOC_OK) status = check(r, s.word, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    s.row_count = count_rows(s.word, diag);
    if (is_page(r, s.row_count) && noc_page_require_library(diag) != NOC_OK)
        return NOC_EXIT_MISSING_PROGRAM;
    status = noc_kept_samples_open(r, &s.values->samples, &s.values->precision,
                                   &noc_sample_files[0], s.row_count, &s.samples, diag);
    if (status == NOC_OK) status = answer(&s, diag);
    status = noc_kept_samples_close(&s.samples, status, diag);
    return s.is_missing ? NOC_EXIT_MISSING_PROGRAM : noc_exit_from_status(status);
}

const noc_command noc_command_reproduce = {
    .name = "reproduce",
    .operands = "[PAPER|ROW|FIGURE]",
    .purpose = "Put the papers' figures beside ours: published, model, measured, verdict.",
    .details =
        "All 979 figures of te13, cdx19, icc, rapid18 and dapper, or figures of a paper, of a "
        "figure (te13-figure8, te13-table6), or one row in full, with the command that makes ours. "
        "Samples come with the program; --measure takes new ones. -o FILE.html is one page that "
        "works offline (summary, plots, filters, a row a figure). te13-figure7, cdx19-cost, "
        "cdx19-figure11, rapid18-figure21, dapper-cost and cdx19-clock are shown in a form of "
        "their own, too, and drawn by gnuplot with -o FILE.svg or FILE.pdf, the script (.gp) and "
        "its data (-data.csv) beside. No published figure that is counted is an input of ours.",
    .examples = "  nocsight reproduce te13-figure8\n"
                "  nocsight reproduce te13-fig33-dcie\n"
                "  nocsight reproduce --model --format csv -o figures.csv\n"
                "  nocsight reproduce -o reproduce.html\n"
                "  nocsight reproduce te13-figure7 -o figure7.svg\n"
                "  nocsight reproduce --measure --store samples.csv\n",
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .picture_suffixes = ".svg .pdf .html",
    .has_markup = true,
    .run = run,
};
