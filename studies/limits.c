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
static const double mesh_flits_per_cycle = 12.0, published_ipc_percent = 91.0;

/* Returns the chip area, mm2, at a limit of flits per cycle. The area of the network grows with the
 * square of the channel's width (te13 3.1), and equals `noc_area_share` of the mesh's at the mesh's
 * limit. */
static double chip_area(const noc_estimate *mesh, double flits, double noc_area_share)
{
    const double noc_mm2 = mesh->metrics[NOC_METRIC_network_area_mm2].value;
    const double other_mm2 = mesh->metrics[NOC_METRIC_chip_area_mm2].value - noc_mm2;
    return other_mm2 + noc_area_share * noc_mm2 * (flits / mesh_flits_per_cycle) *
                           (flits / mesh_flits_per_cycle);
}

/* Figures of the ideal network at one limit. */
typedef struct point {
    double flits_per_cycle;
    double bandwidth_ratio;        /* bandwidth of the network over that of the DRAM */
    double model_ipc, sampled_ipc; /* IPC by the model; IPC sampled; % of an unlimited network's */
    /* IPC per chip area, sampled if known, % of the best; IPC per chip area if the network had a
     * third of its area */
    double ipc_per_area, ipc_per_third_area;
} point;

typedef struct sweep {
    point *points;
    size_t count;
    /* bandwidth ratio with the largest IPC per chip area; with the largest IPC per chip area if the
     * network had a third of its area */
    double best_ratio, best_ratio_third_area;
} sweep;

/* IPC by both methods; NAN: not sampled */
typedef struct ipc_pair {
    double model, sample;
} ipc_pair;

static noc_status find_ipc(noc_bench *b, const char *design, const char *settings, ipc_pair *ipc)
{
    const noc_stored_sample *sample = NULL;
    noc_bench_answer *a = noc_bench_find_answer(b, design, settings);
    const noc_estimate *e = a ? noc_bench_find_model(b, a) : NULL;
    if (!e) return noc_diag_status(b->diag);
    const noc_status status = noc_bench_find_sample(b, a, NOC_SAMPLE_POINT, &sample);
    *ipc = (ipc_pair){e->metrics[NOC_METRIC_ipc].value, sample && !noc_bench_is_stale(b, a, sample)
                                                            ? sample->metrics[NOC_METRIC_ipc].value
                                                            : NAN};
    return status;
}

static noc_status measure_points(noc_bench *b, const config_setting_t *recipe, sweep *s)
{
    ipc_pair unlimited;
    noc_status status = find_ipc(b, noc_recipe_find_text(recipe, "unlimited"), "", &unlimited);
    noc_bench_answer *answer =
        status == NOC_OK ? noc_bench_find_answer(b, noc_recipe_find_text(recipe, "mesh"), "")
                         : NULL;
    const noc_estimate *mesh = answer ? noc_bench_find_model(b, answer) : NULL;
    if (!mesh) return noc_diag_status(b->diag);
    for (size_t i = 0; i < s->count; i++) {
        char settings[60];
        ipc_pair ipc;
        const int flits = config_setting_get_int(noc_recipe_find_member(recipe, "flits", i));
        snprintf(settings, sizeof settings, "network.flits_per_cycle=%d", flits);
        status = find_ipc(b, noc_recipe_find_text(recipe, "design"), settings, &ipc);
        if (status != NOC_OK) return status;
        const double model = 100.0 * ipc.model / unlimited.model;
        const double sample = 100.0 * ipc.sample / unlimited.sample;
        const double known_ipc = isnan(sample) ? model : sample;
        s->points[i] = (point){
            .flits_per_cycle = flits,
            /* te13 footnote 3: flits of 16 bytes at a network clock of 602 MHz, over 8 memory nodes
             * of 16 bytes per cycle at a DRAM clock of 1107 MHz */
            .bandwidth_ratio = flits * 16.0 * 602.0 / (1107.0 * 8.0 * 16.0),
            .model_ipc = model,
            .sampled_ipc = sample,
            .ipc_per_area = known_ipc / chip_area(mesh, flits, 1.0),
            .ipc_per_third_area = known_ipc / chip_area(mesh, flits, 1.0 / 3.0),
        };
    }
    return NOC_OK;
}

