/** The language of the page: chosen and stored, else the best of the browser's, else Chinese. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Dictionary, readerInstance, readIn } from '../server/domain/i18n/instance'
import type { Language, TextKey, TextParams } from '../server/domain/i18n/translate'
import { readStored, store } from './storage'

const STORED_AS = 'language'

/** Loaded when they are read: nobody needs both. */
const DICTIONARIES: Readonly<Record<Language, () => Promise<Dictionary>>> = {
  zh: async () => (await import('../server/domain/i18n/zh')).zh,
  en: async () => (await import('../server/domain/i18n/en')).en,
}

/** Each in its own language, for those who cannot read the other. */
export const LANGUAGE_CHOICES: readonly { readonly language: Language; readonly title: string }[] =
  [
    { language: 'zh', title: '中文' },
    { language: 'en', title: 'English' },
  ]

type Instance = ReturnType<typeof readerInstance>

let instance: Instance | undefined
let current: Language = 'zh'

function isLanguage(text: string | null | undefined): text is Language {
  return text === 'zh' || text === 'en'
}

function preferred(): Language {
  const stored = readStored(STORED_AS)
  if (isLanguage(stored)) return stored
  const tags = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
  return tags.find(isLanguage) ?? 'zh'
}

/** What requests and formats are in. */
export function currentLanguage(): Language {
  return current
}

/** Must have finished before anything is rendered. */
export async function openLanguage(): Promise<Instance> {
  current = preferred()
  document.documentElement.lang = current
  instance ??= readerInstance(current, await DICTIONARIES[current]())
  return instance
}

export async function chooseLanguage(language: Language): Promise<void> {
  const dictionary = await DICTIONARIES[language]()
  store(STORED_AS, language)
  current = language
  document.documentElement.lang = language
  if (instance !== undefined) await readIn(instance, language, dictionary)
}

export type Text = (key: TextKey, params?: TextParams) => string

export interface Reading {
  readonly language: Language
  readonly text: Text
}

/** Renders again when the language changes. */
export function useText(): Reading {
  const { t, i18n: used } = useTranslation()
  const language = isLanguage(used.language) ? used.language : 'zh'
  return useMemo(
    () => ({ language, text: (key, params) => String(t(key, { ...params })) }),
    [t, language],
  )
}
