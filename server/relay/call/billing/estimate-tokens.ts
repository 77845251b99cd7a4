/** Counts without the tokenizer, which the loop does not have. */

const BYTES_PER_TOKEN = 2

/**
 * For reservations, unread: above the count of prose in common languages and usual code. Text
 * of single letters, symbols or noise can reach twice as much.
 */
export function estimateBytes(byteLength: number): number {
  return Math.ceil(byteLength / BYTES_PER_TOKEN)
}

/** Four Latin characters or one of any other script make a token. */
const LATIN_PER_TOKEN = 4

/** Tokens without a tokenizer, fractions and all. */
export function tokenWeight(text: string): number {
  let other = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) other += 1
  }
  return (text.length - other) / LATIN_PER_TOKEN + other
}

export function estimateText(text: string): number {
  return Math.ceil(tokenWeight(text))
}
