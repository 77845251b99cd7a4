/** Signs of life in streams that pass as they come, before their upstream has said anything. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { gate, json, type Reply, sse, startUpstream } from '../support/upstream'
import { MODEL, PRICES } from './black-box'
import { open } from './open-stream'

const USAGE = { prompt_tokens: 12, completion_tokens: 9, total_tokens: 21 }
const COMPLETION = { id: 'c', object: 'text_completion', choices: [{ index: 0, text: 'Four' }] }
const INTERACTION = {
  id: 'i',
  status: 'completed',
  steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Four' }] }],
  usage: { total_input_tokens: 12, total_output_tokens: 9, total_tokens: 21 },
}
const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`

const OPERATIONS = {
  completions: {
    type: 1,
    path: '/v1/completions',
    body: { model: MODEL, prompt: 'Two plus two?', stream: true },
    whole: { ...COMPLETION, usage: USAGE },
    streamed: [event(COMPLETION), event({ ...COMPLETION, usage: USAGE }), 'data: [DONE]\n\n'],
  },
  interactions: {
    type: 24,
    path: '/v1beta/interactions',
    body: { model: MODEL, input: 'Two plus two?', stream: true },
    whole: INTERACTION,
    streamed: [
      event({ event_type: 'interaction.created', interaction: { id: 'i' } }),
      event({ event_type: 'step.delta', index: 0, delta: { type: 'text', text: 'Four' } }),
      event({ event_type: 'interaction.completed', interaction: INTERACTION }),
    ],
  },
}
const SIGN = ': keep-alive\n'

describe.each(Object.entries(OPERATIONS))('a stream of %s', (_, asked) => {
  async function withReply(reply: Reply, check: (gateway: Gateway) => Promise<void>) {
    await using upstream = await startUpstream(reply)
    await using gateway = await startGateway({
      channels: [{ upstream, type: asked.type, models: MODEL }],
      options: PRICES,
      env: { GW_KEEPALIVE_MS: '20' },
    })
    await check(gateway)
    await gateway.idle()
    const { items } = await gateway.services.logs.list({})
    expect(items.map(({ quota }) => quota)).toEqual([12 + 2 * 9])
  }

  test('has signs of life while the upstream is silent before its head', async () => {
    const silence = gate()
    await withReply(sse(asked.streamed, { before: silence }), async (gateway) => {
      const stream = await open(gateway, asked)
      expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
      await stream.until(SIGN, 2)
      silence.open()
      expect((await stream.rest()).replaceAll(SIGN, '')).toBe(asked.streamed.join(''))
    })
  })

  test('is one event where its upstream answers at once after all', async () => {
    const silence = gate()
    const text = JSON.stringify(asked.whole, null, 2)
    await withReply({ ...json(text), before: silence }, async (gateway) => {
      const stream = await open(gateway, asked)
      await stream.until(SIGN)
      silence.open()
      const told = (await stream.rest()).replaceAll(SIGN, '')
      expect(told).toMatch(/^(?:data: .*\n)+\n$/)
      expect(JSON.parse(told.replaceAll('data: ', ''))).toEqual(asked.whole)
    })
  })
})
