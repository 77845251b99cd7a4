/** Who comes in by a route that is no call: known, allowed to be there, and in which group. */
import { type ClientId, clientOf } from '../../../domain/calls/clients'
import { monotonicMs } from '../../../domain/time-source'
import type { Caller, UserRecord } from '../../ports/ports'
import type { TokenRecord } from '../../ports/token-record'
import type { Relay } from '../relay'
import {
  authorize,
  authorizeOwner,
  authorizePerson,
  type Credential,
  checkAddress,
  checkPin,
  chooseGroup,
  type Person,
} from './authorize'
import { logRejectedRequest } from './log-rejected'
import { callerTags } from './tags-in-header'

/** Names a channel, for administrators. */
const CHANNEL_HEADER = 'x-gw-channel'

export interface Entrance {
  readonly credential: Credential
  readonly ip: string
  readonly requestId: string
  readonly headers: Headers
  /** It makes something, which a token without quota may not; else its owner looks at things. */
  readonly creates: boolean
}

/** Who asks for work: with a key, or signed in on the console. */
export interface Asker {
  readonly caller: { readonly user: UserRecord; readonly token: TokenRecord | undefined }
  readonly group: string
  /** Channel that the key or a header names. */
  readonly pin: string | undefined
  readonly client: ClientId
  /** Of the key and the header; comma separated. */
  readonly tags: string
  readonly startedAtMs: number
}

export interface Entered extends Asker {
  readonly caller: Caller
}

/** Throws `token.*`, `user.*` and `group.*`. */
export async function enter(
  relay: Pick<Relay, 'directory' | 'clock' | 'events' | 'wrongKeys'>,
  { credential, ip, requestId, headers, creates }: Entrance,
): Promise<Entered> {
  const { directory, clock } = relay
  const startedAtMs = clock.nowMs()
  const pending = directory.settled()
  if (pending !== undefined) await pending
  const admit = creates ? authorize : authorizeOwner
  const pin = credential.pin ?? headers.get(CHANNEL_HEADER) ?? undefined
  let caller: Caller
  try {
    caller = await admit(directory, credential, startedAtMs)
    checkPin(caller, pin)
    checkAddress(caller, ip)
  } catch (error) {
    throw await logRejectedRequest(relay, { ip, requestId, error })
  }
  const group = chooseGroup(directory, caller)
  const tags = callerTags(caller.token, headers)
  return { caller, group, pin, client: clientOf(headers), tags, startedAtMs }
}

/** Somebody who is signed in. Throws `session.expired`, `user.banned` or `group.not_allowed`. */
export async function enterPerson(
  { directory, clock }: Pick<Relay, 'directory' | 'clock'>,
  person: Person,
): Promise<Asker> {
  const startedAtMs = clock.nowMs()
  const pending = directory.settled()
  if (pending !== undefined) await pending
  const { user, group } = await authorizePerson(directory, person)
  const caller = { user, token: undefined }
  return { caller, group, pin: undefined, client: 'console', tags: '', startedAtMs }
}

/** As everywhere, only what makes something counts as a request. Throws `limit.*`. */
export async function counted<Result>(
  { directory, limits, clock }: Pick<Relay, 'directory' | 'limits' | 'clock'>,
  { user }: Pick<Caller, 'user'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const { requestLimit } = directory.settings()
  if (requestLimit === undefined) return await run()
  const admission = await limits.admit(user.id, requestLimit, monotonicMs(clock))
  try {
    const result = await run()
    admission.succeeded(monotonicMs(clock))
    return result
  } catch (error) {
    admission.failed()
    throw error
  }
}
