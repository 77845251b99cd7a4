import { useState } from 'react'

/** The last value there was, while the next one is on its way. */
export function useKept<T extends object>(value: T | undefined): T | undefined {
  const [kept, keep] = useState(value)
  if (value !== undefined && value !== kept) keep(value)
  return value ?? kept
}
