/* cli/serve/measurements.h: questions that are answered by a measurement, and its progress.
 *
 * The response is lines of JSON: {"done":0.25} a few times a second, then {"answer":...}, or
 * {"faults":[...]}, or {"cancelled":true} if the server ends. A measurement ends with its
 * connection. */
#ifndef NOC_CLI_SERVE_MEASUREMENTS_H
#define NOC_CLI_SERVE_MEASUREMENTS_H

#include "cli/serve/jobs.h"
#include "cli/serve/server.h"

enum { NOC_MEASUREMENTS_MAX = 2 }; /* measurements that run at once */

/* Measurements under way. */
typedef struct noc_measurements {
    noc_jobs *jobs;
    unsigned threads; /* threads of each measurement; 0: one a processor */
    unsigned count;
} noc_measurements;

/* Ways in which a measurement begins. */
typedef enum noc_measurement_start {
    NOC_MEASUREMENT_STARTED,
    NOC_MEASUREMENT_TOO_MANY,
    NOC_MEASUREMENT_SHORT, /* out of memory */
} noc_measurement_start;

/* Starts a measurement, and moves the question. The server closes *stream. */
noc_measurement_start noc_measurement_begin(noc_measurements *measurements, noc_question *question,
                                            const char *file, noc_server_stream *stream);

#endif
