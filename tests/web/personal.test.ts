/** What people see of their own account and set for themselves. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { API_PASSWORD, type ApiCaller } from '../support/api'
import { manualClock } from '../support/ports'
import { type Console, openConsole, readAlone } from './console-fixture'

const MODELS = Array.from({ length: 12 }, (_, index) => `model-${String(index + 10)}`)
const clock = manualClock(Date.now())

let site: Console
let person: ApiCaller
beforeAll(async () => {
  site = await openConsole({
    clock,
    channels: [{ name: 'main', models: MODELS }],
    options: { QuotaForInviter: 1_500_000 },
  })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())
beforeEach(async () => {
  person = await site.api.as('user')
})

const MINUTE_MS = 60_000
const self = async (caller = person) => (await caller.get('/api/user/self')).body.data
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()')
const card = (page: Page, title: string) =>
  page.locator('section.card').filter({ has: page.getByRole('heading', { name: title }) })

describe('the settings page', () => {
  test('is for those who are signed in', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/setting')
    await visit.page.waitForURL('**/login**')
    expect(new URL(visit.page.url()).pathname).toBe('/login')
  })

  test('begins with the account, and so does a tab that one may not open', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting?tab=system')
    const summary = page.getByRole('region', { name: '账户概览' })
    const { username, id } = await self()
    await summary.getByText(`${username} · ID ${id} · 分组 default`).waitFor()
    await summary.getByText('普通用户').waitFor()
    await summary.getByText('$2.00').waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('is in English, too, and names the super administrator', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/setting')
    await page.getByText('Super administrator', { exact: true }).waitFor()
    await page.getByText('The account of the super administrator cannot be deleted.').waitFor()
    expect(await page.getByRole('button', { name: 'Delete account' }).count()).toBe(0)
  })

  test('says when the account cannot be read, and tries again', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await readAlone(page)
    await page.route('**/api/user/self', (route) => route.fulfill({ status: 500, body: '{}' }))
    await visit.goto('/setting')
    await page.getByRole('alert').getByText('服务器内部错误，请联系管理员').waitFor()
    await page.unroute('**/api/user/self')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByRole('heading', { name: '可用模型' }).waitFor()
  })
})

describe('models and invitations', () => {
  test('ten models are shown until more are asked for; a click copies the name', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    const models = card(page, '可用模型')
    const chips = models.getByRole('button', { name: /^复制模型名称/ })
    await models.getByRole('button', { name: '更多 2 个模型' }).waitFor()
    expect(await chips.count()).toBe(10)
    await models.getByRole('button', { name: '更多 2 个模型' }).click()
    await chips.nth(11).click()
    await page.getByText('已复制：model-21').waitFor()
    expect(await copied(page)).toBe('model-21')
    await models.getByRole('button', { name: '收起' }).click()
    expect(await chips.count()).toBe(10)
  })

  test('link and code are copied', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    const { aff_code } = await self()
    await page.getByRole('button', { name: '复制: 邀请链接' }).click()
    await page.getByText('已复制').waitFor()
    expect(await copied(page)).toBe(`${site.gateway.url}/register?aff=${aff_code}`)
    await page.getByRole('button', { name: '复制: 邀请码' }).click()
    await page.waitForFunction(`navigator.clipboard.readText().then((t) => t === "${aff_code}")`)
  })

  test('earnings move into the balance, a unit at least and no more than there are', async () => {
    const { aff_code, quota } = await self()
    const guest = { username: `guest${person.id}`, password: API_PASSWORD, aff_code }
    expect((await site.api.post('/api/user/register', guest)).body.success).toBe(true)
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    await card(page, '邀请奖励').getByText('$3.00').first().waitFor()
    await page.getByRole('button', { name: '划转到余额' }).click()
    const dialog = page.getByRole('dialog', { name: '划转邀请收益' })
    const amount = dialog.getByLabel('划转额度')
    for (const [typed, problem] of [
      ['0.999998', '划转额度最低为 $1.00'],
      ['3.000002', '最多可划转 $3.00'],
    ] as const) {
      await amount.fill(typed)
      await dialog.getByRole('button', { name: '划转到余额' }).click()
      await dialog.getByText(problem).waitFor()
    }
    await amount.fill('2')
    await dialog.getByRole('button', { name: '划转到余额' }).click()
    await page.getByText('划转成功').waitFor()
    expect(await self()).toMatchObject({ quota: quota + 1_000_000, aff_quota: 500_000 })
    await page.getByRole('region', { name: '账户概览' }).getByText('$4.00').waitFor()
  })
})

