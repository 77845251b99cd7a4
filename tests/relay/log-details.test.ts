/** What a log row says of a call beside its price: retries, and what the client asked for. */
import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'
import { json, type Script, startUpstream } from '../support/upstream'
import { ask, billOf, MODEL, PATH_OF, PRICES, type ProtocolName, recorded, told } from './black-box'

const WHOLE = json(JSON.parse(recorded('openai').json))
const BUSY = json({ error: { message: 'no capacity left' } }, { status: 503 })

async function logged(scripts: readonly Script[], body: object, protocol: ProtocolName = 'openai') {
  await using stack = new AsyncDisposableStack()
  const channels = []
  for (const [index, script] of scripts.entries()) {
    const upstream = stack.use(await startUpstream(script))
    channels.push({ upstream, models: MODEL, priority: 9 - index })
  }
  const gateway = stack.use(await startGateway({ channels, options: PRICES }))
  const { requestId } = await told(gateway.post(PATH_OF[protocol], body))
  return (await billOf(gateway, requestId)).other
}

test('a call that another channel answered is marked as retried', async () => {
  expect(await logged([BUSY, WHOLE], ask('openai'))).toMatchObject({ retries: 1 })
  expect(await logged([WHOLE], ask('openai'))).not.toHaveProperty('retries')
})

test('a call that every channel refused tells the last answer', async () => {
  expect(await logged([BUSY, BUSY], ask('openai'))).toMatchObject({
    retries: 1,
    error: 'upstream.refused',
    upstream_status: 503,
    upstream_message: 'no capacity left',
  })
})

test.each([
  ['openai', { reasoning_effort: 'high' }, 'high'],
  ['openai', { reasoning: { effort: 'low' } }, 'low'],
  ['claude', { output_config: { effort: 'medium' } }, 'medium'],
] as const)('a %s client’s wish for thinking is noted: %j', async (protocol, more, effort) => {
  const other = await logged([WHOLE], ask(protocol, more), protocol)
  expect(other).toMatchObject({ reasoning_effort: effort })
})

test.each([{}, { reasoning_effort: 'low' }])(
  'the level that ends a model’s name is the effort that is noted: %j',
  async (fields) => {
    await using upstream = await startUpstream(WHOLE)
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'o3-mini-high' }],
      options: { ...PRICES, ModelRatio: { 'o3-mini-high': 1 } },
    })
    const body = { ...ask('openai', fields), model: 'o3-mini-high' }
    const { requestId } = await told(gateway.post(PATH_OF.openai, body))
    expect(upstream.last().json).toMatchObject({ model: 'o3-mini', reasoning_effort: 'high' })
    const { other } = await billOf(gateway, requestId)
    expect(other).toMatchObject({ reasoning_effort: 'high' })
  },
)

test.each([
  {},
  { reasoning_effort: null },
  { reasoning_effort: 'x'.repeat(1000) },
  { reasoning: 5 },
])('no wish, or what is no word, is not: %j', async (more) => {
  expect(await logged([WHOLE], ask('openai', more))).not.toHaveProperty('reasoning_effort')
})
