#include "studies/studies.h"

#include <string.h>

#include "base/suggest.h"
#include "studies/recipe.h"

#define NOC_STUDY_KIND(name) extern const noc_study_kind noc_study_kind_##name;
#include "studies/kinds.def"
#undef NOC_STUDY_KIND

/* List of recipes in data/reproduce.cfg, and their kind. */
typedef struct recipe_list {
    const char *name;
    const noc_study_kind *kind;
} recipe_list;

static const recipe_list lists[] = {
#define NOC_STUDY_KIND(name) {#name, &noc_study_kind_##name},
#include "studies/kinds.def"
#undef NOC_STUDY_KIND
};

enum { LISTS = sizeof lists / sizeof lists[0] };

static const config_setting_t *find_recipe_root(void)
{
    return config_root_setting(noc_recipe_tables[0].config);
}

static bool is_selected(const config_setting_t *recipe, const char *word)
{
    return !word || strcmp(word, noc_recipe_find_text(recipe, "name")) == 0;
}

/* Iterator over the recipes that a word selects. Start with {.word = word}. */
typedef struct recipe_walk {
    const char *word;
    size_t list_index, next_recipe;
} recipe_walk;

/* Returns the next recipe, NULL past the end; w->list is the position of its list. */
static const config_setting_t *find_next_recipe(recipe_walk *w)
{
    for (; w->list_index < LISTS; w->list_index++, w->next_recipe = 0) {
        const char *list = lists[w->list_index].name;
        while (w->next_recipe < noc_recipe_count_members(find_recipe_root(), list)) {
            const config_setting_t *recipe =
                noc_recipe_find_member(find_recipe_root(), list, w->next_recipe++);
            if (is_selected(recipe, w->word)) return recipe;
        }
    }
    return NULL;
}

size_t noc_studies_count(const char *word)
{
    size_t count = 0;
    for (recipe_walk w = {.word = word}; find_next_recipe(&w);) count++;
    return count;
}

const char *noc_studies_find_nearest(const char *word)
{
    noc_nearest_search nearest = {.wanted = word};
    recipe_walk w = {.word = NULL};
    for (const config_setting_t *recipe; (recipe = find_next_recipe(&w));)
        noc_nearest_consider(&nearest, noc_recipe_find_text(recipe, "name"));
    return noc_nearest_name(&nearest);
}

noc_status noc_studies_make(const char *word, noc_bench *bench, noc_study_receiver *receive,
                            void *context)
{
    noc_status status = NOC_OK;
    recipe_walk w = {.word = word};
    for (const config_setting_t *recipe; status == NOC_OK && (recipe = find_next_recipe(&w));) {
        noc_study study;
        status = lists[w.list_index].kind->make_study(bench, recipe, &study);
        if (status == NOC_OK) status = receive(context, &study, bench->diag);
        noc_study_clear(&study);
    }
    return status;
}
