/** From nothing to a call that is answered, as somebody does who has just heard of the site. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fixture, json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let upstream: Upstream
let site: Console
/** Instead of a good answer. */
let answer: (() => Reply) | undefined

beforeAll(async () => {
  const good = JSON.parse(fixture('openai/chat-text.json'))
  upstream = await startUpstream(() => answer?.() ?? json(good))
  site = await openConsole({
    channels: [{ upstream, models: 'gpt-4o-mini,gpt-4o' }],
    options: { QuotaForNewUser: 500_000 },
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

async function call(key: string, model = 'gpt-4o-mini'): Promise<number> {
  const messages = [{ role: 'user', content: 'hello' }]
  const { status } = await site.gateway.post('/v1/chat/completions', { model, messages }, { key })
  await site.gateway.idle()
  return status
}

test('from registering to the first green call it takes seven steps', async () => {
  await using visit = await site.open('nobody', { language: 'en' })
  const { page } = visit
  await page.clock.install()
  await visit.goto('/register')
  await page.getByLabel('Username').fill('mei')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.locator('form').getByRole('button', { name: 'Register' }).click()
  const steps = page.getByRole('region', { name: 'Get started' })
  await steps.getByText('$1.00').waitFor()
  await steps.getByRole('link', { name: 'Create one' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Your token laptop is ready' })
  await sheet.getByText('Waiting for your first call…').waitFor()
  const key = (await sheet.locator('.copy-line code').first().textContent()) ?? ''
  const sample = await sheet.locator('.code-block code').textContent()
  expect(sample).toContain(key)
  expect(sample).toContain(`${site.gateway.url}/v1`)

  answer = () => json({ error: { message: 'down' } }, { status: 500 })
  expect(await call(key)).toBe(500)
  answer = undefined
  await page.clock.fastForward(3_000)
  await sheet.getByText('Your call arrived, but failed').waitFor()

  expect(await call(key)).toBe(200)
  await page.clock.fastForward(3_000)
  await sheet.getByText('Your first call worked').waitFor()
  await sheet.getByRole('link', { name: 'Open the log' }).click()
  await page.getByRole('cell', { name: 'laptop' }).first().waitFor()
  await visit.goto('/token')
  await page.getByRole('row', { name: /laptop/ }).waitFor()
  expect(await steps.count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

test('the sample is for the model and the client that are chosen', async () => {
  const { body } = await site.people.user.post('/api/token/', {
    name: 'limited',
    unlimited_quota: true,
    model_limits_enabled: true,
    model_limits: 'gpt-4o',
  })
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/token')
  await page.getByRole('button', { name: 'More actions: limited' }).click()
  await page.getByRole('menuitem', { name: 'Show API key' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'limited' })
  await sheet.getByText(`sk-${body.data[0].key}`, { exact: true }).waitFor()
  const code = sheet.locator('.code-block code')
  // The models of the token are read when its key is shown.
  await code.filter({ hasNotText: 'gpt-4o-mini' }).waitFor()
  expect(await code.textContent()).toContain('gpt-4o')
  expect(await code.textContent()).not.toContain('gpt-4o-mini')
  await sheet.getByRole('combobox').last().selectOption({ label: 'Claude Code' })
  expect(await code.textContent()).toContain('ANTHROPIC_BASE_URL')
  expect(await sheet.getByText('Waiting for your first call…').count()).toBe(0)
})
