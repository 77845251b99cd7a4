import type { DataOf } from '../../../server/domain/api-calls/contract'
import type { TextKey } from '../../../server/domain/i18n/translate'
import type { Text } from '../../app/language'

export type PaymentMethod = DataOf<'payment.methods'>[number]

const TITLES: ReadonlyMap<string, TextKey> = new Map([
  ['alipay', 'wallet.alipay'],
  ['wxpay', 'wallet.wechat'],
  ['stripe', 'wallet.stripe'],
  ['alipay_direct', 'wallet.alipay'],
  ['wxpay_direct', 'wallet.wechat'],
  ['creem', 'wallet.creem'],
  ['paddle', 'wallet.paddle'],
  ['webhook', 'wallet.other_method'],
])

/** As buyers know it; a way of paying that nobody knows stands under its own name. */
export function methodTitle(
  { id, name = '' }: { readonly id: string; readonly name?: string },
  text: Text,
): string {
  const title = TITLES.get(id)
  return name || (title === undefined ? id : text(title))
}
