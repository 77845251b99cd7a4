import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { csvText } from '../../server/domain/csv'
import { fixture, json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

let site: Console
let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(() => json(JSON.parse(fixture('openai/chat-text.json'))))
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
    const row = page.getByRole('row', { name: /root calls/ })
    await row.getByRole('button', { name: /^展开第/ }).click()
    const { body } = await site.people.root.get('/api/log/?token_name=root%20calls')
    const { quota } = body.data.items[0]
    await page.getByText('12 × 1.25 = 15').waitFor()
    await page.getByText('9 × 5 = 45').waitFor()
    await page.getByText(new RegExp(`实际扣除 ${quota}（`)).waitFor()
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
    expect(await page.getByLabel('用户名称').count()).toBe(0)
    await page
      .getByRole('button', { name: /^展开第/ })
      .first()
      .click()
    await page.getByText('计费过程').waitFor()
    expect(await page.getByText('尝试的渠道').count()).toBe(0)
  })

  test('is narrowed by model and type, and the totals with it', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    const before = await page.locator('.figure dd').first().textContent()
    await page.getByLabel('模型名称').fill('gpt-4o-mini')
    await page.getByRole('cell', { name: 'root calls' }).waitFor({ state: 'detached' })
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.waitForFunction(
      (old) => document.querySelector('.figure dd')?.textContent !== old,
      before,
    )
    await page.locator('search').getByLabel('类型').selectOption({ label: '充值' })
    await page.getByText('没有符合条件的内容').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.getByRole('cell', { name: 'root calls' }).waitFor()
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

  test('is exported as a file', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 CSV' }).click(),
    ])
    const text = await Bun.file(await download.path()).text()
    expect(text.split('\r\n')[0]).toContain('model_name')
    expect(text).toContain('root calls')
  })
})

test('cells that spreadsheets would run or split are made harmless', () => {
  const rows = [{ a: '=1+1', b: 'x,"y"', c: -5, d: null }]
  expect(csvText(['a', 'b', 'c', 'd'], rows)).toBe('a,b,c,d\r\n\'=1+1,"x,""y""",-5,\r\n')
})
