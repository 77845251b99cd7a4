import { useText } from '../../app/language'
import { methodTitle } from '../../components/payment/methods'

export function PaymentMethod({ name }: { readonly name: string }) {
  const { text } = useText()
  return methodTitle({ id: name }, text)
}
