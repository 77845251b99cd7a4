import { findUserByEmail } from '../../../db/tables/users'
import { isPasswordClosed } from '../../domain/accounts/closed-domains'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { ALPHANUMERIC } from '../../random'
import { composeMail } from '../mail/compose-mail'
import { requireMailSettings, sendMail } from '../mail/send-mail'
import { keepLost } from '../notifications/deliver'
import { contentText } from '../notifications/notice'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { emailOf } from '../users/fields'
import { transact } from '../work'
import { type CodeSubject, issueCode } from './codes'

export interface ResetRequest {
  readonly email: string
  /** Of the mail. */
  readonly language: Language
}

const TOKEN_LENGTH = 48

/**
 * Mails a link that lets the owner of an account set a new password. The answer is the same,
 * and as fast, for an address that nobody has. Throws `user.email_invalid`,
 * `mail.not_configured`, `mail.address_missing` and `code.resend_wait`.
 */
export async function requestReset(
  deps: ServiceDeps,
  actor: Actor,
  { email: given, language }: ResetRequest,
): Promise<void> {
  const options = await optionValues(deps.db.reader)
  requireMailSettings(options)
  // The address of the request is no substitute: its Host header is the visitor's choice.
  if (options.ServerAddress === '') throw new GatewayError('mail.address_missing')
  const email = emailOf(given)
  if (email === '') throw new GatewayError('user.email_invalid')
  const owner = await findUserByEmail(deps.db.reader, email)
  const token = deps.random.text(TOKEN_LENGTH, ALPHANUMERIC)
  const validMinutes = options.ResetLinkValidMinutes
  await transact(deps, actor, (work) =>
    issueCode(work, resetSubject(email, owner?.id), { text: token, validMinutes }),
  )
  if (owner === undefined || isPasswordClosed(options, owner)) return
  const mail = composeMail({
    language,
    subject: 'mail.reset_subject',
    text: 'mail.reset_text',
    params: { site: options.SystemName, minutes: validMinutes },
    link: resetLink(options, owner.email, token),
  })
  const sending = sendMail(deps, options, { to: owner.email, mail }).catch(async (error) => {
    await keepLost(deps, lostReset(deps, owner.id, options.SystemName), error)
    throw error
  })
  // Not waited for: the time of the answer would tell whether there was a mail to send.
  if (deps.background === undefined) await sending
  else deps.background.run('reset mail', sending)
}

/** For the administrators' list, without the link: whoever asked got the usual answer. */
function lostReset({ clock }: ServiceDeps, userId: number, site: string) {
  const text = {
    title: 'mail.reset_subject',
    text: 'mail.reset_subject',
    params: { site },
  } as const
  const nowMs = clock.nowMs()
  return { userId, kind: 'reset_mail', type: 'mail', content: contentText(text), nowMs }
}

export function resetSubject(email: string, userId: number | undefined): CodeSubject {
  return { purpose: 'reset_password', subject: email.trim().toLowerCase(), userId }
}

/** Only the configured address: a Host header would let a visitor choose where tokens go. */
function resetLink(options: OptionValues, email: string, token: string): string {
  const query = new URLSearchParams({ email, token })
  return `${options.ServerAddress}/user/reset?${query}`
}
