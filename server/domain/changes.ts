/** What a commit has changed of what processes keep in memory. */

export const CHANGED_NOUNS = [
  'users',
  'tokens',
  'channels',
  'limits',
  'options',
  'prices',
  'model_lengths',
] as const

export type ChangedNoun = (typeof CHANGED_NOUNS)[number]

/** Which rows; `all` where that is not known, or there are too many to name. */
export type ChangedIds = ReadonlySet<number> | 'all'

export type Changes = ReadonlyMap<ChangedNoun, ChangedIds>

/** Everything may have changed, as after a lost connection. */
export const ALL_CHANGES: Changes = new Map(CHANGED_NOUNS.map((noun) => [noun, 'all'] as const))

export function isChangedNoun(name: string): name is ChangedNoun {
  return CHANGED_NOUNS.some((noun) => noun === name)
}

/** Both, one after the other. */
export function merged(before: Changes, after: Changes): Changes {
  const all = new Map(before)
  for (const [noun, ids] of after) {
    const known = all.get(noun)
    if (known === undefined) all.set(noun, ids)
    else all.set(noun, known === 'all' || ids === 'all' ? 'all' : new Set([...known, ...ids]))
  }
  return all
}

export type ChangeListener = (changes: Changes) => void

/**
 * Brings what one process has committed to all that must know, itself included. Publishing
 * belongs to the commit: what a transaction undoes is never reported.
 */
export interface Bus {
  readonly subscribe: (listener: ChangeListener) => void
  /** What another process of this gateway has committed through this one. */
  readonly publish: (changes: Changes) => void
}
