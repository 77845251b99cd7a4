/** Fields of a service as a form has them: what is typed, over what is stored. */
import { KEPT_SECRET } from '../../../server/domain/notices/kept-secret'

export type FieldTexts = Readonly<Record<string, string>>

/** A secret is not shown; whether one is stored is said next to its field. */
export function shownText(name: string, typed: FieldTexts, stored: FieldTexts): string {
  const known = stored[name] ?? ''
  return typed[name] ?? (known === KEPT_SECRET ? '' : known)
}

export function isKept(name: string, stored: FieldTexts): boolean {
  return stored[name] === KEPT_SECRET
}

/** As it is sent: what is absent stays, and so does an empty secret. */
export function sentTexts(typed: FieldTexts, stored: FieldTexts): Record<string, string> {
  const entries = Object.entries(typed).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(entries.filter(([name, text]) => text !== '' || !isKept(name, stored)))
}
