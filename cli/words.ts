/**
 * What commands say. It is written in English where it is said, and put into the reader's
 * language only where it is printed: errors, filters and JSON know the English alone.
 */
import type { Language } from '../server/domain/i18n/translate'
import type { Texts } from './texts/texts'

/** A phrase is translated as well; strings are names and numbers. */
type Value = string | number | Phrase

/** English with numbered places, `--{0} must be {1} or more`, and what stands in them. */
export interface Phrase {
  readonly pattern: string
  readonly values: readonly Value[]
}

/** A text without places is its own pattern. */
export type Words = string | Phrase

export type Translate = (said: Words) => string

/** The tag of a text with places: words`--${flag} must be ${least} or more`. */
export function words(parts: TemplateStringsArray, ...values: readonly Value[]): Phrase {
  const pattern = parts.map((text, at) => (at === 0 ? text : `{${at - 1}}${text}`)).join('')
  return { pattern, values }
}

/** Says what is in none of the texts as it is. */
function translatorWith(texts: Texts): Translate {
  const textOf = (pattern: string) => (Object.hasOwn(texts, pattern) && texts[pattern]) || pattern
  const translate: Translate = (said) => {
    if (typeof said === 'string') return textOf(said)
    return textOf(said.pattern).replace(/\{(\d)\}/g, (place, at: string) => {
      const value = said.values[Number(at)] ?? place
      return typeof value === 'object' ? translate(value) : String(value)
    })
  }
  return translate
}

export const inEnglish = translatorWith({})

/** Texts of another language are read only when somebody wants them. */
export async function translatorIn(language: Language): Promise<Translate> {
  return language === 'en' ? inEnglish : translatorWith((await import('./texts/zh')).ZH)
}
