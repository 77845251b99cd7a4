/** Where operators are notified of what happens to the site. */
import { Type } from '@sinclair/typebox'
import { ContactPointFields, NEW_CONTACT_POINT } from '../notices/contact-points'
import { NOTICE_SERVICE_IDS } from '../notices/service-ids'
import { endpoint, IdParams, Nothing } from './endpoint'

const Service = Type.Union(NOTICE_SERVICE_IDS.map((id) => Type.Literal(id)))
/** By the names of the fields of the service. */
const Values = Type.Record(Type.String(), Type.String())

const ContactPointJson = Type.Composite([
  Type.Object({
    id: Type.Integer(),
    service: Service,
    /** Secrets that are set are `***`. */
    fields: Values,
    /** An address, a chat or a host. */
    target: Type.String(),
    /** Of the last attempt, epoch seconds; 0 before the first. */
    last_at: Type.Integer(),
    /** Why it failed, in the language of the caller; "" when it arrived. */
    last_failure: Type.String(),
  }),
  ContactPointFields,
])

/** A secret that is absent or `***` stays, unless the host changes. */
const Input = Type.Composite([
  Type.Partial(ContactPointFields),
  Type.Object({ fields: Type.Optional(Values) }),
])

const EXAMPLE = {
  ...NEW_CONTACT_POINT,
  id: 2,
  name: 'On-call',
  service: 'telegram',
  fields: { token: '***', chat_id: '-1001234567890' },
  target: '-1001234567890',
  language: 'en',
  quiet_from: '22:00',
  quiet_to: '07:00',
  time_zone: 'Europe/Berlin',
  last_at: 1_712_800_000,
  last_failure: '',
} as const

export const contactPointEndpoints = [
  endpoint({
    id: 'contact_point.list',
    method: 'GET',
    path: '/api/contact-point/',
    role: 'root',
    heavy: true,
    data: Type.Array(ContactPointJson),
    summary: 'Lists the contact points with their last result, without their secrets.',
    example: [EXAMPLE],
  }),
  endpoint({
    id: 'contact_point.create',
    method: 'POST',
    path: '/api/contact-point/',
    role: 'root',
    body: Type.Composite([Input, Type.Object({ service: Type.String() })]),
    data: ContactPointJson,
    summary: 'Adds a contact point: a service, its fields, and which notices it gets.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'contact_point.update',
    method: 'PUT',
    path: '/api/contact-point/:id',
    role: 'root',
    params: IdParams,
    body: Input,
    data: ContactPointJson,
    summary: 'Changes what is given; the service stays.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'contact_point.remove',
    method: 'DELETE',
    path: '/api/contact-point/:id',
    role: 'root',
    params: IdParams,
    data: Nothing,
    summary: 'Removes a contact point; what waits for it is dropped.',
    example: undefined,
  }),
  endpoint({
    id: 'contact_point.test',
    method: 'POST',
    path: '/api/contact-point/:id/test',
    role: 'root',
    params: IdParams,
    data: Type.Object({ way: Service, answer: Type.String() }),
    summary: 'Sends a test notice now, and answers what the service said.',
    example: { way: 'telegram', answer: 'HTTP 200' },
  }),
] as const
