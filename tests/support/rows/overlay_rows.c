#include "tests/support/rows/overlay_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/circuits/overlay_windows.h"
#include "tests/support/designs/overlay_defaults.h"

/* The columns of overlays.csv. */
enum {
    FAMILY,
    POINT,
    KIND,
    COLUMNS,
    ROWS,
    COMPUTE,
    MEMORY,
    MEMORY_AT,
    READ_FLITS,
    WRITE_FLITS,
    READ_FRACTION,
    HOTSPOT,
    INTERVAL,
    SWITCH,
    STRADDLE,
    ROW_TRANSIT,
    WINDOWS,
    EPOCH,
    PERIOD,
    GOM,
    WINDOW_MIN,
    MULTIPLEX,
    RATE,
    LATENCY,
    ERROR,
    READ_LATENCY,
    WRITE_LATENCY,
    MEMORY0_LATENCY,
    ACCEPTED,
    QUEUE,
    ZERO,
    ZERO_READ,
    ZERO_WRITE,
    FULL,
    FULL_KIND,
    SATURATION,
    FIELDS
};

static double real(char *const *fields, int column)
{
    return fields[column][0] ? strtod(fields[column], NULL) : NAN;
}

/* What is not given stays as it is. */
static void set(int *value, char *const *fields, int column)
{
    if (fields[column][0]) *value = atoi(fields[column]);
}

static overlay_kind kind_of(const char *word)
{
    if (!strcmp(word, "slice")) return OVERLAY_SLICES;
    if (!strcmp(word, "token")) return OVERLAY_TOKENS;
    if (!strcmp(word, "ring")) return OVERLAY_RINGS;
    assert_string_equal(word, "overlay");
    return OVERLAY_CIRCUITS;
}

static noc_multiplexing multiplex_of(const char *word)
{
    if (!strcmp(word, "reserved")) return NOC_MULTIPLEX_RESERVED;
    return !strcmp(word, "all") ? NOC_MULTIPLEX_ALL : NOC_MULTIPLEX_OFF;
}

static void read_overlay(noc_overlay *o, char *const *fields)
{
    *o = overlay_defaults();
    set(&o->columns, fields, COLUMNS);
    set(&o->rows, fields, ROWS);
    set(&o->inject_interval, fields, INTERVAL);
    set(&o->window_switch_cycles, fields, SWITCH);
    set(&o->straddles_windows, fields, STRADDLE);
    set(&o->row_transit_cycles, fields, ROW_TRANSIT);
    o->window_sizing =
        strcmp(fields[WINDOWS], "adaptive") ? NOC_WINDOWS_EQUAL : NOC_WINDOWS_ADAPTIVE;
    set(&o->epoch_cycles, fields, EPOCH);
    set(&o->period_cycles, fields, PERIOD);
    set(&o->gom_cycles, fields, GOM);
    set(&o->window_min_cycles, fields, WINDOW_MIN);
    o->multiplexing = (int)multiplex_of(fields[MULTIPLEX]);
}

static void read_places(overlay_family *f, const char *text)
{
    int count = 0, used;
    noc_point at;
    for (; sscanf(text, "(%d %d)%n", &at.column, &at.row, &used) == 2; text += used)
        f->memory_at[count++] = at;
    if (count == 0) return; /* rings have no grid */
    assert_int_equal(count, f->memory_nodes);
    count = 0;
    for (int row = 0; row < f->overlay.rows; row++)
        for (int column = 0; column < f->overlay.columns; column++) {
            bool taken = false;
            for (int m = 0; m < f->memory_nodes; m++)
                taken |= f->memory_at[m].column == column && f->memory_at[m].row == row;
            if (!taken) f->core_at[count++] = (noc_point){column, row};
        }
    assert_int_equal(count, f->cores);
}

static void read_traffic(overlay_family *f, char *const *fields)
{
    const double hot = real(fields, HOTSPOT), read = real(fields, READ_FRACTION);
    for (int m = 0; m < f->memory_nodes; m++)
        f->shares[m] = isnan(hot) ? 1.0 / f->memory_nodes
                       : m == 0   ? hot
                                  : (1.0 - hot) / (f->memory_nodes - 1);
    f->mix =
        (noc_reply_mix){{atoi(fields[READ_FLITS]), atoi(fields[WRITE_FLITS])}, {read, 1.0 - read}};
}

static void read_family(overlay_family *f, char *const *fields)
{
    *f = (overlay_family){.name = strdup(fields[FAMILY]), .kind = kind_of(fields[KIND])};
    f->memory_nodes = atoi(fields[MEMORY]);
    f->cores = atoi(fields[COMPUTE]);
    read_overlay(&f->overlay, fields);
    f->slices = (noc_slices){.columns = f->overlay.columns,
                             .rows = f->overlay.rows,
                             .hop_cycles = 1,
                             .slices_per_memory = 1,
                             .token_hop_cycles = 1};
    read_places(f, fields[MEMORY_AT]);
    read_traffic(f, fields);
    noc_windows_divide_equally(f->overlay.period_cycles, f->memory_nodes, f->windows);
    f->zero_load = real(fields, ZERO);
    f->zero_load_by_kind[0] = real(fields, ZERO_READ);
    f->zero_load_by_kind[1] = real(fields, ZERO_WRITE);
    f->full = real(fields, FULL);
    f->saturation = real(fields, SATURATION);
}

static void read_point(overlay_family *f, char *const *fields)
{
    if (!strcmp(fields[POINT], "zero")) return;
    assert_true(f->count < OVERLAY_POINTS);
    overlay_point *p = &f->points[f->count++];
    snprintf(p->name, sizeof p->name, "%s", fields[POINT]);
    p->rate = real(fields, RATE);
    p->latency = real(fields, LATENCY);
    p->error = real(fields, ERROR);
    p->accepted = real(fields, ACCEPTED);
}

static void cut(char *line, char *fields[FIELDS])
{
    for (int i = 0; i < FIELDS; i++) {
        fields[i] = strsep(&line, ",");
        assert_non_null(fields[i]);
    }
}

size_t overlay_families(const overlay_family **families)
{
    static overlay_family list[OVERLAY_FAMILIES];
    static size_t count;
    *families = list;
    if (count > 0) return count;
    char *text = test_read_text("tests/reference/overlays.csv"), *rest = text, *line;
    strsep(&rest, "\n"); /* the header */
    while ((line = strsep(&rest, "\n")) && *line) {
        char *fields[FIELDS];
        cut(line, fields);
        if (count == 0 || strcmp(list[count - 1].name, fields[FAMILY]))
            read_family(&list[count++], fields);
        read_point(&list[count - 1], fields);
    }
    free(text);
    return count;
}

noc_overlay_load overlay_load_of(const overlay_family *family)
{
    return (noc_overlay_load){
        .memory_nodes = family->memory_nodes,
        .cores = family->cores,
        .memory_points = family->memory_at,
        .core_points = family->core_at,
        .shares = family->shares,
        .mix = family->mix,
    };
}
