import type { KeyObject } from 'node:crypto'
import type { OptionKey } from '../../../domain/options'
import type { PaymentServiceId } from '../../../domain/payments/services'
import { type KeyKind, rsaKey } from '../../options/rsa-key'
import { serviceFailed } from './ask-service'

/** An option that holds a key, and its text. */
export interface KeyOption {
  readonly service: PaymentServiceId
  readonly option: OptionKey
  readonly text: string
  readonly kind: KeyKind
}

/** Throws `payment.service_failed`, which names the option. */
export function rsaKeyOf({ service, option, text, kind }: KeyOption): KeyObject {
  const key = rsaKey(text, kind)
  if (key === undefined) throw serviceFailed(service, `${option} holds no RSA ${kind} key`)
  return key
}
