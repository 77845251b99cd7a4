/** Tokens that a vendor gives for a key, requested once and cached almost to their end. */

import type { AccountChannel } from '../../call/channel/vendor'
import type { Clock } from '../../ports/ports'

/** A token is renewed this long before it ends, so that none expires on the way. */
const MARGIN_MS = 5 * 60 * 1000
const MAX_TOKENS_KEPT = 1000

export interface Token {
  readonly text: string
  readonly expiresMs: number
}

type TokenOf = (channel: AccountChannel) => string | Promise<string>

/** By the key itself: a key that is replaced never uses the token of the one before. */
export function keepTokens(
  clock: Clock,
  ask: (channel: AccountChannel) => Promise<Token>,
): TokenOf {
  const cache = new Map<string, Token>()
  const pending = new Map<string, Promise<string>>()
  return (channel) => {
    const { key } = channel
    const known = cache.get(key)
    if (known !== undefined && known.expiresMs - MARGIN_MS > clock.nowMs()) return known.text
    const running = pending.get(key)
    if (running !== undefined) return running
    const made = ask(channel)
      .then((token) => {
        if (cache.size >= MAX_TOKENS_KEPT) cache.clear()
        cache.set(key, token)
        return token.text
      })
      .finally(() => pending.delete(key))
    pending.set(key, made)
    return made
  }
}
