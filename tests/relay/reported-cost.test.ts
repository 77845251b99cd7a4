/** What an upstream says that a call cost it is kept for administrators, and never charged. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { translate } from '../../server/domain/i18n/translate'
import { detailsOf } from '../../server/domain/logs/details'
import { factsOf } from '../../server/domain/logs/facts'
import { type Gateway, startGateway } from '../support/gateway'
import { json, type Script, sse, startUpstream, type Upstream } from '../support/upstream'
import { loggedOf } from './forms'

let upstream: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  gateway = await startGateway({
    channels: [
      { type: 20, upstream, models: 'm' },
      { type: 14, upstream, models: 'claude-m' },
    ],
    options: { RetryTimes: 0, ModelRatio: { m: 1, 'claude-m': 1 } },
  })
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await upstream.stop()
})

/** Fields of the usage → millionths of a dollar. */
const TOLD = [
  ['a number of dollars', { cost: 0.001_234 }, 1_234],
  ['the sum of parts', { cost: { input_tokens_cost: 0.0001, total_cost: 0.005_4 } }, 5_400],
  ['ticks of a dollar', { cost_in_usd_ticks: 12_345_678 }, 1_235],
  ['an estimate', { estimated_cost: 0.000_02 }, 20],
  ['nothing', {}, undefined],
  ['no number', { cost: 'much' }, undefined],
  ['less than nothing', { cost: -3 }, undefined],
  ['more than any call costs', { cost: 1e12 }, undefined],
] as const

const MESSAGE = { role: 'assistant', content: 'Hello.' }
const COUNTS = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
const PART = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' }
const DELTA = { index: 0, delta: { content: 'Hello.' }, finish_reason: null }
const STOP = { index: 0, delta: {}, finish_reason: 'stop' }

const answers = (more: object): Readonly<Record<string, Script>> => {
  const usage = { ...COUNTS, ...more }
  const choices = [{ index: 0, message: MESSAGE, finish_reason: 'stop' }]
  const frames = [
    { ...PART, choices: [DELTA] },
    { ...PART, choices: [STOP] },
    { ...PART, choices: [], usage },
  ]
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')
  return {
    whole: json({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage }),
    streamed: sse([`${text}data: [DONE]\n\n`]),
  }
}

async function logged(path: string, body: object) {
  const response = await gateway.post(path, body)
  await response.text()
  expect(response.status).toBe(200)
  return await loggedOf(gateway, response.headers.get('x-request-id') ?? '')
}

describe('an upstream that tells as its cost', () => {
  for (const [title, fields, microUsd] of TOLD) {
    for (const [how, script] of Object.entries(answers(fields))) {
      for (const path of ['/v1/chat/completions', '/v1/messages']) {
        test(`${title}, ${how}, asked at ${path}`, async () => {
          upstream.script(script)
          const messages = [{ role: 'user', content: 'Hi' }]
          const asked = { model: 'm', max_tokens: 50, stream: how === 'streamed', messages }
          const { row, other } = await logged(path, asked)
          expect(other.admin_info.reported_cost_micro_usd).toBe(microUsd)
          expect(row.quota).toBe(15)
          // Users are shown rows without what is for administrators.
          const { admin_info: _, ...shown } = other
          expect(JSON.stringify(shown)).not.toContain('cost')
        })
      }
    }
  }

  test('is believed in the words of Claude, too', async () => {
    const usage = { input_tokens: 10, output_tokens: 5, cost: 0.002 }
    const content = [{ type: 'text', text: 'Hello.' }]
    const message = { id: 'x', type: 'message', role: 'assistant', model: 'claude-m', content }
    upstream.script(json({ ...message, stop_reason: 'end_turn', stop_sequence: null, usage }))
    const messages = [{ role: 'user', content: 'Hi' }]
    const asked = { model: 'claude-m', max_tokens: 50, messages }
    const { row, other } = await logged('/v1/messages', asked)
    expect(other.admin_info.reported_cost_micro_usd).toBe(2_000)
    const reader = {
      text: (key: Parameters<typeof translate>[1]) => translate('en', key),
      number: String,
      cost: String,
    }
    const facts = factsOf(detailsOf(row), reader)
    expect(facts).toContainEqual(['log.reported_cost', '$0.002000'])
  })
})
