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
import type { View } from '../output/output'
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
  readonly type: string
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
  fields: ['field', 'type', 'title', 'sets', 'sorts', 'filters', 'default', 'example', 'flags'],
  quiet: ({ field }) => field,
}

export const explain = defineCommand({
  path: ['explain'],
  elsewhere: true,
  summary: 'explain the fields of a noun, or one of them',
  args: [{ name: 'what', summary: 'NOUN or NOUN.FIELD: of channel, redemption, token, user' }],
  examples: ['gw explain token', 'gw explain token.group'],
  json: VIEW.fields,
  run: async (context, { args }) => {
    const [noun = '', field] = args.what.split('.', 2)
    const rows = Object.hasOwn(NOUNS, noun) ? fieldRows(context, noun, NOUNS[noun] ?? {}) : []
    if (rows.length === 0) throw unknown(words`nothing is known of ${noun}`)
    if (field === undefined) return context.output.list(rows, VIEW)
    const row = rows.find((known) => known.field === field)
    if (row === undefined) throw unknown(words`${noun} has no field ${field}`)
    context.output.one(row, VIEW)
  },
})

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
