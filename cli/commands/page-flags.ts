/** Flags of every list. */
export const PAGE_FLAGS = {
  page: { kind: 'integer', summary: 'page, from 1' },
  'page-size': { kind: 'integer', summary: 'rows per page, at most 100 (default 100)' },
} as const

/** Scripts want whole lists, so the command line asks for the largest page by default. */
export function pageOf(flags: {
  readonly page: number | undefined
  readonly 'page-size': number | undefined
}) {
  return { page: flags.page, page_size: flags['page-size'] ?? 100 }
}
