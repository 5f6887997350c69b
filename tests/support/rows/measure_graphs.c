/* Measures tests/reference/random_graphs.csv anew: measure_graphs FILE [FIRST END], numbers of
 * graphs. Rows that FILE has already stay as they are, so it can be stopped; ten minutes on one
 * core. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hybrid/answers/estimate_sample.h"
#include "tests/support/designs/random_graphs.h"

static noc_status measure(const noc_system *system, random_graph_row *row, noc_diag *diag)
{
    noc_sampling sampling = {
        .precision = 0.02, .seed = 1, .jobs = 1, .effort = NOC_EFFORT_BRIEF, .skips_cause = true};
    noc_estimate e;
    noc_status status = noc_estimate_sample_saturation(system, &sampling, &e, diag);
    const noc_metric *saturation = &e.metrics[NOC_METRIC_saturation_flits_per_cycle];
    row->saturation = saturation->value;
    row->saturation_half = (saturation->hi - saturation->lo) / 2.0;
    row->knee = e.metrics[NOC_METRIC_knee_flits_per_cycle].value;
    for (size_t i = 0; i < RANDOM_GRAPH_LOADS && status == NOC_OK; i++) {
        status = noc_estimate_sample(system, random_graph_shares[i] * row->saturation, &sampling,
                                     &e, diag);
        const noc_metric *trip = &e.metrics[NOC_METRIC_round_trip_cycles];
        const noc_metric *watched =
            isnan(trip->value) ? &e.metrics[NOC_METRIC_packet_latency_cycles] : trip;
        row->latency[i] = watched->value;
        row->half[i] = (watched->hi - watched->lo) / 2.0;
    }
    return status;
}

static bool is_done(const random_graph_row *done, size_t count, unsigned number)
{
    for (size_t i = 0; i < count; i++)
        if (done[i].number == number) return true;
    return false;
}

int main(int argc, char **argv)
{
    random_graph_row *done;
    size_t count;
    noc_diag diag = {0};
    if (argc != 2 && argc != 4) return 2;
    const unsigned first = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    const unsigned end = argc > 2 ? (unsigned)strtoul(argv[3], NULL, 10) : RANDOM_GRAPHS;
    gsl_set_error_handler_off(); /* as in cli/main.c */
    random_graph_rows_read(argv[1], &done, &count);
    FILE *out = fopen(argv[1], "a");
    if (!out) return 1;
    if (count == 0) random_graph_put_header(out);
    for (unsigned number = first; number < end; number++) {
        if (is_done(done, count, number)) continue;
        test_system t = random_graph_compile(number, 0);
        random_graph_row row = {
            .number = number,
            .virtual_channels = t.design->networks[0].virtual_channels,
        };
        if (measure(t.system, &row, &diag) == NOC_OK)
            random_graph_put(&row, out);
        else
            fprintf(stderr, "%u: %s\n", number, diag.messages[diag.count - 1].text);
        test_system_free(&t);
    }
    free(done);
    noc_diag_clear(&diag);
    return fclose(out);
}
