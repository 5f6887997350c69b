/* Components counted against cdx19 Table 2, and against counts worked out from the structure of the
 * papers' other designs (tests/reference/ has none: they are few, and stand here). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "network/compile/components.h"
#include "tests/support/helpers.h"

enum { OVERRIDES_MAX = 7, SHAPES_MAX = 4 };

typedef struct count_case {
    const char *name;
    const char *path;
    const char *overrides[OVERRIDES_MAX];
    uint32_t routers;
    uint64_t buffers, nominal;
    uint32_t short_links, long_links;
    uint64_t crosspoints;
    const char *crossbars; /* in order of their shapes; NULL: any */
    uint32_t concentrators;
} count_case;

/* clang-format off */
static const count_case counts[] = {
    /* cdx19 Table 2: request and reply networks of 80 SMs and 16 slices. The links of the crossbar,
     * Clos and butterfly are long, those of the meshes short. */
    {"Table 2: crossbar", "configs/cdx19-fc-ideal-80.cfg", {NULL}, 2, 384, 384, 0, 192, 2560,
     "16x80:1 80x16:1", 0},
    {"Table 2: mesh", "configs/cdx19-mesh-80.cfg", {NULL}, 200, 2 * (360 + 100) * 4, 4000, 912, 0,
     5000, "5x5:200", 0},
    {"Table 2: Clos", "configs/cdx19-clos-80.cfg", {NULL}, 56, 2080, 2080, 0, 512, 4800,
     "8x10:20 10x8:20 10x10:16", 0},
    {"Table 2: butterfly", "configs/cdx19-butterfly-80.cfg", {NULL}, 40, 1600, 1600, 0, 392, 4000,
     "10x10:40", 0},
    {"Table 2: S-mesh", "configs/cdx19-smesh-80.cfg", {NULL}, 200, 2 * (180 + 90 + 100) * 4, 3000,
     732, 0, 3200, "4x4:200", 0},

    /* cdx19 3.2, 5.1 and 5.6: local crossbars, converged ports and a global crossbar, both ways;
     * all links long (5.3) */
    {"CD-Xbar, 20 SMs", "configs/cdx19-cdxbar-20.cfg", {NULL}, 18, 336, 336, 0, 120, 888, NULL, 0},
    {"CD-Xbar, 80 SMs", "configs/cdx19-cdxbar-80.cfg", {NULL}, 18, 576, 576, 0, 240, 1248,
     "3x10:8 10x3:8 16x24:1 24x16:1", 0},
    {"CD-Xbar, 120 SMs", "configs/cdx19-cdxbar-120.cfg", {NULL}, 18, 736, 736, 0, 320, 1488,
     "3x15:8 15x3:8 16x24:1 24x16:1", 0},
    {"CD-Xbar, 180 SMs", "configs/cdx19-cdxbar-180.cfg", {NULL}, 18, 976, 976, 0, 440, 1848,
     "3x22:4 3x23:4 16x24:1 22x3:4 23x3:4 24x16:1", 0},
    {"CD-Xbar, 56 SMs", "configs/cdx19-cdxbar-56.cfg", {NULL}, 10, 352, 352, 0, 152, 528,
     "3x14:4 8x12:1 12x8:1 14x3:4", 0},
    {"CD-Xbar, 1 port", "configs/cdx19-cdxbar-80-1port.cfg", {NULL}, 18, 448, 448, 0, 208, 416,
     "1x10:8 8x16:1 10x1:8 16x8:1", 0},
    {"CD-Xbar, 2 ports", "configs/cdx19-cdxbar-80-2ports.cfg", {NULL}, 18, 512, 512, 0, 224, 832,
     "2x10:8 10x2:8 16x16:2", 0},
    {"CD-Xbar, 4 ports", "configs/cdx19-cdxbar-80-4ports.cfg", {NULL}, 18, 640, 640, 0, 256, 1664,
     "4x10:8 10x4:8 16x32:1 32x16:1", 0},

    /* other sizes of cdx19 Table 1, by the same formulas */
    {"crossbar, 20 SMs", "configs/cdx19-fc-ideal-20.cfg", {NULL}, 2, 288 / 2, 288 / 2, 0, 72, 640,
     "16x20:1 20x16:1", 0},
    {"crossbar, 180 SMs", "configs/cdx19-fc-ideal-180.cfg", {NULL}, 2, 784, 784, 0, 392, 5760,
     "16x180:1 180x16:1", 0},
    {"mesh, 120 SMs", "configs/cdx19-mesh-120.cfg", {NULL}, 288, 2 * (528 + 144) * 4, 5760,
     2 * 528 + 272, 0, 7200, "5x5:288", 0},
    {"mesh, 56 SMs", "configs/cdx19-mesh-56.cfg", {NULL}, 128, 2 * (224 + 64) * 4, 2560, 448 + 128,
     0, 3200, "5x5:128", 0},
    {"S-mesh, 180 SMs", "configs/cdx19-smesh-180.cfg", {NULL}, 392, 2 * (364 + 182 + 196) * 4, 5880,
     2 * (364 + 182) + 392, 0, 6272, "4x4:392", 0},
    {"Clos, 20 SMs", "configs/cdx19-clos-20.cfg", {NULL}, 32, 2 * (36 + 24 + 24) * 4,
     2 * (36 + 24 + 24) * 4, 0, 2 * 48 + 72, 2 * (2 * 6 * 24 + 4 * 36), "4x6:12 6x4:12 6x6:8", 0},
    {"butterfly, 180 SMs", "configs/cdx19-butterfly-180.cfg", {NULL}, 56, 56 * 14 * 4, 56 * 14 * 4,
     0, 2 * 196 + 392, 56 * 196, "14x14:56", 0},

    /* external concentration: cdx19 5.4, te13 6.1, icc; the central switches, and wiring of the
     * nodes apart */
    {"FC, 16 ports", "configs/cdx19-fc-16ports.cfg", {NULL}, 2, 128, 128, 0, 64, 512,
     "16x16:2", 32},
    {"FC, 24 ports", "configs/cdx19-fc-24ports.cfg", {NULL}, 2, 160, 160, 0, 80, 768,
     "16x24:1 24x16:1", 48},
    {"te13 asymmetric crossbar", "configs/te13-xbar-16b.cfg", {NULL}, 2, 36, 36, 0, 36, 160,
     "8x10:1 10x8:1", 20},
    {"icc, 12 ports that SMs share", "configs/icc-ports-12.cfg", {NULL}, 2, 80, 80, 0, 40, 192,
     "8x12:1 12x8:1", 24},
    {"icc, 12 clusters", "configs/icc-cluster-12.cfg", {NULL}, 2, 80, 80, 0, 40, 192,
     "8x12:1 12x8:1", 0},

    /* te13: 6x6 has 120 links and two to each node; edge routers are regular tiles (Table VI) or
     * not */
    {"te13 baseline", "configs/te13-baseline.cfg", {NULL}, 36, (120 + 36) * 2, 360, 192, 0, 900,
     "5x5:36", 0},
    {"te13 baseline, trimmed edges", "configs/te13-baseline.cfg", {"network.edge_routers=trimmed"},
     36, (120 + 36) * 2, 360, 192, 0, 4 * 9 + 16 * 16 + 16 * 25, "3x3:4 4x4:16 5x5:16", 0},
    /* crosspoints of a trimmed router with L links (corners 2, edges 3): a full one has
     * L * L + 1 + 2 L, and 2 L more with two ports of its node each way; a half one its straight
     * pairs and 2 L */
    {"te13 checkerboard, trimmed edges", "configs/te13-cp-cr.cfg",
     {"network.edge_routers=trimmed"}, 36, (120 + 36) * 4, 720, 192, 0,
     2 * 9 + 2 * 4 + 8 * 16 + 8 * 8 + 8 * 25 + 8 * 12, NULL, 0},

    /* grids that have no router with neighbours on all sides: each as its links are. Ends of a
     * line 2x2, the others 3x3; of two rows corners 3x3, the others 4x4; half routers of a line
     * 2 + 2 * 2, at its ends 2; two layers of 3x3 have routers of 3 to 5 links */
    {"one row", "configs/synthetic-mesh.cfg", {"network.columns=5", "network.rows=1",
     "nodes.compute=5"}, 5, 13 * 4, 13 * 4, 8 + 10, 0, 2 * 4 + 3 * 9, "2x2:2 3x3:3", 0},
    {"one column", "configs/synthetic-mesh.cfg", {"network.columns=1", "network.rows=4",
     "nodes.compute=4"}, 4, 10 * 4, 10 * 4, 6 + 8, 0, 2 * 4 + 2 * 9, "2x2:2 3x3:2", 0},
    {"two rows", "configs/synthetic-mesh.cfg", {"network.columns=6", "network.rows=2",
     "nodes.compute=12"}, 12, (32 + 12) * 4, (32 + 12) * 4, 32 + 24, 0, 4 * 9 + 8 * 16,
     "3x3:4 4x4:8", 0},
    {"three rows", "configs/synthetic-mesh.cfg", {"network.columns=6", "network.rows=3",
     "nodes.compute=18"}, 18, (54 + 18) * 4, 18 * 5 * 4, 54 + 36, 0, 18 * 25, "5x5:18", 0},
    {"two layers", "configs/synthetic-mesh.cfg", {"network.columns=3", "network.rows=3",
     "network.layers=2", "nodes.compute=18"}, 18, (66 + 18) * 4, (66 + 18) * 4, 48 + 36, 18,
     8 * 16 + 8 * 25 + 2 * 36, "4x4:8 5x5:8 6x6:2", 0},
    {"three layers", "configs/synthetic-mesh.cfg", {"network.columns=3", "network.rows=3",
     "network.layers=3", "nodes.compute=27"}, 27, (108 + 27) * 4, 27 * 7 * 4, 72 + 54, 36,
     27 * 49, "7x7:27", 0},
    {"ring", "configs/synthetic-mesh.cfg", {"network.topology=torus", "network.columns=5",
     "network.rows=1", "nodes.compute=5"}, 5, 15 * 4, 15 * 4, 20, 0, 5 * 9, "3x3:5", 0},
    {"rings of two, one way", "configs/synthetic-mesh.cfg", {"network.topology=torus",
     "network.columns=2", "network.rows=2", "nodes.compute=4", "network.directions=negative",
     "network.dateline=at-crossing"}, 4, 12 * 4, 12 * 4, 16, 0, 4 * 9, "3x3:4", 0},

    /* a port of a node needs no way to the other port of the same node: 36 less 3 (see mesh.c) */
    {"te13 baseline, two memory ports", "configs/te13-baseline.cfg", {"network.memory_ports=2"}, 36,
     (120 + 44) * 2, 188 * 2, 120 + 88, 0, 28 * 25 + 8 * 33, "5x5:28 6x6/33:8", 0},
    {"te13 baseline, two slices", "configs/te13-baseline.cfg", {"network.slices=2"}, 72,
     2 * (120 + 36) * 2, 720, 384, 0, 1800, "5x5:72", 0},
    /* half routers: straight on, in from and out to the node, 12 of 25; with two ports 20 */
    {"te13 checkerboard", "configs/te13-cp-cr.cfg", {NULL}, 36, (120 + 36) * 4, 720, 192, 0, 666,
     "5x5/12:18 5x5:18", 0},
    {"te13 checkerboard, two memory ports", "configs/te13-cp-cr-2p.cfg", {NULL}, 36,
     (120 + 44) * 4, 752, 208, 0, 730, "5x5/12:10 5x5:18 6x6/20:8", 0},
    {"te13 checkerboard, two injection ports", "configs/te13-cp-cr-2p.cfg",
     {"network.memory_ports_of=injection"}, 36, (120 + 44) * 4, 752, 200, 0, 698,
     "5x5/12:10 5x5:18 6x5/16:8", 0},
    {"te13 checkerboard, two ejection ports", "configs/te13-cp-cr-2p.cfg",
     {"network.memory_ports_of=ejection"}, 36, (120 + 36) * 4, 720, 200, 0, 698,
     "5x5/12:10 5x5:18 5x6/16:8", 0},
    {"te13 asymmetric crossbar, two injection ports", "configs/te13-xbar-16b.cfg",
     {"networks[1].memory_ports=2", "networks[1].memory_ports_of=injection"}, 2, 52, 52, 0, 44, 240,
     "10x8:1 16x10:1", 20},
    {"te13 two checkerboards", "configs/te13-double-combined.cfg", {NULL}, 72, 2 * (120 + 36) * 4,
     1440, 384, 0, 1332, "5x5/12:36 5x5:36", 0},
    {"te13 two full meshes", "configs/te13-double-full.cfg", {NULL}, 72, 2 * (120 + 36) * 4, 1440,
     384, 0, 1800, "5x5:72", 0},
    {"te13 DCI", "configs/te13-dci.cfg", {NULL}, 72, 2 * (120 + 36) * 4, 1440, 384, 0, 1332,
     "5x5/12:36 5x5:36", 0},
    {"te13 64 nodes", "configs/te13-baseline-64.cfg", {NULL}, 64, (224 + 64) * 2, 640, 352, 0, 1600,
     "5x5:64", 0},
    {"te13 120 nodes and an empty tile", "configs/te13-baseline-120.cfg", {NULL}, 121,
     (440 + 121) * 2, 1210, 440 + 240, 0, 3025, "5x5:121", 0},
    {"te13 concentrated mesh", "configs/te13-cmesh-64.cfg", {NULL}, 16, (48 + 64) * 2, 256, 48 + 128,
     0, 1024, "8x8:16", 0},
    {"te13 express channels", "configs/te13-cmesh-express-64.cfg", {NULL}, 16, 256, 256, 48 + 128,
     16, 1024, "8x8:16", 0},
    {"te13 flattened butterfly", "configs/te13-fbfly-64.cfg", {NULL}, 16, 320, 320, 48 + 128, 48,
     1600, "10x10:16", 0},
};
/* clang-format on */

