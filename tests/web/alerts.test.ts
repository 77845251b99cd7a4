/** An administrator writes an alert rule, sees what it would have done, and silences it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { addRollups } from '../../db/tables/rollups'
import { NO_LIMITS } from '../support/api'
import { type Console, openConsole } from './console-fixture'

let site: Console

beforeAll(async () => {
  site = await openConsole({ env: NO_LIMITS, channels: [{ name: 'main', models: 'm' }] })
  const hour = Math.floor(Date.now() / 3_600_000) * 3600
  const counts = { refused: 0, quota: 0, tokens: 0, latency: [], errors: '' }
  const bad = { kind: 'channel' as const, subject: String(site.gateway.channelIds[0]), ...counts }
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  await db.transaction((trx) =>
    addRollups(trx, [
      { ...bad, at: hour - 5 * 86_400, calls: 100, failed: 60 },
      { ...bad, at: hour - 4 * 86_400, calls: 100, failed: 30 },
    ]),
  )
  await db.close()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

test('a rule is written on a phone, with its preview as one types', async () => {
  const admin = await site.api.as('admin')
  await using window = await site.open(admin, { language: 'en', scheme: 'dark', width: 360 })
  const { page } = window
  await window.goto('/alert')
  await page.getByText('A channel is down', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Main fails')
  await page.getByLabel('Applies to').selectOption('channel')
  await page.getByLabel('Only this one').fill('main')
  await page.getByText('Would have fired 2 times in the last 7 days.').waitFor()
  await page.getByLabel('Threshold').fill('50')
  await page.getByText('Would have fired 1 time in the last 7 days.').waitFor()
  await page.getByLabel('Only this one').fill('no such channel')
  await page.getByText('is not there, or its name is not unique').waitFor()
  await page.getByLabel('Only this one').fill('main')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Main fails', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const { body } = await admin.get('/api/alert/')
  expect(body.data.at(-1)).toMatchObject({ name: 'Main fails', threshold: 50, scope: 'channel' })
})

test('it is silenced, and a rule of the overview is changed and reset', async () => {
  const admin = await site.api.as('admin')
  await using window = await site.open(admin, { language: 'en', scheme: 'light', width: 1280 })
  const { page } = window
  await window.goto('/alert')
  await page.getByRole('button', { name: 'More actions: Main fails' }).click()
  await page.getByText('Silence for 8 hours').click()
  await page
    .getByText(/Silenced until/)
    .first()
    .waitFor()
  const failing = 'A channel fails too often'
  await page.getByRole('button', { name: `Edit: ${failing}` }).click()
  await page.getByLabel('Threshold').fill('80')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('> 80 %').waitFor()
  await page.getByRole('button', { name: `More actions: ${failing}` }).click()
  await page.getByText('Reset to defaults').click()
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await page.getByText('> 80 %').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByText('Nothing has fired yet').waitFor()
})
