/** A request that goes on from what is stored here, with all that was said before it. */

import { isOwnConversationId, isOwnResponseId } from '../../formats/chat/own-items'
import { bodyOf, writtenIn } from '../../formats/chat/written-fields'
import { isList, parseObject } from '../../formats/dialects/json-fields'
import type { OwnedRef } from '../../formats/protocols/refs'
import type {
  Continued,
  StoredConversations,
  StoredResponse,
  StoredResponses,
} from '../../ports/stored'
import type { JsonObject } from '../../wire/chat'
import type { MemoryHold } from '../../wire/memory-budget'
import { notFound } from '../route/home'
import { sentItem } from './conversation-items'
import { itemsIn, itemsOf, joined } from './said-items'

const PREVIOUS = 'previous_response_id'
const CONVERSATION = 'conversation'

interface Asking {
  readonly userId: number
  readonly bytes: Buffer
  readonly refs: readonly OwnedRef[] | undefined
  readonly hold: MemoryHold
}

interface Stores {
  readonly stored: StoredResponses
  readonly conversations: StoredConversations
}

/**
 * `undefined` for a request that does not go on, or that goes on where a vendor keeps it. Throws
 * `owned.answer_not_found` or `owned.not_found`.
 */
export async function continued(stores: Stores, asking: Asking): Promise<Continued | undefined> {
  const { userId, refs } = asking
  const conversation = refs?.find(({ field }) => field === CONVERSATION)
  if (conversation !== undefined) return await inConversation(stores, asking, conversation)
  const ref = refs?.find(({ field }) => field === PREVIOUS)
  if (ref === undefined) return undefined
  const line = await stores.stored.line(userId, ref.id)
  if (line.length === 0) {
    if (isOwnResponseId(ref.id)) throw notFound(ref)
    return undefined
  }
  const { bytes, input } = wholeOf(asking, line.flatMap(saidIn), PREVIOUS)
  return { bytes, previousId: ref.id, input, context: input }
}

async function inConversation(
  { conversations }: Stores,
  asking: Asking,
  ref: OwnedRef,
): Promise<Continued | undefined> {
  const { userId } = asking
  const { id: conversationId } = ref
  const found = await conversations.find(userId, conversationId)
  if (found === undefined) {
    if (isOwnConversationId(conversationId)) throw notFound(ref)
    return undefined
  }
  const items = await conversations.items(userId, conversationId)
  const { bytes, input, all } = wholeOf(asking, items.map(sentItem), CONVERSATION)
  return { bytes, conversationId, input, context: all }
}

/** The request with what was said before it, and without the field that stands for that. */
function wholeOf({ bytes, hold }: Asking, before: readonly string[], field: string) {
  const fields = new Map(writtenIn(bytes))
  const input = itemsIn(fields)
  const all = joined([...before, input])
  hold.growTo(bytes.length + 2 * all.length)
  fields.set('input', `[${all}]`)
  fields.delete(field)
  return { bytes: bodyOf(fields), input, all }
}

/** What a turn of the conversation said on both sides. */
export function saidIn({ input, response }: StoredResponse): readonly string[] {
  return [input, itemsOf(outputOf(parseObject(response)))]
}

export function outputOf(response: JsonObject | undefined): readonly unknown[] {
  const output = response?.output
  return isList(output) ? output : []
}
