/** What an upstream can do wrong before its answer begins, or instead of an answer. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { html, json, type Reply, type Script, sse, startUpstream } from '../support/upstream'
import {
  ask,
  billOf,
  type DialectName,
  expectRefusal,
  expectReleased,
  PAIRS,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  type ProtocolName,
  RECORDED_CHARGE,
  recorded,
  type Told,
  TYPE_OF,
  told,
} from './black-box'

interface Case {
  readonly script: Script
  readonly dialect?: DialectName
  readonly env?: Record<string, string>
}

/** One gateway each with one channel and no retries, for both protocols, streamed and not. */
async function eachWay(
  { script, dialect = 'openai', env = {} }: Case,
  check: (answer: Told, protocol: ProtocolName, gateway: Gateway) => Promise<void>,
): Promise<void> {
  const once = async (protocol: ProtocolName, stream: boolean): Promise<void> => {
    await using upstream = await startUpstream(script)
    await using gateway = await startGateway({
      channels: [{ upstream, type: TYPE_OF[dialect], models: 'm', key: 'sk-upstream-secret' }],
      options: { ...PRICES, RetryTimes: 0 },
      env,
    })
    const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, { stream })))
    expect(answer.text).not.toContain('sk-upstream-secret')
    expect(answer.text).not.toContain(String(upstream.port))
    await check(answer, protocol, gateway)
  }
  await Promise.all(PROTOCOLS.flatMap((protocol) => [once(protocol, false), once(protocol, true)]))
}

/** `status` to the client in its envelope, everything given back, the error named in the log. */
async function refuses(given: Case, status: number, errorId: string): Promise<void> {
  await eachWay(given, async (answer, protocol, gateway) => {
    expectRefusal(answer, protocol, status)
    const { other } = await expectReleased(gateway, answer.requestId)
    expect(other.error).toBe(errorId)
    expect(other.admin_info.use_channel).toHaveLength(1)
  })
}

const OPENAI_ERROR = { message: 'Bad tool schema', type: 'invalid_request_error', param: 'tools' }

describe('an upstream that refuses', () => {
  for (const status of [400, 404, 422, 500, 503]) {
    test(`with ${status} and JSON reaches the client with its own words`, async () => {
      const script = json({ error: { ...OPENAI_ERROR, code: 'bad_tools' } }, { status })
      await eachWay({ script }, async (answer, protocol, gateway) => {
        const isClaudes = status === 503 && protocol === 'claude'
        const error = expectRefusal(answer, protocol, isClaudes ? 529 : status)
        expect(error.message).toStartWith('Bad tool schema (request id:')
        if (protocol === 'openai') {
          const { type, param } = OPENAI_ERROR
          expect(error).toMatchObject({ code: 'bad_tools', type, param })
        }
        await expectReleased(gateway, answer.requestId)
      })
    })
  }

  for (const status of [401, 402, 403]) {
    test(`with ${status}, the operator's business, is no fault of the caller`, async () => {
      const script = json({ error: { ...OPENAI_ERROR, code: 'bad_tools' } }, { status })
      await refuses({ script }, 502, 'upstream.misconfigured')
    })
  }

  test('with 429 does not show the account that is limited', async () => {
    const script = json({ error: { message: 'Limit of org-abcdefgh123 reached' } }, { status: 429 })
    await eachWay({ script }, async (answer, protocol, gateway) => {
      const error = expectRefusal(answer, protocol, 429)
      expect(error.message).not.toContain('org-')
      if (protocol === 'claude') expect(error.type).toBe('rate_limit_error')
      await expectReleased(gateway, answer.requestId)
    })
  })

  test('with an HTML page keeps the page to itself', async () => {
    await eachWay({ script: html(502) }, async (answer, protocol, gateway) => {
      expectRefusal(answer, protocol, 502)
      expect(answer.text).not.toMatch(/html|nginx/i)
      await expectReleased(gateway, answer.requestId)
    })
  })

  test('with a huge error page is cut short', async () => {
    const script = html(500, {})
    const page = { ...script, body: `<html>${'x'.repeat(2_000_000)}</html>` }
    await refuses({ script: page }, 500, 'upstream.refused')
  })

  test('with a redirect is not followed', async () => {
    const script = { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }
    await refuses({ script }, 502, 'upstream.refused')
  })

  test('with an address in its words does not reveal it', async () => {
    const script = json({ error: { message: 'dial tcp 10.1.2.3:443: refused' } }, { status: 500 })
    await eachWay({ script }, async (answer, protocol) => {
      expectRefusal(answer, protocol, 500)
      expect(answer.text).not.toContain('10.1.2.3')
    })
  })

  test('in the words of Anthropic or Gemini is understood', async () => {
    const claude = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    await eachWay(
      { dialect: 'anthropic', script: json(claude, { status: 529 }) },
      async (answer, protocol, gateway) => {
        const error = expectRefusal(answer, protocol, protocol === 'claude' ? 529 : 503)
        expect(error.type).toBe(protocol === 'claude' ? 'overloaded_error' : 'server_error')
        expect(error.message).toStartWith('Overloaded')
        await expectReleased(gateway, answer.requestId)
      },
    )
    const gemini = {
      error: { code: 400, message: 'API key not valid', status: 'INVALID_ARGUMENT' },
    }
    await eachWay(
      { dialect: 'gemini', script: json(gemini, { status: 400 }) },
      async (answer, protocol, gateway) => {
        expect(expectRefusal(answer, protocol, 502).message).not.toContain('API key')
        await expectReleased(gateway, answer.requestId)
      },
    )
  })
})

