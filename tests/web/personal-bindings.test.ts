/** Binding an address and accounts elsewhere, and taking them off again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { VisitedPage } from '../../cli/dev/browser'
import { API_PASSWORD, type ApiCaller } from '../support/api'
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider'
import { manualClock } from '../support/ports'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink'
import { type Console, openConsole } from './console-fixture'

const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
const WECHAT_CODES: Readonly<Record<string, string>> = { '123456': 'openid-1' }
const MINUTE_MS = 60_000
const clock = manualClock(Date.now())

/** Tells whom a code was given to, as the helper server of WeChat does. */
const wechat = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const data = WECHAT_CODES[new URL(request.url).searchParams.get('code') ?? '']
    return Response.json({ success: data !== undefined, message: '', data })
  },
})

let site: Console
let provider: IdentityProvider
let mails: SmtpSink
let person: ApiCaller
beforeAll(async () => {
  provider = startIdentityProvider()
  mails = await startSmtpSink()
  site = await openConsole({
    clock,
    env: { GW_GITHUB_URL: provider.url, GW_GITHUB_API_URL: provider.url },
    options: {
      ...mails.options,
      GitHubClientId: provider.clientId,
      GitHubClientSecret: provider.clientSecret,
      GitHubOAuthEnabled: true,
      WeChatServerAddress: wechat.url.origin,
      WeChatServerToken: 'helper-token',
      WeChatAuthEnabled: true,
      TelegramBotToken: BOT_TOKEN,
      TelegramBotName: 'gw_bot',
      TelegramOAuthEnabled: true,
    },
  })
  const { root } = site.people
  await root.put('/api/option/', { key: 'ServerAddress', value: site.gateway.url })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
  await wechat.stop(true)
})
beforeEach(async () => {
  person = await site.api.as('user')
})

const self = async () => (await person.get('/api/user/self')).body.data

/** The settings, in a window that never reaches Telegram. */
async function openSettings(language: 'zh' | 'en' = 'zh', path = '/setting'): Promise<VisitedPage> {
  const visit = await site.open(person, { language })
  await visit.page.route('https://telegram.org/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  await visit.goto(path)
  return visit
}

test('what the site does not offer is not there', async () => {
  await using visit = await openSettings()
  const { page } = visit
  const buttons = page.getByRole('button', { name: /^绑定 / })
  await buttons.first().waitFor()
  const titles = await buttons.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label')),
  )
  expect(titles).toEqual(['绑定 邮箱', '绑定 微信', '绑定 GitHub', '绑定 Telegram'])
})

