/** Whether notices arrive, tried now, with the real answer of the other side. */
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import type { NoticeServiceId } from '../../domain/notices/service-ids'
import type { WindowRule } from '../limiter/window'
import { composeMail } from '../mail/compose-mail'
import { sendMail } from '../mail/send-mail'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { emailOf } from '../users/fields'
import { sendToUser, wayTo } from './send'
import { testContent } from './test-content'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** An address that a user typed need not be the user's own. */
const TESTS: WindowRule = { count: 5, windowMs: HOUR_MS }

export interface TestResult {
  readonly way: NoticeServiceId
  /** What the mail server or the webhook said. */
  readonly answer: string
}

/**
 * Notifies the actor by the actor's own setting. Throws `notice.test_too_often` and what
 * `sendToUser` throws.
 */
export async function testOwnNotice(deps: ServiceDeps, actor: Actor): Promise<TestResult> {
  const user = await findUser(deps.db.reader, actor.id)
  if (user === undefined) throw new GatewayError('user.not_found', { user: actor.id })
  const way = wayTo(user)
  if (way === undefined) throw new GatewayError('notice.no_way')
  const taken = await deps.guesses.take(`notice test of ${user.id}`, TESTS)
  if (!taken.ok) {
    const minutes = Math.ceil(taken.retryMs / MINUTE_MS)
    throw new GatewayError('notice.test_too_often', { minutes })
  }
  const options = await optionValues(deps.db.reader)
  const content = testContent(options.SystemName)
  const answer = await sendToUser(deps, options, { user, type: 'test', content })
  // Users learn that a server took it; what else it says is for who runs the site.
  return { way, answer: way === 'email' ? '' : answer }
}

export interface TestMail {
  readonly to: string
  readonly language: Language
}

/**
 * Mails somebody by the settings of the site. Throws `user.email_invalid`,
 * `mail.not_configured`, or `mail.refused` with the server's own words.
 */
export async function testMail(
  deps: ServiceDeps,
  _actor: Actor,
  { to: given, language }: TestMail,
): Promise<TestResult> {
  const to = emailOf(given)
  if (to === '') throw new GatewayError('user.email_invalid')
  const options = await optionValues(deps.db.reader)
  const { title: subject, text, params } = testContent(options.SystemName)
  const mail = composeMail({ language, subject, text, params })
  try {
    return { way: 'email', answer: await sendMail(deps, options, { to, mail }) }
  } catch (error) {
    throw withAnswer(error)
  }
}

function withAnswer(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.id !== 'mail.failed') return error
  const answer = error.cause instanceof Error ? error.cause.message : ''
  return new GatewayError('mail.refused', { ...error.params, answer }, { cause: error })
}
