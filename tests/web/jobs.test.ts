import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { VisitedPage } from '../../cli/dev/browser'
import { openDatabase } from '../../db/open'
import type { ApiBody } from '../support/api'
import { type Console, openConsole, readAlone } from './console-fixture'

const HOUR = 3600
const NOW = Math.floor(Date.now() / 1000)
/** A picture of one point. */
const POINT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

let site: Console
beforeAll(async () => {
  site = await openConsole()
  await write()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

async function write(): Promise<void> {
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  const { user, admin } = site.people
  const drawing = {
    code: 1,
    user_id: user.id,
    action: 'IMAGINE',
    mj_id: 'mj-done',
    prompt: '一只猫',
    prompt_en: 'a cat',
    description: '',
    state: '',
    submit_time: NOW * 1000,
    start_time: NOW * 1000,
    finish_time: NOW * 1000 + 42_500,
    image_url: 'https://cdn.example/cat.png',
    status: 'SUCCESS',
    progress: '100%',
    fail_reason: '',
    channel_id: 3,
    quota: 50_000,
    buttons: '[]',
    properties: '{}',
  }
  const failed = {
    ...drawing,
    mj_id: 'mj-failed',
    code: 22,
    action: 'UPSCALE',
    status: 'FAILURE',
    progress: '30%',
    finish_time: 0,
    image_url: 'http://plain.example/cat.png',
    fail_reason: 'banned prompt detected',
  }
  const old = { ...drawing, mj_id: 'mj-old', submit_time: (NOW - 40 * 24 * HOUR) * 1000 }
  const foreign = { ...drawing, mj_id: 'mj-foreign', user_id: admin.id, channel_id: 4 }
  await db.kysely.insertInto('midjourneys').values([drawing, failed, old, foreign]).execute()
  const song = {
    created_at: NOW,
    updated_at: NOW,
    task_id: 'song-1',
    platform: 'suno',
    user_id: user.id,
    channel_id: 3,
    quota: 5000,
    action: 'MUSIC',
    status: 'SUCCESS',
    fail_reason: '',
    submit_time: NOW,
    start_time: NOW,
    finish_time: NOW + 90,
    progress: '100%',
    properties: '{"input":"a song about rain"}',
    data: '[{"title":"rain"}]',
  }
  const lyrics = {
    ...song,
    task_id: 'lyrics-1',
    action: 'LYRICS',
    status: 'QUEUED',
    finish_time: 0,
    progress: '',
    channel_id: 4,
  }
  const ancient = { ...song, task_id: 'song-old', submit_time: NOW - 48 * HOUR }
  await db.kysely.insertInto('tasks').values([song, lyrics, ancient]).execute()
  await db.close()
}

/** A window that shows rows, and is told that such jobs can be had. */
async function openServed(...given: Parameters<Console['open']>): Promise<VisitedPage> {
  const opened = await site.open(...given)
  await opened.page.addInitScript("localStorage.setItem('job-view', 'list')")
  await readAlone(opened.page)
  await opened.page.route('**/api/status', async (route) => {
    const response = await route.fetch()
    const body: ApiBody = await response.json()
    const data = { ...body.data, enable_drawing: true, enable_task: true }
    await route.fulfill({ response, json: { ...body, data } })
  })
  await opened.page.route('https://cdn.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: POINT }),
  )
  return opened
}

describe('drawings', () => {
  test('show users what they ordered in the last month, timed in milliseconds', async () => {
    await using visit = await openServed('user')
    const { page } = visit
    await visit.goto('/midjourney')
    const done = page.getByRole('row', { name: /mj-done/ })
    for (const words of ['42.5 秒', '绘图', '成功', '100%']) {
      await done.getByText(words, { exact: true }).waitFor()
    }
    const failed = page.getByRole('row', { name: /mj-failed/ })
    for (const words of ['放大', '失败', '30%'])
      await failed.getByText(words, { exact: true }).waitFor()
    expect(await page.getByText('mj-old').count()).toBe(0)
    expect(await page.getByText('mj-foreign').count()).toBe(0)
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads.filter((head) => ['渠道', '提交结果'].includes(head))).toEqual([])
    expect(await page.getByLabel('渠道 ID').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('show prompts and failures in full, to be copied', async () => {
    await using visit = await openServed('user')
    const { page } = visit
    await visit.goto('/midjourney')
    // The reason stands below the row of the job, to be read without a press.
    await page.locator('.table-details').getByText('banned prompt detected').waitFor()
    const failed = page.getByRole('row', { name: /mj-failed/ })
    await page.getByRole('button', { name: '失败原因' }).click()
    const dialog = page.getByRole('dialog', { name: '失败原因' })
    await dialog.getByText('banned prompt detected').waitFor()
    await page.keyboard.press('Escape')
    await failed.getByRole('button', { name: /^提示词/ }).click()
    await page.getByRole('dialog', { name: '提示词' }).getByRole('button', { name: '复制' }).click()
    await page.getByText('已复制').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('一只猫')
  })

  test('preview pictures of secure addresses only', async () => {
    await using visit = await openServed('user', { language: 'en' })
    const { page } = visit
    const asked: string[] = []
    await page.route('**/cat.png', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'image/svg+xml', body: POINT })
    })
    await visit.goto('/midjourney')
    await page.getByRole('button', { name: 'Details of job mj-failed' }).click()
    await page.getByText('The address of the image is not https').waitFor()
    await page.getByRole('dialog').getByText('http://plain.example/cat.png').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Details of job mj-done' }).click()
    await page.getByRole('img', { name: '一只猫' }).waitFor()
    expect(asked).toEqual(['https://cdn.example/cat.png'])
    expect(visit.complaints).toEqual([])
  })

  test('show admins everybody’s, by channel, and that callbacks are off', async () => {
    await using visit = await openServed('admin')
    const { page } = visit
    await visit.goto('/midjourney')
    await page.getByText('当前未开启 Midjourney 回调').waitFor()
    await page
      .getByRole('row', { name: /mj-failed/ })
      .getByText('重复提交')
      .waitFor()
    await page.getByRole('row', { name: /mj-foreign/ }).waitFor()
    await page.getByLabel('渠道 ID').fill('4')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /mj-failed/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /mj-foreign/ }).waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.getByLabel('任务 ID').fill('mj-done')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /mj-foreign/ }).waitFor({ state: 'detached' })
    await page.getByLabel('任务 ID').fill('nothing')
    await page.keyboard.press('Enter')
    await page.getByText('没有符合条件的内容').waitFor()
  })

  test('reach back as far as asked', async () => {
    await using visit = await openServed('user')
    const { page } = visit
    await visit.goto('/midjourney')
    await page.getByRole('row', { name: /mj-done/ }).waitFor()
    const range = page.getByRole('button', { name: '时间范围' })
    await range.click()
    await page.getByRole('menuitemradio', { name: '全部时间' }).click()
    await page.getByRole('row', { name: /mj-old/ }).waitFor()
    expect(page.url()).toContain('range=all')
    await range.click()
    await page.getByRole('menuitemradio', { name: '自定义时间' }).click()
    await page.getByLabel('开始时间').fill('2020-01-01T00:00:00')
    await page.getByLabel('结束时间').fill('2020-01-02T00:00:00')
    await page.getByRole('button', { name: '应用' }).click()
    await page.getByText('没有符合条件的内容').waitFor()
    await page.getByText('2020-01-01 00:00 – 2020-01-02 00:00').waitFor()
  })
})

