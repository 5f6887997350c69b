/* reports/front/front_scene.h: a front prepared for a figure: names of its designs, kinds of
 * points, and the setting that colours show. */
#ifndef NOC_REPORTS_FRONT_FRONT_SCENE_H
#define NOC_REPORTS_FRONT_FRONT_SCENE_H

#include "reports/drawings/chart.h"
#include "reports/front/front_labels.h"

typedef struct noc_front_scene {
    const noc_front_view *view;
    noc_design_names names;
    noc_front_summary summary;
    size_t colour_setting; /* position in names; names.count: colours show no setting */
} noc_front_scene;

/* Prepares a front. The caller clears the scene, even after an error. NOC_EFAILED: out of
 * memory. */
noc_status noc_front_scene_make(const noc_front_view *view, noc_front_scene *scene, noc_diag *diag);
void noc_front_scene_clear(noc_front_scene *scene);

/* Kinds of points. Excluded designs (overclocked or unpriced) are not drawn. */
typedef enum noc_front_kind {
    NOC_FRONT_OTHER,
    NOC_FRONT_MAYBE, /* off the front by value, but possibly on it */
    NOC_FRONT_MEMBER,
    NOC_FRONT_OVERCLOCKED,
    NOC_FRONT_UNPRICED
} noc_front_kind;

noc_front_kind noc_front_find_kind(const noc_candidates *candidates, size_t candidate);

/* Returns the number of groups of designs with equal colours, and the group of a design: 0 without
 * the setting, else 1 and more by its value. */
size_t noc_front_group_count(const noc_front_scene *scene);
size_t noc_front_find_group(const noc_front_scene *scene, size_t candidate);

/* Returns the look of a group. */
noc_chart_look noc_front_group_look(const noc_front_scene *scene, size_t group);

/* Returns the words of a group, 1 or more: "16 B". NULL when out of memory; the caller frees the
 * text. */
char *noc_front_group_words(const noc_front_scene *scene, size_t group);

/* Returns the title of the figure: "routers: the front of max bandwidth per area, min network
 * area". Here and below, NULL means out of memory, and the caller frees the text. */
char *noc_front_title(const noc_front_scene *scene);

/* Returns a sentence on the knee, or on the best design without a knee; "" without designs:
 * "Knee (3): scattered, 2 ports: 0.1859 GB/s/mm2 (±7%), network area 21.79 mm2". */
char *noc_front_knee_sentence(const noc_front_scene *scene, const noc_front_labels *labels);

/* Returns the name of a design, with " (knee)" after that of the knee. */
char *noc_front_key_name(const noc_front_scene *scene, size_t candidate);

/* Returns a sentence on designs without a number and on the load of latencies. */
char *noc_front_key_note(const noc_front_scene *scene, const noc_front_labels *labels);

#endif
