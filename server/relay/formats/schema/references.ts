/**
 * What the references of one schema mean: JSON pointers, anchors and ids inside the schema
 * itself. Nothing is ever fetched: what stands elsewhere cannot be followed.
 */

import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject, stringOf } from '../dialects/json-fields'
import { subschemas } from './walk'

/** They tell of the document, and mean nothing once its references are in place. */
const OF_DOCUMENT: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'definitions',
])

export function withoutDocument(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !OF_DOCUMENT.has(name)))
}

/** What a reference leads to, and the keywords next to it, which narrow it. */
export interface Followed {
  readonly base: JsonObject
  readonly siblings: JsonObject
}

/** References to references to references: nobody writes more of them in a row. */
const MAX_HOPS = 16

export class References {
  /** Schemas in the whole document, definitions included. */
  readonly count: number
  readonly areUsed: boolean
  readonly #root: JsonObject
  /** By `$id`, and by `#anchor`. */
  readonly #named = new Map<string, JsonObject>()
  readonly #targets = new Map<string, JsonObject | undefined>()

  constructor(root: JsonObject) {
    this.#root = root
    let count = 0
    let areUsed = false
    const open = [root]
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      count += 1
      areUsed ||= typeof schema.$ref === 'string'
      this.#name(schema)
      for (const inner of subschemas(schema)) open.push(inner)
    }
    this.count = count
    this.areUsed = areUsed
  }

  /** Through references to references; `undefined` where they lead nowhere or in a circle. */
  follow(schema: JsonObject): Followed | undefined {
    let base: JsonObject | undefined = schema
    let siblings: JsonObject = {}
    for (let hops = 0; base !== undefined && hops <= MAX_HOPS; hops += 1) {
      const reference: string | undefined = stringOf(base.$ref)
      if (reference === undefined) return { base, siblings }
      siblings = { ...withoutReference(base), ...siblings }
      base = this.#target(reference)
    }
    return undefined
  }

  #target(reference: string): JsonObject | undefined {
    if (!this.#targets.has(reference)) this.#targets.set(reference, this.#resolve(reference))
    return this.#targets.get(reference)
  }

  #name(schema: JsonObject): void {
    const id = stringOf(schema.$id)
    if (id !== undefined) this.#named.set(id.replace(/#$/, ''), schema)
    const anchor = stringOf(schema.$anchor)
    if (anchor !== undefined) this.#named.set(`#${anchor}`, schema)
  }

  #resolve(reference: string): JsonObject | undefined {
    const at = reference.indexOf('#')
    const document = at < 0 ? reference : reference.slice(0, at)
    const fragment = at < 0 ? '' : reference.slice(at + 1)
    const from = document === '' ? this.#root : this.#named.get(document)
    if (from === undefined || fragment === '') return from
    return fragment.startsWith('/') ? pointed(from, fragment) : this.#named.get(`#${fragment}`)
  }
}

export function withoutReference({ $ref: _, ...siblings }: JsonObject): JsonObject {
  return siblings
}

/** Follows a pointer such as `/$defs/Address`, with its own escapes inside those of addresses. */
function pointed(from: JsonObject, pointer: string): JsonObject | undefined {
  let at: Json | undefined = from
  for (const step of decoded(pointer).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (isList(at)) at = at[Number(name)]
    else at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  }
  return isObject(at) ? at : undefined
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}
