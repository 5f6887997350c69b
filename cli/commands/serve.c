#include "cli/commands/parts/explore.h"
#include "cli/commands/parts/serving.h"
#include "cli/frame/commands.h"
#include "cli/frame/exit.h"
#include "cli/frame/option.h"
#include "reports/drawings/page_frame.h"

typedef noc_serving_choice option_values;

static const noc_option own_options[] = {
    NOC_TAKE_COUNT("port", "N", "port of this machine (the first free one from 8421 on)", port,
                   1024, UINT16_MAX),
    NOC_TAKE_FLAG("no-browser", "print the address, and open no browser", has_no_browser),
    {0},
};

static const noc_option_use uses[] = {
    NOC_OWN_OPTIONS(own_options),
    {&noc_store_options, offsetof(option_values, store)},
    {&noc_space_options, offsetof(option_values, front)},
    {0},
};

static noc_status check(const noc_request *r, noc_diag *diag)
{
    const option_values *values = r->values;
    if (values->store && r->operand_count > 0)
        return NOC_REFUSE(diag, "serve: give one of DESIGN... and --store FILE");
    if (!values->store && (values->front.space || values->front.objectives ||
                           values->front.condition_texts.count > 0))
        return NOC_REFUSE(diag, "serve: --space, --objectives and --where are of --store FILE");
    return NOC_OK;
}

static int run(const noc_request *r, noc_diag *diag)
{
    if (noc_page_require_library(diag) != NOC_OK) return NOC_EXIT_MISSING_PROGRAM;
#ifdef NOC_MICROHTTPD
    return noc_serving_run(r, r->values, diag);
#else
    NOC_REFUSE(diag, "this nocsight was built without libmicrohttpd (apt install "
                     "libmicrohttpd-dev, then build again)");
    return NOC_EXIT_MISSING_PROGRAM;
#endif
}

const noc_command noc_command_serve = {
    .name = "serve",
    .operands = "[DESIGN...]",
    .purpose = "Open a page in the browser that answers while one drags its sliders.",
    .details =
        "The page has the settings of a design as fields and sliders, and beside them what the "
        "design delivers, how long, at which cost and what limits it. It opens each DESIGN, the "
        "designs of a store's front (--store), or without both that of 'nocsight new gpu'. "
        "Answers are those of 'nocsight query'; measurements are started on the page. Only "
        "programs on this machine that know the printed address reach the server, which writes no "
        "file. From elsewhere 'ssh -L' reaches it, in the form that is printed where there is no "
        "display. Ctrl-C ends it. Without libmicrohttpd the command ends with status 6.",
    .examples = "  nocsight serve\n"
                "  nocsight serve h100-sxm mi300x\n"
                "  nocsight serve --store te13.db --no-browser --port 8500\n",
    .max_operands = 64,
    .options = uses,
    .values_size = sizeof(option_values),
    .check = check,
    .run = run,
};
