/** Streams that arrive in odd pieces, break off, fall silent, or report an error themselves. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { PLENTY } from '../support/seed'
import { frames, type Reply, type Script, sse, startUpstream } from '../support/upstream'
import {
  ask,
  billOf,
  type DialectName,
  expectBrokenStream,
  expectRefusal,
  expectReleased,
  expectSpent,
  PAIRS,
  PATH_OF,
  PRICES,
  type ProtocolName,
  RECORDED_CHARGE,
  recorded,
  TERMINATOR_OF,
  type Told,
  TYPE_OF,
  told,
} from './black-box'

function stream(gateway: Gateway, protocol: ProtocolName): Promise<Told> {
  return told(gateway.post(PATH_OF[protocol], ask(protocol, { stream: true })))
}

interface Case {
  readonly script: Script
  readonly dialect: DialectName
  readonly env?: Record<string, string>
}

async function withGateway(
  { script, dialect, env = {} }: Case,
  check: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(script)
  await using gateway = await startGateway({
    channels: [{ upstream, type: TYPE_OF[dialect], models: 'm' }],
    options: PRICES,
    env,
  })
  await check(gateway)
}

/** Ids and times differ from call to call; nothing else may. */
function withoutIds(text: string): string {
  return text
    .replace(/"created":\d+/g, '"created":0')
    .replace(/\d{23}\w{8}/g, 'ID')
    .replace(/"id":"[^"]*"/g, '"id":"ID"')
}

const AT_ONCE = 16

describe.each(PAIRS)('%s clients of %s upstreams', (protocol, dialect) => {
  test('get the same stream torn after every byte', async () => {
    const whole = recorded(dialect).sse
    const replies = [sse([whole]), sse([whole], { tear: 'every-byte' })]
    await withGateway({ script: replies, dialect }, async (gateway) => {
      const untorn = await stream(gateway, protocol)
      const torn = await stream(gateway, protocol)
      expect(untorn.text).toContain('世界')
      expect(untorn.text).toContain(TERMINATOR_OF[protocol])
      expect(withoutIds(torn.text)).toBe(withoutIds(untorn.text))
      await expectSpent(gateway, 2 * RECORDED_CHARGE)
    })
  })

  test('get the same stream torn in two at any byte', async () => {
    const bytes = Buffer.from(recorded(dialect).sse)
    let offset = 0
    const script = (): Reply => {
      offset += 1
      return sse([bytes], offset > 1 ? { tear: [offset - 1] } : {})
    }
    await withGateway({ script, dialect }, async (gateway) => {
      const untorn = withoutIds((await stream(gateway, protocol)).text)
      const calls = bytes.length - 1
      const one = async (): Promise<void> => {
        while (offset < bytes.length) {
          expect(withoutIds((await stream(gateway, protocol)).text)).toBe(untorn)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one))
      expect(offset).toBeGreaterThan(calls)
      await expectSpent(gateway, offset * RECORDED_CHARGE)
    })
  }, 60_000)

  test('never see a piece of a frame, nor a clean end too early, wherever it is cut', async () => {
    const whole = Buffer.from(recorded(dialect).sse)
    let cut = 0
    const script = (): Reply => {
      cut += 1
      return sse([whole], { cutAfterBytes: cut })
    }
    await withGateway({ script, dialect }, async (gateway) => {
      const one = async (): Promise<void> => {
        while (cut < whole.length) expectSoundEnd(await stream(gateway, protocol), protocol)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, one))
      await gateway.idle()
      const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
      expect(PLENTY - user.quota).toBe(user.used_quota)
      expect(await gateway.services.ledger.verify()).toEqual([])
    })
  }, 60_000)

  test('are told when the stream breaks off, and pay for what came', async () => {
    const [first = '', second = '', ...rest] = frames(recorded(dialect).sse)
    const start = dialect === 'anthropic' ? [first, second, rest[0] ?? ''] : [first, second]
    const half = 'data: {"half":'
    const script = sse([...start, half], { ending: 'cut' })
    await withGateway({ script, dialect }, async (gateway) => {
      const answer = await stream(gateway, protocol)
      expectBrokenStream(answer, protocol)
      expect(answer.text).toContain('Grüße')
      expect(answer.text).not.toContain('half')
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other).toMatchObject({
        cut: { by: 'upstream', policy: 'partial' },
        error: 'upstream.cut',
      })
      expect(row.type).toBe(2)
      expect(row.prompt_tokens).toBeGreaterThan(0)
      expect(row.completion_tokens).toBeGreaterThan(0)
      expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
    })
  })

  test('are told when the stream falls silent', async () => {
    const [first = '', second = '', third = ''] = frames(recorded(dialect).sse)
    // Gemini's third frame is the last: with it the answer would be whole.
    const start = dialect === 'gemini' ? [first, second] : [first, second, third]
    const script = sse(start, { ending: 'hang' })
    const env = { GW_IDLE_TIMEOUT_MS: '300' }
    await withGateway({ script, dialect, env }, async (gateway) => {
      const answer = await stream(gateway, protocol)
      const error = expectBrokenStream(answer, protocol)
      if (protocol === 'openai') expect(error.code).toBe('upstream_silent')
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other).toMatchObject({ cut: { by: 'upstream' }, error: 'upstream.silent' })
      expect(row.quota).toBeGreaterThan(0)
    })
  })

  test('are told when a frame grows beyond all measure', async () => {
    const [first = '', second = '', third = ''] = frames(recorded(dialect).sse)
    const start = dialect === 'anthropic' ? [first, second, third] : [first, second]
    const huge = Array.from({ length: 44 }, () => Buffer.alloc(256 * 1024, 'x'))
    const script = sse([...start, 'data: "', ...huge])
    await withGateway({ script, dialect }, async (gateway) => {
      const answer = await stream(gateway, protocol)
      expectBrokenStream(answer, protocol)
      const { other } = await billOf(gateway, answer.requestId)
      expect(other.error).toBe('upstream.too_large')
    })
  })
})

