/** A plan as it was when it was ordered: what the buyer pays for, whatever becomes of the plan. */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Flag = Type.Union([Type.Literal(0), Type.Literal(1)])

const AgreedPlan = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  price: Type.Integer(),
  period_unit: Type.Union([
    Type.Literal('hour'),
    Type.Literal('day'),
    Type.Literal('week'),
    Type.Literal('month'),
  ]),
  period_count: Type.Integer(),
  renews: Flag,
  priority: Type.Integer(),
  grace_hours: Type.Integer(),
  terms: Type.String(),
})
export type AgreedPlan = Static<typeof AgreedPlan>

export function agreedPlanText(plan: AgreedPlan): string {
  return JSON.stringify(Value.Clean(AgreedPlan, { ...plan }))
}

/** `undefined` for what is no plan. */
export function agreedPlanIn(text: string): AgreedPlan | undefined {
  try {
    const plan: unknown = JSON.parse(text)
    return Value.Check(AgreedPlan, plan) ? plan : undefined
  } catch {
    return undefined
  }
}
