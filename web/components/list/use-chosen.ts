import { useState } from 'react'
import type { WideSelection } from '../table/ResourceTable'

export interface Chosen<Row> {
  /** As they were when they were ticked, or are on the page now. */
  readonly rows: readonly Row[]
  readonly selection: WideSelection<Row>
  readonly clear: () => void
}

/** Rows that are ticked; those of other pages stay, whatever the list shows meanwhile. */
export function useChosen<Row extends { readonly id: number }>(
  shown: readonly Row[] | undefined,
): Chosen<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<number, Row>>(new Map())
  const rowOf = (id: number) => shown?.find((row) => row.id === id) ?? ticked.get(id)
  const rowsOf = (ids: Iterable<number>): readonly Row[] =>
    [...ids].flatMap((id) => rowOf(id) ?? [])
  const choose = (rows: readonly Row[]) => setTicked(new Map(rows.map((row) => [row.id, row])))
  return {
    rows: rowsOf(ticked.keys()),
    selection: {
      ids: new Set(ticked.keys()),
      onChange: (ids) => choose(rowsOf(ids)),
      choose,
    },
    clear: () => setTicked(new Map()),
  }
}
