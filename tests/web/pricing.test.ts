import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { NEW_PLAN } from '../../server/domain/plans/new-plan'
import { fuzzyRank } from '../../web/pages/pricing/fuzzy'
import type { ApiBody } from '../support/api'
import { TEST_ACTOR } from '../support/seed'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({
    channels: [
      { models: 'gpt-4o,gpt-4o-mini,dear-chat,claude-sonnet-4-5', group: 'default,vip' },
      { models: 'gpt-audio', group: 'vip' },
    ],
    options: {
      GroupRatio: { default: 1, vip: 0.8, two: 2, four: 4, six: 6 },
      UserUsableGroups: { default: 'normal', vip: 'paying', two: 'b', four: 'c', six: 'd' },
      ModelPrice: { 'dear-chat': 0.04 },
      'global.context_tokens': { 'gpt-4o': 128_000, 'gpt-4o-mini': 64_000 },
    },
  })
  await site.gateway.services.users.set(TEST_ACTOR, { id: site.people.user.id, group: 'vip' })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const modelOf = async (name: string): Promise<ApiBody> =>
  (await site.api.get('/api/pricing')).body.data.find((row: ApiBody) => row.model_name === name)

describe('the price list', () => {
  test('shows visitors what the default group pays, as the API has it', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/pricing')
    await page.getByText('未登录，显示分组 default（normal）的价格，分组倍率 1。').waitFor()
    const { model_ratio, completion_ratio, cache_ratio } = await modelOf('claude-sonnet-4-5')
    const dollars = [
      model_ratio * 2,
      model_ratio * 2 * completion_ratio,
      model_ratio * 2 * cache_ratio,
    ]
    const row = page.getByRole('row', { name: /claude-sonnet-4-5/ })
    for (const price of dollars) {
      await row.getByText(`$${price.toFixed(2)}`, { exact: true }).waitFor()
    }
    await row.getByText('$3.75', { exact: true }).waitFor()
    await page
      .getByRole('row', { name: /dear-chat/ })
      .getByText('$0.04 / 次')
      .waitFor()
    const links = page.getByRole('navigation', { name: '主导航' })
    expect(await links.getByRole('link', { name: '模型价格' }).count()).toBe(1)
    expect(visit.complaints).toEqual([])
  })

  test('shows users their own group, and another one that they press', async () => {
    await using visit = await site.open('user', { language: 'en' })
    const { page } = visit
    await visit.goto('/pricing')
    await page.getByText('Your group is vip (paying), ratio 0.8.').waitFor()
    const row = page.getByRole('row', { name: /gpt-audio/ })
    await row.getByText('Audio $25.60').waitFor()
    await row.getByText('Audio $51.20').waitFor()
    await row.getByText('Available to the group vip').waitFor({ state: 'attached' })
    await page
      .getByRole('row', { name: /gpt-4o-mini/ })
      .getByText('$0.12')
      .waitFor()
    await page.getByRole('button', { name: 'default ×1' }).click()
    await page.getByText('Prices for the group default (normal), ratio 1.').waitFor()
    await page
      .getByRole('row', { name: /gpt-4o-mini/ })
      .getByText('$0.15')
      .waitFor()
    await row.getByText('Not available to the group default').waitFor({ state: 'attached' })
    expect(await page.getByRole('row').last().textContent()).toContain('gpt-audio')
    await page.reload()
    await page.getByText('Prices for the group default').waitFor()
    await row.getByRole('button', { name: 'vip', exact: true }).click()
    await page.getByText('Your group is vip').waitFor()
  })

  test('marks groups by their ratio', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/pricing')
    const groups = page.getByRole('region', { name: '查看其他分组的价格' })
    await groups.getByRole('button').first().waitFor()
    const tones = await groups
      .getByRole('button')
      .evaluateAll((tags) => tags.map((tag) => `${tag.textContent} ${tag.dataset.tone}`))
    expect(tones.sort()).toEqual([
      'default ×1 success',
      'four ×4 severe',
      'six ×6 danger',
      'two ×2 accent',
      'vip ×0.8 success',
    ])
  })

  test('is searched, narrowed and sorted', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/pricing')
    const names = async (): Promise<string[]> =>
      await page.locator('tbody .price-model strong').allTextContents()
    await page.getByRole('row', { name: /gpt-4o-mini/ }).waitFor()
    await page.getByLabel('排序').selectOption('dear')
    const byPrice = ['claude-sonnet-4-5', 'gpt-4o', 'gpt-4o-mini', 'dear-chat', 'gpt-audio']
    expect(await names()).toEqual(byPrice)
    const head = page.getByRole('columnheader', { name: '输入 / 1M' })
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await head.getByRole('button').click()
    await page.waitForURL('**sort=cheap')
    await page.getByLabel('搜索模型名称').fill('g4m')
    await page.getByRole('row', { name: /claude/ }).waitFor({ state: 'detached' })
    expect(await names()).toEqual(['gpt-4o-mini'])
    await page.locator('search').getByLabel('计费方式').selectOption({ label: '按次计费' })
    await page.getByText('没有符合条件的内容').waitFor()
    await page.getByLabel('搜索模型名称').fill('')
    await page.getByRole('row', { name: /dear-chat/ }).waitFor()
    expect(await names()).toEqual(['dear-chat'])
  })

  test('copies the chosen names, and says so when none is', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/pricing')
    await page.getByRole('button', { name: '复制选中模型' }).click()
    await page.getByText('请至少选择一个模型').waitFor()
    await page.getByLabel('选择 gpt-4o', { exact: true }).check()
    await page.getByLabel('选择 dear-chat').check()
    await page.getByRole('button', { name: '复制选中模型' }).click()
    await page.getByText('已复制').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('dear-chat,gpt-4o')
  })

  test('explains a price with an example that can be changed', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/pricing')
    await page.getByRole('button', { name: 'gpt-4o 的计费说明' }).click()
    const dialog = page.getByRole('dialog', { name: '计费说明' })
    await dialog.getByText('模型倍率 1.25 × 2 × 分组倍率 0.8').waitFor()
    await dialog.getByText('共 3,000 点额度，即 $0.006').waitFor()
    await dialog.getByLabel('输出 Token 数').fill('0')
    await dialog.getByLabel('缓存读取 Token 数').fill('1000')
    await dialog.getByText('共 1,500 点额度，即 $0.003').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'dear-chat 的计费说明' }).click()
    await dialog.getByText('共 16,000 点额度，即 $0.032').waitFor()
    expect(visit.complaints).toEqual([])
  })
})

