/** Answers that are wanted whole: how long they may take, and what comes instead of JSON. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import {
  fixture,
  frames,
  gate,
  json,
  type Reply,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import {
  ask,
  billOf,
  type DialectName,
  expectRefusal,
  expectReleased,
  PAIRS,
  PATH_OF,
  PRICES,
  RECORDED_CHARGE,
  recorded,
  TYPE_OF,
  told,
} from './black-box'
import { letNotice } from './cut-policy'

interface Case {
  readonly reply: Reply
  readonly dialect?: DialectName
  readonly env?: Record<string, string>
  readonly clock?: { nowMs(): number }
}

async function withGateway(
  { reply, dialect = 'openai', env = {}, clock }: Case,
  check: (gateway: Gateway, upstream: Upstream) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(reply)
  await using gateway = await startGateway({
    channels: [{ upstream, type: TYPE_OF[dialect], models: 'm' }],
    options: PRICES,
    env,
    ...(clock && { clock }),
  })
  await check(gateway, upstream)
}

const JSON_TYPE = { 'content-type': 'application/json' }

describe('an answer that comes drop by drop', () => {
  const text = recorded('openai').json
  const begun = text.slice(0, 20)
  const streamed = recorded('openai').sse
  const cases: Record<string, { head: Omit<Reply, 'chunks'>; stream: boolean; begun: string }> = {
    'of JSON': { head: { headers: JSON_TYPE }, stream: false, begun },
    'that refuses the call': { head: { status: 500, headers: JSON_TYPE }, stream: false, begun },
    'that streams, although it was not asked to': {
      head: sse([]),
      stream: false,
      begun: streamed.slice(0, -20),
    },
    'that streams, but never a whole frame': { head: sse([]), stream: true, begun: 'data: {"cho' },
  }
  for (const [what, { head, stream, begun: first }] of Object.entries(cases)) {
    test(`${what} is given up after its time, and nothing is charged`, async () => {
      const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs }
      const late = gate()
      const reply = { ...head, chunks: [first, late, 'x', gate()] }
      await withGateway({ reply, clock }, async (gateway, upstream) => {
        const pending = told(gateway.post(PATH_OF.openai, ask('openai', { stream })))
        await upstream.waitForRequests(1)
        await letNotice(gateway)
        clock.aheadMs = 601_000
        late.open()
        const answer = await pending
        const error = expectRefusal(answer, 'openai', 504)
        expect(error.code).toBe('upstream_slow')
        expect(error.message).toContain('600')
        await upstream.waitForAbort()
        const { other } = await expectReleased(gateway, answer.requestId)
        expect(other.error).toBe('upstream.slow')
        expect(upstream.requests).toHaveLength(1)
      })
    })
  }

  test('is waited for as long as the setting says', async () => {
    const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs }
    const late = gate()
    const reply = { headers: JSON_TYPE, chunks: [begun, late, text.slice(20)] }
    const env = { GW_ANSWER_LIMIT_MS: '7200000' }
    await withGateway({ reply, clock, env }, async (gateway, upstream) => {
      const pending = told(gateway.post(PATH_OF.openai, ask('openai')))
      await upstream.waitForRequests(1)
      await letNotice(gateway)
      clock.aheadMs = 7_100_000
      late.open()
      const answer = await pending
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(text)
      expect((await billOf(gateway, answer.requestId)).row.quota).toBe(RECORDED_CHARGE)
    })
  })
})

describe.each(PAIRS)(
  '%s clients that want one answer of a streaming %s upstream',
  (protocol, dialect) => {
    test('get it as JSON, and pay its usage', async () => {
      const reply = sse([recorded(dialect).sse], { tear: [100, 101, 300] })
      await withGateway({ reply, dialect }, async (gateway, upstream) => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toContain('application/json')
        const body = JSON.parse(answer.text)
        upstream.script(json(JSON.parse(recorded(dialect).json)))
        const usual = JSON.parse((await told(gateway.post(PATH_OF[protocol], ask(protocol)))).text)
        if (protocol === 'openai') {
          expect(body).toMatchObject({ object: 'chat.completion', model: 'm' })
          expect(body.choices[0]).toMatchObject({ index: 0, finish_reason: 'stop' })
          expect(body.choices[0].message.content).toBe(usual.choices[0].message.content)
          expect(body.usage.total_tokens).toBe(21)
        } else {
          expect(body).toMatchObject({
            type: 'message',
            role: 'assistant',
            stop_reason: 'end_turn',
          })
          expect(body.content[0].text).toBe(usual.content[0].text)
          expect(body.usage).toMatchObject({ input_tokens: 12, output_tokens: 9 })
        }
        const { items } = await gateway.services.logs.list()
        expect(items.map(({ quota }) => quota)).toEqual([RECORDED_CHARGE, RECORDED_CHARGE])
        expect(await gateway.services.ledger.verify()).toEqual([])
      })
    })

    // Gemini's streams have no last word.
    if (dialect !== 'gemini')
      test('get it at its last word, although the body goes on', async () => {
        const rest = gate()
        const reply = sse([recorded(dialect).sse, rest, ': more\n\n'], { ending: 'hang' })
        await withGateway({ reply, dialect }, async (gateway, upstream) => {
          const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
          expect(answer.status).toBe(200)
          expect((await billOf(gateway, answer.requestId)).row.quota).toBe(RECORDED_CHARGE)
          rest.open()
          await upstream.waitForAbort()
        })
      })

    test('get an error when it breaks off, and pay nothing', async () => {
      const [first = '', second = ''] = frames(recorded(dialect).sse)
      const reply = sse([first, second], { ending: 'cut' })
      await withGateway({ reply, dialect }, async (gateway) => {
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
        expectRefusal(answer, protocol, 502)
        const { other } = await expectReleased(gateway, answer.requestId)
        expect(other.error).toBe('upstream.cut')
      })
    })

    test('get the tools it calls', async () => {
      const reply = sse([fixture(`${dialect}/chat-tools.sse`)])
      await withGateway({ reply, dialect }, async (gateway, upstream) => {
        const tools = async (): Promise<unknown[]> => {
          const { text } = await told(gateway.post(PATH_OF[protocol], ask(protocol)))
          const body = JSON.parse(text)
          if (protocol === 'claude') {
            const blocks = body.content.filter(({ type }: { type: string }) => type === 'tool_use')
            return blocks.map((block: { name: string; input: object }) => [block.name, block.input])
          }
          type Call = { function: { name: string; arguments: string } }
          return body.choices[0].message.tool_calls.map(({ function: called }: Call) => [
            called.name,
            JSON.parse(called.arguments),
          ])
        }
        const assembled = await tools()
        expect(assembled.length).toBeGreaterThan(1)
        upstream.script(json(JSON.parse(fixture(`${dialect}/chat-tools.json`))))
        expect(await tools()).toEqual(assembled)
      })
    })
  },
)

describe('a stream that was not asked for', () => {
  test('keeps thinking, several answers and what ended them', async () => {
    const chunk = (index: number, delta: object, reason?: string): string =>
      `data: ${JSON.stringify({
        id: 'x',
        model: 'm',
        choices: [{ index, delta, finish_reason: reason ?? null }],
      })}\n\n`
    const reply = sse([
      chunk(1, { content: 'second ' }),
      chunk(0, { reasoning_content: 'let me ' }),
      chunk(0, { reasoning_content: 'think' }),
      chunk(0, { content: 'first' }),
      chunk(1, { content: 'answer' }),
      chunk(1, {}, 'length'),
      chunk(0, {}, 'stop'),
      'data: [DONE]\n\n',
    ])
    await withGateway({ reply }, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai', { n: 2 })))
      const { choices } = JSON.parse(answer.text)
      expect(choices).toHaveLength(2)
      expect(choices[0].message).toMatchObject({
        content: 'first',
        reasoning_content: 'let me think',
      })
      expect(choices[0].finish_reason).toBe('stop')
      expect(choices[1].message.content).toBe('second answer')
      expect(choices[1].finish_reason).toBe('length')
      const { row, other } = await billOf(gateway, answer.requestId)
      expect(other.counted_by).toBe('tokenizer')
      expect(row.completion_tokens).toBeGreaterThan(4)
    })
  })

  test('is whole with its finish reason, where nobody says that it is done', async () => {
    const finish =
      'data: {"choices":[{"index":0,"delta":{"content":"4"},"finish_reason":"stop"}]}\n\n'
    await withGateway({ reply: sse([finish]) }, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(answer.status).toBe(200)
      expect(JSON.parse(answer.text).choices[0].message.content).toBe('4')
      expect((await billOf(gateway, answer.requestId)).other.counted_by).toBe('tokenizer')
    })
  })

  test('and reports an error is that error', async () => {
    const reply = sse([fixture('openai/chat-error-midway.sse')])
    await withGateway({ reply }, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(answer.status).toBe(500)
      expectRefusal(answer, 'openai', 500)
      await expectReleased(gateway, answer.requestId)
    })
  })

  test('and is no JSON is an answer that nobody understands', async () => {
    await withGateway({ reply: sse(['data: hello\n\n', 'data: [DONE]\n\n']) }, async (gateway) => {
      const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(expectRefusal(answer, 'openai', 502).code).toBe('bad_response_body')
      await expectReleased(gateway, answer.requestId)
    })
  })

  test('and answers no chat is an answer that nobody understands', async () => {
    const reply = sse(['data: {"data":[]}\n\n'], { ending: 'hang' })
    await withGateway({ reply }, async (gateway, upstream) => {
      const body = { model: 'm', input: 'hello' }
      const answer = await told(gateway.post('/v1/embeddings', body))
      expect(expectRefusal(answer, 'openai', 502).code).toBe('bad_response_body')
      await expectReleased(gateway, answer.requestId)
      await upstream.waitForAbort()
    })
  })
})

describe('interim answers', () => {
  const answer = recorded('openai').json
  const final = [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(answer)}`,
    `\r\n${answer}`,
  ].join('\r\n')
  const interim = {
    'a 100 Continue': 'HTTP/1.1 100 Continue\r\n\r\n',
    'a 100 with fields of its own': 'HTTP/1.1 100 Continue\r\nx-note: wait\r\n\r\n',
    'several of them':
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Go on\r\n\r\n',
  }
  for (const [what, text] of Object.entries(interim)) {
    test(`${what} that nobody asked for is passed over`, async () => {
      await withGateway({ reply: { raw: text + final } }, async (gateway) => {
        for (let round = 0; round < 2; round += 1) {
          const told200 = await told(gateway.post(PATH_OF.openai, ask('openai')))
          expect(told200.status).toBe(200)
          expect(told200.text).toBe(answer)
        }
      })
    })
  }

  test('without an answer after them are no answer', async () => {
    await withGateway({ reply: { raw: interim['a 100 Continue'] } }, async (gateway) => {
      const refused = await told(gateway.post(PATH_OF.openai, ask('openai')))
      expect(expectRefusal(refused, 'openai', 502).code).toBe('do_request_failed')
      await expectReleased(gateway, refused.requestId)
    })
  })
})
