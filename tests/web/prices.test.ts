import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'
import { sharedWindows } from './shared-windows'

let site: Console
beforeAll(async () => {
  site = await openConsole({ channels: [{ name: 'main', models: 'gpt-4o,house-model' }] })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const openPage = sharedWindows(() => site)

const PRICES = '/setting?tab=operation&view=prices'

async function table(key: string): Promise<Record<string, number>> {
  const { data } = (await site.people.root.get('/api/option/')).body
  return JSON.parse(data.find((row: { key: string }) => row.key === key).value)
}

const put = (key: string, value: object) => site.people.root.put('/api/option/', { key, value })
const rowOf = (page: Page, model: string) =>
  page.getByRole('row').filter({ has: page.getByText(model, { exact: true }) })

async function find(page: Page, model: string): Promise<void> {
  await page.getByLabel('搜索模型名称').fill(model)
  await page.getByLabel('搜索模型名称').press('Enter')
  await rowOf(page, model).waitFor()
}

describe('the table of prices', () => {
  test('shows ratios and what they come to in dollars, ten models to a page', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await page.locator('.prices tbody tr').nth(9).waitFor()
    expect(await page.locator('.prices tbody tr').count()).toBe(10)
    await page.getByRole('button', { name: '下一页' }).click()
    await page.getByText(/^第 11–20 条/).waitFor()
    await find(page, 'gpt-4o')
    await rowOf(page, 'gpt-4o').getByText('输入 $2.50 · 输出 $10.00 / 1M Token').waitFor()
    expect(await page.getByLabel('模型倍率: gpt-4o', { exact: true }).inputValue()).toBe('1.25')
    await find(page, 'dall-e-3')
    await rowOf(page, 'dall-e-3').getByText('$0.04 / 次').waitFor()
    expect(await page.getByLabel('模型倍率: dall-e-3', { exact: true }).isDisabled()).toBe(true)
    const barriers = await barriersOn(page, '.options')
    expect(barriers.map(({ id }) => id)).toEqual([])
    expect(visit.complaints).toEqual([])
  })

  test('changes a number in place, refuses what is none, shows all before it saves', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await find(page, 'gpt-4o-mini')
    const ratio = page.getByLabel('模型倍率: gpt-4o-mini', { exact: true })
    await ratio.fill('cheap')
    await ratio.press('Enter')
    await page.getByText('请输入数字').waitFor()
    await ratio.fill('-1')
    await ratio.press('Enter')
    expect(await ratio.getAttribute('aria-invalid')).toBe('true')
    await ratio.fill('0.5')
    await ratio.press('Enter')
    await rowOf(page, 'gpt-4o-mini').getByText('已修改').waitFor()
    await rowOf(page, 'gpt-4o-mini').getByText('输入 $1.00 · 输出 $4.00 / 1M Token').waitFor()
    await page.getByRole('button', { name: '应用更改（1）' }).click()
    const dialog = page.getByRole('dialog', { name: '应用价格更改' })
    await dialog.getByText('0.075 → 0.5').waitFor()
    expect(await table('ModelRatio')).toMatchObject({ 'gpt-4o-mini': 0.075 })
    await dialog.getByRole('button', { name: '保存' }).click()
    await page.getByText('保存成功').waitFor()
    expect(await table('ModelRatio')).toMatchObject({ 'gpt-4o-mini': 0.5 })
  })

  test('says when nothing was changed', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await page.getByRole('button', { name: '应用更改' }).click()
    await page.getByText('没有任何修改').waitFor()
  })

  test('finds models that channels offer without a price, and gives them one', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await page.getByLabel('显示哪些模型').selectOption('未设置价格的模型')
    await rowOf(page, 'house-model').getByText('未定价').waitFor()
    expect(await page.locator('.prices tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: '设置价格: house-model' }).click()
    const dialog = page.getByRole('dialog', { name: '添加模型' })
    expect(await dialog.getByLabel('模型名称').inputValue()).toBe('house-model')
    await dialog.getByLabel('固定价格', { exact: true }).check()
    expect(await dialog.getByLabel('模型倍率').isDisabled()).toBe(true)
    await dialog.getByLabel('固定价格（美元/次）').fill('0.02')
    await dialog.getByRole('button', { name: '添加' }).click()
    await page.getByText('渠道提供的模型都已设置价格').waitFor()
    await page.getByRole('button', { name: '应用更改（1）' }).click()
    await page.getByRole('dialog').getByText('新增').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
    await page.getByText('保存成功').waitFor()
    expect(await table('ModelPrice')).toMatchObject({ 'house-model': 0.02 })
  })

  test('wants a name of its own and numbers for a new model', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await page.getByRole('button', { name: '添加模型' }).click()
    const dialog = page.getByRole('dialog', { name: '添加模型' })
    await dialog.getByRole('button', { name: '添加' }).click()
    await dialog.getByText('请输入模型名称').waitFor()
    await dialog.getByText('请输入数字').waitFor()
    await dialog.getByLabel('模型名称').fill('gpt-4o')
    await dialog.getByLabel('模型倍率').fill('one')
    await dialog.getByRole('button', { name: '添加' }).click()
    await dialog.getByText('模型名称已存在').waitFor()
  })

  test('takes a model out, also of the JSON, and asks before that is lost', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await find(page, 'gpt-4-0613')
    await page.getByRole('button', { name: '删除: gpt-4-0613' }).click()
    await page.getByText('没有符合条件的内容').waitFor()
    await page.getByRole('link', { name: '模型倍率设置' }).click()
    await page.getByText('1 项修改尚未保存').waitFor()
    await page.getByRole('link', { name: '可视化倍率设置' }).click()
    await page.getByRole('button', { name: '放弃修改' }).click()
    await find(page, 'gpt-4-0613')
    await page.getByRole('button', { name: '删除: gpt-4-0613' }).click()
    await page.getByRole('link', { name: '令牌', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' }).click()
    await page.waitForURL('**/token')
    expect(await table('ModelRatio')).toHaveProperty(['gpt-4-0613'])
  })
})

