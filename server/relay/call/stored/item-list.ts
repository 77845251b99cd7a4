/** Items of what is stored here, as clients read them: one by one, or in pages. */

import { isList, objectsOf, parseJson, textOf } from '../../formats/dialects/json-fields'
import { answerHeaders } from '../../net/answer-headers'
import { invalid } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { notFound } from '../route/home'

const USUAL_LIMIT = 20
const MOST_LISTED = 100

interface Answering {
  readonly requestId: string
  readonly ending: () => void
}

export function replyWith({ requestId, ending }: Answering, body: JsonObject | string): Response {
  ending()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...answerHeaders(requestId) }
  return new Response(text, { headers })
}

export function objectsIn(items: string): readonly JsonObject[] {
  const list = parseJson(`[${items}]`)
  return isList(list) ? objectsOf(list) : []
}

/** Clients send items without ids, and find them with some. */
export function named(item: JsonObject, id: string): JsonObject {
  const type = textOf(item.type) ?? 'message'
  return { ...item, type, id: textOf(item.id) ?? id, ...contentOf(item, type) }
}

function contentOf({ role, content }: JsonObject, type: string): JsonObject {
  if (type !== 'message' || typeof content !== 'string') return {}
  const part = role === 'assistant' ? 'output_text' : 'input_text'
  return { content: [{ type: part, text: content }] }
}

/** A page of them. Throws `owned.not_found` for an item to begin behind that is not there. */
export function listed(query: URLSearchParams, all: readonly JsonObject[]): JsonObject {
  const items = query.get('order') === 'asc' ? all : all.toReversed()
  const after = query.get('after')
  const at = after === null ? -1 : items.findIndex((item) => item.id === after)
  if (after !== null && at < 0) throw notFound({ id: after, kind: 'item', field: 'after' })
  const limit = limitOf(query.get('limit'))
  const data = items.slice(at + 1, at + 1 + limit)
  const idAt = (index: number): Json => data.at(index)?.id ?? null
  return {
    object: 'list',
    data,
    first_id: idAt(0),
    last_id: idAt(-1),
    has_more: at + 1 + limit < items.length,
  }
}

/** Throws `request.invalid`. */
function limitOf(text: string | null): number {
  if (text === null) return USUAL_LIMIT
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_LISTED) return limit
  throw invalid('limit', 'reason.at_most', { max: MOST_LISTED })
}
