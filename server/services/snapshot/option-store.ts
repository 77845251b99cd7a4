/** The options in force, parsed again only when one of them is written. */

import type { Db } from '../../../db/db'
import { allOptions, type StoredOption } from '../../../db/tables/options'
import type { Price } from '../../domain/money/price'
import { type OptionValues, parseOptions } from '../../domain/options'
import type { PriceTables } from '../../domain/prices/lookup'
import type { Logger } from '../../log'
import type { RelaySettings } from '../../relay/ports/ports'
import type { VendorSettings } from '../../relay/ports/vendor-settings'
import { priceTablesOf } from '../pricing/tables'
import { relaySettings, vendorSettings } from './settings'

export interface OptionView {
  readonly options: OptionValues
  readonly settings: RelaySettings
  readonly vendors: VendorSettings
  readonly tables: PriceTables
  /** Prices that were looked up under these options. */
  readonly prices: Map<string, Price | null>
}

export class OptionStore {
  readonly #db: Pick<Db, 'reader'>
  readonly #log: Logger
  #known: readonly StoredOption[] = []
  #view: OptionView | undefined

  constructor(db: Pick<Db, 'reader'>, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** The same view as before when nothing has changed. */
  async read(): Promise<OptionView> {
    const stored = await allOptions(this.#db.reader)
    if (this.#view !== undefined && isSame(stored, this.#known)) return this.#view
    const { values, problems } = parseOptions(stored)
    for (const { key } of problems) this.#log.warn('option ignored', { option: key })
    this.#view = {
      options: values,
      settings: relaySettings(values),
      vendors: vendorSettings(values),
      tables: priceTablesOf(values),
      prices: new Map(),
    }
    this.#known = stored
    return this.#view
  }
}

/** Both in the order of their keys. */
function isSame(one: readonly StoredOption[], other: readonly StoredOption[]): boolean {
  if (one.length !== other.length) return false
  return one.every(({ key, value }, index) => {
    const match = other[index]
    return match?.key === key && match.value === value
  })
}
