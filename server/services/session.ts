/**
 * Sign-ins of people, kept by lucia: ids, expiry, sliding renewal, cookies, origin check. The
 * database has only the SHA-256 of an id, so its file does not let anybody in.
 */
import { type Adapter, type DatabaseSession, Lucia, TimeSpan, verifyRequestOrigin } from 'lucia'
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  type SessionRow,
  updateSession,
} from '../../db/tables/sessions'
import type { UserRow } from '../../db/tables/users'
import { type Clock, systemClock } from '../clock'
import { hashKey } from './seal'
import type { Queries } from './service-deps'

interface SessionFacts {
  readonly created_at: number
  readonly last_seen_at: number
  readonly ip: string
  readonly user_agent: string
  /** When a second factor was last proved in it; 0 for never. */
  readonly factor_at: number
  readonly pending: number
  /** Slug of the provider that it came by, whom that calls it, and the login there; or "". */
  readonly provider: string
  readonly provider_subject: string
  readonly provider_session: string
}

interface UserFacts {
  readonly row: UserRow
  readonly hasFactor: boolean
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionFacts, UserFacts>
    UserId: number
    DatabaseSessionAttributes: SessionFacts
    DatabaseUserAttributes: UserFacts
  }
}

const LIFETIME = new TimeSpan(30, 'd')
/** Of a login that waits for its second factor. */
const PENDING_LIFETIME = new TimeSpan(10, 'm')
/** A session is prolonged in the second half of this, which is never. */
const NO_LIFETIME = new TimeSpan(0, 'ms')
const MAX_USER_AGENT = 300
export const SESSION_ID_LENGTH = 40
const COOKIE_NAME = 'session'

/**
 * Marks a sign-in that a local program wrote into the database itself. It stands where others have
 * their client's address, which is never this word, so it cannot be requested over the network.
 */
export const LOCAL_OPERATOR = 'local'

export interface SessionPlace {
  readonly reader: Queries
  readonly writer: Queries
  readonly clock: Clock
}

/** A valid sign-in and whose it is. */
export interface FoundSession extends SessionFacts {
  /** The id as it is stored. */
  readonly key: string
  readonly user: UserRow
  /** Whether the user has a second factor. */
  readonly hasFactor: boolean
  /** The cookie must be sent again, because the expiry has moved. */
  readonly isRenewed: boolean
}

export interface SessionLookup {
  readonly id: string
  /** Whether its expiry may move, which its cookie has to follow. */
  readonly renews: boolean
}

export interface NewSession {
  readonly id: string
  readonly userId: number
  readonly ip: string
  readonly userAgent: string
  /** When the second factor was proved; 0 for never. */
  readonly factorAt: number
  /** Lets nobody in until the second factor is proved. */
  readonly isPending: boolean
  readonly origin?: SessionOrigin | undefined
}

/** The login at another service that it came from. */
export interface SessionOrigin {
  readonly provider: string
  readonly subject: string
  /** Id of the login there; "" where it reports none. */
  readonly session: string
}

export async function createSession(place: SessionPlace, session: NewSession): Promise<void> {
  const nowMs = place.clock.nowMs()
  const { isPending, origin } = session
  await luciaOn(place, isPending ? PENDING_LIFETIME : LIFETIME).createSession(
    session.userId,
    {
      created_at: nowMs,
      last_seen_at: nowMs,
      ip: session.ip,
      user_agent: session.userAgent.slice(0, MAX_USER_AGENT),
      factor_at: session.factorAt,
      pending: isPending ? 1 : 0,
      provider: origin?.provider ?? '',
      provider_subject: origin?.subject ?? '',
      provider_session: origin?.session ?? '',
    },
    { sessionId: session.id },
  )
}

/**
 * Expired sessions and those of deleted users are removed when they are looked up; those that
 * wait for a second factor are not found.
 */
export async function readSession(
  place: SessionPlace,
  { id, renews }: SessionLookup,
): Promise<FoundSession | undefined> {
  const lifetime = renews ? LIFETIME : NO_LIFETIME
  const { session, user } = await luciaOn(place, lifetime).validateSession(id)
  if (session === null) return undefined
  const { id: _, userId: __, expiresAt: ___, fresh, ...facts } = session
  return {
    ...facts,
    key: sessionKey(id),
    user: user.row,
    hasFactor: user.hasFactor,
    isRenewed: fresh,
  }
}

