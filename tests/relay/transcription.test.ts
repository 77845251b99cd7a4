/** Recordings: a form in that passes as it comes, text out, priced by what is heard. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import type { Upstream } from '../support/upstream'
import { frames, json, type RecordedRequest, sse, startUpstream } from '../support/upstream'
import { expectRefusal, told } from './black-box'
import { type FormPart, formOf, loggedOf, postForm, recording } from './forms'

const PATH = '/v1/audio/transcriptions'
const WHISPER = 'whisper-1'
const NEWER = 'gpt-4o-transcribe'
/** 15 × 1000 / 60 credits a second. */
const SECOND = 250
const TEXT = { text: 'Grüezi mitenand' }

let upstream: Upstream
let second: Upstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json(TEXT))
  second = await startUpstream(json(TEXT))
  gateway = await startGateway({
    env: { GW_BODY_TIMEOUT_MS: '400', GW_MAX_BODY_MB: '4' },
    tokens: [{}, { remain_quota: 40 * SECOND }],
    channels: [
      { type: 1, upstream, models: [WHISPER, NEWER, 'both'], priority: 2 },
      { type: 1, upstream: second, models: 'both', priority: 1 },
      { type: 1, upstream, models: 'house', model_mapping: '{"house":"whisper-large"}' },
      { type: 3, upstream, models: 'azure-whisper', other: '2025-04-01' },
      { type: 14, upstream, models: 'claude-transcribe' },
    ],
    options: {
      RetryTimes: 1,
      ModelRatio: {
        [WHISPER]: 15,
        [NEWER]: 1.25,
        both: 15,
        house: 15,
        'azure-whisper': 15,
        'claude-transcribe': 1,
      },
      CompletionRatio: { [NEWER]: 4 },
      AudioRatio: { [NEWER]: 2.4 },
    },
  })
})
beforeEach(() => {
  upstream.script(json(TEXT))
  second.script(json(TEXT))
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await Promise.all([upstream.stop(), second.stop()])
})

const file = (bytes: Uint8Array = recording(2), name = 'hello.wav'): FormPart => ({
  name: 'file',
  filename: name,
  type: 'audio/wav',
  bytes,
})

function send(parts: readonly FormPart[], more: Parameters<typeof postForm>[2] = {}) {
  return told(postForm(gateway, PATH, { ...more, parts }))
}

/** As the upstream's own reader has it. */
async function received({ body, headers }: RecordedRequest): Promise<FormData> {
  return await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
}

describe('a recording', () => {
  test('goes from the SDK to the channel byte for byte, and its text comes back', async () => {
    const sound = recording(3)
    const answer = await gateway.openai().audio.transcriptions.create({
      file: new File([sound], 'grüezi.wav', { type: 'audio/wav' }),
      model: WHISPER,
      language: 'de',
      timestamp_granularities: ['word', 'segment'],
      response_format: 'json',
    })
    expect(answer.text).toBe(TEXT.text)
    const asked = upstream.last()
    expect(asked.path).toBe(PATH)
    expect(asked.headers.authorization).toBe('Bearer upstream-key-1')
    expect(asked.headers['content-length']).toBe(String(asked.body.length))
    const form = await received(asked)
    expect(form.get('model')).toBe(WHISPER)
    expect(form.getAll('timestamp_granularities[]')).toEqual(['word', 'segment'])
    const sent = form.get('file')
    if (!(sent instanceof File)) throw new Error('no file')
    expect(sent.name).toBe('grüezi.wav')
    expect(new Uint8Array(await sent.arrayBuffer())).toEqual(new Uint8Array(sound))
  })

  test('is the very bytes of the client where nothing has to be changed', async () => {
    const parts = [{ name: 'model', value: WHISPER }, file(), { name: 'x-unknown', value: '1' }]
    expect((await send(parts)).status).toBe(200)
    expect(upstream.last().body).toEqual(formOf(parts).body)
  })

  test.each([
    ['in front of the file', [{ name: 'model', value: 'house' }, file()]],
    ['behind it', [file(), { name: 'language', value: 'de' }, { name: 'model', value: 'house' }]],
    [
      'behind one that does not fit in memory',
      [file(recording(60)), { name: 'model', value: 'house' }, { name: 'prompt', value: 'x' }],
    ],
  ] as const)('gets the name that its channel has for the model, %s', async (_, parts) => {
    expect((await send(parts)).status).toBe(200)
    const renamed = parts.map((part) =>
      part.name === 'model' ? { name: 'model', value: 'whisper-large' } : part,
    )
    expect(upstream.last().body).toEqual(formOf(renamed).body)
    expect(upstream.last().headers['content-length']).toBe(String(formOf(renamed).body.length))
  })

  test('without a model is for the usual one, which the form then names', async () => {
    const parts = [file(), { name: 'language', value: 'de' }]
    expect((await send(parts)).status).toBe(200)
    expect(upstream.last().body).toEqual(formOf([{ name: 'model', value: WHISPER }, ...parts]).body)
  })

  test('has a deployment at Azure', async () => {
    expect((await send([{ name: 'model', value: 'azure-whisper' }, file()])).status).toBe(200)
    expect(upstream.last().path).toBe(
      '/openai/deployments/azure-whisper/audio/transcriptions?api-version=2025-04-01',
    )
  })

  test('is translated at an address of its own', async () => {
    const sent = await gateway.openai().audio.translations.create({
      file: new File([recording(1)], 'a.wav'),
      model: WHISPER,
    })
    expect(sent.text).toBe(TEXT.text)
    expect(upstream.last().path).toBe('/v1/audio/translations')
  })

  test('goes to another channel when the first one refuses it, whole again', async () => {
    upstream.script(json({ error: { message: 'busy' } }, { status: 429 }))
    const parts = [{ name: 'model', value: 'both' }, file(recording(20))]
    expect((await send(parts)).status).toBe(200)
    expect(second.last().body).toEqual(formOf(parts).body)
  })
})

