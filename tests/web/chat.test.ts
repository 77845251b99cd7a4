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
const APP = `http://127.0.0.1:${app.port}`
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
  test('without a token says so and leads to the tokens', async () => {
    await using visit = await site.open('admin')
    await visit.goto('/chat')
    await visit.page.getByRole('heading', { name: '没有可用的令牌' }).waitFor()
    await visit.page.waitForURL('**/token')
    expect(visit.complaints).toEqual([])
  })

  test('frames the app, told the address and the key of a token that is enabled', async () => {
    const key = await newToken(site.people.user, 'for chat')
    const { body } = await site.people.user.post('/api/token/', { name: 'off' })
    const off = { id: body.data[0].id, status: 2 }
    await site.people.user.put('/api/token/?status_only=true', off)
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('navigation', { name: '侧边菜单' }).getByText('聊天').click()
    await page.getByText(`127.0.0.1:${app.port} 不是本网关：它会得到令牌 for chat 的密钥`).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    await page.getByRole('button', { name: `把密钥交给 127.0.0.1:${app.port}` }).click()
    await page.getByText(`由 127.0.0.1:${app.port} 提供，使用令牌 for chat 的密钥`).waitFor()
    const told = page.frameLocator('iframe').locator('#told')
    await told.getByText(`sk-${key}`).waitFor()
    expect(await told.innerText()).toContain(`"url": "${site.gateway.url}"`)
    const frame = page.locator('iframe[title="Bees"]')
    expect((await frame.getAttribute('sandbox'))?.split(' ')).not.toContain('allow-top-navigation')
    expect(await frame.getAttribute('referrerpolicy')).toBe('no-referrer')
    // Who has agreed once is not asked again, until the key would go elsewhere.
    await page.reload()
    await told.getByText(`sk-${key}`).waitFor()
    await setOption('Chats', [{ Wasps: 'https://wasps.example/#/?settings={"key":"{key}"}' }])
    await page.reload()
    await page.getByText('wasps.example 不是本网关').waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('tells of a link that is none, and of an id that is none', async () => {
    await using visit = await site.open('user', { language: 'en' })
    for (const path of ['/chat/1', '/chat/7']) {
      await visit.goto(path)
      await visit.page.getByRole('heading', { name: 'This chat link is misconfigured' }).waitFor()
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
    await visit.page.getByRole('button', { name: '把密钥交给' }).click()
    await visit.page.waitForURL(`${APP}/**`)
    await visit.page.locator('#told').getByText(`sk-${key}`).waitFor()
  })

  test('prefers the single link of older servers, and adds the settings to it', async () => {
    await setOption('ChatLink', `${APP}/single/`)
    const key = await newToken(site.people.user, 'single')
    await using visit = await site.open('user')
    await visit.page.goto(`${site.gateway.url}/chat2link`)
    await visit.page.getByRole('button', { name: '把密钥交给' }).click()
    await visit.page.waitForURL(`${APP}/single/**`)
    const told = await visit.page.locator('#told').innerText()
    expect(JSON.parse(told.replace(/^[^{]*/, ''))).toEqual({
      key: `sk-${key}`,
      url: site.gateway.url,
    })
  })
})
