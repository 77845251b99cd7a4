/** Prices of sources in the console: what waits, a comparison, and the way back. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'
import { sharedWindows } from './shared-windows'

const LIST = {
  openai: {
    models: {
      'gpt-4o': { cost: { input: 4, output: 16, cache_read: 2 } },
      o3: { cost: { input: 2.2, output: 8.8, cache_read: 0.55 } },
      'zz-house': { cost: { input: 1, output: 3 } },
    },
  },
}

let site: Console
let list: Bun.Server<undefined>
beforeAll(async () => {
  list = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(LIST) })
  site = await openConsole({ channels: [{ name: 'main', models: 'gpt-4o,o3,zz-house' }] })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await list.stop(true)
})

const openPage = sharedWindows(() => site)

const priceOf = async (model: string) =>
  (await site.people.root.get(`/api/price/?model=${model}`)).body.data[0]?.price

describe('price sources', () => {
  test('are added, compared and applied by choice', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await page.setViewportSize({ width: 1280, height: 900 })
    await visit.goto('/price')
    await page.getByRole('button', { name: 'Price sources' }).click()
    await page.getByRole('button', { name: 'Add source' }).click()
    await page.getByLabel('Name').fill('vendors')
    await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${list.port}/`)
    await page.getByText('The address may be in your own network').waitFor()
    await page.locator('.switch-field').first().getByRole('button').click()
    await page.getByLabel('Margins').fill('zz-*=10/0.05')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('Models read: 3').waitFor()
    await page.getByText('Large increase').waitFor()
    await page.getByText('Cost $1.00, margin 9.1%').waitFor()
    // What rises far and what had no price are not chosen by themselves.
    await page.getByRole('button', { name: 'Apply (1)' }).click()
    await page.getByText('Prices applied').waitFor()
    expect(await priceOf('o3')).toMatchObject({ model_ratio: 1.1 })
    expect(await priceOf('gpt-4o')).toMatchObject({ model_ratio: 1.25 })
    expect(visit.complaints).toEqual([])
  })

  test('leave what they doubt to a person, who can go back', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await page.setViewportSize({ width: 360, height: 780 })
    await visit.goto('/price')
    await page.getByRole('button', { name: 'Price sources' }).click()
    await page.getByRole('button', { name: 'Fetch now' }).click()
    await page.getByText('Applied: 0. Waiting for review: 2.').waitFor()
    await page.getByRole('button', { name: 'Review (2)' }).click()
    await page.getByLabel('Select gpt-4o Input / 1M').check()
    const barriers = await barriersOn(page, '[role=dialog]')
    expect(barriers.map(({ id }) => id)).toEqual([])
    await page.getByRole('button', { name: 'Apply (1)' }).click()
    await page.getByText('Prices applied').waitFor()
    expect(await priceOf('gpt-4o')).toMatchObject({ model_ratio: 2 })
    await page.getByRole('button', { name: 'Changes' }).click()
    await page.getByRole('button', { name: 'Roll back' }).first().click()
    await page.getByRole('button', { name: 'Roll back' }).last().click()
    await page.getByText('Prices restored').waitFor()
    expect(await priceOf('gpt-4o')).toMatchObject({ model_ratio: 1.25 })
    expect(visit.complaints).toEqual([])
  })
})
