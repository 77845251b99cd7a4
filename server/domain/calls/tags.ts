/**
 * Tags of a call, by which its owner splits spend: fixed at the token, in the header
 * `x-gw-tags` or in `metadata.tags` of the body. As text they have commas between them.
 */
import { isRecord } from '../json/records'

export const TAGS_HEADER = 'x-gw-tags'
/** Of one call. */
export const MOST_TAGS = 10
export const MOST_TAG_CHARACTERS = 64
/** Of one user in a day; further ones are counted together under this name. */
export const MOST_TAGS_A_DAY = 200
export const OTHER_TAGS = '…'

const TAG = new RegExp(`^[^,\\p{C}]{1,${MOST_TAG_CHARACTERS}}$`, 'u')

export function isTag(text: string): boolean {
  return TAG.test(text)
}

/** None twice. */
export function tagsIn(text: string): readonly string[] {
  if (text === '') return []
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags.filter((tag) => tag !== ''))]
}

/** As many of both as a call may have, those of the first text first. */
export function withTags(first: string, second: string): string {
  if (second === '') return first
  return tagsIn(`${first},${second}`).slice(0, MOST_TAGS).join(',')
}

export interface TagsOfBody {
  /** What is no tag is left out: the field may have been meant for somebody else. */
  readonly text: string
  /** Vendors know texts alone there, so a list must not reach them. */
  readonly isList: boolean
}

/** Of `metadata`; `undefined` where it names none. */
export function tagsOfMetadata(metadata: unknown): TagsOfBody | undefined {
  if (!isRecord(metadata)) return undefined
  const { tags } = metadata
  const isList = Array.isArray(tags)
  if (!isList && typeof tags !== 'string') return undefined
  const all = isList ? tags.filter((tag) => typeof tag === 'string').join(',') : tags
  return { text: tagsIn(all).filter(isTag).slice(0, MOST_TAGS).join(','), isList }
}
