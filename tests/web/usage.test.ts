/** Explore, sessions and finance, as those who ask open them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from '../relay/black-box'
import { API_PASSWORD, type ApiCaller } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

/** Whole cents, so that sums can be read. */
const RATIO = 1000
const CHARGE = RECORDED_CHARGE * RATIO
const CALLS = 3

type Sent = Readonly<Record<string, string>>
const CURL: Sent = { 'user-agent': 'curl/8.5.0' }
const CODEX: Sent = { 'user-agent': 'codex_cli_rs/0.66.0', session_id: 'talk-1' }

let upstream: Upstream
let site: Console
let ann: ApiCaller

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  site = await openConsole({
    options: { ...PRICES, GroupRatio: { default: RATIO } },
    users: [{ username: 'ann', password: API_PASSWORD }],
    tokens: [{ name: 'app' }],
    channels: [{ upstream, name: 'main', models: MODEL }],
  })
  ann = await site.api.login('ann')
  for (let made = 0; made < CALLS; made += 1) {
    const headers = made === 0 ? CURL : CODEX
    await site.gateway.post(PATH_OF.openai, ask('openai'), { headers })
  }
  await site.gateway.idle()
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

const dollars = (credits: number) => `$${(credits / 500_000).toFixed(2)}`

test('explore answers what is asked, and a press narrows it', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/explore')
  await page.getByLabel('Group by').selectOption('client')
  const codex = page.getByRole('row', { name: /Codex/ })
  await codex.getByText(dollars(2 * CHARGE)).waitFor()
  await page.getByLabel('Metric').selectOption('requests')
  await codex.getByText('66.7%').waitFor()
  await codex.getByRole('button', { name: 'Codex' }).click()
  await page.getByText('Client: codex').waitFor()
  await page.getByLabel('Group by').selectOption('model')
  await page.getByRole('row', { name: new RegExp(`^${MODEL}`) }).waitFor()
  expect(page.url()).toContain('client=codex')
  expect(await page.getByRole('row', { name: 'Total' }).textContent()).toContain('2')
  await page.getByRole('button', { name: 'Remove the filter “Client”' }).click()
  await page.getByRole('row', { name: 'Total' }).getByText('3', { exact: true }).waitFor()
})

