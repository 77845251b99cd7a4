/**
 * Conversations that are stored here: made, read, changed and deleted. A vendor has them where
 * every channel of the group can go on with them; else they are stored here, so that any can.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { Relay } from '../../call/relay'
import { notFound } from '../../call/route/home'
import { itemsFor } from '../../call/stored/conversation-items'
import { listed, replyWith } from '../../call/stored/item-list'
import { ownConversationId } from '../../formats/chat/own-items'
import {
  isList,
  isObject,
  objectsOf,
  parseJson,
  parseObject,
} from '../../formats/dialects/json-fields'
import type { ConversationItem, StoredConversation } from '../../ports/stored'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'
import type { ObjectRequest, OwnedRelay } from '../object-request'

const DAY_MS = 86_400_000
/** OpenAI takes no more in one request. */
const MOST_ITEMS = 20
const MOST_METADATA = 16
const LONGEST_VALUE = 512

/** Whether a new one is stored here. */
export function keepsConversations(
  { directory }: Pick<Relay, 'directory'>,
  { group, pin }: Pick<ObjectRequest, 'group' | 'pin'>,
): boolean {
  if (directory.settings().responseDays <= 0) return false
  const channels =
    pin === undefined
      ? directory
          .models(group)
          .flatMap((model) => directory.abilities(group, model).flatMap((tier) => tier.channels))
      : [directory.channel(Number(pin))]
  return channels.some((one) => one !== undefined && one.type.keeps.conversations === undefined)
}

export async function createConversation(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
): Promise<Response> {
  const { requestId, caller, startedAtMs } = admitted
  const body = await bodyOf(relay, admitted)
  const conversation: StoredConversation = {
    userId: caller.user.id,
    id: ownConversationId(requestId),
    tokenId: caller.token.id,
    metadata: JSON.stringify(metadataIn(body)),
    createdAtMs: startedAtMs,
    expiresAtMs: endOf(relay, startedAtMs),
  }
  const items = body.items === undefined || body.items === null ? [] : newItems(admitted, body)
  await relay.conversations.create(conversation, items)
  return replyWith(admitted, objectOf(conversation))
}

/** `undefined` for what is not stored here. */
export async function reachConversation(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
): Promise<Response | undefined> {
  const { id, caller, route } = admitted
  if (route.family !== 'conversations') return undefined
  const found = await relay.conversations.find(caller.user.id, id)
  if (found === undefined) return undefined
  const [, , folder, name] = admitted.tail.split('/')
  if (folder === 'items') return await reachItems(relay, admitted, { found, name })
  switch (route.method) {
    case 'DELETE':
      await relay.conversations.forget(found.userId, id)
      return replyWith(admitted, { id, object: 'conversation.deleted', deleted: true })
    case 'POST': {
      const metadata = JSON.stringify(metadataIn(await bodyOf(relay, admitted)))
      await relay.conversations.setMetadata(found.userId, id, metadata)
      return replyWith(admitted, objectOf({ ...found, metadata }))
    }
    default:
      return replyWith(admitted, objectOf(found))
  }
}

interface Named {
  readonly found: StoredConversation
  /** Of an item, as the path has it; `undefined` where it names none. */
  readonly name: string | undefined
}

async function reachItems(
  relay: Relay,
  admitted: ObjectRequest,
  { found, name }: Named,
): Promise<Response> {
  const { userId, id } = found
  const { conversations } = relay
  if (admitted.route.method === 'POST') return await addItems(relay, admitted)
  const all = await conversations.items(userId, id)
  if (name === undefined) return replyWith(admitted, listed(admitted.query, all.map(objectIn)))
  const item = all.find(({ id: itemId }) => encodeURIComponent(itemId) === name || itemId === name)
  if (item === undefined) throw notFound({ id: name, kind: 'item', field: 'item_id' })
  if (admitted.route.method !== 'DELETE') return replyWith(admitted, item.text)
  await conversations.removeItem(userId, id, item.id)
  return replyWith(admitted, objectOf(found))
}

/** Throws `request.invalid` where there is no room for them. */
async function addItems(relay: Relay, admitted: ObjectRequest): Promise<Response> {
  const { id, caller, startedAtMs } = admitted
  const items = newItems(admitted, await bodyOf(relay, admitted))
  const expiresAtMs = endOf(relay, startedAtMs)
  const userId = caller.user.id
  const isAdded = await relay.conversations.add({ userId, id, items, expiresAtMs })
  if (!isAdded) throw invalid('items', 'reason.conversation_is_full')
  const data = items.map(objectIn)
  return replyWith(admitted, {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: false,
  })
}

/** Throws `request.*` for what is no object, or has a word that is not allowed. */
async function bodyOf(relay: Relay, admitted: ObjectRequest): Promise<JsonObject> {
  const { caller, route, hold, startedAtMs: nowMs } = admitted
  const sent = await admitted.readBody(hold)
  const bytes = sent.length === 0 ? Buffer.from('{}') : sent
  const words = relay.directory.settings().sensitiveWords?.list
  const order = { family: route.family, named: undefined, nowMs, words }
  const { isBlocked } = await relay.bodies.look(bytes, order, caller.user.id)
  if (isBlocked) throw new GatewayError('request.sensitive_words')
  const body = parseObject(bytes.toString())
  if (body === undefined) throw new GatewayError('request.not_an_object')
  return body
}

/** Throws `request.invalid`. */
function newItems(
  { requestId }: ObjectRequest,
  { items }: JsonObject,
): readonly ConversationItem[] {
  if (!isList(items) || !items.every(isObject)) throw invalid('items', 'reason.not_an_array')
  if (items.length > MOST_ITEMS) {
    throw invalid('items', 'reason.too_many_values', { max: MOST_ITEMS })
  }
  return itemsFor(objectsOf(items), requestId)
}

/** Throws `request.invalid`. */
function metadataIn({ metadata }: JsonObject): JsonObject {
  if (metadata === undefined || metadata === null) return {}
  if (!isObject(metadata)) throw invalid('metadata', 'reason.not_an_object')
  const values = Object.values(metadata)
  if (values.length > MOST_METADATA) {
    throw invalid('metadata', 'reason.too_many_values', { max: MOST_METADATA })
  }
  for (const value of values) {
    if (typeof value !== 'string') throw invalid('metadata', 'reason.not_a_string')
    if (value.length > LONGEST_VALUE) {
      throw invalid('metadata', 'reason.too_long', { max: LONGEST_VALUE })
    }
  }
  return metadata
}

function endOf({ directory }: Pick<Relay, 'directory'>, nowMs: number): number {
  return nowMs + directory.settings().responseDays * DAY_MS
}

function objectOf({ id, createdAtMs, metadata }: StoredConversation): JsonObject {
  return {
    id,
    object: 'conversation',
    created_at: Math.floor(createdAtMs / 1000),
    metadata: parseJson(metadata) ?? {},
  }
}

function objectIn({ text }: ConversationItem): JsonObject {
  return parseObject(text) ?? {}
}