test('names are found by their beginning, a part, or letters in order', () => {
  const names = ['gpt-4o', 'chatgpt-4o-latest', 'gemini-pro-4-turbo']
  expect(names.map((name) => fuzzyRank('GPT-4', name))).toEqual([0, 1, undefined])
  expect(names.map((name) => fuzzyRank('g4', name))).toEqual([2, 2, 2])
  expect(names.map((name) => fuzzyRank('latest 4o', name))).toEqual([undefined, 1, undefined])
  expect(fuzzyRank('  ', 'anything')).toBe(0)
})

describe('the home page', () => {
  test('names the models, copies one that is pressed, and calls one in its example', async () => {
    await using visit = await site.open('nobody', { language: 'en', width: 360 })
    const { page } = visit
    await visit.goto('/')
    await page.getByRole('button', { name: 'Copy the model name: dear-chat' }).click()
    await page.getByText('Copied: dear-chat').first().waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('dear-chat')
    await page.getByText('"model":"gpt-4o-mini"').waitFor()
    const priced = page.getByRole('row', { name: /gpt-4o-mini/ })
    expect(await priced.getByRole('cell').allTextContents()).toEqual(['$0.15', '$0.60'])
    await page
      .getByRole('row', { name: /dear-chat/ })
      .getByText('$0.04 / request')
      .waitFor()
    await page.getByRole('link', { name: 'All models and prices' }).press('Enter')
    await page.getByRole('heading', { name: 'Pricing' }).waitFor()
    expect(visit.complaints).toEqual([])
  })
})

