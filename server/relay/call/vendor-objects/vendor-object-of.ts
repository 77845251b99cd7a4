/** Which of a call's answer its upstream keeps, for the user to come back to. */

import { OPERATION_ROWS } from '../../formats/operations'
import type { Call } from '../call'
import type { Encoding } from '../encode/encode'
import { VendorContainer } from './vendor-container'
import type { VendorObject } from './vendor-object'
import { type VendorObjectPorts, VendorResponse } from './vendor-response'

/** `undefined` for what nobody can come back to, which costs nothing. */
export function vendorObjectOf(
  ports: VendorObjectPorts,
  call: Call,
  { isNative, upstreamCall }: Encoding,
): VendorObject | undefined {
  const { operation, query } = call.facts
  const { channel } = upstreamCall
  if (!isNative) return undefined
  if (query.usesContainer === true) return new VendorContainer(ports, call, channel)
  const { storedAs: family } = OPERATION_ROWS[operation]
  if (family === undefined || query.keepsState !== true) return undefined
  const isStored = channel.type.keeps[family] !== undefined
  return isStored ? new VendorResponse(ports, call, { channel, family }) : undefined
}
