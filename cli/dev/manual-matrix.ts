/** The two tables of what can be called: by client, operation and upstream format; by vendor. */
import { matrixCell } from '../../server/domain/calls/matrix'
import { answersCalls, canRelay, offeredOperations } from '../../server/domain/calls/model-calls'
import {
  DIALECT_TRAITS,
  OPERATION_TRAITS,
  PROTOCOL_TITLES,
} from '../../server/domain/calls/operations'
import { DIALECTS, OPERATIONS, type Operation, PROTOCOLS } from '../../server/domain/calls/protocol'
import { CHANNEL_TYPES } from '../../server/domain/channel-types'
import type { ChannelTypeRow } from '../../server/domain/channel-types/channel-type'
import { apiVariantsOf } from '../../server/domain/channels/api-variants'
import { familyOf } from '../../server/domain/jobs/providers'
import type { Table } from './manual-table'

const SIGNS = { passes: '✓', translated: '⇄' } as const

/** Reasons, numbered as they come. */
class Notes {
  readonly #reasons: string[] = []

  numberOf(reason: string): string {
    if (!this.#reasons.includes(reason)) this.#reasons.push(reason)
    return `–<sup>${this.#reasons.indexOf(reason) + 1}</sup>`
  }

  lines(): readonly string[] {
    return this.#reasons.map((reason, at) => `${at + 1}. ${reason}`)
  }
}

/** A row for each kind of client that has the operation. */
export function callMatrix(): Table {
  const notes = new Notes()
  const rows = OPERATIONS.flatMap((operation) =>
    PROTOCOLS.flatMap((protocol) => {
      if ('notOffered' in OPERATION_TRAITS[operation].routes[protocol]) return []
      const cells = DIALECTS.map((dialect) => {
        const cell = matrixCell({ protocol, operation, dialect })
        return typeof cell === 'string' ? SIGNS[cell] : notes.numberOf(cell.notOffered)
      })
      return [[`\`${operation}\``, PROTOCOL_TITLES[protocol], ...cells]]
    }),
  )
  const head = [
    'operation',
    'clients of',
    ...DIALECTS.map((dialect) => DIALECT_TRAITS[dialect].title),
  ]
  return { head, rows, notes: notes.lines() }
}

/** Kinds of clients that have no such call, by the reason. */
export function missingRoutes(): Table {
  const rows = OPERATIONS.flatMap((operation) => {
    const { routes } = OPERATION_TRAITS[operation]
    const reasons = new Map<string, string[]>()
    for (const protocol of PROTOCOLS) {
      const cell = routes[protocol]
      if (!('notOffered' in cell)) continue
      const clients = reasons.get(cell.notOffered) ?? []
      reasons.set(cell.notOffered, [...clients, PROTOCOL_TITLES[protocol]])
    }
    return [...reasons].map(([reason, clients]) => [`\`${operation}\``, clients.join(', '), reason])
  })
  return { head: ['operation', 'not for clients of', 'because'], rows, notes: [] }
}

/** Everything but chats, whose column says in which formats. */
const TICKED: readonly Operation[] = OPERATIONS.filter(
  (operation) => operation !== 'chat' && operation !== 'count_tokens',
)

export function vendorMatrix(): Table {
  const rows = CHANNEL_TYPES.filter((type) => canRelay(type) && type.selectable).map((type) => {
    const offered = offeredOperations(type)
    return [
      type.name,
      String(type.id),
      chatFormats(type),
      ...TICKED.map((operation) => (offered.includes(operation) ? '✓' : '')),
      [...new Set(type.jobs.map(familyOf))].join(', '),
    ]
  })
  const ticked = TICKED.map((one) => `\`${one}\``)
  const head = ['vendor', 'type', 'chats, in the formats of', ...ticked, 'jobs']
  return { head, rows, notes: [] }
}

/** Clients that speak one of these pass as they come, where the vendor's row says so. */
function chatFormats(type: ChannelTypeRow): string {
  const titles = apiVariantsOf(type).flatMap((face) =>
    answersCalls(face) && face.paths.chat !== null ? DIALECT_TRAITS[face.dialect].title : [],
  )
  return [...new Set(titles)].join(', ')
}
