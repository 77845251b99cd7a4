/** Who may call: where the key is read from, and every state of token and owner. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { TEST_ACTOR } from '../support/seed'
import { json, startUpstream, type Upstream } from '../support/upstream'
import {
  ask,
  expectRefusal,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  type ProtocolName,
  recorded,
  type Told,
  told,
} from './black-box'

let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream(json(recorded('openai').json))
})

afterAll(() => upstream.stop())

function send(
  gateway: Gateway,
  headers: Readonly<Record<string, string>>,
  protocol: ProtocolName = 'openai',
): Promise<Told> {
  const body = JSON.stringify(ask(protocol))
  return told(fetch(gateway.url + PATH_OF[protocol], { method: 'POST', headers, body }))
}

async function refuses(
  gateway: Gateway,
  status: number,
  options: { readonly key?: string; readonly headers?: Record<string, string> } = {},
): Promise<ReturnType<typeof expectRefusal>> {
  const { key = gateway.keys[0], headers = {} } = options
  const asked = upstream.requests.length
  const sent = { authorization: `Bearer ${key}`, 'accept-language': 'en', ...headers }
  const error = expectRefusal(await send(gateway, sent), 'openai', status)
  const answer = await send(gateway, sent, 'claude')
  // Its clients know an account without credit by a status and words of their own.
  const isUnpaid = answer.status === 402
  const claude = expectRefusal(answer, 'claude', isUnpaid ? 402 : status)
  if (isUnpaid) expect(claude.message).toStartWith('Credit balance is too low. ')
  const message = claude.message.replace('Credit balance is too low. ', '')
  expect(message.slice(0, 20)).toBe(error.message.slice(0, 20))
  expect(upstream.requests).toHaveLength(asked)
  await gateway.idle()
  // A refusal that an operator has to see leaves a row, which costs nothing.
  const { items } = await gateway.services.logs.list()
  expect(items.filter(({ type, quota }) => type !== 5 || quota !== 0)).toEqual([])
  expect(await gateway.services.ledger.verify()).toEqual([])
  return error
}

describe('where the key is read from', () => {
  let gateway: Gateway
  let key = ''

  beforeAll(async () => {
    gateway = await startGateway({ channels: [{ upstream, models: 'm' }], options: PRICES })
    key = gateway.keys[0] ?? ''
  })

  afterAll(() => gateway[Symbol.asyncDispose]())

  const GOOD: readonly (readonly [string, (key: string) => Record<string, string>])[] = [
    ['Bearer and sk-', (key) => ({ authorization: `Bearer ${key}` })],
    ['Bearer in lower case', (key) => ({ authorization: `bearer ${key}` })],
    ['Bearer without sk-', (key) => ({ authorization: `Bearer ${key.slice(3)}` })],
    ['no Bearer', (key) => ({ authorization: key })],
    ['neither Bearer nor sk-', (key) => ({ authorization: key.slice(3) })],
    ['blanks around it', (key) => ({ authorization: `Bearer   ${key}  ` })],
    ['mj-api-secret alone', (key) => ({ 'mj-api-secret': key })],
    [
      'mj-api-secret beside the placeholder',
      (key) => ({ authorization: 'midjourney-proxy', 'mj-api-secret': `Bearer ${key}` }),
    ],
    [
      'a WebSocket subprotocol, whatever Authorization says',
      (key) => ({
        authorization: 'Bearer sk-wrong',
        'sec-websocket-protocol': `realtime, openai-insecure-api-key.${key}, openai-beta`,
      }),
    ],
    ['a bare WebSocket subprotocol', (key) => ({ 'sec-websocket-protocol': key })],
  ]
  for (const [name, headers] of GOOD) {
    test(`${name} is accepted`, async () => {
      expect((await send(gateway, headers(key))).status).toBe(200)
    })
  }

  test('x-api-key counts for Claude calls and wins over Authorization', async () => {
    const headers = { 'x-api-key': key, authorization: 'Bearer sk-wrong' }
    expect((await send(gateway, headers, 'claude')).status).toBe(200)
  })

  test('Authorization is good enough for Claude calls', async () => {
    expect((await send(gateway, { authorization: `Bearer ${key}` }, 'claude')).status).toBe(200)
  })

  test('x-api-key counts for nothing else', async () => {
    expectRefusal(await send(gateway, { 'x-api-key': key }), 'openai', 401)
  })

  test('a wrong x-api-key is not made good by Authorization', async () => {
    const headers = { 'x-api-key': 'sk-wrong', authorization: `Bearer ${key}` }
    expectRefusal(await send(gateway, headers, 'claude'), 'claude', 401)
  })

  test('mj-api-secret does not replace a wrong Authorization', async () => {
    const headers = { authorization: 'Bearer sk-wrong', 'mj-api-secret': key }
    expectRefusal(await send(gateway, headers), 'openai', 401)
  })

  const BAD: readonly (readonly [string, Record<string, string>, string])[] = [
    ['no key', {}, 'missing_api_key'],
    ['an empty one', { authorization: '' }, 'missing_api_key'],
    ['Bearer alone', { authorization: 'Bearer' }, 'invalid_api_key'],
    ['sk- alone', { authorization: 'Bearer sk-' }, 'missing_api_key'],
    ['an unknown one', { authorization: `Bearer sk-${'a'.repeat(48)}` }, 'invalid_api_key'],
    ['basic credentials', { authorization: 'Basic dXNlcjpwYXNz' }, 'invalid_api_key'],
    ['one of other letters', { authorization: 'Bearer sk-\u00fc\u00ff%00' }, 'invalid_api_key'],
    ['quotes of a query', { authorization: "Bearer sk-' or 1=1 --" }, 'invalid_api_key'],
    ['one of 8 kB', { authorization: `Bearer sk-${'x'.repeat(8000)}` }, 'invalid_api_key'],
    ['a wildcard', { authorization: 'Bearer sk-%' }, 'invalid_api_key'],
  ]
  for (const [name, headers, code] of BAD) {
    test(`${name} is refused with 401`, async () => {
      const error = expectRefusal(await send(gateway, headers), 'openai', 401)
      expect(error.code).toBe(code)
      const claude = expectRefusal(await send(gateway, headers, 'claude'), 'claude', 401)
      expect(claude.type).toBe('authentication_error')
    })
  }

  test('the key of the client never reaches the upstream', async () => {
    await send(gateway, { authorization: `Bearer ${key}`, 'x-api-key': key })
    expect(JSON.stringify(upstream.last())).not.toContain(key.slice(3))
  })
})

describe('a token', () => {
  const withTokens = (tokens: object[], more: object = {}) =>
    startGateway({ tokens, channels: [{ upstream, models: 'm' }], options: PRICES, ...more })

  test('that has expired is refused', async () => {
    const clock = manualClock()
    const expires = Math.floor(clock.nowMs() / 1000) + 60
    await using gateway = await withTokens([{ expired_time: expires }], { clock })
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    expect((await send(gateway, headers)).status).toBe(200)
    clock.advance(61_000)
    const answer = await send(gateway, { ...headers, 'accept-language': 'en' })
    expect(expectRefusal(answer, 'openai', 401).message).toContain('expired')
  })

  test('without quota is refused, and shows only the ends of its key', async () => {
    await using gateway = await withTokens([{ remain_quota: 0 }])
    const error = await refuses(gateway, 401)
    const key = gateway.keys[0] ?? ''
    expect(error.message).toContain(`${key.slice(3, 6)}***${key.slice(-3)}`)
    expect(error.message).not.toContain(key.slice(3, 20))
  })

  test('without quota works at once when it gets some', async () => {
    await using gateway = await withTokens([{ remain_quota: 0 }])
    await refuses(gateway, 401)
    await gateway.services.tokens.set(TEST_ACTOR, {
      id: gateway.tokenIds[0] ?? 0,
      remain_quota: 9999,
    })
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    expect((await send(gateway, headers)).status).toBe(200)
  })

  test('with less quota than the prompt needs is refused with what is left', async () => {
    await using gateway = await withTokens([{ remain_quota: 2 }])
    const error = await refuses(gateway, 403)
    expect(error.code).toBe('pre_consume_token_quota_failed')
    expect(error.message).toContain('$0.000004 left')
  })

  test('that is disabled is refused, and works again when it is enabled', async () => {
    await using gateway = await withTokens([{}])
    const id = gateway.tokenIds[0] ?? 0
    await gateway.services.tokens.set(TEST_ACTOR, { id, status: 2 })
    const error = await refuses(gateway, 401)
    expect(error.message).toContain('disabled')
    await gateway.services.tokens.set(TEST_ACTOR, { id, status: 1 })
    const headers = { authorization: `Bearer ${gateway.keys[0]}` }
    expect((await send(gateway, headers)).status).toBe(200)
  })

  test('that is revoked is refused', async () => {
    await using gateway = await withTokens([{}])
    await gateway.services.tokens.revoke(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
    await refuses(gateway, 401)
  })

  test('of a disabled user is refused', async () => {
    await using gateway = await withTokens([{}])
    await gateway.services.users.disable(TEST_ACTOR, gateway.userIds[0] ?? 0)
    const error = await refuses(gateway, 403)
    expect(error.message).toContain('banned')
  })

  test('of a user without quota is refused, however much it has itself', async () => {
    await using gateway = await withTokens([{ unlimited_quota: true }], { users: [{ quota: 0 }] })
    const error = await refuses(gateway, 403)
    expect(error.code).toBe('insufficient_user_quota')
  })

  test('may use the models of its list and no other', async () => {
    await using gateway = await withTokens([{ model_limits: 'other,m2' }, { model_limits: 'm' }])
    const error = await refuses(gateway, 403)
    expect(error.message).toContain('the model m')
    expect((await send(gateway, { authorization: `Bearer ${gateway.keys[1]}` })).status).toBe(200)
  })

  test('with an empty list of models may use none', async () => {
    await using gateway = await withTokens([{ model_limits_enabled: true }])
    await refuses(gateway, 403)
  })

  test('in a group that the user may no longer choose is refused', async () => {
    await using gateway = await withTokens([{ group: 'vip' }])
    await gateway.services.options.set(TEST_ACTOR, {
      key: 'UserUsableGroups',
      value: '{"default":"x"}',
    })
    const error = await refuses(gateway, 403)
    expect(error.message).toContain('vip of this token is disabled')
  })

  test('in a group that no longer exists is refused', async () => {
    await using gateway = await withTokens([{ group: 'vip' }])
    await gateway.services.options.set(TEST_ACTOR, { key: 'GroupRatio', value: '{"default":1}' })
    const error = await refuses(gateway, 403)
    expect(error.message).toContain('no longer exists')
  })

  test('in another group is routed and priced there', async () => {
    await using gateway = await startGateway({
      tokens: [{ group: 'vip' }],
      channels: [{ upstream, models: 'm', group: 'vip' }],
      options: { ...PRICES, GroupRatio: { default: 1, vip: 3 } },
    })
    const answer = await send(gateway, { authorization: `Bearer ${gateway.keys[0]}` })
    expect(answer.status).toBe(200)
    await gateway.idle()
    const { items } = await gateway.services.logs.list({ requestId: answer.requestId })
    expect(items).toMatchObject([{ group: 'vip', quota: 90 }])
  })
})

describe('a token with a list of addresses', () => {
  const via = (client: string) => ({ 'x-forwarded-for': client })
  const withList = (allow_ips: string, env: Record<string, string> = {}) =>
    startGateway({
      tokens: [{ allow_ips }],
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
      env,
    })
  const BEHIND_PROXY = { GW_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' }

  async function accepts(gateway: Gateway, client: string): Promise<void> {
    const headers = { authorization: `Bearer ${gateway.keys[0]}`, ...via(client) }
    expect({ client, status: (await send(gateway, headers)).status }).toEqual({
      client,
      status: 200,
    })
    await gateway.idle()
  }

  async function turnsAway(gateway: Gateway, client: string): Promise<void> {
    for (const protocol of PROTOCOLS) {
      const headers = { authorization: `Bearer ${gateway.keys[0]}`, ...via(client) }
      expectRefusal(await send(gateway, headers, protocol), protocol, 403)
    }
  }

  test('does not believe a header that anyone can write', async () => {
    await using gateway = await withList('203.0.113.7')
    const error = await refuses(gateway, 403, { headers: via('203.0.113.7') })
    expect(error.message).toContain('127.0.0.1')
  })

  test('counts the peer itself without a proxy', async () => {
    await using gateway = await withList('127.0.0.1')
    await accepts(gateway, '203.0.113.7')
  })

  test('takes single addresses and ranges of both families', async () => {
    await using gateway = await withList(
      '203.0.113.7\n198.51.100.0/24, 2001:db8::/32',
      BEHIND_PROXY,
    )
    await accepts(gateway, '203.0.113.7')
    await accepts(gateway, '198.51.100.255')
    await accepts(gateway, '2001:db8:1::5')
    await accepts(gateway, '2001:0DB8:0000::0001')
    await turnsAway(gateway, '203.0.113.8')
    await turnsAway(gateway, '198.51.101.1')
    await turnsAway(gateway, '2001:db9::1')
  })

  test('knows an IPv4 address in IPv6 clothes', async () => {
    await using gateway = await withList('203.0.113.0/24', BEHIND_PROXY)
    await accepts(gateway, '::ffff:203.0.113.9')
    await turnsAway(gateway, '::ffff:198.51.100.1')
  })

  test('takes the last address that no trusted proxy has', async () => {
    await using gateway = await withList('203.0.113.7', BEHIND_PROXY)
    await accepts(gateway, '203.0.113.7, 10.1.2.3')
    await accepts(gateway, '6.6.6.6, 203.0.113.7')
    await turnsAway(gateway, '203.0.113.7, 6.6.6.6')
    await turnsAway(gateway, '203.0.113.7, 6.6.6.6, 10.1.2.3')
  })

  test('turns away what is no address', async () => {
    await using gateway = await withList('203.0.113.7', BEHIND_PROXY)
    for (const client of ['unknown', '203.0.113.7:80x', '203.0.113', ' ', ',']) {
      await turnsAway(gateway, client)
    }
  })

  test('writes the address of the client in the log', async () => {
    await using gateway = await withList('', BEHIND_PROXY)
    await accepts(gateway, '203.0.113.7')
    expect((await gateway.services.logs.list()).items).toMatchObject([{ ip: '203.0.113.7' }])
  })
})

describe('a key that names a channel', () => {
  const start = (role: number) =>
    startGateway({
      users: [{ role }],
      channels: [
        { upstream, models: 'm', priority: 9 },
        { upstream, models: 'other', group: 'vip', name: 'pinned' },
      ],
      options: PRICES,
    })

  test('goes to that channel for administrators, whatever its models and group', async () => {
    await using gateway = await start(10)
    const key = `${gateway.keys[0]}-${gateway.channelIds[1]}`
    const answer = await send(gateway, { authorization: `Bearer ${key}` })
    expect(answer.status).toBe(200)
    await gateway.idle()
    const { items } = await gateway.services.logs.list()
    expect(items).toMatchObject([{ channel_id: gateway.channelIds[1] }])
  })

  test('is refused for ordinary users', async () => {
    await using gateway = await start(1)
    const error = await refuses(gateway, 403, {
      key: `${gateway.keys[0]}-${gateway.channelIds[1]}`,
    })
    expect(error.message).toContain('Ordinary users')
  })

  for (const pin of ['x', '0', '999', '1.5', '99999999999999999999']) {
    test(`is refused when the channel is "${pin}"`, async () => {
      await using gateway = await start(10)
      const key = `${gateway.keys[0]}-${pin}`
      await refuses(gateway, 400, { key })
    })
  }

  test('is refused when the channel is disabled', async () => {
    await using gateway = await start(10)
    const channel = gateway.channelIds[1] ?? 0
    await gateway.services.channels.disable(TEST_ACTOR, { id: channel })
    const error = await refuses(gateway, 403, { key: `${gateway.keys[0]}-${channel}` })
    expect(error.message).toContain(`Channel ${channel} is disabled`)
  })
})
