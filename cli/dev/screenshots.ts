/**
 * Pictures of every page of the console, of a seeded throw-away site, for people to look at:
 *
 *   npm run screenshots [-- /token /log] [-- --quick]
 *
 * They are in `.screenshots/`, named page-language-theme-width. `--quick` leaves out two of the
 * eight looks that a page has. `--readme` makes the four pictures of the README anew instead, in
 * web/pictures/.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { ROUTES, type RouteRow } from '../../web/routes'
import { launchBrowser, visit } from './browser'
import { takeReadmePictures } from './screenshots/readme-pictures'
import { SCENES, type Stage } from './screenshots/scenes'
import { noticeIn, type ShowSite, startShowSite } from './screenshots/site'
import { ensureConsole } from './web'

const OUTPUT = join(import.meta.dir, '..', '..', '.screenshots')

interface Look {
  readonly language: 'zh' | 'en'
  readonly scheme: 'light' | 'dark'
  readonly width: number
}

const LOOKS: readonly Look[] = (['zh', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    [1440, 360].map((width) => ({ language, scheme, width })),
  ),
)

/** Every language, theme and width once. */
const QUICK = LOOKS.filter(
  ({ language, scheme, width }) =>
    (language === 'zh' && scheme === 'light' && width === 1440) ||
    (language === 'en' && scheme === 'dark'),
)

const { values: flags, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

interface Shot {
  readonly name: string
  readonly address: string
  readonly visitor: 'user' | 'root' | undefined
  readonly open?: ((stage: Stage) => Promise<void>) | undefined
}

/** Ordinary pages are shown as ordinary users have them, but the log as admins have it. */
function shotOf({ paths, access }: RouteRow): Shot {
  const address = paths[0].replace(/:(\w+)\??/g, '1')
  const visitor = access === 'anonymous' ? undefined : access === 'user' ? 'user' : 'root'
  return { name: nameOf(address), address, visitor }
}

function nameOf(address: string): string {
  return address.replace(/^\//, '').replaceAll(/\W+/g, '-') || 'home'
}

function wanted({ address }: Shot): boolean {
  return positionals.length === 0 || positionals.some((prefix) => address.startsWith(prefix))
}

/** One window per visitor, because opening one costs more than turning a page. */
async function take(browser: Browser, site: ShowSite, look: Look): Promise<void> {
  const shots = [...ROUTES.map(shotOf), ...SCENES].filter(wanted)
  const visitors = Map.groupBy(shots, ({ visitor }) => visitor)
  for (const [visitor, theirs] of visitors) {
    const signedIn = visitor && site.visitors[visitor]
    await using window = await visit(browser, {
      url: site.url,
      ...look,
      ...(signedIn && { signedIn }),
    })
    await window.context.addInitScript(
      (seen) => localStorage.setItem('notice', seen),
      noticeIn(look.language),
    )
    for (const shot of theirs) await takeOne(window, shot, look)
  }
}

async function takeOne(
  window: Awaited<ReturnType<typeof visit>>,
  { name, address, open }: Shot,
  { language, scheme, width }: Look,
): Promise<void> {
  const file = `${name}-${language}-${scheme}-${width}.png`
  try {
    await window.goto(address)
    await open?.({ page: window.page, rested: window.rested, language })
    // A drawer covers the window, not the page.
    await window.page.screenshot({ path: join(OUTPUT, file), fullPage: open === undefined })
  } catch (error) {
    console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

async function takeAll(browser: Browser): Promise<void> {
  mkdirSync(OUTPUT, { recursive: true })
  const byLanguage = Map.groupBy(flags.quick ? QUICK : LOOKS, ({ language }) => language)
  for (const [language, looks] of byLanguage) {
    await using site = await startShowSite(language)
    for (const look of looks) await take(browser, site, look)
  }
  console.log(`pictures in ${OUTPUT}`)
}

await ensureConsole()
const browser = await launchBrowser()
try {
  await (flags.readme ? takeReadmePictures(browser) : takeAll(browser))
} finally {
  await browser.close()
}
