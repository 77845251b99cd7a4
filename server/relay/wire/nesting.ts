/**
 * A body nested thousands of levels deep cannot be written out again: the attempt overflows the
 * stack after seconds of work, during which no other call runs. So it is refused before.
 */

import { invalid } from './body-fields'
import type { Json, JsonObject } from './chat'

/** Far beyond real schemas and arguments, and far below what the stack can take. */
const MAX_DEPTH = 512

/** The same body. Throws `request.invalid` when it has more levels than allowed. */
export function shallow(body: JsonObject): JsonObject {
  requireLevels(body, MAX_DEPTH)
  return body
}

function requireLevels(value: Json | undefined, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (levels === 0) {
    throw invalid('body', 'reason.too_many_levels', { max: MAX_DEPTH })
  }
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    requireLevels(inner, levels - 1)
  }
}
