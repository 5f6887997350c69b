#include "cli/commands/parts/booksim_comparison.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/min_max.h"
#include "base/statistics.h"
#include "cli/frame/exit.h"
#include "cli/frame/page.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "import/booksim/export.h"
#include "import/booksim/import.h"
#include "import/booksim/run.h"
#include "network/compile/compile.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/compare/booksim_table.h"
#include "reports/writers/output.h"

enum {
    SEEDS_MIN = 3,
    SEEDS_MAX = 10,
    PERIOD_PACKETS = 6000, /* approximate number of packets in a measuring period */
    /* shortest and longest period, cycles. At 80 % of saturation, queues settle within two shortest
     * periods. */
    PERIOD_MIN = 4000,
    PERIOD_MAX = 20000
};

static const char run_file[] = "run.booksim";

/* One design in BookSim. */
typedef struct booksim_bench {
    const noc_booksim_request *request;
    const noc_calibration_use *calibrated;
    const char *program; /* path of BookSim */
    noc_measurement *measurement;
    char *folder; /* owned; NULL: not made yet */
    noc_source source;
    noc_design *design; /* the export, imported again */
    noc_system *system;
    noc_booksim_comparison *row;
    noc_diag *diag;
} booksim_bench;

/* ---- the folder ----------------------------------------------------------------------------- */

static noc_status begin_folder(booksim_bench *b)
{
    const char *place = getenv("TMPDIR");
    char *folder = NULL;
    if (asprintf(&folder, "%s/nocsight-booksim-XXXXXX", place && *place ? place : "/tmp") < 0)
        return noc_fail_memory(b->diag);
    b->folder = mkdtemp(folder);
    if (b->folder) return NOC_OK;
    const noc_status status = noc_fail(b->diag, NOC_EFAILED, (noc_place){folder, 0},
                                       "cannot be made: %s", strerror(errno));
    free(folder);
    return status;
}

static void remove_folder(const booksim_bench *b)
{
    DIR *folder = b->folder ? opendir(b->folder) : NULL;
    if (!folder) return;
    for (struct dirent *e; (e = readdir(folder));) unlinkat(dirfd(folder), e->d_name, 0);
    closedir(folder);
    rmdir(b->folder);
}

static noc_status write_file(const booksim_bench *b, const char *name, const noc_import_file *file)
{
    NOC_AUTO_FREE char *path = NULL;
    if (asprintf(&path, "%s/%s", b->folder, name) < 0) return noc_fail_memory(b->diag);
    return noc_output_write(path, file->text, file->size, b->diag);
}

static noc_status write_files(const booksim_bench *b, const noc_import *import)
{
    noc_status status = NOC_OK;
    for (size_t i = 0; i < import->file_count && status == NOC_OK; i++)
        status = write_file(b, import->files[i].name, &import->files[i]);
    return status;
}

/* ---- the network that BookSim has ------------------------------------------------------------ */

/* Exports the design; *path: the configuration, which the caller frees. */
static noc_status export_design(booksim_bench *b, const noc_system *system, char **path)
{
    NOC_AUTO(noc_import_clear) noc_import out = {0};
    noc_status status = noc_booksim_export(system, NAN, &out, b->diag);
    if (status == NOC_OK) status = write_files(b, &out);
    for (size_t i = 0; i < out.note_count; i++)
        b->row->lost_settings +=
            out.notes[i].fate == NOC_IMPORT_CHANGED || out.notes[i].fate == NOC_IMPORT_LEFT_OUT;
    if (status == NOC_OK && asprintf(path, "%s/%s", b->folder, out.files[0].name) < 0) {
        *path = NULL;
        status = noc_fail_memory(b->diag);
    }
    return status;
}

static noc_status import_export(booksim_bench *b, const char *path, int nodes)
{
    const noc_import_request import_request = {.path = path, .compute_nodes = nodes};
    NOC_AUTO(noc_import_clear) noc_import in = {0};
    NOC_AUTO_FREE char *design = NULL;
    noc_status status = noc_booksim_import(&import_request, &in, b->diag);
    if (status == NOC_OK) status = write_files(b, &in);
    if (status == NOC_OK && asprintf(&design, "%s/%s", b->folder, in.files[0].name) < 0) {
        design = NULL;
        status = noc_fail_memory(b->diag);
    }
    if (status == NOC_OK) status = noc_source_read(design, &b->source, b->diag);
    if (status == NOC_OK) status = noc_design_read(&b->source, NULL, 0, &b->design, b->diag);
    return status == NOC_OK ? noc_system_compile(b->design, &b->system, b->diag) : status;
}

