import { findUserByEmail } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Language } from '../../domain/i18n/translate'
import { composeMail } from '../mail/compose-mail'
import { requireMailSettings, sendMail } from '../mail/send-mail'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { type CodeSubject, drawCode, issueCode } from './codes'
import { admissibleEmail } from './email-rules'

export interface CodeRequest {
  readonly email: string
  /** Of the mail. */
  readonly language: Language
}

/**
 * Mails a code that proves the address, for a user who binds it or a visitor (id 0) who
 * registers. A visitor learns nothing about who has an account: the
 * owner of a registered address gets another mail instead. Throws the refusals of the
 * address, `user.email_taken` (signed-in users only), `code.resend_wait` and those of mail.
 */
export async function requestEmailCode(
  deps: ServiceDeps,
  actor: Actor,
  { email: given, language }: CodeRequest,
): Promise<void> {
  const options = await optionValues(deps.db.reader)
  requireMailSettings(options)
  const email = admissibleEmail(options, given)
  const holder = await findUserByEmail(deps.db.reader, email)
  const isVisitor = actor.id === 0
  if (!isVisitor && holder !== undefined && holder.id !== actor.id) {
    throw new GatewayError('user.email_taken', { email })
  }
  const code = drawCode(deps)
  const minutes = options.EmailCodeValidMinutes
  await transact(deps, actor, (work) =>
    issueCode(work, emailSubject(email, actor.id), { text: code, validMinutes: minutes }),
  )
  const isTaken = isVisitor && holder !== undefined
  const mail = composeMail({
    language,
    subject: isTaken ? 'mail.taken_subject' : 'mail.code_subject',
    text: isTaken ? 'mail.taken_text' : 'mail.code_text',
    params: { site: options.SystemName, code, minutes },
  })
  await sendMail(deps, options, { to: email, mail })
}

export function emailSubject(email: string, userId: number): CodeSubject {
  const subject = email.trim().toLowerCase()
  return userId === 0
    ? { purpose: 'register', subject }
    : { purpose: 'bind_email', subject, userId }
}
