/* In place of libFuzzer's main: gives a target the files that are named, or that are in folders
 * that are. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static size_t fed;

static void feed(const char *path)
{
    FILE *file = fopen(path, "rb");
    struct stat info;
    if (!file || stat(path, &info) != 0) {
        perror(path);
        exit(1);
    }
    const size_t size = (size_t)info.st_size;
    uint8_t *bytes =
        malloc(size + 1); /* of its own size, so that sanitizers see what reads beyond it */
    if (!bytes || fread(bytes, 1, size, file) != size) exit(1);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    fed++;
}

static void feed_all(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder) {
        feed(path);
        return;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        char *inside = NULL;
        if (entry->d_name[0] == '.') continue;
        if (asprintf(&inside, "%s/%s", path, entry->d_name) < 0) exit(1);
        feed(inside);
        free(inside);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    LLVMFuzzerInitialize(&argc, &argv);
    for (int i = 1; i < argc; i++) feed_all(argv[i]);
    printf("%zu inputs\n", fed);
    return fed > 0 ? 0 : 1;
}
