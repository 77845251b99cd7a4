/** An administrator reads the lists of upstreams, and adds, maps, retires and ignores models. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let listed: readonly string[]
let upstream: Upstream
let site: Console

beforeAll(async () => {
  listed = ['gpt-4o', 'o3', 'gpt-4o-mini', 'gpt-4.1', 'never-priced', 'gpt-4o-2024-11-20']
  upstream = await startUpstream(() => json({ data: listed.map((id) => ({ id })) }))
  const models = 'gpt-4o,o3,gpt-4o-2024-05-13'
  site = await openConsole({
    options: { UpstreamModelsGoneAfter: '1' },
    channels: [{ name: 'main', models, upstream }],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

async function channel() {
  const [id] = site.gateway.channelIds
  return (await site.people.admin.get(`/api/channel/${id}`)).body.data
}

test('what is found is seen on every page and done by a click, on a phone too', async () => {
  await using window = await site.open('admin', { language: 'en', scheme: 'dark', width: 360 })
  const { page } = window
  await window.goto('/channel/upstream-models')
  await page.getByText('Model lists have not been read yet.').waitFor()
  await page.getByRole('button', { name: 'Read model lists' }).click()
  await page.getByText('1 channel read, 5 new changes.').waitFor()
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(wide)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Add: gpt-4.1' }).click()
  await page.getByText('The channels are changed.').waitFor()
  await page.getByRole('button', { name: 'Map: gpt-4o-2024-05-13' }).click()
  await page.getByRole('button', { name: 'Map: gpt-4o-2024-05-13' }).waitFor({ state: 'detached' })
  const { models, model_mapping } = await channel()
  expect(models).toBe('gpt-4o,o3,gpt-4o-2024-05-13,gpt-4.1')
  expect(JSON.parse(model_mapping)).toEqual({ 'gpt-4o-2024-05-13': 'gpt-4o-2024-11-20' })
})

test('a model without a price is added after a question; what is ignored stays so', async () => {
  await using window = await site.open('admin', { language: 'en', scheme: 'light', width: 1280 })
  const { page } = window
  await window.goto('/channel')
  await page.getByRole('link', { name: /Upstream models/ }).click()
  await page.getByRole('button', { name: 'Add: never-priced' }).click()
  await page.getByText('Requests for never-priced are refused until').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('The channels are changed.').waitFor()
  await page.getByRole('button', { name: 'Ignore: gpt-4o-mini' }).click()
  await page.getByRole('button', { name: 'Ignore: gpt-4o-mini' }).waitFor({ state: 'detached' })
  listed = listed.filter((name) => name !== 'o3')
  await page.getByRole('button', { name: 'Read model lists' }).click()
  await page.getByText('1 channel read, 1 new change.').waitFor()
  expect(await page.getByText('gpt-4o-mini').count()).toBe(0)
  await page.getByRole('button', { name: 'Retire: o3' }).click()
  await page.getByRole('button', { name: 'Retire: o3' }).waitFor({ state: 'detached' })
  expect((await channel()).models).toBe('gpt-4o,gpt-4o-2024-05-13,gpt-4.1,never-priced')
  await page.getByLabel('State').selectOption('ignored')
  await page.getByRole('button', { name: 'Stop ignoring: gpt-4o-mini' }).click()
  await page.getByLabel('State').selectOption('waiting')
  await page.getByRole('button', { name: 'Add: gpt-4o-mini' }).waitFor()
})

test('the rules of a channel are set in its form', async () => {
  const [id] = site.gateway.channelIds
  await using window = await site.open('admin', { language: 'en', scheme: 'light', width: 1280 })
  const { page } = window
  await window.goto(`/channel/edit/${id}`)
  await page.getByText('Advanced', { exact: false }).last().click()
  await page.getByLabel('New models').selectOption('add')
  await page.getByLabel('Only these models').fill('gpt-*')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { setting } = await channel()
  expect(JSON.parse(setting)).toEqual({ upstream_models: { new: 'add', include: ['gpt-*'] } })
})
