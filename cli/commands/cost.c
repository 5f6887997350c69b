#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "cli/frame/page.h"
#include "cli/frame/request.h"
#include "reports/facts/component.h"

/* Values of the options; NAN: not given. */
typedef struct option_values {
    double inputs, outputs, vcs, depth, flit_bits, length_mm, stages, technology_nm, clock_mhz,
        supply_v, banks, ecc_bits;
    const char *cells; /* name of a noc_buffer_cells */
    bool wants_scaling;
} option_values;

#define MEASURE(name, argument, help, field, of_unit)                                         \
    {                                                                                         \
        name, 0, argument, help, NOC_OPTION_NUMBER, .offset = offsetof(option_values, field), \
                                                    .unit = of_unit                           \
    }
#define NUMBER(name, argument, help, field) MEASURE(name, argument, help, field, NULL)

static const noc_option own_options[] = {
    MEASURE("technology", "NM", "feature size of the process in nm", technology_nm, "nm"),
    NUMBER("inputs", "N", "input ports of a router (5)", inputs),
    NUMBER("outputs", "N", "output ports (as many as inputs)", outputs),
    NUMBER("vcs", "V", "virtual channels of an input (2)", vcs),
    NUMBER("depth", "D", "flits of a virtual channel's buffer (8); 0: no buffers", depth),
    NOC_TAKE_TEXT("buffer-cells", "CELLS",
                  "of input buffers: table (default; as the technology's table has them), sram, or "
                  "auto, which is sram in arrays of 16 flits or more",
                  cells),
    NUMBER("buffer-banks", "N", "arrays over which a buffer's flits are spread (1)", banks),
    MEASURE("ecc-bits", "B", "check bits beside the flit's (0), which widen the router", ecc_bits,
            "bit"),
    MEASURE("flit-bits", "B", "width of a channel in bits (128)", flit_bits, "bit"),
    MEASURE("length-mm", "X", "length of a link in mm", length_mm, "mm"),
    NUMBER("stages", "S", "pipeline of a router, for its clock and registers: 4 (default) to 1",
           stages),
    MEASURE("clock-mhz", "F", "clock in MHz (1000); a link's repeaters depend on it", clock_mhz,
            "MHz"),
    MEASURE("supply-v", "V", "supply in V (that of the technology's table)", supply_v, "V"),
    NOC_TAKE_FLAG("scale", "scale to technologies that no table measures or encloses",
                  wants_scaling),
    {0},
};

static const option_values default_values = {.inputs = NAN,
                                             .outputs = NAN,
                                             .vcs = NAN,
                                             .depth = NAN,
                                             .flit_bits = NAN,
                                             .length_mm = NAN,
                                             .stages = NAN,
                                             .technology_nm = NAN,
                                             .clock_mhz = NAN,
                                             .supply_v = NAN,
                                             .banks = NAN,
                                             .ecc_bits = NAN};

static const noc_option_use uses[] = {NOC_OWN_OPTIONS(own_options), {0}};

/* ---- bounds of options ---------------------------------------------------------------------- */

static double choose_value(double value, double fallback)
{
    return isnan(value) ? fallback : value;
}

/* Checks a number: within bounds, and an integer if it counts things. */
static void check_bounds(const char *option, double value, double lower_bound, double upper_bound,
                         bool is_integer, noc_diag *diag)
{
    if (value >= lower_bound && value <= upper_bound && (!is_integer || value == floor(value)))
        return;
    char place[80];
    snprintf(place, sizeof place, "%s %g", option, value);
    NOC_REFUSE_AT(diag, place, "expected %s in %g..%g", is_integer ? "an integer" : "a number",
                  lower_bound, upper_bound);
}

NOC_NAMES(cells_name, "table", "sram", "auto")

