/** Calls that still run when the server has waited long enough for them. */
import { describe, expect, test } from 'bun:test'
import { translate } from '../../server/domain/i18n/translate'
import { cutText } from '../../server/domain/logs/details'
import { type Gateway, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { fixture, frames, gate, json, type Reply, sse, startUpstream } from '../support/upstream'
import { within } from '../support/wait-until'
import {
  ask,
  billOf,
  expectBrokenStream,
  expectRefusal,
  expectSpent,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  told,
} from './black-box'

const LIMIT = { GW_STOP_LIMIT_MS: '100' }

/** Some words, and then silence. */
function begunStream(): Reply {
  return sse([...frames(fixture('openai/chat-text.sse')).slice(0, 4), gate()])
}

async function withCall(
  reply: Reply,
  check: (gateway: Gateway, upstream: Awaited<ReturnType<typeof startUpstream>>) => Promise<void>,
  setting = '{}',
) {
  await using upstream = await startUpstream(reply)
  await using gateway = await startGateway({
    env: LIMIT,
    channels: [{ upstream, models: 'm', setting }],
    options: PRICES,
  })
  await check(gateway, upstream)
}

/** The bill as the next start finds it. */
async function billAfter(gateway: Gateway, requestId: string) {
  await using next = await startGateway({ restartOf: gateway })
  return await billOf(next, requestId)
}

describe('a stream that is longer than a stop may take', () => {
  for (const protocol of PROTOCOLS) {
    test(`is ended with an error frame of ${protocol}, and billed for what was sent`, async () => {
      await withCall(begunStream(), async (gateway, upstream) => {
        const response = await gateway.post(PATH_OF[protocol], ask(protocol, { stream: true }))
        const answer = told(response)
        await within('stop', gateway.stop())
        const error = expectBrokenStream(await answer, protocol)
        if (protocol === 'openai') expect(error.code).toBe('shutting_down')
        else expect(error.type).toBe('overloaded_error')
        await upstream.waitForAbort()
        const { row, other } = await billAfter(gateway, (await answer).requestId)
        expect(other.cut).toEqual({ by: 'gateway', policy: 'partial' })
        expect(other.error).toBe('shutting_down')
        expect(row.completion_tokens).toBeGreaterThan(0)
        expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
      })
    })
  }

  test('costs nothing where the channel gives back what is cut', async () => {
    await withCall(
      begunStream(),
      async (gateway) => {
        const response = await gateway.post(PATH_OF.openai, ask('openai', { stream: true }))
        const answer = told(response)
        await within('stop', gateway.stop())
        const { row, other } = await billAfter(gateway, (await answer).requestId)
        expect(other.cut).toEqual({ by: 'gateway', policy: 'refund' })
        expect(row.quota).toBe(0)
      },
      '{"cut_policy":"refund"}',
    )
  })

  test('is named as ended by the gateway, in both languages', () => {
    const cut = { by: 'gateway', policy: 'partial' } as const
    expect(cutText(cut, (key) => translate('en', key))).toBe('by this gateway · partial')
    expect(cutText(cut, (key) => translate('zh', key))).toBe('由本网关中断 · partial')
  })
})

describe('an answer that comes in one piece and is not there yet', () => {
  for (const protocol of PROTOCOLS) {
    test(`is refused in the envelope of ${protocol}, free of charge`, async () => {
      const reply = json(fixture('openai/chat-text.json'), { before: gate() })
      await withCall(reply, async (gateway, upstream) => {
        const answer = told(gateway.post(PATH_OF[protocol], ask(protocol)))
        await upstream.waitForRequests(1)
        await within('stop', gateway.stop())
        const error = expectRefusal(await answer, protocol, 503)
        if (protocol === 'openai') expect(error.code).toBe('shutting_down')
        // The channel has done nothing wrong, and no other one is asked.
        expect(gateway.logged.map(({ msg }) => msg)).not.toContain('channel failed')
        expect(upstream.requests).toHaveLength(1)
        const { row } = await billAfter(gateway, (await answer).requestId)
        expect(row.quota).toBe(0)
      })
    })
  }
})

describe('a call that ends in time', () => {
  test('is whole, and the stop waits no longer for it', async () => {
    const held = gate()
    const all = frames(fixture('openai/chat-text.sse'))
    await using upstream = await startUpstream(sse([...all.slice(0, 4), held, ...all.slice(4)]))
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const answer = told(await gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
    const stopped = gateway.stop()
    expect((await fetch(gateway.url + PATH_OF.openai, { method: 'POST' })).status).toBe(503)
    held.open()
    expect((await answer).text).toContain('[DONE]')
    await within('stop', stopped)
    const { other } = await billAfter(gateway, (await answer).requestId)
    expect(other.cut).toBeUndefined()
  })
})

describe('a process that is asked to end', () => {
  test('tells every stream before it ends, and leaves no call open', async () => {
    await using upstream = await startUpstream(begunStream())
    await using gateway = await startGatewayProcess({
      env: LIMIT,
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        gateway.post(PATH_OF.openai, ask('openai', { stream: true })),
      ),
    )
    const answers = Promise.all(responses.map((response) => told(response)))
    expect(await gateway.stop()).toBe(0)
    for (const answer of await answers) expectBrokenStream(answer, 'openai')
    await using next = await startGateway({ restartOf: gateway })
    const { items } = await next.services.logs.list()
    expect(items).toHaveLength(8)
    const spent = items.reduce((sum, { quota }) => sum + quota, 0)
    expect(spent).toBeGreaterThan(0)
    await expectSpent(next, spent)
  })
})
