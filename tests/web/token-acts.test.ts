/** Tokens and codes: one by one where they stand, many together in their lists. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({
    users: [{ username: 'ann' }],
    tokens: [{ name: 'nightly' }, { name: 'quiet' }],
  })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const tokenOf = async (name: string) =>
  (await site.people.root.get(`/api/token/all?keyword=${name}`)).body.data.items[0]

test('tokens of anybody are frozen and let go on, one by one and together', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-tokens')
  await page.getByRole('button', { name: 'Freeze nightly', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Unfreeze nightly' }).click()
  await page.getByRole('button', { name: 'Freeze nightly', exact: true }).waitFor()
  const all = page.getByRole('checkbox', { name: 'Select all' })
  const bar = page.getByRole('region', { name: /^2 selected/ })
  await all.check()
  await bar.getByRole('button', { name: 'Freeze', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Freeze 2 tokens?' })
    .getByText('Freeze')
    .last()
    .click()
  await page.getByRole('button', { name: 'Unfreeze quiet' }).waitFor()
  expect((await tokenOf('nightly')).frozen_until).toBe(-1)
  await all.check()
  await bar.getByRole('button', { name: 'Unfreeze' }).click()
  await page.getByRole('button', { name: 'Freeze quiet', exact: true }).waitFor()
  expect((await tokenOf('nightly')).frozen_until).toBe(0)
  expect(visit.complaints).toEqual([])
})

test('own tokens that are ticked are switched and deleted together', async () => {
  for (const name of ['one', 'two']) {
    await site.people.user.post('/api/token/', { name, unlimited_quota: true })
  }
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/token')
  const all = page.getByRole('checkbox', { name: 'Select all' })
  const bar = page.getByRole('region', { name: /^2 selected/ })
  await all.check()
  await bar.getByRole('button', { name: 'Disable' }).click()
  await bar.waitFor({ state: 'detached' })
  expect((await tokenOf('one')).status).toBe(2)
  await all.check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 tokens?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No tokens yet').waitFor()
  expect(visit.complaints).toEqual([])
})

test('codes are exported together, and one is disabled and deleted on its page', async () => {
  await site.people.admin.post('/api/redemption/', { name: 'gift', quota: 500, count: 2 })
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/redemption?keyword=gift')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const arrives = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await Bun.file(await (await arrives).path()).text()
  expect(file).toContain('id,name,code,status,credits,plan,created,redeemed,redeemed_by')
  expect(file.match(/,gift,[0-9a-f]{32},unused,500,/g)).toHaveLength(2)

  await page.getByRole('link', { name: 'gift' }).first().click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('present')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'present' }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/redemption')
  expect(visit.complaints).toEqual([])
})
