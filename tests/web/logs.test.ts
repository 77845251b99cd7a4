import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { csvText } from '../../server/domain/text/csv'
import { movedTimes } from '../../web/pages/log/log-window'
import { fixture, json, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole, readAlone } from './console-fixture'

/** What opens a call. */
const OPEN = /^查看记录/

let site: Console
let upstream: Upstream
/** Instead of a good answer. */
let answer: (() => Reply) | undefined
beforeAll(async () => {
  upstream = await startUpstream(
    () => answer?.() ?? json(JSON.parse(fixture('openai/chat-text.json'))),
  )
  site = await openConsole({ channels: [{ upstream, name: 'main', models: 'gpt-4o,gpt-4o-mini' }] })
  for (const [who, model] of [
    ['root', 'gpt-4o'],
    ['user', 'gpt-4o'],
    ['user', 'gpt-4o-mini'],
  ] as const) {
    const form = { name: `${who} calls`, unlimited_quota: true }
    const { body } = await site.people[who].post('/api/token/', form)
    const messages = [{ role: 'user', content: 'hello' }]
    const answer = await site.gateway.post(
      '/v1/chat/completions',
      { model, messages },
      { key: `sk-${body.data[0].key}` },
    )
    expect(answer.status).toBe(200)
  }
  await site.gateway.idle()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

describe('the usage log', () => {
  test('works out the price of a call step by step, as it was charged', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    await page
      .getByRole('row', { name: /root calls/ })
      .getByRole('button', { name: OPEN })
      .click()
    const { body } = await site.people.root.get('/api/log/?token_name=root%20calls')
    const { quota } = body.data.items[0]
    await page.getByText('12 × 1.25 = 15').waitFor()
    await page.getByText('9 × 5 = 45').waitFor()
    await page.getByText(new RegExp(`实际扣除 ${quota} 点（`)).waitFor()
    await page.getByText('$2.50 / 1M').waitFor()
    expect(await page.getByText('与上面的合计不同').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('shows users their own calls, and nothing of channels', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/log')
    await page.getByRole('cell', { name: 'user calls' }).first().waitFor()
    expect(await page.getByRole('cell', { name: 'root calls' }).count()).toBe(0)
    expect(await page.getByRole('columnheader', { name: '渠道' }).count()).toBe(0)
    await page.getByRole('button', { name: '筛选' }).click()
    expect(await page.getByLabel('用户名').count()).toBe(0)
    await page.getByRole('button', { name: OPEN }).first().click()
    await page.getByText('计费明细').waitFor()
    expect(await page.locator('.call-trace').count()).toBe(0)
  })

  test('is narrowed by a line that is completed as it is typed, totals and all', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    const before = await page.locator('.log-figures dd').first().textContent()
    await page.keyboard.press('/')
    await page.keyboard.type('mod')
    await page.getByRole('option', { name: 'model:' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('mini')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.getByRole('cell', { name: 'root calls' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('q')).toBe('model:gpt-4o-mini')
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.waitForFunction(
      (old) => document.querySelector('.log-figures dd')?.textContent !== old,
      before,
    )
    await page.getByRole('combobox', { name: '查询' }).fill('modle:gpt-4o ')
    await page.getByRole('alert').getByText('无法识别筛选条件“modle:gpt-4o”').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.getByRole('cell', { name: 'root calls' }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('keeps its older filters, as fields behind the line and in addresses', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log?model_name=gpt-4o-mini&type=2')
    const line = page.getByRole('combobox', { name: '查询' })
    await page.getByRole('cell', { name: 'user calls' }).waitFor()
    expect(await line.inputValue()).toBe('type:consumption model:gpt-4o-mini')
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('button', { name: '筛选', exact: true }).click()
    expect(await page.getByLabel('模型名称').inputValue()).toBe('gpt-4o-mini')
    await page.getByLabel('模型名称').fill('gpt-4o')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'root calls' }).waitFor()
    await page.getByLabel('类型').selectOption({ label: '充值' })
    await page.getByText('没有符合条件的内容').waitFor()
    expect(await line.inputValue()).toBe('type:top_up model:gpt-4o')
  })

  test('is walked through by keys, one call after the other', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log?type=2')
    await page.getByRole('cell', { name: 'root calls' }).waitFor()
    const ids = await page
      .locator('tr[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
    const opened = () => page.locator('tr[data-opened="true"]').getAttribute('data-row')
    await page.keyboard.press('j')
    const panel = page.getByRole('complementary', { name: '调用详情' })
    await panel.getByRole('button', { name: /^模型 gpt-4o/ }).waitFor()
    expect(await opened()).toBe(ids[0] ?? '')
    await page.keyboard.press('j')
    expect(await opened()).toBe(ids[1] ?? '')
    await page.keyboard.press('k')
    expect(await opened()).toBe(ids[0] ?? '')
    expect(new URL(page.url()).searchParams.get('row')).toBe(ids[0] ?? '')
    await page.keyboard.press('Escape')
    await page.getByRole('complementary', { name: '调用详情' }).waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })

  test('has the cost in sight at every width, and only the rows in sight in the page', async () => {
    await using visit = await site.open('root', { width: 1440 })
    const { page } = visit
    const { body } = await site.people.root.get('/api/log/?token_name=root%20calls')
    const [log] = body.data.items
    await readAlone(page)
    await page.route(/\/api\/log\/\?/, (route) => {
      const p = Number(new URL(route.request().url()).searchParams.get('p'))
      const items = Array.from({ length: 100 }, (_, at) => ({ ...log, id: 10_000 - 100 * p - at }))
      return route.fulfill({
        json: {
          success: true,
          message: '',
          data: { items, total: 1_000, page: p, page_size: 100 },
        },
      })
    })
    await visit.goto('/log')
    for (const width of [1920, 1440, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 })
      // Columns make room when the list has been measured anew.
      await page.waitForFunction((width) => {
        const row = document.querySelector('tr[data-row]')
        const cost = [...(row?.querySelectorAll('.number') ?? [])].find(
          (cell) => cell.textContent === '$0.00012',
        )
        const isInSight = cost !== undefined && cost.getBoundingClientRect().right < width
        return isInSight && document.body.scrollWidth <= width
      }, width)
    }
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByText('已显示 200 条，共 1,000 条').waitFor()
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(60)
  })

  test('shows how many calls were answered, and leads from there to the rest', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    await page.getByRole('button', { name: /^成功 \d/ }).click()
    const line = page.getByRole('combobox', { name: '查询' })
    await waitUntil('the query says so', async () => {
      return (await line.inputValue()) === 'type:answered'
    })
    const frame = await page.locator('.histogram-frame').boundingBox()
    if (frame === null) throw new Error('no histogram')
    await page.mouse.move(frame.x + frame.width - 60, frame.y + 20)
    await page.mouse.down()
    await page.mouse.move(frame.x + frame.width - 2, frame.y + 20)
    await page.mouse.up()
    await page.waitForURL(/start=/)
    await page.getByRole('cell', { name: 'root calls' }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('shows three days at most, whatever the address asks for', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    const asked: number[] = []
    await readAlone(page)
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/log/') asked.push(Number(searchParams.get('start_timestamp')))
    })
    await visit.goto('/log?start=2026-01-01T00:00:00&end=2026-01-26T00:00:00')
    await page.getByText('一次最多显示 3 天的日志').waitFor()
    expect(asked.length).toBeGreaterThan(0)
    const from = await page.evaluate('new Date("2026-01-23T00:00:00").getTime() / 1000')
    expect([...new Set(asked)]).toEqual([Number(from)])
  })

  test('tells admins about the user behind a call', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    await page
      .getByRole('cell', { name: /user-\d/ })
      .first()
      .getByRole('button')
      .click()
    await page.getByRole('dialog', { name: '用户信息' }).getByText('default').waitFor()
  })

  test('is exported as a file, without what only admins may know', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/log?model_name=gpt-4o-mini')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    const lines = (await Bun.file(await download.path()).text()).trim().split('\r\n')
    expect(lines[0]).toContain('model_name')
    expect(lines[0]).not.toContain('channel')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('user calls')
    await page.getByText('已导出 1 条').waitFor()
  })

  test('says when an export is cut', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    const items = Array.from({ length: 100 }, (_, id) => ({
      ...{ id, created_at: 1_750_000_000, model_name: 'gpt-4o', quota: 30, other: '' },
    }))
    await visit.goto('/log')
    await page.route(/\/api\/log\/\?.*page_size=100/, (route) =>
      route.fulfill({ json: { success: true, message: '', data: { items, total: 2345 } } }),
    )
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    const text = await Bun.file(await download.path()).text()
    expect(text.trim().split('\r\n')).toHaveLength(1001)
    await page.getByText('只导出了最新的 1,000 条，共 2,345 条').waitFor()
  })

  test('grows by itself while it is live, but not under a reader', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    const { body } = await site.people.user.post('/api/token/', {
      name: 'tail calls',
      unlimited_quota: true,
    })
    const call = async (): Promise<void> => {
      const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'again' }] }
      const key = `sk-${body.data[0].key}`
      expect((await site.gateway.post('/v1/chat/completions', chat, { key })).status).toBe(200)
      await site.gateway.idle()
    }
    await page.clock.install()
    await visit.goto('/log')
    await page.getByRole('button', { name: '实时刷新' }).click()
    await page.getByText('新增 0 条').waitFor()
    await call()
    await page.clock.fastForward(6000)
    await page.getByText('新增 1 条').waitFor()
    const marked = page.locator('tr[data-new="true"]')
    expect(await marked.count()).toBe(1)
    await marked.getByRole('button', { name: OPEN }).click()
    await page.getByText('查看详情时暂停').waitFor()
    let readings = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/log/self')) readings += 1
    })
    await call()
    await page.clock.fastForward(60_000)
    expect(readings).toBe(0)
    await page.keyboard.press('Escape')
    await page.clock.fastForward(6000)
    await page.getByText('新增 2 条').waitFor()
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    readings = 0
    await page.clock.fastForward(60_000)
    expect(readings).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('tells what was tried and what was lost on the way', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    const { body } = await site.people.root.get('/api/log/?token_name=root%20calls')
    const [log] = body.data.items
    const other = {
      ...JSON.parse(log.other),
      untranslated: ['logit_bias', 'seed'],
      admin_info: { use_channel: ['7', '1'] },
    }
    const items = [{ ...log, other: JSON.stringify(other) }]
    await readAlone(page)
    await page.route(/\/api\/log\/\?/, (route) =>
      route.fulfill({
        json: { success: true, message: '', data: { items, total: 1, page: 1, page_size: 10 } },
      }),
    )
    await visit.goto('/log')
    // Marked in the list, because a second channel answered.
    await page.getByRole('cell', { name: /gpt-4o ?Retried/ }).waitFor()
    await page.getByRole('button', { name: /^Open entry/ }).click()
    const trace = page.locator('.call-trace li')
    await trace.nth(1).waitFor()
    expect(await trace.count()).toBe(2)
    expect(await trace.first().textContent()).toContain('#7')
    await page.getByText('logit_bias').waitFor()
    expect(await page.getByText('Not translated').isVisible()).toBe(true)
    expect(await page.locator('.charge-steps').count()).toBe(1)
  })

  test('explains a call that failed by what its upstream said, and bills nothing', async () => {
    answer = () => json({ error: { message: 'Rate limit reached for us' } }, { status: 429 })
    const { body } = await site.people.root.get('/api/token/?p=0&size=1')
    await site.gateway.post(
      '/v1/chat/completions',
      { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] },
      { key: `sk-${body.data[0].key}` },
    )
    await site.gateway.idle()
    answer = undefined
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/log?type=5')
    await page.getByRole('cell', { name: /The upstream answered/ }).waitFor()
    await page.getByRole('button', { name: /^Open entry/ }).click()
    const step = page.locator('.call-trace li')
    await step.getByText('Rate limit reached for us').waitFor()
    await step.getByText('429', { exact: true }).waitFor()
    await step.getByText('#1 main').waitFor()
    expect(await page.locator('.charge-steps').count()).toBe(0)
  })
})

