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
  timingSafeEqual,
} from 'node:crypto'
import { GatewayError } from '../domain/errors/gateway-error'
import { keyFileStamp, readKeyFile, readOrCreateKeyFile } from './seal-key-file'

export interface Sealer {
  /** Names the present key without telling it; part of every text sealed now. */
  readonly keyId: string
  /** Of all keys that open, the present one first. */
  readonly keyIds: readonly string[]
  /** `v1:<key id>:<base64url of nonce, tag and ciphertext>`. */
  readonly seal: (text: string, purpose: string) => string
  /** Throws `secret.unreadable` for an unknown key, another purpose or a damaged text. */
  readonly open: (sealed: string, purpose: string) => string
  /** Hash under the key, hex: finds equal secrets, reveals nothing to who has the file alone. */
  readonly keyedHash: (text: string) => string
  /** Under every key that opens, the present one first: for hashes of before a rotation. */
  readonly keyedHashes: (text: string) => readonly string[]
  /** Whether it is one of those; as long for every wrong one. */
  readonly isHashOf: (text: string, hash: string) => boolean
}

export interface SealerOptions {
  /** Holds `secret.key` when there is no `envKey`. */
  readonly dataDir: string
  /** GW_SECRET_KEY: at least 16 characters; 64 hex digits or 32 bytes of base64 are used as is. */
  readonly envKey: string | undefined
  /** GW_SECRET_KEY_FALLBACKS: they open, but seal nothing. */
  readonly fallbackKeys?: readonly string[] | undefined
}

const VERSION = 'v1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SHORTEST_ENV_KEY = 16
const KEY_ID_LENGTH = 8

/** Makes the key file when there is neither one nor an `envKey`. */
export function openSealer(options: SealerOptions): Sealer {
  if (!options.envKey) readOrCreateKeyFile(options.dataDir)
  return sealerOf(keyRing(options))
}

/** For who only looks: `undefined` when there is no key yet. */
export function openExistingSealer(options: SealerOptions): Sealer | undefined {
  const { envKey, dataDir } = options
  if (!envKey && readKeyFile(dataDir) === undefined) return undefined
  return sealerOf(keyRing(options))
}

/** For who reads where there is no key: whatever is sealed stays closed. */
export const KEYLESS_SEALER: Sealer = {
  keyId: '',
  keyIds: [],
  seal: closed,
  open: closed,
  keyedHash: closed,
  keyedHashes: closed,
  isHashOf: closed,
}

function closed(): never {
  throw new GatewayError('secret.unreadable')
}

interface SealingKey {
  readonly id: string
  readonly sealing: Buffer
  readonly hashing: Buffer
}

/** The present key first. */
type KeyRing = () => readonly [SealingKey, ...SealingKey[]]

/**
 * Key files are read again once they change, so that a rotation reaches every process that runs.
 * One that cannot be read while it runs leaves it the keys that it has.
 */
function keyRing({ envKey, dataDir, fallbackKeys = [] }: SealerOptions): KeyRing {
  const fallbacks = fallbackKeys.map((text) => keyOf(keyFromText(text)))
  if (envKey) {
    const present = keyOf(keyFromText(envKey))
    return () => [present, ...fallbacks]
  }
  let stamp = ''
  let keys: readonly SealingKey[] = []
  return () => {
    const seen = keyFileStamp(dataDir)
    if (seen !== stamp) {
      try {
        keys = (readKeyFile(dataDir) ?? keys).map((key) => ('id' in key ? key : keyOf(key)))
        stamp = seen
      } catch (error) {
        if (keys.length === 0) throw error
      }
    }
    const [present, ...former] = keys
    if (present === undefined) throw new GatewayError('secret.unreadable')
    return [present, ...former, ...fallbacks]
  }
}

function keyOf(key: Buffer): SealingKey {
  return {
    id: derive(key, 'gw key id').toString('hex').slice(0, KEY_ID_LENGTH),
    sealing: derive(key, 'gw seal'),
    hashing: derive(key, 'gw keyed hash'),
  }
}

function sealerOf(ring: KeyRing): Sealer {
  const keyedHashes = (text: string) => ring().map((key) => hashUnder(key, text))
  return {
    get keyId() {
      return ring()[0].id
    },
    get keyIds() {
      return ring().map(({ id }) => id)
    },
    seal(text, purpose) {
      const [{ id, sealing }] = ring()
      return `${VERSION}:${id}:${encrypt(sealing, text, purpose)}`
    },
    open(sealed, purpose) {
      const [version, sealedWith, body, ...rest] = sealed.split(':')
      const key = ring().find(({ id }) => id === sealedWith)
      if (version !== VERSION || key === undefined || body === undefined || rest.length > 0) {
        throw new GatewayError('secret.unreadable')
      }
      return decrypt(key.sealing, body, purpose)
    },
    keyedHash: (text) => hashUnder(ring()[0], text),
    keyedHashes,
    isHashOf: (text, hash) =>
      keyedHashes(text)
        .map((right) => isSame(right, hash))
        .includes(true),
  }
}

function hashUnder({ hashing }: SealingKey, text: string): string {
  return createHmac('sha256', hashing).update(text).digest('hex')
}

function isSame(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
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
