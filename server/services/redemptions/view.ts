import type { RedemptionRow } from '../../../db/tables/redemptions'

/** A code as the wire has it. `count` belongs to the creation form and is always 0 here. */
export type RedemptionView = Omit<RedemptionRow, 'deleted_at'> & {
  readonly count: 0
  readonly DeletedAt: null
}

export function toRedemptionView(row: RedemptionRow): RedemptionView {
  const { deleted_at: _, ...shown } = row
  return { ...shown, count: 0, DeletedAt: null }
}
