/** Whoever clicks twice or presses Enter again sends once; forms in drawers share this. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Console, openConsole, readAlone } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({
    users: [{ username: 'ann' }],
    channels: [{ name: 'shared', base_url: 'https://one.example', models: 'gpt-4o' }],
  })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

/** Requests that write, held back so that the form stays busy until `release`. */
async function holdWrites(page: Page, path: RegExp) {
  const held: (() => Promise<void>)[] = []
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') return await route.continue()
    held.push(() => route.continue())
  })
  return {
    count: () => held.length,
    release: async () => {
      await Promise.all(held.map((go) => go()))
    },
  }
}

test('a double click and Enter make one redemption code', async () => {
  await using visit = await site.open('admin')
  const { page } = visit
  await visit.goto('/redemption')
  await page.getByRole('button', { name: '添加兑换码' }).first().click()
  const drawer = page.getByRole('dialog', { name: '添加兑换码' })
  await drawer.getByLabel('名称').fill('once')
  const writes = await holdWrites(page, /\/api\/redemption/)
  const create = drawer.getByRole('button', { name: '创建' })
  await create.dblclick()
  await drawer.getByLabel('名称').press('Enter')
  await page.getByText('请勿重复提交').first().waitFor()
  expect(writes.count()).toBe(1)
  await writes.release()
  await drawer.waitFor({ state: 'hidden' })
  const { body } = await site.people.root.get('/api/redemption/search?keyword=once')
  expect(body.data.items.length).toBe(1)
})

test('a double click grants quota once', async () => {
  await using visit = await site.open('root')
  const { page } = visit
  const quotaOf = async () => {
    const { body } = await site.people.root.get('/api/user/search?keyword=ann&page_size=100')
    return body.data.items.find(({ username }: { username: string }) => username === 'ann').quota
  }
  const before = await quotaOf()
  await visit.goto('/user')
  await page.getByRole('button', { name: '更多操作: ann' }).click()
  await page.getByRole('menuitem', { name: '调整余额' }).click()
  const dialog = page.getByRole('dialog', { name: '调整余额' })
  await dialog.getByRole('button', { name: '$10', exact: true }).click()
  const writes = await holdWrites(page, /\/api\/user/)
  await dialog.getByRole('button', { name: '添加', exact: true }).dblclick()
  await page.getByText('请勿重复提交').first().waitFor()
  await writes.release()
  await page.getByText('余额已调整').waitFor()
  expect(writes.count()).toBe(1)
  expect(await quotaOf()).toBe(before + 5_000_000)
})

test('what is sent again because its answer got lost is not done twice', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  const balances = async () => {
    const { body } = await site.people.root.get('/api/user/search?keyword=ann')
    return body.data.items.map(({ quota }: { quota: number }) => quota)
  }
  const [before] = await balances()
  await visit.goto('/user')
  await page.getByRole('button', { name: 'More actions: ann' }).click()
  await page.getByRole('menuitem', { name: 'Add quota' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add quota' })
  await dialog.getByRole('button', { name: '$10', exact: true }).click()
  let isLost = false
  await page.route(/\/api\/user\/$/, async (route) => {
    if (isLost || route.request().method() === 'GET') return await route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Unable to connect to the server').waitFor()
  expect(await balances()).toEqual([before + 5_000_000])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await balances()).toEqual([before + 5_000_000])
})

test('two tabs that edit one channel do not undo each other', async () => {
  const [id = 0] = site.gateway.channelIds
  const channel = async () => (await site.people.root.get(`/api/channel/${id}`)).body.data
  const edit = async (visit: Awaited<ReturnType<Console['open']>>) => {
    await visit.goto(`/channel/edit/${id}`)
    return visit.page.getByRole('dialog', { name: '编辑渠道' })
  }
  await using first = await site.open('root')
  await using second = await site.open('admin')
  const [one, two] = [await edit(first), await edit(second)]
  await one.getByLabel('名称').fill('renamed')
  await one.getByRole('button', { name: '保存' }).click()
  await one.waitFor({ state: 'hidden' })

  await two.getByLabel('优先级').fill('7')
  await two.getByRole('button', { name: '保存' }).click()
  await two.waitFor({ state: 'hidden' })
  expect(await channel()).toMatchObject({ name: 'renamed', priority: 7 })

  const again = await edit(first)
  await again.getByLabel('优先级').waitFor()
  await site.people.root.put('/api/channel/', { id, priority: 9 })
  await again.getByLabel('优先级').fill('8')
  await again.getByRole('button', { name: '保存' }).click()
  expect(await again.getByRole('alert').innerText()).toContain('9')
  expect((await channel()).priority).toBe(9)
})

test('going back leads to the page before, and never into what was closed', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/channel')
  await page.getByRole('button', { name: 'Edit: renamed' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit channel' })
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/channel')
  await page.goForward()
  await drawer.waitFor()
  await page.goBack()
  await drawer.waitFor({ state: 'hidden' })
  // A link opens it without a list to go back to.
  await visit.goto('/channel/edit/1')
  await drawer.waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.goBack()
  expect(await drawer.count()).toBe(0)
  await visit.goto('/price')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/p=2/)
  await page.goBack()
  await page.waitForURL(/\/price$/)
  await page.getByRole('button', { name: 'Page 1', exact: true }).waitFor()
})

test('the safe button of a dangerous question has the focus', async () => {
  await using visit = await site.open('root')
  const { page } = visit
  await visit.goto('/channel')
  await page
    .getByRole('button', { name: /^更多操作/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('取消')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  expect((await site.people.root.get('/api/channel/')).body.data.length).toBe(1)
})

test('a page that is refused for too many calls says so, and reads again by itself', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  let isFull = true
  await readAlone(page)
  await page.route(/\/api\/channel\/(?:search|\?|$)/, async (route) => {
    if (!isFull) return await route.continue()
    isFull = false
    const headers = { 'retry-after': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ success: false, code: 'request.too_many', message: 'Too many' })
    await route.fulfill({ status: 429, headers, body })
  })
  await page.goto(`${site.gateway.url}/channel`)
  await page.getByText('Too many requests; retrying in 1 s').waitFor()
  await page.getByRole('link', { name: 'renamed' }).waitFor()
})
