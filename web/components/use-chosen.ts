import { useState } from 'react'
import type { Selection } from './ResourceTable'

export interface Chosen<Row> {
  readonly rows: readonly Row[]
  readonly selection: Selection
  readonly clear: () => void
}

/** Rows that are ticked: of those in sight, so that nothing is done to what nobody sees. */
export function useChosen<Row extends { readonly id: number }>(
  shown: readonly Row[] | undefined,
): Chosen<Row> {
  const [ids, choose] = useState<ReadonlySet<number>>(new Set())
  return {
    rows: shown?.filter(({ id }) => ids.has(id)) ?? [],
    selection: { ids, onChange: choose },
    clear: () => choose(new Set()),
  }
}
