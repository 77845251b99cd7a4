/** Finds when a JSON object that comes in fragments is complete, without keeping its text. */
export class JsonObjectScan {
  #depth = 0
  #inString = false
  #escaped = false
  #complete = false

  isCompleteAfter(fragment: string): boolean {
    for (let at = 0; at < fragment.length; at += 1) this.#step(fragment.charCodeAt(at))
    return this.#complete
  }

  #step(code: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (code === BACKSLASH) this.#escaped = true
      else if (code === QUOTE) this.#inString = false
      return
    }
    if (code === QUOTE) this.#inString = true
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.#depth += 1
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      this.#depth -= 1
      if (this.#depth === 0) this.#complete = true
    }
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
