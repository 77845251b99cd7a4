/** A gateway with a console, people of every role, and a browser to look at it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, type Visit, type VisitedPage } from '../../cli/dev/browser'
import { type ApiCaller, type ApiClient, apiClient, NO_LIMITS } from '../support/api'
import { type Gateway, type GatewayOptions, startGateway } from '../support/gateway'
import { keptWindows } from './kept-windows'

export type RoleName = 'user' | 'admin' | 'root'

export interface Console {
  readonly gateway: Gateway
  readonly api: ApiClient
  readonly people: Readonly<Record<RoleName, ApiCaller>>
  /** A window for nobody, for one of the people, or for somebody else who has logged in. */
  open(
    who: RoleName | 'nobody' | ApiCaller,
    options?: Partial<Omit<Visit, 'signedIn'>>,
  ): Promise<VisitedPage>
  [Symbol.asyncDispose](): Promise<void>
}

export const SITE_NAME = 'Acme AI'

const BUILT = join(import.meta.dir, '../../web/dist/index.html')

/** What a page reads is asked for one by one, so that a test can answer for the server. */
export async function readAlone(page: Page): Promise<void> {
  await page.route('**/api/stream*', (route) => route.fulfill({ status: 204 }))
}

export async function openConsole(options: GatewayOptions = {}): Promise<Console> {
  if (!existsSync(BUILT)) throw new Error('web/dist is missing: npm run build')
  const gateway = await startGateway({
    ...options,
    env: { ...NO_LIMITS, ...options.env },
    options: { SystemName: SITE_NAME, ...options.options },
  })
  const browser: Browser = await launchBrowser()
  const windows = keptWindows(browser, gateway.url)
  const api = apiClient(gateway)
  const people = {
    root: await api.as('root'),
    admin: await api.as('admin'),
    user: await api.as('user'),
  }
  return {
    gateway,
    api,
    people,
    async open(who, chosen = {}) {
      const caller = typeof who === 'string' ? who !== 'nobody' && people[who] : who
      const signedIn = caller === false ? undefined : await sessionOf(caller)
      return await windows({ ...chosen, ...(signedIn && { signedIn }) })
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      await gateway[Symbol.asyncDispose]()
    },
  }
}

async function sessionOf(person: ApiCaller) {
  const { body } = await person.get('/api/user/self')
  return { cookie: person.cookie, user: body.data }
}
