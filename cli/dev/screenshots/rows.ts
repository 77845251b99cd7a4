/** Rows of a site that has been used for a while; the same ones in every run. */
import type { NewRow } from '../../../db/insert-rows'
import { chargeFor } from '../../../server/domain/money/quota'
import { usage } from '../../../server/domain/money/usage'
import { LOG_TYPE } from '../../../server/domain/status'

export interface Caller {
  readonly id: number
  readonly username: string
  readonly token: string
}

const HOUR = 3600
const DAY = 24 * HOUR

interface Model {
  readonly name: string
  readonly ratio: number
  readonly completion: number
  readonly channel: number
}

const MODELS: readonly Model[] = [
  { name: 'gpt-4o', ratio: 1.25, completion: 4, channel: 1 },
  { name: 'gpt-4o-mini', ratio: 0.075, completion: 4, channel: 1 },
  { name: 'claude-sonnet-4-5', ratio: 1.5, completion: 5, channel: 3 },
  { name: 'gemini-2.5-pro', ratio: 0.625, completion: 8, channel: 5 },
  { name: 'deepseek-chat', ratio: 0.135, completion: 4, channel: 6 },
]

/** Looks drawn, and is the same number for the same index. */
function spread(index: number, below: number): number {
  const once = Math.imul(index + below, 2654435761)
  const mixed = Math.imul(once ^ (once >>> 15), 2246822519) >>> 0
  return Math.floor((mixed / 2 ** 32) * below)
}

function of<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** Calls of four days, and one row of every other type. */
export function logRows(callers: readonly Caller[], now: number): NewRow<'logs'>[] {
  const calls = Array.from({ length: 220 }, (_, index) => callRow(callers, index, now))
  const refusal = { error: 'upstream.refused', upstream_status: 429 }
  const failed = { ...refusal, upstream_message: 'Rate limit reached', retries: 1 }
  const rise = { from: 500_000, to: 10_000_000 }
  const others = [
    { type: LOG_TYPE.top_up, facts: { kind: 'redeemed', params: { quota: 5_000_000, id: 3 } } },
    { type: LOG_TYPE.admin, facts: { kind: 'quota_set', params: rise } },
    { type: LOG_TYPE.system, facts: { kind: 'grant_new_user', params: { quota: 100_000 } } },
    { type: LOG_TYPE.error, facts: failed },
  ].map(({ type, facts }, index) => ({
    ...callRow(callers, index % 3, now),
    created_at: now - (index * 47 + 20) * 60,
    type,
    content: '',
    other: JSON.stringify(facts),
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    ...(type !== LOG_TYPE.error && { model_name: '', token_name: '', channel_id: 0 }),
  }))
  return [...calls, ...others].sort((a, b) => a.created_at - b.created_at)
}

function callRow(callers: readonly Caller[], index: number, now: number): NewRow<'logs'> {
  const caller = of(callers, spread(index, 97))
  const model = of(MODELS, spread(index, 1009))
  const price = {
    mode: 'per-token' as const,
    modelRatio: model.ratio,
    completionRatio: model.completion,
    cacheRatio: 0.5,
    cacheWriteRatio: 1.25,
    audioRatio: 1,
    audioCompletionRatio: 1,
    modelPrice: -1,
    groupRatio: 1,
  }
  const cached = index % 3 === 0 ? 1024 : 0
  const used = usage({
    promptTokens: 200 + spread(index, 5000),
    cacheReadTokens: cached,
    completionTokens: 40 + spread(index + 7, 1800),
  })
  const tried = index % 9 === 0 ? ['2', String(model.channel)] : [String(model.channel)]
  return {
    user_id: caller.id,
    created_at: now - spread(index, 4 * DAY),
    type: LOG_TYPE.consumption,
    content: '',
    username: caller.username,
    token_name: caller.token,
    model_name: model.name,
    quota: chargeFor(used, price),
    prompt_tokens: used.promptTokens + cached,
    completion_tokens: used.completionTokens,
    use_time: 1 + spread(index, index % 40 === 0 ? 340 : 40),
    is_stream: index % 4 === 0 ? 0 : 1,
    channel_id: model.channel,
    token_id: 1,
    group: 'default',
    ip: '192.0.2.17',
    request_id: `20260101${String(index).padStart(12, '0')}aB3dE5gH`,
    other: JSON.stringify({
      model_ratio: price.modelRatio,
      group_ratio: 1,
      completion_ratio: price.completionRatio,
      model_price: -1,
      cache_tokens: cached,
      cache_ratio: price.cacheRatio,
      frt: 180 + spread(index, 4200),
      ...(index % 11 === 0 && { untranslated: ['logit_bias', 'seed'] }),
      ...(index % 17 === 0 && { cut: { by: 'client', policy: 'partial' } }),
      admin_info: { use_channel: tried },
    }),
  }
}

