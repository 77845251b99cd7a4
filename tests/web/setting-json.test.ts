/** JSON settings as their text. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { OptionKey } from '../../server/domain/options'
import { type Console, openConsole } from './console-fixture'
import { save, storedIn, typeJson, unsaved } from './settings-fixture'
import { sharedWindows } from './shared-windows'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const openPage = sharedWindows(() => site)

const stored = (key: OptionKey) => storedIn(site, key)

describe('JSON', () => {
  test('is marked where it is wrong, and not saved', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation&view=ratios')
    await typeJson(page, '模型倍率', '{\n  "gpt-4o": 1,,\n}')
    await page.getByText('第 2 行附近不是合法的 JSON 字符串').waitFor()
    await page.locator('.cm-lint-marker-error').waitFor()
    await save(page)
    await page.getByText('请检查输入').waitFor()
    expect(JSON.parse(await stored('ModelRatio'))).toHaveProperty('gpt-4o')
    await typeJson(page, '模型倍率', '{"gpt-4o": 1, "gpt-4o": 2}')
    await page.getByText('gpt-4o 重复出现').waitFor()
  })

  test('does not keep the keyboard: Tab goes on to the next field', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=models')
    const safety = page.getByRole('group', { name: 'Gemini 安全设置' })
    await safety.getByRole('button', { name: 'JSON' }).click()
    await safety.getByRole('textbox', { name: 'Gemini 安全设置' }).focus()
    await page.keyboard.press('Tab')
    const next = page.getByRole('group', { name: 'Gemini 版本设置' })
    const first = next.getByRole('button', { name: '表格' })
    expect(await first.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('of many prices goes back to the default, too', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation&view=ratios')
    await typeJson(page, '模型倍率', '{"gpt-4o": 7}')
    await unsaved(page).getByText('1 项修改尚未保存').waitFor()
    await page.getByRole('button', { name: '恢复默认值: 模型倍率' }).click()
    await unsaved(page).waitFor({ state: 'detached' })
    expect(visit.complaints).toEqual([])
  })

  test('of headers is begun with a template; a default can be brought back', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=models')
    await page
      .getByRole('button', { name: 'Fill template: Claude request headers', exact: true })
      .click()
    await page.getByLabel('Claude BudgetTokens as a share of MaxTokens').fill('0.05')
    await save(page)
    await page.getByText('must be between 0.1 and 1').waitFor()
    await page.getByLabel('Claude BudgetTokens as a share of MaxTokens').fill('0.5')
    await save(page)
    await page.getByText('Saved successfully').waitFor()
    const headers = JSON.parse(await stored('claude.headers_settings'))
    expect(headers['anthropic-beta']).toHaveLength(2)
    await page.getByRole('button', { name: 'Back to default: Claude request headers' }).click()
    await save(page)
    await unsaved(page).waitFor({ state: 'detached' })
    expect(await stored('claude.headers_settings')).toBe('{}')
  })
})
