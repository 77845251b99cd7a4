/** Which channel gets a call, and what the channel's own settings make of it. */
import { describe, expect, test } from 'bun:test'
import { connect, createServer, type Server } from 'node:net'
import { secureRandom } from '../../server/random'
import { type Gateway, startGateway } from '../support/gateway'
import { type ChannelSeed, TEST_ACTOR } from '../support/seed'
import { json, sse, startUpstream } from '../support/upstream'
import {
  ask,
  billOf,
  expectRefusal,
  expectReleased,
  PATH_OF,
  PRICES,
  recorded,
  type Told,
  TYPE_OF,
  told,
} from './black-box'

const ANSWER = json(recorded('openai').json)

function call(gateway: Gateway, more: object = {}): Promise<Told> {
  return told(gateway.post(PATH_OF.openai, ask('openai', more)))
}

/** The index of the channel that took the call. */
async function takenBy(gateway: Gateway, more: object = {}): Promise<number> {
  const answer = await call(gateway, more)
  expect(answer.status).toBe(200)
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
  return gateway.channelIds.indexOf(items[0]?.channel_id ?? 0)
}

describe('choosing a channel', () => {
  test('prefers the highest priority, negative ones included', async () => {
    await using upstream = await startUpstream(ANSWER)
    const channels = [-5, 7, 0].map((priority) => ({ upstream, models: 'm', priority }))
    await using gateway = await startGateway({ channels, options: PRICES })
    expect(await takenBy(gateway)).toBe(1)
    await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[1] ?? 0 })
    expect(await takenBy(gateway)).toBe(2)
    await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[2] ?? 0 })
    expect(await takenBy(gateway)).toBe(0)
    await gateway.services.channels.disable(TEST_ACTOR, { id: gateway.channelIds[0] ?? 0 })
    expectRefusal(await call(gateway), 'openai', 503)
  })

  test('draws by weight plus ten within a tier', async () => {
    await using upstream = await startUpstream(ANSWER)
    const channels = [0, 30].map((weight) => ({ upstream, models: 'm', weight }))
    let draw = 0
    const random = { ...secureRandom, next: () => draw }
    await using gateway = await startGateway({ channels, options: PRICES, random })
    const taken: number[] = []
    for (draw of [0, 0.19, 0.21, 0.99]) taken.push(await takenBy(gateway))
    expect(taken).toEqual([0, 0, 1, 1])
  })

  test('skips a channel whose kind cannot answer the call', async () => {
    const moderation = json({ id: 'modr-1', results: [{ flagged: false }] })
    await using upstream = await startUpstream(moderation)
    const channels = [
      { upstream, models: 'm', type: TYPE_OF.anthropic, priority: 9 },
      { upstream, models: 'm' },
    ]
    await using gateway = await startGateway({ channels, options: PRICES })
    const answer = await told(gateway.post('/v1/moderations', { model: 'm', input: 'hello' }))
    expect(answer.status).toBe(200)
    expect(upstream.last().path).toBe('/v1/moderations')
  })

  test('finds a channel by the models and groups it has, and no other', async () => {
    await using upstream = await startUpstream(ANSWER)
    const channels = [
      { upstream, models: 'm', group: 'vip' },
      { upstream, models: 'm2,m-long' },
      { upstream, models: ' m , m3', group: 'vip, default' },
    ]
    await using gateway = await startGateway({ channels, options: PRICES })
    expect(await takenBy(gateway)).toBe(2)
  })

  test('removed and added models count at once', async () => {
    await using upstream = await startUpstream(ANSWER)
    const channels = [{ upstream, models: 'other' }]
    await using gateway = await startGateway({ channels, options: PRICES })
    const id = gateway.channelIds[0] ?? 0
    expectRefusal(await call(gateway), 'openai', 404)
    await gateway.services.channels.set(TEST_ACTOR, { id, models: 'other,m' })
    expect((await call(gateway)).status).toBe(200)
    await gateway.services.channels.set(TEST_ACTOR, { id, models: 'other' })
    expectRefusal(await call(gateway), 'openai', 404)
  })
})

async function withChannel(
  channel: Partial<ChannelSeed>,
  check: (gateway: Gateway, upstream: Awaited<ReturnType<typeof startUpstream>>) => Promise<void>,
  options: object = {},
): Promise<void> {
  await using upstream = await startUpstream(ANSWER)
  await using gateway = await startGateway({
    channels: [{ upstream, models: 'm', ...channel }],
    options: { ...PRICES, ...options },
  })
  await check(gateway, upstream)
}

