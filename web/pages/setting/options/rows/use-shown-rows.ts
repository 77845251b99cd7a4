/** Of many rows those of one page, or those that words or mistakes have brought up. */
import { useState } from 'react'
import { cellOf, type Row, type RowTable } from './row-table'
import type { RowForm } from './use-rows'

/** As many are shown without a search and pages. */
export const FEW = 10

interface View {
  readonly words: string
  readonly page: number
  /** Found by the search: a row does not vanish because its name is being changed. */
  readonly picked: ReadonlySet<number> | undefined
}

const ALL: View = { words: '', page: 1, picked: undefined }

export function useShownRows(table: RowTable, { rows, problems }: RowForm) {
  const [view, see] = useState(ALL)
  const [pageSize, setPageSize] = useState(FEW)
  const found = foundRows(table, rows, view)
  const last = Math.max(1, Math.ceil(found.length / pageSize))
  const page = Math.min(view.page, last)
  const visible = found.slice((page - 1) * pageSize, page * pageSize)
  return {
    rows: visible,
    words: view.words,
    isWrongOnly: view.picked !== undefined && view.words === '',
    /** Wrong rows that are out of sight. */
    hidden: [...problems.keys()].filter((id) => visible.every((row) => row.id !== id)).length,
    find(words: string) {
      const picked = rows.filter((row) => hasWords(table, row, words)).map(({ id }) => id)
      see(words.trim() === '' ? ALL : { words, page: 1, picked: new Set(picked) })
    },
    showLast: (count: number) => see({ ...ALL, page: Math.ceil(count / pageSize) }),
    showWrong: () => see({ ...ALL, picked: new Set(problems.keys()) }),
    pager: {
      page,
      pageSize,
      total: found.length,
      onPage: (next: number) => see({ ...view, page: next }),
      onPageSize(size: number) {
        see({ ...view, page: 1 })
        setPageSize(size)
      },
    },
  }
}

function foundRows(table: RowTable, rows: readonly Row[], { picked, words }: View) {
  if (picked === undefined) return rows
  const remaining = rows.filter(({ id }) => picked.has(id))
  // Rows that were read anew have other ids.
  return remaining.length > 0 ? remaining : rows.filter((row) => hasWords(table, row, words))
}

function hasWords(table: RowTable, row: Row, words: string): boolean {
  const wanted = words.trim().toLowerCase()
  return table.columns.some((column) => cellOf(row, column).toLowerCase().includes(wanted))
}
