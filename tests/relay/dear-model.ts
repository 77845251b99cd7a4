/** A model whose answers cost eight times its prompts, and callers who can hardly pay for it. */
import { expect } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { type ChannelSeed, PLENTY, TEST_ACTOR, type TokenSeed } from '../support/seed'
import { type Gate, json, type Reply, sse, startUpstream } from '../support/upstream'
import { MODEL } from './black-box'

export const RATIO = 8
export const DEAR = {
  ModelRatio: { [MODEL]: 1, 'r-thinking': 1 },
  CompletionRatio: { [MODEL]: RATIO, 'r-thinking': RATIO },
  PreConsumedQuota: 1,
}
export const SLICE = 4096
export const CALLS = 64

/** Fifty tokens. */
export const WORDS = 'lorem ipsum dolor sit amet consectetur adipiscing elit '.repeat(5)
const TOKENS_PER_FRAME = 60

export function frame(delta: object, rest: object = {}): string {
  const choices = [{ index: 0, delta, finish_reason: null, ...rest }]
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: MODEL, choices }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

export function usageFrame(completion: number, details: object = {}): string {
  const usage = { prompt_tokens: 10, completion_tokens: completion, ...details }
  return `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n`
}

export const END = [frame({}, { finish_reason: 'stop' })]
export const DONE = 'data: [DONE]\n\n'

/** A stream that really writes about so many tokens, and then says how many it were. */
export function writes(tokens: number, held?: Gate): Reply {
  const count = Math.ceil(tokens / TOKENS_PER_FRAME)
  const body = Array.from({ length: count }, () => frame({ content: WORDS }))
  const half = Math.floor(count / 2)
  return sse([
    frame({ role: 'assistant', content: '' }),
    ...body.slice(0, half),
    ...(held === undefined ? [] : [held]),
    ...body.slice(half),
    ...END,
    usageFrame(count * TOKENS_PER_FRAME),
    DONE,
  ])
}

/** A stream of five words that claims to have used much more. */
export function claims(tokens: number): Reply {
  return sse([frame({ content: 'only five words of text' }), ...END, usageFrame(tokens), DONE])
}

export function answerOf(tokens: number): Reply {
  return json({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: tokens, total_tokens: 10 + tokens },
  })
}

interface Setting {
  readonly reply: Reply
  readonly quota?: number
  readonly token?: TokenSeed
  readonly options?: object
  readonly channel?: ChannelSeed
}

export async function withQuota(
  { reply, quota = PLENTY, token = { unlimited_quota: true }, options = {}, channel = {} }: Setting,
  check: (gateway: Gateway, upstream: Awaited<ReturnType<typeof startUpstream>>) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(reply)
  await using gateway = await startGateway({
    users: [{ username: 'ann', quota }],
    tokens: [token],
    channels: [{ upstream, models: `${MODEL},r-thinking`, ...channel }],
    options: { ...DEAR, RetryTimes: 0, ...options },
  })
  await check(gateway, upstream)
  await gateway.idle()
  expect(await gateway.services.ledger.verify()).toEqual([])
}

export async function balances(gateway: Gateway): Promise<{ user: number; token: number }> {
  const user = await gateway.services.users.show('ann')
  const token = await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
  return { user: user.quota, token: token.remain_quota }
}

export async function rowOf(gateway: Gateway, requestId: string) {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ requestId })
  expect(items).toHaveLength(1)
  const [row] = items
  if (row === undefined) throw new Error('no log row')
  return { row, other: JSON.parse(row.other) as Record<string, unknown> }
}
