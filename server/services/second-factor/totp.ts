/** Codes of authenticator apps (RFC 6238): six digits, a new one every 30 seconds. */
import { Secret, TOTP } from 'otpauth'
import type { Random } from '../../random'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** 160 bits, as long as the hash. */
const SECRET_LENGTH = 32
const STEP_MS = 30_000
/** Steps that a phone's clock may be wrong by, either way. */
const WINDOW = 1

export function newTotpSecret({ text }: Random): string {
  return text(SECRET_LENGTH, BASE32)
}

interface Label {
  readonly issuer: string
  readonly username: string
}

/** `otpauth://…`, for the picture that apps scan. */
export function totpUri(secret: string, { issuer, username }: Label): string {
  return totp(secret, { issuer, label: username }).toString()
}

/** The 30 seconds that the code belongs to; `undefined` for a wrong one. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW })
  return delta === null ? undefined : Math.floor(nowMs / STEP_MS) + delta
}

function totp(secret: string, label: { readonly issuer?: string; readonly label?: string } = {}) {
  return new TOTP({ ...label, secret: Secret.fromBase32(secret) })
}
