import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { API_PASSWORD } from '../support/api'
import { type Console, openConsole, readAlone, SITE_NAME } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

describe('the language of the page', () => {
  test('is the one the browser asks for', async () => {
    await using zh = await site.open('nobody')
    await zh.goto('/login')
    expect(await zh.page.getAttribute('html', 'lang')).toBe('zh')
    await using en = await site.open('nobody', { language: 'en' })
    await en.goto('/login')
    await en.page.getByRole('heading', { name: 'Log in to Acme AI' }).waitFor()
  })

  test('is kept once it was chosen', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/')
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).press('Enter')
    await page.getByRole('link', { name: 'Home' }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Home' }).waitFor()
    expect(await page.title()).toBe('Home · Acme AI')
    expect(visit.complaints).toEqual([])
  })
})

describe('the theme', () => {
  const ground = `getComputedStyle(document.body).backgroundColor`

  test('follows the system until one is chosen, and stays chosen', async () => {
    await using visit = await site.open('nobody', { scheme: 'dark' })
    const { page } = visit
    await visit.goto('/')
    const dark = await page.evaluate(ground)
    await page.getByRole('button', { name: '主题' }).click()
    await page.getByRole('menuitemradio', { name: '浅色' }).press('Enter')
    const light = await page.evaluate(ground)
    expect(light).not.toBe(dark)
    await page.reload({ waitUntil: 'domcontentloaded' })
    expect(await page.evaluate(ground)).toBe(light)
  })
})

test('the side menu begins as the operator has it, whatever is remembered of that', async () => {
  const collapse = (value: string) =>
    site.people.root.put('/api/option/', { key: 'DefaultCollapseSidebar', value })
  await using visit = await site.open('user')
  const { page } = visit
  await visit.goto('/token')
  const frame = page.locator('.shell')
  expect(await frame.getAttribute('data-collapsed')).toBe('false')
  await collapse('true')
  await visit.goto('/token')
  await page.locator('.shell[data-collapsed="true"]').waitFor()
  await collapse('false')
})

describe('an address', () => {
  test('that leads nowhere says so and leads home', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/no/such/page')
    await visit.page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await visit.page.getByRole('link', { name: '返回首页' }).click()
    await visit.page.getByRole('heading', { name: 'Acme AI' }).waitFor()
    // The browser itself says that the address was answered 404.
    expect(visit.complaints.filter((line) => !line.includes('404 (Not Found)'))).toEqual([])
  })
})

describe('by keyboard', () => {
  test('the first stop is a link past the navigation', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/')
    await visit.page.keyboard.press('Tab')
    expect(await visit.page.evaluate('document.activeElement.textContent')).toBe('跳到主要内容')
    await visit.page.keyboard.press('Enter')
    expect(await visit.page.evaluate('location.hash')).toBe('#content')
  })
})

describe('the focus', () => {
  const atHeading = (page: Page, name: string) =>
    page.waitForFunction((wanted) => {
      const { tagName, textContent } = document.activeElement ?? document.body
      return tagName === 'H1' && textContent === wanted
    }, name)

  test('goes to the heading of the page that a link led to', async () => {
    await using visit = await site.open('user', { language: 'en' })
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('link', { name: 'Usage log' }).press('Enter')
    await atHeading(page, 'Usage log')
    // From there the next stop is in the page, not in the menu.
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true)
    await page.goBack()
    await atHeading(page, 'Tokens')
    expect(visit.complaints).toEqual([])
  })

  test('stays in the first field of a form that took it', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/')
    await page.getByRole('link', { name: '登录' }).first().press('Enter')
    await page.getByLabel('用户名或邮箱').waitFor()
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
  })
})

