/**
 * What every upstream dialect must do for every client protocol, streamed and not: the same
 * question reaches the upstream, the same answer reaches the application, the bill is right,
 * and failures come in the client's own words. The recordings of all dialects tell the same.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { framesOf } from '../relay/protocols/wire'
import { type Gateway, startGateway } from '../support/gateway'
import { failureOf } from '../support/sdk'
import {
  fixture,
  frames,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { newestLog, newLogs, readBooks } from './books'
import {
  PIXEL,
  SPOKEN_PROTOCOLS,
  type SpokenProtocol,
  TALKS,
  WEATHER_AND_TIME,
} from './conversation'
import { testFrames } from './dialect-frames'
import { type DialectMember, has } from './dialect-member'
import { owed } from './formula'
import type { Seen, Talk, TalkOptions } from './talk'

const TEXT = 'Grüße, 世界! Two plus two is four.'
const SYSTEM = 'You are terse.'
const KEY = 'upstream-key-1'

export function testDialect(member: DialectMember): void {
  describe(`the ${member.dialect} dialect`, () => {
    let upstream: Upstream
    let gateway: Gateway

    beforeAll(async () => {
      upstream = await startUpstream(recorded(member, 'text', false))
      gateway = await startGateway({
        channels: [
          {
            type: member.channelType,
            models: member.model,
            upstream,
            key: member.key ?? KEY,
            other: member.other ?? '',
          },
        ],
        options: { RetryTimes: 0, ...member.options },
      })
    })
    afterAll(async () => {
      await gateway[Symbol.asyncDispose]()
      await upstream.stop()
    })

    for (const protocol of SPOKEN_PROTOCOLS) {
      for (const stream of [false, true]) {
        describe(`for ${protocol} clients, ${stream ? 'streamed' : 'whole'}`, () => {
          testPair({ member, protocol, stream, upstream: () => upstream, gateway: () => gateway })
        })
      }
    }
  })
}

interface Pair {
  readonly member: DialectMember
  readonly protocol: SpokenProtocol
  readonly stream: boolean
  readonly upstream: () => Upstream
  readonly gateway: () => Gateway
}

const RECORDINGS = ['text', 'thinking', 'tools'] as const

function testPair(pair: Pair): void {
  testAnswers(pair)
  testQuestion(pair)
  testBill(pair)
  testFailures(pair)
  if (!pair.stream) return
  const names = RECORDINGS.filter((name) => name === 'text' || has(pair.member, name))
  testFrames(pair.protocol, names, (name, extra) => {
    answers(pair, recorded(pair.member, name, true))
    return rawStream(pair, extra)
  })
}

/** A recording as the upstream sends it. */
function recorded(member: DialectMember, name: string, stream: boolean): Reply {
  const { dialect, streamed = sse } = member
  return stream
    ? streamed([fixture(`${dialect}/chat-${name}.sse`)])
    : json(fixture(`${dialect}/chat-${name}.json`))
}

/** One answer for all, or one after the other. */
function answers({ upstream, member }: Pair, replies: Reply | readonly Reply[]): void {
  const { judge = (_, reply) => reply } = member
  const rest = [...(Array.isArray(replies) ? replies : [replies])]
  upstream().script((request) => {
    const [reply = {}] = rest
    const answer = judge(request, reply)
    // What is asked before the call itself takes no answer away.
    if (answer === reply && rest.length > 1) rest.shift()
    return answer
  })
}

/** A recording with as much in it as the vendor has. */
function fullest(member: DialectMember): string {
  return has(member, 'tools') ? 'tools' : 'text'
}

function talkOf(pair: Pair, options: Partial<TalkOptions> = {}): Talk {
  const { url, keys } = pair.gateway()
  const [key = ''] = keys
  const { model } = pair.member
  return TALKS[pair.protocol]({ url, key, model, stream: pair.stream, ...options })
}

/** Ids of calls that the gateway made are told without the request's id that is in them. */
async function askParis(pair: Pair): Promise<Seen> {
  const seen = await talkOf(pair, { tools: WEATHER_AND_TIME }).ask('Paris?')
  const calls = seen.calls.map((call) => ({
    ...call,
    id: call.id.replace(/\d{23}\w{8}/, 'REQUEST'),
  }))
  return { ...seen, calls }
}