/** Under which a session is stored. */
export function sessionKey(id: string): string {
  return hashKey(id)
}

/**
 * The id in a Cookie header. Only our own cookie is read: lucia would decode the others, too,
 * which come from any program on this host and may be written as they like.
 */
export function sessionIdIn(cookieHeader: string): string | undefined {
  const own = cookieHeader.split(';').find((pair) => pair.split('=')[0]?.trim() === COOKIE_NAME)
  if (own === undefined) return undefined
  try {
    return COOKIES.readSessionCookie(own.trim()) || undefined
  } catch {
    // A broken cookie is no cookie.
    return undefined
  }
}

/** Value of a Set-Cookie header; "" as id removes the cookie. */
export function sessionCookie(id: string, isSecure: boolean): string {
  const cookies = isSecure ? SECURE_COOKIES : COOKIES
  const cookie = id === '' ? cookies.createBlankSessionCookie() : cookies.createSessionCookie(id)
  return cookie.serialize()
}

/** Whether the Origin header names one of our own hosts. */
export function isOwnOrigin(origin: string, hosts: readonly string[]): boolean {
  return verifyRequestOrigin(origin, [...hosts])
}

function luciaOn(place: SessionPlace, lifetime = LIFETIME): Lucia<SessionFacts, UserFacts> {
  return new Lucia(adapterOn(place), {
    sessionExpiresIn: lifetime,
    getSessionAttributes: (facts) => facts,
    getUserAttributes: (facts) => facts,
  })
}

/**
 * Lucia reads the system's time by itself. The adapter shifts what it stores and shows by the
 * difference to the injected clock, which is nothing outside of tests.
 */
function adapterOn({ reader, writer, clock }: SessionPlace): Adapter {
  const shiftMs = clock === systemClock ? 0 : clock.nowMs() - systemClock.nowMs()
  const stored = (date: Date): number => date.getTime() + shiftMs
  const shown = (id: string, row: SessionRow): DatabaseSession => {
    const { user_id, expires_at, id: _, ...attributes } = row
    return { id, userId: user_id, expiresAt: new Date(expires_at - shiftMs), attributes }
  }
  return {
    async getSessionAndUser(id) {
      const found = await findSession(reader, sessionKey(id))
      if (found === undefined || found.session.pending === 1) return [null, null]
      const { session, user, hasFactor } = found
      const owner = user && { id: user.id, attributes: { row: user, hasFactor } }
      return [shown(id, session), owner ?? null]
    },
    getUserSessions: async (userId) =>
      (await listSessions(reader, userId)).map((row) => shown(row.id, row)),
    setSession: ({ id, userId, expiresAt, attributes }) =>
      insertSession(writer, {
        id: sessionKey(id),
        user_id: userId,
        expires_at: stored(expiresAt),
        ...attributes,
      }),
    updateSessionExpiration: (id, expiresAt) =>
      updateSession(writer, sessionKey(id), { expires_at: stored(expiresAt) }),
    deleteSession: (id) => deleteSession(writer, sessionKey(id)),
    deleteUserSessions: async (userId) => void (await deleteSessionsOf(writer, userId)),
    deleteExpiredSessions: async () => void (await deleteExpiredSessions(writer, clock.nowMs())),
  }
}

/** Reads and writes cookies only; no session goes through its adapter. */
function cookiesOnly(secure: boolean): Lucia {
  const none = async () => {}
  const adapter: Adapter = {
    getSessionAndUser: async () => [null, null],
    getUserSessions: async () => [],
    setSession: none,
    updateSessionExpiration: none,
    deleteSession: none,
    deleteUserSessions: none,
    deleteExpiredSessions: none,
  }
  return new Lucia(adapter, {
    sessionExpiresIn: LIFETIME,
    sessionCookie: { name: COOKIE_NAME, attributes: { secure, sameSite: 'lax', path: '/' } },
  })
}

const COOKIES = cookiesOnly(false)
const SECURE_COOKIES = cookiesOnly(true)
