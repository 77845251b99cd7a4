import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

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

describe('an address', () => {
  test('that leads nowhere says so and leads home', async () => {
    await using visit = await site.open('nobody')
    await visit.goto('/no/such/page')
    await visit.page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await visit.page.getByRole('link', { name: '返回首页' }).click()
    await visit.page.getByRole('heading', { name: 'Acme AI' }).waitFor()
    expect(visit.complaints).toEqual([])
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
  await page.route('**/api/status', (route) => route.abort())
  await page.goto(site.gateway.url)
  await page.getByRole('alert').getByText('无法连接到服务器').waitFor()
  await page.unroute('**/api/status')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { name: 'Acme AI' }).waitFor()
})
