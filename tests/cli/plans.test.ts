/** `gw plan` and `gw subscription`: what an operator sells, grants and takes back. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startStripe } from '../support/stripe'
import { openShell, type Shell } from './cli-fixture'

let shell: Shell
beforeAll(async () => {
  shell = openShell()
  await shell.text(['user', 'create', 'ann', '--password', 'correct horse', '--quota', '10000000'])
})
afterAll(() => shell.remove())

const words = (line: string) => line.split(' ')
const PRO = 'plan create Pro --price 5 --per day --every 10 --budget 8 --models gpt-*,o3'

test('a plan is made of flags, shown, changed and shown again', async () => {
  const allow = ['--allow', 'budget/5h=$2@first_use', '--allow', 'requests/day=50@calendar']
  const made = await shell.json([...words(PRO), ...allow, '--on-sale', 'true'])
  expect(made).toMatchObject({
    ...{ name: 'Pro', price: 2_500_000, period_unit: 'day', period_count: 10, on_sale: true },
    terms: {
      budget: 4_000_000,
      models: ['gpt-*', 'o3'],
      allowances: [
        { kind: 'budget', window: '5h', amount: 1_000_000, starts: 'first_use' },
        { kind: 'requests', window: 'day', amount: 50, starts: 'calendar' },
      ],
    },
  })
  const table = await shell.text(['plan', 'list'])
  expect(table).toContain('budget/5h=$2.00@first_use requests/day=50@calendar')
  const tried = words('plan set Pro --price 6 --budget none --models none --dry-run')
  expect(await shell.json(tried)).toMatchObject({ price: 3_000_000, terms: { models: [] } })
  expect(await shell.json(['plan', 'show', 'Pro'])).toEqual(made)
  const renamed = await shell.json(words('plan set Pro --name Max --allow none'))
  expect(renamed).toMatchObject({ name: 'Max', terms: { budget: 4_000_000, allowances: [] } })
  await shell.text(words('plan set Max --name Pro'))
})

test.each([
  'plan create Bad --allow budget/year=$1',
  'plan create Bad --allow budget/now=$1',
  'plan create Bad --allow requests/day=few',
  'plan create Bad --allow budget/day=$1@noon',
  'plan create Bad --budget much',
  'plan create Bad --price -1 --budget 1',
  'plan create Bad --budget 1 --zone Mars/Olympus',
  'plan create Bad --budget 1 --when-empty cheaper',
  'plan create Bad --budget 1 --cheaper a=b',
  'plan create Bad --budget 1 --when-empty cheaper --cheaper a=a',
  'plan create Bad --budget 1 --when-empty cheaper --cheaper a',
  'plan create Bad --budget 1 --when-empty cheaper --cheaper a=b',
  'plan set Pro',
])('%s is wrong usage', async (line) => {
  expect((await shell.gw(words(line))).code).toBe(2)
})

test('a plan names cheaper models, and forgets them with another end', async () => {
  const line =
    'plan create Deep --budget 5 --models gpt-4o*,o3 --when-empty cheaper --cheaper gpt-4o*=mini'
  const made = await shell.json([...words(line), '--cheaper', 'o3=o3-mini'])
  const cheaper = [
    { from: 'gpt-4o*', to: 'mini' },
    { from: 'o3', to: 'o3-mini' },
  ]
  expect(made).toMatchObject({ terms: { overflow: 'cheaper', cheaper } })
  expect(await shell.text(words('plan show Deep'))).toContain('gpt-4o*=mini o3=o3-mini')
  expect(await shell.json(words('plan set Deep --budget 6'))).toMatchObject({ terms: { cheaper } })
  const { terms } = Object(await shell.json(words('plan set Deep --when-empty refuse')))
  expect(terms).toMatchObject({ overflow: 'refuse' })
  expect(terms).not.toHaveProperty('cheaper')
  await shell.text(words('plan delete Deep --yes'))
})

test('a subscription is bought, canceled, paused, reset, switched and ended', async () => {
  await shell.text(words('plan create Lite --price 1 --budget 1 --on-sale true'))
  const bought = await shell.json(words('subscription buy ann Pro --yes'))
  expect(bought).toMatchObject({ username: 'ann', state: 'active', renews: true, price: 2_500_000 })
  expect(await shell.json(words('subscription cancel 1'))).toMatchObject({ renews: false })
  expect(await shell.json(words('subscription resume 1'))).toMatchObject({ renews: true })
  expect(await shell.json(words('subscription pause 1'))).toMatchObject({ state: 'paused' })
  expect((await shell.gw(words('subscription pause 1'))).code).not.toBe(0)
  expect(await shell.json(words('subscription continue 1'))).toMatchObject({ state: 'active' })
  expect(await shell.json(words('subscription reset 1'))).toMatchObject({ remain: 4_000_000 })
  expect((await shell.gw(words('subscription switch 1 Lite'))).code).toBe(2)
  const lite = await shell.json(words('subscription switch 1 Lite --yes'))
  expect(lite).toMatchObject({ id: 2, name: 'Lite', price: 500_000 })
  expect(await shell.json(words('subscription list --state ended'))).toMatchObject([{ id: 1 }])
  expect(await shell.json(words('subscription end 2 --yes'))).toEqual({ id: 2, refund: 0 })
  expect(await shell.json(words('subscription show 2'))).toMatchObject({
    state: 'ended',
    refund: 0,
  })
})

test('what is granted costs nothing, and lists find it by plan and user', async () => {
  const balance = () => shell.json(words('user show ann --fields quota'))
  const before = await balance()
  await shell.text(words('subscription grant ann Lite'))
  expect(await balance()).toEqual(before)
  const found = words('subscription list --user ann --plan Lite --state active')
  expect(await shell.json(found)).toMatchObject([{ price: 0, source: 'admin', renews: false }])
  const listed = await shell.text(words('--lang zh subscription list --user ann'))
  for (const text of ['生效中', '已结束', '周期结束']) expect(listed).toContain(text)
  expect((await shell.gw(words('plan delete Lite --yes'))).code).not.toBe(0)
})

test.each([
  'plan show Nothing',
  'subscription show 99',
  'subscription pause seven',
  'subscription grant nobody Pro',
  'subscription grant ann Nothing',
])('%s is not found', async (line) => {
  expect((await shell.gw(words(line))).code).toBe(3)
})

test('the address of the pages of Stripe is printed, where Stripe is set up', async () => {
  await using stripe = startStripe(() => Math.floor(Date.now() / 1000))
  expect((await shell.gw(words('order portal ann'))).code).toBe(2)
  await shell.text(['option', 'set', 'StripeApiSecret', stripe.key])
  await shell.text(['option', 'set', 'StripeWebhookSecret', stripe.webhookSecret])
  await shell.text(['option', 'set', 'StripeAddress', stripe.url])
  expect(await shell.json(words('order portal ann'))).toMatchObject({
    url: 'https://billing.stripe.test/p/session/1',
  })
})
