import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ApiCaller } from '../support/api'
import { type Console, openConsole } from './console-fixture'

/** A chat app of somebody else: shows the settings that it was opened with. */
const app = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () =>
    new Response('<pre id="told"></pre><script src="/app.js"></script>', {
      headers: { 'content-type': 'text/html' },
    }),
  routes: {
    '/app.js': () =>
      new Response(
        `document.querySelector('#told').textContent = decodeURIComponent(location.hash)`,
        { headers: { 'content-type': 'text/javascript' } },
      ),
  },
})
const HOST = `127.0.0.1:${app.port}`
const APP = `http://${HOST}`
const TEMPLATE = '/#/?settings={"key": "{key}", "url": "{address}"}'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await app.stop(true)
})

async function setOption(key: string, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const { body } = await site.people.root.put('/api/option/', { key, value: text })
  expect(body.success).toBe(true)
}

/** The newest token is the first in the list. */
async function newToken(person: ApiCaller, name: string): Promise<string> {
  const { body } = await person.post('/api/token/', { name, unlimited_quota: true })
  return body.data[0].key
}

async function frameRule(): Promise<string> {
  const response = await fetch(site.gateway.url)
  const policy = response.headers.get('content-security-policy') ?? ''
  return /frame-src ([^;]*)/.exec(policy)?.[1] ?? ''
}

beforeEach(async () => {
  await setOption('Chats', [{ Bees: `${APP}${TEMPLATE}` }, { Program: 'program://x?{key}' }])
  await setOption('ChatLink', '')
})

