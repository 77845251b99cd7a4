/** How results are written for programs, by the requested format; each is loaded on demand. */
import {
  csvPrinter,
  JSON_PRINTER,
  NDJSON_PRINTER,
  type Printer,
  type ProgramFormat,
} from './output-format'

interface Wish {
  readonly format: ProgramFormat
  /** A program, or a template, for what would be printed. */
  readonly jq: string | undefined
  readonly template: string | undefined
}

/** Throws `UsageError` for what is no program and no template. */
export async function chosenPrinter({ format, jq, template }: Wish): Promise<Printer> {
  if (jq !== undefined) return await (await import('./jq')).jqPrinter(jq, format)
  if (template !== undefined) return (await import('./template')).templatePrinter(template)
  if (format === 'yaml') return (await import('./yaml')).YAML_PRINTER
  if (format === 'csv') return csvPrinter()
  return format === 'json' ? JSON_PRINTER : NDJSON_PRINTER
}
