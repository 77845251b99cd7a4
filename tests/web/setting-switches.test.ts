/** Switches of the site's settings, which wait for no button. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { OptionKey } from '../../server/domain/options'
import { type Console, openConsole } from './console-fixture'
import { option, save, storedIn, unsaved } from './settings-fixture'
import { sharedWindows } from './shared-windows'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const openPage = sharedWindows(() => site)

const stored = (key: OptionKey) => storedIn(site, key)

describe('a switch', () => {
  test('is saved at once, by itself', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    await page.getByText('开关即时保存').waitFor()
    await page.getByLabel('失败重试次数').fill('5')
    await option(page, 'DefaultCollapseSidebar').getByRole('button').click()
    await page.getByText('保存成功：默认折叠侧边栏').waitFor()
    expect(await stored('DefaultCollapseSidebar')).toBe('true')
    // What is typed goes on waiting.
    await unsaved(page).getByText('1 项修改尚未保存').waitFor()
    expect(await stored('RetryTimes')).not.toBe('5')
  })

  test('moves before the server has answered, and back with its reason when refused', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    const held = Promise.withResolvers<void>()
    await page.route('**/api/option/', async (route) => {
      if (route.request().method() === 'GET') return await route.continue()
      await held.promise
      await route.fulfill({ json: { success: false, message: 'not today' } })
    })
    await visit.goto('/setting?tab=operation')
    const shown = option(page, 'DisplayInCurrencyEnabled')
    const toggle = shown.getByRole('button')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await toggle.click()
    await shown.locator('[aria-pressed="false"]').waitFor()
    held.resolve()
    await shown.getByRole('alert').getByText('not today').waitFor()
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await page.getByText('Save failed, please retry').waitFor()
    expect(await unsaved(page).count()).toBe(0)
  })

  test('flipped again before the first answer ends as it was flipped last', async () => {
    await using visit = await openPage()
    const { page } = visit
    const held = Promise.withResolvers<void>()
    const sent: unknown[] = []
    await page.route('**/api/option/', async (route) => {
      if (route.request().method() === 'PUT') {
        sent.push(route.request().postDataJSON().value)
        await held.promise
      }
      await route.continue()
    })
    await visit.goto('/setting?tab=operation')
    const toggle = option(page, 'DisplayTokenStatEnabled').getByRole('button')
    await toggle.click()
    await toggle.click()
    await option(page, 'LogConsumeEnabled').getByRole('button').click()
    expect(sent).toEqual(['false'])
    held.resolve()
    await page.getByText('保存成功：启用额度消费日志记录').waitFor()
    expect(sent).toEqual(['false', 'true', 'false'])
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    expect(await stored('DisplayTokenStatEnabled')).toBe('true')
    expect(await stored('LogConsumeEnabled')).toBe('false')
  })

  test('says what it waits for, leads there, and works once that is saved', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=system')
    const github = option(page, 'GitHubOAuthEnabled')
    const toggle = github.getByRole('button', { name: '允许通过 GitHub 账户登录和注册' })
    await github.getByText('请先填写并保存').waitFor()
    expect(await toggle.isDisabled()).toBe(true)
    await github.getByRole('button', { name: 'GitHub Client ID' }).click()
    await page.keyboard.type('our-app')
    await page.getByLabel('GitHub Client Secret').fill('hush')
    // What is typed is not there yet for a switch that is saved at once.
    expect(await toggle.isDisabled()).toBe(true)
    await save(page)
    await github.getByText('请先填写并保存').waitFor({ state: 'detached' })
    await toggle.click()
    await page.getByText('保存成功：允许通过 GitHub').waitFor()
    expect(await stored('GitHubOAuthEnabled')).toBe('true')
  })

  test('says when it has no effect because another one is off', async () => {
    await using visit = await openPage('en')
    const { page } = visit
    await visit.goto('/setting?tab=operation')
    const told = option(page, 'CheckSensitiveOnPromptEnabled').getByText('No effect without')
    await option(page, 'CheckSensitiveEnabled').getByRole('button').click()
    await told.waitFor()
    await option(page, 'CheckSensitiveEnabled').getByRole('button').click()
    await told.waitFor({ state: 'detached' })
  })

  test('says beforehand that a root without another way in cannot close it', async () => {
    await using visit = await openPage()
    const { page } = visit
    await visit.goto('/setting?tab=system')
    const toggle = option(page, 'PasswordLoginEnabled').getByRole('button')
    await toggle.click()
    const told = page.getByRole('alertdialog', { name: '暂时无法关闭密码登录' })
    await told.getByText('您的账户没有绑定本站已开启的其他登录方式').waitFor()
    await told.getByRole('button', { name: '取消' }).click()
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    await toggle.click()
    await told.getByRole('button', { name: '前往账户绑定' }).click()
    await page.getByRole('heading', { name: '账户绑定' }).waitFor()
    expect(await stored('PasswordLoginEnabled')).toBe('true')
  })

  test('closes password login after a question to a root with another way in', async () => {
    await using visit = await openPage()
    const { page } = visit
    const set = (key: string, value: string) => site.people.root.put('/api/option/', { key, value })
    await set('GitHubClientId', 'app')
    await set('GitHubClientSecret', 'hush')
    await set('GitHubOAuthEnabled', 'true')
    const { gateway, people } = site
    const file = new Database(join(gateway.dataDir, 'gw.db'))
    file.run('UPDATE users SET github_id = ? WHERE id = ?', ['42', people.root.id])
    file.close()
    await visit.goto('/setting?tab=system')
    const toggle = option(page, 'PasswordLoginEnabled').getByRole('button')
    await toggle.click()
    const question = page.getByRole('alertdialog', { name: '关闭密码登录？' })
    await question.getByText(/包括管理员/).waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    expect(await stored('PasswordLoginEnabled')).toBe('true')
    await toggle.click()
    await question.getByRole('button', { name: '关闭密码登录' }).click()
    await page.getByText('保存成功：允许通过密码进行登录').waitFor()
    expect(await stored('PasswordLoginEnabled')).toBe('false')
  })
})
