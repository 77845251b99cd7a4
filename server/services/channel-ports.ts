/** What channel use cases need from the outside world; the composition roots supply it. */

import type { Operation, ProtocolName } from '../domain/calls/protocol'
import type { RouteApi } from '../domain/routing/api'
import type { Verified, VerifyOrder } from '../domain/verify/order'

/** A channel that may not be stored yet. */
export interface ChannelDraft {
  readonly type: number
  readonly base_url: string
  readonly key: string
  /** "" takes the default of the type. */
  readonly other: string
  /** Whether private addresses may be reached. */
  readonly allowPrivate: boolean
}

/** A stored channel, tested with what it does not have yet. */
export interface ChannelTrial {
  readonly channelId: number
  /** Its own when absent. */
  readonly key?: string | undefined
  /** Where it is when absent. */
  readonly place?: Omit<ChannelDraft, 'key'> | undefined
}

/** A call that nobody makes. */
export interface ApiQuestion {
  readonly model: string
  readonly operation: Operation
  /** That of the client. */
  readonly protocol: ProtocolName
  readonly offersTools: boolean
}

/** "unknown" for a name that resolves to nothing. */
export type HostVerdict = 'public' | 'private' | 'unknown'

/** An answer as it came over the wire. */
export interface RecordedAnswer {
  readonly operation: Operation
  readonly dialect: string
  readonly status: number
  readonly contentType: string
  /** Where the request went: origin and path. */
  readonly url: string
  readonly text: string
}

export interface ChannelPorts {
  /** In dollars or the vendor's unit. Throws `channel.balance_unsupported` and relay errors. */
  readonly readBalance: (channelId: number) => Promise<number>
  readonly reportsBalance: (type: number) => Promise<boolean>
  /** A price list of the family's form. Throws `channel.prices_unsupported` and relay errors. */
  readonly readPrices: (channelId: number) => Promise<Readonly<Record<string, unknown>>>
  /** A tiny call's answer as it came. Throws `channel.record_unsupported` and relay errors. */
  readonly record: (
    channelId: number,
    request: { readonly model: string; readonly stream: boolean },
  ) => Promise<RecordedAnswer>
  /** Throws what the first question fails with. */
  readonly verify: (channelId: number, order: VerifyOrder) => Promise<Verified>
  /** By channel id, or of a draft. Throws relay errors. */
  readonly listModels: (source: number | ChannelDraft) => Promise<readonly string[]>
  /** The same by key; a bounded number of them is queried. Throws when none has answered. */
  readonly listModelsByKey: (channelId: number) => Promise<ListedByKey>
  /** At which of its APIs the channel would be called; throws relay errors. */
  readonly routeApi: (channelId: number, question: ApiQuestion) => Promise<RouteApi | undefined>
  /** Resolves the name; an address is judged as it stands. */
  readonly checkHost: (hostname: string) => Promise<HostVerdict>
  /** Milliseconds to rest between two channels of a sweep. */
  readonly pauseMs: number
}

/** What the keys of a channel list, each by itself. */
export interface ListedByKey {
  /** Of keys that answered, in the upstream's order. */
  readonly lists: readonly (readonly string[])[]
  /** Whether every key in use was queried and answered. */
  readonly isWhole: boolean
}

/** What happened to channels without anybody asking for that very channel. */
export type ChannelNews =
  | {
      readonly kind: 'channel_disabled' | 'channel_enabled'
      readonly channelId: number
      readonly channelName: string
      /** "" for an enabled one. */
      readonly reason: string
    }
  | { readonly kind: 'channel_test'; readonly tested: number; readonly failed: number }
