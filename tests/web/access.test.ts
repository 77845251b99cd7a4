/** Access tokens and custom roles in the console. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Console, openConsole } from './console-fixture'

let site: Console
beforeAll(async () => {
  site = await openConsole()
}, 60_000)
afterAll(async () => await site[Symbol.asyncDispose]())

test('an access token is made with scopes, shown once, used and revoked', async () => {
  const admin = await site.api.as('admin')
  await using window = await site.open(admin, { language: 'en', scheme: 'dark', width: 360 })
  const { page } = window
  await window.goto('/setting?tab=personal')
  await page.getByRole('button', { name: 'New access token' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Give the access token a name').waitFor()
  await page.getByRole('dialog').getByLabel('Name').fill('deploy')
  await page.getByLabel('Scopes').selectOption({ label: 'Choose one by one' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Choose at least one scope').waitFor()
  await page.getByLabel('Channels: Read').check()
  await page.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog').locator('code').first()
  await shown.waitFor()
  const token = (await shown.textContent()) ?? ''
  expect(token).toMatch(/^gwat_[0-9A-Za-z]{36}$/)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('channel:read', { exact: true }).waitFor()
  const by = site.api.withAccessToken(admin.id, token)
  expect((await by.get('/api/channel/')).body.success).toBe(true)
  expect((await by.get('/api/user/')).body.code).toBe('permission.scope_needed')
  await page.getByRole('button', { name: 'Revoke deploy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('channel:read', { exact: true }).waitFor({ state: 'detached' })
  expect((await by.get('/api/channel/')).body.code).toBe('access_token.invalid')
})

test('a role is made, given to a user, changed and removed', async () => {
  const user = await site.api.as('user')
  const { username } = (await user.get('/api/user/self')).body.data
  await using window = await site.open('root', { language: 'en', width: 1280 })
  const { page } = window
  await window.goto('/role')
  await page.getByText('No custom roles').waitFor()
  await page.getByRole('button', { name: 'New role' }).click()
  await page.getByLabel('Name').fill('Auditor')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Auditor', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Assign to a user: Auditor' }).click()
  await page.getByLabel('User', { exact: true }).fill('nobody-here')
  await page.keyboard.press('Enter')
  await page.getByText('There is no user nobody-here').waitFor()
  await page.getByLabel('User', { exact: true }).fill(username)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const auditor = await site.api.login(username)
  expect((await auditor.get('/api/channel/')).body.success).toBe(true)
  expect((await auditor.post('/api/channel/', {})).body.code).toBe('permission.scope_needed')
  await page.getByRole('button', { name: 'Delete: Auditor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`${username} still has this role`).waitFor()
})

test('a read-only administrator is told which scope is missing', async () => {
  const { body } = await site.people.root.post('/api/role/', {
    name: 'Reader',
    base: 10,
    scopes: ['user:read', 'log:read', 'account:read'],
  })
  const user = await site.api.as('user')
  const target = await site.api.as('user')
  const { username } = (await user.get('/api/user/self')).body.data
  await site.people.root.put(`/api/user/${user.id}/role`, { role_id: body.data.id })
  const reader = await site.api.login(username)
  await using window = await site.open(reader, { language: 'en', width: 1280 })
  const { page } = window
  await window.goto(`/user/${target.id}`)
  await page.getByRole('button', { name: 'Add quota' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('3')
  await page.keyboard.press('Enter')
  await page.getByText('This needs the scope user:write').waitFor()
})
