/**
 * What a vendor does that its data row cannot express. Every part is optional: where one is
 * absent, the vendor has no such thing, or the dialect's own way serves.
 */
import type { AskedChannel } from '../lookup/channel-lookup'
import type { Upstream, UpstreamRequest } from '../net/upstream'
import type { Clock } from '../ports'
import type { JsonObject } from '../wire/chat'

export interface VendorParts {
  readonly clock: Clock
  readonly upstream: Upstream
}

/** A request that is whole but for what shows who sends it. */
export type BareRequest = Pick<UpstreamRequest, 'method' | 'url' | 'headers'> & {
  /** `null` without one, and where it is sent while it comes. */
  readonly body: Uint8Array | string | null
  readonly channel: AskedChannel
}

type Headers = Readonly<Record<string, string>>

export interface Vendor {
  /**
   * The body after what has to be handed in before it, such as files; `undefined` for one that
   * needs nothing.
   */
  readonly prepareBody?: (request: BareRequest) => Promise<string> | undefined
  /**
   * Headers to add, for rows whose `auth` is "vendor". At once where nothing is asked for, so
   * that the call need not wait.
   */
  readonly authorize?: (request: BareRequest) => Headers | Promise<Headers>
  /** The same for vendors that look for it in the query of the address: its fields. */
  readonly authorizeQuery?: (channel: AskedChannel) => Headers | Promise<Headers>
  /** In dollars, or in the vendor's own unit. */
  readonly readBalance?: (channel: AskedChannel) => Promise<number>
  /** The vendor's own list of prices, in the family's form, which prices are imported from. */
  readonly readPrices?: (channel: AskedChannel) => Promise<JsonObject>
  /** Names of the models that the account may ask; `undefined` to use the dialect's model list. */
  readonly listModels?: (channel: AskedChannel) => Promise<readonly string[] | undefined>
}

/** Made once per process: what a vendor remembers, such as tokens, lives as long. */
export type OpenVendor = (parts: VendorParts) => Vendor
