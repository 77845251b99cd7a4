/** The end of a stream that has to end here, in the words of interactions if it is one. */
import type { GoogleErrorBody } from '../../../../domain/errors/render-google'
import { isObject } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import { lastObject, parsedObject } from '../last-object'
import type { LengthFacts, SentFrames } from '../protocol'
import { frameOf, writeInteractionUsage } from './usage'

export function isInteraction({ tail }: Pick<SentFrames, 'tail'>): boolean {
  return lastObject(tail, ({ event_type: type }) => typeof type === 'string') !== undefined
}

/** Its errors are events as well, whose codes are texts; all else is in Google's envelope. */
export function brokenFrame({ error }: GoogleErrorBody, sent: SentFrames | undefined): string {
  if (sent === undefined || !isInteraction(sent)) return frameOf({ error })
  const { status, message } = error
  return frameOf({ event_type: 'error', error: { code: status, message } })
}

/** As if it had reached its greatest length; its text stands in the steps that were sent. */
export function interactionLength(
  { head, tail }: SentFrames,
  { billed }: Pick<LengthFacts, 'billed'>,
): string | undefined {
  const begun = lastObject(head, ({ event_type: type }) => type === 'interaction.created')
  if (!isObject(begun?.interaction)) return undefined
  const usageField = billed === undefined ? {} : { usage: writeInteractionUsage(billed) }
  const interaction = { ...begun.interaction, status: 'incomplete', ...usageField }
  const closing = openSteps(tail).map((index) => ({ event_type: 'step.stop', index }))
  return [...closing, { event_type: 'interaction.completed', interaction }].map(frameOf).join('')
}

/** Numbers of the steps that have not been said to be over. */
function openSteps(tail: string): readonly number[] {
  const open = new Set<number>()
  for (const { data } of parseFrames(tail)) {
    const { event_type: type, index }: JsonObject = parsedObject(data) ?? {}
    if (typeof index !== 'number') continue
    if (type === 'step.stop') open.delete(index)
    else open.add(index)
  }
  return [...open]
}
