/* studies/samples.h: stored samples, in a CSV file with one sample per line. Columns: question,
 * task, design, workload, version, and figures: "ipc=163.1:162.0:164.2 ...", value and interval of
 * each metric. */
#ifndef NOC_STUDIES_SAMPLES_H
#define NOC_STUDIES_SAMPLES_H

#include "base/arena.h"
#include "base/embedded.h"
#include "design/design.h"
#include "hybrid/answers/metrics.h"

/* Tasks of a sample. */
typedef enum noc_sample_task {
    /* figures at the question's load, or at the operating point of its closed loop */
    NOC_SAMPLE_POINT,
    NOC_SAMPLE_SATURATION, /* saturation and knee of the network */
    NOC_SAMPLE_TASKS
} noc_sample_task;

const char *noc_sample_task_name(noc_sample_task task); /* "point", "saturation" */

enum { NOC_SAMPLE_HASH = 16 };

typedef struct noc_stored_sample {
    char *question;
    noc_sample_task task;
    char design[NOC_SAMPLE_HASH + 1];   /* first digits of the sampled design's hash */
    char workload[NOC_SAMPLE_HASH + 1]; /* first digits of the hash of the cores' workload */
    char version[32];                   /* version of the program */
    noc_metric metrics[NOC_METRICS];    /* [metric]: value, lo, hi; NAN: not sampled */
} noc_stored_sample;

/* Samples that come with the program (data/published_samples.csv). */
extern const noc_embedded_file noc_sample_files[];

/* List of samples. Zero-initialise before use; noc_samples_clear at the end. */
typedef struct noc_samples {
    noc_stored_sample **list;
    size_t count;
    noc_arena memory;
} noc_samples;

/* Adds the samples of a text. NOC_EINPUT at `file` and the line of the first wrong sample. */
noc_status noc_samples_read(const char *text, const char *file, noc_samples *samples,
                            noc_diag *diag);

/* Adds an empty sample, or empties the sample of this question and task. Returns it, owned by the
 * list; NULL when out of memory. */
noc_stored_sample *noc_samples_add(noc_samples *samples, const char *question,
                                   noc_sample_task task);
/* Finds the sample of a question and task; NULL: none. */
const noc_stored_sample *noc_samples_find(const noc_samples *samples, const char *question,
                                          noc_sample_task task);

/* Writes a file with all samples, as a whole or not at all. NOC_EFAILED if that fails. */
noc_status noc_samples_save(const noc_samples *samples, const char *file, noc_diag *diag);

void noc_samples_clear(noc_samples *samples);

#endif
