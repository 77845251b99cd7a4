import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { LOG_TYPE } from '../../server/domain/status'
import { colorAt, MOST_SERIES } from '../../web/components/chart/chart'
import { bucketNamer, bucketsOf, type Unit } from '../../web/pages/detail/buckets'
import type { ApiBody } from '../support/api'
import { type Console, openConsole } from './console-fixture'

const HOUR = 3600
const DAY = 24 * HOUR

let site: Console
beforeAll(async () => {
  site = await openConsole()
  await write()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

/** Usage of a user now and three days ago, and of an admin now. */
async function write(): Promise<void> {
  const db = await openDatabase(`${site.gateway.dataDir}/gw.db`)
  const { user, admin } = site.people
  const now = Math.floor(Date.now() / 1000)
  const row = { user_id: user.id, username: 'user-2', created_at: now - (now % HOUR) }
  const old = { ...row, created_at: row.created_at - 3 * DAY }
  await db.kysely
    .insertInto('quota_data')
    .values([
      { ...row, model_name: 'gpt-4o', count: 3, token_used: 4500, quota: 1_000_000 },
      { ...row, model_name: 'claude-opus', count: 1, token_used: 600, quota: 250_000 },
      { ...old, model_name: 'gpt-4o', count: 40, token_used: 5000, quota: 2_000_000 },
      {
        ...row,
        user_id: admin.id,
        username: 'admin-1',
        model_name: 'gemini-pro',
        count: 7,
        token_used: 10_000,
        quota: 500_000,
      },
    ])
    .execute()
  const failed = {
    user_id: user.id,
    created_at: now - 60,
    type: LOG_TYPE.error,
    content: '',
    username: 'user-2',
    token_name: '',
    model_name: 'gpt-4o',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 1,
    is_stream: 0 as const,
    channel_id: 1,
    token_id: 1,
    group: 'default',
    ip: '',
    request_id: '',
    other: '',
  }
  await db.kysely.insertInto('logs').values([failed, failed]).execute()
  await db.close()
}

const figure = (title: string) => `.stat:has(dt:text-is("${title}")) dd`

describe('the dashboard', () => {
  test('shows a user the own usage of the last day, as the API has it', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/detail')
    const { body } = await site.people.user.get('/api/data/self')
    const sum = (field: string): number =>
      body.data.reduce((total: number, row: ApiBody) => total + row[field], 0)
    expect([sum('count'), sum('token_used'), sum('quota')]).toEqual([4, 5100, 1_250_000])
    await page.locator(figure('消费')).getByText('$2.50').waitFor()
    expect(await page.locator(figure('请求次数')).textContent()).toBe('4')
    expect(await page.locator(figure('Token 数')).textContent()).toBe('5,100')
    await page.getByText('余额 $2.00', { exact: true }).waitFor()
    const shares = page.getByRole('listitem').filter({ hasText: '%' })
    expect(await shares.allTextContents()).toEqual(['gpt-4o$2.0080%', 'claude-opus$0.500020%'])
    expect(await page.getByLabel('用户名').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('draws bars per model and fits them to the window', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/detail')
    const chart = page.getByLabel('各模型的消费', { exact: true })
    await chart.waitFor()
    expect(await chart.locator('.chart-bar.chart-running').count()).toBe(2)
    await chart.locator('.chart-bar').last().hover({ force: true })
    await page.locator('.chart-tip').getByText('$2.00').waitFor()
    await page.locator('.chart-tip').getByText('尚未结束').waitFor()
    await page.mouse.move(0, 0)
    await page.locator('.chart-tip').waitFor({ state: 'detached' })
    const wide = Number(await chart.getAttribute('width'))
    await page.setViewportSize({ width: 500, height: 800 })
    await page.waitForFunction(
      (before) => Number(document.querySelector('.chart > svg')?.getAttribute('width')) < before,
      wide,
    )
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(500)
  })

  test('leads from a bar to its calls, and from a stretch of bars to that time', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/detail')
    const chart = page.getByLabel('各模型的消费', { exact: true })
    const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const at = (share: number): readonly [number, number] => [
      box.x + 64 + (box.width - 76) * share,
      box.y + box.height / 2,
    ]
    await page.mouse.move(...at(0.3))
    await page.mouse.down()
    await page.mouse.move(...at(0.99), { steps: 3 })
    await page.mouse.up()
    await page.waitForURL(/range=custom.*start=/)
    await page.locator(figure('消费')).getByText('$2.50').waitFor()
    await chart.locator('.chart-bar').last().click({ force: true })
    await page.waitForURL(/\/log\?start=\d{4}-.*end=/)
  })

  test('reaches further back, by the day, and keeps that in the address', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/detail')
    await page.getByLabel('时间范围').selectOption('week')
    await page.locator(figure('消费')).getByText('$6.50').waitFor()
    expect(await page.getByLabel('时间粒度').inputValue()).toBe('day')
    await page.reload()
    await page.locator(figure('消费')).getByText('$6.50').waitFor()
    const byHour = page.getByRole('option', { name: '按小时' })
    expect(await byHour.isDisabled()).toBe(false)
    await page.getByLabel('时间范围').selectOption('month')
    expect(await byHour.isDisabled()).toBe(true)
    await page.getByRole('button', { name: '表格' }).click()
    await page.getByRole('button', { name: '请求次数' }).click()
    const rows = page.getByRole('row')
    expect(await rows.nth(0).textContent()).toBe('时间gpt-4oclaude-opus合计')
    expect((await rows.nth(1).textContent())?.endsWith('40–40')).toBe(true)
    expect((await rows.nth(2).textContent())?.endsWith('314')).toBe(true)
    expect(await rows.count()).toBe(3)
  })

  test('shows admins everybody, or the one whose name they type', async () => {
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/detail')
    await page.locator(figure('Requests')).getByText('11', { exact: true }).waitFor()
    await page.getByText('gemini-pro').first().waitFor()
    await page.locator(figure('Failed requests')).getByText('2', { exact: true }).waitFor()
    await page.getByLabel('Username').fill('user-2')
    await page.keyboard.press('Enter')
    await page.locator(figure('Requests')).getByText('4', { exact: true }).waitFor()
    expect(await page.getByText('gemini-pro').count()).toBe(0)
    await page.getByLabel('Username').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('No usage in this range').waitFor()
    expect(await page.locator(figure('Failed requests')).count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('takes a range of one’s own, and says what is wrong with it', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/detail')
    await page.getByLabel('时间范围').selectOption('custom')
    await page.locator(figure('消费')).getByText('$2.50').waitFor()
    await page.getByLabel('结束时间').fill('2020-01-01T00:00:00')
    await page.getByText('请选择开始时间，且不晚于结束时间').waitFor()
    await page.getByLabel('结束时间').fill('')
    await page.getByLabel('开始时间').fill('2020-01-01T00:00:00')
    await page.getByRole('alert').getByText('31').waitFor()
  })

  test('is exported hour by hour and model by model', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/detail')
    await page.locator(figure('消费')).getByText('$2.50').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    const lines = (await Bun.file(await download.path()).text()).trim().split('\r\n')
    expect(lines[0]).toEndWith('time,model_name,quota,count,token_used')
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00,/)
    expect(lines.slice(1).map((line) => line.split(',').slice(1).join())).toEqual([
      'claude-opus,250000,1,600',
      'gpt-4o,1000000,3,4500',
    ])
  })

  test('begins as the operator has set it, and is no menu entry when switched off', async () => {
    const set = (key: string, value: string) => site.people.root.put('/api/option/', { key, value })
    await set('DataExportDefaultTime', 'week')
    await using visit = await site.open('user', { language: 'en' })
    const { page } = visit
    await visit.goto('/detail')
    expect(await page.getByLabel('Time range').inputValue()).toBe('month')
    expect(await page.getByLabel('Interval').inputValue()).toBe('week')
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })
    expect(await entry.count()).toBe(1)
    await set('DataExportEnabled', 'false')
    await page.reload()
    await page.getByText('switched the dashboard off').waitFor()
    expect(await entry.count()).toBe(0)
    await set('DataExportEnabled', 'true')
    await set('DataExportDefaultTime', 'hour')
  })
})

