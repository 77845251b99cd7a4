/** One message to one contact point, with what came of it. */
import { type ContactPointRow, updateContactPoint } from '../../../../db/tables/contact-points'
import { optionValues } from '../../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../../service-deps'
import { transact } from '../../work'
import { knownFailure } from '../attempts'
import { type MessageContext, messageOf } from '../message'
import { failureJson } from '../notice'
import { sendTo } from '../post'
import { pointReceiver } from './receiver'

/** `kind` as the outbox has it. */
type Contents = Pick<MessageContext, 'type' | 'kind' | 'contents'>

/** Returns what the service said. Throws what `sendTo` throws. */
export async function sendToPoint(
  deps: ServiceDeps,
  point: ContactPointRow,
  { type, kind, contents }: Contents,
): Promise<string> {
  const options = await optionValues(deps.db.reader)
  const message = messageOf({
    type,
    kind: kind.replace(/^contact_point_\d+ /, ''),
    contents,
    language: point.language === 'en' ? 'en' : 'zh',
    site: options.SystemName,
    nowMs: deps.clock.nowMs(),
  })
  try {
    const answer = await sendTo(deps, options, { ...pointReceiver(deps, point), message })
    await keepResult(deps, point.id, '')
    return answer
  } catch (error) {
    await keepResult(deps, point.id, failureJson(knownFailure(error)))
    throw error
  }
}

/** For whoever looks at the contact point. */
async function keepResult(deps: ServiceDeps, id: number, last_failure: string): Promise<void> {
  await transact(deps, SYSTEM_ACTOR, ({ trx, clock }) =>
    updateContactPoint(trx, id, { last_at: clock.nowMs(), last_failure }),
  )
}

/** As the outbox has the kinds of what goes to contact points: each counts by itself. */
export function kindAtPoint(id: number, kind: string): string {
  return `contact_point_${id} ${kind}`
}
