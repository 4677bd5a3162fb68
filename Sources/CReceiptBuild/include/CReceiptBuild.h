#ifndef RECEIPT_BUILD_H
#define RECEIPT_BUILD_H

// What this program is. Packages, workflows and pages take it from here, with scripts/about.sh.

// Semantic versioning; docs/versions.md says what counts as a breaking change.
#define RECEIPT_VERSION "0.1.0"

// OWNER stands for the account that publishes it.
#define RECEIPT_REPOSITORY "https://github.com/OWNER/receipt"

// The commit that this was built from, or nothing if it is not known.
const char *CReceiptBuild_commit(void);

#endif
