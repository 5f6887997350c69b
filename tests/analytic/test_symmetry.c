/* Groups in one part are what an equitable partition says: alike, with as many packets from and to
 * every other part. */
#include <math.h>
#include <stdlib.h>

#include "analytic/symmetry.h"
#include "tests/support/helpers.h"

typedef struct found {
    test_system tested;
    noc_arena arena;
    noc_loads loads;
    noc_symmetry symmetry;
} found;

static found find(const char *path, const char *const *overrides)
{
    found f = {.tested = test_compile_file(path, overrides)};
    assert_int_equal(noc_loads_new(f.tested.system, &f.arena, &f.loads), NOC_OK);
    noc_pair_shares *shares = calloc(f.loads.pair_count + 1, sizeof *shares);
    assert_non_null(shares);
    assert_int_equal(noc_pair_shares_find(&f.loads, f.tested.system->graph.channel_count, shares),
                     NOC_OK);
    assert_int_equal(noc_symmetry_find(f.tested.system, &f.loads, shares, &f.arena, &f.symmetry),
                     NOC_OK);
    free(shares);
    return f;
}

static void forget(found *f)
{
    noc_arena_clear(&f->arena);
    test_system_free(&f->tested);
}

/* ---- definition ----------------------------------------------------------------------------- */

/* Packets that each group gets from (sends to) the groups of each part. */
static double *packets_by_part(const found *f, bool sent)
{
    const uint32_t parts = f->symmetry.groups.count;
    double *sums = calloc((size_t)f->loads.group_count * parts + 1, sizeof *sums);
    assert_non_null(sums);
    for (uint32_t i = 0; i < f->loads.pair_count; i++) {
        const noc_pair_load *p = &f->loads.pairs[i];
        const uint32_t group = sent ? p->input_group : p->output_group,
                       other = sent ? p->output_group : p->input_group;
        sums[(size_t)group * parts + f->symmetry.groups.part[other]] += p->stream.packets;
    }
    return sums;
}

static void check_images(const found *f, bool sent)
{
    const noc_parts *parts = &f->symmetry.groups;
    double *sums = packets_by_part(f, sent);
    for (uint32_t g = 0; g < f->loads.group_count; g++) {
        const uint32_t first = parts->first_member[parts->part[g]];
        for (uint32_t p = 0; p < parts->count; p++) {
            const double mine = sums[(size_t)g * parts->count + p];
            const double its = sums[(size_t)first * parts->count + p];
            assert_near(mine, its, 1e-9 * (1.0 + its));
        }
    }
    free(sums);
}

static void check_alike(const found *f)
{
    const noc_parts *parts = &f->symmetry.groups;
    const noc_graph *graph = &f->tested.system->graph;
    for (uint32_t g = 0; g < f->loads.group_count; g++) {
        const noc_group *a = &f->loads.groups[g];
        const noc_group *b = &f->loads.groups[parts->first_member[parts->part[g]]];
        const noc_channel *x = &graph->channels[a->channel], *y = &graph->channels[b->channel];
        assert_int_equal(a->class, b->class);
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->latency, y->latency);
        assert_int_equal(f->symmetry.channels.part[a->channel],
                         f->symmetry.channels.part[b->channel]);
        assert_near(a->stream.packets, b->stream.packets, 1e-9 * b->stream.packets);
        assert_near(a->stream.squares, b->stream.squares, 1e-9 * b->stream.squares);
        assert_near(f->loads.channel_flits[a->channel], f->loads.channel_flits[b->channel],
                    1e-9 * f->loads.channel_flits[b->channel]);
    }
}

static void parts_are_equitable(void **state)
{
    const test_shipped *c = *state;
    found f = find(c->path, NULL);
    uint32_t members = 0;
    for (uint32_t p = 0; p < f.symmetry.groups.count; p++)
        members += f.symmetry.groups.member_count[p];
    assert_int_equal(members, f.loads.group_count);
    check_alike(&f);
    check_images(&f, true);
    check_images(&f, false);
    forget(&f);
}

/* ---- symmetries that are known -------------------------------------------------------------- */

typedef struct count_case {
    const char *name, *path;
    const char *overrides[4];
    uint32_t share; /* groups over parts; 0: `parts` tells */
    uint32_t parts;
} count_case;

static const count_case counts[] = {
    {"a mesh between two rows of memory nodes is its image in both mirrors",
     "configs/te13-baseline.cfg",
     {NULL},
     4,
     0},
    {"so is a mesh of all to all", "configs/synthetic-mesh.cfg", {NULL}, 4, 0},
    {"two equal slices are each other's image too",
     "configs/te13-baseline.cfg",
     {"network.slices=2", NULL},
     8,
     0},
    {"memory nodes anywhere leave no symmetry",
     "configs/te13-baseline.cfg",
     {"nodes.placement=explicit",
      "nodes.memory_at=((0,0),(1,0),(3,0),(0,2),(4,2),(1,3),(5,4),(2,5))", NULL},
     1,
     0},
    {"a hotspot breaks the mirrors",
     "configs/te13-baseline.cfg",
     {"traffic.hotspot_fraction=0.2", "traffic.hotspot_memory=1", NULL},
     1,
     0},
    {"a crossbar has one link of each kind and class",
     "configs/cdx19-fc-ideal-80.cfg",
     {NULL},
     0,
     4},
};

static void images_are_found(void **state)
{
    const count_case *c = *state;
    found f = find(c->path, c->overrides);
    const uint32_t parts = f.symmetry.groups.count;
    if (c->share)
        assert_int_equal(parts * c->share, f.loads.group_count);
    else
        assert_int_equal(parts, c->parts);
    forget(&f);
}

int main(void)
{
    static test_list list;
    const test_shipped *designs;
    const size_t count = test_shipped_designs(&designs);
    test_add_rows(&list, "equitable", designs, count, sizeof *designs, parts_are_equitable);
    TEST_TABLE(&list, counts, images_are_found);
    return test_run("symmetry", &list);
}
