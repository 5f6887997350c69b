#include "hybrid/answers/figures/offered_load.h"

#include <math.h>
#include <stdio.h>

#include "base/amount.h"
#include "base/auto.h"
#include "hybrid/correction/calibration/kept_model.h"

static const double gb_per_mb = 1e-3;

/* Units of a load, for reading and writing. */
static const struct {
    const char *unit;
    noc_load_form form;
} units[] = {
    {"", NOC_LOAD_FLITS},       {"tx", NOC_LOAD_TRANSACTIONS}, {"GB/s", NOC_LOAD_BANDWIDTH},
    {"B/cycle", NOC_LOAD_DATA}, {"%", NOC_LOAD_SHARE},         {"flits/cycle", NOC_LOAD_FLITS},
};
enum { UNITS = sizeof units / sizeof units[0] };

bool noc_offered_load_read(const char *text, noc_offered_load *load)
{
    noc_amount quantity;
    double amount;
    if (!noc_amount_split(text, &quantity)) return false;
    for (size_t i = 0; i < UNITS; i++) {
        if (!*quantity.unit != !*units[i].unit) continue;
        if (noc_amount_convert(&quantity, units[i].unit, &amount) != NOC_AMOUNT_FITS) continue;
        if (!(amount > 0.0) || !isfinite(amount)) return false;
        *load = (noc_offered_load){units[i].form, amount};
        return true;
    }
    return false;
}

void noc_offered_load_format(const noc_offered_load *load, char text[NOC_LOAD_CHARS])
{
    *text = '\0';
    for (size_t i = 0; i < UNITS; i++) {
        if (units[i].form != load->form) continue;
        snprintf(text, NOC_LOAD_CHARS, "%.15g%s", load->amount, units[i].unit);
        return;
    }
}

/* Flits per cycle of an injecting node per unit of a form. */
static double find_unit_flits(const noc_system *system, noc_load_form form)
{
    const noc_traffic *t = &system->traffic;
    const double flits_per_byte =
        t->injected_flits / (t->injector_count * t->transaction_data_bytes);
    if (form == NOC_LOAD_TRANSACTIONS) return t->injected_flits;
    if (form == NOC_LOAD_DATA) return flits_per_byte;
    if (form != NOC_LOAD_BANDWIDTH) return 1.0;
    return flits_per_byte / (gb_per_mb * system->design->chip.clock_mhz);
}

/* Saturation of a system by the model, flits per cycle of each injecting node; NAN: there is
 * none. */
static noc_status find_saturation(const noc_system *system, const noc_calibration *calibration,
                                  double *saturation, noc_diag *diag)
{
    NOC_AUTO(noc_kept_model_release) noc_kept_model model = {.owned = NULL};
    const noc_status status =
        noc_kept_model_find(system, calibration, system->command_values, &model, diag);
    *saturation = status == NOC_OK ? model.corrected.corrected_limits.saturation : NAN;
    return status;
}

static noc_status convert_share(const noc_system *system, const noc_calibration *calibration,
                                double per_cent, double *flits, noc_diag *diag)
{
    double saturation;
    const noc_status status = find_saturation(system, calibration, &saturation, diag);
    *flits = per_cent / 100.0 * saturation;
    if (status != NOC_OK || isfinite(*flits)) return status;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--load %g%%: by the model %s has no saturation that this could be a share of",
                    per_cent, system->design->name);
}

static noc_status refuse_load(const noc_system *system, const noc_offered_load *load, double flits,
                              double highest, noc_diag *diag)
{
    char text[NOC_LOAD_CHARS], most[NOC_LOAD_CHARS] = "";
    noc_offered_load_format(load, text);
    noc_offered_load largest = {load->form, load->amount * (highest / flits)};
    if (load->form != NOC_LOAD_FLITS && isfinite(flits)) {
        largest.amount = floor(largest.amount * 1e4) / 1e4;
        noc_offered_load_format(&largest, most);
    }
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--load %s: %s can inject at most %g flits per cycle and node%s%s", text,
                    system->design->name, highest, *most ? ", which is a load of " : "", most);
}

noc_status noc_offered_load_convert(const noc_system *system, const noc_calibration *calibration,
                                    const noc_offered_load *load, double *flits, noc_diag *diag)
{
    noc_status status = NOC_OK;
    const double design_load = noc_system_design_load(system);
    *flits = design_load > 0.0 ? design_load : NAN;
    if (load->form == NOC_LOAD_NONE) return NOC_OK;
    if (load->form == NOC_LOAD_SHARE)
        status = convert_share(system, calibration, load->amount, flits, diag);
    else
        *flits = load->amount * find_unit_flits(system, load->form);
    if (status != NOC_OK) return status;
    const double highest = noc_system_highest_load(system);
    return *flits <= highest ? NOC_OK : refuse_load(system, load, *flits, highest, diag);
}