describe('a call that fails', () => {
  const LIST = /\/api\/token\/\?/
  const RULES = [
    { status: 429, message: '请求次数过多，请稍后再试' },
    { status: 500, message: '服务器内部错误，请联系管理员' },
    { status: 405, message: '本站仅作演示之用，无服务端' },
    { status: 403, body: { success: false, message: '换一个说法' }, message: '换一个说法' },
    { status: 200, body: { success: false, message: '余额不足' }, message: '余额不足' },
    { status: 502, body: {}, message: '请求失败' },
  ] as const

  test('is told by its status, or in the words of the server', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await readAlone(page)
    for (const { message, ...rule } of RULES) {
      const { status } = rule
      const json = 'body' in rule ? rule.body : { success: false, message: 'not shown' }
      await page.route(LIST, (route) => route.fulfill({ status, json }))
      await visit.goto('/token')
      await page.getByRole('alert').getByText(message, { exact: true }).waitFor()
      expect(await page.getByText('not shown').count()).toBe(0)
      await page.unroute(LIST)
    }
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByRole('button', { name: '添加令牌' }).first().waitFor()
  })

  test('leaves the rows that are there, and says so', async () => {
    await using visit = await site.open('root')
    const { page } = visit
    await site.people.root.post('/api/channel/', { name: 'stays', key: 'k', models: 'm' })
    await visit.goto('/channel')
    await page.getByRole('cell', { name: 'stays', exact: true }).waitFor()
    await readAlone(page)
    await page.route('**/api/channel/search*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: '刷新' }).click()
    await page.getByText('未能刷新，显示的是之前的内容：服务器内部错误').waitFor()
    await page.unroute('**/api/channel/search*')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByText('未能刷新').waitFor({ state: 'detached' })
    expect(await page.getByRole('cell', { name: 'stays', exact: true }).count()).toBe(1)
  })

  test('of too many says when it is asked for again, if the server does', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    const headers = { 'retry-after': '42' }
    await readAlone(page)
    await page.route(LIST, (route) => route.fulfill({ status: 429, headers, json: {} }))
    await visit.goto('/token')
    await page.getByRole('alert').getByText('请求次数过多，42 秒后自动继续').waitFor()
  })

  test('of an order is a message that is read out, logged, and can be closed', async () => {
    await using visit = await site.open('user', { language: 'en' })
    const { page } = visit
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await page.route('**/api/user/topup', (route) => route.fulfill({ status: 429, json: {} }))
    await visit.goto('/topup')
    await page.getByLabel('Redemption code').fill('0'.repeat(32))
    await page.getByRole('button', { name: 'Redeem' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'Error: Too many requests' })
    await told.waitFor()
    expect(logged.some((line) => line.startsWith('Error: Too many requests'))).toBe(true)
    await told.getByRole('button').click()
    await told.waitFor({ state: 'detached' })
  })

  test('because the session has ended leads to the login, with the reason', async () => {
    await using visit = await site.open('user')
    const { page, context } = visit
    await visit.goto('/token')
    await context.clearCookies()
    await page.getByRole('link', { name: '使用日志' }).click()
    await page.waitForURL(/\/login\?expired=true/)
    await page.getByText('未登录或登录已过期，请重新登录').waitFor()
    expect(await page.evaluate(`localStorage.getItem('user')`)).toBeNull()
    const { username } = (await site.people.user.get('/api/user/self')).body.data
    await page.getByLabel('用户名或邮箱').fill(username)
    await page.getByLabel('密码', { exact: true }).fill(API_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/log')
  })

  test('under somebody who is writing is mended on the spot, and no word is lost', async () => {
    await using visit = await site.open('user')
    const { page, context } = visit
    await visit.goto('/token/add')
    const drawer = page.getByRole('dialog', { name: '添加令牌' })
    await drawer.getByLabel('名称').fill('kept through the night')
    await context.clearCookies()
    await drawer.getByRole('button', { name: '创建' }).click()
    const again = page.getByRole('dialog', { name: /^请重新登录/ })
    await again.getByLabel('密码', { exact: true }).fill('not the password')
    await again.getByRole('button', { name: '登录' }).click()
    await page.getByText('用户名或密码错误').first().waitFor()
    await again.getByLabel('密码', { exact: true }).fill(API_PASSWORD)
    await again.getByRole('button', { name: '登录' }).click()
    await page.getByRole('dialog', { name: '令牌 kept through the night 已就绪' }).waitFor()
  })

  test('never leads to another site', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/login?next=//elsewhere.example/')
    const { username } = (await site.people.user.get('/api/user/self')).body.data
    await page.getByLabel('用户名或邮箱').fill(username)
    await page.getByLabel('密码', { exact: true }).fill(API_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/token')
    expect(new URL(page.url()).origin).toBe(site.gateway.url)
  })
})

