/** What providers say was used, out of what their consoles export and their APIs answer. */
import type { ProviderCount } from './provider-count'
import { PROVIDER_SHAPES } from './provider-shapes'
import { readExport } from './read-export'

export interface ProviderUsage {
  /** Which kind of file it was. */
  readonly shape: string
  readonly counts: readonly ProviderCount[]
  /** It reports money alone, and nothing that could be counted. */
  readonly isMoneyOnly: boolean
}

/** `undefined` for a file of no known kind. */
export function readProviderUsage(text: string): ProviderUsage | undefined {
  const rows = readExport(text)
  // Fields that are zero or null may be left out of some rows of JSON.
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  const shape = PROVIDER_SHAPES.find(({ needs }) => needs.every((name) => names.has(name)))
  if (shape === undefined) return undefined
  const { name, read } = shape
  const counts = read === undefined ? [] : rows.flatMap(read).filter(({ count }) => count !== 0)
  return { shape: name, counts, isMoneyOnly: read === undefined }
}
