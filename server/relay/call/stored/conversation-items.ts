/** Items on their way into a conversation that is stored here, and out of it again. */
import { parseObject, textOf } from '../../formats/dialects/json-fields'
import type { ConversationItem } from '../../ports/stored'
import type { JsonObject } from '../../wire/chat'
import { named } from './item-list'

/** Of ids that items were given here: no vendor knows them. */
const GIVEN = /^(?:msg|item)_\S+_in\d+$/

/** Each with an id, its client's own or one that begins with `origin`, which nothing else has. */
export function itemsFor(
  objects: readonly JsonObject[],
  origin: string,
): readonly ConversationItem[] {
  return objects.map((object, index) => {
    const kind = (textOf(object.type) ?? 'message') === 'message' ? 'msg' : 'item'
    const item = named(object, `${kind}_${origin}_in${index}`)
    const whole = item.type === 'message' ? { status: 'completed', ...item } : item
    return { id: String(item.id), text: JSON.stringify(whole) }
  })
}

/** As they are sent to a model, in JSON. */
export function sentItem({ id, text }: ConversationItem): string {
  if (!GIVEN.test(id)) return text
  const { id: _, status: __, ...item } = parseObject(text) ?? {}
  return JSON.stringify(item)
}
