import type { TextKey } from '../../../server/domain/i18n/translate'
import { useText } from '../../app/language'

/** As the payment service names them. */
const METHODS: ReadonlyMap<string, TextKey> = new Map([
  ['alipay', 'wallet.alipay'],
  ['wxpay', 'wallet.wechat'],
])

/** A way of paying that nobody knows stands under its own name. */
export function PaymentMethod({ name }: { readonly name: string }) {
  const { text } = useText()
  const title = METHODS.get(name)
  return title === undefined ? name : text(title)
}