/* Exports the imported design at a load, for BookSim to run. */
static noc_status export_load(const booksim_bench *b, double load)
{
    NOC_AUTO(noc_import_clear) noc_import out = {0};
    noc_status status = noc_booksim_export(b->system, load, &out, b->diag);
    return status == NOC_OK ? write_file(b, run_file, &out.files[0]) : status;
}

/* ---- BookSim -------------------------------------------------------------------------------- */

/* Finds the packets that all nodes send per cycle, without replies. */
static double count_packets(const booksim_bench *b, double load)
{
    return noc_system_packet_rate(b->system, load) * b->design->nodes.compute;
}

static noc_status run_booksim(const booksim_bench *b, double load, bool counts_only, uint64_t seed,
                              double done_share, noc_booksim_figures *figures)
{
    const double period = PERIOD_PACKETS / count_packets(b, load);
    const noc_booksim_job job = {
        .program = b->program,
        .folder = b->folder,
        .file = run_file,
        .seed = seed,
        .period = (uint64_t)min_of(max_of(period, PERIOD_MIN), PERIOD_MAX) * (counts_only ? 2 : 1),
        .counts_only = counts_only,
        .progress = noc_progress_tick,
        .context = &b->measurement->progress,
        .done = done_share,
    };
    return noc_booksim_run(&job, figures, b->diag);
}

/* Finds the mean latency over seeds, as many as the precision needs. */
static noc_status find_booksim_latency(const booksim_bench *b, double load,
                                       noc_booksim_figure *latency)
{
    static const double confidence = 0.95;
    noc_batch_sums seeds[SEEDS_MAX];
    noc_interval mean = {NAN, INFINITY};
    noc_status status = export_load(b, load);
    for (size_t n = 0; n < SEEDS_MAX && status == NOC_OK; n++) {
        noc_booksim_figures figures = {0};
        if (n >= SEEDS_MIN && mean.half_width <= b->request->precision->precision * mean.mean)
            break;
        status = run_booksim(b, load, false, b->request->precision->seed + n, (double)n / SEEDS_MAX,
                             &figures);
        seeds[n] = (noc_batch_sums){figures.latency, 1.0};
        if (status == NOC_OK) mean = noc_ratio_interval(seeds, n + 1, confidence);
    }
    *latency =
        (noc_booksim_figure){mean.mean, mean.mean - mean.half_width, mean.mean + mean.half_width};
    return status;
}

/* Tests whether 98 % of a load are accepted; with requests and replies, 98 % of their packets. */
static noc_status test_acceptance(const booksim_bench *b, double load, double done_share,
                                  bool *is_ok)
{
    static const double min_share = 0.98;
    noc_booksim_figures figures = {0};
    const double rate = noc_system_packet_rate(b->system, load);
    *is_ok = false;
    if (rate > 1.0) return NOC_OK; /* a node of BookSim begins at most one packet per cycle */
    noc_status status = export_load(b, load);
    if (status == NOC_OK)
        status = run_booksim(b, load, true, b->request->precision->seed, done_share, &figures);
    if (status != NOC_OK) return status;
    *is_ok = b->design->traffic.has_replies ? figures.accepted_packets >= min_share * 2.0 * rate
                                            : figures.accepted_flits >= min_share * load;
    return NOC_OK;
}

/* Searches for the saturation from a start load. The relative step doubles until one load was
 * accepted and one was not; then the search bisects. */
static noc_status find_booksim_limit(const booksim_bench *b, double start,
                                     noc_booksim_figure *found)
{
    enum { STEPS_MAX = 16 };
    static const double tolerance = 1.016;
    double lo = 0.0, hi = INFINITY, load = start, step = 1.03;
    noc_status status = NOC_OK;
    for (int i = 0; i < STEPS_MAX && status == NOC_OK && !(hi / lo < tolerance); i++) {
        bool accepted = false;
        status = test_acceptance(b, load, (double)i / STEPS_MAX, &accepted);
        if (accepted)
            lo = load;
        else
            hi = load;
        load = lo == 0.0 ? load / step : isinf(hi) ? load * step : sqrt(lo * hi);
        step *= step;
    }
    if (status == NOC_OK && lo > 0.0 && isfinite(hi))
        *found = (noc_booksim_figure){sqrt(lo * hi), lo, hi};
    return status;
}

/* ---- model and sampler ---------------------------------------------------------------------- */

static noc_booksim_figure make_figure(const noc_estimate *e, noc_metric_id id, double share)
{
    const noc_metric *m = &e->metrics[id];
    return (noc_booksim_figure){share * m->value, share * m->lo, share * m->hi};
}

