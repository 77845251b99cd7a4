import type { Sealer } from '../seal'
import { OPTION_PURPOSE } from './purpose'

/** The text of a secret option; "" when nobody has set it. */
export function openSecret(sealer: Sealer, stored: string): string {
  return stored === '' ? '' : sealer.open(stored, OPTION_PURPOSE)
}
