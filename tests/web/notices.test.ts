/** The administrators' list of notices in the console. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { type Console, openConsole } from './console-fixture'

let sink: SmtpSink
let site: Console

beforeAll(async () => {
  sink = await startSmtpSink()
  site = await openConsole({ options: sink.options })
  await write()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await sink[Symbol.asyncDispose]()
})

/** One that has arrived, two that were given up, and one that waits for its next try. */
async function write(): Promise<void> {
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  const { user } = site.people
  await db.kysely
    .updateTable('users')
    .set({ email: 'ann@example.com' })
    .where('id', '=', user.id)
    .execute()
  const now = Date.now()
  const content = { title: 'notice.quota_low_title', text: 'notice.quota_low_text', params: {} }
  const notice = (state: string, attempts: number) => ({
    user_id: user.id,
    kind: `kind ${attempts}`,
    // Of low quota, one is not sent again to a user who has enough.
    type: 'channel_update',
    content: JSON.stringify(content),
    state,
    way: 'email',
    failure: state === 'sent' ? '' : JSON.stringify({ id: 'mail.not_configured', params: {} }),
    attempts,
    created_at: now + attempts,
    next_at: state === 'failed' ? now + 3_600_000 : null,
    done_at: state === 'failed' ? null : now,
  })
  await db.kysely
    .insertInto('outbox')
    .values([notice('sent', 1), notice('given_up', 6), notice('failed', 2), notice('given_up', 5)])
    .execute()
  await db.close()
}

test('notices are sorted, ticked and dismissed together; what arrived is left alone', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/notice')
  await page.getByRole('button', { name: 'Given up 2' }).waitFor()
  await page.getByRole('button', { name: 'Attempts' }).click()
  await page.locator('th[aria-sort="descending"]').getByText('Attempts').waitFor()
  await page.getByRole('row').nth(1).getByText('6', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('region', { name: '4 selected' }).waitFor()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await page.getByRole('button', { name: 'Dismissed 3' }).click()
  await page.locator('tbody tr').nth(3).waitFor({ state: 'detached' })
  expect(await page.getByRole('region', { name: /selected/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Sent 1' }).waitFor()
  expect(visit.complaints).toEqual([])
})

test('those that are ticked are sent again', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/notice?state=dismissed&user=user-2')
  const boxes = page.getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(2).check()
  await page.getByRole('region').getByRole('button', { name: 'Retry now' }).click()
  await page.getByText('The notice was sent').waitFor()
  expect((await sink.mail(2)).to).toEqual(['ann@example.com'])
  await page.getByRole('button', { name: 'Dismissed 1' }).waitFor()
})

test('a notice fits a phone, with why it failed', async () => {
  await using visit = await site.open('admin', { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto('/notice?state=dismissed')
  const row = page.getByRole('row').nth(1)
  await row.getByRole('button', { name: /^Why not/ }).waitFor()
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(120)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})
