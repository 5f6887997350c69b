#include "reports/designs/space_text.h"

#include <math.h>
#include <string.h>

#include "design/key.h"
#include "power_area/cost.h"
#include "reader/design_keys.h"
#include "reports/words/design_text.h"

/* ---- the format ----------------------------------------------------------------------------- */

void noc_space_format_print(FILE *out)
{
    static const char text[] =
        "# The format of a space of designs: all that such a file may say, as an example.\n"
        "#   nocsight check FILE         how many designs, how many invalid, and why\n"
        "#   nocsight sweep FILE --store results.db, then pareto and report --store results.db\n"
        "\n"
        "name = \"my-space\";           // of the space in stores; else the file's\n"
        "base = \"te13-baseline\";      // a design file beside this one, or a shipped design:\n"
        "                             // what no axis varies is as there\n"
        "set = { chip = { technology_nm = 22.0; }; };   // for all designs; may be left out\n"
        "\n"
        "axes = (                     // each combination is a design; the last changes fastest\n"
        "  { key = \"network.routing\"; values = (\"xy\", \"yx\"); },      // every value\n"
        "  { key = \"network.virtual_channels\"; from = 2; to = 6; step = 2; },   // 2, 4, 6\n"
        "  { key = \"network.flit_bytes\"; from = 8; to = 32; factor = 2; },    // 8, 16, 32\n"
        "  // one of several networks: key = \"networks[1].flit_bytes\"; in choices:\n"
        "  // networks = ( { flit_bytes = 32; }, { flit_bytes = 64; } );\n"
        "  { name = \"network\"; choices = (         // whole groups, a choice for each\n"
        "      { network = { topology = \"mesh\"; columns = 6; rows = 6; }; },\n"
        "      { network = { topology = \"cmesh\"; columns = 3; rows = 3; };\n"
        "        axes = ( { key = \"network.buffer_flits\"; values = (4, 8); } );   // of it only\n"
        "      }\n"
        "    );\n"
        "  }\n"
        ");\n"
        "\n"
        "// Designs that do not meet all of these are left out: settings and metrics\n"
        "// ('nocsight describe keys', 'nocsight describe metrics'), + - * / ( ),\n"
        "// < <= > >= == !=, && || !, min, max, log2, ...\n"
        "// Of several networks: \"networks[1].flit_bytes >= 64\",\n"
        "// \"all(network.flit_bytes) >= 32\", \"any(network.flit_bytes) >= 64\".\n"
        "constraints = (\"network_area_mm2 < 60\", \"flit_bytes * virtual_channels <= 128\");\n"
        "\n"
        "// Two to four, of any metrics; without them data at saturation and network area.\n"
        "objectives = (\"max:saturation_data_gb_per_s\", \"min:network_area_mm2\");\n"
        "\n"
        "// Other metrics that a sweep is to compute; without it metrics of objectives and\n"
        "// constraints, and what comes with them.\n"
        "figures = (\"round_trip_ns\");\n"
        "\n"
        "// Load of latencies and power: flits a cycle and node (0.02), \"0.02tx\",\n"
        "// \"500GB/s\", \"60%\" of saturation. Without it designs with a workload are\n"
        "// answered in closed loop, and others have no latency under load.\n"
        "load = \"0.01tx\";\n";
    fputs(text, out);
}

/* ---- around a design ------------------------------------------------------------------------ */

/* A key to vary, and the ends of the range of values, as factors of the design's value. */
typedef struct axis {
    const char *key;
    bool is_per_network; /* each network gets its own axis */
    double lowest_factor, highest_factor;
} axis;

static const axis axes[] = {
    {"flit_bytes", true, 0.5, 2.0},
    {"virtual_channels", false, 1.0, 2.0},
    {"buffer_flits", false, 0.5, 2.0},
    {"hop_cycles", false, 1.0, 2.0},
};

/* Returns the value of a key of a network; 0: no such key. */
static int key_value(const noc_design *design, int network, const char *name)
{
    const noc_key *key = noc_design_key(design, NOC_GROUP_NETWORK, network, name);
    if (!key || key->type != NOC_INTEGER) return 0;
    return *(const int *)((const char *)design +
                          noc_design_group_offset(NOC_GROUP_NETWORK, network) + key->offset);
}

