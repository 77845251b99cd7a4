/** Texts within the limits of services. */

const ELLIPSIS = '…'

/** At most so many UTF-16 units, which is at least as strict as characters. */
export function clip(text: string, max: number): string {
  return clipBy(text, max, (part) => part.length)
}

/** At most so many bytes of UTF-8. */
export function clipBytes(text: string, max: number): string {
  return clipBy(text, max, (part) => Buffer.byteLength(part))
}

function clipBy(text: string, max: number, sizeOf: (part: string) => number): string {
  if (sizeOf(text) <= max) return text
  const room = max - sizeOf(ELLIPSIS)
  let clipped = ''
  let size = 0
  for (const character of text) {
    size += sizeOf(character)
    if (size > room) break
    clipped += character
  }
  return clipped + ELLIPSIS
}

/** Clipped before it is escaped, so that no escape is cut. */
export function clipEscaped(
  text: string,
  max: number,
  escapedOf: (text: string) => string,
): string {
  const escaped = escapedOf(text)
  if (escaped.length <= max) return escaped
  let clipped = ''
  for (const character of text) {
    const next = escapedOf(character)
    if (clipped.length + next.length > max - ELLIPSIS.length) break
    clipped += next
  }
  return clipped + ELLIPSIS
}
