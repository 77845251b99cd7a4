/** Settings that a screen of their own shows: read together, and saved where they differ. */
import type { OptionKey } from '../../../server/domain/options'
import type { Tools } from '../tools'

/** "" for those that the API does not return. */
export async function readOptions({ api }: Tools): Promise<(key: OptionKey) => string> {
  const { data } = await api.call('option.list')
  const texts = new Map(data.map(({ key, value }) => [key, value]))
  return (key) => texts.get(key) ?? ''
}

/** One after the other, in the order they are given in; the first that is refused ends it. */
export async function saveOptions(
  { api }: Tools,
  changes: readonly (readonly [OptionKey, string])[],
): Promise<void> {
  for (const [key, value] of changes) await api.call('option.set', { body: { key, value } })
}
