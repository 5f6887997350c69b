/* Study "limits", te13's Figure 7: a sweep of an ideal network's limit of flits per cycle, with the
 * limit of the largest IPC per chip area. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "reports/writers/table.h"
#include "studies/recipe.h"
#include "studies/studies.h"

/* Bisection bandwidth of the mesh with channels of 16 bytes, flits per cycle; its IPC as published
 * (te13), % of an unlimited network's. */
static const double mesh_flits = 12.0, published_ipc = 91.0;

/* Returns the chip area, mm2, at a limit of flits per cycle. The area of the network grows with the
 * square of the channel's width (te13 3.1), and equals `share` of the mesh's at the mesh's
 * limit. */
static double chip_area(const noc_estimate *mesh, double flits, double share)
{
    const double noc = mesh->metrics[NOC_METRIC_network_area_mm2].value;
    const double rest = mesh->metrics[NOC_METRIC_chip_area_mm2].value - noc;
    return rest + share * noc * (flits / mesh_flits) * (flits / mesh_flits);
}

/* Figures of the ideal network at one limit. */
typedef struct point {
    double flits;
    double ratio;         /* bandwidth of the network over that of the DRAM */
    double model, sample; /* IPC by the model; IPC sampled; % of an unlimited network's */
    /* IPC per chip area, sampled if known, % of the best; the same with a third of the network's
     * area */
    double per_area, per_third;
} point;

typedef struct sweep {
    point *points;
    size_t count;
    /* bandwidth ratio with the largest IPC per chip area; the same with a third of the network's
     * area */
    double best_ratio, best_third;
} sweep;

/* IPC by both methods; NAN: not sampled */
typedef struct ipc_pair {
    double model, sample;
} ipc_pair;

static noc_status ipc_of(noc_bench *b, const char *design, const char *settings, ipc_pair *ipc)
{
    const noc_stored_sample *sample = NULL;
    noc_bench_answer *a = noc_bench_ask(b, design, settings);
    const noc_estimate *e = a ? noc_bench_model(b, a) : NULL;
    if (!e) return noc_diag_status(b->diag);
    const noc_status status = noc_bench_sample(b, a, NOC_SAMPLE_POINT, &sample);
    *ipc = (ipc_pair){e->metrics[NOC_METRIC_ipc].value, sample && !noc_bench_is_stale(b, a, sample)
                                                            ? sample->metrics[NOC_METRIC_ipc].value
                                                            : NAN};
    return status;
}

static noc_status measure(noc_bench *b, const config_setting_t *recipe, sweep *s)
{
    ipc_pair unlimited;
    noc_status status = ipc_of(b, noc_recipe_text(recipe, "unlimited"), "", &unlimited);
    noc_bench_answer *answer =
        status == NOC_OK ? noc_bench_ask(b, noc_recipe_text(recipe, "mesh"), "") : NULL;
    const noc_estimate *mesh = answer ? noc_bench_model(b, answer) : NULL;
    if (!mesh) return noc_diag_status(b->diag);
    for (size_t i = 0; i < s->count; i++) {
        char settings[60];
        ipc_pair ipc;
        const int flits = config_setting_get_int(noc_recipe_at(recipe, "flits", i));
        snprintf(settings, sizeof settings, "network.flits_per_cycle=%d", flits);
        status = ipc_of(b, noc_recipe_text(recipe, "design"), settings, &ipc);
        if (status != NOC_OK) return status;
        const double model = 100.0 * ipc.model / unlimited.model;
        const double sample = 100.0 * ipc.sample / unlimited.sample;
        const double taken = isnan(sample) ? model : sample;
        s->points[i] = (point){
            .flits = flits,
            /* te13 footnote 3: flits of 16 bytes at a network clock of 602 MHz, over 8 memory nodes
             * of 16 bytes per cycle at a DRAM clock of 1107 MHz */
            .ratio = flits * 16.0 * 602.0 / (1107.0 * 8.0 * 16.0),
            .model = model,
            .sample = sample,
            .per_area = taken / chip_area(mesh, flits, 1.0),
            .per_third = taken / chip_area(mesh, flits, 1.0 / 3.0),
        };
    }
    return NOC_OK;
}

