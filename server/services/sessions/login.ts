import { findUserByEmail, findUserByName, type UserRow } from '../../../db/tables/users'
import { isPasswordClosed } from '../../domain/accounts/closed-domains'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import type { Counted, Limiter } from '../limiter/limiter'
import { networkOf } from '../limiter/network'
import type { WindowRule } from '../limiter/window'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { passwordMatches } from '../users/passwords'
import { toUserView, type UserView } from '../users/view'
import { type KnownBrowser, knownBrowsersIn, knowsAccount } from './known-browser'
import type { NoteRefusedLogin } from './refused-login'
import { type StartedSession, startSession } from './start'

export interface LoginInput {
  /** Username or e-mail. */
  readonly username: string
  readonly password: string
  readonly ip: string
  readonly userAgent: string
  /** The Cookie header, "" without one: it may tell that the browser is known here. */
  readonly cookies?: string | undefined
  readonly replacing?: string | undefined
}

export interface SignedIn extends StartedSession {
  readonly user: UserView
}

const MINUTE_MS = 60_000
/** Failures of strangers from one network. */
const PER_NETWORK: WindowRule = { count: 5, windowMs: 15 * MINUTE_MS }
/** Failures of one browser that has logged in to the account before. */
const PER_BROWSER: WindowRule = { count: 5, windowMs: 15 * MINUTE_MS }
/** Failures of strangers from anywhere. */
const PER_ACCOUNT: WindowRule = { count: 50, windowMs: 15 * MINUTE_MS }

/** Of a password that nobody knows: unknown users must cost the same time as known ones. */
const NOBODYS_HASH = [
  '$argon2id$v=19$m=19456,t=2,p=1',
  '6XUQp6pXKoeQPnHiMcZuDD7VvSDDnkmMDpIw4fJaT3k',
  'uADdHPuBjx36/34AgvhW4kBWNjWWG2LiiVrf6S7cOX0',
].join('$')

export type Login = (actor: Actor, input: LoginInput) => Promise<SignedIn>

/**
 * One message for unknown users, wrong passwords and banned users. Attempts count before they
 * are checked, so that parallel guesses are limited as well.
 */
export function createLogin(deps: ServiceDeps, noteRefused: NoteRefusedLogin): Login {
  const limiter = deps.openLimiter('login')
  return async (actor, input) => {
    const username = input.username.trim()
    if (username === '' || input.password === '') {
      throw new GatewayError('user.name_or_password_empty')
    }
    const options = await optionValues(deps.db.reader)
    if (!options.PasswordLoginEnabled) throw new GatewayError('login.password_closed')
    const user = await findLogin(deps, username)
    const browser = browserOf(deps, input, user)
    // A new password starts a new count, so that an operator can open a locked account.
    const account = `${username.toLowerCase()}\n${user?.password_hash ?? ''}`
    const count = async () =>
      browser === undefined
        ? await countStranger(limiter, account, input.ip)
        : counted(await limiter.take(`browser ${browser.id}`, PER_BROWSER))
    const giveBack = await count().catch(async (locked) => {
      await noteRefused(actor, { kind: 'locked', user, tries: PER_NETWORK.count })
      throw locked
    })
    const isRight = await passwordMatches(input.password, user?.password_hash || NOBODYS_HASH)
    if (user === undefined || !isRight || user.status !== USER_STATUS.enabled) {
      await noteRefused(actor, { kind: 'refused', user })
      throw new GatewayError('login.wrong')
    }
    await giveBack()
    // Shown only to who knows the password: others learn nothing of the account.
    if (isPasswordClosed(options, user)) {
      await noteRefused(actor, { kind: 'refused', user })
      throw new GatewayError('login.password_closed_domain')
    }
    const { id: userId } = user
    const started = await startSession(deps, actor, { ...input, userId, username: user.username })
    return { ...started, user: toUserView(user) }
  }
}

/** The browser, if it has logged in to this very account before. */
function browserOf(
  deps: ServiceDeps,
  { cookies = '' }: LoginInput,
  user: UserRow | undefined,
): KnownBrowser | undefined {
  if (user === undefined) return undefined
  return knownBrowsersIn(deps, cookies).find((browser) => knowsAccount(deps, browser, user))
}

/** Throws `login.locked`. Returns what takes the attempt back. */
async function countStranger(limiter: Limiter, account: string, ip: string): Promise<GiveBack> {
  const here = await limiter.take(`${account}\n${networkOf(ip)}`, PER_NETWORK)
  const giveBackHere = counted(here)
  const anywhere = await limiter.take(account, PER_ACCOUNT)
  if (!anywhere.ok) await giveBackHere()
  const giveBackAnywhere = counted(anywhere)
  return async () => {
    await giveBackHere()
    await giveBackAnywhere()
  }
}

type GiveBack = () => Promise<void>

function counted(taken: Counted): GiveBack {
  if (taken.ok) return taken.giveBack
  throw new GatewayError('login.locked', { minutes: Math.ceil(taken.retryMs / MINUTE_MS) })
}

async function findLogin(deps: ServiceDeps, given: string): Promise<UserRow | undefined> {
  const { reader } = deps.db
  const byName = await findUserByName(reader, given)
  if (byName !== undefined) return byName.deleted_at === null ? byName : undefined
  return given.includes('@') ? await findUserByEmail(reader, given) : undefined
}