function testAnswers(pair: Pair): void {
  const { member, protocol, stream } = pair
  const seen = (part: Partial<Seen>): Seen => ({
    text: '',
    thinking: '',
    calls: [],
    stop: 'end',
    promptTokens: 12,
    completionTokens: 9,
    ...part,
  })

  test('text arrives as the model wrote it', async () => {
    answers(pair, recorded(member, 'text', stream))
    expect(await talkOf(pair).ask('Two plus two?')).toEqual(seen({ text: TEXT }))
  })

  if (has(member, 'thinking'))
    test('thinking arrives apart from the text', async () => {
      answers(pair, recorded(member, 'thinking', stream))
      expect(await talkOf(pair, { thinkingTokens: 2048 }).ask('Two plus two?')).toEqual(
        seen({
          text: 'It is 4.',
          thinking: 'Adding two and two gives four.',
          completionTokens: member.thinkingTokens,
        }),
      )
    })

  if (has(member, 'tools'))
    test('several tool calls arrive whole', async () => {
      answers(pair, recorded(member, 'tools', stream))
      // Google's own clients get Google's own answer, which numbers nothing.
      const isOwn = protocol === 'gemini' && member.dialect === 'gemini'
      const [weatherId = '', timeId = ''] = isOwn ? [] : member.callIds
      expect(await askParis(pair)).toEqual(
        seen({
          text: 'Let me look.',
          calls: [
            { id: weatherId, name: 'get_weather', input: { city: 'Paris' } },
            { id: timeId, name: 'get_time', input: { zone: 'Europe/Paris', format: '24h' } },
          ],
          stop: 'tools',
        }),
      )
    })

  if (!stream) return
  test('an upstream that answers at once still gives the client its stream', async () => {
    answers(pair, recorded(member, fullest(member), true))
    const streamed = await askParis(pair)
    answers(pair, recorded(member, fullest(member), false))
    expect(await askParis(pair)).toEqual(streamed)
  })

  test('a stream torn after every byte reads the same', async () => {
    answers(pair, { ...recorded(member, fullest(member), true), tear: 'every-byte' })
    const torn = await askParis(pair)
    answers(pair, recorded(member, fullest(member), true))
    expect(torn).toEqual(await askParis(pair))
  })
}

function testQuestion(pair: Pair): void {
  const { member, stream } = pair

  test('the upstream is addressed in its own way', async () => {
    answers(pair, recorded(member, 'text', stream))
    await talkOf(pair).ask('Hi')
    const request = pair.upstream().last()
    const [header, value] = member.credential(KEY)
    expect({ method: request.method, path: request.path }).toEqual({
      method: 'POST',
      path: member.path(stream),
    })
    expect(request.headers).toMatchObject({ 'content-type': 'application/json', [header]: value })
    // The client's own credential is ours and must not leave.
    expect(JSON.stringify(request.headers)).not.toContain(pair.gateway().keys[0] ?? '')
  })

  test('system prompt, picture, tools and limits reach the upstream', async () => {
    answers(pair, recorded(member, fullest(member), stream))
    const image = has(member, 'images') ? PIXEL : undefined
    const tools = has(member, 'tools') ? WEATHER_AND_TIME : []
    await talkOf(pair, { system: SYSTEM, tools }).ask('Where is this?', image)
    expect(member.read(pair.upstream().last())).toEqual({
      system: SYSTEM,
      turns: [`user: Where is this?${image ? ` [image/png ${image.length}]` : ''}`],
      tools: has(member, 'tools') ? ['get_weather(city)', 'get_time(zone, format)'] : [],
      maxTokens: has(member, 'limits') ? 4096 : undefined,
      stream: stream || !has(member, 'whole answers'),
    })
  })

  if (has(member, 'tools'))
    test('calls and their results go back in order', async () => {
      answers(pair, [recorded(member, 'tools', stream), recorded(member, 'text', stream)])
      const talk = talkOf(pair, { tools: WEATHER_AND_TIME })
      await talk.ask('Paris?')
      await talk.giveResults(['sunny', '{"time":"12:05"}'])
      expect(member.read(pair.upstream().last()).turns).toEqual([
        'user: Paris?',
        'assistant: Let me look. [get_weather {"city":"Paris"}]' +
          ' [get_time {"zone":"Europe/Paris","format":"24h"}]',
        'user: [result sunny] [result {"time":"12:05"}]',
      ])
    })
}

