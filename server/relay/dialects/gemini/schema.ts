/**
 * JSON Schema as clients write it, cut down to the subset that Gemini's `Schema` type takes.
 * A keyword that carries meaning and has no place there is named in `lost`; annotations and
 * closed-object marks go silently, because the model answers the same without them.
 */
import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject, objectOf, objectsOf, stringOf } from '../json-fields'

const MAX_DEPTH = 24

const KEPT = [
  'description',
  'nullable',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
  'pattern',
  'propertyOrdering',
] as const

const MEANINGFUL = [
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'contains',
  'prefixItems',
  'multipleOf',
  'uniqueItems',
] as const

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}

export interface CleanSchema {
  readonly schema: JsonObject
  /** Keywords that were given up, e.g. `patternProperties`, `recursive $ref`. */
  readonly lost: readonly string[]
}

interface Walk {
  readonly root: JsonObject
  readonly lost: Set<string>
  /** References being expanded, so that a recursive schema ends. */
  readonly open: readonly string[]
  readonly depth: number
}

export function cleanSchema(root: JsonObject): CleanSchema {
  const lost = new Set<string>()
  const schema = clean(root, { root, lost, open: [], depth: 0 })
  return { schema, lost: [...lost] }
}

function clean(source: JsonObject, walk: Walk): JsonObject {
  if (walk.depth > MAX_DEPTH) {
    walk.lost.add('depth')
    return { type: 'object' }
  }
  const reference = stringOf(source.$ref)
  if (reference !== undefined) {
    return cleanReference(reference, source, walk)
  }
  const inner = { ...walk, depth: walk.depth + 1 }
  const node = isList(source.allOf) ? mergeAll(source, inner) : source
  const choices = choicesOf(node)
  if (choices !== undefined && !isObject(node.properties)) {
    return cleanChoices(node, choices, inner)
  }
  if (choices !== undefined && !isList(node.type)) {
    walk.lost.add('anyOf')
  }
  for (const keyword of MEANINGFUL) {
    if (node[keyword] !== undefined && node[keyword] !== false) {
      walk.lost.add(keyword)
    }
  }
  return { ...kept(node), ...bounds(node), ...typed(node, inner) }
}

function cleanReference(reference: string, source: JsonObject, walk: Walk): JsonObject {
  if (walk.open.includes(reference)) {
    walk.lost.add('recursive $ref')
    return { type: 'object' }
  }
  const target = resolve(reference, walk.root)
  if (target === undefined) {
    walk.lost.add('$ref')
    return { type: 'object' }
  }
  const { $ref: _, ...beside } = source
  const open = [...walk.open, reference]
  return clean({ ...target, ...beside }, { ...walk, open, depth: walk.depth + 1 })
}

/** Follows a local pointer such as `#/$defs/Address`. */
function resolve(reference: string, root: JsonObject): JsonObject | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) {
    return undefined
  }
  let at: JsonObject | undefined = root
  for (const step of reference.split('/').slice(1)) {
    at = objectOf(at?.[step.replaceAll('~1', '/').replaceAll('~0', '~')])
  }
  return at
}

/** Joins the members of `allOf` into one schema: properties and required add up. */
function mergeAll(source: JsonObject, walk: Walk): JsonObject {
  const { allOf, ...own } = source
  const members = objectsOf(allOf).map((member) => clean(member, walk))
  const all = [...members, own]
  const properties = Object.assign({}, ...all.map((member) => objectOf(member.properties) ?? {}))
  const required = all.flatMap((member) => (isList(member.required) ? member.required : []))
  return {
    ...Object.assign({}, ...all),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  }
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

function kept(node: JsonObject): JsonObject {
  const entries = KEPT.filter((key) => node[key] !== undefined && node[key] !== null)
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
  const fits = format !== undefined && (FORMATS[type] ?? []).includes(format)
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
