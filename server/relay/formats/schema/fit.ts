/**
 * A JSON Schema as a form of it takes one. What a form has no keyword for goes into descriptions
 * and named as lost; what it cannot say at all makes the schema unfit, so that the caller asks in
 * another way. The same schema always comes out the same, in the order in which it was written.
 */
import type { SchemaForm, SchemaLimits } from '../../../domain/vendor-limits/schema-forms'
import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject, objectOf, stringOf } from '../dialects/json-fields'
import { described, joined, requiredOf } from './compose'
import { inlined } from './inline'
import { modern, renamed } from './modern'
import { mapSchemas, subschemas } from './walk'

export interface Fitted {
  readonly schema: JsonObject
  /** Keywords that are only in descriptions now, or not at all. */
  readonly lost: readonly string[]
  /** Why the form cannot say what the schema says; empty when it can. */
  readonly unfit: readonly string[]
  readonly counted: SchemaCounts
}

export type SchemaCounts = Omit<SchemaLimits, 'tools'>

/** They say nothing that an answer must keep to. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'discriminator',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
])

export function fitSchema(root: JsonObject, form: SchemaForm): Fitted {
  const { schema, circular, lost } = inlined(root)
  const fitting = new Fitting(form, circular)
  for (const keyword of lost) fitting.lost.add(keyword)
  if (circular.size > 0 && form.circles === 'never') fitting.unfit.add('recursive $ref')
  const made = fitting.fit(schema)
  const { counted } = fitting
  if (isBeyond(counted, form.most)) fitting.unfit.add('size')
  return { schema: made, lost: [...fitting.lost], unfit: [...fitting.unfit], counted }
}

export function isBeyond(counted: SchemaCounts, most: SchemaCounts): boolean {
  const { properties, optional, unions } = counted
  return properties > most.properties || optional > most.optional || unions > most.unions
}

class Fitting {
  readonly lost = new Set<string>()
  readonly unfit = new Set<string>()
  readonly counted = { properties: 0, optional: 0, unions: 0 }
  readonly #form: SchemaForm
  readonly #circular: ReadonlySet<string>

  constructor(form: SchemaForm, circular: ReadonlySet<string>) {
    this.#form = form
    this.#circular = circular
  }

  fit(source: JsonObject): JsonObject {
    if (source.$ref !== undefined) return source
    const taken = this.#withoutRefused(this.#typed(this.#worded(joined(modern(source)))))
    if (isList(taken.anyOf) || isList(taken.type)) this.counted.unions += 1
    const made = mapSchemas(taken, (inner) => this.fit(inner))
    return isAboutObject(made) ? this.#fitObject(made) : made
  }

  /** In those of several keywords for one thing that the form has. */
  #worded(schema: JsonObject): JsonObject {
    const { keywords, takesConst } = this.#form
    if (!takesConst && isNamed(schema.const)) {
      return { ...renamed(schema, 'const', 'enum'), enum: [schema.const] }
    }
    const isRenamed = keywords?.has('oneOf') === false && schema.anyOf === undefined
    return isRenamed && schema.oneOf !== undefined ? renamed(schema, 'oneOf', 'anyOf') : schema
  }

  /** With the type that the rest of it implies, where one must be said. */
  #typed(schema: JsonObject): JsonObject {
    const { isTyped } = this.#form
    if (!isTyped || schema.anyOf !== undefined || schema.$ref !== undefined) return schema
    const type = schema.type ?? typeOf(schema)
    if (type === undefined) this.unfit.add('type')
    if (this.#form.requiresAll && type === 'array' && !isObject(schema.items)) {
      this.unfit.add('items')
    }
    return type === undefined || schema.type !== undefined ? schema : { type, ...schema }
  }

  /** What is refused goes into the description, where the model still reads it. */
  #withoutRefused(schema: JsonObject): JsonObject {
    const refused = Object.entries(schema).filter(([name, value]) => !this.#takes(name, value))
    const isSplit = this.#form.isTyped && isList(schema.anyOf) && isAboutObject(schema)
    // Next to properties, alternatives only say which of them go together.
    if (isSplit) refused.push(['anyOf', schema.anyOf])
    if (refused.length === 0) return schema
    for (const [name] of refused) if (!ANNOTATIONS.has(name)) this.lost.add(name)
    const names = new Set(refused.map(([name]) => name))
    const accepted = Object.entries(schema).filter(([name]) => !names.has(name))
    return described(Object.fromEntries(accepted), refused)
  }

  #takes(name: string, value: Json | undefined): boolean {
    const { keywords, formats, mostMinItems } = this.#form
    if (keywords !== undefined && !keywords.has(name)) return false
    if (name === 'format') return formats === undefined || formats.has(String(value))
    if (name === 'minItems') return Number(value) <= mostMinItems
    if (keywords === undefined) return true
    if (name === 'items') return isObject(value)
    if (name === 'enum') return isList(value) && !value.some(isComplex)
    return name !== 'const' || !isComplex(value)
  }

  #fitObject(schema: JsonObject): JsonObject {
    const names = Object.keys(objectOf(schema.properties) ?? {})
    const required = new Set(requiredOf(schema))
    const optional = names.filter((name) => !required.has(name))
    this.counted.properties += names.length
    this.counted.optional += optional.length
    if (this.#form.requiresAll && optional.length > 0) this.unfit.add('required')
    if (this.#form.circles === 'optional') return this.#withOptionalCircles(schema)
    return this.#form.closesObjects ? this.#closed(schema) : schema
  }

  #closed(schema: JsonObject): JsonObject {
    const { additionalProperties: open, properties: given, required: _, ...rest } = schema
    if (open === true || isObject(open) || (open === undefined && given === undefined)) {
      this.unfit.add('additionalProperties')
    }
    const properties = objectOf(given) ?? {}
    if (Object.values(properties).some((property) => !isObject(property))) this.unfit.add('type')
    const required = requiredOf(schema).filter((name) => Object.hasOwn(properties, name))
    return {
      ...rest,
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    }
  }

  /** A circle is followed only so far, so nothing may require its next turn. */
  #withOptionalCircles(schema: JsonObject): JsonObject {
    if (this.#circular.size === 0 || !isList(schema.required)) return schema
    const properties = objectOf(schema.properties) ?? {}
    const isFree = (name: Json) => !this.#closesCircle(properties[String(name)])
    const required = schema.required.filter(isFree)
    if (required.length === schema.required.length) return schema
    this.lost.add('required')
    const { required: _, ...rest } = schema
    return required.length === 0 ? rest : { ...schema, required }
  }

  /** Properties further down are optional, or not, on their own. */
  #closesCircle(value: Json | undefined): boolean {
    if (!isObject(value)) return false
    const reference = stringOf(value.$ref)
    if (reference !== undefined) return this.#circular.has(reference)
    const { properties: _, ...rest } = value
    return subschemas(rest).some((inner) => this.#closesCircle(inner))
  }
}

function isAboutObject({ type, properties }: JsonObject): boolean {
  return isObject(properties) || type === 'object' || (isList(type) && type.includes('object'))
}

function isNamed(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function isComplex(value: Json | undefined): boolean {
  return typeof value === 'object' && value !== null
}

/** As shown by keywords that only one type has, or by the values that are allowed. */
function typeOf(schema: JsonObject): Json | undefined {
  if (isObject(schema.properties) || schema.additionalProperties !== undefined) return 'object'
  if (schema.items !== undefined) return 'array'
  const values = isList(schema.enum) ? schema.enum : [schema.const]
  const types = [...new Set(values.map(typeOfValue))]
  if (types.length === 0 || types.includes('undefined')) return undefined
  return types.length === 1 ? types[0] : types
}

function typeOfValue(value: Json | undefined): string {
  if (value === null) return 'null'
  return isList(value) ? 'array' : typeof value
}
