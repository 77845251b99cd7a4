import type { Services } from '../../server/services/create-services'
import { defineCommand } from '../command/command'
import type { View } from '../output/output'
import { type Words, words } from '../words'
import { writtenKey } from './token/view'

type ImportedRow = Awaited<ReturnType<Services['transfer']['import']>>[number]

/** A transaction of so many rows takes about 50 ms, which calls of a server can wait. */
const MOST_ROWS_BESIDE_SERVER = 150

const IMPORT_FIELDS = [
  'noun',
  'name',
  'id',
  'action',
  'note',
  'key',
] as const satisfies readonly (keyof ImportedRow)[]

const IMPORT_VIEW: View<ImportedRow> = {
  columns: [
    { title: 'NOUN', value: 'noun', kind: 'word' },
    { title: 'NAME', value: 'name' },
    { title: 'ID', value: (row) => (row.id === 0 ? '-' : String(row.id)), kind: 'number' },
    { title: 'ACTION', value: 'action', kind: 'word' },
    { title: 'NOTE', value: 'note', kind: 'word' },
    { title: 'KEY', value: 'key' },
  ],
  kinds: { id: 'number' },
  fields: IMPORT_FIELDS,
  quiet: (row) => row.key || `${row.action} ${row.noun} ${row.name}`,
}

export const importCommand = defineCommand({
  path: ['import'],
  summary: 'take over users, channels, tokens, options and plans of an export, all or nothing',
  args: [{ name: 'file', summary: 'JSON of "gw export", or table rows; "-" reads stdin' }],
  flags: {
    'dry-run': { kind: 'switch', summary: 'print what would happen and change nothing' },
    update: { kind: 'switch', summary: 'overwrite what is here already (default: leave it)' },
    yes: { kind: 'switch', summary: 'with --update: do not ask' },
  },
  examples: [
    'gw import gw.json --dry-run',
    'gw import gw.json --update --yes',
    'gw import - --json < rows-of-another-gateway.json',
  ],
  json: IMPORT_VIEW,
  bringsUsers: true,
  run: async (context, { args, flags }) => {
    const update = flags.update === true
    const dryRun = flags['dry-run'] === true
    const text = await context.file(args.file)
    if (update && !dryRun) await context.confirm(flags.yes, 'Overwrite what is here already?')
    const services = await context.services()
    const mostRows = (await context.isServing()) ? MOST_ROWS_BESIDE_SERVER : undefined
    const rows = await context.progress('importing', (progress) =>
      services.transfer.import(context.actor, { text, update, dryRun, mostRows, progress }),
    )
    const shown = rows.map((row) => (row.key === '' ? row : { ...row, key: writtenKey(row.key) }))
    context.output.list(shown, IMPORT_VIEW)
    context.output.note(summaryOf(rows, dryRun))
  },
})

function summaryOf(rows: readonly ImportedRow[], dryRun: boolean): Words {
  const count = (action: ImportedRow['action']) =>
    rows.filter((row) => row.action === action).length
  const noted = (note: ImportedRow['note']) => rows.filter((row) => row.note === note).length
  const [create, update, skip] = [count('create'), count('update'), count('skip')]
  const [keys, passwords] = [noted('key_missing'), noted('password_missing')]
  const [proxies, resting] = [noted('proxy_password_missing'), noted('type_not_relayed')]
  const incomplete = noted('incomplete')
  const counts = words`${create} created, ${update} updated, ${skip} skipped`
  const parts = [
    dryRun ? words`would be: ${counts}` : counts,
    ...(keys > 0 ? [words`${keys} channels need their keys and are disabled until then`] : []),
    ...(proxies > 0 ? [words`${proxies} channels need the password of their proxy, likewise`] : []),
    ...(resting > 0
      ? [words`${resting} channels are of types that cannot relay yet, and disabled`]
      : []),
    ...(incomplete > 0
      ? [words`${incomplete} channels lack their address or account, and are disabled`]
      : []),
    ...(passwords > 0
      ? [words`${passwords} users need a new password: "gw user password", or by mail`]
      : []),
  ]
  return parts.reduce((text, part) => words`${text}; ${part}`)
}
