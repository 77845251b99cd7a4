/** Payments that wait for a person, whatever they are of. */
import { useEndpoint } from '../../api/use-endpoint'
import PaymentCases from './PaymentCases'

/** Where there are more, the first ones have to be looked at before. */
const MOST = 20

export default function OpenCases() {
  const { data } = useEndpoint('payment.cases', { query: { open: true, page_size: MOST } })
  return <PaymentCases cases={data?.items ?? []} />
}
