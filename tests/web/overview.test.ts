/** Stories of an incident, told from the first page that an admin sees. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { addRollups } from '../../db/tables/rollups'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { API_PASSWORD } from '../support/api'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

const HOUR = 3600
const DOLLAR = 500_000

let good: Upstream
let bad: Upstream
let site: Console
beforeAll(async () => {
  bad = await startUpstream(json({ error: { message: 'engine on fire' } }, { status: 503 }))
  good = await startUpstream(json(JSON.parse(recorded('openai').json)))
  site = await openConsole({
    options: PRICES,
    users: [{ username: 'ann', password: API_PASSWORD }],
    tokens: [{ name: 'nightly' }, { name: 'quiet' }],
    channels: [
      { name: 'Primary', base_url: bad.url, models: MODEL, priority: 2 },
      { name: 'Backup', base_url: good.url, models: MODEL, priority: 1 },
    ],
  })
  const { gateway } = site
  for (const _ of [1, 2, 3]) await gateway.post(PATH_OF.openai, ask('openai'))
  await gateway.idle()
  await spendWildly(gateway.tokenIds[0] ?? 0)
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await good.stop()
  await bad.stop()
})

/** Half a dollar an hour for eight hours, and thirty dollars in the running one. */
async function spendWildly(tokenId: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const hour = now - (now % HOUR)
  const row = { kind: 'token' as const, subject: String(tokenId), refused: 0, failed: 0 }
  const rest = { tokens: 0, latency: [], errors: '' }
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  await db.transaction((trx) =>
    addRollups(trx, [
      { ...row, ...rest, at: hour, calls: 100, quota: 30 * DOLLAR },
      ...Array.from({ length: 8 }, (_, index) => {
        return { ...row, ...rest, at: hour - (index + 3) * HOUR, calls: 5, quota: DOLLAR / 2 }
      }),
    ]),
  )
  await db.close()
}

test('the time line marks the version that was started', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  await visit.goto('/overview')
  const marks = visit.page.locator('.overview-traffic .chart-mark')
  await marks.first().waitFor({ state: 'attached' })
  expect(await marks.count()).toBe(1)
})

test('one press leads from the overview to the upstream that fails, and to its words', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/overview')
  const needs = page.getByRole('listitem').filter({ hasText: 'is failing: 3 of 3 recent attempts' })
  await needs.getByText('engine on fire').waitFor()
  await needs.getByRole('link', { name: 'Primary' }).click()
  await page.getByRole('heading', { name: 'Primary', level: 1 }).waitFor()
  const last = page
    .getByRole('region')
    .or(page.locator('section'))
    .filter({ hasText: 'Last errors' })
  await last.getByText('503').first().waitFor()
  await last.getByText('engine on fire').first().waitFor()
  await page.getByText('3 times').waitFor()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.waitForURL('**/channel/*?range=week')
  await page.locator('.stat').filter({ hasText: 'Success rate' }).getByText(/^0%/).waitFor()
  expect(visit.complaints).toEqual([])
})

test('two presses freeze a token of somebody else that spends wildly', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/overview')
  await page.getByText('is spending $').waitFor()
  await page.getByRole('button', { name: 'Freeze nightly' }).click()
  const question = page.getByRole('alertdialog', { name: 'Freeze the token nightly (ann)?' })
  await question.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('Frozen').waitFor()
  await page.getByText('is spending $').waitFor({ state: 'detached' })
  const answer = await site.gateway.post(PATH_OF.openai, ask('openai'))
  expect(answer.status).toBe(403)
  expect(visit.complaints).toEqual([])
})

test('all tokens are sorted by heads and narrowed by chips, and a view is kept', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-tokens')
  const names = page.locator('tbody tr td:nth-child(2)')
  const { id } = (await site.people.root.get('/api/token/all?keyword=nightly')).body.data.items[0]
  const off = { id, status: 2 }
  await site.people.root.put('/api/token/all?status_only=true', off)
  await page.reload()
  await page.getByRole('link', { name: 'nightly', exact: true }).waitFor()
  expect(await names.allTextContents()).toEqual(['nightly', 'quiet'])
  await page.getByRole('button', { name: 'Name' }).click()
  await page.waitForURL('**sort=name*')
  await page.locator('th[aria-sort="descending"]').getByText('Name').waitFor()
  await page.getByRole('button', { name: 'Disabled 1' }).click()
  await page.waitForURL('**status=2*')
  await page.getByRole('link', { name: 'quiet' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Stopped ones')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('link', { name: 'quiet' }).waitFor()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Stopped ones' }).click()
  await page.waitForURL('**status=2*')
  expect(visit.complaints).toEqual([])
})

test('a user reads how long the balance lasts and which key spends it', async () => {
  await using visit = await site.open(await site.api.login('ann'), { language: 'en' })
  const { page } = visit
  await visit.goto('/overview')
  await page.getByText(/^Lasts /).waitFor()
  await page.getByRole('link', { name: 'nightly', exact: true }).click()
  await page.getByRole('heading', { name: 'nightly', level: 1 }).waitFor()
  expect(await page.getByText('Changes').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

for (const look of [
  { scheme: 'light', width: 1440 },
  { scheme: 'dark', width: 360 },
] as const) {
  test(`pages with counts have no barriers, ${look.scheme}, ${look.width} wide`, async () => {
    await using visit = await site.open('root', { language: 'en', ...look })
    const { page } = visit
    const { channelIds, tokenIds, userIds } = site.gateway
    const pages = ['/overview', `/channel/${channelIds[0]}`, `/token/${tokenIds[0]}`]
    for (const path of [...pages, `/user/${userIds[0]}`, `/model/${MODEL}`]) {
      await visit.goto(path)
      await page.locator('.stat dd').first().waitFor()
      const barriers = await barriersOn(page)
      expect(barriers.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([])
      const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(wider)).toBeLessThanOrEqual(0)
    }
    expect(visit.complaints).toEqual([])
  })
}

test('a key is rotated on the page of its channel, and stays while the new one fails', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  const rotate = async (id: number, key: string) => {
    await visit.goto(`/channel/${id}`)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByRole('button', { name: /^Rotate: / }).click()
    await page.getByLabel('New key').fill(key)
    await page.getByRole('button', { name: 'Test and replace' }).click()
  }
  const [badId = 0, goodId = 0] = site.gateway.channelIds
  await rotate(badId, 'sk-never-1111')
  await page
    .getByRole('dialog')
    .getByRole('alert')
    .getByText(/engine on fire/)
    .waitFor()
  visit.forgetComplaints()
  await rotate(goodId, 'sk-fresh-2222')
  await page.getByText('The new key answered and is in use').waitFor()
  await page.getByRole('dialog').getByText('…2222').waitFor()
  expect(good.requests.at(-1)?.headers.authorization).toBe('Bearer sk-fresh-2222')
  expect(visit.complaints).toEqual([])
})

test('the overview asks for updates when it is told to, and says what it was told', async () => {
  using releases = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Response.json({ tag_name: 'v99.0.0', html_url: 'https://x.test/notes' }),
  })
  const value = `http://127.0.0.1:${releases.port}/latest`
  await site.people.root.put('/api/option/', { key: 'ReleaseAddress', value })
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/overview')
  await page.getByText(/not checked since startup/).waitFor()
  await page.getByRole('button', { name: 'Check for updates' }).click()
  await page.getByText(/Version v99\.0\.0 is available/).waitFor()
  const notes = page.getByRole('link', { name: 'Release notes' })
  expect(await notes.getAttribute('href')).toBe('https://x.test/notes')
  expect(visit.complaints).toEqual([])
})
