#include "tests/support/designs/design_texts.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/helpers.h"

const char test_design_gpu[] = "name = \"gpu\";\n"
                               "chip = {\n"
                               "  technology_nm = 65;\n"
                               "  clock_mhz = 602.0;  // network\n"
                               "};\n"
                               "nodes = {\n"
                               "  compute = 28;\n"
                               "  memory = 8;\n"
                               "  placement = \"top-bottom\";\n"
                               "};\n"
                               "network = {\n"
                               "  topology = \"mesh\";\n"
                               "  columns = 6;\n"
                               "  rows = 6;\n"
                               "  routing = \"xy\";\n"
                               "  flit_bytes = 16;\n"
                               "  virtual_channels = 2;\n"
                               "  buffer_flits = 8;\n"
                               "};\n"
                               "/* who sends\n"
                               "   to whom */\n"
                               "traffic = {\n"
                               "  pattern = \"many-to-few\";\n"
                               "  read_fraction = 0.9;\n"
                               "  write_request_bytes = 72;\n"
                               "};\n";

const char test_design_synthetic[] = "nodes = { compute = 20; };\n"
                                     "network = {\n"
                                     "  topology = \"mesh\";\n"
                                     "  columns = 5;\n"
                                     "  rows = 4;\n"
                                     "};\n"
                                     "traffic = {\n"
                                     "  pattern = \"uniform\";\n"
                                     "  packet_flits = (1, 4);\n"
                                     "  packet_mix = (0.5, 0.5);\n"
                                     "};\n"
                                     "chip = { technology_nm = 65; };\n";

const char test_design_planes[] =
    "nodes = { compute = 28; memory = 8; };\n"
    "networks = (\n"
    "  { carries = \"request\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 8; },\n"
    "  { carries = \"reply\"; topology = \"mesh\"; columns = 6; rows = 6; flit_bytes = 24; }\n"
    ");\n";

char *test_edit(const char *text, const char *find, const char *replace)
{
    char *edited = NULL;
    const char *at = find ? strstr(text, find) : text;
    assert_non_null(at);
    const int length = asprintf(&edited, "%.*s%s%s", (int)(at - text), text, replace ? replace : "",
                                at + (find ? strlen(find) : 0));
    assert_true(length >= 0);
    return edited;
}
