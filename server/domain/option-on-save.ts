/**
 * What a setting may not be set to, although one that is stored already is read: a stricter
 * rule of a newer release must not put a default in the place of what an operator has.
 */
import { MAX_RATIO } from './bounds'
import { hasCredentials } from './network/url-credentials'
import type { OptionRow, OptionType, Refusal } from './options/option'
import { RatioByName } from './options/shapes'
import { hasHidden } from './text/visible-text'

/** Sensitive words and pages may hold any character. */
const OF_ONE_LINE: ReadonlySet<OptionType> = new Set(['string', 'secret', 'address', 'list'])

/** `value` has passed the row's own `parse`. */
export function refusedOnSave(row: OptionRow<unknown>, value: unknown): Refusal | undefined {
  const line = row.hasLines === true ? String(value).replaceAll(/\r?\n/g, '') : String(value)
  if (OF_ONE_LINE.has(row.type) && line !== '' && hasHidden(line)) {
    return { reason: 'reason.hidden_characters' }
  }
  // Addresses are shown to visitors or sent to others.
  if (row.type === 'address' && hasCredentials(String(value))) {
    return { reason: 'reason.address_credentials' }
  }
  const { min } = row
  if (min !== undefined && typeof value === 'number' && value < min) {
    return { reason: 'reason.below', params: { min } }
  }
  if (row.type !== 'json') return undefined
  if (textsIn(value).some(hasHidden)) return { reason: 'reason.hidden_characters' }
  return row.schema === RatioByName ? refusedRatio(value) : undefined
}

function refusedRatio(value: unknown): Refusal | undefined {
  for (const [name, ratio] of Object.entries(Object(value))) {
    if (typeof ratio === 'number' && ratio > MAX_RATIO) {
      return { reason: 'reason.ratio_too_large', params: { name, max: MAX_RATIO } }
    }
  }
  return undefined
}

/** Names and texts of a JSON value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}
