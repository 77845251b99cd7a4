import { isMoney, type LimitKind } from '../../../server/domain/limits/kinds'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import type { LimitView } from '../../../server/services/limits/list'
import type { View } from '../../output/output'
import { usdText } from '../../usd'

export interface ShownLimit {
  readonly id: number
  readonly subject: string
  readonly key: string
  readonly kind: LimitKind
  readonly window: string
  /** Budgets in credits. */
  readonly amount: number
  readonly used: number
  readonly left: number
  readonly zone: string
  readonly start_hour: number
  readonly set_by: string
  /** Epoch seconds; 0 where time alone sets nothing back. */
  readonly reset_time: number
}

export const LIMIT_FIELDS = [
  'id',
  'subject',
  'key',
  'kind',
  'window',
  'amount',
  'used',
  'left',
  'zone',
  'start_hour',
  'set_by',
  'reset_time',
] as const satisfies readonly (keyof ShownLimit)[]

export function shownLimit({ limit, used, resetMs }: LimitView): ShownLimit {
  const { startHour: start_hour, setBy: set_by, ...shown } = limit
  const left = Math.max(0, limit.amount - used)
  const reset_time = resetMs === undefined ? 0 : Math.ceil(resetMs / 1000)
  return { ...shown, start_hour, set_by, used, left, reset_time }
}

export function limitAmountText({ kind }: Pick<ShownLimit, 'kind'>, amount: number): string {
  return isMoney(kind) ? usdText(amount) : String(amount)
}

export const LIMIT_VIEW: View<ShownLimit> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'SUBJECT', value: 'subject', kind: 'word' },
    { title: 'OF', value: 'key' },
    { title: 'COUNTS', value: 'kind', kind: 'word' },
    { title: 'PER', value: 'window', kind: 'word' },
    {
      title: 'LIMIT',
      field: 'amount',
      value: (row) => limitAmountText(row, row.amount),
      kind: 'number',
    },
    {
      title: 'USED',
      field: 'used',
      value: (row) => limitAmountText(row, row.used),
      kind: 'number',
    },
    {
      title: 'LEFT',
      field: 'left',
      value: (row) => limitAmountText(row, row.left),
      kind: 'number',
    },
    { title: 'RESETS', value: 'reset_time', kind: 'time_s' },
    { title: 'ZONE', value: (row) => `${row.zone} ${row.start_hour}:00` },
    { title: 'SET BY', value: 'set_by', kind: 'word' },
  ],
  kinds: { start_hour: 'number' },
  fields: LIMIT_FIELDS,
  quiet: ({ id }) => String(id),
}

/** Whole credits of an amount in dollars. */
export function creditsOf(usd: number): number {
  return Math.round(usd * CREDITS_PER_USD)
}
