/** Arguments that several tools have in common. */
import { Type } from '@sinclair/typebox'
import { GatewayError } from '../errors/gateway-error'

const DEFAULT_ROWS = 20
const MOST_ROWS = 100

export const Nothing = Type.Object({})

export const Id = (of: string) => Type.Integer({ minimum: 1, description: `Id of the ${of}` })

export const optional = (description: string) => Type.Optional(Type.String({ description }))

export const optionalId = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, description }))

/** Which rows of a list. */
export const Paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'From 1' })),
  rows: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_ROWS,
      description: `Rows of a page; ${DEFAULT_ROWS} if not given`,
    }),
  ),
}

interface Paged {
  readonly page?: number
  readonly rows?: number
}

/** Of calls that count pages from 1. */
export function pageFromOne({ page = 1, rows = DEFAULT_ROWS }: Paged) {
  return { p: page, page_size: rows }
}

/** Of those that count them from 0. */
export function pageFromZero({ page = 1, rows = DEFAULT_ROWS }: Paged) {
  return { p: page - 1, page_size: rows }
}

const ISO = '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:\\d\\d))?$'

const moment = (description: string) => Type.Optional(Type.String({ pattern: ISO, description }))

/** Days are those of UTC. */
export const Span = {
  from: moment('Beginning, ISO 8601: 2026-11-28 or 2026-11-28T09:00:00Z'),
  to: moment('End, likewise'),
}

/** Throws `value.invalid` for a day that no calendar has. */
export function spanQuery({ from, to }: { readonly from?: string; readonly to?: string }) {
  return {
    ...(from !== undefined && { start_timestamp: secondsOf('from', from) }),
    ...(to !== undefined && { end_timestamp: secondsOf('to', to) }),
  }
}

function secondsOf(field: string, text: string): number {
  const ms = Date.parse(text)
  if (!Number.isNaN(ms)) return Math.floor(ms / 1000)
  throw new GatewayError('value.invalid', { field, reason: 'reason.not_allowed' })
}
