/** From an empty gateway to a first answer, as its operator does it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import {
  fixture,
  frames,
  json,
  type Script,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

const GOOD_KEY = 'Bearer sk-good'

/** Lists two models, one of which nobody has priced, and knows one key. */
const provider: Script = ({ path, headers, json: asked }) => {
  if (headers.authorization !== GOOD_KEY) {
    return json({ error: { message: 'Incorrect API key provided' } }, { status: 401 })
  }
  if (path === '/v1/models') return json({ data: [{ id: 'gpt-4o-mini' }, { id: 'house-model' }] })
  const { stream } = asked as { readonly stream?: boolean }
  if (stream === true) return sse(frames(fixture('openai/chat-text.sse')))
  return json(JSON.parse(fixture('openai/chat-text.json')))
}

let upstream: Upstream
let site: Console
beforeAll(async () => {
  upstream = await startUpstream(provider)
  site = await openConsole()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

async function violations(page: Page): Promise<string[]> {
  return (await barriersOn(page, 'main')).map(({ id }) => id)
}

async function channelCount(): Promise<number> {
  return (await site.people.root.get('/api/channel/?p=0&page_size=1')).body.total
}

test('an operator comes from nothing to a first answer', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/channel')
  await page.getByRole('button', { name: 'Set up a channel step by step' }).click()
  await page.getByRole('heading', { name: 'Connect the upstream' }).waitFor()
  await page.getByLabel('Search types').fill('deep')
  await page.getByRole('radio', { name: 'DeepSeek', exact: true }).waitFor()
  expect(await page.getByRole('radio').count()).toBe(3)
  await page.getByLabel('Search types').press('Enter')
  expect(await page.getByRole('radio', { name: 'DeepSeek', exact: true }).isChecked()).toBe(true)
  await page.getByLabel('Search types').fill('api.openai.com')
  await page.getByRole('radio', { name: 'OpenAI', exact: true }).check({ force: true })
  expect(await page.locator('.type-mark use').first().getAttribute('href')).toContain('#openai')
  await page.getByLabel('Base URL').fill(upstream.url)
  await page.getByRole('textbox', { name: 'Key' }).fill('sk-bad')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('Incorrect API key provided').waitFor()
  await page.getByRole('button', { name: 'Continue without a passed test' }).waitFor()
  expect(await channelCount()).toBe(0)
  expect(await violations(page)).toEqual([])

  await page.getByRole('textbox', { name: 'Key' }).fill('sk-good')
  expect(await page.getByText('Incorrect API key provided').count()).toBe(0)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('Test passed: gpt-4o-mini').waitFor()
  await page.getByText('The upstream lists 2 models.').waitFor()
  const choice = (name: string) => page.locator('.pick-choice', { hasText: name })
  await choice('gpt-4o-mini').getByText('$0.15 in · $0.60 out').waitFor()
  await choice('house-model').getByText('Not priced').waitFor()
  expect(await choice('house-model').getByRole('checkbox').isChecked()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()

  const input = page.getByLabel('house-model: in / 1M tokens')
  await page.getByLabel('house-model: out / 1M tokens').fill('3')
  await page.getByRole('button', { name: 'Save channel' }).click()
  await page.getByText('Please enter a number').waitFor()
  expect(await channelCount()).toBe(0)
  await input.fill('1.5')
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  const isTooWide = 'document.documentElement.scrollWidth > innerWidth'
  expect(await page.evaluate<boolean>(isTooWide)).toBe(false)
  await page.getByRole('button', { name: 'Save channel' }).click()
  await page.getByText('Channel OpenAI is saved').waitFor()
  await page.getByText('2 models can be called now.').waitFor()
  const { body } = await site.people.root.get('/api/price/?model=house-model')
  expect(body.data[0].price).toMatchObject({ model_ratio: 0.75, completion_ratio: 2 })

  const key = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await key.getByLabel('Name').fill('first')
  await key.getByRole('button', { name: 'Create', exact: true }).click()
  await key.getByText(`curl ${site.gateway.url}/v1/chat/completions`).waitFor()
  await key.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('link', { name: 'Start the first chat with gpt-4o-mini' }).click()
  await page.getByRole('textbox').last().fill('hello')
  await page.keyboard.press('Enter')
  await page.locator('.playground-messages').getByText(/\$/).waitFor()
  expect(upstream.last().json).toMatchObject({ model: 'gpt-4o-mini', stream: true })
  await visit.goto('/model/house-model')
  await page.getByText('$1.50 in · $3.00 out').waitFor()
  await visit.goto('/model/nobody-sells-it')
  await page.getByRole('heading', { name: 'There is no model nobody-sells-it' }).waitFor()
  expect(visit.complaints).toEqual([])
})

test('where every model has a price, nothing is asked about prices', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/channel/setup')
  await page.getByRole('radio', { name: 'OpenAI', exact: true }).check({ force: true })
  await page.getByLabel('Base URL').fill(upstream.url)
  await page.getByRole('textbox', { name: 'Key' }).fill('sk-good')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('The upstream lists 2 models.').waitFor()
  await page.getByRole('button', { name: 'Save channel' }).click()
  await page.getByText('2 models can be called now.').waitFor()
  expect(await page.getByRole('list', { name: 'Steps' }).innerText()).not.toContain('Prices')
  expect(visit.complaints).toEqual([])
})

test('the form of a channel offers the wizard; admins are told who sets prices', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/channel/add')
  await page.getByRole('link', { name: /Go step by step/ }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('sk-good')
  await page.getByLabel('Base URL').fill(upstream.url)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('The test failed').waitFor()
  await page.getByRole('button', { name: 'Continue without a passed test' }).click()
  await page.getByText('The upstream gave no list').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Prices are set by the super administrator').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('sk-good')
})