describe('name and password', () => {
  test('a display name is shown in the menu at once', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    await page.getByLabel('显示名称').fill('  ')
    await page.getByRole('button', { name: '保存' }).first().click()
    await page.getByText('请输入显示名称').waitFor()
    await page.getByLabel('显示名称').fill('Ann of Green')
    await page.getByRole('button', { name: '保存' }).first().click()
    await page.getByText('显示名称已更新').waitFor()
    expect((await self()).display_name).toBe('Ann of Green')
    await page.getByRole('button', { name: /^账户菜单/ }).click()
    await page.getByText('Ann of Green · 普通用户').waitFor()
  })

  test('a password must be long enough and typed twice', async () => {
    await using visit = await site.open(person, { language: 'en' })
    const { page } = visit
    await visit.goto('/setting')
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByLabel('Confirm new password').fill('other')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('At least 8 characters').waitFor()
    await page.getByText('The passwords do not match').waitFor()
  })

  test('after a while the current password is asked for, and the change is made', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    clock.advance(16 * MINUTE_MS)
    const { username } = await self()
    await page.getByLabel('新密码', { exact: true }).fill('another horse')
    await page.getByLabel('确认新密码').fill('another horse')
    await page.getByRole('button', { name: '修改密码' }).click()
    const dialog = page.getByRole('dialog', { name: '请确认是您本人' })
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.getByText('请输入当前密码', { exact: true }).waitFor()
    await dialog.getByLabel('当前密码').fill('not this one')
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.getByText('密码不正确').waitFor()
    await dialog.getByLabel('当前密码').fill(API_PASSWORD)
    await dialog.getByRole('button', { name: '确定' }).click()
    await page.getByText('密码已修改').waitFor()
    expect((await site.api.login(username, 'another horse')).id).toBe(person.id)
    // The window has the new session.
    await visit.goto('/setting')
    await page.getByRole('heading', { name: '登录会话' }).waitFor()
  })

  test('who does not know the password keeps the old one, and reads how to go on', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    clock.advance(16 * MINUTE_MS)
    await page.getByLabel('新密码', { exact: true }).fill('another horse')
    await page.getByLabel('确认新密码').fill('another horse')
    await page.getByRole('button', { name: '修改密码' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('alert').getByText('为保护账户安全').waitFor()
    await page.getByRole('button', { name: '修改密码' }).click()
    // Nothing is linked to this account that could take the place of a password.
    await page.getByRole('dialog').getByText('没有密码？请退出登录').waitFor()
  })
})

describe('logins and tokens', () => {
  test('one other login is ended, then all others', async () => {
    const { username } = await self()
    const others = await Promise.all([1, 2, 3].map(() => site.api.login(username)))
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    const logins = card(page, '登录会话')
    await logins.getByText('当前浏览器', { exact: true }).waitFor()
    expect(await logins.getByRole('listitem').count()).toBe(4)
    await logins
      .getByRole('button', { name: /^退出 / })
      .first()
      .click()
    await page.getByText('该登录已退出').waitFor()
    await logins.getByRole('listitem').nth(3).waitFor({ state: 'detached' })
    await logins.getByRole('button', { name: '退出其他所有登录' }).click()
    const question = page.getByRole('alertdialog', { name: '退出其他所有登录？' })
    await question.getByRole('button', { name: '退出其他所有登录' }).click()
    await page.getByText('已退出 2 个登录').waitFor()
    await logins.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    for (const other of others) expect((await other.get('/api/user/self')).status).toBe(401)
    expect((await person.get('/api/user/self')).status).toBe(200)
  })

  test('a system access token is shown once, copied, works, and is revoked', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    const tokens = card(page, '访问令牌')
    await tokens.getByRole('button', { name: '生成新令牌' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '生成新令牌' }).click()
    await page.getByText('令牌已重置并已复制到剪贴板').waitFor()
    const token = String(await copied(page))
    const dialog = page.getByRole('dialog', { name: '访问令牌' })
    await dialog.getByText(token, { exact: true }).waitFor()
    const script = site.api.withAccessToken(person.id, token)
    expect((await self(script)).id).toBe(person.id)
    await dialog.getByRole('button', { name: '关闭' }).click()
    expect(await page.getByText(token).count()).toBe(0)
    for (const told of ['令牌已吊销', 'access token 不存在']) {
      await tokens.getByRole('button', { name: '吊销令牌' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '吊销令牌' }).click()
      await page.getByText(told).waitFor()
    }
    expect((await script.get('/api/user/self')).body.code).toBe('access_token.invalid')
  })
})

