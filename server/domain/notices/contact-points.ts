/** Where operators are notified of what happens to the site: what is set of each. */
import { type Static, Type } from '@sinclair/typebox'
import { SEVERITIES } from './severities'

export const MOST_CONTACT_POINTS = 50
export const MAX_GROUP_MINUTES = 1440

/** As an operator sets it; what is absent stays, or is as in `NEW_CONTACT_POINT`. */
export const ContactPointFields = Type.Object({
  name: Type.String(),
  enabled: Type.Boolean(),
  severities: Type.Array(Type.Union(SEVERITIES.map((severity) => Type.Literal(severity)))),
  /** Types of `site-notices.ts`; none for all. */
  types: Type.Array(Type.String()),
  /** Whether it is also notified that something is over. */
  recoveries: Type.Boolean(),
  /** Of the notices. */
  language: Type.Union([Type.Literal('zh'), Type.Literal('en')]),
  /** `HH:MM` in the time zone, as the next one; both "" for no quiet hours. */
  quiet_from: Type.String(),
  quiet_to: Type.String(),
  time_zone: Type.String(),
  /** Notices of one type within so many minutes go as one; 0 sends each at once. */
  group_minutes: Type.Integer(),
})

export type ContactPointFields = Static<typeof ContactPointFields>

export const NEW_CONTACT_POINT: Omit<ContactPointFields, 'name' | 'language'> = {
  enabled: true,
  severities: [...SEVERITIES],
  types: [],
  recoveries: true,
  quiet_from: '',
  quiet_to: '',
  time_zone: 'UTC',
  group_minutes: 0,
}
