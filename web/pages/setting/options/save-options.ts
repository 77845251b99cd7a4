/** What of the typed settings is sent, and what is wrong with it before. */
import { failureText } from '../../../../server/domain/api-calls/failure'
import type { OptionKey } from '../../../../server/domain/options'
import { call } from '../../../api/client'
import type { Text } from '../../../app/language'
import type { OptionChecks } from './option-checks'
import { factsOf } from './option-facts'
import { readRows } from './rows/read-rows'
import { rowProblems } from './rows/row-problems'
import { rowName } from './rows/row-table'
import { ROW_TABLES } from './rows/row-tables'

export type Texts = Partial<Record<OptionKey, string>>
type TextOf = (key: OptionKey) => string

export interface Change {
  readonly key: OptionKey
  readonly value: string
  /** What was stored when the typing began. */
  readonly expected: string
}

/** What saving needs of who saves. */
export interface SavePorts {
  /** `undefined` where they cannot be fetched: then the server alone checks. */
  readonly checks: OptionChecks | undefined
  readonly storedOf: TextOf
  readonly text: Text
}

export function problemsOf(changes: readonly Change[], { checks, text }: SavePorts): Texts {
  const problems: Texts = {}
  if (checks === undefined) return problems
  for (const change of changes) {
    const failed = checks.failedReason(change.key, change.value)
    const problem = failed === undefined ? undefined : text(failed.reason, failed.params)
    const message = wrongRow(change, checks, text) ?? problem
    if (message !== undefined) problems[change.key] = message
  }
  return problems
}

/** The first one, by its name: on a page of many it could be out of sight. */
function wrongRow({ key, value }: Change, checks: OptionChecks, text: Text): string | undefined {
  const table = ROW_TABLES[key]
  const rows = table === undefined ? undefined : readRows(table, value)
  if (table === undefined || rows === undefined) return undefined
  const [first] = rowProblems({ key, table, checks }, rows)
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
export async function sendChanges(changes: readonly Change[], ports: SavePorts): Promise<Texts> {
  const isPrice = ({ key }: Change): boolean => factsOf(key).isPrice === true
  const [prices, others] = [changes.filter(isPrice), changes.filter((row) => !isPrice(row))]
  const failed: Texts = prices.length === 0 ? {} : await sendPrices(prices, ports)
  for (const body of others) {
    try {
      await call('option.set', { body })
    } catch (error) {
      failed[body.key] = failureText(error, ports.text)
    }
  }
  return failed
}

async function sendPrices(changes: readonly Change[], ports: SavePorts): Promise<Texts> {
  const { checks, storedOf, text } = ports
  const failed = (problem: string): Texts =>
    Object.fromEntries(changes.map(({ key }) => [key, problem]))
  if (checks === undefined) return failed(text('failure.unreachable'))
  const typed = new Map(changes.map((change) => [change.key, change]))
  const prices = checks.priceRowsBetween(
    (key) => typed.get(key)?.expected ?? storedOf(key),
    (key) => typed.get(key)?.value ?? storedOf(key),
  )
  try {
    // Texts that are written otherwise and say the same change nothing.
    if (prices.length > 0) await call('price.set', { body: { prices: [...prices] } })
    return {}
  } catch (error) {
    return failed(failureText(error, text))
  }
}
