import type { JsonObject } from '../../../wire/chat'

/** Every event stands under its own type, once as the frame's name and once inside. */
export function frameOf(event: JsonObject): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
