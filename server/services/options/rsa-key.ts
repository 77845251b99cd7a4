/**
 * RSA keys as people paste them: PEM with or without its line breaks, or the bare base64 that the
 * key tools of Alipay write.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export type KeyKind = 'private' | 'public'

/** `undefined` for anything else than an RSA key of this kind. */
export function rsaKey(text: string, kind: KeyKind): KeyObject | undefined {
  const key = Buffer.from(text.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64')
  const secret =
    read(() => createPrivateKey({ key, format: 'der', type: 'pkcs8' })) ??
    read(() => createPrivateKey({ key, format: 'der', type: 'pkcs1' }))
  if (kind === 'private') return secret
  // Node would make a public key of a private one.
  if (secret !== undefined) return undefined
  return (
    read(() => createPublicKey({ key, format: 'der', type: 'spki' })) ??
    read(() => createPublicKey({ key, format: 'der', type: 'pkcs1' }))
  )
}

function read(make: () => KeyObject): KeyObject | undefined {
  try {
    const key = make()
    return key.asymmetricKeyType === 'rsa' ? key : undefined
  } catch {
    // Another encoding may fit. What was wrong could quote the key.
    return undefined
  }
}
