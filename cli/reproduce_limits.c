/* te13's Figure 7: how much bandwidth pays, by an ideal network that takes so many flits a cycle. */
#include <math.h>
#include <stdio.h>

#include "cli/reproduce_bench.h"
#include "cli/reproduce_change.h"
#include "reports/study.h"
#include "reports/writers/table.h"

const char noc_reproduce_limits_name[] = "te13-figure7";

static const int limits[] = {2, 4, 6, 8, 10, 11, 12, 14, 16, 18, 21, 24, 30};
enum { LIMITS = sizeof limits / sizeof limits[0] };

/* NoC area grows with the square of the channel's width (te13 3.1); at 12 flits a cycle, the bisection of
 * the mesh with 16-byte channels, it is that of the baseline. */
static double chip_area(const noc_bench_answer *mesh, double flits, double share)
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

static double ratio(const noc_estimate *e, const noc_estimate *base)
{
    return e->metrics[NOC_METRIC_ipc].value / base->metrics[NOC_METRIC_ipc].value;
}

static noc_status measure_limits(noc_bench *b, limit_study *s)
{
    const noc_bench_answer *free_network = noc_bench_ask(b, "te13-ideal", "te13-all", "");
    const noc_bench_answer *mesh =
        free_network ? noc_bench_ask(b, "te13-baseline", "te13-all", "") : NULL;
    if (!mesh) return noc_diag_status(b->diag);
    for (int i = 0; i < LIMITS; i++) {
        char settings[60];
        snprintf(settings, sizeof settings, "network.flits_per_cycle=%d", limits[i]);
        const noc_bench_answer *a = noc_bench_ask(b, "te13-bwlimit", "te13-all", settings);
        if (!a) return noc_diag_status(b->diag);
        s->ratio[i] = limits[i] * 16.0 * 602.0 / (1107.0 * 8.0 * 16.0); /* te13 footnote 3 */
        s->model[i] = 100.0 * ratio(&a->model, &free_network->model);
        s->sample[i] = 100.0 * ratio(&a->sample, &free_network->sample);
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

static void draw_limits(const limit_study *s, noc_study *study)
{
    const size_t published = noc_study_add_series(study, "published", NOC_STUDY_PUBLISHED, 0);
    const size_t model = noc_study_add_series(study, "model", NOC_STUDY_MODEL, 0);
    const size_t sample = noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 0);
    const size_t whole = noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 1);
    const size_t third = noc_study_add_series(study, "NoC/3", NOC_STUDY_OTHER, 1);
    for (int i = 0; i < LIMITS; i++) {
        if (limits[i] == 12) noc_study_add_point(study, published, s->ratio[i], 91.0);
        noc_study_add_point(study, model, s->ratio[i], s->model[i]);
        noc_study_add_point(study, sample, s->ratio[i], s->sample[i]);
        noc_study_add_point(study, whole, s->ratio[i], s->per_area[i]);
        noc_study_add_point(study, third, s->ratio[i], s->per_third[i]);
    }
    noc_study_add_band(study, 1, 0.7, 0.8, "published\\nbest");
    noc_study_add_band(study, 1, 1.19, 1.21, "NoC/3\\nabout 1.2");
}

double noc_reproduce_limits_weight(void)
{
    return LIMITS + 2.0;
}

noc_status noc_reproduce_limits(noc_bench *b, noc_study *study)
{
    limit_study s;
    *study = (noc_study){
        .form = NOC_STUDY_CURVES,
        .title = "te13 Figure 7: an ideal network that takes so many flits a cycle",
        .note = "IPC in % of an unlimited network's; IPC/area in % of the best, NoC/3 with a "
                "network of a third of the area.",
        .x_title = "bandwidth of the network / of the DRAM",
        .y_titles = {"IPC, % of an unlimited network", "IPC per chip area, % of the best"},
    };
    const noc_status status = measure_limits(b, &s);
    if (status != NOC_OK) return status;
    fill_limits(&s, &study->table);
    draw_limits(&s, study);
    snprintf(study->remark, sizeof study->remark,
             "Most IPC per area: published at 0.7 to 0.8, here at %.2f; with a NoC three times "
             "smaller: published at about 1.2, here at %.2f.",
             ratio_at_largest(&s, s.per_area), ratio_at_largest(&s, s.per_third));
    return NOC_OK;
}
