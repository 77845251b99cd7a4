/** Models as the list shows them: found, narrowed and sorted in the browser, all being here. */
import type { ModelBoardJson } from '../../../server/domain/endpoints/model'
import { type Sort, sortFrom } from '../../components/table/sort'

export const MODEL_STATES = ['unserved', 'unpriced', 'failing', 'served', 'idle'] as const
export type ModelState = (typeof MODEL_STATES)[number]

export interface ModelRow extends ModelBoardJson {
  readonly id: number
  /** What an operator has to know of it first. */
  readonly state: ModelState
}

/** Share of failed calls that is worth a look, and how few calls say nothing. */
const BAD_SHARE = 0.05
const FEWEST_CALLS = 5

function stateOf({ served, priced, calls, failed }: ModelBoardJson): ModelState {
  if (!served) return 'unserved'
  if (!priced) return 'unpriced'
  if (calls >= FEWEST_CALLS && failed >= calls * BAD_SHARE) return 'failing'
  return calls > 0 ? 'served' : 'idle'
}

export function modelRows(board: readonly ModelBoardJson[]): readonly ModelRow[] {
  return board.map((row, index) => ({ ...row, id: index + 1, state: stateOf(row) }))
}

/** A model that has two troubles is found under both; what can be called is `served`. */
const PASSES: Readonly<Record<ModelState, (row: ModelRow) => boolean>> = {
  unserved: ({ served }) => !served,
  unpriced: ({ priced }) => !priced,
  failing: ({ state }) => state === 'failing',
  served: ({ served, priced }) => served && priced,
  idle: ({ state }) => state === 'idle',
}

export function countOf(rows: readonly ModelRow[], state: ModelState): number {
  return rows.filter(PASSES[state]).length
}

export const MODEL_SORTS = [
  'model',
  'enabled',
  'prompt_usd',
  'completion_usd',
  'calls',
  'failed',
  'refused',
  'p50_ms',
  'p95_ms',
  'quota',
] as const

interface Wanted {
  readonly keyword: string
  /** Anything but the name of a state is none. */
  readonly state: string
  readonly sort: string
  readonly order: string
}

/** As they come, the most called first, until a head is pressed. */
export function foundRows(rows: readonly ModelRow[], wanted: Wanted): readonly ModelRow[] {
  const part = wanted.keyword.trim().toLowerCase()
  const state = MODEL_STATES.find((name) => name === wanted.state)
  const found = rows.filter(
    (row) => row.model.toLowerCase().includes(part) && (state === undefined || PASSES[state](row)),
  )
  const sort = modelSortFrom(wanted)
  return sort === undefined ? found : found.toSorted(compareBy(sort))
}

export function modelSortFrom(filters: { readonly sort: string; readonly order: string }) {
  return sortFrom(filters, MODEL_SORTS, undefined)
}

/** What is not known comes last in both directions. */
function compareBy({ column, direction }: Sort<(typeof MODEL_SORTS)[number]>) {
  const sign = direction === 'asc' ? 1 : -1
  const known = (row: ModelRow): string | number | undefined => {
    const value = row[column]
    const isWait = column === 'p50_ms' || column === 'p95_ms'
    return value === null || (isWait && value === 0) ? undefined : value
  }
  return (a: ModelRow, b: ModelRow): number => {
    const [one, other] = [known(a), known(b)]
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined)
    }
    if (one === other) return 0
    return sign * (one < other ? -1 : 1)
  }
}
