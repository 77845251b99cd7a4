/** Values that are created on first use. */

interface Once<T> {
  readonly value: () => T
  /** What `value` has made, if it has been called. */
  readonly made: () => T | undefined
}

/** Runs `make` at most once. */
export function once<T>(make: () => T): Once<T> {
  let made: { readonly value: T } | undefined
  return {
    value: () => {
      made ??= { value: make() }
      return made.value
    },
    made: () => made?.value,
  }
}
