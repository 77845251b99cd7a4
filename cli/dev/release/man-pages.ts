/** Manual pages for `man gw`, from what `gw help --json` says of the commands. */
import type { PackedFile } from './archive'

interface Flag {
  readonly name: string
  readonly short?: string
  readonly kind: string
  readonly value?: string
  readonly summary: string
}

interface Argument {
  readonly name: string
  readonly summary: string
}

interface DocumentedCommand {
  readonly command: string
  readonly summary: string
  readonly usage: string
  readonly arguments: readonly Argument[]
  readonly flags: readonly Flag[]
  readonly examples: readonly string[]
}

export interface HelpDocument {
  readonly version: string
  readonly commands: readonly DocumentedCommand[]
  readonly exit_codes: readonly { readonly code: number; readonly meaning: string }[]
}

interface Edition {
  readonly version: string
  readonly at: Date
}

/** `gw.1`, and `gw-channel-add.1` for each command. */
export function manPages(document: HelpDocument, edition: Edition): readonly PackedFile[] {
  const pages = document.commands.map((command) => ({
    path: `${pageName(command)}.1`,
    content: commandPage(command, edition),
  }))
  return [{ path: 'gw.1', content: overviewPage(document, edition) }, ...pages]
}

const pageName = ({ command }: DocumentedCommand): string => `gw-${command.replaceAll(' ', '-')}`

function overviewPage({ commands, exit_codes }: HelpDocument, edition: Edition): string {
  return page([
    ...heading('gw', 'AI API gateway', edition),
    '.SH SYNOPSIS',
    '.B gw',
    '.I command',
    '[flags]',
    '.SH COMMANDS',
    ...commands.flatMap((each) => entry(`.BR ${pageName(each)} (1)`, each.summary)),
    '.SH EXIT STATUS',
    ...exit_codes.flatMap(({ code, meaning }) => entry(`.B ${code}`, meaning)),
    '.SH SEE ALSO',
    text('"gw help" lists the pages of the manual that is part of the program.'),
  ])
}

function commandPage(row: DocumentedCommand, edition: Edition): string {
  return page([
    ...heading(pageName(row), row.summary, edition),
    '.SH SYNOPSIS',
    `.B ${text(row.usage)}`,
    ...section('ARGUMENTS', row.arguments, ({ name, summary }) => entry(`.I ${name}`, summary)),
    ...section('OPTIONS', row.flags, (flag) => entry(`.B ${text(flagText(flag))}`, flag.summary)),
    ...section('EXAMPLES', row.examples, (line) => ['.EX', text(line), '.EE']),
    '.SH SEE ALSO',
    '.BR gw (1)',
  ])
}

function heading(name: string, summary: string, { version, at }: Edition): readonly string[] {
  const date = at.toISOString().slice(0, 10)
  return [
    `.TH ${name.toUpperCase()} 1 ${date} "gw ${version}" "gw"`,
    '.SH NAME',
    `${text(name)} \\- ${text(summary)}`,
  ]
}

function flagText({ name, short, kind, value }: Flag): string {
  const both = short === undefined ? name : `${short}, ${name}`
  return kind === 'switch' ? both : `${both} ${value ?? kind.toUpperCase()}`
}

function section<Row>(
  title: string,
  rows: readonly Row[],
  lines: (row: Row) => readonly string[],
): readonly string[] {
  return rows.length === 0 ? [] : [`.SH ${title}`, ...rows.flatMap(lines)]
}

function entry(head: string, summary: string): readonly string[] {
  return ['.TP', head, text(summary)]
}

/** Backslashes, hyphens and a dot at the start of a line mean something to roff. */
function text(plain: string): string {
  return plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^([.'])/gm, '\\&$1')
}

function page(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}
