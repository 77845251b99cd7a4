/** The page that a visit begins with has the line to itself for so long. */
const PAUSE_MS = 2500

/** Fetches one after another what is likely to be opened next. Returns what calls it off. */
export function whenQuiet(loads: readonly (() => Promise<unknown>)[]): () => void {
  let isOff = false
  const begin = async (): Promise<void> => {
    for (const load of loads) {
      // What cannot be fetched now is fetched when it is opened.
      if (!isOff) await load().catch(() => undefined)
    }
  }
  const timer = setTimeout(() => void begin(), PAUSE_MS)
  return () => {
    isOff = true
    clearTimeout(timer)
  }
}
