/* Program "identify DESIGN...": prints C code with the fingerprints of this program's model and
 * sampler (cli/identity/identity.h), including their answers about these files. It has the
 * program's libraries, so the build runs it again whenever one of them changes. */
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "explore/identity.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/estimate_sample.h"
#include "network/compile/compile.h"
#include "network/graph/wire_timing.h"
#include "network/kinds/kinds.h"
#include "power_area/link.h"
#include "reader/design_read.h"
#include "reader/design_walk.h"
#include "reports/designs/plain_design.h"

/* ---- designs to ask about ------------------------------------------------------------------- */

static char small_design[] =
    "nodes = { compute = 3; memory = 1; placement = \"explicit\"; memory_at = ((0,0)); };network = "
    "{ topology = \"mesh\"; columns = 2; rows = 2; };";

enum { SMALL_DESIGNS = 3 };

/* Designs to answer: one of each topology, those of the files, and small designs for searches. */
typedef struct probes {
    noc_design **list;
    size_t count;
} probes;

static noc_status add_design(probes *p, const noc_source *source, noc_diag *diag)
{
    const noc_status status = noc_design_read(source, NULL, 0, &p->list[p->count], diag);
    p->count += status == NOC_OK;
    return status;
}

static noc_status add_small(probes *p, noc_diag *diag)
{
    static char path[] = "small";
    const noc_source source = {.path = path, .text = small_design};
    return add_design(p, &source, diag);
}

static noc_status add_file(probes *p, const char *path, noc_diag *diag)
{
    NOC_AUTO(noc_source_clear) noc_source source = {.path = NULL};
    noc_status status = noc_source_read(path, &source, diag);
    if (status != NOC_OK) return status;
    status = add_design(p, &source, diag);
    return status;
}

static noc_status alloc_probes(probes *p, size_t files, noc_diag *diag)
{
    size_t topologies = 0;
    while (noc_topology_name(topologies)) topologies++;
    p->list = calloc(topologies + files + SMALL_DESIGNS, sizeof(noc_design *));
    return p->list ? NOC_OK : noc_fail_memory(diag);
}

static noc_status find_probes(probes *p, char *const *files, size_t file_count, noc_diag *diag)
{
    noc_status status = alloc_probes(p, file_count, diag);
    for (size_t i = 0; noc_topology_name(i) && status == NOC_OK; i++) {
        status = noc_plain_design_make(noc_topology_name(i), &p->list[p->count], diag);
        p->count += status == NOC_OK;
    }
    for (size_t i = 0; i < file_count && status == NOC_OK; i++)
        status = add_file(p, files[i], diag);
    for (int i = 0; i < SMALL_DESIGNS && status == NOC_OK; i++) status = add_small(p, diag);
    return status;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* Answers a design. `from_end`: number of designs after it in the list. */
typedef noc_status answer_function(const noc_system *system, size_t from_end, noc_estimate *e,
                                   noc_diag *diag);

static noc_status answer_by_model(const noc_system *system, size_t from_end, noc_estimate *e,
                                  noc_diag *diag)
{
    (void)from_end;
    return noc_estimate_model(system, NAN, e, diag);
}

/* Samples a design. The last designs, which are small, get a search for saturation, each with
 * another effort. */
static noc_status answer_by_sampler(const noc_system *system, size_t from_end, noc_estimate *e,
                                    noc_diag *diag)
{
    static const double load = 0.01;
    const bool is_search = from_end < SMALL_DESIGNS;
    const noc_sampling sampling = {.precision = 0.5,
                                   .seed = 1,
                                   .jobs = 1,
                                   .max_cycles = 1024,
                                   .effort = is_search ? (noc_effort)from_end : NOC_EFFORT_FULL,
                                   .skips_knee = from_end > 0,
                                   .skips_cause = true}; /* no metric depends on the cause */
    if (is_search) return noc_estimate_sample_saturation(system, &sampling, e, diag);
    if (system->design->closed_loop) return noc_estimate_sample_closed(system, &sampling, e, diag);
    return noc_estimate_sample(system, load, &sampling, e, diag);
}

static noc_status print_answer(const noc_design *design, answer_function *answer, size_t from_end,
                               FILE *out, noc_diag *diag)
{
    NOC_AUTO_SYSTEM noc_system *system = NULL;
    noc_estimate e;
    noc_status status = noc_system_compile(design, &system, diag);
    if (status == NOC_OK) status = answer(system, from_end, &e, diag);
    if (status == NOC_OK) {
        fprintf(out, "%s\n", design->hash);
        for (int id = 0; id < NOC_METRICS; id++)
            fprintf(out, "%s=%.12g %.12g %.12g\n", noc_metric_info_of((noc_metric_id)id)->name,
                    e.metrics[id].value, e.metrics[id].lo, e.metrics[id].hi);
    }
    return status;
}

static noc_status print_fingerprint(const probes *p, answer_function *answer, const char *name,
                                    noc_diag *diag)
{
    char *text = NULL, id[NOC_ID_CHARS + 1];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) return noc_fail_memory(diag);
    noc_status status = NOC_OK;
    for (size_t i = 0; i < p->count && status == NOC_OK; i++)
        status = print_answer(p->list[i], answer, p->count - 1 - i, out, diag);
    fclose(out);
    if (status == NOC_OK) noc_id_hash(text, id);
    if (status == NOC_OK) printf("const char %s[NOC_ID_CHARS + 1] = \"%s\";\n", name, id);
    free(text);
    return status;
}

int main(int argc, char **argv)
{
    probes p = {.count = 0};
    NOC_AUTO(noc_diag_clear) noc_diag diag = {0};
    gsl_set_error_handler_off(); /* statuses are checked instead */
    noc_wire_delay_set(noc_wire_ps);
    noc_supply_set_finder(noc_process_supply_range);
    puts("#include \"cli/identity/identity.h\"\n");
    noc_status status = find_probes(&p, argv + 1, (size_t)argc - 1, &diag);
    if (status == NOC_OK)
        status = print_fingerprint(&p, answer_by_model, "noc_engine_of_program", &diag);
    if (status == NOC_OK)
        status = print_fingerprint(&p, answer_by_sampler, "noc_sampler_of_program", &diag);
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "identify: %s\n", diag.messages[i].text);
    for (size_t i = 0; i < p.count; i++) noc_design_free(p.list[i]);
    free(p.list);
    return status == NOC_OK && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
