import type { vendorOptions } from './vendors'

/** So far both keys of an alias are rows of this section. */
type AliasKey = keyof typeof vendorOptions

/**
 * Keys of older releases that are another view of one value. Only `of` is stored, so the two
 * can never disagree; a stored row of the old key counts until the new one is saved.
 */
export interface OptionAlias {
  readonly key: AliasKey
  readonly of: AliasKey
  /** The old key's value, from the new one's. */
  readonly read: (target: unknown) => unknown
  /** The new key's value after the old one was set. */
  readonly write: (value: unknown, target: unknown) => unknown
}

const FALLBACK_MAX_TOKENS = 8192

function tokensByModel(target: unknown): Record<string, number> {
  const entries = typeof target === 'object' && target !== null ? Object.entries(target) : []
  return Object.fromEntries(entries.filter(([, tokens]) => typeof tokens === 'number'))
}

export const ALIASES: readonly OptionAlias[] = [
  {
    key: 'claude.thinking_adapter_max_tokens',
    of: 'claude.default_max_tokens',
    read: (target) => tokensByModel(target).default ?? FALLBACK_MAX_TOKENS,
    write: (value, target) => ({ ...tokensByModel(target), default: Number(value) }),
  },
]
