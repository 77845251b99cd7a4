/**
 * What only the server's own rows of settings can tell. They are heavy: this is fetched when the
 * page has come to rest, or when something is changed.
 */
import { GatewayError } from '../../../../server/domain/errors/gateway-error'
import type { TextKey, TextParams } from '../../../../server/domain/i18n/translate'
import { refusedOnSave } from '../../../../server/domain/option-on-save'
import { type OptionKey, optionRow } from '../../../../server/domain/options'
import { priceRowsBetween } from '../../../../server/domain/prices/price-texts'

export interface Reason {
  readonly reason: TextKey
  readonly params?: TextParams
}

/** `undefined` for a text that can be saved as far as the browser can know. */
function failedReason(key: OptionKey, source: string): Reason | undefined {
  const row = optionRow(key)
  try {
    return refusedOnSave(row, row.parse(source))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Rows refuse with keys of the dictionaries only.
    return { reason: error.params.reason as TextKey, params: error.params }
  }
}

function initialText(key: OptionKey): string {
  const row = optionRow(key)
  return row.format(row.default)
}

export const OPTION_CHECKS = { failedReason, initialText, priceRowsBetween }
export type OptionChecks = typeof OPTION_CHECKS
