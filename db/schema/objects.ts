import type { OwnedKind } from '../../server/domain/objects/objects'

/** What upstreams keep for users. */
export interface OwnedTable {
  user_id: number
  /** As the upstream gave it. */
  id: string
  kind: OwnedKind
  /** 0 for none. */
  token_id: number
  channel_id: number
  /** Distinguishes keys without being one. */
  key_hash: string
  created_at: number
  /** 0 for never. */
  expires_at: number
  /** JSON: what its end will be billed by; "" when nothing is owed. */
  job: string
  /** When the upstream is polled for its end; 0 when it is not. */
  poll_at: number
  /** How often it was polled. */
  polls: number
  /** The model that the client requested; "" where it has the upstream's name. */
  model: string
}