static void crossbars_text(const noc_components *c, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < c->crossbar_count && used < size; i++) {
        char shape[40];
        noc_crossbar_name(&c->crossbars[i].shape, shape, sizeof shape);
        used += (size_t)snprintf(text + used, size - used, "%s%s:%" PRIu64, i ? " " : "", shape,
                                 c->crossbars[i].count);
    }
}

static void components_are_as_counted(void **state)
{
    const count_case *want = *state;
    test_system t = test_compile_file(want->path, want->overrides);
    noc_components got;
    char crossbars[200];
    assert_int_equal(noc_components_of(t.system, &got, NULL), NOC_OK);
    crossbars_text(&got, crossbars, sizeof crossbars);
    assert_int_equal(got.routers, want->routers);
    assert_int_equal(got.vc_buffers, want->buffers);
    assert_near(got.vc_buffers_nominal, (double)want->nominal, 1e-9);
    assert_int_equal(got.links[0], want->short_links);
    assert_int_equal(got.links[1], want->long_links);
    assert_int_equal(got.crosspoints, want->crosspoints);
    assert_int_equal(got.concentrators, want->concentrators);
    if (want->crossbars) assert_string_equal(crossbars, want->crossbars);
    noc_components_clear(&got);
    test_system_free(&t);
}

int main(void)
{
    static test_list list;
    TEST_TABLE(&list, counts, components_are_as_counted);
    return test_run("components", &list);
}
