const POLL_MS = 5
/** Only a test that fails waits so long; a busy machine may need most of it. */
const LONGEST_MS = 30_000

/**
 * Polls until `condition` gives a truthy value and returns it. Only for conditions that no
 * event announces (a file that another process writes); fails after `limitMs`.
 */
export async function waitUntil<T>(
  what: string,
  condition: () => T | Promise<T>,
  limitMs = LONGEST_MS,
): Promise<NonNullable<T>> {
  const endsAt = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > endsAt) throw new Error(`waited ${limitMs} ms in vain until ${what}`)
    await Bun.sleep(POLL_MS)
  }
}

/** Fails when `promise` has not settled after `limitMs`, and says what was expected. */
export async function within<T>(
  what: string,
  promise: Promise<T>,
  limitMs = LONGEST_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no ${what} within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([promise, expiry])
  } finally {
    clearTimeout(timer)
  }
}

/** For a reader that tells a lone Escape from the beginning of another key by a pause. */
export async function pause(ms: number): Promise<void> {
  await Bun.sleep(ms)
}
