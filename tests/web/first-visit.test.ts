/**
 * What a first visit to each page costs on a bad line: the scripts that are asked for until the
 * page can be used, and how far things move while it fills. A site that is in use and one that has
 * just been started are not the same: lists are long on the one and say what to do on the other.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, type Visit, type VisitedPage, visit } from '../../cli/dev/browser'
import { noticeIn, type ShowSite, startShowSite } from '../../cli/dev/screenshots/site'
import { ROUTES, type RouteRow } from '../../web/routes'
import { type Console, openConsole } from './console-fixture'
import { IS_USABLE, MOST_SHIFT, PHONE, SHIFT, WATCH } from './first-paint'

type Visitor = 'nobody' | 'user' | 'root'

interface Place {
  readonly address: string
  readonly visitor: Visitor
  /** By the tests of every page, on a site that has just been started. */
  readonly isSeenNew?: boolean
}

/** Pages of ordinary users are other ones to whoever runs the site. */
const PAGES: readonly Place[] = ROUTES.flatMap(({ paths, access }: RouteRow): Place[] => {
  const address = paths[0].replace(':provider', 'nobody').replace(/:\w+/g, '1')
  if (access === 'anonymous') return [{ address, visitor: 'nobody', isSeenNew: true }]
  if (access !== 'user') return [{ address, visitor: 'root', isSeenNew: access === 'root' }]
  return [
    { address, visitor: 'user', isSeenNew: true },
    { address, visitor: 'root' },
  ]
})

/** With the largest of the pages that are behind another one's tabs. */
const PLACES: readonly Place[] = [
  ...PAGES,
  { address: '/setting?tab=operation', visitor: 'root' },
  { address: '/setting?tab=operation&view=prices', visitor: 'root' },
]

const SIZES = [{ width: 1440, height: 900 }, PHONE]

const MOST_FILES = 4
const MOST_BYTES = 150_000
const MOST_CALLS = 2

/** What they ask for in the end depends on an answer. */
const IN_TWO_STEPS: ReadonlySet<string> = new Set([
  '/channel',
  '/',
  '/playground',
  '/token/1',
  '/model/1',
  '/user/1',
  '/setting',
  '/setting?tab=operation',
  '/setting?tab=operation&view=prices',
])

/**
 * Pages where no visit begins and that are no lists: what they do weighs more. Where one of these
 * grows, something was added that not every visit to it needs.
 */
const WORKPLACES: Readonly<Record<string, { readonly files: number; readonly bytes: number }>> = {
  '/docs': { files: 5, bytes: 146_700 },
  '/receipt/1': { files: 5, bytes: 146_400 },
  '/invoice/1': { files: 9, bytes: 150_200 },
  '/invoice': { files: 10, bytes: 159_900 },
  '/all-invoices': { files: 10, bytes: 159_900 },
  '/oauth/nobody': { files: 5, bytes: 143_300 },
  '/log': { files: 4, bytes: 152_000 },
  '/price': { files: 4, bytes: 152_000 },
  '/plan': { files: 10, bytes: 152_500 },
  '/all-plans': { files: 9, bytes: 153_000 },
  '/role': { files: 6, bytes: 150_300 },
  '/identity-provider': { files: 6, bytes: 150_300 },
  '/incident': { files: 7, bytes: 150_300 },
  '/promo-code': { files: 6, bytes: 150_600 },
  '/contact-point': { files: 8, bytes: 160_300 },
  '/alert': { files: 9, bytes: 160_600 },
  '/second-factor': { files: 7, bytes: 150_300 },
  '/playground': { files: 13, bytes: 210_600 },
  '/chat': { files: 5, bytes: 149_200 },
  '/chat2link': { files: 5, bytes: 149_300 },
  '/token/1': { files: 12, bytes: 168_900 },
  '/detail': { files: 9, bytes: 168_200 },
  '/create': { files: 12, bytes: 183_700 },
  '/explore': { files: 10, bytes: 170_300 },
  '/sessions/1/1': { files: 8, bytes: 144_600 },
  '/finance': { files: 10, bytes: 169_600 },
  '/organisation': { files: 12, bytes: 154_600 },
  '/topup': { files: 12, bytes: 169_600 },
  '/setting': { files: 14, bytes: 188_100 },
  '/setting?tab=operation': { files: 10, bytes: 189_100 },
  '/setting?tab=operation&view=prices': { files: 15, bytes: 226_000 },
  '/channel/setup': { files: 15, bytes: 197_400 },
  '/channel/1': { files: 13, bytes: 173_500 },
  '/model/1': { files: 14, bytes: 187_500 },
  '/redemption/1': { files: 8, bytes: 154_500 },
  '/order/1': { files: 9, bytes: 156_300 },
  '/user/1': { files: 12, bytes: 173_200 },
}

