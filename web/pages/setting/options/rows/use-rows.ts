/** Rows of a setting while they are edited; the text stays what is saved. */
import { useMemo, useState } from 'react'
import type { OptionKey } from '../../../../../server/domain/options'
import type { OptionChecks } from '../option-checks'
import { readRows } from './read-rows'
import { type RowProblem, rowProblems } from './row-problems'
import type { Row, RowTable } from './row-table'
import { writeRows } from './write-rows'

interface RowsOf {
  readonly optionKey: OptionKey
  readonly table: RowTable
  readonly value: string
  /** `undefined` until they are here; nothing is reported before. */
  readonly checks: OptionChecks | undefined
  readonly onChange: (value: string) => void
}

export interface RowForm {
  readonly rows: readonly Row[]
  readonly problems: ReadonlyMap<number, RowProblem>
  readonly change: (rows: readonly Row[]) => void
}

const NO_PROBLEMS: ReadonlyMap<number, RowProblem> = new Map()

/** `undefined` where the text cannot be shown as rows. */
export function useRows(props: RowsOf): RowForm | undefined {
  const { optionKey: key, table, value, checks, onChange } = props
  const [held, hold] = useState<{ readonly text: string; readonly rows: readonly Row[] }>()
  // Rows that are begun have no text yet, and a name that is there twice cannot be read back.
  const rows = useMemo(
    () => (held?.text === value ? held.rows : readRows(table, value)),
    [held, table, value],
  )
  const problems = useMemo(
    () => (rows && checks ? rowProblems({ key, table, checks }, rows) : NO_PROBLEMS),
    [key, table, checks, rows],
  )
  if (rows === undefined) return undefined
  return {
    rows,
    problems,
    change(next) {
      const text = writeRows(table, next)
      hold({ text, rows: next })
      onChange(text)
    },
  }
}
