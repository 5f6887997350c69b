/* Saturation and latency where two 4x4 meshes are joined by one slow, long link each way, of whose
 * virtual channels each moves no more than the credits of its buffer let it: b flits in 2 c + 4
 * cycles, over c cycles of link (routers of three stages). Saturation is in closed form: half of
 * what the 16 nodes of a mesh send crosses the link, which moves the lesser of its own rate and
 * that of its credits; 98 % of what is offered is still accepted. Latencies are the sampler's, to
 * 1 %. */
#include <math.h>
#include <stdlib.h>

#include "tests/support/designs/wirings.h"
#include "tests/support/helpers.h"
#include "tests/support/runs/models.h"

enum { SIDE = 4, MESH = SIDE * SIDE, NODES = 2 * MESH, FROM = 7, TO = 20 };

typedef struct joined {
    unsigned vcs, buffer, cycles, flits;
    double rate; /* flits a cycle of the link */
} joined;

static void put_mesh(FILE *out, unsigned first)
{
    for (unsigned i = 0; i < MESH; i++) {
        const unsigned r = first + i;
        if (i % SIDE + 1 < SIDE) fprintf(out, "%u,%u,1,2,1\n%u,%u,1,2,1\n", r, r + 1, r + 1, r);
        if (i + SIDE < MESH) fprintf(out, "%u,%u,1,2,1\n%u,%u,1,2,1\n", r, r + SIDE, r + SIDE, r);
    }
}

static test_system system_of(const joined *j)
{
    char *links = NULL, *attach = test_attach_in_order(NODES), network[160], traffic[80];
    size_t size;
    FILE *out = open_memstream(&links, &size);
    assert_non_null(out);
    fprintf(out, "from,to,cycles,mm,flits_per_cycle\n");
    put_mesh(out, 0);
    put_mesh(out, MESH);
    fprintf(out, "%d,%d,%u,2,%g\n%d,%d,%u,2,%g\n", FROM, TO, j->cycles, j->rate, TO, FROM,
            j->cycles, j->rate);
    fclose(out);
    snprintf(network, sizeof network,
             "flit_bytes = 16; virtual_channels = %u; buffer_flits = %u; router_stages = 3;",
             j->vcs, j->buffer);
    snprintf(traffic, sizeof traffic, "pattern = \"uniform\"; packet_flits = %u;", j->flits);
    const wired_parts parts = {links, attach, NULL, "compute = 32; memory = 0;", network, traffic};
    const test_system t = test_parts(&parts);
    free(links);
    free(attach);
    return t;
}

static double saturation_by_limits(const joined *j)
{
    const double of_credits = (double)(j->vcs * j->buffer) / (2.0 * j->cycles + 4.0);
    return fmin(j->rate, of_credits) / (0.5 * MESH) / 0.98;
}

/* Credits bind, the link does, or both nearly; the first is a published case. */
static const joined links[] = {
    {1, 8, 20, 4, 0.25}, {4, 8, 20, 4, 0.25}, {2, 8, 20, 4, 0.25}, {1, 8, 20, 4, 1.0},
    {1, 8, 20, 4, 0.2},  {1, 8, 40, 4, 0.5},  {1, 4, 10, 4, 0.25}, {1, 16, 40, 2, 0.25},
    {1, 12, 5, 4, 0.1},  {2, 4, 20, 1, 0.25}, {3, 8, 5, 1, 0.25},  {8, 8, 60, 4, 0.2},
    {1, 8, 10, 2, 0.5},  {2, 16, 60, 6, 0.5}, {1, 16, 5, 4, 0.25}, {2, 8, 40, 4, 0.5},
};

static void saturation_is_the_lesser_limit(void **state)
{
    (void)state;
    const size_t count = sizeof links / sizeof *links;
    double sum = 0.0;
    for (size_t i = 0; i < count; i++) {
        test_system t = system_of(&links[i]);
        noc_model *model = test_model(t.system);
        noc_model_limits limits;
        noc_model_find_limits(model, &limits);
        const double wanted = saturation_by_limits(&links[i]);
        const double off = limits.saturation / wanted - 1.0;
        print_message("    %u VCs of %u, %u cycles, %g, %u flits: saturation %+.1f %%\n",
                      links[i].vcs, links[i].buffer, links[i].cycles, links[i].rate, links[i].flits,
                      100.0 * off);
        assert_near(limits.saturation, wanted, 0.06 * wanted);
        sum += fabs(off);
        noc_model_free(model);
        test_system_free(&t);
    }
    assert_true(sum <= 0.03 * (double)count);
}

typedef struct loaded {
    joined link;
    double load, latency; /* cycles */
} loaded;

static const loaded sampled[] = {
    {{4, 8, 20, 4, 0.25}, 0.01, 41.6},  {{4, 8, 20, 4, 0.25}, 0.02, 49.1},
    {{8, 8, 20, 4, 0.25}, 0.02, 50.4},  {{2, 8, 20, 4, 0.25}, 0.012, 42.2},
    {{2, 8, 20, 4, 0.25}, 0.02, 47.6},  {{3, 8, 5, 1, 0.25}, 0.016, 26.2},
    {{1, 8, 20, 4, 0.25}, 0.012, 43.9}, {{1, 12, 5, 4, 0.1}, 0.006, 49.7},
};

static void flits_share_the_link(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sampled / sizeof *sampled; i++) {
        const loaded *l = &sampled[i];
        test_system t = system_of(&l->link);
        noc_model *model = test_model(t.system);
        noc_model_point point;
        noc_model_solve(model, l->load, &point);
        print_message("    %u VCs, load %g: latency %.1f, %+.1f %%\n", l->link.vcs, l->load,
                      point.packet_latency, 100.0 * (point.packet_latency / l->latency - 1.0));
        assert_near(point.packet_latency, l->latency, 0.04 * l->latency);
        noc_model_free(model);
        test_system_free(&t);
    }
}

int main(void)
{
    test_list list = {0};
    test_add(&list, "saturation is that of the lesser limit", saturation_is_the_lesser_limit);
    test_add(&list, "flits of several virtual channels share the link", flits_share_the_link);
    return test_run("link_credits", &list);
}