describe('prices from elsewhere', () => {
  test('are compared with those here, and only the chosen are saved', async () => {
    await put('ModelRatio', { a: 1, b: 2 })
    await put('CompletionRatio', { a: 3 })
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto(PRICES)
    await page.getByRole('button', { name: 'Import prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import prices' })
    const source = sheet.getByLabel('JSON', { exact: true })
    await source.fill('{"model_ratio":')
    await sheet.getByText('not a valid JSON string').waitFor()
    await source.fill('{"text":"no prices"}')
    await sheet.getByText('no price tables were found').waitFor()
    const theirs = { model_ratio: { a: 1, b: 5, c: 7 }, completion_ratio: { c: 4 } }
    await source.fill(JSON.stringify({ success: true, data: theirs }))
    await sheet.getByText('3 differ, 1 are the same').waitFor()
    await sheet.getByText('$4.00 (ratio 2) → $10.00 (ratio 5)').waitFor()
    await sheet.getByText('+150%').waitFor()
    await sheet.getByRole('row', { name: 'c Output $56.00 (× 4) New' }).waitFor()
    await sheet.getByRole('button', { name: 'Increases 1' }).click()
    await sheet.getByLabel('Select c Output').waitFor({ state: 'detached' })
    await sheet.getByRole('button', { name: 'All 3' }).click()
    await sheet.getByLabel('Select c Output').uncheck()
    await sheet.getByRole('button', { name: 'Save 2 chosen' }).click()
    await page.getByText('Saved successfully').waitFor()
    expect(await table('ModelRatio')).toEqual({ a: 1, b: 5, c: 7 })
    expect(await table('CompletionRatio')).toEqual({ a: 3 })
    expect(visit.complaints).toEqual([])
  })

  test('come from a file, as a plain table of whatever column is meant', async () => {
    await put('ModelPrice', {})
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto(PRICES)
    await page.getByRole('button', { name: 'Import prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import prices' })
    const buffer = Buffer.from('{"draw":0.25}')
    const file = { name: 'prices.json', mimeType: 'application/json', buffer }
    await sheet.getByLabel('Choose a JSON file').setInputFiles(file)
    await sheet.getByLabel('Take an object').selectOption('Fixed price ($ per call)')
    await sheet.getByRole('button', { name: 'Save 1 chosen' }).click()
    await page.getByText('Saved successfully').waitFor()
    expect(await table('ModelPrice')).toEqual({ draw: 0.25 })
  })

  test('can be the ones that the program ships with', async () => {
    await put('ModelRatio', { a: 1 })
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto(PRICES)
    await page.getByRole('button', { name: 'Import prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import prices' })
    await sheet.getByRole('button', { name: 'Built-in prices' }).click()
    await sheet.getByLabel('Choose all changes').uncheck()
    await sheet.getByRole('button', { name: /^Show \d+ more$/ }).waitFor()
    await sheet.getByLabel('Search models').fill('gpt-4o')
    await sheet.getByLabel('Select gpt-4o Input').check()
    await sheet.getByRole('button', { name: 'Save 1 chosen' }).click()
    await page.getByText('Saved successfully').waitFor()
    expect(await table('ModelRatio')).toEqual({ a: 1, 'gpt-4o': 1.25 })
  })

  test('are what this page exports', async () => {
    await put('ModelRatio', { a: 1.5 })
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto(PRICES)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const exported = await Bun.file(await (await downloading).path()).json()
    expect(exported.ModelRatio).toEqual({ a: 1.5 })
    expect(Object.keys(exported)).toEqual([
      'ModelPrice',
      'ModelRatio',
      'CompletionRatio',
      'CacheRatio',
    ])
  })

  test('do not lose what was typed and not saved', async () => {
    await put('ModelRatio', { 'zz-own': 1 })
    await using visit = await openPage()
    const { page } = visit
    await visit.goto(PRICES)
    await find(page, 'zz-own')
    await page.getByLabel('模型倍率: zz-own', { exact: true }).fill('2')
    await page.getByLabel('模型倍率: zz-own', { exact: true }).press('Enter')
    await page.getByRole('button', { name: '导入价格' }).click()
    await page.getByText('请先应用或放弃未保存的价格修改').waitFor()
  })
})

