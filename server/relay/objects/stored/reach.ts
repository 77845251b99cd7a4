/** Responses that are stored here, fetched, listed by their items, cancelled and deleted. */

import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Relay } from '../../call/relay'
import { saidIn } from '../../call/stored/continue'
import { followed, startIn } from '../../call/stored/follow'
import { listed, named, objectsIn, replyWith } from '../../call/stored/item-list'
import { writtenEvents } from '../../call/stored/run-events'
import type { StoredResponse } from '../../ports/stored'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'
import type { ObjectRequest, OwnedRelay } from '../object-request'

const ITEMS = '/input_items'

/** `undefined` for what is not stored here. */
export async function reachStored(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
): Promise<Response | undefined> {
  const { id, route, caller } = admitted
  if (route.family !== 'responses') return undefined
  const userId = caller.user.id
  const run = relay.runs.find(userId, id)
  const answer = await relay.stored.find(userId, id)
  if (answer === undefined) return undefined
  switch (route.act) {
    case 'delete':
      await run?.cancel()
      await relay.stored.forget(userId, id)
      return replyWith(admitted, { id, object: 'response', deleted: true })
    case 'read':
      if (admitted.tail.endsWith(ITEMS)) {
        const line = await relay.stored.line(userId, id)
        return replyWith(
          admitted,
          listed(admitted.query, itemsOf(line.length > 0 ? line : [answer])),
        )
      }
      if (admitted.query.get('stream') === 'true') return await replayed(relay, admitted)
      return replyWith(admitted, run?.response ?? answer.response)
    default:
      return replyWith(admitted, await cancelled(relay, admitted, answer))
  }
}

/** Of a run, or of one that is over. Throws `request.invalid` for what had no stream. */
async function replayed(relay: Relay, admitted: ObjectRequest): Promise<Response> {
  const { id, caller, query, requestId, ending } = admitted
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
  { id, caller }: ObjectRequest,
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

/** All that the answer was made of: what was said before it, and its own request. */
function itemsOf(line: readonly StoredResponse[]): readonly JsonObject[] {
  return line.flatMap((turn, at) => {
    const isLast = at === line.length - 1
    const texts = isLast ? [turn.input] : saidIn(turn)
    const items = texts.flatMap((text) => objectsIn(text))
    return items.map((item, index) => named(item, `msg_${turn.id.slice(5)}_in${index}`))
  })
}
