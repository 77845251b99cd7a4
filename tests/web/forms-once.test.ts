/** Every form of the console, sent by a double click and three times Enter to a slow server. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitUntil } from '../support/wait-until'
import { type Console, openConsole, type RoleName } from './console-fixture'

interface FormRow {
  readonly at: string
  readonly who?: RoleName | 'nobody'
  /** Names of what is pressed until the form is open. */
  readonly open?: readonly (string | RegExp)[]
  readonly fill: Readonly<Record<string, string>>
  readonly submit: string
  /** Enter begins a line there, or the field is none of one line. */
  readonly isClickedOnly?: true
}

const PASSWORD = 'a very long pass phrase'

const FORMS: Readonly<Record<string, FormRow>> = {
  'sign in': {
    at: '/login',
    who: 'nobody',
    fill: { 'Username or e-mail': 'ann', Password: PASSWORD },
    submit: 'Log in',
  },
  register: {
    at: '/register',
    who: 'nobody',
    fill: { Username: 'bob', Password: PASSWORD, 'Confirm password': PASSWORD },
    submit: 'Register',
  },
  'a token': { at: '/token', open: ['Add token'], fill: { Name: 'ci' }, submit: 'Create' },
  'a channel': {
    at: '/channel/add',
    who: 'root',
    open: ['Add models of the type'],
    fill: { Key: 'sk-second', Name: 'second' },
    submit: 'Create',
  },
  'a channel that is edited': {
    at: '/channel/edit/1',
    who: 'root',
    fill: { Name: 'first' },
    submit: 'Save',
  },
  'a key that is rotated': {
    at: '/channel/1',
    who: 'root',
    open: ['Rotate key', /^Rotate: /],
    fill: { 'New key': 'sk-new', 'Model to test with (optional)': 'gpt-4o' },
    submit: 'Test and replace',
  },
  'a user': {
    at: '/user',
    who: 'root',
    open: ['Add user'],
    fill: { Username: 'carol', Password: PASSWORD },
    submit: 'Create',
  },
  'a user that is edited': {
    at: '/user',
    who: 'root',
    open: ['Edit: ann'],
    fill: { 'Display name': 'Ann' },
    submit: 'Save',
  },
  'a balance': {
    at: '/user',
    who: 'root',
    open: ['More actions: ann', 'Add quota', '$10'],
    fill: {},
    submit: 'Add',
    isClickedOnly: true,
  },
  'redemption codes': {
    at: '/redemption',
    who: 'root',
    open: [/^Add (redemption )?code/],
    fill: { Name: 'gift' },
    submit: 'Create',
  },
  'a price': {
    at: '/price',
    who: 'root',
    open: ['Add price'],
    fill: { Model: 'our-own-model', 'Input / 1M': '1' },
    submit: 'Save',
  },
  'a code that is redeemed': {
    at: '/topup',
    fill: { 'Redemption code': 'ab'.repeat(16) },
    submit: 'Redeem',
  },
  'a display name': {
    at: '/setting?tab=personal',
    fill: { 'Display name': 'Somebody' },
    submit: 'Save',
  },
  'a password': {
    at: '/setting?tab=personal',
    fill: { 'New password': PASSWORD, 'Confirm new password': PASSWORD },
    submit: 'Change password',
  },
  'notice addresses': {
    at: '/setting?tab=personal',
    fill: { 'Notification address': 'me@example.com' },
    submit: 'Save',
  },
  'an e-mail address': {
    at: '/setting?tab=personal',
    open: ['Link E-mail'],
    fill: { 'E-mail': 'me@example.com', 'Verification code': '123456' },
    submit: 'Link',
  },
  settings: {
    at: '/setting?tab=operation',
    who: 'root',
    fill: { 'Top-up link': 'https://shop.example/' },
    submit: 'Save',
    isClickedOnly: true,
  },
  'a connection that is tried': {
    at: '/channel/setup',
    who: 'root',
    fill: { Key: 'sk-third' },
    submit: 'Test connection',
  },
}

let site: Console
beforeAll(async () => {
  site = await openConsole({
    users: [{ username: 'ann' }],
    channels: [{ name: 'shared', base_url: 'https://one.example', models: 'gpt-4o' }],
  })
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

for (const [name, row] of Object.entries(FORMS)) {
  test(`${name} is sent once`, async () => {
    const { at, who = 'user', open = [], fill, submit, isClickedOnly } = row
    await using visit = await site.open(who, { language: 'en' })
    const { page } = visit
    await visit.goto(at)
    for (const part of open) await press(page, part)
    const fields = Object.entries(fill).map(([label, value]) => ({
      field: fieldOf(page, label),
      value,
    }))
    for (const { field, value } of fields) await field.fill(value)
    const writes = await holdWrites(page)
    const button = isClickedOnly
      ? page.getByRole('button', { name: submit, exact: true }).last()
      : buttonOf(page, Object.keys(fill).at(-1) ?? '', submit)
    await button.dblclick()
    if (isClickedOnly) await button.click({ force: true })
    else for (let turn = 0; turn < 3; turn += 1) await fields.at(-1)?.field.press('Enter')
    // A button that shows it is busy takes no press, and has nothing to say.
    const isSaid = page.getByText('Please do not submit twice').first()
    if (!isClickedOnly) await isSaid.waitFor()
    await waitUntil('an order', () => writes.length > 0)
    expect(writes).toHaveLength(1)
  })
}

const fieldOf = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true })

/** The one of the same form, or of the sheet around it. */
function buttonOf(page: Page, label: string, name: string) {
  const around = page.locator('form, [role="dialog"]').filter({ has: fieldOf(page, label) })
  return around.getByRole('button', { name, exact: true }).first()
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  const exact = { name, exact: typeof name === 'string' }
  const one = page.getByRole('button', exact).or(page.getByRole('menuitem', exact))
  await one.first().click()
}

/** Never answered: what is on its way when the page closes is given up. */
async function holdWrites(page: Page): Promise<readonly string[]> {
  const held: string[] = []
  await page.route(/\/api\//, async (route) => {
    const request = route.request()
    if (request.method() === 'GET') return await route.continue()
    held.push(`${request.method()} ${request.url()}`)
  })
  return held
}
