/** The first screen: what is relayed now, and what can be done about it at once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ask, MODEL, PATH_OF, PRICES, recorded } from '../relay/black-box'
import { NO_LIMITS } from '../support/api'
import { type Gateway, startGateway } from '../support/gateway'
import {
  frames,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { tooWide } from './one-screen'
import { KEY, openScreens, type ScreenProbe } from './screen-fixture'

let gateway: Gateway
let upstream: Upstream
let reply: Reply

beforeAll(async () => {
  upstream = await startUpstream(() => reply)
  gateway = await startGateway({
    env: NO_LIMITS,
    options: PRICES,
    users: [{ username: '张伟' }],
    tokens: [{ name: '我的应用', username: '张伟' }],
    channels: [{ upstream, models: MODEL, name: 'main' }],
  })
  reply = json({ error: { message: 'out of capacity' } }, { status: 503 })
  await (await gateway.post(PATH_OF.openai, ask('openai'))).text()
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function begunStream() {
  const held = gate()
  const [first = '', second = '', ...rest] = frames(recorded('openai').sse)
  reply = sse([first, second, held, ...rest])
  const response = await gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
  return {
    response,
    async [Symbol.asyncDispose]() {
      held.open()
      await response.body?.cancel().catch(() => {})
      await gateway.idle()
    },
  }
}

async function opened(screen: ScreenProbe, ...texts: readonly string[]): Promise<string> {
  for (const text of texts) await screen.shows(text)
  return screen.lines().join('\n')
}

const SIZES = [
  [60, 24],
  [80, 24],
  [120, 40],
  [200, 50],
] as const
const WORDS = {
  en: ['In flight 1', 'streaming', 'Requests/min', '503'],
  zh: ['进行中 1', '输出中', '请求/分', '503'],
} as const

test.each(
  SIZES.flatMap(([columns, rows]) => [
    ['en', columns, rows] as const,
    ['zh', columns, rows] as const,
  ]),
)(
  'shows calls, rates, channels and spenders in %s at %d by %d',
  async (language, columns, rows) => {
    await using _ = await begunStream()
    using screen = await openScreens(gateway, { language, columns, rows })
    const frame = await opened(screen, ...WORDS[language], '张伟', '我的应用', 'main', 'p95')
    expect(tooWide(frame, columns)).toEqual([])
    expect(frame.split('\n').length).toBeLessThanOrEqual(rows)
  },
)

test('a call is ended from here, after a question', async () => {
  await using call = await begunStream()
  using screen = await openScreens(gateway)
  await screen.shows('streaming')
  await screen.press('x')
  await screen.shows(`End the call of 张伟 to ${MODEL}?`)
  await screen.press('y')
  expect(await call.response.text()).toContain('An administrator has ended this call')
  await screen.shows('No call in flight')
})

test('a channel is disabled from here, and that is taken back', async () => {
  const [id = 0] = gateway.channelIds
  const status = async () => (await gateway.services.channels.show(id)).status
  using screen = await openScreens(gateway)
  await screen.shows('503 out of')
  await screen.press(KEY.tab, KEY.enter)
  await screen.shows('503 out of capacity')
  await screen.press('d')
  await screen.shows('Disable the channel main?')
  await screen.press('y')
  await screen.shows('^Z undo: Disable main')
  expect(await status()).toBe(2)
  await screen.press('\u001a')
  await screen.shows('Undone: Disable main')
  expect(await status()).toBe(1)
  await screen.press('\u001a')
  await screen.shows('There is nothing to undo')
})

test('a spender leads to its token and its log', async () => {
  using screen = await openScreens(gateway)
  await screen.shows('我的应用')
  await screen.press(KEY.tab, KEY.tab, KEY.enter)
  await screen.shows('gw · Tokens')
  await screen.shows('username=张伟')
  await screen.press(KEY.esc)
  await screen.shows('gw · Now')
  await screen.press(KEY.tab, KEY.tab, 'L')
  await screen.shows('token_name=我的应用')
})
