/** What follows once another service has said who somebody is: bind, renew, log in or register. */
import { findUserByIdentity, setIdentity } from '../../../db/tables/identities'
import type { UserRow } from '../../../db/tables/users'
import { refuseBanned } from '../../domain/accounts/bans'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import { displayNameOf, freeEmail, freeName } from '../accounts/foreign-names'
import { insertAccount } from '../accounts/new-account'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { confirmIdentity } from '../sessions/confirm'
import type { Viewer } from '../sessions/identify'
import type { SignedIn } from '../sessions/login'
import { startSession } from '../sessions/start'
import { toUserView } from '../users/view'
import { transact, transactDurably } from '../work'
import { applyClaims } from './claims'
import { linkProvisioned } from './link-provisioned'
import type { Identity, LoginMethod } from './provider'
import type { LoginPurpose } from './state'

export interface Browser {
  readonly ip: string
  readonly userAgent: string
  /** Id in the session cookie that came along. */
  readonly replacing: string | undefined
  /** Who is logged in already, and so binds instead. */
  readonly viewer: Viewer | undefined
}

export interface Entry {
  readonly method: LoginMethod
  readonly identity: Identity
  readonly affCode: string
  readonly browser: Browser
  readonly purpose: LoginPurpose
}

export type Entered =
  | { readonly kind: 'bound' }
  | { readonly kind: 'logged_in' | 'renewed'; readonly signedIn: SignedIn }

export async function enter(deps: ServiceDeps, actor: Actor, entry: Entry): Promise<Entered> {
  if (entry.purpose === 'renew') {
    return { kind: 'renewed', signedIn: await renew(deps, actor, entry) }
  }
  if (entry.browser.viewer === undefined) {
    return { kind: 'logged_in', signedIn: await logIn(deps, actor, entry) }
  }
  await bindIdentity(deps, actor, entry)
  return { kind: 'bound' }
}

/**
 * A fresh login of who is logged in already, for accounts that have no password to type. Throws
 * `session.missing`, or `login.other_account` for an identity of somebody else or of nobody.
 */
async function renew(deps: ServiceDeps, actor: Actor, entry: Entry): Promise<SignedIn> {
  const { method, identity } = entry
  const { viewer } = entry.browser
  if (viewer === undefined) throw new GatewayError('session.missing')
  const holder = await findUserByIdentity(deps.db.reader, method.place, identity.id)
  if (holder?.id !== viewer.user.id) {
    throw new GatewayError('login.other_account', { method: method.title })
  }
  return await signIn(deps, actor, { user: holder, entry })
}

/** Throws `session.missing`, `session.confirmation_needed` or `binding.taken`. */
export async function bindIdentity(
  deps: ServiceDeps,
  actor: Actor,
  { method, identity, browser: { viewer } }: Entry,
): Promise<void> {
  if (viewer === undefined) throw new GatewayError('session.missing')
  await confirmIdentity(deps, { viewer })
  await transact(deps, actor, async (work) => {
    const { trx, clock } = work
    const { place } = method
    const holder = await findUserByIdentity(trx, place, identity.id)
    if (holder !== undefined && holder.id !== actor.id) {
      throw new GatewayError('binding.taken', { method: method.title })
    }
    const held = { userId: actor.id, place, nowMs: clock.nowMs() }
    await setIdentity(trx, { ...held, identity: identity.id })
    const isColumn = typeof place !== 'number'
    const field = isColumn ? place : method.name
    await recordAudit(work, {
      action: 'user.bind',
      target: `user:${actor.id}`,
      before: { [field]: isColumn ? viewer.user[place] : '' },
      after: { [field]: identity.id },
    })
  })
}

async function logIn(deps: ServiceDeps, actor: Actor, entry: Entry): Promise<SignedIn> {
  const { method, identity } = entry
  const holder = await findUserByIdentity(deps.db.reader, method.place, identity.id)
  const known =
    holder ?? (await linkProvisioned(deps, actor, entry)) ?? (await register(deps, actor, entry))
  const user = await withClaims(deps, actor, { user: known, identity })
  return await signIn(deps, actor, { user, entry })
}

/** Of providers that tell groups. */
async function withClaims(
  deps: ServiceDeps,
  actor: Actor,
  { user, identity }: { readonly user: UserRow; readonly identity: Identity },
): Promise<UserRow> {
  const { claims } = identity
  const mayEnter = user.deleted_at === null && user.status === USER_STATUS.enabled
  if (claims === undefined || !mayEnter) return user
  const options = await optionValues(deps.db.reader)
  return await transact(deps, actor, (work) => applyClaims(work, options, { user, claims }))
}

async function signIn(
  deps: ServiceDeps,
  actor: Actor,
  { user, entry }: { readonly user: UserRow; readonly entry: Entry },
): Promise<SignedIn> {
  if (user.deleted_at !== null) throw new GatewayError('oauth.user_deleted')
  refuseBanned(user)
  const { method, identity, browser } = entry
  const { ip, userAgent, replacing, viewer } = browser
  const { id: userId, username } = user
  // A login that is made recent stays as far as it had come.
  const factorAt = viewer === undefined ? undefined : viewer.factorAt
  const origin = { provider: method.name, subject: identity.id, session: identity.session ?? '' }
  const session = { userId, username, ip, userAgent, replacing, factorAt, origin }
  const started = await startSession(deps, actor, session)
  return { ...started, user: toUserView(user) }
}

async function register(deps: ServiceDeps, actor: Actor, entry: Entry): Promise<UserRow> {
  const { method, identity, affCode } = entry
  const options = await optionValues(deps.db.reader)
  if (method.name === 'telegram') {
    throw new GatewayError('oauth.cannot_register', { method: method.title })
  }
  if (!(method.registers ?? options.RegisterEnabled)) throw new GatewayError('register.closed')
  const user = await transactDurably(deps, actor, async (work) => {
    // Of two callbacks at once the second finds what the first has made.
    const holder = await findUserByIdentity(work.trx, method.place, identity.id)
    if (holder !== undefined) return holder
    const user = await insertAccount(work, options, {
      username: await freeName(work, { made: method.name, wish: identity.username }),
      display_name: displayNameOf(identity.displayName) || method.defaultDisplayName,
      password_hash: '',
      email: await freeEmail(work, options, identity.email),
      affCode,
      method: method.name,
    })
    const held = { userId: user.id, place: method.place, nowMs: work.clock.nowMs() }
    await setIdentity(work.trx, { ...held, identity: identity.id })
    return (await findUserByIdentity(work.trx, method.place, identity.id)) ?? user
  })
  return user
}
