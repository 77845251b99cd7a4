/**
 * Threads at rest whose server has ended, for the next server of this process: what such a thread
 * has loaded serves everybody, and loading it again takes half a second of a core.
 */

/** As many as one server has at work. */
const MOST = 2

const spares = new Map<string, Set<Worker>>()

/** Keeps a thread that works on nothing and that nobody listens to, or ends it. */
export function keepThread(entry: string, thread: Worker): void {
  const threads = spares.get(entry) ?? new Set()
  if (threads.size >= MOST) {
    thread.terminate()
    return
  }
  threads.add(thread)
  spares.set(entry, threads)
  thread.addEventListener('close', () => threads.delete(thread), { once: true })
}

/** A spare thread, which is the caller's from now on. */
export function takeThread(entry: string): Worker | undefined {
  const threads = spares.get(entry)
  const [thread] = threads ?? []
  if (thread !== undefined) threads?.delete(thread)
  return thread
}
