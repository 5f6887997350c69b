#include "reports/estimates/estimates.h"

#include "reports/estimates/estimate_csv.h"
#include "reports/estimates/estimate_json.h"
#include "reports/estimates/estimate_text.h"
#include "reports/estimates/whatif.h"
#include "reports/facts/breakdown.h"
#include "reports/facts/channels.h"
#include "reports/facts/components.h"

static noc_status write_csv(const noc_sheet *sheet, const noc_estimate *estimates,
                            const noc_breakdown *breakdowns, size_t count, noc_diag *diag)
{
    if (count > 0 && estimates[0].channels) return noc_csv_channels(sheet, estimates, count, diag);
    if (count > 0 && estimates[0].components)
        return noc_csv_components(sheet, estimates, breakdowns, count, diag);
    return noc_csv_estimates(sheet, estimates, count, diag);
}

static noc_status print(const noc_sheet *sheet, const noc_estimate *estimates,
                        const noc_breakdown *breakdowns, size_t count, noc_diag *diag)
{
    noc_status status = count == 1 ? noc_text_estimate(sheet, estimates, diag)
                                   : noc_text_whatif(sheet, estimates, count, diag);
    if (status == NOC_OK && count > 0 && estimates[0].components)
        status = noc_text_components(sheet, estimates, count, diag);
    for (size_t i = 0; i < count && breakdowns && status == NOC_OK; i++)
        status = noc_breakdown_text(sheet, &breakdowns[i], diag);
    if (status == NOC_OK && count > 0 && estimates[0].channels)
        status = noc_text_channels(sheet, estimates, count, diag);
    return status;
}

noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                                const noc_breakdown *breakdowns, size_t count, bool several,
                                noc_diag *diag)
{
    switch (sheet->format) {
    case NOC_FORMAT_JSON:
        return noc_json_estimates(sheet, estimates, breakdowns, count, several, diag);
    case NOC_FORMAT_CSV:
        return write_csv(sheet, estimates, breakdowns, count, diag);
    default:
        return print(sheet, estimates, breakdowns, count, diag);
    }
}
