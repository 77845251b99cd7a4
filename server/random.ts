/** The only source of chance. Keys and passwords come from it, so it is always secure. */
export interface Random {
  /** A fraction in [0, 1), for weighted draws. */
  readonly next: () => number
  readonly bytes: (count: number) => Uint8Array
  /** Characters drawn evenly from `alphabet` (2 to 256 characters). */
  readonly text: (length: number, alphabet: string) => string
}

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const FRACTION_STEPS = 2 ** 32

function bytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** Bytes beyond the last whole multiple are thrown away: taking them modulo would favour some. */
function text(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length)
  let drawn = ''
  while (drawn.length < length) {
    for (const byte of bytes((length - drawn.length) * 2)) {
      if (byte < limit && drawn.length < length) {
        drawn += alphabet.charAt(byte % alphabet.length)
      }
    }
  }
  return drawn
}

/** Fractions are drawn in blocks: one system call per request would show on the hot path. */
function fractions(): () => number {
  const block = new Uint32Array(256)
  let used = block.length
  return () => {
    if (used === block.length) {
      crypto.getRandomValues(block)
      used = 0
    }
    const drawn = block[used] ?? 0
    used += 1
    return drawn / FRACTION_STEPS
  }
}

export const secureRandom: Random = { next: fractions(), bytes, text }
