#include "cli/commands.h"
#include "cli/exit.h"
#include "cli/interrupt.h"
#include "cli/measure.h"
#include "cli/messages.h"
#include "cli/option.h"
#include "cli/page.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "cli/shipped.h"
#include "reports/writers/output.h"
#include "reports/writers/sheet.h"
#include "studies/bench.h"
#include "studies/studies.h"
#include "studies/study.h"
#include "studies/study_picture.h"
#include "studies/study_text.h"

/* What the options say. */
typedef struct request {
    noc_precision precision;
} request;

static const noc_option_use uses[] = {
    {&noc_sampling_options, offsetof(request, precision)},
    {0},
};

/* Where the studies go: onto a sheet, or, without one, into a picture. */
typedef struct target {
    const noc_request *request;
    const noc_sheet *sheet;
    bool missing; /* gnuplot */
} target;

static noc_status show(void *context, const noc_study *study, noc_diag *diag)
{
    target *t = context;
    const noc_request *r = t->request;
    if (t->sheet) return noc_study_print(study, t->sheet, diag);
    const noc_status status = noc_study_draw(study, r->output, &t->missing, diag);
    if (status == NOC_OK && !r->quiet) noc_say("%s: %s", r->output, study->title);
    return status;
}

static bool is_drawn(const noc_request *r)
{
    return r->format == NOC_FORMAT_TABLE &&
           (noc_output_ends_in(r, ".svg") || noc_output_ends_in(r, ".pdf") ||
            noc_output_ends_in(r, ".html"));
}

static noc_status no_such_study(const char *word, noc_diag *diag)
{
    const char *near = noc_studies_nearest(word);
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "reproduce: there is no figure '%s'%s%s%s", word,
                    near ? "; did you mean '" : " (nocsight reproduce --help names them)",
                    near ? near : "", near ? "'?" : "");
}

static noc_status check(const noc_request *r, const char *word, noc_diag *diag)
{
    const size_t figures = noc_studies_asked(word);
    if (figures == 0) return no_such_study(word, diag);
    if (figures > 1 && r->format != NOC_FORMAT_TABLE)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "reproduce: name one figure for --format csv or json");
    if (figures > 1 && is_drawn(r))
        return noc_fail(diag, NOC_EUSAGE, (noc_place){r->output, 0},
                        "reproduce draws one figure at a time: name one (nocsight reproduce --help "
                        "lists them)");
    return noc_output_check(r->output, diag);
}

static void next_task(void *context, const char *name)
{
    noc_progress_task(context, 1.0, name);
}

static noc_status write_sheet(const char *word, noc_bench *bench, target *t)
{
    noc_page page;
    noc_status status = noc_page_open(t->request, &page, bench->diag);
    if (status != NOC_OK) return status;
    t->sheet = &page.sheet;
    status = noc_studies_make(word, bench, show, t);
    return noc_page_finish(t->request, &page, status, bench->diag);
}

static int run(const noc_request *r, noc_diag *diag)
{
    const request *own = r->own;
    const char *word = r->operand_count ? r->operands[0] : NULL;
    const double weight = noc_studies_weight(word);
    target t = {.request = r};
    noc_progress progress;
    noc_bench bench = {
        .resolve = noc_shipped_resolve,
        .sampling = noc_sampling_for(r, &own->precision, &progress),
        .task = next_task,
        .context = &progress,
        .diag = diag,
    };
    noc_status status = check(r, word, diag);
    if (status != NOC_OK) return noc_exit_of(status);
    noc_interrupt_catch();
    noc_progress_start(&progress, weight > 1.0 ? weight : 1.0, r->quiet);
    status = is_drawn(r) ? noc_studies_make(word, &bench, show, &t) : write_sheet(word, &bench, &t);
    noc_progress_end(&progress);
    noc_bench_clear(&bench);
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
    .options = uses,
    .size = sizeof(request),
    .pictures = ".svg .pdf .html",
    .run = run,
};
