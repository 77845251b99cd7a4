/** The language of the page: chosen and stored, else the best of the browser's, else Chinese. */
import { useMemo, useSyncExternalStore } from 'react'
import { readerInstance } from '../../server/domain/i18n/instance'
import type { Language, TextKey, TextParams } from '../../server/domain/i18n/translate'
import { pageName } from './page-name'
import { readStored, store } from './storage'
import { ALL_TEXTS, FRAME_TEXTS, readTexts } from './texts'

const STORED_AS = 'language'

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
export async function openLanguage(): Promise<void> {
  current = preferred()
  document.documentElement.lang = current
  const frame = await readTexts(current, FRAME_TEXTS)
  const made = readerInstance(current, frame, (key) => {
    // Whatever the build has not seen coming: the page is drawn again when it is here.
    if (isComplete(current)) return key
    void addTexts(current, ALL_TEXTS).catch(() => undefined)
    return ''
  })
  made.on('languageChanged', redraw)
  // Texts may arrive while something is shown.
  made.store.on('added', redraw)
  instance = made
}

/** Who shows texts, and how often these have changed. */
const readers = new Set<() => void>()
let changes = 0

function redraw(): void {
  changes += 1
  for (const reader of readers) reader()
}

function watchTexts(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Parts that are here or on their way, as "language/part". */
const parts = new Map<string, Promise<void>>()
const complete = new Set<Language>()

function isComplete(language: Language): boolean {
  return complete.has(language)
}

function addTexts(language: Language, part: string): Promise<void> {
  const name = `${language}/${part}`
  const known = parts.get(name)
  if (known !== undefined) return known
  const added = readTexts(language, part).then((dictionary) => {
    if (part === ALL_TEXTS) complete.add(language)
    instance?.addResourceBundle(language, 'translation', dictionary)
  })
  parts.set(name, added)
  // What could not be fetched may be fetched again.
  added.catch(() => parts.delete(name))
  return added
}

let page: Promise<void> = Promise.resolve()

/** Begins to fetch the texts of a page, in parallel with the page itself. */
export function askForTexts(path: string): void {
  if (isComplete(current)) return
  page = addTexts(current, pageName(path))
  // Whoever awaits them gets the error.
  page.catch(() => undefined)
}

/** Those that were requested last. */
export function textsArrived(): Promise<void> {
  return page
}

export async function chooseLanguage(language: Language): Promise<void> {
  await addTexts(language, ALL_TEXTS)
  store(STORED_AS, language)
  current = language
  document.documentElement.lang = language
  await instance?.changeLanguage(language)
}

export type Text = (key: TextKey, params?: TextParams) => string

export interface Reading {
  readonly language: Language
  readonly text: Text
}

/** Renders again when the language changes, or more texts are here. */
export function useText(): Reading {
  const at = useSyncExternalStore(watchTexts, changesSoFar, changesSoFar)
  return useMemo(() => readingAt(at), [at])
}

function changesSoFar(): number {
  return changes
}

/** A new one each time, so that whatever was made of its texts is made again. */
function readingAt(_: number): Reading {
  return {
    language: current,
    text: (key, params) => String(instance?.t(key, { ...params }) ?? key),
  }
}
