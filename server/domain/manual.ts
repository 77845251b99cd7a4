/**
 * The manual in web/docs: its index, and the addresses of its pages and headings. Console,
 * terminal and tests read the same Markdown, so they share these rules.
 */

/** File of the index, whose links are the pages in their order. */
export const MANUAL_INDEX = 'README.md'

/** What agents load to work with the command line; in addition to the pages, and generated. */
export const SKILL_FILE = 'skills/gw/SKILL.md'

export interface ManualTopic {
  /** Name of the file without its ending: "scale". */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** Title of the part of the manual that it belongs to. */
  readonly group: string
}

const GROUP = /^## (.+)$/
const ENTRY = /^- \[(.+?)\]\(([\w-]+)\.md\): (.+)$/

/** The pages of the manual, of the text of its index. */
export function manualTopics(index: string): readonly ManualTopic[] {
  const topics: ManualTopic[] = []
  let group = ''
  for (const line of index.split('\n')) {
    group = GROUP.exec(line)?.[1] ?? group
    const [, title, id, summary] = ENTRY.exec(line) ?? []
    if (title !== undefined && id !== undefined && summary !== undefined) {
      topics.push({ id, title, summary, group })
    }
  }
  return topics
}

/** The anchor of a heading as code hosts make it: "Keys, cool-downs" is "keys-cool-downs". */
export function headingAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

export interface ManualLink {
  /** "" for the index. */
  readonly topic: string
  /** With its #, or "". */
  readonly anchor: string
}

/** Where a link of a page leads within the manual; `undefined` for any other address. */
export function manualLink(href: string, from: string): ManualLink | undefined {
  const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? []
  if (path === '') return { topic: from, anchor }
  const [, topic] = /^([\w-]+)\.md$/.exec(path) ?? []
  if (topic === undefined) return undefined
  return { topic: topic === 'README' ? '' : topic, anchor }
}
