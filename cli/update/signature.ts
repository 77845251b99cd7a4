/** Signatures in the form of minisign, which anybody can check by hand as well. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { CommandFailure, UsageError } from '../exit'
import { words } from '../words'

const ALGORITHM_BYTES = 2
const ID_END = 10
const KEY_BYTES = 42
const SIGNATURE_BYTES = 74
/** Over the BLAKE2b hash of a file; the other form is over the file itself. */
const HASHED = 'ED'
const PLAIN = 'Ed'

/** The text of a key, or of the file that holds one under a comment. */
export function publicKeyIn(text: string): string {
  const key = text.trim().split('\n').at(-1)?.trim() ?? ''
  if (Buffer.from(key, 'base64').length !== KEY_BYTES) {
    throw new UsageError('this is no public key of minisign')
  }
  return key
}

interface Signed {
  readonly content: Uint8Array
  /** Text of the .minisig file. */
  readonly signature: string
  readonly publicKey: string
}

/** Returns the comment that is signed as well. Throws `CommandFailure`. */
export function verifiedComment({ content, signature, publicKey }: Signed): string {
  const key = Buffer.from(publicKey, 'base64')
  const [, own = '', comment = '', globalSignature = ''] = signature.split('\n')
  const made = Buffer.from(own, 'base64')
  const trusted = comment.replace(/^trusted comment: /, '').replace(/\r$/, '')
  if (made.length !== SIGNATURE_BYTES) throw refused()
  const isOfKey = made
    .subarray(ALGORITHM_BYTES, ID_END)
    .equals(key.subarray(ALGORITHM_BYTES, ID_END))
  if (!isOfKey) {
    throw new CommandFailure('update.signature', words`the release is signed with another key`)
  }
  const bytes = made.subarray(ID_END)
  const isGood =
    isSigned(signedBytes(made, content), bytes, key) &&
    isSigned(
      Buffer.concat([bytes, Buffer.from(trusted)]),
      Buffer.from(globalSignature, 'base64'),
      key,
    )
  if (!isGood) throw refused()
  return trusted
}

function signedBytes(made: Buffer, content: Uint8Array): Uint8Array {
  const algorithm = made.subarray(0, ALGORITHM_BYTES).toString()
  if (algorithm === HASHED) return createHash('blake2b512').update(content).digest()
  if (algorithm === PLAIN) return content
  throw refused()
}

function isSigned(content: Uint8Array, signature: Uint8Array, key: Buffer): boolean {
  const x = key.subarray(ID_END).toString('base64url')
  const ed25519 = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, content, ed25519, signature)
}

function refused(): CommandFailure {
  return new CommandFailure('update.signature', words`the signature of the release is wrong`)
}