const SCRIPTS = `performance.getEntriesByType('resource')
  .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= seen.usableAt)
  .map(({ encodedBodySize }) => encodedBodySize)`

/** Of the management API, until the page has come to rest; one goes out before any script. */
const CALLS = `performance.getEntriesByType('resource')
  .map(({ name }) => name)
  .filter((name) => new URL(name).pathname.startsWith('/api/') && !name.endsWith('follow=true'))`

interface Cost {
  readonly calls: readonly string[]
  readonly files: number
  readonly bytes: number
  readonly shift: number
}

/** The files may be here already, which weigh the same; what a visit has stored is gone. */
async function costOf(window: VisitedPage, address: string): Promise<Cost> {
  window.forgetComplaints()
  await window.goto(address)
  await window.page.waitForFunction(IS_USABLE)
  const sizes: readonly number[] = await window.page.evaluate(SCRIPTS)
  const shift: number = await window.page.evaluate(SHIFT)
  const calls: readonly string[] = await window.page.evaluate(CALLS)
  expect(window.complaints).toEqual([])
  return { calls, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0), shift }
}

type Size = Pick<Visit, 'width' | 'height'>

/** Side by side: each is a window for all that somebody visits. */
function windows(
  sizes: readonly Size[],
  open: (visitor: Visitor, size: Size) => Promise<VisitedPage>,
) {
  const opened = new Map<Visitor, Promise<readonly VisitedPage[]>>()
  const prepare = async (visitor: Visitor, size: Size): Promise<VisitedPage> => {
    const window = await open(visitor, size)
    await window.page.addInitScript(WATCH)
    return window
  }
  return async (visitor: Visitor, address: string): Promise<readonly Cost[]> => {
    const both = opened.get(visitor) ?? Promise.all(sizes.map((size) => prepare(visitor, size)))
    opened.set(visitor, both)
    return await Promise.all((await both).map((window) => costOf(window, address)))
  }
}

function expectCheap(address: string, { calls, files, bytes, shift }: Cost): void {
  const bar = WORKPLACES[address] ?? { files: MOST_FILES, bytes: MOST_BYTES }
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(bar.bytes)
  expect(files).toBeLessThanOrEqual(bar.files)
  expect(shift).toBeLessThanOrEqual(MOST_SHIFT)
  expect(calls.slice(MOST_CALLS + (IN_TWO_STEPS.has(address) ? 1 : 0))).toEqual([])
}

/** Before the page is: storage as a browser has it that has never been here. */
function forget(stored: Readonly<Record<string, string>>): void {
  localStorage.clear()
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
}

describe('a site in use', () => {
  let browser: Browser
  let site: ShowSite
  beforeAll(async () => {
    browser = await launchBrowser()
    site = await startShowSite('en')
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await site[Symbol.asyncDispose]()
  })

  const open = async (visitor: Visitor, size: Size, notice: Readonly<Record<string, string>>) => {
    const signedIn = visitor === 'nobody' ? undefined : site.visitors[visitor]
    const look = { url: site.url, language: 'en', ...size, ...(signedIn && { signedIn }) } as const
    const window = await visit(browser, look)
    const user = signedIn && { user: JSON.stringify(signedIn.user) }
    await window.context.addInitScript(forget, { ...user, ...notice })
    return window
  }
  const costs = windows(SIZES, (visitor, size) => {
    return open(visitor, size, { notice: noticeIn('en') })
  })

  for (const { address, visitor } of PLACES) {
    test(`${address} of ${visitor}`, async () => {
      for (const cost of await costs(visitor, address)) expectCheap(address, cost)
    })
  }

  for (const [address, visitor] of [
    ['/', 'nobody'],
    ['/overview', 'root'],
    ['/log', 'user'],
  ] as const) {
    test(`${address} of ${visitor}, with an announcement above it`, async () => {
      for (const size of SIZES) {
        await using window = await open(visitor, size, {})
        await window.page.addInitScript(WATCH)
        const { shift } = await costOf(window, address)
        await window.page.getByRole('region', { name: 'Announcement' }).waitFor()
        expect(shift).toBeLessThanOrEqual(MOST_SHIFT)
      }
    })
  }
})

describe('a site that has just been started', () => {
  let site: Console
  beforeAll(async () => {
    site = await openConsole()
  }, 60_000)
  afterAll(async () => await site[Symbol.asyncDispose]())

  // What is said to whoever begins takes most room where there is least of it.
  const costs = windows([PHONE], (visitor, size) => {
    return site.open(visitor, { language: 'en', ...size })
  })

  for (const { address, visitor } of PLACES.filter(({ isSeenNew }) => isSeenNew !== true)) {
    test(`${address} of ${visitor}`, async () => {
      for (const { shift } of await costs(visitor, address)) {
        expect(shift).toBeLessThanOrEqual(MOST_SHIFT)
      }
    })
  }
})
