/**
 * RSA keys as people paste them: PEM with or without its line breaks, or the bare base64 that the
 * key tools of Alipay write.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { OptionKey } from '../../../domain/options'
import type { PaymentServiceId } from '../../../domain/payments/services'
import { serviceFailed } from './ask-service'

/** An option that holds a key, and its text. */
export interface KeyOption {
  readonly service: PaymentServiceId
  readonly option: OptionKey
  readonly text: string
}

/** Throws `payment.service_failed`, which names the option. */
export function privateKeyIn(given: KeyOption): KeyObject {
  return keyIn(given, [
    (key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' }),
    (key) => createPrivateKey({ key, format: 'der', type: 'pkcs1' }),
  ])
}

/** Throws `payment.service_failed`, which names the option. */
export function publicKeyIn(given: KeyOption): KeyObject {
  return keyIn(given, [
    (key) => createPublicKey({ key, format: 'der', type: 'spki' }),
    (key) => createPublicKey({ key, format: 'der', type: 'pkcs1' }),
  ])
}

function keyIn(
  { service, option, text }: KeyOption,
  readers: readonly ((der: Buffer) => KeyObject)[],
): KeyObject {
  const der = Buffer.from(text.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64')
  for (const read of readers) {
    try {
      const key = read(der)
      if (key.asymmetricKeyType === 'rsa') return key
    } catch {
      // The other encoding may fit. What was wrong could quote the key.
    }
  }
  throw serviceFailed(service, `${option} holds no RSA key of this kind`)
}
