/** Pages in one window per language: the browser keeps the code that it has compiled. */
import type { Page } from 'playwright-core'
import type { VisitedPage } from '../../cli/dev/browser'
import type { Console } from './console-fixture'

interface SharedPage {
  readonly page: Page
  readonly complaints: readonly string[]
  goto(path: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Every page is root's and new, but storage and cookies are those of the pages before. */
export function sharedWindows(site: () => Console) {
  const windows = new Map<string, Promise<VisitedPage>>()
  return async (language: 'zh' | 'en' = 'zh'): Promise<SharedPage> => {
    const opened = windows.get(language) ?? site().open('root', { language })
    windows.set(language, opened)
    const page = await (await opened).context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => {
      const isBad = message.type() === 'error' || message.type() === 'warning'
      if (isBad) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    return {
      page,
      complaints,
      async goto(path) {
        await page.goto(site().gateway.url + path)
      },
      [Symbol.asyncDispose]: () => page.close(),
    }
  }
}
