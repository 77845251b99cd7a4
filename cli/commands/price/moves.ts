/** Prices of a source compared with those in force, a row for each price that changes. */
import { marginOf } from '../../../server/domain/prices/sources/margin'
import type { Proposal } from '../../../server/domain/prices/sources/proposal-schema'
import type { View } from '../../output/output'

export interface MoveRow {
  /** Of the review that waits; 0 for none. */
  readonly review: number
  readonly source: string
  readonly model: string
  /** Class of a unit, `call`, or `tier NAME`. */
  readonly unit: string
  /** Tokens read above which it holds; 0 for all calls. */
  readonly above: number
  /** Dollars, as the next; null for none. */
  readonly from_usd: number | null
  readonly to_usd: number | null
  readonly percent: number | null
  readonly cost_usd: number | null
  readonly margin_percent: number | null
  readonly state: 'applied' | 'scheduled' | 'passes' | 'review'
  /** Separated by blanks. */
  readonly reasons: string
}

const FIELDS = [
  ...(['review', 'source', 'model', 'unit', 'above', 'from_usd', 'to_usd', 'percent'] as const),
  ...(['cost_usd', 'margin_percent', 'state', 'reasons'] as const),
] as const satisfies readonly (keyof MoveRow)[]

const shown = (value: number | null): string => (value === null ? '-' : String(value))
const percent = (value: number | null): string => (value === null ? '-' : `${value}%`)
const signed = (value: number | null): string =>
  value !== null && value > 0 ? `+${percent(value)}` : percent(value)

export const MOVE_VIEW: View<MoveRow> = {
  columns: [
    { title: 'MODEL', value: 'model' },
    {
      title: 'UNIT',
      field: 'unit',
      value: ({ unit, above }) => (above === 0 ? unit : `${unit} >${above}`),
    },
    { title: 'FROM', field: 'from_usd', value: (row) => shown(row.from_usd), kind: 'number' },
    { title: 'TO', field: 'to_usd', value: (row) => shown(row.to_usd), kind: 'number' },
    { title: 'CHANGE', field: 'percent', value: (row) => signed(row.percent), kind: 'number' },
    { title: 'COST', field: 'cost_usd', value: (row) => shown(row.cost_usd), kind: 'number' },
    {
      title: 'MARGIN',
      field: 'margin_percent',
      value: (row) => percent(row.margin_percent),
      kind: 'number',
    },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'WHY', field: 'reasons', value: ({ reasons }) => reasons || '-' },
  ],
  kinds: { review: 'number', above: 'number' },
  fields: FIELDS,
  quiet: ({ model }) => model,
}

/** The same with the numbers by which reviews are applied and dismissed. */
export const REVIEW_VIEW: View<MoveRow> = {
  ...MOVE_VIEW,
  columns: [
    { title: 'REVIEW', value: 'review', kind: 'number' },
    { title: 'SOURCE', value: 'source' },
    ...MOVE_VIEW.columns.filter(({ title }) => title !== 'STATE'),
  ],
  quiet: ({ review }) => String(review),
}

interface Told extends Pick<MoveRow, 'source' | 'state'> {
  readonly review?: number
}

export function moveRows(
  { model, moves, reasons }: Proposal,
  { source, state, review = 0 }: Told,
): readonly MoveRow[] {
  return moves.map(({ kind, name, above, from, to, cost }) => ({
    ...{ review, source, model, above, state, reasons: reasons.join(' ') },
    unit: kind === 'unit' ? name : `${kind} ${name}`.trim(),
    from_usd: from ?? null,
    to_usd: to ?? null,
    percent: from === undefined || from === 0 || to === undefined ? null : share(to / from - 1),
    cost_usd: cost ?? null,
    margin_percent: share(marginOf(to, cost)),
  }))
}

function share(part: number | undefined): number | null {
  return part === undefined ? null : Math.round(part * 1000) / 10
}
