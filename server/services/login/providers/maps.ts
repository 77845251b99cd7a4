import { recordOf } from '../../../domain/json/records'

/** Of JSON that was checked when it was stored; what is no text is left out. */
export function textsByName(json: string): Readonly<Record<string, string>> {
  const entries = Object.entries(recordOf(json))
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