describe('an address', () => {
  test('is bound by the code that was mailed to it', async () => {
    await using visit = await openSettings()
    const { page } = visit
    await page.getByRole('button', { name: '绑定 邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '绑定 邮箱' })
    await dialog.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('alert').getByText('请输入邮箱地址').waitFor()
    await dialog.getByRole('button', { name: '绑定', exact: true }).click()
    await dialog.getByText('请输入邮箱验证码').waitFor()
    await dialog.getByLabel('邮箱', { exact: true }).fill('ann@example.com')
    await dialog.getByRole('button', { name: '获取验证码' }).click()
    await page.getByText('验证码已发送，请查收邮件').waitFor()
    expect(await dialog.getByRole('button', { name: /^重试（/ }).isDisabled()).toBe(true)
    await dialog.getByLabel('验证码').fill('nothing')
    await dialog.getByRole('button', { name: '绑定', exact: true }).click()
    await dialog.getByRole('alert').getByText('验证码错误或已过期').waitFor()
    const { text } = await mails.mail()
    await dialog
      .getByRole('textbox', { name: '验证码' })
      .fill(/\b\d{6}\b/.exec(text)?.[0] ?? 'none')
    await dialog.getByRole('button', { name: '绑定', exact: true }).click()
    await page.getByText('邮箱绑定成功').waitFor()
    await page.getByText('ann@example.com').waitFor()
    await page.getByRole('button', { name: '更换绑定：邮箱' }).waitFor()
    expect((await self()).email).toBe('ann@example.com')
    expect(visit.complaints).toEqual([])
  })

  test('is only asked for once the password has been, after a while', async () => {
    await using visit = await openSettings('en')
    const { page } = visit
    clock.advance(16 * MINUTE_MS)
    await page.getByRole('button', { name: 'Link E-mail' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByLabel('Current password').fill(API_PASSWORD)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('dialog', { name: 'Link E-mail' }).waitFor()
    expect(await proof.count()).toBe(0)
  })
})

describe('WeChat', () => {
  test('is bound by a code, and unbound after a question', async () => {
    await using visit = await openSettings()
    const { page } = visit
    await page.getByRole('button', { name: '绑定 微信' }).click()
    const dialog = page.getByRole('dialog', { name: '微信扫码' })
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.getByText('请输入验证码', { exact: true }).waitFor()
    await dialog.getByLabel('验证码').fill('000000')
    await dialog.getByRole('button', { name: '确定' }).click()
    await page.getByText('验证码错误或已过期').waitFor()
    await dialog.getByLabel('验证码').fill('123456')
    await dialog.getByRole('button', { name: '确定' }).click()
    await page.getByText('微信绑定成功').waitFor()
    await page.getByText('openid-1').waitFor()
    await page.getByRole('button', { name: '解绑 微信' }).click()
    const question = page.getByRole('alertdialog', { name: '解绑 微信？' })
    await question.getByRole('button', { name: '取消' }).click()
    expect((await self()).wechat_id).toBe('openid-1')
    await page.getByRole('button', { name: '解绑 微信' }).click()
    await question.getByRole('button', { name: '解绑' }).click()
    await page.getByText('已解绑').waitFor()
    await page.getByRole('button', { name: '绑定 微信' }).waitFor()
    expect((await self()).wechat_id).toBe('')
  })
})

/** Agrees at once, as whoever `id` is, in every window of the visitor. */
async function agreeAs(visit: VisitedPage, id: number): Promise<void> {
  const authorize = `${provider.url}/login/oauth/authorize*`
  const context = visit.page.context()
  await context.unroute(authorize)
  await context.route(authorize, async (route) => {
    const link = route.request().url()
    const code = provider.authorize({ profile: { id, login: `hub-${id}` } }, link)
    const state = new URL(link).searchParams.get('state') ?? ''
    const to = `${site.gateway.url}/oauth/github?${new URLSearchParams({ code, state })}`
    await route.fulfill({
      contentType: 'text/html',
      body: `<meta http-equiv="refresh" content="0;url=${to.replaceAll('&', '&amp;')}">`,
    })
  })
}

/** Resolves once the next window that the page opens has closed itself. */
async function windowOf(page: Page): Promise<void> {
  const opened = await page.waitForEvent('popup')
  if (!opened.isClosed()) await opened.waitForEvent('close')
}

describe('GitHub', () => {
  test('is bound in a window of its own, which closes; the page stays where it was', async () => {
    await using visit = await openSettings('en')
    const { page } = visit
    await agreeAs(visit, 77)
    const closed = windowOf(page)
    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await closed
    await page.getByText('Account linked').waitFor()
    await page.getByRole('button', { name: 'Unlink GitHub' }).waitFor()
    expect(page.context().pages()).toHaveLength(1)
    expect(new URL(page.url()).pathname).toBe('/setting')
    expect((await self()).github_id).toBe('77')
  })

  test('logs in by a window of its own, and the page goes on to the tokens', async () => {
    await using visit = await site.open('nobody', { language: 'en' })
    const { page } = visit
    await agreeAs(visit, 77)
    await visit.goto('/login')
    const closed = windowOf(page)
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.waitForURL('**/token')
    await closed
    expect(page.context().pages()).toHaveLength(1)
    const kept = JSON.parse(String(await page.evaluate('localStorage.getItem("user")')))
    expect(kept.github_id).toBe('77')
  })

  test('is visited in the same window where no other may open', async () => {
    await using visit = await openSettings('en')
    const { page } = visit
    await agreeAs(visit, 78)
    await page.evaluate('window.open = () => null')
    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await page.getByText('78', { exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/setting')
    expect((await self()).github_id).toBe('78')
  })
})

describe('an account without a password to type', () => {
  test('proves itself by the linked account, and is led back to go on', async () => {
    await using visit = await openSettings('en')
    const { page } = visit
    await agreeAs(visit, 501)
    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await page.getByRole('button', { name: 'Unlink GitHub' }).waitFor()
    clock.advance(16 * MINUTE_MS)
    await page.getByRole('button', { name: 'Link E-mail' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.getByText('Confirmed. You can continue').waitFor()
    expect(new URL(page.url()).pathname).toBe('/setting')
    await page.getByRole('button', { name: 'Link E-mail' }).click()
    await page.getByRole('dialog', { name: 'Link E-mail' }).waitFor()
    expect(await proof.count()).toBe(0)
  })

  test('is told when the account there is another one, which is not linked instead', async () => {
    await using visit = await openSettings('en')
    const { page } = visit
    await agreeAs(visit, 502)
    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await page.getByRole('button', { name: 'Unlink GitHub' }).waitFor()
    await agreeAs(visit, 503)
    clock.advance(16 * MINUTE_MS)
    await page.getByRole('button', { name: 'Link E-mail' }).click()
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.getByText('does not belong to the account you are logged in to').waitFor()
    const { gateway } = site
    const user = await gateway.services.users.show(String(person.id))
    expect(user.github_id).toBe('502')
  })

  test('exchanges a linked account for another in one step', async () => {
    await using visit = await openSettings('en')
    const { page } = visit
    await agreeAs(visit, 504)
    await page.getByRole('button', { name: 'Link GitHub' }).click()
    await page.getByRole('button', { name: 'Unlink GitHub' }).waitFor()
    await agreeAs(visit, 505)
    await page.getByRole('button', { name: 'Change the linked GitHub' }).click()
    await page.getByText('505', { exact: true }).waitFor()
    expect((await self()).github_id).toBe('505')
  })
})

/** What the widget puts into the address, signed with the hash of the bot's token. */
function telegramFacts(): URLSearchParams {
  const facts = { auth_date: String(Math.floor(clock.nowMs() / 1000)), first_name: 'Ann', id: '47' }
  const lines = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(BOT_TOKEN).digest()
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
  return new URLSearchParams({ ...facts, hash })
}

describe('Telegram', () => {
  test('has its own button, which leads back to the settings', async () => {
    await using visit = await openSettings()
    const { page } = visit
    await page.getByRole('button', { name: '绑定 Telegram' }).click()
    const script = page.locator('script[data-telegram-login="gw_bot"]')
    await script.waitFor({ state: 'attached' })
    expect(await script.getAttribute('data-auth-url')).toBe(`${site.gateway.url}/setting`)
  })

  test('is bound by the facts it sends along, once the password has been asked for', async () => {
    clock.advance(16 * MINUTE_MS)
    await using visit = await openSettings('zh', `/setting?${telegramFacts()}`)
    const { page } = visit
    const proof = page.getByRole('dialog', { name: '请确认是您本人' })
    await proof.getByLabel('当前密码').fill(API_PASSWORD)
    await proof.getByRole('button', { name: '确定' }).click()
    await page.getByText('绑定成功').waitFor()
    await page.getByRole('button', { name: '解绑 Telegram' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })

  test('facts that nobody signed are refused', async () => {
    const facts = telegramFacts()
    facts.set('id', '48')
    await using visit = await openSettings('en', `/setting?${facts}`)
    await visit.page.getByRole('alert').first().waitFor()
    expect((await self()).telegram_id).toBe('')
  })
})