describe('model_mapping', () => {
  test('is followed through a chain; price and answer stay with the asked name', async () => {
    const model_mapping = '{"m":"mid","mid":"end","end":"end"}'
    await withChannel({ model_mapping }, async (gateway, upstream) => {
      const answer = await call(gateway, { kept: { by: ['us', 1.5] } })
      expect(upstream.last().json).toEqual({
        ...ask('openai', { kept: { by: ['us', 1.5] } }),
        model: 'end',
      })
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(row).toMatchObject({ model_name: 'm', quota: 30 })
      expect(other).toMatchObject({ is_model_mapped: true, upstream_model_name: 'end' })
    })
  })

  test('leaves models alone that it does not name', async () => {
    await withChannel({ model_mapping: '{"x":"y"}' }, async (gateway, upstream) => {
      const { other } = await billOf(gateway, (await call(gateway)).requestId)
      expect(upstream.last().json).toMatchObject({ model: 'm' })
      expect(other).not.toHaveProperty('is_model_mapped')
    })
  })

  test('is not fooled by names that every object has', async () => {
    const more = { models: 'constructor', model_mapping: '{"x":"y"}' }
    const options = { ModelRatio: { constructor: 1 } }
    await withChannel(
      more,
      async (gateway, upstream) => {
        expect((await call(gateway, { model: 'constructor' })).status).toBe(200)
        expect(upstream.last().json).toMatchObject({ model: 'constructor' })
      },
      options,
    )
  })
})

describe('param_override', () => {
  test('writes fields over those of the client and keeps the rest', async () => {
    const param_override = '{"temperature":0,"metadata":{"from":"channel"},"model":"forced"}'
    await withChannel({ param_override }, async (gateway, upstream) => {
      await call(gateway, { temperature: 1.5, top_p: 0.5, unknown: [1] })
      expect(upstream.last().json).toEqual({
        ...ask('openai', { temperature: 0, top_p: 0.5, unknown: [1] }),
        metadata: { from: 'channel' },
        model: 'forced',
      })
    })
  })

  test('reaches translated bodies too', async () => {
    await using upstream = await startUpstream(json(recorded('anthropic').json))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm', type: TYPE_OF.anthropic, param_override: '{"top_k":3}' }],
      options: PRICES,
    })
    expect((await call(gateway)).status).toBe(200)
    expect(upstream.last().json).toMatchObject({ top_k: 3 })
  })
})

describe('the account of a channel', () => {
  test('its organization and key are sent, and only by that channel', async () => {
    await using upstream = await startUpstream([json({}, { status: 500 }), ANSWER])
    await using gateway = await startGateway({
      channels: [
        { upstream, models: 'm', key: 'k-1', openai_organization: 'org-1', priority: 9 },
        { upstream, models: 'm', key: 'k-2' },
      ],
      options: PRICES,
    })
    expect((await call(gateway)).status).toBe(200)
    const sent = upstream.requests.map(({ headers }) => [
      headers.authorization,
      headers['openai-organization'],
    ])
    expect(sent).toEqual([
      ['Bearer k-1', 'org-1'],
      ['Bearer k-2', undefined],
    ])
  })

  test('headers of the client do not reach the upstream', async () => {
    await withChannel({}, async (gateway, upstream) => {
      const headers = { 'x-forwarded-for': '6.6.6.6', cookie: 'a=b', 'x-secret': 'mine' }
      await told(gateway.post(PATH_OF.openai, ask('openai'), { headers }))
      const sent = Object.keys(upstream.last().headers)
      expect(sent).not.toContain('cookie')
      expect(sent).not.toContain('x-secret')
      expect(sent).not.toContain('x-forwarded-for')
    })
  })
})

interface Proxy {
  readonly url: string
  readonly targets: readonly string[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A proxy that writes down where it was asked to go, by CONNECT or by a whole address. */
async function startProxy(): Promise<Proxy> {
  const targets: string[] = []
  const server: Server = createServer((client) => {
    client.once('data', (head) => {
      const [method, address = ''] = head.toString('latin1').split(' ')
      const isTunnel = method === 'CONNECT'
      const { host, hostname, port } = new URL(isTunnel ? `http://${address}` : address)
      targets.push(host)
      const far = connect(Number(port), hostname, () => {
        if (isTunnel) client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        else far.write(head)
        client.pipe(far).pipe(client)
      })
      far.on('error', () => client.destroy())
    })
    client.on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

describe('the proxy of a channel', () => {
  const through = (proxy: string) => ({ setting: JSON.stringify({ proxy }) })

  test('carries the calls of its channel', async () => {
    await using proxy = await startProxy()
    await withChannel(through(proxy.url), async (gateway, upstream) => {
      const answer = await call(gateway)
      expect(answer.status).toBe(200)
      expect(proxy.targets).toEqual([`127.0.0.1:${upstream.port}`])
      await billOf(gateway, answer.requestId)
    })
  })

  test('carries streams', async () => {
    await using proxy = await startProxy()
    await withChannel(through(proxy.url), async (gateway, upstream) => {
      upstream.script(sse([recorded('openai').sse], { tear: 'every-byte' }))
      const answer = await call(gateway, { stream: true })
      expect(answer.text).toEndWith('data: [DONE]\n\n')
      expect(proxy.targets).toHaveLength(1)
    })
  })

  test('that is dead fails the attempt instead of going round it', async () => {
    const dead = await startUpstream(ANSWER)
    await dead.stop()
    await withChannel(through(dead.url), async (gateway, upstream) => {
      const answer = await call(gateway)
      expectRefusal(answer, 'openai', 502)
      expect(upstream.requests).toHaveLength(0)
      await expectReleased(gateway, answer.requestId)
    })
  })
})
