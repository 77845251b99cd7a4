/** Organisations in the console: made, shared, switched to, and run. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ORGANISATION_HEADER } from '../../server/domain/accounts/membership'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

test('one is made, filled by its owner, and joined by somebody who makes a token', async () => {
  const [owner, guest] = [await site.api.as('user'), await site.api.as('user')]
  const nameOf = async (caller: typeof owner) =>
    (await caller.get('/api/user/self')).body.data.username
  await using desk = await site.open('root', { language: 'en', width: 1280 })
  await desk.goto('/user')
  await desk.page.getByRole('link', { name: 'Organisations' }).click()
  await desk.page.getByText('You are in no organisation').waitFor()
  await desk.page.getByRole('button', { name: 'New organisation' }).click()
  await desk.page.getByLabel(/^Name/).fill('acme')
  await desk.page.getByLabel('Display name').fill('Acme Ltd.')
  await desk.page.getByLabel('Owner').fill(await nameOf(owner))
  await desk.page.getByRole('button', { name: 'Create' }).click()
  await desk.page.getByRole('link', { name: 'Acme Ltd.' }).waitFor()

  await using phone = await site.open(owner, { language: 'en', scheme: 'dark', width: 360 })
  const { page } = phone
  await phone.goto('/organisation')
  await page.getByRole('button', { name: 'Switch: Acme Ltd.' }).click()
  await page.getByText('You are here as: Owner').waitFor()
  await page.getByRole('button', { name: 'Pay in' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Pay in' }).click()
  await page.getByRole('main').getByText('$1.00').first().waitFor()
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel('Name of the project').fill('Search')
  await page.keyboard.press('Enter')
  await page.getByRole('cell', { name: 'Search', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  const link = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  expect(link).toContain('/organisation?code=')
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('cell', { name: 'Whoever has the link', exact: true }).waitFor()

  await using window = await site.open(guest, { language: 'en', width: 1280 })
  await window.goto(link.slice(site.gateway.url.length))
  await window.page.getByRole('button', { name: 'Accept the invitation' }).click()
  await window.page.getByText('You are here as: Member').waitFor()
  await window.page.getByRole('link', { name: 'Tokens' }).click()
  await window.page.getByRole('button', { name: 'Add token' }).first().click()
  await window.page.getByLabel(/^Name/).fill('app')
  await window.page.getByLabel('Project').selectOption({ label: 'Search' })
  await window.page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await window.page.getByRole('button', { name: 'Close' }).last().click()
  const row = window.page.getByRole('row').filter({ hasText: 'app' })
  await row.getByText('Search').waitFor()
  expect(await row.getByRole('button', { name: /^Copy/ }).isEnabled()).toBe(true)

  await phone.goto('/token')
  const seen = page.getByRole('row').filter({ hasText: 'app' })
  await seen.getByText(`${await nameOf(guest)} · Search`).waitFor()
  expect(await seen.getByRole('button', { name: /^Copy/ }).isEnabled()).toBe(false)
  await phone.goto('/organisation?tab=members')
  await page.getByRole('button', { name: `Limits: ${await nameOf(guest)}` }).click()
  await page.getByRole('button', { name: 'Add a limit' }).click()
  await page
    .getByLabel(/^Limit/)
    .last()
    .fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { id } = (await owner.get('/api/organisation/self')).body.data[0]
  const headers = { [ORGANISATION_HEADER]: String(id) }
  const limits = (await owner.get('/api/limit/self', { headers })).body.data
  expect(limits).toMatchObject([
    { subject: 'member', name: await nameOf(guest), amount: 2_500_000 },
  ])
  await page.getByRole('button', { name: 'Personal account' }).click()
  await page.getByText('Accounts that several people share').waitFor()
}, 120_000)

test('roles are given, who has asked is let in, and pages show what a member may see', async () => {
  const [owner, guest] = [await site.api.as('user'), await site.api.as('user')]
  const { organisations, users } = site.gateway.services
  const actor = { kind: 'cli', id: 0, name: 't', ip: '', requestId: '', role: 101 } as const
  const { id } = await organisations.create(actor, { name: 'firm', ownerId: owner.id })
  await users.set(actor, { id: guest.id, email: 'guest@firm.example' })
  await organisations.change(actor, { id, join_domains: ['firm.example'] })
  await using window = await site.open(guest, { language: 'en', width: 1280 })
  await window.goto('/organisation')
  await window.page.getByRole('button', { name: 'Ask to join' }).click()
  await window.page.getByText('Waiting for approval').waitFor()
  await using desk = await site.open(owner, { language: 'en', scheme: 'dark', width: 1280 })
  const { page } = desk
  await desk.goto('/organisation')
  await page.getByRole('button', { name: 'Switch: firm' }).click()
  await page.getByRole('link', { name: 'Members' }).click()
  const { username } = (await guest.get('/api/user/self')).body.data
  await page.getByLabel(`Role: ${username}`).selectOption({ label: 'Member' })
  await page.getByText('Saved').waitFor()
  await window.goto('/organisation')
  await window.page.getByRole('button', { name: 'Switch: firm' }).click()
  await window.page.getByText('You are here as: Member').waitFor()
  const menu = window.page.getByRole('navigation', { name: 'Side menu' })
  expect(await menu.getByRole('link').allTextContents()).toEqual([
    ...['Tokens', 'Usage log', 'Organisations'],
  ])
  await window.goto('/explore')
  await window.page.getByText('firm').first().waitFor()
  expect(await window.page.getByRole('heading', { name: 'Explore' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Display name').fill('Firm AG')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('heading', { name: 'Firm AG' }).waitFor()
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByText('Changed an organisation').first().waitFor()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Personal account' }).click()
  await page.getByRole('button', { name: 'Leave: Firm AG' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByText('An organisation needs an owner').waitFor()
}, 120_000)