/* True if all networks with the key have the same value. */
static bool has_one_value(const noc_design *design, const char *name)
{
    int first_value = 0;
    for (int n = 0; n < design->network_count; n++) {
        const int value = key_value(design, n, name);
        if (value && first_value && value != first_value) return false;
        if (value) first_value = value;
    }
    return true;
}

/* Writes an axis: values from lowest_factor to highest_factor times the design's value. */
static void write_axis(FILE *out, const axis *a, const char *group, int value, bool *has_axes)
{
    const int first_value = value * a->lowest_factor >= 1.0 ? (int)(value * a->lowest_factor) : 1;
    const int last_value = (int)(value * a->highest_factor);
    fprintf(out, "%s  { key = \"%s.%s\"; ", *has_axes ? ",\n" : "", group, a->key);
    if (a->highest_factor / a->lowest_factor > 2.0 && first_value * 4 == last_value)
        fprintf(out, "from = %d; to = %d; factor = 2; }", first_value, last_value);
    else if (first_value < value && value < last_value)
        fprintf(out, "values = (%d, %d, %d); }", first_value, value, last_value);
    else
        fprintf(out, "values = (%d, %d); }", value, last_value);
    *has_axes = true;
}

static void write_axes(FILE *out, const noc_design *design)
{
    bool has_axes = false;
    fprintf(out, "axes = (                     // every combination of their values is a design\n");
    for (size_t i = 0; i < sizeof axes / sizeof axes[0]; i++) {
        const axis *a = &axes[i];
        for (int n = 0; n < design->network_count; n++) {
            char group[24] = "network";
            const int value = key_value(design, n, a->key);
            const bool is_numbered =
                design->network_count > 1 && (a->is_per_network || !has_one_value(design, a->key));
            if (is_numbered) snprintf(group, sizeof group, "networks[%d]", n);
            if (!value) continue;
            write_axis(out, a, group, value, &has_axes);
            if (!is_numbered) break;
        }
    }
    fprintf(out, "\n);\n");
}

/* Returns the limit of a constraint on the network's area, mm2: twice the design's area, rounded up
 * to two digits; 0: area not known. */
static double area_limit(const noc_system *system)
{
    noc_cost cost;
    noc_diag ignored = {0};
    const bool has_area =
        noc_cost_of(system, NULL, &cost, NULL, &ignored) == NOC_OK && !cost.has_no_silicon;
    noc_diag_clear(&ignored);
    if (!has_area || !(cost.network_area_mm2 > 0.0)) return 0.0;
    const double digit = pow(10.0, floor(log10(2.0 * cost.network_area_mm2)) - 1.0);
    return digit * ceil(2.0 * cost.network_area_mm2 / digit);
}

void noc_starter_space_print(const noc_system *system, const char *word, FILE *out)
{
    const double limit = area_limit(system);
    fprintf(out,
            "# A space of designs (the whole format: nocsight describe space).\n"
            "#   nocsight check FILE                       how many designs, and what is wrong\n"
            "#   nocsight sweep FILE --store results.db    estimates them all\n"
            "#   nocsight pareto --store results.db        the best of them\n"
            "name = \"my-space\";\n"
            "base = ");
    noc_config_quote(out, word);
    fprintf(out, ";%*s// a design file beside this one, or a shipped design\n",
            strlen(word) < 19 ? (int)(20 - strlen(word)) : 1, "");
    write_axes(out, system->design);
    if (limit > 0.0)
        fprintf(out,
                "constraints = (\"network_area_mm2 < %g\");\n"
                "objectives = (\"max:saturation_data_gb_per_s\", "
                "\"min:network_area_mm2\");\n",
                limit);
    else
        fprintf(out, "objectives = (\"max:saturation_data_gb_per_s\", "
                     "\"min:zero_load_latency_cycles\");\n");
    fprintf(out, "// load = \"0.02tx\";           // of latencies under load: transactions a cycle "
                 "and node\n");
}
