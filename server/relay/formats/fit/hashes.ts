/** Names made out of other names: the same every time, so that caches of prompts still hold. */
import { createHash } from 'node:crypto'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Letters and digits; 40 of them at most. */
export function hashOf(text: string, characters: number): string {
  let rest = BigInt(`0x${sha256(text)}`)
  let made = ''
  while (made.length < characters) {
    made += DIGITS[Number(rest % 62n)]
    rest /= 62n
  }
  return made
}
