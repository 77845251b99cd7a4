/** The accounts of a copy after its rehearsal. Nothing may serve it any more. */
import { allChannels } from '../../../db/tables/channels'
import { type Bookmark, bookmark, callsSince, chargedSince } from '../../../db/tables/rehearsal'
import { recordOf } from '../../domain/json/records'
import { billOf } from '../../domain/logs/call-record'
import type { OptionValues } from '../../domain/options'
import { priceFor } from '../../domain/prices/lookup'
import type {
  CallFigures,
  MoneyDifference,
  RehearsedBooks,
  SettledCall,
} from '../../domain/proof/rehearsed-money'
import { LOG_TYPE } from '../../domain/status'
import { type LedgerDifference, verifyLedger } from '../ledger/verify'
import { optionValues } from '../options/current'
import { priceTablesOf } from '../pricing/tables'
import type { ServiceDeps } from '../service-deps'

export interface Start {
  readonly bookmark: Bookmark
  /** What the ledger of the site had against itself already. */
  readonly differences: readonly LedgerDifference[]
}

/** How one call went through the channels. */
export interface RoutedCall {
  readonly requestId: string
  readonly channelId: number
  /** From 1. */
  readonly tries: number
}

export interface ReadBooks {
  readonly books: RehearsedBooks
  readonly routed: readonly RoutedCall[]
  /** Name by id. */
  readonly channels: Readonly<Record<number, string>>
  /** Of the option: without retries every refusal reaches the client. */
  readonly retryTimes: number
}

export async function readRehearsal(
  deps: ServiceDeps,
  start: Start,
  told: readonly CallFigures[],
): Promise<ReadBooks> {
  const { db } = deps
  const rows = await callsSince(db, start.bookmark)
  const now = await bookmark(db)
  const options = await optionValues(db.reader)
  const priceOf = pricing(options)
  const billed = rows.filter(({ type }) => type === LOG_TYPE.consumption)
  const settled = billed.map((row): SettledCall => {
    const facts = recordOf(row.other)
    return {
      requestId: row.request_id,
      quota: row.quota,
      usage: billOf(row, facts)?.usage,
      price: priceOf(row),
      isRefunded: Object(facts.cut).policy === 'refund',
    }
  })
  const before = new Set(start.bookmark.holds)
  const channels = await allChannels(db.lists)
  return {
    books: {
      told,
      settled,
      booked: await chargedSince(db, start.bookmark),
      used: now.used - start.bookmark.used,
      holds: now.holds.filter((id) => !before.has(id)),
      ledger: await newDifferences(deps, start.differences),
    },
    routed: rows.map(({ request_id, channel_id, other }) => {
      const { retries } = recordOf(other)
      const tries = 1 + (typeof retries === 'number' ? retries : 0)
      return { requestId: request_id, channelId: channel_id, tries }
    }),
    retryTimes: options.RetryTimes,
    channels: Object.fromEntries(channels.map(({ id, name }) => [id, name])),
  }
}

/** By the table as it stands in the copy, not by what the calls themselves wrote down. */
function pricing(options: OptionValues) {
  const tables = priceTablesOf(options)
  const { SelfUseModeEnabled: selfUse } = options
  return ({ model_name: model, group }: { readonly model_name: string; readonly group: string }) =>
    priceFor({
      model,
      groupRatio: options.GroupRatio[group] ?? 1,
      tables,
      selfUse,
      acceptsUnset: false,
    })
}

async function newDifferences(
  deps: ServiceDeps,
  before: readonly LedgerDifference[],
): Promise<readonly MoneyDifference[]> {
  const keyOf = ({ account, check }: LedgerDifference) => `${check} ${account}`
  const known = new Set(before.map(keyOf))
  const now = await verifyLedger(deps)
  return now
    .filter((row) => !known.has(keyOf(row)))
    .map(({ account: subject, check, expected, actual }) => ({ check, subject, expected, actual }))
}
