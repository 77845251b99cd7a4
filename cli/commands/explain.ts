import { channelFields } from '../../server/domain/nouns/channel'
import type { Field, Fields } from '../../server/domain/nouns/noun'
import { startOf } from '../../server/domain/nouns/noun-starts'
import { redemptionFields } from '../../server/domain/nouns/redemption'
import { tokenFields } from '../../server/domain/nouns/token'
import { userFields } from '../../server/domain/nouns/user'
import { fieldOf } from '../command/body'
import { defineCommand } from '../command/command'
import type { CommandRow } from '../command/command-row'
import type { CommandContext } from '../command/context'
import { CommandFailure, EXIT } from '../exit'
import { kindRow } from '../output/field-kinds'
import { nounKind } from '../output/noun-view'
import { kindsOf, type View } from '../output/output'
import { words } from '../words'

const NOUNS: Readonly<Record<string, Fields>> = {
  channel: channelFields,
  redemption: redemptionFields,
  token: tokenFields,
  user: userFields,
}

const TYPES: Readonly<Record<Field['kind'], string>> = {
  integer: 'whole number',
  number: 'number',
  credits: 'credits',
  moment: 'epoch seconds, 0 for none',
  moment_or_never: 'epoch seconds, -1 for never',
  text: 'text',
  flag: 'true or false',
  null: 'null',
  text_or_null: 'text or null',
}

interface FieldRow {
  readonly field: string
  /** What the API takes and gives. */
  readonly type: string
  readonly unit: string
  readonly title: string
  /** Requests may set it. */
  readonly sets: number
  readonly sorts: number
  readonly filters: number
  /** What a new one has. */
  readonly default: unknown
  readonly example: unknown
  /** Flags of commands that set or narrow by it. */
  readonly flags: readonly string[]
}

const VIEW: View<FieldRow> = {
  columns: [
    { title: 'FIELD', value: 'field' },
    { title: 'TYPE', value: 'type', kind: 'word' },
    { title: 'UNIT', value: 'unit', kind: 'word' },
    { title: 'TITLE', value: 'title' },
    { title: 'SETTABLE', value: 'sets', kind: 'flag' },
    { title: 'SORTS', value: 'sorts', kind: 'flag' },
    { title: 'FILTERS', value: 'filters', kind: 'flag' },
  ],
  details: [
    { title: 'DEFAULT', value: ({ default: value }) => JSON.stringify(value), field: 'default' },
    { title: 'EXAMPLE', value: ({ example }) => JSON.stringify(example), field: 'example' },
    { title: 'FLAGS', value: ({ flags }) => flags.join(', ') || '-', field: 'flags' },
  ],
  kinds: { default: 'json', example: 'json', flags: 'list' },
  fields: [
    'field',
    'type',
    'unit',
    'title',
    'sets',
    'sorts',
    'filters',
    'default',
    'example',
    'flags',
  ],
  quiet: ({ field }) => field,
}

/** A field of what a command prints. */
interface PrintedRow {
  readonly command: string
  readonly field: string
  readonly type: string
  readonly unit: string
  readonly typed: string
}

const PRINTED_VIEW: View<PrintedRow> = {
  columns: [
    { title: 'COMMAND', value: 'command' },
    { title: 'FIELD', value: 'field' },
    { title: 'TYPE', value: 'type', kind: 'word' },
    { title: 'UNIT', value: 'unit', kind: 'word' },
    { title: 'WITH --TYPED', field: 'typed', value: ({ typed }) => typed || '-', kind: 'word' },
  ],
  fields: ['command', 'field', 'type', 'unit', 'typed'],
  quiet: ({ field }) => field,
}

export const explain = defineCommand({
  path: ['explain'],
  clientSide: true,
  summary: 'explain the fields of a noun or of what a command prints',
  args: [
    { name: 'what', summary: 'NOUN, NOUN.FIELD, or the first word of a command' },
    { name: 'verb', summary: 'the second word', optional: true },
    { name: 'more', summary: 'the third word', optional: true },
  ],
  examples: ['gw explain token', 'gw explain token.group', 'gw explain log list'],
  json: { ...kindsOf(VIEW), ...kindsOf(PRINTED_VIEW) },
  run: async (context, { args }) => {
    const { output } = context
    const [noun = '', field] = args.what.split('.', 2)
    const path = [noun, args.verb, args.more].filter((word) => word !== undefined)
    const rows = path.length === 1 ? nounRows(context, noun) : []
    const printed = printedRows(context, path)
    if (rows.length + printed.length === 0)
      throw unknown(words`nothing is known of ${path.join(' ')}`)
    if (field === undefined) {
      return rows.length > 0 ? output.list(rows, VIEW) : output.list(printed, PRINTED_VIEW)
    }
    const row = rows.find((known) => known.field === field)
    if (row !== undefined) return output.one(row, VIEW)
    const own = printed.filter((known) => known.field === field)
    if (own.length === 0) throw unknown(words`${noun} has no field ${field}`)
    output.list(own, PRINTED_VIEW)
  },
})

/** Of the command that is called so, or of all commands of a noun. */
function printedRows({ commands }: CommandContext, path: readonly string[]): readonly PrintedRow[] {
  const shown = commands.filter(({ hidden }) => hidden !== true)
  const own = shown.filter((row) => path.every((word, at) => row.path[at] === word))
  return own.flatMap(({ path: words, json, kinds }) =>
    json.map((field) => {
      const { type, unit = '', typed = '' } = kindRow(kinds[field] ?? 'text')
      return { command: words.join(' '), field, type, unit, typed }
    }),
  )
}

function nounRows(context: CommandContext, noun: string): readonly FieldRow[] {
  return Object.hasOwn(NOUNS, noun) ? fieldRows(context, noun, NOUNS[noun] ?? {}) : []
}

const unknown = (said: ReturnType<typeof words>) =>
  new CommandFailure('noun.not_found', said, { exitCode: EXIT.notFound })

function fieldRows(
  { commands, language }: CommandContext,
  noun: string,
  fields: Fields,
): readonly FieldRow[] {
  const own = commands.filter(({ path, hidden }) => path[0] === noun && hidden !== true)
  return Object.entries(fields).map(([name, field]) => {
    const { kind, title, sets, sorts, filters, example } = field
    return {
      field: name,
      type: TYPES[kind],
      unit: kindRow(nounKind(field)).unit ?? '',
      title: title?.[language] ?? '',
      sets: Number(sets === true),
      sorts: Number(sorts === true),
      filters: Number(filters === true),
      default: kind === 'null' ? null : startOf(field),
      example,
      flags: flagsOf(own, name),
    }
  })
}

function flagsOf(commands: readonly CommandRow[], field: string): readonly string[] {
  return commands.flatMap(({ path, flags, body = {} }) =>
    Object.keys(flags)
      .filter((flag) => fieldOf(flag, body) === field)
      .map((flag) => `${path.join(' ')} --${flag}`),
  )
}
