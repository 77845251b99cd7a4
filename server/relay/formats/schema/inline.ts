/**
 * A schema without the references that can be put in place. What remains of them are bare
 * `#/$defs/…`: those that close a circle, or all where putting them in place would make the
 * schema many times as long.
 */
import type { JsonObject } from '../../wire/chat'
import { circlesAmong, type Targets, targetsIn } from './circles'
import { References, withoutDocument, withoutReference } from './references'
import { mapSchemas } from './walk'

export interface Inlined {
  readonly schema: JsonObject
  /** References that close a circle, as they are written in the schema. */
  readonly circular: ReadonlySet<string>
  /** `$ref` where one leads nowhere, so that anything is allowed in its place. */
  readonly lost: readonly string[]
}

const NONE: ReadonlySet<string> = new Set()

/** More would let a short schema fill memory: in schemas, of those that the client wrote. */
const MOST_GROWTH = 8
const LEAST_ROOM = 64
/** Bodies have at most 512 levels of JSON, which are half as many of schemas. */
const MAX_LEVELS = 300

export function inlined(root: JsonObject): Inlined {
  const references = new References(root)
  if (!references.areUsed) return { schema: withoutDocument(root), circular: NONE, lost: [] }
  const room = LEAST_ROOM + MOST_GROWTH * references.count
  const targets = targetsIn(root, references, room)
  const whole = targets && new Writer({ references, targets, room, isCompact: false }).write(root)
  const made = whole ?? new Writer({ references, targets, room, isCompact: true }).write(root)
  return made ?? { schema: {}, circular: NONE, lost: ['$ref'] }
}

interface Writing {
  readonly references: References
  /** `undefined` for more than is worth the work: each may close a circle then. */
  readonly targets: Targets | undefined
  readonly room: number
  /** Every reference stays. */
  readonly isCompact: boolean
}

class Writer {
  readonly #writing: Writing
  readonly #isInCircle: (from: JsonObject, to: JsonObject) => boolean
  readonly #lost = new Set<string>()
  /** Definitions that are referred to, with their names, in the order of first use. */
  readonly #names = new Map<JsonObject, string>()
  /** How often each name was requested, and each that was given. */
  readonly #numbers = new Map<string, number>()
  readonly #circular = new Set<string>()
  #room: number

  constructor(writing: Writing) {
    this.#writing = writing
    this.#room = writing.room
    this.#isInCircle = writing.targets === undefined ? () => true : circlesAmong(writing.targets)
  }

  /** `undefined` when it would grow beyond its room. */
  write(root: JsonObject): Inlined | undefined {
    const schema = this.#expand(root, root, 0)
    const definitions: [string, JsonObject][] = []
    for (const [base, name] of this.#names) {
      definitions.push([name, this.#expand(base, base, 1)])
      if (this.#room < 0) return undefined
    }
    if (this.#room < 0) return undefined
    const $defs = definitions.length > 0 && { $defs: Object.fromEntries(definitions) }
    return { schema: { ...schema, ...$defs }, circular: this.#circular, lost: [...this.#lost] }
  }

  /** `within` is the definition that is being written, whose circle references may close. */
  #expand(schema: JsonObject, within: JsonObject, level: number): JsonObject {
    this.#room -= level > MAX_LEVELS ? Number.POSITIVE_INFINITY : 1
    if (this.#room < 0) return {}
    if (typeof schema.$ref === 'string') return this.#expandReference(schema, within, level)
    return mapSchemas(withoutDocument(schema), (inner) => this.#expand(inner, within, level + 1))
  }

  #expandReference(schema: JsonObject, within: JsonObject, level: number): JsonObject {
    const followed = this.#writing.references.follow(schema)
    if (followed === undefined) {
      this.#lost.add('$ref')
      return this.#expand(withoutReference(schema), within, level + 1)
    }
    const { base, siblings } = followed
    const closesCircle = this.#isInCircle(within, base)
    if (closesCircle || this.#writing.isCompact) return this.#bare(base, schema, closesCircle)
    const isCircular = this.#isInCircle(base, base)
    return this.#expand({ ...base, ...siblings }, isCircular ? base : within, level + 1)
  }

  #bare(base: JsonObject, { $ref }: JsonObject, closesCircle: boolean): JsonObject {
    const name = this.#names.get(base) ?? this.#newName(String($ref))
    this.#names.set(base, name)
    const reference = `#/$defs/${name}`
    if (closesCircle) this.#circular.add(reference)
    return { $ref: reference }
  }

  /** The last step of the reference, in letters that need no escapes in a pointer. */
  #newName(reference: string): string {
    const last = reference.split(/[/#]/).at(-1) ?? ''
    const plain = last.replace(/[^\w.-]+/g, '_').slice(0, 64) || 'root'
    let number = this.#numbers.get(plain) ?? 1
    let name = number === 1 ? plain : `${plain}_${number}`
    for (; this.#numbers.has(name); number += 1) name = `${plain}_${number + 1}`
    this.#numbers.set(plain, number).set(name, 1)
    return name
  }
}
