/** Root adds a contact point on a phone, tries it, and a user chooses another service. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Console, openConsole } from './console-fixture'

let site: Console

beforeAll(async () => {
  site = await openConsole({ env: NO_LIMITS })
}, 60_000)
afterAll(() => site[Symbol.asyncDispose]())

test('a contact point is added with what it needs, tried, changed and removed', async () => {
  const root = await site.api.as('root')
  await using window = await site.open(root, { language: 'en', scheme: 'dark', width: 360 })
  const { page } = window
  await window.goto('/contact-point')
  await page.getByText('No contact point yet').waitFor()
  await page.getByRole('button', { name: 'Add contact point' }).click()
  await page.getByLabel('Name').fill('On-call')
  await page.getByLabel('Service').selectOption('telegram')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must not be empty').first().waitFor()
  await page.getByLabel('Token').fill('123:hush')
  await page.getByLabel('Chat ID').fill('-100200')
  // An address of this network: nothing leaves it.
  await page.getByLabel('Server').fill('https://127.0.0.1')
  await page.getByLabel('Info').uncheck()
  await page.getByLabel('From').fill('22:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter two times such as 22:00').waitFor()
  await page.getByLabel('To', { exact: true }).fill('07:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('127.0.0.1').waitFor()
  await page.getByLabel('Server').fill('https://nowhere.invalid')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nothing sent yet').waitFor()
  const { body } = await root.get('/api/contact-point/')
  expect(body.data).toMatchObject([
    {
      service: 'telegram',
      fields: { token: '***', chat_id: '-100200' },
      severities: ['critical', 'warning'],
      quiet_from: '22:00',
      quiet_to: '07:00',
    },
  ])
  await page.getByRole('button', { name: 'Send a test notice: On-call' }).click()
  await page.getByText('Failed').waitFor()
  await page.getByRole('button', { name: 'Edit: On-call' }).click()
  await page.getByText('Saved and never shown again').waitFor()
  await page.getByLabel('Chat ID').fill('-7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('-7').waitFor()
  await page.getByRole('button', { name: 'Delete: On-call' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No contact point yet').waitFor()
})

test('a user is notified by another service, whose secret stays here', async () => {
  const user = await site.api.as('user')
  await using window = await site.open(user, { language: 'en', scheme: 'light', width: 1280 })
  const { page } = window
  await window.goto('/setting?tab=personal')
  const card = page.locator('#notify')
  await card.getByRole('button', { name: 'Other service' }).click()
  await card.getByLabel('Service').selectOption('bark')
  await card.getByLabel('Key').fill('hush')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Saved and never shown again').waitFor()
  const settingOf = async () => JSON.parse((await user.get('/api/user/self')).body.data.setting)
  expect(await settingOf()).toMatchObject({ notify_type: 'bark', notify_fields: { key: '***' } })
  expect(await settingOf()).not.toHaveProperty('notify_sealed')
  await card.getByLabel('Server').fill('https://bark.invalid')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must not be empty').waitFor()
  await card.getByLabel('Key').fill('other')
  await card.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notification settings updated').waitFor()
  expect(await settingOf()).toMatchObject({
    notify_fields: { key: '***', server: 'https://bark.invalid/' },
  })
})
