/** Settings that could leave everybody outside, tried before they are saved. */
import { identitiesOf } from '../../../db/tables/identities'
import { findUser, type UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ReasonKey } from '../../domain/i18n/zh/reasons'
import type { OptionValues } from '../../domain/options'
import { askTurnstile } from '../bot-check/turnstile'
import { loginMethods } from '../login/methods'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'

export interface Trial {
  readonly key: string
  /** The text that is about to be stored. */
  readonly value: string
  /** What the Turnstile widget gave to the page that switches the check on. */
  readonly token?: string | undefined
}

/** Refused by the service for itself, not for the secret that comes along. */
const NO_TOKEN = 'trial'

/**
 * Throws `option.trial_failed`, `option.in_use`, `option.last_way_in` or
 * `bot_check.unavailable`. Whoever holds the database can always switch back, and is not asked.
 */
export async function tryOption(deps: ServiceDeps, actor: Actor, trial: Trial): Promise<void> {
  if (actor.kind !== 'user') return
  const { key, value } = trial
  const options = await optionValues(deps.db.reader)
  if (key === 'TurnstileSiteKey' || key === 'TurnstileSecretKey') {
    if (!options.TurnstileCheckEnabled) return
    throw new GatewayError('option.in_use', { key, switch: 'TurnstileCheckEnabled' })
  }
  if (key === 'TurnstileCheckEnabled') {
    if (value === 'true' && !options.TurnstileCheckEnabled) await tryTurnstile(deps, options, trial)
    return
  }
  const user = await findUser(deps.db.reader, actor.id)
  const after: OptionValues = { ...options, [key]: value === 'true' }
  if (user === undefined) return
  const hasWayIn = await waysInOf(deps, user)
  if ((await hasWayIn(options)) && !(await hasWayIn(after))) {
    throw new GatewayError('option.last_way_in', { key })
  }
}

/** The widget is tried with its own token; without one, as from a script, the secret alone. */
async function tryTurnstile(
  deps: ServiceDeps,
  options: OptionValues,
  { key, token = '' }: Trial,
): Promise<void> {
  const { isHuman, codes } = await askTurnstile(deps, options, { token: token || NO_TOKEN })
  if (isHuman) return
  const isSecretWrong = codes.some((code) => code.endsWith('-input-secret'))
  if (token === '' && !isSecretWrong) return
  const reason: ReasonKey = isSecretWrong ? 'reason.turnstile_secret' : 'reason.turnstile_token'
  throw new GatewayError('option.trial_failed', { key, reason })
}

/** Whether there is one under some options. */
async function waysInOf({ db }: ServiceDeps, user: UserRow) {
  const bound = new Set(
    (await identitiesOf(db.reader, user.id)).map(({ provider_id }) => provider_id),
  )
  return async (options: OptionValues): Promise<boolean> => {
    if (options.PasswordLoginEnabled && user.password_hash !== '') return true
    const methods = await loginMethods(db.reader, options)
    return methods.some(
      ({ isOpen, place }) =>
        isOpen(options) && (typeof place === 'number' ? bound.has(place) : user[place] !== ''),
    )
  }
}
