/** Schemas made of several: what `allOf` joins, and what the alternatives have in common. */

import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject, objectOf, objectsOf, stringOf } from '../dialects/json-fields'

/**
 * The members of `allOf` and what stands next to them as one schema: properties and what is
 * required add up. It stays as it is where a member is a reference, which cannot be joined.
 */
export function joined(schema: JsonObject): JsonObject {
  const { allOf, ...own } = schema
  if (!isList(allOf)) return schema
  const members = objectsOf(allOf).map(joined)
  if (members.some((member) => member.$ref !== undefined)) return schema
  const all = [...members, own]
  const properties = Object.assign({}, ...all.map((member) => objectOf(member.properties)))
  return {
    ...Object.assign({}, ...all),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...requiring(all.flatMap(requiredOf)),
  }
}

export function requiredOf({ required }: JsonObject): readonly string[] {
  return isList(required) ? required.filter((name) => typeof name === 'string') : []
}

/** No field for an empty list, which older drafts refuse. */
function requiring(names: readonly string[]): JsonObject {
  return names.length === 0 ? {} : { required: [...new Set(names)] }
}

/**
 * One object in the place of several alternatives: it takes the properties of all, and requires
 * what each of them requires. Alternatives that are no objects cannot be met and are left out.
 */
export function united(own: JsonObject, alternatives: readonly JsonObject[]): JsonObject {
  const objects = alternatives.map(joined).filter(isAboutObjects)
  // By the text of each schema, so that what all of them have in common stands there once.
  const choices = new Map<string, Map<string, Json>>()
  for (const { properties } of [own, ...objects]) {
    for (const [name, value = {}] of Object.entries(objectOf(properties) ?? {})) {
      const known = choices.get(name) ?? new Map<string, Json>()
      choices.set(name, known.set(JSON.stringify(value), value))
    }
  }
  const properties = [...choices].map(([name, known]) => [name, oneOf([...known.values()])])
  return {
    ...own,
    properties: Object.fromEntries(properties),
    ...requiring([...requiredOf(own), ...requiredByAll(objects)]),
  }
}

/** Some say only which properties are required. */
function isAboutObjects(schema: JsonObject): boolean {
  return isObject(schema.properties) || isList(schema.required) || schema.type === 'object'
}

function oneOf(choices: readonly Json[]): Json {
  const [only] = choices
  return choices.length === 1 && only !== undefined ? only : { anyOf: choices }
}

function requiredByAll(objects: readonly JsonObject[]): readonly string[] {
  const [first = [], ...others] = objects.map(requiredOf)
  return others.reduce<readonly string[]>((common, names) => {
    const required = new Set(names)
    return common.filter((name) => required.has(name))
  }, first)
}

/** The same schema with keywords that had to be taken out, named in its description. */
export function described(
  schema: JsonObject,
  keywords: readonly (readonly [string, Json | undefined])[],
): JsonObject {
  if (keywords.length === 0) return schema
  const said = keywords.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
  const before = stringOf(schema.description)
  const description = before === undefined ? `{${said}}` : `${before}\n\n{${said}}`
  return { ...schema, description }
}
