import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
  const { root } = site.people
  await root.put('/api/option/', { key: 'RetryTimes', value: '3' })
  await root.put('/api/option/', { key: 'SMTPToken', value: 'hush-hush' })
  await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":1,"svip":1}' })
  await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.5,"svip":1}' })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

describe('the audit log', () => {
  test('is not for admins', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/audit')
    await page.getByText('没有权限').waitFor()
    expect(await page.getByRole('link', { name: '审计日志' }).count()).toBe(0)
  })

  test('lists who changed what, and unfolds to the value before and after', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/log')
    await page.getByRole('link', { name: '审计日志' }).click()
    await page.getByRole('heading', { name: '审计日志', level: 1 }).waitFor()
    const row = page.getByRole('row', { name: /option:RetryTimes/ })
    await row.getByText('root', { exact: true }).waitFor()
    await row.getByText('option.set', { exact: true }).waitFor()
    await page.getByRole('button', { name: '查看修改内容：option.set option:RetryTimes' }).click()
    const details = page.locator('.audit-change')
    expect(await details.innerText()).toMatch(/原值：\s*2\s+\+\s+新值：\s*3/)
    expect(visit.complaints).toEqual([])
  })

  test('shows of a long value only the lines that differ', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/audit?target=GroupRatio')
    const unfold = 'Show the change: option.set option:GroupRatio'
    await page.getByRole('button', { name: unfold }).first().click()
    const shown = page.locator('.audit-change')
    await shown.getByText('"vip": 1,').waitFor()
    await shown.getByText('"vip": 0.5,').waitFor()
    expect(await shown.locator('.audit-removed').count()).toBe(1)
    expect(await shown.locator('.audit-added').count()).toBe(1)
  })

  test('shows that a secret changed, and never the secret', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/audit?target=SMTPToken')
    await page.getByRole('button', { name: /查看修改内容/ }).click()
    await page.locator('.audit-change').getByText('***').waitFor()
    expect(await page.content()).not.toContain('hush')
  })

  test('narrows by what was done, in the address too, and says when nothing is left', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await visit.goto('/audit')
    await page.getByLabel('操作，如 option.set').fill('user.create')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /option:RetryTimes/ }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('action=user.create')
    await page.getByLabel('对象，如 user:7').fill('no such thing')
    await page.keyboard.press('Enter')
    await page.getByText('没有符合条件的内容').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.getByRole('row', { name: /option:RetryTimes/ }).waitFor()
  })

  test('leaves sign-ins out until they are asked for, and says how many there are', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/audit')
    await page.getByRole('row', { name: /option:RetryTimes/ }).waitFor()
    expect(await page.getByRole('row', { name: /session\.start/ }).count()).toBe(0)
    await page.getByRole('button', { name: /^Sign-ins [1-9]/ }).click()
    await page
      .getByRole('row', { name: /session\.start/ })
      .first()
      .waitFor()
    expect(await page.getByRole('row', { name: /option:RetryTimes/ }).count()).toBe(0)
    expect(page.url()).toContain('show=sessions')
    await page.getByRole('button', { name: /^All [1-9]/ }).click()
    await page.getByRole('row', { name: /option:RetryTimes/ }).waitFor()
  })

  test('takes along the entries that are ticked, with what changed', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/audit')
    await page.getByRole('checkbox', { name: 'Select option.set option:RetryTimes' }).check()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export selected as CSV' }).click()
    const text = await Bun.file(await (await file).path()).text()
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(text).toContain('option:RetryTimes')
    expect(text).toContain('""value"":""3""')
    await page.getByRole('button', { name: 'Export CSV', exact: true }).click()
    await page.getByText(/Exported rows: \d+/).waitFor()
  })

  test('begins with the oldest on a press, and narrows to a stretch of time', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/audit?action=option.set&actor=root')
    await page.getByRole('button', { name: 'Time', exact: true }).click()
    await page.locator('th[aria-sort="ascending"]').getByText('Time').waitFor()
    await page.getByRole('row').nth(1).getByText('option:RetryTimes', { exact: true }).waitFor()
    await visit.goto('/audit?end=2020-01-01T00:00:00')
    await page.getByText('Nothing matches').waitFor()
  })
})
