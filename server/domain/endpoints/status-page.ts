/** What customers see of how the site does, and the same in the shapes of Uptime Kuma. */
import { type Static, Type } from '@sinclair/typebox'
import { SERVICE_STATES } from '../status-page/states'
import { endpoint, OptionalText, oneOf } from './endpoint'
import { EXAMPLE_INCIDENT, IncidentJson } from './incident'

const Percent = Type.Union([Type.Number(), Type.Null()])

const ServiceJson = Type.Object({
  name: Type.String(),
  /** Of groups, as the operator describes them; "" for models. */
  description: Type.String(),
  state: oneOf(SERVICE_STATES),
  /** Percent of the calls of the last 24 hours that were answered; null without calls. */
  availability_24h: Percent,
  /** The same of all days below. */
  availability: Percent,
  /** Milliseconds to the first byte in the last 24 hours; null without answers. */
  p50_ms: Percent,
  p95_ms: Percent,
  /** Percent of each day, the oldest first. */
  days: Type.Array(Percent),
})

const StatusPageJson = Type.Object({
  title: Type.String(),
  /** Of everything together. */
  state: oneOf(SERVICE_STATES),
  /** Epoch seconds. */
  updated_at: Type.Integer(),
  /** Epoch seconds at which the first day begins; days are those of UTC. */
  from: Type.Integer(),
  /** What makes a state. */
  definition: Type.Object({
    window_minutes: Type.Integer(),
    min_calls: Type.Integer(),
    /** Percent. */
    degraded_below: Type.Number(),
    outage_below: Type.Number(),
  }),
  models: Type.Array(ServiceJson),
  /** None unless the operator shows them. */
  groups: Type.Array(ServiceJson),
  incidents: Type.Array(Type.Omit(IncidentJson, ['source'])),
})

export type StatusPageJson = Static<typeof StatusPageJson>
export type ServiceJson = Static<typeof ServiceJson>

const { source: _, ...PUBLIC_INCIDENT } = EXAMPLE_INCIDENT

const SlugParams = Type.Object({ slug: Type.String() })
const BadgeParams = Type.Object({ id: Type.String(), kind: Type.String() })

/** As Uptime Kuma names them. */
const BadgeQuery = Type.Object({
  label: OptionalText,
  labelPrefix: OptionalText,
  labelSuffix: OptionalText,
  prefix: OptionalText,
  suffix: OptionalText,
  color: OptionalText,
  labelColor: OptionalText,
  style: OptionalText,
  upLabel: OptionalText,
  downLabel: OptionalText,
  pendingLabel: OptionalText,
  maintenanceLabel: OptionalText,
  upColor: OptionalText,
  downColor: OptionalText,
  pendingColor: OptionalText,
  maintenanceColor: OptionalText,
})

export type BadgeQuery = Static<typeof BadgeQuery>

const OPEN = { method: 'GET', role: 'anonymous', limit: 'page' } as const
const SVG = { bare: 'image/svg+xml', data: Type.String(), example: '<svg/>' } as const

const KumaPage = Type.Object({
  config: Type.Object({
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    icon: Type.String(),
    published: Type.Boolean(),
  }),
  incident: Type.Union([
    Type.Null(),
    Type.Object({
      id: Type.Integer(),
      style: Type.String(),
      title: Type.String(),
      content: Type.String(),
      pin: Type.Boolean(),
      createdDate: Type.String(),
      lastUpdatedDate: Type.String(),
    }),
  ]),
  publicGroupList: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      weight: Type.Integer(),
      monitorList: Type.Array(
        Type.Object({
          id: Type.Integer(),
          name: Type.String(),
          sendUrl: Type.Integer(),
          type: Type.String(),
        }),
      ),
    }),
  ),
  maintenanceList: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      description: Type.String(),
      status: Type.String(),
    }),
  ),
})

export type KumaPage = Static<typeof KumaPage>

