/** Flags that stand behind every command: one row each for help, completion and reading them. */
import type { Command } from './command/command'
import type { CompletedNoun } from './command/command-row'
import type { GlobalFlags } from './command/context'
import { knownField } from './command/row-filter'
import { UsageError } from './exit'
import { chosenPrinter } from './output/chosen-printer'
import { typedNames } from './output/field-kinds'
import { isForPrograms, OUTPUT_FORMATS, type OutputFormat } from './output/output-format'
import { words } from './words'

export interface GlobalFlag {
  readonly short?: string
  /** None for a switch. */
  readonly value?: string
  /** Can be left out; `spelledOut` then writes what that means. */
  readonly isOptional?: true
  readonly summary: string
  readonly choices?: readonly string[]
  readonly completes?: CompletedNoun | 'fields'
}

export const GLOBAL_FLAGS: Readonly<Record<string, GlobalFlag>> = {
  data: { value: 'DIR', summary: 'folder of the database (default $GW_DATA or ./data)' },
  context: {
    value: 'NAME',
    summary: 'gateway of "gw context list" (default $GW_CONTEXT, or the current)',
    completes: 'context',
  },
  output: { short: 'o', value: 'FORMAT', summary: 'form of the result', choices: OUTPUT_FORMATS },
  json: {
    value: 'A,B',
    isOptional: true,
    summary: 'the same as --output json, with only these fields if any are named',
    completes: 'fields',
  },
  fields: {
    value: 'A,B',
    isOptional: true,
    summary: 'only these fields; alone it says which there are',
    completes: 'fields',
  },
  typed: { summary: 'JSON with ISO times, dollars next to credits, words, arrays and booleans' },
  jq: { value: 'PROGRAM', summary: 'what jq makes of the JSON' },
  template: { value: 'TEXT', summary: 'each result as a text in Liquid with its fields' },
  watch: {
    short: 'w',
    value: 'SECONDS',
    isOptional: true,
    summary: 'again and again, with what has changed marked (default every 2 s)',
  },
  quiet: { summary: 'print ids or keys only' },
  lang: { value: 'LANGUAGE', summary: 'language of all texts', choices: ['zh', 'en'] },
  'no-pager': { summary: 'print long results without a pager' },
  'no-color': { summary: 'print without bold and colours' },
}

/** `--json` without fields. */
export const ALL_FIELDS = '*'
export const USUAL_WATCH_SECONDS = 2
const LEAST_WATCH_SECONDS = 0.2

/** The fields of a command, as its output names them. */
export function fieldsOf({ json, kinds }: Command, typed: boolean): readonly string[] {
  return typed ? typedNames(json, kinds) : json
}

type Options = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function formatOf({ output, json, jq, template, typed }: Options): OutputFormat {
  const named = OUTPUT_FORMATS.find((format) => format === output)
  if (json !== undefined && named !== undefined && named !== 'json') {
    throw new UsageError('--json and another --output exclude each other')
  }
  const reshapes = jq !== undefined || template !== undefined
  if (reshapes && named !== undefined && named !== 'json' && named !== 'ndjson') {
    throw new UsageError('--jq and --template work on json and ndjson')
  }
  if (typed === true && named !== undefined && !isForPrograms(named)) {
    throw new UsageError('--typed is for programs: not for tables')
  }
  const means = json !== undefined || reshapes || typed === true ? 'json' : 'table'
  return named ?? means
}

function namedFields({ json, fields }: Options): readonly string[] | undefined {
  const ofJson = json === ALL_FIELDS ? undefined : textOf(json)
  const given = textOf(fields)
  if (ofJson !== undefined && given !== undefined) {
    throw new UsageError('--json with fields and --fields exclude each other')
  }
  return (ofJson ?? given)?.split(',').map((name) => name.trim())
}

async function printerOf({ jq, template }: Options, format: OutputFormat) {
  if (!isForPrograms(format)) return undefined
  if (jq !== undefined && template !== undefined) {
    throw new UsageError('--jq and --template exclude each other')
  }
  return await chosenPrinter({ format, jq: textOf(jq), template: textOf(template) })
}

export function watchSeconds({ watch }: Options): number | undefined {
  if (watch === undefined) return undefined
  const seconds = Number(watch)
  if (seconds >= LEAST_WATCH_SECONDS) return seconds
  throw new UsageError(words`--watch takes seconds, ${LEAST_WATCH_SECONDS} at least`)
}

export function allowsColor({ color }: Options): boolean {
  return color !== false && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}

/** The global flags other than the language. Throws `UsageError`. */
export async function readGlobalFlags(
  options: Options,
  row: Command,
): Promise<Omit<GlobalFlags, 'language'>> {
  const typed = options.typed === true
  const fields = namedFields(options)
  const known = fieldsOf(row, typed)
  for (const field of fields ?? []) {
    const flag = options.fields === undefined ? 'json' : 'fields'
    if (known.length === 0) throw new UsageError(words`--${flag}: this command prints no fields`)
    knownField(flag, field, known)
  }
  const format = formatOf(options)
  return {
    data: textOf(options.data),
    context: textOf(options.context),
    format,
    fields,
    typed,
    kinds: row.kinds,
    printer: await printerOf(options, format),
    quiet: options.quiet === true,
    color: allowsColor(options),
    pager: options.pager !== false,
  }
}