test('every model of a chart has a colour', async () => {
  await using visit = await site.open('user')
  await visit.goto('/detail')
  const colors = Array.from({ length: MOST_SERIES + 1 }, (_, index) => colorAt(index))
  const drawn = await visit.page.evaluate((all) => {
    const swatch = document.body.appendChild(document.createElement('i'))
    return all.map((color) => {
      swatch.style.color = ''
      swatch.style.color = `color-mix(in srgb, ${color}, ${color})`
      return getComputedStyle(swatch).color
    })
  }, colors)
  expect(new Set(drawn).size).toBe(colors.length)
})

describe('buckets of time', () => {
  const at = (text: string): number => Date.parse(text) / 1000
  const day = (date: string): number => at(`${date}T00:00:00Z`)
  const hoursIn = (from: string, hours: number): number[] =>
    Array.from({ length: hours }, (_, index) => at(from) + index * HOUR)

  test('a day has 23 hours when clocks go forward, and 25 when they go back', () => {
    const name = bucketNamer('day', 'America/New_York')
    const forward = hoursIn('2026-03-08T05:00:00Z', 24).map(name)
    expect(forward.filter((one) => one === day('2026-03-08'))).toHaveLength(23)
    const back = hoursIn('2026-11-01T04:00:00Z', 26).map(name)
    expect(back.filter((one) => one === day('2026-11-01'))).toHaveLength(25)
  })

  test('no day is left out or doubled where midnight itself is skipped', () => {
    const span = { from: at('2026-09-05T12:00:00Z'), to: at('2026-09-08T12:00:00Z') }
    expect(bucketsOf(span, 'day', 'America/Santiago')).toEqual(
      ['2026-09-05', '2026-09-06', '2026-09-07', '2026-09-08'].map(day),
    )
  })

  test('weeks begin on Monday, where the viewer is', () => {
    const name = bucketNamer('week', 'Asia/Shanghai')
    expect(name(at('2026-11-22T15:59:59Z'))).toBe(day('2026-11-16'))
    expect(name(at('2026-11-22T16:00:00Z'))).toBe(day('2026-11-23'))
    expect(name(at('2027-01-01T00:00:00Z'))).toBe(day('2026-12-28'))
  })

  test.each(['hour', 'day', 'week'] as Unit[])('every moment has its %s', (unit) => {
    const span = { from: at('2026-03-20T07:00:00Z'), to: at('2026-04-20T07:59:59Z') }
    for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']) {
      const name = bucketNamer(unit, zone)
      const buckets = new Set(bucketsOf(span, unit, zone))
      const hours = hoursIn('2026-03-20T07:00:00Z', 31 * 24 + 1)
      expect(new Set(hours.map(name))).toEqual(buckets)
    }
  })

  test('a span that ends before it begins has none', () => {
    expect(bucketsOf({ from: DAY, to: 0 }, 'hour', 'UTC')).toEqual([])
  })
})
