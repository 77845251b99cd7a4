/** Telegram's login widget: signed facts about a person, carried by the browser. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { insertCode, newestCode } from '../../../db/tables/verification-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { type Browser, bindIdentity, type Entered, type Entry, enter } from './enter'
import type { LoginMethod } from './provider'
import { type LoginPurpose, providerPlace } from './state'

export const TELEGRAM: LoginMethod = {
  name: 'telegram',
  title: 'Telegram',
  place: 'telegram_id',
  defaultDisplayName: 'Telegram User',
  isOpen: (options) => options.TelegramOAuthEnabled,
}

/** What the widget signs; other parameters of the address are not part of it. */
const TELEGRAM_FIELDS = [
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'lang',
] as const

export type TelegramFacts = Readonly<
  Partial<Record<(typeof TELEGRAM_FIELDS)[number] | 'hash', string | undefined>>
>

export interface TelegramReturn {
  readonly facts: TelegramFacts
  readonly browser: Browser
  /** `enter` unless given. */
  readonly purpose?: LoginPurpose | undefined
}

const MAX_AGE_MS = 10 * 60_000
/** Telegram's clock may be ahead of ours. */
const MAX_AHEAD_MS = 60_000
const PURPOSE = 'telegram_login'

/** Throws `login.method_closed`, `oauth.signature_invalid`, `oauth.cannot_register`, … */
export async function logInByTelegram(
  deps: ServiceDeps,
  actor: Actor,
  given: TelegramReturn,
): Promise<Entered> {
  const { viewer } = given.browser
  const browser = { ...given.browser, viewer: given.purpose === 'renew' ? viewer : undefined }
  return await enter(deps, actor, { ...(await entryOf(deps, actor, given)), browser })
}

export async function bindTelegram(
  deps: ServiceDeps,
  actor: Actor,
  given: TelegramReturn,
): Promise<void> {
  await bindIdentity(deps, actor, await entryOf(deps, actor, given))
}

async function entryOf(deps: ServiceDeps, actor: Actor, given: TelegramReturn): Promise<Entry> {
  const { options, reveal, nowMs } = await providerPlace(deps)
  const method = TELEGRAM.title
  if (!TELEGRAM.isOpen(options)) throw new GatewayError('login.method_closed', { method })
  const { facts, browser, purpose = 'enter' } = given
  const isGenuine = isSigned(facts, reveal(options.TelegramBotToken)) && isFresh(facts, nowMs)
  if (!isGenuine || !(await isFirstUse(deps, actor, facts.hash ?? ''))) {
    throw new GatewayError('oauth.signature_invalid', { method })
  }
  const displayName = [facts.first_name, facts.last_name].filter(Boolean).join(' ')
  const identity = { id: facts.id ?? '', username: '', displayName, email: '' }
  return { method: TELEGRAM, identity, affCode: '', browser, purpose }
}

function isSigned(facts: TelegramFacts, botToken: string): boolean {
  if (!/^[1-9]\d*$/.test(facts.id ?? '') || !/^[0-9a-f]{64}$/i.test(facts.hash ?? '')) return false
  const lines = TELEGRAM_FIELDS.filter((field) => facts[field] !== undefined)
    .map((field) => `${field}=${facts[field]}`)
    .sort()
  const key = createHash('sha256').update(botToken).digest()
  const wanted = createHmac('sha256', key).update(lines.join('\n')).digest()
  return timingSafeEqual(wanted, Buffer.from(facts.hash ?? '', 'hex'))
}

function isFresh({ auth_date = '' }: TelegramFacts, nowMs: number): boolean {
  const ageMs = nowMs - Number(auth_date) * 1000
  return /^\d{1,12}$/.test(auth_date) && ageMs < MAX_AGE_MS && ageMs > -MAX_AHEAD_MS
}

/** What was accepted once is not accepted again, although it is still signed and fresh. */
async function isFirstUse(deps: ServiceDeps, actor: Actor, hash: string): Promise<boolean> {
  const owner = { purpose: PURPOSE, subject: hash.toLowerCase() }
  return await transact(deps, actor, async ({ trx, clock }) => {
    if ((await newestCode(trx, owner)) !== undefined) return false
    const nowMs = clock.nowMs()
    const expiresAt = nowMs + MAX_AGE_MS + MAX_AHEAD_MS
    await insertCode(trx, { ...owner, hash: '', nowMs, expiresAt })
    return true
  })
}
