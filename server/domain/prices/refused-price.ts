/** What the shapes of price tables cannot say. */
import type { Refusal } from '../options/option'
import { unitOf, unitOfClass } from '../units'
import type { PriceStepJson } from './price-row'

type Units = Readonly<Record<string, number>>

/** A price of a unit that nobody counts would never be charged. */
export function refusedUnits(byModel: Readonly<Record<string, Units>>): Refusal | undefined {
  for (const [model, units] of Object.entries(byModel)) {
    const refusal = refused(model, units)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function refused(model: string, units: Units): Refusal | undefined {
  for (const name of Object.keys(units)) {
    const unit = unitOfClass(name)
    if (unit === undefined || unitOf(unit).price.by === 'other-unit') {
      return { reason: 'reason.no_unit', params: { model, name } }
    }
  }
  return undefined
}

/** One bound is there once, and the lower ones come first. */
export function refusedSteps(
  byModel: Readonly<Record<string, readonly PriceStepJson[]>>,
): Refusal | undefined {
  for (const [model, steps] of Object.entries(byModel)) {
    for (const [at, { above, unit_prices = {} }] of steps.entries()) {
      const before = steps[at - 1]
      if (before !== undefined && before.above >= above) {
        return { reason: 'reason.steps_in_order', params: { model, above } }
      }
      const refusal = refused(model, unit_prices)
      if (refusal !== undefined) return refusal
    }
  }
  return undefined
}
