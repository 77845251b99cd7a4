/** What all formats have in common: a file as values, and where a setting belongs in them. */
import { isRecord } from '../../server/domain/json/records'
import type { Setting } from './agent'

export interface SettingsFormat {
  /** The text with the settings in it; all else stays. Throws for text that it cannot read. */
  readonly apply: (text: string, settings: readonly Setting[]) => string
  /** Everything as plain values. Throws likewise. */
  readonly read: (text: string) => unknown
}

/** `undefined` where there is nothing. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    root,
  )
}

/** Position of the item that a setting means; -1 where there is none yet. */
export function itemIndex(list: unknown, { itemBy = '', value }: Setting): number {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items.findIndex(
    (item) => isRecord(item) && isRecord(value) && item[itemBy] === value[itemBy],
  )
}

/** Whether a setting has something to say to the file as it is. */
export function isWanted(root: unknown, { ifAbsent, path }: Setting): boolean {
  return ifAbsent !== true || valueAt(root, path) === undefined
}