function testBill(pair: Pair): void {
  const { member, protocol, stream } = pair

  test('the bill of a call is the formula, everywhere it is written', async () => {
    answers(pair, recorded(member, 'text', stream))
    const before = await readBooks(pair.gateway())
    await talkOf(pair).ask('Two plus two?')
    const after = await readBooks(pair.gateway())
    const charge = owed({ prompt: 12, completion: 9 }, member.ratios)
    expect(charge).toBeGreaterThan(0)
    expect({
      user: before.userQuota - after.userQuota,
      used: after.userUsed - before.userUsed,
      calls: after.requestCount - before.requestCount,
      token: before.tokenRemain - after.tokenRemain,
      tokenUsed: after.tokenUsed - before.tokenUsed,
      channel: (after.channelsUsed[0] ?? 0) - (before.channelsUsed[0] ?? 0),
      hourly: after.hourly.quota - before.hourly.quota,
      logs: newLogs(before, after),
    }).toEqual({
      user: charge,
      used: charge,
      calls: 1,
      token: charge,
      tokenUsed: charge,
      channel: charge,
      hourly: charge,
      logs: 1,
    })
    expect(newestLog(after)).toMatchObject({
      quota: charge,
      prompt_tokens: 12,
      completion_tokens: 9,
      model_name: member.model,
      is_stream: stream ? 1 : 0,
    })
    expect(newestLog(after).details.claude).toBe(protocol === 'claude' ? true : undefined)
  })
}

function testFailures(pair: Pair): void {
  const { member, protocol, stream } = pair

  for (const status of [400, 429, 500]) {
    test(`a refusal with ${status} comes in the client's envelope and costs nothing`, async () => {
      const body = member.refusal(status, 'the model is tired')
      answers(pair, json(body, { status }))
      const before = await readBooks(pair.gateway())
      const error = await failureOf(talkOf(pair).ask('Hi'))
      expect(error).toMatchObject(refused(protocol, status))
      // Which of the provider's limits was hit is the operator's business.
      if (status !== 429) expect(error.message).toContain('the model is tired')
      const after = await readBooks(pair.gateway())
      expect(after.userQuota).toBe(before.userQuota)
      expect(after.tokenRemain).toBe(before.tokenRemain)
      expect(after.requestCount).toBe(before.requestCount)
      const log = newestLog(after)
      expect(log).toMatchObject({ type: 5, quota: 0 })
      expect(error.message).toContain(`request id: ${log.request_id}`)
    })
  }

  test('an answer that is no answer is an error', async () => {
    answers(pair, json('<html>hello</html>', { headers: { 'content-type': 'text/html' } }))
    const error = await failureOf(talkOf(pair).ask('Hi'))
    expect(error).toMatchObject(refused(protocol, 502))
  })

  if (!stream) return
  test('a stream that breaks off ends in an error and not as an answer', async () => {
    const all = frames(fixture(`${member.dialect}/chat-text.sse`))
    const begun = all.slice(0, all.findIndex((frame) => frame.includes('Grüße')) + 1)
    const { streamed = sse } = member
    answers(pair, streamed(begun, { ending: 'cut' }))
    const body = await rawStream(pair)
    expect(body).toContain('Grüße')
    expect(body).not.toContain('[DONE]')
    expect(body).not.toContain('message_stop')
    const last = framesOf(body).at(-1)
    expect(last).toMatchObject(BROKEN[protocol])
    if (protocol === 'gemini') expect(body).not.toContain('finishReason')
  })
}

const ERROR = { error: { message: expect.any(String) } }

/** The last frame of a stream that broke off. */
const BROKEN: Readonly<Record<SpokenProtocol, object>> = {
  openai: { name: '', json: ERROR },
  claude: { name: 'error', json: ERROR },
  gemini: { name: '', json: ERROR },
  cohere: {
    name: 'message-end',
    json: { delta: { finish_reason: 'ERROR', error: expect.any(String) } },
  },
}

/** The failure that the SDK throws. */
function refused(protocol: SpokenProtocol, status: number): object {
  if (protocol !== 'cohere') return { status, error: envelope(protocol) }
  return { statusCode: status, body: { id: expect.any(String), message: expect.any(String) } }
}

function envelope(protocol: Exclude<SpokenProtocol, 'cohere'>): object {
  if (protocol === 'gemini') {
    const status = expect.stringMatching(/^[A-Z_]+$/)
    return { code: expect.any(Number), message: expect.any(String), status }
  }
  const error = { message: expect.any(String), type: expect.any(String) }
  return protocol === 'claude' ? { type: 'error', error } : error
}

/** The bytes of a streamed chat, as text. */
async function rawStream(pair: Pair, extra: object = {}): Promise<string> {
  const { model } = pair.member
  const messages = [{ role: 'user', content: 'Hi' }]
  const path = {
    openai: '/v1/chat/completions',
    claude: '/v1/messages',
    gemini: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    cohere: '/v2/chat',
  }
  const body =
    pair.protocol === 'gemini'
      ? { contents: [{ parts: [{ text: 'Hi' }] }], ...extra }
      : { model, messages, max_tokens: 1000, stream: true, ...extra }
  const response = await pair.gateway().post(path[pair.protocol], body)
  expect(response.headers.get('content-type')).toStartWith('text/event-stream')
  // Google's own frames have carriage returns.
  return (await response.text()).replaceAll('\r\n', '\n')
}
