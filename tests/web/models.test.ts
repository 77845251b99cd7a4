/** Models: who serves them, what they cost, what to do where one of it lacks; and their routes. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { barriersOn } from './accessibility'
import { callModels } from './called-models'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({
    channels: [
      { name: 'main', models: 'gpt-4o,dall-e-3,house-model' },
      { name: 'off', models: 'gpt-4o,resting' },
    ],
  })
  await site.people.root.put('/api/channel/', { id: site.gateway.channelIds[1], status: 2 })
  await callModels(site, { 'gpt-4o': { calls: 40, failed: 10 }, 'dall-e-3': 3, ghost: 2 })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

test('models are told with their channels, prices and calls, the most called first', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/model')
  const called = page.getByRole('row', { name: /gpt-4o/ })
  await called.getByText('1 / 2').waitFor()
  await called.getByText('$10.00').waitFor()
  await called.getByText('25% failed').waitFor()
  await called.getByText('Failing').waitFor()
  const drawn = page.getByRole('row', { name: /dall-e-3/ })
  await drawn.getByText('$0.04 / request').waitFor()
  await drawn.getByText('Available').waitFor()
  const names = await page.locator('tbody .name-link').allTextContents()
  expect(names).toEqual(['gpt-4o', 'dall-e-3', 'ghost', 'house-model', 'resting'])
  expect((await barriersOn(page)).map(({ id }) => id)).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('what lacks a channel or a price says so, and leads to where it is put right', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/model')
  await page.getByRole('button', { name: 'No channel 2' }).click()
  await page.getByRole('row', { name: /gpt-4o/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Add channel: ghost' }).waitFor()
  const resting = page.getByRole('link', { name: 'See channels: resting' })
  expect(await resting.getAttribute('href')).toBe('/channel?model=resting')
  await page.getByRole('button', { name: 'Not priced 3' }).click()
  await page.getByRole('link', { name: 'Set price: house-model' }).click()
  await page.getByRole('dialog', { name: 'Price of house-model' }).waitFor()
})

test('an admin below root is not sent to prices that only root sets', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/model?state=unpriced')
  await page
    .getByRole('row', { name: /house-model/ })
    .getByText('Not priced')
    .waitFor()
  expect(await page.getByRole('link', { name: /^Set price/ }).count()).toBe(0)
})

test('the page of a model tells its channels and its trouble, in Chinese on a phone', async () => {
  await using visit = await site.open('root', { width: 360 })
  const { page } = visit
  await visit.goto('/model/house-model')
  await page.getByText('此模型未定价，请求会被拒绝。').waitFor()
  const price = page.getByRole('link', { name: '设置价格: house-model' })
  expect(await price.getAttribute('href')).toBe('/price?model=house-model')
  await page.getByRole('link', { name: 'main' }).waitFor()
  await visit.goto('/model/resting')
  await page.getByText('没有启用的渠道提供此模型，请求会被拒绝。').waitFor()
  await page.getByRole('link', { name: '查看渠道: resting' }).waitFor()
  const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(sideways)).toBe(0)
  expect(visit.complaints).toEqual([])
})

test('the route of a model names what keeps its calls away', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/route?model=house-model')
  await page.getByText('Not priced').waitFor()
  await page.getByRole('link', { name: 'Set price: house-model' }).waitFor()
  await page.getByText('100% of first tries').waitFor()
  await page.getByLabel('Model', { exact: true }).fill('nobody-sells-it')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('No channel offers this model').waitFor()
  await page.getByRole('link', { name: 'Add channel' }).waitFor()
  expect(visit.complaints).toEqual([])
})
