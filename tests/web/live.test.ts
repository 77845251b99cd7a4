/** Pages that keep themselves current: one stream for all tabs, or none where locks are missing. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole } from './console-fixture'

let upstream: Upstream
let site: Console
let calls = 0
/** A busy machine is asked less often. */
const SOON = { timeout: 60_000 }
beforeAll(async () => {
  upstream = await startUpstream(() => json(JSON.parse(recorded('openai').json)))
  site = await openConsole({
    options: PRICES,
    tokens: [{ name: 'app' }],
    channels: [{ name: 'main', base_url: upstream.url, models: MODEL }],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

async function callOnce(): Promise<void> {
  const { status } = await site.gateway.post(PATH_OF.openai, ask('openai'))
  expect(status).toBe(200)
  await site.gateway.idle()
  calls += 1
}

/** Reads of the management API by all tabs of a window; streams that go on stand apart. */
function watchReads(context: BrowserContext) {
  const streams = new Set<object>()
  let opened = 0
  const reads: string[] = []
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    if (searchParams.get('follow') !== 'true') reads.push(pathname)
    else {
      opened += 1
      streams.add(request)
    }
  })
  const ended = (request: object) => streams.delete(request)
  context.on('requestfailed', ended)
  context.on('requestfinished', ended)
  return { reads, openStreams: () => streams.size, opened: () => opened }
}

const inLastHour = (page: Page) => page.getByText(`${calls} in the last hour`, { exact: true })

test('two tabs are kept current by one stream, which the other takes over', async () => {
  await callOnce()
  await using visit = await site.open('root', { language: 'en' })
  const { page, context } = visit
  const { reads, openStreams } = watchReads(context)
  await visit.goto('/overview')
  await inLastHour(page).waitFor()
  const second = await context.newPage()
  await second.goto(`${site.gateway.url}/overview`)
  await inLastHour(second).waitFor()
  await waitUntil('there is a stream', () => openStreams() === 1)

  reads.length = 0
  await callOnce()
  await Promise.all([inLastHour(page).waitFor(SOON), inLastHour(second).waitFor(SOON)])
  expect(openStreams()).toBe(1)
  expect(reads).toEqual([])

  await page.close()
  await waitUntil('the other tab has a stream of its own', () => openStreams() === 1)
  await callOnce()
  await inLastHour(second).waitFor(SOON)
  expect(reads).toEqual([])
}, 180_000)

test('a page without locks asks by itself', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page, context } = visit
  await page.addInitScript("Object.defineProperty(navigator, 'locks', { value: undefined })")
  const { reads, opened } = watchReads(context)
  await visit.goto('/log')
  await page.locator('[data-row]').first().waitFor()
  const before = await page.locator('[data-row]').count()
  await page.getByRole('button', { name: 'Live' }).click()
  reads.length = 0
  await callOnce()
  await page.locator('[data-row]').nth(before).waitFor()
  expect(opened()).toBe(0)
  expect(reads.length).toBeGreaterThan(0)
  expect(visit.complaints).toEqual([])
}, 60_000)