describe('a page', () => {
  test.each([
    ['/midjourney', 'DrawingEnabled', '绘图日志'],
    ['/task', 'TaskEnabled', '异步任务'],
  ])('%s is closed while its feature is switched off', async (path, key, name) => {
    const { root } = site.people
    await root.put('/api/option/', { key, value: 'false' })
    try {
      await using visit = await site.open('user')
      const { page } = visit
      const read: string[] = []
      page.on('request', (request) => read.push(new URL(request.url()).pathname))
      await visit.goto(path)
      await page.getByRole('heading', { name: `${name} 未启用` }).waitFor()
      expect(read.filter((one) => /^\/api\/(?:mj|task)\//.test(one))).toEqual([])
      await using settings = await site.open('root')
      await settings.goto(path)
      await settings.page.getByText('可在“设置 - 运营设置”中开启').waitFor()
    } finally {
      await root.put('/api/option/', { key, value: 'true' })
    }
    await using visit = await site.open('user')
    await visit.goto(path)
    await visit.page.getByRole('heading', { name, level: 1 }).waitFor()
  })

  test('that could not be fetched is fetched when it is tried again', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page, context } = visit
    await visit.goto('/token')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  })

  test('that could not be fetched is fetched when one comes back to it', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page, context } = visit
    await visit.goto('/token')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor()
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  })

  test('whose file is gone after an upgrade is found by loading anew, once', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/token')
    let refused = 0
    await page.route('**/assets/AuditPage-*.js', (route) => {
      refused += 1
      return refused === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue()
    })
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
    expect(refused).toBe(2)
  })

  test('of admins is refused to users, in words', async () => {
    await using visit = await site.open('user')
    await visit.goto('/channel')
    await visit.page.getByRole('heading', { name: '没有权限' }).waitFor()
  })

  test('has the footer that the operator wrote, without what could run', async () => {
    await using visit = await site.open('nobody')
    const { page } = visit
    await visit.goto('/')
    await page.getByRole('contentinfo').getByText('Acme AI').waitFor()
    const value = '<b>© Acme</b><img src=x onerror="document.title=1"><script>alert(1)</script>'
    await site.people.root.put('/api/option/', { key: 'Footer', value })
    await page.reload()
    await page.getByRole('contentinfo').getByText('© Acme').waitFor()
    expect(await page.getByRole('contentinfo').innerHTML()).not.toMatch(/onerror|script/)
    await site.people.root.put('/api/option/', { key: 'Footer', value: '' })
  })
})

test('on a phone the navigation is behind a button', async () => {
  await using visit = await site.open('nobody', { width: 360 })
  const { page } = visit
  await visit.goto('/login')
  expect(await page.getByRole('link', { name: '首页' }).isVisible()).toBe(false)
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('link', { name: '首页' }).click()
  await page.waitForURL('**/')
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(visit.complaints).toEqual([])
})

test('a server that cannot be reached is told, with a way to try again', async () => {
  await using visit = await site.open('nobody')
  const { page } = visit
  await readAlone(page)
  await page.route('**/api/status', (route) => route.abort())
  await page.goto(site.gateway.url)
  await page.getByRole('alert').getByText('无法连接到服务器').waitFor()
  await page.unroute('**/api/status')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { name: 'Acme AI' }).waitFor()
})

test('older front ends of the family find the site in the storage of the browser', async () => {
  await using visit = await site.open('nobody')
  await visit.goto('/')
  const stored = (key: string) => visit.page.evaluate(`localStorage.getItem('${key}')`)
  expect(await stored('system_name')).toBe(SITE_NAME)
  expect(await stored('quota_per_unit')).toBe('500000')
  expect(await stored('display_in_currency')).toBe('true')
  expect(await stored('footer_html')).toBe('')
  expect(await stored('chat_link')).toBeNull()
})
