import { tokenWeight } from '../billing/estimate-tokens'
import { EndsSample } from './ends-sample'

/**
 * Text of any length for the tokenizer: its two ends, and how much more there is. All
 * characters are counted by class, so that a change of language on the way is not lost.
 */
export class TextSample {
  readonly #ends = new EndsSample()
  #weight = 0

  push(text: string): void {
    this.#weight += tokenWeight(text)
    this.#ends.push(Buffer.from(text))
  }

  /** Roughly, of all text so far. */
  tokens(): number {
    return this.#weight
  }

  sampled(): { readonly text: string; readonly scale: number } {
    const head = this.#ends.head()
    const tail = this.#ends.tail()
    if (this.#ends.missing === 0) {
      return { text: Buffer.concat([head, tail]).toString(), scale: 1 }
    }
    const text = withoutTornEnd(head) + tail.subarray(wholeFrom(tail)).toString()
    return { text, scale: this.#weight / tokenWeight(text) }
  }
}

function withoutTornEnd(bytes: Buffer): string {
  // A decoder that expects more keeps a character whose last bytes are missing.
  return new TextDecoder().decode(bytes, { stream: true })
}

/** Index of the first byte that begins a character. */
function wholeFrom(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1
  return at
}
