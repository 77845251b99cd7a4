/** Setting up a second factor, signing in with it and being asked for it, in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { VisitedPage } from '../../cli/dev/browser'
import { API_PASSWORD, type ApiCaller } from '../support/api'
import { manualClock } from '../support/ports'
import { addApp, totpCode } from '../support/second-factor'
import { TEST_ACTOR } from '../support/seed'
import { type Console, openConsole } from './console-fixture'

const clock = manualClock(Date.now())
const STEP_MS = 30_000
let site: Console
beforeAll(async () => {
  site = await openConsole({ clock })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

const LOOK = { language: 'en', scheme: 'dark', width: 360 } as const

/** Passkeys are bound to names of hosts, which an address is none of. */
async function onLocalhost(who: ApiCaller | 'nobody'): Promise<VisitedPage> {
  return await site.open(who, {
    ...LOOK,
    url: site.gateway.url.replace('127.0.0.1', 'localhost'),
  })
}

/** A passkey on a device whose owner always agrees. */
async function withAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(API_PASSWORD)
  await page.keyboard.press('Enter')
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

const nameOf = async (caller: ApiCaller): Promise<string> =>
  (await caller.get('/api/user/self')).body.data.username

describe('an authenticator app', () => {
  test('is set up on the own page, and asked for at the next login', async () => {
    const caller = await site.api.as('user')
    await using own = await site.open(caller, LOOK)
    const { page } = own
    await own.goto('/setting?tab=personal')
    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await page.getByLabel('Six-digit code').fill('12')
    await page.keyboard.press('Enter')
    await page.getByText('Enter the six digits the app shows').waitFor()
    const secret = (await page.locator('.copy-line code').last().textContent()) ?? ''
    await page.getByLabel('Six-digit code').fill(totpCode(secret, clock.nowMs()))
    await page.keyboard.press('Enter')
    const codes = page.locator('.recovery-codes li')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    const recovery = (await codes.first().textContent()) ?? ''
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 left').waitFor()

    clock.advance(STEP_MS)
    await using fresh = await site.open('nobody', LOOK)
    await fresh.goto('/login')
    await logIn(fresh.page, await nameOf(caller))
    await giveCode(fresh.page, '000000')
    await fresh.page.getByText('The code is wrong or was used already').waitFor()
    await giveCode(fresh.page, recovery)
    await fresh.page.waitForURL('**/token')

    await own.goto('/setting?tab=personal')
    await page.getByText('9 left').waitFor()
    await page.getByRole('button', { name: 'Remove authenticator app' }).click()
    await giveCode(page, totpCode(secret, clock.nowMs()))
    await page.getByText('Not set up').waitFor()
  })

  test('is given up without being signed in', async () => {
    const caller = await site.api.as('user')
    await addApp(caller, clock.nowMs())
    await using window = await site.open('nobody', LOOK)
    const { page } = window
    await window.goto('/login')
    await logIn(page, await nameOf(caller))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Code', { exact: true }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(await page.evaluate('localStorage.getItem("user")')).toBeNull()
  })
})

describe('a passkey', () => {
  test('is added, named, and signs in alone', async () => {
    const caller = await site.api.as('user')
    await using window = await onLocalhost(caller)
    const { page } = window
    await withAuthenticator(page)
    await window.goto('/setting?tab=personal')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Laptop', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByText('This device has a passkey for this account already').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Rename Laptop' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Work laptop')
    await page.keyboard.press('Enter')
    await page.getByText('Work laptop', { exact: true }).waitFor()

    await page.context().clearCookies()
    await page.evaluate('localStorage.removeItem("user")')
    await window.goto('/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/token')
    expect(await page.evaluate('JSON.parse(localStorage.getItem("user")).id')).toBe(caller.id)

    await window.goto('/setting?tab=personal')
    await page.getByRole('button', { name: 'Remove Work laptop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Work laptop', { exact: true }).waitFor({ state: 'detached' })
  })

  test('is the second step after the password', async () => {
    const caller = await site.api.as('user')
    await using window = await onLocalhost(caller)
    const { page } = window
    await withAuthenticator(page)
    await window.goto('/setting?tab=personal')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByLabel('Name', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    const username = await nameOf(caller)
    await page.context().clearCookies()
    await page.evaluate('localStorage.removeItem("user")')
    await window.goto('/login')
    await logIn(page, username)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/token')
  })
})

describe('who has a second factor', () => {
  test('is asked for it before a dangerous change, which then is made', async () => {
    const admin = await site.api.as('admin')
    const target = await site.api.as('user')
    const { secret } = await addApp(admin, clock.nowMs())
    clock.advance(16 * 60_000)
    await using window = await site.open(admin, { language: 'en', width: 1280 })
    const { page } = window
    await window.goto(`/user/${target.id}`)
    await page.getByRole('button', { name: 'Add quota' }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('3')
    await page.keyboard.press('Enter')
    await giveCode(page, totpCode(secret, clock.nowMs()))
    await page.getByLabel('Code', { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const { body } = await target.get('/api/user/self')
    expect(body.data.quota).toBe(1_000_000 + 1_500_000)
  })
})

describe('where the settings ask for one', () => {
  test('people without are led to add one, and go on where they were going', async () => {
    const admin = await site.api.as('admin')
    const set = (value: string) =>
      site.gateway.services.options.set(TEST_ACTOR, { key: 'SecondFactorRequired', value })
    await set('admin')
    try {
      await using window = await site.open(admin, LOOK)
      const { page } = window
      await page.goto(`${site.gateway.url}/channel`)
      await page.waitForURL('**/second-factor?**')
      await page.getByText('Your role needs a second factor. Add one to go on.').waitFor()
      await addApp(admin, clock.nowMs())
      await page.reload()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL('**/channel')
    } finally {
      await set('none')
    }
  })
})