describe('tasks', () => {
  test('show users those of today, each whole on demand, as the API has it', async () => {
    await using visit = await openServed('user')
    const { page } = visit
    await visit.goto('/task')
    const song = page.getByRole('row', { name: /song-1/ })
    for (const words of ['生成音乐', '成功', '90.0 秒', '100%', 'suno', 'a song about rain']) {
      await song.getByText(words, { exact: true }).waitFor()
    }
    await page
      .getByRole('row', { name: /lyrics-1/ })
      .getByText('0%', { exact: true })
      .waitFor()
    expect(await page.getByText('song-old').count()).toBe(0)
    await page.getByRole('button', { name: '查看任务 song-1 的详情' }).click()
    const shown = await page.getByRole('dialog', { name: '任务详情' }).locator('code').textContent()
    const { body } = await site.people.user.get('/api/task/self?task_id=song-1')
    expect(JSON.parse(shown ?? '')).toEqual(body.data[0] as ApiBody)
    expect(visit.complaints).toEqual([])
  })

  test('are narrowed by what they do and where they stand', async () => {
    await using visit = await openServed('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/task')
    const song = page.getByRole('row', { name: /song-1/ })
    await song.waitFor()
    // The table is wider than the page; it scrolls by itself.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440)
    await page.locator('search').getByLabel('Action').selectOption('LYRICS')
    await song.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /lyrics-1/ })
      .getByText('Queued')
      .waitFor()
    await page.getByRole('button', { name: 'Queued 1' }).click()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await song.waitFor()
    await page.getByRole('button', { name: 'Succeeded 1' }).click()
    await page.getByRole('row', { name: /lyrics-1/ }).waitFor({ state: 'detached' })
    // Each state keeps its count, whichever of them is shown.
    await page.getByRole('button', { name: 'Queued 1' }).waitFor()
    await page.getByRole('button', { name: /^All 2/ }).click()
    await page.getByRole('row', { name: /lyrics-1/ }).waitFor()
    await page.getByLabel('Channel ID').fill('3')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /lyrics-1/ }).waitFor({ state: 'detached' })
    await song.waitFor()
  })
})

