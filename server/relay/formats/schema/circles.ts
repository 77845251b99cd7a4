/** Which references of a schema lead back to where they stand. */
import type { JsonObject } from '../../wire/chat'
import { type References, withoutDocument } from './references'
import { subschemas } from './walk'

/** What is referred to, and what each of them refers to in turn; the root is one of them. */
export type Targets = ReadonlyMap<JsonObject, ReadonlySet<JsonObject>>

/** No schema that people write has more definitions. */
const MAX_TARGETS = 256

/** `undefined` for more targets, or more schemas in them, than are worth the work. */
export function targetsIn(
  root: JsonObject,
  references: References,
  room: number,
): Targets | undefined {
  const targets = new Map<JsonObject, Set<JsonObject>>([[root, new Set()]])
  let left = room
  for (const [from, reached] of targets) {
    const open = [from]
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      left -= 1
      if (left < 0 || targets.size > MAX_TARGETS) return undefined
      if (typeof schema.$ref === 'string') {
        const base = references.follow(schema)?.base
        if (base === undefined) continue
        reached.add(base)
        if (!targets.has(base)) targets.set(base, new Set())
      }
      open.push(...subschemas(withoutDocument(schema)))
    }
  }
  return targets
}

/** Whether two targets are on one circle. */
export function circlesAmong(targets: Targets): (from: JsonObject, to: JsonObject) => boolean {
  const reaches = new Map([...targets.keys()].map((from) => [from, reachedFrom(from, targets)]))
  return (from, to) => reaches.get(from)?.has(to) === true && reaches.get(to)?.has(from) === true
}

function reachedFrom(from: JsonObject, targets: Targets): ReadonlySet<JsonObject> {
  const reached = new Set<JsonObject>(targets.get(from))
  for (const target of reached) {
    for (const next of targets.get(target) ?? []) reached.add(next)
  }
  return reached
}
