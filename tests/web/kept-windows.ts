/**
 * Windows that one test after another opens: a window that has shown the console before keeps what
 * it has compiled, which is half of what a test's page costs. What a person could see of the test
 * before is gone; a window that was changed in a way that cannot be undone is closed for good.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { signIn, type Visit, type VisitedPage, visit } from '../../cli/dev/browser'

/** Of the server that the console comes from, and without a script: it does nothing more. */
const RESTING_PLACE = '/favicon.svg'

const FORGET = 'localStorage.clear(); sessionStorage.clear()'

/** Handlers that answer in a person's place. */
const ANSWERS = ['dialog', 'download', 'filechooser', 'popup'] as const

type Options = Partial<Visit>

interface Kept {
  readonly window: VisitedPage
  isSpoilt(): boolean
}

export function keptWindows(browser: Browser, url: string) {
  const resting = new Map<string, Kept>()

  const take = async (key: string, look: Options): Promise<Kept> => {
    const kept = resting.get(key)
    resting.delete(key)
    if (kept !== undefined) return kept
    const window = await visit(browser, { url, ...look })
    return { window, isSpoilt: watchChanges(window) }
  }

  const giveBack = async (key: string, kept: Kept, session?: AsyncDisposable): Promise<void> => {
    const { window } = kept
    const isFit = !(kept.isSpoilt() || window.page.isClosed() || resting.has(key))
    if (isFit && (await isCleaned(window, url, session)) && !resting.has(key)) {
      resting.set(key, kept)
    } else {
      await window.context.close()
    }
  }

  return async ({ signedIn, ...look }: Options): Promise<VisitedPage> => {
    const key = JSON.stringify([look.language, look.scheme, look.width, look.height, look.url])
    const kept = await take(key, look)
    const { window } = kept
    const session = signedIn && (await signIn(window.context, look.url ?? url, signedIn))
    window.forgetComplaints()
    return { ...window, [Symbol.asyncDispose]: () => giveBack(key, kept, session) }
  }
}

/** False when the window would not let itself be cleaned. */
async function isCleaned(
  { context, page }: VisitedPage,
  url: string,
  session?: AsyncDisposable,
): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of ANSWERS) page.removeAllListeners(event)
    await session?.[Symbol.asyncDispose]()
    await page.goto(url + RESTING_PLACE)
    await page.evaluate(FORGET)
    await context.clearCookies()
    return true
  } catch {
    return false
  }
}

/**
 * Whether a test did to the window what outlasts a visit. A request that a route holds back is
 * given up when its window closes, and would go out if the route were taken away.
 */
function watchChanges({ context, page }: VisitedPage): () => boolean {
  let isSpoilt = false
  const spoil = () => {
    isSpoilt = true
  }
  watch(page, spoil)
  watchContext(context, spoil)
  return () => isSpoilt
}

function watch(page: Page, spoil: () => void): void {
  page.addInitScript = before(page.addInitScript.bind(page), spoil)
  page.route = before(page.route.bind(page), spoil)
  page.setViewportSize = before(page.setViewportSize.bind(page), spoil)
  page.emulateMedia = before(page.emulateMedia.bind(page), spoil)
  page.clock.install = before(page.clock.install.bind(page.clock), spoil)
}

function watchContext(context: BrowserContext, spoil: () => void): void {
  context.route = before(context.route.bind(context), spoil)
  context.grantPermissions = before(context.grantPermissions.bind(context), spoil)
  context.newCDPSession = before(context.newCDPSession.bind(context), spoil)
  context.setOffline = before(context.setOffline.bind(context), spoil)
}

function before<A extends readonly unknown[], R>(act: (...args: A) => R, first: () => void) {
  return (...args: A): R => {
    first()
    return act(...args)
  }
}
