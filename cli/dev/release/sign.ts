/** Signatures that minisign and `gw update` check, made with a key that OpenSSL makes. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface Signer {
  /** As `minisign -P` takes it. */
  readonly publicKey: string
  readonly sign: (content: Uint8Array, trusted: string) => string
}

/** Of an Ed25519 key in PEM. */
export function openSigner(path: string): Signer {
  const key = createPrivateKey(readFileSync(path))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is no Ed25519 key`)
  const id = keyId(key)
  return {
    publicKey: Buffer.concat([Buffer.from('Ed'), id, rawPublicKey(key)]).toString('base64'),
    sign: (content, trusted) => {
      const signature = sign(null, createHash('blake2b512').update(content).digest(), key)
      const globalSignature = sign(null, Buffer.concat([signature, Buffer.from(trusted)]), key)
      return [
        'untrusted comment: signature of a gw release',
        Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64'),
        `trusted comment: ${trusted}`,
        globalSignature.toString('base64'),
        '',
      ].join('\n')
    },
  }
}

/** The file that minisign calls minisign.pub. */
export function publicKeyFile({ publicKey }: Signer): string {
  return `untrusted comment: public key of gw releases\n${publicKey}\n`
}

function rawPublicKey(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
}

/** Tells keys apart; minisign draws one by lot, and this one follows from the key. */
function keyId(key: KeyObject): Buffer {
  return createHash('sha256').update(rawPublicKey(key)).digest().subarray(0, 8)
}
