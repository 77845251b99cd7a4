/** How the findings of checks are shown. */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { tableText } from '../../server/domain/text/visible-text'
import { type CheckRow, failures } from '../../server/services/doctor/check'
import type { View } from '../output/output'
import type { Output } from '../output/printer'

export const CHECK_FIELDS = [
  'id',
  'area',
  'status',
  'message',
  'hint',
] as const satisfies readonly (keyof CheckRow)[]

export const CHECK_VIEW: View<CheckRow> = {
  columns: [
    { title: 'STATUS', value: 'status' },
    { title: 'CHECK', value: 'id' },
    { title: 'MESSAGE', value: 'message' },
    { title: 'HINT', value: 'hint' },
  ],
  fields: CHECK_FIELDS,
  quiet: ({ status, id }) => `${status} ${id}`,
}

const STATUS_WIDTH = 4
const ID_WIDTH = 14

/** Rows for programs; for people a line each, and what to do about it below. */
export function showChecks(output: Output, rows: readonly CheckRow[]): void {
  const { json, quiet, fields } = output.mode
  if (json || quiet || fields !== undefined) {
    output.list(rows, CHECK_VIEW)
    return
  }
  for (const { id, status, message, hint } of rows) {
    const head = `${status.padEnd(STATUS_WIDTH)}  ${id.padEnd(ID_WIDTH)}  `
    output.write(`${head}${tableText(message)}\n`)
    if (hint !== '') output.write(`${' '.repeat(head.length)}→ ${tableText(hint)}\n`)
  }
}

/** Throws `check.failed` when any of them has. */
export function requireAllPassed(rows: readonly CheckRow[]): void {
  const count = failures(rows)
  if (count > 0) throw new GatewayError('check.failed', { count })
}
