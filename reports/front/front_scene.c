#include "reports/front/front_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

noc_status noc_front_scene_make(const noc_front_view *view, noc_front_scene *f, noc_diag *diag)
{
    *f = (noc_front_scene){.view = view};
    const noc_network_words words = noc_front_network_words(view);
    const noc_status status = noc_design_names_find(view->candidates, &words, &f->names, diag);
    if (status != NOC_OK) return status;
    f->summary = noc_front_summarize(view->candidates);
    f->colour_setting = noc_design_names_index(&f->names, "network.topology");
    if (f->colour_setting == f->names.count || !f->names.list[f->colour_setting].is_varied ||
        f->names.list[f->colour_setting].value_count > NOC_CHART_NUMBER_COLOURS)
        f->colour_setting =
            noc_design_names_find_main(&f->names, view->candidates, NOC_CHART_NUMBER_COLOURS);
    return NOC_OK;
}

void noc_front_scene_clear(noc_front_scene *f)
{
    noc_design_names_clear(&f->names);
}

/* ---- points --------------------------------------------------------------------------------- */

noc_front_kind noc_front_find_kind(const noc_candidates *candidates, size_t i)
{
    if (i >= candidates->racing_count)
        return noc_candidate_is_overclocked(candidates, &candidates->list[i])
                   ? NOC_FRONT_OVERCLOCKED
                   : NOC_FRONT_UNPRICED;
    return candidates->marks[i].is_on_value_front     ? NOC_FRONT_MEMBER
           : noc_candidate_is_possible(candidates, i) ? NOC_FRONT_MAYBE
                                                      : NOC_FRONT_OTHER;
}

static const noc_overridden_setting *colour_setting(const noc_front_scene *f)
{
    return f->colour_setting < f->names.count ? &f->names.list[f->colour_setting] : NULL;
}

size_t noc_front_group_count(const noc_front_scene *f)
{
    return colour_setting(f) ? colour_setting(f)->value_count + 1 : 1;
}

size_t noc_front_find_group(const noc_front_scene *f, size_t i)
{
    return colour_setting(f) ? (size_t)(colour_setting(f)->value_indices[i] + 1) : 0;
}

noc_chart_look noc_front_group_look(const noc_front_scene *f, size_t group)
{
    const noc_overridden_setting *setting = colour_setting(f);
    if (!setting) return (noc_chart_look){NOC_CHART_WORDS, 0, 0};
    if (group == 0)
        return (noc_chart_look){NOC_CHART_WORDS, NOC_CHART_WORD_COLOURS - 1, setting->value_count};
    if (!setting->is_number || setting->value_count < 2)
        return (noc_chart_look){NOC_CHART_WORDS, group - 1, group - 1};
    return (noc_chart_look){
        NOC_CHART_NUMBERS,
        (group - 1) * (NOC_CHART_NUMBER_COLOURS - 1) / (setting->value_count - 1), group - 1};
}

char *noc_front_group_words(const noc_front_scene *f, size_t group)
{
    const noc_overridden_setting *setting = colour_setting(f);
    char *phrase = noc_design_value_phrase(&f->names, setting, (int)group - 1);
    if (!phrase || *phrase) return phrase;
    free(phrase);
    return strdup(setting->values[group - 1]);
}

/* ---- words ---------------------------------------------------------------------------------- */

char *noc_front_title(const noc_front_scene *f)
{
    char objectives[300], *text;
    noc_objectives_write(&f->view->candidates->objectives, objectives, sizeof objectives);
    if (asprintf(&text, "%.80s: the front of %s", f->view->space->name, objectives) < 0)
        return NULL;
    return text;
}

char *noc_front_knee_sentence(const noc_front_scene *f, const noc_front_labels *labels)
{
    const noc_candidates *candidates = f->view->candidates;
    const bool has_knee = f->summary.knee < candidates->count;
    const size_t design = has_knee ? f->summary.knee : f->summary.best_designs[0];
    if (design >= candidates->count) return strdup("");
    char number[24] = "", *text = NULL, *name = noc_design_name(&f->names, design),
         *figures = noc_front_figures(candidates, design, 0);
    const size_t label = noc_front_label_number(labels, design);
    if (label) snprintf(number, sizeof number, " (%zu)", label);
    if (name && figures &&
        asprintf(&text, "%s%s: %s: %s", has_knee ? "Knee" : "Best", number, name, figures) < 0)
        text = NULL;
    free(figures);
    free(name);
    return text;
}

char *noc_front_key_name(const noc_front_scene *f, size_t candidate)
{
    char *text = NULL, *name = noc_design_name(&f->names, candidate);
    if (!name || candidate != f->summary.knee) return name;
    if (asprintf(&text, "%s (knee)", name) < 0) text = NULL;
    free(name);
    return text;
}

char *noc_front_key_note(const noc_front_scene *f, const noc_front_labels *labels)
{
    char numbered[100] = "", load[300], *text;
    if (labels->count < f->summary.front_count)
        snprintf(numbered, sizeof numbered, "%zu of the %zu on the front are numbered. ",
                 labels->count, f->summary.front_count);
    noc_front_load_words(f->view->space->task, load, sizeof load);
    if (asprintf(&text, "%s%s", numbered, load) < 0) return NULL;
    return text;
}
