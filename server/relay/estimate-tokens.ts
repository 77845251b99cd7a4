/** Counts without the tokenizer, which the loop does not have. */

const BYTES_PER_TOKEN = 2

/**
 * For reservations, unread: above the count of prose in common languages and usual code. Text
 * of single letters, symbols or noise can reach twice as much.
 */
export function estimateBytes(byteLength: number): number {
  return Math.ceil(byteLength / BYTES_PER_TOKEN)
}

/** Without a tokenizer: four Latin characters or one of any other script per token. */
export function estimateText(text: string): number {
  let other = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) {
      other += 1
    }
  }
  return Math.ceil((text.length - other) / 4) + other
}
