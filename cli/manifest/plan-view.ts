/** A plan as a table: what would happen to which field, and who stands in the way. */
import type { PlanRow, PlanView } from '../../server/services/manifests/plan'
import type { CommandContext } from '../command/context'
import { timeText } from '../output/field-kinds'
import type { View } from '../output/output'
import { type Words, words } from '../words'

export interface ShownRow extends PlanRow {
  readonly plan: string
}

const PLAN_FIELDS = [
  'section',
  'name',
  'action',
  'field',
  'before',
  'after',
  'note',
  'by',
  'at',
  'plan',
] as const satisfies readonly (keyof ShownRow)[]

/** Texts such as a home page would push everything else off the screen. */
const MOST_SHOWN = 60

function short(text: string): string {
  const line = text.replaceAll('\n', '⏎')
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line
}

function noteOf({ note, by, at }: PlanRow): Words {
  if (note === '') return ''
  const said = NOTES[note]
  return by === '' ? said : words`${said}: ${by}, ${timeText(at)}`
}

const NOTES = {
  conflict: 'changed by hand',
  forced: 'overwrites what was changed by hand',
  adopted: 'left as changed by hand',
  by_hand: 'managed by hand',
} as const satisfies Record<Exclude<PlanRow['note'], ''>, string>

export const PLAN_VIEW: View<ShownRow> = {
  columns: [
    { title: 'ACTION', value: 'action', kind: 'word' },
    { title: 'SECTION', value: 'section' },
    { title: 'NAME', value: 'name' },
    { title: 'FIELD', value: 'field' },
    { title: 'BEFORE', field: 'before', value: (row) => short(row.before) || '-' },
    { title: 'AFTER', field: 'after', value: (row) => short(row.after) || '-' },
    { title: 'NOTE', field: 'note', value: noteOf, kind: 'word' },
  ],
  kinds: { before: 'json', after: 'json', at: 'time_ms' },
  fields: PLAN_FIELDS,
  quiet: ({ action, section, name, field }) => [action, section, name, field].join(' ').trim(),
}

export function printPlan({ output }: CommandContext, plan: PlanView): void {
  const rows = plan.rows.map((row) => ({ ...row, plan: plan.id }))
  if (rows.length > 0 || output.mode.json) output.list(rows, PLAN_VIEW)
  output.note(words`plan ${plan.id}: ${countsOf(plan)}`)
  if (plan.left > 0) {
    output.note(words`${plan.left} applied earlier and no longer in the file: --prune removes them`)
  }
}

function countsOf({ rows }: PlanView): Words {
  const count = (action: PlanRow['action']) =>
    new Set(
      rows.filter((row) => row.action === action).map(({ section, name }) => `${section}/${name}`),
    ).size
  const [created, updated, deleted] = [count('create'), count('update'), count('delete')]
  return words`${created} to create, ${updated} to update, ${deleted} to delete`
}