const KumaHeartbeats = Type.Object({
  /** By id of the monitor, the oldest first. */
  heartbeatList: Type.Record(
    Type.String(),
    Type.Array(
      Type.Object({
        /** 0 down, 1 up, 2 pending, 3 maintenance. */
        status: Type.Integer(),
        time: Type.String(),
        msg: Type.String(),
        ping: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ),
  ),
  /** `<id>_24`: from 0 to 1. */
  uptimeList: Type.Record(Type.String(), Type.Number()),
})

export type KumaHeartbeats = Static<typeof KumaHeartbeats>

export const statusPageEndpoints = [
  endpoint({
    ...OPEN,
    id: 'status_page.show',
    path: '/api/status/page',
    data: StatusPageJson,
    summary:
      'The status page: availability and first byte by model, and incidents; 404 unless ' +
      '`StatusPageEnabled` is on, as everything below.',
    example: {
      title: 'gw',
      state: 'degraded',
      updated_at: 1_712_800_660,
      from: 1_705_017_600,
      definition: { window_minutes: 30, min_calls: 3, degraded_below: 99, outage_below: 50 },
      models: [
        {
          name: 'gpt-4o',
          description: '',
          state: 'degraded',
          availability_24h: 98.2,
          availability: 99.91,
          p50_ms: 640,
          p95_ms: 2100,
          days: [null, 100, 98.2],
        },
      ],
      groups: [],
      incidents: [PUBLIC_INCIDENT],
    },
  }),
  endpoint({
    ...OPEN,
    id: 'status_page.atom',
    path: '/status/feed.xml',
    bare: 'application/atom+xml',
    data: Type.String(),
    summary: 'Incidents and planned work as an Atom feed.',
    example: '<feed/>',
  }),
  endpoint({
    ...OPEN,
    id: 'status_page.rss',
    path: '/status/rss.xml',
    bare: 'application/rss+xml',
    data: Type.String(),
    summary: 'The same as RSS 2.0.',
    example: '<rss/>',
  }),
  endpoint({
    ...OPEN,
    ...SVG,
    id: 'status_page.badge',
    path: '/api/badge/:id/:kind',
    params: BadgeParams,
    query: BadgeQuery,
    summary:
      'A badge of a model, by name or id, as Uptime Kuma has them: `status`, `uptime`, `ping`, ' +
      '`avg-response` or `response`.',
  }),
  endpoint({
    ...OPEN,
    ...SVG,
    id: 'status_page.badge_over',
    path: '/api/badge/:id/:kind/:duration',
    params: Type.Composite([BadgeParams, Type.Object({ duration: Type.String() })]),
    query: BadgeQuery,
    summary: 'The same of a time: up to `24` hours (`24h`), or of all days (`720`, `90d`).',
  }),
  endpoint({
    ...OPEN,
    ...SVG,
    id: 'status_page.site_badge',
    path: '/api/status-page/:slug/badge',
    params: SlugParams,
    query: BadgeQuery,
    summary: 'A badge of the whole site.',
  }),
  endpoint({
    ...OPEN,
    id: 'status_page.kuma',
    path: '/api/status-page/:slug',
    bare: 'application/json',
    params: SlugParams,
    data: KumaPage,
    summary: 'The status page in the shape of Uptime Kuma, for programs that read that.',
    example: {
      config: { slug: 'default', title: 'gw', description: '', icon: '', published: true },
      incident: null,
      publicGroupList: [
        {
          id: 1,
          name: 'Models',
          weight: 1,
          monitorList: [{ id: 1_204_551_270, name: 'gpt-4o', sendUrl: 0, type: 'push' }],
        },
      ],
      maintenanceList: [],
    },
  }),
  endpoint({
    ...OPEN,
    id: 'status_page.kuma_heartbeats',
    path: '/api/status-page/heartbeat/:slug',
    bare: 'application/json',
    params: SlugParams,
    data: KumaHeartbeats,
    summary: 'Days of each model as heartbeats of Uptime Kuma; the last is how it does now.',
    example: {
      heartbeatList: {
        '1204551270': [{ status: 1, time: '2024-04-11 00:26:40.000', msg: '', ping: 640 }],
      },
      uptimeList: { '1204551270_24': 0.982 },
    },
  }),
] as const
