/** Refusals that earlier releases stored as Chinese sentences, read back into their numbers. */
import type { ErrorParams } from '../../domain/errors/gateway-error'
import { DICTIONARIES, isTextKey } from '../../domain/i18n/translate'

interface Template {
  readonly pattern: RegExp
  readonly names: readonly string[]
}

const templates = new Map<string, Template>()

/** `undefined` when the sentence is not what this error said. */
export function oldErrorParams(error: string, content: string): ErrorParams | undefined {
  if (!isTextKey(error)) return undefined
  const { pattern, names } = templateOf(error, DICTIONARIES.zh[error])
  const values = pattern.exec(content)?.slice(1)
  return values && Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

function templateOf(error: string, text: string): Template {
  const known = templates.get(error)
  if (known !== undefined) return known
  // Odd pieces are the names of numbers.
  const pieces = text.split(/\{\{(\w+)\}\}/)
  const source = pieces.map((piece, index) => (index % 2 === 0 ? RegExp.escape(piece) : '(.*)'))
  const template = {
    pattern: new RegExp(`^${source.join('')}$`, 's'),
    names: pieces.filter((_, index) => index % 2 === 1),
  }
  templates.set(error, template)
  return template
}
