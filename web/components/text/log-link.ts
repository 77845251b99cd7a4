/** Addresses of the log with its filters set, by the names that its address has for them. */
import { localTimeText } from '../form/TimeField'

export interface LogQuery {
  readonly type?: number
  readonly channel?: number
  readonly username?: string
  readonly token_name?: string
  readonly model_name?: string
  readonly request_id?: string
  /** Epoch seconds. */
  readonly from?: number
  readonly to?: number
}

export function logLink({ from, to, ...filters }: LogQuery): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  if (from !== undefined) query.set('start', localTimeText(from))
  if (to !== undefined) query.set('end', localTimeText(to))
  return `/log?${query}`
}
