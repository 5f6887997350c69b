/* widths.c: gains of a design from wider channels.
 *
 *     cc widths.c -o widths $(pkg-config --cflags --libs nocsight)
 *     ./widths gpu.cfg 16 32 64 */
#include <math.h>
#include <nocsight.h>
#include <stdio.h>

/* Prints the faults of a call as compilers do. */
static void report(const noc_error *error)
{
    noc_fault fault;
    for (size_t i = 0; noc_error_fault(error, i, &fault) == NOC_CODE_OK; i++)
        if (fault.line > 0)
            fprintf(stderr, "%s:%d: %s\n", fault.file, fault.line, fault.message);
        else
            fprintf(stderr, "%s: %s\n", fault.file, fault.message);
}

/* Prints a figure with its interval, or the reason why it is missing. */
static void print_value(const char *metric, const noc_value *v)
{
    if (isnan(v->value))
        printf("  %-26s %s\n", metric, v->reason);
    else if (isnan(v->lo))
        printf("  %-26s %.4g %s\n", metric, v->value, v->unit);
    else
        printf("  %-26s %.4g %s (%.4g to %.4g)\n", metric, v->value, v->unit, v->lo, v->hi);
}

/* Estimates a design with channels of another width, in bytes, and prints some figures. */
static int show_width(noc_context *context, const noc_design *base, const char *bytes,
                      noc_error *error)
{
    static const char *const metrics[] = {"saturation_data_gb_per_s", "zero_load_latency_ns",
                                          "network_area_mm2"};
    char setting[64];
    const char *const settings[] = {setting};
    noc_design *design = NULL;
    noc_estimate *estimate = NULL;
    snprintf(setting, sizeof setting, "network.flit_bytes=%s", bytes);
    int status = noc_design_copy(base, &design, error);
    if (!status) status = noc_design_set(context, &design, settings, 1, error);
    if (!status) status = noc_design_estimate(context, design, NULL, &estimate, error);
    if (!status) printf("%s, channels of %s bytes\n", noc_design_title(design), bytes);
    for (size_t i = 0; i < sizeof metrics / sizeof metrics[0] && !status; i++) {
        noc_value value;
        status = noc_estimate_value(estimate, metrics[i], &value, error);
        if (!status) print_value(metrics[i], &value);
    }
    noc_estimate_release(estimate);
    noc_design_release(design);
    return status;
}

int main(int argc, char **argv)
{
    noc_context *context = NULL;
    noc_design *design = NULL;
    noc_error error = {0};
    if (argc < 3) {
        fprintf(stderr, "usage: %s DESIGN BYTES...\n", argv[0]);
        return NOC_CODE_USAGE;
    }
    int status = noc_context_new(&context, &error);
    if (!status) status = noc_design_open(context, argv[1], &design, &error);
    for (int i = 2; i < argc && !status; i++) status = show_width(context, design, argv[i], &error);
    if (status) report(&error);
    noc_error_clear(&error);
    noc_design_release(design);
    noc_context_release(context);
    return status;
}