static void check_cells(const option_values *c, noc_component_answer *a, noc_diag *diag)
{
    char place[80];
    if (!c->cells) return;
    for (size_t i = 0; cells_name(i); i++) {
        if (strcmp(cells_name(i), c->cells) != 0) continue;
        a->shape.buffer_cells = (noc_buffer_cells)i;
        return;
    }
    const char *nearest = noc_find_nearest_name(c->cells, cells_name);
    snprintf(place, sizeof place, "--buffer-cells %.40s", c->cells);
    NOC_REFUSE_AT(diag, place, "expected table, sram or auto%s%s%s",
                  nearest ? " (did you mean '" : "", nearest ? nearest : "", nearest ? "'?)" : "");
}

/* Checks cells, arrays and check bits of the buffers. */
static void check_buffers(const option_values *c, noc_component_answer *a, noc_diag *diag)
{
    const double flits = a->shape.virtual_channels * a->shape.buffer_flits;
    check_cells(c, a, diag);
    check_bounds("--buffer-banks", choose_value(c->banks, 1.0), 1.0, fmax(1.0, flits), true, diag);
    check_bounds("--ecc-bits", choose_value(c->ecc_bits, 0.0), 0.0, a->shape.flit_bits, true, diag);
    a->shape.arrays = choose_value(c->banks, 1.0);
    a->ecc_bits = choose_value(c->ecc_bits, 0.0);
    a->shape.flit_bits += a->ecc_bits;
}

static noc_status check_router(const option_values *c, noc_component_answer *a, noc_diag *diag)
{
    const double inputs = choose_value(c->inputs, 5.0);
    a->shape =
        noc_router_plain_shape(inputs, choose_value(c->outputs, inputs), choose_value(c->vcs, 2.0),
                               choose_value(c->depth, 8.0), choose_value(c->flit_bits, 128.0));
    a->stages = (int)choose_value(c->stages, 4.0);
    if (a->stages == 1) a->shape.registers = -1.0; /* no registers between buffer and crossbar */
    check_bounds("--inputs", a->shape.inputs, 1.0, 1e4, true, diag);
    check_bounds("--outputs", choose_value(c->outputs, 1.0), 1.0, 1e4, true, diag);
    check_bounds("--vcs", a->shape.virtual_channels, 1.0, NOC_VCS_MAX, true, diag);
    check_bounds("--depth", a->shape.buffer_flits, 0.0, 1024.0, true, diag);
    check_bounds("--flit-bits", a->shape.flit_bits, 1.0, 65536.0, true, diag);
    check_bounds("--stages", choose_value(c->stages, 4.0), 1.0, 4.0, true, diag);
    check_buffers(c, a, diag);
    if (!isnan(c->length_mm)) NOC_REFUSE(diag, "cost: --length-mm is for a link, not for a router");
    return noc_diag_status(diag);
}

static noc_status check_link(const option_values *c, noc_component_answer *a, noc_diag *diag)
{
    static const double shortest = 1e-6, longest = 1000.0;
    a->shape = (noc_router_shape){.flit_bits = choose_value(c->flit_bits, 128.0)};
    a->length_mm = c->length_mm;
    if (isnan(c->length_mm)) return NOC_REFUSE(diag, "cost: a link needs --length-mm");
    const double of_routers[] = {c->inputs, c->outputs, c->vcs,     c->depth,
                                 c->stages, c->banks,   c->ecc_bits};
    const bool has_cells = c->cells != NULL;
    for (size_t i = 0; i < sizeof of_routers / sizeof of_routers[0]; i++)
        if (!isnan(of_routers[i]) || has_cells)
            return NOC_REFUSE(diag, "cost: a link has --length-mm and --flit-bits; --inputs, "
                                    "--outputs, --vcs, --depth, --stages, --buffer-cells, "
                                    "--buffer-banks and --ecc-bits are for a router");
    check_bounds("--length-mm", c->length_mm, shortest, longest, false, diag);
    check_bounds("--flit-bits", a->shape.flit_bits, 1.0, 65536.0, true, diag);
    return noc_diag_status(diag);
}

