#include "tests/wirings.h"

#include "network/design_read.h"

noc_status test_wired_try(const wired_design *wired, const char *const *overrides,
                          test_system *tested, noc_diag *diag)
{
    noc_source source = test_source("wired.cfg", wired->text);
    noc_config_memory texts = {.wirings.given = wired->files};
    size_t count = 0;
    while (overrides && overrides[count]) count++;
    *tested = (test_system){NULL, NULL};
    noc_status status =
        noc_design_read_next(&source, overrides, count, &texts, &tested->design, diag);
    if (status == NOC_OK) status = noc_system_compile(tested->design, &tested->system, diag);
    noc_config_memory_clear(&texts);
    noc_source_clear(&source);
    return status;
}

test_system test_wired(const wired_design *wired, const char *const *overrides)
{
    test_system tested;
    noc_diag diag = {0};
    const noc_status status = test_wired_try(wired, overrides, &tested, &diag);
    test_print_messages(&diag);
    noc_diag_clear(&diag);
    assert_int_equal(status, NOC_OK);
    return tested;
}
