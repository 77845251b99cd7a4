/** When a page of the console has come to rest. */
import type { Page, Request } from 'playwright-core'

/** A stream that updates the page. */
const ENDLESS = '&follow=true'

/** Longer than any page takes, on a busy machine. */
const LIMIT_MS = 30_000

/**
 * Run in the page: resolves when the console stands there, nothing in it is a placeholder, and its
 * thread has had nothing to do for a while. A page that stays without any of it is let go.
 */
const IDLE = `(async () => {
  const idle = async (ms) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await new Promise((resolve) => requestIdleCallback(resolve))
  }
  const isComplete = () =>
    document.querySelector('main h1') !== null &&
    document.querySelector('[class*="-Skeleton"], [class*="-Spinner"]') === null
  const endsAt = performance.now() + 1000
  await idle(50)
  while (!isComplete() && performance.now() < endsAt) await idle(50)
  await idle(50)
})()`

/**
 * Watches what a page asks for. The returned function resolves when every request has been
 * answered and the page has done with the answers, which is sooner than half a second of silence.
 */
export function watchRest(page: Page): () => Promise<void> {
  const running = new Set<Request>()
  let begun = 0
  let tellQuiet: (() => void) | undefined
  page.on('request', (request) => {
    if (request.url().endsWith(ENDLESS)) return
    begun += 1
    running.add(request)
  })
  const ended = (request: Request): void => {
    running.delete(request)
    if (running.size === 0) tellQuiet?.()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)

  const quiet = async (endsAt: number): Promise<void> => {
    if (running.size === 0) return
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), Math.max(0, endsAt - performance.now()))
    tellQuiet = () => resolve(true)
    const isQuiet = await promise
    clearTimeout(timer)
    tellQuiet = undefined
    const urls = [...running].map((request) => request.url())
    if (!isQuiet) throw new Error(`${page.url()} still waits for ${urls.join(', ')}`)
  }

  return async () => {
    const endsAt = performance.now() + LIMIT_MS
    for (;;) {
      await quiet(endsAt)
      const before = begun
      await page.evaluate(IDLE)
      if (running.size === 0 && begun === before) return
    }
  }
}
