import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { readStored, store } from '../../app/storage'

export const PAGE_SIZES = [10, 20, 50, 100] as const

const SIZE_STORED_AS = 'page-size'

function storedSize(): number {
  const stored = Number(readStored(SIZE_STORED_AS))
  return PAGE_SIZES.find((size) => size === stored) ?? PAGE_SIZES[0]
}

export interface ListQuery<Name extends string> {
  /** Filters by name; "" for one that is not set. */
  readonly filters: Readonly<Record<Name, string>>
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly isFiltered: boolean
  /** Changed filters lead back to the first page. */
  readonly filter: (change: Partial<Readonly<Record<Name, string>>>) => void
  readonly turnTo: (page: number) => void
  readonly resize: (pageSize: number) => void
  readonly clear: () => void
}

/**
 * What a list shows, stored in the address: reloading, going back and sharing a link keep it. The
 * page size is remembered by the browser, for all lists.
 */
export function useListQuery<const Name extends string>(names: readonly Name[]): ListQuery<Name> {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>, isPlace = false) => {
      setSearch(
        (old) => {
          const next = new URLSearchParams(old)
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: !isPlace },
      )
    },
    [setSearch],
  )
  return useMemo(() => {
    const entries = names.map((name) => [name, search.get(name) ?? ''])
    const filters = Object.fromEntries(entries) as Record<Name, string>
    const size = Number(search.get('size'))
    return {
      filters,
      page: Math.max(1, Math.trunc(Number(search.get('p'))) || 1),
      pageSize: PAGE_SIZES.find((choice) => choice === size) ?? storedSize(),
      isFiltered: names.some((name) => filters[name] !== ''),
      filter: (changes) => change({ ...changes, p: undefined }),
      // A page is a place: going back leads to the one before.
      turnTo: (page) => change({ p: page === 1 ? undefined : String(page) }, true),
      resize(pageSize) {
        store(SIZE_STORED_AS, String(pageSize))
        change({ size: String(pageSize), p: undefined })
      },
      clear: () => change({ ...Object.fromEntries(names.map((name) => [name, ''])), p: '' }),
    }
  }, [names, search, change])
}
