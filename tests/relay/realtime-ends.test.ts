/** How realtime sockets end, and what is owed then. */
import { describe, expect, test } from 'bun:test'
import { realtimeUpstream } from '../support/realtime-upstream'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { waitUntil } from '../support/wait-until'
import { expectSpent } from './black-box'
import { answering, CHARGE, gatewayFor, rowsOf, talkTo } from './realtime-client'

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