/* Finds the best ratios, and converts IPC per area to % of the best. */
static void compare_areas(sweep *s)
{
    const point *best_point = s->points, *best_third_point = s->points;
    for (size_t i = 1; i < s->count; i++) {
        if (s->points[i].ipc_per_area > best_point->ipc_per_area) best_point = &s->points[i];
        if (s->points[i].ipc_per_third_area > best_third_point->ipc_per_third_area)
            best_third_point = &s->points[i];
    }
    s->best_ratio = best_point->bandwidth_ratio;
    s->best_ratio_third_area = best_third_point->bandwidth_ratio;
    const double max_ipc_per_area = best_point->ipc_per_area,
                 max_ipc_per_third_area = best_third_point->ipc_per_third_area;
    for (size_t i = 0; i < s->count; i++) {
        s->points[i].ipc_per_area *= 100.0 / max_ipc_per_area;
        s->points[i].ipc_per_third_area *= 100.0 / max_ipc_per_third_area;
    }
}

static void fill_table(const sweep *s, noc_table *table)
{
    noc_table_add_columns(
        table, ">flits/cycle|.of DRAM BW|published %|.model %|.sample %|.IPC/area %|.NoC/3 %");
    for (size_t i = 0; i < s->count; i++) {
        const point *p = &s->points[i];
        noc_table_add_cell(table, "%.0f", p->flits_per_cycle);
        noc_table_add_cell(table, "%.3f", p->bandwidth_ratio);
        if (p->flits_per_cycle == mesh_flits_per_cycle)
            noc_table_add_cell(table, "%.0f", published_ipc_percent);
        else
            noc_table_add_cell(table, "%s", "");
        noc_table_add_cell(table, "%.1f", p->model_ipc);
        if (isnan(p->sampled_ipc))
            noc_table_add_cell(table, "%s", "");
        else
            noc_table_add_cell(table, "%.1f", p->sampled_ipc);
        noc_table_add_cell(table, "%.1f", p->ipc_per_area);
        noc_table_add_cell(table, "%.1f", p->ipc_per_third_area);
    }
}

static void draw_picture(const sweep *s, noc_study *study)
{
    const size_t published = noc_study_add_series(study, "published", NOC_STUDY_PUBLISHED, 0);
    const size_t model = noc_study_add_series(study, "model", NOC_STUDY_MODEL, 0);
    const size_t sample = noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 0);
    const size_t full_area_series = noc_study_add_series(study, "sample", NOC_STUDY_SAMPLE, 1);
    const size_t third_area_series = noc_study_add_series(study, "NoC/3", NOC_STUDY_OTHER, 1);
    for (size_t i = 0; i < s->count; i++) {
        const point *p = &s->points[i];
        if (p->flits_per_cycle == mesh_flits_per_cycle)
            noc_study_add_point(study, published, p->bandwidth_ratio, published_ipc_percent);
        noc_study_add_point(study, model, p->bandwidth_ratio, p->model_ipc);
        noc_study_add_point(study, sample, p->bandwidth_ratio, p->sampled_ipc);
        noc_study_add_point(study, full_area_series, p->bandwidth_ratio, p->ipc_per_area);
        noc_study_add_point(study, third_area_series, p->bandwidth_ratio, p->ipc_per_third_area);
    }
    noc_study_add_band(study, 1, 0.7, 0.8, "published\\nbest");
    noc_study_add_band(study, 1, 1.19, 1.21, "NoC/3\\nabout 1.2");
}

static noc_status make_study(noc_bench *b, const config_setting_t *recipe, noc_study *study)
{
    sweep s = {.count = noc_recipe_count_members(recipe, "flits")};
    *study = (noc_study){
        .form = NOC_STUDY_CURVES,
        .title = noc_recipe_find_text(recipe, "title"),
        .note_text = noc_recipe_find_text(recipe, "note"),
        .x_title = "bandwidth of the network / of the DRAM",
        .y_titles = {"IPC, % of an unlimited network", "IPC per chip area, % of the best"},
    };
    s.points = calloc(s.count, sizeof *s.points);
    const noc_status status = s.points ? measure_points(b, recipe, &s) : noc_fail_memory(b->diag);
    if (status == NOC_OK) {
        compare_areas(&s);
        fill_table(&s, &study->table);
        draw_picture(&s, study);
        snprintf(study->remark, sizeof study->remark,
                 "Most IPC per area: published at 0.7 to 0.8, here at %.2f; with a NoC three times "
                 "smaller: published at about 1.2, here at %.2f.",
                 s.best_ratio, s.best_ratio_third_area);
    }
    free(s.points);
    return status;
}

const noc_study_kind noc_study_kind_limits = {make_study};