/** Whole frames only, and at the end either the terminator or an error that says why not. */
function expectSoundEnd(answer: Told, protocol: ProtocolName): void {
  if (answer.status !== 200) {
    expectRefusal(answer, protocol, 502)
    return
  }
  const received = frames(answer.text)
  for (const frame of received) {
    expect(frame).toEndWith('\n\n')
    const line = frame.split('\n').find((candidate) => candidate.startsWith('data: ')) ?? ''
    if (line !== 'data: [DONE]') expect(() => JSON.parse(line.slice(6))).not.toThrow()
  }
  if (answer.text.includes(TERMINATOR_OF[protocol])) {
    expect(received.at(-1)).toContain(TERMINATOR_OF[protocol])
    expect(answer.text).not.toContain('"error"')
  } else expectBrokenStream(answer, protocol)
}

const FAILED_EVENT = {
  openai: 'data: {"error":{"message":"overloaded","type":"server_error","code":"busy"}}\n\n',
  anthropic:
    'event: error\n' +
    'data: {"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}\n\n',
  gemini: 'data: {"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}\n\n',
}

describe.each(PAIRS)('an error event, %s client, %s upstream', (protocol, dialect) => {
  test('before anything else sends the call to another channel', async () => {
    await using busy = await startUpstream(sse([FAILED_EVENT[dialect]]))
    await using good = await startUpstream(sse([recorded(dialect).sse]))
    const type = TYPE_OF[dialect]
    await using gateway = await startGateway({
      channels: [
        { upstream: busy, type, models: 'm', priority: 9 },
        { upstream: good, type, models: 'm' },
      ],
      options: PRICES,
    })
    const answer = await stream(gateway, protocol)
    expect(answer.text).toContain(TERMINATOR_OF[protocol])
    expect(answer.text).not.toContain('overloaded')
    const { row, other } = await billOf(gateway, answer.requestId)
    expect(row.quota).toBe(RECORDED_CHARGE)
    expect(other.admin_info.use_channel).toEqual(gateway.channelIds.map(String))
  })

  test('in the middle ends the stream once, with the words of the upstream', async () => {
    const [first = '', second = '', third = ''] = frames(recorded(dialect).sse)
    const start = dialect === 'gemini' ? [first, second] : [first, second, third]
    const script = sse([...start, FAILED_EVENT[dialect]])
    await withGateway({ script, dialect }, async (gateway) => {
      const answer = await stream(gateway, protocol)
      expect(answer.text).not.toContain(TERMINATOR_OF[protocol])
      expect(answer.text.match(/"error":/g)).toHaveLength(1)
      expect(frames(answer.text).at(-1)).toContain('overloaded')
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other.cut).toEqual({ by: 'upstream', policy: 'partial' })
      expect(other.error).toBeString()
      expect(row.quota).toBeGreaterThan(0)
    })
  })
})

describe('a stream without its terminator', () => {
  for (const protocol of ['openai', 'claude'] as const) {
    test(`is whole for ${protocol} clients when it told a finish reason`, async () => {
      const text = recorded('openai').sse.replace('data: [DONE]\n\n', '')
      await withGateway({ script: sse([text]), dialect: 'openai' }, async (gateway) => {
        const answer = await stream(gateway, protocol)
        expect(answer.text).toContain(TERMINATOR_OF[protocol])
        const { row } = await billOf(gateway, answer.requestId)
        expect(row.quota).toBe(RECORDED_CHARGE)
      })
    })

    test(`is whole for ${protocol} clients when only the last blank line is missing`, async () => {
      const text = recorded('openai').sse.trimEnd()
      await withGateway({ script: sse([text]), dialect: 'openai' }, async (gateway) => {
        const answer = await stream(gateway, protocol)
        expect(answer.text).toContain(TERMINATOR_OF[protocol])
        expect(answer.text).toEndWith('\n\n')
        const { row } = await billOf(gateway, answer.requestId)
        expect(row.quota).toBe(RECORDED_CHARGE)
      })
    })
  }
})

describe('frames that are no JSON', () => {
  test('fail a translated stream with an error event', async () => {
    const [first = '', second = ''] = frames(recorded('openai').sse)
    const script = sse([first, second, 'data: {oops}\n\n', 'data: [DONE]\n\n'])
    await withGateway({ script, dialect: 'openai' }, async (gateway) => {
      const answer = await stream(gateway, 'claude')
      expectBrokenStream(answer, 'claude')
      const { other } = await billOf(gateway, answer.requestId)
      expect(other.error).toBe('upstream.invalid_answer')
    })
  })

  test('before anything else are a failed attempt', async () => {
    await withGateway({ script: sse(['data: {oops}\n\n']), dialect: 'openai' }, async (gateway) => {
      const answer = await stream(gateway, 'claude')
      expectRefusal(answer, 'claude', 502)
      await expectReleased(gateway, answer.requestId)
    })
  })
})
