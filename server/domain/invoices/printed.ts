/** What stands on a printed page, whatever it is about: texts only, in the reader's language. */

export interface PrintedColumn {
  readonly title: string
  /** Of the width of the table, out of the sum of all shares. */
  readonly share: number
  readonly isNumber: boolean
}

export interface PrintedDocument {
  readonly title: string
  /** Epoch seconds of its contents, not of its printing: the same page is the same file. */
  readonly at: number
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly parties: readonly { readonly title: string; readonly lines: readonly string[] }[]
  readonly columns: readonly PrintedColumn[]
  readonly rows: readonly (readonly string[])[]
  readonly sums: readonly { readonly label: string; readonly value: string }[]
  readonly notes: readonly string[]
  /** Address at which the document can be checked, and what is said of it; absent for none. */
  readonly proof?: { readonly text: string; readonly url: string } | undefined
}
