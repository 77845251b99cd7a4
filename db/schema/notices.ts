import type { Generated } from 'kysely'

/** The last notice of each kind that a user was sent. */
export interface NoticesTable {
  user_id: number
  kind: string
  sent_at: number
}

/** Notices to people, those that have arrived and those that have not. */
export interface OutboxTable {
  id: Generated<number>
  /** Root for what goes to a contact point. */
  user_id: number
  /** As in `notices`. */
  kind: string
  /** As webhooks name it. */
  type: string
  /** JSON: keys of the dictionaries and their parameters, no sentence in any language. */
  content: string
  state: string
  /** Service by which it went, or was last tried; "" for none. */
  way: string
  /** JSON: id of an error and its parameters; "" for none. */
  failure: string
  attempts: number
  created_at: number
  /** When it is tried next; null when it is closed. */
  next_at: number | null
  done_at: number | null
  /** Unique among the open ones; null when closed, or when every one of the kind counts. */
  open_key: string | null
  /** 0 for what goes to the user. */
  contact_point_id: Generated<number>
}

/** Where operators are notified of what happens to the site. */
export interface ContactPointsTable {
  id: Generated<number>
  name: string
  enabled: 0 | 1
  /** Id of a row of `domain/notices/services.ts`; never changed. */
  service: string
  /** JSON: fields of the service that are no secrets. */
  fields: string
  /** JSON of the others, sealed; "" for none. */
  secrets_sealed: string
  /** For people: a host, an address, a chat. */
  target: string
  /** JSON: list of those that it wants. */
  severities: string
  /** JSON: list of types; an empty one for all. */
  types: string
  /** 1 when it is also notified of the end of something. */
  recoveries: 0 | 1
  language: string
  /** `HH:MM` of the time zone; both "" for none. */
  quiet_from: string
  quiet_to: string
  time_zone: string
  group_minutes: number
  /** Of the last attempt; 0 before the first. */
  last_at: number
  /** JSON as in the outbox; "" when it arrived. */
  last_failure: string
  created_at: number
  updated_at: number
}
