/** Answers that are kept here, asked for, listed by their items, cancelled and deleted. */

import { GatewayError } from '../../domain/errors/gateway-error'
import { isList, objectsOf, parseJson, textOf } from '../dialects/json-fields'
import { answerHeaders } from '../net/answer-headers'
import { notFound } from '../owned/home'
import type { OwnedRelay, OwnedVisit } from '../owned/visit'
import { invalid } from '../protocols/body-fields'
import type { Relay } from '../relay'
import type { Json, JsonObject } from '../wire/chat'
import { saidIn } from './continue'
import { followed, startIn } from './follow'
import type { StoredResponse } from './port'
import { writtenEvents } from './run-events'

const ITEMS = '/input_items'
const USUAL_LIMIT = 20
const MOST_LISTED = 100

/** `undefined` for what is not kept here. */
export async function reachStored(
  { relay }: OwnedRelay,
  visit: OwnedVisit,
): Promise<Response | undefined> {
  const { id, route, caller } = visit
  if (route.family !== 'responses') return undefined
  const userId = caller.user.id
  const run = relay.runs.find(userId, id)
  const answer = await relay.stored.find(userId, id)
  if (answer === undefined) return undefined
  switch (route.act) {
    case 'delete':
      await run?.cancel()
      await relay.stored.forget(userId, id)
      return told(visit, { id, object: 'response', deleted: true })
    case 'read':
      if (visit.tail.endsWith(ITEMS)) {
        const line = await relay.stored.line(userId, id)
        return told(visit, listed(visit, itemsOf(line.length > 0 ? line : [answer])))
      }
      if (visit.query.get('stream') === 'true') return await replayed(relay, visit)
      return told(visit, run?.response ?? answer.response)
    default:
      return told(visit, await cancelled(relay, visit, answer))
  }
}

/** Of a run, or of one that is over. Throws `request.invalid` for what had no stream. */
async function replayed(relay: Relay, visit: OwnedVisit): Promise<Response> {
  const { id, caller, query, requestId, ending } = visit
  const from = startIn(query)
  const run = relay.runs.find(caller.user.id, id)
  const order = { from, requestId, ending }
  if (run !== undefined) return followed(relay, { ...order, source: run.events })
  const state = await relay.storedRuns.find(caller.user.id, id)
  if (state !== undefined && !state.isOver)
    throw new GatewayError('response.runs_elsewhere', { id })
  if (state?.events === undefined) throw invalid('stream', 'reason.not_background')
  return followed(relay, { ...order, source: writtenEvents(state.events) })
}

/** The answer as it is then; one that is over already stays as it is. */
async function cancelled(
  relay: Relay,
  { id, caller }: OwnedVisit,
  answer: StoredResponse,
): Promise<JsonObject | string> {
  const run = relay.runs.find(caller.user.id, id)
  if (run !== undefined) {
    await run.cancel()
    return run.response
  }
  const state = await relay.storedRuns.find(caller.user.id, id)
  if (state === undefined) throw invalid('background', 'reason.not_background')
  if (!state.isOver) throw new GatewayError('response.runs_elsewhere', { id })
  return answer.response
}

export function told({ requestId, ending }: OwnedVisit, body: JsonObject | string): Response {
  ending()
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json', ...answerHeaders(requestId) }
  return new Response(text, { headers })
}

/** All that the answer was made of: what was said before it, and its own request. */
function itemsOf(line: readonly StoredResponse[]): readonly JsonObject[] {
  return line.flatMap((turn, at) => {
    const isLast = at === line.length - 1
    const texts = isLast ? [turn.input] : saidIn(turn)
    const items = texts.flatMap((text) => objectsIn(text))
    return items.map((item, index) => named(item, `msg_${turn.id.slice(5)}_in${index}`))
  })
}

function objectsIn(items: string): readonly JsonObject[] {
  const list = parseJson(`[${items}]`)
  return isList(list) ? objectsOf(list) : []
}

/** Clients send items without ids, and find them with some. */
function named(item: JsonObject, id: string): JsonObject {
  const type = textOf(item.type) ?? 'message'
  return { ...item, type, id: textOf(item.id) ?? id, ...contentOf(item, type) }
}

function contentOf({ role, content }: JsonObject, type: string): JsonObject {
  if (type !== 'message' || typeof content !== 'string') return {}
  const part = role === 'assistant' ? 'output_text' : 'input_text'
  return { content: [{ type: part, text: content }] }
}

/** Throws `owned.not_found` for an item to begin behind that is not there. */
function listed({ query }: OwnedVisit, all: readonly JsonObject[]): JsonObject {
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
