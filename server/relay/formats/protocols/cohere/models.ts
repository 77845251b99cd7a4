import type { ModelShapes } from '../protocol'

/** What each is asked for is left open: names alone do not tell it. */
export const models: ModelShapes = {
  one: modelOf,
  list: (names) => ({ models: names.map(modelOf) }),
}

function modelOf(name: string): object {
  return { name, is_deprecated: false }
}
