import { invalid } from '../wire/body-fields'

const MAX_ADDRESS = 2_000

/**
 * Where a user wants notice of the end of a job; "" for nowhere. Notices go over https only,
 * so that anything else is refused at once instead of never being delivered. Throws
 * `request.invalid`.
 */
export function notifyAddress(field: string, address: string | undefined): string {
  if (address === undefined || address === '') return ''
  const isFine =
    address.length <= MAX_ADDRESS && /^https:\/\/[^/]/i.test(address) && URL.canParse(address)
  if (!isFine) throw invalid(field, 'reason.must_be_https')
  return address
}
