/** What people said to models, as it rests in the database. */
import type { Sealer } from '../seal'

export const RESPONSE_PURPOSE = 'stored-response'
/** JSON never begins so. */
const SEALED = /^v\d+:/

type Sealing = Pick<Sealer, 'seal' | 'open'>

export function sealText(sealer: Sealing, text: string): string {
  return text === '' ? '' : sealer.seal(text, RESPONSE_PURPOSE)
}

/** Rows of older versions are plain. Throws `secret.unreadable`. */
export function openText(sealer: Sealing, text: string): string {
  return SEALED.test(text) ? sealer.open(text, RESPONSE_PURPOSE) : text
}
