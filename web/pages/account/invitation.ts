/** Who invited this browser, stored until somebody registers in it. */
import { readStored, store } from '../../app/storage'

const STORED_AS = 'aff'

export function rememberInvitation(code: string | null): void {
  if (code !== null && code !== '') store(STORED_AS, code)
}

export function invitation(): string {
  return readStored(STORED_AS) ?? ''
}
