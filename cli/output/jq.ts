/** `--jq`: jq itself, as WebAssembly. */
import { type Jq, loadJq } from 'jq-wasm/inline'
import { CommandFailure, UsageError } from '../exit'
import { words } from '../words'
import { jsonLine, type Printer, type ProgramFormat } from './output-format'

/** A program that jq cannot read, as jq says by its exit code. */
const NO_PROGRAM = 3

/** Throws `UsageError` for what jq cannot read as a program. */
export async function jqPrinter(program: string, format: ProgramFormat): Promise<Printer> {
  const jq = await loadJq()
  const over = (input: string) => answer(jq, input, program)
  over('')
  const each: Printer['some'] = (rows) => over(rows.map(jsonLine).join(''))
  // Line by line output is filtered line by line, anything else as one document.
  const isByLine = format === 'ndjson'
  return {
    line: (row) => over(jsonLine(row)),
    some: isByLine ? each : (rows) => over(jsonLine(rows)),
    end: (count) => (isByLine || count > 0 ? '' : over('[]')),
    ...(!isByLine && { needsAll: true }),
    value: (value) => over(jsonLine(value)),
  }
}

/** Texts as they are, anything else as one line of JSON. */
function answer(jq: Jq, input: string, program: string): string {
  const { stdout, stderr, exitCode } = jq.raw(input, program, ['--raw-output', '--compact-output'])
  if (exitCode === 0) return stdout === '' ? '' : `${stdout}\n`
  const said = stderr.replaceAll(/^jq: /gm, '').replaceAll(/\s+/g, ' ')
  if (exitCode === NO_PROGRAM) throw new UsageError(words`--jq: ${said}`)
  throw new CommandFailure('jq', words`--jq: ${said}`)
}
