#ifndef CTESTHOST_H
#define CTESTHOST_H

#include <stdbool.h>
#include <stddef.h>

// What Linux has for a run in a thread, and Swift's module of its C library leaves out. On other systems each gives -1.

/// Gives the calling thread, and those that it starts, a working folder apart from that of the process; 0 if it can.
int CTestHost_takeOwnFolder(void);

/// The descriptor of a file in memory.
int CTestHost_openMemory(void);

/// Opens a pipe that no other program inherits: first the end to read from, then that to write to.
int CTestHost_openPipe(int ends[2]);

/// Whether bytes are among others: `memmem`, on every system.
bool CTestHost_holds(const void *bytes, size_t count, const void *part, size_t partCount);

#endif
