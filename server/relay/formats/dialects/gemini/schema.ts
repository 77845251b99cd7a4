/**
 * JSON Schema as clients write it, cut down to the subset that Gemini's `Schema` type takes.
 * A keyword that carries meaning and has no place there is named in `lost`; annotations and
 * closed-object marks go silently, because the model answers the same without them.
 */
import { GEMINI_SUBSET } from '../../../../domain/vendor-limits/schema-forms'
import type { Json, JsonObject } from '../../../wire/chat'
import { joined } from '../../schema/compose'
import { inlined } from '../../schema/inline'
import { isList, isObject, objectOf, objectsOf, stringOf } from '../json-fields'

const MAX_DEPTH = 24

export interface CleanSchema {
  readonly schema: JsonObject
  /** Keywords that were given up, e.g. `patternProperties`, `recursive $ref`. */
  readonly lost: readonly string[]
}

interface Walk {
  readonly circular: ReadonlySet<string>
  readonly lost: Set<string>
  readonly depth: number
}

export function cleanSchema(root: JsonObject): CleanSchema {
  const { schema: whole, circular, lost: missing } = inlined(root)
  const lost = new Set(missing)
  const schema = clean(whole, { circular, lost, depth: 0 })
  return { schema, lost: [...lost] }
}

function clean(source: JsonObject, walk: Walk): JsonObject {
  if (walk.depth > MAX_DEPTH) {
    walk.lost.add('depth')
    return { type: 'object' }
  }
  if (source.$ref !== undefined) {
    const isCircular = walk.circular.has(String(source.$ref))
    walk.lost.add(isCircular ? 'recursive $ref' : '$ref')
    return { type: 'object' }
  }
  const inner = { ...walk, depth: walk.depth + 1 }
  const node = joined(source)
  if (node.allOf !== undefined) walk.lost.add('allOf')
  const choices = choicesOf(node)
  if (choices !== undefined && !isObject(node.properties)) {
    return cleanChoices(node, choices, inner)
  }
  if (choices !== undefined && !isList(node.type)) {
    walk.lost.add('anyOf')
  }
  for (const keyword of GEMINI_SUBSET.missed) {
    if (node[keyword] !== undefined && node[keyword] !== false) {
      walk.lost.add(keyword)
    }
  }
  return { ...allowedFields(node), ...bounds(node), ...typed(node, inner) }
}

/** Alternatives of a node, whichever of the three spellings it uses. */
function choicesOf(node: JsonObject): readonly JsonObject[] | undefined {
  if (isList(node.anyOf)) {
    return objectsOf(node.anyOf)
  }
  if (isList(node.oneOf)) {
    return objectsOf(node.oneOf)
  }
  if (!isList(node.type)) {
    return undefined
  }
  const { anyOf: _anyOf, oneOf: _oneOf, description: _description, ...rest } = node
  return node.type.map((type) => ({ ...rest, type }))
}

function cleanChoices(node: JsonObject, choices: readonly JsonObject[], walk: Walk): JsonObject {
  const real = choices.filter((choice) => choice.type !== 'null')
  const nullable = real.length < choices.length || node.nullable === true
  const members = real.map((choice) => clean(withoutNullValues(choice, nullable), walk))
  const [only] = members
  const body = members.length === 1 && only !== undefined ? only : { anyOf: members }
  const description = stringOf(node.description)
  return {
    ...body,
    ...(description !== undefined && { description }),
    ...(nullable && { nullable: true }),
  }
}

function withoutNullValues(choice: JsonObject, nullable: boolean): JsonObject {
  return nullable && isList(choice.enum)
    ? { ...choice, enum: choice.enum.filter((value) => value !== null) }
    : choice
}

function allowedFields(node: JsonObject): JsonObject {
  const entries = GEMINI_SUBSET.allowed.filter(
    (key) => node[key] !== undefined && node[key] !== null,
  )
  return Object.fromEntries(entries.map((key) => [key, node[key]]))
}

/** Exclusive limits have no place; for whole numbers the next inclusive one says the same. */
function bounds(node: JsonObject): JsonObject {
  const step = node.type === 'integer' ? 1 : 0
  return {
    ...(typeof node.exclusiveMinimum === 'number' && { minimum: node.exclusiveMinimum + step }),
    ...(typeof node.exclusiveMaximum === 'number' && { maximum: node.exclusiveMaximum - step }),
  }
}

function typed(node: JsonObject, walk: Walk): JsonObject {
  const values = enumOf(node)
  if (values !== undefined) {
    return cleanEnum(values, node, walk)
  }
  const type = typeOf(node)
  if (type === 'object') {
    return cleanObject(node, walk)
  }
  if (type === 'array') {
    const items = objectOf(node.items)
    if (items === undefined) {
      walk.lost.add('items')
    }
    return { type, items: items === undefined ? { type: 'string' } : clean(items, walk) }
  }
  if (type === undefined) {
    walk.lost.add('type')
    return { type: 'object' }
  }
  const format = stringOf(node.format)
  const fits = format !== undefined && GEMINI_SUBSET.formats[type]?.includes(format)
  return { type, ...(fits && { format }) }
}

function typeOf(node: JsonObject): string | undefined {
  if (isObject(node.properties)) {
    return 'object'
  }
  const type = stringOf(node.type)?.toLowerCase()
  if (type !== undefined) {
    return type
  }
  return node.items === undefined ? undefined : 'array'
}

function enumOf(node: JsonObject): readonly Json[] | undefined {
  if (isList(node.enum)) {
    return node.enum
  }
  return node.const === undefined ? undefined : [node.const]
}

/** Only text can be enumerated; an empty choice is refused by the upstream. */
function cleanEnum(values: readonly Json[], node: JsonObject, walk: Walk): JsonObject {
  const texts = values.flatMap((value) => (typeof value === 'string' && value !== '' ? value : []))
  const nullable = values.includes(null)
  if (texts.length === values.length - (nullable ? 1 : 0) && texts.length > 0) {
    return { type: 'string', enum: texts, ...(nullable && { nullable }) }
  }
  walk.lost.add('enum')
  const type = stringOf(node.type) ?? (typeof values[0] === 'number' ? 'number' : typeof values[0])
  return { type: type === 'undefined' ? 'string' : type }
}

function cleanObject(node: JsonObject, walk: Walk): JsonObject {
  const given = Object.entries(objectOf(node.properties) ?? {})
  const open = node.additionalProperties
  if (isObject(open) || (open === true && given.length === 0)) {
    walk.lost.add('additionalProperties')
  }
  if (given.length === 0) {
    // The root may be empty: a function without parameters. Deeper it means "any object".
    if (walk.depth > 1) {
      walk.lost.add('properties')
    }
    return { type: 'object' }
  }
  const properties = Object.fromEntries(
    given.map(([name, value]) => [name, clean(objectOf(value) ?? {}, walk)]),
  )
  const required = isList(node.required)
    ? node.required.filter((name) => typeof name === 'string' && name in properties)
    : []
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