/** What the dashboard adds up: a week of hours for each user and model. */
export function hourRows(callers: readonly Caller[], now: number): NewRow<'quota_data'>[] {
  const first = now - (now % HOUR) - 7 * DAY
  return callers.flatMap((caller, user) =>
    MODELS.flatMap((model, at) =>
      Array.from({ length: 7 * 24 }, (_, hour) => {
        const count = spread(hour * 31 + at * 7 + user, 14)
        const tokens = count * (600 + spread(hour + at, 2400))
        return {
          user_id: caller.id,
          username: caller.username,
          model_name: model.name,
          created_at: first + hour * HOUR,
          token_used: tokens,
          count,
          quota: Math.round(tokens * model.ratio),
        }
      }).filter(({ count }) => count > 0),
    ),
  )
}

export function orderRows(userId: number, now: number): NewRow<'top_ups'>[] {
  return (['success', 'success', 'expired', 'pending'] as const).map((status, index) => ({
    user_id: userId,
    amount: 10 * (index + 1),
    credits: 5_000_000 * (index + 1),
    money_cents: 7300 * (index + 1),
    trade_no: `USR${userId}NO${String(index).padStart(6, 'x')}17`,
    payment_method: index % 2 === 0 ? 'alipay' : 'wxpay',
    status,
    create_time: now - (4 - index) * DAY,
    complete_time: status === 'success' ? now - (4 - index) * DAY + 60 : 0,
  }))
}

const DRAWINGS = [
  { status: 'SUCCESS', action: 'IMAGINE', progress: '100%', fail_reason: '' },
  { status: 'IN_PROGRESS', action: 'UPSCALE', progress: '42%', fail_reason: '' },
  { status: 'FAILURE', action: 'BLEND', progress: '0%', fail_reason: '图片无法读取' },
  { status: 'SUBMITTED', action: 'DESCRIBE', progress: '0%', fail_reason: '' },
] as const

export function drawingRows(userId: number, now: number): NewRow<'midjourneys'>[] {
  return DRAWINGS.map((drawing, index) => ({
    ...drawing,
    code: 1,
    user_id: userId,
    mj_id: `171${index}8820193${index}4421`,
    prompt: 'a quiet harbour at dawn, film grain, wide shot --ar 16:9',
    prompt_en: 'a quiet harbour at dawn, film grain, wide shot --ar 16:9',
    description: '',
    state: '',
    submit_time: (now - index * HOUR) * 1000,
    start_time: (now - index * HOUR + 3) * 1000,
    finish_time: drawing.status === 'SUCCESS' ? (now - index * HOUR + 48) * 1000 : 0,
    image_url: '',
    channel_id: 4,
    quota: 50_000,
    buttons: '',
    properties: '',
  }))
}

const TASKS = [
  { status: 'SUCCESS', action: 'MUSIC', progress: '100%', fail_reason: '' },
  { status: 'QUEUED', action: 'LYRICS', progress: '', fail_reason: '' },
  { status: 'FAILURE', action: 'MUSIC', progress: '30%', fail_reason: 'upstream timed out' },
] as const

export function taskRows(userId: number, now: number): NewRow<'tasks'>[] {
  return TASKS.map((task, index) => ({
    ...task,
    created_at: (now - index * HOUR) * 1000,
    updated_at: (now - index * HOUR) * 1000,
    task_id: `2f9c41d${index}-6a7e-4d4b-9b1f-0a8a5f7b33c1`,
    platform: 'suno',
    user_id: userId,
    channel_id: 4,
    quota: 100_000,
    submit_time: now - index * HOUR,
    start_time: now - index * HOUR + 5,
    finish_time: task.status === 'SUCCESS' ? now - index * HOUR + 95 : 0,
    properties: '',
    data: '[]',
  }))
}
