/** A customer: registers, redeems, makes a key, calls, and sees where the money went. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

/** Six hundred credits a call: a price that cents cannot tell. */
const RATIO = 20
const PER_CALL = '$0.0012'

let upstream: Upstream
let site: Console
beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  site = await openConsole({
    options: { ...PRICES, GroupRatio: { default: RATIO } },
    channels: [{ upstream, name: 'main', models: MODEL }],
  })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

async function call(key: string): Promise<number> {
  const { status } = await site.gateway.post(PATH_OF.openai, ask('openai'), { key })
  await site.gateway.idle()
  return status
}

test('nine clicks from registering to a key, a bill and a limit that is seen', async () => {
  const made = await site.people.root.post('/api/redemption/', {
    name: 'welcome',
    quota: 5_000_000,
    count: 1,
  })
  const [code] = made.body.data
  await using visit = await site.open('nobody', { language: 'en' })
  const { page } = visit
  await visit.goto('/register')
  await page.getByLabel('Username').fill('lina')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.locator('form').getByRole('button', { name: 'Register' }).click()
  await page.getByRole('region', { name: 'Get started' }).waitFor()

  // The statement on the page of the wallet knows of the code at once.
  await page.getByRole('link', { name: 'Wallet' }).click()
  await page.getByLabel('Redemption code').fill(code)
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await page.getByRole('cell', { name: '+$10.00' }).waitFor()

  await page.getByRole('link', { name: 'Tokens' }).click()
  await page.getByRole('button', { name: 'Add token' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('my app')
  await drawer.getByText('More options').click()
  await drawer.getByRole('button', { name: 'Add a limit' }).click()
  await drawer.getByLabel('What is counted').selectOption('requests')
  await drawer.getByRole('textbox', { name: /^Limit/ }).fill('1')
  await drawer.getByLabel('Window').selectOption('day')
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Your token my app is ready' })
  const key = (await sheet.locator('.copy-line code').first().textContent()) ?? ''
  expect(await call(key)).toBe(200)
  await sheet.getByText('Your first call worked').waitFor()
  await sheet.getByText(PER_CALL).first().waitFor()
  await sheet.getByRole('button', { name: 'Close' }).last().click()

  // The second one is refused, which the list says with when it ends.
  expect(await call(key)).toBe(403)
  await visit.goto('/token')
  const row = page.getByRole('row', { name: /my app/ })
  await row.getByText('Limit spent').waitFor()
  await row.getByText(/1 of 1 used, 0 left · resets/).waitFor()

  await visit.goto('/overview')
  await page.getByText(PER_CALL).first().waitFor()
  await page.getByRole('heading', { name: 'Limits with nothing left' }).waitFor()
  await visit.goto('/topup')
  await page.getByRole('cell', { name: new RegExp(`[−-]\\${PER_CALL}`) }).waitFor()
  await page.getByRole('cell', { name: '$9.9988' }).waitFor()
  expect(visit.complaints).toEqual([])
})
