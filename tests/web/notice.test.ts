import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

const NOTICE = '**维护** <img src=x onerror="window.ran=1"><script>window.ran=1</script>'

let site: Console
beforeAll(async () => {
  site = await openConsole({ options: { Notice: NOTICE } })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

async function announce(text: string): Promise<void> {
  await site.people.root.put('/api/option/', { key: 'Notice', value: text })
}

test('an announcement is a banner once, again when it changes, and behind the bell', async () => {
  await announce(NOTICE)
  await using visit = await site.open('nobody')
  const { page } = visit
  await visit.goto('/')
  const banner = page.getByRole('region', { name: '公告' })
  await banner.getByText('维护').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.evaluate('window.ran')).toBeUndefined()
  await banner.getByRole('button', { name: '关闭' }).click()
  await banner.waitFor({ state: 'hidden' })
  await visit.goto('/')
  await page.getByRole('button', { name: '公告' }).click()
  const dialog = page.getByRole('dialog', { name: '公告' })
  await dialog.getByText('维护').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await banner.count()).toBe(0)
  await announce('something else')
  await visit.goto('/')
  await banner.getByText('something else').waitFor()
})

test('whoever wants quiet has it until tomorrow', async () => {
  await announce('first')
  await using visit = await site.open('user', { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto('/token')
  const banner = page.getByRole('region', { name: 'Announcement' })
  await banner.getByRole('button', { name: 'Snooze for today' }).click()
  await banner.waitFor({ state: 'hidden' })
  await announce('second')
  await visit.goto('/token')
  await page.getByRole('button', { name: 'New announcement' }).waitFor()
  expect(await banner.count()).toBe(0)
  const yesterday = new Date(Date.now() - 86_400_000).toDateString()
  await page.evaluate((day) => localStorage.setItem('notice-quiet', day), yesterday)
  await visit.goto('/token')
  await banner.getByText('second').waitFor()
  expect(visit.complaints).toEqual([])
})

test('it does not cover the form for signing in, and none is not shown at all', async () => {
  await announce('first')
  await using visit = await site.open('nobody')
  const { page } = visit
  await visit.goto('/login')
  await page.getByRole('button', { name: '有新公告' }).waitFor()
  expect(await page.getByRole('region', { name: '公告' }).count()).toBe(0)
  await announce('')
  await visit.goto('/')
  await page.getByRole('button', { name: '语言' }).waitFor()
  expect(await page.getByRole('button', { name: '公告' }).count()).toBe(0)
})