test('cells that spreadsheets would run or split are made harmless', () => {
  const rows = [{ a: '=1+1', b: 'x,"y"', c: -5, d: null }]
  expect(csvText(['a', 'b', 'c', 'd'], rows)).toBe('a,b,c,d\r\n\'=1+1,"x,""y""",-5,\r\n')
})

describe('one view of the log', () => {
  test('begins the day before yesterday and ends an hour ahead', async () => {
    await using visit = await site.open('user')
    await visit.goto('/log')
    await visit.page.getByRole('button', { name: '时间范围' }).click()
    await visit.page.getByRole('menuitemradio', { name: '自定义时间' }).press('Enter')
    const [start, end] = await Promise.all(
      ['开始时间', '结束时间'].map((name) => visit.page.getByLabel(name).inputValue()),
    )
    expect(start).toMatch(/T00:00(?::00)?$/)
    const hours = (Date.parse(end ?? '') - Date.parse(start ?? '')) / 3_600_000
    expect(hours).toBeGreaterThan(48)
    expect(hours).toBeLessThanOrEqual(73)
  })

  test('is three days at most: the other end comes along', () => {
    const old = { start: '', end: '' }
    const january = movedTimes(old, { start: '2026-01-10T00:00:00' })
    expect(january).toEqual({ start: '2026-01-10T00:00:00', end: '2026-01-13T00:00:00' })
    const later = movedTimes(january, { end: '2026-02-01T12:00:00' })
    expect(later).toEqual({ start: '2026-01-29T12:00:00', end: '2026-02-01T12:00:00' })
    const shorter = movedTimes(later, { start: '2026-01-30T00:00:00' })
    expect(shorter).toEqual({ ...later, start: '2026-01-30T00:00:00' })
  })
})
