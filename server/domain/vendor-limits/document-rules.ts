/** What wire formats take of documents, by their media types and names. */

export const PDF = 'application/pdf'

const OFFICE = 'application/vnd.openxmlformats-officedocument.'

/** Converse's word for each kind; others it does not read. */
export const CONVERSE_DOCUMENTS: Readonly<Record<string, string>> = {
  [PDF]: 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  [`${OFFICE}wordprocessingml.document`]: 'docx',
  'application/vnd.ms-excel': 'xls',
  [`${OFFICE}spreadsheetml.sheet`]: 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
}

/** Anthropic's; plain text it takes in a form of its own. */
export const ANTHROPIC_DOCUMENTS: ReadonlySet<string> = new Set([PDF])

/** Characters of the longest name that Converse takes. */
const LONGEST_NAME = 200

/**
 * Names of the documents in one request to Converse, which takes few characters, no two blanks in
 * a row, and no name twice. They are numbered in their order, so that a history that grows keeps
 * the names it has.
 */
export class DocumentNames {
  readonly #taken = new Set<string>()

  nameFor(title: string | undefined): string {
    const plain = (title ?? '').replace(/[^a-zA-Z0-9\-()[\]]+/g, ' ').trim()
    let name = plain.slice(0, LONGEST_NAME).trim() || 'document'
    for (let copy = 2; this.#taken.has(name); copy += 1) {
      const ending = ` ${copy}`
      name = `${(plain || 'document').slice(0, LONGEST_NAME - ending.length).trim()}${ending}`
    }
    this.#taken.add(name)
    return name
  }
}
