/** What people said to models, as it rests in the database. */
import type { Sealer } from '../seal'

const PURPOSE = 'stored-response'
/** JSON never begins so. */
const SEALED = /^v\d+:/

type Sealing = Pick<Sealer, 'seal' | 'open'>

export function sealText(sealer: Sealing, text: string): string {
  return text === '' ? '' : sealer.seal(text, PURPOSE)
}

/** Rows of older versions are plain. Throws `secret.unreadable`. */
export function openText(sealer: Sealing, text: string): string {
  return SEALED.test(text) ? sealer.open(text, PURPOSE) : text
}
