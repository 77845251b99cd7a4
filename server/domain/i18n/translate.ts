/**
 * Texts for people. One i18next instance per language, made on first use, so that importing
 * this file costs nothing for a command that prints no text.
 */
import { createInstance, type i18n } from 'i18next'
import { en } from './en'
import { INTERPOLATION, teachPlurals } from './interpolation'
import { zh } from './zh'

export const LANGUAGES = ['zh', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export type TextKey = keyof typeof zh
export type TextParams = Readonly<Record<string, string | number>>

export const DICTIONARIES: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = {
  zh,
  en,
}

export function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(zh, text)
}

const instances = new Map<Language, i18n>()

function instanceFor(language: Language): i18n {
  const known = instances.get(language)
  if (known) return known
  const made = createInstance({
    lng: language,
    fallbackLng: 'zh',
    resources: { zh: { translation: zh }, en: { translation: en } },
    // Keys are flat: "token.expired" is one key, not a path.
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: INTERPOLATION,
  })
  made.init()
  teachPlurals(made)
  instances.set(language, made)
  return made
}

/** Params that a text names but the caller did not give stay visible as `{{name}}`. */
export function translate(language: Language, key: TextKey, params: TextParams = {}): string {
  const { t } = instanceFor(language)
  return String(t(key, { ...params }))
}

/** The language of errors for programs: a fixed one, or the caller's own. */
export type ProgramLanguage = Language | 'client'

/** SDKs and agents name no language, and English is what their users can search for. */
export function programLanguage(
  chosen: ProgramLanguage,
  acceptLanguage: string | null | undefined,
): Language {
  return chosen === 'client' ? pickLanguage(acceptLanguage, 'en') : chosen
}

/**
 * Language of an Accept-Language header: the best weighted one of ours, otherwise what people
 * at the console read.
 */
export function pickLanguage(
  acceptLanguage: string | null | undefined,
  otherwise: Language = 'zh',
): Language {
  let best: Language = otherwise
  let bestWeight = 0
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...attributes] = part.trim().toLowerCase().split(';')
    const language = LANGUAGES.find((name) => tag === name || tag.startsWith(`${name}-`))
    if (!language) continue
    const weight = weightOf(attributes)
    if (weight > bestWeight) {
      best = language
      bestWeight = weight
    }
  }
  return best
}

function weightOf(attributes: readonly string[]): number {
  const quality = attributes.map((text) => text.trim()).find((text) => text.startsWith('q='))
  if (quality === undefined) return 1
  const weight = Number(quality.slice(2))
  return Number.isFinite(weight) ? weight : 0
}
