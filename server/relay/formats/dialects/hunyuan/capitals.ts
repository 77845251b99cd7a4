/** `tool_calls` and `ToolCalls`: the same words, as either side writes them. */
import type { Json, JsonObject } from '../../../wire/chat'
import { isList, isObject } from '../json-fields'

export function withCapitals(value: Json): Json {
  return renamed(value, (name) =>
    name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  )
}

export function withoutCapitals(value: JsonObject): JsonObject {
  const made = renamed(value, (name) =>
    name.replace(
      /[A-Z]+/g,
      (letters, at: number) => `${at === 0 ? '' : '_'}${letters.toLowerCase()}`,
    ),
  )
  return isObject(made) ? made : {}
}

function renamed(value: Json, nameOf: (name: string) => string): Json {
  if (isList(value)) return value.map((item) => renamed(item, nameOf))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      nameOf(name),
      field === undefined ? undefined : renamed(field, nameOf),
    ]),
  )
}
