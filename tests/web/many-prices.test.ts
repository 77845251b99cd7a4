/** The list of prices: what stands first, and one change for many models. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { barriersOn } from './accessibility'
import { callModels } from './called-models'
import { type Console, openConsole } from './console-fixture'
import { sharedWindows } from './shared-windows'

let site: Console
beforeAll(async () => {
  site = await openConsole({ channels: [{ name: 'main', models: 'gpt-4o,o3,zz-house' }] })
  await callModels(site, { o3: 7 })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const openPage = sharedWindows(() => site)

const set = (prices: readonly { readonly model: string; readonly price: object }[]) =>
  site.people.root.put('/api/price/', { prices })
const priceOf = async (model: string) =>
  (await site.people.root.get(`/api/price/?model=${model}`)).body.data[0]?.price
const names = (page: Page) => page.locator('tbody .name-link').allTextContents()
const choose = async (page: Page, ...models: readonly string[]): Promise<void> => {
  for (const model of models) await page.getByLabel(`Select ${model}`, { exact: true }).check()
}

describe('the list of prices', () => {
  test('begins with what is called most, then what is on offer', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price')
    await page.getByRole('link', { name: '7', exact: true }).waitFor()
    expect((await names(page)).slice(0, 3)).toEqual(['o3', 'gpt-4o', 'zz-house'])
    await page
      .getByRole('row', { name: /zz-house/ })
      .getByText('Not priced')
      .waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('is sorted by its heads, and kept as a view', async () => {
    await set([{ model: 'aa-dear', price: { model_ratio: 90_000 } }])
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price')
    await page.getByRole('button', { name: 'Input / 1M' }).click()
    await page.locator('tbody tr').first().getByRole('link', { name: 'aa-dear' }).waitFor()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByRole('textbox').fill('Dearest')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await visit.goto('/price')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Dearest' }).click()
    await page.locator('tbody tr').first().getByRole('link', { name: 'aa-dear' }).waitFor()
  })
})

describe('prices of many models', () => {
  test('are scaled, and each is seen before it is saved', async () => {
    await set([
      { model: 'many-a', price: { model_ratio: 1, completion_ratio: 4 } },
      { model: 'many-b', price: { model_price: 0.04 } },
      { model: 'many-c', price: { model_ratio: 5 } },
    ])
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price?keyword=many-')
    await choose(page, 'many-a')
    await page.getByRole('button', { name: 'Select all 3 results' }).click()
    await page.getByLabel('Select many-c').uncheck()
    await page.getByRole('button', { name: 'Scale prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Scale prices: 2 selected' })
    const factor = sheet.getByLabel('Multiply by')
    await factor.fill('0')
    await sheet.getByRole('button', { name: /^Save/ }).click()
    await sheet.getByText('Enter a number above 0').waitFor()
    await factor.fill('1')
    await sheet.getByRole('button', { name: /^Save/ }).click()
    await sheet.getByText('None of the selected prices would change').waitFor()
    await factor.fill('1.5')
    await sheet.getByRole('row', { name: 'many-a Input / 1M $2.00 → $3.00 +50%' }).waitFor()
    await sheet.getByRole('row', { name: 'many-b Price per call $0.04 → $0.06 +50%' }).waitFor()
    expect((await barriersOn(page, '[role=dialog]')).map(({ id }) => id)).toEqual([])
    expect(await priceOf('many-a')).toMatchObject({ model_ratio: 1 })
    await sheet.getByRole('button', { name: 'Save prices (2)' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await priceOf('many-a')).toEqual({ model_ratio: 1.5, completion_ratio: 4 })
    expect(await priceOf('many-b')).toEqual({ model_price: 0.06 })
    expect(await priceOf('many-c')).toEqual({ model_ratio: 5 })
    await page.getByRole('button', { name: 'Scale prices' }).waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })

  test('are set, blank fields staying as they are', async () => {
    await set([
      { model: 'set-a', price: { model_ratio: 1, completion_ratio: 4 } },
      { model: 'set-b', price: { model_ratio: 2, completion_ratio: 2 } },
    ])
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price?keyword=set-')
    await choose(page, 'set-a', 'set-b')
    await page.getByRole('button', { name: 'Set prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Set prices: 2 selected' })
    await sheet.getByRole('button', { name: /^Save/ }).click()
    await sheet.getByText('Please enter a number').waitFor()
    // A frame later it gets the focus, and what is being typed with it.
    await sheet.locator('[aria-invalid="true"]:focus').waitFor()
    await sheet.getByLabel('Output / 1M').fill('16')
    await sheet.getByRole('row', { name: 'set-b Output / 1M $8.00 → $16.00 +100%' }).waitFor()
    await sheet.getByRole('button', { name: 'Save prices (2)' }).click()
    await sheet.waitFor({ state: 'detached' })
    expect(await priceOf('set-a')).toEqual({ model_ratio: 1, completion_ratio: 8 })
    expect(await priceOf('set-b')).toEqual({ model_ratio: 2, completion_ratio: 4 })
  })

  test('are removed together, and not over what somebody else has saved meanwhile', async () => {
    await set([
      { model: 'gone-a', price: { model_ratio: 1 } },
      { model: 'gone-b', price: { model_ratio: 2 } },
    ])
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/price?keyword=gone-')
    await choose(page, 'gone-a', 'gone-b')
    await page.getByRole('button', { name: 'Delete prices' }).click()
    const sheet = page.getByRole('dialog', { name: 'Delete prices: 2 selected' })
    await sheet.getByRole('row', { name: 'gone-b Input / 1M $4.00 Delete' }).waitFor()
    await set([{ model: 'gone-b', price: { model_ratio: 3 } }])
    await sheet.getByRole('button', { name: 'Delete prices (2)' }).click()
    await sheet.getByText('Someone else changed the price').waitFor()
    expect(await priceOf('gone-a')).toEqual({ model_ratio: 1 })
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await visit.goto('/price?keyword=gone-')
    await choose(page, 'gone-a', 'gone-b')
    await page.getByRole('button', { name: 'Delete prices' }).click()
    await sheet.getByRole('button', { name: 'Delete prices (2)' }).click()
    await page.getByText('Nothing matches').waitFor()
    expect(await priceOf('gone-a')).toBeUndefined()
  })
})
