/** The server's own words on a text, before it is sent. */
import { GatewayError } from '../../../../server/domain/errors/gateway-error'
import type { TextKey, TextParams } from '../../../../server/domain/i18n/translate'
import { refusedOnSave } from '../../../../server/domain/option-on-save'
import { type OptionKey, optionRow } from '../../../../server/domain/options'

export interface Reason {
  readonly reason: TextKey
  readonly params?: TextParams
}

/** `undefined` for a text that can be saved as far as the browser can know. */
export function failedReason(key: OptionKey, source: string): Reason | undefined {
  const row = optionRow(key)
  try {
    return refusedOnSave(row, row.parse(source))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    // Rows refuse with keys of the dictionaries only.
    return { reason: error.params.reason as TextKey, params: error.params }
  }
}
