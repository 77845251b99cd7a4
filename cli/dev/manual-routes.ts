/** The tables of routes in the manual: calls of models, jobs, and objects that upstreams store. */

import { PROTOCOL_TITLES } from '../../server/domain/calls/operations'
import { PROTOCOLS } from '../../server/domain/calls/protocol'
import { CALL_ROUTES, type CallRoute, TURN_ROUTES } from '../../server/domain/calls/routes'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { DRAWING_MODES, DRAWING_ROUTES } from '../../server/domain/jobs/drawing-routes'
import { MUSIC_ROUTES } from '../../server/domain/jobs/music-routes'
import { VIDEO_ROUTES } from '../../server/domain/jobs/routes'
import { OWNED_FAMILIES, OWNED_FAMILY_ROWS } from '../../server/domain/objects/objects'
import { OWNED_ROUTES } from '../../server/domain/objects/routes'
import type { Table } from './manual-table'

/** Routes that call no model, with the clients they are for. */
const FREE_ROUTES: readonly (readonly string[])[] = [
  ['`GET /v1/models`, `/v1/models/{model}`', 'all'],
  ['`GET /v1/token/usage`', 'status lines of agents'],
  ['`GET /v1beta/models`, `/v1beta/models/{model}`', PROTOCOL_TITLES.gemini],
  [
    '`GET /dashboard/billing/subscription`, `/dashboard/billing/usage` (also under `/v1`)',
    PROTOCOL_TITLES.openai,
  ],
  ['everything below `/v1` once more below `/openai/v1`', "Groq's SDK, Azure's newer API"],
]

export function routeTable(): Table {
  return {
    head: ['route', 'protocol'],
    rows: [...routeRows(), ...jobRows(), ...FREE_ROUTES],
    notes: [],
  }
}

const WAYS = [
  { verb: '`POST`', isSocket: false },
  { verb: 'WebSocket', isSocket: true },
] as const

function routeRows(): (readonly string[])[] {
  return PROTOCOLS.flatMap((protocol) =>
    WAYS.flatMap(({ verb: way, isSocket }) => {
      const own = [...CALL_ROUTES, ...TURN_ROUTES].filter(
        ({ protocol: spoken, socket }) =>
          spoken === protocol && (socket !== undefined) === isSocket,
      )
      const paths = own.flatMap(({ path, verb }) =>
        verb === '' ? [`\`${path.replaceAll(/:(\w+)/g, '{$1}')}\``] : [],
      )
      const shown = [...paths, ...verbPaths(own)]
      if (shown.length === 0) return []
      return [[`${way} ${shown.join(', ')}`, PROTOCOL_TITLES[protocol]]]
    }),
  )
}

/** Objects that upstreams store for users: routes by family, and the vendors that have them. */
export function objectTable(): Table {
  const rows = OWNED_FAMILIES.map((family) => {
    const { home, protocol, isStoredHere } = OWNED_FAMILY_ROWS[family]
    const verbs = OWNED_ROUTES.filter(
      (route) => route.family === family && route.home === home,
    ).map(
      ({ method, path }) => `${method} ${path.slice(home.length).replaceAll(/\/:(\w+)/g, '/{$1}')}`,
    )
    const storing = CHANNEL_TYPES.filter(({ keeps }) => keeps[family] !== undefined)
    const vendors = storing.map(({ name }) => name).join(', ')
    const requests = verbs.map((verb) => `\`${verb.trim()}\``).join(', ')
    return [
      `\`${home}\``,
      requests,
      PROTOCOL_TITLES[protocol],
      isStoredHere ? `${vendors}; stored by the gateway for all others` : vendors,
    ]
  })
  return { head: ['below', 'requests', 'protocol', 'channels'], rows, notes: [] }
}

/** Work that is submitted and fetched later. */
function jobRows(): (readonly string[])[] {
  const drawings = DRAWING_ROUTES.filter(({ mode }) => mode === '')
  const speeds = DRAWING_MODES.filter((mode) => mode !== '').map((mode) => `\`/${mode}\``)
  return [
    ...methodRows(VIDEO_ROUTES, PROTOCOL_TITLES.openai),
    ...methodRows(drawings, `Midjourney proxy (also under ${speeds.join(', ')})`),
    ...methodRows(MUSIC_ROUTES, 'Suno API'),
  ]
}

interface PlainRoute {
  readonly method: string
  readonly path: string
}

function methodRows(routes: readonly PlainRoute[], whose: string): (readonly string[])[] {
  return ['POST', 'GET', 'DELETE'].flatMap((verb) => {
    const own = routes.filter(({ method }) => method === verb)
    if (own.length === 0) return []
    const paths = own.map(({ path }) => `\`${path.replaceAll(/:(\w+)/g, '{$1}')}\``)
    return [[`\`${verb}\` ${paths.join(', ')}`, whose]]
  })
}

/** The folders have the same verbs, so those are listed once. */
function verbPaths(routes: readonly CallRoute[]): readonly string[] {
  const ending = routes.filter(({ verb }) => verb !== '')
  const [first, ...others] = new Set(ending.map(({ folder }) => `\`${folder}\``))
  if (first === undefined) return []
  const verbs = [...new Set(ending.map(({ verb }) => `\`:${verb}\``))]
  return [`${first} with \`/{model}\` and ${verbs.join(', ')} (also under ${others.join(', ')})`]
}
