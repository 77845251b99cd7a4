/** Refuses what a vendor's documentation does not name, as the vendor itself does. */

/** Anything; an object of these fields and no others; a list of such. */
export type Shape = 'any' | { readonly [name: string]: Shape } | readonly [Shape]

/** Where in the value the first field stands that the shape does not have. */
export function unknownField(value: unknown, shape: Shape, path = ''): string | undefined {
  if (shape === 'any' || value === null) return undefined
  if (isListShape(shape)) {
    if (!Array.isArray(value)) return `${path} is no list`
    return value
      .map((item, at) => unknownField(item, shape[0], `${path}[${at}]`))
      .find((found) => found !== undefined)
  }
  if (typeof value !== 'object' || Array.isArray(value)) return `${path} is no object`
  for (const [name, field] of Object.entries(value ?? {})) {
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined
    const at = path === '' ? name : `${path}.${name}`
    const found = known === undefined ? at : unknownField(field, known, at)
    if (found !== undefined) return found
  }
  return undefined
}

function isListShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}
