/* import/accelsim/files.h: finds the kind of a file of Accel-Sim by its content, and lists the
 * kernel traces of a run. */
#ifndef NOC_IMPORT_ACCELSIM_FILES_H
#define NOC_IMPORT_ACCELSIM_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

typedef enum noc_accelsim_kind {
    NOC_ACCELSIM_KERNEL, /* a kernel trace: "-kernel name = ...", "-grid dim = ..." */
    NOC_ACCELSIM_LIST,   /* kernels of a run, in order: "kernel-1.traceg", "MemcpyHtoD,..." */
    NOC_ACCELSIM_CONFIG, /* gpgpusim.config: "-gpgpu_n_clusters 80" */
} noc_accelsim_kind;

/* Finds the kind of a file, compressed or not, by its first lines. Standard input ("-") cannot be
 * read twice, and is taken for a kernel trace. NOC_EINPUT for any other file. */
noc_status noc_accelsim_find_kind(const char *path, noc_accelsim_kind *kind, noc_diag *diag);

/* Kernel traces of a run, in order. */
typedef struct noc_kernel_list {
    char **paths; /* paths of the kernel traces */
    size_t count, capacity;
    uint64_t copies, copied_bytes; /* copies from the host to the GPU: number, and bytes */
    noc_arena arena;               /* owns the paths */
} noc_kernel_list;

/* Reads a kernelslist.g, whose kernel traces are in the same folder. If "kernel-1.traceg" is
 * missing, the file with suffix ".xz", ".gz" or ".bz2" is used. NOC_EINPUT with the line of the
 * first fault. The caller clears the arena in either case. */
noc_status noc_kernel_list_read(const char *path, noc_kernel_list *list, noc_diag *diag);

/* Adds the path of a kernel trace, which is copied. NOC_EFAILED when out of memory. */
noc_status noc_kernel_list_add(noc_kernel_list *list, const char *path, noc_diag *diag);

/* Adds the kernels of a file: a kernel trace, or a list of kernel traces, by its content.
 * NOC_EUSAGE for a configuration. */
noc_status noc_kernel_list_add_file(noc_kernel_list *list, const char *path, noc_diag *diag);

#endif
