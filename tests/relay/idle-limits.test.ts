/** How long an upstream may be silent inside an answer: models that reason need longer. */
import { describe, expect, test } from 'bun:test'
import type { GatewayError } from '../../server/domain/errors/gateway-error'
import { createReasoningModels, idleLimitMs } from '../../server/relay/call/billing/reasoning'
import { createUpstream } from '../../server/relay/net/open-upstream'
import { startGateway } from '../support/gateway'
import { frames, sse, startUpstream } from '../support/upstream'
import { PRICES } from './black-box'
import { CARRIERS } from './carriers'
import { streamClients, UPSTREAMS } from './stream-pairs'

describe('the limit', () => {
  const reasoning = createReasoningModels()
  const asked = (model: string, fields: readonly string[] = []) => ({
    query: { model, fields: new Set(fields) },
  })

  for (const [what, facts, idleMs, channel, limitMs] of [
    ['is that of all', asked('gpt-4o'), 60_000, {}, 60_000],
    ['is longer for a model that reasons', asked('gpt-5'), 60_000, {}, 600_000],
    ['is longer where reasoning is asked for', asked('m', ['thinking']), 60_000, {}, 600_000],
    ['is not shorter for it', asked('gpt-5'), 900_000, {}, 900_000],
    ["is the channel's own", asked('gpt-5'), 60_000, { idleMs: 5_000 }, 5_000],
  ] as const) {
    test(what, () => {
      expect(idleLimitMs({ reasoning, idleMs }, facts, channel)).toBe(limitMs)
    })
  }
})

test('a channel has a limit of its own', async () => {
  const { type, sse: recorded } = UPSTREAMS.openai
  const [first = ''] = frames(recorded)
  await using upstream = await startUpstream(sse([first], { ending: 'hang' }))
  const setting = '{"idle_seconds":0.2}'
  await using gateway = await startGateway({
    channels: [{ upstream, type, models: 'm', setting }],
    options: PRICES,
  })
  const { path, body } = streamClients().openai
  const answer = await gateway.post(path, body)
  expect(await answer.text()).toContain('nothing for 0.2 seconds')
})

test.each(Object.entries(CARRIERS))('%s keeps to the limit of a request', async (_, carried) => {
  await using silent = await startUpstream(sse(['data: 1\n\n'], { ending: 'hang' }))
  const long = 60_000
  const upstream = createUpstream({ connectMs: long, firstByteMs: long, idleMs: long })
  const { promise, resolve, reject } = Promise.withResolvers<GatewayError>()
  let heard = ''
  upstream.send(
    {
      ...{ url: silent.url, headers: {}, proxy: '', allowPrivate: true, idleMs: 200 },
      ...carried(),
    },
    {
      onHead: () => {},
      onBytes: (bytes) => {
        heard += bytes
      },
      onEnd: () => reject(new Error('ended')),
      onFailure: resolve,
    },
  )
  const failure = await promise
  await upstream.close()
  expect([failure.id, failure.params.seconds, heard]).toEqual([
    'upstream.silent',
    0.2,
    'data: 1\n\n',
  ])
})
