/** An i18next instance for one reader: it holds only the texts it is given. */
import { createInstance, type i18n } from 'i18next'
import { INTERPOLATION, teachPlurals } from './interpolation'
import type { Language } from './translate'

export function readerInstance(
  language: Language,
  texts: Readonly<Record<string, string>>,
  /** What stands where a text is not here. */
  onMissing: (key: string) => string = (key) => key,
): i18n {
  const made = createInstance({
    lng: language,
    resources: { [language]: { translation: texts } },
    // The texts of a language are whole: those that it lacks are Chinese in its files.
    fallbackLng: false,
    // Keys are flat: "token.expired" is one key, not a path.
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: INTERPOLATION,
    parseMissingKeyHandler: onMissing,
  })
  made.init()
  teachPlurals(made)
  return made
}
