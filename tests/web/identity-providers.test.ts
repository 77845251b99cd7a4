/** Root adds an OpenID Connect provider, and somebody comes in and goes out by it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import {
  type CertifiedProvider,
  CLIENT,
  startCertifiedProvider,
} from '../support/certified-provider'
import { type Console, openConsole } from './console-fixture'

let site: Console
let provider: CertifiedProvider

beforeAll(async () => {
  site = await openConsole({ env: NO_LIMITS, options: { RegisterEnabled: false } })
  const { url } = site.gateway
  provider = await startCertifiedProvider({
    redirect_uris: [`${url}/oauth/acme`],
    post_logout_redirect_uris: [`${url}/login`],
    backchannel_logout_uri: `${url}/api/oauth/acme/logout`,
  })
  await site.gateway.cli(['option', 'set', 'ServerAddress', url])
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
})

test('is added on a phone, with what is missing told', async () => {
  const root = await site.api.as('root')
  await using window = await site.open(root, { language: 'en', scheme: 'dark', width: 360 })
  const { page } = window
  await window.goto('/identity-provider')
  await page.getByText('No provider yet').waitFor()
  await page.getByRole('button', { name: 'Add provider' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must not be empty').first().waitFor()
  await page.getByLabel('Name', { exact: false }).first().fill('Acme')
  await page.getByLabel('Slug').fill('acme')
  await page.getByText(`${site.gateway.url}/oauth/acme`).waitFor()
  await page.getByLabel('Discovery document').fill(provider.wellKnown)
  await page.getByLabel('Client ID').fill(CLIENT.client_id)
  await page.getByLabel('Client secret').fill(CLIENT.client_secret)
  await page.getByRole('button', { name: /Make accounts at the first login/ }).click()
  await page.getByRole('button', { name: /Log out of the provider, too/ }).click()
  await page.getByLabel('Role by value').fill('{"ops": 1}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('An object of texts').waitFor()
  await page.getByLabel('Role by value').fill('{"ops": "admin"}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Offered').waitFor()
  const { body } = await root.get('/api/custom-oauth-provider/')
  expect(body.data).toMatchObject([
    { slug: 'acme', registers: true, single_logout: true, role_map: { ops: 'admin' } },
  ])
})

test('leads in and out: logging out here logs out there', async () => {
  await using window = await site.open('nobody', { language: 'en', scheme: 'light', width: 1280 })
  const { page } = window
  const logIn = async (): Promise<void> => {
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Continue with Acme' }).click(),
    ])
    const name = popup.getByPlaceholder('Enter any login')
    await name.fill('ann')
    await popup.getByPlaceholder('and password').fill('x')
    await popup.getByRole('button', { name: 'Sign-in' }).click()
    await popup.getByRole('button', { name: 'Continue' }).click()
  }
  await window.goto('/login')
  await logIn()
  await page.waitForURL(/\/token/)
  await window.goto('/setting?tab=personal')
  await page.getByRole('button', { name: 'Unlink Acme' }).waitFor()
  await page.getByRole('button', { name: 'ann' }).first().click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.href.startsWith(provider.url))
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await page.waitForURL(`${site.gateway.url}/login`)
})