describe('the answer to a recording', () => {
  const done = {
    type: 'transcript.text.done',
    text: 'Grüezi',
    usage: { type: 'duration', seconds: 7 },
  }
  const STREAM = [
    `event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"Grü"}\n\n`,
    `event: transcript.text.delta\ndata: {"type":"transcript.text.delta","delta":"ezi"}\n\n`,
    `event: transcript.text.done\ndata: ${JSON.stringify(done)}\n\n`,
  ]

  test.each([
    ['text', 'text/plain; charset=utf-8', 'Grüezi\n'],
    ['srt', 'text/plain', '1\n00:00:00,000 --> 00:00:02,000\nGrüezi\n\n'],
    ['vtt', 'text/vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nGrüezi\n'],
  ])('as %s comes as it is, and costs what the file says it lasts', async (kind, type, body) => {
    upstream.script({ headers: { 'content-type': type }, body })
    const answer = await send([
      { name: 'model', value: WHISPER },
      { name: 'response_format', value: kind },
      file(recording(2.5)),
    ])
    expect(answer).toMatchObject({ status: 200, text: body })
    expect(answer.headers.get('content-type')).toBe(type)
    const { row, other } = await loggedOf(gateway, answer.requestId)
    expect(row).toMatchObject({ quota: 3 * SECOND, prompt_tokens: 0 })
    expect(other).toMatchObject({ units: { second: 3 }, counted_by: 'recording' })
  })

  test.each([
    ['its usage in seconds', { text: 'x', usage: { type: 'duration', seconds: 9 } }, 9],
    ['the duration that verbose JSON has', { text: 'x', duration: 8.47, segments: [] }, 9],
    ['the duration of diarized JSON', { text: 'x', duration: '4', task: 'transcribe' }, 4],
  ])('tells %s, and that is billed', async (_, body, seconds) => {
    upstream.script(json(body))
    const answer = await send([{ name: 'model', value: WHISPER }, file()])
    expect(JSON.parse(answer.text)).toEqual(body)
    const { row, other } = await loggedOf(gateway, answer.requestId)
    expect(row.quota).toBe(seconds * SECOND)
    expect(other).toMatchObject({ units: { second: seconds } })
    expect(other).not.toHaveProperty('counted_by')
  })

  test('that tells tokens is billed by those', async () => {
    const usage = {
      type: 'tokens',
      input_tokens: 140,
      input_token_details: { text_tokens: 40, audio_tokens: 100 },
      output_tokens: 10,
      total_tokens: 150,
    }
    upstream.script(json({ text: 'x', usage }))
    const answer = await send([{ name: 'model', value: NEWER }, file()])
    const { row } = await loggedOf(gateway, answer.requestId)
    // (40 + 100 × 2.4 + 10 × 4) × 1.25
    expect(row).toMatchObject({ quota: 400, prompt_tokens: 140, completion_tokens: 10 })
  })

  test('streams to the SDK, and is billed by its last event', async () => {
    upstream.script(sse(STREAM))
    const stream = await gateway.openai().audio.transcriptions.create({
      file: new File([recording(1)], 'a.wav'),
      model: WHISPER,
      stream: true,
    })
    const events: string[] = []
    for await (const event of stream) events.push(event.type)
    expect(events).toEqual([
      'transcript.text.delta',
      'transcript.text.delta',
      'transcript.text.done',
    ])
    await gateway.idle()
    const answer = await send([
      { name: 'model', value: WHISPER },
      { name: 'stream', value: 'true' },
      file(),
    ])
    expect(frames(answer.text)).toEqual(STREAM)
    expect((await loggedOf(gateway, answer.requestId)).row).toMatchObject({
      quota: 7 * SECOND,
      is_stream: 1,
    })
  })

  test('may speak of its own events', async () => {
    const said = { type: 'transcript.text.delta', delta: 'event: transcript.text.done "type":' }
    const more = [`data: ${JSON.stringify(said)}\n\n`, ...STREAM]
    upstream.script(sse(more))
    const answer = await send([{ name: 'model', value: WHISPER }, file()])
    expect(frames(answer.text)).toEqual(more)
  })

  test('that breaks off ends with an error, and the recording is owed', async () => {
    upstream.script(sse(STREAM.slice(0, 2), { ending: 'cut' }))
    const answer = await send([{ name: 'model', value: WHISPER }, file(recording(4))])
    expect(answer.text).toContain('"error"')
    const { row, other } = await loggedOf(gateway, answer.requestId)
    expect(row.quota).toBe(4 * SECOND)
    expect(other).toMatchObject({ cut: { by: 'upstream' } })
  })

  test('that is an error keeps its status and costs nothing', async () => {
    upstream.script(json({ error: { message: 'Invalid file format.' } }, { status: 400 }))
    const answer = await send([{ name: 'model', value: WHISPER }, file()])
    expect(expectRefusal(answer, 'openai', 400).message).toContain('Invalid file format.')
    const { row } = await loggedOf(gateway, answer.requestId)
    expect(row).toMatchObject({ type: 5, quota: 0 })
  })

  test('that is an error in its first event is one with a status', async () => {
    upstream.script(sse(['event: error\ndata: {"error":{"message":"no such language"}}\n\n']))
    const answer = await send([{ name: 'model', value: WHISPER }, file()])
    expect(expectRefusal(answer, 'openai', 500).message).toContain('no such language')
  })
})