/* Finds the best ratios, and converts IPC per area to % of the best. */
static void compare_areas(sweep *s)
{
    const point *best = s->points, *third = s->points;
    for (size_t i = 1; i < s->count; i++) {
        if (s->points[i].per_area > best->per_area) best = &s->points[i];
        if (s->points[i].per_third > third->per_third) third = &s->points[i];
    }
    s->best_ratio = best->ratio;
    s->best_third = third->ratio;
    const double most = best->per_area, most_third = third->per_third;
    for (size_t i = 0; i < s->count; i++) {
        s->points[i].per_area *= 100.0 / most;
        s->points[i].per_third *= 100.0 / most_third;
    }
}

static void fill_table(const sweep *s, noc_table *table)
{
    noc_table_column(table, NOC_ALIGN_RIGHT, "flits/cycle");
    noc_table_column(table, NOC_ALIGN_POINT, "of DRAM BW");
    noc_table_column(table, NOC_ALIGN_LEFT, "published %");
    noc_table_column(table, NOC_ALIGN_POINT, "model %");
    noc_table_column(table, NOC_ALIGN_POINT, "sample %");
    noc_table_column(table, NOC_ALIGN_POINT, "IPC/area %");
    noc_table_column(table, NOC_ALIGN_POINT, "NoC/3 %");
    for (size_t i = 0; i < s->count; i++) {
        const point *p = &s->points[i];
        noc_table_cell(table, "%.0f", p->flits);
        noc_table_cell(table, "%.3f", p->ratio);
        if (p->flits == mesh_flits)
            noc_table_cell(table, "%.0f", published_ipc);
        else
            noc_table_cell(table, "%s", "");
        noc_table_cell(table, "%.1f", p->model);
        if (isnan(p->sample))
            noc_table_cell(table, "%s", "");
        else
            noc_table_cell(table, "%.1f", p->sample);
        noc_table_cell(table, "%.1f", p->per_area);
        noc_table_cell(table, "%.1f", p->per_third);
    }
}

static void fill_picture(const sweep *s, noc_study *study)
{
    const size_t published = noc_study_add_series(study, "published", NOC_STUDY_PUBLISHED, 0);
    const size_t model = noc_study_add_series(study, "model", NOC_STUDY_MODEL, 0);
    const size_t sample = noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 0);
    const size_t whole = noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 1);
    const size_t third = noc_study_add_series(study, "NoC/3", NOC_STUDY_OTHER, 1);
    for (size_t i = 0; i < s->count; i++) {
        const point *p = &s->points[i];
        if (p->flits == mesh_flits) noc_study_add_point(study, published, p->ratio, published_ipc);
        noc_study_add_point(study, model, p->ratio, p->model);
        noc_study_add_point(study, sample, p->ratio, p->sample);
        noc_study_add_point(study, whole, p->ratio, p->per_area);
        noc_study_add_point(study, third, p->ratio, p->per_third);
    }
    noc_study_add_band(study, 1, 0.7, 0.8, "published\\nbest");
    noc_study_add_band(study, 1, 1.19, 1.21, "NoC/3\\nabout 1.2");
}

static noc_status make(noc_bench *b, const config_setting_t *recipe, noc_study *study)
{
    sweep s = {.count = noc_recipe_count(recipe, "flits")};
    *study = (noc_study){
        .form = NOC_STUDY_CURVES,
        .title = noc_recipe_text(recipe, "title"),
        .note = noc_recipe_text(recipe, "note"),
        .x_title = "bandwidth of the network / of the DRAM",
        .y_titles = {"IPC, % of an unlimited network", "IPC per chip area, % of the best"},
    };
    s.points = calloc(s.count, sizeof *s.points);
    const noc_status status = s.points ? measure(b, recipe, &s) : noc_fail_memory(b->diag);
    if (status == NOC_OK) {
        compare_areas(&s);
        fill_table(&s, &study->table);
        fill_picture(&s, study);
        snprintf(study->remark, sizeof study->remark,
                 "Most IPC per area: published at 0.7 to 0.8, here at %.2f; with a NoC three times "
                 "smaller: published at about 1.2, here at %.2f.",
                 s.best_ratio, s.best_third);
    }
    free(s.points);
    return status;
}

const noc_study_kind noc_study_kind_limits = {make};
