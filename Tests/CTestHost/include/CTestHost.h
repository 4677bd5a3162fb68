#ifndef CTESTHOST_H
#define CTESTHOST_H

// What Linux has for a run in a thread, and Swift's module of its C library leaves out. On other systems each gives -1.

/// Gives the calling thread, and those that it starts, a working folder apart from that of the process; 0 if it can.
int CTestHost_takeOwnFolder(void);

/// The descriptor of a file in memory.
int CTestHost_openMemory(void);

/// Opens a pipe that no other program inherits: first the end to read from, then that to write to.
int CTestHost_openPipe(int ends[2]);

#endif
