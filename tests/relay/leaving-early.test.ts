/** Whoever leaves with the last word pays what somebody pays who stays for the bill. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { type Gate, gate, type Reply, sse, startUpstream } from '../support/upstream'
import { ask, type Bill, MODEL, PATH_OF, PRICES, type ProtocolName, TYPE_OF } from './black-box'
import { letNotice, onlyBill } from './cut-policy'

const HIDDEN = 100_000
const REASONER = 'r-thinking'
const OPTIONS = {
  ...PRICES,
  ModelRatio: { [MODEL]: 1, [REASONER]: 1 },
  CompletionRatio: { [MODEL]: 2, [REASONER]: 2 },
}
/** Prompt and completion of every stream here. */
const USED = 10 + 2 * (HIDDEN + 5)

function openaiStream(before: Gate, after: Gate): Reply {
  const chunk = (choices: readonly object[], more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', model: MODEL, choices, ...more })}\n\n`
  const delta = { content: 'only five words of text' }
  const usage = {
    prompt_tokens: 10,
    completion_tokens: HIDDEN + 5,
    completion_tokens_details: { reasoning_tokens: HIDDEN },
  }
  return sse([
    chunk([{ index: 0, delta, finish_reason: null }]),
    before,
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    after,
    chunk([], { usage }),
    'data: [DONE]\n\n',
  ])
}

function claudeStream(before: Gate, after: Gate): Reply {
  const event = (type: string, more: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const start = {
    id: 'm',
    model: MODEL,
    content: [],
    usage: { input_tokens: 10, output_tokens: 1 },
  }
  return sse([
    event('message_start', { message: start }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', {
      index: 0,
      delta: { type: 'text_delta', text: 'only five words of text' },
    }),
    before,
    event('content_block_stop', { index: 0 }),
    after,
    event('message_delta', {
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: HIDDEN + 5 },
    }),
    event('message_stop', {}),
  ])
}

interface Leaving {
  readonly protocol?: ProtocolName
  readonly dialect?: 'openai' | 'anthropic'
  readonly model?: string
  readonly more?: object
  readonly setting?: object
  readonly env?: Record<string, string>
  /** What the client reads before it hangs up. */
  readonly until: 'last word' | 'finish'
  /** Whether the upstream goes on after that. */
  readonly goesOn?: boolean
}

async function leave(
  given: Leaving,
  check: (bill: Bill, gateway: Gateway) => Promise<void> | void,
) {
  const { protocol = 'openai', dialect = 'openai', model = MODEL, until, goesOn = true } = given
  const [before, after] = [gate(), gate()]
  const reply = (dialect === 'openai' ? openaiStream : claudeStream)(before, after)
  await using upstream = await startUpstream(reply)
  await using gateway = await startGateway({
    channels: [
      {
        upstream,
        type: TYPE_OF[dialect],
        models: `${MODEL},${REASONER}`,
        setting: JSON.stringify(given.setting ?? {}),
      },
    ],
    options: OPTIONS,
    env: given.env ?? {},
  })
  const hangUp = new AbortController()
  const body = ask(protocol, { stream: true, model, ...given.more })
  const { signal } = hangUp
  const response = await gateway.post(PATH_OF[protocol], body, { signal })
  if (until === 'finish') before.open()
  const wanted = until === 'finish' ? /"finish_reason":"stop"|content_block_stop/ : /words of text/
  await readUntil(response, wanted)
  hangUp.abort()
  await letNotice(gateway)
  if (goesOn) {
    before.open()
    after.open()
  }
  await check(await onlyBill(gateway), gateway)
}

async function readUntil(response: Response, wanted: RegExp): Promise<void> {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  while (!wanted.test(text)) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done) throw new Error(`the stream ended early: ${text}`)
    text += decoder.decode(value, { stream: true })
  }
}

describe('a client that hangs up when the model has finished', () => {
  test('pays the whole bill', async () => {
    await leave({ until: 'finish' }, ({ row, other }) => {
      expect(row.quota).toBe(USED)
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
      expect(other.counted_by).toBeUndefined()
    })
  })

  test('pays for what was seen when the upstream never tells the rest', async () => {
    const env = { GW_DRAIN_LIMIT_MS: '50' }
    await leave({ until: 'finish', goesOn: false, env }, ({ row, other }) => {
      expect(row.completion_tokens).toBeGreaterThan(0)
      expect(row.completion_tokens).toBeLessThan(20)
      expect(other.counted_by).toBe('tokenizer')
    })
  })

  test('pays nothing where the channel refunds', async () => {
    await leave({ until: 'finish', setting: { cut_policy: 'refund' } }, ({ row }) => {
      expect(row.quota).toBe(0)
    })
  })
})

describe('a client that hangs up at the last word', () => {
  test('of a model that reasons out of sight pays for its thoughts', async () => {
    await leave({ until: 'last word', model: REASONER }, ({ row, other }) => {
      expect(row.quota).toBe(USED)
      expect(other.cut).toEqual({ by: 'client', policy: 'drain' })
    })
  })

  test.each([
    ['openai', 'openai', { reasoning_effort: 'high' }],
    ['claude', 'anthropic', { thinking: { type: 'adaptive' } }],
  ] as const)('and asked for reasoning (%s) pays for it', async (protocol, dialect, more) => {
    await leave({ until: 'last word', protocol, dialect, more }, ({ row }) => {
      expect(row.quota).toBe(USED)
    })
  })

  test('of any other model pays for the words, and the upstream stops', async () => {
    await leave({ until: 'last word', goesOn: false }, ({ row, other }) => {
      expect(row.completion_tokens).toBeLessThan(20)
      expect(other.cut).toEqual({ by: 'client', policy: 'partial' })
    })
  })

  test('of a model whose earlier bills had reasoning pays for it', async () => {
    const [before, after] = [gate(), gate()]
    await using upstream = await startUpstream(openaiStream(before, after))
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: OPTIONS,
    })
    before.open()
    after.open()
    const ask1 = ask('openai', { stream: true })
    await (await gateway.post(PATH_OF.openai, ask1)).text()
    const [later, last] = [gate(), gate()]
    upstream.script(openaiStream(later, last))
    const hangUp = new AbortController()
    const response = await gateway.post(PATH_OF.openai, ask1, { signal: hangUp.signal })
    await readUntil(response, /words of text/)
    hangUp.abort()
    await letNotice(gateway)
    later.open()
    last.open()
    await gateway.idle()
    const { items } = await gateway.services.logs.list()
    expect(items.map(({ quota }) => quota)).toEqual([USED, USED])
  })
})
