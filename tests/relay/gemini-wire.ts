/** A gateway with one scripted upstream, as clients of Gemini see it. */
import { afterAll } from 'bun:test'
import type { LogRow } from '../../db/tables/logs'
import { type Gateway, startGateway } from '../support/gateway'
import type { ChannelSeed } from '../support/seed'
import { fixture, type Reply, startUpstream, type Upstream } from '../support/upstream'
import { MODEL, PRICES } from './black-box'

export const GENERATE = `/v1beta/models/${MODEL}:generateContent`
export const STREAM = `/v1beta/models/${MODEL}:streamGenerateContent`
export const EVENTS = `${STREAM}?alt=sse`

export const NATIVE = {
  json: fixture('gemini/chat-text.json'),
  sse: fixture('gemini/chat-text.sse'),
} as const

export interface Setting {
  readonly gateway: Gateway
  readonly upstream: Upstream
}

export type Speaking = (
  reply: Reply | readonly Reply[],
  channel: Partial<ChannelSeed>,
  check: (setting: Setting) => Promise<void>,
) => Promise<void>

/**
 * The gateways of a test file, one for all tests with the same channel: starting one takes its
 * time. The models of a channel, or "m", are each priced as "m" is.
 */
export function sharedGateways(): Speaking {
  const open = new Map<string, Promise<Setting>>()
  afterAll(async () => {
    for (const setting of open.values()) {
      const { gateway, upstream } = await setting
      await gateway[Symbol.asyncDispose]()
      await upstream.stop()
    }
  })
  return async (reply, channel, check) => {
    const key = JSON.stringify(channel)
    const setting = open.get(key) ?? start(channel)
    open.set(key, setting)
    const { gateway, upstream } = await setting
    upstream.script(reply)
    await check({ gateway, upstream })
  }
}

async function start(channel: Partial<ChannelSeed>): Promise<Setting> {
  const upstream = await startUpstream([])
  const models = channel.models ?? MODEL
  const names = typeof models === 'string' ? models.split(',') : models
  const priced = (ratio: number) => Object.fromEntries(names.map((name) => [name, ratio]))
  const gateway = await startGateway({
    channels: [{ type: 24, upstream, ...channel, models }],
    options: { ...PRICES, ModelRatio: priced(1), CompletionRatio: priced(2), RetryTimes: 0 },
  })
  return { gateway, upstream }
}

/** The log row of a call, once its bill is written. */
export async function rowOf(gateway: Gateway, requestId: string): Promise<LogRow> {
  await gateway.idle()
  const { items } = await gateway.services.logs.list({ requestId })
  const [row] = items
  if (row === undefined) throw new Error(`no log row of ${requestId}`)
  return row
}

export function asking(more: object = {}): object {
  return { contents: [{ role: 'user', parts: [{ text: 'Two plus two?' }] }], ...more }
}

export interface GoogleError {
  readonly code: number
  readonly message: string
  readonly status: string
  readonly details: readonly Readonly<Record<string, unknown>>[]
}

/** The error of a refusal; fails for an answer that is none of Google's own form. */
export function errorIn(text: string): GoogleError {
  const body = JSON.parse(text)
  const names = Object.keys(body.error).sort().join()
  if (names !== 'code,details,message,status') throw new Error(`no error of Google's: ${text}`)
  return body.error
}
