/** The compiled binary keeps its own files below this address. */
const BINARY = 'file:///$bunfs/'

/**
 * What `new Worker()` takes for a thread's program. `path` counts from the root of the
 * repository: the binary knows its entry points by it. `own` is the address of this module.
 */
export function threadEntry(path: string, own: string = import.meta.url): string {
  return own.startsWith(BINARY) ? `./${path}` : new URL(`../../${path}`, own).href
}
