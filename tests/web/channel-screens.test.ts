/** What an operator does with channels besides filling in their form. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ask, MODEL, PATH_OF, PRICES } from '../relay/black-box'
import { fixture, json, type Script, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

const provider: Script = ({ path, headers }) => {
  if (headers.authorization === 'Bearer sk-dead') {
    return json({ error: { message: 'Incorrect API key provided' } }, { status: 401 })
  }
  if (path === '/v1/models') return json({ data: [{ id: 'gpt-4o' }, { id: 'gpt-9-new' }] })
  return json(JSON.parse(fixture('openai/chat-text.json')))
}

const BIG = Array.from({ length: 13 }, (_, index) => ({ name: `big ${index + 1}`, tag: 'big' }))

let upstream: Upstream
let other: Upstream
let site: Console
beforeAll(async () => {
  upstream = await startUpstream(provider)
  other = await startUpstream(provider)
  const place = { upstream, models: 'gpt-4o' }
  site = await openConsole({
    options: { ...PRICES, AutomaticDisableChannelEnabled: true },
    tokens: [{ name: 'any' }],
    channels: [
      { ...place, name: 'main', key: 'sk-main', models: 'gpt-4o,house-model' },
      { ...place, name: 'dead', key: 'sk-dead', models: MODEL },
      { ...place, name: 'east', tag: 'pair' },
      { ...place, name: 'west', tag: 'pair' },
      ...BIG.map((channel) => ({ ...place, ...channel })),
    ],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
  await other.stop()
})

const channelOf = async (name: string) => {
  const { body } = await site.people.root.get('/api/channel/?p=0&page_size=100')
  return body.data.find((channel: { name: string }) => channel.name === name)
}
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** A call whose upstream refuses the key, until the gateway has concluded and noted it. */
async function killDead(): Promise<number> {
  const { id } = await channelOf('dead')
  await site.people.root.put('/api/channel/', { id, status: 1 })
  await waitUntil('the channel is disabled', async () => {
    await site.gateway.post(PATH_OF.openai, ask('openai'))
    return (await channelOf('dead')).status === 3
  })
  await waitUntil('its errors are counted', async () => {
    const { body } = await site.people.root.get(`/api/stats/?kind=channel&subject=${id}`)
    return body.data.errors.length > 0
  })
  return id
}

describe('the models of a channel', () => {
  test('begin with the newest of its type; other makers are folded until one types', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel/add')
    const models = page.getByRole('group', { name: 'Models' })
    const first = models.locator('details').first()
    await first.locator('summary', { hasText: 'OpenAI' }).waitFor()
    const names = await first
      .getByRole('checkbox')
      .evaluateAll((boxes) =>
        boxes
          .slice(0, 40)
          .map((box) => box.closest('label')?.querySelector('span[title]')?.textContent),
      )
    expect(names[0]).toStartWith('gpt-6')
    expect(names).not.toContain('gpt-3.5-turbo')
    const claude = models.locator('details').filter({ hasText: 'Anthropic Claude' })
    expect(await claude.getByRole('checkbox').count()).toBe(0)
    await claude.locator('summary').press('Enter')
    await claude.getByText('claude-opus-5', { exact: true }).waitFor()
    await models.getByRole('textbox').fill('deepseek-v4')
    await models.getByText('deepseek-v4-flash', { exact: true }).waitFor()
    expect(await barriersOn(page, '[role=dialog]')).toEqual([])
    expect(visit.complaints).toEqual([])
  })

  test('that the upstream lists are marked; what it does not list is taken out', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    const { id } = await channelOf('main')
    await visit.goto(`/channel/edit/${id}`)
    const drawer = page.getByRole('dialog', { name: 'Edit channel' })
    await drawer.getByRole('button', { name: 'Fetch from upstream' }).click()
    const offered = drawer.locator('label').filter({ hasText: 'gpt-9-new' })
    await offered.getByText('upstream', { exact: true }).waitFor()
    expect(await offered.getByRole('checkbox').isChecked()).toBe(false)
    await drawer.getByText('Not listed by the upstream: house-model').waitFor()
    await drawer.getByRole('button', { name: 'Remove them' }).click()
    await drawer.getByRole('button', { name: 'Add the 2 fetched' }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect((await channelOf('main')).models).toBe('gpt-4o,gpt-9-new')
  })
})

