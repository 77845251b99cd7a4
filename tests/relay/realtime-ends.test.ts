/** How realtime sockets end, and what is owed then. */
import { describe, expect, test } from 'bun:test'
import { realtimeUpstream } from '../support/realtime-upstream'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { waitUntil } from '../support/wait-until'
import { expectSpent } from './black-box'
import { answering, CHARGE, gatewayFor, rowsOf, talkTo, USAGE } from './realtime-client'

const REPORTED = { prompt_tokens: USAGE.input_tokens, completion_tokens: USAGE.output_tokens }

describe('a realtime socket ends', () => {
  test('with its upstream, whose code and reason the client hears', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    await client.event('session.created')
    upstream.close(4001, 'session_expired')
    expect(await client.closed()).toMatchObject({ code: 4001, reason: 'session_expired' })
    await expectSpent(gateway, 0)
  })

  test('in the middle of an answer with its upstream, which the log says', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    upstream.say({ type: 'response.created', response: { id: 'r' } })
    upstream.say({ type: 'response.output_audio.delta', delta: 'A'.repeat(64_000) })
    await client.event('response.output_audio.delta')
    upstream.close(4001, 'gone')
    await client.closed()
    const [row] = await rowsOf(gateway)
    expect(row?.other).toContain('"cut":{"by":"upstream"')
    await expectSpent(gateway, row?.quota ?? 0)
  })

  test('charging what was written when the client leaves in the middle', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    upstream.say({ type: 'response.created', response: { id: 'r' } })
    // 64,000 characters of base64 are a second of sound, which is 20 tokens.
    upstream.say({ type: 'response.output_audio.delta', delta: 'A'.repeat(64_000) })
    await client.event('response.output_audio.delta')
    client.socket.close()
    await client.closed()
    await waitUntil('the upstream is left', () => !upstream.isOpen())
    const [row] = await rowsOf(gateway)
    expect(row?.completion_tokens).toBeWithin(20, 23)
    expect(row?.other).toContain('"cut":{"by":"client"')
    await expectSpent(gateway, row?.quota ?? 0)
  })

  test('before its client has heard of every answer, and all that was told is billed', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    const many = 8
    // Each bill is written before the next event is read.
    for (let at = 0; at < many; at += 1) {
      const response = { id: `r${at}`, status: 'completed' }
      upstream.say({ type: 'response.created', response: { id: response.id } })
      upstream.say({ type: 'response.output_text.delta', response_id: response.id, delta: 'Hi' })
      upstream.say({ type: 'response.done', response: { ...response, usage: USAGE } })
    }
    await client.event('response.done')
    client.socket.close()
    await client.closed()
    await waitUntil('all are billed', async () => (await rowsOf(gateway)).length === many)
    for (const row of await rowsOf(gateway)) expect(row).toMatchObject(REPORTED)
  })

  test.each([
    ['fails', { type: 'response.done', response: { id: 'r2', status: 'failed', usage: null } }],
    ['is cut off', undefined],
  ] as const)('an answer that %s without a word costs nothing', async (_, event) => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    const response = { id: 'r1', status: 'completed', usage: USAGE }
    upstream.say({ type: 'response.created', response: { id: 'r1' } })
    upstream.say({ type: 'response.done', response })
    upstream.say({ type: 'response.created', response: { id: 'r2' } })
    if (event !== undefined) upstream.say(event)
    upstream.close(4001, 'gone')
    await client.closed()
    const [unanswered, answered] = await rowsOf(gateway)
    expect(unanswered).toMatchObject({ quota: 0, prompt_tokens: 0, completion_tokens: 0 })
    expect(answered).toMatchObject(REPORTED)
    await expectSpent(gateway, answered?.quota ?? 0)
  })

  test('with an event that says so when the balance is spent', async () => {
    await using upstream = answering()
    await using gateway = await gatewayFor(upstream, {
      users: [{ username: 'thrifty', quota: CHARGE + 100 }],
      tokens: [{ remain_quota: PLENTY, unlimited_quota: true }],
    })
    const client = await talkTo(gateway)
    for (let at = 0; at < 3; at += 1) client.say({ type: 'response.create' })
    const { code } = await client.closed()
    expect(code).toBe(1008)
    const error = client.events.find(({ type }) => type === 'error')
    expect(JSON.stringify(error)).toContain('quota')
    await gateway.idle()
    const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
    expect(user.quota).toBeGreaterThanOrEqual(0)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('when its token is disabled', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    await client.event('session.created')
    await gateway.cli(['token', 'disable', String(gateway.tokenIds[0])])
    expect((await client.closed()).code).toBe(1008)
    expect(upstream.isOpen()).toBe(false)
  })

  test('in the middle of an answer by the gateway, which the log says', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream)
    const client = await talkTo(gateway)
    upstream.say({ type: 'response.created', response: { id: 'r' } })
    upstream.say({ type: 'response.output_audio.delta', delta: 'A'.repeat(64_000) })
    await client.event('response.output_audio.delta')
    await gateway.services.tokens.revoke(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
    expect((await client.closed()).code).toBe(1008)
    const [row] = await rowsOf(gateway)
    expect(row?.other).toContain('"cut":{"by":"gateway"')
    expect(row?.completion_tokens).toBeWithin(20, 23)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('when the server goes down, and holds are given back', async () => {
    await using upstream = realtimeUpstream()
    await using gateway = await gatewayFor(upstream, { env: { GW_STOP_LIMIT_MS: '50' } })
    const client = await talkTo(gateway)
    await client.event('session.created')
    const stopping = gateway.stop()
    expect((await client.closed()).code).toBe(1001)
    await stopping
  })
})
