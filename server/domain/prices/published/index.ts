/** The lists by hand, a file for those that belong together. */
import { CHINA } from './china'
import { CLOUDS } from './clouds'
import { DOCUMENTS } from './documents'
import { GOOGLE } from './google'
import { OPENAI } from './openai'
import type { PublishedList } from './published'
import { RANKINGS } from './rankings'

export const PUBLISHED: readonly PublishedList[] = [
  OPENAI,
  GOOGLE,
  ...RANKINGS,
  DOCUMENTS,
  ...CHINA,
  ...CLOUDS,
]
