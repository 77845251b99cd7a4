/** What customers read of incidents and planned work. */
import { type Static, Type } from '@sinclair/typebox'
import { IMPACTS, INCIDENT_KINDS, INCIDENT_STATES } from '../status-page/incident'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalFlag,
  OptionalInteger,
  oneOf,
  PageQuery,
  pageOf,
} from './endpoint'

export const IncidentJson = Type.Object({
  id: Type.Integer(),
  kind: oneOf(INCIDENT_KINDS),
  title: Type.String(),
  /** Of planned work: by the clock. */
  state: oneOf(INCIDENT_STATES),
  impact: oneOf(IMPACTS),
  /** None for all. */
  models: Type.Array(Type.String()),
  /** What opened it; "" for a person. */
  source: Type.String(),
  /** Epoch seconds, as the next two; of maintenance, when it is planned for. */
  starts_at: Type.Integer(),
  /** 0 while nobody knows. */
  ends_at: Type.Integer(),
  updated_at: Type.Integer(),
  /** The newest first. */
  updates: Type.Array(
    Type.Object({
      id: Type.Integer(),
      state: oneOf(INCIDENT_STATES),
      /** Markdown. */
      body: Type.String(),
      created_at: Type.Integer(),
    }),
  ),
})

export type IncidentJson = Static<typeof IncidentJson>

export const EXAMPLE_INCIDENT: IncidentJson = {
  id: 4,
  kind: 'incident',
  title: 'Slow answers of gpt-4o',
  state: 'identified',
  impact: 'minor',
  models: ['gpt-4o'],
  source: '',
  starts_at: 1_712_800_000,
  ends_at: 0,
  updated_at: 1_712_800_600,
  updates: [
    {
      id: 9,
      state: 'identified',
      body: 'The provider confirms a **slow region**.',
      created_at: 1_712_800_600,
    },
  ],
}

const Fields = {
  title: Type.String(),
  impact: oneOf(IMPACTS),
  /** Models that it concerns; none for all. */
  models: Type.Optional(Type.Array(Type.String())),
  /** Epoch seconds; now when it is left out. */
  starts_at: OptionalInteger,
  /** Maintenance needs one. */
  ends_at: OptionalInteger,
}

export const incidentEndpoints = [
  endpoint({
    id: 'incident.list',
    method: 'GET',
    path: '/api/incident/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([PageQuery, Type.Object({ open: OptionalFlag })]),
    data: pageOf(IncidentJson),
    summary: 'Lists incidents and planned work, the newest first; `open` leaves out what is over.',
    example: { items: [EXAMPLE_INCIDENT], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'incident.show',
    method: 'GET',
    path: '/api/incident/:id',
    role: 'admin',
    heavy: true,
    params: IdParams,
    data: IncidentJson,
    summary: 'Shows one with all its updates.',
    example: EXAMPLE_INCIDENT,
  }),
  endpoint({
    id: 'incident.create',
    method: 'POST',
    path: '/api/incident/',
    role: 'admin',
    body: Type.Object({
      ...Fields,
      kind: Type.Optional(oneOf(INCIDENT_KINDS)),
      state: Type.Optional(oneOf(INCIDENT_STATES)),
      /** Markdown; the first update. */
      body: Type.Optional(Type.String()),
    }),
    data: IncidentJson,
    summary: 'Opens an incident, or announces maintenance with its start and end.',
    example: EXAMPLE_INCIDENT,
  }),
  endpoint({
    id: 'incident.change',
    method: 'PUT',
    path: '/api/incident/:id',
    role: 'admin',
    params: IdParams,
    body: Type.Object(Fields),
    data: IncidentJson,
    summary: 'Changes title, impact, models and times.',
    example: EXAMPLE_INCIDENT,
  }),
  endpoint({
    id: 'incident.update',
    method: 'POST',
    path: '/api/incident/:id/update',
    role: 'admin',
    params: IdParams,
    body: Type.Object({ state: oneOf(INCIDENT_STATES), body: Type.Optional(Type.String()) }),
    data: IncidentJson,
    summary: 'Adds an update in Markdown and sets the state; `resolved` or `completed` ends it.',
    example: EXAMPLE_INCIDENT,
  }),
  endpoint({
    id: 'incident.remove',
    method: 'DELETE',
    path: '/api/incident/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Removes one with its updates.',
    example: undefined,
  }),
] as const
