/** The list of scenarios, in the order they run. */

import type { Scenario } from './scenario'
import { cut } from './scenarios/cut'
import { fault } from './scenarios/fault'
import { kill } from './scenarios/kill'
import { killAdmin } from './scenarios/kill-admin'
import { killNode } from './scenarios/kill-node'
import { killProcess } from './scenarios/kill-process'
import { limits } from './scenarios/limits'
import { lock } from './scenarios/lock'
import { race } from './scenarios/race'
import { torn } from './scenarios/torn'
import { unsettled } from './scenarios/unsettled'

export const SCENARIOS: readonly Scenario[] = [
  kill,
  killProcess,
  killNode,
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
