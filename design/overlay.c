#include "design/overlay.h"

#include <math.h>

bool noc_overlay_has_match_cycle(const noc_overlay *overlay)
{
    return overlay->row_transit_cycles == NOC_OVERLAY_TRANSIT;
}

double noc_overlay_error_chance(const noc_overlay *overlay, double bits)
{
    return 1.0 - exp(bits * log1p(-overlay->bit_error_rate));
}

int noc_overlay_shortest_window(const noc_overlay *overlay, int flits)
{
    const int window_flits = overlay->straddles_windows ? 1 : flits;
    return overlay->window_switch_cycles + (window_flits - 1) * overlay->inject_interval + 1 +
           NOC_OVERLAY_DRAIN;
}

int noc_overlay_min_window(const noc_overlay *overlay, int max_flits)
{
    return overlay->window_min_cycles ? overlay->window_min_cycles
                                      : noc_overlay_shortest_window(overlay, max_flits);
}
