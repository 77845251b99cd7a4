/** A plan in the console: made and put on sale, bought, used, canceled, and ended with a refund. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { json, startUpstream, type Upstream } from '../support/upstream'
import { type Console, openConsole } from './console-fixture'

/** Six hundred credits a call. */
const RATIO = 20

let upstream: Upstream
let site: Console
beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(recorded('openai').json)))
  site = await openConsole({
    options: { ...PRICES, GroupRatio: { default: RATIO } },
    channels: [{ upstream, name: 'main', models: MODEL }],
  })
  const { id } = site.people.user
  await site.people.root.put('/api/user/', { id, add_quota: 5_000_000 })
}, 60_000)
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await upstream.stop()
})

async function call(): Promise<number> {
  const token = { name: 'app', remain_quota: 0, unlimited_quota: true }
  const { body } = await site.people.user.post('/api/token/', token)
  const { status } = await site.gateway.post(PATH_OF.openai, ask('openai'), {
    key: `sk-${body.data[0].key}`,
  })
  await site.gateway.idle()
  return status
}

test('no menu leads to plans while there is none', async () => {
  await using visit = await site.open('user', { language: 'en' })
  await visit.goto('/topup')
  await visit.page.getByRole('link', { name: 'Wallet' }).waitFor()
  expect(await visit.page.getByRole('link', { name: 'Plans', exact: true }).count()).toBe(0)
})

test('root makes a plan of a budget and a window, and puts it on sale', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-plans')
  await page.getByRole('button', { name: 'New plan' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Give the plan a name').first().waitFor()
  await form.getByLabel('Name').fill('Pro')
  await form.getByLabel('Price').fill('4')
  await form.getByLabel('Budget').fill('6')
  await form.getByRole('button', { name: 'Add an allowance' }).click()
  await form.getByRole('textbox', { name: /^Limit/ }).fill('0.01')
  await form.getByRole('button', { name: 'On sale' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: /^Pro/ })
  for (const words of ['on sale', '$4.00 per month', '$6.00 · $0.01 per 5 hours'])
    await row.getByText(words).waitFor()
  expect(visit.complaints).toEqual([])
})

test('root names the model that answers when a plan is used up', async () => {
  await using visit = await site.open('root', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-plans')
  await page.getByRole('button', { name: 'New plan' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Deep')
  await form.getByLabel('Budget').fill('6')
  await form.getByLabel('When nothing is left').selectOption('cheaper')
  await form.getByLabel('Instead of').fill('big*')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Name both models', { exact: false }).first().waitFor()
  await form.getByLabel('Answers').fill('small')
  await form.getByRole('button', { name: 'Save' }).click()
  await form
    .getByText('The plan pays for the cheaper model too', { exact: false })
    .first()
    .waitFor()
  const models = form.getByLabel('Search: Models', { exact: true })
  await models.fill('big*')
  await models.press('Enter')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /^Deep/ }).waitFor()
  const { body } = await site.people.root.get('/api/plan/')
  const made = body.data.find(({ name }: { readonly name: string }) => name === 'Deep')
  expect(made.terms).toMatchObject({
    overflow: 'cheaper',
    cheaper: [{ from: 'big*', to: 'small' }],
  })
  expect(visit.complaints).toEqual([])
})

test('a user buys it, sees a call on its bars, and cancels', async () => {
  await using visit = await site.open('user', { language: 'en' })
  const { page } = visit
  await visit.goto('/topup')
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await page.getByRole('button', { name: 'Buy: Pro' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/costs \$4\.00 per month.*\$12\.00, and \$8\.00/).waitFor()
  await question.getByRole('button', { name: 'Pay' }).click()
  const held = page.getByRole('listitem').filter({ hasText: 'active' })
  await held.getByText('$0.00 of $6.00 used', { exact: false }).waitFor()
  expect(await call()).toBe(200)
  await page.reload()
  await held.getByText('$0.0012 of $6.00 used', { exact: false }).waitFor()
  await held.getByText('$0.0012 of $0.01 used', { exact: false }).waitFor()
  await held.getByRole('button', { name: 'Cancel renewal: Pro' }).click()
  await question.getByRole('button', { name: 'Cancel renewal' }).click()
  await held.getByText('Ends on', { exact: false }).waitFor()
  await held.getByRole('button', { name: 'Resume renewal: Pro' }).waitFor()
  expect(visit.complaints).toEqual([])
})

test('an administrator finds it by its holder, and ends it with a refund', async () => {
  await using visit = await site.open('admin', { language: 'en' })
  const { page } = visit
  await visit.goto('/all-plans?tab=subscriptions&state=active')
  const row = page.getByRole('row', { name: /Pro/ })
  await row.getByText('$0.0012').waitFor()
  await row.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'End with refund' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(/\$(3\.99\d*|4\.00) goes back/).waitFor()
  await question.getByRole('button', { name: 'End with refund' }).click()
  await row.waitFor({ state: 'detached' })
  const { body } = await site.people.user.get('/api/user/self')
  expect(body.data.quota).toBeGreaterThan(4_900_000)
  await visit.goto(`/user/${site.people.user.id}`)
  await page.getByRole('row', { name: /Pro/ }).getByText('ended').waitFor()
  expect(visit.complaints).toEqual([])
})
