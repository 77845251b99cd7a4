/**
 * Every cell of the matrix client protocol × operation × upstream dialect that the manual ticks,
 * asked through one gateway: a new cell without an upstream in tests/contracts/matrix fails here.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { matrixCell } from '../../server/domain/calls/matrix'
import {
  DIALECTS,
  type DialectName,
  OPERATIONS,
  type Operation,
  PROTOCOLS,
  type ProtocolName,
} from '../../server/domain/calls/protocol'
import { PIXEL, WEATHER_AND_TIME } from '../contracts/conversation'
import { CALL_CHANNELS, CALLS, type CallCell } from '../contracts/matrix/calls'
import { claudeClient } from '../contracts/matrix/claude-client'
import type { Fields, MatrixClient, Question, Told } from '../contracts/matrix/client'
import { cohereClient } from '../contracts/matrix/cohere-client'
import { geminiClient } from '../contracts/matrix/gemini-client'
import { openaiClient } from '../contracts/matrix/openai-client'
import { responsesClient } from '../contracts/matrix/responses-client'
import { modelAt, type Recording, UPSTREAMS } from '../contracts/matrix/upstreams'
import { type Change, COUNTED, ENDS, VARIANTS } from '../contracts/matrix/variants'
import { everything, SCHEMA, WISHES } from '../contracts/matrix/wishes'
import { type Gateway, startGateway } from '../support/gateway'
import { type LiveUpstream, liveUpstream } from '../support/live-upstream'
import {
  json,
  type RecordedRequest,
  type Reply,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { loggedOf } from './forms'
import { answering, MODEL as LIVE, talkTo } from './realtime-client'

const CLIENTS: Readonly<Record<ProtocolName, MatrixClient>> = {
  openai: openaiClient,
  responses: responsesClient,
  claude: claudeClient,
  gemini: geminiClient,
  cohere: cohereClient,
}

const GEMINI_LIVE = 'gemini-live-2.5-flash'
const LIVE_PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

let upstream: Upstream
let live: ReturnType<typeof answering>
let google: LiveUpstream
let gateway: Gateway

beforeAll(async () => {
  upstream = await startUpstream(json({}))
  live = answering()
  google = liveUpstream()
  const talking = DIALECTS.map((dialect) => ({ ...UPSTREAMS[dialect].channel, upstream }))
  const calling = Object.entries(CALL_CHANNELS).map(([models, { asks, row }]) => ({
    ...row,
    models,
    upstream,
    model_mapping: JSON.stringify({ [models]: asks }),
  }))
  gateway = await startGateway({
    channels: [
      ...talking,
      ...calling,
      { type: 1, models: LIVE, upstream: live },
      { type: 24, models: GEMINI_LIVE, upstream: google },
    ],
    options: { RetryTimes: 0, SelfUseModeEnabled: true },
  })
})
afterAll(async () => {
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
  await gateway[Symbol.asyncDispose]()
  await Promise.all([upstream.stop(), live[Symbol.asyncDispose](), google.stop()])
})

interface Place {
  readonly protocol: ProtocolName
  readonly dialect: DialectName
  readonly stream: boolean
}

/** Answers in turn; what is asked before the call itself takes no answer away. */
function answers({ dialect }: Place, ...replies: readonly Reply[]): void {
  const rest = [...replies]
  upstream.script((request: RecordedRequest) => {
    const [reply = {}] = rest
    const answer = UPSTREAMS[dialect].judge(request, reply)
    if (answer === reply && rest.length > 1) rest.shift()
    return answer
  })
}

function recorded({ dialect, stream }: Place, recording: Recording, change?: Change): Reply {
  return UPSTREAMS[dialect].reply(recording, stream, change)
}

interface Answer {
  readonly told: Told
  /** Names of what was lost. */
  readonly lost: readonly string[]
  readonly requestId: string
}