describe('the chat page', () => {
  test('makes a token for the app first, and finds it again from another browser', async () => {
    await newToken(site.people.admin, 'of my own')
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/chat')
    await page.getByText(`${HOST} is not this gateway`).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    const quota = page.getByLabel(`Quota of the new token, chat ${HOST}`)
    expect(await quota.inputValue()).toBe('1')
    const make = page.getByRole('button', { name: 'Create token and open' })
    await quota.fill('0')
    await make.click()
    await page.getByText('Enter an amount above 0').waitFor()
    await page.getByRole('button', { name: '$5', exact: true }).click()
    await make.click()
    await page.getByText(`with the key of chat ${HOST}`).waitFor()
    const made = (await site.people.admin.get(`/api/token/search?keyword=chat ${HOST}`)).body.data
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ remain_quota: 2_500_000, unlimited_quota: false })
    await page.frameLocator('iframe').locator('#told').getByText(`sk-${made[0].key}`).waitFor()
    expect(visit.complaints).toEqual([])

    await using other = await site.open('admin', { language: 'en' })
    await other.goto('/chat')
    const told = other.page.frameLocator('iframe').locator('#told')
    await told.getByText(`sk-${made[0].key}`).waitFor()
    const off = { id: made[0].id, status: 2 }
    await site.people.admin.put('/api/token/?status_only=true', off)
    await other.page.reload()
    await other.page.getByRole('button', { name: 'Create token and open' }).waitFor()
    expect(await other.page.locator('iframe').count()).toBe(0)
  })

  test('frames the app, told the address and the key of the token that is chosen', async () => {
    const key = await newToken(site.people.user, 'for chat')
    const { body } = await site.people.user.post('/api/token/', { name: 'off' })
    const off = { id: body.data[0].id, status: 2 }
    await site.people.user.put('/api/token/?status_only=true', off)
    await newToken(site.people.user, 'newest')
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('navigation', { name: '侧边菜单' }).getByText('聊天').click()
    await page.getByText(`${HOST} 不是本网关：它会得到一个令牌的密钥`).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await page.getByText('改用我已有的令牌').click()
    const choice = page.getByRole('combobox', { name: '令牌' })
    expect(await choice.locator('option').allTextContents()).toEqual(['newest', 'for chat'])
    await choice.selectOption('for chat')
    await page.getByRole('button', { name: `把密钥交给 ${HOST}` }).click()
    await page.getByText(`由 ${HOST} 提供，使用令牌 for chat 的密钥`).waitFor()
    const told = page.frameLocator('iframe').locator('#told')
    await told.getByText(`sk-${key}`).waitFor()
    expect(await told.innerText()).toContain(`"url": "${site.gateway.url}"`)
    const frame = page.locator('iframe[title="Bees"]')
    expect((await frame.getAttribute('sandbox'))?.split(' ')).not.toContain('allow-top-navigation')
    expect(await frame.getAttribute('referrerpolicy')).toBe('no-referrer')
    // Who has chosen once is not asked again, until the key would go elsewhere.
    await page.reload()
    await told.getByText(`sk-${key}`).waitFor()
    await setOption('Chats', [{ Wasps: 'https://wasps.example/#/?settings={"key":"{key}"}' }])
    await page.reload()
    await page.getByText('wasps.example 不是本网关').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('without a token that works says so and goes on to the tokens, or makes one', async () => {
    const person = await site.api.as('user')
    const { body } = await person.post('/api/token/', { name: 'off', unlimited_quota: true })
    await person.put('/api/token/?status_only=true', { id: body.data[0].id, status: 2 })
    await using visit = await site.open(person, { language: 'en' })
    const { page } = visit
    await page.clock.install()
    await visit.goto('/chat')
    const words = 'No enabled token is available; make sure one is enabled'
    await page.getByRole('heading', { name: words }).waitFor()
    await page.clock.fastForward(1_500)
    await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
    await page.getByText(words).waitFor()
    expect(new URL(page.url()).pathname).toBe('/token')
    await visit.goto('/chat')
    await page.getByRole('button', { name: 'Create one for this app' }).click()
    await page.clock.fastForward(5_000)
    await page.getByRole('button', { name: 'Create token and open' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/chat')
    expect(visit.complaints).toEqual([])
  })

  test('opened from a token asks before the key of that token leaves', async () => {
    await using visit = await site.open('user', { language: 'en' })
    const { page } = visit
    await newToken(site.people.user, 'asked for')
    await visit.goto('/token')
    await page.getByRole('button', { name: 'More actions: asked for' }).click()
    await page.getByRole('menuitem', { name: 'Chat: Bees' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Open Bees with the key of asked for?' })
    await question.getByText(`${HOST} is not this gateway`).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(page.context().pages()).toHaveLength(1)
  })

  test('tells of a link that is none, and of an id that is none', async () => {
    await using visit = await site.open('user', { language: 'en' })
    for (const path of ['/chat/1', '/chat/7']) {
      await visit.goto(path)
      await visit.page
        .getByRole('heading', {
          name: 'This chat link is misconfigured; contact the administrator',
        })
        .waitFor()
    }
  })

  test('is in the menu while there is a chat app, each by its name', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    const menu = page.getByRole('navigation', { name: '侧边菜单' })
    await visit.goto('/chat')
    await menu.getByRole('link', { name: 'Bees' }).waitFor()
    await setOption('Chats', [])
    await visit.goto('/chat')
    await page.getByRole('heading', { name: '请联系管理员配置聊天链接' }).waitFor()
    expect(await menu.getByRole('link', { name: '聊天' }).count()).toBe(0)
  })

  test('may frame the hosts of the chat links and no others', async () => {
    expect(await frameRule()).toBe(APP)
    await setOption('Chats', [])
    expect(await frameRule()).toBe("'none'")
    await setOption('ChatLink', 'https://single.example/app')
    expect(await frameRule()).toBe('https://single.example')
  })
})

describe('the redirect', () => {
  test('leaves for the first chat app', async () => {
    const key = await newToken(site.people.user, 'leaving')
    await using visit = await site.open('user')
    await visit.page.goto(`${site.gateway.url}/chat2link`)
    await visit.page.getByText('改用我已有的令牌').click()
    await visit.page.getByRole('button', { name: '把密钥交给' }).click()
    await visit.page.waitForURL(`${APP}/**`)
    await visit.page.locator('#told').getByText(`sk-${key}`).waitFor()
  })

  test('prefers the single link of older servers, and adds the settings to it', async () => {
    await setOption('ChatLink', `${APP}/single/`)
    const key = await newToken(site.people.user, 'single')
    await using visit = await site.open('user')
    await visit.page.goto(`${site.gateway.url}/chat2link`)
    await visit.page.getByText('改用我已有的令牌').click()
    await visit.page.getByRole('button', { name: '把密钥交给' }).click()
    await visit.page.waitForURL(`${APP}/single/**`)
    const told = await visit.page.locator('#told').innerText()
    expect(JSON.parse(told.replace(/^[^{]*/, ''))).toEqual({
      key: `sk-${key}`,
      url: site.gateway.url,
    })
  })
})
