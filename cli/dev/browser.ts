/** A real headless Chromium out of an npm package, unpacked once per machine. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { devDependencies } from '../../package.json'
import { watchRest } from './page-rest'

const PACKED = join(import.meta.dir, '../../node_modules/@sparticuz/chromium/bin')
const UNPACKED = join(tmpdir(), `gw-chromium-${devDependencies['@sparticuz/chromium']}`)

/** Whoever tidies the folder for temporary files may have left a part of it. */
function isUnpacked(): boolean {
  return existsSync(join(UNPACKED, 'chromium'))
}

/** Unpacked aside and renamed: two test runs may begin at the same time. */
async function unpackChromium(): Promise<string> {
  if (isUnpacked()) return UNPACKED
  const workshop = mkdtempSync(`${UNPACKED}-`)
  const usual = process.env.TMPDIR
  try {
    // The package unpacks into the folder for temporary files, wherever that is.
    process.env.TMPDIR = workshop
    for (const name of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br']) {
      await inflate(join(PACKED, name))
    }
    try {
      renameSync(workshop, UNPACKED)
    } catch {
      // Files of a test run that begin side by side all unpack; the first to finish wins.
      if (!isUnpacked()) {
        rmSync(UNPACKED, { recursive: true, force: true })
        renameSync(workshop, UNPACKED)
      }
    }
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(workshop, { recursive: true, force: true })
  }
  return UNPACKED
}

export async function launchBrowser(): Promise<Browser> {
  const folder = await unpackChromium()
  const profile = join(folder, 'home')
  mkdirSync(profile, { recursive: true })
  return await chromium.launch({
    executablePath: join(folder, 'chromium'),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-zygote', '--font-render-hinting=none'],
    // Libraries that a bare machine lacks come with the package.
    env: { ...process.env, HOME: profile, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  })
}

export interface Visit {
  readonly url: string
  readonly language?: 'zh' | 'en'
  readonly scheme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** Cookie of a session, and the user that it belongs to. */
  readonly signedIn?: { readonly cookie: string; readonly user: object }
}

export interface VisitedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page complained about in the console; nothing, in a good one. */
  readonly complaints: readonly string[]
  forgetComplaints(): void
  goto(path: string): Promise<void>
  /** Resolves when every request is answered and the page has done with the answers. */
  rested(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const LOCALES = { zh: 'zh-CN', en: 'en-US' } as const

/** A window of its own: storage and cookies of other visits are not there. */
export async function visit(browser: Browser, options: Visit): Promise<VisitedPage> {
  const { url, language = 'zh', scheme = 'light', width = 1440, height = 900, signedIn } = options
  const context = await browser.newContext({
    locale: LOCALES[language],
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Shanghai',
  })
  context.setDefaultTimeout(30_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  if (signedIn !== undefined) await signIn(context, url, signedIn)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  const rested = watchRest(page)
  return {
    page,
    context,
    complaints,
    forgetComplaints() {
      complaints.length = 0
    },
    rested,
    async goto(path) {
      await page.goto(url + path)
      await rested()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Ends with what it returns; what it has stored by then stays. */
export async function signIn(
  context: BrowserContext,
  url: string,
  { cookie, user }: NonNullable<Visit['signedIn']>,
): Promise<AsyncDisposable> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return await context.addInitScript((stored) => {
    if (sessionStorage.getItem('begun') === null) localStorage.setItem('user', stored)
    sessionStorage.setItem('begun', 'yes')
  }, JSON.stringify(user))
}
