import { findUser } from '../../../db/tables/users'
import { isPasswordClosed } from '../../domain/accounts/closed-domains'
import { ROLE } from '../../domain/accounts/roles'
import { termsToAccept } from '../../domain/accounts/terms'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { passwordOf, usernameOf } from '../users/fields'
import { requireFreeEmail, requireFreeName } from '../users/guards'
import { hashPassword } from '../users/passwords'
import { toUserView, type UserView } from '../users/view'
import { transactDurably } from '../work'
import { keepAcceptance } from './accept-terms'
import { spendCode, tryCode } from './codes'
import { admissibleEmail } from './email-rules'
import { giveFirstToken, insertAccount } from './new-account'
import { emailSubject } from './request-code'
import { requireSamePasswords } from './reset-password'

export interface RegisterInput {
  readonly username: string
  readonly password: string
  readonly password2?: string | undefined
  readonly email?: string | undefined
  readonly verification_code?: string | undefined
  readonly aff_code?: string | null | undefined
  /** Of the terms that were accepted. */
  readonly terms_version?: string | undefined
}

const MAX_DISPLAY_NAME = 20

/** Opens an account with a password. Whoever asks is signed in by the surface, not here. */
export async function registerUser(
  deps: ServiceDeps,
  actor: Actor,
  input: RegisterInput,
): Promise<UserView> {
  const options = await optionValues(deps.db.reader)
  if (!options.RegisterEnabled) throw new GatewayError('register.closed')
  if (!options.PasswordRegisterEnabled) throw new GatewayError('register.password_closed')
  const terms = termsToAccept(options)
  if (terms !== '' && input.terms_version !== terms) {
    throw new GatewayError('register.terms_needed', { version: terms })
  }
  const username = usernameOf(input.username)
  const password = passwordOf(input.password)
  if (input.password2 !== undefined) requireSamePasswords(password, input.password2)
  await requireFreeName(deps.db.reader, username)
  const proof = await provenEmail(deps, options, input)
  const password_hash = await hashPassword(password)
  const user = await transactDurably(deps, actor, async (work) => {
    await requireFreeName(work.trx, username)
    if (proof !== undefined) {
      await requireFreeEmail(work.trx, proof.email)
      await spendCode(work, proof.codeId)
    }
    const opened = await insertAccount(work, options, {
      username,
      display_name: [...username].slice(0, MAX_DISPLAY_NAME).join(''),
      password_hash,
      email: proof?.email ?? '',
      affCode: input.aff_code?.trim() ?? '',
      method: 'password',
    })
    if (terms !== '') await keepAcceptance(work, { userId: opened.id, version: terms })
    return (await findUser(work.trx, opened.id)) ?? opened
  })
  await giveFirstToken(deps, actor, user)
  return toUserView(user)
}

/** `undefined` where no address is required: an unproven one is not stored. */
async function provenEmail(
  deps: ServiceDeps,
  options: OptionValues,
  input: RegisterInput,
): Promise<{ readonly email: string; readonly codeId: number } | undefined> {
  if (!options.EmailVerificationEnabled) return undefined
  const email = admissibleEmail(options, input.email ?? '')
  if (isPasswordClosed(options, { email, role: ROLE.user })) {
    throw new GatewayError('login.password_closed_domain')
  }
  const codeId = await tryCode(deps, emailSubject(email, 0), input.verification_code ?? '')
  return { email, codeId }
}
