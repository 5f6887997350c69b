/* Pictures as users ask for them: by the suffix of -o, of several designs, without gnuplot. */
#include <stdlib.h>

#include "tests/support/users/command_lines.h"

/* A folder for a picture and what is written beside it, empty. */
#define EMPTY  "rm -rf \"$D\"/p; mkdir \"$D\"/p; "
#define FILES  "; ls \"$D\"/p | tr '\\n' ' ' "
#define CURVES "\"$N\" curve te13-baseline te13-2xbw --points 3 -q "

static const cli_case cases[] = {
    {"shades of power have a legend, where there are two",
     "\"$N\" query synthetic-mesh --set chip.technology_nm=45 --load 20% --breakdown -o "
     "\"$D\"/two.svg -q; \"$N\" query synthetic-mesh --set chip.technology_nm=45 --breakdown -o "
     "\"$D\"/one.svg -q; for f in two one; do grep -c 'dynamic (lighter)' \"$D\"/$f.svg; done",
     1, "1\n0\n", NULL},
    {"several curves in one table", CURVES, 0, "te13-2xbw: round trip; idle", NULL},
    {"latencies in cycles", CURVES "--y cycles", 0, "cycles  channel", NULL},
    {"curves of variants as CSV, a row a point",
     "\"$N\" curve te13-baseline --vary network.router_stages=2,4 --points 3 --format csv | wc -l",
     0, "7\n", NULL},
    {"an axis that is none", CURVES "--x gb", 2, NULL, "GB/s, bytes, flits or share"},
    {"a unit that is none", CURVES "--y s", 2, NULL, "ns or cycles"},
    {"a format for files", CURVES "--format svg", 2, NULL, ".svg .pdf .png .html"},
    {"a picture of another kind", CURVES "-o \"$D\"/c.eps", 2, NULL, "'curve' draws .svg .pdf"},
    {"curves without gnuplot: the picture, with script and data",
     EMPTY "PATH=/nowhere " CURVES "-o \"$D\"/p/c.svg; e=$?" FILES "; exit $e", 0,
     "c-data.csv c.gp c.svg ", NULL},
    {"curves as pixels without gnuplot: the script is there",
     EMPTY "PATH=/nowhere " CURVES "-o \"$D\"/p/c.png; e=$?" FILES "; exit $e", 6,
     "c-data.csv c.gp ", "apt install gnuplot-nox"},
    {"gnuplot draws the same figure from the script",
     EMPTY CURVES "-o \"$D\"/p/c.svg; cd \"$D\"/p; grep -c '>te13-.*saturation 51.97 GB/s' c.svg; "
                  "gnuplot c.gp; grep -c '>te13-.*saturation 51.97 GB/s' c.svg; grep -c "
                  "'<title>Gnuplot' c.svg # gnuplot",
     0, "2\n1\n1\n", NULL},
    {"a page needs no other file, and no gnuplot",
     EMPTY "PATH=/nowhere " CURVES "-o \"$D\"/p/c.html; e=$?" FILES "; exit $e", 0, "c.html ",
     NULL},
    {"and has one picture", "grep -c '<svg' \"$D\"/p/c.html", 0, "1\n", NULL},
    {"a picture of pixels",
     EMPTY CURVES "-o \"$D\"/p/c.png; head -c 4 \"$D\"/p/c.png | tail -c 3 # gnuplot", 0, "PNG",
     NULL},
    {"a picture's name is no command to gnuplot",
     EMPTY "cd \"$D\"/p; " CURVES
           "-o '< touch PW #.png'; ls | sort | tail -1; test ! -e PW # gnuplot",
     0, "< touch PW #.png", NULL},
    {"a picture's name is no option of gnuplot",
     EMPTY "cd \"$D\"/p; " CURVES
           "-o ./-x.svg && gnuplot ./-x.gp && grep -c '</svg>' ./-x.svg # gnuplot",
     0, "1\n", NULL},
    {"a picture whose name has a line end",
     EMPTY "cd \"$D\"/p; " CURVES "-o \"$(printf 'x\\n!touch PW\\n.svg')\"; e=$?" FILES "; exit $e",
     1, "", "has a line end"},
    {"an old picture stays where gnuplot fails",
     EMPTY "cd \"$D\"/p; mkdir b; printf '#!/bin/sh\\nexit 1\\n' >b/gnuplot; chmod +x b/gnuplot; "
           "echo old >o.png; PATH=\"$PWD/b:$PATH\" " CURVES
           "-o o.png; e=$?; cat o.png; ls o-data.csv o.gp 2>/dev/null; exit $e",
     1, "old\n", "gnuplot could not draw it"},
    {"a name ends no data of gnuplot's, and no text of XML's",
     EMPTY
     "cd \"$D\"/p; printf '%s' 'name = \"a\\nNOCSIGHT_END_0\\n!touch PW\\n]]>b\"; nodes = { "
     "compute = 3; memory = 1; placement = \"explicit\"; memory_at = ((0,0)); }; network = { "
     "topology = \"mesh\"; columns = 2; rows = 2; };' >o.cfg; \"$N\" curve o.cfg --points 2 -q "
     "-o o.svg && gnuplot o.gp && grep -c ']]>b' o.svg; \"$N\" curve o.cfg --points 2 "
     "-q -o o.png; ls PW 2>/dev/null; \"$N\" curve o.cfg --points 2 -q -o o.svg; grep -q "
     "']]&#62;b' "
     "o.svg && echo own; grep ']]>' o.svg # gnuplot",
     1, "2\nown\n", NULL},
    {"a picture in a folder that is not", CURVES "-o \"$D\"/none/c.svg", 1, NULL, "none/c.svg"},
    {"channels drawn",
     "\"$N\" query te13-baseline --load 0.03 --channels -o \"$D\"/h.svg && grep -c "
     "'class=\"heat\"' \"$D\"/h.svg",
     0, "192\n", NULL},
    {"what the picture tells is what the table tells",
     "\"$N\" query te13-baseline --load 0.03 --channels --format svg", 0,
     "30.5 %  link (2,0) to (1,0), 0.3048 flits/cycle", NULL},
    {"channels on a page",
     "\"$N\" query te13-baseline --load 0.03 --channels -o \"$D\"/h.html && "
     "cat \"$D\"/h.html",
     0, "how busy channels are</h1>", NULL},
    {"channels and costs at once",
     "\"$N\" query te13-baseline --load 0.03 --channels --breakdown --format svg", 2, NULL,
     "not several"},
    {"channels of variants",
     "\"$N\" query te13-baseline --load 0.03 --channels --vary "
     "network.buffer_flits=4,8 --format svg",
     2, NULL, "use --set"},
    {"a page of two designs",
     "\"$N\" compare te13-baseline te13-2xbw --load 40GB/s --set "
     "chip.technology_nm=22 -o \"$D\"/two.html && cat \"$D\"/two.html",
     0, "te13-2xbw against te13-baseline</h1>", NULL},
    {"it has bars, curves and both networks", "grep -c '<svg' \"$D\"/two.html", 0, "4\n", NULL},
    {"the same figures as the table",
     "set -- $(\"$N\" compare te13-baseline te13-2xbw --format csv | awk -F, 'NR == 1 { for (i = "
     "1; i <= NF; i++) if ($i == \"saturation_data_gb_per_s\") c = i } NR > 1 { printf $c < 100 ? "
     "\"%.2f \" : \"%.1f \", $c "
     "}') && grep -o \"from $1 to $2 GB/s\" \"$D\"/two.html | uniq | wc -l",
     0, "1\n", NULL},
    {"the same as one picture",
     "\"$N\" compare te13-baseline te13-2xbw --format svg >\"$D\"/two.svg && grep -c '<svg' "
     "\"$D\"/two.svg",
     0, "5\n", NULL},
    {"a page of too many",
     "\"$N\" compare te13-baseline --vary "
     "network.buffer_flits=2,3,4,5,6,7,8,9,10 -o \"$D\"/many.html",
     2, NULL, "room for 8 designs"},
    {"a comparison without gnuplot",
     EMPTY "PATH=/nowhere \"$N\" compare te13-baseline te13-2xbw -o \"$D\"/p/c.html; e=$?" FILES
           "; exit $e",
     0, "c.html ", NULL},
    {"a picture of others' measurements without gnuplot: told before measuring",
     EMPTY "PATH=/nowhere \"$N\" validate --suite silicon --model -o \"$D\"/p/v.svg; e=$?" FILES
           "; exit $e",
     6, NULL, "apt install gnuplot-nox"},
    {"rows of one's own, published against ours",
     OWN_ROWS "\"$N\" validate --suite \"$D\"/own.csv --model -q -o \"$D\"/own.svg; e=$?; cat "
              "\"$D\"/own.svg; exit $e # gnuplot",
     0, ">predicted, model<", NULL},
    {"a suite has no picture", "\"$N\" validate --suite test -o \"$D\"/v.svg", 2, NULL,
     "designs are drawn"},
};

int main(void)
{
    return test_command_lines("cli_pictures", cases, TEST_COUNT(cases));
}
