#include "cli/serve/work.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory_limit.h"

enum { TABS_MAX = 64, PLACES_MIN = 2, PLACES_MAX = 64 };

/* A tab of a browser, and the number of its newest question. */
typedef struct tab {
    char id[NOC_QUESTION_TAB_CHARS + 1]; /* "": none */
    uint64_t newest;
    uint64_t last_use; /* time of noc_work.clock */
} tab;

/* Place for one question at a time. */
typedef struct place {
    noc_context *context;
    bool is_taken;
    char tab[NOC_QUESTION_TAB_CHARS + 1]; /* tab of the last question; "": none */
} place;

struct noc_work {
    noc_jobs *jobs;
    place places[PLACES_MAX];
    size_t place_count;
    tab tabs[TABS_MAX];
    uint64_t clock; /* counts uses of tabs */
};

/* ---- tabs ----------------------------------------------------------------------------------- */

/* Finds a tab; NULL: unknown. */
static tab *find_tab(noc_work *w, const char *id)
{
    for (size_t i = 0; i < TABS_MAX; i++)
        if (strcmp(w->tabs[i].id, id) == 0) return &w->tabs[i];
    return NULL;
}

/* Puts a new tab in the place of the one that was used least recently. */
static tab *add_tab(noc_work *w, const char *id)
{
    tab *oldest = &w->tabs[0];
    for (size_t i = 1; i < TABS_MAX; i++)
        if (w->tabs[i].last_use < oldest->last_use) oldest = &w->tabs[i];
    *oldest = (tab){.newest = 0};
    stpncpy(oldest->id, id, NOC_QUESTION_TAB_CHARS);
    return oldest;
}

/* Notes the number of a tab's question if it is the newest. */
static void note_question(noc_work *w, const noc_question *q)
{
    if (!*q->tab) return;
    tab *t = find_tab(w, q->tab);
    if (!t) t = add_tab(w, q->tab);
    if (q->sequence > t->newest) t->newest = q->sequence;
    t->last_use = ++w->clock;
}

static bool is_newest(void *data, const noc_question *q)
{
    const tab *t = *q->tab ? find_tab(data, q->tab) : NULL;
    return !t || q->sequence >= t->newest;
}

/* ---- places --------------------------------------------------------------------------------- */

/* Takes a free place: the one where the tab was answered last, if it is free. NULL: none. */
static place *take_place(noc_work *w, const char *tab_id)
{
    place *found = NULL;
    for (size_t i = 0; i < w->place_count; i++) {
        place *p = &w->places[i];
        if (p->is_taken) continue;
        const bool is_own = strcmp(p->tab, tab_id) == 0;
        if (!found || is_own) found = p;
        if (is_own) break;
    }
    if (!found) return NULL;
    found->is_taken = true;
    stpncpy(found->tab, tab_id, NOC_QUESTION_TAB_CHARS);
    found->tab[NOC_QUESTION_TAB_CHARS] = '\0';
    return found;
}

/* Returns a place. A context keeps its last system, which may be large: others need the memory. */
static void return_place(void *data, noc_context *context)
{
    noc_work *w = data;
    size_t i = 0;
    while (w->places[i].context != context) i++;
    place *p = &w->places[i];
    p->is_taken = false;
    if (noc_memory_held_bytes() < noc_memory_limit() / 4) return;
    noc_context *fresh;
    if (noc_context_new(&fresh, NULL) != NOC_CODE_OK) return;
    noc_context_release(context);
    p->context = fresh;
}

noc_status noc_work_new(noc_jobs *jobs, unsigned threads, noc_work **work, noc_diag *diag)
{
    noc_work *w = calloc(1, sizeof *w);
    *work = w;
    if (!w) return noc_fail_memory(diag);
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t count = threads > 0               ? threads
                         : processors > PLACES_MIN ? (size_t)processors
                                                   : PLACES_MIN;
    w->jobs = jobs;
    for (size_t i = 0; i < count && i < PLACES_MAX; i++) {
        if (noc_context_new(&w->places[i].context, NULL) != NOC_CODE_OK)
            return noc_fail_memory(diag);
        w->place_count++;
    }
    return NOC_OK;
}

void noc_work_free(noc_work *work)
{
    for (size_t i = 0; work && i < work->place_count; i++)
        noc_context_release(work->places[i].context);
    free(work);
}

/* ---- questions ------------------------------------------------------------------------------ */

/* Finds out, with the lock held, whether a question is to leave without an answer.
 * NOC_WORK_ANSWERED: it is to stay. */
static noc_work_end find_end(noc_work *w, const noc_question *q, bool is_late)
{
    if (w->jobs->is_stopping) return NOC_WORK_STOPPED;
    if (!is_newest(w, q)) return NOC_WORK_SUPERSEDED;
    return is_late ? NOC_WORK_LATE : NOC_WORK_ANSWERED;
}

/* Waits for a place. */
static noc_work_end wait_for_place(noc_work *w, const noc_question *q, const struct timespec *end,
                                   place **found)
{
    noc_work_end how = NOC_WORK_ANSWERED;
    bool is_late = false;
    pthread_mutex_lock(&w->jobs->lock);
    note_question(w, q);
    pthread_cond_broadcast(&w->jobs->change); /* an older question of the tab may wait */
    *found = NULL;
    while (!*found && (how = find_end(w, q, is_late)) == NOC_WORK_ANSWERED) {
        *found = take_place(w, q->tab);
        if (!*found) is_late = !noc_jobs_wait(w->jobs, end);
    }
    pthread_mutex_unlock(&w->jobs->lock);
    return how;
}

/* Waits for a job, and leaves it. */
static noc_work_end wait_for_job(noc_work *w, noc_job *job, const struct timespec *end,
                                 noc_document *answer)
{
    bool is_late = false;
    pthread_mutex_lock(&w->jobs->lock);
    while (!noc_job_is_done(job) && !w->jobs->is_stopping && !is_late)
        is_late = !noc_jobs_wait(w->jobs, end);
    *answer = noc_job_leave(job);
    const noc_work_end how = answer->kind != NOC_DOCUMENT_STOPPED ? NOC_WORK_ANSWERED
                             : w->jobs->is_stopping               ? NOC_WORK_STOPPED
                             : is_late                            ? NOC_WORK_LATE
                                                                  : NOC_WORK_SUPERSEDED;
    pthread_mutex_unlock(&w->jobs->lock);
    return how;
}

noc_work_end noc_work_answer(noc_work *work, noc_question *question, const char *file,
                             noc_document *answer)
{
    const struct timespec end = noc_jobs_time(NOC_WORK_SECONDS);
    place *p;
    *answer = (noc_document){.kind = NOC_DOCUMENT_STOPPED};
    const noc_work_end how = wait_for_place(work, question, &end, &p);
    if (how != NOC_WORK_ANSWERED) return how;
    const noc_job_setup setup = {work->jobs, p->context, file, is_newest, return_place, work};
    noc_job *job = noc_job_start(&setup, question);
    if (job) return wait_for_job(work, job, &end, answer);
    answer->kind = NOC_DOCUMENT_SHORT;
    return NOC_WORK_ANSWERED;
}
