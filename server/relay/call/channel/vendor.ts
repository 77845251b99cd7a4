/**
 * What a vendor does that its data row cannot express. Every part is optional: where one is
 * absent, the vendor has no such thing, or the dialect's own way serves.
 */

import type { ChannelTypeRow } from '../../../domain/channel-types/channel-type'
import type { Upstream, UpstreamRequest } from '../../net/upstream'
import type { Clock, RelayChannel } from '../../ports/ports'
import type { JsonObject } from '../../wire/chat'

/** What a question to a vendor needs of a channel; one that is not stored yet will do. */
export type AccountChannel = Pick<
  RelayChannel,
  'type' | 'key' | 'baseUrl' | 'other' | 'proxy' | 'allowPrivate'
>

export interface VendorParts {
  readonly clock: Clock
  readonly upstream: Upstream
}

/** A request that is whole but for what shows who sends it. */
export type BareRequest = Pick<UpstreamRequest, 'method' | 'url' | 'headers'> & {
  /** `null` without one, and where it is sent while it comes. */
  readonly body: Uint8Array | string | null
  readonly channel: AccountChannel
}

type Headers = Readonly<Record<string, string>>

export interface Vendor {
  /**
   * The body after what has to be handed in before it, such as files; `undefined` for one that
   * needs nothing.
   */
  readonly prepareBody?: (request: BareRequest) => Promise<string> | undefined
  /**
   * Headers to add, for rows whose `auth` is "vendor". At once where no token is requested, so
   * that the call need not wait.
   */
  readonly authorize?: (request: BareRequest) => Headers | Promise<Headers>
  /** The same for vendors that look for it in the query of the address: its fields. */
  readonly authorizeQuery?: (channel: AccountChannel) => Headers | Promise<Headers>
  /** In dollars, or in the vendor's own unit. */
  readonly readBalance?: (channel: AccountChannel) => Promise<number>
  /** The vendor's own list of prices, in the family's form, which prices are imported from. */
  readonly readPrices?: (channel: AccountChannel) => Promise<JsonObject>
  /** Names of the models that the account may ask; `undefined` to use the dialect's model list. */
  readonly listModels?: (channel: AccountChannel) => Promise<readonly string[] | undefined>
}

/** Made once per process: what a vendor remembers, such as tokens, lives as long. */
export type OpenVendor = (parts: VendorParts) => Vendor

export type VendorOf = (type: Pick<ChannelTypeRow, 'vendor'>) => Vendor

export type OpenVendors = (parts: VendorParts) => VendorOf

type Signed = Pick<BareRequest, 'url' | 'headers'>

/** The request's address and headers with what shows who sends it, if that is the vendor's work. */
export function authorized(vendorOf: VendorOf, request: BareRequest): Signed | Promise<Signed> {
  const { url, headers, channel } = request
  if (channel.type.auth !== 'vendor') return { url, headers }
  const { authorize, authorizeQuery } = vendorOf(channel.type)
  const more = authorize?.(request) ?? {}
  const fields = authorizeQuery?.(channel) ?? {}
  if (!(more instanceof Promise || fields instanceof Promise)) {
    return signedBy({ url, headers }, more, fields)
  }
  return Promise.all([more, fields]).then((found) => signedBy({ url, headers }, ...found))
}

type Fields = Readonly<Record<string, string>>

function signedBy({ url, headers }: Signed, more: Fields, fields: Fields): Signed {
  const query = new URLSearchParams(fields).toString()
  const joint = url.includes('?') ? '&' : '?'
  return { url: query === '' ? url : url + joint + query, headers: { ...headers, ...more } }
}
