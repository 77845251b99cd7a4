/** An i18next instance for one reader at a time: it holds only the dictionaries it is given. */
import { createInstance, type i18n } from 'i18next'
import { INTERPOLATION, teachPlurals } from './interpolation'
import type { Language, TextKey } from './translate'

export type Dictionary = Readonly<Record<TextKey, string>>

export function readerInstance(language: Language, dictionary: Dictionary): i18n {
  const made = createInstance({
    lng: language,
    fallbackLng: 'zh',
    resources: { [language]: { translation: dictionary } },
    // Keys are flat: "token.expired" is one key, not a path.
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: INTERPOLATION,
  })
  made.init()
  teachPlurals(made)
  return made
}

export async function readIn(
  instance: i18n,
  language: Language,
  dictionary: Dictionary,
): Promise<void> {
  instance.addResourceBundle(language, 'translation', dictionary)
  await instance.changeLanguage(language)
}
