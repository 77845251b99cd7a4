/** The status page in a browser: switched on, read by a stranger, and written by an operator. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

let upstream: Upstream
let site: Console
beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  site = await openConsole({
    options: PRICES,
    channels: [{ base_url: upstream.url, models: `${MODEL},call` }],
  })
  for (let made = 0; made < 4; made += 1) {
    await (await site.gateway.post(PATH_OF.openai, ask('openai'))).text()
  }
  await site.gateway.idle()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

const LOOKS = [
  { language: 'en', scheme: 'light', width: 1280, works: 'Operational' },
  { language: 'zh', scheme: 'dark', width: 360, works: '正常' },
] as const

test('there is no page and no link while it is off', async () => {
  await using visit = await site.open('nobody', { language: 'en' })
  await visit.goto('/status')
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await visit.page.locator('.status-page').count()).toBe(0)
  expect(await visit.page.getByRole('link', { name: 'Status', exact: true }).count()).toBe(0)
  await site.people.root.put('/api/option/', { key: 'StatusPageEnabled', value: 'true' })
})

test('an operator tells of an incident, which customers read', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/incident')
  await page.getByRole('button', { name: 'New incident' }).first().click()
  await page.getByLabel('Title').fill('Slow answers')
  await page.getByLabel('Impact').selectOption('major')
  await page.getByLabel('call', { exact: true }).check()
  await page.getByLabel('Message').fill('We are **looking** <img src=x onerror="alert(1)">')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Slow answers call' }).waitFor()
  await page.getByRole('button', { name: 'Post update: Slow answers' }).click()
  await page.getByLabel('State').selectOption('identified')
  await page.getByLabel('Message').fill('A region is slow.')
  await page.getByRole('button', { name: 'Post update', exact: true }).click()
  await page.getByText('Identified').waitFor()
  expect(visit.complaints).toEqual([])
})

test.each(LOOKS)('a stranger reads it in $language, $scheme, $width wide', async (look) => {
  await using visit = await site.open('nobody', look)
  const { page } = visit
  await visit.goto('/status')
  const service = page.locator('.status-service', { hasText: MODEL }).last()
  await service.getByText(look.works).waitFor()
  const incident = page.getByRole('article')
  await incident.getByRole('heading', { name: 'Slow answers' }).waitFor()
  expect(await incident.locator('strong', { hasText: 'looking' }).count()).toBe(1)
  expect(await incident.locator('img').count()).toBe(0)
  expect(await page.evaluate(SIDEWAYS)).toBeLessThanOrEqual(0)
  const barriers = await barriersOn(page)
  expect(barriers.map(({ id }) => id)).toEqual([])
  // Each day can be read with the keyboard.
  const days = service.getByRole('slider')
  await days.focus()
  expect(await days.getAttribute('aria-valuetext')).toContain('100%')
  await page.keyboard.press('ArrowLeft')
  expect(await days.getAttribute('aria-valuetext')).not.toContain('100%')
  expect(visit.complaints).toEqual([])
})
