import { insertCode, newestCode, takeAttempt } from '../../../db/tables/verification-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { codeText } from '../accounts/codes'
import { optionValues } from '../options/current'
import { type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { askTurnstile } from './turnstile'

export interface BotCheck {
  /** What the widget gave the browser; "" when there was none. */
  readonly token: string
  readonly ip: string
}

/**
 * A page that asks for a code and then registers shows the widget once, but the checking
 * service takes each token once: one passed check covers a few actions of one address.
 */
const REMEMBERED_MS = 5 * 60_000
const ACTIONS_PER_CHECK = 4
const PURPOSE = 'bot_check'

/**
 * Nothing while the check is off. Throws `bot_check.missing`, `bot_check.failed`, or
 * `bot_check.unavailable` when the service cannot be reached.
 */
export async function requireBotCheck(deps: ServiceDeps, check: BotCheck): Promise<void> {
  const options = await optionValues(deps.db.reader)
  if (!options.TurnstileCheckEnabled) return
  if (check.token === '') throw new GatewayError('bot_check.missing')
  if (await isRemembered(deps, check)) return
  if (!(await askTurnstile(deps, options, check)).isHuman)
    throw new GatewayError('bot_check.failed')
  await remember(deps, check)
}

/** Bound to the visitor's address by being stored under it. */
function ownerOf(deps: ServiceDeps, { token, ip }: BotCheck) {
  const text = codeText({ purpose: PURPOSE, subject: ip }, token)
  return { purpose: PURPOSE, subject: deps.sealer.keyedHash(text) }
}

async function isRemembered(deps: ServiceDeps, check: BotCheck): Promise<boolean> {
  return await transact(deps, SYSTEM_ACTOR, async ({ trx, clock }) => {
    const passed = await newestCode(trx, ownerOf(deps, check))
    if (passed === undefined || passed.expires_at <= clock.nowMs()) return false
    return await takeAttempt(trx, passed.id, ACTIONS_PER_CHECK - 1)
  })
}

async function remember(deps: ServiceDeps, check: BotCheck): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const expiresAt = nowMs + REMEMBERED_MS
  await transact(deps, SYSTEM_ACTOR, ({ trx }) =>
    insertCode(trx, { ...ownerOf(deps, check), hash: '', nowMs, expiresAt }),
  )
}
