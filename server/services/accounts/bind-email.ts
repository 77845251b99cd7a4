import { findUser, updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { type Confirmation, confirmIdentity } from '../sessions/confirm'
import { requireFreeEmail } from '../users/guards'
import { transact } from '../work'
import { spendCode, tryCode } from './codes'
import { admissibleEmail } from './email-rules'
import { emailSubject } from './request-code'

export interface BindEmailInput extends Confirmation {
  readonly email: string
  readonly code: string
}

/**
 * Makes an address that the code proves the actor's own. Throws `session.confirmation_needed`,
 * the refusals of the address and of the code, `user.email_taken`.
 */
export async function bindEmail(
  deps: ServiceDeps,
  actor: Actor,
  input: BindEmailInput,
): Promise<void> {
  await confirmIdentity(deps, input)
  const email = admissibleEmail(await optionValues(deps.db.reader), input.email)
  await requireFreeEmail(deps.db.reader, email, actor.id)
  const codeId = await tryCode(deps, emailSubject(email, actor.id), input.code)
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    await requireFreeEmail(trx, email, actor.id)
    await spendCode(work, codeId)
    const before = await findUser(trx, actor.id)
    if (before === undefined) throw new GatewayError('user.not_found', { user: actor.id })
    await updateUser(trx, actor.id, { email, updated_at: clock.nowMs() })
    await recordAudit(work, {
      action: 'user.bind_email',
      target: `user:${actor.id}`,
      before: { email: before.email },
      after: { email },
    })
  })
}
