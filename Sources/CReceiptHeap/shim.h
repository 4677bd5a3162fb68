// The heap of the C library, which has no module of Swift's.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

// Blocks of this size and more go back to the system when they are freed. glibc would raise the size with the first
// that is freed, and keep a block of each for every thread (mallopt(3), M_MMAP_THRESHOLD).
static inline void CReceiptHeap_returnBlocks(int size) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, size);
#else
  (void)size;
#endif
}

// All whole pages that are free go back to the system (malloc_trim(3)).
static inline void CReceiptHeap_trim(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
