import type { ModelShapes } from '../protocol'

/** What each can do is left open: names alone do not say it. */
export const models: ModelShapes = {
  one: modelOf,
  list: (names) => ({ models: names.map(modelOf) }),
}

function modelOf(name: string): object {
  return { name, is_deprecated: false }
}