test('a question is saved, put on the overview, and shared with administrators', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  const press = async (item: string) => {
    await page.getByRole('button', { name: 'Saved charts' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await visit.goto('/explore?by=client&window=7d')
  await press('Save this chart…')
  await page.getByRole('dialog').getByLabel('Name').fill('Who calls')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await press('Add “Who calls” to the overview')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await press('Share “Who calls” with administrators')
  await visit.goto('/overview')
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Who calls' }) })
  await panel.getByText('Codex').waitFor()
  await panel.getByRole('link', { name: 'Explore' }).click()
  await page.getByRole('row', { name: /Codex/ }).waitFor()
  expect(page.url()).toContain('by=client')
  expect(visit.complaints).toEqual([])

  await using other = await site.open('admin', { language: 'en' })
  await other.goto('/explore')
  await other.page.getByRole('button', { name: 'Saved charts' }).click()
  await other.page.getByRole('menuitem', { name: 'Who calls (root)' }).click()
  await other.page.getByRole('row', { name: /Codex/ }).waitFor()
})

test('a user explores the own usage only', async () => {
  await using visit = await site.open(ann, { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto('/explore?by=client')
  await page
    .getByText(dollars(3 * CHARGE))
    .first()
    .waitFor()
  const groups = await page.getByLabel('Group by').textContent()
  expect(groups).not.toContain('Channel')
  expect(await page.getByLabel('Metric').textContent()).not.toContain('Margin')
  // The pages of models are the operator's; that of a token is its owner's.
  await page.getByLabel('Group by').selectOption('model')
  await page.getByRole('button', { name: MODEL, exact: true }).waitFor()
  expect(await page.getByRole('link', { name: `Page of ${MODEL}` }).count()).toBe(0)
  await page.getByLabel('Group by').selectOption('token')
  await page.getByRole('link', { name: 'Page of app' }).click()
  await page.getByRole('heading', { name: 'app' }).waitFor()
})

test('a session is found with its turns', async () => {
  await using visit = await site.open(ann, { language: 'en' })
  const { page } = visit
  await visit.goto('/sessions')
  await page.getByRole('link', { name: 'talk-1' }).click()
  await page.getByRole('heading', { name: 'talk-1' }).waitFor()
  await page
    .getByText(dollars(2 * CHARGE))
    .first()
    .waitFor()
  expect(await page.getByRole('row').count()).toBe(1 + 2)
  expect(await page.title()).toContain('talk-1')
})

test('finance adds up, exports dollars, and replays the ledger', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/finance?by=model')
  const row = page.getByRole('row', { name: new RegExp(`^${MODEL}`) })
  await row
    .getByText(dollars(3 * CHARGE))
    .first()
    .waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const [head, line] = (await Bun.file(await download.path()).text()).trim().split('\r\n')
  expect(head).toContain('model,id,requests')
  expect(line).toContain(((3 * CHARGE) / 500_000).toFixed(6))
  await page.getByRole('button', { name: 'Verify the ledger' }).click()
  await page.getByText('All balances agree').waitFor()
  await page.reload()
  await page.getByText('All balances agree').waitFor()

  const csv = `date,model,class,count\n2020-01-01,${MODEL},prompt,90000\n`
  await page.getByLabel('Export file (CSV)').setInputFiles({
    name: 'usage.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('1 of 1 rows differ').waitFor()
})

test('finance tells what other prices would have charged, and saves none', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/finance')
  await page.getByRole('button', { name: 'Choose prices' }).click()
  const ratio = 2 * (PRICES.ModelRatio[MODEL] ?? 0)
  await page.getByRole('textbox', { name: 'JSON' }).fill(JSON.stringify({ [MODEL]: ratio }))
  const form = page.locator('form', { has: page.getByRole('textbox', { name: 'JSON' }) })
  await form.getByRole('button', { name: 'Compare' }).click()
  const table = page.getByRole('table').filter({ hasText: 'At those prices' })
  const row = table.getByRole('row', { name: new RegExp(`^${MODEL}`) })
  await row.waitFor()
  const [, calls, charged, then, difference] = await row.getByRole('cell').allTextContents()
  expect(calls).toBe('3')
  expect([charged, difference]).toEqual(Array(2).fill(dollars(3 * CHARGE)))
  expect(then).toBe(dollars(6 * CHARGE))
  const { body } = await site.people.root.get(`/api/price/?model=${MODEL}`)
  await page.screenshot({ path: '/tmp/shots/whatif.png', fullPage: true })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.screenshot({ path: '/tmp/shots/whatif-phone.png', fullPage: true })
  expect(body.data[0].price.model_ratio).toBe(ratio / 2)
  expect(visit.complaints).toEqual([])
})

test('what is not there is said to be missing, with the way to what is', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  for (const [path, title, list] of [
    ['/channel/99999', 'There is no channel 99999', '/channel'],
    ['/model/no-such-model', 'There is no model no-such-model', '/model'],
    ['/user/99999', 'There is no user 99999', '/user'],
    ['/sessions/1/none', 'There is no session none', '/sessions'],
  ] as const) {
    await visit.goto(path)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.title()).toContain(title)
    expect(await page.locator('main a').getAttribute('href')).toBe(list)
  }
})

test('a limit stands where its owner looks, and one that is spent above all', async () => {
  const [tokenId = 0] = site.gateway.tokenIds
  const limit = { kind: 'requests', window: 'day', zone: '', start_hour: 0, amount: 1 } as const
  await site.gateway.services.limits.set(TEST_ACTOR, {
    subject: 'token',
    key: String(tokenId),
    limits: [limit],
    setBy: 'owner',
  })
  await site.gateway.post(PATH_OF.openai, ask('openai'))
  await site.gateway.post(PATH_OF.openai, ask('openai'))
  await using visit = await site.open(ann, { language: 'en' })
  const { page } = visit
  await visit.goto(`/token/${tokenId}`)
  await page.getByRole('heading', { name: 'Limits' }).waitFor()
  await visit.goto('/overview')
  await page.getByRole('heading', { name: 'Limits with nothing left' }).waitFor()
  await page.getByText('1 of 1 used, 0 left').waitFor()
})
