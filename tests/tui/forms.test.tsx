/** Forms and actions of the terminal screens, each with what the gateway refuses. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { fixture, json, startUpstream } from '../support/upstream'
import { KEY, openScreens, type ScreenProbe } from './screen-fixture'

let gateway: Gateway
let upstream: Awaited<ReturnType<typeof startUpstream>>

beforeAll(async () => {
  upstream = await startUpstream(json(JSON.parse(fixture('openai/chat-text.json'))))
  gateway = await startGateway({
    env: NO_LIMITS,
    channels: [
      { name: 'main', upstream, models: 'gpt-4o', tag: 'eu' },
      { name: 'spare', upstream, models: 'gpt-4o' },
    ],
    users: [{ username: 'ann' }],
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

async function at(key: string, landmark: string): Promise<ScreenProbe> {
  const screen = await openScreens(gateway)
  await screen.press(key)
  await screen.shows(landmark)
  return screen
}

test('a user is made; what the gateway refuses is told in the form', async () => {
  using screen = await at('u', 'ann')
  await screen.press('n')
  await screen.shows('Add user')
  await screen.type('张三')
  await screen.press(KEY.tab, KEY.tab)
  await screen.type('short')
  await screen.press(KEY.save)
  await screen.shows('! ')
  expect(screen.lines().join()).not.toContain('short')
  await screen.type(' horse battery')
  await screen.press(KEY.save)
  await screen.shows('User account created successfully')
  await screen.shows('张三')
})

test('a balance is raised, and the new one told', async () => {
  using screen = await at('u', 'ann')
  await screen.press('/')
  await screen.type('ann')
  await screen.press(KEY.enter)
  await screen.shows('/ann')
  await screen.hides('root  ')
  await screen.press('+')
  await screen.shows('Quota to add')
  await screen.type('half')
  await screen.press(KEY.save)
  await screen.shows('The quota must be a whole number')
  await screen.press(KEY.clear)
  await screen.type('500000')
  await screen.press(KEY.save)
  await screen.shows('New balance')
})

test('a changed form is not left without a question', async () => {
  using screen = await at('u', 'ann')
  await screen.press('n')
  await screen.shows('Add user')
  await screen.type('x')
  await screen.press(KEY.esc)
  await screen.shows('Discard changes?')
  await screen.press('n')
  await screen.shows('Add user')
  await screen.press(KEY.esc)
  await screen.shows('Discard changes?')
  await screen.press('y')
  await screen.hides('Add user')
})

test('a channel is tested, and its answer time shows', async () => {
  using screen = await at('c', 'spare')
  await screen.press('i')
  await screen.shows('Passed')
})

test('a channel is edited; a wrong number is refused', async () => {
  using screen = await at('c', 'spare')
  await screen.press('e')
  await screen.shows('Edit channel')
  await screen.press(KEY.tab, KEY.clear)
  await screen.type('spare 备用')
  for (let step = 0; step < 5; step += 1) await screen.press(KEY.tab)
  await screen.press(KEY.clear)
  await screen.type('x')
  await screen.press(KEY.save)
  await screen.shows('The priority must be a whole number')
  await screen.press(KEY.clear)
  await screen.type('7')
  await screen.press(KEY.save)
  await screen.shows('Saved')
  await screen.shows('spare 备用')
})

test('what an upstream cannot express is chosen among the settings', async () => {
  using screen = await at('c', 'spare')
  await screen.press('e')
  await screen.shows('Edit channel')
  for (let step = 0; step < 15; step += 1) await screen.press(KEY.tab)
  await screen.shows('Drop and report')
  await screen.press('l')
  await screen.shows('Refuse the request')
  await screen.press(KEY.save)
  await screen.shows('Saved')
  const { items } = await gateway.services.channels.list()
  const settings = items.map(({ setting }) => setting).filter((setting) => setting !== '')
  expect(settings).toEqual(['{"fidelity":"strict"}'])
})

test('single settings of a channel have fields of their own', async () => {
  using screen = await at('c', 'spare')
  await screen.press('e')
  await screen.shows('Edit channel')
  for (let step = 0; step < 16; step += 1) await screen.press(KEY.tab)
  await screen.press(KEY.clear)
  await screen.type('4096')
  await screen.press(KEY.tab)
  await screen.type('coding plan, no credit')
  await screen.press(KEY.save)
  await screen.shows('Saved')
  const { items } = await gateway.services.channels.list()
  const [setting = '{}'] = items.map(({ setting }) => setting).filter((setting) => setting !== '')
  expect(JSON.parse(setting)).toMatchObject({
    max_input_tokens: 4096,
    auto_disable_keywords: ['coding plan', 'no credit'],
  })
})

test('the fields of a channel follow its type', async () => {
  using screen = await at('c', 'spare')
  await screen.press('n')
  await screen.shows('Add channel')
  await screen.hides('Region, or JSON of')
  await screen.shows('Organization ID')
  for (let step = 0; step < 7; step += 1) await screen.press('l')
  await screen.shows('Vertex')
  await screen.shows('Region, or JSON of')
  await screen.hides('Organization ID')
  await screen.press(KEY.esc)
  await screen.shows('Discard changes?')
  await screen.press('y')
})

test('an upstream is verified after its price was agreed to', async () => {
  using screen = await at('c', 'spare')
  const before = upstream.requests.length
  await screen.press('V')
  await screen.shows('Verify the channel')
  expect(upstream.requests).toHaveLength(before)
  await screen.press('y')
  await screen.shows('Model: ')
  await screen.shows('requests sent')
  expect(upstream.requests.length).toBeGreaterThan(before)
})

test('channels of a tag are stopped together', async () => {
  using screen = await at('c', 'main')
  await screen.press('/')
  await screen.type('main')
  await screen.press(KEY.enter)
  await screen.hides('spare')
  await screen.press('m')
  await screen.shows('Disable the channels of its tag')
  await screen.press('{')
  await screen.shows('Disable all channels tagged eu')
  await screen.press('y')
  await screen.shows('- Disabled')
  await screen.press('}')
  await screen.shows('+ Enabled')
})

test('redemption codes are made and shown', async () => {
  using screen = await at('r', 'Nothing matches')
  await screen.press('n')
  await screen.shows('Add redemption codes')
  await screen.type('gift')
  await screen.press(KEY.tab, KEY.tab, KEY.clear)
  await screen.type('101')
  await screen.press(KEY.save)
  await screen.shows('! ')
  await screen.press(KEY.clear)
  await screen.type('2')
  await screen.press(KEY.save)
  await screen.shows('Redemption codes created')
  await screen.press(KEY.esc)
  await screen.shows('+ Unused')
  await screen.press('*')
  await screen.shows('2 selected')
  await screen.press('y')
  await screen.shows('Redemption codes (2)')
  expect(screen.lines().filter((line) => /^gift {4}[0-9a-f]{32}$/.test(line))).toHaveLength(2)
})

test('a setting is switched, edited within its range, and brought back', async () => {
  using screen = await at('o', 'Allow login by password')
  await screen.press('/')
  await screen.type('RetryTimes')
  await screen.press(KEY.enter)
  await screen.hides('Allow login by password')
  await screen.press('e')
  await screen.shows('Default: 2')
  await screen.press(KEY.clear)
  await screen.type('-1')
  await screen.press(KEY.save)
  await screen.shows('! ')
  await screen.press(KEY.clear)
  await screen.type('5')
  await screen.press(KEY.save)
  await screen.shows('Saved')
  const { data } = await screen.api.call('option.list')
  expect(data.find(({ key }) => key === 'RetryTimes')?.value).toBe('5')
  await screen.press('x')
  await screen.shows('Bring the default of RetryTimes back?')
  await screen.press('y')
  await screen.shows('Operation completed successfully')
})

test('a secret is written and never read', async () => {
  using screen = await at('o', 'Allow login by password')
  await screen.press('/')
  await screen.type('GitHubClientSecret')
  await screen.press(KEY.enter)
  await screen.hides('Allow login by password')
  await screen.press('e')
  await screen.shows('GitHubClientSecret')
  await screen.type('hush')
  expect(screen.lines().join()).not.toContain('hush')
  await screen.press(KEY.save)
  await screen.shows('********')
  await screen.press('e')
  await screen.shows('never shown')
})

test('a call arrives in the followed log, and its bill is worked out', async () => {
  using screen = await at(':', ':')
  await screen.type('log')
  await screen.press(KEY.enter)
  await screen.shows('RPM')
  await screen.press('w')
  await screen.shows('following')
  await gateway.openai().chat.completions.create({
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'hello' }],
  })
  await screen.shows('gpt-4o')
  await screen.press(KEY.enter)
  await screen.shows('Price breakdown')
  await screen.press('G')
  await screen.shows('Charged')
})

test('a form sends what was changed, and undoes nothing that others have done', async () => {
  const [id = 0] = gateway.channelIds
  const set = gateway.services.channels.set
  const shown = () => gateway.services.channels.show(id)
  const { name } = await shown()
  using screen = await at('c', name)
  await screen.press('/')
  await screen.type(name)
  await screen.press(KEY.enter)
  await screen.hides('spare')
  await screen.press('e')
  await screen.shows('Edit channel')
  await set(TEST_ACTOR, { id, test_model: 'gpt-4o' })
  await screen.press(KEY.tab, KEY.clear)
  await screen.type('mine')
  await set(TEST_ACTOR, { id, name: 'theirs' })
  await screen.press(KEY.save)
  await screen.shows('somebody changed it to "theirs"')
  expect(await shown()).toMatchObject({ name: 'theirs', test_model: 'gpt-4o' })
  await set(TEST_ACTOR, { id, name })
  await screen.press(KEY.save)
  await screen.shows('Saved')
  expect(await shown()).toMatchObject({ name: 'mine', test_model: 'gpt-4o' })
})