/* Finds the mean latency to compare, cycles. With replies, BookSim's mean is over requests and
 * replies: half a round trip. */
static noc_booksim_figure find_latency(const booksim_bench *b, const noc_estimate *e)
{
    static const noc_booksim_figure missing = {NAN, NAN, NAN};
    if (e->answer != NOC_ANSWER_OK && e->answer != NOC_ANSWER_IMPRECISE) return missing;
    return b->design->traffic.has_replies ? make_figure(e, NOC_METRIC_round_trip_cycles, 0.5)
                                          : make_figure(e, NOC_METRIC_packet_latency_cycles, 1.0);
}

static noc_status compare_load(const booksim_bench *b, size_t position, double load)
{
    noc_estimate estimate;
    char step[60];
    noc_booksim_point *p = &b->row->points[b->row->count];
    p->load = load;
    noc_status status = noc_estimate_calibrated(b->system, b->calibrated->calibration, load, NULL,
                                                &estimate, b->diag);
    if (status != NOC_OK) return status;
    p->model = find_latency(b, &estimate);
    snprintf(step, sizeof step, ", sampler at %.4g", load);
    noc_measure_task(b->measurement, 1.0, b->row->design, position, step);
    status = noc_estimate_sample(b->system, load, &b->measurement->sampling, &estimate, b->diag);
    if (status != NOC_OK) return status;
    p->sample = find_latency(b, &estimate);
    snprintf(step, sizeof step, ", BookSim at %.4g", load);
    noc_measure_task(b->measurement, NOC_SEARCH_WEIGHT, b->row->design, position, step);
    status = find_booksim_latency(b, load, &p->booksim);
    b->row->count += status == NOC_OK;
    return status;
}

static noc_status find_model_saturation(const booksim_bench *b)
{
    noc_estimate unloaded_estimate;
    const noc_metric_id id = NOC_METRIC_saturation_flits_per_cycle;
    const noc_status status = noc_estimate_calibrated(b->system, b->calibrated->calibration, NAN,
                                                      NULL, &unloaded_estimate, b->diag);
    if (status == NOC_OK) b->row->saturation.model = make_figure(&unloaded_estimate, id, 1.0);
    return status;
}

static noc_status compare_saturation(const booksim_bench *b, size_t position)
{
    noc_estimate estimate;
    noc_booksim_point *p = &b->row->saturation;
    const noc_metric_id id = NOC_METRIC_saturation_flits_per_cycle;
    p->load = NAN;
    noc_measure_task(b->measurement, NOC_SEARCH_WEIGHT, b->row->design, position,
                     ", sampler's saturation");
    noc_status status =
        noc_estimate_sample_saturation(b->system, &b->measurement->sampling, &estimate, b->diag);
    if (status != NOC_OK) return status;
    p->sample = make_figure(&estimate, id, 1.0);
    noc_measure_task(b->measurement, NOC_SEARCH_WEIGHT, b->row->design, position,
                     ", BookSim's saturation");
    const double start = isfinite(p->sample.value) ? p->sample.value : p->model.value;
    return isfinite(start) ? find_booksim_limit(b, start, &p->booksim) : NOC_OK;
}

/* ---- all ------------------------------------------------------------------------------------ */

static noc_status compare_loads(const booksim_bench *b, size_t position)
{
    double load;
    noc_status status = find_model_saturation(b);
    const double saturation = b->row->saturation.model.value;
    if (status != NOC_OK) return status;
    if (b->request->load->form != NOC_LOAD_NONE) {
        status = noc_offered_load_convert(b->system, b->calibrated->calibration, b->request->load,
                                          &load, b->diag);
        return status == NOC_OK ? compare_load(b, position, load) : status;
    }
    if (!isfinite(saturation))
        return noc_fail(b->diag, NOC_EFAILED, (noc_place){b->row->design->file, 0},
                        "the model gives no saturation to choose loads by (give --load)");
    for (int i = 1; i <= NOC_BOOKSIM_POINTS && status == NOC_OK; i++)
        status = compare_load(b, position, saturation * i / (NOC_BOOKSIM_POINTS + 1));
    return status;
}

