/** An act on what an upstream keeps, and what all of them share. */
import type { ClientId } from '../../domain/calls/clients'
import { GatewayError } from '../../domain/errors/gateway-error'
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import type { OwnedRoute } from '../../domain/objects/routes'
import type { Credential } from '../call/admission/authorize'
import type { SecretBox } from '../call/admission/client-secret'
import type { Relay } from '../call/relay'
import type { OwnedPlace } from '../call/vendor-objects/rows'
import { answerHeaders, passedHeaders } from '../net/answer-headers'
import type { Caller, RelayChannel } from '../ports/ports'
import type { MemoryHold } from '../wire/memory-budget'
import type { OwnedAnswer } from './forward'
import type { JobPoller } from './job-poller'
import type { UploadSession } from './upload-session'

export interface OwnedInput {
  readonly requestId: string
  readonly route: OwnedRoute
  /** Of the object that the path names, as its upstream calls it; "" where it names none. */
  readonly id: string
  /** The path below the family's home as the client wrote it, without its query. */
  readonly tail: string
  readonly query: URLSearchParams
  /** By which the client has reached this server, without a slash at the end. */
  readonly origin: string
  readonly credential: Credential
  readonly ip: string
  readonly headers: Headers
  readonly readBody: (hold: MemoryHold) => Promise<Buffer>
  /** The body as it comes; `null` when there is none. */
  readonly streamBody: () => Promise<ReadableStream<Uint8Array> | null>
  /** Called before the answer's last byte is handed over. */
  readonly ending: () => void
}

export interface OwnedRelay {
  readonly relay: Relay
  readonly poller: JobPoller
  /** Seals the upload addresses that clients get. */
  readonly uploads: SecretBox
}

/** An act under way. */
export interface ObjectRequest extends OwnedInput {
  readonly caller: Caller
  readonly group: string
  /** Channel that the key or a header names. */
  readonly pin: string | undefined
  readonly client: ClientId
  readonly tags: string
  readonly startedAtMs: number
  readonly hold: MemoryHold
  readonly vendorHeaders: Readonly<Record<string, string>>
  /** The upload that is under way, where the request is a part of one. */
  readonly upload: UploadSession | undefined
}

/** Headers that say what a body is, as the client sent them. */
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding'] as const

export function bodyHeadersOf({ headers }: OwnedInput): Record<string, string> {
  return picked(headers, BODY_HEADERS)
}

export function picked(headers: Headers, names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries(found)
}

/** With the client's query, but for a key that may stand in it. */
export function tailOf({ tail, query }: OwnedInput): string {
  const passed = new URLSearchParams(query)
  passed.delete('key')
  const text = passed.toString()
  return text === '' ? tail : `${tail}?${text}`
}

/** What says to a client how its bytes are to be read. */
const SHOWN = ['content-type', 'content-disposition'] as const

export function responseOf(
  { requestId, ending }: OwnedInput,
  { headers, beforeEnd }: OwnedAnswer,
  body: ReadableStream<Uint8Array> | Uint8Array,
): Response {
  if (body instanceof Uint8Array) ending()
  else beforeEnd(ending)
  const shown = SHOWN.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return new Response(body as BodyInit, {
    headers: {
      ...Object.fromEntries(shown),
      // Asks reverse proxies not to collect what comes piece by piece.
      ...(body instanceof Uint8Array ? undefined : { 'x-accel-buffering': 'no' }),
      ...answerHeaders(requestId),
      ...passedHeaders(headers),
    },
  })
}

export function placeOf(
  relay: Relay,
  { caller }: ObjectRequest,
  channel: RelayChannel,
): OwnedPlace {
  const { user, token } = caller
  return { userId: user.id, tokenId: token.id, channel, nowMs: relay.clock.nowMs() }
}

export function isJson(headers: OwnedAnswer['headers']): boolean {
  const type = headers['content-type']
  return typeof type === 'string' && /^application\/(?:[\w.+-]*\+)?json\b/i.test(type)
}

export function isEventStream(headers: OwnedAnswer['headers']): boolean {
  const type = headers['content-type']
  return typeof type === 'string' && type.includes('text/event-stream')
}

export function notOffered({ route, group }: ObjectRequest): GatewayError {
  return new GatewayError('owned.not_offered', {
    path: OWNED_FAMILY_ROWS[route.family].home,
    group,
  })
}
