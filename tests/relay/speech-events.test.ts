/** Speech as events: sound in pieces, and what it is to be billed at the end. */
import { expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { gate, type Script, sse, startUpstream, type Upstream } from '../support/upstream'
import { billOf, expectRefusal, expectReleased, told } from './black-box'

const PATH = '/v1/audio/speech'
const VOICE = 'gpt-4o-mini-tts'
const ASKED = { model: VOICE, input: 'Hello there', voice: 'alloy', stream_format: 'sse' } as const

function event(type: string, rest: object): string {
  return `data: ${JSON.stringify({ type, ...rest })}\n\n`
}

const DELTA = event('speech.audio.delta', { audio: 'SUQzBAAAAAAAI1RTU0UAAAAP' })
const DONE = event('speech.audio.done', {
  usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 },
})

async function speaking(
  script: Script,
  check: (gateway: Gateway, upstream: Upstream) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(script)
  await using gateway = await startGateway({
    channels: [{ upstream, models: [VOICE, 'tts-1'] }],
    options: { RetryTimes: 0, ModelRatio: { [VOICE]: 1 }, CompletionRatio: { [VOICE]: 20 } },
  })
  await check(gateway, upstream)
  expect(await gateway.services.ledger.verify()).toEqual([])
}

test('events pass as they came, and what they tell is billed', async () => {
  await speaking(sse([DELTA, DELTA, DONE]), async (gateway, upstream) => {
    const response = await gateway.openai().audio.speech.create({ ...ASKED })
    expect(response.headers.get('content-type')).toStartWith('text/event-stream')
    expect(await response.text()).toBe(DELTA + DELTA + DONE)
    expect(upstream.last().json).toEqual(ASKED)
    const { row } = await billOf(gateway, response.headers.get('x-oneapi-request-id') ?? '')
    expect(row).toMatchObject({ prompt_tokens: 14, completion_tokens: 101, quota: 14 + 20 * 101 })
  })
})

test('sound is heard before all of it is there', async () => {
  const held = gate()
  await speaking(sse([DELTA, held, DONE]), async (gateway) => {
    const response = await gateway.post(PATH, ASKED)
    const reader = response.body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toBe(DELTA)
    held.open()
    await reader?.read()
    await reader?.cancel()
  })
})

test('a stream that breaks off is billed by its text', async () => {
  await speaking(sse([DELTA], { ending: 'cut' }), async (gateway) => {
    const answer = await told(gateway.post(PATH, ASKED))
    const { row, other } = await billOf(gateway, answer.requestId)
    expect(row.prompt_tokens).toBe(2)
    expect(row.completion_tokens).toBe(16)
    expect(other.counted_by).toBe('tokenizer')
  })
})

test('an error before the first sound costs nothing', async () => {
  const refusal = event('error', { error: { message: 'no such voice' } })
  await speaking(sse([refusal]), async (gateway) => {
    const answer = await told(gateway.post(PATH, ASKED))
    expect(answer.status).toBe(500)
    await expectReleased(gateway, answer.requestId)
  })
})

test('where a channel knows no events that is said, and nothing is billed', async () => {
  const sound = { headers: { 'content-type': 'audio/mpeg' }, chunks: [new Uint8Array(300)] }
  await speaking(sound, async (gateway) => {
    const answer = await told(gateway.post(PATH, ASKED))
    expect(expectRefusal(answer, 'openai', 400).param).toBe('stream_format')
    await expectReleased(gateway, answer.requestId)
  })
})

test('voices that are documented to have no events are not asked for them', async () => {
  await speaking(sse([DELTA, DONE]), async (gateway, upstream) => {
    const answer = await told(gateway.post(PATH, { ...ASKED, model: 'tts-1' }))
    expect(expectRefusal(answer, 'openai', 400).param).toBe('stream_format')
    expect(upstream.requests).toEqual([])
  })
})
