/** Whether a contact point receives notices, tried now, with the real answer of the service. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { NoticeServiceId } from '../../../domain/notices/service-ids'
import { optionValues } from '../../options/current'
import { requireRoot } from '../../options/guards'
import type { Actor, ServiceDeps } from '../../service-deps'
import { testContent } from '../test-content'
import { existing } from './keep'
import { serviceOf } from './receiver'
import { sendToPoint } from './send'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Somebody sets one up; nobody floods a chat. */
const TESTS = { count: 30, windowMs: HOUR_MS }

export interface PointTest {
  readonly way: NoticeServiceId
  /** What the service said. */
  readonly answer: string
}

/**
 * Whether it is enabled or not, and in quiet hours, too. Throws `contact_point.not_found`,
 * `notice.test_too_often` and what `sendTo` throws.
 */
export async function testContactPoint(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<PointTest> {
  requireRoot(actor)
  const point = await existing(deps.db.reader, id)
  const taken = await deps.guesses.take(`test of contact point ${id}`, TESTS)
  if (!taken.ok) {
    const minutes = Math.ceil(taken.retryMs / MINUTE_MS)
    throw new GatewayError('notice.test_too_often', { minutes })
  }
  const { SystemName } = await optionValues(deps.db.reader)
  const content = { ...testContent(SystemName), severity: 'info' } as const
  const facts = { type: 'test', kind: 'test', contents: [content] }
  return { way: serviceOf(point), answer: await sendToPoint(deps, point, facts) }
}
