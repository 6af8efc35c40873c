/* Which file of one run is which of another: by the ends of their names, so that the corpus may lie elsewhere. */
#ifndef TILEPROOF_SAME_FILES_H
#define TILEPROOF_SAME_FILES_H

#include "reports/database/rows.h"

typedef struct SameFile { /* a file of one side */
	const char *path;
	const char *partner; /* of a file of the new side: its counterpart; NULL: none */
} SameFile;
typedef VEC(SameFile) SameFiles;

/* The files of the new side with their counterparts; the caller frees the vector. Texts belong to the rows. */
SameFiles same_files(const Rows *old, const Rows *now);
const char *same_files_partner(const SameFiles *files, const char *path);

#endif
