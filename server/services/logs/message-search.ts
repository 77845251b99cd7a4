/**
 * Which stored kinds a text can mean: rows are rendered when they are read, so a search for words
 * looks for the kinds whose texts have them, in either language.
 */
import { ERROR_IDS } from '../../domain/errors/catalogue'
import { DICTIONARIES, LANGUAGES, type TextKey } from '../../domain/i18n/translate'
import { LOG_KINDS } from '../../domain/logs/kinds'

/** More would make the search slow, and narrow nothing. */
const MOST_MARKS = 40

/** What stands in `other` of a row that the text is made from. */
const MARKS: readonly (readonly [TextKey, string])[] = [
  ['log.ratio', '"model_ratio":'],
  ['log.price', '"model_price":'],
  ['log.unit_price', '"unit_prices":'],
  ...Object.keys(LOG_KINDS).map((kind) => [`log.${kind}` as TextKey, `"kind":"${kind}"`] as const),
  // What users read of some refusals of an upstream.
  ['upstream.saturated', '"error":"upstream.refused"'],
  ['upstream.unreachable', '"error":"upstream.refused"'],
  ...ERROR_IDS.map((id) => [id, `"error":"${id}"`] as const),
]

/** Parts of `other`; none when no text of ours has these words. */
export function marksOf(words: string, isStart: boolean): readonly string[] {
  const wanted = words.toLowerCase()
  const found = MARKS.filter(([key]) =>
    LANGUAGES.some((language) => says(DICTIONARIES[language][key], wanted, isStart)),
  )
  return found.slice(0, MOST_MARKS).map(([, mark]) => mark)
}

function says(template: string, wanted: string, isStart: boolean): boolean {
  const pieces = template
    .toLowerCase()
    .replaceAll(/\{\{\w+, s\}\}/g, 's')
    .split(/\{\{\w+\}\}/)
  const [first = ''] = pieces
  if (!isStart) return pieces.some((piece) => piece.includes(wanted))
  return first !== '' && (first.startsWith(wanted) || wanted.startsWith(first))
}
