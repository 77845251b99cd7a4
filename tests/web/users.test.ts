/** What an operator does to users: to one on the page of the user, to many in the list. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { addRollups } from '../../db/tables/rollups'
import { API_PASSWORD } from '../support/api'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

const HOUR = 3600
const DOLLAR = 500_000

let site: Console
beforeAll(async () => {
  site = await openConsole({
    users: ['ann', 'bob', 'cid'].map((username) => ({ username, password: API_PASSWORD })),
    tokens: [{ name: 'nightly' }, { name: 'quiet' }],
  })
  await spend((await userOf('bob')).id)
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

async function spend(userId: number): Promise<void> {
  const at = Math.floor(Date.now() / 1000 / HOUR) * HOUR
  const counts = { calls: 9, failed: 0, refused: 0, tokens: 0, latency: [], errors: '' }
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  await db.transaction((trx) =>
    addRollups(trx, [{ kind: 'user', subject: String(userId), at, quota: 12 * DOLLAR, ...counts }]),
  )
  await db.close()
}

const userOf = async (name: string) => {
  const { body } = await site.people.root.get(`/api/user/search?keyword=${name}&page_size=100`)
  return body.data.items.find((user: { username: string }) => user.username === name)
}
describe('the list of users', () => {
  test('tells who burns money, and leads to the requests that do', async () => {
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/user')
    await page.getByRole('button', { name: 'Spend, 24 h' }).click()
    await page.waitForURL('**sort=spent_day*')
    const first = page.locator('tbody tr').first()
    await first.getByRole('link', { name: 'bob', exact: true }).waitFor()
    await page.getByRole('link', { name: '$12.00: requests of bob in the last 24 hours' }).click()
    await page.waitForURL('**/log?username=bob&start=*')
    expect(visit.complaints).toEqual([])
  })

  test('several get quota and a group, are frozen and let go on; not the own level', async () => {
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    const before = { ann: (await userOf('ann')).quota, cid: (await userOf('cid')).quota }
    await visit.goto('/user')
    const bar = page.getByRole('region', { name: /selected/ })
    const tick = async (...names: string[]): Promise<void> => {
      for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check()
    }
    await tick('root')
    await bar.getByText("You can't change any of these").waitFor()
    await tick('ann', 'cid')
    await bar.getByRole('button', { name: 'Add quota' }).click()
    const quota = page.getByRole('dialog', { name: 'Add quota' })
    await quota.getByText('2 users').waitFor()
    await quota.getByRole('button', { name: 'Add', exact: true }).click()
    await quota.getByText('The quota must be a whole number').waitFor()
    await quota.getByRole('button', { name: '$10', exact: true }).click()
    await quota.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Quota added').waitFor()
    await bar.waitFor({ state: 'detached' })
    expect((await userOf('ann')).quota).toBe(before.ann + 10 * DOLLAR)
    expect((await userOf('cid')).quota).toBe(before.cid + 10 * DOLLAR)

    await tick('ann', 'cid')
    await bar.getByRole('button', { name: 'Change group' }).click()
    const group = page.getByRole('dialog', { name: 'Change group' })
    await group.getByLabel('Group').selectOption('vip')
    await group.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Group changed').waitFor()
    expect((await userOf('cid')).group).toBe('vip')

    await tick('ann', 'cid')
    await bar.getByRole('button', { name: 'Freeze', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Freeze 2 users?' })
    await question.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('button', { name: /^Banned 2/ }).click()
    await page.getByText('1–2 of 2').waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await bar.getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByRole('button', { name: /^Active/ }).click()
    await page.getByRole('link', { name: 'cid', exact: true }).waitFor()
    expect((await userOf('ann')).status).toBe(1)
    expect(visit.complaints).toEqual([])
  })

  test('is narrowed to a role, and to who has left', async () => {
    const { username, id } = (
      await site.people.root.post('/api/user/', { username: 'gone', password: API_PASSWORD })
    ).body.data
    await site.people.root.delete(`/api/user/${id}`)
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/user')
    await page.getByRole('button', { name: 'Deregistered 1' }).click()
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: username, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Role').selectOption('100')
    await page.getByText('1–1 of 1').waitFor()
    await page.getByRole('link', { name: 'root', exact: true }).waitFor()
  })

  test.each(['/user', '/all-tokens', '/redemption'])(
    'fits rows of %s into a phone, money unbroken',
    async (path) => {
      await site.people.admin.post('/api/redemption/', { name: 'phone', quota: 500, count: 2 })
      await using visit = await site.open('admin', { language: 'en', width: 360 })
      const { page } = visit
      await visit.goto(path)
      await page.locator('tbody .name-link').first().waitFor()
      const rows = await page.locator('tbody > tr').all()
      for (const row of rows) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(124)
      for (const amount of await page.locator('tbody .number').all()) {
        expect((await amount.boundingBox())?.height).toBeLessThan(28)
      }
      expect(await barriersOn(page)).toEqual([])
    },
  )
})

describe('the page of a user', () => {
  test('has its acts as buttons: quota, freezing, and the way back', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    const { id, quota } = await userOf('bob')
    await visit.goto(`/user/${id}`)
    await page.getByRole('button', { name: 'Add quota' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add quota' })
    await dialog.getByRole('button', { name: '$1', exact: true }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Quota added').waitFor()
    expect((await userOf('bob')).quota).toBe(quota + DOLLAR)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog', { name: 'Edit user' }).getByLabel('Display name').fill('Bob B.')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Bob B.').waitFor()

    const session = await site.api.login('bob')
    await page.getByRole('button', { name: 'Freeze' }).click()
    const question = page.getByRole('alertdialog', { name: 'Freeze the user bob?' })
    await question.getByRole('button', { name: 'Freeze' }).click()
    await page.getByRole('button', { name: 'Unfreeze' }).click()
    await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
    expect((await session.get('/api/user/self')).status).toBe(401)
    expect((await userOf('bob')).status).toBe(1)
    expect(visit.complaints).toEqual([])
  })

  test('tells the ledger, logs out everywhere, and leaves who is deregistered', async () => {
    await site.people.root.post('/api/user/', { username: 'leaver', password: API_PASSWORD })
    const { id, quota } = await userOf('leaver')
    const session = await site.api.login('leaver')
    await site.people.root.put('/api/user/', { id, add_quota: 7 * DOLLAR })
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto(`/user/${id}`)
    await page.getByRole('heading', { name: 'Ledger' }).waitFor()
    await page.getByRole('row', { name: /\+\$7\.00/ }).waitFor()
    expect((await userOf('leaver')).quota).toBe(quota + 7 * DOLLAR)
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'More actions: leaver' }).click()
      await page.getByRole('menuitem', { name }).click()
      await page.getByRole('alertdialog').getByRole('button', { name }).click()
    }
    await choose('Log out everywhere')
    await page.getByText('Operation completed successfully').waitFor()
    expect((await session.get('/api/user/self')).status).toBe(401)
    await choose('Deregister')
    await page.waitForURL('**/user')
    expect(visit.complaints).toEqual([])
  })
})
