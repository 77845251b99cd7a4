import { parse, patch } from '@decimalturn/toml-patch'
import { isRecord } from '../../../server/domain/json/records'
import type { Setting } from '../agent'
import { isWanted, type SettingsFormat } from '../edit'

/** Tables of up to this depth get a header of their own, as people write them. */
const HEADERS = { inlineTableStart: 2 }

function withOne(value: unknown, [name, ...rest]: readonly string[], setting: Setting): unknown {
  if (name === undefined) return setting.value
  const record = isRecord(value) ? value : {}
  return { ...record, [name]: withOne(record[name], rest, setting) }
}

export const toml: SettingsFormat = {
  read: (text) => parse(text),
  apply: (text, settings) => {
    const values: unknown = settings.reduce<unknown>(
      (root, setting) => (isWanted(root, setting) ? withOne(root, setting.path, setting) : root),
      parse(text),
    )
    return patch(text, values, HEADERS)
  },
}
