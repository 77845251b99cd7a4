/** Terms of use: accepted when registering, and before anything else when they change. */
import { expect, test } from 'bun:test'
import { TEST_ACTOR } from '../support/seed'
import { openConsole } from './console-fixture'

const SCRIPT = '<script>document.title = "taken"</script>'
const OPTIONS = {
  'legal.user_agreement': `## Pay in advance\n\nNo refunds.${SCRIPT}`,
  'legal.privacy_policy': `## What we keep\n\nLittle.${SCRIPT}`,
}
const PASSWORD = 'correct horse battery'
const PHONE = { language: 'en', width: 360 } as const

test('who registers ticks that the terms are accepted, and can read them', async () => {
  const options = { ...OPTIONS, TermsVersion: '2026-11' }
  await using site = await openConsole({ options })
  await using visit = await site.open('nobody', PHONE)
  const { page } = visit
  await visit.goto('/register')
  await page.getByLabel('Username').fill('ann')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  const submit = page.getByRole('main').getByRole('button', { name: 'Register' })
  await submit.click()
  await page.getByText('Accept the terms of use to register.').waitFor()
  const box = page.getByRole('checkbox', { name: 'I accept the Terms of use (version 2026-11)' })
  const link = page.getByRole('main').getByRole('link', { name: 'Terms of use' })
  expect(await link.getAttribute('href')).toBe('/user-agreement')
  await box.check()
  await submit.click()
  await page.getByText('Your account is ready').waitFor()
  const [{ id } = { id: 0 }] = (await site.gateway.services.users.list({ keyword: 'ann' })).items
  expect(await site.gateway.services.users.show(id)).toMatchObject({ terms_version: '2026-11' })
}, 60_000)

test('a new version is shown before anything else, to be accepted or not', async () => {
  await using site = await openConsole({ options: OPTIONS })
  await using visit = await site.open('user', PHONE)
  const { page } = visit
  await visit.goto('/token')
  await page.getByRole('heading', { name: 'Tokens', exact: true }).waitFor()
  const value = '2026-12'
  await site.gateway.services.options.set(TEST_ACTOR, { key: 'TermsVersion', value })
  await page.goto(`${site.gateway.url}/log`)
  await page.getByRole('heading', { name: 'Terms of use, version 2026-12' }).waitFor()
  await page.getByRole('heading', { name: 'Pay in advance' }).waitFor()
  expect(await page.locator('main script').count()).toBe(0)
  const { people } = site
  const { id } = people.user
  expect((await people.user.get('/api/user/self')).body.code).toBe('session.terms_needed')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByRole('heading', { name: 'Usage log' }).waitFor()
  await using root = await site.open('root', { language: 'en' })
  await root.goto(`/user/${id}`)
  await root.page.getByText('Accepted terms: 2026-12').waitFor()
}, 60_000)

test('who does not accept can sign out', async () => {
  await using site = await openConsole({ options: OPTIONS })
  await using visit = await site.open('user', PHONE)
  const { page } = visit
  const value = '2026-12'
  await site.gateway.services.options.set(TEST_ACTOR, { key: 'TermsVersion', value })
  await page.goto(`${site.gateway.url}/overview`)
  await page.getByRole('heading', { name: 'Terms of use, version 2026-12' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect((await site.people.user.get('/api/user/self')).status).toBe(401)
}, 60_000)

test('terms and privacy policy are linked in the footer, without scripts', async () => {
  await using site = await openConsole({ options: OPTIONS })
  await using visit = await site.open('nobody', PHONE)
  const { page } = visit
  await visit.goto('/')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Terms of use' }).click()
  await page.getByRole('heading', { name: 'Pay in advance' }).waitFor()
  await footer.getByRole('link', { name: 'Privacy policy' }).click()
  await page.getByRole('heading', { name: 'What we keep' }).waitFor()
  expect(await page.locator('main script').count()).toBe(0)
  expect(visit.complaints).toEqual([])
}, 60_000)
