/** The console's own texts, in the files that the build has cut them into. */
import type { Language } from '../../server/domain/i18n/translate'

/** Folder of this build's files, put in by the build. */
declare const TEXTS_PLACE: string

/** What stands around every page. */
export const FRAME_TEXTS = 'frame'
/** Every text there is. */
export const ALL_TEXTS = 'all'

export type Texts = Readonly<Record<string, string>>

/** `part` is one of the two above or the name of a page. Throws when it cannot be fetched. */
export async function readTexts(language: Language, part: string): Promise<Texts> {
  const response = await fetch(`${TEXTS_PLACE}/${language}/${part}.json`)
  if (!response.ok) throw new Error(`texts: ${response.status}`)
  return await response.json()
}
