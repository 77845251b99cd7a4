/** What can be done with the rows of the log besides reading them. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let site: Console
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(() => json(JSON.parse(fixture('openai/chat-text.json'))))
  site = await openConsole({ channels: [{ upstream, models: 'gpt-4o,gpt-4o-mini' }] })
  const { body } = await site.people.root.post('/api/token/', { unlimited_quota: true })
  for (const model of ['gpt-4o', 'gpt-4o-mini']) {
    const chat = { model, messages: [{ role: 'user', content: 'hello' }] }
    const key = `sk-${body.data[0].key}`
    expect((await site.gateway.post('/v1/chat/completions', chat, { key })).status).toBe(200)
  }
  await site.gateway.idle()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

test('the log is sorted by what a call cost or took', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/log')
  const first = page.locator('[data-row]').first()
  await first.getByText('gpt-4o-mini', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  await first.getByText('gpt-4o', { exact: true }).waitFor()
  expect(page.url()).toContain('sort=quota')
  await page.locator('th[aria-sort="descending"]').waitFor()
  await page.getByRole('button', { name: 'Cost', exact: true }).click()
  await first.getByText('gpt-4o-mini', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Time', exact: true }).click()
  await page.waitForURL((url) => !url.search.includes('sort='))
  await first.getByText('gpt-4o-mini', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Time', exact: true }).click()
  await first.getByText('gpt-4o', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'First byte / total' }).click()
  await page.waitForURL(/sort=duration_ms/)
  // Rows that come in are the newest, not the longest.
  await page.getByRole('button', { name: 'Live' }).click()
  await page.waitForURL((url) => !url.search.includes('sort='))
  expect(visit.complaints).toEqual([])
})

test('texts of the log can be marked, and a press elsewhere in a row opens its call', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/log')
  const model = page.locator('[data-row]').first().getByText('gpt-4o-mini', { exact: true })
  const box = await model.boundingBox()
  if (box === null) throw new Error('the model is not in sight')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width, y, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate('getSelection()?.toString()')).toBe('gpt-4o-mini')
  expect(page.url()).not.toContain('row=')
  await page.mouse.click(box.x + box.width + 40, y)
  await page.waitForURL(/row=\d/)
})