describe('a channel that fails', () => {
  test('is tested at a new address with the key it has, before that is saved', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    const { id, base_url } = await channelOf('main')
    await visit.goto(`/channel/edit/${id}`)
    const drawer = page.getByRole('dialog', { name: 'Edit channel' })
    await drawer.getByLabel('Base URL').fill(other.url)
    await drawer.getByRole('button', { name: 'Test connection' }).click()
    await drawer.getByText(/^gpt-4o answered/).waitFor()
    expect(other.last().headers.authorization).toBe('Bearer sk-main')
    expect((await channelOf('main')).base_url).toBe(base_url)
  })

  test('says in the list and its form why it is disabled, and is enabled there', async () => {
    const id = await killDead()
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel?keyword=dead')
    const why = rowOf(page, 'dead').locator('.channel-why')
    await why.getByText(/Incorrect API key/).waitFor()
    await page.getByRole('button', { name: 'Edit: dead' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit channel' })
    await drawer.getByText(/Incorrect API key provided.*20\d\d/).waitFor()
    await drawer.getByRole('button', { name: 'Enable' }).click()
    await drawer.getByRole('button', { name: 'Drain and disable' }).waitFor()
    expect((await channelOf('dead')).status).toBe(1)
    expect(new URL(page.url()).pathname).toBe(`/channel/edit/${id}`)
  })

  test('has a page with its errors, its switch, its log and its changes', async () => {
    const id = await killDead()
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto(`/channel/${id}`)
    const errors = page.locator('section').filter({ hasText: 'Last errors' })
    await errors.getByText('401').first().waitFor()
    await errors
      .getByText(/Incorrect API key provided/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Keep disabled' }).click()
    await page.getByText(/^No new requests since/).waitFor()
    expect((await channelOf('dead')).status).toBe(2)
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('button', { name: 'Drain and disable' }).click()
    await page.getByRole('button', { name: 'Enable' }).waitFor()
    const changes = page.locator('section').filter({ hasText: 'Changes' })
    await changes.getByText('root').first().waitFor()
    for (const name of ['24 hours', '7 days', '30 days', 'Test dead', 'Rotate key']) {
      await page.getByRole('button', { name }).waitFor()
    }
    const log = page.getByRole('link', { name: 'Usage log' }).last()
    expect(await log.getAttribute('href')).toContain(`channel=${id}`)
    expect(await barriersOn(page)).toEqual([])
    expect(visit.complaints).toEqual([])
  })
})

describe('the list by tags', () => {
  test('ends with the channels that have none, folds long tags, and tests all of one', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel?tag_mode=true')
    await page.getByText('2 tags · 2 channels without a tag, listed after the tags').waitFor()
    const big = page.getByRole('button', { name: /^big/, expanded: false })
    await big.waitFor()
    await page.getByText('13 of 13 enabled').waitFor()
    expect(await rowOf(page, 'big 1').count()).toBe(0)
    await big.press('Enter')
    await rowOf(page, 'big 1').waitFor()
    const rows = await page.getByRole('row').allInnerTexts()
    const at = (words: string) => rows.findIndex((row) => row.includes(words))
    expect(at('No tag')).toBeGreaterThan(at('west'))
    expect(at('main')).toBeGreaterThan(at('No tag'))
    await page.getByRole('button', { name: /^No tag/, expanded: true }).press('Enter')
    await rowOf(page, 'main').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test all channels tagged pair' }).click()
    const dialog = page.getByRole('dialog', { name: 'Test 2 channels' })
    await dialog.getByRole('button', { name: 'Test one by one' }).click()
    await dialog
      .getByText(/^Passed/)
      .nth(1)
      .waitFor()
    expect(visit.complaints).toEqual([])
  })
})

describe('ticked channels', () => {
  test('are tested, and given groups and a tag', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel?keyword=st')
    for (const name of ['east', 'west']) await page.getByLabel(`Select ${name}`).check()
    const bar = page.getByRole('region', { name: '2 selected' })
    await bar.getByRole('button', { name: 'Test' }).click()
    const tests = page.getByRole('dialog', { name: 'Test 2 channels' })
    await tests.getByRole('button', { name: 'Test one by one' }).click()
    await tests
      .getByText(/^Passed/)
      .nth(1)
      .waitFor()
    await tests.getByRole('button', { name: 'Close' }).last().click()
    await bar.getByRole('button', { name: 'Set groups' }).click()
    const form = page.getByRole('dialog', { name: 'Set groups' })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Select at least one group').waitFor()
    await form.getByText('vip', { exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    for (const name of ['east', 'west']) expect((await channelOf(name)).group).toBe('vip')
    expect(visit.complaints).toEqual([])
  })
})

describe('on a phone', () => {
  test('a channel takes an eighth of the window, with its state and its spend', async () => {
    await using visit = await site.open('root', { language: 'en', width: 360, height: 900 })
    const { page } = visit
    await visit.goto('/channel?keyword=main')
    const row = rowOf(page, 'main')
    for (const words of ['Enabled', '$0.00', 'OpenAI']) await row.getByText(words).first().waitFor()
    await row.getByLabel('Priority: main').waitFor()
    expect((await row.boundingBox())?.height).toBeLessThan(125)
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
    expect(scrollWidth).toBe(clientWidth)
  })
})

test('a channel without its address says so in words that fit beside the rest', async () => {
  const { id } = await channelOf('big 13')
  const stored = new Database(join(site.gateway.dataDir, 'gw.db'))
  stored.run("UPDATE channels SET type = 3, base_url = '' WHERE id = ?", [id])
  stored.close()
  for (const scheme of ['light', 'dark'] as const) {
    await using visit = await site.open('root', { language: 'en', scheme, width: 360 })
    const { page } = visit
    await visit.goto('/channel')
    await page.getByPlaceholder('Search by ID, name or key').fill('big 13')
    const label = page.getByText('No address', { exact: true })
    await label.waitFor()
    const box = await label.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 360)).toBeLessThan(220)
  }
})

test('a long name leaves a phone everything else of its row', async () => {
  const { id } = await channelOf('west')
  const name = 'A channel whose name somebody has written out in full, for once and all'
  await site.people.root.put('/api/channel/', { id, name })
  await using visit = await site.open('root', { width: 360 })
  const { page } = visit
  await visit.goto('/channel?keyword=written')
  await rowOf(page, name).waitFor()
  const frame = page.locator('.table-frame').first()
  const [shown = 0, whole = 0] = await frame.evaluate((one) => [one.clientWidth, one.scrollWidth])
  expect(whole).toBe(shown)
  const actions = await rowOf(page, name).getByRole('button').last().boundingBox()
  expect((actions?.x ?? 360) + (actions?.width ?? 0)).toBeLessThan(360)
})

test('a channel that was disabled by mistake is enabled by one press', async () => {
  const { id } = await channelOf('east')
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto(`/channel/${id}`)
  await page.getByRole('button', { name: 'Drain and disable' }).click()
  await page.getByText('east is disabled and takes no new requests').waitFor()
  expect((await channelOf('east')).status).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Drain and disable' }).waitFor()
  expect((await channelOf('east')).status).toBe(1)
  expect(await page.title()).toBe('east · Acme AI')
})
