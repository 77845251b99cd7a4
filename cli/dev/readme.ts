/**
 * The tables of README that follow from rows in the code. `bun cli/dev/readme.ts` writes them
 * between their marks; a test fails when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONFIGURATION_ROWS } from '../../server/configuration-rows'
import { CALL_ROUTES, type CallRoute, TURN_ROUTES } from '../../server/domain/call-routes'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import { DRAWING_MODES, DRAWING_ROUTES } from '../../server/domain/drawing-routes'
import { VIDEO_ROUTES } from '../../server/domain/jobs/routes'
import { MUSIC_ROUTES } from '../../server/domain/music-routes'
import { PROTOCOL_TITLES } from '../../server/domain/operations'
import { OWNED_FAMILIES, OWNED_FAMILY_ROWS } from '../../server/domain/owned'
import { OWNED_ROUTES } from '../../server/domain/owned-routes'
import { PROTOCOLS } from '../../server/domain/protocol'
import { commandReference } from '../reference'
import { callMatrix, missingRoutes, type Table, vendorMatrix } from './readme-matrix'

const README = join(import.meta.dir, '../../README.md')

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(
      /\| {2}(?=\|)/g,
      '| ',
    )
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function noted({ head, rows, notes }: Table): string {
  const listed = notes.length === 0 ? [] : ['', ...notes]
  return [table(head, rows), ...listed].join('\n')
}

/** Routes that are no calls of a model, with whose clients they are for. */
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

/** What upstreams keep for users: routes by family, and who has it. */
function ownedRows(): (readonly string[])[] {
  return OWNED_FAMILIES.map((family) => {
    const { home, protocol } = OWNED_FAMILY_ROWS[family]
    const verbs = OWNED_ROUTES.filter(
      (route) => route.family === family && route.home === home,
    ).map(
      ({ method, path }) => `${method} ${path.slice(home.length).replaceAll(/\/:(\w+)/g, '/{$1}')}`,
    )
    const vendors = CHANNEL_TYPES.filter(({ keeps }) => keeps[family] !== undefined)
    const asked = verbs.map((verb) => `\`${verb.trim()}\``).join(', ')
    return [
      `\`${home}\``,
      asked,
      PROTOCOL_TITLES[protocol],
      vendors.map(({ name }) => name).join(', '),
    ]
  })
}

/** Work that is asked for and fetched later. */
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

/** The folders have the same verbs, so those are told once. */
function verbPaths(routes: readonly CallRoute[]): readonly string[] {
  const ending = routes.filter(({ verb }) => verb !== '')
  const [first, ...others] = new Set(ending.map(({ folder }) => `\`${folder}\``))
  if (first === undefined) return []
  const verbs = [...new Set(ending.map(({ verb }) => `\`:${verb}\``))]
  return [`${first} with \`/{model}\` and ${verbs.join(', ')} (also under ${others.join(', ')})`]
}

/** Text between the marks, by the mark's name. */
const SECTIONS: Readonly<Record<string, () => string>> = {
  configuration: () =>
    table(
      ['variable', 'default', 'meaning'],
      CONFIGURATION_ROWS.map((row) => [`\`${row.name}\``, row.default, row.meaning]),
    ),
  commands: commandReference,
  routes: () => table(['route', 'protocol'], [...routeRows(), ...jobRows(), ...FREE_ROUTES]),
  matrix: () => noted(callMatrix()),
  'not-asked': () => noted(missingRoutes()),
  vendors: () => noted(vendorMatrix()),
  owned: () => table(['below', 'asked', 'protocol', 'channels'], ownedRows()),
}

/** README as it should be. Throws when a mark is missing. */
export function withTables(readme: string): string {
  let text = readme
  for (const [name, make] of Object.entries(SECTIONS)) {
    const open = `<!-- ${name} -->`
    const close = `<!-- /${name} -->`
    const from = text.indexOf(open)
    const to = text.indexOf(close)
    if (from < 0 || to < from) throw new Error(`README has no section ${name}`)
    text = `${text.slice(0, from + open.length)}\n${make()}\n${text.slice(to)}`
  }
  return text
}

if (import.meta.main) writeFileSync(README, withTables(readFileSync(README, 'utf8')))
