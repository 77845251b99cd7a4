/** Tokens that a vendor gives for a key, asked for once and kept until shortly before their end. */

import type { AskedChannel } from '../../call/channel/vendor'
import type { Clock } from '../../ports/ports'

/** A token is renewed this long before it ends, so that none expires on the way. */
const MARGIN_MS = 5 * 60 * 1000
const MAX_TOKENS_KEPT = 1000

export interface Token {
  readonly text: string
  readonly expiresMs: number
}

type TokenOf = (channel: AskedChannel) => string | Promise<string>

/** By the key itself: a key that is replaced never uses the token of the one before. */
export function keepTokens(clock: Clock, ask: (channel: AskedChannel) => Promise<Token>): TokenOf {
  const kept = new Map<string, Token>()
  const asked = new Map<string, Promise<string>>()
  return (channel) => {
    const { key } = channel
    const known = kept.get(key)
    if (known !== undefined && known.expiresMs - MARGIN_MS > clock.nowMs()) return known.text
    const running = asked.get(key)
    if (running !== undefined) return running
    const made = ask(channel)
      .then((token) => {
        if (kept.size >= MAX_TOKENS_KEPT) kept.clear()
        kept.set(key, token)
        return token.text
      })
      .finally(() => asked.delete(key))
    asked.set(key, made)
    return made
  }
}
