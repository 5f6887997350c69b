/* What users meet that ask what something costs, and published figures beside ours. */
#include "tests/support/users/command_lines.h"

static const cli_case cases[] = {
    {"one wire is the 64th of a link of DSENT's", /* 0.7633 pJ, tests/reference/dsent/link.csv */
     "\"$N\" cost link --flit-bits 1 --length-mm 0.5 --technology 22 --clock-mhz 600 --format csv "
     "| grep link_flit",
     0, "link,22,energy_pj,link_flit,0.01192", NULL},
    {"a link of 4096 bits is 64 of them", /* 21.627 um2 */
     "\"$N\" cost link --flit-bits 4096 --length-mm 0.5 --technology 22 --clock-mhz 600 --format "
     "csv | grep area_um2,active",
     0, "link,22,area_um2,active,1384.", NULL},
    {"a router narrower than was measured",
     "\"$N\" cost router --technology 22 --flit-bits 7 | tr -s ' \\n' ' '", 0,
     "off by a factor of 1.5: the router has 7 bits a flit, and measured are 16 to 512", NULL},
    {"a technology without a table is a valid design, without cost",
     "\"$N\" describe te13-baseline | sed 's/technology_nm = 65/technology_nm = 55/' | \"$N\" "
     "check -",
     0, "no table has or encloses chip.technology_nm =\n  55", NULL},
    {"figures of cost, by the readings of a text", "\"$N\" reproduce -q cdx19-cost", 0,
     "full crossbar over CD-Xbar, area       +26.9", NULL},
    {"the id of a figure of cost", "\"$N\" reproduce -q cdx19-fig11-smesh-power --format csv", 0,
     "cdx19-fig11-smesh-power,cdx19,", NULL},
    {"kept samples are of this program, whatever its version",
     "\"$N\" reproduce -q te13-fig7-ipc-frac --format csv", 0, ",91,92.7,92.5,1.496,within-5,",
     NULL},
    {"chips, misspelt", "\"$N\" validate --suite chip", 3, NULL, "did you mean 'chips'?"},
    {"chips that were built", "\"$N\" validate --suite chips | tr -s ' \\n' ' '", 0,
     "Of 28 figures 26 lie in the 90 % interval that the other chips tell", NULL},
    {"costs of chips are not sampled", "\"$N\" validate --suite chips --measure", 2, NULL,
     "the suite chips has costs alone"},
    {"published clocks", "\"$N\" reproduce -q cdx19-clock", 0, "80x16               about 600",
     NULL},
    {"an unknown figure of cost", "\"$N\" reproduce -q cdx19-cots", 2, NULL,
     "did you mean 'cdx19-cost'"},
    {"a picture of a figure, without gnuplot",
     "cd \"$D\"; PATH=/nowhere \"$N\" reproduce -q cdx19-clock -o clock.svg", 6, NULL,
     "gnuplot not found"},
    {"its script and data", "cat \"$D\"/clock.gp \"$D\"/clock-data.csv", 0,
     "0,\"published\",10,\"80x16\",600,,,about 600,,", NULL},
    {"a picture without a file", "\"$N\" reproduce -q cdx19-clock --format svg", 2, NULL,
     "-o FILE that ends in one of .svg .pdf .html"},
    {"several figures in one picture",
     "\"$N\" reproduce -q cdx19 -o \"$D/figure.svg\"; e=$?; test ! -e \"$D/figure.svg\" && exit $e",
     2, NULL, "there is no picture of it"},
    {"a picture that cannot be written", "\"$N\" reproduce -q te13-figure7 -o /nowhere/figure.svg",
     1, NULL, "/nowhere/figure.svg: cannot be written"},
    {"an unknown figure", "\"$N\" reproduce -q te13-figur8", 2, NULL,
     "did you mean 'te13-figure8'"},
    {"a row in full", "\"$N\" reproduce -q te13-fig8-ideal-speedup-hh", 0, "102.7 %", NULL},
    {"a figure's rows", "\"$N\" reproduce -q --model te13-figure8", 0,
     "te13-fig8-ideal-speedup-all", NULL},
    {"samples and the model alone", "\"$N\" reproduce -q --model --measure te13-figure8", 2, NULL,
     "--model asks for no samples"},
    {"samples that are none",
     "echo x > \"$D/bad.csv\"; \"$N\" reproduce -q --store \"$D/bad.csv\" te13", 3, NULL,
     "bad.csv:1: the first line does not name the columns"},
    {"rows of one's own",
     OWN_ROWS "\"$N\" validate --suite \"$D\"/own.csv --model -q --format csv | cut -d, -f1-3,7,9",
     0, "s,structure,true,count,28\nb,check,true,bandwidth,50\n", NULL},
    {"a row of one's own that asks for no design",
     OWN_ROWS
     "sed -i 's/a: te13-baseline,a.sat/a: te14,a.sat/' \"$D\"/own.csv; \"$N\" validate --suite "
     "\"$D\"/own.csv --model -q",
     3, NULL, "own.csv:3: b: this row asks so"},
    {"a row of one's own that is broken",
     OWN_ROWS "echo 'c,G,q,x,1,,,check,s,r,b,,,,no' >> \"$D\"/own.csv; \"$N\" validate --suite "
              "\"$D\"/own.csv --model -q",
     3, NULL, "own.csv:4: c: determined_by 'b', which is a check itself"},
    {"samples of a suite of designs", "\"$N\" validate --suite test --measure", 2, NULL,
     "for what others measured"},
    {"cost of a router", "\"$N\" cost router --inputs 24 --outputs 16 --technology 22", 0,
     "switch allocator", NULL},
    {"cost as JSON", "\"$N\" cost router --technology 22 --format json", 0, "\"buffer_write\"",
     NULL},
    {"cost of a link", "\"$N\" cost link --length-mm 3.3 --technology 22 --format csv", 0,
     "link,22,area_um2,active,", NULL},
    {"cost of two sources", "\"$N\" cost router --technology 65 --format json", 0,
     "of two sources: areas by ORION 2.0, power scaled from 45 nm", NULL},
    {"cost of what", "\"$N\" cost rooter --technology 22", 2, NULL, "neither router nor link"},
    {"cost without a technology", "\"$N\" cost router", 2, NULL, "--technology NM is missing"},
    {"cost of a link without a length", "\"$N\" cost link --technology 22", 2, NULL, "--length-mm"},
    {"cost of a link with inputs", "\"$N\" cost link --technology 22 --length-mm 3 --inputs 5", 2,
     NULL, "are for a router"},
    {"cost of a link of no length", "\"$N\" cost link --technology 22 --length-mm 0", 2, NULL,
     "--length-mm 0: expected"},
    {"cost at an unknown technology", "\"$N\" cost router --technology 55", 2, NULL,
     "3, 5, 7, 11, 16, 22, 32, 45, 65 nm"},
    {"cost at a supply without a law",
     "\"$N\" cost link --length-mm 1 --technology 7 --supply-v 1.1", 2, NULL,
     "--supply-v 1.1: expected 0.4 to 0.9 V, where the laws hold by which costs at 7 nm move with "
     "the supply (nominal: 0.7)"},
    {"a supply without a law, in a file",
     "\"$N\" describe te13-baseline | sed 's/technology_nm = 65/technology_nm = 22;\\n supply_v = "
     "0.4/' | \"$N\" query -",
     3, NULL,
     "chip.supply_v = 0.4: the laws by which costs at 22 nm move with the supply hold from "
     "0.5 to 1 V (0: the nominal 0.8 V)"},
    {"another supply",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 --set "
     "chip.supply_v=700mV",
     0, "moved from 0.8 to 0.7 V", NULL},
    {"cost scaled", "\"$N\" cost router --technology 55 --scale", 0, "scaled on from 32 and 45 nm",
     NULL},
    {"cost of half a port", "\"$N\" cost router --technology 22 --inputs 2.5", 2, NULL,
     "an integer in"},
    {"cost of nan ports", "\"$N\" cost router --technology 22 --inputs nan", 2, NULL, "a number"},
    {"cost far outside", "\"$N\" cost router --technology 22 --inputs 600 --format json", 0,
     "composed of 4 x 4 switches, and crossed in up to 7 cycles", NULL},
    {"cost a little outside", "\"$N\" cost router --technology 22 --inputs 200 --outputs 16", 0,
     "off by a factor of 1.1", NULL},
    {"cost tree", "\"$N\" query te13-baseline --breakdown", 0, "network 0 (both)", NULL},
    {"cost tree as JSON", "\"$N\" query te13-baseline --breakdown --format json", 0,
     "\"component\": \"buffer\"", NULL},
    {"power by router adds up",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 --load 0.03 --tiles", 0,
     "Left out: 16 of 36 routers", NULL},
    {"power by tile, for HotSpot",
     "cd \"$D\"; \"$N\" query te13-baseline --set chip.technology_nm=22 --load 0.03 --tiles -o "
     "p.flp && \"$N\" query te13-baseline --set chip.technology_nm=22 --load 0.03 --tiles -o "
     "p.ptrace && grep -c '^tile_' p.flp && grep -P '^tile_5_5\t0.0026\t0.0026\t0.013\t0$' p.flp "
     "&& wc -l < p.ptrace && head -1 p.ptrace | tr '\t' '\n' | sort > names && grep '^tile' p.flp "
     "| cut -f1 | sort | cmp - names",
     0, "36\ntile_5_5\t0.0026\t0.0026\t0.013\t0\n2\n", NULL},
    {"power by tile of switches", "\"$N\" query cdx19-clos-80 --load 0.01 --tiles -o \"$D/p.svg\"",
     2, NULL, "the switches of network 0 (topology \"clos\") stand on no tiles"},
    {"power by router of switches", "\"$N\" query cdx19-clos-80 --load 0.01 --tiles", 0,
     "No map: the switches of network 0 (topology \"clos\")", NULL},
    {"power by tile of an overlay",
     "\"$N\" query rapid18-rapid-64 --set chip.technology_nm=22 --load 0.01 --tiles -o "
     "\"$D/p.flp\"",
     2, NULL, "is costed as a whole"},
    {"power by tile where there is none",
     "\"$N\" query te13-baseline --set chip.technology_nm=9 --load 0.01 --tiles -o "
     "\"$D/p.ptrace\"",
     2, NULL, "no power: "},
    {"watts without a load",
     "\"$N\" query synthetic-mesh --set chip.technology_nm=22 --tiles -o \"$D/p.ptrace\"", 2, NULL,
     "watts of tiles need a load"},
    {"HotSpot's floor plan of layers",
     "\"$N\" query synthetic-mesh --set chip.technology_nm=22 --set network.layers=2 --set "
     "nodes.compute=128 --load 0.1 --tiles -o \"$D/p.flp\"",
     2, NULL, "floor plans have one layer"},
    {"HotSpot's files without tiles", "\"$N\" query te13-baseline -o \"$D/p.flp\"", 2, NULL,
     "needs --tiles"},
    {"power by tile of several designs",
     "\"$N\" query te13-baseline --tiles --vary network.flit_bytes=8,16 -o \"$D/p.flp\"", 2, NULL,
     "the tiles of one design"},
    {"nominal activity",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 --activity 0.1 --all", 0,
     "dynamic power ", NULL},
    {"more activity than a channel has", "\"$N\" query te13-baseline --activity 1.5", 2, NULL,
     "--activity 1.5"},
    {"no table, query", "\"$N\" query te13-baseline --set chip.technology_nm=9", 0,
     "9 (nearest: 7 and 11 nm; chip.scale_technology = true scales on from 5 and 7\n  nm and "
     "labels",
     NULL},
    {"no table, components",
     "\"$N\" query te13-baseline --set chip.technology_nm=9 --breakdown --load 0.02 --activity 0.1",
     0, "crossbars 5x5", NULL},
    {"no table, sample",
     "\"$N\" sample -q te13-baseline --load 0.01 --precision 0.1 --set "
     "chip.technology_nm=50",
     0, "nearest: 45 and 65 nm", NULL},
    {"no table, validate",
     "\"$N\" validate -q te13-baseline --precision 0.2 --set workload=steady --set "
     "chip.technology_nm=90 " CLI_FEW_TILES,
     0, "nearest: 65 nm", NULL},
    {"no table, curve", "\"$N\" curve te13-baseline --points 2 --set chip.technology_nm=9", 0,
     "te13-baseline: round trip; idle", NULL},
    {"no table, explain", "\"$N\" explain te13-baseline power_mw --set chip.technology_nm=9", 0,
     "there is no table of areas", NULL},
    {"no table, in a file",
     "\"$N\" describe te13-baseline | sed 's/technology_nm = 65/technology_nm = 9/' | \"$N\" query "
     "- --format json",
     0, "\"why\": \"there is no table of areas", NULL},
    {"no table, one of the variants", "\"$N\" query te13-baseline --vary chip.technology_nm=22,9",
     0, "technology_nm=9: Warning: no area, power and clock", NULL},
    {"no table, but scaled",
     "\"$N\" query te13-baseline --set chip.technology_nm=9 --set chip.scale_technology=true", 0,
     "scaled on from 5 and 7 nm", NULL},
    {"channels far too wide",
     "\"$N\" query te13-baseline --set network.flit_bytes=200 --format json", 0,
     "a router has 1600 bits a flit, and measured are 16 to 512; its crossbar is composed of 4 "
     "slices",
     NULL},
    {"channels a little too wide", "\"$N\" query te13-baseline --set network.flit_bytes=128", 0,
     "off by a factor of 1.1", NULL},
    {"far too many ports", "\"$N\" query cdx19-fc-ideal-180 --set nodes.compute=400 --format json",
     0,
     "a router has 400 ports, and measured are 3 to 180; its crossbar is composed of 3 x 3 "
     "switches, and crossed in up to 5 cycles",
     NULL},
    {"a crossbar of a GPU is composed",
     "printf 'name = \"x\"; chip = { technology_nm = 11; }; nodes = { "
     "compute = 132; memory = 48; }; network = { topology = \"crossbar\"; flit_bytes = 32; };' | "
     "\"$N\" query - --format json",
     0, "a router has 180 ports, and measured are 3 to 80; its crossbar is composed of 3 x 3",
     NULL},
    {"two networks of it have a cost",
     "printf 'name = \"x\"; chip = { technology_nm = 11; }; nodes = { "
     "compute = 132; memory = 48; }; networks = ( { carries = \"request\"; topology = "
     "\"crossbar\"; flit_bytes = 32; }, { carries = \"reply\"; topology = \"crossbar\"; flit_bytes "
     "= 32; } );' | \"$N\" query -",
     0, " mm2 network", NULL},
    {"another source of costs",
     "\"$N\" compare te13-baseline --vary chip.technology_nm=45 --format json", 0,
     "costs are from DSENT, those of the base (65 nm) from ORION 2.0", NULL},
    {"the rest of the chip is kept",
     "\"$N\" query te13-baseline --vary chip.technology_nm=22,32 "
     "--format json",
     0, "chip.other_area_mm2 = 244.68 is that of the base", NULL},
    /* The only bars, of area and of power, are as long as there is room: 562 pixels each. */
    {"bars add up",
     "\"$N\" query te13-baseline --set chip.technology_nm=22 --load 0.03 --breakdown --format svg "
     "| sed -n 's/^<rect class=.* width=\"\\([0-9.]*\\)\" height=\"22.0.*/\\1/p' | awk '{ sum += "
     "$1 } END { "
     "printf \"%.0f\\n\", sum }'",
     0, "1124", NULL},
    {"bars of variants",
     "\"$N\" query cdx19-cdxbar-56 --breakdown --vary network.flit_bytes=16,32 -o \"$D\"/b.svg && "
     "grep -c flit_bytes=16 \"$D\"/b.svg",
     0, "2", NULL},
    {"bars on a page",
     "\"$N\" query cdx19-cdxbar-56 --breakdown -o \"$D\"/b.html && "
     "grep -c 'all networks' \"$D\"/b.html",
     0, "9", NULL},
    {"bars as PDF", "\"$N\" query cdx19-cdxbar-56 --breakdown -o \"$D\"/b.pdf", 2, NULL,
     "draws .svg and .html"},
    {"bars of nothing", "\"$N\" query te13-ideal --breakdown -o \"$D\"/b.svg", 3, NULL,
     "no cost to draw"},
    {"channels and components as CSV",
     "\"$N\" query te13-baseline --load 0.03 --channels --breakdown --format csv", 2, NULL,
     "different columns"},
    {"components", "\"$N\" query cdx19-clos-80 --breakdown", 0, "crossbars 10x8", NULL},
    {"components as JSON", "\"$N\" query cdx19-clos-80 --breakdown --format json", 0,
     "\"vc_buffers\": 2080", NULL},
    {"costs as CSV add up to the area",
     "\"$N\" query cdx19-cdxbar-56 --activity 0.1 --breakdown --format csv | "
     "awk -F, 'NR > 1 { sum += $6 } END { printf \"%.6f\\n\", sum }' >\"$D\"/sum && "
     "\"$N\" query cdx19-cdxbar-56 --format json | grep -A1 '\"network_area_mm2\"' | "
     "sed -n 's/.*\"value\": \\([0-9]*[.][0-9]\\{6\\}\\).*/\\1/p' | diff - \"$D\"/sum && echo same",
     0, "same", NULL},
    {"components as CSV", "\"$N\" query cdx19-clos-80 --breakdown --format csv", 0,
     ",crossbars_10x8,20", NULL},
};

int main(void)
{
    return test_command_lines("cli_costs", cases, TEST_COUNT(cases));
}
