import { type Language, translate } from '../../domain/i18n/translate'
import type { LogReader } from '../../domain/logs/content'
import { optionValues } from '../options/current'
import type { ServiceDeps } from '../service-deps'
import { oldErrorParams } from './old-error-params'

export interface LogReaderOf {
  readonly language: Language
  /** Operators read what upstreams said of themselves. */
  readonly seesUpstream: boolean
}

/** Renders log rows in the reader's language, and in the currency that the site shows. */
export async function logReader(
  { db }: ServiceDeps,
  { language, seesUpstream }: LogReaderOf,
): Promise<LogReader> {
  const { QuotaPerUnit, DisplayInCurrencyEnabled } = await optionValues(db.reader)
  return {
    text: (key, params) => translate(language, key, params),
    perUnit: QuotaPerUnit,
    inCurrency: DisplayInCurrencyEnabled,
    seesUpstream,
    oldErrorParams,
  }
}
