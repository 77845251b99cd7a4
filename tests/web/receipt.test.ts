/** The receipt of a call that is priced by what it drew: no ratio of tokens is told beside it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let site: Console
let upstream: Upstream
let requestId = ''

beforeAll(async () => {
  upstream = await startUpstream(json({ created: 1, data: [{ url: 'https://x.example/1.png' }] }))
  site = await openConsole({ channels: [{ upstream, name: 'main', models: 'dall-e-3' }] })
  const form = { name: 'draws', unlimited_quota: true }
  const { body } = await site.people.user.post('/api/token/', form)
  const order = { model: 'dall-e-3', prompt: 'a cat', size: '1024x1024', n: 1 }
  const key = `sk-${body.data[0].key}`
  const answer = await site.gateway.post('/v1/images/generations', order, { key })
  expect(answer.status).toBe(200)
  requestId = answer.headers.get('x-oneapi-request-id') ?? ''
  await site.gateway.idle()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

test('of an image names its price each, and no price of tokens', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto(`/receipt/${requestId}`)
  const facts = page.locator('.receipt-facts')
  await facts.getByText('$0.04 each').waitFor()
  expect(await facts.textContent()).not.toContain('per 1M tokens')
  expect(visit.complaints).toEqual([])
})

test('of an image says nothing of ratios in the log either', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/log')
  await page
    .getByRole('button', { name: /^Open entry/ })
    .first()
    .click()
  await page.getByRole('cell', { name: '$0.04 each' }).waitFor()
  await page.getByText('Priced by its units, group ratio 1').first().waitFor()
  expect(await page.getByText(/Model ratio/).count()).toBe(0)
})
