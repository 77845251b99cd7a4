import { useFormat } from '../../app/format'
import type { Redemption } from './redemption'

/** Credits, or the plan that a code grants instead. */
export function CodeWorth({ code }: { readonly code: Redemption }) {
  const format = useFormat()
  const { plan_id, plan_name, quota } = code
  if (plan_id !== 0) return plan_name || `#${plan_id}`
  return (
    <span className="number" title={format.number(quota)}>
      {format.quota(quota)}
    </span>
  )
}
