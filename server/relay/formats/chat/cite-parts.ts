import type { Citation, Part } from '../../wire/chat'

/** Puts each citation on the text that it begins in; what has no place stands on the last one. */
export function citeParts(parts: Part[], citations: readonly Citation[]): void {
  if (citations.length === 0) return
  const begins = beginsOf(parts)
  for (const citation of citations) {
    const { span } = citation
    const home = span && begins.findLast(({ begin }) => begin <= span.startByte)
    const { at } = home ?? begins.at(-1) ?? { at: -1 }
    const part = parts[at]
    if (part?.type !== 'text') continue
    parts[at] = { ...part, citations: [...(part.citations ?? []), citation] }
  }
}

/** Texts that say something, and where they begin in all text, in bytes. */
function beginsOf(parts: readonly Part[]) {
  const begins: { readonly at: number; readonly begin: number }[] = []
  let begin = 0
  for (const [at, part] of parts.entries()) {
    if (part.type !== 'text' || part.text === '') continue
    begins.push({ at, begin })
    begin += Buffer.byteLength(part.text)
  }
  return begins
}
