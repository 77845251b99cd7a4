import type { Icon } from '@primer/octicons-react'

export interface Entry {
  readonly id: string
  readonly label: string
  readonly note?: string | undefined
  readonly icon: Icon
  readonly run: () => void
}

/** Whether every typed word is somewhere in what an entry is called. */
export function isMatch(typed: string, ...names: readonly string[]): boolean {
  const haystack = names.join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}
