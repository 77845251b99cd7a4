/**
 * What a gateway elsewhere may have of its caller's machine: only what the command line names, or
 * a file that the command line names. It may be a hostile one.
 */
import { resolve } from 'node:path'
import type { CommandRequest } from '../../server/domain/endpoints/command'
import { terminalText } from '../../server/domain/text/visible-text'
import type { Need } from './frame'

type Asked = Pick<CommandRequest, 'argv' | 'given'>

/** Variables that stand for a flag of some command. */
const FOR_FLAGS: ReadonlySet<string> = new Set([
  'GW_CHANNEL_KEY',
  'GW_CLIENT_SECRET',
  'GW_TOKEN_KEY',
  'GW_USER_PASSWORD',
])

/** Words, and values that are written with their flag. */
function valuesIn(argv: readonly string[]): readonly string[] {
  return argv.flatMap((word) => [word, word.slice(word.indexOf('=') + 1), word.slice(2)])
}

export function isNamed(need: Need, { argv, given }: Asked): boolean {
  const texts = [...Object.values(given.files ?? {}), given.stdin ?? '']
  const isWritten = (reference: string) => texts.some((text) => text.includes(reference))
  if ('question' in need) return true
  if ('stdin' in need) return valuesIn(argv).includes('-')
  if ('file' in need) return valuesIn(argv).includes(need.file) || isWritten(`file:${need.file}`)
  if ('secrets' in need) return need.secrets.every((name) => isWritten(`keyring:${name}`))
  return need.variables.every((name) => FOR_FLAGS.has(name) || isWritten(`\${${name}}`))
}

/** Whether a file that shall be made, or changed, is one that the caller has named. */
export function isOwnFile(path: string, argv: readonly string[]): boolean {
  return valuesIn(argv).some((value) => value !== '' && resolve(value) === path)
}

const ESCAPE = String.fromCharCode(27)
/** Colours, and lines that are written anew; everything else is for no gateway to say. */
const HARMLESS = /^\[[\d;]*[mKJABCG]/
/** The screen that is thrown away, its first place, and the cursor. */
const DRAWING = /^\[(?:H|\?(?:25|1049)[hl])/

/** Text of another machine for a terminal, which obeys some characters; more where it `draws`. */
export function shownText(text: string, draws: boolean): string {
  const [first = '', ...rest] = text.split(ESCAPE)
  const parts = rest.map((part) => (isObeyed(part, draws) ? ESCAPE : '') + plain(part))
  return plain(first) + parts.join('')
}

function isObeyed(part: string, draws: boolean): boolean {
  return HARMLESS.test(part) || (draws && DRAWING.test(part))
}

/** Progress goes back to the beginning of its line. */
const plain = (text: string) => text.split('\r').map(terminalText).join('\r')
