/**
 * Guesses at a password are counted, so strangers could lock an owner out by guessing wrong. A
 * browser that has logged in to an account therefore keeps a signed note of it and is counted by
 * itself from then on, whatever others do, even behind the same address. The note opens nothing:
 * it names an account and says that its password was known there once. A new password ends it.
 */
import type { UserRow } from '../../../db/tables/users'
import { ALPHANUMERIC } from '../../random'
import type { ServiceDeps } from '../service-deps'
import { readSession } from '../session'

export interface KnownBrowser {
  readonly userId: number
  /** Distinguishes the browsers of one account. */
  readonly id: string
  /** Of the password that was known. */
  readonly passwordTag: string
}

const DAY_S = 24 * 3600
/** Browsers keep no cookie for longer. */
const LIFETIME_DAYS = 400
const ID_LENGTH = 16
const TAG_LENGTH = 16
/** User, seconds, browser, tag of the password, signature. */
const NOTE = '(\\d{1,15})\\.(\\d{1,11})\\.([0-9A-Za-z]{16})\\.([0-9a-f]{16})\\.([0-9a-f]{64})'
const COOKIE = new RegExp(`(?:^|;)\\s*known_\\d{1,15}=${NOTE}(?=\\s*(?:;|$))`, 'g')

type Keys = Pick<ServiceDeps, 'sealer' | 'clock'>
type Owner = Pick<UserRow, 'id' | 'password_hash'>

/** A Set-Cookie value for whoever has just logged in; `undefined` for an unknown session. */
export async function knownBrowserCookie(
  deps: ServiceDeps,
  { sessionId, isSecure }: { readonly sessionId: string; readonly isSecure: boolean },
): Promise<string | undefined> {
  const { reader, kysely: writer } = deps.db
  const found = await readSession(
    { reader, writer, clock: deps.clock },
    { id: sessionId, renews: true },
  )
  if (found === undefined) return undefined
  const { user } = found
  const note = [user.id, secondsOf(deps), deps.random.text(ID_LENGTH, ALPHANUMERIC)]
  const signed = [...note, passwordTags(deps, user)[0]].join('.')
  const value = `${signed}.${deps.sealer.keyedHash(signedText(signed))}`
  const attributes = [
    'HttpOnly',
    `Max-Age=${LIFETIME_DAYS * DAY_S}`,
    // Nobody else asks for it.
    'Path=/api/user/login',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ]
  return `known_${user.id}=${value}; ${attributes.join('; ')}`
}

/** The notes in a Cookie header that we have written and that are not too old. */
export function knownBrowsersIn(deps: Keys, cookieHeader: string): readonly KnownBrowser[] {
  const browsers: KnownBrowser[] = []
  for (const [, userId, issued, id, tag, signature] of cookieHeader.matchAll(COOKIE)) {
    if (!userId || !issued || !id || !tag || !signature) continue
    if (secondsOf(deps) - Number(issued) > LIFETIME_DAYS * DAY_S) continue
    const signed = signedText([userId, issued, id, tag].join('.'))
    if (!deps.sealer.isHashOf(signed, signature)) continue
    browsers.push({ userId: Number(userId), id, passwordTag: tag })
  }
  return browsers
}

/** Whether the browser has logged in to the account since it has its password. */
export function knowsAccount(deps: Keys, browser: KnownBrowser, user: Owner): boolean {
  return browser.userId === user.id && passwordTags(deps, user).includes(browser.passwordTag)
}

function secondsOf({ clock }: Keys): number {
  return Math.floor(clock.nowMs() / 1000)
}

function signedText(signed: string): string {
  return `known browser\n${signed}`
}

/** Under the present key first. */
function passwordTags({ sealer }: Keys, { id, password_hash }: Owner): readonly string[] {
  const hashes = sealer.keyedHashes(`known password\n${id}\n${password_hash}`)
  return hashes.map((hash) => hash.slice(0, TAG_LENGTH))
}
