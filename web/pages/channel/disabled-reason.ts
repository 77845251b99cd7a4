import { isRecord } from '../../app/storage'

/** Why and when the gateway switched a channel off, as the row stores it. */
export function disabledReason({ other_info }: { readonly other_info: string }): {
  readonly reason: string
  readonly seconds: number
} {
  const nothing = { reason: '', seconds: 0 }
  try {
    const parsed: unknown = JSON.parse(other_info || '{}')
    if (!isRecord(parsed)) return nothing
    return { reason: String(parsed.status_reason ?? ''), seconds: Number(parsed.status_time ?? 0) }
  } catch {
    return nothing
  }
}
