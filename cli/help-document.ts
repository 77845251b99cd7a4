/** Everything that help says of the commands, as one document for programs. */
import { bodyFields } from './command/body'
import type { ArgumentRow, CommandRow, FlagRow } from './command/command-row'
import { argumentUsage, flagUsage } from './command/flag-values'
import { EXIT } from './exit'
import { EXIT_MEANINGS } from './help-text'
import { OUTPUT_FORMATS } from './output/output-format'
import type { Translate } from './words'

interface HelpParts {
  readonly version: string
  /** Told in the reader's language. */
  readonly commands: readonly CommandRow[]
  readonly translate: Translate
}

export function helpDocument({ version, commands, translate }: HelpParts): object {
  const codes = Object.keys(EXIT) as (keyof typeof EXIT)[]
  return {
    version,
    output_formats: OUTPUT_FORMATS,
    exit_codes: codes.map((name) => ({
      code: EXIT[name],
      meaning: translate(EXIT_MEANINGS[name]),
    })),
    commands: commands.filter(({ hidden }) => hidden !== true).map(commandHelp),
  }
}

function commandHelp(row: CommandRow): object {
  const { path, summary, args, flags, examples, json, indexed, localOnly } = row
  const parts = [
    `gw ${path.join(' ')}`,
    ...args.map(argumentUsage),
    ...Object.entries(flags).map(([name, flag]) => flagUsage(name, flag)),
  ]
  return {
    command: path.join(' '),
    summary,
    usage: parts.join(' '),
    arguments: args.map(argumentHelp),
    flags: Object.entries(flags).map(([name, flag]) => flagHelp(name, flag)),
    examples,
    json_fields: json,
    body_fields: bodyFields(row),
    filter_fields: indexed ?? [],
    only_reads: row.reads === true,
    works_remotely: localOnly !== true,
  }
}

function argumentHelp({ name, summary, optional, choices }: ArgumentRow): object {
  return { name, summary, required: optional !== true, ...(choices && { choices }) }
}

function flagHelp(name: string, { kind, summary, value, short, required, choices }: FlagRow) {
  return {
    name: `--${name}`,
    ...(short !== undefined && { short: `-${short}` }),
    kind,
    ...(value !== undefined && { value }),
    summary,
    required: required === true,
    ...(choices && { choices }),
  }
}
