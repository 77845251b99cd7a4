/** Counts in a usage object that no unit stands for: stored and reported, never guessed. */
import type { JsonObject } from '../../wire/chat'
import { countOf, isObject } from './json-fields'

/** A vendor names times, costs and speeds there, too; only what ends like a count is one. */
const COUNTED = [
  ...['tokens', 'tokencount', 'requests', 'queries', 'searches', 'calls', 'sources_used'],
  ...['seconds', 'characters', 'pages', 'images', 'units'],
]
const COUNT_NAME = new RegExp(`(?:${COUNTED.join('|')})$`, 'i')

const MOST_NAMES = 16
const MOST_CHARACTERS = 64

/**
 * `undefined` when every count is known, as in most answers. `known` are the names that the
 * dialect reads, or leaves out because another count has them in.
 */
export function unknownCounts(
  value: JsonObject,
  known: ReadonlySet<string>,
): Readonly<Record<string, number>> | undefined {
  let found: Record<string, number> | undefined
  const add = (object: JsonObject, name: string, prefix = ''): void => {
    const count = COUNT_NAME.test(name) ? (countOf(object[name]) ?? 0) : 0
    if (count === 0) return
    found ??= {}
    if (Object.keys(found).length >= MOST_NAMES) return
    found[`${prefix}${name}`.slice(0, MOST_CHARACTERS)] = count
  }
  for (const name in value) {
    const field = value[name]
    if (!known.has(name)) add(value, name)
    // Of an object, what it holds has names of its own.
    else if (isObject(field)) {
      for (const inner in field) if (!known.has(inner)) add(field, inner, `${name}.`)
    }
  }
  return found
}
