/**
 * Whether the file that was opened still stands where it was. One that was deleted or replaced
 * stays open, and whatever is written into it then vanishes with the process.
 */
import { statSync } from 'node:fs'

/** Of the file behind an open database; one without a file is always there. */
export type FilePlace = 'there' | 'gone' | 'replaced'

/** Remembers what stands at `path` now and reports, cheaply enough to poll, what became of it. */
export function watchPlace(path: string): () => FilePlace {
  const opened = identityOf(path)
  return () => {
    const present = identityOf(path)
    if (present === undefined) return 'gone'
    return present === opened ? 'there' : 'replaced'
  }
}

function identityOf(path: string): string | undefined {
  // Inodes may exceed what a double can distinguish.
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? undefined : `${found.dev}:${found.ino}`
}
