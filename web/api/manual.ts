/** The manual as the build has rendered it: the list of its pages, one page, and what to search. */
import type { ManualTopic } from '../../server/domain/manual'

/** Folder of this build's pages, put in by the build. */
declare const MANUAL_PLACE: string
/** Every page in the order of the manual, put in by the build. */
declare const MANUAL_TOPICS: readonly ManualTopic[]

/** Code stands apart, because it has a button of its own. */
export type ManualPart = { readonly html: string } | { readonly code: string }

export interface ManualHeading {
  readonly anchor: string
  readonly title: string
}

export interface ManualPage {
  readonly title: string
  /** Headings of the second level. */
  readonly headings: readonly ManualHeading[]
  readonly parts: readonly ManualPart[]
}

/** The text below one heading. */
export interface ManualSection {
  readonly topic: string
  /** Title of the page. */
  readonly page: string
  /** "" for the beginning of the page. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}

/** The address of the index, and of a page below it. */
export const MANUAL_PATH = '/docs'

export function topicsOfManual(): readonly ManualTopic[] {
  return MANUAL_TOPICS
}

/** `topic` is "" for the index. Throws when it cannot be fetched. */
export async function readManualPage(topic: string): Promise<ManualPage> {
  return await readManualFile(topic === '' ? 'index' : topic)
}

/** Throws when it cannot be fetched. */
export async function readManualSections(): Promise<readonly ManualSection[]> {
  return await readManualFile('search')
}

async function readManualFile<Content>(name: string): Promise<Content> {
  const response = await fetch(`${MANUAL_PLACE}/${name}.json`)
  if (!response.ok) throw new Error(`manual: ${response.status}`)
  return await response.json()
}