test('a model without a price has none on the list, and no tick', async () => {
  const { root } = site.people
  const fields = { name: 'new', key: 'k', models: 'unheard-of', group: 'default,vip' }
  const [{ id }] = (await root.post('/api/channel/', fields)).body.data
  await using visit = await site.open('nobody', { language: 'en' })
  await visit.goto('/pricing')
  const row = visit.page.getByRole('row', { name: /unheard-of/ })
  await row.getByText('Not priced').waitFor()
  expect(await row.textContent()).not.toContain('$')
  expect(await row.locator('[data-available="true"]').count()).toBe(0)
  await root.delete(`/api/channel/${id}`)
})

describe('models are compared', () => {
  test('by cost, abilities and what was measured, from an address that is shared', async () => {
    await using visit = await site.open('nobody', { language: 'en', width: 360 })
    const { page } = visit
    await visit.goto('/pricing?view=compare&models=gpt-4o,dear-chat&by=promptUsd&order=desc')
    await page.getByRole('row', { name: /gpt-4o/ }).waitFor()
    expect(await page.locator('tbody tr').count()).toBe(2)
    expect(await page.locator('tbody tr').first().innerText()).toContain('gpt-4o')
    await page.getByText('$0.04 / request').waitFor()
    await page.getByText('16,384').waitFor()
    await page.getByText('128,000').waitFor()
    await page.getByText('shown while the status page is on').waitFor()
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(wide)).toBeLessThanOrEqual(0)
    expect(visit.complaints).toEqual([])
  })

  test('by how much they read, whichever is not known last', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    await visit.goto('/pricing?view=compare&by=context&order=asc')
    await page.getByRole('row', { name: /gpt-4o-mini/ }).waitFor()
    const [first, second] = await page.locator('tbody tr').allInnerTexts()
    expect(first).toContain('64,000')
    expect(second).toContain('128,000')
    await page.getByRole('button', { name: 'Context (tokens)' }).click()
    await page.waitForURL('**by=context&order=desc*')
    await page.locator('tbody tr').first().getByText('128,000').waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('those that are ticked, with what the status page has measured', async () => {
    const root = site.people.root
    await root.put('/api/option/', { key: 'StatusPageEnabled', value: 'true' })
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    await visit.page.route('**/api/status/page*', async (route) => {
      const answer = await (await route.fetch()).json()
      const models = answer.data.models.map((model: ApiBody) =>
        model.name === 'gpt-4o' ? { ...model, availability_24h: 99.5, p50_ms: 420 } : model,
      )
      await route.fulfill({ json: { ...answer, data: { ...answer.data, models } } })
    })
    await visit.goto('/pricing')
    await page.getByRole('row', { name: /gpt-4o-mini/ }).waitFor()
    await page.getByRole('checkbox', { name: /gpt-4o$/ }).check()
    await page.getByRole('checkbox', { name: /claude-sonnet-4-5/ }).check()
    await page.getByRole('link', { name: 'Compare 2 models' }).click()
    await page.getByText('measured from requests').waitFor()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await page.getByText('99.5%').waitFor()
    await page.getByText('420 ms').waitFor()
    await root.put('/api/option/', { key: 'StatusPageEnabled', value: 'false' })
  })
})

test('plans on sale stand below the prices, for visitors too', async () => {
  const sold = { name: 'Pro', description: '**Every** day', price: 5_000_000, on_sale: true }
  const terms = { ...NEW_PLAN.terms, budget: 10_000_000 }
  await site.gateway.services.plans.create(TEST_ACTOR, { ...NEW_PLAN, ...sold, terms })
  await using visit = await site.open('nobody', { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto('/pricing')
  await page.getByRole('heading', { name: 'Pro' }).waitFor()
  await page.getByText('$10.00').first().waitFor()
  await page.getByRole('link', { name: 'Log in to buy a plan' }).waitFor()
  const { body } = await site.api.get('/api/plan/public')
  expect(body.data).toMatchObject([{ name: 'Pro', active: 0, revenue: 0 }])
})
