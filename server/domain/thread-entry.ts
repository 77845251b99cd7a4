/** The compiled binary keeps its own files below this address. */
const BINARY = 'file:///$bunfs/'

/**
 * What `new Worker()` takes for a thread's program. `path` counts from the root of the
 * repository: the binary knows its entry points by it. `besides` is the address of a module in
 * the same folder, which is how the program is found among the sources.
 */
export function threadEntry(path: string, besides: string): string {
  if (besides.startsWith(BINARY)) return `./${path}`
  return new URL(path.slice(path.lastIndexOf('/') + 1), besides).href
}
