/** What a key alone may ask of a gateway: its models, what it has spent, what it was spent on. */
import type { LogJson } from '../../server/domain/endpoints/log'
import type { KeyUsageJson } from '../../server/domain/endpoints/token'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { isRecord } from '../../server/domain/json/records'
import { sendTo } from '../admin/http'
import { CommandFailure, EXIT } from '../exit'
import { words } from '../words'

export interface KeyPlace {
  readonly url: string
  readonly key: string
}

const PAGE_SIZE = 100

export async function modelsOfKey(place: KeyPlace): Promise<readonly string[]> {
  const { data } = await get(place, '/v1/models')
  const items: readonly unknown[] = Array.isArray(data) ? data : []
  return items.flatMap((item) => (isRecord(item) && typeof item.id === 'string' ? [item.id] : []))
}

type KeyUsage = Pick<KeyUsageJson, 'total_granted' | 'total_used'>

export async function usageOfKey(place: KeyPlace): Promise<KeyUsage> {
  const { data } = await get(place, '/api/usage/token')
  const { total_granted, total_used } = isRecord(data) ? data : {}
  return { total_granted: Number(total_granted), total_used: Number(total_used) }
}

export type KeyCall = Pick<
  LogJson,
  'id' | 'type' | 'model_name' | 'quota' | 'prompt_tokens' | 'completion_tokens' | 'calls'
>

/** Rows of its log, newest first; pages are read on demand. */
export async function* callsOfKey(place: KeyPlace): AsyncGenerator<KeyCall> {
  for (let page = 0; ; page += 1) {
    const { data } = await get(place, `/api/log/token?p=${page}&page_size=${PAGE_SIZE}`)
    const rows: readonly unknown[] = Array.isArray(data) ? data : []
    yield* rows.filter(isRecord).map(callOf)
    if (rows.length < PAGE_SIZE) return
  }
}

function callOf(row: Readonly<Record<string, unknown>>): KeyCall {
  return {
    id: Number(row.id),
    type: Number(row.type),
    model_name: String(row.model_name),
    quota: Number(row.quota),
    prompt_tokens: Number(row.prompt_tokens),
    completion_tokens: Number(row.completion_tokens),
    calls: Number(row.calls),
  }
}

/** Throws `CommandFailure` for a key that is refused. */
async function get({ url, key }: KeyPlace, address: string) {
  const headers = { authorization: `Bearer ${key}` }
  const response = await sendTo(url, { method: 'GET', address, headers, body: undefined }).catch(
    (cause: unknown) => {
      throw new GatewayError('server.unreachable', { url }, { cause })
    },
  )
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok && isRecord(body)) return body
  const { status } = response
  const exitCode = status === 401 || status === 403 ? EXIT.notPermitted : EXIT.failure
  throw new CommandFailure('key.refused', words`${url} refuses the key: ${status}`, { exitCode })
}
