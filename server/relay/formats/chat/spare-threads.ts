/**
 * Threads at rest whose server has ended, for the next server of this process: what such a thread
 * has loaded serves everybody, and loading it again takes half a second of a core.
 */

/** As many as one server has at work. */
const MOST = 2

const spares = new Map<string, Set<Worker>>()

/** Keeps a thread that works on nothing and that nobody listens to, or ends it. */
export function keepThread(entry: string, thread: Worker): void {
  const kept = spares.get(entry) ?? new Set()
  if (kept.size >= MOST) {
    thread.terminate()
    return
  }
  kept.add(thread)
  spares.set(entry, kept)
  thread.addEventListener('close', () => kept.delete(thread), { once: true })
}

/** A kept thread, which is the caller's from now on. */
export function takeThread(entry: string): Worker | undefined {
  const kept = spares.get(entry)
  const [thread] = kept ?? []
  if (thread !== undefined) kept?.delete(thread)
  return thread
}
