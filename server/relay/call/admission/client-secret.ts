/**
 * Keys that live for minutes, for browsers: a program with a token asks for one and hands it on.
 * It is the token itself, sealed with the session that it is good for, so nothing is stored and
 * every node can read it; whoever has it can open that one kind of socket and nothing else.
 */
import { GatewayError } from '../../../domain/errors/gateway-error'
import { isObject } from '../../formats/parsed-body'
import { invalid } from '../../wire/body-fields'
import type { JsonObject } from '../../wire/chat'
import type { Credential } from './authorize'

/** Seals texts so that this product alone can read them. */
export interface SecretBox {
  readonly seal: (text: string) => string
  /** Throws for a text that `seal` has not made. */
  readonly open: (sealed: string) => string
}

export interface ClientSecret {
  readonly credential: Credential
  /** Seconds. */
  readonly expiresAt: number
  /** What the socket begins with. */
  readonly session: JsonObject
}

const PREFIX = 'ek_'
const SECONDS = { min: 10, max: 7_200, usual: 600 }
/** It travels in a header, which servers read some 16 kB of. */
const MOST_SESSION_CHARACTERS = 8_000
const SESSION_KIND = 'realtime'

export interface SecretRequest {
  readonly session: JsonObject
  readonly seconds: number
}

/** Throws `request.invalid`. */
export function readSecretRequest(body: JsonObject): SecretRequest {
  const { session = {}, expires_after: expiry } = body
  if (!isObject(session)) throw invalid('session', 'reason.not_a_json_object')
  const { type = SESSION_KIND } = session
  if (type !== SESSION_KIND) {
    throw invalid('session.type', 'reason.not_a_choice', { choices: SESSION_KIND })
  }
  if (JSON.stringify(session).length > MOST_SESSION_CHARACTERS) {
    throw invalid('session', 'reason.too_long', { max: MOST_SESSION_CHARACTERS })
  }
  return { session: { type, ...session }, seconds: secondsIn(expiry) }
}

function secondsIn(expiry: JsonObject[string] | undefined): number {
  if (expiry === undefined || expiry === null) return SECONDS.usual
  if (!isObject(expiry)) throw invalid('expires_after', 'reason.not_a_json_object')
  const { seconds = SECONDS.usual, anchor = 'created_at' } = expiry
  if (anchor !== 'created_at') {
    throw invalid('expires_after.anchor', 'reason.not_a_choice', { choices: 'created_at' })
  }
  const isWhole = typeof seconds === 'number' && Number.isInteger(seconds)
  if (isWhole && seconds >= SECONDS.min && seconds <= SECONDS.max) return seconds
  const { min, max } = SECONDS
  throw invalid('expires_after.seconds', 'reason.out_of_range', { min, max })
}

/** Colons have no place in the name of a subprotocol, which is how browsers send it. */
export function writeSecret(box: SecretBox, secret: ClientSecret): string {
  return PREFIX + box.seal(JSON.stringify(secret)).replaceAll(':', '.')
}

/**
 * `undefined` for a text that is no such key. Throws `token.invalid` for one that was not made
 * here and `token.expired` for one that was, too long ago.
 */
export function openSecret(box: SecretBox, text: string, nowMs: number): ClientSecret | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const secret = secretIn(box, text.slice(PREFIX.length).replaceAll('.', ':'))
  if (secret === undefined) throw new GatewayError('token.invalid')
  if (secret.expiresAt * 1000 <= nowMs) throw new GatewayError('token.expired')
  return secret
}

function secretIn(box: SecretBox, sealed: string): ClientSecret | undefined {
  try {
    const { credential, expiresAt, session } = JSON.parse(box.open(sealed))
    return { credential, expiresAt, session }
  } catch {
    return undefined
  }
}
