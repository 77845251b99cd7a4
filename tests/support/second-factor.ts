/** An authenticator app and a passkey in software, as strict as the real ones. */
import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { TOTP } from 'otpauth'
import type { ApiCaller } from './api'

/** The code that an app shows at that time. */
export function totpCode(secret: string, nowMs: number): string {
  return new TOTP({ secret }).generate({ timestamp: nowMs })
}

export interface AddedApp {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Adds an app to the account of who calls. */
export async function addApp(by: ApiCaller, nowMs: number): Promise<AddedApp> {
  const { body } = await by.post('/api/user/2fa/setup')
  const { secret, backup_codes: recoveryCodes } = body.data
  const enabled = await by.post('/api/user/2fa/enable', { code: totpCode(secret, nowMs) })
  if (enabled.body.success !== true) throw new Error(JSON.stringify(enabled.body))
  return { secret, recoveryCodes }
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const

interface Page {
  readonly origin: string
}

interface Asked extends Page {
  readonly challenge: string
  readonly rpId: string
  /** Whether the owner was recognised, by a finger or a PIN. */
  readonly isVerified?: boolean
}

/** One passkey on a device. */
export class SoftPasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  signCount = 0

  /** For `/passkey/register/finish`. */
  made(asked: Asked) {
    const clientDataJSON = clientText('webauthn.create', asked)
    const rawId = Buffer.from(this.id, 'base64url')
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, rawId.length]),
      rawId,
      coseKey(this.#keys.publicKey),
    ])
    const authData = Buffer.concat([this.#authData(asked, FLAGS.attested), attested])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x58, authData.length]),
      authData,
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** For `/passkey/…/finish` of logins and proofs. */
  signed(asked: Asked) {
    this.signCount += 1
    const clientDataJSON = clientText('webauthn.get', asked)
    const authenticatorData = this.#authData(asked, 0)
    const hash = createHash('sha256').update(clientDataJSON).digest()
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, hash]))
      .sign(this.#keys.privateKey)
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} }
  }

  #authData({ rpId, isVerified = true }: Asked, more: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.signCount)
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | more
    const host = createHash('sha256').update(rpId).digest()
    return Buffer.concat([host, Buffer.from([flags]), count])
  }
}

function clientText(type: string, { challenge, origin }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** ES256 as COSE writes it: a CBOR map of kty, alg, crv, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}
