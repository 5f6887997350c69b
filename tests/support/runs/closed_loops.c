#include "tests/support/runs/closed_loops.h"

#include "analytic/curve/corrected_model.h"
#include "analytic/curve/model.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/shipped.h"

const char test_lone_core[] =
    "chip = { clock_mhz = 1000.0; };\n"
    "nodes = { compute = 1; memory = 1; mshrs = 1; simd_width = 32; };\n"
    "network = { topology = \"crossbar\"; flit_bytes = 16; };\n"
    "traffic = { pattern = \"many-to-few\"; read_request_bytes = 8; read_reply_bytes = 64;\n"
    "            write_request_bytes = 72; write_reply_bytes = 8; };\n"
    "memory = { clock_mhz = 1000.0; l2_cycles = 7; };\n"
    "workload = { instructions = 1.0; warps = 1; burst = 1; read_fraction = 1.0; };\n";

noc_open_curve test_open_curve(const noc_system *system)
{
    noc_open_curve curve;
    noc_model *model = noc_model_new(system);
    assert_non_null(model);
    const noc_corrected_model corrected =
        noc_calibration_correct(system, model, noc_calibration_shipped());
    noc_open_curve_find(system, &corrected, &curve);
    noc_model_free(model);
    return curve;
}