async function ask(place: Place, part: Partial<Question>): Promise<Answer> {
  const client = CLIENTS[place.protocol]
  const { stream } = place
  const question = { model: modelAt(place.dialect), stream, text: 'Two plus two?', ...part }
  const response = await gateway.post(client.path(question), client.body(question))
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`)
  const header = response.headers.get('x-gw-untranslated') ?? ''
  return {
    told: stream ? client.readStream(text) : client.readWhole(JSON.parse(text) as Fields),
    lost: header === '' ? [] : header.split(', ').map(decodeURIComponent),
    requestId: response.headers.get('x-oneapi-request-id') ?? '',
  }
}

/** Everything that the upstream was asked from the request on. */
function askedSince(first: number): string {
  return upstream.requests
    .slice(first)
    .map(({ bodyText }) => bodyText)
    .join('\n')
}

for (const protocol of PROTOCOLS) {
  for (const dialect of DIALECTS) {
    const cell = matrixCell({ protocol, operation: 'chat', dialect })
    if (typeof cell !== 'string') continue
    for (const stream of [false, true]) {
      const form = stream ? 'streamed' : 'whole'
      describe(`a chat of ${protocol} clients at ${dialect} ${cell}, ${form}`, () => {
        const place = { protocol, dialect, stream }
        testAnswers(place)
        testQuestions(place, cell === 'passes')
        testEnds(place)
      })
    }
  }
}

function testAnswers(place: Place): void {
  const { protocol, dialect } = place
  const { lacks, proof } = UPSTREAMS[dialect]
  const client = CLIENTS[protocol]

  test('as text arrives', async () => {
    answers(place, recorded(place, 'text'))
    const { told } = await ask(place, {})
    expect(told).toMatchObject({
      text: 'Grüße, 世界! Two plus two is four.',
      calls: [],
      stop: 'end',
      usage: { prompt: 12, cacheRead: 0, cacheWrite: 0, completion: 9, reasoning: 0 },
    })
  })

  if (!lacks.includes('tools'))
    test('as parallel calls of tools arrives, and their results go back', async () => {
      answers(place, recorded(place, 'tools'), recorded(place, 'text'))
      const { told } = await ask(place, { tools: WEATHER_AND_TIME })
      expect(told).toMatchObject({
        text: 'Let me look.',
        calls: [
          { name: 'get_weather', input: { city: 'Paris' } },
          { name: 'get_time', input: { zone: 'Europe/Paris', format: '24h' } },
        ],
        stop: 'tools',
      })
      const results = client.results(told.turn, ['sunny', '12:05'])
      const before = [client.userTurn('Paris?'), ...told.turn, ...results]
      await ask(place, { text: '', before, tools: WEATHER_AND_TIME })
      const asked = upstream.last().bodyText
      for (const word of ['sunny', '12:05', 'get_weather', 'get_time']) {
        expect(asked).toContain(word)
      }
      expect(asked.indexOf('sunny')).toBeLessThan(asked.indexOf('12:05'))
    })

  if (!lacks.includes('thinking'))
    test('as thinking arrives apart from the text', async () => {
      answers(place, recorded(place, 'thinking'))
      const { told } = await ask(place, { thinks: true })
      expect(told).toMatchObject({
        text: 'It is 4.',
        thinking: 'Adding two and two gives four.',
        stop: 'end',
      })
    })

  if (proof !== undefined)
    test('is signed, and the signature comes back with the next turn', async () => {
      answers(place, recorded(place, proof.recording), recorded(place, 'text'))
      const tools = WEATHER_AND_TIME
      const { told } = await ask(place, { thinks: true, tools })
      const results = told.calls.length > 0 ? client.results(told.turn, ['sunny', '12:05']) : []
      const before = [client.userTurn('Two?'), ...told.turn, ...results]
      await ask(place, {
        text: results.length > 0 ? '' : 'And three?',
        before,
        thinks: true,
        tools,
      })
      expect(upstream.last().bodyText).toContain(proof.signature)
    })
}

function testQuestions(place: Place, isNative: boolean): void {
  const { protocol, dialect } = place
  const { fulfils = [] } = UPSTREAMS[dialect]

  if (!UPSTREAMS[dialect].lacks.includes('images'))
    test('takes a picture along', async () => {
      answers(place, recorded(place, 'text'))
      await ask(place, { image: PIXEL })
      expect(upstream.last().bodyText).toContain(PIXEL)
    })

  test('takes the schema of its answer along, or names it', async () => {
    answers(place, recorded(place, 'text'))
    const { lost } = await ask(place, { schema: SCHEMA })
    const isThere = upstream.last().bodyText.includes('verdict_4711')
    expect(isThere || lost.some((name) => name.startsWith('response_format'))).toBe(true)
  })

  test('takes every wish along, or names it in the answer and in the record', async () => {
    answers(place, recorded(place, 'text'))
    const first = upstream.requests.length
    const { lost, requestId } = await ask(place, everything(protocol))
    const asked = askedSince(first)
    const gone = WISHES.filter(({ of }) => of.includes(protocol)).flatMap((wish) => {
      const isKept = wish.arrives.test(asked) || fulfils.includes(wish.name)
      return isKept || lost.some((one) => wish.lost.test(one)) ? [] : wish.name
    })
    expect({ gone, lost }).toMatchObject({ gone: [] })
    if (isNative) expect(lost).toEqual([])
    else expect(lost.some((name) => name.endsWith('probe'))).toBe(true)
    const { other } = await loggedOf(gateway, requestId)
    expect(other.untranslated ?? []).toEqual(lost)
  })
}

function testEnds(place: Place): void {
  const { protocol, dialect } = place
  const variants = VARIANTS[dialect]
  const stops = { length: 'length', stopped: 'end', refused: 'refused' } as const

  for (const end of ENDS) {
    const change = variants[end]
    if ('noWord' in change) continue
    test(`that ends otherwise says so: ${end}`, async () => {
      answers(place, recorded(place, 'text', change))
      expect((await ask(place, {})).told.stop).toBe(stops[end])
    })
  }

  test('is counted in every class, to the client and in the record', async () => {
    answers(place, recorded(place, 'text', variants.counted))
    const { told, requestId } = await ask(place, {})
    const { showsCacheWrites, showsReasoning = true } = CLIENTS[protocol]
    const hidden = [!showsCacheWrites && 'cacheWrite', !showsReasoning && 'reasoning']
    const shown = variants.classes.filter((name) => !hidden.includes(name))
    const apart = Object.fromEntries(shown.map((name) => [name, COUNTED[name]]))
    expect(told.usage).toEqual({
      prompt: COUNTED.prompt,
      completion: COUNTED.completion,
      cacheRead: 0,
      cacheWrite: 0,
      reasoning: 0,
      ...apart,
    })
    const { row } = await loggedOf(gateway, requestId)
    expect(row.completion_tokens).toBe(COUNTED.completion)
  })

  test('that the upstream refuses is refused with its status and its words', async () => {
    const refusal = UPSTREAMS[dialect].refusal(422, 'not like this')
    answers(place, json(refusal, { status: 422 }))
    const failed = await ask(place, {}).catch((error: Error) => error)
    expect(String(failed)).toContain('422')
    expect(String(failed)).toContain('not like this')
  })
}

for (const operation of OPERATIONS) {
  if (operation === 'chat') continue
  for (const protocol of PROTOCOLS) {
    for (const dialect of DIALECTS) {
      const cell = matrixCell({ protocol, operation, dialect })
      if (typeof cell !== 'string') continue
      const name: CallCell = `${protocol} at ${dialect}`
      test(`${operation} of ${name} ${cell}`, () =>
        operation === 'realtime' ? talk(name) : expectCall(CALLS[operation][name], cell))
    }
  }
}

/** What the channel of a dialect is asked in another format, in which it is offered. */
const ASKED_APART: Readonly<Partial<Record<DialectName, readonly Operation[]>>> = {
  responses: OPERATIONS,
  cohere: ['embed_v2', 'rerank', 'rerank_v2'],
}

for (const [operation, calls] of Object.entries(CALLS) as [keyof typeof CALLS, Calls][]) {
  for (const protocol of PROTOCOLS) {
    const missing = DIALECTS.filter((dialect) => {
      const cell = matrixCell({ protocol, operation, dialect })
      return typeof cell !== 'string' && ASKED_APART[dialect]?.includes(operation) !== true
    })
    const [, call] = Object.entries(calls).find(([name]) => name.startsWith(`${protocol} at`)) ?? []
    if (call === undefined || missing.length === 0) continue
    test(`${operation} of ${protocol} clients stay here where it is not offered`, async () => {
      const asked = upstream.requests.length
      const expected = operation === 'count_tokens' ? [200] : [400, 404, 501]
      for (const dialect of missing) {
        const { status } = await call.ask(gateway, modelAt(dialect))
        expect({ dialect, status: expected.includes(status) || status }).toEqual({
          dialect,
          status: true,
        })
      }
      expect(upstream.requests.length).toBe(asked)
    })
  }
}

type Calls = (typeof CALLS)[keyof typeof CALLS]

async function expectCall(
  call: (typeof CALLS)[keyof typeof CALLS][CallCell],
  cell: 'passes' | 'translated',
): Promise<void> {
  if (call === undefined) throw new Error('no upstream answers this cell')
  const { model, ask: send, reply, judge = (_, answer) => answer, at, told } = call
  upstream.script((request) => judge(request, reply))
  const response = await send(gateway, model)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect({ status: response.status, at: upstream.last().path }).toEqual({ status: 200, at })
  expect(cell).toBe(told === undefined ? 'passes' : 'translated')
  if (told !== undefined) expect(JSON.parse(bytes.toString())).toMatchObject(told)
  else if (reply.body instanceof Uint8Array) expect([...bytes]).toEqual([...reply.body])
  // What is billed is told where the vendor told nothing.
  else {
    const whole = objectIn(reply)
    const shown = 'model' in whole ? { ...whole, model } : whole
    expect(JSON.parse(bytes.toString())).toMatchObject(shown)
  }
  const name = CALL_CHANNELS[model].asks
  const asked = decodeURIComponent(at) + upstream.last().bodyText
  if (!at.includes('embedding-v1')) expect(asked).toContain(name)
}

function objectIn({ body }: Reply): Record<string, unknown> {
  return typeof body === 'string' ? JSON.parse(body) : Object(body)
}

/** By the cell; one without a talk fails. */
const TALKS: Readonly<Partial<Record<CallCell, () => Promise<void>>>> = {
  'openai at openai': expectTalk,
  'gemini at gemini': expectLiveTalk,
}

async function talk(name: CallCell): Promise<void> {
  const said = TALKS[name]
  if (said === undefined) throw new Error('no upstream talks in this cell')
  await said()
}

async function expectLiveTalk(): Promise<void> {
  const socket = new WebSocket(
    `${gateway.url.replace('http', 'ws')}${LIVE_PATH}?key=${gateway.keys[0]}`,
  )
  socket.binaryType = 'arraybuffer'
  const events: string[] = []
  socket.onmessage = ({ data }) => void events.push(Buffer.from(data).toString())
  await within('open socket', new Promise((resolve) => (socket.onopen = resolve)))
  socket.send(JSON.stringify({ setup: { model: `models/${GEMINI_LIVE}` } }))
  socket.send(JSON.stringify({ clientContent: { turns: [], turnComplete: true } }))
  await waitUntil('a turn', () => events.some((text) => text.includes('turnComplete')))
  socket.close()
}

async function expectTalk(): Promise<void> {
  const client = await talkTo(gateway, `/v1/realtime?model=${LIVE}`)
  client.say({ type: 'response.create' })
  expect(await client.event('response.done')).toMatchObject({ response: { status: 'completed' } })
  client.socket.close()
}
