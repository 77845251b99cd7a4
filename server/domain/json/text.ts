/** Where strings end in the bytes of JSON, and how many names its outermost object has. */

const QUOTE = 34
const BACKSLASH = 92
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const COLON = 58

/** Beyond this the end of a string is found faster by the runtime than by a loop. */
const SHORT_STRING_BYTES = 64

/** How many top-level names an object has in its text, which is known to be JSON. */
export function countNames(bytes: Buffer): number {
  let names = 0
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) at = closingQuote(bytes, at + 1)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1
    else if (byte === COLON && depth === 1) names += 1
  }
  return names
}

/** Index of the quote that ends the string with this first character; the end where none does. */
function closingQuote(bytes: Buffer, from: number): number {
  let at = from
  for (const near = from + SHORT_STRING_BYTES; at < near; at += 1) {
    if (bytes[at] === QUOTE) return at
    if (bytes[at] === BACKSLASH) at += 1
  }
  const end = endOfString(bytes, at)
  return end < 0 ? bytes.length : end - 1
}

/** Index after the closing quote, from a place where no escape is under way; -1 without one. */
export function endOfString(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) return -1
    let backslashes = 0
    while (quote - backslashes > from && bytes[quote - 1 - backslashes] === BACKSLASH) {
      backslashes += 1
    }
    if (backslashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}
