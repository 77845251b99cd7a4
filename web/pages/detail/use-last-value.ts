import { useState } from 'react'

/** The last value there was, while the next one is on its way. */
export function useLastValue<T extends object>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
