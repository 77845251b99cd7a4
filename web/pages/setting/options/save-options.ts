/** What of the typed settings is sent, and what is wrong with it before. */
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { OptionKey } from '../../../../server/domain/options'
import { priceFieldOf } from '../../../../server/domain/prices/price-row'
import { priceRowsBetween } from '../../../../server/domain/prices/price-texts'
import { call } from '../../../api/client'
import type { Text } from '../../../language'
import { failedReason } from './refused'
import { readRows } from './rows/read-rows'
import { rowProblems } from './rows/row-problems'
import { rowName } from './rows/row-table'
import { ROW_TABLES } from './rows/row-tables'

export type Texts = Partial<Record<OptionKey, string>>
type TextOf = (key: OptionKey) => string

export interface Change {
  readonly key: OptionKey
  readonly value: string
}

export function changesOf(
  keys: readonly OptionKey[],
  values: Texts,
  storedOf: TextOf,
): readonly Change[] {
  return keys.flatMap((key) => {
    const value = values[key]
    return value === undefined || value === storedOf(key) ? [] : [{ key, value }]
  })
}

export function problemsOf(changes: readonly Change[], text: Text): Texts {
  const problems: Texts = {}
  for (const { key, value } of changes) {
    const failed = failedReason(key, value)
    const problem = failed === undefined ? undefined : text(failed.reason, failed.params)
    const told = wrongRow(key, value, text) ?? problem
    if (told !== undefined) problems[key] = told
  }
  return problems
}

/** The first one, by its name: on a page of many it could be out of sight. */
function wrongRow(key: OptionKey, value: string, text: Text): string | undefined {
  const table = ROW_TABLES[key]
  const rows = table === undefined ? undefined : readRows(table, value)
  if (table === undefined || rows === undefined) return undefined
  const [first] = rowProblems(key, table, rows)
  const row = rows.find(({ id }) => id === first?.[0])
  if (first === undefined || row === undefined) return undefined
  const [, { reason, params }] = first
  const name = rowName(table, row) || String(rows.indexOf(row) + 1)
  return text('rows.problem', { row: name, reason: text(reason, params) })
}

/**
 * Prices all in one request, so that no call is charged at a mix of them; the others one after
 * the other, so that an alias and the setting that it stands for keep their order.
 */
export async function send(
  changes: readonly Change[],
  storedOf: TextOf,
  text: Text,
): Promise<Texts> {
  const [prices, others] = [changes.filter(isPrice), changes.filter((row) => !isPrice(row))]
  const failed: Texts = prices.length === 0 ? {} : await sendPrices(prices, storedOf, text)
  for (const body of others) {
    try {
      await call('option.set', { body })
    } catch (error) {
      failed[body.key] = failureText(error, text)
    }
  }
  return failed
}

function isPrice({ key }: Change): boolean {
  return priceFieldOf(key) !== undefined
}

async function sendPrices(
  changes: readonly Change[],
  storedOf: TextOf,
  text: Text,
): Promise<Texts> {
  const typed = new Map(changes.map(({ key, value }) => [key, value]))
  const prices = priceRowsBetween(storedOf, (key) => typed.get(key) ?? storedOf(key))
  try {
    // Texts that are written otherwise and say the same change nothing.
    if (prices.length > 0) await call('price.set', { body: { prices: [...prices] } })
    return {}
  } catch (error) {
    return Object.fromEntries(changes.map(({ key }) => [key, failureText(error, text)]))
  }
}
