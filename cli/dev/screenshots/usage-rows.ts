/** What calls of a site used that has been there for a while; the same in every run. */
import type { CallSessionDelta } from '../../../db/tables/call-sessions'
import { HOUR, MINUTE } from '../../../server/domain/logs/rollups'
import { USAGE_STEPS } from '../../../server/domain/usage/steps'
import { type UsageCell, usageDeltas } from '../../../server/services/usage/deltas'
import { deltaOf } from './rollup-rows'
import type { Caller } from './rows'

const DAYS = 31
/** Credits that the provider takes of each that is charged. */
const COST_SHARE = 0.72

const KINDS = [
  { model: 'gpt-4o', channel: 1, client: 'openai-python', token: 1, share: 0.2 },
  { model: 'claude-sonnet-4-5', channel: 3, client: 'claude-code', token: 2, share: 0.26 },
  { model: 'gpt-4o', channel: 1, client: 'codex', token: 2, share: 0.12 },
  { model: 'gemini-2.5-pro', channel: 5, client: 'gemini-cli', token: 4, share: 0.1 },
  { model: 'gpt-4o', channel: 6, client: 'open-webui', token: 4, share: 0.05 },
] as const

/** `now` in epoch seconds. */
export function usageRows(callers: readonly Caller[], now: number) {
  const hour = now - (now % HOUR)
  const cells = KINDS.flatMap((kind, at) => {
    const user = callers[at % 2]?.id ?? 1
    const hours = Array.from({ length: DAYS * 24 }, (_, back) => hour - back * HOUR)
    return hours.map((begun) => cellOf(kind, user, { at: begun, seconds: HOUR }))
  })
  const minutes = KINDS.flatMap((kind, at) =>
    Array.from({ length: 120 }, (_, back) => {
      const minute = now - (now % MINUTE) - back * MINUTE
      return cellOf(kind, callers[at % 2]?.id ?? 1, { at: minute, seconds: MINUTE })
    }),
  )
  const [least, ...longer] = USAGE_STEPS
  return [...usageDeltas(minutes, [least]), ...usageDeltas(cells, longer)]
}

interface Stretch {
  readonly at: number
  readonly seconds: number
}

function cellOf(kind: (typeof KINDS)[number], user: number, { at, seconds }: Stretch): UsageCell {
  const subject = { kind: 'model', subject: kind.model, share: kind.share, failing: 0.004 } as const
  const counts = deltaOf(subject, at, { step: seconds, isNow: false })
  const { calls, failed, refused, quota, tokens, latency } = counts
  return {
    at,
    user_id: user,
    token_id: kind.token,
    channel_id: kind.channel,
    model: kind.model,
    group: 'default',
    client: kind.client,
    calls,
    failed,
    refused,
    quota,
    uncollected: 0,
    cost: Math.round(quota * COST_SHARE),
    prompt_tokens: Math.round(tokens * 0.85),
    cached_tokens: Math.round(tokens * 0.55),
    cache_write_tokens: Math.round(tokens * 0.05),
    completion_tokens: Math.round(tokens * 0.15),
    latency,
  }
}

export function sessionRows(user: number, now: number): readonly CallSessionDelta[] {
  return Array.from({ length: 14 }, (_, at) => {
    const { client, model, channel, token } = KINDS[at % 3] ?? KINDS[0]
    const calls = 4 + ((at * 7) % 23)
    return {
      user_id: user,
      session: `0b8e6a52-4a7f-4d53-9f0e-5f0d0c3c${String(1100 + at * 37)}`,
      token_id: token,
      first_at: now - at * 5400 - calls * 40,
      last_at: now - at * 5400,
      calls,
      failed: at % 5 === 4 ? 1 : 0,
      quota: calls * 2900,
      uncollected: 0,
      prompt_tokens: calls * 41_000,
      cached_tokens: calls * 36_500,
      cache_write_tokens: calls * 1900,
      completion_tokens: calls * 640,
      client,
      model,
      channel: String(channel),
    }
  })
}
