#include "bindings/c/context.h"

#include <pthread.h>
#include <stdlib.h>

#include "hybrid/answers/figures/answer.h"
#include "hybrid/correction/calibration/calibration_file.h"
#include "hybrid/correction/calibration/shipped.h"
#include "network/graph/system.h"

struct noc_context {
    noc_calibration *file_calibration;              /* owned; NULL: none was read */
    enum { SHIPPED, OF_FILE, DERIVED } calibration; /* the last: the model as derived */
    uint64_t seed;
    unsigned threads;
    noc_progress_function progress;
    void *progress_data;
    pthread_mutex_t lock; /* guards the list below */
    noc_workspace *idle_workspaces;
};

int noc_context_new(noc_context **context, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    const noc_status status = noc_call_require(&call, "context", context, NULL);
    if (status != NOC_OK) return noc_call_end(&call, status);
    *context = calloc(1, sizeof **context);
    if (!*context) return noc_call_end(&call, noc_fail_memory(&call.diag));
    (*context)->seed = 1;
    pthread_mutex_init(&(*context)->lock, NULL);
    return noc_call_end(&call, NOC_OK);
}

static void drop_calibration(noc_context *context)
{
    if (context->file_calibration) noc_calibration_clear(context->file_calibration);
    free(context->file_calibration);
    context->file_calibration = NULL;
}

void noc_workspace_forget(noc_workspace *workspace)
{
    noc_system_free(workspace->system);
    noc_design_release(workspace->design);
    workspace->system = NULL;
    workspace->design = NULL;
}

void noc_context_release(noc_context *context)
{
    if (!context) return;
    drop_calibration(context);
    while (context->idle_workspaces) {
        noc_workspace *workspace = context->idle_workspaces;
        context->idle_workspaces = workspace->next;
        noc_workspace_forget(workspace);
        noc_cache_clear(&workspace->stage_results);
        noc_config_memory_clear(&workspace->texts);
        free(workspace);
    }
    pthread_mutex_destroy(&context->lock);
    free(context);
}

void noc_context_forget(noc_context *context)
{
    pthread_mutex_lock(&context->lock);
    for (noc_workspace *w = context->idle_workspaces; w; w = w->next) {
        noc_workspace_forget(w);
        noc_cache_clear(&w->stage_results);
    }
    pthread_mutex_unlock(&context->lock);
}

static noc_status read_calibration(noc_context *context, const char *file, noc_diag *diag)
{
    noc_calibration *calibration = calloc(1, sizeof *calibration);
    if (!calibration) return noc_fail_memory(diag);
    const noc_status status = noc_calibration_read(file, calibration, diag);
    if (status != NOC_OK) {
        noc_calibration_clear(calibration);
        free(calibration);
        return status;
    }
    drop_calibration(context);
    context->file_calibration = calibration;
    return NOC_OK;
}

static noc_status set_calibration(noc_context *context, const char *file, noc_diag *diag)
{
    const noc_status status = file && *file ? read_calibration(context, file, diag) : NOC_OK;
    if (status != NOC_OK) return status;
    context->calibration = !file ? SHIPPED : *file ? OF_FILE : DERIVED;
    noc_context_forget(context); /* kept models are found by the address of their calibration */
    return NOC_OK;
}

int noc_context_set_calibration(noc_context *context, const char *file, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    return noc_call_end(&call, context ? set_calibration(context, file, &call.diag)
                                       : noc_call_require(&call, "context", context, NULL));
}

int noc_context_set_seed(noc_context *context, uint64_t seed, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    const noc_status status = noc_call_require(&call, "context", context, NULL);
    if (status != NOC_OK) return noc_call_end(&call, status);
    context->seed = seed;
    return noc_call_end(&call, NOC_OK);
}

int noc_context_set_threads(noc_context *context, unsigned threads, noc_error *error)
{
    noc_call call = noc_call_begin(error);
    const noc_status status = noc_call_require(&call, "context", context, NULL);
    if (status != NOC_OK) return noc_call_end(&call, status);
    context->threads = threads;
    return noc_call_end(&call, NOC_OK);
}

int noc_context_set_progress(noc_context *context, noc_progress_function progress, void *data,
                             noc_error *error)
{
    noc_call call = noc_call_begin(error);
    const noc_status status = noc_call_require(&call, "context", context, NULL);
    if (status != NOC_OK) return noc_call_end(&call, status);
    context->progress = progress;
    context->progress_data = data;
    return noc_call_end(&call, NOC_OK);
}

/* Finds the link to the first idle workspace with the system of a design; to the first one, if none
 * has it. */
static noc_workspace **find_idle(noc_context *context, const noc_design *design)
{
    noc_workspace **link = &context->idle_workspaces;
    while (*link && (*link)->design != design) link = &(*link)->next;
    return *link ? link : &context->idle_workspaces;
}

noc_workspace *noc_context_take(noc_context *context, const noc_design *design)
{
    pthread_mutex_lock(&context->lock);
    noc_workspace **link = find_idle(context, design), *workspace = *link;
    if (workspace) *link = workspace->next;
    pthread_mutex_unlock(&context->lock);
    return workspace ? workspace : calloc(1, sizeof *workspace);
}

void noc_context_return(noc_context *context, noc_workspace *workspace)
{
    if (!workspace) return;
    noc_config_memory_trim(&workspace->texts);
    pthread_mutex_lock(&context->lock);
    workspace->next = context->idle_workspaces;
    context->idle_workspaces = workspace;
    pthread_mutex_unlock(&context->lock);
}

const noc_calibration *noc_context_calibration(const noc_context *context)
{
    if (context->calibration == DERIVED) return NULL;
    return context->calibration == OF_FILE ? context->file_calibration : noc_calibration_shipped();
}

/* Hears of the sampler's progress. */
static bool go_on(void *context, double share)
{
    noc_measuring *m = context;
    if (m->is_stopped) return false;
    if (m->progress && !noc_call_progress(m->host_locale, m->progress, m->data, share))
        m->is_stopped = true;
    m->is_late = m->end_s > 0.0 && noc_seconds() > m->end_s;
    return !m->is_late && !m->is_stopped;
}

noc_sampling noc_context_sampling(const noc_context *context, const noc_query *query,
                                  const noc_call *call, noc_measuring *measuring)
{
    static const double usual_precision = 0.02;
    const bool has_limit = query->max_seconds > 0.0;
    *measuring = (noc_measuring){
        .host_locale = call->host_locale,
        .progress = query->progress ? query->progress : context->progress,
        .data = query->progress ? query->progress_data : context->progress_data,
        .end_s = has_limit ? noc_seconds() + query->max_seconds : 0.0,
    };
    return (noc_sampling){
        .precision = query->precision > 0.0 ? query->precision : usual_precision,
        .seed = context->seed,
        .jobs = context->threads,
        .max_cycles = query->max_cycles,
        .keep_interrupted = has_limit || query->approach == NOC_APPROACH_WITHIN,
        .progress = go_on,
        .context = measuring,
    };
}
