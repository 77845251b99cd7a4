/** A page is shown as soon as it is here. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

test('a page waits for no timer once its code and its texts are here', async () => {
  await using visit = await site.open('user')
  const { page } = visit
  await page.clock.install({ time: Date.now() })
  await page.clock.pauseAt(Date.now() + 1000)
  await page.goto(`${site.gateway.url}/token`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: '使用日志' }).first().click()
  const title = page.getByRole('heading', { level: 1, name: '使用日志' })
  await title.waitFor()
  expect(await title.count()).toBe(1)
  expect(visit.complaints).toEqual([])
})
