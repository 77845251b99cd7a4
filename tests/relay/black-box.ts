/** Requests, prices and bills that the black-box tests of the relay share. */
import { expect } from 'bun:test'
import type { LogRow } from '../../db/tables/logs'
import type { Gateway } from '../support/gateway'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { fixture } from '../support/upstream'

export const MODEL = 'm'
/** One credit per prompt token of `m`, two per completion token; `call` costs 1,000 a call. */
export const PRICES = {
  ModelRatio: { [MODEL]: 1 },
  CompletionRatio: { [MODEL]: 2 },
  ModelPrice: { call: 0.002 },
}
/** What the recorded answers `chat-text` of every dialect used: 12 and 9 tokens. */
export const RECORDED_CHARGE = 12 + 2 * 9

export type DialectName = 'openai' | 'anthropic' | 'gemini'
export type ProtocolName = 'openai' | 'claude'

/** Channel type of each dialect. */
export const TYPE_OF = { openai: 1, anthropic: 14, gemini: 24 } as const
export const DIALECTS: readonly DialectName[] = ['openai', 'anthropic', 'gemini']
export const PROTOCOLS: readonly ProtocolName[] = ['openai', 'claude']
export const PAIRS = PROTOCOLS.flatMap((protocol) =>
  DIALECTS.map((dialect) => [protocol, dialect] as const),
)

export const PATH_OF = { openai: '/v1/chat/completions', claude: '/v1/messages' } as const

/** Frames that say an answer is whole. */
export const TERMINATOR_OF = { openai: 'data: [DONE]', claude: 'event: message_stop' } as const

export function recorded(dialect: DialectName): { readonly sse: string; readonly json: string } {
  return {
    sse: fixture(`${dialect}/chat-text.sse`),
    json: fixture(`${dialect}/chat-text.json`),
  }
}

export function ask(protocol: ProtocolName, more: object = {}): object {
  const messages = [{ role: 'user', content: 'How much is two plus two?' }]
  return { model: MODEL, messages, ...(protocol === 'claude' && { max_tokens: 100 }), ...more }
}

export interface Told {
  readonly status: number
  readonly requestId: string
  readonly text: string
  readonly headers: Headers
}

/** The answer read to its end. */
export async function told(pending: Response | Promise<Response>): Promise<Told> {
  const response = await pending
  const { status, headers } = response
  return { status, headers, requestId: requestIdOf(response), text: await response.text() }
}

/** Leaves the rest of the stream unread. */
export async function readUntil(response: Response, text: string): Promise<void> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let received = ''
  while (!received.includes(text)) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
    if (done) throw new Error(`the stream ended without ${text}: ${received}`)
    received += decoder.decode(value, { stream: true })
  }
}

export function requestIdOf(response: Response): string {
  return response.headers.get('x-oneapi-request-id') ?? ''
}

/** Asserts the protocol's own envelope, and the request id in header and message. */
export function expectRefusal(answer: Told, protocol: ProtocolName, status: number): ErrorFields {
  const body = JSON.parse(answer.text)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.requestId).toMatch(/^\d{23}\w{8}$/)
  expect(body.error.message).toEndWith(`(request id: ${answer.requestId})`)
  expect(body.error.message).not.toContain('{{')
  if (protocol === 'claude') {
    expect(body).toMatchObject({ type: 'error', request_id: answer.requestId })
    expect(body.error).toEqual({ type: expect.any(String), message: expect.any(String) })
  } else {
    expect(Object.keys(body)).toEqual(['error'])
    expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'param', 'type'])
  }
  expect(answer.status).toBe(status)
  return body.error
}

export interface ErrorFields {
  readonly message: string
  readonly type: string
  readonly code?: string
  readonly param?: string | null
}

/** A broken stream: an error event of the protocol at the end, and no sign of a whole answer. */
export function expectBrokenStream(answer: Told, protocol: ProtocolName): ErrorFields {
  expect(answer.status).toBe(200)
  expect(answer.text).not.toContain(TERMINATOR_OF[protocol])
  const last = answer.text.trimEnd().split('\n\n').at(-1) ?? ''
  const line = last.split('\n').find((candidate) => candidate.startsWith('data: ')) ?? ''
  if (protocol === 'claude') expect(last).toStartWith('event: error\n')
  const { error } = JSON.parse(line.slice(6))
  expect(error.message).toContain(answer.requestId)
  expect(error.message).not.toContain('{{')
  return error
}

export interface Bill {
  readonly row: LogRow
  readonly other: Readonly<Record<string, unknown>> & {
    readonly cut?: unknown
    readonly error?: string
    readonly counted_by?: string
    readonly admin_info: {
      readonly use_channel: readonly string[]
      readonly attempts?: readonly { readonly at_ms: number; readonly ms: number }[]
    }
  }
}

/**
 * The one log row of a call, after checking that user and token lost exactly its quota
 * (nothing is held any more) and that the ledger agrees. For the only call of a gateway.
 */
export async function billOf(gateway: Gateway, requestId: string): Promise<Bill> {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ requestId })
  expect(items).toHaveLength(1)
  const [row] = items
  if (row === undefined) throw new Error(`no log row of ${requestId}`)
  await expectSpent(gateway, row.quota)
  return { row, other: JSON.parse(row.other) }
}

/** A failed call: a row of type 5 that costs nothing. */
export async function expectReleased(gateway: Gateway, requestId: string): Promise<Bill> {
  const bill = await billOf(gateway, requestId)
  expect(bill.row).toMatchObject({ type: 5, quota: 0, prompt_tokens: 0, completion_tokens: 0 })
  return bill
}

/** The first user and token lost exactly `spent` since the seed, and the ledger says so. */
export async function expectSpent(gateway: Gateway, spent: number): Promise<void> {
  await gateway.idle()
  const { services, userIds, tokenIds } = gateway
  const user = await services.users.show(userIds[0] ?? 0)
  const token = await services.tokens.show(TEST_ACTOR, tokenIds[0] ?? 0)
  expect({
    user: PLENTY - user.quota,
    used: user.used_quota,
    token: PLENTY - token.remain_quota,
    tokenUsed: token.used_quota,
    differences: await services.ledger.verify(),
  }).toEqual({ user: spent, used: spent, token: spent, tokenUsed: spent, differences: [] })
}
