/** What the bill of a job is made of: frozen when it is submitted, stored with the job as JSON. */

import type { ClientId } from '../calls/clients'
import type { ProtocolName } from '../calls/protocol'
import type { Price } from '../money/price'
import type { Usage } from '../money/usage'

/** Whoever made a call that is billed when its work ends. */
export interface BillFacts {
  readonly callId: string
  readonly protocol: ProtocolName
  readonly model: string
  readonly upstreamModel: string
  readonly group: string
  readonly username: string
  readonly tokenName: string
  readonly ip: string
  /** Absent in jobs of before it was known. */
  readonly client?: ClientId
  /** Comma separated; absent in jobs of before there were any. */
  readonly tags?: string
  readonly isStream: boolean
  readonly startedAtMs: number
  /** Frozen when the call began. */
  readonly price: Price
  /** What the client requested and does not get. */
  readonly untranslated: readonly string[]
  readonly tried: readonly number[]
}

export interface JobTerms extends BillFacts {
  /** What was requested, in units: the bill, unless the provider reports what it made. */
  readonly measured: Partial<Usage>
  /** How many of it were requested together. */
  readonly count: number
  /** Credits; what people see until the bill is made. */
  readonly held: number
}
