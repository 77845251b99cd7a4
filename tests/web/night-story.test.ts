/** A night: a provider fails, another one rescues the calls, and the page was open all along. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

const TOLD_WITHIN_MS = 30_000

let main: Upstream
let backup: Upstream
let site: Console
/** Instead of a good answer. */
let failing: Reply | undefined
const good = () => json(JSON.parse(recorded('openai').json))
beforeAll(async () => {
  main = await startUpstream(() => failing ?? good())
  backup = await startUpstream(good)
  site = await openConsole({
    // Every call asks it first: the breaker would spare it after a few.
    options: { ...PRICES, ChannelBreakerFailures: 0 },
    tokens: [{ name: 'app' }],
    channels: [
      { name: 'main', base_url: main.url, models: MODEL, priority: 2 },
      { name: 'backup', base_url: backup.url, models: MODEL, priority: 1 },
    ],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await main.stop()
  await backup.stop()
})

async function callTimes(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { status } = await site.gateway.post(PATH_OF.openai, ask('openai'))
    expect(status).toBe(200)
  }
  await site.gateway.idle()
}

test('an outage is told on the open page, stopped by one press, and recovers', async () => {
  await callTimes(3)
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/overview')
  await page.getByText('All clear').waitFor()

  failing = json({ error: { message: 'The server had an error' } }, { status: 500 })
  await callTimes(20)
  const row = page.getByRole('listitem').filter({ hasText: /main is down: the last 20 attempts/ })
  await row.waitFor({ timeout: TOLD_WITHIN_MS })
  await row.getByText('The server had an error').waitFor()
  expect(await page.getByText('All clear').count()).toBe(0)

  // One press to the cause, one to stop it.
  await row.getByRole('link', { name: 'main', exact: true }).click()
  await page.getByRole('heading', { name: 'main', level: 1 }).waitFor()
  await page
    .getByText(/^\d+ times$|· \d+ times/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Drain and disable' }).click()
  await page.getByText('main is disabled and takes no new requests').waitFor()
  const before = main.requests.length
  await callTimes(2)
  expect(main.requests.length).toBe(before)

  // One press to test it, one to have it back.
  failing = undefined
  await page.getByRole('button', { name: 'Test main' }).click()
  await page.getByText(/main answered in/).waitFor()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByText('main is enabled').waitFor()
  // What was done stands on the time line of each of the three charts.
  await page.locator('.stat-charts .chart-mark').nth(2).waitFor({ state: 'attached' })
  await callTimes(3)
  await visit.goto('/overview')
  await page.getByText('has recovered and answers again').waitFor()
  expect(visit.complaints).toEqual([])
})