static noc_status set_supply(const option_values *c, noc_process *process, noc_diag *diag)
{
    const noc_supply *s = &process->supply;
    char place[80];
    if (isnan(c->supply_v) || (c->supply_v > 0.0 && noc_process_set_supply(process, c->supply_v)))
        return NOC_OK;
    snprintf(place, sizeof place, "--supply-v %g", c->supply_v);
    return NOC_REFUSE_AT(diag, place,
                         "expected %.3g to %.3g V, where the laws hold by which costs at %g nm "
                         "move with the supply (nominal: %.3g)",
                         s->least_v, s->most_v, process->feature_nm, s->nominal_v);
}

static noc_status find_process(const option_values *c, noc_component_answer *a, noc_diag *diag)
{
    char sizes[100], place[80], from[60];
    noc_process_sizes(sizes, sizeof sizes);
    if (isnan(c->technology_nm))
        return NOC_REFUSE(diag, "cost: --technology NM is missing (tables: %s)", sizes);
    check_bounds("--technology", c->technology_nm, 2.0, 250.0, false, diag);
    if (noc_diag_status(diag) != NOC_OK) return noc_diag_status(diag);
    const noc_status status = noc_process_at(c->technology_nm, c->wants_scaling, &a->process, diag);
    if (status == NOC_OK) return set_supply(c, &a->process, diag);
    if (status != NOC_EINPUT) return status;
    snprintf(place, sizeof place, "--technology %g", c->technology_nm);
    noc_process_scaled_from(c->technology_nm, from, sizeof from);
    return NOC_REFUSE_AT(
        diag, place,
        "cost is not known for this technology (tables: %s; between two of one source, at most "
        "twice as large, is interpolated; --scale scales on from %s)",
        sizes, from);
}

static noc_status solve_component(const noc_request *r, noc_component_answer *a, noc_diag *diag)
{
    static const double slowest = 1.0, fastest = 20000.0;
    const option_values *c = r->values;
    const char *word = r->operands[0];
    if (strcmp(word, "router") != 0 && strcmp(word, "link") != 0)
        return NOC_REFUSE(diag,
                          "cost: '%s' is neither router nor link (of a design: nocsight query "
                          "DESIGN --breakdown)",
                          word);
    a->is_link = strcmp(word, "link") == 0;
    a->clock_mhz = choose_value(c->clock_mhz, 1000.0);
    check_bounds("--clock-mhz", a->clock_mhz, slowest, fastest, false, diag);
    noc_status status = a->is_link ? check_link(c, a, diag) : check_router(c, a, diag);
    if (status == NOC_OK) status = find_process(c, a, diag);
    if (status == NOC_OK) noc_component_fill(a, !isnan(c->clock_mhz));
    return status;
}

static int run(const noc_request *r, noc_diag *diag)
{
    noc_component_answer answer = {.remark_count = 0};
    noc_page page;
    noc_status status = solve_component(r, &answer, diag);
    if (status == NOC_OK) status = noc_page_open(r, &page, diag);
    if (status == NOC_OK) {
        status = noc_report_component(&page.sheet, &answer, diag);
        status = noc_page_finish(r, &page, status, diag);
    }
    return noc_exit_from_status(status);
}

const noc_command noc_command_cost = {
    .name = "cost",
    .operands = "router|link",
    .purpose = "Tell the area, leakage, energies and highest clock of one router or one link.",
    .details = "Energies are of a flit of random bits; the clock's is of every cycle. Wires are "
               "metal, not silicon.",
    .examples = "  nocsight cost router --inputs 24 --outputs 16 --vcs 4 --depth 4 \\\n"
                "      --flit-bits 256 --technology 22\n"
                "  nocsight cost link --length-mm 3.3 --flit-bits 256 --technology 22\n",
    .min_operands = 1,
    .max_operands = 1,
    .options = uses,
    .values_size = sizeof(option_values),
    .defaults = &default_values,
    .has_markup = true,
    .run = run,
};
