import { nowSeconds } from '../../app/now'

export interface Month {
  /** Epoch seconds at which it begins here, and at which the next one does. */
  readonly from: number
  readonly to: number
}

/** Months that can be chosen, the running one among them. */
const MONTHS = 12

/** The newest first. */
export function recentMonths(): readonly Month[] {
  const now = new Date(nowSeconds() * 1000)
  const at = (month: number) =>
    Math.floor(new Date(now.getFullYear(), now.getMonth() - month, 1).getTime() / 1000)
  return Array.from({ length: MONTHS }, (_, back) => ({ from: at(back), to: at(back - 1) }))
}
