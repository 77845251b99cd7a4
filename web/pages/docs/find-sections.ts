/** Searching the manual: every word has to be there; headings weigh more than texts. */
import type { ManualSection } from '../../api/manual'

export interface FoundSection {
  readonly section: ManualSection
  /** The text around the first word that was found in it. */
  readonly excerpt: string
}

const MOST = 20
const BEFORE = 60
const EXCERPT = 180

const WEIGHTS = { heading: 100, page: 40, text: 1 } as const

export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean)
}

/** The best first. */
export function findSections(
  sections: readonly ManualSection[],
  query: string,
): readonly FoundSection[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words) }))
}

/** 0 unless every word is there. */
function scoreOf({ page, heading, text }: ManualSection, words: readonly string[]): number {
  const [inPage, inHeading, inText] = [page, heading, text].map((part) => part.toLowerCase())
  let score = 0
  for (const word of words) {
    const own =
      (inHeading?.includes(word) ? WEIGHTS.heading : 0) +
      (inPage?.includes(word) ? WEIGHTS.page : 0) +
      Math.min((inText?.split(word).length ?? 1) - 1, 10) * WEIGHTS.text
    if (own === 0) return 0
    score += own
  }
  return score
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0)
  const first = Math.min(...places, text.length)
  const from = first === text.length ? 0 : Math.max(0, first - BEFORE)
  const begin = from === 0 ? 0 : text.indexOf(' ', from) + 1
  const part = text.slice(begin, begin + EXCERPT)
  return `${begin > 0 ? '… ' : ''}${part}${begin + EXCERPT < text.length ? ' …' : ''}`
}
