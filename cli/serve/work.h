/* cli/serve/work.h: places for questions that the model answers. Each place has a context of the
 * library for itself, which keeps values that the next question of the same tab needs again. Among
 * the questions of a tab the newest one counts. */
#ifndef NOC_CLI_SERVE_WORK_H
#define NOC_CLI_SERVE_WORK_H

#include "base/diag.h"
#include "cli/serve/jobs.h"

enum { NOC_WORK_SECONDS = 30 }; /* time in which a question is answered, s */

typedef struct noc_work noc_work;

/* Makes the places for questions: `threads`, or as many as there are processors for 0. Jobs outlive
 * them. NOC_EFAILED: out of memory. The caller frees *work in any case, after all jobs. */
noc_status noc_work_new(noc_jobs *jobs, unsigned threads, noc_work **work, noc_diag *diag);
void noc_work_free(noc_work *work);

/* Ways in which a question leaves. */
typedef enum noc_work_end {
    NOC_WORK_ANSWERED,
    NOC_WORK_SUPERSEDED, /* the same tab has asked a newer question */
    NOC_WORK_LATE,       /* not answered in time */
    NOC_WORK_STOPPED,    /* the server ends */
} noc_work_end;

/* Answers a question, which is moved, and waits for the answer. `file`: as in noc_answering. The
 * caller frees answer->text. */
noc_work_end noc_work_answer(noc_work *work, noc_question *question, const char *file,
                             noc_document *answer);

#endif
