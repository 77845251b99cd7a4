/**
 * What holds for each page, whoever may open it: no complaint, no barrier, no sideways scroll. The
 * site has just been started: what is said to whoever begins takes most room on a phone, so there
 * it is also seen how far things move while a page fills.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { VisitedPage } from '../../cli/dev/browser'
import { ROUTES, type RouteRow } from '../../web/routes'
import { barriersOn } from './accessibility'
import { type Console, openConsole, type RoleName } from './console-fixture'
import { IS_USABLE, MOST_SHIFT, PHONE, SHIFT, WATCH } from './first-paint'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

/** One window per visitor and look, so that the browser keeps the files it has. */
const windows = new Map<string, Promise<VisitedPage>>()

function windowOf(who: RoleName | 'nobody', look: (typeof LOOKS)[number]): Promise<VisitedPage> {
  const key = `${who} ${look.language}`
  const opened = windows.get(key) ?? watched(who, look)
  windows.set(key, opened)
  return opened
}

async function watched(who: RoleName | 'nobody', look: (typeof LOOKS)[number]) {
  const window = await site.open(who, look)
  await window.page.addInitScript(WATCH)
  return window
}

const VISITORS: Readonly<Record<RouteRow['access'], RoleName | 'nobody'>> = {
  anonymous: 'nobody',
  user: 'user',
  admin: 'admin',
  root: 'root',
}

const LOOKS = [
  { language: 'zh', scheme: 'light', width: 1440, height: 900 },
  { language: 'en', scheme: 'dark', ...PHONE },
] as const

/** Pixels that the page is wider than the window. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** An address of a page whose parameters name what is there. */
const addressOf = ({ paths }: RouteRow): string =>
  paths[0].replace(':provider', 'nobody').replace(/:\w+/g, '1')

for (const row of ROUTES) {
  describe(addressOf(row), () => {
    for (const look of LOOKS) {
      test(`in ${look.language}, ${look.scheme}, ${look.width} wide`, async () => {
        const visit = await windowOf(VISITORS[row.access], look)
        visit.forgetComplaints()
        await visit.goto(addressOf(row))
        await visit.page.locator('main h1').first().waitFor({ state: 'attached' })
        if (look.width === PHONE.width) {
          await visit.page.waitForFunction(IS_USABLE)
          expect(await visit.page.evaluate(SHIFT)).toBeLessThanOrEqual(MOST_SHIFT)
        }
        const barriers = await barriersOn(visit.page)
        const serious = barriers
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
        expect(serious).toEqual([])
        expect(await visit.page.evaluate(SIDEWAYS)).toBeLessThanOrEqual(0)
        expect(visit.complaints).toEqual([])
      })
    }
  })
}
