/** Calls of the management API that a key alone may make. */

/** Whoever has the key may ask from any page; no cookie is of use here. */
export const OPEN_TO_PAGES = { 'access-control-allow-origin': '*' } as const

/** `undefined` where the header is absent. */
export function keyOf({ headers }: Request): string | undefined {
  return headers.get('authorization')?.replace(/^bearer\s+/i, '')
}
