/** Running calls end with the token or the user that makes them. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { gate, sse, startUpstream } from '../support/upstream'
import { ask, expectBrokenStream, MODEL, PATH_OF, requestIdOf, told } from './black-box'
import { DEAR, DONE, rowOf, withQuota, writes } from './dear-model'

describe('a call whose caller is ended', () => {
  const ENDS: readonly (readonly [string, string, (gateway: Gateway) => Promise<unknown>])[] = [
    [
      'by disabling its token',
      'token.disabled',
      ({ services, tokenIds }) =>
        services.tokens.set(TEST_ACTOR, { id: tokenIds[0] ?? 0, status: 2 }),
    ],
    [
      'by revoking its token',
      'token.invalid',
      ({ services, tokenIds }) => services.tokens.revoke(TEST_ACTOR, tokenIds[0] ?? 0),
    ],
    [
      'by banning its user',
      'user.banned',
      ({ services, userIds }) => services.users.disable(TEST_ACTOR, userIds[0] ?? 0),
    ],
    [
      'by deleting its user',
      'token.invalid',
      ({ services, userIds }) => services.users.remove(TEST_ACTOR, userIds[0] ?? 0),
    ],
    [
      'by a command in another process',
      'token.disabled',
      async (gateway) => {
        const { code } = await gateway.cli(['token', 'disable', String(gateway.tokenIds[0])])
        expect(code).toBe(0)
      },
    ],
  ]

  test.each(ENDS)('%s gets no further byte of its stream', async (_how, error, end) => {
    const held = gate()
    await withQuota({ reply: writes(600, held) }, async (gateway, upstream) => {
      const response = await gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
      await end(gateway)
      const answer = await told(response)
      expectBrokenStream(answer, 'openai')
      await upstream.waitForAbort()
      const { row, other } = await rowOf(gateway, requestIdOf(response))
      expect(other).toMatchObject({ cut: { by: 'gateway', policy: 'partial' }, error })
      expect(row.completion_tokens).toBeGreaterThan(0)
      held.open()
    })
  })

  test('is answered with the reason before its first byte, and asks no other channel', async () => {
    await using upstream = await startUpstream(sse([], { ending: 'never' }))
    await using gateway = await startGateway({
      users: [{ username: 'ann' }],
      channels: [
        { upstream, models: MODEL },
        { upstream, models: MODEL },
      ],
      options: DEAR,
    })
    const pending = told(gateway.post(PATH_OF.openai, ask('openai')))
    await upstream.waitForRequests(1)
    await gateway.services.tokens.set(TEST_ACTOR, { id: gateway.tokenIds[0] ?? 0, status: 2 })
    const { status, text } = await pending
    expect(status).toBe(401)
    expect(text).toContain('token_disabled')
    await gateway.idle()
    expect(upstream.requests).toHaveLength(1)
    expect(await gateway.services.ledger.verify()).toEqual([])
  })

  test('leaves the calls of others alone', async () => {
    const held = gate()
    await using upstream = await startUpstream(writes(600, held))
    await using gateway = await startGateway({
      users: [{ username: 'ann' }, { username: 'bob' }],
      tokens: [{ username: 'ann' }, { username: 'bob' }],
      channels: [{ upstream, models: MODEL }],
      options: DEAR,
    })
    const key = gateway.keys[1] ?? ''
    const other = gateway.post(PATH_OF.openai, ask('openai', { stream: true }), { key })
    await upstream.waitForRequests(1)
    await gateway.services.tokens.set(TEST_ACTOR, { id: gateway.tokenIds[0] ?? 0, status: 2 })
    held.open()
    expect((await told(other)).text).toEndWith(DONE)
  })
})
