import type { Paths } from '../../../domain/channel-types/channel-type'
import type { UpstreamCall, UpstreamTarget } from './dialect'
import { channelHeaders } from './row-headers'

/** Where a call goes whose path names only the operation; `undefined` where it goes nowhere. */
export function plainTarget(call: UpstreamCall, paths: Paths): UpstreamTarget | undefined {
  const { type, baseUrl } = call.channel
  const own = type.paths[call.operation]
  const path = own === undefined ? paths[call.operation] : own
  if (baseUrl === '' || path === undefined || path === null) return undefined
  const headers = channelHeaders(call)
  return { method: 'POST', url: baseUrl + path, headers }
}
