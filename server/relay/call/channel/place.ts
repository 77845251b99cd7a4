/** Which region a call goes to, where a vendor has many, and what the model is called there. */

import { MAKERS_NAMES } from '../../../domain/channel-types/channel-type'
import { addressIn, type ChannelPlace, placeOf, vendorModel } from '../../../domain/channels/place'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { UpstreamCall } from '../../formats/dialects/dialect'
import type { RelayChannel } from '../../ports/ports'

type Placed = Pick<RelayChannel, 'type' | 'key' | 'other'>

/** Keys are read once per channel: a document is not parsed with every call. */
const known = new WeakMap<Placed, ChannelPlace>()

/** Throws `upstream.key_invalid` for a key that has not the form of its type. */
export function placeIn(channel: Placed): ChannelPlace {
  const seen = known.get(channel)
  if (seen !== undefined) return seen
  const place = placeOf(channel.type, channel)
  if (place === undefined) {
    throw new GatewayError('upstream.key_invalid', { format: channel.type.keyHint })
  }
  known.set(channel, place)
  return place
}

/** Throws `upstream.region_unknown` when nothing names the region. */
function regionOf(channel: Placed, models: readonly string[]): string {
  const region = placeIn(channel).regionOf(...models)
  if (region === undefined) throw new GatewayError('upstream.region_unknown')
  return region
}

type NamedModel = Pick<UpstreamCall, 'requestedModel' | 'upstreamModel'>

/** The name by which the vendor knows the model in the region. */
export function placedModel(channel: Placed, named: NamedModel): string {
  const { place, modelNames } = channel.type
  if (modelNames === MAKERS_NAMES) return named.upstreamModel
  if (place.configuredBy === '') return vendorModel(channel.type, named.upstreamModel, '')
  const region = regionOf(channel, [named.requestedModel, named.upstreamModel])
  return vendorModel(channel.type, named.upstreamModel, region)
}

/** The address with the region, and what else the key holds, in it. */
export function placedUrl(url: string, call: UpstreamCall): string {
  const { channel } = call
  if (channel.type.place.configuredBy === '') return url
  const region = regionOf(channel, [call.requestedModel, call.upstreamModel])
  return addressIn(channel.type, url, { region, parts: placeIn(channel).parts })
}