describe('notifications', () => {
  const setting = async () => JSON.parse((await self()).setting)

  test('go by mail from a threshold on', async () => {
    await using visit = await site.open(person)
    const { page } = visit
    await visit.goto('/setting')
    const notices = card(page, '通知设置')
    expect(await notices.getByLabel('余额预警阈值').inputValue()).toBe('1')
    await notices.getByLabel('余额预警阈值').fill('0')
    await notices.getByRole('button', { name: '保存' }).click()
    await notices.getByText('预警阈值必须大于 0').waitFor()
    await notices.getByRole('button', { name: '$0.2', exact: true }).click()
    await notices.getByLabel('通知邮箱').fill('not an address')
    await notices.getByRole('button', { name: '保存' }).click()
    await page.getByText('更新通知设置失败：邮箱地址格式不正确').waitFor()
    await notices.getByLabel('通知邮箱').fill('ann@example.com')
    await notices.getByRole('button', { name: '保存' }).click()
    // This site has no mail server, and says so rather than keep it to itself.
    await page.getByText('设置已更新，但通知无法送达：本站尚未配置邮件服务').waitFor()
    await notices.getByText('通知无法通过邮件送达').waitFor()
    expect(await setting()).toMatchObject({
      notify_type: 'email',
      quota_warning_threshold: 100_000,
      notification_email: 'ann@example.com',
      language: 'zh',
    })
  })

  test('go to an https address, whose secret is not shown again', async () => {
    await using visit = await site.open(person, { language: 'en' })
    const { page } = visit
    await visit.goto('/setting')
    const notices = card(page, 'Notifications')
    const save = async (told = 'Notification settings updated') => {
      await notices.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(told).first().waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).click()
    }
    await notices.getByRole('button', { name: 'Webhook' }).click()
    await notices.getByLabel('Webhook address').fill('http://hooks.example/gw')
    await notices.getByRole('button', { name: 'Save', exact: true }).click()
    await notices.getByText(/must (begin|start) with https/).waitFor()
    await notices.getByLabel('Webhook address').fill('https://hooks.example/gw')
    await notices.getByLabel('Secret (optional)').fill('hush-hush')
    await save()
    expect(await setting()).toMatchObject({ notify_type: 'webhook', webhook_secret: '***' })
    await visit.goto('/setting')
    await notices.getByText(/^Saved and never shown again/).waitFor()
    expect(await notices.getByLabel('Secret (optional)').inputValue()).toBe('')
    await notices.getByRole('button', { name: '$10', exact: true }).click()
    await save()
    expect(await setting()).toMatchObject({
      quota_warning_threshold: 5_000_000,
      webhook_secret: '***',
    })
    await notices.getByRole('button', { name: 'Delete the saved secret' }).click()
    await save()
    expect(await setting()).not.toHaveProperty('webhook_secret')
  })
})

test('an account is deleted once its name is typed', async () => {
  await using visit = await site.open(person)
  const { page } = visit
  await visit.goto('/setting')
  const { username } = await self()
  await page.getByRole('button', { name: '删除账户' }).click()
  const dialog = page.getByRole('dialog', { name: '删除账户' })
  await dialog.getByLabel(`输入您的用户名 ${username} 以确认删除`).fill('somebody else')
  await dialog.getByRole('button', { name: '删除账户' }).click()
  await dialog.getByText('请输入您的账户名以确认删除').waitFor()
  await dialog.getByLabel(`输入您的用户名 ${username} 以确认删除`).fill(username)
  await dialog.getByRole('button', { name: '删除账户' }).click()
  await page.getByText('账户已删除').waitFor()
  await page.getByRole('heading', { name: '登录 Acme AI' }).waitFor()
  expect((await person.get('/api/user/self')).status).toBe(401)
  expect(await page.evaluate('localStorage.getItem("user")')).toBeNull()
})
