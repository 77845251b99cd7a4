import type { JsonObject } from '../../../wire/chat'

/** The event that ends an answer, however it ended. */
export const END = 'message-end'

export const DONE = 'data: [DONE]\n\n'

/**
 * The same word inside of a text is written otherwise: Cohere's SDKs take any line that has it
 * for the end of the stream.
 */
export function frame(event: JsonObject & { readonly type: string }): string {
  const json = JSON.stringify(event).replaceAll('[DONE]', '[DONE\\u005d')
  return `event: ${event.type}\ndata: ${json}\n\n`
}
