/** The list of scenarios, in the order they run. */
import { cut } from './cut'
import { fault } from './fault'
import { kill } from './kill'
import { killAdmin } from './kill-admin'
import { limits } from './limits'
import { lock } from './lock'
import { race } from './race'
import type { Scenario } from './scenario'
import { torn } from './torn'
import { unsettled } from './unsettled'

export const SCENARIOS: readonly Scenario[] = [
  kill,
  killAdmin,
  race,
  limits,
  cut,
  fault,
  lock,
  unsettled,
  torn,
]

/** Those named, or all; a sentence when a name is unknown. */
export function chosen(names: readonly string[]): readonly Scenario[] | string {
  const known = new Map(SCENARIOS.map((each) => [each.name, each]))
  const unknown = names.find((name) => !known.has(name))
  if (unknown !== undefined) return `no scenario ${unknown}: ${[...known.keys()].join(', ')}`
  if (names.length === 0) return SCENARIOS
  return [...known.values()].filter(({ name }) => names.includes(name))
}