describe('an answer with status 200 that is none', () => {
  test('because it is an error object', async () => {
    const script = json({ error: { message: 'no credit', type: 'x' } })
    await eachWay({ script }, async (answer, protocol, gateway) => {
      expect(expectRefusal(answer, protocol, 500).message).toStartWith('no credit')
      await expectReleased(gateway, answer.requestId)
    })
  })

  test('because it is an error event', async () => {
    const event = `data: ${JSON.stringify({ error: { message: 'no credit', code: 'x' } })}\n\n`
    await eachWay({ script: sse([event]) }, async (answer, protocol, gateway) => {
      expect(expectRefusal(answer, protocol, 500).message).toStartWith('no credit')
      await expectReleased(gateway, answer.requestId)
    })
  })

  const BROKEN: Readonly<Record<string, Reply>> = {
    'half an object': json('{"id":"x","choices":['),
    'a list': json('[]'),
    'an HTML page': html(200),
    'no bytes': { status: 200, body: '' },
    'the word null': json('null'),
  }
  for (const [name, script] of Object.entries(BROKEN)) {
    test(`because it is ${name}`, () => refuses({ script }, 502, 'upstream.invalid_answer'))
  }

  test('because it has no content at all', async () => {
    await refuses({ script: { status: 204 } }, 502, 'upstream.invalid_answer')
  })

  test('because the stream ends before its first frame', async () => {
    await refuses({ script: sse([`data: {"id"`]) }, 502, 'upstream.cut')
  })
})

describe('an upstream that breaks the connection', () => {
  test('by resetting it before the head', async () => {
    await refuses({ script: { ending: 'reset' } }, 502, 'upstream.unreachable')
  })

  test('by cutting a JSON answer in two', async () => {
    await eachWay(
      { script: json({ id: 'never whole' }, { cutAfterBytes: 8 }) },
      async (answer, protocol, gateway) => {
        expectRefusal(answer, protocol, 502)
        const { other } = await expectReleased(gateway, answer.requestId)
        expect(other.error).toBe('upstream.cut')
      },
    )
  })

  test('by speaking another protocol than HTTP', async () => {
    await refuses({ script: { raw: 'SSH-2.0-OpenSSH\r\n' } }, 502, 'upstream.unreachable')
  })

  test('by not listening', async () => {
    const gone = await startUpstream(json({}))
    await gone.stop()
    await using gateway = await startGateway({
      channels: [{ upstream: gone, models: 'm' }],
      options: PRICES,
    })
    const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
    expectRefusal(answer, 'openai', 502)
    expect(answer.text).not.toMatch(/127\.0\.0\.1|ECONNREFUSED/)
    await expectReleased(gateway, answer.requestId)
  })

  test('by never answering: the wait ends with 504, without a retry', async () => {
    await eachWay(
      { script: { ending: 'never' }, env: { GW_FIRST_BYTE_TIMEOUT_MS: '300' } },
      async (answer, protocol, gateway) => {
        const error = expectRefusal(answer, protocol, 504)
        if (protocol === 'claude') expect(error.type).toBe('timeout_error')
        const { other } = await expectReleased(gateway, answer.requestId)
        expect(other.error).toBe('upstream.timeout')
      },
    )
  })

  test('by falling silent in the middle of a JSON answer', async () => {
    await using upstream = await startUpstream({
      headers: { 'content-type': 'application/json' },
      chunks: ['{"id":'],
      ending: 'hang',
    })
    await using gateway = await startGateway({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
      env: { GW_IDLE_TIMEOUT_MS: '300' },
    })
    const answer = await told(gateway.post(PATH_OF.openai, ask('openai')))
    expectRefusal(answer, 'openai', 504)
    await expectReleased(gateway, answer.requestId)
  })
})

describe('an unusual but good answer', () => {
  for (const [protocol, dialect] of PAIRS) {
    test(`gzip from ${dialect} reaches ${protocol} clients plain, streamed and not`, async () => {
      for (const stream of [false, true]) {
        const { sse: frames, json: whole } = recorded(dialect)
        const script = stream ? sse([frames], { gzip: true }) : json(whole, { gzip: true })
        await using upstream = await startUpstream(script)
        await using gateway = await startGateway({
          channels: [{ upstream, type: TYPE_OF[dialect], models: 'm' }],
          options: PRICES,
        })
        const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, { stream })))
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-encoding')).toBeNull()
        expect(answer.text).toContain('Grüße')
        const { row } = await billOf(gateway, answer.requestId)
        expect(row).toMatchObject({ type: 2, quota: RECORDED_CHARGE })
      }
    })

    test(`JSON from ${dialect} to a ${protocol} stream becomes a stream`, async () => {
      await using upstream = await startUpstream(json(recorded(dialect).json))
      await using gateway = await startGateway({
        channels: [{ upstream, type: TYPE_OF[dialect], models: 'm' }],
        options: PRICES,
      })
      const answer = await told(gateway.post(PATH_OF[protocol], ask(protocol, { stream: true })))
      expect(answer.headers.get('content-type')).toContain('text/event-stream')
      expect(answer.text).toContain('Grüße')
      expect(answer.text).toContain(protocol === 'openai' ? 'data: [DONE]' : 'message_stop')
      const { row } = await billOf(gateway, answer.requestId)
      expect(row).toMatchObject({ type: 2, quota: RECORDED_CHARGE })
    })
  }
})
