/** The first day of an operator, from an empty folder to a bill that explains itself. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { launchBrowser, visit } from '../../cli/dev/browser'
import { type Aimock, startAimock } from '../support/aimock'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process'

let upstream: Aimock
let gateway: GatewayProcess
let browser: Browser
beforeAll(async () => {
  upstream = await startAimock()
  upstream.says(/.*/, 'Bees make honey.', { prompt: 1000, completion: 500 })
  gateway = await startGatewayProcess({ users: [], tokens: [] })
  browser = await launchBrowser()
}, 60_000)
afterAll(async () => {
  await browser.close()
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** 1,000 × 5 for the prompt and 500 × 5 × 4 for the completion, at 500,000 to the dollar. */
const COST = '$0.03'

async function go(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Side menu' })
  await menu.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

async function logIn(page: Page): Promise<void> {
  await page.getByLabel(/^Username/).fill('root')
  await page.getByRole('textbox', { name: /^Password/ }).fill(gateway.rootPassword ?? '')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Side menu' }).waitFor()
}

/** There is nothing to talk to yet, and the playground says where to begin. */
async function addChannel(page: Page): Promise<void> {
  await go(page, 'Playground')
  await page.getByRole('link', { name: 'Add a channel' }).waitFor()
  await go(page, 'Channels')
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  const form = dialogOf(page, 'Add channel')
  await form.getByRole('textbox', { name: 'Name' }).fill('My provider')
  await form.getByLabel(/^Key/).first().fill('sk-upstream')
  await form.getByLabel('Base URL').fill(upstream.url)
  await form.getByRole('textbox', { name: 'Search: Models' }).fill('house-model')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Test My provider' }).click()
  const check = dialogOf(page, 'Test My provider')
  await check.getByRole('button', { name: /house-model/ }).click()
  await check.getByText(/Passed/).waitFor()
  await page.keyboard.press('Escape')
}

/** A call without a price is refused, with the way to the price. */
async function setPrice(page: Page): Promise<void> {
  await go(page, 'Playground')
  await page.getByText('Write a message, or try one of these.').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('What do bees make?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Set a price' }).click()
  await page.getByRole('button', { name: 'Set price: house-model' }).click()
  const form = dialogOf(page, 'Price of house-model')
  await form.getByLabel('Input / 1M').fill('10')
  await form.getByLabel('Output / 1M').fill('40')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

async function addToken(page: Page): Promise<string> {
  await go(page, 'Tokens')
  await page.getByRole('button', { name: 'Add token' }).click()
  const form = dialogOf(page, 'Add token')
  await form.getByLabel('Name').fill('my app')
  await form.getByRole('button', { name: 'Create' }).click()
  const sheet = dialogOf(page, 'Your token my app is ready')
  await sheet.getByRole('button', { name: 'Copy: API key' }).click()
  await page.getByText('Copied').waitFor()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  return key
}

async function chat(page: Page): Promise<void> {
  await go(page, 'Playground')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('.message-assistant').getByText('Bees make honey.').waitFor()
  await page.getByText('1,000 input · 500 output tokens').waitFor()
  await page.getByRole('link', { name: `cost ${COST}` }).click()
  await page.getByRole('row').filter({ hasText: 'playground' }).getByText(COST).waitFor()
  // A link that means one call opens it.
  expect(await page.getByRole('combobox', { name: 'Search' }).inputValue()).toStartWith('request:')
  await page.getByText('1,000 × 5 = 5000').waitFor()
  await page.getByText('500 × 20 = 10000').waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  await page.goBack()
}

async function addUser(page: Page): Promise<void> {
  await go(page, 'Users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const form = dialogOf(page, 'Add user')
  await form.getByLabel('Username').fill('ann')
  await form.getByLabel(/^Password/).fill('correct horse')
  await form.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Edit: ann' }).click()
  const edit = dialogOf(page, 'Edit user')
  await edit.getByRole('button', { name: 'Add quota' }).click()
  await edit.getByRole('button', { name: '$10', exact: true }).click()
  await edit.getByRole('button', { name: 'Add', exact: true }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row').filter({ hasText: 'ann' }).getByText('$10.00').waitFor()
}

async function addCode(page: Page): Promise<void> {
  await go(page, 'Redemption codes')
  await page.getByRole('button', { name: 'Add redemption codes' }).first().click()
  const form = dialogOf(page, 'Add redemption codes')
  await form.getByLabel('Name').fill('gift')
  await form.getByRole('button', { name: 'Create' }).click()
  await dialogOf(page, 'Redemption codes (1)').waitFor()
  await page.keyboard.press('Escape')
}

async function switchToChinese(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).press('Enter')
  await page.getByRole('heading', { name: '兑换码', level: 1 }).waitFor()
}

test('an operator goes from nothing to an explained bill without leaving the console', async () => {
  await using window = await visit(browser, { url: gateway.url, language: 'en' })
  const { page } = window
  await window.goto('/login')
  await logIn(page)
  await page.getByText('Add a channel to start serving requests').waitFor()
  await addChannel(page)
  await setPrice(page)
  const key = await addToken(page)
  await chat(page)
  await addUser(page)
  await addCode(page)
  await switchToChinese(page)
  // The refused call is the only complaint; a program gets the same answer with the new key.
  expect(window.complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
  const body = { model: 'house-model', messages: [{ role: 'user', content: 'Bees?' }] }
  const answer = await gateway.post('/v1/chat/completions', body, { key })
  expect(await answer.text()).toContain('Bees make honey.')
}, 120_000)
