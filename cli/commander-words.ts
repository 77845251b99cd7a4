/** Errors of the command line parser, as phrases that can be translated. */
import { type Phrase, type Words, words } from './words'

interface Refusal {
  readonly is: RegExp
  readonly said: (...found: readonly string[]) => Phrase
}

const REFUSALS: readonly Refusal[] = [
  { is: /^unknown option '(.+)'$/, said: (name = '') => words`unknown option '${name}'` },
  { is: /^unknown command '(.+)'$/, said: (name = '') => words`unknown command '${name}'` },
  {
    is: /^missing required argument '(.+)'$/,
    said: (name = '') => words`missing required argument '${name}'`,
  },
  {
    is: /^option '(.+)' argument missing$/,
    said: (name = '') => words`option '${name}' argument missing`,
  },
  {
    is: /^required option '(.+)' not specified$/,
    said: (name = '') => words`required option '${name}' not specified`,
  },
  {
    is: /^option '(.+)' argument '(.*)' is invalid\. Allowed choices are (.+)\.$/,
    said: (name = '', given = '', choices = '') =>
      words`option '${name}' argument '${given}' is invalid. Allowed choices are ${choices}.`,
  },
  {
    is: /^too many arguments(?: for '.+')?\. Expected (\d+) arguments? but got (\d+): (.+)\.$/,
    said: (wanted = '', got = '', given = '') =>
      words`too many arguments: ${got} instead of ${wanted} (${given})`,
  },
]

const SUGGESTION = /\n?\(Did you mean (?:one of )?(.+)\?\)$/

/** `message` is what the parser says, in English; what is in no row is said as it is. */
export function commanderWords(message: string): Words {
  const text = message.replace(/^error: /, '')
  const [suggestion, meant = ''] = SUGGESTION.exec(text) ?? []
  const refused = suggestion === undefined ? text : text.slice(0, -suggestion.length)
  const row = REFUSALS.find(({ is }) => is.test(refused))
  if (row === undefined) return text
  const said = row.said(...(row.is.exec(refused) ?? []).slice(1))
  return suggestion === undefined ? said : words`${said} (Did you mean ${meant}?)`
}
