#include "CReceiptBuild.h"

// Package.swift defines it. Only this file is compiled anew for another commit.
#ifndef RECEIPT_COMMIT
#define RECEIPT_COMMIT ""
#endif

const char *CReceiptBuild_commit(void) { return RECEIPT_COMMIT; }
