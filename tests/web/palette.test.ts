import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { VisitedPage } from '../../cli/dev/browser'
import { waitUntil } from '../support/wait-until'
import { barriersOn } from './accessibility'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole({
    channels: [
      { name: 'harbour', models: 'gpt-4o,gpt-4o-mini' },
      { name: 'lighthouse', models: 'claude-sonnet-4-5' },
    ],
  })
  const form = { name: 'harbour cranes', unlimited_quota: true }
  await site.people.user.post('/api/token/', form)
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

async function openPalette({ page }: VisitedPage): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
}

const options = (visit: VisitedPage) => visit.page.getByRole('dialog').getByRole('option')

describe('the command palette', () => {
  test('leads to a page by keyboard alone', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await openPalette(visit)
    await page.keyboard.type('使用日志')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '使用日志' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(visit.complaints).toEqual([])
  })

  test('leads to a page of the manual', async () => {
    await using visit = await site.open('user', { language: 'en' })
    await visit.goto('/token')
    await openPalette(visit)
    await visit.page.keyboard.type('budgets')
    await visit.page.getByRole('option', { name: /Limits and budgets/ }).click()
    await visit.page.getByRole('heading', { name: 'Limits and budgets' }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('finds channels, users and models for admins', async () => {
    await using visit = await site.open('admin', { language: 'en' })
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: 'Command palette' }).click()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.type('harb')
    await page.getByRole('option', { name: /harbour/ }).waitFor()
    await page.getByRole('option', { name: /lighthouse/ }).waitFor({ state: 'detached' })
    expect(await options(visit).count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Edit channel' }).waitFor()
    expect(page.url()).toContain(`/channel/edit/${site.gateway.channelIds[0]}`)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await openPalette(visit)
    await page.keyboard.type('claude')
    await page.getByRole('option', { name: /claude-sonnet-4-5/ }).click()
    await page.getByRole('heading', { name: 'claude-sonnet-4-5' }).waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('shows ordinary users their own tokens and nothing of channels or users', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await visit.goto('/log')
    await openPalette(visit)
    await page.keyboard.type('harbour')
    await page.getByRole('option', { name: /harbour cranes/ }).waitFor()
    expect(await options(visit).count()).toBe(1)
    expect(asked.filter((url) => /\/api\/(?:channel|user\/search)/.test(url))).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '编辑令牌' }).waitFor()
  })

  test('switches theme and language and begins a token', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/log')
    await openPalette(visit)
    await page.keyboard.type('深色')
    await page.keyboard.press('Enter')
    expect(await page.getAttribute('html', 'data-color-mode')).toBe('dark')
    await openPalette(visit)
    await page.keyboard.type('english')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Usage log' }).waitFor()
    await openPalette(visit)
    await page.keyboard.type('add token')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Add token' }).waitFor()
  })

  test('does things by name, and takes them back', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel')
    await openPalette(visit)
    await page.keyboard.type('disable harb')
    const name = 'Disable harbour Channels #1'
    await page.getByRole('option', { name, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('harbour is disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    const status = async () => (await site.people.root.get('/api/channel/1')).body.data.status
    await waitUntil('it is on again', async () => (await status()) === 1)
    // What is on is not switched on.
    await openPalette(visit)
    await page.keyboard.type('enable harb')
    await page.getByRole('option', { name: 'Search the settings for “enable harb”' }).waitFor()
    expect(await options(visit).count()).toBe(1)
    await page.keyboard.press('Escape')
    await openPalette(visit)
    await page.keyboard.type('smtp')
    await page.getByRole('option', { name: 'Search the settings for “smtp”' }).click()
    await page.getByLabel('SMTP server').waitFor()
    expect(visit.complaints).toEqual([])
  })

  test('leads from a request id to its call, and by other words to a page', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel')
    await openPalette(visit)
    await page.keyboard.type('20261122150400000000001P2MDsgWA')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/log\?request_id=20261122150400000000001P2MDsgWA&start=2026-11-2[23]T/)
    await openPalette(visit)
    await page.keyboard.type('reconcile')
    await page
      .getByRole('option', { name: /Finance/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Finance' }).waitFor()
    await openPalette(visit)
    await page.keyboard.type('lin')
    await page.getByText(/chat2link/).waitFor({ state: 'detached' })
  })

  test('is beside other keys, which are told by a question mark', async () => {
    await using visit = await site.open('root', { language: 'en' })
    const { page } = visit
    await visit.goto('/channel')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Usage log').first().waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
    // Letters that are typed lead nowhere.
    await page.keyboard.type('gl?')
    expect(page.url()).toContain('/channel')
    await page.keyboard.press('Tab')
    await page.locator('h1').click()
    await page.keyboard.type('gl')
    await page.getByRole('heading', { name: 'Usage log' }).waitFor()
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.role')).toBe('combobox')
    // Nobody is led to what is not for them.
    await using own = await site.open('user', { language: 'en' })
    await own.goto('/token')
    await own.page.keyboard.type('gcgl')
    await own.page.getByRole('heading', { name: 'Usage log' }).waitFor()
    expect(own.complaints).toEqual([])
  })

  test('says when nothing is found, and logs out', async () => {
    await using visit = await site.open('admin')
    const { page } = visit
    await visit.goto('/token')
    await openPalette(visit)
    await page.keyboard.type('qqqq')
    await page.getByText('没有找到“qqqq”').waitFor()
    await page.getByRole('dialog').getByRole('combobox').fill('退出')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    site = { ...site, people: { ...site.people, admin: await site.api.as('admin') } }
  })

  test('does not open over a drawer, and gives the focus back', async () => {
    await using visit = await site.open('user')
    const { page } = visit
    await visit.goto('/token')
    await page.getByRole('button', { name: '添加令牌' }).click()
    await page.getByRole('dialog', { name: '添加令牌' }).waitFor()
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('combobox', { name: '命令面板' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const opener = page.getByRole('button', { name: '命令面板' })
    await opener.click()
    await page.getByRole('combobox', { name: '命令面板' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  for (const look of [
    { language: 'zh', scheme: 'light', width: 1440 },
    { language: 'en', scheme: 'dark', width: 360 },
  ] as const) {
    test(`has no barrier in ${look.scheme}, ${look.width} wide`, async () => {
      await using visit = await site.open('root', look)
      const { page } = visit
      await visit.goto('/token')
      await openPalette(visit)
      await page.keyboard.type('o')
      await page.getByRole('option', { name: /harbour/ }).waitFor()
      await page.getByRole('option', { name: /gpt-4o-mini/ }).waitFor()
      const barriers = await barriersOn(page)
      expect(barriers.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(visit.complaints).toEqual([])
    })
  }
})