static noc_status compare_design(booksim_bench *b, const noc_design *design, size_t position)
{
    static const noc_booksim_figure missing = {NAN, NAN, NAN};
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    NOC_AUTO_FREE char *path = NULL;
    b->row->design = design;
    b->row->saturation = (noc_booksim_point){NAN, missing, missing, missing};
    noc_label_write(&b->measurement->labels, design, b->row->name);
    if (noc_traffic_is_eager(&design->traffic))
        return noc_fail(b->diag, NOC_EUSAGE, (noc_place){design->file, 0},
                        "validate --booksim compares loads: nodes with traffic.batch or "
                        "traffic.outstanding send as fast as the network accepts it");
    noc_status status = noc_system_compile(design, &system, b->diag);
    if (status == NOC_OK) status = begin_folder(b);
    if (status == NOC_OK) status = export_design(b, system, &path);
    const noc_graph *g = system ? &system->graph : NULL;
    if (status == NOC_OK)
        status = import_export(b, path, (int)(g->compute_count + g->memory_count));
    if (status == NOC_OK) status = compare_loads(b, position);
    return status == NOC_OK ? compare_saturation(b, position) : status;
}

static void clear_bench(booksim_bench *b)
{
    remove_folder(b);
    free(b->folder);
    noc_system_free(b->system);
    noc_design_free(b->design);
    noc_source_clear(&b->source);
}

/* Compares all designs. Returns the number of complete ones. */
static size_t compare_all(const noc_request *r, const noc_calibration_use *calibrated,
                          const noc_cases *cases, const noc_booksim_request *booksim_request,
                          const char *program, noc_booksim_comparison *rows, noc_status *status,
                          noc_diag *diag)
{
    noc_measurement m;
    const double points = booksim_request->load->form == NOC_LOAD_NONE ? NOC_BOOKSIM_POINTS : 1;
    const double weight = points * (1 + NOC_SEARCH_WEIGHT) + 2 * NOC_SEARCH_WEIGHT;
    size_t finished = 0;
    noc_measure_start(r, booksim_request->precision, cases, weight * (double)cases->count, &m);
    for (*status = NOC_OK; finished < cases->count && *status == NOC_OK;) {
        booksim_bench b = {.request = booksim_request,
                           .calibrated = calibrated,
                           .program = program,
                           .measurement = &m,
                           .row = &rows[finished],
                           .diag = diag};
        *status = compare_design(&b, cases->designs[finished], finished);
        clear_bench(&b);
        finished += *status == NOC_OK;
    }
    noc_measure_end(&m, *status, finished, cases->count, diag);
    return finished;
}

/* True if the model's mean error exceeds the limit. */
static bool exceeds_limit(const noc_booksim_request *booksim_request,
                          const noc_booksim_comparison *rows, size_t count, noc_diag *diag)
{
    const double error = noc_booksim_mean_error(rows, count);
    if (!isfinite(booksim_request->max_error) || error <= booksim_request->max_error) return false;
    noc_fail(
        diag, NOC_EFAILED, NOC_NOWHERE,
        "validate: the model's mean latency error beside BookSim is %.2f%%, above --max-error %g",
        100.0 * error, 100.0 * booksim_request->max_error);
    return true;
}

static int show(const noc_request *r, const noc_calibration_use *calibrated, const char *program,
                const noc_booksim_comparison *rows, size_t count, noc_diag *diag)
{
    noc_page page;
    noc_status status = noc_page_open(r, &page, diag);
    if (status != NOC_OK) return noc_exit_from_status(status);
    page.sheet.run.calibration = noc_calibration_use_name(calibrated);
    status = noc_report_booksim(&page.sheet, program, rows, count, diag);
    return noc_exit_from_status(noc_page_finish(r, &page, status, diag));
}

int noc_booksim_compare(const noc_request *r, const noc_calibration_use *calibrated,
                        const noc_cases *cases, const noc_booksim_request *booksim_request,
                        noc_diag *diag)
{
    bool is_missing;
    NOC_AUTO_FREE char *program = NULL;
    noc_status status =
        noc_booksim_find_program(booksim_request->program, &program, &is_missing, diag);
    if (is_missing) return NOC_EXIT_MISSING_PROGRAM;
    NOC_AUTO_FREE noc_booksim_comparison *rows = calloc(cases->count, sizeof *rows);
    if (!rows) status = noc_fail_memory(diag);
    const size_t finished =
        rows ? compare_all(r, calibrated, cases, booksim_request, program, rows, &status, diag) : 0;
    int exit_status = noc_exit_from_status(status);
    if (finished > 0) {
        const int shown = show(r, calibrated, program, rows, finished, diag);
        if (shown != 0) exit_status = shown;
        if (exit_status == 0 && exceeds_limit(booksim_request, rows, finished, diag))
            exit_status = NOC_EXIT_LIMITS;
    }
    return exit_status;
}
