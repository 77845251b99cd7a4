/** The four pictures that the README shows, each light and dark. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { type TextKey, translate } from '../../../server/domain/i18n/translate'
import { visit } from '../browser'
import type { Stage } from './scenes'
import { noticeIn, type ShowSite, startShowSite } from './site'

const OUTPUT = join(import.meta.dir, '..', '..', '..', 'web', 'pictures')
const QUALITY = 80
const WIDTH = 1280
const HEIGHT = 800

interface Picture {
  readonly name: string
  readonly address: string
  readonly visitor: keyof ShowSite['visitors']
  readonly open?: (stage: Stage) => Promise<void>
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', address: '/overview', visitor: 'root' },
  { name: 'log', address: '/log', visitor: 'root' },
  { name: 'channel', address: '/channel/3', visitor: 'root' },
  {
    name: 'key',
    address: '/token',
    visitor: 'user',
    async open({ page, language, rested }) {
      const nameOf = (key: TextKey): string => translate(language, key)
      await page
        .getByRole('button', { name: nameOf('ui.more') })
        .first()
        .click()
      await page.getByRole('menuitem', { name: nameOf('token.show_key') }).press('Enter')
      await page.getByRole('dialog').waitFor()
      await rested()
    },
  },
]

export async function takeReadmePictures(browser: Browser): Promise<void> {
  mkdirSync(OUTPUT, { recursive: true })
  await using site = await startShowSite('en')
  for (const scheme of ['light', 'dark'] as const) {
    for (const { name, address, visitor, open } of PICTURES) {
      await using window = await visit(browser, {
        url: site.url,
        language: 'en',
        scheme,
        width: WIDTH,
        height: HEIGHT,
        signedIn: site.visitors[visitor],
      })
      const { page, context } = window
      await context.addInitScript((seen) => localStorage.setItem('notice', seen), noticeIn('en'))
      await window.goto(address)
      await open?.({ page, rested: window.rested, language: 'en' })
      writeFileSync(join(OUTPUT, `${name}-${scheme}.webp`), await shot(page))
    }
  }
  console.log(`pictures in ${OUTPUT}`)
}

/** Playwright writes no WebP; the browser does. */
async function shot(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  })
  return Buffer.from(data, 'base64')
}
