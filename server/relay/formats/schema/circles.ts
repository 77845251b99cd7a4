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
  let remaining = room
  for (const [from, reached] of targets) {
    remaining = reach(from, references, { reached, remaining })
    if (remaining < 0 || targets.size > MAX_TARGETS) return undefined
    for (const base of reached) if (!targets.has(base)) targets.set(base, new Set())
  }
  return targets
}

interface Reached {
  readonly reached: Set<JsonObject>
  /** Schemas that may still be looked at. */
  readonly remaining: number
}

/** Adds what the schemas below refer to; how many may still be looked at, below 0 for too many. */
function reach(from: JsonObject, references: References, { reached, remaining }: Reached): number {
  const open = [from]
  let rest = remaining
  for (let schema = open.pop(); schema !== undefined && rest >= 0; schema = open.pop()) {
    rest -= 1
    const isReference = typeof schema.$ref === 'string'
    const base = isReference ? references.follow(schema)?.base : undefined
    if (base !== undefined) reached.add(base)
    if (!isReference || base !== undefined) open.push(...subschemas(withoutDocument(schema)))
  }
  return rest
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