test('a recording is held for by its length, before anybody is asked', async () => {
  const asked = upstream.requests.length
  const sent = (seconds: number) =>
    send([{ name: 'model', value: WHISPER }, file(recording(seconds))], { key: gateway.keys[1] })
  expectRefusal(await sent(41), 'openai', 403)
  expect(upstream.requests).toHaveLength(asked)
  expect((await sent(40)).status).toBe(200)
})

describe('a form is refused by name, and nobody is asked,', () => {
  const model = { name: 'model', value: WHISPER }
  test.each([
    ['without its file', [model], 'file'],
    ['with an empty file', [model, file(new Uint8Array(0))], 'file'],
    ['with two models', [model, file(), { name: 'model', value: 'house' }], 'model'],
    ['with a disguised model', [model, file(), { name: 'Model', value: 'house' }], 'Model'],
    [
      'with a disguised stream',
      [model, file(), { name: '\u017ftream', value: 'true' }],
      '\u017ftream',
    ],
    ['with a disguised count', [model, file(), { name: ' N ', value: '9' }], ' N '],
    ['with a list of counts', [model, file(), { name: 'N[0]', value: '9' }], 'N[0]'],
    [
      'with two streams',
      [model, file(), ...['true', 'false'].map((value) => ({ name: 'stream', value }))],
      'stream',
    ],
    ['with a list of models', [model, file(), { name: 'model[]', value: 'house' }], 'model[]'],
    ['with a file for a model', [{ ...file(), name: 'model' }, file()], 'model'],
  ] as const)('%s', async (_, parts, field) => {
    const asked = upstream.requests.length
    const error = expectRefusal(await send(parts), 'openai', 400)
    expect(error.param).toBe(field)
    expect(upstream.requests).toHaveLength(asked)
  })

  const WHOLE = formOf([model, file()]).body.toString('latin1')
  test.each([
    ['that is cut short', WHOLE.slice(0, -6)],
    ['with another one behind its end', WHOLE + WHOLE],
    ['with something in front of it', `x\r\n${WHOLE}`],
    ['with two names for a part', WHOLE.replace('name="model"', 'name="model"; name="x"')],
    ['with an encoded name', WHOLE.replace('name="model"', `name*=utf-8''model`)],
    ['with a part without a name', WHOLE.replace('; name="model"', '')],
    [
      'with an encoded value',
      WHOLE.replace('"model"\r\n', '"model"\r\nContent-Transfer-Encoding: base64\r\n'),
    ],
    [
      'with a part that only some readers see',
      WHOLE.replace(/(\r\n\r\n)whisper-1(\r\n(--[^\r]+))/, '$1whisper-1\n$3\nx$2'),
    ],
    ['with a boundary that goes on', WHOLE.replace(/\r\n(--[^\r]+)\r\n/, '\r\n$1x\r\n')],
  ])('%s', async (_, text) => {
    const asked = upstream.requests.length
    const { type } = formOf([])
    const answer = await told(postForm(gateway, PATH, { body: Buffer.from(text, 'latin1'), type }))
    expect(expectRefusal(answer, 'openai', 400).code).toBe('invalid_form')
    expect(upstream.requests).toHaveLength(asked)
  })

  test('that is JSON', async () => {
    const answer = await told(gateway.post(PATH, { model: WHISPER }))
    expect(expectRefusal(answer, 'openai', 400).param).toBe('content-type')
  })

  test('that is larger than allowed', async () => {
    const answer = await send([model, file(recording(140))])
    expectRefusal(answer, 'openai', 413)
  })

  test('for a model without a price, or one whose channel does not hear', async () => {
    const named = async (value: string) => await send([{ name: 'model', value }, file()])
    expectRefusal(await named('claude-transcribe'), 'openai', 404)
    const failed = failureOf(
      gateway
        .openai()
        .audio.transcriptions.create({ file: new File(['x'], 'x.wav'), model: 'gone' }),
    )
    expect(await failed).toMatchObject({ status: 404 })
  })
})