describe('the page of prices', () => {
  const set = (model: string, price: object) =>
    site.people.root.put('/api/price/', { prices: [{ model, price }] })
  const priceOf = async (model: string) =>
    (await site.people.root.get(`/api/price/?model=${model}`)).body.data[0]?.price

  test('tells dollars, and finds what is offered without a price', async () => {
    await site.people.root.delete('/api/price/')
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price')
    await page.getByText('Offered models without a price: 1.').waitFor()
    await rowOf(page, 'gpt-4o').getByText('$10.00').waitFor()
    await page.getByRole('button', { name: 'Show them' }).click()
    await page.getByRole('button', { name: 'Set price: house-model' }).click()
    const form = page.getByRole('dialog', { name: 'Price of house-model' })
    const borderOf = async (mode: string) =>
      await form.getByRole('radio', { name: mode }).evaluate((dot) => getComputedStyle(dot).border)
    expect(await borderOf('By usage')).not.toBe(await borderOf('Per call'))
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Please enter a number').waitFor()
    await form.getByLabel('Input / 1M').fill('3')
    await form.getByLabel('Output / 1M').fill('15')
    await form.getByText('× 5').waitFor()
    await form.getByText('1,000 tokens in and 500 out costs $0.0105.').waitFor()
    const review = form.getByRole('region', { name: 'What will change' })
    await review.getByRole('row', { name: 'Output / 1M $15.00 New' }).waitFor()
    // In sight beside the fields, however long the form is.
    const foot = await form.getByRole('button', { name: 'Save' }).boundingBox()
    const seen = await review.boundingBox()
    expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await priceOf('house-model')).toEqual({ model_ratio: 1.5, completion_ratio: 5 })
    expect(visit.complaints).toEqual([])
  })

  test('edits units, thresholds and tiers in Chinese, and shows how it came about', async () => {
    await set('house-model', { model_ratio: 1, completion_ratio: 4 })
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/price?model=house-model')
    const form = page.getByRole('dialog', { name: 'house-model 的价格' })
    await form.getByLabel('添加计费项').first().selectOption('网页搜索')
    await form.getByRole('textbox', { name: '网页搜索 / 1K' }).fill('25')
    await form.getByRole('button', { name: '添加阶梯' }).click()
    const threshold = form.getByRole('group', { name: '阶梯 1' })
    await threshold.getByLabel('输入超过').fill('200000')
    await threshold.getByLabel('输入 / 1M').fill('4')
    await form.getByRole('button', { name: '添加档位' }).click()
    await form.getByLabel('档位', { exact: true }).fill('batch')
    await form.getByLabel('系数').fill('0.5')
    const barriers = await barriersOn(page, '[role=dialog]')
    expect(barriers.map(({ id }) => id)).toEqual([])
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await priceOf('house-model')).toEqual({
      model_ratio: 1,
      completion_ratio: 4,
      unit_prices: { web_search: 25 },
      steps: [{ above: 200_000, model_ratio: 2 }],
      tiers: { batch: 0.5 },
    })
    await rowOf(page, 'house-model').getByText('batch × 0.5').waitFor()
    await page.getByRole('button', { name: '更多操作: house-model' }).click()
    await page.getByRole('menuitem', { name: '修改记录' }).click()
    const history = page.getByRole('dialog', { name: 'house-model 的修改记录' })
    const tier = history.getByRole('row', { name: '档位 batch' })
    await tier.getByText('× 0.5 新增').waitFor()
    const step = history.getByRole('row', { name: '输入 / 1M, 超过 200,000 Token' })
    await step.getByText('$4.00 新增').waitFor()
  })

  test('does not overwrite what somebody else has saved meanwhile', async () => {
    await set('house-model', { model_ratio: 1 })
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price?model=house-model')
    const form = page.getByRole('dialog', { name: 'Price of house-model' })
    await form.getByLabel('Input / 1M').first().fill('8')
    await set('house-model', { model_ratio: 3 })
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Someone else changed the price').waitFor()
    expect(await priceOf('house-model')).toMatchObject({ model_ratio: 3 })
  })

  test('takes over units and tiers of a file too', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price')
    await page.getByRole('button', { name: 'Import prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import prices' })
    const source = sheet.getByLabel('JSON', { exact: true })
    await source.fill(JSON.stringify({ UnitPrices: { filed: { hologram: 1 } } }))
    await sheet.getByText('there is no unit hologram').waitFor()
    const PriceTiers = { filed: { flex: 0.5 } }
    await source.fill(JSON.stringify({ ModelRatio: { filed: 2 }, PriceTiers }))
    await sheet.getByText('flex × 0.5').waitFor()
    await sheet.getByRole('button', { name: 'Save 2 chosen' }).click()
    await page.getByText('Saved successfully').waitFor()
    expect(await priceOf('filed')).toEqual({ model_ratio: 2, tiers: { flex: 0.5 } })
  })
})
