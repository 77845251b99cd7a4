/** Characters that nobody sees: what may stand in a name, and how stored text is printed. */
import { GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'

/**
 * What a terminal obeys (C0, C1, DEL), other ends of lines, and what turns the order of a line
 * round (bidirectional marks, embeddings and isolates).
 */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/**
 * The same and everything else without a shape: zero widths, byte order marks, halves of
 * characters. Joiners and tags are parts of some emoji and pass behind one.
 */
const HIDDEN = new RegExp(
  [
    '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]',
    '(?![\\u200d\\u{e0020}-\\u{e007f}])\\p{Cf}',
    '(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d',
    '(?<![\\p{Extended_Pictographic}\\u{e0020}-\\u{e007e}])[\\u{e0020}-\\u{e007f}]',
  ].join('|'),
  'u',
)

const HIDDEN_CHARACTERS: ReasonKey = 'reason.hidden_characters'

/** Whether a text of one line holds what cannot be seen in it. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text)
}

/** Returns the text. Throws `value.invalid` with the field for what cannot be seen in a name. */
export function visibleLine(field: string, text: string): string {
  if (!hasHidden(text)) return text
  throw new GatewayError('value.invalid', { field, reason: HIDDEN_CHARACTERS })
}

/** Without what cannot be seen, for names that other services made. */
export function withoutHidden(text: string): string {
  return [...text].filter((character) => !hasHidden(character)).join('')
}

/** For a line of a table: what would steer a terminal is a space. */
export function tableText(text: string): string {
  return text.replace(STEERING, ' ')
}

/** For text of several lines on a terminal: line ends and tabs stay, the rest is left out. */
export function terminalText(text: string): string {
  return text.replace(STEERING, (found) => (found === '\n' || found === '\t' ? found : ''))
}

/**
 * What would steer a terminal, as `\u001b`; line ends stay. Inside JSON text this changes no
 * value, because such characters stand in strings only.
 */
export function escapedText(text: string): string {
  return text.replace(STEERING, (found) =>
    found === '\n' ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
