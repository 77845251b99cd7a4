/** From the text of a source to the prices of models under the names that they have here. */
import type { UnitClass } from '../../units'
import { RATIO_FIELDS } from '../encode-rates'
import { PRICED_UNITS } from '../price-draft'
import { type FetchedList, unreadable } from './fetched-price'
import { LITELLM_UNITS, readLiteLlm } from './litellm'
import { MODELS_DEV_UNITS, readModelsDev } from './models-dev'
import { type NamedPrices, namedPrices, type WantedNames } from './named-prices'
import { OPENROUTER_UNITS, readOpenRouter } from './openrouter'
import type { PriceSourceKind } from './source-kinds'
import { readGateway, readTables } from './tables'

interface SourceRow {
  readonly read: (text: string, group: string) => FetchedList
  /** The units that it can tell: of others it says nothing by leaving them out. */
  readonly units: readonly UnitClass[]
  /** Whether it can tell prices above thresholds. */
  readonly hasSteps: boolean
}

export const SOURCE_ROWS: Readonly<Record<PriceSourceKind, SourceRow>> = {
  'models.dev': {
    read: (text) => readModelsDev(parsed(text)),
    units: MODELS_DEV_UNITS,
    hasSteps: true,
  },
  openrouter: {
    read: (text) => readOpenRouter(parsed(text)),
    units: OPENROUTER_UNITS,
    hasSteps: true,
  },
  litellm: { read: (text) => readLiteLlm(parsed(text)), units: LITELLM_UNITS, hasSteps: true },
  gateway: {
    read: (text, group) => readGateway(parsed(text), group),
    units: PRICED_UNITS.filter((unit) => RATIO_FIELDS[unit] !== undefined),
    hasSteps: false,
  },
  file: { read: readTables, units: PRICED_UNITS, hasSteps: true },
}

export interface SourceOrder extends WantedNames {
  readonly kind: PriceSourceKind
  readonly group: string
}

/** Throws `price_source.unreadable`: nothing of a list that is wrong anywhere is taken. */
export function readSource(text: string, order: SourceOrder): NamedPrices {
  return namedPrices(SOURCE_ROWS[order.kind].read(text, order.group), order)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('$')
  }
}
