export interface Chance {
  /** A whole number from 0 to below. */
  readonly below: (limit: number) => number
  readonly percent: (share: number) => boolean
  readonly of: <Item>(items: readonly Item[]) => Item | undefined
}

/** The same numbers for the same seed (mulberry32). */
export function chanceFrom(seed: number): Chance {
  let state = seed
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  return {
    below,
    percent: (share) => below(100) < share,
    of: (items) => items[below(items.length)],
  }
}
