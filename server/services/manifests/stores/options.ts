import { allOptions } from '../../../../db/tables/options'
import { isSameValue } from '../../../domain/manifest/fields'
import { isFileOption, optionTextOf, optionValueOf } from '../../../domain/manifest/option-section'
import type { PlannedItem, StoredItem } from '../../../domain/manifest/plan'
import { OPTION_KEYS, optionRow, parseOptions } from '../../../domain/options'
import { resetOption } from '../../option-changes/reset'
import { setOption } from '../../option-changes/set'
import { openSecret } from '../../options/secret'
import type { SectionStore } from '../section-store'

/** Those that others need come first. */
function inOrder(items: readonly PlannedItem[]): readonly PlannedItem[] {
  const needs = ({ name }: PlannedItem) => (optionRow(name).needs ?? []).length
  return items.toSorted((one, other) => needs(one) - needs(other))
}

export const optionStore: SectionStore = {
  read: async ({ db, sealer }) => {
    const rows = await allOptions(db.lists)
    const { values } = parseOptions(rows)
    const stored = new Map(rows.map(({ key, value }) => [key, value]))
    const items = new Map<string, StoredItem>()
    for (const key of OPTION_KEYS.filter(isFileOption)) {
      const row = optionRow(key)
      const value = row.secret ? openSecret(sealer, stored.get(key) ?? '') : values[key]
      items.set(key, { values: { value }, isShipped: isSameValue(value, row.default) })
    }
    return items
  },
  normal: (value, { item }) => optionValueOf(optionRow(item), optionTextOf(optionRow(item), value)),
  write: async (deps, actor, items) => {
    for (const { name, values } of inOrder(items)) {
      const value = optionTextOf(optionRow(name), values.value)
      await setOption(deps, actor, { key: name, value })
    }
  },
  remove: async (deps, actor, items) => {
    for (const { name } of inOrder(items).toReversed()) await resetOption(deps, actor, name)
  },
  targets: (key) => [`option:${key}`],
}
