/** A request that goes on from an answer which is kept here, with all that was said before it. */

import { isList, parseObject } from '../dialects/json-fields'
import { notFound } from '../owned/home'
import type { OwnedRef } from '../owned/refs'
import type { JsonObject } from '../wire/chat'
import type { MemoryHold } from '../wire/memory-budget'
import { isOwnResponseId } from '../wire/own-items'
import { bodyOf, writtenIn } from '../wire/written-fields'
import type { StoredResponse, StoredResponses } from './port'
import { itemsIn, itemsOf, joined } from './said-items'

const FIELD = 'previous_response_id'

export interface Continued {
  /** The request as if its client had sent the whole conversation. */
  readonly bytes: Buffer
  readonly previousId: string
  /** Items that the client itself has sent. */
  readonly input: string
}

interface Asking {
  readonly userId: number
  readonly bytes: Buffer
  readonly refs: readonly OwnedRef[] | undefined
  readonly hold: MemoryHold
}

/**
 * `undefined` for a request that does not go on, or that goes on where a vendor keeps it. Throws
 * `owned.answer_not_found`.
 */
export async function continued(
  stored: Pick<StoredResponses, 'line'>,
  { userId, bytes, refs, hold }: Asking,
): Promise<Continued | undefined> {
  const ref = refs?.find(({ field }) => field === FIELD)
  if (ref === undefined) return undefined
  const line = await stored.line(userId, ref.id)
  if (line.length === 0) {
    if (isOwnResponseId(ref.id)) throw notFound(ref)
    return undefined
  }
  const fields = new Map(writtenIn(bytes))
  const input = itemsIn(fields)
  const items = joined([...line.flatMap(saidIn), input])
  hold.growTo(bytes.length + items.length)
  fields.set('input', `[${items}]`)
  fields.delete(FIELD)
  return { bytes: bodyOf(fields), previousId: ref.id, input }
}

/** What a turn of the conversation said on both sides. */
export function saidIn({ input, response }: StoredResponse): readonly string[] {
  return [input, itemsOf(outputOf(parseObject(response)))]
}

function outputOf(response: JsonObject | undefined): readonly unknown[] {
  const output = response?.output
  return isList(output) ? output : []
}
