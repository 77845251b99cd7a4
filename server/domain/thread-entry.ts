/** The compiled binary keeps its own files below this address; the second is of Windows. */
const BINARY = /^file:\/\/\/(?:\$bunfs|[A-Z]:\/(?:~|%7E)BUN)\//i

/**
 * What `new Worker()` takes for a thread's program. `path` counts from the root of the
 * repository: the binary knows its entry points by it. `own` is the address of this module.
 */
export function threadEntry(path: string, own: string = import.meta.url): string {
  return BINARY.test(own) ? `./${path}` : new URL(`../../${path}`, own).href
}
