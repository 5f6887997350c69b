#include "tests/support/designs/overlay_designs.h"

#include <stdio.h>
#include <string.h>

const overlay_family *overlay_family_of(const char *name)
{
    const overlay_family *families;
    const size_t count = overlay_families(&families);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(families[i].name, name)) return &families[i];
    fail_msg("no family %s", name);
    return NULL;
}

int overlay_network(const overlay_family *f)
{
    return f->kind == OVERLAY_TOKENS ? 0 : 1;
}

noc_class overlay_class(const overlay_family *f)
{
    return f->kind == OVERLAY_TOKENS ? NOC_REQUEST : NOC_REPLY;
}

/* ---- texts ---------------------------------------------------------------------------------- */

enum { TEXT = 4096 };

typedef struct text {
    char all[TEXT];
    size_t used;
} text;

__attribute__((format(printf, 2, 3))) static void say(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(t->all + t->used, TEXT - t->used, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < TEXT - t->used);
    t->used += (size_t)length;
}

static void say_nodes(text *t, const overlay_family *f)
{
    say(t, "nodes = { compute = %d; memory = %d;", f->cores, f->memory_nodes);
    for (int m = 0; m < f->memory_nodes && f->kind != OVERLAY_RINGS; m++)
        say(t, "%s(%d, %d)", m ? ", " : " placement = \"explicit\"; memory_at = (",
            f->memory_at[m].column, f->memory_at[m].row);
    say(t, "%s };\n", f->kind == OVERLAY_RINGS ? "" : ");");
}

static void say_circuits(text *t, const noc_overlay *o)
{
    static const char *const multiplex[] = {"off", "reserved", "all"};
    say(t, " inject_interval = %d; window_switch_cycles = %d; row_transit_cycles = %d;",
        o->inject_interval, o->window_switch_cycles, o->row_transit_cycles);
    say(t, " straddle = %s; period_cycles = %d; multiplex = \"%s\";",
        o->straddles_windows ? "true" : "false", o->period_cycles, multiplex[o->multiplexing]);
    if (o->window_sizing == NOC_WINDOWS_ADAPTIVE)
        say(t,
            " windows = \"adaptive\"; epoch_cycles = %d; gom_cycles = %d;"
            " window_min_cycles = %d;",
            o->epoch_cycles, o->gom_cycles, o->window_min_cycles);
}

static void say_measured(text *t, const overlay_family *f)
{
    static const char *const topologies[] = {
        [OVERLAY_CIRCUITS] = "overlay",
        [OVERLAY_SLICES] = "slices",
        [OVERLAY_TOKENS] = "token-slices",
        [OVERLAY_RINGS] = "ring-slices",
    };
    say(t, "{ carries = \"%s\"; topology = \"%s\"; flit_bytes = 8;",
        overlay_class(f) == NOC_REPLY ? "reply" : "request", topologies[f->kind]);
    if (f->kind != OVERLAY_RINGS)
        say(t, " columns = %d; rows = %d;", f->overlay.columns, f->overlay.rows);
    if (f->kind == OVERLAY_CIRCUITS) say_circuits(t, &f->overlay);
    say(t, " }");
}

static void say_other(text *t, const overlay_family *f, bool mesh)
{
    say(t, "{ carries = \"%s\"; flit_bytes = 8; ",
        overlay_class(f) == NOC_REPLY ? "request" : "reply");
    if (mesh)
        say(t, "topology = \"mesh\"; columns = %d; rows = %d; }", f->overlay.columns,
            f->overlay.rows);
    else
        say(t, "topology = \"ideal\"; }");
}

static void say_traffic(text *t, const overlay_family *f)
{
    const bool requests = overlay_class(f) == NOC_REQUEST;
    const int read = 8 * f->mix.flits[0], write = 8 * f->mix.flits[1];
    say(t, "traffic = { pattern = \"many-to-few\"; read_fraction = %g;", f->mix.shares[0]);
    say(t, " read_request_bytes = %d; write_request_bytes = %d;", requests ? read : 8,
        requests ? write : 72);
    say(t, " read_reply_bytes = %d; write_reply_bytes = %d;", requests ? 64 : read,
        requests ? 8 : write);
    if (f->shares[0] != f->shares[1])
        say(t, " hotspot_fraction = %g; hotspot_memory = 0;", f->shares[0]);
    say(t, " };\n");
}

static test_system compile(const overlay_family *f, bool mesh, const char *const *overrides)
{
    text t = {.used = 0};
    say(&t, "chip = { clock_mhz = 1000.0; tile_mm = 2.0; };\n");
    say_nodes(&t, f);
    say(&t, "networks = ( ");
    if (overlay_network(f) == 0)
        say_measured(&t, f);
    else
        say_other(&t, f, mesh);
    say(&t, ", ");
    if (overlay_network(f) == 0)
        say_other(&t, f, mesh);
    else
        say_measured(&t, f);
    say(&t, " );\n");
    say_traffic(&t, f);
    return test_compile(t.all, overrides);
}

test_system overlay_compile(const overlay_family *family, const char *const *overrides)
{
    return compile(family, false, overrides);
}

test_system overlay_compile_beside_mesh(const overlay_family *family, const char *const *overrides)
{
    return compile(family, true, overrides);
}
