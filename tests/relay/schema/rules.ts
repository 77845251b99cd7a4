/**
 * What the vendors document of each form, written from their documents and not from our rows:
 * every complaint is a reason for which a request would be refused.
 */
import type { Json, JsonObject } from '../../../server/relay/wire/chat'

export type Check = (schema: JsonObject) => readonly string[]

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

/** Every schema in a schema, with the properties that it is within, the nearest first. */
function* schemas(schema: Json | undefined, path = '#'): Generator<[JsonObject, string]> {
  if (!isObject(schema)) return
  yield [schema, path]
  for (const name of ['properties', '$defs', 'definitions', 'patternProperties']) {
    for (const [key, value] of Object.entries((schema[name] as JsonObject) ?? {})) {
      yield* schemas(value, `${path}/${name}/${key}`)
    }
  }
  for (const name of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']) {
    yield* schemas(schema[name], `${path}/${name}`)
  }
  for (const name of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    for (const [at, value] of list(schema[name]).entries()) {
      yield* schemas(value, `${path}/${name}/${at}`)
    }
  }
}

const words = (...lines: readonly string[]) => new Set(lines.join(' ').split(' '))

function references(root: JsonObject, beside: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const [schema, path] of schemas(root)) {
    if (schema.$ref === undefined) continue
    const name = /^#\/\$defs\/([\w.-]+)$/.exec(String(schema.$ref))?.[1]
    if (name === undefined || !isObject(root.$defs) || !isObject(root.$defs[name])) {
      found.push(`${path}: reference to undefined schema ${schema.$ref}`)
    }
    const others = Object.keys(schema).filter((key) => key !== '$ref' && !beside.includes(key))
    if (others.length > 0) found.push(`${path}: $ref was set alongside ${others.join()}`)
  }
  return found
}

/** Google: `$ref` has nothing beside it, and circles only stand in properties not required. */
export const geminiFull: Check = (root) => {
  const found = [...references(root, [])]
  for (const [schema, path] of schemas(root)) {
    for (const name of ['definitions', '$schema', 'allOf']) {
      if (schema[name] !== undefined) found.push(`${path}: ${name}`)
    }
    for (const name of list(schema.required)) {
      const property = (schema.properties as JsonObject | undefined)?.[String(name)]
      for (const [inner, at] of schemas(property)) {
        const isNear = !at.includes('/properties/')
        if (inner.$ref !== undefined && isNear) found.push(`${path}: ${name} requires a circle`)
      }
    }
  }
  return found
}

const SUBSET = words(
  'type format title description nullable enum items minItems maxItems minLength',
  'maxLength minimum maximum pattern anyOf properties required propertyOrdering',
  'minProperties maxProperties',
)

/** Google's `Schema`: unknown names are refused, and so are lists of types. */
export const geminiSubset: Check = (root) => {
  const found: string[] = []
  for (const [schema, path] of schemas(root)) {
    for (const name of Object.keys(schema)) if (!SUBSET.has(name)) found.push(`${path}: ${name}`)
    if (Array.isArray(schema.type)) found.push(`${path}: type is a list`)
    if (schema.type === 'array' && schema.items === undefined) found.push(`${path}: no items`)
  }
  return found
}

const CLAUDE = words(
  '$defs $ref additionalProperties anyOf const default description enum format items',
  'minItems properties required title type',
)
const CLAUDE_FORMATS = words('date-time time date duration email hostname uri ipv4 ipv6 uuid')

function isObjectSchema({ type, properties }: JsonObject): boolean {
  return type === 'object' || list(type).includes('object') || properties !== undefined
}

/** Anthropic: structured outputs and strict tools. */
export const claudeStrict: Check = (root) => {
  const found = [...references(root, [])]
  let optional = 0
  for (const [schema, path] of schemas(root)) {
    for (const name of Object.keys(schema)) {
      if (!CLAUDE.has(name)) found.push(`${path}: property '${name}' is not supported`)
    }
    if (isObjectSchema(schema)) {
      if (schema.additionalProperties !== false) found.push(`${path}: additionalProperties`)
      const required = list(schema.required)
      optional += Object.keys(schema.properties ?? {}).length - required.length
    }
    if (Number(schema.minItems ?? 0) > 1) found.push(`${path}: minItems`)
    if (schema.format !== undefined && !CLAUDE_FORMATS.has(String(schema.format))) {
      found.push(`${path}: format`)
    }
    if (list(schema.enum).some((value) => typeof value === 'object' && value !== null)) {
      found.push(`${path}: enum`)
    }
    const isTyped = ['type', 'anyOf', '$ref'].some((name) => schema[name] !== undefined)
    if (!isTyped) found.push(`${path}: no type`)
  }
  const circles = [...schemas(root)].filter(([schema]) => schema.$ref !== undefined)
  if (JSON.stringify(root).length < 2_000 && circles.length > 0) found.push('recursive')
  if (optional > 24) found.push('too many optional properties')
  return found
}

const OPENAI = words(
  '$defs $ref additionalProperties anyOf const description enum exclusiveMaximum',
  'exclusiveMinimum format items maxItems maximum minItems minimum multipleOf pattern',
  'properties required title type',
)

/** OpenAI: `strict: true`. */
export const openaiStrict: Check = (root) => {
  const found = [...references(root, [])]
  for (const [schema, path] of schemas(root)) {
    for (const name of Object.keys(schema)) {
      if (!OPENAI.has(name)) found.push(`${path}: '${name}' is not permitted`)
    }
    if (isObjectSchema(schema)) {
      const names = Object.keys(schema.properties ?? {})
      if (schema.additionalProperties !== false) found.push(`${path}: additionalProperties`)
      if (`${names.sort()}` !== `${[...list(schema.required)].sort()}`) {
        found.push(`${path}: 'required' is not every property`)
      }
    }
    const isTyped = ['type', 'anyOf', '$ref'].some((name) => schema[name] !== undefined)
    if (!isTyped) found.push(`${path}: schema must have a 'type' key`)
    if (schema.type === 'array' && schema.items === undefined) found.push(`${path}: no items`)
  }
  return found
}

/** What Anthropic, OpenAI and Google refuse at the top of a tool's arguments. */
export const plainTop: Check = (schema) => {
  const found = ['anyOf', 'oneOf', 'allOf', 'enum', 'not', '$ref'].filter(
    (name) => schema[name] !== undefined,
  )
  return schema.type === 'object' ? found : [...found, `type is ${schema.type}`]
}
