import { nowSeconds } from '../../../server/clock'
import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { IMPACTS } from '../../../server/domain/status-page/incident'
import type { FlagRows } from '../../command/command-row'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import { instantSeconds, spanSeconds } from '../../time-argument'
import { words } from '../../words'

export const INCIDENT_ARGUMENT = { name: 'incident', summary: 'id of "incident list"' } as const

export const INCIDENT_FLAGS = {
  impact: { kind: 'text', choices: IMPACTS, summary: 'how severe it is for customers' },
  model: {
    kind: 'texts',
    value: 'MODEL',
    completes: 'model',
    summary: 'a model that it affects; may be repeated',
  },
  starts: {
    kind: 'text',
    value: 'TIME',
    summary: 'start: a time, or a span from now such as 2h',
  },
  ends: { kind: 'text', value: 'TIME', summary: 'end, in the same form; maintenance needs one' },
} as const satisfies FlagRows

/** Throws `incident.not_found` for what is no id. */
export function incidentId(given: string): number {
  if (!/^\d{1,15}$/.test(given)) throw new GatewayError('incident.not_found')
  return Number(given)
}

/** Epoch seconds of a time, or of one so long from now. */
export function momentOf(
  { clock }: CommandContext,
  flag: 'starts' | 'ends',
  given: string | undefined,
): number | undefined {
  if (given === undefined) return undefined
  const text = given.trim()
  const atSeconds = nowSeconds(clock)
  const span = spanSeconds(text)
  const seconds = span === undefined ? instantSeconds(text, atSeconds) : atSeconds + span
  if (seconds === undefined) {
    throw new UsageError(words`--${flag} must be a time, or a span such as 2h`)
  }
  return seconds
}

/** Markdown; "-" reads it from stdin. */
export async function messageOf(
  context: CommandContext,
  message: string | undefined,
): Promise<string> {
  return message === '-' ? await context.input() : (message ?? '')
}
