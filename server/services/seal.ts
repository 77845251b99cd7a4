/**
 * Secrets at rest: upstream keys, client keys and secret options are stored sealed with
 * AES-256-GCM. What a secret is for is bound into it, so a sealed text copied into another
 * column does not open there.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { GatewayError } from '../domain/errors/gateway-error'
import { readKeyFile, readOrCreateKeyFile } from './seal-key-file'

export interface Sealer {
  /** Names the key without telling it; part of every sealed text. */
  readonly keyId: string
  /** `v1:<key id>:<base64url of nonce, tag and ciphertext>`. */
  readonly seal: (text: string, purpose: string) => string
  /** Throws `secret.unreadable` for another key, another purpose or a damaged text. */
  readonly open: (sealed: string, purpose: string) => string
  /** Hash under the key, hex: finds equal secrets, tells nothing to who has the file alone. */
  readonly keyedHash: (text: string) => string
}

export interface SealerOptions {
  /** Holds `secret.key` when there is no `envKey`. */
  readonly dataDir: string
  /** GW_SECRET_KEY: at least 16 characters; 64 hex digits or 32 bytes of base64 are used as is. */
  readonly envKey: string | undefined
}

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SHORTEST_ENV_KEY = 16
const KEY_ID_LENGTH = 8

/** Makes the key file when there is neither one nor an `envKey`. */
export function openSealer({ envKey, dataDir }: SealerOptions): Sealer {
  return sealerOf(envKey ? keyFromText(envKey) : readOrCreateKeyFile(dataDir))
}

/** For who only looks: `undefined` when there is no key yet. */
export function openExistingSealer({ envKey, dataDir }: SealerOptions): Sealer | undefined {
  const key = envKey ? keyFromText(envKey) : readKeyFile(dataDir)
  return key && sealerOf(key)
}

/** For who reads where there is no key: whatever is sealed stays closed. */
export const KEYLESS_SEALER: Sealer = {
  keyId: '',
  seal: closed,
  open: closed,
  keyedHash: closed,
}

function closed(): never {
  throw new GatewayError('secret.unreadable')
}

function sealerOf(key: Buffer): Sealer {
  const sealingKey = derive(key, 'gw seal')
  const hashingKey = derive(key, 'gw keyed hash')
  const keyId = derive(key, 'gw key id').toString('hex').slice(0, KEY_ID_LENGTH)
  return {
    keyId,
    seal: (text, purpose) => `${VERSION}:${keyId}:${encrypt(sealingKey, text, purpose)}`,
    open(sealed, purpose) {
      const [version, sealedWith, body, ...rest] = sealed.split(':')
      if (version !== VERSION || sealedWith !== keyId || body === undefined || rest.length > 0) {
        throw new GatewayError('secret.unreadable')
      }
      return decrypt(sealingKey, body, purpose)
    },
    keyedHash: (text) => createHmac('sha256', hashingKey).update(text).digest('hex'),
  }
}

/**
 * SHA-256, hex. Enough for client keys: they are random and long, so there is nothing to
 * guess, and the lookup on every call must be cheap.
 */
export function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function encrypt(key: Buffer, text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
}

function decrypt(key: Buffer, body: string, purpose: string): string {
  const bytes = Buffer.from(body, 'base64url')
  const tagEnd = NONCE_BYTES + TAG_BYTES
  try {
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
    const text = Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
    return text.toString('utf8')
  } catch (error) {
    throw new GatewayError('secret.unreadable', {}, { cause: error })
  }
}

function keyFromText(text: string): Buffer {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[\w+/-]{43}=?$/.test(trimmed)) {
    const bytes = Buffer.from(trimmed, 'base64')
    if (bytes.length === KEY_BYTES) return bytes
  }
  if (trimmed.length < SHORTEST_ENV_KEY) {
    throw new GatewayError('secret.key_invalid', {
      reason: 'reason.key_too_short',
      min: SHORTEST_ENV_KEY,
    })
  }
  return derive(Buffer.from(trimmed), 'gw secret key')
}

/** One key per use, so that no two uses can be played against each other. */
function derive(key: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'gw', use, KEY_BYTES))
}
