import type { TokenRow } from '../../../db/tables/tokens'

/** A token without its key; `key_hint` has the first and last characters. */
export type TokenView = Omit<TokenRow, 'key_hash' | 'key_sealed'>

/** `key` is the 48 characters without the `sk-` that clients write before them. */
export type TokenWithKey = TokenView & { readonly key: string }

/** What the sealed copy of a token key is bound to. */
export const TOKEN_KEY_PURPOSE = 'token-key'

export function toTokenView(row: TokenRow): TokenView {
  const { key_hash: _hash, key_sealed: _sealed, ...shown } = row
  return shown
}
