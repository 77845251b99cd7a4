import { readConfiguration } from '../../../configuration'
import { COMMAND_VARIABLES, CONFIGURATION_ROWS } from '../../../configuration-rows'
import { ConfigurationError, type Environment } from '../../../configuration-values'
import type { Check, Finding } from '../check'
import type { Surroundings } from '../surroundings'

const PREFIX = 'GW_'
/** Set by our own build and tests, not by operators. */
const OURS = new Set(['GW_BUILD', 'GW_TEST_DATABASE_URL'])
/** A name that differs by more is not taken for a slip of the pen. */
const LARGEST_SLIP = 2

export const configuration: Check<Surroundings> = {
  id: 'configuration',
  area: 'settings',
  look: async ({ env }) => {
    const problems = [...unreadable(env), ...unknown(env)]
    if (problems.length > 0) return problems
    const count = CONFIGURATION_ROWS.filter(({ name }) => env[name]).length
    return { status: 'ok', text: 'doctor.configuration.ok', params: { count } }
  },
}

function unreadable(env: Environment): Finding[] {
  try {
    readConfiguration(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return [{ status: 'fail', text: error.text, params: error.params }]
  }
}

function unknown(env: Environment): Finding[] {
  const older = CONFIGURATION_ROWS.flatMap((row) => row.older ?? [])
  const known = [...CONFIGURATION_ROWS, ...COMMAND_VARIABLES].map(({ name }) => name).concat(older)
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !OURS.has(name) && !known.includes(name))
    .map((name) => {
      const meant = known.find((other) => distance(name, other) <= LARGEST_SLIP)
      return {
        status: 'warn',
        text: 'doctor.configuration.unknown',
        hint: meant === undefined ? 'doctor.configuration.unset_hint' : 'doctor.configuration.hint',
        params: { name, meant: meant ?? '' },
      }
    })
}

/** Letters to add, drop or change to make one of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [at, wanted] of [...other].entries()) {
      const changed = (row[at] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(changed, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