test('jobs are sorted by cost, ticked, and acted on together, each as it can be', async () => {
  await using visit = await openServed('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/task?range=all')
  const rows = page.locator('tbody tr:has(td)')
  await page.getByRole('button', { name: 'Cost' }).click()
  await page.locator('th[aria-sort="descending"]').getByText('Cost').waitFor()
  expect(page.url()).toContain('sort=quota')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const bar = page.getByRole('region', { name: '3 selected' })
  // One is queued, two are done and paid for.
  await bar.getByRole('button', { name: /Refund.*2/ }).waitFor()
  await bar.getByRole('button', { name: /Cancel job/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel this job?' })
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  expect(await rows.count()).toBe(3)
  await bar.getByRole('button', { name: /Refund/ }).click()
  await page.getByRole('alertdialog', { name: 'Refund 2 jobs?' }).getByText('$0.02').waitFor()
})

test('a list of jobs fits a phone: state and cost in sight, in low rows', async () => {
  await using visit = await openServed('user', { language: 'en', width: 360 })
  const { page } = visit
  await visit.goto('/midjourney')
  const row = page.getByRole('row', { name: /mj-done/ })
  await row.getByText('Succeeded').waitFor()
  await row.getByText('$0.10').waitFor()
  const box = await row.boundingBox()
  expect(box?.height).toBeLessThanOrEqual(120)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(visit.complaints).toEqual([])
})

test('what no channel can do is in no menu, and its records stay', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/token')
  const menu = page.getByRole('navigation').getByRole('link')
  await menu.filter({ hasText: 'Channels' }).waitFor()
  expect(await menu.filter({ hasText: /Drawings|Tasks|Create/ }).count()).toBe(0)
  await page.route('**/cat.png', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: POINT }),
  )
  await visit.goto('/midjourney')
  await page.getByText('banned prompt detected').waitFor()
  await visit.goto('/create')
  await page.getByRole('heading', { name: 'Nothing to create with yet' }).waitFor()
  expect(visit.complaints).toEqual([])
})
