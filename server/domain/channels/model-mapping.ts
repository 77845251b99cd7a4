/** The text of model_mapping: which name the upstream gets. */
import { GatewayError } from '../errors/gateway-error'

/**
 * The mapped name, `undefined` for a model that is not mapped. Follows chains (a → b → c); a
 * loop or a broken text is refused at call time, not guessed at.
 */
export function modelMapper(text: string): (model: string) => string | undefined {
  if (text.trim() === '') return () => undefined
  const mapping = readMapping(text)
  if (mapping === undefined) {
    return () => {
      throw new GatewayError('model_mapping.invalid')
    }
  }
  if (mapping.size === 0) return () => undefined
  return (model) => {
    const seen = new Set<string>()
    let name = model
    for (;;) {
      const next = mapping.get(name)
      if (typeof next !== 'string' || next === '' || next === name) break
      if (seen.has(next)) throw new GatewayError('model_mapping.loop', { model })
      seen.add(name)
      name = next
    }
    return name === model ? undefined : name
  }
}

/** The same for lists, which show a model whose mapping is broken under its own name. */
export function mappedName(mapper: (model: string) => string | undefined, model: string): string {
  try {
    return mapper(model) ?? model
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return model
  }
}

/** `undefined` for anything but a JSON object. */
function readMapping(text: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? new Map(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}
