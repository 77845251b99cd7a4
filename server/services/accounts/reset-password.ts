import { findUser, updateUser } from '../../../db/tables/users'
import { type CodeRow, newestCode } from '../../../db/tables/verification-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { passwordOf } from '../users/fields'
import { lockOut } from '../users/lock-out'
import { hashPassword } from '../users/passwords'
import { transact } from '../work'
import { codeText, spendCode } from './codes'
import { resetSubject } from './request-reset'

export interface ResetInput {
  readonly email: string
  readonly token: string
  /** Chosen by the user; made here when absent. */
  readonly password?: string | undefined
  readonly password2?: string | undefined
}

const MADE_PASSWORD_LENGTH = 16

/**
 * Sets a new password by a mailed link and ends every sign-in. Returns the password it made,
 * "" when the user chose one. Throws `reset.link_invalid`, `user.email_not_registered` (the
 * account has left the address since) or the refusals of a password.
 */
export async function resetPassword(
  deps: ServiceDeps,
  actor: Actor,
  input: ResetInput,
): Promise<string> {
  if (input.password !== undefined && input.password2 !== undefined) {
    requireSamePasswords(input.password, input.password2)
  }
  const chosen = input.password === undefined ? undefined : passwordOf(input.password)
  const made = chosen ?? deps.random.text(MADE_PASSWORD_LENGTH, ALPHANUMERIC)
  // Before the costly hash, so that guessing costs us little.
  const link = await validLink(deps, input)
  const password_hash = await hashPassword(made)
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    await spendCode(work, link.id).catch(refuseLink)
    const user = link.user_id === null ? undefined : await findUser(trx, link.user_id)
    const isSame = user?.email.toLowerCase() === link.subject && user.deleted_at === null
    if (user === undefined || !isSame) throw new GatewayError('user.email_not_registered')
    await updateUser(trx, user.id, { password_hash, updated_at: clock.nowMs() })
    await lockOut(trx, user.id)
    const target = `user:${user.id}`
    await recordAudit(work, { action: 'user.password_reset', target, after: { password: made } })
  })
  return chosen === undefined ? made : ''
}

export function requireSamePasswords(first: string, second: string): void {
  if (first !== second) throw new GatewayError('user.passwords_differ')
}

async function validLink(deps: ServiceDeps, { email, token }: ResetInput): Promise<CodeRow> {
  const owner = resetSubject(email, undefined)
  const link = await newestCode(deps.db.reader, owner)
  const isLive = link !== undefined && link.used_at === null && link.expires_at > deps.clock.nowMs()
  if (!isLive || !deps.sealer.isHashOf(codeText(owner, token), link.code_hash)) {
    throw new GatewayError('reset.link_invalid')
  }
  return link
}

function refuseLink(cause: unknown): never {
  throw new GatewayError('reset.link_invalid', {}, { cause })
}
